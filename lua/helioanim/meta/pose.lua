---@meta

---One local transform for each joint of a skeleton, and the skeleton's values: morph weights and named floats. Made by
---`skeleton:new_pose()`, once and not each frame. `#pose` is the number of joints.
---
---A pose remembers which parts of which joints were written since the last `reset`. None of its methods makes garbage,
---but for `clone`.
---@class helioanim.Pose
---@field skeleton helioanim.Skeleton
---@operator len: integer
local Pose = {}

---The local transform of a joint.
---@param joint helioanim.Joint
---@return number ... 10 numbers: tx, ty, tz, qx, qy, qz, qw, sx, sy, sz
function Pose:get(joint) end

---Sets the local transform of a joint.
---@param joint helioanim.Joint
---@param ... number|number[] 10 numbers as `get` returns them, or one table of them
---@return helioanim.Pose self
function Pose:set(joint, ...) end

---The local translation of a joint.
---@param joint helioanim.Joint
---@return number x
---@return number y
---@return number z
function Pose:translation(joint) end

---The local rotation of a joint.
---@param joint helioanim.Joint
---@return number x
---@return number y
---@return number z
---@return number w
function Pose:rotation(joint) end

---The local scale of a joint.
---@param joint helioanim.Joint
---@return number x
---@return number y
---@return number z
function Pose:scale(joint) end

---Sets the local translation of a joint, and touches it.
---@param joint helioanim.Joint
---@param ... number|number[] 3 numbers, or one table of them
---@return helioanim.Pose self
function Pose:set_translation(joint, ...) end

---Sets the local rotation of a joint, and touches it. The quaternion is taken as it is: give it unit length.
---@param joint helioanim.Joint
---@param ... number|number[] 4 numbers, or one table of them
---@return helioanim.Pose self
function Pose:set_rotation(joint, ...) end

---Sets the local scale of a joint, and touches it.
---@param joint helioanim.Joint
---@param ... number|number[] 3 numbers, or one table of them
---@return helioanim.Pose self
function Pose:set_scale(joint, ...) end

---Which parts of a joint were written since the last reset.
---@param joint helioanim.Joint
---@return boolean translation
---@return boolean rotation
---@return boolean scale
function Pose:touched(joint) end

---The morph weights of a joint, nothing where it has none.
---@param joint helioanim.Joint
---@return number ...
function Pose:weights(joint) end

---Sets the morph weights of a joint, as many as it has.
---@param joint helioanim.Joint
---@param ... number|number[] the weights, or one table of them
---@return helioanim.Pose self
function Pose:set_weights(joint, ...) end

---A named value of the skeleton.
---@param name string
---@return number? ... its components, or nil, message, code where the skeleton has no such value
function Pose:value(name) end

---Sets a named value.
---@param name string
---@param ... number|number[] as many as it has components
---@return helioanim.Pose self
function Pose:set_value(name, ...) end

---Back to the rest pose, with nothing touched.
---@return helioanim.Pose self
function Pose:reset() end

---Becomes a copy of another pose of the same skeleton, values and touched parts included.
---@param from helioanim.Pose
---@return helioanim.Pose self
function Pose:copy(from) end

---A new pose that is a copy.
---@return helioanim.Pose clone
function Pose:clone() end

---Computes model matrices: model(child) = model(parent) * local(child), where local = translation * rotation * scale.
---@param model helioanim.Matrices one a joint, by `skeleton:new_matrices`
---@param from? helioanim.Joint only this joint and all below it; the others must be right already
---@return helioanim.Matrices model
function Pose:to_model(model, from) end

---Writes model matrices, of a ragdoll or from elsewhere, back into local transforms. Shear is lost; a joint below a
---collapsed parent keeps what it had.
---@param model helioanim.Matrices
---@param from? helioanim.Joint this joint and all below it; default all
---@return helioanim.Pose self
function Pose:from_model(model, from) end

---Closes the pose. A second time does nothing.
function Pose:close() end

return Pose
