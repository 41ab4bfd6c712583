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

---Becomes the blend of two poses: `a` at 0, `b` at 1. Translations, scales and values are mixed linearly, rotations as
---normalised sum along the shorter way. A part that one of them does not touch counts as rest there. The pose may be one of
---them, as in all that follows.
---@param a helioanim.Pose
---@param b helioanim.Pose
---@param t number from 0 to 1
---@return helioanim.Pose self
function Pose:blend(a, b, t) end

---Becomes the blend of many poses. The weights may have any sum; the order of poses never matters. All weights 0: the
---rest pose. A single weight above 0: exactly that pose. Touches what poses of a weight above 0 touch.
---@param poses helioanim.Pose[] at most 256
---@param weights number[] 0 or more, one for each pose
---@param count? integer how many to take; default all poses
---@return helioanim.Pose self
function Pose:blend_many(poses, weights, count) end

---Becomes the blend of two poses with rotations along the exact arc, at constant speed.
---@param a helioanim.Pose
---@param b helioanim.Pose
---@param t number from 0 to 1
---@return helioanim.Pose self
function Pose:slerp(a, b, t) end

---Blends another pose over this one, where that one is touched: its part counts by weight times mask, this pose by the
---rest. What weighs 0 stays bit-exact. Morph weights follow the mask of their joint; named values ignore it.
---@param over helioanim.Pose
---@param weight? number from 0 to 1, default 1
---@param mask? helioanim.Mask default all joints
---@return helioanim.Pose self
function Pose:layer(over, weight, mask) end

---Blends several poses over this one at once. Where their weights sum up to more than 1 they are normalised, and nothing
---of this pose is left.
---@param poses helioanim.Pose[] at most 256
---@param weights number[] from 0 to 1, one for each pose
---@param masks? (helioanim.Mask|false)[] one for each pose; false: all joints
---@param count? integer how many to take; default all poses
---@return helioanim.Pose self
function Pose:layer_many(poses, weights, masks, count) end

---Becomes an additive pose: what leads from a reference to `source`, for the parts that `source` touches.
---@param source helioanim.Pose
---@param reference? helioanim.Pose|helioanim.Clip default the rest pose; a clip is sampled
---@param time? number of the clip, in seconds; default 0
---@return helioanim.Pose self
function Pose:make_additive(source, reference, time) end

---Becomes the additive pose that leads from `b` to `a`, for the parts that either of them touches: `add` of it to `b` gives
---`a`.
---@param a helioanim.Pose
---@param b helioanim.Pose
---@return helioanim.Pose self
function Pose:difference(a, b) end

---Adds an additive pose. What weighs 0, or is not touched in it, stays bit-exact.
---@param additive helioanim.Pose from `make_additive` or `difference`
---@param weight? number may exceed 1 or be negative; default 1
---@param mask? helioanim.Mask default all joints
---@return helioanim.Pose self
function Pose:add(additive, weight, mask) end

---Becomes the mirror image of a pose.
---@param map helioanim.Mirror
---@param source? helioanim.Pose default the pose itself
---@return helioanim.Pose self
function Pose:mirror(map, source) end

---The whole pose as a string, equal for equal poses: for save games and rollback. Made for this machine's byte order.
---@return string saved
function Pose:save() end

---Becomes a saved pose of an equal skeleton.
---@param saved string
---@return helioanim.Pose self
function Pose:restore(saved) end

---Closes the pose. A second time does nothing.
function Pose:close() end

return Pose
