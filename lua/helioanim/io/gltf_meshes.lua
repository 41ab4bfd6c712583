-- Meshes of a glTF file, when they are asked for: what skinning and bounds need, as Buffers.
--
-- A primitive is a table that ha.deformer takes as it is: positions, normals, tangents, joints and weights (lists, a
-- Buffer each JOINTS_n and WEIGHTS_n), indices (from 0), targets, mode, material (from 1), vertex_count.

local core = require 'helioanim.core'
local json = require 'helioanim.io.json'
local place = require 'helioanim.io.place'
local COSTS = require('helioanim.io.budget').COSTS
local failure = require 'helioanim.io.failure'
local types = require 'helioanim.io.gltf_types'

local fail = failure.fail
local meshes = {}

local TRIANGLES, MAX_SETS = 4, 16

-- Accessor `index` decoded once, however many primitives use it.
local function decode(context, index, integers)
  local key = integers and -1 - index or index
  local entry = context.decoded[key]
  if not entry then
    local buffer, kind, component_type = context.buffers:decode(index, integers)
    entry = { buffer = buffer, kind = kind, component_type = component_type }
    context.decoded[key] = entry
  end
  return entry
end

local NOT_UNSIGNED = { [types.FLOAT32] = true, [types.INT8] = true, [types.INT16] = true }

-- A Buffer of the wanted element type and count, or nil where the attribute is absent.
local function attribute(context, attributes, name, wanted)
  local where = context.where
  local index = json.index(attributes, name, #context.buffers.accessors, where)
  if not index then return nil end
  local described = context.buffers.accessors[index + 1]
  if wanted.integers and type(described) == 'table' and NOT_UNSIGNED[described.componentType] then
    fail('bad_data', '%s: %s must be unsigned integers', where, name)
  end
  local entry = decode(context, index, wanted.integers)
  if entry.kind ~= wanted.kind then
    fail('bad_data', '%s: %s of type %s, not %s', where, name, entry.kind, wanted.kind)
  end
  local count = #entry.buffer // entry.buffer.components
  if wanted.count and count ~= wanted.count then
    fail('bad_data', '%s: %s has %d elements for %d vertices', where, name, count, wanted.count)
  end
  return entry.buffer
end

local function read_sets(context, attributes, count)
  local joints, weights = {}, {}
  for n = 0, MAX_SETS - 1 do
    local j = attribute(context, attributes, 'JOINTS_' .. n, { kind = 'VEC4', integers = true, count = count })
    local w = attribute(context, attributes, 'WEIGHTS_' .. n, { kind = 'VEC4', count = count })
    if (j == nil) ~= (w == nil) then
      fail('bad_data', '%s: JOINTS_%d and WEIGHTS_%d must come together', context.where, n, n)
    end
    if not j then break end
    joints[n + 1], weights[n + 1] = j, w
  end
  if #joints == 0 then return nil, nil end
  return joints, weights
end

local function read_targets(context, primitive, count)
  local list = json.array(primitive, 'targets', context.where)
  if not list then return nil end
  local out = {}
  context.budget:spend(#list * COSTS.target, context.where)
  for i = 1, #list do
    local target, vec3 = json.element(list, i, context.where), { kind = 'VEC3', count = count }
    out[i] = {
      positions = attribute(context, target, 'POSITION', vec3), normals = attribute(context, target, 'NORMAL', vec3),
      tangents = attribute(context, target, 'TANGENT', vec3),
    }
  end
  return out
end

local function read_indices(context, primitive, count)
  local indices = attribute(context, primitive, 'indices', { kind = 'SCALAR', integers = true })
  if not indices then return nil end
  local largest = core.largest(indices)
  if largest and largest >= count then
    fail('bad_data', '%s: index %d of %d vertices', context.where, largest, count)
  end
  return indices
end

-- Compressed geometry that nothing else stands in for.
local function refuse_draco(context, primitive)
  local extensions = json.object(primitive, 'extensions', context.where) or {}
  if extensions.KHR_draco_mesh_compression and context.required.KHR_draco_mesh_compression then
    fail('unsupported', "%s: the mesh needs the extension 'KHR_draco_mesh_compression', which is not supported",
      context.where)
  end
end

local function read_primitive(context, primitive)
  refuse_draco(context, primitive)
  local where = context.where
  context.budget:spend(COSTS.primitive, where)
  local attributes = json.object(primitive, 'attributes', where) or
    fail('bad_data', '%s: attributes are missing', where)
  local positions = attribute(context, attributes, 'POSITION', { kind = 'VEC3' })
  if not positions then
    context.warn('%s: dropped, it has no positions', where)
    return nil
  end
  local count = #positions // 3
  local material = json.count(primitive, 'material', where)
  local joints, weights = read_sets(context, attributes, count)
  return {
    positions = positions, joints = joints, weights = weights, vertex_count = count,
    normals = attribute(context, attributes, 'NORMAL', { kind = 'VEC3', count = count }),
    tangents = attribute(context, attributes, 'TANGENT', { kind = 'VEC4', count = count }),
    indices = read_indices(context, primitive, count), targets = read_targets(context, primitive, count),
    mode = json.count(primitive, 'mode', where) or TRIANGLES, material = material and material + 1,
  }
end

-- The skins that each mesh is drawn with, in order, and the fewest joints among them.
local function users_of(context)
  local users = {}
  for _, node in ipairs(context.nodes) do
    if node.mesh and node.skin then
      local user = users[node.mesh] or { skins = {}, known = {}, joint_count = math.huge }
      users[node.mesh] = user
      if not user.known[node.skin] then table.insert(user.skins, node.skin) end
      user.known[node.skin] = true
      user.joint_count = math.min(user.joint_count, #context.skins[node.skin])
    end
  end
  for _, user in pairs(users) do
    table.sort(user.skins)
    user.key = table.concat(user.skins, ' ')
  end
  return users
end

-- The same text for primitives that move alike: of the same vertices, drawn with the same skins.
local function motion_key(user, primitive)
  local parts = {}
  local function add(value) parts[#parts + 1] = ('%p'):format(value) end
  add(primitive.positions)
  for set in ipairs(primitive.joints) do
    add(primitive.joints[set])
    add(primitive.weights[set])
  end
  for _, target in ipairs(primitive.targets or {}) do add(target.positions) end
  return table.concat(parts, ' ') .. '/' .. user.key
end

-- Pays for a deformer and for each skin's look at its vertices.
local function pay_for_deformer(context, user, primitive)
  local vertex = 96 + 32 * #primitive.joints + 12 * #(primitive.targets or {}) + 8 * #user.skins
  context.budget:spend((primitive.vertex_count + 16) * vertex, context.where)
end

-- Joints must exist in every skin that draws the mesh; the skins' boxes grow around it.
local function fit_skins(context, user, primitive)
  if not primitive.joints or user.joint_count == 0 then return end
  primitive.joint_count = user.joint_count
  local key = motion_key(user, primitive)
  if context.fitted[key] then return end
  context.fitted[key] = true
  pay_for_deformer(context, user, primitive)
  local deformer = failure.of_core(context.where, core.deformer, {
    positions = primitive.positions, joints = primitive.joints, weights = primitive.weights,
    targets = primitive.targets, joint_count = user.joint_count,
  })
  for _, skin in ipairs(user.skins) do context.skins[skin]:include(deformer) end
  if deformer.repaired > 0 then
    context.warn('%s: the weights of %d of %d vertices did not sum to 1', context.where, deformer.repaired, #deformer)
  end
end

-- Adds `primitives` to each of the meshes. `reading`: buffers, budget, nodes, meshes, skins, warn.
function meshes.read(root, reading)
  local context = setmetatable({ decoded = {}, required = {}, fitted = {} }, { __index = reading })
  for _, name in ipairs(json.array(root, 'extensionsRequired', 'glTF') or {}) do context.required[name] = true end
  local list, users = json.array(root, 'meshes', 'glTF') or {}, users_of(context)
  context.where = place.new('mesh %d primitive %d', 0, 0)
  for i = 1, #list do
    local primitives, kept = json.array(list[i], 'primitives', 'mesh') or {}, {}
    for p = 1, #primitives do
      context.where[1], context.where[2] = i - 1, p - 1
      local primitive = read_primitive(context, json.element(primitives, p, context.where))
      if primitive and users[i] then fit_skins(context, users[i], primitive) end
      kept[#kept + 1] = primitive
    end
    context.meshes[i].primitives = kept
  end
end

-- What sketches need of the materials: { name, color }, linear red, green, blue; no color where a texture gives it.
-- Anything odd is passed over, since materials do not matter otherwise.
function meshes.read_materials(root, budget)
  local out = {}
  for i, material in ipairs(type(root.materials) == 'table' and root.materials or {}) do
    budget:spend(COSTS.material, 'materials')
    local known = type(material) == 'table' and material or {}
    local pbr = type(known.pbrMetallicRoughness) == 'table' and known.pbrMetallicRoughness or {}
    local ok, color = pcall(json.numbers, pbr, 'baseColorFactor', 4, 'material')
    out[i] = {
      name = type(known.name) == 'string' and known.name or '',
      color = not pbr.baseColorTexture and ok and color and { color[1], color[2], color[3] } or nil,
    }
  end
  return out
end

return meshes
