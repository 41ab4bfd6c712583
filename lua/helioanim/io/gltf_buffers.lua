-- Buffers, buffer views and accessors of a glTF file: from an accessor's number to a Buffer of floats or integers.
--
-- A source holds what is really there: `bytes`, `offset`, `length`. Everything a file declares is checked against
-- that before anything is allocated, and what is decoded is paid for out of the file's budget.

local core = require 'helioanim.core'
local Files = require 'helioanim.io.gltf_files'
local json = require 'helioanim.io.json'
local place = require 'helioanim.io.place'
local types = require 'helioanim.io.gltf_types'
local uri = require 'helioanim.io.uri'
local fail = require('helioanim.io.failure').fail

local Buffers = {}
Buffers.__index = Buffers

-- The JSON of a buffer, checked: `declared` bytes, and where they come from: `text`, a URI, and `file`, where that
-- names one.
local function describe_buffer(buffer, i, files)
  local where = ('buffer %d'):format(i - 1)
  local text, declared = json.fields(buffer, where, 'sn', 'uri', 'byteLength')
  if not declared then fail('bad_data', '%s: byteLength is missing', where) end
  local is_data = text and uri.is_data(text)
  return { text = text, declared = declared, file = text and not is_data and files:want(text, declared, where) or nil }
end

-- Adds `bytes` and their `offset`. A buffer that only stands in for compressed data has none, and is none the worse
-- until somebody reads it.
local function load_buffer(buffer, i, files, binary)
  local where = ('buffer %d'):format(i - 1)
  local source
  if buffer.text then
    local bytes = buffer.file and files:read(buffer.file) or uri.decode_data(buffer.text, where)
    source = { bytes = bytes, offset = 0, length = #bytes }
  elseif i == 1 and binary then
    source = binary
  else
    return
  end
  if source.length < buffer.declared then
    fail('bad_data', '%s: %d bytes declared, %d are there', where, buffer.declared, source.length)
  end
  buffer.bytes, buffer.offset = source.bytes, source.offset
end

local function load_buffers(root, options)
  local list, out = json.array(root, 'buffers', 'glTF') or {}, {}
  local files = Files.new { folder = options.folder, reader = options.reader, budget = options.budget }
  for i = 1, #list do out[i] = describe_buffer(json.element(list, i, 'buffers'), i, files) end
  for i = 1, #out do load_buffer(out[i], i, files, options.binary) end
  return out
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

-- `options`: json (the root), budget, binary (a source or nil), folder (ending in a slash, or nil), reader.
function Buffers.new(options)
  local root = options.json
  return setmetatable({
    budget = options.budget, buffers = load_buffers(root, options), decompressed = {},
    accessors = json.array(root, 'accessors', 'glTF') or {}, views = json.array(root, 'bufferViews', 'glTF') or {},
    here = place.new('accessor %d', 0), view_here = place.new('bufferView %d', 0),
  }, Buffers)
end

-- EXT_meshopt_compression: the view's bytes, decompressed.
local function decompress(self, view, length_declared, where)
  local extensions = json.object(view, 'extensions', where) or {}
  local extension = json.object(extensions, 'EXT_meshopt_compression', where)
  if not extension then fail('bad_data', '%s: its buffer has no data: no uri, no binary chunk', where) end
  local buffer, offset, length, stride = read_view(self, extension, where)
  if not buffer.bytes then fail('bad_data', '%s: its compressed buffer has no data', where) end
  local count = json.count(extension, 'count', where) or 0
  if stride == 0 or stride > 256 or length_declared % stride ~= 0 or count ~= length_declared // stride then
    fail('bad_data', '%s: %d elements of %d bytes in a view of %d', where, count, stride, length_declared)
  end
  self.budget:spend(length_declared, where)
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
  self.budget:spend_many(count, 4 * components, where)
  local bytes, offset, length, stride = view_slice(self, accessor, where)
  local sparse = accessor.sparse ~= nil and sparse_arguments(self, accessor, where) or nil
  local buffer, message, code = core.decode_accessor(bytes, offset or 0, length or 0, stride or 0,
    component_type, kind, count, normalized, integers, sparse, into)
  if not buffer then fail(code, '%s: %s', where, message) end
  return buffer, kind, component_type, normalized, stride ~= nil and stride > 0
end

return Buffers
