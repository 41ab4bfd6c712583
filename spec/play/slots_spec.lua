-- Slots: nodes over the whole machine, with their own fades, events and root motion.

local ha = require 'helioanim'
local near = require 'spec.support.near'
local toys = require 'spec.support.toys'

local skel = toys.skeleton()
local ROOT = { joint = 'Root', axes = 'x' }

local function machine(slots, root)
  return ha.state_machine({ initial = 'a', root = root, params = { w = 1 },
    states = { a = { node = toys.slide('a', 0, 2, 1) } }, slots = slots }, skel)
end

local function events_of(sm)
  local list = {}
  for name, _, weight in sm:events() do list[#list + 1] = ('%s %.2f'):format(name, weight) end
  return table.concat(list, ', ')
end

describe('a slot', function()
  local pose = skel:new_pose()
  local function arm(sm) return toys.x(sm:evaluate(pose), 'LeftArm') end

  -- A clip of LeftArm from 0 to 8 with an event in the middle.
  local function swing(seconds)
    local clip = toys.slide('swing', 0, 8, seconds or 1, 'LeftArm')
    clip:add_event((seconds or 1) / 2, 'hit')
    return clip
  end

  it('plays any node, in a list or by name', function()
    local layered = { layer = { clip = swing(), loops = 1 }, over = toys.stand('low', 5), mask = { Root = 1 },
                      weight = 'low' }
    for _, slots in ipairs { { { 'attack', node = layered } }, { attack = { node = layered } } } do
      local sm = machine(slots)
      sm:play('attack'):update(0.25)
      near.numbers({ 2 }, arm(sm))
      near.numbers({ 0.5 }, toys.x(pose)) -- of the state: the slot does not move it yet
      sm.params.low = 1
      sm:update(0.3)
      near.numbers({ 5 }, toys.x(sm:evaluate(pose)))
      assert.equal('hit 1.00', events_of(sm))
      sm:update(0.5)
      assert.is_false(sm:playing 'attack')
    end
  end)

  it('holds blend spaces in sync, and ends by stop where the node has no end', function()
    local sm = machine { aim = { node = { blend1d = 'up', sync = 'phase', { 0, swing() }, { 1, swing() } },
                                 fade_out = 0.5 } }
    sm:play('aim'):update(4.25)
    near.numbers({ 2 }, arm(sm))
    sm:stop('aim'):update(0.25)
    near.numbers({ 1 + (4 - 1) * 0.5 }, arm(sm))
    assert.is_true(sm:playing 'aim')
    sm:update(0.25)
    assert.is_false(sm:playing 'aim')
    near.numbers({ 1 }, arm(sm))
  end)

  it('fades a node in and out as it does a clip', function()
    local short = machine { { 'swing', clip = swing(), fade_in = 0.25, fade_out = 0.25, weight = 'w' } }
    local long = machine { swing = { node = { speed = 1, node = { clip = swing(), loops = 1 } }, fade_in = 0.25,
                                     fade_out = 0.25, weight = 'w' } }
    for _, sm in ipairs { short, long } do sm:play 'swing' end
    for frame = 1, 12 do
      for _, sm in ipairs { short, long } do
        sm.params.w = frame / 12
        sm:update(0.1)
      end
      near.numbers({ arm(short) }, arm(long))
      assert.equal(events_of(short), events_of(long))
      assert.equal(frame <= 10, short:playing 'swing')
    end
  end)

  it('tells events by its fades and its weight, those of its last move too', function()
    local sm = machine { { 'swing', clip = swing(), fade_in = 1, weight = 'w' } }
    sm.params.w = 0.5
    sm:play('swing'):update(0.5)
    assert.equal('hit 0.25', events_of(sm))
    sm = machine { { 'swing', clip = swing(), fade_out = 0.8 } }
    sm:play('swing'):update(0.4):update(1)
    assert.equal('hit 0.75', events_of(sm))
    sm = machine { { 'swing', clip = swing(), fade_in = 0.2, fade_out = 0.2 } }
    sm:play('swing'):update(5)
    assert.equal('hit 1.00', events_of(sm))
    assert.equal('', events_of(sm:update(0.1)))
  end)

  it('moves the actor by its weight, within its mask', function()
    local roll = toys.slide('roll', 0, 10, 1)
    local function motion(slot, w)
      slot.clip = roll
      local sm = machine({ roll = slot }, ROOT)
      sm.params.w = w
      sm:update(0.5)
      near.numbers({ 1, 0, 0, 0, 0, 0, 1 }, sm:root_motion())
      sm:play('roll'):update(0.5)
      return (sm:root_motion())
    end
    near.numbers({ 5 }, motion({}, 1))
    near.numbers({ 0.25 * 5 + 0.75 }, motion({ weight = 'w' }, 0.25))
    near.numbers({ 1 }, motion({ mask = { ['Spine*'] = 1 } }, 1))
    near.numbers({ 3 }, motion({ mask = { Root = 0.5 } }, 1))
    near.numbers({ 0.5 * 5 + 0.5 }, motion({ fade_in = 1 }, 1))
    near.numbers({ 1 }, motion({ weight = 'w' }, 0))
  end)

  it('moves the actor to its very end, and no further', function()
    local sm = machine({ { 'roll', clip = toys.slide('roll', 0, 10, 1) } }, ROOT)
    sm:play 'roll'
    local x = 0
    for _ = 1, 4 do x = x + sm:update(0.25):root_motion() end
    near.numbers({ 10 }, x)
    sm:update(0.25)
    near.numbers({ 0 }, (sm:root_motion())) -- it stood at its end
    near.numbers({ 0.5 }, (sm:update(0.25):root_motion()))
  end)

  it('stops when it does not play without a word', function()
    local sm = machine { { 'swing', clip = swing(), fade_out = 0.5 } }
    sm:stop('swing'):update(0.1)
    assert.is_false(sm:playing 'swing')
    near.numbers({ 1 }, arm(sm))
  end)

  it('is saved in the middle of everything', function()
    local aim = { blend1d = 'up', sync = 'phase', { 0, swing() }, { 1, swing(2) } }
    local definition = ha.machine_definition { initial = 'a', states = { a = { node = toys.stand('a', 0) } },
      slots = { aim = { node = aim, fade_in = 0.3, fade_out = 0.4 } } }
    local sm, other = ha.state_machine(definition, skel), ha.state_machine(definition, skel)
    local resting = sm:save()
    sm:play('aim'):update(0.5):play('aim'):update(0.1):stop('aim'):update(0.1)
    other:restore(sm:save())
    for _ = 1, 4 do
      assert.equal(arm(sm), arm(other))
      assert.is_true(sm:save() == other:save())
      sm:update(0.05)
      other:update(0.05)
    end
    near.numbers({ 1 }, arm(sm:restore(resting)))
    assert.equal(resting, sm:save())
  end)

  it('is refused where it is wrong, by its place', function()
    local function refused(message, slots)
      local ok, raised = pcall(machine, slots)
      assert.is_false(ok)
      assert.truthy(raised:find(message, 1, true), raised)
    end
    local clip = swing()
    refused("slots.a: unknown field 'rate'", { a = { node = clip, rate = 2 } })
    refused("slots.a: unknown field 'clp' (did you mean 'clip'?)", { a = { clp = clip } })
    refused('slots.a.node: ', { a = { node = { clop = clip } } })
    refused("slots[2]: 'b' is there twice", { { 'b', clip = clip }, { 'b', clip = clip } })
    refused("slots.b: 'b' is there twice", { { 'b', clip = clip }, b = { clip = clip } })
    refused('slots[1]: string expected, got nil', { { clip = clip } })
    refused('slots: unknown key [2.5]', { [2.5] = { clip = clip } })
    refused('slots.a.fade_in: at least 0 expected', { a = { clip = clip, fade_in = -1 } })
    refused('slots.a: no kind of node', { a = {} })
    refused('slots: table expected, got number', 5)
  end)
end)
