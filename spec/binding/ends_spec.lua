-- The ends of finite plays: where they are, that they are told once, and how plays fade out towards them.

local moves = require 'spec.support.moves'
local near = require 'spec.support.near'

local second, play, noticed = moves.second, moves.play, moves.noticed
local ROOT = { joint = 'root', axes = 'x' }

describe('a play that has ended', function()
  it('stays ended without a rate', function()
    for _, rate in ipairs { 1, -1 } do
      local player = play(second(), { loops = 1, on_end = 'release', rate = rate })
      player:advance(2)
      assert.equal('finished 1', noticed(player))
      player.rate = 0
      assert.is_false((player:advance(0.1)))
      assert.is_true(player.finished)
      assert.equal(0, player.weight)
      player.rate = rate
      assert.is_false((player:advance(0.1)))
      assert.equal('', noticed(player))
      player.rate = -rate
      assert.is_true((player:advance(0.1)))
      assert.is_false(player.finished)
    end
  end)

  it('is ended no more where it is sent away without a rate', function()
    local player = play(second(), { loops = 1 })
    player:advance(2)
    player.rate = 0
    player:advance_to(0.5)
    assert.is_false(player.finished)
    player.rate = 1
    player:advance(1)
    player.rate = 0
    player:seek(0.5)
    assert.is_false(player.finished)
  end)

  it('tells so once where it has no length, sought or not', function()
    local player = play(moves.clip { 0, 3 }, { loops = 2 })
    player:advance(0.1)
    assert.equal('finished 1', noticed(player))
    player:seek(0)
    assert.is_true(player.finished)
    player:advance(0.1)
    assert.equal('', noticed(player))
  end)
end)

describe('a fade-out', function()
  local function fading(options)
    options.fade_out = 0.5
    return play(second(), options)
  end

  it('does not jump when the rate changes', function()
    for _, before in ipairs { 0.6, 0.75, 0.9 } do
      for _, rate in ipairs { 0, 2, 0.1, 20, -1, -0.25 } do
        local player = fading { loops = 1 }
        player:advance(before)
        local weight = player.weight
        player.rate = rate
        near.number(weight, player.weight)
        player:advance(1e-6)
        near.number(weight, player.weight, 1e-4)
      end
    end
  end)

  it('waits while there is no rate, and ends with the play', function()
    local player = fading { loops = 1 }
    player:advance(0.75)
    player.rate = 0
    player:advance(3)
    near.number(0.5, player.weight)
    player.rate = 2
    player:advance(0.0625)
    near.number(0.25, player.weight)
    player:advance(0.0625)
    assert.equal(0, player.weight)
    assert.is_true(player.finished)
  end)

  it('comes back with a play that turns, and fades at its other end', function()
    local player = fading { loops = 1 }
    player:advance(0.75)
    player.rate = -1
    local seen = {}
    for i = 1, 7 do
      player:advance(0.125)
      seen[i] = player.weight
    end
    near.list({ 0.75, 1, 0.75, 0.5, 0.25, 0, 0 }, seen)
  end)

  it('is shorter where the end comes sooner than it lasts', function()
    local player = fading {}
    player:advance(3.8)
    player.loops = 1
    assert.equal(1, player.weight)
    player:advance(0.1)
    near.number(0.5, player.weight)
    player:advance(0.1)
    near.number(0, player.weight)
    assert.is_true(player.finished)
  end)

  it('is at the end of the pass that became the last', function()
    local player, seen = fading {}, {}
    player:advance(3.25)
    player.loops = 1
    for i = 1, 8 do
      player:advance(0.125)
      seen[i] = player.weight
    end
    near.list({ 1, 1, 0.75, 0.5, 0.25, 0, 0, 0 }, seen)
    assert.equal(3, player.pass)
  end)

  it('takes as long as it is told to', function()
    local player = fading { loops = 1 }
    player:advance(0.75)
    player.fade_out = 1
    near.number(0.25, player.weight)
    player.fade_out = 0
    assert.equal(1, player.weight)
  end)
end)

describe('a loop that gets an end', function()
  it('ends with the pass that it is in where that is not among the first', function()
    for _, unwrapped in ipairs { -2.5, 3.5 } do
      for _, change in ipairs { function(p) p.wrap = 'clamp' end, function(p) p.loops = 1 end } do
        local player = play(second { 0.75, 'late' }, { root = ROOT })
        player:advance(unwrapped)
        local pass = player.pass
        change(player)
        local _, unspent = player:advance(10)
        assert.equal('late', moves.fired(player))
        near.number(0.5, (player:root_motion()))
        near.number(9.5, unspent)
        assert.equal(pass, player.pass)
        assert.equal(1, player.time)
        _, unspent = player:advance(-10)
        near.number(-9, unspent)
        assert.equal(pass, player.pass)
        assert.equal(0, player.time)
      end
    end
  end)

  it('makes as many passes as it is told to', function()
    local player = play(second(), {})
    player:advance(1.5)
    player.loops = 4
    near.number(7.5, select(2, player:advance(10)))
    player = play(second(), { rate = -1 })
    player:advance(1.5)
    player.loops = 4
    near.number(7.5, select(2, player:advance(10)))
    player = play(second(), {})
    player:advance(-1.5)
    player.loops = 3
    near.number(7.5, select(2, player:advance(10)))
    assert.equal(0, player.pass)
  end)
end)

describe('a play beyond all counting', function()
  it('stands still, and its events are still counted', function()
    local player = play(second { 0.5, 'tick' }, { event_limit = 10 })
    player:advance(1e300)
    local pass = player.pass
    assert.equal(pass + 1, 10 + player.dropped)
    player:advance(1e300)
    assert.equal(pass, player.pass)
    assert.equal(1, player.time)
    player:advance(-1.25)
    assert.equal(pass - 1, player.pass)
    player:advance(-1e300)
    assert.equal(-pass, player.pass)
    assert.equal(2 * pass, 10 + player.dropped)
  end)

  it('counts more events than fit into an integer', function()
    local many = second()
    for i = 1, 1000 do many:add_event(i / 1001, 'e') end
    local player = play(many)
    player:advance(1e300)
    near.number(1, player.dropped / 9e18, 1e-9)
  end)
end)

describe('a property', function()
  it('names itself where it is given what makes no sense', function()
    local player = play(second())
    local function refuses(message, body) assert.error_matches(body, message) end
    refuses("wrap: 'clamp', 'loop' or 'pingpong' expected, got 'x'", function() player.wrap = 'x' end)
    refuses("on_end: 'hold' or 'release' expected, got number", function() player.on_end = 3 end)
    refuses('muted: boolean expected, got string', function() player.muted = 'no' end)
    refuses("field 'start': a number from 0 on expected", function() player.clip:player { start = -1 } end)
    refuses("field 'fade_in': a number from 0 on expected", function() player.clip:player { fade_in = -1 } end)
  end)
end)
