---@meta

---A mesh on the CPU: it follows morph weights and a palette. For picking, tests, software renderers and export. Made by
---`ha.deformer`; a primitive of a loaded mesh is what that takes. `#deformer` is the number of vertices.
---@class helioanim.Deformer
---@field positions helioanim.Buffer what `skin` writes: 3 components, or the Buffer given as `output`
---@field normals helioanim.Buffer? likewise, with unit length
---@field tangents helioanim.Buffer? likewise, 4 components
---@field influences integer joints a vertex, 0 to 8; 0 without a skin
---@field repaired integer vertices whose weights did not sum to 1
---@field targets integer morph targets
---@operator len: integer
local Deformer = {}

---Sets the morph weights: `morph(pose, joint)` takes those of a joint, `morph(...)` numbers or a table of them, one a
---target. The next `skin` shows it. No garbage.
---@param pose_or_weights helioanim.Pose|number[]|number
---@param joint? helioanim.Joint
---@return helioanim.Deformer self
function Deformer:morph(pose_or_weights, joint) end

---Moves the morphed mesh by a palette into `positions`, `normals` and `tangents`. `'dual'` blends dual quaternions,
---which keep the volume of twisted limbs. Normals are right under uneven scale. No garbage after the first call.
---@param palette? helioanim.Matrices by `skin:palette`; nil: the morphed mesh as it is
---@param method? 'linear'|'dual' default `'linear'`
---@return helioanim.Deformer self
function Deformer:skin(palette, method) end

---The box around what `skin` wrote last, whatever the method. No garbage.
---@return number ... least x, y, z, largest x, y, z
function Deformer:bounds() end

---Closes the deformer. A second time does nothing.
function Deformer:close() end

return Deformer
