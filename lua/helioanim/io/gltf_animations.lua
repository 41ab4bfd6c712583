-- Animations of a glTF file -> clips bound to the file's skeleton.

local core = require 'helioanim.core'
local gltf_extras = require 'helioanim.io.gltf_extras'
local json = require 'helioanim.io.json'
local place = require 'helioanim.io.place'
local pointers = require 'helioanim.io.gltf_pointers'
local COSTS = require('helioanim.io.budget').COSTS
local types = require 'helioanim.io.gltf_types'

local fail = require('helioanim.io.failure').fail
local append_track = core.append_track
local animations = {}

local INTERPOLATIONS = { STEP = 'step', LINEAR = 'linear', CUBICSPLINE = 'cubic' }
local PATH_NUMBERS = { translation = 0, rotation = 1, scale = 2, weights = 3 }
local PATH_TYPES = { translation = 'VEC3', rotation = 'VEC4', scale = 'VEC3', weights = 'SCALAR' }

local function title_of(i, name)
  return name ~= '' and place.new("animation '%s'", name) or place.new('animation %d', i - 1)
end

-- Key times are decoded once a file: exporters share them between hundreds of samplers.
local function read_times(index, context, where)
  local buffer, kind, component_type, _, strided = context.buffers:decode(index)
  if kind ~= 'SCALAR' or component_type ~= types.FLOAT32 then
    fail('bad_data', '%s: key times must be float scalars', where)
  end
  context.times[index] = { buffer = buffer, count = #buffer, strided = strided, cut = core.find_cut(buffer) }
  return context.times[index]
end

-- Key times and values of a sampler, decoded; checked as far as the channel does not matter. There are thousands in
-- a file and each is wanted for a moment: they share one table and one Buffer, which the next call overwrites.
local function read_sampler(list, index, context)
  local where = context.sampler_place
  where[2] = index
  local sampler = json.element(list, index + 1, where)
  local name, input, output = json.fields(sampler, where, 'snn', 'interpolation', 'input', 'output')
  local interpolation = INTERPOLATIONS[name or 'LINEAR'] or
    fail('bad_data', "%s: unknown interpolation '%s'", where, name)
  local count = #context.buffers.accessors
  if not input then fail('bad_data', '%s: input is missing', where) end
  if not output then fail('bad_data', '%s: output is missing', where) end
  if input >= count then json.index(sampler, 'input', count, where) end
  if output >= count then json.index(sampler, 'output', count, where) end
  local times, read = context.times[input] or read_times(input, context, where), context.sampler
  local values, kind, component_type, normalized, strided = context.buffers:decode(output, false, read.values)
  read.index, read.interpolation, read.times, read.values, read.type = index, interpolation, times, values, kind
  read.needs_normalized = component_type ~= types.FLOAT32 and not normalized
  read.strided = strided or times.strided
  return read
end

-- Values of a path have its number of components, and are floats or normalised integers.
local function check_values(sampler, path, where)
  where[2] = sampler.index
  if sampler.type ~= PATH_TYPES[path] then
    fail('bad_data', '%s: %s cannot be animated by values of type %s', where, path, sampler.type)
  end
  if sampler.needs_normalized and (path == 'rotation' or path == 'weights') then
    fail('bad_data', '%s: integer values of %s must be normalized', where, path)
  end
end

local function repair_rotations(sampler, where, warn)
  if sampler.interpolation == 'cubic' then return end
  local count = core.repair_rotations(sampler.values)
  if count > 0 then warn('%s: %d zero rotations read as the identity', where, count) end
end

local function warn_of_stride(sampler, where, context)
  if context.warned_stride or not sampler.strided then return end
  context.warned_stride = true
  context.warn('%s: animation data with a byteStride, which glTF does not allow; read as it says', where)
end

-- Adds a track of joint `index` (or of no joint) to the clip, which copies keys and name.
local function add_track(clip, index, name, channel, components, sampler, where, context)
  local times, values = sampler.times, sampler.values
  context.budget:spend(COSTS.track + #name + times.count * 8 + #values * 4, where)
  local added, message = append_track(clip, index, name, channel, components, sampler.interpolation, times.buffer,
    values)
  if not added then fail('bad_data', '%s: %s', where, message) end
  if times.cut then
    context.warn('%s: keys %d and %d share one time; the later holds from there on', where, times.cut, times.cut + 1)
  end
end

-- Two channels of one animation must not have one target; where they do, the later one is what is seen.
local function warn_of_second(target, where, context)
  local animated_by = context.animated_by -- target -> number of the last animation
  if animated_by[target] == context.number then
    context.warn('%s: another channel has the same target; the later holds', where)
  end
  animated_by[target] = context.number
end

local function node_track(clip, node, path, sampler, where, context)
  if node.has_matrix and path ~= 'weights' then
    return context.warn("%s: dropped, node %d '%s' has a matrix", where, node.index - 1, node.name)
  end
  if path == 'weights' and node.targets == 0 then
    return context.warn("%s: dropped, node %d '%s' has no morph targets", where, node.index - 1, node.name)
  end
  check_values(sampler, path, context.sampler_place)
  warn_of_second(node.index * 4 + PATH_NUMBERS[path], where, context)
  if path == 'rotation' then repair_rotations(sampler, where, context.warn) end
  add_track(clip, node.index, node.name, path, node.targets, sampler, where, context)
end

-- Any other pointer: a float track that bears its name.
local function float_track(clip, pointer, sampler, where, context)
  local per_key = sampler.interpolation == 'cubic' and 3 or 1
  local keys = sampler.times.count
  local components = #sampler.values // (keys * per_key)
  if components == 0 or components * keys * per_key ~= #sampler.values then
    fail('bad_data', '%s: %d values for %d keys', where, #sampler.values, keys)
  end
  local known = context.float_components[pointer] or components
  if known ~= components then
    return context.warn("%s: dropped, '%s' has %d components elsewhere, here %d", where, pointer, known, components)
  end
  warn_of_second(pointer, where, context)
  add_track(clip, nil, pointer, 'float', components, sampler, where, context)
  if context.float_components[pointer] then return end -- the first track has shown that its components are not too many
  context.float_components[pointer] = components
  context.budget:spend(COSTS.float + #pointer + components * COSTS.rest_weight, where)
  context.skeleton:add_float(pointer, table.unpack(pointers.rest_value(context.root, pointer, components)))
end

-- Weights of a mesh move the nodes that show it and have no weights of their own.
local function mesh_track(clip, mesh, pointer, sampler, where, context)
  if not context.meshes[mesh + 1] then return context.warn("%s: dropped, '%s' leads nowhere", where, pointer) end
  local users = context.users[mesh + 1]
  if not users then return context.warn("%s: dropped, no node takes weights from '%s'", where, pointer) end
  for _, user in ipairs(users) do node_track(clip, user, 'weights', sampler, where, context) end
end

local function pointer_track(clip, target, sampler, where, context)
  local pointer, why = pointers.read(target, where)
  if not pointer then return context.warn('%s: dropped, %s', where, why) end
  local node, path = pointers.to_node(pointer)
  if node then
    if not context.nodes[node + 1] then return context.warn("%s: dropped, '%s' leads nowhere", where, pointer) end
    return node_track(clip, context.nodes[node + 1], path, sampler, where, context)
  end
  local mesh = pointers.to_mesh_weights(pointer)
  if mesh then return mesh_track(clip, mesh, pointer, sampler, where, context) end
  float_track(clip, pointer, sampler, where, context)
end

local function read_channel(clip, channel, where, samplers, context)
  local index, target = json.fields(channel, where, 'no', 'sampler', 'target')
  if not index then fail('bad_data', '%s: sampler is missing', where) end
  if not target then fail('bad_data', '%s: target is missing', where) end
  if index >= #samplers then json.index(channel, 'sampler', #samplers, where) end
  local path, node = json.fields(target, where, 'sn', 'path', 'node')
  if not path then fail('bad_data', '%s: target.path is missing', where) end
  if node and not context.nodes[node + 1] then json.index(target, 'node', #context.nodes, where) end
  if path ~= 'pointer' and not PATH_TYPES[path] then
    return context.warn("%s: dropped, unknown path '%s'", where, path)
  end
  if path ~= 'pointer' and not node then return context.warn('%s: dropped, it has no node', where) end
  local sampler = read_sampler(samplers, index, context)
  warn_of_stride(sampler, where, context)
  if sampler.times.count == 0 then return context.warn('%s: dropped, it has no keys', where) end
  if path == 'pointer' then return pointer_track(clip, target, sampler, where, context) end
  node_track(clip, context.nodes[node + 1], path, sampler, where, context)
end

local function read_animation(animation, i, context)
  local name = json.string(animation, 'name', place.new('animation %d', i - 1)) or ''
  local title = title_of(i, name)
  local samplers = json.array(animation, 'samplers', title) or fail('bad_data', '%s: samplers are missing', title)
  local channels = json.array(animation, 'channels', title) or fail('bad_data', '%s: channels are missing', title)
  context.budget:spend(COSTS.clip + #name, title)
  local clip = core.clip { name = name, skeleton = context.skeleton }
  local where = place.new('%s channel %d', title, 0)
  context.sampler_place, context.number = place.new('%s sampler %d', title, 0), i
  for c = 1, #channels do
    where[2] = c
    read_channel(clip, json.element(channels, c, where), where, samplers, context)
  end
  gltf_extras.apply(clip, animation.extras, title, context)
  return clip, animation.extras
end

-- The nodes that take their weights from a mesh, by its index.
local function find_users(nodes)
  local users = {}
  for _, node in ipairs(nodes) do
    if node.targets > 0 and not node.own_weights then
      users[node.mesh] = users[node.mesh] or {}
      table.insert(users[node.mesh], node)
    end
  end
  return users
end

-- `context`: skeleton, nodes, meshes, buffers, budget, warn. Returns the clips and their extras, both by index.
-- The JSON of each animation is dropped as soon as it is read.
function animations.read(root, context)
  local list = json.array(root, 'animations', 'glTF') or {}
  local clips, extras = {}, {}
  context.root, context.float_components, context.times, context.sampler = root, {}, {}, {}
  context.users, context.animated_by = find_users(context.nodes), {}
  for i = 1, #list do
    clips[i], extras[i] = read_animation(json.element(list, i, 'animations'), i, context)
    list[i] = false
  end
  return clips, extras
end

return animations
