---@meta helioanim.core

---The C module behind `helioanim`. What is listed here alone serves the loaders of this library and of others.
---@class helioanim.core: helioanim
local core = {}

---Decodes the elements of a glTF accessor. The bytes it may read are given; it reads no others.
---@param bytes string? nil: all zeros
---@param offset integer of the first element in `bytes`, from 0
---@param length integer bytes from there to the end of the view
---@param stride integer bytes from element to element; 0: packed
---@param component_type integer glTF's number: 5120 to 5126
---@param kind string `'SCALAR'`, `'VEC2'`, `'VEC3'`, `'VEC4'`, `'MAT2'`, `'MAT3'` or `'MAT4'`
---@param count integer elements
---@param normalized boolean integers become [0, 1] or [-1, 1]
---@param integers boolean decode into a Buffer of uint32 instead of float32
---@param sparse? table { count, indices, offset, length, index type, values, offset, length }
---@param into? helioanim.Buffer to use again where it is of that kind and large enough
---@return helioanim.Buffer? buffer
---@return string? message
---@return string? code
function core.decode_accessor(bytes, offset, length, stride, component_type, kind, count, normalized, integers, sparse, into) end

---Makes a function that reads several fields of a decoded JSON object at once: `read(object, where, kinds, key, ...)`
---returns the value of every key, nil where it is absent. `kinds` has a letter a key: `n` a whole number >= 0 (returned
---as an integer), `s` a string, `b` a boolean, `o` an object.
---@param refuse fun(value: any, where: any, key: string, kind: string) called for a value of another kind; must raise
---@return fun(object: table, where: any, kinds: string, ...: string): any ... read
function core.field_reader(refuse) end

---Why a path must not be opened: it is no plain file, or leads out of a folder by a link. nil for what may be opened,
---and for what does not exist.
---@param path string
---@param folder? string
---@return string? reason
function core.why_unreadable(path, folder) end

---What tells a file from every other, links followed; nil where there is none.
---@param path string
---@return string? identity
function core.file_identity(path) end

---Decodes base64 (RFC 4648).
---@param text string
---@param first? integer the first character to read; default 1
---@return string? bytes
---@return string? message
---@return string? code
function core.decode_base64(text, first) end

---Decodes a view of EXT_meshopt_compression. Where the library was built without meshoptimizer the code is
---`'unsupported'`.
---@param bytes string
---@param offset integer from 0
---@param length integer
---@param count integer elements
---@param stride integer bytes an element
---@param mode string `'ATTRIBUTES'`, `'TRIANGLES'` or `'INDICES'`
---@param filter string `'NONE'`, `'OCTAHEDRAL'`, `'QUATERNION'` or `'EXPONENTIAL'`
---@return string? decoded
---@return string? message
---@return string? code
function core.decode_meshopt(bytes, offset, length, count, stride, mode, filter) end

---Adds a track to a clip straight from Buffers. For loaders, which add thousands: no table and no Track is made.
---@param clip helioanim.Clip
---@param joint integer? index, or nil for a float
---@param name string of the joint or the float
---@param channel helioanim.Channel
---@param components integer of weights and floats
---@param interpolation helioanim.Interpolation
---@param times helioanim.Buffer
---@param values helioanim.Buffer
---@return boolean? added nil where the keys are refused
---@return string? message
---@return string? code
function core.append_track(clip, joint, name, channel, components, interpolation, times, values) end

---Turns zero quaternions of a Buffer into the identity.
---@param buffer helioanim.Buffer float32, 4 components
---@return integer repaired how many
function core.repair_rotations(buffer) end

---The first key, from 1, that has the same time as the next.
---@param times helioanim.Buffer
---@return integer? key
function core.find_cut(times) end

---The largest integer of a Buffer.
---@param buffer helioanim.Buffer uint32
---@return integer? largest nil where it is empty
function core.largest(buffer) end

---Compiles a mapping of joints: what `ha.retarget` is made of.
---@param source helioanim.Pose in which the source stands
---@param target helioanim.Pose in which the target stands alike
---@param pairs_ table[] { source joint, target joint, align = quaternion?, moves = boolean? }
---@param facing number[] quaternion that turns the source's directions into the target's
---@param scale number of translations
---@param root? integer of the pairs: whose place in model space follows
---@return helioanim.Mapping mapping
function core.mapping(source, target, pairs_, facing, scale, root) end

---The string of a list that is most similar to a name: for messages.
---@param name string
---@param list string[]
---@return string? nearest nil where none is similar enough
function core.nearest(name, list) end

---A checksum that tells damage: FNV-1a of 32 bits.
---@param text string
---@return integer sum
function core.checksum(text) end

---Every class of the module with its methods and properties: for tools.
---@return { name: string, methods: string[], properties: table<string, boolean> }[] classes the properties tell whether they can be written
function core._classes() end

---What the metatable of a value says its type is, `helioanim.Clip`; else Lua's own name of the type.
---@param value any
---@return string name
function core._type_name(value) end

return core
