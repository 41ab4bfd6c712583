-- Which joint is the left forearm? A guess by name and place, for the common ways of naming: Mixamo, CMU and other BVH,
-- VRM, Rigify, Blender's, Unreal's, KayKit's.
--
-- Slots: hips, spine, chest, upper_chest, neck, head; and for each side (left_..., right_...) shoulder, upper_arm,
-- lower_arm, hand, upper_leg, lower_leg, foot, toes, and fingers such as left_index_1.

local check = require 'helioanim.util.check'

local humanoid = {}

-- Words that say nothing of the place.
local NOISE = {}
for word in ('mixamorig j bip bip01 bip001 c def org mch b bone jnt joint bind rig skel skeleton sk valvebiped cc base'
  .. ' character armature bn f'):gmatch '%S+' do
  NOISE[word] = true
end

-- Words of joints that only help others.
local HELPERS = {}
for word in ('ik fk pole twist roll end nub tip site target ctrl control socket slot handslot helper effector geo mesh'
  .. ' eye eyes brow jaw hair skirt cape helmet shield sword heel rot weight'):gmatch '%S+' do
  HELPERS[word] = true
end

local SIDES = { l = 'left', left = 'left', r = 'right', right = 'right' }

-- What the words in a row may mean, the surest first. Sided names.
local SIDED = {
  shoulder = { 'shoulder', 'upper_arm' }, clavicle = { 'shoulder' }, collar = { 'shoulder' },
  arm = { 'upper_arm' }, upperarm = { 'upper_arm' }, uparm = { 'upper_arm' }, armupper = { 'upper_arm' },
  shldr = { 'upper_arm' }, bicep = { 'upper_arm' },
  forearm = { 'lower_arm' }, lowerarm = { 'lower_arm' }, lowarm = { 'lower_arm' }, armlower = { 'lower_arm' },
  elbow = { 'lower_arm' }, hand = { 'hand' }, wrist = { 'hand' },
  upleg = { 'upper_leg' }, upperleg = { 'upper_leg' }, legupper = { 'upper_leg' }, thigh = { 'upper_leg' },
  femur = { 'upper_leg' }, tibia = { 'lower_leg' }, humerus = { 'upper_arm' }, radius = { 'lower_arm' },
  hip = { 'upper_leg' }, leg = { 'lower_leg' }, lowerleg = { 'lower_leg' }, lowleg = { 'lower_leg' },
  leglower = { 'lower_leg' }, shin = { 'lower_leg' }, calf = { 'lower_leg' }, knee = { 'lower_leg' },
  foot = { 'foot' }, ankle = { 'foot' }, toe = { 'toes' }, toes = { 'toes' }, toebase = { 'toes' }, ball = { 'toes' },
  forefoot = { 'toes' },
}
-- Of two joints for one slot the one with the better name wins: these are second choices.
local WEAK = { hand = { wrist = 1 }, upper_arm = { shoulder = 2, arm = 1 }, upper_leg = { hip = 1 } }

local HIPS = { hips = true, pelvis = true, hip = true }
local SPINE = {}
for word in ('spine lowerback upperback thorax abdomen waist chest upperchest torso spinelower'
  .. ' spineupper'):gmatch '%S+' do
  SPINE[word] = true
end

-- Names of the neck, and how weak they are.
local NECK = { neck = 0, lowerneck = 0, upperneck = 1 }

local FINGERS = { thumb = 'thumb', index = 'index', pointer = 'index', middle = 'middle', ring = 'ring',
                  pinky = 'little', little = 'little' }
local PHALANGES = { metacarpal = 0, proximal = 1, intermediate = 2, distal = 3 }
-- A thumb has two phalanges: where its metacarpal is a joint, that is the first.
local THUMB_PHALANGES = { [0] = 1, 2, 2, 3 }

-- 'mixamorig:LeftForeArm' -> { 'left', 'fore', 'arm' }, numbers apart
local function split(name)
  local words, numbers = {}, {}
  local spaced = name:gsub('(%l)(%u)', '%1 %2'):gsub('(%u)(%u%l)', '%1 %2'):gsub('(%a)(%d)', '%1 %2')
    :gsub('(%d)(%a)', '%1 %2'):lower()
  for word in spaced:gmatch '[%a%d]+' do
    if word:find '^%d' then numbers[#numbers + 1] = tonumber(word) else words[#words + 1] = word end
  end
  return words, numbers
end

-- Reads a name: side, the other words joined, its last number, or nothing for helpers.
local function read_name(name)
  local words, numbers = split(name:gsub('^.*[:|]', ''))
  local side, rest, finger, phalanx = nil, {}, nil, nil
  for _, word in ipairs(words) do
    if HELPERS[word] then return nil end
    if SIDES[word] and not side then
      side = SIDES[word]
    elseif not NOISE[word] then
      rest[#rest + 1] = word
      finger, phalanx = finger or FINGERS[word], phalanx or PHALANGES[word]
    end
  end
  local key = table.concat(rest)
  if not side then -- lThigh and rThigh come apart as "l thigh"; "lthigh" does not
    local letter, tail = key:match '^([lr])(.+)$'
    if letter and SIDED[tail] and not SIDED[key] and not SPINE[key] then side, key = SIDES[letter], tail end
  end
  return { side = side, key = key, number = numbers[#numbers], finger = finger, phalanx = phalanx }
end

-- How many joints lead to each joint, itself included.
function humanoid.depths(skeleton)
  local depths, path = {}, {}
  for joint = 1, #skeleton do
    local at = joint
    while at and not depths[at] do
      path[#path + 1] = at
      at = skeleton:parent(at)
    end
    local depth = at and depths[at] or 0
    while #path > 0 do
      depth = depth + 1
      depths[table.remove(path)] = depth
    end
  end
  return depths
end

-- The candidate with the better name, then the one nearer to the root, then the first.
local function better(a, b)
  if not b then return true end
  if a.weakness ~= b.weakness then return a.weakness < b.weakness end
  return a.depth < b.depth
end

local function offer(found, slot, joint, weakness, depths)
  local candidate = { joint = joint, weakness = weakness, depth = depths[joint] }
  if better(candidate, found[slot]) then found[slot] = candidate end
end

local function is_thumb_metacarpal(name) return name.finger == 'thumb' and name.phalanx == 0 end

-- Which of its finger's joints from the palm, or nothing. `metacarpals`: sides whose thumbs have one.
local function number_in_finger(name, metacarpals)
  if not name.phalanx then return name.number end
  return name.finger == 'thumb' and metacarpals[name.side] and THUMB_PHALANGES[name.phalanx] or name.phalanx
end

local function offer_sided(found, name, joint, depths, metacarpals)
  if name.finger then
    local number = number_in_finger(name, metacarpals)
    if number and number >= 1 and number <= 4 then
      offer(found, ('%s_%s_%d'):format(name.side, name.finger, number), joint, 0, depths)
    end
    return
  end
  for _, part in ipairs(SIDED[name.key] or {}) do
    local weak = WEAK[part] and WEAK[part][name.key] or 0
    offer(found, name.side .. '_' .. part, joint, weak, depths)
  end
end

local function common_ancestor(skeleton, a, b)
  while a do
    if skeleton:is_below(b, a) then return a end
    a = skeleton:parent(a)
  end
end

-- Hips, spine and head by name; what Rigify calls spine by its place.
local function place_spine(found, chain, skeleton, depths)
  local left, right = found.left_upper_leg, found.right_upper_leg
  if not found.hips and left and right then
    local joint = common_ancestor(skeleton, left.joint, right.joint)
    if joint then offer(found, 'hips', joint, 1, depths) end
  end
  table.sort(chain, function(a, b) return depths[a] < depths[b] end)
  local arm = found.left_shoulder or found.left_upper_arm
  local top = arm and skeleton:parent(arm.joint)
  local trunk, neck = {}, {}
  for _, joint in ipairs(chain) do
    if found.hips and joint ~= found.hips.joint and skeleton:is_below(joint, found.hips.joint) then
      local is_neck = top and joint ~= top and skeleton:is_below(joint, top)
      table.insert(is_neck and neck or trunk, joint)
    end
  end
  local slots = #trunk == 1 and { 'spine' } or { 'spine', 'chest', 'upper_chest' }
  for i, slot in ipairs(slots) do
    local joint = trunk[i]
    if i == 3 and #trunk > 3 then joint = trunk[#trunk] end
    if joint then offer(found, slot, joint, 0, depths) end
  end
  if #neck > 0 and not found.head then offer(found, 'head', neck[#neck], 1, depths) end
  if #neck > 1 and not found.neck then offer(found, 'neck', neck[1], 1, depths) end
end

-- A shoulder that is really the upper arm, because a collar bone or nothing else is there.
local function settle_arms(found)
  for _, side in ipairs { 'left_', 'right_' } do
    local shoulder, arm = found[side .. 'shoulder'], found[side .. 'upper_arm']
    if shoulder and arm and shoulder.joint == arm.joint then found[side .. 'shoulder'] = nil end
  end
end

-- A leg above a knee is the upper one, as Blender's common names for game characters have it.
local function settle_legs(found, legs, skeleton)
  for _, side in ipairs { 'left_', 'right_' } do
    local leg, knee = legs[side .. 'leg'], legs[side .. 'knee']
    if leg and knee and not found[side .. 'upper_leg'] and skeleton:is_below(knee.joint, leg.joint) then
      found[side .. 'upper_leg'], found[side .. 'lower_leg'] = leg, knee
    end
  end
end

local KNEES = { knee = true, shin = true, calf = true }

-- slot -> joint index. Joints that no rule knows are left out.
function humanoid.guess(skeleton)
  check.argument(skeleton, 'helioanim.Skeleton', 1, 'humanoid')
  local found, legs, chain, names, metacarpals = {}, {}, {}, {}, {}
  local depths = humanoid.depths(skeleton)
  for joint = 1, #skeleton do
    local name = read_name(skeleton:joint_name(joint))
    names[joint] = name or false
    if name and name.side and is_thumb_metacarpal(name) then metacarpals[name.side] = true end
  end
  for joint, name in ipairs(names) do
    if name and name.side then
      offer_sided(found, name, joint, depths, metacarpals)
      if name.key == 'leg' then offer(legs, name.side .. '_leg', joint, 0, depths) end
      if KNEES[name.key] then offer(legs, name.side .. '_knee', joint, 0, depths) end
    elseif name then
      if HIPS[name.key] then offer(found, 'hips', joint, 0, depths) end
      if NECK[name.key] then offer(found, 'neck', joint, NECK[name.key], depths) end
      if name.key == 'head' then offer(found, 'head', joint, 0, depths) end
      if SPINE[name.key] then chain[#chain + 1] = joint end
    end
  end
  settle_arms(found)
  settle_legs(found, legs, skeleton)
  place_spine(found, chain, skeleton, depths)
  local out = {}
  for slot, candidate in pairs(found) do out[slot] = candidate.joint end
  return out
end

-- Slots whose bones are brought into line where rest poses differ, and the slot that the bone leads to.
humanoid.bones = {}
for _, side in ipairs { 'left_', 'right_' } do
  humanoid.bones[side .. 'upper_arm'] = side .. 'lower_arm'
  humanoid.bones[side .. 'lower_arm'] = side .. 'hand'
  humanoid.bones[side .. 'upper_leg'] = side .. 'lower_leg'
  humanoid.bones[side .. 'lower_leg'] = side .. 'foot'
end
-- Slots that follow the alignment of another.
humanoid.follows = {}
for _, side in ipairs { 'left_', 'right_' } do
  humanoid.follows[side .. 'hand'] = side .. 'lower_arm'
  for _, finger in ipairs { 'thumb', 'index', 'middle', 'ring', 'little' } do
    for i = 1, 4 do humanoid.follows[('%s%s_%d'):format(side, finger, i)] = side .. 'lower_arm' end
  end
end

return humanoid
