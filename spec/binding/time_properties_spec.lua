-- Properties of time that hold for any clip, any steps, any rate. Times, steps and rates are multiples of 2^-10, so
-- that everything is exact and equal means equal. A failure prints the seed: TIME_SEED=n repeats it.

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
