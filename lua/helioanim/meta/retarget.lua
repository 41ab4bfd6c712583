---@meta

---The motion of one skeleton on another. Made by `ha.retarget`.
---@class helioanim.Retarget
---@field from helioanim.Skeleton
---@field to helioanim.Skeleton
---@field matched { from: string, to: string, slot: string? }[] which joints were mapped
---@field missing string[] slots (of humanoids) or names that only one side has
---@field scale number of the root's translation
local Retarget = {}

---Writes what a pose of the source does into a pose of the target, which is reset first. Mapped rotations follow, seen
---from the poses in which both stand alike; the root's place is scaled; other bones keep their own translations. No
---garbage.
---@param source helioanim.Pose
---@param target helioanim.Pose
---@return helioanim.Pose target
function Retarget:apply(source, target) end

---Bakes a clip of the source into one of the target.
---@param clip helioanim.Clip
---@param options? { fps: number?, name: string?, from: number?, to: number? } keys a second (30); the new name; a part of the clip in seconds
---@return helioanim.Clip baked
function Retarget:bake(clip, options) end

---A compiled mapping of joints, what a Retarget works with.
---@class helioanim.Mapping
local Mapping = {}

---As `Retarget:apply`.
---@param source helioanim.Pose
---@param target helioanim.Pose
---@return helioanim.Pose target
function Mapping:apply(source, target) end

---Closes the mapping. A second time does nothing.
function Mapping:close() end

return { Retarget, Mapping }
