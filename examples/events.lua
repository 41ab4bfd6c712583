-- Events: footsteps of a walk, told in order, with how late the frame is.
--
--   ./dev lua examples/events.lua

local ha = require 'helioanim'

local walk = ha.clip { name = 'walk', duration = 1 }
walk:add_event(0.10, 'step', { foot = 'left', loudness = 0.8 })
walk:add_event(0.60, 'step', { foot = 'right', loudness = 0.7 })

local player = walk:player():play()

for frame = 1, 5 do
  local dt = frame == 4 and 1.75 or 0.3 -- a long frame: the steps of several passes come in one advance
  player:advance(dt)
  print(('frame %d, at %.2f s of pass %d'):format(frame, player.time, player.pass))
  for name, time, _, late, payload in player:events() do
    print(('  %s of the %s foot at %.2f, %.3f s ago'):format(name, payload.foot, time, late))
  end
  for notice in player:notices() do print('  ' .. notice) end
end
