-- Seeded damage to file bytes: the same seed damages in the same way on every machine.

local mutate = {}

-- xorshift64*: our own generator, so that a seed means the same in every version of Lua.
local Random = {}
Random.__index = Random

function mutate.random(seed)
  return setmetatable({ state = seed * 0x9E3779B97F4A7C15 | 1 }, Random)
end

-- A whole number from 1 to n.
function Random:below(n)
  local x = self.state
  x = x ~ x >> 12
  x = x ~ x << 25
  x = x ~ x >> 27
  self.state = x
  return (x * 0x2545F4914F6CDD1D >> 33) % n + 1
end

function Random:pick(list) return list[self:below(#list)] end

-- Some bytes replaced, often by ones that mean something to a parser.
local function replace_bytes(bytes, random)
  for _ = 1, random:below(8) do
    local at = random:below(#bytes)
    local byte = random:below(2) == 1 and random:pick { '\0', '\xff', '\x7f', '\x80', '"', '[', '{', '-', '9' }
      or string.char(random:below(256) - 1)
    bytes = bytes:sub(1, at - 1) .. byte .. bytes:sub(at + 1)
  end
  return bytes
end

local function truncate(bytes, random) return bytes:sub(1, random:below(#bytes) - 1) end

local function cut_out(bytes, random)
  local at = random:below(#bytes)
  return bytes:sub(1, at - 1) .. bytes:sub(at + random:below(64))
end

local function repeat_piece(bytes, random)
  local at = random:below(#bytes)
  local piece = bytes:sub(at, at + random:below(256))
  return bytes:sub(1, at) .. piece:rep(random:below(4)) .. bytes:sub(at + 1)
end

local BYTE_DAMAGE = { replace_bytes, replace_bytes, truncate, cut_out, repeat_piece }

-- Damage that knows nothing of the format.
function mutate.bytes(bytes, random)
  return #bytes > 0 and random:pick(BYTE_DAMAGE)(bytes, random) or bytes
end

-- Values that a careless reader does not expect, as JSON text.
local ODD = {
  '-1', '0', '1', '2', '255', '65535', '65536', '4294967295', '4294967296', '2147483648', '9007199254740993',
  '18446744073709551616', '1e308', '-1e308', '1e-320', '0.5', '1e999', 'null', 'true', 'false', '""', '"x"', '[]',
  '{}', '[0]', '[[]]', '[null]', '{"a":1}', '5120', '5125', '5126', '"MAT4"', '"SCALAR"', '"VEC4"', '"CUBICSPLINE"',
  '"pointer"', '"weights"', '[1,1,1,1]', '[0,0,0,0]', '[1e38,1e38,1e38]', '"/nodes/0/weights"', '"data:,"', '"../x"',
}

-- Where the values of a JSON text stand: pairs of first and last position. Values of lists are found by their
-- separators, so that objects and lists count as well as numbers and strings.
local function find_values(text)
  local spans = {}
  for first, last in text:gmatch '[%[:,]%s*()%-?[%d.eE+-]+()' do spans[#spans + 1] = { first, last - 1 } end
  for first, last in text:gmatch '[%[:,]%s*()"[^"]*"()%s*[,%]}]' do spans[#spans + 1] = { first, last - 1 } end
  for first, last in text:gmatch '[%[:,]%s*()%b{}()' do spans[#spans + 1] = { first, last - 1 } end
  for first, last in text:gmatch ':%s*()%b[]()' do spans[#spans + 1] = { first, last - 1 } end
  return spans
end

-- A few values of a JSON text replaced by odd ones, or by another value of the same text.
function mutate.json(text, random)
  for _ = 1, random:below(3) do
    local spans = find_values(text)
    if #spans == 0 then return text end
    local span = random:pick(spans)
    local value = random:pick(ODD)
    if random:below(4) == 1 then
      local other = random:pick(spans)
      value = text:sub(other[1], other[2])
    end
    text = text:sub(1, span[1] - 1) .. value .. text:sub(span[2] + 1)
  end
  return text
end

local LARGEST = 256 * 1024 -- bytes that a multiplied value may take

-- A few values of a JSON text made many or long: elements of lists repeated, strings stretched.
function mutate.multiply(text, random)
  for _ = 1, random:below(4) do
    local spans = find_values(text)
    if #spans == 0 then return text end
    local span = random:pick(spans)
    local value, before = text:sub(span[1], span[2]), text:sub(math.max(span[1] - 9, 1), span[1] - 1)
    local times = math.min(1 << random:below(12), math.max(LARGEST // (#value + 1), 1))
    if value:sub(1, 1) == '"' and random:below(2) == 1 then
      value = value:sub(1, -2) .. ('n'):rep(16 * times) .. '"'
    elseif before:find '[%[,]%s*$' then
      value = (value .. ','):rep(times - 1) .. value
    end
    text = text:sub(1, span[1] - 1) .. value .. text:sub(span[2] + 1)
  end
  return text
end

-- A GLB taken apart: the JSON text and the binary chunk, or nil.
local function split_glb(bytes)
  if #bytes < 20 or bytes:sub(1, 4) ~= 'glTF' then return nil end
  local length = string.unpack('<I4', bytes, 13)
  return bytes:sub(21, 20 + length), bytes:sub(29 + length)
end

function mutate.join_glb(text, binary)
  text = text .. (' '):rep(-#text % 4)
  local chunk = #binary > 0 and string.pack('<I4c4', #binary, 'BIN\0') .. binary or ''
  return string.pack('<c4I4I4I4c4', 'glTF', 2, 20 + #text + #chunk, #text, 'JSON') .. text .. chunk
end

-- Damage to a .glb or .gltf: to its bytes, to the values of its JSON, to how many there are, or to its binary data.
function mutate.gltf(bytes, random)
  local way = random:below(8)
  if way == 1 then return mutate.bytes(bytes, random) end
  local damage = way <= 3 and mutate.multiply or mutate.json
  local text, binary = split_glb(bytes)
  if not text then return damage(bytes, random) end
  if way == 4 then return mutate.join_glb(text, mutate.bytes(binary, random)) end
  if way == 5 then return mutate.join_glb(mutate.bytes(text, random), binary) end
  return mutate.join_glb(damage(text, random), binary)
end

return mutate
