---@meta

---The last seconds of a state machine: states, weights, events and poses, in a ring made once. Made by `ha.recorder(machine,
---{ seconds = 5, rate = 60, poses = true, events = 8 })`; `events` is how many are kept of a frame. `#recorder` is the number
---of frames that are kept.
---@class helioanim.Recorder
---@operator len: integer
local Recorder = {}

---Keeps this frame; call it after `update(dt)` and `evaluate(pose)`. No garbage.
---@param dt number seconds
---@param pose? helioanim.Pose
---@return helioanim.Recorder self
function Recorder:record(dt, pose) end

---From when to when frames are kept, in seconds of the recording.
---@return number first
---@return number last
function Recorder:span() end

---What was on the screen: the frame at a time or the last one before it. Nothing where nothing is recorded.
---@param time number seconds of the recording
---@param pose? helioanim.Pose becomes the recorded pose
---@return number? time
---@return string? state
---@return number? weight how far it was faded in
---@return string? from the state that faded out
function Recorder:at(time, pose) end

---Iterates over the recorded events: time of the recording, name, clip seconds, weight.
---@param from? number
---@param to? number
---@return fun(): number?, string?, number?, number? next
function Recorder:events(from, to) end

---The recording as text: a line for each change of state and each event.
---@return string text
function Recorder:text() end

---Keeps no more frames until `resume`, so that a moment of interest is not overwritten.
---@return helioanim.Recorder self
function Recorder:pause() end

---Goes on recording.
---@return helioanim.Recorder self
function Recorder:resume() end

return Recorder
