-- Feet on uneven ground: the hips go down as far as the lowest foot needs, then each leg bends to its place.
--
-- The ground is a function of the host, in model space: ground(x, z) -> height, and optionally a normal nx, ny, nz.

local core = require 'helioanim.core'

local FootPlacement = {}
FootPlacement.__index = FootPlacement
FootPlacement.__name = 'helioanim.FootPlacement'

local foot_placement = {}

local OPTIONS = {
  skeleton = true, hips = true, feet = true, ground = true, max_drop = true, max_rise = true, speed = true,
}
local FOOT = { root = true, mid = true, tip = true, forward = true }

local function check_keys(given, known, what)
  for key in pairs(given) do
    if not known[key] then error(("%s: unknown field '%s'"):format(what, tostring(key)), 4) end
  end
end

local function must_joint(skeleton, joint, what)
  if type(joint) == 'number' and math.tointeger(joint) and joint >= 1 and joint <= #skeleton then return joint end
  if type(joint) ~= 'string' then error(('foot_placement: %s: joint index or name expected'):format(what), 4) end
  local found, message = skeleton:find(joint)
  if not found then error(('foot_placement: %s: %s'):format(what, message), 4) end
  return found
end

local function new_foot(options, i, given)
  if type(given) ~= 'table' then error(('foot_placement: feet[%d]: table expected'):format(i), 4) end
  check_keys(given, FOOT, 'foot_placement foot')
  return {
    tip = must_joint(options.skeleton, given.tip, 'tip'), forward = given.forward or { 0, 0, 1 },
    leg = core.two_bone { skeleton = options.skeleton, root = given.root, mid = given.mid, tip = given.tip,
                          least_angle = math.rad(10), most_angle = math.rad(178) },
    target = { 0, 0, 0 }, pole = { 0, 0, 0 }, mid = must_joint(options.skeleton, given.mid, 'mid'), rise = 0,
    reached = false,
  }
end

local function number_or(options, key, fallback)
  local value = options[key]
  if value == nil then return fallback end
  if type(value) ~= 'number' or value ~= value or value < 0 then
    error(('foot_placement: %s: a number from 0 on expected'):format(key), 4)
  end
  return value
end

local function new(options)
  if type(options) ~= 'table' then error("bad argument #1 to 'foot_placement' (table expected)", 3) end
  check_keys(options, OPTIONS, 'foot_placement')
  if type(options.ground) ~= 'function' then error('foot_placement: ground: function expected', 3) end
  if type(options.feet) ~= 'table' then error('foot_placement: feet: table expected', 3) end
  local self = setmetatable({
    ground = options.ground, hips = must_joint(options.skeleton, options.hips, 'hips'), feet = {},
    max_drop = number_or(options, 'max_drop', 0.5), max_rise = number_or(options, 'max_rise', 0.5),
    speed = number_or(options, 'speed', math.huge), offset = 0,
  }, FootPlacement)
  local parent = options.skeleton:parent(self.hips)
  self.parent = parent
  for i, foot in ipairs(options.feet) do self.feet[i] = new_foot(options, i, foot) end
  return self
end

-- `options`: skeleton, hips, ground, feet = { { root =, mid =, tip =, forward = { x, y, z } }, ... }; max_drop and
-- max_rise, how far hips and feet may move (0.5); speed, metres a second (no limit). `forward` is where knees point.
function foot_placement.new(options) return new(options) end

local function clamp(value, least, most) return math.max(least, math.min(most, value)) end

-- Lowers the hips by `offset` along y of model space.
local function move_hips(self, pose, model, offset)
  local tx, ty, tz = pose:translation(self.hips)
  if self.parent then
    -- y of model space as the hips' parent sees it: a row of the inverse, right for even scale
    local _, _, _, qx, qy, qz, qw, sx, sy, sz = model:transform(self.parent)
    local x = 2 * (qx * qy + qz * qw)
    local y = 1 - 2 * (qx * qx + qz * qz)
    local z = 2 * (qy * qz - qx * qw)
    if sx ~= 0 and sy ~= 0 and sz ~= 0 then
      tx, ty, tz = tx + offset * x / sx, ty + offset * y / sy, tz + offset * z / sz
    end
  else
    ty = ty + offset
  end
  pose:set_translation(self.hips, tx, ty, tz)
  pose:to_model(model, self.hips)
end

-- Puts the feet of a posed character on the ground. `weight` blends (1); `dt` limits how fast hips and feet follow
-- where a speed was given. `model` belongs to the pose and stays up to date. Returns whether all feet got there, and
-- how far the hips moved. No garbage.
function FootPlacement:solve(pose, model, weight, dt)
  weight = weight or 1
  local step = (dt or math.huge) * self.speed
  if step ~= step then step = math.huge end
  local lowest = math.huge
  for i = 1, #self.feet do
    local foot = self.feet[i]
    local x, y, z = model:transform(foot.tip)
    local wanted = clamp(self.ground(x, z) * weight, -self.max_drop, self.max_rise)
    foot.rise = foot.rise + clamp(wanted - foot.rise, -step, step)
    foot.target[1], foot.target[2], foot.target[3] = x, y + foot.rise, z
    lowest = math.min(lowest, foot.rise)
  end
  if lowest == math.huge then return true, 0 end
  self.offset = self.offset + clamp(lowest - self.offset, -step, step)
  if self.offset ~= 0 then move_hips(self, pose, model, self.offset) end
  local all = true
  for i = 1, #self.feet do
    local foot = self.feet[i]
    local x, y, z = model:transform(foot.mid)
    foot.pole[1], foot.pole[2], foot.pole[3] = x + foot.forward[1], y + foot.forward[2], z + foot.forward[3]
    foot.reached = foot.leg:solve(pose, model, foot.target, foot.pole, 1)
    all = all and foot.reached
  end
  return all, self.offset
end

return foot_placement
