-- Players that follow a clock: rates, fades and seeks of the clock.

local ha = require 'helioanim'
local moves = require 'spec.support.moves'
local near = require 'spec.support.near'

local play = moves.play

describe('a player that follows a clock', function()
  it('turns at once, whatever the clock has overrun', function()
    local clock = ha.clock()
    local player = play(moves.second(), { clock = clock, loops = 1 })
    clock:advance(9)
    player:update()
    player.rate = -1
    clock:advance(0.5)
    player:update()
    near.numbers({ 0.5 }, player.time)
  end)

  it('fades as a function of the clock', function()
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

  it('fires nothing where the clock is sought before the first update', function()
    local clock = ha.clock()
    local player = play(moves.second { 0.5, 'e' }, { clock = clock })
    clock:seek(0.5)
    player:update()
    assert.equal('', moves.fired(player))
  end)
end)
