-- The recorder: what happened, frame by frame.

local ha = require 'helioanim'
local near = require 'spec.support.near'
local toys = require 'spec.support.toys'

local skel = toys.skeleton()

local function machine()
  local a = toys.slide('a', 0, 10, 1)
  a:add_event(0.25, 'step')
  return ha.state_machine({ initial = 'a', states = {
    a = { node = a, to = { { 'b', when = 'go', fade = 0.5 } } }, b = { node = toys.stand('b', 50) } } }, skel)
end

describe('recorder', function()
  local pose = skel:new_pose()

  local function record(sm, recorder, frames, dt)
    for _ = 1, frames do
      sm:update(dt)
      sm:evaluate(pose)
      recorder:record(dt, pose)
    end
  end

  it('shows any moment again', function()
    local sm = machine()
    local recorder = ha.recorder(sm, { seconds = 2, rate = 10 })
    assert.is_nil(recorder:at(0))
    record(sm, recorder, 5, 0.1)
    sm.params.go = true
    record(sm, recorder, 5, 0.1)
    assert.equal(10, #recorder)
    local out = skel:new_pose()
    local time, state, weight, from = recorder:at(0.35, out)
    near.numbers({ 0.3 }, time)
    assert.same({ 'a', 1 }, { state, weight })
    assert.is_nil(from)
    near.numbers({ 3 }, toys.x(out))
    time, state, weight, from = recorder:at(0.65)
    near.numbers({ 0.6, 0.2 }, time, weight)
    assert.same({ 'b', 'a' }, { state, from })
    local list = {}
    for at, name, clip_time in recorder:events() do list[#list + 1] = ('%.1f %s %.2f'):format(at, name, clip_time) end
    assert.same({ '0.3 step 0.25' }, list)
    assert.truthy(recorder:text():find('b from a', 1, true))
  end)

  it('keeps the last frames alone, and stops for a moment of interest', function()
    local sm = machine()
    local recorder = ha.recorder(sm, { seconds = 1, rate = 10 })
    record(sm, recorder, 25, 0.1)
    assert.equal(10, #recorder)
    near.numbers({ 1.6, 2.5 }, recorder:span())
    recorder:pause()
    record(sm, recorder, 5, 0.1)
    near.numbers({ 1.6, 2.5 }, recorder:span())
    recorder:resume()
    record(sm, recorder, 1, 0.1)
    near.numbers({ 1.7, 2.6 }, recorder:span())
    near.numbers({ 1.7 }, (recorder:at(-5)))
  end)

  it('makes no garbage', function()
    local sm = machine()
    local recorder = ha.recorder(sm, { seconds = 1, rate = 60 })
    assert.equal(0, toys.garbage(function() record(sm, recorder, 200, 0.016) end))
  end)

  it('shows no pose for frames that were recorded without one', function()
    local sm = machine()
    local recorder = ha.recorder(sm, { seconds = 0.2, rate = 10 })
    record(sm, recorder, 2, 0.1)
    recorder:record(0.1):record(0.1)
    local out = skel:new_pose()
    recorder:at(0.4, out)
    near.numbers({ 0 }, toys.x(out))
  end)

  it('refuses times that are none', function()
    local recorder = ha.recorder(machine(), { seconds = 1, rate = 10 })
    for _, dt in ipairs { 0 / 0, -1, math.huge, 'x', false } do
      assert.error_matches(function() recorder:record(dt, pose) end,
        "bad argument #1 to 'record' %(seconds from 0 on expected, got ")
    end
    assert.equal(0, #recorder)
    assert.has_error(function() recorder:at(0 / 0) end)
    assert.has_error(function() recorder:at 'x' end)
    assert.has_error(function() recorder:events 'x' end)
  end)

  it('refuses what it does not know', function()
    assert.has_error(function() ha.recorder(machine(), 5) end,
      "bad argument #2 to 'recorder' (table expected, got number)")
    assert.has_error(function() ha.recorder(machine(), { poses = 1 }) end,
      "recorder: field 'poses': boolean expected, got number")
    assert.has_error(function() ha.recorder({}) end)
    assert.has_error(function() ha.recorder(machine(), { second = 1 }) end)
  end)
end)
