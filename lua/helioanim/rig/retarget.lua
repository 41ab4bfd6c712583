-- Retargeting: motion of one skeleton on another. Maps joints, compares rest poses, and compiles a helioanim.Mapping
-- that works pose by pose without garbage; or bakes a whole clip.

local core = require 'helioanim.core'
local check = require 'helioanim.util.check'
local seal = require 'helioanim.util.seal'
local vector = require 'helioanim.util.vector'
local humanoid = require 'helioanim.rig.humanoid'

local cross, distance, dot, subtract = vector.cross, vector.distance, vector.dot, vector.subtract

local Retarget = seal.class('Retarget', { 'from', 'to', 'matched', 'missing', 'scale' })

local retarget = {}

local OPTIONS = {
  from = 'helioanim.Skeleton', to = 'helioanim.Skeleton', map = true, from_pose = 'helioanim.Pose',
  to_pose = 'helioanim.Pose', root = true, translations = 'string', scale = 'number', align = 'boolean',
  face = 'boolean',
}

local function where(key) return check.field('retarget', key) end

-- A list of { source, target, slot }, and what only one side has.
local function map_slots(from, to)
  local a, b = humanoid.guess(from), humanoid.guess(to)
  local pairs_, missing, slots = {}, {}, {}
  for slot in pairs(a) do slots[#slots + 1] = slot end
  for slot in pairs(b) do
    if not a[slot] then slots[#slots + 1] = slot end
  end
  table.sort(slots)
  for _, slot in ipairs(slots) do
    if a[slot] and b[slot] then
      pairs_[#pairs_ + 1] = { a[slot], b[slot], slot = slot }
    else
      missing[#missing + 1] = slot
    end
  end
  return pairs_, missing
end

local function map_names(from, to)
  local pairs_, missing = {}, {}
  for joint = 1, #to do
    local name = to:joint_name(joint)
    local source = name ~= '' and from:find(name)
    if source and to:find(name) == joint then
      pairs_[#pairs_ + 1] = { source, joint }
    else
      missing[#missing + 1] = name
    end
  end
  return pairs_, missing
end

-- `map`: source name = target name.
local function map_table(from, to, map)
  local out = {}
  for source, target in pairs(map) do
    out[#out + 1] = { check.joint(from, source, where 'map'), check.joint(to, target, where 'map') }
  end
  table.sort(out, function(a, b) return a[2] < b[2] end)
  return out, {}
end

local function read_map(options)
  local map = options.map
  if map == 'humanoid' then return map_slots(options.from, options.to) end
  if map == 'names' then return map_names(options.from, options.to) end
  if type(map) == 'table' then return map_table(options.from, options.to, map) end
  check.fail(where 'map', "'humanoid', 'names' or a table expected, got %s", tostring(map))
end

-- --- geometry, at the time of making ---

local function unit(v)
  local length = vector.length(v)
  return length >= 1e-9 and { v[1] / length, v[2] / length, v[3] / length } or nil
end

local IDENTITY = { 0, 0, 0, 1 }

-- The shortest rotation from one unit vector to another.
local function between(a, b)
  local w = 1 + dot(a, b)
  if w < 1e-6 then
    local side = unit(cross(a, math.abs(a[1]) < 0.9 and { 1, 0, 0 } or { 0, 1, 0 }))
    return { side[1], side[2], side[3], 0 }
  end
  local c = cross(a, b)
  local length = math.sqrt(dot(c, c) + w * w)
  return { c[1] / length, c[2] / length, c[3] / length, w / length }
end

local function rotate(q, v)
  local t = cross(q, v)
  t = { 2 * t[1], 2 * t[2], 2 * t[3] }
  local u = cross(q, t)
  return { v[1] + q[4] * t[1] + u[1], v[2] + q[4] * t[2] + u[2], v[3] + q[4] * t[3] + u[3] }
end

-- Model positions of all joints of a pose.
local function positions_of(pose)
  local model, out = pose:to_model(pose.skeleton:new_matrices()), {}
  for joint = 1, #pose do
    local x, y, z = model:transform(joint)
    out[joint] = { x, y, z }
  end
  return out
end

local function by_slot_of(pairs_)
  local by_slot = {}
  for _, pair in ipairs(pairs_) do
    if pair.slot then by_slot[pair.slot] = pair end
  end
  return by_slot
end

-- Sine and cosine of half an angle from those of the angle, by square roots: the same bits everywhere.
local function half_of(sine, cosine)
  if cosine >= 0 then
    local half_cosine = math.sqrt((1 + cosine) / 2)
    return sine / (2 * half_cosine), half_cosine
  end
  local half_sine = math.sqrt((1 - cosine) / 2)
  return sine < 0 and -half_sine or half_sine, math.abs(sine) / (2 * half_sine)
end

-- The turn about the vertical from one character's right hand side to the other's.
local function facing_of(pairs_, source, target)
  local by_slot = by_slot_of(pairs_)
  local left, right = by_slot.left_upper_leg, by_slot.right_upper_leg
  if not left or not right then return IDENTITY end
  local function side(places, i)
    local across = subtract(places[left[i]], places[right[i]])
    return unit { across[1], 0, across[3] }
  end
  local a, b = side(source, 1), side(target, 2)
  if not a or not b then return IDENTITY end
  local y, w = half_of(a[3] * b[1] - a[1] * b[3], dot(a, b))
  return { 0, y, 0, w }
end

-- How high the hips stand on straight legs, whatever the pose; `i` is the side of the pairs.
local function height_on_legs(places, skeleton, by_slot, i)
  local hips, upper, lower, foot = by_slot.hips, by_slot.left_upper_leg, by_slot.left_lower_leg, by_slot.left_foot
  if not (hips and upper and lower and foot) then return nil end
  hips, upper, lower, foot = places[hips[i]], places[upper[i]], places[lower[i]], places[foot[i]]
  local lowest = foot[2]
  for joint = 1, #skeleton do
    if skeleton:is_below(joint, by_slot.left_foot[i]) then lowest = math.min(lowest, places[joint][2]) end
  end
  return hips[2] - upper[2] + distance(upper, lower) + distance(lower, foot) + foot[2] - lowest
end

-- How high the root stands above the lowest joint; a skeleton without legs counts from 0.
local function height_of(places, skeleton, root)
  local lowest = places[root][2]
  for joint = 1, #skeleton do
    if skeleton:is_below(joint, root) then lowest = math.min(lowest, places[joint][2]) end
  end
  local height = places[root][2] - lowest
  if height < 1e-6 then height = math.abs(places[root][2]) end
  return height
end

local function scale_of(options, pairs_, root, source, target)
  if options.scale then return options.scale end
  if not root then return 1 end
  local by_slot, pair = by_slot_of(pairs_), pairs_[root]
  local from, to = height_on_legs(source, options.from, by_slot, 1), height_on_legs(target, options.to, by_slot, 2)
  if not from or not to then
    from, to = height_of(source, options.from, pair[1]), height_of(target, options.to, pair[2])
  end
  if from < 1e-6 or to < 1e-6 then return 1 end
  return to / from
end

-- What brings each limb of the target's pose into line with the source's.
local function align_limbs(pairs_, facing, source, target)
  local by_slot = by_slot_of(pairs_)
  for _, pair in ipairs(pairs_) do
    local child = by_slot[humanoid.bones[pair.slot]]
    if child then
      local a, b = unit(subtract(source[child[1]], source[pair[1]])), unit(subtract(target[child[2]], target[pair[2]]))
      if a and b then pair.align = between(b, rotate(facing, a)) end
    end
  end
  for _, pair in ipairs(pairs_) do
    local leader = by_slot[humanoid.follows[pair.slot]]
    if leader then pair.align = leader.align end
  end
end

-- The pair whose place follows: the one asked for, else the hips, else the mapped joint nearest to the root.
local function find_root(options, pairs_)
  if options.root == false then return nil end
  local depths, best = humanoid.depths(options.to), nil
  for i, pair in ipairs(pairs_) do
    if options.root then
      if pair[2] == options.root then return i end
    elseif pair.slot == 'hips' then
      return i
    elseif not best or depths[pair[2]] < depths[pairs_[best][2]] then
      best = i
    end
  end
  if options.root then check.fail(where 'root', 'the joint is not mapped') end
  return best
end

local function report_of(options, pairs_)
  local out = {}
  for i, pair in ipairs(pairs_) do
    out[i] = { from = options.from:joint_name(pair[1]), to = options.to:joint_name(pair[2]), slot = pair.slot }
  end
  return out
end

local function compile_rows(pairs_, moves)
  local rows = {}
  for i, pair in ipairs(pairs_) do rows[i] = { pair[1], pair[2], align = pair.align, moves = moves } end
  return rows
end

local TRANSLATIONS = { root = true, all = true, none = true }

local function read_pose(options, key, skeleton)
  local pose = options[key] or skeleton:new_pose()
  if pose.skeleton ~= skeleton then check.fail(where(key), 'the pose belongs to another skeleton') end
  return pose
end

-- The options with what they leave open, checked.
local function read_options(options)
  check.options(options, OPTIONS, 'retarget')
  local from, to = options.from, options.to
  if not from or not to then check.fail('retarget', 'fields from and to: helioanim.Skeleton expected') end
  local translations = check.choice(options.translations or 'root', TRANSLATIONS, where 'translations')
  local root = options.root
  if root then root = check.joint(to, root, where 'root') end
  if translations == 'none' then root = false end
  local map = options.map
  if map == nil then map = 'humanoid' end
  return {
    from = from, to = to, map = map, root = root, translations = translations,
    scale = options.scale and check.above_zero(options.scale, where 'scale'),
    from_pose = read_pose(options, 'from_pose', from), to_pose = read_pose(options, 'to_pose', to),
    align = map == 'humanoid' and options.align ~= false, face = map == 'humanoid' and options.face ~= false,
  }
end

local function new(options)
  local given = read_options(options)
  local pairs_, missing = read_map(given)
  local source, target = positions_of(given.from_pose), positions_of(given.to_pose)
  local facing = given.face and facing_of(pairs_, source, target) or IDENTITY
  if given.align then align_limbs(pairs_, facing, source, target) end
  local root = find_root(given, pairs_)
  local scale = scale_of(given, pairs_, root, source, target)
  local rows = compile_rows(pairs_, given.translations == 'all')
  return {
    from = given.from, to = given.to, matched = report_of(given, pairs_), missing = missing, scale = scale,
    mapping = core.mapping(given.from_pose, given.to_pose, rows, facing, scale, root), pairs = pairs_, root = root,
    translations = given.translations,
  }
end

-- `options`: from and to (skeletons); map ('humanoid', 'names' or { source = target }); from_pose and to_pose, in which
-- both stand alike (the rest poses); root (a joint of `to`); translations 'root', 'all' or 'none'; scale; align (bring
-- limbs into line: true for humanoids); face (turn to where the target looks: true for humanoids).
function retarget.new(options)
  check.argument(options, 'table', 1, 'retarget')
  return seal.wrap(Retarget, check.call(2, new, options))
end

-- Writes what the source pose does into the target pose, which is reset first. No garbage.
function Retarget:apply(source, target) return self[seal.inside].mapping:apply(source, target) end

local function key_lists(map)
  local lists = {}
  for i, pair in ipairs(map.pairs) do
    lists[#lists + 1] = { joint = pair[2], channel = 'rotation', values = {} }
    if i == map.root or map.translations == 'all' then
      lists[#lists + 1] = { joint = pair[2], channel = 'translation', values = {} }
    end
  end
  return lists
end

local BAKE_OPTIONS = { fps = 'number', name = 'string', from = 'number', to = 'number' }

local function bake_options(options)
  check.options(options, BAKE_OPTIONS, 'bake')
  check.rate(options.fps, check.field('bake', 'fps'), 30)
  return options
end

-- A clip of the target skeleton: `options.fps` keys a second (30), `options.name` (the clip's own), `options.from` and
-- `options.to` in seconds (the whole clip).
function Retarget:bake(clip, options)
  options = check.call(2, bake_options, options or {})
  local fps, first = options.fps or 30, options.from or 0
  local last = options.to or clip.duration
  if last < first then error('bake: from must not be after to', 2) end
  local frames = math.max(1, math.ceil((last - first) * fps - 1e-6))
  local source, target, times = self.from:new_pose(), self.to:new_pose(), {}
  local lists = key_lists(self[seal.inside])
  for frame = 0, frames do
    local time = (last - first) * frame / frames
    times[frame + 1] = time
    self:apply(clip:sample(source:reset(), first + time), target)
    for _, list in ipairs(lists) do
      local values, x, y, z, w = list.values, target[list.channel](target, list.joint)
      local n = #values
      values[n + 1], values[n + 2], values[n + 3], values[n + 4] = x, y, z, w
    end
  end
  for _, list in ipairs(lists) do list.times = times end
  return core.clip { name = options.name or clip.name, skeleton = self.to, duration = last - first, tracks = lists,
                     looping = clip.looping }
end

return retarget
