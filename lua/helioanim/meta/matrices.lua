---@meta

---4x4 matrices of float32, column-major, one after the other in memory, 32-byte aligned: what a renderer reads. Made by
---`skeleton:new_matrices()` and `skin:new_palette()`. `#matrices` is how many.
---@class helioanim.Matrices
---@operator len: integer
local Matrices = {}

---The numbers of a matrix.
---@param i integer
---@return number ... 16 numbers, column-major: the translation is 13, 14, 15
function Matrices:get(i) end

---Sets the numbers of a matrix.
---@param i integer
---@param ... number|number[] 16 numbers, or one table of them
---@return helioanim.Matrices self
function Matrices:set(i, ...) end

---Copies as many matrices from others: last frame's palette for motion vectors.
---@param from helioanim.Matrices
---@return helioanim.Matrices self
function Matrices:copy(from) end

---The translation, rotation and scale of a matrix. The rotation has unit length even where the matrix mirrors or has
---collapsed.
---@param i integer
---@return number ... 10 numbers: tx, ty, tz, qx, qy, qz, qw, sx, sy, sz
function Matrices:transform(i) end

---The address of the first matrix, for a graphics library. It stays the same, and is valid while the object lives.
---@return lightuserdata pointer
function Matrices:ptr() end

---How many bytes are behind `ptr`.
---@return integer bytes
function Matrices:byte_length() end

---The numbers as a string of float32, little-endian, for libraries that take no pointers. Makes garbage.
---@return string bytes
function Matrices:tostring() end

---Closes the matrices. A second time does nothing.
function Matrices:close() end

return Matrices
