-- JSON in, by lua-cjson with its leniencies taken back, and checked reading of what came in.
--
-- Field readers take the object, the key and where it stands ("node 3"), and fail with all three. An absent field
-- gives nil; null is no value of any type.

local cjson = require 'cjson'
local core = require 'helioanim.core'
local fail = require('helioanim.io.failure').fail
local FLOAT_MAX = require('helioanim.io.float32').MAX

local json = {}

json.null = cjson.null -- what null is read as

local decoder = cjson.new() -- our own settings, the host's stay as they are
decoder.decode_invalid_numbers(false)
decoder.decode_max_depth(1000)

-- The root object of a JSON text; a byte order mark before it is passed over, as glTF allows.
function json.decode(text)
  if text:sub(1, 3) == '\xEF\xBB\xBF' then text = text:sub(4) end
  if text:find('\0', 1, true) then fail('bad_data', 'JSON: a NUL byte in the text') end
  local ok, root = pcall(decoder.decode, text)
  if not ok then fail('bad_data', 'JSON: %s', tostring(root)) end
  if type(root) ~= 'table' or #root > 0 then fail('bad_data', 'JSON: the root is not an object') end
  return root
end

local function wrong(where, key, expected, got)
  local kind = got == cjson.null and 'null' or type(got)
  fail('bad_data', '%s: %s: %s expected, got %s', where, key, expected, kind)
end

local function is_array(value)
  return type(value) == 'table' and (next(value) == nil or value[1] ~= nil)
end

function json.object(parent, key, where)
  local value = parent[key]
  if value == nil then return nil end
  if type(value) ~= 'table' or value[1] ~= nil then wrong(where, key, 'object', value) end
  return value
end

function json.array(parent, key, where)
  local value = parent[key]
  if value == nil then return nil end
  if not is_array(value) then wrong(where, key, 'array', value) end
  return value
end

-- Element `i` (from 1) of an array, which must be an object.
function json.element(array, i, where)
  local value = array[i]
  if type(value) ~= 'table' or value[1] ~= nil then wrong(where, '[' .. i - 1 .. ']', 'object', value) end
  return value
end

function json.string(parent, key, where)
  local value = parent[key]
  if value ~= nil and type(value) ~= 'string' then wrong(where, key, 'string', value) end
  return value
end

local function bad_count(value, where, key)
  if type(value) ~= 'number' then wrong(where, key, 'number', value) end
  fail('bad_data', '%s: %s: %.17g is not a whole number from 0', where, key, value)
end

local function no_such(value, limit, where, key)
  fail('bad_data', '%s: %s: %d does not exist (there are %d)', where, key, value, limit)
end

local KINDS = { s = 'string', b = 'boolean', o = 'object' }

-- Several fields at once, each nil where it is absent; a letter tells what it must be: n a whole number >= 0 (comes as
-- a Lua integer), s a string, b a boolean, o an object.
--   local name, mesh = json.fields(node, where, 'sn', 'name', 'mesh')
-- In C, since loading a file reads a hundred thousand of them.
json.fields = core.field_reader(function(value, where, key, kind)
  if kind == 'n' then bad_count(value, where, key) end
  wrong(where, key, KINDS[kind], value)
end)

-- A whole number >= 0, as a Lua integer.
function json.count(parent, key, where) return json.fields(parent, where, 'n', key) end

-- An index into a list of `limit`, from 0.
function json.index(parent, key, limit, where)
  local number = json.fields(parent, where, 'n', key)
  if number and number >= limit then no_such(number, limit, where, key) end
  return number
end

local function index_of(value, limit, where, key)
  local number = type(value) == 'number' and math.tointeger(value)
  if not number or number < 0 then bad_count(value, where, key) end
  if number >= limit then no_such(number, limit, where, key) end
  return number
end

-- A list of indices, from 0.
function json.indices(parent, key, limit, where)
  local list = json.array(parent, key, where)
  if not list then return nil end
  local out = table.move(list, 1, #list, 1, {})
  for i = 1, #out do out[i] = index_of(out[i], limit, where, key) end
  return out
end

-- A list of `count` finite float32 numbers, or of any length where count is nil.
function json.numbers(parent, key, count, where)
  local list = json.array(parent, key, where)
  if not list then return nil end
  if count and #list ~= count then fail('bad_data', '%s: %s: %d numbers expected, got %d', where, key, count, #list) end
  for i = 1, #list do
    local number = list[i]
    if type(number) ~= 'number' then wrong(where, key, 'numbers', number) end
    if not (number >= -FLOAT_MAX and number <= FLOAT_MAX) then
      fail('bad_data', '%s: %s: %s is not a finite float', where, key, number)
    end
  end
  return list
end

return json
