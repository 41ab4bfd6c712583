-- Sync groups: one phase for several players.

local core = require 'helioanim.core'
local ha = require 'helioanim'
local moves = require 'spec.support.moves'
local near = require 'spec.support.near'

local function walk() return moves.clip({ 0, 0, 1, 1 }, { 0.5, 'walk' }) end
local function run() return moves.clip({ 0, 0, 0.6, 3 }, { 0.3, 'run' }) end

local ROOT = { joint = 'root', axes = 'x' }

local function pair(options)
  local a, b = moves.play(walk(), options and options.a), moves.play(run(), options and options.b)
  a.weight, b.weight = 0.5, 0.5
  local group = ha.sync_group { mode = options and options.mode or 'phase', a, b }
  return group, a, b
end

describe('a sync group', function()
  it('W12 moves all members by one phase', function()
    local group, a, b = pair()
    near.number(0.8, group.length)
    for i = 1, 20 do
      group:advance(0.2)
      near.number(a.phase, b.phase, 1e-12)
      near.number(0.25 * i % 1, a.phase % 1, 1e-9)
    end
  end)

  it('W12 takes the weighted mean of the lengths', function()
    local group, a, b = pair()
    a.weight, b.weight = 3, 1
    near.number(0.9, group.length)
    a.weight, b.weight = 0, 0
    near.number(0.8, group.length)
    group:advance(0.2)
    near.number(0.25, a.phase)
  end)

  it('W13 keeps members of weight 0 in step', function()
    local group, a, b = pair()
    a.weight, b.weight = 1, 0
    for _ = 1, 600 do
      group:advance(1 / 60)
      near.number(a.phase, b.phase, 1e-12)
    end
    a.weight, b.weight = 0.5, 0.5
    for _ = 1, 100 do
      group:advance(1 / 60)
      near.number(a.phase, b.phase, 1e-12)
    end
  end)

  it('W14 maps phases between markers', function()
    local group, a, b = pair { mode = 'markers' }
    a.clip:set_markers { { 'L', 0 }, { 'R', 0.5 } }
    b.clip:set_markers { { 'L', 0.4 }, { 'R', 0.9 } }
    group.phase = 0.25
    near.number(0.25, a.phase)
    near.number(0.65, b.phase)
    group.phase = 0.75
    near.number(0.15, b.phase)
    group.phase = 0
    near.number(0.4, b.phase)
    group.phase = 0.5
    near.number(0.9, b.phase)
  end)

  it('W14 keeps markers in step while it moves', function()
    local group, a, b = pair { mode = 'markers' }
    a.clip:set_markers { { 'L', 0 }, { 'R', 0.5 } }
    b.clip:set_markers { { 'L', 0.1 }, { 'R', 0.9 } }
    for _ = 1, 200 do
      group:advance(0.013)
      local expected = a.phase < 0.5 and 0.1 + a.phase * 1.6 or (0.9 + (a.phase - 0.5) * 0.4) % 1
      near.number(0, (b.phase - expected + 0.5) % 1 - 0.5, 1e-9)
    end
  end)

  it('markers whose names repeat meet in order, wherever the cycles begin', function()
    local group, a, b = pair { mode = 'markers' }
    a.clip:set_markers { { 'L', 0 }, { 'R', 0.25 }, { 'L', 0.5 }, { 'R', 0.75 } }
    b.clip:set_markers { { 'R', 0.1 }, { 'L', 0.2 }, { 'R', 0.6 }, { 'L', 0.7 } }
    for _, at in ipairs { { 0, 0.2 }, { 0.125, 0.4 }, { 0.25, 0.6 }, { 0.375, 0.65 }, { 0.5, 0.7 }, { 0.75, 0.1 },
                          { 0.875, 0.15 } } do
      group.phase = at[1]
      near.number(at[2], b.phase, 1e-12)
    end
  end)

  it('a cycle of two strides goes along with two of one stride', function()
    local two, one = { { 'L', 0 }, { 'R', 0.25 }, { 'L', 0.5 }, { 'R', 0.75 } }, { { 'R', 0.1 }, { 'L', 0.6 } }
    local group, a, b = pair { mode = 'markers' }
    a.clip:set_markers(two)
    b.clip:set_markers(one)
    a.weight, b.weight = 1, 3
    group.phase = 0
    near.number(0.6, b.phase)
    near.number((1 * 1 + 3 * 2 * 0.6) / 4, group.length) -- what a cycle of the group takes each
    local begin = b.pass + b.phase
    for i = 1, 40 do
      group:advance(group.length / 8)
      if i % 4 == 0 then near.number(begin + i / 4, b.pass + b.phase, 1e-9) end
      if i % 4 == 2 then near.number(0.1, b.phase, 1e-9) end
    end

    group, a, b = pair { mode = 'markers' }
    a.clip:set_markers(one)
    b.clip:set_markers(two)
    near.number((1 + 0.6 / 2) / 2, group.length)
    group.phase = 0.1
    local places = {}
    for i = 1, 8 do
      places[i] = ('%.3f'):format(b.phase)
      group:advance(group.length / 2)
    end
    assert.equal('0.250 0.500 0.750 1.000 0.250 0.500 0.750 1.000', table.concat(places, ' '))
  end)

  it('of markers in another order each meets the next of its name', function()
    local group, a, b = pair { mode = 'markers' }
    a.clip:set_markers { { 'L', 0 }, { 'X', 0.2 }, { 'R', 0.4 }, { 'L', 0.6 }, { 'R', 0.8 } }
    b.clip:set_markers { { 'L', 0.1 }, { 'R', 0.3 }, { 'L', 0.5 }, { 'R', 0.7 }, { 'X', 0.9 } }
    for _, at in ipairs { { 0, 0.1 }, { 0.2, 0.2 }, { 0.4, 0.3 }, { 0.6, 0.5 }, { 0.8, 0.7 }, { 0.9, 0.9 } } do
      group.phase = at[1]
      near.number(at[2], b.phase, 1e-12)
    end
  end)

  it('any number of markers counts', function()
    local even, uneven = {}, {}
    for i = 1, 4096 do even[i], uneven[i] = { 'm' .. i, (i - 1) / 4096 }, { 'm' .. i, ((i - 1) / 4096) ^ 2 } end
    local group, a, b = pair { mode = 'markers' }
    a.clip:set_markers(even)
    b.clip:set_markers(uneven)
    for _, at in ipairs { 33, 2000, 4095 } do
      group.phase = at / 4096
      near.number((at / 4096) ^ 2, b.phase, 1e-12)
    end
  end)

  it('the phases of markers are those of the clip, also for a range of it', function()
    local clip = moves.clip { 0, 0, 4, 4 }
    clip:set_markers { { 'L', 0.05 }, { 'L', 0.3 }, { 'R', 0.45 }, { 'L', 0.9 } }
    local b = moves.play(clip, { range = { 1, 2 } }) -- L at 1.2, R at 1.8
    local group, a = pair { mode = 'markers' }
    a.clip:set_markers { { 'L', 0 }, { 'R', 0.5 } }
    group:add(b)
    near.number(1.2, b.time)
    group.phase = 0.5
    near.number(1.8, b.time)
    clip.duration = 5 -- then they are elsewhere in the range
    group.phase = 0
    near.number(1.5, b.time) -- L alone is left
  end)

  it('members without markers follow the phase', function()
    local group, a, b = pair { mode = 'markers' }
    a.clip:set_markers { { 'L', 0.1 }, { 'R', 0.7 } }
    group:advance(0.3)
    near.number(a.phase, b.phase, 1e-12)
  end)

  it('lets members in and out without a jump', function()
    local group, a, b = pair()
    group:advance(0.3)
    local joined = moves.play(moves.clip { 0, 0, 2, 2 })
    joined.weight = 1
    local before = a.phase
    group:add(joined)
    assert.equal(3, #group)
    assert.equal(before, a.phase)
    near.number(before, joined.phase, 1e-12)
    assert.equal('', moves.fired(joined))
    group:advance(0.1)
    near.number(a.phase, joined.phase, 1e-12)
    near.number(a.phase, b.phase, 1e-12)
    local left = b.time
    group:remove(b)
    assert.equal(2, #group)
    assert.equal(left, b.time)
    b:advance(0.05)
    near.number((left + 0.05) % 0.6, b.time)
  end)

  it('who leaves moves nobody, even the one whose markers are the group\'s', function()
    local group, a, b = pair { mode = 'markers' }
    local c, d = moves.play(moves.clip { 0, 0, 1, 1 }), moves.play(moves.clip { 0, 0, 1, 1 })
    a.clip:set_markers { { 'L', 0 }, { 'M', 0.1 }, { 'R', 0.5 } }
    b.clip:set_markers { { 'L', 0.4 }, { 'R', 0.9 } }
    d.clip:set_markers { { 'M', 0.3 }, { 'R', 0.6 }, { 'L', 0.7 } }
    group:add(c):add(d)
    group:advance(0.2)
    local stays = { b, c, d }
    local function places()
      local list = { group.phase }
      for i, player in ipairs(stays) do list[i + 1] = player.phase end
      return list
    end
    local before = places()
    group:remove(a)
    group:advance(0)
    assert.same(before, places())
    group.phase = 0.5
    near.list({ 0.5, 0.9, 0.5, 0.6 }, places())
    local e = moves.play(moves.clip { 0, 0, 1, 1 })
    e.clip:set_markers { { 'L', 0.25 }, { 'R', 0.75 } }
    group:add(e)
    near.number(0.75, e.phase)
    group:remove(b):remove(d):remove(e)
    group:advance(0)
    near.number(0.5, c.phase)
    group:add(b) -- nobody else has markers: now its own are the group's
    near.number(0.5, b.phase)
    group:add(d)
    near.number(0.7 + 0.9 * 0.2, d.phase) -- L at 0.4 and R at 0.9 of b are L at 0.7 and R at 1.6 of d
  end)

  it('markers can be edited meanwhile', function()
    local group, a, b = pair { mode = 'markers' }
    group:advance(0.2)
    near.number(0.25, b.phase)
    b.clip:set_markers { { 'L', 0.4 }, { 'R', 0.9 } }
    group:advance(0)
    near.number(0.25, b.phase)
    a.clip:set_markers { { 'L', 0 }, { 'R', 0.5 } }
    group:advance(0) -- those of b are the group's, which has them first
    near.number(0.25, b.phase)
    near.number(0.85, a.phase) -- from R at 0.9 to L at 1.4, half a cycle each
    b.clip:set_markers { { 'L', 0.2 }, { 'R', 0.7 } }
    group:advance(0)
    near.number(0.05, a.phase)
    b.clip:set_markers {}
    group:advance(0)
    near.number(0.25, a.phase)
    near.number(0.25, b.phase)
    assert.equal('', moves.fired(a) .. moves.fired(b))
  end)

  it('does not jump when weights change', function()
    local group, a = pair()
    group:advance(0.33)
    local before = a.phase
    a.weight = 5
    assert.equal(before, a.phase)
    assert.equal(before, group.phase)
    group:advance(0.0001)
    assert.is_true(a.phase - before < 0.001)
  end)

  it('its weights reach the events and the root motion of the members', function()
    local group, a, b = pair { a = { root = ROOT }, b = { root = ROOT } }
    a.weight, b.weight = 0.25, 0.75
    local weights = {}
    for _ = 1, 4 do
      group:advance(0.1)
      for _, player in ipairs { a, b } do
        for name, _, weight in player:events() do weights[name] = weight end
      end
    end
    assert.same({ walk = 0.25, run = 0.75 }, weights)
    local before = group.phase
    group:advance(0.07)
    local travelled = group.phase - before
    near.number(travelled * 1, (a:root_motion()))
    near.number(travelled * 3, (b:root_motion()))
    near.number(travelled * (0.25 * 1 + 0.75 * 3), (group:root_motion()))
  end)

  it('weighs a member as its player weighs: fades reach the length and the root motion', function()
    local group, a, b = pair { a = { root = ROOT, fade_in = 1 }, b = { root = ROOT } }
    a.weight, b.weight = 1, 1
    assert.equal(0.6, group.length) -- the fade of a begins at 0
    group:advance(0.15)
    local travelled = group.phase
    near.number(0.25, travelled)
    assert.equal(0.15, a.weight)
    near.number((0.15 * 1 + 0.6) / 1.15, group.length)
    near.number((0.15 * travelled * 1 + travelled * 3) / 1.15, (group:root_motion()))
  end)

  it('a member that has stopped weighs nothing and tells nothing more', function()
    local group, a, b = pair { a = { root = ROOT, fade_out = 0.25 }, b = { root = ROOT } }
    a.weight, b.weight = 1, 1
    group:advance(0.2)
    a:stop()
    group:advance(0.25) -- over the step at 0.5 of a
    assert.equal('walk', moves.fired(a))
    assert.is_true(a:root_motion() > 0)
    for _ = 1, 3 do
      group:advance(0.05)
      assert.equal('stopped', a.state)
      assert.equal('', moves.fired(a))
      assert.equal(0, (a:root_motion()))
      assert.equal(0.6, group.length)
      near.number((b:root_motion()), (group:root_motion()))
    end
    b:stop()
    near.number(0.8, group.length)
    assert.equal(0, (group:root_motion()))
    a:play()
    group:advance(0)
    near.number(group.phase, a.phase, 1e-12)
  end)

  it('members that were told to play before it moves begin together, with the events at their start', function()
    local function start(name, from)
      return moves.play(moves.clip({ 0, 0, 0.7, 1 }, { 0, name, 0.3, name .. ' late' }), { start = from })
    end
    local a, b, c, d = start 'a', start 'b', start('c', 0.3), start 'd'
    local group = ha.sync_group { a, b, c }
    group:advance(0)
    assert.equal('a', moves.fired(a))
    assert.equal('b', moves.fired(b))
    assert.equal('', moves.fired(c)) -- it was not to start there
    group:advance(0.7)
    group:advance(0)
    group:add(d)
    group:advance(0)
    assert.equal('', moves.fired(d)) -- the others have begun without it
    local e, f = start('e', 0.3), start('f', 0.3)
    local late = ha.sync_group { e, f }
    late:advance(0.1)
    assert.equal('e late', moves.fired(e))
    assert.equal('f late', moves.fired(f))
    local g, h = start 'g', start 'h'
    local placed = ha.sync_group { g, h }
    placed.phase = 0
    placed:advance(0.1)
    assert.equal('', moves.fired(g) .. moves.fired(h))
  end)

  it('events tell how late they are in the time of the group', function()
    local group, a, b = pair { mode = 'markers' }
    a.clip:set_markers { { 'L', 0 }, { 'R', 0.5 } }
    b.clip:set_markers { { 'L', 0.4 }, { 'R', 0.5 } }
    a.weight, b.weight = 1, 0
    b.clip:add_event(0.6 * 0.45, 'half')
    group.phase = 0
    local function lateness(dt)
      group:advance(dt)
      local list = {}
      for name, _, _, late in b:events() do if name == 'half' then list[#list + 1] = late end end
      return list
    end
    near.list({ 0.75 }, lateness(1)) -- half way from L to R
    near.list({ 2.75, 1.75, 0.75 }, lateness(3))
    near.list({ 0.25 }, lateness(-1))
    group.rate = 2
    near.list({ 0.375 }, lateness(0.5))
    group:advance(0.5)
    group:remove(b)
    for name, _, _, late in b:events() do if name == 'half' then near.number(0.375, late) end end
  end)

  it('blends root motion as poses are blended, whatever the order of its members', function()
    local pose, poses = moves.skeleton:new_pose(), {}
    local function turning(angle)
      local clip = ha.clip { skeleton = moves.skeleton, tracks = { { joint = 'root', channel = 'rotation',
        times = { 0, 1 }, values = { 0, 0, 0, 1, 0, math.sin(angle / 2), 0, math.cos(angle / 2) } } } }
      return moves.play(clip, { root = { joint = 'root', yaw = true } })
    end
    for n = 1, 6 do poses[n] = moves.skeleton:new_pose() end
    local function blended(angles, weights)
      local group = ha.sync_group {}
      for i, angle in ipairs(angles) do group:add(turning(angle), weights[i]) end
      group:advance(1)
      return select(4, group:root_motion())
    end
    near.numbers({ 0, 0.58779, 0, 0.80902 }, blended({ 0, math.rad(72), math.rad(144) }, { 1, 1, 1 }))
    near.numbers({ 0, 0.58779, 0, 0.80902 }, blended({ math.rad(144), 0, math.rad(72) }, { 1, 1, 1 }))
    for _ = 1, 100 do
      local angles, weights, used = {}, {}, {}
      for i = 1, math.random(6) do
        angles[i], weights[i] = math.random(-3, 3) + math.random(), math.random(0, 3) -- equal weights are common
        poses[i]:reset():set_rotation('root', 0, math.sin(angles[i] / 2), 0, math.cos(angles[i] / 2))
        used[i] = poses[i]
      end
      local order = {}
      for i = 1, #angles do table.insert(order, math.random(#order + 1), i) end
      local shuffled_angles, shuffled_weights = {}, {}
      for i, from in ipairs(order) do shuffled_angles[i], shuffled_weights[i] = angles[from], weights[from] end
      pose:blend_many(used, weights, #used)
      near.list({ pose:rotation 'root' }, { blended(shuffled_angles, shuffled_weights) }, 1e-6)
    end
  end)

  it('goes back to a saved state, to the bit', function()
    local group, a, b = pair { mode = 'markers', a = { fade_in = 1 } }
    local c = moves.play(moves.clip { 0, 0, 1, 1 })
    c.clip:set_markers { { 'L', 0.1 }, { 'R', 0.9 } }
    a.clip:set_markers { { 'L', 0 }, { 'R', 0.5 } }
    b.clip:set_markers { { 'L', 0.4 }, { 'R', 0.9 }, { 'L', 0.95 } }
    local function play_on()
      local seen = {}
      for i = 1, 20 do
        group:advance(0.1 * i)
        for _, player in ipairs { a, b, c } do
          seen[#seen + 1] = ('%d %a %a'):format(player.pass, player.time, player.weight)
        end
      end
      return table.concat(seen, '\n')
    end
    local function round_trip(spoil)
      local saved = { group:save(), a:save(), b:save(), c:save() }
      local there = play_on()
      spoil()
      group:restore(saved[1])
      for i, player in ipairs { a, b, c } do player:restore(saved[i + 1]) end
      assert.equal(there, play_on())
      group:restore(saved[1])
      for i, player in ipairs { a, b, c } do player:restore(saved[i + 1]) end
      assert.equal(saved[1], group:save())
    end
    group:add(c, 0.5)
    group:advance(2.3)
    round_trip(function() group:set_weight(c, 3) end)
    group:remove(a):add(a) -- now the markers are those of nobody
    group:advance(0.3)
    round_trip(function() group:remove(b):remove(a):remove(c):add(b):add(c):add(a):set_weight(c, 2).rate = 2 end)
  end)

  it('takes no saved state that is none', function()
    local group, a, b = pair { mode = 'markers' }
    a.clip:set_markers { { 'L', 0 }, { 'R', 0.5 } }
    b.clip:set_markers { { 'L', 0.4 }, { 'R', 0.9 } }
    group:advance(0.3)
    group:remove(a):add(a)
    local saved = group:save()
    local bare = saved:sub(1, -5) -- without the checksum
    local function sealed(bytes) return bytes .. ('<I4'):pack(core.checksum(bytes)) end
    local function refused(text) assert.error_matches(function() group:restore(text) end, 'saved sync group') end
    local function with(place, format, value)
      return sealed(bare:sub(1, place) .. format:pack(value) .. bare:sub(place + #format:pack(value) + 1))
    end
    for i = 0, #bare - 1 do refused(sealed(bare:sub(1, i))) end
    refused(sealed(bare .. 'x'))
    refused(bare)
    for _, pass in ipairs { math.maxinteger, math.mininteger, 9000000000000001 } do refused(with(8, '<i8', pass)) end
    for place, least in pairs { [16] = 0, [24] = -1 } do -- phase, carry
      for _, number in ipairs { 0 / 0, 1 / 0, 1.5, least - 0.5 } do refused(with(place, '<d', number)) end
    end
    refused(with(32, '<d', 1 / 0)) -- rate
    refused(with(40, '<I4', 3)) -- members
    refused(with(44, '<I4', 2)) -- has moved
    refused(with(48, '<I4', 1)) -- source and markers
    refused(with(52, '<I4', 0xffffffff)) -- markers
    refused(with(56, '<i8', math.maxinteger)) -- pass offset
    refused(with(64, '<d', -1)) -- weight
    refused(with(56 + 32, '<d', 0.7)) -- phase of a marker, behind the next
    refused(with(56 + 40, '<I8', 1 << 63)) -- length of its name
    assert.equal(saved, group:save())
    for _ = 1, 2000 do
      local place = math.random(8, #bare - 8)
      local ok = pcall(group.restore, group, with(place, '<I8', math.random(0)))
      if ok then
        group:advance(0.1)
        for _, player in ipairs { a, b } do
          assert(player.phase >= 0 and player.phase <= 1)
          for _ in player:events() do assert(player) end
        end
      end
    end
  end)

  it('is never anything but a number, whatever the weights and the lengths', function()
    local odd = { 0, 5e-324, 1e-200, 1, 1e200, 1e308 }
    for _ = 1, 300 do
      local group, players = ha.sync_group {}, {}
      for i = 1, 3 do
        local clip = moves.clip({ 0, -3e38, 1, 3e38 }, { 0.25, 'e' }, { duration = odd[math.random(#odd)] })
        players[i] = moves.play(clip, { root = ROOT, weight = odd[math.random(#odd)], fade_in = math.random(0, 1) })
        group:add(players[i], odd[math.random(#odd)])
      end
      for _ = 1, 3 do
        group.rate = odd[math.random(#odd)]
        group:advance(({ 0.1, 10.5, -1e300, 1e308 })[math.random(4)])
        local numbers = { group.length, group.phase, group:root_motion() }
        for _, player in ipairs(players) do
          for _, number in ipairs { player.weight, player.time, player:root_motion() } do
            numbers[#numbers + 1] = number
          end
          for _, time, weight, lateness in player:events() do
            for _, number in ipairs { time, weight, lateness } do numbers[#numbers + 1] = number end
          end
        end
        for _, number in ipairs(numbers) do assert(number - number == 0, number) end
      end
    end
  end)

  it('fires the events of all passes of all members, in reverse too', function()
    local group, a, b = pair()
    group:advance(0.8 * 3)
    assert.equal('walk walk walk', moves.fired(a))
    assert.equal('run run run', moves.fired(b))
    group:advance(-0.8 * 3)
    assert.equal('walk walk walk', moves.fired(a))
    near.number(0, (a.phase + 0.5) % 1 - 0.5, 1e-9)
  end)

  it('moves by seek without events', function()
    local group, a = pair()
    group.phase = 0.75
    assert.equal(0.75, a.phase)
    assert.equal('', moves.fired(a))
  end)

  it('members are not moved by hand, and belong to one group', function()
    local _, a = pair()
    assert.error_matches(function() a:advance(0.1) end, 'group')
    assert.error_matches(function() ha.sync_group { a } end, 'group')
  end)

  it('what is closed within raises; a closed member can be removed', function()
    local group, a, b = pair()
    local function raises(what)
      assert.error_matches(function() group:advance(0.1) end, what .. ' is closed')
      assert.error_matches(function() group.phase = 0.5 end, what .. ' is closed')
      assert.error_matches(function() return group.length end, what .. ' is closed')
      assert.error_matches(function() group:root_motion() end, what .. ' is closed')
    end
    a:close()
    raises 'Player'
    assert.error_matches(function() group:set_weight(a, 1) end, 'Player is closed')
    group:remove(a)
    assert.error_matches(function() group:remove(a) end, 'member')
    group:advance(0.3)
    assert.equal(0.5, b.phase)
    b.clip:close()
    raises 'Clip'
    group:remove(b)
    group:advance(0.1)
    assert.equal(0, #group)
  end)

  it('sets its members free when it is closed', function()
    local group, a, b = pair()
    group:set_weight(a, 0.25)
    group:advance(0.2)
    assert.equal(0.125, a.weight)
    group:close()
    assert.equal(0.5, a.weight)
    assert.error_matches(function() group:advance(0.1) end, 'SyncGroup is closed')
    group:close()
    local before = a.phase
    a:advance(0.25)
    near.number(before + 0.25, a.phase)
    local other = ha.sync_group { b }
    other:advance(0.3)
    near.number(before + 0.5, b.phase)
    do
      local scoped <close> = ha.sync_group {}
      scoped:add(a, 0.5)
      assert.equal(0.25, a.weight)
    end
    assert.equal(0.5, a.weight)
  end)

  it('keeps its members alive, and is let go with them', function()
    local group = pair()
    collectgarbage()
    collectgarbage()
    group:advance(0.1)
    assert.equal(2, #group)
    local alive = setmetatable({ (pair()) }, { __mode = 'v' })
    collectgarbage()
    collectgarbage()
    assert.is_nil(alive[1])
  end)

  it('has members of no length, and no members', function()
    local point = moves.play(moves.clip { 0, 3 })
    local group = ha.sync_group { point }
    group:advance(0.5)
    assert.equal(0, point.phase)
    group:advance(-0.5)
    local empty = ha.sync_group {}
    empty:advance(1)
    assert.equal(empty.phase, empty.phase)
    group:remove(point)
    group:advance(1)
  end)

  it('refuses what makes no sense', function()
    local group, a = pair()
    assert.error_matches(function() group:advance(0 / 0) end, 'finite')
    assert.error_matches(function() group:add(5) end, 'helioanim.Player expected, got number')
    assert.error_matches(function() ha.sync_group { mode = 'feet' } end, 'mode')
    group:remove(a)
    assert.error_matches(function() group:remove(a) end, 'member')
    a:close()
    assert.error_matches(function() group:add(a) end, 'Player is closed')
  end)
end)
