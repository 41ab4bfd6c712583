-- Poses: local transforms, values, and the way to model space.

local ha = require 'helioanim'
local near = require 'spec.support.near'

local HALF = math.sqrt(0.5)

local function skeleton_of(count)
  local joints = { name = 'chain' }
  for i = 1, count do joints[i] = { name = 'j' .. i, parent = i > 1 and i - 1 or nil, translation = { 1, 0, 0 } } end
  return ha.skeleton(joints)
end

describe('a pose', function()
  local skeleton, pose
  before_each(function()
    skeleton = ha.skeleton {
      name = 'knight', floats = { fov = 60 },
      { name = 'root' }, { name = 'arm', parent = 'root', translation = { 0, 1, 0 } },
      { name = 'face', parent = 'root', weights = { 0.25, 0.5 } } }
    pose = skeleton:new_pose()
  end)

  it('begins at rest, with nothing touched', function()
    for joint = 1, #skeleton do
      assert.same({ skeleton:rest(joint) }, { pose:get(joint) })
      assert.same({ false, false, false }, { pose:touched(joint) })
    end
    assert.equal(3, #pose)
    assert.is_true(rawequal(skeleton, pose.skeleton))
  end)

  it('sets and gets whole joints, by index or name, numbers or a table', function()
    local transform = { 1, 2, 3, 0, 0, 1, 0, 4, 5, 6 }
    assert.is_true(rawequal(pose, pose:set('arm', table.unpack(transform))))
    assert.same(transform, { pose:get(2) })
    pose:set(1, transform)
    assert.same(transform, { pose:get('root') })
    assert.same({ true, true, true }, { pose:touched('root') })
  end)

  it('sets and gets parts and touches only those', function()
    pose:set_translation('arm', 1, 2, 3):set_scale('root', { 2, 2, 2 }):set_rotation('face', 0, 1, 0, 0)
    assert.same({ 1, 2, 3 }, { pose:translation('arm') })
    assert.same({ 2, 2, 2 }, { pose:scale('root') })
    assert.same({ 0, 1, 0, 0 }, { pose:rotation('face') })
    assert.same({ true, false, false }, { pose:touched('arm') })
    assert.same({ false, false, true }, { pose:touched('root') })
    assert.same({ false, true, false }, { pose:touched('face') })
    pose:reset()
    assert.same({ false, false, false }, { pose:touched('arm') })
    assert.same({ 0, 1, 0 }, { pose:translation('arm') })
  end)

  it('holds morph weights and named values', function()
    assert.same({ 0.25, 0.5 }, { pose:weights('face') })
    assert.same({}, { pose:weights('arm') })
    pose:set_weights('face', 1, 0):set_weights(3, { 0, 1 })
    assert.same({ 0, 1 }, { pose:weights('face') })
    pose:set_value('fov', 45)
    assert.same({ 45 }, { pose:value('fov') })
    pose:reset()
    assert.same({ 0.25, 0.5 }, { pose:weights('face') })
    assert.same({ 60 }, { pose:value('fov') })
  end)

  it('tells what it has not', function()
    local value, message, code = pose:value('fvo')
    assert.is_nil(value)
    assert.equal("no value 'fvo' (did you mean 'fov'?)", message)
    assert.equal('not_found', code)
    assert.error_matches(function() pose:set_value('fvo', 1) end, "bad argument #1 to 'set_value' %(no value 'fvo'")
    assert.error_matches(function() pose:set_weights('arm', 1) end, 'no morph targets')
    assert.error_matches(function() pose:set_weights('face', 1) end, 'number expected, got no value')
    assert.error_matches(function() pose:get('amr') end,
      "bad argument #1 to 'get' %(no joint 'amr' %(did you mean 'arm'%?%)%)")
    assert.error_matches(function() pose:get(4) end, 'joint 4 does not exist %(there are 3%)')
    assert.error_matches(function() pose:get {} end, 'joint index or name expected, got table')
  end)

  it('refuses numbers that are none', function()
    local before = { pose:get('arm') }
    for _, bad in ipairs { 0 / 0, math.huge, -math.huge, 1e39, 'x', {} } do
      assert.has_error(function() pose:set_translation('arm', 1, bad, 3) end)
      assert.has_error(function() pose:set_translation('arm', { 1, 2, bad }) end)
      assert.has_error(function() pose:set('arm', 1, 2, 3, 0, 0, 0, 1, 1, 1, bad) end)
    end
    assert.has_error(function() pose:set_rotation('arm', 0, 0, 1) end)
    assert.has_error(function() pose:set_scale('arm', { 1, 1 }) end)
    assert.same(before, { pose:get('arm') })
  end)

  it('copies and clones with values and touched', function()
    pose:set_translation('arm', 1, 2, 3):set_weights('face', 1, 1):set_value('fov', 5)
    local clone, other = pose:clone(), skeleton:new_pose()
    assert.is_true(rawequal(other, other:copy(pose)))
    pose:reset()
    for _, copy in ipairs { clone, other } do
      assert.same({ 1, 2, 3 }, { copy:translation('arm') })
      assert.same({ true, false, false }, { copy:touched('arm') })
      assert.same({ 1, 1 }, { copy:weights('face') })
      assert.same({ 5 }, { copy:value('fov') })
      assert.is_true(rawequal(skeleton, copy.skeleton))
    end
    pose:copy(pose)
  end)

  it('copies between poses of different age', function()
    skeleton:add_float('glow', 1)
    local young = skeleton:new_pose():set_value('glow', 2)
    assert.same({ 2 }, { pose:copy(young):value('glow') })
    assert.same({ 2 }, { pose:clone():value('glow') })
  end)

  it('does not copy from another skeleton, and names both', function()
    local stranger = ha.skeleton { name = 'robot', {} }:new_pose()
    assert.error_matches(function() pose:copy(stranger) end,
      "the pose belongs to skeleton 'robot' %(1 joints%), not to skeleton 'knight' %(3 joints%)")
  end)
end)

describe('from local to model', function()
  it('S02 goes through nodes that are no joints', function()
    local skeleton = ha.skeleton { { name = 'A', translation = { 0, 1, 0 } },
      { name = 'X', parent = 'A', translation = { 0, 0, 5 } }, { name = 'B', parent = 'X', translation = { 1, 0, 0 } } }
    local model = skeleton:new_pose():to_model(skeleton:new_matrices())
    near.numbers({ 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 5, 1 }, model:get(3))
  end)

  it('S06 keeps shear', function()
    local skeleton = ha.skeleton { { scale = { 2, 1, 1 } },
      { parent = 1, rotation = { 0, 0, math.sin(math.pi / 8), math.cos(math.pi / 8) } } }
    local m = { skeleton:new_pose():to_model(skeleton:new_matrices()):get(2) }
    near.list({ 1.4142136, 0.7071068, 0 }, { m[1] + m[13], m[2] + m[14], m[3] + m[15] }) -- the point (1, 0, 0)
  end)

  it('gives the matrices back', function()
    local skeleton = skeleton_of(3)
    local model = skeleton:new_matrices()
    assert.is_true(rawequal(model, skeleton:new_pose():to_model(model)))
  end)

  it('agrees with composing by hand, in the order of the file', function()
    math.randomseed(3)
    local joints = {}
    for i = 1, 40 do -- parents behind children and before them
      joints[i] = { parent = i > 1 and math.random(1, i - 1) or nil }
    end
    local order = {}
    for i = 1, 40 do order[i] = 41 - i end
    local turned = {}
    for i = 1, 40 do turned[order[i]] = { parent = joints[i].parent and order[joints[i].parent] } end
    local skeleton = ha.skeleton(turned)
    local pose = skeleton:new_pose()
    for joint = 1, 40 do
      local function r() return math.random() * 2 - 1 end
      local x, y, z, w = r(), r(), r(), r()
      local length = math.sqrt(x * x + y * y + z * z + w * w)
      pose:set(joint, r(), r(), r(), x / length, y / length, z / length, w / length, 1 + r() / 4, 1 + r() / 4, 1)
    end
    local model = pose:to_model(skeleton:new_matrices())
    local function multiply(a, b)
      local out = {}
      for c = 0, 3 do
        for row = 1, 4 do
          local sum = 0
          for k = 0, 3 do sum = sum + a[4 * k + row] * b[4 * c + k + 1] end
          out[4 * c + row] = sum
        end
      end
      return out
    end
    local function by_hand(joint)
      local own, parent = { ha.compose(pose:get(joint)) }, skeleton:parent(joint)
      return parent and multiply(by_hand(parent), own) or own
    end
    for joint = 1, 40 do near.list(by_hand(joint), { model:get(joint) }) end
  end)

  it('updates a part from a joint downwards', function()
    local skeleton = ha.skeleton { { name = 'root' }, { name = 'a', parent = 'root', translation = { 1, 0, 0 } },
      { name = 'b', parent = 'root', translation = { 0, 1, 0 } },
      { name = 'a2', parent = 'a', translation = { 1, 0, 0 } } }
    local pose, model = skeleton:new_pose(), skeleton:new_matrices()
    pose:to_model(model)
    local b = { model:get(3) }
    pose:set_rotation('a', 0, 0, HALF, HALF):set_translation('b', 9, 9, 9)
    pose:to_model(model, 'a')
    assert.same(b, { model:get(3) }) -- not below a: as it was
    near.numbers({ 1, 1, 0, 1 }, select(13, model:get(4)))
    local whole = pose:to_model(skeleton:new_matrices())
    for _, joint in ipairs { 1, 2, 4 } do assert.same({ whole:get(joint) }, { model:get(joint) }) end
    pose:to_model(model, 1)
    assert.equal(whole:tostring(), model:tostring())
  end)

  it('updates any part of a large skeleton as the whole would be', function()
    local joints = {}
    math.randomseed(11)
    for i = 1, 67 do joints[i] = { parent = i > 1 and math.random(1, i - 1) or nil, translation = { 0, 1, 0 } } end
    local skeleton = ha.skeleton(joints)
    local pose, model, whole = skeleton:new_pose(), skeleton:new_matrices(), skeleton:new_matrices()
    pose:to_model(model)
    for joint = 1, 67 do
      pose:set_translation(joint, math.random(), math.random(), math.random())
      assert.equal(pose:to_model(whole):tostring(), pose:to_model(model, joint):tostring())
    end
  end)

  it('asks for as many matrices as there are joints', function()
    local pose = skeleton_of(3):new_pose()
    assert.error_matches(function() pose:to_model(skeleton_of(2):new_matrices()) end,
      "bad argument #1 to 'to_model' %(3 matrices expected, got 2%)")
    assert.error_matches(function() pose:to_model() end, 'helioanim.Matrices expected, got no value')
  end)
end)
