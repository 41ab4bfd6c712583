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
end)

describe('a saved player', function()
  it('goes on exactly as it would have', function()
    local one = clip({ 0, 0, 0.7, 7 }, { 0.1, 'a', 0.7, 'b' })
    local player = play(one, { wrap = 'pingpong', fade_in = 1 })
    for _ = 1, 17 do player:advance(1 / 60) end
    local saved = player:save()
    assert.is_true(#saved < 256)
    local function run(subject)
      local log = {}
      for i = 1, 200 do
        subject:advance(1 / 60)
        log[i] = ('%a %a %d %s'):format(subject.time, subject.weight, subject.pass, moves.fired(subject))
      end
      return table.concat(log, '\n')
    end
    local expected = run(player)
    player:restore(saved)
    assert.equal(expected, run(player))
    local other = one:player { wrap = 'pingpong', fade_in = 1 }
    other:restore(saved)
    assert.equal(expected, run(other))
  end)

  it('refuses bytes that are none of it', function()
    local player = play(second())
    for _, bytes in ipairs { '', 'x', ('\255'):rep(64), ('\0'):rep(200), player:save():sub(1, -2) } do
      assert.is_false((pcall(player.restore, player, bytes)))
    end
  end)
end)

describe('what a sceptic tried', function()
  local ROOT = { joint = 'root', axes = 'x' }

  it('a new leader of a marker group moves nobody', function()
    local walk, run = moves.clip { 0, 0, 1, 1 }, moves.clip({ 0, 0, 1, 1 }, { 0.3, 'false' })
    walk:set_markers { { 'L', 0 }, { 'R', .5 } }
    run:set_markers { { 'L', .4 }, { 'R', .9 } }
    local a, b = play(walk, { root = ROOT }), play(run, { root = ROOT })
    local group = ha.sync_group { mode = 'markers', a, b }
    group:advance(0)
    group:advance(0.25)
    near.numbers({ 0.65 }, b.phase)
    group:remove(a)
    group:advance(0.01)
    near.numbers({ 0.66 }, b.phase)
    assert.equal('', moves.fired(b))
    near.numbers({ 0.01 }, (b:root_motion()))
  end)

  it('a member that was paused comes back without what it missed', function()
    local a, b = play(moves.second({ 0.5, 'w' }), { root = ROOT }), play(moves.second())
    local group = ha.sync_group { a, b }
    group:advance(0.2)
    a:pause()
    for _ = 1, 10 do group:advance(0.75) end
    a:resume()
    group:advance(0.01)
    near.numbers({ b.phase }, a.phase)
    near.numbers({ 0.01 }, (a:root_motion()))
    assert.equal('', moves.noticed(a))
  end)

  it('a turned rate counts at once, whatever a clock has overrun', function()
    local clock = ha.clock()
    local player = play(moves.second(), { clock = clock, loops = 1 })
    clock:advance(9)
    player:update()
    player.rate = -1
    clock:advance(0.5)
    player:update()
    near.numbers({ 0.5 }, player.time)
  end)

  it('fades on a clock are a function of the clock', function()
    local clock = ha.clock()
    local player = play(moves.clip { 0, 0, 4, 1 }, { clock = clock, fade_in = 1, fade_out = 1 })
    local function weight_at(now)
      clock:seek(now)
      player:update()
      return player.weight
    end
    for _, now in ipairs { 0.5, -10, 0.5, 100, 0.5 } do
      local weight = weight_at(now)
      if now == 0.5 then near.numbers({ 0.5 }, weight) end
    end
  end)

  it('a seek of the clock before the first update fires nothing', function()
    local clock = ha.clock()
    local player = play(moves.second { 0.5, 'e' }, { clock = clock })
    clock:seek(0.5)
    player:update()
    assert.equal('', moves.fired(player))
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

  it('stays inside a clip that becomes shorter, without root motion', function()
    local short = moves.second(nil, 10)
    local player = play(short, { root = ROOT })
    player:advance(0.9)
    short.duration = 0.5
    near.numbers({ 1 }, player.phase)
    player:advance(0.1)
    near.numbers({ 1 }, (player:root_motion()))
  end)

  it('saves equal states as equal strings', function()
    local a, b = play(moves.second()), play(moves.second())
    for _, dt in ipairs { 0.5, 0.25, -0.25 } do a:advance(dt) end
    b:advance(0.5)
    assert.equal(a:save(), b:save())
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

  it('is free again when its group was closed', function()
    local player = play(moves.second())
    local group = ha.sync_group { player }
    assert.error_matches(function() player.wrap = 'clamp' end, 'sync group')
    group:close()
    player:advance(0.5)
    ha.sync_group { player }
  end)
end)
