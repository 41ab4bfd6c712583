-- Locomotion: a character runs ever faster, attacks on the way and jumps; with its steps and its hit as events.
--
--   ./dev lua examples/locomotion.lua

local ha = require 'helioanim'
local hero = require 'examples.hero_machine'

local skel, skin = hero.doc.skeleton, hero.doc.skins[1]
local sm = ha.state_machine(hero.machine, skel) -- one for each character
local pose, model, palette = skel:new_pose(), skel:new_matrices(), skin:new_palette()
local dt = 1 / 60

for frame = 1, 300 do
  local time = frame * dt
  sm.params.speed = math.min(4, time * 1.5)
  if frame == 120 then sm:play 'attack' end
  if frame == 200 then sm:trigger 'jump' end
  sm:update(dt)
  sm:evaluate(pose)
  for name, _, weight, late in sm:events() do
    if weight > 0.5 then print(('%.3f %s, weight %.2f'):format(time - late, name, weight)) end
  end
  for what, state in sm:notices() do print(('%.3f %s %s'):format(time, what, state)) end
  skin:palette(pose:to_model(model), palette) -- and palette:ptr(), palette:byte_length() to the renderer
end
