-- The state of nodes as a string and back. Pieces are written one after the other, each with its length; what is read
-- is checked against what is there.

local save = {}

local MAGIC = 'hasm2'

local Reader = {}
Reader.__index = Reader

local Broken = {}

function Reader.fail() error(Broken, 0) end

function Reader:text()
  local ok, text, at = pcall(string.unpack, '<s4', self.saved, self.at)
  if not ok then self:fail() end
  self.at = at
  return text
end

function Reader:unpack(format) return string.unpack(format, self:text()) end

local function pack_value(value)
  local kind = math.type(value) or type(value)
  if kind == 'integer' then return 'i' .. string.pack('<i8', value) end
  if kind == 'float' then return 'n' .. string.pack('<d', value) end
  if kind == 'boolean' then return value and 't' or 'f' end
  if kind == 'string' then return 's' .. value end
end

local function unpack_value(text)
  local kind, rest = text:sub(1, 1), text:sub(2)
  if kind == 'i' then return (string.unpack('<i8', rest)) end
  if kind == 'n' then return (string.unpack('<d', rest)) end
  if kind == 's' then return rest end
  return kind == 't'
end

-- Names with numbers, booleans and strings, in order of names.
function save.write_table(out, values)
  local names = {}
  for name, value in pairs(values) do
    if type(name) == 'string' and pack_value(value) then names[#names + 1] = name end
  end
  table.sort(names)
  out[#out + 1] = string.pack('<i4', #names)
  for _, name in ipairs(names) do
    out[#out + 1] = name
    out[#out + 1] = pack_value(values[name])
  end
end

function save.read_table(reader, values)
  for name in pairs(values) do
    if type(name) == 'string' and pack_value(values[name]) then values[name] = nil end
  end
  for _ = 1, reader:unpack '<i4' do
    local name = reader:text()
    values[name] = unpack_value(reader:text())
  end
end

-- What an object saves: `object:save(out)` puts strings into the list `out`.
function save.pack(signature, object)
  local out = { MAGIC, signature }
  object:save(out)
  for i, piece in ipairs(out) do out[i] = string.pack('<s4', piece) end
  return table.concat(out)
end

-- Back by `object:restore(reader)`; false where the string was saved by something else or is broken.
function save.unpack(saved, signature, object)
  local reader = setmetatable({ saved = saved, at = 1 }, Reader)
  local ok, raised = pcall(function()
    if reader:text() ~= MAGIC or reader:text() ~= signature then reader:fail() end
    object:restore(reader)
    if reader.at ~= #saved + 1 then reader:fail() end
  end)
  return ok, raised ~= Broken and raised or 'no saved state of this machine'
end

return save
