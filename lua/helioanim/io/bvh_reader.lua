-- BVH in: a hierarchy of offsets and channels, then frames of numbers, becomes a Document with one clip.
--
-- The hierarchy is read with a stack of its own, so its depth is limited by the number of joints alone. Nothing is
-- allocated by what the file declares: the frames must be there first.

local budget = require 'helioanim.io.budget'
local core = require 'helioanim.core'
local document = require 'helioanim.io.document'
local failure = require 'helioanim.io.failure'
local place = require 'helioanim.io.place'
local FLOAT_MAX = require('helioanim.io.float32').MAX

local fail = failure.fail
local bvh_reader = {}

local MAX_CHANNELS = 32

-- Channel name in lower case -> axis (0: x) and whether it turns.
local CHANNELS = {
  xposition = { 0, false }, yposition = { 1, false }, zposition = { 2, false },
  xrotation = { 0, true }, yrotation = { 1, true }, zrotation = { 2, true },
}

local Scanner = {}
Scanner.__index = Scanner

local function line_of(self, at)
  local _, lines = self.text:sub(1, at):gsub('\n', '')
  return lines + 1
end

function Scanner:fail(format, ...)
  fail('bad_data', 'BVH line %d: ' .. format, line_of(self, self.at), ...)
end

local function shown(word)
  if not word then return 'the end of the file' end
  return "'" .. word:sub(1, 40):gsub('[^\32-\126]', '?') .. "'"
end

-- The next word, or nil at the end.
function Scanner:word()
  local word, after = self.text:match('^%s*([^%s]+)()', self.at)
  if word then self.at = after end
  return word
end

function Scanner:expect(wanted)
  local word = self:word()
  if not word or word:lower() ~= wanted:lower() then self:fail('%s expected, got %s', wanted, shown(word)) end
end

-- 'Frames:' and the like, however spaced.
function Scanner:label(name)
  local start = self.text:match('^%s*()', self.at)
  local after = self.text:sub(start, start + 40):lower():match('^' .. name:lower():gsub(' ', '%%s+') .. '%s*:()')
  if not after then self:fail('%s: expected, got %s', name, shown(self:word())) end
  self.at = start + after - 1
end

-- A finite decimal number that fits into a float.
local function to_number(word)
  if word:find '^[+-]?[%d.]' then
    local number = not word:find '[xX]' and tonumber(word:match '^%+?(.*)$')
    if number and number >= -FLOAT_MAX and number <= FLOAT_MAX then return number + 0.0 end
  end
  return nil
end

function Scanner:number(what)
  local word = self:word()
  local number = word and to_number(word)
  if not number then self:fail('%s: a number expected, got %s', what, shown(word)) end
  return number
end

function Scanner:count(what, most)
  local number = self:number(what)
  local whole = math.tointeger(number)
  if not whole or whole < 0 or whole > most then
    self:fail('%s: %.9g is not a whole number from 0 to %d', what, number, most)
  end
  return whole
end

-- The rest of the line is the name, spaces inside it included; the brace may stand on the same line.
local function read_name(scanner)
  local name, after = scanner.text:match('^[ \t]*([^\r\n{]*)()', scanner.at)
  scanner.at = after
  return name:match '^.*%S' or ''
end

local function read_channels(scanner, joint)
  local count = scanner:count('CHANNELS', MAX_CHANNELS)
  joint.channels = {}
  for i = 1, count do
    local word = scanner:word()
    local channel = word and CHANNELS[word:lower()]
    if not channel then scanner:fail('unknown channel %s', shown(word)) end
    joint.channels[i] = { axis = channel[1], turns = channel[2] }
  end
  return count
end

local function add_joint(scanner, out, name, parent, is_end)
  if #out >= document.MOST_JOINTS then scanner:fail('more than the limit of %d joints', document.MOST_JOINTS) end
  scanner:expect '{'
  scanner.budget:spend(budget.COSTS.node + #name, 'BVH')
  local joint = { name = name, parent = parent, is_end = is_end, channels = {} }
  out[#out + 1] = joint
  return #out
end

-- One line of a joint's block. Returns the joint whose block the next line is in, or nil behind the root's.
local function read_entry(scanner, out, at)
  local joint, word = out[at], scanner:word()
  local key = word and word:lower()
  if key == '}' then
    if not joint.offset then scanner:fail("'%s' has no OFFSET", joint.name) end
    return joint.parent
  elseif key == 'offset' then
    joint.offset = { scanner:number 'OFFSET', scanner:number 'OFFSET', scanner:number 'OFFSET' }
  elseif key == 'channels' and not joint.is_end then
    if #joint.channels > 0 then scanner:fail("'%s' has two lists of channels", joint.name) end
    out.channel_count = out.channel_count + read_channels(scanner, joint)
  elseif key == 'joint' and not joint.is_end then
    return add_joint(scanner, out, read_name(scanner), at)
  elseif (key == 'end' or key == 'endsite') and not joint.is_end then
    if key == 'end' then scanner:expect 'Site' end
    read_name(scanner) -- some writers name it
    return add_joint(scanner, out, joint.name .. '_End', at, true)
  else
    scanner:fail("unexpected %s in the block of '%s'", shown(word), joint.name)
  end
  return at
end

-- A list of { name, parent, offset, channels, is_end }, with channel_count.
local function read_hierarchy(scanner)
  local out = { channel_count = 0 }
  scanner:expect 'HIERARCHY'
  while true do
    local word = scanner:word()
    local key = word and word:lower()
    if key == 'motion' then break end
    if key ~= 'root' then scanner:fail('ROOT or MOTION expected, got %s', shown(word)) end
    local at = add_joint(scanner, out, read_name(scanner), nil)
    while at do at = read_entry(scanner, out, at) end
  end
  if #out == 0 then scanner:fail 'there is no ROOT' end
  return out
end

-- Numbers up to the end, or to something else that stands behind `enough` of them; and where that is.
local function read_numbers(scanner, enough)
  local numbers = {}
  for from, word in scanner.text:gmatch('()(%S+)', scanner.at) do
    local number = to_number(word)
    if not number then
      scanner.at = from
      if #numbers < enough then scanner:fail('a number expected, got %s', shown(word)) end
      return numbers, from
    end
    numbers[#numbers + 1] = number
  end
  return numbers
end

-- More numbers than were declared mean whole frames, or that the channels were miscounted.
local function drop_surplus(scanner, numbers, junk, declared, stride, warnings)
  local surplus = #numbers - declared
  if surplus % stride ~= 0 then
    fail('bad_data', 'BVH: frames of %d channels need %d numbers, the file has %d', stride, declared, #numbers)
  end
  for i = #numbers, declared + 1, -1 do numbers[i] = nil end
  if surplus > 0 then
    warnings[#warnings + 1] = ('BVH: %d frames more than declared were passed over'):format(surplus // stride)
  end
  if junk then
    warnings[#warnings + 1] = ('BVH line %d: what follows the frames was passed over'):format(line_of(scanner, junk))
  end
end

-- Frames in one flat list of numbers.
local function read_motion(scanner, channel_count, warnings)
  scanner:label 'Frames'
  local frames = scanner:count('Frames', 2147483647)
  scanner:label 'Frame Time'
  local frame_time = scanner:number 'Frame Time'
  if frame_time < 0 then scanner:fail('the frame time %g is negative', frame_time) end
  local declared = frames * channel_count
  if declared > (#scanner.text - scanner.at) // 2 + 1 then
    scanner:fail('%d frames of %d channels declared, the file is too short for them', frames, channel_count)
  end
  local numbers, junk = read_numbers(scanner, declared)
  if #numbers < declared then
    fail('bad_data', 'BVH: %d frames of %d channels need %d numbers, the file has %d', frames, channel_count, declared,
      #numbers)
  end
  drop_surplus(scanner, numbers, junk, declared, math.max(channel_count, 1), warnings)
  return numbers, frames, frame_time
end

local function joint_descriptions(joints, scale)
  local out = {}
  for i, joint in ipairs(joints) do
    local o = joint.offset
    joint.offset = { o[1] * scale, o[2] * scale, o[3] * scale }
    out[i] = { name = joint.name, parent = joint.parent, translation = joint.offset }
  end
  return out
end

-- The rotation so far, then `angle` degrees about an axis: q * turn.
local function turn(x, y, z, w, axis, angle)
  local half = angle * (math.pi / 360)
  local s, c = math.sin(half), math.cos(half)
  if axis == 0 then return x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s end
  if axis == 1 then return x * c - z * s, y * c + w * s, z * c + x * s, w * c - y * s end
  return x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s
end

-- Rotation keys of one joint, each on the hemisphere of the one before it.
local function rotation_values(joint, motion, first, stride)
  local values, n = {}, 0
  local px, py, pz, pw = 0, 0, 0, 1
  for at = first, #motion, stride do
    local x, y, z, w = 0.0, 0.0, 0.0, 1.0
    for c, channel in ipairs(joint.channels) do
      if channel.turns then x, y, z, w = turn(x, y, z, w, channel.axis, motion[at + c - 1]) end
    end
    if x * px + y * py + z * pz + w * pw < 0 then x, y, z, w = -x, -y, -z, -w end
    px, py, pz, pw = x, y, z, w
    values[n + 1], values[n + 2], values[n + 3], values[n + 4] = x, y, z, w
    n = n + 4
  end
  return values
end

local function position_values(joint, motion, first, stride, options)
  local values, n, base = {}, 0, options.positions == 'replace' and { 0, 0, 0 } or joint.offset
  for at = first, #motion, stride do
    local p = { base[1], base[2], base[3] }
    for c, channel in ipairs(joint.channels) do
      if not channel.turns then
        p[channel.axis + 1] = base[channel.axis + 1] + motion[at + c - 1] * options.scale
      end
    end
    values[n + 1], values[n + 2], values[n + 3] = p[1], p[2], p[3]
    n = n + 3
  end
  return values
end

local function moves_and_turns(joint)
  local moves, turns = false, false
  for _, channel in ipairs(joint.channels) do
    if channel.turns then turns = true else moves = true end
  end
  return moves, turns
end

local function append_tracks(clip, joints, motion, times, options)
  local first = 1
  for i, joint in ipairs(joints) do
    local where = place.new("BVH joint '%s'", joint.name)
    local function add(channel, values)
      failure.of_core(where, clip.add_track, clip, { joint = i, channel = channel, times = times, values = values })
    end
    local moves, turns = moves_and_turns(joint)
    if moves then
      add('translation', position_values(joint, motion, first, joints.channel_count, options))
    end
    if turns then add('rotation', rotation_values(joint, motion, first, joints.channel_count)) end
    first = first + #joint.channels
  end
end

-- What the writer needs to give the same file back.
local function describe_nodes(joints)
  local nodes = {}
  for i, joint in ipairs(joints) do
    nodes[i] = { name = joint.name, index = i, parent = joint.parent, targets = 0, is_end = joint.is_end or false }
  end
  return nodes
end

-- Without a byte order mark, and with empty lines in the place of comments, which begin with # or //.
local function plain_text(text)
  text = '\n' .. text:gsub('^\xEF\xBB\xBF', '')
  if text:find('\n[ \t]*#') then text = text:gsub('\n[ \t]*#[^\r\n]*', '\n') end
  if text:find('\n[ \t]*//') then text = text:gsub('\n[ \t]*//[^\r\n]*', '\n') end
  return text:sub(2)
end

-- `options`: path, name, scale, positions ('add' or 'replace').
function bvh_reader.read(text, options)
  local scanner, warnings = setmetatable({ text = plain_text(text), at = 1, budget = budget.new(#text) }, Scanner), {}
  local joints = read_hierarchy(scanner)
  local motion, frames, frame_time = read_motion(scanner, joints.channel_count, warnings)
  local descriptions = joint_descriptions(joints, options.scale)
  descriptions.name = options.name
  local skeleton = failure.of_core('BVH', core.skeleton, descriptions)
  local times = {}
  for i = 1, joints.channel_count > 0 and frames or 0 do times[i] = (i - 1) * frame_time end
  local clip = core.clip { name = options.name or '', skeleton = skeleton }
  if #times > 0 then append_tracks(clip, joints, motion, times, options) end
  return document.new {
    path = options.path, skeleton = skeleton, skins = {}, clips = { clip }, nodes = describe_nodes(joints),
    meshes = {}, warnings = warnings, frames = frames, frame_time = frame_time,
  }
end

return bvh_reader
