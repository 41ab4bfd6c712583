-- Players: starting, pausing, seeking, fading, and what plays while it is edited.

local ha = require 'helioanim'
local moves = require 'spec.support.moves'
local near = require 'spec.support.near'

local clip, second, play, x, noticed = moves.clip, moves.second, moves.play, moves.x, moves.noticed

local ROOT = { joint = 'root', axes = 'x' }

describe('a player', function()
  it('does nothing until it is told to play', function()
    local player = second({ 0, 'start' }):player {}
    assert.is_false(player.playing)
    assert.is_false((player:advance(0.5)))
    assert.equal('', moves.fired(player))
    assert.equal(0, player.time)
    player:play()
    assert.is_true(player.playing)
    assert.is_true((player:advance(0.5)))
    assert.equal(0.5, player.time)
  end)

  it('pauses and resumes', function()
    local player = play(second())
    player:advance(0.25)
    player:pause()
    assert.is_true(player.paused)
    assert.is_true((player:advance(0.5)))
    assert.equal(0.25, player.time)
    player:resume()
    assert.is_false(player.paused)
    player:advance(0.25)
    assert.equal(0.5, player.time)
  end)

  it('starts where it is told, every time', function()
    local player = play(second(), { start = 0.25 })
    assert.equal(0.25, player.time)
    player:advance(0.5)
    player:play()
    assert.equal(0.25, player.time)
  end)

  it('goes on from where it is when the rate changes', function()
    local player = play(second())
    player:advance(0.4)
    for _, rate in ipairs { 2, 0.5, 0, -1, 3 } do
      local last = player.time
      player.rate = rate
      assert.equal(last, player.time)
      player:advance(2 ^ -10)
      near.number(last + rate * 2 ^ -10, player.time)
    end
  end)

  it('seeks within the pass it is in', function()
    local player = play(second { 0.5, 'half' })
    player:advance(3.25)
    assert.equal(3, player.pass)
    player:seek(0.75)
    assert.equal(0.75, player.time)
    assert.equal(3, player.pass)
    player:seek(-1)
    assert.equal(0, player.time)
    player:seek(5)
    assert.equal(1, player.time)
    player.phase = 0.5
    assert.equal(0.5, player.time)
    player.time = 0.25
    assert.equal(0.25, player.phase)
  end)

  it('seeks on the way back of a ping-pong', function()
    local player = play(second(), { wrap = 'pingpong' })
    player:advance(1.25)
    assert.equal(0.75, player.time)
    player:seek(0.5)
    assert.equal(0.5, player.time)
    player:advance(0.125)
    assert.equal(0.375, player.time)
  end)

  it('advances many passes at once', function()
    local player = play(second())
    player:advance(1000.25)
    assert.equal(1000, player.pass)
    assert.equal(0.25, player.time)
    assert.equal('loop 1000', noticed(player))
    player:advance(-1000.25)
    assert.equal(0, player.pass)
    assert.equal(0, player.time)
  end)

  it('survives any finite step', function()
    local player = play(clip { 0, 0, 0.7, 7 })
    for _, dt in ipairs { 1e300, -1e300, 1e-300, 5e-324, -1e18, 1e18, 0 } do
      player:advance(dt)
      local time = player.time
      assert.is_true(time >= 0 and time <= 0.7, time)
      local at = x(player)
      assert.is_true(at >= 0 and at <= 7, at)
      moves.fired(player)
    end
  end)

  it('fades in and out in clock seconds, whatever the rate', function()
    local player = play(second(), { rate = 0.5, fade_in = 0.5, fade_out = 0.5, loops = 1 })
    assert.equal(0, player.weight)
    local seen = {}
    for i = 1, 9 do
      player:advance(0.25)
      seen[i] = player.weight
    end
    near.numbers({ 0.5, 1, 1, 1, 1, 1, 0.5, 0, 0 }, table.unpack(seen))
  end)

  it('fades out from stop() on and keeps running meanwhile', function()
    local player = play(second(), { fade_out = 0.5 })
    player:advance(0.25)
    player:stop()
    assert.equal(1, player.weight)
    assert.is_true((player:advance(0.25)))
    assert.equal(0.5, player.time)
    assert.equal(0.5, player.weight)
    assert.is_false((player:advance(0.25)))
    assert.equal(0, player.weight)
    assert.is_false(player.playing)
  end)

  it('stops at once where there is no fade', function()
    local player = play(second())
    player:advance(0.25)
    player:stop()
    assert.is_false((player:advance(0.25)))
    assert.equal(0, player.weight)
  end)

  it('reads and writes its properties', function()
    local player = second():player { wrap = 'pingpong', loops = 4, rate = 2, fade_in = 1, fade_out = 2,
                                     on_end = 'release', weight = 0.5, threshold = 0.25, muted = true }
    local function values()
      return { player.wrap, player.loops, player.rate, player.fade_in, player.fade_out, player.on_end,
               player.threshold, player.muted }
    end
    assert.same({ 'pingpong', 4, 2, 1, 2, 'release', 0.25, true }, values())
    assert.equal(0, player.weight) -- not playing
    player.wrap, player.loops, player.rate, player.fade_in, player.fade_out = 'loop', math.huge, 1, 0, 0
    player.on_end, player.threshold, player.muted = 'hold', 0, false
    assert.same({ 'loop', math.huge, 1, 0, 0, 'hold', 0, false }, values())
    assert.equal(0.5, player:play().weight)
    player.weight = 0.75
    assert.equal(0.75, player.weight)
    player.wrap = 'clamp'
    assert.equal(1, player.loops)
    assert.equal('move', player.clip.name)
  end)

  it('refuses what makes no sense', function()
    local one = second()
    local function refuses(message, options) assert.error_matches(function() one:player(options) end, message) end
    refuses("'wrap'", { wrap = 'lop' })
    refuses("'loops'", { loops = 0 })
    refuses("'loops'", { loops = 1.5 })
    refuses("'rate'", { rate = 0 / 0 })
    refuses("'rate'", { rate = math.huge })
    refuses("'range'", { range = { 2, 1 } })
    refuses("'range'", { range = { 1 } })
    refuses("'range'", { range = { -1, 1 } })
    refuses("'fade_in'", { fade_in = -1 })
    refuses("'weight'", { weight = -1 })
    refuses("'on_end'", { on_end = 'explode' })
    refuses("'lops'.*loops", { lops = 2 })
    local player = play(one)
    assert.error_matches(function() player:advance(0 / 0) end, 'finite')
    assert.error_matches(function() player:advance() end, 'number expected, got no value')
    assert.error_matches(function() player:seek(math.huge) end, 'finite')
    assert.error_matches(function() player.weight = -1 end, 'weight')
    assert.error_matches(function() player.finished = true end, 'finished')
    assert.error_matches(function() player.raet = 2 end, "did you mean 'rate'")
  end)

  it('raises when closed', function()
    local player = play(second())
    player:close()
    player:close()
    assert.error_matches(function() player:advance(0.1) end, 'Player is closed')
    local other <close> = play(second())
    other.clip:close()
    assert.error_matches(function() other:advance(0.1) end, 'Clip is closed')
  end)

  it('keeps its clip alive', function()
    local player = play(second(nil, 10))
    collectgarbage()
    collectgarbage()
    player:advance(0.5)
    assert.equal(5, x(player))
  end)

  it('tells the events and the motion of the move in which a fade ends', function()
    local player = play(moves.clip({ 0, 0, 10, 10 }, { 0.2, 'e' }), { fade_out = 0.5, root = ROOT })
    player:advance(0.1)
    player:stop()
    player:advance(0.6)
    assert.equal('e', moves.fired(player))
    near.numbers({ 0.6 }, (player:root_motion()))
    assert.is_false((player:advance(0.1)))
  end)

  it('keeps its time when wrap changes, and counts passes without overflow', function()
    local player = play(moves.second(), { wrap = 'pingpong' })
    player:advance(1.3)
    local time = player.time
    player.wrap = 'loop'
    near.numbers({ time }, player.time)
    for _ = 1, 1100 do player:advance(8.9e15) end
    assert.is_true(player.pass >= 0)
    assert.error_matches(function() player:restore(player:save():sub(1, 8) .. ('\0'):rep(7) .. '\128' ..
      player:save():sub(17)) end, 'no saved player')
  end)
end)

describe('what plays while it is edited', function()
  it('L05 keeps its playhead and shows the new data', function()
    local two = ha.clip { name = 'two', skeleton = moves.skeleton, tracks = {
      { joint = 'root', channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0 } },
      { joint = 'hand', channel = 'translation', times = { 0, 1 }, values = { 0, 5, 0, 0, 5, 0 } } } }
    local player, pose = play(two), moves.skeleton:new_pose()
    player:advance(0.4)
    two:track('root', 'translation'):move_key(2, 2)
    near.number(0.2, x(player))
    assert.equal(2, player.duration)
    assert.equal(0.4, player.time)
    two:remove_track(2)
    player:evaluate(pose)
    near.numbers({ 0, 1, 0 }, pose:translation 'hand')
    two:assign(ha.clip { tracks = {
      { joint = 'hand', channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 10, 0, 0 } } } })
    player:evaluate(pose)
    near.numbers({ 4, 0, 0 }, pose:translation 'hand')
    near.numbers({ 0, 0, 0 }, pose:translation 'root')
    assert.equal(0.4, player.time)
  end)

  it('L05 stays inside a clip that became shorter', function()
    local one = second { 0.5, 'half' }
    local player = play(one)
    player:advance(0.75)
    one:track(1):move_key(2, 0.5)
    assert.equal(0.5, player.duration)
    assert.equal(1, x(player))
    player:advance(0.25)
    assert.is_true(player.time >= 0 and player.time <= 0.5)
  end)

  it('stays inside a clip that becomes shorter, without root motion', function()
    local short = moves.second(nil, 10)
    local player = play(short, { root = ROOT })
    player:advance(0.9)
    short.duration = 0.5
    near.numbers({ 1 }, player.phase)
    player:advance(0.1)
    near.numbers({ 1 }, (player:root_motion()))
  end)
end)
