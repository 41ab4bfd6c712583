-- Saved players: what was saved goes on as it would have.

local moves = require 'spec.support.moves'

local clip, second, play = moves.clip, moves.second, moves.play

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
end)
