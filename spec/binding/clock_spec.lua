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
    assert.error_matches(function() clock.paused = 3 end, 'paused: boolean expected, got number')
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
    clock:seek(9)
    player:update()
    player.rate, player.loops, player.wrap = player.rate, player.loops, player.wrap -- no change forgets the way back
    clock:advance(-8.5)
    player:update()
    assert.equal(0.5, player.time)
  end)

  it('are placed by a seek to the bit, and told nothing', function()
    local long = moves.clip { 0, 0, 10, 10 }
    for k = 1, 99 do long:add_event(k / 10, 'e' .. k) end
    for _, wrap in ipairs { 'clamp', 'loop', 'pingpong' } do
      local clock = ha.clock {}
      local player = moves.play(long, { clock = clock, wrap = wrap, root = { joint = 'root', axes = 'x' } })
      for i = 1, 500 do
        local now = i * 37 % 101 / 10
        clock:seek(now)
        player:update()
        assert.equal(now, player.time)
        assert.equal('', moves.fired(player))
        assert.equal('', moves.noticed(player):gsub('finished 1', ''))
        assert.equal(0, (player:root_motion()))
      end
    end
  end)

  it('begin where a seek leaves them, if it does', function()
    local clock = ha.clock {}
    local player = moves.play(moves.second { 0, 'start' }, { clock = clock })
    clock:seek(0)
    player:update()
    assert.equal('start', moves.fired(player))
    player:play()
    clock:seek(0.5)
    clock:seek(0)
    clock:seek(0.25)
    player:update()
    assert.equal('', moves.fired(player))
  end)

  it('tell what the clock advanced since it was sought', function()
    local clock = ha.clock {}
    local player = moves.play(moves.clip({ 0, 0, 10, 10 }, { 1, 'a', 4.5, 'b', 5.5, 'c' }), { clock = clock })
    clock:advance(2)
    clock:seek(5)
    clock:advance(1)
    player:update()
    assert.equal(6, player.time)
    assert.equal('c', moves.fired(player))
  end)

  it('stand where they stand however often they are updated, for days', function()
    for _, case in ipairs { { 1, 0.1 }, { 0.7, 0.1 }, { 2.1, 0.3 }, { 0.5, 1 / 30, 1000.3 }, { 1 / 3, 1 / 60, 1e6 } } do
      local clip = moves.clip({ 0, 0, case[1], 1 }, { 0, 's', case[1] / 2, 'm', case[1], 'e' })
      local clock = ha.clock { now = case[3] }
      local often, seldom = moves.play(clip, { clock = clock }), moves.play(clip, { clock = clock })
      local told_often, told_seldom = 0, 0
      for i = 1, 5000 do
        clock:advance(case[2])
        often:update()
        for _ in often:events() do told_often = told_often + 1 end
        if i % 5 == 0 then
          seldom:update()
          for _ in seldom:events() do told_seldom = told_seldom + 1 end
          assert.equal(often.pass, seldom.pass)
          assert.equal(often.time, seldom.time)
          assert.equal(told_often, told_seldom)
        end
      end
      assert.is_true(often.pass > 100)
    end
  end)

  it('take changes from the time of the clock on, updated or not', function()
    local function changed(change)
      local clock = ha.clock {}
      local long = moves.clip({ 0, 0, 10, 10 }, { 0.5, 'half' })
      local a, b = moves.play(long, { clock = clock }), moves.play(long, { clock = clock })
      clock:advance(1)
      a:update()
      change(a)
      change(b)
      assert.equal(0, b.time) -- it shows the change with its update
      b:update()
      local told = moves.fired(b)
      clock:advance(1)
      a:update()
      b:update()
      assert.equal(a.time, b.time)
      assert.equal(a.pass, b.pass)
      assert.equal(a.weight, b.weight)
      return a.time, told
    end
    near.number(3, (changed(function(p) p.rate = 2 end)))
    near.number(0, (changed(function(p) p.rate = -1 end)))
    near.number(1, (changed(function(p) p:pause() end)))
    near.number(2, (changed(function(p) p:pause() p:resume() end)))
    near.number(2, (changed(function(p) p.loops = 2 end)))
    near.number(2, (changed(function(p) p.fade_out = 2 p:stop() end)))
    local time, told = changed(function(p) p.wrap = 'pingpong' end)
    near.number(2, time)
    assert.equal('half', told)
  end)

  it('tell nothing while they are paused', function()
    local clock = ha.clock {}
    local player = moves.play(moves.second { 0, 'start' }, { clock = clock }):pause()
    clock:advance(1)
    player:update()
    assert.equal('', moves.fired(player))
    player:resume():update()
    assert.equal('start', moves.fired(player))
    assert.equal(0, player.time)
  end)

  it('tell what each update could not spend', function()
    for _, rate in ipairs { 1, -1, 2 } do
      local clock = ha.clock {}
      local one = moves.second()
      local follows = moves.play(one, { clock = clock, loops = 1, rate = rate })
      local alone = moves.play(one, { loops = 1, rate = rate })
      for _, dt in ipairs { 0.4, 0.4, 0.4, 0.4, 0, 0.4 } do
        clock:advance(dt)
        near.number(select(2, alone:advance(dt)), select(2, follows:update()))
      end
      clock:seek(1.5)
      near.number(0, select(2, follows:update()))
      clock:seek(0.25)
      near.number(0, select(2, follows:update()))
      clock:advance(-1)
      near.number(-0.75, select(2, follows:update()))
      clock:advance(0.5)
      near.number(0, select(2, follows:update()))
    end
  end)

  it('can be stopped before their beginning', function()
    local clock = ha.clock {}
    local player = moves.play(moves.second(), { clock = clock, fade_out = 0.5 })
    clock:seek(-1)
    player:update()
    player:stop()
    clock:advance(0.25)
    player:update()
    near.number(0.5, player.weight)
    clock:advance(5)
    assert.is_false((player:update()))
    assert.equal(0, player.weight)
  end)

  it('stand still after the fade of stop, unless the clock is turned back', function()
    local clock = ha.clock {}
    local player = moves.play(moves.second { 0.05, 'near', 0.5, 'far' },
      { clock = clock, fade_out = 0.1, root = { joint = 'root', axes = 'x' } })
    player:update()
    player:stop()
    clock:advance(3.7)
    assert.is_false((player:update()))
    assert.equal('near', moves.fired(player))
    near.number(0.1, (player:root_motion()))
    for _ = 1, 3 do
      clock:advance(1)
      assert.is_false((player:update()))
      assert.equal('stopped', player.state)
      assert.equal('', moves.fired(player))
      assert.equal('', moves.noticed(player))
      assert.equal(0, (player:root_motion()))
    end
    clock:seek(0.05)
    player:update()
    assert.equal(0.05, player.time)
    near.number(0.5, player.weight)
    assert.equal('playing', player.state)
  end)

  it('go on from where they are when their clip gets another length', function()
    local clock = ha.clock {}
    local clip = moves.second()
    local player = moves.play(clip, { clock = clock, root = { joint = 'root', axes = 'x' } })
    clock:advance(17.5)
    player:update()
    clip.duration = 2
    clock:advance(0.25)
    player:update()
    assert.equal(17, player.pass)
    near.number(0.75, player.time)
    near.number(0.25, (player:root_motion()))
    clip.duration = 0.5
    player:update()
    assert.equal(0.5, player.time)
    assert.equal(0, (player:root_motion()))
  end)

  it('are not moved by hand', function()
    local clock = ha.clock {}
    local player = moves.play(moves.second(), { clock = clock })
    assert.equal(clock, player.clock)
    assert.error_matches(function() player:advance(0.1) end, 'clock')
    assert.error_matches(function() moves.play(moves.second()):update() end, 'clock')
  end)

  it('raise when it is closed', function()
    local clock = ha.clock {}
    local player = moves.play(moves.second(), { clock = clock })
    clock:close()
    assert.error_matches(function() player:update() end, 'Clock is closed')
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
