-- Skins of a glTF file.

local core = require 'helioanim.core'
local json = require 'helioanim.io.json'
local place = require 'helioanim.io.place'
local COSTS = require('helioanim.io.budget').COSTS
local failure = require 'helioanim.io.failure'

local fail = failure.fail
local skins = {}

local function read_inverse_binds(skin, count, buffers, where)
  local index = json.index(skin, 'inverseBindMatrices', #buffers.accessors, where)
  if not index then return nil end -- identities
  local matrices, kind = buffers:decode(index)
  if kind ~= 'MAT4' then fail('bad_data', '%s: inverseBindMatrices of type %s, not MAT4', where, kind) end
  if #matrices < 16 * count then
    fail('bad_data', '%s: %d inverse bind matrices for %d joints', where, #matrices // 16, count)
  end
  return matrices
end

local function read_skin(skin, i, context)
  local where = place.named('skin'):at(i - 1)
  local name = json.string(skin, 'name', where) or ''
  where:at(i - 1, name)
  local joints = json.indices(skin, 'joints', #context.nodes, where) or
    fail('bad_data', '%s: joints are missing', where)
  context.budget:spend(COSTS.skin + #name + #joints * COSTS.joint, where)
  local seen = {}
  for k, joint in ipairs(joints) do
    if seen[joint] then context.warn('%s: joint %d is listed twice', where, joint) end
    seen[joint] = true
    joints[k] = joint + 1
  end
  local root = math.tointeger(skin.skeleton)
  if root and root >= #context.nodes then
    context.warn('%s: its skeleton root %d does not exist', where, root)
  end
  local binds = read_inverse_binds(skin, #joints, context.buffers, where)
  local description = { skeleton = context.skeleton, joints = joints, inverse_binds = binds, name = name }
  return failure.of_core(where, core.skin, description)
end

-- `context`: skeleton, nodes, buffers, budget, warn.
function skins.read(root, context)
  local list, out = json.array(root, 'skins', 'glTF') or {}, {}
  for i = 1, #list do out[i] = read_skin(json.element(list, i, 'skins'), i, context) end
  return out
end

return skins
