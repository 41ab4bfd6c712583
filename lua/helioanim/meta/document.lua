---@meta

---A loaded file: one skeleton of all its nodes, and what moves it.
---@class helioanim.Document
---@field skeleton helioanim.Skeleton joint i is the file's node i - 1
---@field skins helioanim.Skin[] in the order of the file
---@field clips helioanim.Clips by index in the order of the file, and by name: `doc.clips.walk`
---@field nodes helioanim.Node[] what the file says of each node beside its transform
---@field meshes? table[] of each mesh: `name`, `targets` (morph targets) and `weights`; where they were asked for `primitives`, each of which `ha.deformer` takes, with `indices` (from 0), `mode`, `material` (from 1) and `vertex_count`
---@field materials? { name: string, color?: number[] }[] where meshes were asked for: the plain colour of each, linear red, green, blue, where it has one
---@field clip_extras? table[] the `extras` of each animation
---@field warnings string[] what was read in spite of a fault, or left out; after 250 of them their number
---@field path? string the file it came from
---@field frames? integer how many frames the file has (BVH)
---@field frame_time? number seconds between frames (BVH)
local Document = {}

---Finds a clip by name; of equal names the first.
---@param name string
---@return helioanim.Clip? clip
---@return string? message with the nearest name
---@return string? code
function Document:find_clip(name) end

---The clips of a document. An unknown name raises an error that suggests the nearest one; an unknown index is nil.
---@class helioanim.Clips
---@field [integer] helioanim.Clip
---@field [string] helioanim.Clip

---@class helioanim.Node
---@field index integer of the joint
---@field name string empty where the file gives none
---@field parent? integer
---@field mesh? integer from 1
---@field skin? integer from 1
---@field targets integer morph targets of its mesh
---@field extras? any the node's `extras` as decoded

---Closes the skeleton, the skins and the clips, and so everything that hangs on them. `local doc <close> =` does it too.
function Document:close() end

return Document
