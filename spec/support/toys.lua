-- Small skeletons and clips whose poses are easy to foresee.

local ha = require 'helioanim'

local toys = {}

function toys.skeleton()
  return ha.skeleton { { name = 'Root' }, { name = 'Spine', parent = 'Root', translation = { 0, 1, 0 } },
                       { name = 'LeftArm', parent = 'Spine', translation = { 1, 0, 0 } },
                       { name = 'RightArm', parent = 'Spine', translation = { -1, 0, 0 } } }
end

-- A clip that moves a joint along x from `from` to `to`.
function toys.slide(name, from, to, seconds, joint)
  return ha.clip { name = name, tracks = {
    { joint = joint or 'Root', channel = 'translation', times = { 0, seconds or 1 },
      values = { from, 0, 0, to, 0, 0 } },
  } }
end

-- A clip in which Root stands at x.
function toys.stand(name, x, seconds) return toys.slide(name, x, x, seconds) end

-- Where Root is.
function toys.x(pose, joint) return (pose:translation(joint or 'Root')) end

-- Bytes that `body` leaves behind after a first time that fills every cache.
function toys.garbage(body)
  body()
  collectgarbage()
  collectgarbage 'stop'
  body() -- a full collection also frees room of the call stack, which comes back with the first calls
  local before = collectgarbage 'count'
  body()
  local after = collectgarbage 'count'
  collectgarbage 'restart'
  return (after - before) * 1024
end

return toys
