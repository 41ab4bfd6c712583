-- Clocks, and the players that follow them.

local ha = require 'helioanim'
local moves = require 'spec.support.moves'
local near = require 'spec.support.near'

describe('a clock', function()
  it('counts what it is advanced by, at its rate', function()
    local clock = ha.clock {}
    assert.equal(0, clock.now)
    assert.equal(1, clock.rate)
    clock:advance(0.5)
    clock.rate = 2
    clock:advance(0.25)
    assert.equal(1, clock.now)
    clock.rate = -1
    clock:advance(0.25)
    assert.equal(0.75, clock.now)
    assert.equal(5, ha.clock { now = 5 }.now)
  end)

  it('stands still while it is paused', function()
    local clock = ha.clock {}
    clock:pause()
    assert.is_true(clock.paused)
    clock:advance(1)
    assert.equal(0, clock.now)
    clock:resume()
    clock:advance(1)
    assert.equal(1, clock.now)
  end)

  it('moves by seek', function()
    local clock = ha.clock {}
    clock:seek(100)
    assert.equal(100, clock.now)
  end)

  it('is exact after many steps', function()
    local clock = ha.clock {}
    for _ = 1, 1000000 do clock:advance(0.1) end
    near.number(100000, clock.now, 1e-12)
  end)

  it('refuses what is no time', function()
    local clock = ha.clock {}
    assert.error_matches(function() clock:advance(0 / 0) end, 'finite')
    assert.error_matches(function() clock:seek(math.huge) end, 'finite')
    assert.error_matches(function() clock.rate = 0 / 0 end, 'finite')
    assert.error_matches(function() clock.rate = 'fast' end, 'number expected')
    assert.error_matches(function() ha.clock { rat = 1 } end, "did you mean 'rate'")
  end)
end)

describe('players of one clock', function()
  it('agree whatever the order of their updates', function()
    local function run(order)
      local clock = ha.clock {}
      local strike = moves.play(moves.second { 0.5, 'hit' }, { clock = clock, loops = 2 })
      local reaction = moves.play(moves.second { 0.5, 'hurt' }, { clock = clock, loops = 2 })
      local log = {}
      for i = 1, 12 do
        clock:advance(0.173)
        if order(i) then
          strike:update()
          reaction:update()
        else
          reaction:update()
          strike:update()
        end
        assert.equal(strike.time, reaction.time)
        log[i] = ('%a %s %s'):format(strike.time, moves.fired(strike), moves.fired(reaction))
      end
      return log
    end
    local log = run(function() return true end)
    assert.same(log, run(function() return false end))
    assert.same(log, run(function(i) return i % 2 == 0 end))
  end)

  it('agree however often each is updated', function()
    local clock = ha.clock {}
    local often = moves.play(moves.second(), { clock = clock })
    local seldom = moves.play(moves.second(), { clock = clock })
    for _ = 1, 1000 do
      clock:advance(1 / 60)
      often:update()
    end
    seldom:update()
    near.number(often.time, seldom.time, 1e-12)
    assert.equal(often.pass, seldom.pass)
  end)

  it('start when they are told to play', function()
    local clock = ha.clock {}
    clock:advance(10)
    local player = moves.play(moves.second(), { clock = clock })
    player:update()
    assert.equal(0, player.time)
    clock:advance(0.25)
    player:update()
    assert.equal(0.25, player.time)
  end)

  it('follow its rate, pause and way back', function()
    local clock = ha.clock {}
    local player = moves.play(moves.second { 0.5, 'half' }, { clock = clock })
    clock.rate = 0.5
    clock:advance(1.5)
    player:update()
    assert.equal(0.75, player.time)
    clock:pause()
    clock:advance(1)
    player:update()
    assert.equal(0.75, player.time)
    clock:resume()
    clock.rate = -1
    clock:advance(0.5)
    player:update()
    assert.equal(0.25, player.time)
    assert.equal('half', moves.fired(player))
  end)

  it('jump with it without events or root motion', function()
    local clock = ha.clock {}
    local player = moves.play(moves.second({ 0.5, 'half' }, 2),
      { clock = clock, root = { joint = 'root', axes = 'x' } })
    clock:advance(0.25)
    player:update()
    clock:seek(0.75)
    player:update()
    assert.equal(0.75, player.time)
    assert.equal('', moves.fired(player))
    near.number(0, (player:root_motion()))
    clock:seek(0.25)
    clock:advance(0.5)
    player:update()
    assert.equal('half', moves.fired(player))
    near.number(1, (player:root_motion()))
  end)

  it('can be scrubbed back from behind their end', function()
    local clock = ha.clock {}
    local player = moves.play(moves.second(), { clock = clock, loops = 1 })
    clock:advance(5)
    player:update()
    assert.is_true(player.finished)
    clock:seek(0.25)
    player:update()
    assert.equal(0.25, player.time)
    assert.is_false(player.finished)
    clock:seek(-3)
    player:update()
    assert.equal(0, player.time)
    clock:seek(0.5)
    player:update()
    assert.equal(0.5, player.time)
  end)

  it('are not moved by hand', function()
    local clock = ha.clock {}
    local player = moves.play(moves.second(), { clock = clock })
    assert.equal(clock, player.clock)
    assert.error_matches(function() player:advance(0.1) end, 'clock')
    assert.error_matches(function() moves.play(moves.second()):update() end, 'clock')
  end)

  it('keep the clock alive', function()
    local player = moves.play(moves.second(), { clock = ha.clock {} })
    collectgarbage()
    collectgarbage()
    player.clock:advance(0.5)
    player:update()
    assert.equal(0.5, player.time)
  end)

  it('that is closed raises where a player reaches it', function()
    local clock = ha.clock()
    local player = moves.play(moves.second(), { clock = clock })
    local saved = player:save()
    clock:advance(0.25)
    player:update()
    clock:close()
    for _, method in ipairs { 'update', 'play', 'resume' } do
      assert.error_matches(function() player[method](player) end, 'Clock is closed')
    end
    assert.error_matches(function() player:restore(saved) end, 'Clock is closed')
    assert.equal(0.25, player.time)
  end)
end)
