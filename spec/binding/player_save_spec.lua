-- Saved players: what was saved goes on as it would have.

local core = require 'helioanim.core'
local ha = require 'helioanim'
local moves = require 'spec.support.moves'
local near = require 'spec.support.near'

local clip, second, play = moves.clip, moves.second, moves.play

-- Saved bytes with some of them changed and a checksum that fits: only what they mean can tell that they are wrong.
local function forged(saved, change)
  local bytes = { saved:sub(1, -5):byte(1, -1) }
  change(bytes)
  local text = string.char(table.unpack(bytes))
  return text .. string.pack('=I4', core.checksum(text))
end

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

  it('saves equal states as equal strings', function()
    local a, b = play(moves.second()), play(moves.second())
    for _, dt in ipairs { 0.5, 0.25, -0.25 } do a:advance(dt) end
    b:advance(0.5)
    assert.equal(a:save(), b:save())
  end)

  it('takes any bytes for what they are, or refuses them', function()
    local accepted = 0
    for seed = 1, 3000 do
      math.randomseed(seed)
      local one = clip({ 0, 0, math.random(1, 5) / 2, 1 }, { 0, 'a', 0.5, 'b' })
      local player = play(one, { wrap = 'pingpong', fade_in = 0.1, fade_out = 0.1, loops = math.random(3),
                                 root = { joint = 'root', axes = 'x' } })
      player:advance(2 * math.random())
      local broken = forged(player:save(), function(bytes)
        for _ = 1, math.random(3) do bytes[math.random(9, #bytes)] = math.random(0, 255) end
      end)
      if pcall(player.restore, player, broken) then
        accepted = accepted + 1
        local told = 0
        for _ in player:notices() do told = told + 1 end
        assert.is_true(told <= 2000)
        for _, dt in ipairs { 0.1, -0.1, 1e3 } do
          local _, unspent = player:advance(dt)
          for _, number in ipairs { unspent, player.weight, player.phase, player.dropped, player:root_motion() } do
            assert.equal(number, number)
          end
          assert.is_true(player.time >= 0 and player.time <= one.duration)
          assert.equal(player.state, player:restore(player:save()).state)
        end
      end
    end
    assert.is_true(accepted > 100)
    local saved = play(second()):save()
    for _, count in ipairs { 3, 4, 8 } do
      local broken = forged(saved, function(bytes)
        for i = 1, count do bytes[#bytes + 1 - i] = 255 end
      end)
      assert.error_matches(function() play(second()):restore(broken) end, 'no saved player')
    end
  end)

  it('has all that was writable', function()
    local player = play(second())
    local saved = player:save()
    local before = {}
    local others = { 'weight', 0.25, 'loops', 3, 'wrap', 'pingpong', 'threshold', 0.5, 'fade_in', 1, 'fade_out', 2,
                     'on_end', 'release', 'event_limit', 7, 'rate', 2, 'muted', true }
    for i = 1, #others, 2 do
      local name = others[i]
      before[name] = player[name]
      player[name] = others[i + 1]
      assert.are_not.equal(before[name], player[name])
    end
    player:restore(saved)
    for name, value in pairs(before) do assert.equal(value, player[name], name) end
    assert.equal(saved, player:save())
  end)

  it('leaves its weight in a group to the group', function()
    local player = play(second())
    local group = ha.sync_group {}
    group:add(player, 0.25)
    local saved = player:save()
    group:remove(player)
    assert.equal(1, player:restore(saved).weight)
    group:add(player, 0.5)
    assert.equal(0.5, player:restore(saved).weight)
    assert.error_matches(function() player:restore(play(second(), { loops = 2 }):save()) end, 'sync group')
  end)

  it('keeps what its clock has overrun', function()
    local clock = ha.clock {}
    local player = play(second(), { clock = clock, loops = 1 })
    clock:advance(5)
    player:update()
    player:restore(player:save())
    clock:advance(-3.5)
    player:update()
    assert.equal(1, player.time)
    clock:advance(-1)
    player:update()
    near.number(0.5, player.time)
  end)
end)
