---@meta

---The keys of one animated channel. A Track shows a track of a clip (the same object every time) or is on its own.
---`#track` is the number of keys, at least 1. Keys can be edited while clips play: the next sample shows it. Every
---edit is all or nothing, and returns what was there before.
---@class helioanim.Track
---@field joint string? the name of the joint; nil for a float, and where only the index is known
---@field joint_index integer? in the skeleton that the clip was made for, where it is known
---@field name string? of a float
---@field channel helioanim.Channel
---@field interpolation helioanim.Interpolation
---@field components integer numbers a value
---@field revision integer grows with every edit
---@field clip helioanim.Clip? that it belongs to
---@operator len: integer
local Track = {}

---The time of a key.
---@param key integer
---@return number seconds
function Track:time(key) end

---The value of a key, as it was given.
---@param key integer
---@return number ...
function Track:value(key) end

---The tangent on the left of a key, per second. Raises where the track is not cubic.
---@param key integer
---@return number ...
function Track:in_tangent(key) end

---The tangent on the right of a key, per second. Raises where the track is not cubic.
---@param key integer
---@return number ...
function Track:out_tangent(key) end

---The value at a time. Before the first key it is the first value, after the last the last; a rotation has unit length.
---@param time number seconds
---@return number ...
function Track:sample(time) end

---The last key that is not after a time, by bisection.
---@param time number seconds
---@return integer key 0 before the first
function Track:find_key(time) end

---The key nearest to a time.
---@param time number seconds
---@param tolerance? number seconds; default 1e-6
---@return integer? key nil where none is so near
---@return string? message that tells the nearest
---@return string? code
function Track:find(time, tolerance) end

---Replaces the value of a key.
---@param key integer
---@param ... number|number[] the components, or one table of them
---@return number ... the old value
function Track:set_value(key, ...) end

---Replaces tangents of a cubic key. Raises where the track is not cubic.
---@param key integer
---@param in_tangent? number[] per second; nil keeps it. A plain number will do where there is one component
---@param out_tangent? number[] likewise
---@return number[] old_in
---@return number[] old_out
function Track:set_tangents(key, in_tangent, out_tangent) end

---Inserts a key behind all keys at or before a time: `insert_key(time)` or `insert_key(time, t:sample(time))` keeps the
---shape of the curve, `insert_key(time, x, y, z)` or `insert_key(time, { x, y, z })` bends it. Of a cubic track, tangents
---may follow the value; outside its keys the facing tangent of the outermost key, idle until then, shapes the new segment.
---@param time number seconds, not negative
---@param ... number|number[]|nil the value, as numbers or a table, then in-tangent and out-tangent as tables
---@return integer key the index of the new key
function Track:insert_key(time, ...) end

---Removes a key. The last one cannot be removed.
---@param key integer
---@return number time
---@return number|number[] ... the value, and of a cubic track both tangents as tables: `t:insert_key(t:remove_key(k))` changes nothing
function Track:remove_key(key) end

---Moves a key in time, past others if need be; among equal times it comes last.
---@param key integer
---@param time number seconds, not negative
---@return integer key its new index
---@return number old_time
function Track:move_key(key, time) end

---A copy that belongs to no clip.
---@return helioanim.Track copy
function Track:copy() end

---Closes this Track: using it raises from now on. The clip keeps its keys. A second time does nothing.
function Track:close() end

return Track
