-- Where a play stands: at its seams, in reverse, after long, at its end, in a clip of no length.

local ha = require 'helioanim'
local moves = require 'spec.support.moves'
local near = require 'spec.support.near'

local clip, second, play, x, noticed = moves.clip, moves.second, moves.play, moves.x, moves.noticed

local function xs(player, dt, count)
  local list = {}
  for i = 1, count do
    player:advance(dt)
    list[i] = x(player)
  end
  return list
end

describe('a player at the seam', function()
  it('W01 shows the last key at the end, sampled or sought', function()
    local ten = second(nil, 10)
    local pose = moves.skeleton:new_pose()
    assert.equal(10, (ten:sample(pose, 1):translation 'root'))
    local player = play(ten)
    player:seek(1)
    assert.equal(1, player.time)
    assert.equal(10, x(player))
  end)

  it('W02 cycles in exactly its duration', function()
    local triangle = clip { 0, 0, 0.5, 1, 1, 0 }
    for _, unwrapped in ipairs { 1.25, 10.25, 1000.25 } do
      local player = play(triangle)
      player:advance(unwrapped)
      near.number(0.5, x(player))
      assert.equal(0.25, player.time)
      near.number(0.5, (triangle:sample(moves.skeleton:new_pose(), ha.wrap_time(unwrapped, 1, 'loop'))
        :translation 'root'))
    end
  end)

  it('W03 finite ping-pong ends where it ends', function()
    near.numbers({ 6, 10, 10, 10 }, table.unpack(xs(play(second(nil, 10), { wrap = 'pingpong', loops = 1 }), 0.6, 4)))
    near.numbers({ 6, 8, 2, 0, 0, 0 },
      table.unpack(xs(play(second(nil, 10), { wrap = 'pingpong', loops = 2 }), 0.6, 6)))
  end)

  it('W11 a range shows nothing from outside it', function()
    local four = clip { 0, 0, 1, 1, 2, 2, 3, 99 }
    for _, rate in ipairs { 1, -1, 0.37, -7.7 } do
      local player = play(four, { range = { 1, 2 }, rate = rate })
      assert.equal(1, player.duration)
      for _ = 1, 200 do
        player:advance(0.13)
        local at, time = x(player), player.time
        assert.is_true(at >= 1 and at <= 2, at)
        assert.is_true(time >= 1 and time <= 2, time)
        near.number(time, at)
        near.number(time - 1, player.phase)
      end
    end
  end)

  it('W11 a range has its own ends, passes and phase', function()
    local player = play(clip { 0, 0, 1, 1, 2, 2, 3, 99 }, { range = { 1, 2 }, loops = 2 })
    player:advance(0.25)
    assert.equal(1.25, player.time)
    assert.equal(0.25, player.phase)
    local goes_on, unspent = player:advance(2)
    assert.is_true(goes_on)
    assert.equal(0.25, unspent)
    assert.equal(2, player.time)
    assert.equal(2, x(player))
    player:seek(0)
    assert.equal(1, player.time)
    player:seek(9)
    assert.equal(2, player.time)
  end)

  it('C11 counts its duration from 0 where the first key comes later', function()
    local late = clip { 1.5, 1, 2.5, 2 }
    assert.equal(2.5, late.duration)
    local player = play(late)
    assert.equal(1, x(player))
    player:advance(2)
    near.number(1.5, x(player))
    player:advance(1)
    assert.equal(0.5, player.time)
    assert.equal(1, x(player))
  end)
end)

describe('a player in reverse', function()
  it('W04 makes as many passes as asked', function()
    local player = play(second(nil, 10), { rate = -1, start = 1, loops = 2 })
    local finished_at
    for step = 1, 6 do
      player:advance(0.5)
      if noticed(player):find 'finished' then finished_at = finished_at or step end
    end
    assert.equal(4, finished_at)
    assert.equal(0, x(player))
    assert.is_true(player.finished)
  end)

  it('W05 starts at the end unless it is told otherwise', function()
    local player = play(second(), { rate = -1, loops = 1 })
    assert.equal(1, player.time)
    player:advance(0.6)
    near.number(0.4, player.time)
    assert.equal('', noticed(player))
    local goes_on, unspent = player:advance(0.6)
    assert.is_true(goes_on)
    near.number(0.2, unspent)
    assert.equal(0, player.time)
    assert.equal('finished 1', noticed(player))
  end)

  it('W06 spends a negative dt of more than a duration', function()
    local player = play(clip { 0, 0, 2, 2 })
    player:advance(-4.5)
    assert.equal(1.5, player.time)
    assert.equal(-3, player.pass)
    assert.equal('loop 3', noticed(player))
  end)

  it('comes back from the end without play()', function()
    local player = play(second(), { loops = 2 })
    player:advance(5)
    assert.is_true(player.finished)
    player:advance(-0.25)
    assert.equal(0.75, player.time)
    assert.is_false(player.finished)
    player:advance(1)
    player.rate = -1
    player:advance(1.5)
    assert.equal(0.5, player.time)
    assert.equal(0, player.pass)
  end)

  it('holds at the start of a finite play and returns what is left', function()
    local player = play(second(), { loops = 3 })
    player:advance(0.5)
    local goes_on, unspent = player:advance(-2)
    assert.is_true(goes_on)
    assert.equal(-1.5, unspent)
    assert.equal(0, player.time)
    player:advance(0.25)
    assert.equal(0.25, player.time)
  end)
end)

describe('a player over a long time', function()
  it('W07 keeps its time after 65 hours', function()
    local player = play(clip { 0, 0, 0.7, 7 })
    for _ = 1, 14040000 do player:advance(1 / 60) end
    near.number(0.5, player.time, 1e-6)
    near.number(0.7142857, player.phase, 2e-6)
  end)
end)

describe('a player after its end', function()
  it('W09 holds the last key unless it is released', function()
    local held = play(second(nil, 10), { loops = 1 })
    assert.is_true((held:advance(1)))
    for _ = 1, 100 do assert.is_true((held:advance(0.1))) end
    assert.equal(10, x(held))
    local released = play(second(nil, 10), { loops = 1, on_end = 'release' })
    assert.is_true((released:advance(0.5)))
    assert.is_false((released:advance(1)))
    assert.equal(0, released.weight)
    assert.is_false((released:advance(10)))
  end)

  it('W10 tells that it finished exactly once', function()
    local player, told = play(second(), { loops = 1 }), {}
    for _ = 1, 7 do
      player:advance(0.5)
      told[#told + 1] = noticed(player)
    end
    assert.same({ '', 'finished 1', '', '', '', '', '' }, told)
    assert.equal('', noticed(player))
  end)

  it('tells again after it came back', function()
    local player = play(second(), { loops = 1 })
    player:advance(2)
    assert.equal('finished 1', noticed(player))
    player:advance(-0.5)
    player:advance(1)
    assert.equal('finished 1', noticed(player))
  end)

  it('keeps a notice until it is told', function()
    local player = play(second())
    player:advance(1.5)
    player:advance(0.1)
    player:advance(1)
    assert.equal('loop 2', noticed(player))
    assert.equal('', noticed(player))
  end)

  it('E08 can be played again while its notices are read', function()
    local player, plays, unspent_seen = play(second { 0, 'start' }, { loops = 1 }), 0, nil
    local _, unspent = player:advance(10)
    for notice in player:notices() do
      assert.equal('finished', notice)
      plays, unspent_seen = plays + 1, unspent
      player:play()
    end
    assert.equal(1, plays)
    assert.equal(9, unspent_seen)
    assert.equal(0, player.time)
    assert.is_false(player.finished)
    player:advance(0.25)
    assert.equal(0.25, player.time)
    assert.equal('start', moves.fired(player))
  end)

  it('W08 is exactly at its last key while it fades out of a mix', function()
    local player = play(second(nil, 10), { loops = 1 })
    player.weight = 0.5
    player:advance(0.7)
    assert.is_true((player:advance(0.7)))
    assert.equal(10, x(player))
    assert.equal(0.5, player.weight)
  end)

  it('W15 shows its own first key as soon as it plays', function()
    local a, b = play(second(nil, 10), { loops = 1 }), clip({ 0, 3, 1, 4 }):player {}
    a:advance(2)
    assert.equal(10, x(a))
    b:play()
    assert.equal(3, x(b))
    a:play()
    assert.equal(0, x(a))
  end)
end)

describe('a clip of no length', function()
  local function still(options)
    local point = clip({ 0, 3 }, { 0, 'here' })
    assert.equal(0, point.duration)
    return play(point, options)
  end

  it('C14 plays once and says so once', function()
    local player = still { loops = 1 }
    player:advance(0.016)
    assert.equal(3, x(player))
    assert.equal('finished 1', noticed(player))
    assert.equal('here', moves.fired(player))
    player:advance(0.016)
    assert.equal('', noticed(player))
    assert.equal('', moves.fired(player))
    assert.equal(0, player.time)
    assert.equal(0, player.phase)
  end)

  it('C14 loops without notices, its event once', function()
    for _, wrap in ipairs { 'loop', 'pingpong' } do
      local player, fired = still { wrap = wrap }, ''
      for _ = 1, 5 do
        local goes_on, unspent = player:advance(0.016)
        assert.is_true(goes_on)
        assert.equal(0, unspent)
        fired = fired .. moves.fired(player)
        assert.equal('', noticed(player))
        assert.equal(3, x(player))
        assert.equal(0, player.time)
        assert.equal(0, player.pass)
      end
      assert.equal('here', fired)
    end
  end)

  it('C14 plays a range of no length, backwards too', function()
    local player = play(clip({ 0, 0, 2, 2 }, { 1, 'here' }), { range = { 1, 1 }, rate = -1, loops = 1 })
    player:advance(0.5)
    assert.equal(1, x(player))
    assert.equal('here', moves.fired(player))
    assert.equal('finished 1', noticed(player))
  end)
end)
