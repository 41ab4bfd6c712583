-- A .glb file from a plain description, whose shape io/glb_description.lua tells. Equal descriptions give equal bytes.

local check = require 'helioanim.util.check'
local json_writer = require 'helioanim.io.json_writer'
local glb = require 'helioanim.io.glb'
local glb_description = require 'helioanim.io.glb_description'
local failure = require 'helioanim.io.failure'
local float32 = require 'helioanim.io.float32'
local types = require 'helioanim.io.gltf_types'
local file_writer = require 'helioanim.io.file_writer'
local AccessorWriter = require 'helioanim.io.accessor_writer'

local fail = failure.fail
local object = json_writer.object
local glb_writer = {}

local MOST_DEPTH = 100 -- of tables inside each other in extras

local function check_json_kind(value)
  local kind = type(value)
  if kind == 'function' or kind == 'userdata' or kind == 'thread' then
    fail('bad_data', 'extras: a %s cannot be written as JSON', kind)
  end
end

-- A plain table as JSON: a list where it has a first element, else an object with sorted keys.
local function plain(value, depth)
  check_json_kind(value)
  if type(value) ~= 'table' then return value end
  depth = (depth or 0) + 1
  if depth > MOST_DEPTH then fail('bad_data', 'extras: more than %d tables inside each other', MOST_DEPTH) end
  local out = {}
  if value[1] ~= nil then
    for i, element in ipairs(value) do out[i] = plain(element, depth) end
    return out
  end
  local keys = {}
  for key in pairs(value) do
    if type(key) ~= 'string' then fail('bad_data', 'extras: the key %s is not a string', tostring(key)) end
    keys[#keys + 1] = key
  end
  table.sort(keys)
  for _, key in ipairs(keys) do table.move({ key, plain(value[key], depth) }, 1, 2, #out + 1, out) end
  return object(out)
end

local function numbers(list, count, where)
  if list == nil then return nil end
  if count and #list ~= count then fail('bad_data', '%s: %d numbers expected, got %d', where, count, #list) end
  return float32.exact_list(list)
end

-- The index from 0 of what `reference`, a name or an index from 1, stands for in `list`.
local function resolve(list, reference, what, where)
  if reference == nil then return nil end
  if math.type(reference) == 'integer' and list and list[reference] then return reference - 1 end
  for i, element in ipairs(list or {}) do
    if element.name == reference then return i - 1 end
  end
  fail('bad_data', "%s: no %s '%s'", where, what, tostring(reference))
end

local function title(kind, i, element)
  return element.name and ("%s %d '%s'"):format(kind, i, element.name) or ('%s %d'):format(kind, i)
end

-- Calls f(element, i, where) for every element of description[key]; nil where there are none, since glTF forbids
-- empty lists. What fails inside is told with the place.
local function each(description, key, kind, f)
  local list = description[key]
  if not list or #list == 0 then return nil end
  local out = {}
  for i, element in ipairs(list) do out[i] = f(element, i, title(kind, i, element)) end
  return out
end

local function add_numbers(writer, where, kind, list, options)
  local index, message = failure.catch(writer.add, writer, kind, list, options)
  return index or fail('bad_data', '%s: %s', where, message)
end

local function write_material(material)
  local color = material.color and float32.exact_list(material.color)
  if color and not color[4] then color[4] = 1 end
  return object({
    'name', material.name,
    'pbrMetallicRoughness', object({
      'baseColorFactor', color, 'metallicFactor', material.metallic, 'roughnessFactor', material.roughness,
    }, 6),
    'doubleSided', material.double_sided or nil, 'extras', plain(material.extras),
  }, 8)
end

-- Children of every node, from the parents. A parent may come after its children; a circle is refused.
local function find_children(description)
  local nodes, parents, children = description.nodes or {}, {}, {}
  for i, node in ipairs(nodes) do
    local parent = resolve(nodes, node.parent, 'node', title('node', i, node))
    parents[i] = parent and parent + 1
    local list = children[parents[i] or 0] or {}
    list[#list + 1] = i - 1
    children[parents[i] or 0] = list
  end
  for i, node in ipairs(nodes) do
    local at, steps = parents[i], 0
    while at and steps <= #nodes do at, steps = parents[at], steps + 1 end
    if at then fail('bad_data', '%s: its parents run in a circle', title('node', i, node)) end
  end
  return children
end

local function write_node(description, children, node, i, where)
  return object({
    'name', node.name, 'children', children[i],
    'translation', numbers(node.translation, 3, where), 'rotation', numbers(node.rotation, 4, where),
    'scale', numbers(node.scale, 3, where),
    'mesh', resolve(description.meshes, node.mesh, 'mesh', where),
    'skin', resolve(description.skins, node.skin, 'skin', where),
    'weights', numbers(node.weights, nil, where), 'extras', plain(node.extras),
  }, 18)
end

-- Vertex attributes: field of a primitive, attribute of glTF, type. Joints are the smallest integers that hold them.
local ATTRIBUTES = {
  { 'positions', 'POSITION', 'VEC3' }, { 'normals', 'NORMAL', 'VEC3' }, { 'uvs', 'TEXCOORD_0', 'VEC2' },
  { 'colors', 'COLOR_0', 'VEC4' }, { 'joints', 'JOINTS_0', 'VEC4' }, { 'weights', 'WEIGHTS_0', 'VEC4' },
}

local function joint_component(joints, where)
  local largest = 0
  for i = 1, #joints do
    if type(joints[i]) ~= 'number' then fail('bad_data', '%s: number %d is a %s', where, i, type(joints[i])) end
    largest = math.max(largest, joints[i])
  end
  return largest <= 0xFF and 'uint8' or 'uint16'
end

-- `vertices`: how many there are of everything.
local function write_attributes(writer, primitive, vertices, where)
  local out = {}
  for _, row in ipairs(ATTRIBUTES) do
    local field, name, kind = table.unpack(row)
    local list, components = primitive[field], types.components[kind]
    if list then
      local at = where .. ': ' .. field
      if #list ~= vertices * components then
        fail('bad_data', '%s: %d vertices need %d numbers, got %d', at, vertices, vertices * components, #list)
      end
      out[#out + 1] = name
      out[#out + 1] = add_numbers(writer, at, kind, list, {
        component = field == 'joints' and joint_component(list, at) or 'float32', purpose = 'vertices',
        bounds = field == 'positions',
      })
    end
  end
  return object(out)
end

local function write_indices(writer, primitive, vertices, where)
  if not primitive.indices then return nil end
  for i, index in ipairs(primitive.indices) do
    if not (math.type(index) and index >= 0 and index < vertices) then
      fail('bad_data', '%s: index %d is %s, there are %d vertices', where, i, tostring(index), vertices)
    end
  end
  return add_numbers(writer, where .. ': indices', 'SCALAR', primitive.indices,
    { component = vertices < 0xFFFF and 'uint16' or 'uint32', purpose = 'indices' })
end

local function write_primitive(description, writer, primitive, where)
  local vertices, targets = #primitive.positions // 3, nil
  for t, target in ipairs(primitive.targets or {}) do
    targets = targets or {}
    targets[t] = write_attributes(writer, target, vertices, ('%s target %d'):format(where, t))
  end
  return object({
    'attributes', write_attributes(writer, primitive, vertices, where),
    'indices', write_indices(writer, primitive, vertices, where),
    'material', resolve(description.materials, primitive.material, 'material', where), 'targets', targets,
    'extras', plain(primitive.extras),
  }, 10)
end

local function write_mesh(description, writer, mesh, where)
  local primitives = each(mesh, 'primitives', where .. ' primitive', function(primitive, _, inner)
    return write_primitive(description, writer, primitive, inner)
  end)
  if not primitives then fail('bad_data', '%s: no primitives', where) end
  return object({
    'name', mesh.name, 'primitives', primitives, 'weights', numbers(mesh.weights, nil, where),
    'extras', plain(mesh.extras),
  }, 8)
end

local function write_skin(description, writer, skin, where)
  local joints = {}
  for i, joint in ipairs(skin.joints) do joints[i] = resolve(description.nodes, joint, 'node', where) end
  local binds = skin.inverse_binds
  if binds and #binds ~= 16 * #joints then
    fail('bad_data', '%s: %d joints need %d inverse bind numbers, got %d', where, #joints, 16 * #joints, #binds)
  end
  return object({
    'name', skin.name, 'joints', joints,
    'inverseBindMatrices', binds and add_numbers(writer, where, 'MAT4', binds, { purpose = 'matrices' }),
    'skeleton', resolve(description.nodes, skin.skeleton, 'node', where), 'extras', plain(skin.extras),
  }, 10)
end

local INTERPOLATIONS = { step = 'STEP', linear = 'LINEAR', cubic = 'CUBICSPLINE' }
local CHANNELS = { translation = 'VEC3', rotation = 'VEC4', scale = 'VEC3', weights = 'SCALAR' }

-- The words of glTF for what the track is.
local function read_words(track, where)
  local name = track.interpolation or 'linear'
  if not INTERPOLATIONS[name] then fail('bad_data', "%s: unknown interpolation '%s'", where, name) end
  if not CHANNELS[track.channel] then fail('bad_data', "%s: unknown channel '%s'", where, track.channel) end
  return INTERPOLATIONS[name], CHANNELS[track.channel]
end

local function check_keys(track, interpolation, where)
  local times = track.times
  if times[1] < 0 then fail('bad_data', '%s: key 1 is at %g, before 0', where, times[1]) end
  for k = 2, #times do
    if float32.round(times[k]) <= float32.round(times[k - 1]) then
      fail('bad_data', '%s: key %d does not come after key %d', where, k, k - 1)
    end
  end
  local components = track.channel == 'weights' and (track.targets or 1) or types.components[CHANNELS[track.channel]]
  local expected = #times * components * (interpolation == 'CUBICSPLINE' and 3 or 1)
  if #track.values ~= expected then
    fail('bad_data', '%s: %d numbers expected, got %d', where, expected, #track.values)
  end
end

local function write_track(description, writer, track, where)
  local interpolation, kind = read_words(track, where)
  local joint = resolve(description.nodes, track.joint, 'node', where)
  local input = add_numbers(writer, where .. ': times', 'SCALAR', track.times, { bounds = true })
  check_keys(track, interpolation, where)
  local sampler = object {
    'input', input, 'interpolation', interpolation,
    'output', add_numbers(writer, where .. ': values', kind, track.values),
  }
  return sampler, object { 'node', joint, 'path', track.channel }
end

-- Tracks with equal keys share a sampler.
local function write_animation(description, writer, animation, where)
  local samplers, channels, known = {}, {}, {}
  for i, track in ipairs(animation.tracks) do
    local sampler, target = write_track(description, writer, track, ('%s track %d'):format(where, i))
    local key = json_writer.encode(sampler)
    if not known[key] then
      samplers[#samplers + 1] = sampler
      known[key] = #samplers - 1
    end
    channels[i] = object { 'sampler', known[key], 'target', target }
  end
  if #channels == 0 then fail('bad_data', '%s: no tracks', where) end
  return object({
    'name', animation.name, 'channels', channels, 'samplers', samplers, 'extras', plain(animation.extras),
  }, 8)
end

-- The root object of the JSON. Its rooms are filled first, since that fills the buffer too.
local function write_root(description, writer)
  local children = find_children(description)
  local function with(f) return function(...) return f(description, ...) end end
  local function with_writer(f) return function(element, _, where) return f(description, writer, element, where) end end
  local materials = each(description, 'materials', 'material', write_material)
  local meshes = each(description, 'meshes', 'mesh', with_writer(write_mesh))
  local skins = each(description, 'skins', 'skin', with_writer(write_skin))
  local animations = each(description, 'animations', 'animation', with_writer(write_animation))
  local nodes = each(description, 'nodes', 'node', with(function(d, ...) return write_node(d, children, ...) end))
  local accessors, views, binary = writer:finish()
  local some = #accessors > 0
  return object({
    'asset', object({ 'generator', description.generator, 'copyright', description.copyright, 'version', '2.0' }, 6),
    'scene', nodes and 0, 'scenes', nodes and { object({ 'name', description.name, 'nodes', children[0] }, 4) },
    'nodes', nodes, 'meshes', meshes, 'materials', materials, 'skins', skins, 'animations', animations,
    'accessors', some and accessors or nil, 'bufferViews', some and views or nil,
    'buffers', some and { object { 'byteLength', #binary } } or nil, 'extras', plain(description.extras),
  }, 24), binary
end

local function encode(description)
  local root, binary = write_root(description, AccessorWriter.new())
  return glb.pack(json_writer.encode(root), binary)
end

-- The bytes of a .glb, or nil, message, code.
function glb_writer.to_string(description)
  check.argument(description, 'table', 1, 'glb_string')
  check.call(2, glb_description.check, description, 'glb_string')
  return failure.catch(encode, description)
end

-- Writes a .glb file: true, or nil, message, code. An old file stays until the new one is whole.
function glb_writer.write(path, description)
  check.argument(path, 'string', 1, 'write_glb')
  check.argument(description, 'table', 2, 'write_glb')
  check.call(2, glb_description.check, description, 'write_glb')
  return failure.catch(function() return file_writer.replace(path, encode(description)) end)
end

return glb_writer
