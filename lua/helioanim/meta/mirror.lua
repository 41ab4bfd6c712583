---@meta

---Which joints of a skeleton are each other's counterparts, for `pose:mirror`. Made by `ha.mirror`, once and not each frame.
---
---The reflection happens in model space, and the rest pose is its own mirror image, whatever the directions of the joints'
---axes. It is exact where counterparts have counterparts as parents. Scales go over as they are; morph weights and named
---values change sides with their joints and names.
---@class helioanim.Mirror
---@field skeleton helioanim.Skeleton
---@field plane helioanim.Plane
local Mirror = {}

---The joint on the other side: the joint itself where it has none.
---@param joint helioanim.Joint
---@return integer joint
function Mirror:counterpart(joint) end

---Closes the map. A second time does nothing.
function Mirror:close() end

---The plane of a mirror: of `yz`, x changes its sign.
---@alias helioanim.Plane 'yz'|'xz'|'xy'

return Mirror
