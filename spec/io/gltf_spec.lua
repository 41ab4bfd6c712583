-- The glTF reader on small files made here.

local ha = require 'helioanim'
local gltf = require 'spec.support.gltf'
local near = require 'spec.support.near'

local function load(builder) return ha.load_gltf_string(builder:text()) end

local function one_target(position)
  local primitive = { attributes = { POSITION = position }, targets = { { POSITION = position } } }
  return { { primitives = { primitive } } }
end

-- The translation of a matrix.
local function place(matrices, i) return table.move({ matrices:get(i) }, 13, 15, 1, {}) end

-- One node with one animated channel.
local function one_channel(path, times, values, more)
  local b = gltf.new()
  local channel = { node = b:node { name = 'Hips' }, path = path, times = times, values = values }
  for key, value in pairs(more or {}) do channel[key] = value end
  b:animation('x', { channel })
  return b
end

local function sample(doc, time, clip)
  local pose = doc.skeleton:new_pose()
  doc.clips[clip or 1]:sample(pose, time)
  return pose
end

local function refused(builder, pattern)
  local doc, message, code = load(builder)
  assert.is_nil(doc)
  assert.matches(pattern, message)
  assert.is_string(code)
  return code
end

describe('a glTF file', function()
  it('gives nodes as joints, skins and clips by index and name', function()
    local b = one_channel('translation', { 0, 1 }, { 0, 0, 0, 1, 2, 3 })
    b:node { name = 'Child' }
    b.root.nodes[1].children = { 1 }
    b.root.nodes[1].extras = { tag = 'hero' }
    local doc = assert(ha.load_gltf_string(b:glb(), { name = 'hero' }))
    assert.equal(2, #doc.skeleton)
    assert.equal('hero', doc.skeleton.name)
    assert.equal(1, doc.skeleton:parent 'Child')
    assert.equal('hero', doc.nodes[1].extras.tag)
    assert.equal(doc.clips[1], doc.clips.x)
    assert.equal(1, #doc.clips)
    near.list({ .5, 1, 1.5 }, { sample(doc, .5):translation 'Hips' })
  end)

  it('suggests the nearest clip, and raises for a field that is none', function()
    local doc = assert(load(one_channel('translation', { 0 }, { 0, 0, 0 })))
    local clip, message, code = doc:find_clip 'y'
    assert.is_nil(clip)
    assert.matches("no clip 'y'", message)
    assert.equal('not_found', code)
    assert.has_error(function() return doc.clips.wlak end)
    assert.is_nil(doc.clips[9])
  end)

  it('keeps duplicate and missing names apart by index; of equal names the first wins', function()
    local b = gltf.new()
    local node = b:node {}
    for i = 1, 3 do
      local channel = { node = node, path = 'translation', times = { 0 }, values = { i, 0, 0 } }
      b:animation(i < 3 and 'walk' or nil, { channel })
    end
    local doc = assert(load(b))
    assert.equal(3, #doc.clips)
    assert.equal(doc.clips[1], doc.clips.walk)
    assert.equal('', doc.clips[3].name)
    assert.equal(2, (sample(doc, 0, 2):translation(1)))
  end)

  it('C11 holds the first key before its time, and the last key ends the clip', function()
    local doc = assert(load(one_channel('translation', { 1.5, 2.5 }, { 1, 0, 0, 2, 0, 0 })))
    near.list({ 1, 0, 0 }, { sample(doc, 0):translation(1) })
    assert.equal(2.5, doc.clips[1].duration)
  end)

  it('C15 keeps two keys at one time and warns', function()
    local values = { 5, 0, 0, 5, 0, 0, 7, 0, 0, 7, 0, 0 }
    local doc = assert(load(one_channel('translation', { 0, 10, 10, 20 }, values)))
    assert.equal(5, (sample(doc, 9.999):translation(1)))
    assert.equal(7, (sample(doc, 10):translation(1)))
    assert.equal(7, (sample(doc, 15):translation(1)))
    assert.matches('keys 2 and 3 share one time', doc.warnings[1])
  end)

  it('C16 refuses times that are not finite or decrease, naming animation, channel and key', function()
    local values = { 0, 0, 0, 0, 0, 0, 0, 0, 0 }
    refused(one_channel('translation', { 0, 0 / 0, 1 }, values), "animation 'x' channel 1: key time 2 is not finite")
    refused(one_channel('translation', { 0, 1 / 0, 2 }, values), "animation 'x' channel 1: key time 2 is not finite")
    refused(one_channel('translation', { 0, 2, 1 }, values), "animation 'x' channel 1: key time 3 decreases")
  end)

  it('C17 reads normalised integers', function()
    local b = gltf.new()
    local node = b:node {}
    local turn = b:accessor('VEC4', { 0, 0, 23170, 23170 }, { componentType = 5122, normalized = true })
    local slide = b:accessor('VEC3', { -128, 127, 0 }, { componentType = 5120, normalized = true })
    b:animation('x', { { node = node, path = 'rotation', times = { 0 }, values = turn },
                       { node = node, path = 'translation', times = { 0 }, values = slide } })
    local pose = sample(assert(load(b)), 0)
    near.same_rotation({ 0, 0, .7071068, .7071068 }, { pose:rotation(1) })
    near.list({ -1, 1, 0 }, { pose:translation(1) })
  end)

  it('C17 reads normalised byte weights', function()
    local b = gltf.new()
    local position = b:accessor('VEC3', { 0, 0, 0 })
    b.root.meshes = one_target(position)
    local weight = b:accessor('SCALAR', { 51 }, { componentType = 5121, normalized = true })
    b:animation('x', { { node = b:node { mesh = 0 }, path = 'weights', times = { 0 }, values = weight } })
    near.list({ .2 }, { sample(assert(load(b)), 0):weights(1) })
  end)

  it('C18 honours a byteStride on animation data, with one warning', function()
    local b = gltf.new()
    local node = b:node {}
    local values = b:accessor('VEC3', { 1, 2, 3, 4, 5, 6 }, { stride = 16 })
    b:animation('x', { { node = node, path = 'translation', times = { 0, 1 }, values = values },
                       { node = node, path = 'scale', times = { 0, 1 }, values = values } })
    local doc = assert(load(b))
    near.list({ 4, 5, 6 }, { sample(doc, 1):translation(1) })
    assert.equal(1, #doc.warnings)
    assert.matches('byteStride', doc.warnings[1])
  end)

  it('C19 keeps translation and rotation on their own keys, the rest at rest', function()
    local b = gltf.new()
    local node = b:node { scale = { 2, 2, 2 } }
    local turn = { 0, 0, 0, 1, 0, 0, .6, .8, 0, 0, 0, 1 }
    b:animation('x', { { node = node, path = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 10, 0, 0 } },
                       { node = node, path = 'rotation', times = { 0, .5, 1 }, values = turn } })
    local pose = sample(assert(load(b)), .5)
    near.list({ 5, 0, 0, 0, 0, .6, .8, 2, 2, 2 }, { pose:get(1) })
  end)

  it('C20 decomposes a mirrored matrix so that it composes back', function()
    local matrix = { 0, 0, -1, 0, 0, 1, 0, 0, -1, 0, 0, 0, -3, 2, -1, 1 } -- diag(-1,1,1) rotY 90 T(1,2,3)
    local b = gltf.new()
    b:node { matrix = matrix }
    local doc = assert(load(b))
    local n = { doc.skeleton:rest(1) }
    near.list(matrix, { ha.compose(n) })
    local mirrors = (n[8] < 0 and 1 or 0) + (n[9] < 0 and 1 or 0) + (n[10] < 0 and 1 or 0)
    assert.is_true(mirrors == 1 or mirrors == 3)
    near.list({ 1 }, { n[4] ^ 2 + n[5] ^ 2 + n[6] ^ 2 + n[7] ^ 2 })
    assert.equal(0, #doc.warnings)
  end)

  it('takes the nearest transform of a sheared matrix and names node and error', function()
    local b = gltf.new()
    b:node { name = 'Bent', matrix = { 1, 0, 0, 0, .5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } }
    local doc = assert(load(b))
    assert.matches("node 0 'Bent': its matrix has shear; .* differ by 0%.%d+", doc.warnings[1])
  end)

  it('C21 refuses weights too short for the targets, naming both counts', function()
    local b = gltf.new()
    local position = b:accessor('VEC3', { 0, 0, 0 })
    local target = { POSITION = position }
    b.root.meshes = { { primitives = { { attributes = { POSITION = position }, targets = { target, target } } } } }
    b:animation('x', { { node = b:node { mesh = 0 }, path = 'weights', times = { 0, 1, 2 }, values = { 0, 1, 2 } } })
    refused(b, '3 keys need 6 values %(2 each%), not 3')
  end)

  it('reads a zero rotation as the identity and warns', function()
    local doc = assert(load(one_channel('rotation', { 0 }, { 0, 0, 0, 0 })))
    near.same_rotation({ 0, 0, 0, 1 }, { sample(doc, 0):rotation(1) })
    assert.matches('1 zero rotations', doc.warnings[1])
  end)

  it('drops what cannot be applied, with a warning each', function()
    local b = gltf.new()
    local node = b:node { matrix = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } }
    local no_keys = b:accessor('SCALAR', { 0 }, { count = 0 })
    b:animation('x', {
      { path = 'translation', times = { 0 }, values = { 0, 0, 0 } },
      { node = node, path = 'translation', times = { 0 }, values = { 0, 0, 0 } },
      { node = node, path = 'colour', times = { 0 }, values = { 0, 0, 0 } },
      { node = node, path = 'weights', times = { 0 }, values = { 0 } },
      { node = node, path = 'scale', times = no_keys, values = { 0, 0, 0 } },
    })
    local doc = assert(load(b))
    assert.equal(0, #doc.clips[1])
    local all = table.concat(doc.warnings, '\n')
    for _, reason in ipairs { 'no node', 'has a matrix', "unknown path 'colour'", 'no morph targets', 'no keys' } do
      assert.matches(reason, all)
    end
  end)

  it('applies pointers to nodes and meshes, and keeps every other as a float track', function()
    local b = gltf.new()
    local position = b:accessor('VEC3', { 0, 0, 0 })
    b.root.meshes = one_target(position)
    b.root.cameras = { { type = 'perspective', perspective = { yfov = .75, znear = .1 } } }
    b:node { mesh = 0 }
    local function pointer(to, values, kind)
      return { path = 'pointer', times = { 0, 1 }, values = values, type = kind,
               extensions = { KHR_animation_pointer = { pointer = to } } }
    end
    b:animation('x', { pointer('/nodes/0/translation', { 0, 0, 0, 2, 0, 0 }),
                       pointer('/meshes/0/weights', { 0, 1 }, 'SCALAR'),
                       pointer('/cameras/0/perspective/yfov', { .5, 1 }, 'SCALAR') })
    local doc = assert(load(b))
    local pose = sample(doc, .5)
    near.list({ 1, 0, 0 }, { pose:translation(1) })
    near.list({ .5 }, { pose:weights(1) })
    near.list({ .75 }, { pose:value '/cameras/0/perspective/yfov' })
    near.list({ .75 }, { pose:reset():value '/cameras/0/perspective/yfov' }) -- at rest what the file says
  end)

  it('warns of pointers that lead nowhere, and of two channels with one target', function()
    local b = gltf.new()
    local node = b:node { name = 'a' }
    local function pointer(to)
      return { path = 'pointer', times = { 0 }, values = { 1, 2, 3 }, extensions = {
        KHR_animation_pointer = { pointer = to } } }
    end
    b:animation('x', {
      pointer '/meshes/7/weights', pointer '/nodes/9/scale', pointer '/nodes/00/scale',
      pointer '/nodes/99999999999999999999/scale', { node = node, path = 'scale', times = { 0 }, values = { 4, 5, 6 } },
      pointer '/nodes/0/scale', pointer '/a/b', pointer '/a/b',
    })
    local doc = assert(load(b))
    local found = {}
    for i, warning in ipairs(doc.warnings) do found[i] = warning:gsub("^animation 'x' ", '') end
    assert.same({
      "channel 1: dropped, '/meshes/7/weights' leads nowhere", "channel 2: dropped, '/nodes/9/scale' leads nowhere",
      "channel 3: dropped, '/nodes/00/scale' leads nowhere",
      "channel 4: dropped, '/nodes/99999999999999999999/scale' leads nowhere",
      'channel 6: another channel has the same target; the later holds',
      'channel 8: another channel has the same target; the later holds',
    }, found)
    near.list({ 1, 2, 3 }, { sample(doc, 0):scale(1) })
  end)

  it('takes events and markers from the extras of an animation', function()
    local b = one_channel('translation', { 0, 1 }, { 0, 0, 0, 1, 0, 0 })
    b.root.animations[1].extras = { helioanim = {
      events = { { time = .5, name = 'step', payload = 'left' }, { .75, 'land' }, { name = 'lost' } },
      markers = { { name = 'L', phase = 0 }, { 'R', .5 } }, mood = 'calm' } }
    local doc = assert(load(b))
    local found = {}
    for _, time, name, payload in doc.clips.x:events() do found[#found + 1] = { time, name, payload } end
    assert.same({ { .5, 'step', 'left' }, { .75, 'land' } }, found)
    assert.same({ { 'L', 0 }, { 'R', .5 } }, doc.clips.x:markers())
    assert.equal('calm', doc.clip_extras[1].helioanim.mood)
    assert.matches('event 3 of its extras', doc.warnings[1])
  end)

  it('passes markers in its extras over where they are none, and says why', function()
    local b = one_channel('translation', { 0, 1 }, { 0, 0, 0, 1, 0, 0 })
    for reason, markers in pairs {
      ['its phase does not increase'] = { { 'L', .5 }, { 'R', .5 } }, ['is no name and phase'] = { 'L' },
    } do
      b.root.animations[1].extras = { helioanim = { markers = markers } }
      local doc = assert(load(b))
      assert.same({}, doc.clips.x:markers())
      assert.equal(1, #doc.warnings)
      assert.matches("^animation 'x': .*" .. reason .. '$', doc.warnings[1])
    end
  end)

  it('S01 S03 builds a palette whatever the order of joints, without inverse binds', function()
    local b = gltf.new()
    b:node {}
    b:node { translation = { 1, 0, 0 }, children = { 2 } }
    b:node { translation = { 0, 1, 0 } }
    b.root.skins = { { joints = { 2, 1 } } }
    local doc = assert(load(b))
    local skin, model = doc.skins[1], doc.skeleton:new_matrices()
    doc.skeleton:new_pose():to_model(model)
    local palette = skin:palette(model, skin:new_palette())
    near.list({ 1, 1, 0 }, place(palette, 1))
    near.list({ 1, 0, 0 }, place(palette, 2))
  end)

  it('S02 counts plain nodes between joints', function()
    local b = gltf.new()
    b:node { name = 'A', translation = { 0, 1, 0 }, children = { 1 } }
    b:node { name = 'X', translation = { 0, 0, 5 }, children = { 2 } }
    b:node { name = 'B', translation = { 1, 0, 0 } }
    b.root.skins = { { joints = { 0, 2 } } }
    local doc = assert(load(b))
    local model = doc.skeleton:new_pose():to_model(doc.skeleton:new_matrices())
    near.list({ 1, 1, 5 }, place(model, 3))
  end)

  it('S04 S05 keeps two skins on one joint apart and leaves the mesh node out', function()
    local b = gltf.new()
    b:node { translation = { 3, 0, 0 } }
    b:node { translation = { 9, 9, 9 }, skin = 0 }
    local shifted = b:accessor('MAT4', { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1 })
    b.root.skins = { { joints = { 0 }, inverseBindMatrices = shifted }, { joints = { 0 } } }
    local doc = assert(load(b))
    local model = doc.skeleton:new_pose():to_model(doc.skeleton:new_matrices())
    for i, x in ipairs { 2, 3 } do
      local palette = doc.skins[i]:palette(model, doc.skins[i]:new_palette())
      near.list({ x, 0, 0 }, place(palette, 1))
    end
  end)

  it('names an unknown required extension, and passes over those of meshes and materials', function()
    local b = one_channel('translation', { 0 }, { 0, 0, 0 })
    b.root.extensionsRequired = { 'KHR_draco_mesh_compression', 'KHR_texture_basisu' }
    assert(load(b))
    b.root.extensionsRequired = { 'ADOBE_textures_clearcoat_tint', 'KHR_gaussian_splatting', 'EXT_mesh_manifold' }
    assert(load(b))
    for _, name in ipairs { 'ACME_bones', 'KHR_physics_rigid_bodies', 'MPEG_animation_timing', 'MSFT_lod' } do
      b.root.extensionsRequired = { name }
      assert.equal('unsupported', refused(b, ("'%s'"):format(name)))
    end
  end)

  it('tells an empty object from an empty list at its root, and nowhere else', function()
    local head = '{"asset":{"version":"2.0"},'
    assert(ha.load_gltf_string(head .. '"animations":[],"extras":{"animations":{}}}'))
    assert(ha.load_gltf_string(head .. '"materials" : [],"extensions":{"VRM":{"materials":{}}}}'))
    assert(ha.load_gltf_string(head .. [["nodes":[],"extras":"\"nodes\":{}},\"nodes\":{}"}]]))
    for _, text in ipairs { '"animations":{}}', '"extras":{"a":"}"},"animations" : { } }' } do
      local doc, message = ha.load_gltf_string(head .. text)
      assert.is_nil(doc)
      assert.equal('glTF: animations: array expected, got object', message)
    end
  end)

  it('may begin with a byte order mark, in either container', function()
    local b = one_channel('translation', { 0 }, { 0, 0, 0 })
    local text = '\xEF\xBB\xBF' .. b:text()
    assert(ha.load_gltf_string(text))
    text = text .. (' '):rep(-#text % 4)
    assert(ha.load_gltf_string(string.pack('<c4I4I4I4c4', 'glTF', 2, 20 + #text, #text, 'JSON') .. text))
  end)

  it('warns of a matrix whose last row is dropped', function()
    local b = gltf.new()
    b:node { name = 'Far', matrix = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2 } }
    assert.same({ "node 0 'Far': the last row of its matrix is read as 0 0 0 1, which glTF demands" },
      assert(load(b)).warnings)
  end)

  it('needs no mark on a buffer that nobody reads, and misses its bytes where they are read', function()
    local b = one_channel('translation', { 0 }, { 0, 0, 0 })
    local text = b:text():gsub('"uri":"[^"]*"', '"extras":0')
    local doc, message = ha.load_gltf_string(text)
    assert.is_nil(doc)
    assert.matches('bufferView %d: its buffer has no data', message)
    assert(ha.load_gltf_string '{"asset":{"version":"2.0"},"buffers":[{"byteLength":9}]}')
  end)

  it('refuses counts of compressed data whose product would wrap around', function()
    local text = [[{"asset":{"version":"2.0"},"nodes":[{}],"buffers":[{"uri":"data:;base64,oKCg","byteLength":3},
      {"byteLength":8192}],"bufferViews":[{"buffer":1,"byteLength":8192,"extensions":{"EXT_meshopt_compression":
      {"buffer":0,"byteLength":3,"byteStride":256,"count":144115188075855904,"mode":"ATTRIBUTES"}}}],"accessors":[
      {"bufferView":0,"componentType":5126,"type":"SCALAR","count":1}],"animations":[{"samplers":[
      {"input":0,"output":0}],"channels":[{"sampler":0,"target":{"node":0,"path":"scale"}}]}]}]]
    local doc, message, code = ha.load_gltf_string(text)
    assert.is_nil(doc)
    assert.equal('bufferView 0: 144115188075855904 elements of 256 bytes in a view of 8192', message)
    assert.equal('bad_data', code)
  end)

  it('refuses many tracks that would blow one small accessor up', function()
    local b, channels, values = gltf.new(), {}, {}
    for i = 1, 3 * 20000 do values[i] = 0 end
    local node, times = b:node {}, {}
    for i = 1, 20000 do times[i] = i end
    times = b:accessor('SCALAR', times)
    local shared = b:accessor('VEC3', values)
    for i = 1, 400 do channels[i] = { node = node, path = 'translation', times = times, values = shared } end
    b:animation('x', channels)
    assert.equal('too_large', refused(b, 'out of proportion'))
  end)

  it('refuses many nodes that would blow the morph targets of one mesh up', function()
    local targets, nodes = ('{},'):rep(999) .. '{}', ('{"mesh":0},'):rep(4999) .. '{"mesh":0}'
    local mesh = ('{"primitives":[{"attributes":{},"targets":[%s]}]}'):format(targets)
    local text = ('{"asset":{"version":"2.0"},"meshes":[%s],"nodes":[%s]}'):format(mesh, nodes)
    local doc, _, code = ha.load_gltf_string(text)
    assert.is_nil(doc)
    assert.equal('too_large', code)
  end)

  it('leaves the collector as it was', function()
    local mode = collectgarbage 'generational'
    load(one_channel('translation', { 0 }, { 0, 0, 0 }))
    pcall(ha.load_gltf_string, '{"asset":{"version":"2.0"},"buffers":[{"byteLength":1,"uri":"x"}]}',
      { reader = function() error 'no disk' end })
    assert.equal('generational', collectgarbage(mode))
  end)

  it('refuses unknown options and wrong arguments', function()
    assert.has_error(function() ha.load_gltf(nil) end, "bad argument #1 to 'load_gltf' (string expected, got nil)")
    assert.has_error(function() ha.load_gltf('x', 5) end, "bad argument #2 to 'load_gltf' (table expected, got number)")
    assert.has_error(function() ha.load_gltf('x', { mesh = true }) end,
      "load_gltf: unknown field 'mesh' (did you mean 'meshes'?)")
    assert.has_error(function() ha.load_gltf_string('x', { reader = 1 }) end,
      "load_gltf_string: field 'reader': function expected, got number")
    local doc, message, code = ha.load_gltf 'no/such/file.glb'
    assert.is_nil(doc)
    assert.matches('no/such/file.glb', message)
    assert.equal('not_found', code)
    doc, message = ha.load_gltf 'README.md\0.glb'
    assert.is_nil(doc)
    assert.equal("'README.md?.glb' holds a NUL byte", message)
  end)
end)

describe('an external buffer', function()
  local function with_uri(text)
    local b = one_channel('translation', { 0, 1 }, { 0, 0, 0, 1, 2, 3 })
    local bytes = b.bytes
    b.text = function(self)
      self.root.buffers = { { byteLength = #bytes, uri = text } }
      self.root.skins = nil
      return require('cjson').encode(self.root)
    end
    return b, bytes
  end

  it('comes from a reader function, which may ask anywhere', function()
    local b, bytes = with_uri '../models/a%20b.bin'
    local asked
    local doc = assert(ha.load_gltf_string(b:text(), { reader = function(uri) asked = uri return bytes end }))
    assert.equal('../models/a%20b.bin', asked)
    near.list({ .5, 1, 1.5 }, { sample(doc, .5):translation(1) })
    local none, message = ha.load_gltf_string(b:text(), { reader = function() return nil, 'no such asset' end })
    assert.is_nil(none)
    assert.matches('no such asset', message)
  end)

  it('leaves what its reader raises as it is', function()
    local raised = { reason = 'no disk' }
    local ok, caught = pcall(ha.load_gltf_string, with_uri('x'):text(), { reader = function() error(raised) end })
    assert.is_false(ok)
    assert.equal(raised, caught)
  end)

  it('is no pipe, and no link that leads out of the folder', function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute(("mkdir '%s' && mkfifo '%s/pipe' && ln -s /etc/passwd '%s/link'"):format(folder, folder, folder)))
    for name, why in pairs { pipe = 'not a plain file', link = 'leads out' } do
      local doc, message = ha.load_gltf_string(with_uri(name):text(), { folder = folder })
      assert.is_nil(doc)
      assert.matches(why, message)
    end
    local doc, message = ha.load_gltf(folder .. '/pipe')
    assert.is_nil(doc)
    assert.matches('not a plain file', message)
    os.execute(("rm -r '%s'"):format(folder))
  end)

  it('is refused outside the folder, whatever the disguise', function()
    for _, text in ipairs { '/etc/passwd', '../secret', 'a/../../b', '%2e%2e/x', 'C:/x', 'file:///x', 'http://x/y',
                            '..%2Fx', '\\\\server\\x', 'a%00b', '' } do
      local doc, message = ha.load_gltf_string(with_uri(text):text(), { folder = '.' })
      assert.is_nil(doc, text)
      assert.matches('buffer 0', message)
    end
  end)
end)

describe('a message about a file', function()
  it('is one line, whatever the names', function()
    local b = one_channel('translation', { 0, 1 }, { 0, 0, 0, 1, 2, 3 })
    b:node { name = 'a\nb\tc', translation = 'none' }
    local doc, message = load(b)
    assert.is_nil(doc)
    assert.equal("node 1 'a?b?c': translation: array expected, got string", message)
  end)
end)
