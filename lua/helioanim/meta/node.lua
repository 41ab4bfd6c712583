---@meta

---A node on its own: what gives a pose. Made by `ha.node(description, skeleton)`. Descriptions are plain tables, and nest
---to any depth; the kind is told by the key that is there. A Clip alone is `{ clip = it }`. A `value` below is a number, the
---name of a parameter, or a function of the parameters; `true` counts as 1, `false` and nil as 0.
---
---* `{ clip = c, wrap =, loops =, rate =, start =, range =, root =, threshold =, muted = }`: plays a clip, with the options of
---  `clip:player`.
---* `{ blend1d = value, { 0, node }, { 1.6, node }, ... }`: the two neighbours of the value share linearly.
---* `{ blend2d = { value, value }, { 0, 0, node }, ... }`: scattered points, joined by Delaunay triangles; the three corners
---  around the place share by barycentric coordinates. Exact at the points, continuous, clamped outside.
---  Both take `sync = 'phase'|'markers'`: all clips below keep in step (they must loop without end), and `rate`.
---* `{ layer = node, over = node, weight = value, mask = { ['Spine*'] = 1 } }`: lays one over the other, as `pose:layer`.
---* `{ additive = node, add = node, weight = value, mask =, reference = 'rest'|clip|{ clip =, time = } }`: adds what leads
---  from the reference to the other node, as `pose:add`.
---* `{ select = value, fade = seconds, easing =, { 'sword', node }, { 'bow', node } }`: one of several by name or number, the
---  first by default.
---* `{ speed = value, node = node }`: all rates below times the value, which may be negative.
---* `{ mirror = node, when = value, left = 'Left', right = 'Right', plane = 'yz' }`: the mirror image.
---@class helioanim.PoseNode
---@field params table<string, number|boolean|string> what the description names
local Node = {}

---Moves by seconds.
---@param dt number
---@return number unspent what is left where a finite play ended
function Node:advance(dt) end

---Resets a pose and writes the node's into it.
---@param pose helioanim.Pose
---@return helioanim.Pose pose
function Node:evaluate(pose) end

---From the beginning.
---@return helioanim.PoseNode self
function Node:enter() end

---The root motion of the last move, blended by weight.
---@return number dx
---@return number dy
---@return number dz
---@return number qx
---@return number qy
---@return number qz
---@return number qw
function Node:root_motion() end

---Where the leading clip, or the sync group, stands.
---@return integer pass
---@return number phase from 0 to 1
---@return number seconds a cycle
---@return boolean once whether it plays once
---@return boolean finished
function Node:cycle() end

---Iterates over the events of the last move, clip by clip: `for name, time, weight, lateness, payload in node:events() do`.
---Clips of weight 0 fire none. They can be read again, one loop at a time. No garbage.
---@return fun(): string?, number, number, number, any next
function Node:events() end

return Node
