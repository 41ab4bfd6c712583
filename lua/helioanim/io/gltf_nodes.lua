-- Nodes of a glTF file -> one Skeleton: every node is a joint, in file order.

local core = require 'helioanim.core'
local json = require 'helioanim.io.json'
local place = require 'helioanim.io.place'
local COSTS = require('helioanim.io.budget').COSTS
local fail = require('helioanim.io.failure').fail
local MOST_JOINTS = require('helioanim.io.document').MOST_JOINTS

local nodes = {}

local SHEAR = 1e-4

-- parent[i] for every node, from the lists of children.
local function find_parents(list)
  local parents, here = {}, place.named 'node'
  for i = 1, #list do
    local children = json.indices(list[i], 'children', #list, here:at(i - 1)) or {}
    for _, child in ipairs(children) do
      if parents[child + 1] then
        fail('bad_data', 'node %d has two parents: nodes %d and %d', child, parents[child + 1] - 1, i - 1)
      end
      parents[child + 1] = i
    end
  end
  return parents
end

-- Morph targets of a mesh: how many, and their weights at rest.
local function read_mesh(mesh, where)
  local primitives = json.array(mesh, 'primitives', where) or {}
  local weights = json.numbers(mesh, 'weights', nil, where)
  local targets = 0
  if #primitives > 0 then
    targets = #(json.array(json.element(primitives, 1, where), 'targets', where) or {})
  end
  if targets == 0 and weights then targets = #weights end
  return { targets = targets, weights = weights, name = json.string(mesh, 'name', where) or '' }
end

local function read_meshes(root, budget)
  local list, out, here = json.array(root, 'meshes', 'glTF') or {}, {}, place.named 'mesh'
  for i = 1, #list do
    budget:spend(COSTS.mesh, here:at(i - 1))
    out[i] = read_mesh(json.element(list, i, 'meshes'), here)
  end
  return out
end

-- Rest weights: the node's own, else the mesh's, else zeros; as many as there are targets.
local function rest_weights(node, mesh, where, context)
  if not mesh or mesh.targets == 0 then return nil end
  context.budget:spend(mesh.targets * COSTS.rest_weight, where)
  local given = json.numbers(node, 'weights', nil, where) or mesh.weights or {}
  if #given > 0 and #given ~= mesh.targets then
    context.warn('%s: %d weights for %d morph targets', where, #given, mesh.targets)
  end
  local weights = {}
  for i = 1, mesh.targets do weights[i] = given[i] or 0 end
  return weights
end

local function read_matrix(node, joint, where, warn)
  local matrix = json.numbers(node, 'matrix', 16, where)
  if not matrix then return false end
  if matrix[4] ~= 0 or matrix[8] ~= 0 or matrix[12] ~= 0 or matrix[16] ~= 1 then
    warn('%s: the last row of its matrix is read as 0 0 0 1, which glTF demands', where)
  end
  local n = table.pack(core.decompose(table.unpack(matrix, 1, 16)))
  if n[11] > SHEAR then
    warn('%s: its matrix has shear; the nearest translation, rotation and scale differ by %.3g of its largest entry',
      where, n[11])
  end
  joint.translation, joint.rotation = { n[1], n[2], n[3] }, { n[4], n[5], n[6], n[7] }
  joint.scale = { n[8], n[9], n[10] }
  return true
end

local function read_node(node, i, parent, context)
  local name = json.string(node, 'name', context.here:at(i - 1)) or ''
  local where = context.here:at(i - 1, name)
  context.budget:spend(COSTS.node + #name, where)
  local joint = { name = name, parent = parent }
  local has_matrix = read_matrix(node, joint, where, context.warn)
  if not has_matrix then
    joint.translation = json.numbers(node, 'translation', 3, where)
    joint.rotation = json.numbers(node, 'rotation', 4, where)
    joint.scale = json.numbers(node, 'scale', 3, where)
  end
  local mesh, skin = json.fields(node, where, 'nn', 'mesh', 'skin')
  if mesh and mesh >= #context.meshes then json.index(node, 'mesh', #context.meshes, where) end
  if skin and skin >= context.skin_count then json.index(node, 'skin', context.skin_count, where) end
  joint.weights = rest_weights(node, mesh and context.meshes[mesh + 1], where, context)
  return joint, {
    name = name, index = i, parent = parent, mesh = mesh and mesh + 1, skin = skin and skin + 1,
    targets = joint.weights and #joint.weights or 0, has_matrix = has_matrix,
    own_weights = node.weights ~= nil, extras = node.extras,
  }
end

-- Returns the skeleton and a list of { name, index, parent, mesh, skin, targets, has_matrix, own_weights, extras }.
-- `title` names the skeleton, usually after its file. `reading`: budget, warn.
function nodes.read(root, title, reading)
  local list = json.array(root, 'nodes', 'glTF') or {}
  if #list > MOST_JOINTS then fail('too_large', '%d nodes are more than the limit of %d', #list, MOST_JOINTS) end
  for i = 1, #list do json.element(list, i, 'nodes') end
  local parents = find_parents(list)
  local context = {
    meshes = read_meshes(root, reading.budget), skin_count = #(json.array(root, 'skins', 'glTF') or {}),
    budget = reading.budget, warn = reading.warn, here = place.named 'node',
  }
  local joints, out = { name = title }, {}
  for i = 1, #list do joints[i], out[i] = read_node(list[i], i, parents[i], context) end
  local ok, skeleton = pcall(core.skeleton, joints)
  if not ok then
    -- The core counts joints from 1, the file nodes from 0.
    local message = tostring(skeleton):gsub('^skeleton: ', ''):gsub('joint (%d+)', function(joint)
      return ('node %d'):format(joint - 1)
    end)
    fail('bad_data', '%s', message)
  end
  return skeleton, out, context.meshes
end

return nodes
