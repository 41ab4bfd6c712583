-- Animations of a glTF file -> clips bound to the file's skeleton.

local core = require 'helioanim.core'
local json = require 'helioanim.io.json'
local pointers = require 'helioanim.io.gltf_pointers'
local fail = require('helioanim.io.failure').fail

local animations = {}

local INTERPOLATIONS = { STEP = 'step', LINEAR = 'linear', CUBICSPLINE = 'cubic' }
local PATH_COMPONENTS = { translation = 3, rotation = 4, scale = 3, weights = 1 }
local FLOAT = 5126

local function title_of(i, name)
  return name ~= '' and ("animation '%s'"):format(name) or ('animation %d'):format(i - 1)
end

local function channel_title(title, c) return ('%s channel %d'):format(title, c) end

-- Key times and values of a sampler, decoded; checked as far as the channel does not matter.
local function read_sampler(list, index, title, buffers)
  local where = ('%s sampler %d'):format(title, index)
  local sampler = json.element(list, index + 1, title .. ' samplers')
  local name = json.string(sampler, 'interpolation', where) or 'LINEAR'
  local interpolation = INTERPOLATIONS[name] or fail('bad_data', "%s: unknown interpolation '%s'", where, name)
  local count = #buffers.accessors
  local input = json.index(sampler, 'input', count, where) or fail('bad_data', '%s: input is missing', where)
  local output = json.index(sampler, 'output', count, where) or fail('bad_data', '%s: output is missing', where)
  local times = buffers:floats(input)
  if times.about.type ~= 'SCALAR' or times.about.component_type ~= FLOAT then
    fail('bad_data', '%s: key times must be float scalars', where)
  end
  return { interpolation = interpolation, times = times, values = buffers:floats(output), where = where }
end

-- Values of a path have its number of components, and are floats or normalised integers.
local function check_values(sampler, path)
  local about, needed = sampler.values.about, PATH_COMPONENTS[path]
  if about.components ~= needed or (about.type:sub(1, 3) == 'MAT') then
    fail('bad_data', '%s: %s cannot be animated by values of type %s', sampler.where, path, about.type)
  end
  local needs_normalized = path == 'rotation' or path == 'weights'
  if about.component_type ~= FLOAT and needs_normalized and not about.normalized then
    fail('bad_data', '%s: integer values of %s must be normalized', sampler.where, path)
  end
end

local function repair_rotations(sampler, where, warn)
  local values = sampler.values
  if sampler.interpolation == 'cubic' or values.repaired then return end
  values.repaired = true
  local count = core.repair_rotations(values.buffer)
  if count > 0 then warn('%s: %d zero rotations read as the identity', where, count) end
end

local function warn_of_stride(sampler, where, context)
  if context.warned_stride or not (sampler.values.strided or sampler.times.strided) then return end
  context.warned_stride = true
  context.warn('%s: animation data with a byteStride, which glTF does not allow; read as it says', where)
end

local function warn_of_cuts(track, where, warn)
  local cut = core.find_cut(track.times)
  if cut then warn('%s: keys %d and %d share one time; the later holds from there on', where, cut, cut + 1) end
end

-- Adds a track to the clip's list. The budget pays for the track's own copy.
local function add_track(tracks, track, sampler, where, context)
  context.buffers:spend(#sampler.times.buffer * 8 + #sampler.values.buffer * 4, where)
  track.interpolation = sampler.interpolation
  track.times, track.values = sampler.times.buffer, sampler.values.buffer
  tracks[#tracks + 1] = track
  tracks.where[#tracks] = where
end

local function node_track(tracks, node, path, sampler, where, context)
  if node.has_matrix and path ~= 'weights' then
    return context.warn("%s: dropped, node %d '%s' has a matrix", where, node.index - 1, node.name)
  end
  if path == 'weights' and node.targets == 0 then
    return context.warn("%s: dropped, node %d '%s' has no morph targets", where, node.index - 1, node.name)
  end
  check_values(sampler, path)
  if path == 'rotation' then repair_rotations(sampler, where, context.warn) end
  local track = { joint = node.index, name = node.name, channel = path }
  if path == 'weights' then track.targets = node.targets end
  add_track(tracks, track, sampler, where, context)
end

-- Any other pointer: a float track that bears its name.
local function float_track(tracks, pointer, sampler, where, context)
  local per_key = sampler.interpolation == 'cubic' and 3 or 1
  local keys = #sampler.times.buffer
  local components = #sampler.values.buffer // (keys * per_key)
  if components == 0 or components * keys * per_key ~= #sampler.values.buffer then
    fail('bad_data', '%s: %d values for %d keys', sampler.where, #sampler.values.buffer, keys)
  end
  local known = context.float_components[pointer]
  if not known then
    known = components
    context.float_components[pointer] = components
    local rest = pointers.rest_value(context.root, pointer, components)
    context.skeleton:add_float(pointer, table.unpack(rest))
  end
  if known ~= components then
    return context.warn("%s: dropped, '%s' has %d components elsewhere, here %d", where, pointer, known, components)
  end
  add_track(tracks, { name = pointer, channel = 'float', components = components }, sampler, where, context)
end

local function pointer_track(tracks, target, sampler, where, context)
  local pointer, why = pointers.read(target, where)
  if not pointer then return context.warn('%s: dropped, %s', where, why) end
  local node, path = pointers.to_node(pointer)
  if node then
    if not context.nodes[node + 1] then return context.warn("%s: dropped, '%s' leads nowhere", where, pointer) end
    return node_track(tracks, context.nodes[node + 1], path, sampler, where, context)
  end
  local mesh = pointers.to_mesh_weights(pointer)
  if not mesh then return float_track(tracks, pointer, sampler, where, context) end
  for _, user in ipairs(context.nodes) do
    if user.mesh == mesh + 1 and not user.own_weights then
      node_track(tracks, user, 'weights', sampler, where, context)
    end
  end
end

local function read_channel(tracks, channel, where, samplers, title, context)
  local index = json.index(channel, 'sampler', #samplers.list, where) or fail('bad_data', '%s: sampler is missing', where)
  local target = json.object(channel, 'target', where) or fail('bad_data', '%s: target is missing', where)
  local path = json.string(target, 'path', where) or fail('bad_data', '%s: target.path is missing', where)
  local node = json.index(target, 'node', #context.nodes, where)
  if path ~= 'pointer' and not PATH_COMPONENTS[path] then
    return context.warn("%s: dropped, unknown path '%s'", where, path)
  end
  if path ~= 'pointer' and not node then return context.warn('%s: dropped, it has no node', where) end
  local sampler = samplers[index] or read_sampler(samplers.list, index, title, context.buffers)
  samplers[index] = sampler
  warn_of_stride(sampler, where, context)
  if sampler.times.about.count == 0 then return context.warn('%s: dropped, it has no keys', where) end
  if path == 'pointer' then return pointer_track(tracks, target, sampler, where, context) end
  node_track(tracks, context.nodes[node + 1], path, sampler, where, context)
end

local function read_animation(animation, i, context)
  local name = json.string(animation, 'name', ('animation %d'):format(i - 1)) or ''
  local title = title_of(i, name)
  local list = json.array(animation, 'samplers', title) or fail('bad_data', '%s: samplers are missing', title)
  local channels = json.array(animation, 'channels', title) or fail('bad_data', '%s: channels are missing', title)
  local samplers, tracks = { list = list }, { where = {} }
  for c = 1, #channels do
    local where = channel_title(title, c)
    read_channel(tracks, json.element(channels, c, where), where, samplers, title, context)
  end
  local clip = core.clip { name = name, skeleton = context.skeleton, by_index = true }
  for t, track in ipairs(tracks) do
    local ok, message = pcall(clip.append, clip, track)
    if not ok then fail('bad_data', '%s: %s', tracks.where[t], (tostring(message):gsub("^track of [^:]*: ", ''))) end
    warn_of_cuts(track, tracks.where[t], context.warn)
  end
  return clip, animation.extras
end

-- `context`: root, skeleton, nodes, buffers, warn. Returns the clips and their extras, both by index.
function animations.read(root, context)
  local list = json.array(root, 'animations', 'glTF') or {}
  local clips, extras = {}, {}
  context.root, context.float_components, context.warned_stride = root, {}, false
  for i = 1, #list do
    clips[i], extras[i] = read_animation(json.element(list, i, 'animations'), i, context)
  end
  return clips, extras
end

return animations
