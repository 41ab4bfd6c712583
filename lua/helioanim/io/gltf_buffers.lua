-- Buffers, buffer views and accessors of a glTF file: from an accessor's number to a Buffer of floats or integers.
--
-- A source holds what is really there: `bytes`, `offset`, `length`. Everything a file declares is checked against
-- that before anything is allocated. What is decoded is drawn from a budget in proportion to the bytes read, so that
-- many references to the same data cannot multiply memory.

local core = require 'helioanim.core'
local json = require 'helioanim.io.json'
local place = require 'helioanim.io.place'
local sources = require 'helioanim.io.source'
local types = require 'helioanim.io.gltf_types'
local uri = require 'helioanim.io.uri'
local fail = require('helioanim.io.failure').fail

local Buffers = {}
Buffers.__index = Buffers

local BUDGET_FACTOR, BUDGET_FLOOR = 64, 16 * 1024 * 1024

local function read_external(self, text, where)
  if self.reader then
    local bytes, message = self.reader(text)
    if bytes ~= nil and type(bytes) ~= 'string' then message = 'the reader gave a ' .. type(bytes) end
    if type(bytes) ~= 'string' then fail('io', "%s: '%s': %s", where, uri.shown(text), message or 'not found') end
    return bytes
  end
  local path = uri.to_path(text, where)
  if not self.folder then fail('unsupported', "%s: '%s': no folder to read it from", where, uri.shown(text)) end
  local source = sources.open(self.folder .. path, tostring(where) .. ': ', self.folder == '' and '.' or self.folder)
  local bytes = source:read(0, source.size)
  source:close()
  return bytes
end

-- A buffer that only stands in for compressed data has no bytes, and says so.
local function is_placeholder(buffer, where)
  local extensions = json.object(buffer, 'extensions', where) or {}
  for _, name in ipairs { 'EXT_meshopt_compression', 'KHR_meshopt_compression' } do
    local extension = json.object(extensions, name, where)
    if extension and extension.fallback == true then return true end
  end
  return false
end

local function load_buffer(self, i, buffer, binary)
  local where = ('buffer %d'):format(i - 1)
  local declared = json.count(buffer, 'byteLength', where)
  if not declared then fail('bad_data', '%s: byteLength is missing', where) end
  local text = json.string(buffer, 'uri', where)
  local source
  if text then
    local bytes = uri.decode_data(text, where) or read_external(self, text, where)
    source = { bytes = bytes, offset = 0, length = #bytes }
    self.file_size = self.file_size + #bytes
  elseif i == 1 and binary then
    source = binary
  elseif is_placeholder(buffer, where) then
    return { declared = declared }
  else
    fail('bad_data', '%s: no uri and no binary chunk', where)
  end
  if source.length < declared then
    fail('bad_data', '%s: %d bytes declared, %d are there', where, declared, source.length)
  end
  return { bytes = source.bytes, offset = source.offset, length = declared, declared = declared }
end

-- Buffer, offset, length and stride of a view, which must lie in its buffer as declared.
local function read_view(self, view, where)
  local index, offset, length, stride = json.fields(view, where, 'nnnn',
    'buffer', 'byteOffset', 'byteLength', 'byteStride')
  if not index then fail('bad_data', '%s: buffer is missing', where) end
  if not length then fail('bad_data', '%s: byteLength is missing', where) end
  local buffer = self.buffers[index + 1] or json.index(view, 'buffer', #self.buffers, where)
  offset = offset or 0
  if offset > buffer.declared or length > buffer.declared - offset then
    fail('bad_data', '%s: bytes %d to %d of a buffer of %d', where, offset, offset + length, buffer.declared)
  end
  return buffer, offset, length, stride or 0
end

-- `options`: json (the root), file_size, binary (a source or nil), folder (ending in a slash, or nil), reader, warn.
function Buffers.new(options)
  local root = options.json
  local self = setmetatable({
    folder = options.folder, reader = options.reader, warn = options.warn, file_size = options.file_size,
    accessors = json.array(root, 'accessors', 'glTF') or {}, buffers = {}, budget = nil,
    views = json.array(root, 'bufferViews', 'glTF') or {}, decompressed = {},
    here = place.new('accessor %d', 0), view_here = place.new('bufferView %d', 0),
  }, Buffers)
  local buffers = json.array(root, 'buffers', 'glTF') or {}
  for i = 1, #buffers do
    self.buffers[i] = load_buffer(self, i, json.element(buffers, i, 'buffers'), options.binary)
  end
  self.budget = BUDGET_FACTOR * self.file_size + BUDGET_FLOOR
  return self
end

-- Takes `bytes` out of the budget before they are allocated.
function Buffers:spend(bytes, where)
  self.budget = self.budget - bytes
  if self.budget < 0 then
    fail('too_large', '%s: the decoded data would be out of proportion to the file', where)
  end
end

-- EXT_meshopt_compression: the view's bytes, decompressed.
local function decompress(self, view, length_declared, where)
  local extensions = json.object(view, 'extensions', where) or {}
  local extension = json.object(extensions, 'EXT_meshopt_compression', where)
  if not extension then fail('bad_data', '%s: its buffer has no data', where) end
  local buffer, offset, length, stride = read_view(self, extension, where)
  if not buffer.bytes then fail('bad_data', '%s: its compressed buffer has no data', where) end
  local count = json.count(extension, 'count', where) or 0
  if stride == 0 or stride > 256 or count * stride ~= length_declared then
    fail('bad_data', '%s: %d elements of %d bytes in a view of %d', where, count, stride, length_declared)
  end
  self:spend(count * stride, where)
  local bytes, message, code = core.decode_meshopt(buffer.bytes, buffer.offset + offset, length, count, stride,
    json.string(extension, 'mode', where) or '', json.string(extension, 'filter', where) or 'NONE')
  if not bytes then fail(code, '%s: EXT_meshopt_compression: %s', where, message) end
  return bytes
end

-- Bytes, offset, length and stride of view number `index` (from 0).
local function view_bytes(self, index)
  local where = self.view_here
  where[1] = index
  local view = json.element(self.views, index + 1, 'bufferViews')
  local buffer, offset, length, stride = read_view(self, view, where)
  if buffer.bytes then return buffer.bytes, buffer.offset + offset, length, stride end
  local bytes = self.decompressed[index] or decompress(self, view, length, where)
  self.decompressed[index] = bytes
  return bytes, 0, #bytes, stride
end

-- The same from the bufferView and byteOffset of `parent` on; nothing where it has no view.
local function view_slice(self, parent, where)
  local index, offset = json.fields(parent, where, 'nn', 'bufferView', 'byteOffset')
  if not index then return nil end
  if index >= #self.views then json.index(parent, 'bufferView', #self.views, where) end
  local bytes, start, length, stride = view_bytes(self, index)
  offset = offset or 0
  if offset > length then fail('bad_data', '%s: byteOffset %d in a view of %d bytes', where, offset, length) end
  return bytes, start + offset, length - offset, stride
end

local function sparse_arguments(self, accessor, where)
  local sparse = json.object(accessor, 'sparse', where)
  local indices = json.object(sparse, 'indices', where) or fail('bad_data', '%s: sparse.indices is missing', where)
  local values = json.object(sparse, 'values', where) or fail('bad_data', '%s: sparse.values is missing', where)
  local count = json.count(sparse, 'count', where) or fail('bad_data', '%s: sparse.count is missing', where)
  local index_type = json.count(indices, 'componentType', where) or 0
  local a, a_offset, a_length = view_slice(self, indices, where)
  local b, b_offset, b_length = view_slice(self, values, where)
  if not a or not b then fail('bad_data', '%s: sparse data without a bufferView', where) end
  return { count, a, a_offset, a_length, index_type, b, b_offset, b_length }
end

-- What accessor `index` (from 0) says of itself, checked: its JSON, type, components, component type, count, whether
-- it is normalized.
local function describe(self, index)
  local where = self.here
  where[1] = index
  local accessor = json.element(self.accessors, index + 1, 'accessors')
  local kind, component_type, count, normalized = json.fields(accessor, where, 'snnb',
    'type', 'componentType', 'count', 'normalized')
  if not kind then fail('bad_data', '%s: type is missing', where) end
  local components = types.components[kind] or fail('bad_data', "%s: unknown type '%s'", where, kind)
  if not component_type then fail('bad_data', '%s: componentType is missing', where) end
  if not count then fail('bad_data', '%s: count is missing', where) end
  return accessor, kind, components, component_type, count, normalized or false
end

-- Decodes accessor `index` (from 0): a Buffer, of floats or, where `integers`, of unsigned integers; its type
-- ('VEC3'), component type, whether normalized, and whether the bytes were strided. `into` is a Buffer that may be
-- used again, or nil.
function Buffers:decode(index, integers, into)
  local where = self.here
  local accessor, kind, components, component_type, count, normalized = describe(self, index)
  if count > self.budget // (4 * components) then
    fail('too_large', '%s: %d elements are out of proportion to the file', where, count)
  end
  local bytes, offset, length, stride = view_slice(self, accessor, where)
  local sparse = accessor.sparse ~= nil and sparse_arguments(self, accessor, where) or nil
  self:spend(count * components * 4, where)
  local buffer, message, code = core.decode_accessor(bytes, offset or 0, length or 0, stride or 0,
    component_type, kind, count, normalized, integers, sparse, into)
  if not buffer then fail(code, '%s: %s', where, message) end
  return buffer, kind, component_type, normalized, stride ~= nil and stride > 0
end

return Buffers
