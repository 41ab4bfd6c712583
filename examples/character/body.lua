-- Helia's looks: a short jacket, a scarf, trousers, boots, a ponytail. All solids are tubes; where one crosses a
-- joint, its rings pass the weight on smoothly.

local solid = require 'examples.character.solid'

local body = {}

local ring, tube = solid.ring, solid.tube

local function level(y, rx, rz, weights, z, shape) -- a ring around the Y axis
  return ring({ 0, y, z or 0 }, { rx, 0, 0 }, { 0, 0, rz }, weights, shape)
end

local function torso()
  return tube({
    level(0.945, 0.140, 0.108, { Hips = 3, Spine = 1 }), level(0.985, 0.140, 0.108, { Hips = 1, Spine = 1 }),
    level(1.060, 0.121, 0.097, { Spine = 1 }), level(1.130, 0.126, 0.100, { Spine = 1, Chest = 1 }),
    level(1.220, 0.148, 0.112, { Chest = 1 }), level(1.300, 0.160, 0.110, { Chest = 1 }, -0.004),
    level(1.360, 0.142, 0.094, { Chest = 1 }, -0.006), level(1.405, 0.090, 0.072, { Chest = 3, Neck = 1 }, -0.006),
  }, 10, { 0.0, 0.01 })
end

local function scarf()
  return {
    tube({
      level(1.375, 0.094, 0.088, { Chest = 2, Neck = 1 }), level(1.405, 0.100, 0.094, { Chest = 1, Neck = 1 }, 0.004),
      level(1.445, 0.076, 0.078, { Neck = 2, Chest = 1 }, 0.004), level(1.455, 0.050, 0.050, { Neck = 1 }),
    }, 10),
    tube({ -- its end hangs down the back
      ring({ 0.03, 1.41, -0.075 }, { 0.022, 0, 0 }, { 0, 0.004, 0.014 }, { Chest = 1 }),
      ring({ 0.045, 1.34, -0.128 }, { 0.034, 0, 0 }, { 0, 0.004, 0.012 }, { Chest = 1 }),
      ring({ 0.058, 1.20, -0.150 }, { 0.042, 0, 0 }, { 0, 0.004, 0.010 }, { Chest = 3, Spine = 1 }),
    }, 6),
  }
end

local function pelvis()
  return tube({
    level(0.800, 0.082, 0.076, { Hips = 1 }), level(0.845, 0.138, 0.104, { Hips = 1 }, -0.004),
    level(0.900, 0.143, 0.110, { Hips = 1 }, -0.006), level(0.960, 0.130, 0.100, { Hips = 3, Spine = 1 }),
  }, 10)
end

local function leg()
  local function at(y, r, weights, z)
    return ring({ 0.085, y, z or 0 }, { r, 0, 0 }, { 0, 0, r * 1.08 }, weights)
  end
  return tube({
    at(0.905, 0.066, { Hips = 2, LeftUpLeg = 1 }), at(0.850, 0.082, { LeftUpLeg = 1, Hips = 1 }),
    at(0.780, 0.080, { LeftUpLeg = 1 }), at(0.640, 0.068, { LeftUpLeg = 1 }),
    at(0.520, 0.058, { LeftUpLeg = 3, LeftLeg = 1 }), at(0.470, 0.055, { LeftUpLeg = 1, LeftLeg = 1 }, 0.004),
    at(0.420, 0.054, { LeftLeg = 3, LeftUpLeg = 1 }), at(0.340, 0.057, { LeftLeg = 1 }, -0.008),
    at(0.230, 0.050, { LeftLeg = 1 }, -0.004),
  }, 8)
end

local function boot_shaft()
  local function at(y, r, weights, z)
    return ring({ 0.085, y, z or 0 }, { r, 0, 0 }, { 0, 0, r }, weights)
  end
  return tube({
    at(0.270, 0.061, { LeftLeg = 1 }, -0.004), at(0.235, 0.063, { LeftLeg = 1 }, -0.004),
    at(0.140, 0.048, { LeftLeg = 1 }), at(0.090, 0.047, { LeftLeg = 1, LeftFoot = 1 }, -0.006),
    at(0.040, 0.046, { LeftFoot = 1 }, -0.012),
  }, 8)
end

-- Rings across the foot; flat below.
local function boot_foot()
  local function at(z, rx, height, weights)
    local function shape(angle) return angle > 180 and 1 / math.max(0.8, -math.sin(math.rad(angle)) * 1.2) or 1 end
    return ring({ 0.085, height / 2, z }, { rx, 0, 0 }, { 0, height / 2, 0 }, weights, shape)
  end
  return tube({
    at(-0.068, 0.030, 0.070, { LeftFoot = 1 }), at(-0.045, 0.042, 0.100, { LeftFoot = 1 }),
    at(0.030, 0.044, 0.098, { LeftFoot = 1 }), at(0.090, 0.048, 0.072, { LeftFoot = 3, LeftToeBase = 1 }),
    at(0.120, 0.050, 0.064, { LeftFoot = 1, LeftToeBase = 1 }), at(0.160, 0.047, 0.056, { LeftToeBase = 1 }),
    at(0.200, 0.032, 0.044, { LeftToeBase = 1 }),
  }, 8, { 0.004, 0.012 })
end

-- Along the arm: x from the shoulder joint, in the arm's own frame.
local function across(x, ry, rz, weights, y)
  return ring({ x, y or 0, 0 }, { 0, ry, 0 }, { 0, 0, rz }, weights)
end

local function sleeve()
  return tube({
    across(-0.060, 0.050, 0.056, { Chest = 2, LeftShoulder = 1 }, 0.006),
    across(-0.020, 0.064, 0.066, { LeftShoulder = 1, LeftArm = 1 }, 0.004),
    across(0.030, 0.060, 0.060, { LeftArm = 3, LeftShoulder = 1 }), across(0.090, 0.050, 0.052, { LeftArm = 1 }),
    across(0.190, 0.045, 0.047, { LeftArm = 1 }), across(0.235, 0.042, 0.044, { LeftArm = 3, LeftForeArm = 1 }),
    across(0.260, 0.041, 0.043, { LeftArm = 1, LeftForeArm = 1 }),
    across(0.285, 0.042, 0.044, { LeftForeArm = 3, LeftArm = 1 }), across(0.350, 0.045, 0.046, { LeftForeArm = 1 }),
    across(0.375, 0.044, 0.045, { LeftForeArm = 1 }),
  }, 8)
end

local function forearm_and_hand()
  local hand = { LeftHand = 1 }
  return {
    tube({
      across(0.330, 0.036, 0.036, { LeftForeArm = 1 }), across(0.440, 0.029, 0.031, { LeftForeArm = 1 }),
      across(0.490, 0.026, 0.030, { LeftForeArm = 1, LeftHand = 1 }), across(0.520, 0.026, 0.038, hand),
      across(0.575, 0.025, 0.044, hand), across(0.630, 0.021, 0.038, hand), across(0.665, 0.014, 0.024, hand),
    }, 8, { 0, 0.008 }),
    tube({ -- the thumb, forward
      ring({ 0.520, 0, 0.026 }, { 0, 0.017, 0 }, { 0.020, 0, 0.006 }, hand),
      ring({ 0.555, 0, 0.056 }, { 0, 0.014, 0 }, { 0.012, 0, -0.008 }, hand),
      ring({ 0.585, 0, 0.066 }, { 0, 0.010, 0 }, { 0.006, 0, -0.008 }, hand),
    }, 6, { 0, 0.008 }),
  }
end

local function head()
  local h = { Head = 1 }
  return {
    tube({
      level(1.390, 0.046, 0.046, { Neck = 1 }, -0.006), level(1.450, 0.043, 0.045, { Neck = 1 }),
      level(1.495, 0.046, 0.052, { Head = 1, Neck = 1 }, 0.004), level(1.512, 0.056, 0.070, h, 0.016),
      level(1.545, 0.079, 0.092, h, 0.012), level(1.600, 0.094, 0.104, h, 0.004),
      level(1.650, 0.090, 0.104, h), level(1.695, 0.064, 0.074, h), level(1.715, 0.034, 0.040, h),
    }, 12, { 0, 0.008 }),
    tube({ -- the nose
      level(1.575, 0.010, 0.010, h, 0.112), level(1.590, 0.012, 0.018, h, 0.112), level(1.622, 0.006, 0.006, h, 0.106),
    }, 6),
  }
end

local function eye()
  local function at(z, r) return ring({ 0.036, 1.618, z }, { r, 0, 0 }, { 0, r * 1.5, 0 }, { Head = 1 }) end
  return tube({ at(0.088, 0.013), at(0.104, 0.011) }, 6, { 0, 0.002 })
end

-- A shell around the head that dives under the face in front.
local function hair()
  local h = { Head = 1 }
  local function open(front)
    return function(angle) -- 90 degrees is the face
      local off = math.abs(angle - 90)
      return off < front and 0.80 or 1
    end
  end
  return {
    tube({
      level(1.520, 0.078, 0.066, h, -0.038, open(100)), level(1.560, 0.098, 0.094, h, -0.024, open(80)),
      level(1.610, 0.106, 0.112, h, -0.010, open(62)), level(1.655, 0.107, 0.117, h, -0.004, open(48)),
      level(1.690, 0.100, 0.110, h), level(1.728, 0.076, 0.084, h, -0.002),
      level(1.752, 0.038, 0.042, h, -0.004),
    }, 12, { 0, 0.006 }),
    tube({ -- the ponytail
      ring({ 0, 1.690, -0.088 }, { 0.018, 0, 0 }, { 0, 0.018, -0.008 }, h),
      ring({ 0, 1.692, -0.135 }, { 0.040, 0, 0 }, { 0, 0.036, -0.018 }, h),
      ring({ 0, 1.630, -0.190 }, { 0.042, 0, 0 }, { 0, 0.016, -0.036 }, h),
      ring({ 0, 1.540, -0.192 }, { 0.032, 0, 0 }, { 0, 0.002, -0.028 }, h),
      ring({ 0, 1.470, -0.166 }, { 0.012, 0, 0 }, { 0, -0.004, -0.012 }, h),
    }, 8, { 0, 0.012 }),
  }
end

body.materials = {
  { name = 'jacket', color = { 0.80, 0.24, 0.12 } },
  { name = 'scarf', color = { 0.93, 0.68, 0.18 } },
  { name = 'trousers', color = { 0.09, 0.13, 0.24 } },
  { name = 'boots', color = { 0.20, 0.11, 0.07 } },
  { name = 'skin', color = { 0.78, 0.50, 0.34 } },
  { name = 'hair', color = { 0.10, 0.055, 0.04 } },
  { name = 'eyes', color = { 0.03, 0.03, 0.05 } },
}
for _, material in ipairs(body.materials) do material.metallic, material.roughness = 0, 0.85 end

local function both(list, mesh)
  list[#list + 1] = mesh
  list[#list + 1] = solid.mirror(mesh)
end

local function flat(...)
  local out = {}
  for _, list in ipairs { ... } do table.move(list, 1, #list, #out + 1, out) end
  return out
end

-- The skinned mesh, one primitive a material.
function body.mesh()
  local jacket, boots, trousers, eyes, hands = { torso() }, {}, { pelvis() }, {}, {}
  both(jacket, solid.place(sleeve(), 'LeftArm'))
  both(trousers, leg())
  both(boots, boot_shaft())
  both(boots, boot_foot())
  both(eyes, eye())
  for _, part in ipairs(forearm_and_hand()) do both(hands, solid.place(part, 'LeftArm')) end
  return { name = 'Helia', primitives = {
    solid.primitive('jacket', jacket), solid.primitive('scarf', scarf()), solid.primitive('trousers', trousers),
    solid.primitive('boots', boots), solid.primitive('skin', flat(head(), hands)), solid.primitive('hair', hair()),
    solid.primitive('eyes', eyes),
  } }
end

return body
