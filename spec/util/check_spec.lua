-- Checks of what scripts hand over: the message, and the line that it blames.

local ha = require 'helioanim'
local check = require 'helioanim.util.check'

local function message_of(...) return (select(2, pcall(...))) end

describe('a wrong argument', function()
  local skel = ha.skeleton { { name = 'hip' }, { name = 'knee', parent = 1 } }

  it('is an error at the line of the caller', function()
    local calls = {
      function() return (ha.load_gltf(5)) end,
      function() return (ha.load_gltf('a', { folder = 'b' })) end,
      function() return (ha.load_bvh_string('', { scale = -1 })) end,
      function() return (ha.retarget { from = skel, to = skel, root = 'hop' }) end,
      function() return (ha.foot_placement { skeleton = skel }) end,
      function() return (ha.node({ clip = 5 }, skel)) end,
      function() return (ha.machine_definition { initial = 5 }) end,
      function() return (ha.state_machine({ initial = 'a', states = {} }, skel)) end,
    }
    for _, call in ipairs(calls) do
      local line = debug.getinfo(call, 'S').linedefined
      assert.matches(('check_spec%%.lua:%d: '):format(line), message_of(call))
    end
  end)

  it('is told with the nearest right one', function()
    assert.matches("field 'root': no joint 'hop' %(did you mean 'hip'%?%)", message_of(ha.retarget,
      { from = skel, to = skel, root = 'hop' }))
    assert.matches("retarget: unknown field 'tranlations' %(did you mean 'translations'%?%)",
      message_of(ha.retarget, { from = skel, to = skel, tranlations = 'all' }))
  end)

  it('may be an object of another class, an index beyond the joints, or no number', function()
    local function fails(expected, f, ...) assert.equal(expected, tostring(message_of(f, ...))) end
    fails('x: helioanim.Clip expected, got helioanim.Skeleton', check.kind, skel, 'helioanim.Clip', 'x')
    fails('x: no joint 3 (there are 2)', check.joint, skel, 3, 'x')
    fails('x: joint index or name expected, got number', check.joint, skel, 1.5, 'x')
    fails('x: joint index or name expected, got nil', check.joint, skel, nil, 'x')
    fails('x: must be finite', check.number, 0 / 0, 'x')
    fails('x: a number above 0 expected', check.above_zero, 0, 'x')
    assert.equal(2, check.joint(skel, 'knee', 'x'))
    assert.equal(2, check.joint(skel, 2.0, 'x'))
    assert.equal(7, check.above_zero(nil, 'x', 7))
  end)
end)
