-- A play stands at clip times, so that those which a script names are met to the bit: where it seeks, starts and ends.

local ha = require 'helioanim'
local moves = require 'spec.support.moves'

local skeleton = ha.skeleton { { name = 'root' } }
local pose = skeleton:new_pose()

-- The root jumps from 0 to 1 at `cut`.
local function step_at(cut, duration)
  return ha.clip { skeleton = skeleton, duration = duration, tracks = {
    { joint = 'root', channel = 'translation', interpolation = 'step', times = { 0, cut },
      values = { 0, 0, 0, 1, 0, 0 } },
  } }
end

local function shown(player)
  player:evaluate(pose)
  return (pose:translation 'root')
end

local function silent(duration, ...)
  local clip = ha.clip { duration = duration }
  for _, time in ipairs { ... } do clip:add_event(time, 'e') end
  return clip
end

describe('a range of any ends', function()
  it('ends exactly where it was told to, and shows the key there', function()
    for a = 0, 19 do
      for b = 10, 60 do
        local from, to = a / 50, 0.4 + b / 30
        for _, rate in ipairs { 1, 0.7, -1 } do
          local player = moves.play(step_at(to, 4), { range = { from, to }, loops = 1, rate = rate })
          while not player.finished do
            player:advance(0.1)
            assert.is_true(player.time >= from and player.time <= to)
          end
          assert.equal(rate > 0 and to or from, player.time)
          assert.equal(rate > 0 and 1 or 0, shown(player))
          assert.equal(rate > 0 and 1 or 0, player.phase)
        end
      end
    end
  end)

  it('is left and entered exactly there by a loop', function()
    local player = moves.play(silent(2, 0.1, 11 / 30), { range = { 0.1, 11 / 30 } })
    player:advance(10 * (11 / 30 - 0.1))
    assert.equal(11 / 30, player.time)
    player:seek(0.1)
    assert.equal(0.1, player.time)
    player.phase = 1
    assert.equal(11 / 30, player.time)
  end)

  it('fires the events at its ends', function()
    for a = 1, 9 do
      local from, to = a / 10, a / 10 + 8 / 30
      local player = moves.play(silent(4, from, to), { range = { from, to }, loops = 3 })
      player:advance(10)
      assert.equal('e e e e e e', moves.fired(player))
    end
  end)
end)

describe('a clip time that is named', function()
  local function each(body)
    local ways = {
      { 0 }, { 3 }, { 1, { wrap = 'pingpong' } }, { 2, { wrap = 'pingpong' } }, { 0, { range = { 0.05, 1.58 } } },
      { 1, { range = { 0.1, 1.6 }, wrap = 'pingpong' } },
    }
    for _, way in ipairs(ways) do
      for k = 11, 157 do
        local clip = silent(1.6, k / 100)
        local player = moves.play(clip, way[2])
        player:advance(way[1] * player.duration + 0.001)
        body(k / 100, player, clip, way[2])
      end
    end
  end

  it('is where seek goes, and its events are behind', function()
    each(function(time, player)
      player:seek(time)
      assert.equal(time, player.time)
      player:advance(0.0001)
      assert.equal('', moves.fired(player))
      player:seek(time)
      player:advance(-0.0001)
      assert.equal('', moves.fired(player))
    end)
  end)

  it('is where advance_to goes, and its events are told once', function()
    each(function(time, player)
      player:advance_to(time)
      assert.equal(time, player.time)
      assert.equal('e', moves.fired(player))
      player:advance(0.0001)
      assert.equal('', moves.fired(player))
    end)
  end)

  it('is where it starts, with its events', function()
    each(function(time, _, clip, how)
      local player = moves.play(clip, { start = time, wrap = how and how.wrap, range = how and how.range })
      assert.equal(time, player.time)
      player:advance(0.0001)
      assert.equal('e', moves.fired(player))
    end)
  end)

  it('shows the key that begins there, on the way back of a ping-pong too', function()
    for k = 1, 99 do
      local player = moves.play(step_at(k / 100, 1), { wrap = 'pingpong' })
      player:advance(1.5)
      player:seek(k / 100)
      assert.equal(1, shown(player))
    end
  end)
end)

describe('a move', function()
  it('is told as it was, whatever is changed before it is read', function()
    local player = moves.play(moves.second({ 0.25, 'a', 1, 'end' }, 2), { root = { joint = 'root', axes = 'x' } })
    player:advance(1.5)
    player.wrap = 'pingpong'
    assert.equal('a end a', moves.fired(player))
    assert.is_true(math.abs((player:root_motion()) - 3) < 1e-6)
    player.clip.duration = 0.75
    assert.equal('a end a', moves.fired(player))
  end)
end)
