-- What Helia does. Every clip is a function from time to a moment, baked into keys.

local space = require 'examples.character.space'
local curve = require 'examples.character.curve'
local gait = require 'examples.character.gait'
local motion = require 'examples.character.motion'

local rx, ry, rz, mul, sin = space.rx, space.ry, space.rz, space.mul, math.sin
local through = curve.through
local TAU = 2 * math.pi

-- How she stands: the start of idle and the beginning and end of everything that is done on the spot.
local STAND = { left = { 0.105, 0.035, 12 }, right = { -0.105, -0.035, -14 } } -- x, z, degrees outward

local function standing_foot(side, lift, pitch)
  local x, z, yaw = table.unpack(STAND[side])
  local foot = motion.planted(x, z, pitch or 0, yaw)
  foot.ankle[2] = foot.ankle[2] + (lift or 0)
  return foot
end

local function idle_arm(swing, elbow, breath)
  return {
    swing = swing + 1.2 * breath, lift = 11 + 0.8 * breath, twist = -14, elbow = elbow, curl = 10, raise = 1.2 * breath,
  }
end

local function idle(time)
  local breath, slow = sin(TAU * time / 2), sin(TAU * time / 4)
  local look = curve.step(0.6, 1.1, time) - curve.step(2.5, 3.1, time)
  return {
    hips = { 0.012 * slow, -0.009 + 0.002 * breath, 0 }, hips_turn = mul(ry(3), rz(-0.8 * slow), rx(1)),
    spine = mul(rz(0.9 * slow), rx(1 + 0.6 * breath)), chest = mul(ry(-2), rx(1 - 1.6 * breath)),
    neck = mul(ry(7 * look), rx(2 + 0.5 * breath)), head = mul(ry(9 * look), rx(-2 + 0.6 * breath)),
    left_arm = idle_arm(2, 17, breath), right_arm = idle_arm(3, 20, breath),
    left_foot = standing_foot 'left', right_foot = standing_foot 'right',
  }
end

-- Every number of an arm on its way between two arms.
local function mix_arm(a, b, t)
  local out = {}
  for _, arm in ipairs { a, b } do
    for key in pairs(arm) do out[key] = space.mix(a[key] or 0, b[key] or 0, t) end
  end
  return out
end

local function wave(time)
  local moment = idle(0)
  local up = curve.step(0.05, 0.6, time) - curve.step(1.75, 2.35, time)
  local beat = sin(TAU * (time - 0.6) / 0.4) * (curve.step(0.5, 0.75, time) - curve.step(1.6, 1.85, time))
  moment.right_arm = mix_arm(moment.right_arm,
    { swing = 8, lift = 112 + 4 * beat, twist = -78, elbow = 58 - 26 * beat, curl = -10 * beat, raise = 14 }, up)
  moment.hips[1] = moment.hips[1] + 0.018 * up
  moment.spine = mul(moment.spine, rz(3 * up))
  moment.chest = mul(moment.chest, rz(2.5 * up), ry(-5 * up))
  moment.neck, moment.head = mul(moment.neck, rz(-3 * up)), mul(moment.head, rz(-5 * up), rx(-3 * up))
  return moment
end

-- A straight right with a step of the left foot: back and down into the wind-up, then hips, chest and arm in turn.
local function attack(time)
  local moment = idle(0)
  local guard = curve.step(0, 0.22, time) - curve.step(0.72, 1.12, time)
  local wind = through { { 0.04, 0 }, { 0.3, 1 }, { 0.36, 0.95 }, { 0.46, 0 } }(time)
  local hips = through { { 0.28, 0 }, { 0.42, 1 }, { 0.62, 0.9 }, { 1.08, 0 } }(time)
  local strike = through { { 0.33, 0 }, { 0.47, 1 }, { 0.56, 0.97 }, { 0.8, 0 } }(time)
  local step = through { { 0.2, 0 }, { 0.42, 1 }, { 0.78, 1 }, { 1.08, 0 } }(time)
  local lift = 0.05 * (sin(math.pi * curve.step(0.2, 0.42, time)) ^ 2 + sin(math.pi * curve.step(0.78, 1.08, time)) ^ 2)
  moment.hips = { moment.hips[1] - 0.02 * wind, -0.009 - 0.05 * guard - 0.035 * hips, -0.07 * wind + 0.13 * hips }
  moment.hips_turn = mul(ry(3 - 24 * wind + 30 * hips), rx(1 + 6 * hips))
  moment.spine = mul(ry(-12 * wind + 14 * strike), rx(2 + 5 * strike - 3 * wind))
  moment.chest = mul(ry(-2 - 16 * wind + 20 * strike), rx(2 + 4 * strike))
  moment.neck = mul(ry(24 * wind - 30 * hips * 0.9), rx(2))
  moment.head = mul(ry(26 * wind - 32 * strike * 0.9), rx(-2 - 5 * strike))
  local rest = { swing = 3, lift = 11, twist = -14, elbow = 20, curl = 10 }
  local fist = mix_arm({ swing = 34, lift = 20, twist = -6, elbow = 118, curl = 14 },
    { swing = -14, lift = 34, twist = -10, elbow = 122, curl = 14, reach = -12 }, wind)
  fist = mix_arm(fist, { swing = 88, lift = 8, twist = -60, elbow = 4, curl = 0, reach = 24, raise = 4 }, strike)
  moment.right_arm = mix_arm(rest, fist, guard)
  moment.left_arm = mix_arm(rest, mix_arm({ swing = 50, lift = 18, twist = -4, elbow = 112, curl = 14, reach = 8 },
    { swing = 4, lift = 26, twist = -8, elbow = 124, curl = 14, reach = -10 }, strike), guard)
  moment.left_foot = standing_foot 'left'
  local ankle = moment.left_foot.ankle
  ankle[2], ankle[3] = ankle[2] + lift, ankle[3] + 0.26 * step
  local push = -34 * (curve.step(0.3, 0.46, time) - curve.step(0.7, 1.02, time))
  moment.right_foot = standing_foot('right', 0, push)
  return moment
end

local G = 9.81
local TAKE_OFF, FLIGHT = 0.40, 0.50
local LANDING = TAKE_OFF + FLIGHT

-- The hips' height over how she stands: crouch, ballistic flight, the landing taken up by the knees.
local function jump_height(time)
  local up = G * FLIGHT / 2
  if time > TAKE_OFF and time < LANDING then
    local t = time - TAKE_OFF
    return 0.035 + up * t - G * t * t / 2
  elseif time <= TAKE_OFF then
    if time < 0.26 then return through { { 0, 0 }, { 0.26, -0.21 } }(time) end
    return curve.hermite(-0.21, 0, 0.035, up, (time - 0.26) / (TAKE_OFF - 0.26), TAKE_OFF - 0.26)
  elseif time < LANDING + 0.16 then
    return curve.hermite(0.035, -up, -0.17, 0, (time - LANDING) / 0.16, 0.16)
  end
  return through { { LANDING + 0.16, -0.17 }, { 1.4, 0 } }(time)
end

local function jumping_foot(side, time, height)
  local roll = through { { 0.22, 0 }, { TAKE_OFF, -44 } }(time)
  local x, z, yaw = table.unpack(STAND[side])
  if time <= TAKE_OFF then return motion.planted(x, z, roll, yaw) end
  local touch = -26 * (1 - curve.step(LANDING, LANDING + 0.09, time))
  if time >= LANDING then return motion.planted(x, z, touch, yaw) end
  local u = (time - TAKE_OFF) / FLIGHT
  local leave, arrive = motion.planted(x, z, -44, yaw), motion.planted(x, z, -26, yaw)
  local tuck = sin(math.pi * u) ^ 2
  local mixed = curve.step(0, 1, u)
  local ankle = {}
  for c = 1, 3 do ankle[c] = space.mix(leave.ankle[c], arrive.ankle[c], mixed) end
  ankle[2] = ankle[2] + (height - 0.035) + 0.13 * tuck
  ankle[3] = ankle[3] - 0.06 * tuck
  local pitch = through { { 0, -44 }, { 0.18, -58 }, { 0.6, -30 }, { 1, -26 } }(u)
  return { ankle = ankle, pitch = pitch, yaw = yaw, toe = space.mix(-44, -26, mixed) * (1 - tuck) }
end

local function jump(time)
  local moment = idle(0)
  local height = jump_height(time)
  local crouch = through { { 0, 0 }, { 0.26, 1 }, { 0.41, 0 } }(time)
  local absorb = through { { LANDING - 0.05, 0 }, { LANDING + 0.16, 1 }, { 1.4, 0 } }(time)
  local air = through { { 0.3, 0 }, { 0.46, 1 }, { 0.75, 0.75 }, { LANDING + 0.05, 0.35 }, { 1.3, 0 } }(time)
  local bend = 30 * crouch + 24 * absorb
  moment.hips = { moment.hips[1], -0.009 + height, -0.06 * crouch - 0.05 * absorb }
  moment.hips_turn = mul(ry(3 * (1 - air)), rx(1 + bend * 0.6 - 2 * air))
  moment.spine, moment.chest = mul(rx(1 + bend * 0.45 - 5 * air)), mul(ry(-2), rx(1 + bend * 0.35 - 6 * air))
  moment.neck, moment.head = rx(2 - bend * 0.4 - 3 * air), rx(-2 - bend * 0.35 - 4 * air)
  local function arm(rest_swing, elbow)
    local rest = { swing = rest_swing, lift = 11, twist = -14, elbow = elbow, curl = 10 }
    local out = mix_arm(rest, { swing = -52, lift = 16, twist = -14, elbow = 16, curl = 4 }, crouch)
    out = mix_arm(out, { swing = 118, lift = 24, twist = -20, elbow = 34, curl = 0, raise = 10 }, air)
    return mix_arm(out, { swing = 26, lift = 22, twist = -14, elbow = 46, curl = 8 }, absorb * (1 - air))
  end
  moment.left_arm, moment.right_arm = arm(2, 17), arm(3, 20)
  moment.left_foot, moment.right_foot = jumping_foot('left', time, height), jumping_foot('right', time, height)
  return moment
end

local function steps(g)
  return { { 0, 'step_left' }, { g.period / 2, 'step_right' } }
end

local function seconds(list)
  local out = {}
  for i, frame in ipairs(list) do out[i] = frame / motion.fps end
  return out
end

local function gait_clip(name)
  local g = gait[name]
  return {
    name = name, tracks = motion.bake(function(time) return gait.moment(g, time) end, g.frames),
    extras = { helioanim = {
      speed = g.speed, root = 'Root', loop = true, events = steps(g), markers = { { 'L', 0 }, { 'R', 0.5 } },
    } },
  }
end

local function spot_clip(name, tracks, loop, events)
  local extras = { helioanim = { speed = 0, root = 'Root', loop = loop, events = events } }
  return { name = name, tracks = tracks, extras = extras }
end

local WAVE_FRAMES = { 0, 4, 9, 14, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 52, 57, 63, 68, 72 }

-- Six animations for the writer.
return function()
  return {
    spot_clip('idle', motion.bake(idle, 120), true),
    gait_clip 'walk',
    gait_clip 'run',
    spot_clip('wave', motion.bake_cubic(wave, seconds(WAVE_FRAMES)), false, { { 0.6, 'hello' } }),
    spot_clip('attack', motion.bake(attack, 34), false, { { 0.33, 'swing' }, { 0.47, 'hit' } }),
    spot_clip('jump', motion.bake(jump, 42), false, { { TAKE_OFF, 'take_off' }, { LANDING, 'land' } }),
  }
end
