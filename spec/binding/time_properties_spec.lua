-- Properties of time that hold for any clip, any steps, any rate. In the first half times, steps and rates are
-- multiples of 2^-10, so that everything is exact and equal means equal; in the second they are decimal, and what is
-- named must still be met to the bit. A failure prints the seed: TIME_SEED=n repeats it.

local ha = require 'helioanim'
local moves = require 'spec.support.moves'

local SEED = tonumber(os.getenv 'TIME_SEED') or os.time()
local RUNS = 200

local function quantum(from, to) return math.random(from * 1024, to * 1024) / 1024 end

local function random_clip()
  local duration = quantum(1, 3)
  local events = {}
  for i = 1, math.random(0, 5) do
    local ends = { 0, duration }
    events[2 * i - 1] = ends[math.random(8)] or (math.random() * duration * 1024 // 1) / 1024
    events[2 * i] = 'e' .. i
  end
  return moves.clip({ 0, 0, duration / 2, quantum(-2, 2), duration, quantum(-2, 2) }, events), duration, events
end

local WRAPS = { 'loop', 'pingpong', 'clamp' }

local function random_options()
  local finite = math.random(2) == 1
  return { wrap = WRAPS[math.random(3)], loops = finite and math.random(3) or math.huge,
           rate = ({ 1, 2, 0.5, -1, -2, -0.5, 1.25 })[math.random(7)], event_limit = 1000000,
           root = { joint = 'root', axes = 'x' } }
end

local function random_steps(count, negative)
  local steps = {}
  for i = 1, count do steps[i] = quantum(negative and -3 or 0, 3) end
  return steps
end

-- What advancing by `steps` gives: events in order, the sum of root motion, where it ends.
local function run(clip, options, steps)
  local player = clip:player(options):play()
  local fired, moved = {}, 0
  for _, dt in ipairs(steps) do
    player:advance(dt)
    for name, time, _, late, payload in player:events() do
      assert(time == time and late == late and late >= 0 and payload == nil)
      fired[#fired + 1] = name .. '@' .. time
    end
    local dx = player:root_motion()
    assert(dx == dx)
    moved = moved + dx
  end
  return { fired = table.concat(fired, ' '), moved = moved, time = player.time, pass = player.pass,
           finished = player.finished, count = #fired }
end

-- Cuts every step into pieces anyhow.
local function split(steps)
  local pieces = {}
  for _, dt in ipairs(steps) do
    local left = dt
    for _ = 1, math.random(0, 3) do
      local piece = quantum(0, 1) * left
      piece = piece * 1024 // 1 / 1024
      pieces[#pieces + 1], left = piece, left - piece
    end
    pieces[#pieces + 1] = left
  end
  return pieces
end

local function each_run(body)
  for i = 1, RUNS do
    local seed = SEED + i
    math.randomseed(seed)
    local ok, message = pcall(body)
    if not ok then error(('%s\nTIME_SEED=%d repeats it as the first run'):format(tostring(message), seed - 1), 0) end
  end
end

-- A plain model of forward play in loops: counts positions (pass, time) in (from, to], with the start.
local function count_forwards(duration, events, travelled)
  local count = 0
  for i = 1, #events, 2 do
    local time = events[i]
    local pass = 0
    while pass * duration + time <= travelled do
      -- the start of a pass is a position of its own, reached only when there is time left behind the seam
      if not (time == 0 and pass > 0 and pass * duration == travelled) then count = count + 1 end
      pass = pass + 1
    end
  end
  return count
end

describe('time, for any clip and steps,', function()
  it('does not depend on how an advance is split', function()
    each_run(function()
      local clip, options, steps = random_clip(), random_options(), random_steps(6)
      local whole, parts = run(clip, options, steps), run(clip, options, split(steps))
      assert.equal(whole.fired, parts.fired)
      assert.equal(whole.time, parts.time)
      assert.equal(whole.pass, parts.pass)
      assert.equal(whole.finished, parts.finished)
      assert.near(whole.moved, parts.moved, 1e-4)
    end)
  end)

  it('is undone by reverse steps, in unwrapped position', function()
    each_run(function()
      local clip, options = random_clip(), random_options()
      options.loops = math.huge
      if options.wrap == 'clamp' then options.wrap = 'loop' end
      local player = clip:player(options):play()
      local function unwrapped()
        local progress = player.time
        if options.wrap == 'pingpong' and player.pass % 2 ~= 0 then progress = player.duration - progress end
        return player.pass * player.duration + progress
      end
      local before, moved = unwrapped(), 0
      local steps = random_steps(6, true)
      for i = 1, 12 do
        player:advance(i <= 6 and steps[i] or -steps[13 - i])
        moved = moved + player:root_motion()
      end
      assert.equal(before, unwrapped())
      assert.near(0, moved, 1e-4)
    end)
  end)

  it('delivers and drops as many events as lie on the way', function()
    each_run(function()
      local clip, duration, events = random_clip()
      local player = clip:player { event_limit = math.random(0, 6) }:play()
      local told, travelled = 0, 0
      for _, dt in ipairs(random_steps(5)) do
        player:advance(dt)
        travelled = travelled + dt
        for _ in player:events() do told = told + 1 end
        told = told + player.dropped
      end
      assert.equal(count_forwards(duration, events, travelled), told)
    end)
  end)

  it('never gives what is no number', function()
    local odd = { 0, -0.0, 1e-320, 1e300, -1e300, 1e308, -1e308, 2 ^ 53, 1 / 3 }
    each_run(function()
      local clip = random_clip()
      local options = random_options()
      options.rate = odd[math.random(#odd)]
      options.event_limit = 10
      local steps = {}
      for i = 1, 6 do steps[i] = odd[math.random(#odd)] end
      local player = clip:player(options):play()
      for _, dt in ipairs(steps) do
        local _, unspent = player:advance(dt)
        for _, number in ipairs { unspent, player.time, player.phase, player.weight, player:root_motion() } do
          assert(number == number, 'no number')
        end
        assert.is_true(player.time >= 0 and player.time <= player.duration,
          ('%.17g of %.17g at rate %g'):format(player.time, player.duration, options.rate))
        moves.x(player)
      end
    end)
  end)

  it('is the same on a clock, whatever the order of updates', function()
    each_run(function()
      local clip, clock = random_clip(), ha.clock()
      local a, b = clip:player { clock = clock }:play(), clip:player { clock = clock }:play()
      for _, dt in ipairs(random_steps(8)) do
        clock:advance(dt)
        local first, second = a, b
        if math.random(2) == 1 then first, second = b, a end
        first:update()
        second:update()
        assert.equal(a.time, b.time)
        assert.equal(a.pass, b.pass)
      end
    end)
  end)
end)

-- Hundredths and thirtieths: few of them are what they look like, and neither are their sums.
local function decimal(from, to)
  local unit = math.random(2) == 1 and 100 or 30
  return math.random(math.ceil(from * unit), math.floor(to * unit)) / unit
end

-- A clip with events at decimal times, how to play it, and the events that lie within the range.
local function decimal_play(options)
  local duration = decimal(1, 3)
  local range = math.random(2) == 1 and { decimal(0, 0.4), decimal(0.5, 1) } or { 0, duration }
  local times = { range[1], range[2] }
  for i = 3, math.random(2, 8) do times[i] = decimal(range[1], range[2]) end
  local clip = moves.clip { 0, 0, duration / 2, decimal(-2, 2), duration, decimal(-2, 2) }
  for i, time in ipairs(times) do clip:add_event(time, 'e' .. i) end
  clip:add_event(0, 'outside')
  clip:add_event(duration, 'outside')
  options = options or {}
  options.range = range
  options.wrap = options.wrap or WRAPS[math.random(2)]
  options.root = { joint = 'root', axes = 'x' }
  return clip, options, times
end

-- How many events of a player's last move lie within its range.
local function count_inside(player, range)
  local count = 0
  for name, time in player:events() do
    assert(time >= range[1] and time <= range[2])
    if name ~= 'outside' then count = count + 1 end
  end
  return count
end

describe('decimal time, for any clip, range and pass,', function()
  local function on_any_pass(body)
    each_run(function()
      local clip, options, times = decimal_play()
      local player = clip:player(options):play()
      player:advance(math.random(0, 5) * player.duration + decimal(0.01, 0.4))
      body(player, times, options.range)
    end)
  end

  it('is met to the bit by seeks, and what lies there is behind', function()
    on_any_pass(function(player, times, range)
      for _, time in ipairs(times) do
        for _, step in ipairs { 1e-9, -1e-9 } do
          player:seek(time)
          assert.equal(time, player.time)
          player:advance(step)
          -- but for the other side of a seam
          local at_end = time == range[1] or time == range[2]
          if not at_end then assert.equal(0, count_inside(player, range)) end
        end
      end
    end)
  end)

  it('is crossed once by each way between two named times', function()
    on_any_pass(function(player, times, range)
      local from = times[math.random(#times)]
      player:seek(from)
      for _ = 1, 10 do
        local to, expected = times[math.random(#times)], 0
        for _, time in ipairs(times) do
          if (time > from and time <= to) or (time < from and time >= to) then expected = expected + 1 end
        end
        player:advance_to(to)
        assert.equal(to, player.time)
        assert.equal(expected, count_inside(player, range))
        from = to
      end
    end)
  end)

  it('ends a finite play at its very end, with all its events and motion told', function()
    each_run(function()
      local loops = math.random(3)
      local clip, options, times = decimal_play { loops = loops, wrap = 'loop',
                                                  rate = ({ 1, 0.7, 1.1, -1, -0.3 })[math.random(5)] }
      local player, told, moved = clip:player(options):play(), 0, 0
      local function x_at(time)
        player:seek(time)
        return moves.x(clip:player {}:play():seek(time))
      end
      while not player.finished do
        player:advance(decimal(0.01, 0.5))
        told = told + count_inside(player, options.range)
        moved = moved + player:root_motion()
      end
      local first, last = options.range[1], options.range[2]
      assert.equal(options.rate > 0 and last or first, player.time)
      assert.equal(loops * #times, told)
      local sign = options.rate > 0 and 1 or -1
      assert.near(sign * loops * (x_at(last) - x_at(first)), moved, 1e-4)
    end)
  end)
end)

describe('what is changed while a play goes on', function()
  local function change(players)
    local what, value = math.random(6), nil
    if what == 1 then value = decimal(-2, 2) end
    if what == 2 then value = WRAPS[math.random(3)] end
    if what == 3 then value = math.random(4) end
    for _, player in ipairs(players) do
      if what == 1 then player.rate = value end
      if what == 2 then player.wrap = value end
      if what == 3 then player.loops = value end
      if what == 4 then player:pause() end
      if what >= 5 then player:resume() end
    end
  end

  it('counts from the time of the clock on, however often players are updated', function()
    each_run(function()
      local clip, options = decimal_play { fade_in = decimal(0, 1), fade_out = decimal(0, 1) }
      local clock = ha.clock { now = decimal(-9, 9) }
      options.clock, options.event_limit = clock, 1000000
      local often, seldom = clip:player(options):play(), clip:player(options):play()
      local told, moved, changed = 0, 0, false
      local function update_often()
        often:update()
        told, moved = told + count_inside(often, options.range), moved + often:root_motion()
      end
      local function update_both()
        update_often()
        seldom:update()
        for _, name in ipairs { 'time', 'pass', 'weight', 'finished', 'state' } do
          assert.equal(often[name], seldom[name], name)
        end
        if not changed then -- what led to a change is one move for who was not updated
          assert.equal(told, count_inside(seldom, options.range))
          assert.near(moved, (seldom:root_motion()), 1e-4)
        end
        told, moved, changed = 0, 0, false
      end
      update_both() -- a play begins with its first update
      for _ = 1, 60 do
        clock:advance(decimal(0, 0.5))
        update_often()
        if math.random(6) == 1 then
          change { often, seldom }
          changed = true
        end
        if math.random(4) == 1 then update_both() end
        if math.random(12) == 1 then
          update_both()
          clock:seek(decimal(-9, 9))
          update_often()
          assert.equal(0, told)
          assert.equal(0, moved)
        end
      end
    end)
  end)

  it('never makes a weight jump by a rate, and ends are told once', function()
    each_run(function()
      local clip, options = decimal_play { loops = math.random(3), fade_out = decimal(0.1, 0.8) }
      local player = clip:player(options):play()
      local told, ended = 0, 0
      for _ = 1, 60 do
        local before, was = player.weight, player.finished
        player.rate = decimal(-2, 2)
        if not was then assert.near(before, player.weight, 1e-9) end
        player:advance(decimal(0, 0.3))
        if player.finished and not was then ended = ended + 1 end
        for notice in player:notices() do if notice == 'finished' then told = told + 1 end end
        assert.equal(ended, told)
      end
    end)
  end)
end)
