---@meta

---The joints that move the vertices of a mesh, with their inverse bind matrices. `#skin` is the number of joints.
---@class helioanim.Skin
---@field skeleton helioanim.Skeleton
---@field name string empty where it has none
---@operator len: integer
local Skin = {}

---The index, in the skeleton, of the skin's joint number i.
---@param i integer
---@return integer joint
function Skin:joint(i) end

---The inverse bind matrix of the skin's joint number i.
---@param i integer
---@return number ... 16 numbers, column-major
function Skin:inverse_bind(i) end

---New matrices, one a joint of the skin, for `skin:palette`.
---@return helioanim.Matrices palette identities
function Skin:new_palette() end

---Computes the matrices that a renderer skins with: model matrix * inverse bind matrix for each joint of the skin. The
---transform of the skinned mesh's own node is not in them. No garbage.
---@param model helioanim.Matrices model matrices of the skeleton, by `pose:to_model`
---@param palette helioanim.Matrices where to, by `skin:new_palette`, or larger: the palettes of many characters in one piece
---@param first? integer which of its matrices is the skin's first; default 1
---@param order? 'column-major'|'row-major' default `'column-major'`, which `get`, `transform` and deformers read; row-major is for upload
---@return helioanim.Matrices palette
function Skin:palette(model, palette, first, order) end

---The palette as 3x4 matrices, the upper three rows: row by row, or as four columns of three floats. No garbage.
---@param model helioanim.Matrices
---@param buffer helioanim.Buffer 12 components
---@param first? integer which of its elements is the skin's first; default 1
---@param order? 'column-major'|'row-major' default `'row-major'`
---@return helioanim.Buffer buffer
function Skin:palette_rows(model, buffer, first, order) end

---The matrices that turn normals, right under uneven scale: 3 columns of 4 floats. Normalise what comes out. No garbage.
---@param model helioanim.Matrices
---@param buffer helioanim.Buffer 12 components
---@param first? integer
---@return helioanim.Buffer buffer
function Skin:palette_normals(model, buffer, first) end

---The palette as unit dual quaternions: the real part x, y, z, w and the dual part x, y, z, w. No garbage.
---@param model helioanim.Matrices
---@param buffer helioanim.Buffer 8 components
---@param first? integer
---@return helioanim.Buffer buffer
---@return boolean stretches whether any joint has scale, which dual quaternions leave out
function Skin:palette_dual(model, buffer, first) end

---The box around what the skin draws in a pose, for culling: no vertex lies outside, blended linearly. It knows the meshes
---that were loaded along (`meshes = true`) or included; without any it is the box of the joints.
---@param model helioanim.Matrices
---@return number ... least x, y, z, largest x, y, z
function Skin:bounds(model) end

---Makes `bounds` cover a mesh, with morph weights from 0 to 1.
---@param deformer helioanim.Deformer
---@return helioanim.Skin self
function Skin:include(deformer) end

---Closes the skin. A second time does nothing.
function Skin:close() end

return Skin
