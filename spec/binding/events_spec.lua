-- Events: each fires once for each time it is passed, in order, whatever the steps.

local ha = require 'helioanim'
local moves = require 'spec.support.moves'
local gltf = require 'spec.support.gltf'
local toys = require 'spec.support.toys'

local second, play, fired, steps = moves.second, moves.play, moves.fired, moves.fired_by_steps

-- Every event of the last advance: { name, time, weight, lateness, payload }.
local function details(player)
  local list = {}
  for name, time, weight, lateness, payload in player:events() do
    list[#list + 1] = { name, time, weight, lateness, payload }
  end
  return list
end

local function listed(clip)
  local list = {}
  for _, time, name in clip:events() do list[#list + 1] = ('%s %g'):format(name, time) end
  return table.concat(list, ', ')
end

describe('events of a loop', function()
  it('E01 fire at the start of every pass', function()
    assert.same({ '0', '', '0', '', '0' }, steps(play(second { 0, '0' }), 0.5, 5))
  end)

  it('E02 fire once at the end of a pass', function()
    assert.same({ '', '1', '', '1', '' }, steps(play(second { 1, '1' }), 0.5, 5))
    assert.same({ '', '1', '' }, steps(play(second { 1, '1' }, { loops = 1 }), 0.5, 3))
  end)

  it('E03 fire in reverse', function()
    local player = play(second { 0, '0', 0.5, '.5', 1, '1' }, { rate = -1, start = 1 })
    assert.same({ '1', '.5', '', '0', '1', '.5', '', '0', '1' }, steps(player, 0.25, 9))
  end)

  it('E04 fire for every pass of one advance', function()
    local player = play(second { 0.2, '.2', 0.5, '.5' })
    player:advance(3.25)
    assert.equal('.2 .5 .2 .5 .2 .5 .2', fired(player))
  end)

  it('fire at both sides of the seam', function()
    local player = play(second { 0, 'first', 1, 'last' })
    player:advance(0.5)
    player:advance(1)
    assert.equal('last first', fired(player))
    player:advance(-1)
    assert.equal('first last', fired(player))
  end)
end)

describe('events at one time', function()
  it('E05 keep the order of writing, turned round in reverse', function()
    local clip = second { 0.5, 'A', 0.5, 'B', 0.5, 'C' }
    local player = play(clip)
    player:advance(0.75)
    assert.equal('A B C', fired(player))
    player:advance(-0.5)
    assert.equal('C B A', fired(player))
    clip:add_event(0.25, 'early')
    clip:add_event(0.5, 'D')
    assert.equal('early 0.25, A 0.5, B 0.5, C 0.5, D 0.5', listed(clip))
  end)
end)

describe('events and seek', function()
  local function five() return play(moves.clip({ 0, 0, 5, 5 }, { 1, 'one' })) end

  it('E06 seek fires nothing', function()
    local player = five()
    player:seek(4)
    assert.equal('', fired(player))
    player:advance(0)
    assert.equal('', fired(player))
  end)

  it('E06 seek keeps later events', function()
    local player = five()
    player:seek(0.5)
    player:advance(1)
    assert.equal('one', fired(player))
  end)

  it('E06 advance_to fires on the way', function()
    local player = five()
    player:advance_to(4)
    assert.equal('one', fired(player))
    assert.equal(4, player.time)
    player:advance_to(0.5)
    assert.equal('one', fired(player))
    assert.equal(0.5, player.time)
  end)

  it('E07 fire once whatever is paused, resumed or advanced by nothing', function()
    local player = play(second { 0, '0' })
    player:advance(0)
    assert.equal('0', fired(player))
    player:pause()
    assert.equal('', fired(player))
    player:resume()
    assert.same({ '', '', '' }, steps(player, 0, 3))
  end)
end)

describe('events and time', function()
  it('E10 are placed in clip time, not wall time', function()
    assert.same({ 'half' }, steps(play(second { 0.5, 'half' }, { rate = 2 }), 0.25, 1))
  end)

  it('E11 fire once at each turn of a ping-pong', function()
    local player = play(second { 0, '0', 1, '1' }, { wrap = 'pingpong' })
    assert.same({ '0', '1', '', '0', '', '1' }, steps(player, 0.5, 6))
  end)

  it('tell how late they are, in clock seconds', function()
    local player = play(second { 0.25, 'a', 0.75, 'b' }, { rate = 2 })
    player:advance(0.5)
    assert.same({ { 'a', 0.25, 1, 0.375 }, { 'b', 0.75, 1, 0.125 } }, details(player))
    player:advance(-0.5)
    assert.same({ { 'b', 0.75, 1, 0.375 }, { 'a', 0.25, 1, 0.125 } }, details(player))
    player:advance(1.125)
    assert.same({ 1, 0.75, 0.5, 0.25, 0 }, (function()
      local late = {}
      for i, event in ipairs(details(player)) do late[i] = event[4] end
      return late
    end)())
  end)

  it('are late by what was left unspent when the play ended on them', function()
    local player = play(second { 1, 'end' }, { loops = 1, rate = 2 })
    player:advance(1.5)
    assert.same({ { 'end', 1, 1, 1 } }, details(player))
  end)

  it('have the clip time of a range', function()
    local clip = moves.clip({ 0, 0, 4, 4 }, { 0.5, 'before', 1, 'a', 2, 'b', 2.5, 'after' })
    local player = play(clip, { range = { 1, 2 } })
    assert.same({ 'a', 'b', 'a', 'b', 'a' }, steps(player, 0.5, 5))
    player:advance(10)
    assert.equal(('b a '):rep(10):sub(1, -2), fired(player))
  end)
end)

describe('events and weight', function()
  it('E09 tell the weight of the clip', function()
    local player = play(second { 0.5, 'half' }, { weight = 0.2 })
    player:advance(0.5)
    assert.same({ { 'half', 0.5, 0.2, 0 } }, details(player))
  end)

  it('E09 below the threshold are silenced, and stay so', function()
    local player = play(second { 0.25, 'a', 0.5, 'b' }, { weight = 0.2, threshold = 0.5 })
    player:advance(0.25)
    assert.equal('', fired(player))
    player.weight = 1
    assert.equal('', fired(player))
    player:advance(0.25)
    assert.equal('b', fired(player))
    player.threshold = 0.5
    player.weight = 0.5
    player:advance(0.75)
    assert.equal('a', fired(player))
  end)

  it('are silenced by mute, and not told later', function()
    local player = play(second { 0, '0', 0.25, 'a', 0.5, 'b' })
    player.muted = true
    player:advance(0.25)
    assert.equal('', fired(player))
    player.muted = false
    assert.equal('', fired(player))
    player:advance(0.25)
    assert.equal('b', fired(player))
  end)

  it('carry the weight of a fade', function()
    local player = play(second { 0.25, 'a' }, { fade_in = 0.5 })
    player:advance(0.25)
    assert.equal(0.5, details(player)[1][3])
  end)
end)

describe('the guard', function()
  it('limits one advance and tells how many were dropped', function()
    local player = play(second { 0.5, 'tick' })
    player.event_limit = 10
    player:advance(1000)
    local delivered = #details(player)
    assert.equal(10, delivered)
    assert.equal(1000, delivered + player.dropped)
    player:advance(1)
    assert.equal('tick', fired(player))
    assert.equal(0, player.dropped)
  end)

  it('keeps an absurd advance short', function()
    local player = play(moves.clip({ 0, 0, 2 ^ -10, 1 }, { 0, 'a', 2 ^ -11, 'b', 2 ^ -10, 'c' }))
    player:advance(2 ^ 20)
    local delivered = #details(player)
    assert.is_true(delivered > 0 and delivered <= 100000)
    assert.equal(3 * 2 ^ 30, delivered + player.dropped)
  end)
end)

describe('an iteration', function()
  it('can be repeated, nested and left', function()
    local player = play(second { 0.25, 'a', 0.5, 'b' })
    player:advance(0.5)
    assert.equal('a b', fired(player))
    assert.equal('a b', fired(player))
    local pairs_seen = {}
    for outer in player:events() do
      for inner in player:events() do pairs_seen[#pairs_seen + 1] = outer .. inner end
    end
    assert.same({ 'aa', 'ab', 'ba', 'bb' }, pairs_seen)
    local seen = 0
    for _ in player:events() do
      seen = seen + 1
      if seen == 1 then break end
    end
    assert.equal('a b', fired(player))
  end)

  it('makes no garbage, inside another one either', function()
    local player, count = play(second { 0.25, 'a', 0.5, 'b' }), 0
    local function frame()
      player:advance(1)
      for _ in player:events() do
        for _ in player:events() do
          for _ in player:events() do count = count + 1 end
        end
        for name in player:events() do if name == 'a' then break end end
      end
    end
    assert.equal(0, toys.garbage(function()
      for _ = 1, 100 do frame() end
    end))
    assert.is_true(count > 0)
  end)

  it('that is given up in a coroutine holds nobody up', function()
    local player = play(second { 0.25, 'a', 0.5, 'b' })
    player:advance(1)
    for _ = 1, 20 do
      coroutine.wrap(function()
        for _ in player:events() do coroutine.yield() end
      end)()
      assert.equal('a b', fired(player))
    end
  end)

  it('survives whatever happens meanwhile', function()
    local function disturbed(disturb)
      local clip = second { 0.125, 'a', 0.25, 'b', 0.5, 'c', 0.75, 'd' }
      local player, count = play(clip), 0
      player:advance(2.75)
      for name in player:events() do
        count = count + 1
        assert.is_string(name)
        if count == 2 then disturb(player, clip) end
        if count > 100 then error 'does not end' end
      end
    end
    disturbed(function(player) player:play() end)
    disturbed(function(player) player:advance(3) end)
    disturbed(function(player) player:seek(0.1) end)
    assert.error_matches(function()
      disturbed(function(_, clip) clip:add_event(0.3, 'new') end)
    end, 'changed while they were read')
    assert.error_matches(function()
      disturbed(function(_, clip) clip:remove_event(0) end)
    end, 'changed while they were read')
    disturbed(function(_, clip) clip:assign(ha.clip {}) end)
    disturbed(function(player) player.event_limit = 1 end)
    disturbed(function(player) player.rate = -5 end)
    disturbed(function(player) player:stop() end)
  end)

  it('raises when what it reads is closed', function()
    local clip = second { 0.125, 'a', 0.25, 'b' }
    local player = play(clip)
    player:advance(1)
    assert.error_matches(function()
      for _ in player:events() do player:close() end
    end, 'Player is closed')
    player = play(clip)
    player:advance(1)
    assert.error_matches(function()
      for _ in player:events() do clip:close() end
    end, 'Clip is closed')
  end)
end)

describe('the events of a clip', function()
  it('carry any payload', function()
    local clip, payload = second(), { volume = 0.8 }
    clip:add_event(0.25, 'sound', payload)
    clip:add_event(0.5, 'number', 7)
    clip:add_event(0.75, 'no', false)
    local player = play(clip)
    player:advance(1)
    local seen = details(player)
    assert.equal(payload, seen[1][5])
    assert.equal(7, seen[2][5])
    assert.equal(false, seen[3][5])
    for _, time, name, value in clip:events() do
      if name == 'sound' then
        assert.equal(0.25, time)
        assert.equal(payload, value)
      end
    end
  end)

  it('keep their payload alive, and let it go', function()
    local clip = second()
    local held = setmetatable({ {} }, { __mode = 'v' })
    clip:add_event(0.25, 'sound', held[1])
    collectgarbage()
    collectgarbage()
    assert.is_table(held[1])
    clip:remove_event(0)
    collectgarbage()
    collectgarbage()
    assert.is_nil(held[1])
  end)

  it('can be removed', function()
    local clip = second { 0.5, 'b', 0.25, 'a', 0.75, 'c' }
    assert.equal('a 0.25, b 0.5, c 0.75', listed(clip))
    for id, _, name in clip:events() do
      if name == 'b' then assert.is_true(clip:remove_event(id)) end
    end
    assert.equal('a 0.25, c 0.75', listed(clip))
    assert.is_false(clip:remove_event(99))
  end)

  it('can be removed and added while they are read', function()
    local clip, seen = second(), {}
    for i = 1, 10 do clip:add_event(i // 4 / 4, 'e' .. i) end
    for id, _, name in clip:events() do
      seen[#seen + 1] = name
      clip:remove_event(id)
      if name == 'e5' then
        clip:add_event(0, 'missed')
        clip:add_event(0.25, 'met')
      end
    end
    assert.equal('e1 e2 e3 e4 e5 e6 e7 met e8 e9 e10', table.concat(seen, ' '))
    assert.equal('missed 0', listed(clip))
  end)

  it('may lie behind the end, and are then not reached', function()
    local player = play(second { 1.5, 'beyond' })
    player:advance(10)
    assert.equal('', fired(player))
  end)

  it('are refused where they make no sense', function()
    local clip = second()
    assert.error_matches(function() clip:add_event(-1, 'x') end, 'a time from 0 on')
    assert.error_matches(function() clip:add_event(0 / 0, 'x') end, 'finite')
    assert.error_matches(function() clip:add_event(1) end, 'string expected, got no value')
    assert.error_matches(function() clip:add_event(1, {}) end, 'string expected, got table')
  end)

  it('are shared by views', function()
    local clip = ha.clip { tracks = {
      { joint = 'root', channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0 } } } }
    local view = clip:bind(moves.skeleton)
    clip:add_event(0.5, 'half', 5)
    local player = play(view)
    player:advance(0.75)
    assert.same({ { 'half', 0.5, 1, 0.25, 5 } }, details(player))
  end)

  it('have any bytes for a name', function()
    local clip = second()
    clip:add_event(0.5, 'nul\0inside')
    local player = play(clip)
    player:advance(1)
    assert.equal('nul\0inside', fired(player))
  end)
end)

describe('events and markers of a glTF file', function()
  local function load(extras)
    local file = gltf.new()
    file:node { name = 'root' }
    local animation = file:animation('walk',
      { { node = 0, path = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0 } } })
    animation.extras = extras
    return ha.load_gltf_string(file:text())
  end

  it('are read from the extras of an animation', function()
    local doc = assert(load { helioanim = {
      events = { { time = 0.5, name = 'step', payload = { foot = 'L', loud = 0.5 } }, { time = 0.25, name = 'hm' } },
      markers = { { name = 'L', phase = 0 }, { name = 'R', phase = 0.5 } } } })
    local clip = doc.clips.walk
    assert.equal('hm 0.25, step 0.5', listed(clip))
    local player = play(clip)
    player:advance(0.75)
    assert.same({ foot = 'L', loud = 0.5 }, details(player)[2][5])
    local markers = {}
    for _, marker in ipairs(clip:markers()) do markers[#markers + 1] = marker[1] .. marker[2] end
    assert.same({ 'L0.0', 'R0.5' }, markers)
    assert.same({}, doc.warnings)
  end)

  it('are at the end where they are as near to it as float32 tells', function()
    local file = gltf.new()
    file:node { name = 'root' }
    file:animation('walk', { { node = 0, path = 'translation', times = { 0, 0.7 }, values = { 0, 0, 0, 1, 0, 0 } } })
      .extras = { helioanim = { events = { { time = 0.7, name = 'end' }, { time = 0.7001, name = 'beyond' },
                                           { time = 0.3, name = 'exact' } } } }
    local clip = assert(ha.load_gltf_string(file:text())).clips.walk
    assert.is_true(clip.duration < 0.7)
    local times = {}
    for _, time, name in clip:events() do times[name] = time end
    assert.same({ ['end'] = clip.duration, beyond = 0.7001, exact = 0.3 }, times)
    local player = play(clip, { loops = 1 })
    player:advance(2)
    assert.equal('exact end', fired(player))
  end)

  it('have no payload where it is null', function()
    local file = gltf.new()
    file:node { name = 'root' }
    file:animation('walk', { { node = 0, path = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0 } } })
      .extras = { helioanim = { events = { { time = 0.5, name = 'step', payload = 'NULL' } } } }
    local doc = assert(ha.load_gltf_string((file:text():gsub('"NULL"', 'null'))))
    for _, _, _, payload in doc.clips.walk:events() do assert.is_nil(payload) end
    assert.same({}, doc.warnings)
  end)

  it('keep the order of writing at one time, whatever the order of times', function()
    local events = {}
    for i = 1, 2000 do events[i] = { time = (2000 - i) // 10 / 200, name = ('%04d'):format(i) } end
    local last, count = nil, 0
    for _, time, name in assert(load { helioanim = { events = events } }).clips.walk:events() do
      if last and last.time == time then assert.is_true(last.name < name) end
      last, count = { time = time, name = name }, count + 1
    end
    assert.equal(2000, count)
  end)

  it('are passed over with a warning where they are wrong', function()
    for _, own in ipairs { { events = 5 }, { events = { { time = -1, name = 'x' } } }, { events = { { name = 'x' } } },
                           { events = { { time = 0.5 } } }, { events = { 7 } },
                           { markers = { { name = 'L', phase = 2 } } },
                           { markers = { { phase = 0 } } }, 5 } do
      local doc = assert(load { helioanim = own })
      assert.equal(1, #doc.warnings)
      assert.matches("animation 'walk'", doc.warnings[1])
      assert.equal('', listed(doc.clips.walk))
    end
    assert.same({}, assert(load { helioanim = {} }).warnings)
    assert.same({}, assert(load { other = 5 }).warnings)
    assert.same({}, assert(load(5)).warnings)
  end)
end)
