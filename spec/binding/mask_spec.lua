-- Masks: weights by joint, name and pattern.

local ha = require 'helioanim'

local skeleton = ha.skeleton { name = 'knight', { name = 'Hips' }, { name = 'Spine', parent = 'Hips' },
  { name = 'Chest', parent = 'Spine' }, { name = 'Head', parent = 'Chest' }, { name = 'Leg', parent = 'Hips' } }

local function weights(mask)
  local out = {}
  for joint = 1, #mask do out[joint] = mask:get(joint) end
  return out
end

local function raises(message, body)
  local ok, raised = pcall(body)
  assert.is_false(ok, 'nothing was raised')
  assert.equal(message, (tostring(raised):gsub('^[^:]+:%d+: ', '')))
end

describe('a mask', function()
  it('is 0 where nothing is said', function()
    assert.same({ 0, 0, 0, 0, 0 }, weights(skeleton:mask()))
    assert.same({ 0, 0, 0, 0, 0 }, weights(skeleton:mask {}))
    assert.same({ 0.5, 0.5, 0.5, 0.5, 0.5 }, weights(skeleton:mask(0.5)))
    assert.equal(5, #skeleton:mask())
    assert.equal(skeleton, skeleton:mask().skeleton)
  end)

  it('names joints, and with a star all below them', function()
    assert.same({ 0, 1, 1, 1, 0 }, weights(skeleton:mask { ['Spine*'] = 1 }))
    assert.same({ 0, 1, 0, 0, 0.5 }, weights(skeleton:mask { Spine = 1, Leg = 0.5 }))
    assert.same({ 1, 1, 1, 1, 1 }, weights(skeleton:mask { ['*'] = 1 }))
  end)

  it('lets the more specific entry win, whatever the order', function()
    for _ = 1, 20 do
      local table_of = {}
      for _, name in ipairs { 'Spine*', '*', 'Chest', 'Chest*', 'Hips' } do table_of[name] = true end
      table_of['Spine*'], table_of['*'], table_of.Chest = 1, 0.25, 0.75
      table_of['Chest*'], table_of.Hips = 0.5, 0
      assert.same({ 0, 1, 0.75, 0.5, 0.25 }, weights(skeleton:mask(table_of)))
    end
  end)

  it('lets the later entry of a list win', function()
    assert.same({ 0, 1, 0, 0, 0 }, weights(skeleton:mask { { 'Chest', 0.5 }, { 'Spine*', 1 }, { 'Chest*', 0 } }))
    assert.same({ 0, 1, 1, 1, 0 }, weights(skeleton:mask { { 'Chest', 0.5 }, { 'Spine*', 1 } }))
    assert.same({ 0, 1, 1, 0.5, 0 }, weights(skeleton:mask { Head = 0, { 'Spine*', 1 }, { 4, 0.5 } }))
  end)

  it('can be read and written', function()
    local mask = skeleton:mask()
    assert.equal(0.5, mask:set('Head', 0.5):get 'Head')
    assert.same({ 0, 0, 1, 1, 0 }, weights(mask:set('Chest*', 1)))
    assert.same({ 1, 1, 1, 1, 1 }, weights(mask:set('*', 1)))
    assert.same({ 0, 1, 1, 1, 1 }, weights(mask:set(1, 0)))
  end)

  it('is feathered over levels', function()
    local mask = skeleton:mask { ['Spine*'] = 1 }
    assert.same({ 0, 0.5, 1, 1, 0 }, weights(mask:clone():feather(1)))
    assert.same({ 0, 0.25, 0.5, 0.75, 0 }, weights(mask:clone():feather(3)))
    assert.same(weights(mask), weights(mask:clone():feather(0)))
    assert.same({ 1, 1, 1, 1, 1 }, weights(skeleton:mask(1):feather(65535)))
  end)

  it('knows arithmetic', function()
    local mask = skeleton:mask { ['Spine*'] = 1, Leg = 0.25 }
    assert.same({ 1, 0, 0, 0, 0.75 }, weights(mask:clone():invert()))
    assert.same({ 0, 0.5, 0.5, 0.5, 0.125 }, weights(mask:clone():multiply(0.5)))
    assert.same({ 0, 0, 0, 0, 0.1875 }, weights(mask:clone():multiply(mask:clone():invert())))
    assert.same(weights(mask), weights(skeleton:mask():copy(mask)))
  end)

  it('says what is wrong', function()
    raises("bad argument #1 to 'mask' ([Spin*]: no joint 'Spin' (did you mean 'Spine'?))",
      function() skeleton:mask { ['Spin*'] = 1 } end)
    raises("bad argument #1 to 'mask' ([Head]: a number from 0 to 1 expected)",
      function() skeleton:mask { Head = 2 } end)
    raises("bad argument #1 to 'mask' ([Head]: number must be finite)",
      function() skeleton:mask { Head = 0 / 0 } end)
    raises("bad argument #1 to 'mask' ([Head]: number expected, got boolean)",
      function() skeleton:mask { Head = true } end)
    raises("bad argument #1 to 'mask' ([1]: { joint, weight } expected, got number)",
      function() skeleton:mask { 1 } end)
    raises("bad argument #1 to 'mask' ([2]: joint 9 does not exist (there are 5))",
      function() skeleton:mask { { 'Head', 1 }, { 9, 1 } } end)
    raises("bad argument #1 to 'mask' ([1]: joint index, name or pattern expected, got table)",
      function() skeleton:mask { { {}, 1 } } end)
    raises("bad argument #1 to 'mask' ([true]: joint name expected)", function() skeleton:mask { [true] = 1 } end)
    raises("bad argument #1 to 'mask' (a number from 0 to 1 expected)", function() skeleton:mask(2) end)
    raises("bad argument #1 to 'mask' (table expected, got string)", function() skeleton:mask 'Head' end)
    raises("bad argument #1 to 'set' (no joint 'Nose')", function() skeleton:mask():set('Nose', 1) end)
    raises("bad argument #2 to 'set' (a number from 0 to 1 expected)", function() skeleton:mask():set('Head', -1) end)
    raises("bad argument #1 to 'multiply' (the mask belongs to " ..
      "an unnamed skeleton of 1 joints, not to skeleton 'knight' (5 joints))",
      function() skeleton:mask():multiply(ha.skeleton { {} }:mask()) end)
    raises("bad argument #1 to 'feather' (a number of levels from 0 on expected)",
      function() skeleton:mask():feather(-1) end)
  end)

  it('lives on an empty skeleton, and keeps its own alive', function()
    assert.equal(0, #ha.skeleton {}:mask { ['*'] = 1 }:feather(2):invert())
    local mask = ha.skeleton { { name = 'a' } }:mask(1)
    collectgarbage()
    collectgarbage()
    assert.equal(1, mask:get 'a')
    mask:close()
    raises('Mask is closed', function() mask:get(1) end)
  end)
end)
