-- Players that lead, pause and are left behind in sync groups.

local ha = require 'helioanim'
local moves = require 'spec.support.moves'
local near = require 'spec.support.near'

local play = moves.play

local ROOT = { joint = 'root', axes = 'x' }

describe('a member of a sync group', function()
  it('moves nobody when it comes to lead a marker group', function()
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

  it('comes back from a pause without what it missed', function()
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

  it('is free again when its group was closed', function()
    local player = play(moves.second())
    local group = ha.sync_group { player }
    assert.error_matches(function() player.wrap = 'clamp' end, 'sync group')
    group:close()
    player:advance(0.5)
    ha.sync_group { player }
  end)
end)
