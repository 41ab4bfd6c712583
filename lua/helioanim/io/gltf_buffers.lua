-- Buffers, buffer views and accessors of a glTF file: from an accessor's number to a Buffer of floats or integers.
--
-- A source holds what is really there: `bytes`, `offset`, `length`. Everything a file declares is checked against
-- that before anything is allocated. What is decoded is drawn from a budget in proportion to the bytes read, so that
-- many references to the same data cannot multiply memory.

local core = require 'helioanim.core'
local json = require 'helioanim.io.json'
local uri = require 'helioanim.io.uri'
local fail = require('helioanim.io.failure').fail

local Buffers = {}
Buffers.__index = Buffers

local BUDGET_FACTOR, BUDGET_FLOOR = 64, 16 * 1024 * 1024

local function read_external(self, text, where)
  if self.reader then
    local bytes, message = self.reader(text)
    if type(bytes) ~= 'string' then fail('io', "%s: '%s': %s", where, uri.shown(text), message or 'not found') end
    return bytes
  end
  local path = uri.to_path(text, where)
  if not self.folder then fail('unsupported', "%s: '%s': no folder to read it from", where, uri.shown(text)) end
  return uri.read_file(self.folder .. path, where .. ': ')
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

local function check_view(view, i, buffers)
  local where = ('bufferView %d'):format(i - 1)
  local buffer = json.index(view, 'buffer', #buffers, where) or fail('bad_data', '%s: buffer is missing', where)
  local offset = json.count(view, 'byteOffset', where) or 0
  local length = json.count(view, 'byteLength', where) or fail('bad_data', '%s: byteLength is missing', where)
  local stride = json.count(view, 'byteStride', where)
  local declared = buffers[buffer + 1].declared
  if offset > declared or length > declared - offset then
    fail('bad_data', '%s: bytes %d to %d of a buffer of %d', where, offset, offset + length, declared)
  end
  return { buffer = buffer + 1, offset = offset, length = length, stride = stride or 0, json = view }
end

-- `options`: json (the root), file_size, binary (a source or nil), folder (ending in a slash, or nil), reader, warn.
function Buffers.new(options)
  local root = options.json
  local self = setmetatable({
    folder = options.folder, reader = options.reader, warn = options.warn, file_size = options.file_size,
    accessors = json.array(root, 'accessors', 'glTF') or {}, buffers = {}, views = {}, decoded = {},
    budget = nil, warned_stride = false,
  }, Buffers)
  local buffers = json.array(root, 'buffers', 'glTF') or {}
  for i = 1, #buffers do
    self.buffers[i] = load_buffer(self, i, json.element(buffers, i, 'buffers'), options.binary)
  end
  local views = json.array(root, 'bufferViews', 'glTF') or {}
  for i = 1, #views do
    self.views[i] = check_view(json.element(views, i, 'bufferViews'), i, self.buffers)
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

-- EXT_meshopt_compression: the view's bytes decompressed, once.
local function decompress(self, view, where)
  local extensions = json.object(view.json, 'extensions', where) or {}
  local extension = json.object(extensions, 'EXT_meshopt_compression', where)
  if not extension then
    fail('bad_data', '%s: its buffer has no data', where)
  end
  local index = json.index(extension, 'buffer', #self.buffers, where) or fail('bad_data', '%s: buffer is missing', where)
  local buffer = self.buffers[index + 1]
  if not buffer.bytes then fail('bad_data', '%s: its compressed buffer has no data', where) end
  local offset = json.count(extension, 'byteOffset', where) or 0
  local length = json.count(extension, 'byteLength', where) or 0
  local stride = json.count(extension, 'byteStride', where) or 0
  local count = json.count(extension, 'count', where) or 0
  if offset > buffer.length or length > buffer.length - offset then
    fail('bad_data', '%s: compressed bytes outside their buffer', where)
  end
  if stride == 0 or stride > 256 or count * stride ~= view.length then
    fail('bad_data', '%s: %d elements of %d bytes in a view of %d', where, count, stride, view.length)
  end
  self:spend(view.length, where)
  local bytes, message, code = core.decode_meshopt(buffer.bytes, buffer.offset + offset, length, count, stride,
    json.string(extension, 'mode', where) or '', json.string(extension, 'filter', where) or 'NONE')
  if not bytes then fail(code, '%s: EXT_meshopt_compression: %s', where, message) end
  return { bytes = bytes, offset = 0, length = #bytes, stride = view.stride }
end

-- The source of view number `index` (from 0).
local function view_source(self, index, where)
  local view = self.views[index + 1]
  if not view.source then
    local buffer = self.buffers[view.buffer]
    if buffer.bytes then
      view.source = { bytes = buffer.bytes, offset = buffer.offset + view.offset, length = view.length,
                      stride = view.stride }
    else
      view.source = decompress(self, view, where)
    end
  end
  return view.source
end

-- Bytes, offset and length from `key` (a view) and byteOffset on.
local function view_slice(self, parent, where)
  local index = json.index(parent, 'bufferView', #self.views, where)
  if not index then return nil end
  local source = view_source(self, index, where)
  local offset = json.count(parent, 'byteOffset', where) or 0
  if offset > source.length then
    fail('bad_data', '%s: byteOffset %d in a view of %d bytes', where, offset, source.length)
  end
  return source.bytes, source.offset + offset, source.length - offset, source.stride
end

local function sparse_arguments(self, accessor, where)
  local sparse = json.object(accessor, 'sparse', where)
  if not sparse then return nil end
  local indices = json.object(sparse, 'indices', where) or fail('bad_data', '%s: sparse.indices is missing', where)
  local values = json.object(sparse, 'values', where) or fail('bad_data', '%s: sparse.values is missing', where)
  local count = json.count(sparse, 'count', where) or fail('bad_data', '%s: sparse.count is missing', where)
  local index_type = json.count(indices, 'componentType', where) or 0
  local a, a_offset, a_length = view_slice(self, indices, where)
  local b, b_offset, b_length = view_slice(self, values, where)
  if not a or not b then fail('bad_data', '%s: sparse data without a bufferView', where) end
  return { count, a, a_offset, a_length, index_type, b, b_offset, b_length }
end

local COMPONENTS = { SCALAR = 1, VEC2 = 2, VEC3 = 3, VEC4 = 4, MAT2 = 4, MAT3 = 9, MAT4 = 16 }

-- What an accessor says of itself, checked: { type, components, component_type, count, normalized }.
function Buffers:describe(index)
  local where = ('accessor %d'):format(index)
  local accessor = json.element(self.accessors, index + 1, 'accessors')
  local kind = json.string(accessor, 'type', where) or fail('bad_data', '%s: type is missing', where)
  local components = COMPONENTS[kind] or fail('bad_data', "%s: unknown type '%s'", where, kind)
  return {
    json = accessor, where = where, type = kind, components = components,
    component_type = json.count(accessor, 'componentType', where) or fail('bad_data', '%s: componentType is missing', where),
    count = json.count(accessor, 'count', where) or fail('bad_data', '%s: count is missing', where),
    normalized = json.boolean(accessor, 'normalized', where) or false,
  }
end

local function decode(self, index, integers)
  local about = self:describe(index)
  local where = about.where
  if about.count > self.budget // (4 * about.components) then
    fail('too_large', '%s: %d elements are out of proportion to the file', where, about.count)
  end
  local bytes, offset, length, stride = view_slice(self, about.json, where)
  local sparse = sparse_arguments(self, about.json, where)
  self:spend(about.count * about.components * 4, where)
  local buffer, message, code = core.decode_accessor(bytes, offset or 0, length or 0, stride or 0,
    about.component_type, about.type, about.count, about.normalized, integers, sparse)
  if not buffer then fail(code, '%s: %s', where, message) end
  return { buffer = buffer, about = about, strided = stride ~= nil and stride > 0 }
end

-- Accessor `index` (from 0) as a Buffer of floats, decoded once: { buffer =, about =, strided = }.
function Buffers:floats(index)
  local known = self.decoded[index]
  if not known then
    known = decode(self, index, false)
    self.decoded[index] = known
  end
  return known
end

-- The same as unsigned integers, not kept.
function Buffers:integers(index) return decode(self, index, true) end

return Buffers
