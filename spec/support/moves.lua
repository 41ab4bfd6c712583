-- Clips whose root moves along x, and short words for what a player shows and tells.

local ha = require 'helioanim'

local moves = {}

moves.skeleton = ha.skeleton { { name = 'root' }, { name = 'hand', parent = 'root', translation = { 0, 1, 0 } } }
local pose = moves.skeleton:new_pose()

-- Keys { time, x, time, x, ... }, linear; events { time, name, time, name, ... }. Bound to moves.skeleton.
function moves.clip(keys, events, options)
  local times, values = {}, {}
  for i = 1, #keys, 2 do
    local k = (i + 1) // 2
    times[k], values[3 * k - 2], values[3 * k - 1], values[3 * k] = keys[i], keys[i + 1], 0, 0
  end
  local clip = ha.clip { name = 'move', duration = options and options.duration, skeleton = moves.skeleton,
                         tracks = { { joint = 'root', channel = 'translation', times = times, values = values } } }
  for i = 1, #(events or {}), 2 do clip:add_event(events[i], events[i + 1]) end
  return clip
end

-- A second of x from 0 to 1, or from 0 to `top`.
function moves.second(events, top) return moves.clip({ 0, 0, 1, top or 1 }, events) end

-- A player that has been told to play.
function moves.play(clip, options)
  local player = clip:player(options or {})
  player:play()
  return player
end

-- Where the root is in what the player shows.
function moves.x(player)
  player:evaluate(pose)
  return (pose:translation 'root')
end

-- The names of the events of the last advance, one string: 'step hit'.
function moves.fired(player)
  local names = {}
  for name in player:events() do names[#names + 1] = name end
  return table.concat(names, ' ')
end

-- What each of `count` advances fires.
function moves.fired_by_steps(player, dt, count)
  local lines = {}
  for i = 1, count do
    player:advance(dt)
    lines[i] = moves.fired(player)
  end
  return lines
end

-- The untold notices, counted, one string: 'loop 1, finished 1'.
function moves.noticed(player)
  local counts, told = {}, {}
  for notice in player:notices() do counts[notice] = (counts[notice] or 0) + 1 end
  for _, notice in ipairs { 'loop', 'finished' } do
    if counts[notice] then told[#told + 1] = notice .. ' ' .. counts[notice] end
  end
  return table.concat(told, ', ')
end

return moves
