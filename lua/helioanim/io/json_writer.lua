-- JSON out: deterministic, valid whatever the strings hold.
--
-- Objects are written by `object { 'key', value, 'key', value }`, so that keys keep their order; other tables are
-- arrays. A nil value leaves its key out. Numbers have 9 significant digits, which float32 survives.

local json_writer = {}

local Object = {}

-- `n` counts the slots where values may be nil.
function json_writer.object(pairs_list, n)
  pairs_list.n = n or #pairs_list
  return setmetatable(pairs_list, Object)
end

json_writer.null = setmetatable({}, { __tostring = function() return 'null' end })

local ESCAPES = { ['"'] = '\\"', ['\\'] = '\\\\', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' }

-- Bytes that are no UTF-8 become U+FFFD, one each.
local function repair_utf8(text)
  local out, at = {}, 1
  while true do
    local length, bad = utf8.len(text, at)
    if length then
      out[#out + 1] = text:sub(at)
      return table.concat(out)
    end
    out[#out + 1] = text:sub(at, bad - 1) .. '\u{FFFD}'
    at = bad + 1
  end
end

function json_writer.string(text)
  if not utf8.len(text) then text = repair_utf8(text) end
  return '"' .. text:gsub('[%c"\\\x7f]', function(char)
    return ESCAPES[char] or ('\\u%04x'):format(char:byte())
  end) .. '"'
end

function json_writer.number(number)
  if number ~= number or number == math.huge or number == -math.huge then return 'null' end
  if math.type(number) == 'integer' then return ('%d'):format(number) end
  return (('%.9g'):format(number):gsub('^%-0$', '0'))
end

local encode

local function encode_object(object)
  local parts = {}
  for i = 1, object.n, 2 do
    local value = object[i + 1]
    if value ~= nil then parts[#parts + 1] = json_writer.string(object[i]) .. ':' .. encode(value) end
  end
  return '{' .. table.concat(parts, ',') .. '}'
end

local function encode_array(array)
  local parts = {}
  for i = 1, #array do parts[i] = encode(array[i]) end
  return '[' .. table.concat(parts, ',') .. ']'
end

function encode(value)
  local kind = type(value)
  if value == json_writer.null then return 'null' end
  if kind == 'number' then return json_writer.number(value) end
  if kind == 'string' then return json_writer.string(value) end
  if kind == 'boolean' then return tostring(value) end
  if kind ~= 'table' then error(('a %s cannot be written as JSON'):format(kind), 0) end
  return getmetatable(value) == Object and encode_object(value) or encode_array(value)
end
json_writer.encode = encode

return json_writer
