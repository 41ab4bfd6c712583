-- Writing .glb files: what is written comes back, nothing is half-written.

local ha = require 'helioanim'
local near = require 'spec.support.near'

local function door()
  return {
    name = 'door', generator = 'a test', extras = { b = { 1, 2 }, a = 'text' },
    materials = { { name = 'oak', color = { 0.4, 0.2, 0.1 }, metallic = 0, roughness = 0.5 } },
    nodes = {
      { name = 'Frame', mesh = 'panel', extras = { room = 7 } },
      { name = 'Hinge', parent = 'Frame', translation = { 0.1, 0, 0 }, rotation = { 0, 0.6, 0, 0.8 } },
    },
    meshes = { { name = 'panel', primitives = {
      { material = 'oak', positions = { 0, 0, 0, 1, 0, 0, 0, 2.1, 0 }, normals = { 0, 0, 1, 0, 0, 1, 0, 0, 1 },
        indices = { 0, 1, 2 } },
    } } },
    animations = { { name = 'open', extras = { helioanim = { events = { { 0.5, 'creak' } } } }, tracks = {
      { joint = 'Hinge', channel = 'rotation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0.6, 0, 0.8 } },
      { joint = 2, channel = 'translation', interpolation = 'step', times = { 0, 1 }, values = { 0, 0, 0, 1, 2, 3 } },
      { joint = 'Frame', channel = 'scale', interpolation = 'cubic', times = { 0.1, 0.7 },
        values = { 0, 0, 0, 1, 1, 1, 0.3, 0, 0, 0, 0, 0.5, 2, 2, 2, 0, 0, 0 } },
    } } },
  }
end

local function load(description, options)
  return assert(ha.load_gltf_string(assert(ha.glb_string(description)), options))
end

local function json_of(bytes) return bytes:sub(21, 20 + string.unpack('<I4', bytes, 13)) end

local function temporary()
  local path = os.tmpname()
  os.remove(path)
  return path .. '.glb'
end

describe('writing a .glb', function()
  it('keeps nodes, keys, events and extras', function()
    local doc = load(door(), { meshes = true })
    assert.equal(2, #doc.skeleton)
    assert.equal(1, doc.skeleton:parent 'Hinge')
    near.numbers({ 0.1, 0, 0, 0, 0.6, 0, 0.8, 1, 1, 1 }, doc.skeleton:rest 'Hinge')
    assert.equal(7, doc.nodes[1].extras.room)
    local clip = doc.clips.open
    local turn, step, scale = clip:track(1), clip:track(2), clip:track(3)
    assert.same({ 'linear', 'step', 'cubic' }, { turn.interpolation, step.interpolation, scale.interpolation })
    near.numbers({ 0, 0.6, 0, 0.8 }, turn:value(2))
    near.numbers({ 1, 2, 3 }, step:value(2))
    near.numbers({ 0.3, 0, 0 }, scale:out_tangent(1))
    near.numbers({ 0, 0, 0.5 }, scale:in_tangent(2))
    assert.equal('creak', doc.clip_extras[1].helioanim.events[1][2])
    near.list({ 0.4, 0.2, 0.1 }, doc.materials[1].color)
    near.numbers({ 0, 2.1, 0 }, doc.meshes[1].primitives[1].positions:get(3))
  end)

  it('keeps every float32 exactly', function()
    local values = {}
    for i = 1, 300 do values[i] = string.unpack('<f', string.pack('<f', (i - 150) / 7 * 10 ^ (i % 20 - 10))) end
    local times = {}
    for i = 1, 100 do times[i] = i / 30 end
    local doc = load { nodes = { { translation = { values[1], values[2], values[3] } } }, animations = {
      { tracks = { { joint = 1, channel = 'translation', times = times, values = values } } } } }
    for k = 1, 100 do
      assert.same({ values[3 * k - 2], values[3 * k - 1], values[3 * k] }, { doc.clips[1]:track(1):value(k) })
    end
    assert.same({ values[1], values[2], values[3] }, { select(1, doc.skeleton:new_pose():translation(1)) })
  end)

  it('is the same every time, its keys in order', function()
    assert.equal(ha.glb_string(door()), ha.glb_string(door()))
    assert.truthy(json_of(assert(ha.glb_string(door()))):find('"extras":{"a":"text","b":[1,2]}', 1, true))
  end)

  it('writes equal numbers once', function()
    local text = json_of(assert(ha.glb_string {
      nodes = { {}, {} }, animations = { { tracks = {
        { joint = 1, channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 1, 1, 1 } },
        { joint = 2, channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 1, 1, 1 } },
      } } } }))
    assert.equal(2, select(2, text:gsub('"componentType"', '')))
    assert.equal(1, select(2, text:gsub('"interpolation"', '')))
  end)

  it('aligns chunks and views, and tells bounds', function()
    local bytes = assert(ha.glb_string(door()))
    assert.equal(#bytes, (string.unpack('<I4', bytes, 9)))
    assert.equal(0, #bytes % 4)
    local text = json_of(bytes)
    assert.equal(0, #text % 4)
    for offset in text:gmatch '"byteOffset":(%d+)' do assert.equal(0, offset % 4) end
    assert.truthy(text:find('"min":[0,0,0],"max":[1,2.1,0]', 1, true))
  end)

  it('says what is wrong, and where', function()
    local function refused(pattern, change)
      local description = door()
      change(description)
      local bytes, message, code = ha.glb_string(description)
      assert.is_nil(bytes)
      assert.matches(pattern, message)
      assert.equal('bad_data', code)
    end
    local function first(d) return d.animations[1].tracks[1] end
    refused("node 2 'Hinge': no node 'Wall'", function(d) d.nodes[2].parent = 'Wall' end)
    refused("node 1 'Frame': its parents run in a circle", function(d) d.nodes[1].parent = 'Hinge' end)
    refused("animation 1 'open' track 1: 8 numbers expected, got 7", function(d) table.remove(first(d).values) end)
    refused('track 1: key 2 does not come after key 1', function(d) first(d).times = { 1, 1 } end)
    refused("track 1: unknown channel 'spin'", function(d) first(d).channel = 'spin' end)
    refused('values: number 5 is .*nan, not a finite float', function(d) first(d).values[5] = 0 / 0 end)
    refused('primitive 1: index 3 is 3, there are 3 vertices',
      function(d) d.meshes[1].primitives[1].indices[3] = 3 end)
    refused("no mesh 'pane'", function(d) d.nodes[1].mesh = 'pane' end)
    refused("no node 'Hings'", function(d) first(d).joint = 'Hings' end)
    refused('times: number 2 is .*nan, not a finite float', function(d) first(d).times[2] = 0 / 0 end)
    refused('normals: 3 vertices need 9 numbers, got 8',
      function(d) table.remove(d.meshes[1].primitives[1].normals) end)
    refused('index 2 is x, there', function(d) d.meshes[1].primitives[1].indices[2] = 'x' end)
    refused('track 1: key 1 is at %-1, before 0', function(d) first(d).times[1] = -1 end)
    refused('times: number 2 is a string', function(d) first(d).times[2] = '1' end)
    refused('extras: a function cannot be written as JSON', function(d) d.extras.call = print end)
    refused('extras: more than 100 tables inside each other', function(d) d.extras.self = d.extras end)
  end)

  it('wants a description of the right shape', function()
    local function raises(expected, change)
      local description = door()
      change(description)
      assert.has_error(function() ha.glb_string(description) end, expected)
    end
    assert.has_error(function() ha.glb_string 'door' end,
      "bad argument #1 to 'glb_string' (table expected, got string)")
    assert.has_error(function() ha.write_glb(5, door()) end,
      "bad argument #1 to 'write_glb' (string expected, got number)")
    raises("glb_string: unknown field 'node' (did you mean 'nodes'?)", function(d) d.node = {} end)
    raises("glb_string.nodes[2]: unknown field 'translaton' (did you mean 'translation'?)",
      function(d) d.nodes[2].translaton = {} end)
    raises('glb_string.nodes[2].translation[2]: number expected, got string',
      function(d) d.nodes[2].translation[2] = 'x' end)
    raises('glb_string.nodes[2].translation[1]: must be finite', function(d) d.nodes[2].translation[1] = 1 / 0 end)
    raises('glb_string.nodes[1].mesh: a name or an index expected, got table', function(d) d.nodes[1].mesh = {} end)
    raises("glb_string.meshes[1].primitives[1]: 'positions' is missing",
      function(d) d.meshes[1].primitives[1].positions = nil end)
    raises("glb_string.animations[1].tracks[1]: 'times' is missing",
      function(d) d.animations[1].tracks[1].times = nil end)
    raises('glb_string.animations[1].tracks[1].targets: a whole number from 1 on expected',
      function(d) d.animations[1].tracks[1].targets = 1.5 end)
  end)

  it('replaces a file as a whole, or not at all', function()
    local path = temporary()
    assert.is_true(ha.write_glb(path, door()))
    assert.equal(2, #assert(ha.load_gltf(path)).skeleton)
    local bad = door()
    bad.animations[1].tracks = {}
    assert.is_nil((ha.write_glb(path, bad)))
    assert.equal(2, #assert(ha.load_gltf(path)).skeleton)
    assert.is_nil(io.open(path .. '.part'))
    os.remove(path)
    local ok, message, code = ha.write_glb('/nowhere/at/all.glb', door())
    assert.same({ nil, 'io' }, { ok, code })
    assert.matches('cannot write /nowhere', message)
  end)
end)
