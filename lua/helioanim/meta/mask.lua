---@meta

---A weight from 0 to 1 for each joint of a skeleton, which limits a layer or an additive pose to a part of the body. Made
---by `skeleton:mask`, once and not each frame. `#mask` is the number of joints.
---@class helioanim.Mask
---@field skeleton helioanim.Skeleton
---@operator len: integer
local Mask = {}

---The weight of a joint.
---@param joint helioanim.Joint
---@return number weight
function Mask:get(joint) end

---Sets the weight of a joint, or of several: `'Spine*'` is a joint and all below it, `'*'` all joints.
---@param joint helioanim.Joint a name may end in `*`
---@param weight number from 0 to 1
---@return helioanim.Mask self
function Mask:set(joint, weight) end

---Softens edges: each weight becomes the mean of the joint's and its nearest ancestors', so that a step from 0 to 1 becomes
---a ramp.
---@param levels integer how many ancestors, 0 or more
---@return helioanim.Mask self
function Mask:feather(levels) end

---Each weight becomes 1 minus it.
---@return helioanim.Mask self
function Mask:invert() end

---Multiplies joint by joint, or by one number.
---@param by helioanim.Mask|number of the same skeleton; a number from 0 to 1
---@return helioanim.Mask self
function Mask:multiply(by) end

---Becomes a copy of another mask of the same skeleton.
---@param from helioanim.Mask
---@return helioanim.Mask self
function Mask:copy(from) end

---A new mask that is a copy.
---@return helioanim.Mask clone
function Mask:clone() end

---Closes the mask. A second time does nothing.
function Mask:close() end

return Mask
