-- A cut scene: two characters, a camera and its field of view on one clock; played, paused, scrubbed.
--
--   ./dev lua examples/cut_scene.lua

local ha = require 'helioanim'

local stage = ha.skeleton { { name = 'Hero' }, { name = 'Rival', translation = { 2, 0, 0 } }, { name = 'Camera' },
                            floats = { fov = 60 } }

local function move(joint, times, values)
  return { joint = joint, channel = 'translation', times = times, values = values }
end

local strike = ha.clip { name = 'strike', tracks = { move('Hero', { 0, 0.5, 1 }, { 0, 0, 0, 1.5, 0, 0, 1, 0, 0 }) } }
local react = ha.clip { name = 'react', tracks = { move('Rival', { 0, 0.5, 1 }, { 2, 0, 0, 2, 0, 0, 3, 0, 0 }) } }
local dolly = ha.clip { name = 'dolly', tracks = {
  move('Camera', { 0, 1 }, { 0, 2, 6, 1, 1, 3 }),
  { name = 'fov', channel = 'float', times = { 0, 1 }, values = { 60, 35 } },
} }
strike:add_event(0.5, 'impact')

-- Everybody follows the clock, so nobody can be a frame off, whatever the order of updates.
local clock = ha.clock()
local players, poses = {}, {}
for i, clip in ipairs { strike, react, dolly } do
  players[i] = clip:player { loops = 1, clock = clock }:play()
  poses[i] = stage:new_pose()
end

local function show(what)
  for i, player in ipairs(players) do
    player:update()
    player:evaluate(poses[i])
  end
  local hero, rival = poses[1]:translation 'Hero', poses[2]:translation 'Rival'
  print(('%-12s clock %.2f  hero x %.2f  rival x %.2f  camera z %.2f  fov %.1f'):format(what, clock.now, hero, rival,
    select(3, poses[3]:translation 'Camera'), poses[3]:value 'fov'))
  for name, _, _, late in players[1]:events() do print(('             %s, %.2f s ago'):format(name, late)) end
end

show 'start'
for _ = 1, 3 do
  clock:advance(0.2)
  show 'play'
end
clock:pause():advance(10)
show 'paused'
clock:resume():seek(0.1)
show 'scrub back'
clock:seek(0.9)
show 'scrub on' -- no events: a seek is a jump
clock:advance(0.5)
show 'the end'
