-- Numbers on their way into a glTF buffer: accessors, each an index from 0, over a few aligned buffer views.
--
--   local writer = AccessorWriter.new()
--   local times = writer:add('SCALAR', { 0, 0.5, 1 }, { bounds = true })     an accessor's index
--   local accessors, views, bytes = writer:finish()
--
-- Accessors of equal content are written once. Those of one purpose and element size share a view: vertex data
-- with its stride declared, indices, inverse bind matrices, and key times with key values.

local json_writer = require 'helioanim.io.json_writer'
local float32 = require 'helioanim.io.float32'
local types = require 'helioanim.io.gltf_types'
local fail = require('helioanim.io.failure').fail

local COMPONENTS = types.components

local AccessorWriter = {}
AccessorWriter.__index = AccessorWriter

-- Components: code in the file, bytes, how one is packed, the largest of the integers.
local COMPONENT_TYPES = {
  float32 = { code = types.FLOAT32, bytes = 4, format = 'f' },
  uint8 = { code = types.UINT8, bytes = 1, format = 'B', most = 0xFF },
  uint16 = { code = types.UINT16, bytes = 2, format = 'H', most = 0xFFFF },
  uint32 = { code = types.UINT32, bytes = 4, format = 'I4', most = 0xFFFFFFFF },
}

-- What a view is for: the target to declare, and whether its elements have a stride.
local PURPOSES = {
  data = {},
  matrices = {},
  vertices = { target = 34962, strided = true },
  indices = { target = 34963 },
}

function AccessorWriter.new()
  return setmetatable({ accessors = {}, groups = {}, known = {} }, AccessorWriter)
end

local function check_numbers(numbers, kind, component)
  local components = COMPONENTS[kind]
  if #numbers == 0 or #numbers % components ~= 0 then
    fail('bad_data', '%d numbers are no list of %s', #numbers, kind)
  end
  for i = 1, #numbers do
    local number = numbers[i]
    if type(number) ~= 'number' then fail('bad_data', 'number %d is a %s', i, type(number)) end
    if component.most then
      local whole = math.tointeger(number)
      if not whole or whole < 0 or whole > component.most then
        fail('bad_data', 'number %d is %s, not a whole number from 0 to %d', i, number, component.most)
      end
    elseif number ~= number or math.abs(number) > float32.MAX then
      fail('bad_data', 'number %d is %s, not a finite float', i, number)
    end
  end
end

local CHUNK = 128 -- numbers packed by one call

local function pack(numbers, component)
  local format, parts = component.format, {}
  local whole = '<' .. format:rep(CHUNK)
  for i = 1, #numbers, CHUNK do
    local last = math.min(i + CHUNK - 1, #numbers)
    local wanted = last - i + 1 == CHUNK and whole or '<' .. format:rep(last - i + 1)
    parts[#parts + 1] = string.pack(wanted, table.unpack(numbers, i, last))
  end
  return table.concat(parts)
end

local function bounds(numbers, components)
  local low, high = {}, {}
  for c = 1, components do low[c], high[c] = numbers[c], numbers[c] end
  for i = 1, #numbers do
    local c = (i - 1) % components + 1
    low[c], high[c] = math.min(low[c], numbers[i]), math.max(high[c], numbers[i])
  end
  return float32.exact_list(low), float32.exact_list(high)
end

-- The view that such elements share.
local function group_of(self, purpose, size)
  local key = PURPOSES[purpose].strided and purpose .. size or purpose
  local group = self.groups[key]
  if not group then
    group = { purpose = PURPOSES[purpose], size = size, parts = {}, length = 0 }
    self.groups[key] = group
    self.groups[#self.groups + 1] = group
    group.index = #self.groups - 1
  end
  return group
end

local function append(group, bytes)
  local padding = ('\0'):rep(-group.length % 4)
  local offset = group.length + #padding
  table.move({ padding, bytes }, 1, 2, #group.parts + 1, group.parts)
  group.length = offset + #bytes
  return offset
end

-- Adds a list of numbers as an accessor of `kind` ('VEC3'): its index from 0. `options`: component ('float32',
-- 'uint8', 'uint16', 'uint32'), purpose ('data', 'matrices', 'vertices',
-- 'indices'), bounds (true: min and max are written).
function AccessorWriter:add(kind, numbers, options)
  options = options or {}
  local name, purpose = options.component or 'float32', options.purpose or 'data'
  local component = COMPONENT_TYPES[name]
  check_numbers(numbers, kind, component)
  local bytes = pack(numbers, component)
  local key = table.concat({ kind, name, purpose, tostring(options.bounds or false), bytes }, '\0')
  if self.known[key] then return self.known[key] end
  local group = group_of(self, purpose, component.bytes * COMPONENTS[kind])
  local low, high
  if options.bounds then low, high = bounds(numbers, COMPONENTS[kind]) end
  local offset = append(group, bytes)
  self.accessors[#self.accessors + 1] = json_writer.object({
    'bufferView', group.index, 'byteOffset', offset > 0 and offset or nil, 'componentType', component.code,
    'count', #numbers // COMPONENTS[kind], 'type', kind, 'min', low, 'max', high,
  }, 14)
  self.known[key] = #self.accessors - 1
  return self.known[key]
end

-- Everything that was added: the accessors and views as JSON lists, and the buffer's bytes.
function AccessorWriter:finish()
  local views, parts, length = {}, {}, 0
  for i, group in ipairs(self.groups) do
    local padding = ('\0'):rep(-length % 4)
    length = length + #padding
    views[i] = json_writer.object({
      'buffer', 0, 'byteOffset', length > 0 and length or nil, 'byteLength', group.length,
      'byteStride', group.purpose.strided and group.size or nil, 'target', group.purpose.target,
    }, 10)
    parts[#parts + 1] = padding .. table.concat(group.parts)
    length = length + group.length
  end
  return self.accessors, views, table.concat(parts)
end

return AccessorWriter
