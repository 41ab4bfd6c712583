---@meta

---Numbers that were decoded from a file, float32 or uint32, handed on without becoming Lua numbers. `#buffer` is how
---many numbers.
---@class helioanim.Buffer
---@field components integer numbers an element
---@field type 'float32'|'uint32'
---@operator len: integer
local Buffer = {}

---The numbers of an element.
---@param element integer
---@return number ...
function Buffer:get(element) end

---Sets the numbers of an element of float32.
---@param element integer
---@param ... number|number[] its components, or one table of them
---@return helioanim.Buffer self
function Buffer:set(element, ...) end

---The address of the first number, valid while the object lives.
---@return lightuserdata pointer
function Buffer:ptr() end

---How many bytes are behind `ptr`.
---@return integer bytes
function Buffer:byte_length() end

---The numbers as a string of 4-byte words, little-endian.
---@return string bytes
function Buffer:tostring() end

---Closes the buffer. A second time does nothing.
function Buffer:close() end

return Buffer
