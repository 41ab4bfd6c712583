-- The state of nodes as a string and back: what was saved, by what, pieces one after the other, each with its length,
-- and a checksum, so that what is damaged or foreign is refused before anything is touched.

local core = require 'helioanim.core'

local save = {}

local MAGIC = 'hasm4'
local HEAD, SUM = '<z I4', '<I4'

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

-- What an object saves: `object:save(out)` puts strings into the list `out`. `signature`: a number that tells what can
-- restore it.
function save.pack(signature, object)
  local out = {}
  object:save(out)
  for i, piece in ipairs(out) do out[i] = string.pack('<s4', piece) end
  local text = string.pack(HEAD, MAGIC, signature) .. table.concat(out)
  return text .. string.pack(SUM, core.checksum(text))
end

local HEAD_SIZE, SUM_SIZE = #string.pack(HEAD, MAGIC, 0), string.packsize(SUM)

-- What is wrong with a saved string, before it is read.
local function fault_of(saved, signature)
  if saved:sub(1, #MAGIC + 1) ~= MAGIC .. '\0' then return 'no saved state of a machine' end
  local size = #saved - SUM_SIZE
  if size < HEAD_SIZE or string.unpack(SUM, saved, size + 1) ~= core.checksum(saved:sub(1, size)) then
    return 'a damaged state'
  end
  local _, of = string.unpack(HEAD, saved)
  return of ~= signature and 'the state of another machine' or nil
end

-- Back by `object:restore(reader)`; what is wrong with the string otherwise.
function save.unpack(saved, signature, object)
  local fault = fault_of(saved, signature)
  if fault then return fault end
  local reader = setmetatable({ saved = saved:sub(1, -SUM_SIZE - 1), at = HEAD_SIZE + 1 }, Reader)
  local ok, raised = pcall(object.restore, object, reader)
  if ok and reader.at == #reader.saved + 1 then return nil end
  return ok and 'a state that says too much' or raised == Broken and 'a state that says nothing' or tostring(raised)
end

return save
