-- Root motion: the clip walks and turns, the actor moves, the pose stays under it.
--
--   ./dev lua examples/root_motion.lua

local ha = require 'helioanim'

local skeleton = ha.skeleton { { name = 'Root' }, { name = 'Hips', parent = 'Root', translation = { 0, 1, 0 } } }
local quarter = math.sqrt(0.5)
local turn_left = ha.clip { name = 'turn left', tracks = {
  { joint = 'Root', channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 0, 0, 2 } },
  { joint = 'Root', channel = 'rotation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, quarter, 0, quarter } },
} }
local player = turn_left:player { root = { joint = 'Root', axes = 'xz', yaw = true } }:play()
local pose = skeleton:new_pose()

-- The actor: a place and a heading about y. The motion comes in the actor's own frame.
local actor = { x = 0, z = 0, heading = 0 }
function actor:move(dx, _, dz, _, qy, _, qw)
  local s, c = math.sin(self.heading), math.cos(self.heading)
  self.x, self.z = self.x + c * dx + s * dz, self.z - s * dx + c * dz
  self.heading = self.heading + 2 * math.atan(qy, qw)
end

for step = 1, 8 do
  player:advance(0.5)
  actor:move(player:root_motion())
  player:evaluate(pose)
  local x, _, z = pose:translation 'Root'
  print(('%.1f s: actor at %5.2f %5.2f heading %4.0f degrees, root in the pose at %.2f %.2f')
    :format(step * 0.5, actor.x, actor.z, math.deg(actor.heading), x, z))
end
