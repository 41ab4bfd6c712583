---@meta

---Joint names, parents and rest pose. Made by `ha.skeleton` or by loading a file; never changes, but for named floats,
---which can be added. `#skeleton` is the number of joints.
---@class helioanim.Skeleton
---@field name string? for messages
---@operator len: integer
local Skeleton = {}

---The index of the first joint of that name.
---@param name string
---@return integer? joint
---@return string? message with the nearest name
---@return string? code
function Skeleton:find(name) end

---The same as `find`.
---@param name string
---@return integer? joint
---@return string? message
---@return string? code
function Skeleton:joint(name) end

---The name of a joint, empty where it has none.
---@param joint helioanim.Joint
---@return string name
function Skeleton:joint_name(joint) end

---The parent of a joint, nil for a root.
---@param joint helioanim.Joint
---@return integer? parent
function Skeleton:parent(joint) end

---The children of a joint, as a new list.
---@param joint helioanim.Joint
---@return integer[] children
function Skeleton:children(joint) end

---Whether a joint is `ancestor` or below it.
---@param joint helioanim.Joint
---@param ancestor helioanim.Joint
---@return boolean is_below
function Skeleton:is_below(joint, ancestor) end

---The rest transform of a joint.
---@param joint helioanim.Joint
---@return number ... 10 numbers: tx, ty, tz, qx, qy, qz, qw, sx, sy, sz
function Skeleton:rest(joint) end

---The rest weights of a joint's morph targets, nothing where it has none.
---@param joint helioanim.Joint
---@return number ...
function Skeleton:rest_weights(joint) end

---Adds a named value that clips can drive and poses hold. A name that is known keeps its rest; raises where it has
---another number of components. Poses made before hold it too.
---@param name string
---@param ... number its rest, one number a component; default one component of 0
---@return helioanim.Skeleton self
function Skeleton:add_float(name, ...) end

---A new pose at rest.
---@return helioanim.Pose pose
function Skeleton:new_pose() end

---New matrices, one a joint, for `pose:to_model`.
---@return helioanim.Matrices matrices identities
function Skeleton:new_matrices() end

---A new mask. A table gives weights from 0 to 1 by joint: `{ ['Spine*'] = 1, Hips = 0 }`, where `'Spine*'` is a joint and all
---below it and `'*'` all joints; the more specific entry wins (a joint over a part, a deeper part over a wider one), and what
---no entry names is 0. Items `{ joint, weight }` of the list part follow in order, the later one winning. A number is the
---weight of all joints.
---@param weights? table<string, number>|[helioanim.Joint, number][]|number default 0
---@return helioanim.Mask mask
function Skeleton:mask(weights) end

---Closes the skeleton: it, its poses and its skins raise from now on. A second time does nothing.
function Skeleton:close() end

return Skeleton
