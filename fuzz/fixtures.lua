-- Sound files to damage: small ones that together use everything the readers know, and real ones where they are.

local data = require 'spec.support.data'
local gltf = require 'spec.support.gltf'

local fixtures = {}

local LARGEST = 60000 -- bytes: larger files only make a round slower

local function animated()
  local file = gltf.new()
  file:node { name = 'root', children = { 1, 2 }, translation = { 0, 1, 0 } }
  file:node { name = 'arm', rotation = { 0, 0, 0, 1 }, scale = { 1, 2, 1 }, skin = 0, mesh = 0 }
  file:node { name = 'still', matrix = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1 }, weights = { 0.5 }, mesh = 0 }
  local corners = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }
  local joints = file:accessor('VEC4', { 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0 }, { componentType = 5121 })
  local weights = file:accessor('VEC4', { 255, 0, 0, 0, 128, 127, 0, 0, 255, 0, 0, 0 },
    { componentType = 5121, normalized = true })
  local position, target = file:accessor('VEC3', corners), file:accessor('VEC3', corners, { stride = 16 })
  local indices = file:accessor('SCALAR', { 0, 1, 2 }, { componentType = 5123 })
  file.root.meshes = { {
    name = 'mesh', weights = { 0.25 },
    primitives = { {
      attributes = { POSITION = position, JOINTS_0 = joints, WEIGHTS_0 = weights },
      targets = { { POSITION = target } }, indices = indices,
    } },
  } }
  local identity = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }
  local twice = table.move(identity, 1, 16, 17, { table.unpack(identity) })
  file.root.skins = { { name = 'skin', joints = { 0, 1 }, inverseBindMatrices = file:accessor('MAT4', twice) } }
  file:animation('move', {
    { node = 0, path = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0 } },
    { node = 1, path = 'rotation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 1, 0, 0 }, interpolation = 'STEP' },
    { node = 1, path = 'scale', times = { 0.5 }, values = { 0, 0, 0, 1, 1, 1, 0, 0, 0 },
      interpolation = 'CUBICSPLINE' },
    { node = 1, path = 'weights', times = { 0, 1 }, values = { 0, 1 } },
    { path = 'pointer', times = { 0, 1 }, values = { 0, 1 }, type = 'SCALAR',
      extensions = { KHR_animation_pointer = { pointer = '/materials/0/alphaCutoff' } } },
    { path = 'pointer', times = { 0, 1 }, values = { 0, 1 }, type = 'SCALAR',
      extensions = { KHR_animation_pointer = { pointer = '/meshes/0/weights' } } },
  })
  return file
end

local function sparse()
  local file = gltf.new()
  file:node { name = 'a' }
  local indices, values = file:view(string.pack('<I2I2', 0, 2)), file:view(gltf.pack { 1, 2, 3, 4, 5, 6 })
  file.root.accessors[1] = {
    type = 'VEC3', componentType = 5126, count = 4,
    sparse = { count = 2, indices = { bufferView = indices, componentType = 5123 }, values = { bufferView = values } },
  }
  file:animation('sparse', { { node = 0, path = 'translation', times = { 0, 1, 2, 3 }, values = 0 } })
  return file
end

local BVH = [[
HIERARCHY
ROOT hip
{
  OFFSET 0 1 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT leg
  {
    OFFSET 0 -0.5 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -0.5 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.0333
0 0 0 0 0 0 0 0 0
1 2 3 10 20 30 40 50 60
]]

-- Real files of the test data that end in one of the given ways and are small.
local function add_real(list, ...)
  for _, ending in ipairs { ... } do
    for _, name in ipairs(data.list 'assets') do
      local bytes = name:find(ending) and data.read('assets/' .. name)
      if bytes and #bytes <= LARGEST then list[#list + 1] = bytes end
    end
  end
  return list
end

-- `real` adds the files of the test data.
function fixtures.gltf(real)
  local list = { animated():text(), animated():glb(), sparse():text(), sparse():glb() }
  return real and add_real(list, '%.glb$', '%.gltf$', '%.vrma$') or list
end

function fixtures.bvh(real)
  local list = { BVH }
  return real and add_real(list, '%.bvh$') or list
end

return fixtures
