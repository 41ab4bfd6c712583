-- Small glTF files made on the spot: a builder that collects numbers into one buffer.

local cjson = require('cjson').new()

local gltf = {}

local Builder = {}
Builder.__index = Builder

local FORMATS = { [5120] = 'b', [5121] = 'B', [5122] = '<h', [5123] = '<H', [5125] = '<I4', [5126] = '<f' }
local COMPONENTS = { SCALAR = 1, VEC2 = 2, VEC3 = 3, VEC4 = 4, MAT4 = 16 }

function gltf.new()
  return setmetatable({
    bytes = '',
    root = { asset = { version = '2.0' }, nodes = {}, accessors = {}, bufferViews = {}, animations = {}, skins = {} },
  }, Builder)
end

-- Appends raw bytes as a view (aligned to 4): its index from 0.
function Builder:view(bytes, stride)
  self.bytes = self.bytes .. ('\0'):rep(-#self.bytes % 4)
  table.insert(self.root.bufferViews,
    { buffer = 0, byteOffset = #self.bytes, byteLength = #bytes, byteStride = stride })
  self.bytes = self.bytes .. bytes
  return #self.root.bufferViews - 1
end

function gltf.pack(numbers, component_type)
  local parts = {}
  for i, number in ipairs(numbers) do parts[i] = string.pack(FORMATS[component_type or 5126], number) end
  return table.concat(parts)
end

-- Appends an accessor: its index from 0. `more` adds or overrides fields; `more.stride` interleaves with zeros.
function Builder:accessor(kind, numbers, more)
  local out = { type = kind, componentType = 5126, count = #numbers // COMPONENTS[kind] }
  for key, value in pairs(more or {}) do out[key] = value end
  local bytes = gltf.pack(numbers, out.componentType)
  local stride = out.stride
  out.stride = nil
  if stride then
    local size, parts = #bytes // out.count, {}
    for i = 1, out.count do parts[i] = bytes:sub((i - 1) * size + 1, i * size) .. ('\0'):rep(stride - size) end
    bytes = table.concat(parts)
  end
  out.bufferView = self:view(bytes, stride)
  table.insert(self.root.accessors, out)
  return #self.root.accessors - 1
end

function Builder:node(node)
  table.insert(self.root.nodes, node)
  return #self.root.nodes - 1
end

-- `channels`: { node =, path =, times = {} or accessor, values = {} or accessor, interpolation =, type = }.
function Builder:animation(name, channels)
  local animation = { name = name, samplers = {}, channels = {} }
  local types = { rotation = 'VEC4', weights = 'SCALAR' }
  for i, c in ipairs(channels) do
    local kind = c.type or types[c.path] or 'VEC3'
    animation.samplers[i] = {
      input = type(c.times) == 'table' and self:accessor('SCALAR', c.times) or c.times,
      output = type(c.values) == 'table' and self:accessor(kind, c.values) or c.values,
      interpolation = c.interpolation,
    }
    animation.channels[i] = { sampler = i - 1, target = { node = c.node, path = c.path, extensions = c.extensions } }
  end
  table.insert(self.root.animations, animation)
  return animation
end

local ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function gltf.base64(bytes)
  return (bytes:gsub('..?.?', function(group)
    local a, b, c = group:byte(1, 3)
    local n = a << 16 | (b or 0) << 8 | (c or 0)
    local out = ''
    for i = 0, 3 do
      local six = n >> (18 - 6 * i) & 63
      out = out .. (i <= #group and ALPHABET:sub(six + 1, six + 1) or '=')
    end
    return out
  end))
end

-- Empty lists would come out as objects.
local function drop_empty(root)
  for key, value in pairs(root) do
    if type(value) == 'table' and next(value) == nil then root[key] = nil end
  end
end

function Builder:text()
  local root = self.root
  if #self.bytes > 0 then
    local uri = 'data:application/octet-stream;base64,' .. gltf.base64(self.bytes)
    root.buffers = { { byteLength = #self.bytes, uri = uri } }
  end
  drop_empty(root)
  return cjson.encode(root)
end

function Builder:glb()
  local root = self.root
  if #self.bytes > 0 then root.buffers = { { byteLength = #self.bytes } } end
  drop_empty(root)
  local text = cjson.encode(root)
  text = text .. (' '):rep(-#text % 4)
  local binary = self.bytes .. ('\0'):rep(-#self.bytes % 4)
  return string.pack('<c4I4I4', 'glTF', 2, 12 + 8 + #text + 8 + #binary)
    .. string.pack('<I4c4', #text, 'JSON') .. text .. string.pack('<I4c4', #binary, 'BIN\0') .. binary
end

return gltf
