-- One clock for a strike and its hit reaction: slow motion, and both in step whatever the order of updates.
--
--   ./dev lua examples/shared_clock.lua

local ha = require 'helioanim'

local strike, reaction = ha.clip { name = 'strike', duration = 0.8 }, ha.clip { name = 'reaction', duration = 0.8 }
strike:add_event(0.4, 'hit')

local clock = ha.clock()
local a = strike:player { loops = 1, clock = clock }:play()
local b = reaction:player { loops = 1, clock = clock }:play()

for frame = 1, 6 do
  clock.rate = frame > 2 and 0.25 or 1 -- slow motion from the third frame on
  clock:advance(0.2)
  if frame % 2 == 0 then
    a:update()
    b:update()
  else
    b:update()
    a:update()
  end
  print(('frame %d: strike at %.3f, reaction at %.3f'):format(frame, a.time, b.time))
  for name, _, _, late in a:events() do print(('  %s, %.3f s ago'):format(name, late)) end
end
