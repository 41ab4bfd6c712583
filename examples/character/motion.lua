-- From a description of a moment to joint rotations, and from a function of time to tracks.
--
-- A moment says where the hips are and how the body turns, joint by joint, and where the feet stand; the legs follow by
-- two-bone IK, so a foot that is told to stay stays.

local space = require 'examples.character.space'
local skeleton = require 'examples.character.skeleton'

local motion = {}

local rx, ry, rz, mul = space.rx, space.ry, space.rz, space.mul
local THIGH, SHIN, ANKLE, BALL = 0.41, 0.39, 0.08, { 0, -0.05, 0.12 }
local HEEL = { 0, -ANKLE, -0.06 }
motion.fps = 30

-- How a foot is turned: degrees toes up, degrees toes outward to the left.
local function foot_turn(pitch, yaw) return mul(ry(yaw or 0), rx(-pitch)) end

-- A foot that stands flat with its ankle above (x, z), pitched about the heel (pitch > 0) or, with the toes staying
-- on the ground, about the ball (pitch < 0).
function motion.planted(x, z, pitch, yaw)
  local pivot = pitch > 0 and HEEL or BALL
  local turned = space.turn(foot_turn(pitch, yaw), pivot)
  local flat = space.turn(ry(yaw or 0), pivot)
  return {
    ankle = { x + flat[1] - turned[1], ANKLE + flat[2] - turned[2], z + flat[3] - turned[3] },
    pitch = pitch, yaw = yaw or 0, toe = math.min(0, pitch),
  }
end

-- Rotations in the model of thigh and shin that bring the ankle from `hip` to `ankle`, the knee towards `forward`.
-- Also how far the leg is stretched: 1 is as far as it goes.
local function solve_leg(hip, ankle, forward)
  local to = space.sub(ankle, hip)
  local distance = space.length(to)
  local stretch = distance / (THIGH + SHIN)
  local reach = math.min(distance, 0.9999 * (THIGH + SHIN))
  local along = space.scale(to, 1 / distance)
  local bend = space.unit(space.sub(forward, space.scale(along, space.dot(forward, along))))
  local a = (THIGH * THIGH - SHIN * SHIN + reach * reach) / (2 * reach)
  local h = math.sqrt(math.max(0, THIGH * THIGH - a * a))
  local knee = space.add(hip, space.add(space.scale(along, a), space.scale(bend, h)))
  local foot = space.add(hip, space.scale(along, reach))
  local function frame(from, to_point)
    local y = space.unit(space.sub(from, to_point))
    local x = space.unit(space.cross(y, bend))
    return space.from_axes(x, y, space.cross(x, y))
  end
  return frame(hip, knee), frame(knee, foot), stretch
end

local function place_leg(side, moment, hips_position, hips_turn, out)
  local foot = moment[side:lower() .. '_foot']
  local hip = space.add(hips_position, space.turn(hips_turn, skeleton.by_name[side .. 'UpLeg'].translation))
  local forward = space.turn(ry(foot.knee or foot.yaw), { 0, 0, 1 })
  local thigh, shin, stretch = solve_leg(hip, foot.ankle, forward)
  out[side .. 'UpLeg'] = mul(space.inverse(hips_turn), thigh)
  out[side .. 'Leg'] = mul(space.inverse(thigh), shin)
  out[side .. 'Foot'] = mul(space.inverse(shin), foot_turn(foot.pitch, foot.yaw))
  out[side .. 'ToeBase'] = rx(foot.toe)
  motion.largest_stretch = math.max(motion.largest_stretch or 0, stretch)
end

-- Degrees of an arm: swing forward, lift to the side from hanging, twist about itself, elbow, wrist, and the
-- shoulder's own raise and forward. Mirrored for the right.
local function place_arm(side, arm, out)
  local s = side == 'Left' and 1 or -1
  out[side .. 'Shoulder'] = mul(rz(s * (arm.raise or 0)), ry(-s * (arm.reach or 0)))
  out[side .. 'Arm'] = mul(ry(-s * (arm.across or 0)), rx(-(arm.swing or 0)), rz(-s * (90 - (arm.lift or 8))),
    rx(arm.twist or 0))
  out[side .. 'ForeArm'] = ry(-s * (arm.elbow or 10))
  out[side .. 'Hand'] = mul(rz(s * (arm.wrist or 0)), ry(-s * (arm.curl or 0)), rx(arm.roll or 0))
end

-- Local rotations by joint and the translations of Root and Hips. A moment: root, hips (offset), hips_turn, spine,
-- chest, neck, head, left_arm, right_arm, left_foot, right_foot (ankles relative to Root).
function motion.solve(moment)
  local still = { 0, 0, 0, 1 }
  local rest = skeleton.by_name.Hips.translation
  local out = {}
  local hips = space.add(rest, moment.hips or { 0, 0, 0 })
  local turn = moment.hips_turn or still
  out.Hips, out.Spine, out.Chest = turn, moment.spine or still, moment.chest or still
  out.Neck, out.Head = moment.neck or still, moment.head or still
  place_arm('Left', moment.left_arm, out)
  place_arm('Right', moment.right_arm, out)
  place_leg('Left', moment, hips, turn, out)
  place_leg('Right', moment, hips, turn, out)
  return out, { Root = moment.root or { 0, 0, 0 }, Hips = hips }
end

-- Key values lie on a grid, so that another machine's sine makes the same file.
local function grid(number) return math.floor(number * 1e6 + 0.5) / 1e6 end

local function same_side(q, reference)
  if reference and q[1] * reference[1] + q[2] * reference[2] + q[3] * reference[3] + q[4] * reference[4] < 0 then
    return { -q[1], -q[2], -q[3], -q[4] }
  end
  return q
end

-- Samples `f` (time -> moment) at the times: { { joint, channel, values by key } }, rotations without sign flips.
local function sample(f, times)
  local rows, by_key = {}, {}
  local function put(joint, channel, value)
    local key = joint .. channel
    local row = by_key[key]
    if not row then
      row = { joint = joint, channel = channel, values = {} }
      by_key[key], rows[#rows + 1] = row, row
    end
    if channel == 'rotation' then value = same_side(value, row.values[#row.values]) end
    row.values[#row.values + 1] = value
  end
  for _, time in ipairs(times) do
    local rotations, translations = motion.solve(f(time))
    for _, joint in ipairs(skeleton.joints) do
      if translations[joint.name] then put(joint.name, 'translation', translations[joint.name]) end
      if rotations[joint.name] then put(joint.name, 'rotation', rotations[joint.name]) end
    end
  end
  return rows
end

local function all_equal(values, to)
  for _, value in ipairs(values) do
    for c = 1, #value do
      if math.abs(value[c] - to[c]) > 2e-6 then return false end
    end
  end
  return true
end

-- Joints that rest need no track, and those that hold still one key.
local function to_track(row, times, interpolation, slopes)
  local rest = skeleton.by_name[row.joint][row.channel]
  if row.channel == 'rotation' then rest = same_side(rest, row.values[1]) end
  if all_equal(row.values, rest) then return nil end
  local track = { joint = row.joint, channel = row.channel, interpolation = interpolation, times = times, values = {} }
  if all_equal(row.values, row.values[1]) then
    track.times, track.interpolation = { times[1] }, 'step'
  end
  for k = 1, #track.times do
    local slope = track.interpolation == 'cubic' and slopes[k]
    for part = 1, slope and 3 or 1 do
      local numbers = (part == 2 or not slope) and row.values[k] or slope
      for c = 1, #numbers do track.values[#track.values + 1] = grid(numbers[c]) end
    end
  end
  return track
end

local function close(row)
  if row.joint == 'Root' then return end
  row.values[#row.values] = { table.unpack(row.values[1]) }
end

local function collect(rows, times, interpolation, slopes)
  local tracks = {}
  for i, row in ipairs(rows) do
    local track = to_track(row, times, interpolation, slopes and slopes[i])
    if track then tracks[#tracks + 1] = track end
  end
  return tracks
end

-- Linear tracks of `frames` steps at 30 Hz. The last key is the first, to the bit, but for Root's travel.
function motion.bake(f, frames)
  local times = {}
  for i = 0, frames do times[i + 1] = i / motion.fps end
  local rows = sample(f, times)
  for _, row in ipairs(rows) do close(row) end
  return collect(rows, times, 'linear')
end

local function difference(later, earlier, step)
  local out = {}
  for c = 1, #later do out[c] = (later[c] - earlier[c]) / step end
  return out
end

-- Cubic tracks with keys at `times`, their tangents the slopes of the motion itself.
function motion.bake_cubic(f, times)
  local step = 1 / 240
  local around = {}
  for _, time in ipairs(times) do table.move({ time - step, time, time + step }, 1, 3, #around + 1, around) end
  local rows, slopes = sample(f, around), {}
  for i, row in ipairs(rows) do
    local values = {}
    slopes[i] = {}
    for k = 1, #times do
      values[k] = row.values[3 * k - 1]
      slopes[i][k] = difference(row.values[3 * k], row.values[3 * k - 2], 2 * step)
    end
    row.values = values
    close(row)
  end
  return collect(rows, times, 'cubic', slopes)
end

return motion
