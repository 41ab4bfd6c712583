-- Writing .glb files: what is written comes back, nothing is half-written.

local ha = require 'helioanim'
local glb_write = require 'helioanim.io.glb_write'
local near = require 'spec.support.near'

local function door()
  return {
    generator = 'a test',
    materials = { { name = 'oak', color = { 0.25, 0.5, 0.75 } } },
    nodes = { { name = 'Frame' }, { name = 'Hinge', parent = 'Frame', translation = { 1, 2, 3 }, mesh = 'panel' } },
    meshes = { { name = 'panel', primitives = { {
      material = 'oak', positions = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, indices = { 0, 1, 2 } } } } },
    animations = { { name = 'open', extras = { helioanim = { events = { { 0.5, 'creak' } } } }, tracks = {
      { joint = 'Hinge', channel = 'rotation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 1, 0, 0 } },
      { joint = 'Hinge', channel = 'translation', interpolation = 'cubic', times = { 0, 1 },
        values = { 0, 0, 0, 1, 2, 3, 0, 0, 1, 1, 0, 0, 4, 5, 6, 0, 1, 0 } },
    } } },
  }
end

describe('a written .glb', function()
  it('comes back as it was described', function()
    local doc = assert(ha.load_gltf_string(assert(glb_write.encode(door())), { meshes = true }))
    assert.equal(2, #doc.skeleton)
    near.list({ 1, 2, 3 }, table.move({ doc.skeleton:rest 'Hinge' }, 1, 3, 1, {}))
    local turn, move = doc.clips.open:track('Hinge', 'rotation'), doc.clips.open:track('Hinge', 'translation')
    assert.equal('linear', turn.interpolation)
    near.numbers({ 0, 1, 0, 0 }, turn:value(2))
    assert.equal('cubic', move.interpolation)
    near.numbers({ 0, 0, 1 }, move:out_tangent(1))
    for _, time, name in doc.clips.open:events() do assert.same({ 0.5, 'creak' }, { time, name }) end
    assert.equal(3, doc.meshes[1].primitives[1].vertex_count)
  end)

  it('has equal bytes for equal descriptions', function()
    assert.equal(glb_write.encode(door()), glb_write.encode(door()))
  end)

  it('is refused with a message where the description contradicts itself', function()
    local function refused(change)
      local description = door()
      change(description)
      local bytes, message, code = glb_write.encode(description)
      assert.is_nil(bytes)
      assert.is_string(message)
      assert.is_string(code)
      assert.is_nil(message:find 'attempt to')
    end
    refused(function(d) d.nodes[2].parent = 'Wall' end)
    refused(function(d) d.nodes[1].parent = 'Hinge' end)
    refused(function(d) d.nodes[2].mesh = 'pane' end)
    refused(function(d) d.animations[1].tracks[1].joint = 'Hings' end)
    refused(function(d) d.animations[1].tracks[1].values[8] = nil end)
    refused(function(d) d.animations[1].tracks[1].times[2] = 0 / 0 end)
  end)

  it('leaves the old file when it cannot be written', function()
    local ok, message, code = glb_write.save('/no/such/folder/door.glb', door())
    assert.is_nil(ok)
    assert.is_string(message)
    assert.is_string(code)
    local path = os.tmpname()
    assert(glb_write.save(path, door()))
    local broken = door()
    broken.nodes[2].mesh = 'pane'
    assert.is_nil((glb_write.save(path, broken)))
    assert.equal(1, #assert(ha.load_gltf(path)).clips)
    os.remove(path)
  end)
end)
