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
---@param palette helioanim.Matrices where to, by `skin:new_palette`
---@return helioanim.Matrices palette
function Skin:palette(model, palette) end

---Closes the skin. A second time does nothing.
function Skin:close() end

return Skin
