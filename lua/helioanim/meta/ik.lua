---@meta

---A limb of two bones, such as an arm or a leg, that brings its tip to a target. Made by `ha.two_bone`.
---@class helioanim.TwoBone
local TwoBone = {}

---Turns root and middle joint so that the tip meets the target. Where it is out of reach the limb stretches or folds as
---far as it goes. Only rotations change. No garbage.
---@param pose helioanim.Pose
---@param model helioanim.Matrices of this pose; brought up to date
---@param target helioanim.Vector in model space
---@param pole? helioanim.Vector a point in model space that the middle joint bends towards; default it keeps its plane
---@param weight? number 0: bit-exact as it was, 1: all the way; default 1
---@return boolean reached within a ten-thousandth of the limb
---@return number distance that is left
function TwoBone:solve(pose, model, target, pole, weight) end

---Closes the solver. A second time does nothing.
function TwoBone:close() end

---A joint that looks at things, with joints above it that help. Made by `ha.look_at`.
---@class helioanim.LookAt
local LookAt = {}

---Turns the joints so that the last one looks at the target. No garbage.
---@param pose helioanim.Pose
---@param model helioanim.Matrices of this pose; brought up to date
---@param target helioanim.Vector a point in model space
---@param weight? number default 1
---@return boolean reached false where the limit kept it
---@return number left the angle that is left, about: the distance between unit directions
function LookAt:solve(pose, model, target, weight) end

---Closes the solver. A second time does nothing.
function LookAt:close() end

---A tail, a spine, a rope: many joints that bring the last to a target, by FABRIK from the pose, or, with a limit, by
---damped least squares from rest. Made by `ha.chain`.
---@class helioanim.Chain
local Chain = {}

---Turns the joints so that the tip meets the target. No garbage.
---@param pose helioanim.Pose
---@param model helioanim.Matrices of this pose; brought up to date
---@param target helioanim.Vector in model space
---@param weight? number default 1
---@return boolean reached within a ten-thousandth of the chain
---@return number distance that is left
function Chain:solve(pose, model, target, weight) end

---Closes the solver. A second time does nothing.
function Chain:close() end

---Feet on uneven ground. Made by `ha.foot_placement`.
---@class helioanim.FootPlacement
---@field offset number how far the hips moved up last time
local FootPlacement = {}

---Lowers the hips as far as the lowest foot needs and bends the legs. The ground's height comes on top of what the pose
---does, so solve once for each pose that was sampled. No garbage but what the ground function makes.
---A ground that gives NaN or no number as a height raises, before anything moves.
---@param pose helioanim.Pose
---@param model helioanim.Matrices of this pose; brought up to date
---@param weight? number default 1
---@param dt? number seconds since the last time, where a speed limits how fast the feet follow
---@return boolean reached whether all feet got there; not where max_drop or max_rise held one back
---@return number offset how far the hips moved up
function FootPlacement:solve(pose, model, weight, dt) end

---A place that follows a joint with an offset: what swords and cameras hang on. Made by `ha.socket`.
---@class helioanim.Socket
---@field joint integer
local Socket = {}

---Where it is, as a matrix. No garbage.
---@param model helioanim.Matrices
---@return number ... 16 numbers
function Socket:matrix(model) end

---Where it is, as a transform. The rotation has unit length even below a mirrored or collapsed joint. No garbage.
---@param model helioanim.Matrices
---@return number ... 10 numbers: tx, ty, tz, qx, qy, qz, qw, sx, sy, sz
function Socket:transform(model) end

---Writes where it is into a matrix. No garbage.
---@param model helioanim.Matrices
---@param matrices helioanim.Matrices
---@param i? integer default 1
---@return helioanim.Matrices matrices
function Socket:write(model, matrices, i) end

---Closes the socket. A second time does nothing.
function Socket:close() end

return { TwoBone, LookAt, Chain, FootPlacement, Socket }
