-- Walking and running from one description: where each foot is at a phase of the stride, and how the body answers.

local space = require 'examples.character.space'
local curve = require 'examples.character.curve'
local motion = require 'examples.character.motion'

local gait = {}

local rx, ry, rz, mul, sin, cos = space.rx, space.ry, space.rz, space.mul, math.sin, math.cos
local TAU = 2 * math.pi

-- The foot in the world while it stands, `s` from 0 (touches the ground) to 1 (leaves it).
local function standing(g, x, landed, s)
  local pitch = g.strike_pitch * (1 - curve.step(0, g.flat_at, s)) + g.push_pitch * curve.step(g.heel_off, 1.04, s)
  return motion.planted(x, landed, pitch)
end

-- Through the air from one stand to the next, `u` from 0 to 1: leaves and arrives with the speed of the stand.
local function flying(g, x, landed, stride, u)
  local h = 0.02
  local from, before = standing(g, x, landed, 1), standing(g, x, landed, 1 - h)
  local to, after = standing(g, x, landed + stride, 0), standing(g, x, landed + stride, h)
  local per_u = (1 - g.stance) / g.stance / h
  local ankle = { x }
  for c = 2, 3 do
    local leaving = (from.ankle[c] - before.ankle[c]) * per_u
    local arriving = (after.ankle[c] - to.ankle[c]) * per_u + (c == 3 and g.arrive * stride or 0)
    ankle[c] = curve.hermite(from.ankle[c], leaving, to.ankle[c], arriving, u, 1)
  end
  ankle[2] = ankle[2] + g.lift * 16 * (u * (1 - u)) ^ 2 * (1 + g.lift_early * (1 - 2 * u))
  return {
    ankle = ankle, pitch = curve.through { { 0, from.pitch }, { 0.22, from.pitch - g.trail_pitch },
      { 0.72, g.strike_pitch * 0.5 }, { 1, g.strike_pitch } }(u),
    yaw = 0, toe = from.toe * (1 - curve.step(0, 0.35, u)),
  }
end

-- A foot at `phase` of its own stride, which begins where it touches the ground; relative to Root.
local function foot(g, side, phase)
  local stride = g.speed * g.period
  local x = side * g.width
  local landed = stride * g.stance * g.ahead - g.speed * g.period * phase -- where it landed, seen from Root
  if phase < g.stance then return standing(g, x, landed, phase / g.stance) end
  return flying(g, x, landed, stride, (phase - g.stance) / (1 - g.stance))
end

local function arm(g, phase)
  local swing = -cos(TAU * (phase - 0.02)) -- back while the foot of its side is in front
  return {
    swing = g.arm_middle + g.arm_swing * swing, lift = g.arm_lift, twist = -12,
    elbow = g.elbow + g.elbow_swing * swing, across = g.arm_across * math.max(0, swing), curl = 8,
    reach = 6 * swing,
  }
end

-- The moment at `time`. The left foot touches the ground at 0, the right half a stride later.
function gait.moment(g, time)
  local p = (time / g.period) % 1
  local other = (p + 0.5) % 1
  local twist = cos(TAU * p) -- 1: left leg in front
  local bob = g.bob * cos(2 * TAU * (p - g.lowest))
  local sway = sin(TAU * (p + 0.02))
  local yaw, lean = -g.hip_yaw * twist, g.lean
  local roll = -g.hip_roll * sin(TAU * (p + 0.03))
  local counter = g.chest_yaw * twist -- the shoulders turn against the hips
  return {
    root = { 0, 0, g.speed * time },
    hips = { g.sway * sway, g.height - bob, g.forward + 0.008 * cos(2 * TAU * p) },
    hips_turn = mul(ry(yaw), rz(roll), rx(lean * 0.4)),
    spine = mul(ry(-yaw * 0.6 + counter), rz(-roll * 0.6), rx(lean * 0.35)),
    chest = mul(ry(-yaw * 0.4 + counter), rz(-roll * 0.4), rx(lean * 0.25)),
    neck = mul(ry(-counter), rx(-lean * 0.45)),
    head = mul(ry(-counter), rx(-lean * 0.4 + g.nod * cos(2 * TAU * p))),
    left_arm = arm(g, p), right_arm = arm(g, other),
    left_foot = foot(g, 1, p), right_foot = foot(g, -1, other),
  }
end

-- frames / 30 s is a stride of both feet. `ahead`: how much of the stand lies before Root; `lowest`: the phase where
-- the hips are lowest; `arrive`: how fast a foot still flies when it lands, in strides a flight.
gait.walk = {
  frames = 32, speed = 1.05, stance = 0.62, ahead = 0.43, width = 0.075,
  strike_pitch = 18, flat_at = 0.16, heel_off = 0.55, push_pitch = -46, trail_pitch = 10, lift = 0.03, lift_early = 0.4,
  arrive = 0,
  height = -0.030, bob = 0.013, lowest = 0.06, forward = 0.005, sway = 0.016, hip_yaw = 7, hip_roll = 3,
  lean = 4, chest_yaw = 3.5, arm_middle = 4, arm_swing = 24, arm_lift = 9, elbow = 20, elbow_swing = 12,
  arm_across = 6, nod = 0.6,
}
gait.run = {
  frames = 20, speed = 3.3, stance = 0.30, ahead = 0.46, width = 0.055,
  strike_pitch = 4, flat_at = 0.25, heel_off = 0.45, push_pitch = -58, trail_pitch = 34, lift = 0.22, lift_early = 0.9,
  arrive = 0.9,
  height = -0.065, bob = 0.035, lowest = 0.16, forward = 0.02, sway = 0.008, hip_yaw = 11, hip_roll = 3,
  lean = 13, chest_yaw = 8, arm_middle = 2, arm_swing = 44, arm_lift = 14, elbow = 86, elbow_swing = 18,
  arm_across = 14, nod = 1.2,
}
for _, g in ipairs { gait.walk, gait.run } do g.period = g.frames / motion.fps end

return gait
