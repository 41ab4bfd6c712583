-- Skeletons: making them, and what they tell.

local ha = require 'helioanim'
local near = require 'spec.support.near'

describe('a skeleton', function()
  local skeleton
  before_each(function()
    -- A child may stand before its parent.
    skeleton = ha.skeleton {
      name = 'knight', floats = { fov = 60 },
      { name = 'hand', parent = 'arm', translation = { 0, 0, 1 } },
      { name = 'root', scale = { 2, 2, 2 } },
      { name = 'arm', parent = 2, translation = { 0, 1, 0 }, rotation = { 0, 0, 2, 2 } },
      { name = 'face', parent = 'root', weights = { 0.25, 0.5 } },
    }
  end)

  it('tells what it is, in the order it was given', function()
    assert.equal(4, #skeleton)
    assert.equal('knight', skeleton.name)
    assert.equal('hand', skeleton:joint_name(1))
    assert.equal('arm', skeleton:joint_name('arm'))
    assert.equal(3, skeleton:parent(1))
    assert.equal(2, skeleton:parent('arm'))
    assert.is_nil(skeleton:parent(2))
    assert.same({ 3, 4 }, skeleton:children('root'))
    assert.same({}, skeleton:children('hand'))
    assert.is_true(skeleton:is_below('hand', 'root'))
    assert.is_true(skeleton:is_below('hand', 'hand'))
    assert.is_false(skeleton:is_below('hand', 'face'))
    assert.matches('knight', tostring(skeleton))
    assert.is_nil(ha.skeleton({}).name)
  end)

  it('has a rest pose', function()
    local half = math.sqrt(0.5)
    near.numbers({ 0, 1, 0, 0, 0, half, half, 1, 1, 1 }, skeleton:rest('arm'))
    near.numbers({ 0, 0, 0, 0, 0, 0, 1, 2, 2, 2 }, skeleton:rest(2))
    assert.same({ 0.25, 0.5 }, { skeleton:rest_weights('face') })
    assert.same({}, { skeleton:rest_weights('arm') })
    assert.same({ 60 }, { skeleton:new_pose():value('fov') })
  end)

  it('finds joints by name', function()
    assert.equal(3, skeleton:find('arm'))
    assert.equal(3, skeleton:joint('arm'))
    local joint, message, code = skeleton:find('amr')
    assert.is_nil(joint)
    assert.equal("no joint 'amr' (did you mean 'arm'?)", message)
    assert.equal('not_found', code)
    assert.equal("no joint 'elephant'", (select(2, skeleton:find('elephant'))))
    assert.has_error(function() skeleton:find(1) end)
  end)

  it('gives the first of equal names', function()
    local twins = ha.skeleton { { name = 'eye' }, { name = 'eye' }, { name = 'lid', parent = 'eye' } }
    assert.equal(1, twins:find('eye'))
    assert.equal(1, twins:parent('lid'))
  end)

  it('may have no joints, or joints without names', function()
    local none = ha.skeleton {}
    assert.equal(0, #none)
    none:new_pose():reset():to_model(none:new_matrices())
    local unnamed = ha.skeleton { {}, { parent = 1 } }
    assert.equal('', unnamed:joint_name(2))
    assert.equal(1, unnamed:parent(2))
  end)

  it('takes in floats later; poses grow with it', function()
    local pose = skeleton:new_pose()
    assert.is_true(rawequal(skeleton, skeleton:add_float('glow', 0.5)))
    assert.same({ 0.5 }, { pose:value('glow') })
    skeleton:add_float('colour', 1, 2, 3)
    assert.same({ 1, 2, 3 }, { pose:value('colour') })
    skeleton:add_float('glow', 9) -- known: its rest stays
    assert.same({ 0.5 }, { skeleton:new_pose():value('glow') })
    assert.error_matches(function() skeleton:add_float('colour', 1) end, "'colour' has 3 components, not 1")
  end)

  it('holds 65,535 joints and no more', function()
    local joints = {}
    for i = 1, 65535 do joints[i] = { name = 'j' .. i, parent = i > 1 and i // 2 or nil } end
    local big = ha.skeleton(joints)
    assert.equal(65535, #big)
    assert.equal(65535, big:find('j65535'))
    joints[65536] = {}
    assert.error_matches(function() ha.skeleton(joints) end, '65536 joints are more than the limit of 65535')
  end)

  it('poses a chain as deep as it may get', function()
    local joints = {}
    for i = 1, 20000 do joints[i] = { parent = i < 20000 and i + 1 or nil, translation = { 0, 0.5, 0 } } end
    local chain = ha.skeleton(joints)
    local model = chain:new_pose():to_model(chain:new_matrices())
    near.numbers({ 10000 }, (select(14, model:get(1))))
  end)
end)

describe('making a skeleton', function()
  local function refused(pattern, joints) assert.error_matches(function() ha.skeleton(joints) end, pattern) end

  it('refuses cycles and bad parents', function()
    refused('joint 1 is part of a cycle', { { parent = 1 } })
    refused('cycle', { { name = 'a', parent = 'b' }, { name = 'b', parent = 'a' } })
    refused('joint 1: parent 3 does not exist %(there are 2 joints%)', { { parent = 3 }, {} })
    refused('joint 1: parent 0 does not exist', { { parent = 0 } })
    refused('joint 1: parent 1.5 does not exist', { { parent = 1.5 } })
    refused("joint 1: no joint 'hip' to be its parent", { { parent = 'hip' } })
    refused("joint 1: field 'parent': joint index or name expected, got boolean", { { parent = true } })
  end)

  it('names the joint and the field that are wrong', function()
    refused('joint 2: table expected, got string', { {}, 'arm' })
    refused("joint 2: field 'name': string expected, got number", { {}, { name = 5 } })
    refused("joint 1: field 'scale': 3 numbers expected, got 2", { { scale = { 1, 2 } } })
    refused("joint 1: field 'translation': %[2%]: number expected, got string", { { translation = { 1, 'x', 3 } } })
    refused("joint 1: field 'rotation': %[4%]: number must be finite", { { rotation = { 0, 0, 0, 0 / 0 } } })
    refused("joint 1: field 'weights': %[1%]: number must be finite", { { weights = { math.huge } } })
    refused("joint 1: field 'weights': table or Buffer of float32 expected, got string", { { weights = 'none' } })
    refused("joint 1: unknown field 'rotaton' %(did you mean 'rotation'%?%)", { { rotaton = { 0, 0, 0, 1 } } })
    refused("skeleton: unknown field 'joints'", { joints = {} })
    refused("skeleton: field 'floats'", { floats = { 1 } })
    refused("skeleton: field 'floats': 'fov' must be finite", { floats = { fov = math.huge } })
    refused("skeleton: field 'name': string expected, got table", { name = {} })
    assert.error_matches(function() ha.skeleton() end, "bad argument #1 to 'skeleton' %(table expected, got no value%)")
  end)

  it('reads a rest rotation of nothing as the identity', function()
    near.numbers({ 0, 0, 0, 0, 0, 0, 1, 1, 1, 1 }, ha.skeleton { { rotation = { 0, 0, 0, 0 } } }:rest(1))
  end)
end)
