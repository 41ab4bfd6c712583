---@meta

---A named list of tracks with a duration. `#clip` is the number of tracks.
---
---A clip that was made for a skeleton (one of a Document, or by `ha.clip { skeleton = }`) is bound to it and raises on
---a pose of another. Any other clip finds the joints by name in the skeleton of each pose it meets, and remembers.
---Two clips are equal when they share their tracks, as a clip and its views by `bind` do.
---@class helioanim.Clip
---@field name string empty where it has none
---@field duration number seconds; writing nil returns to the largest key time
---@field looping boolean whether it was made to loop: the last key repeats the first
---@field revision integer grows with every change of the clip or of one of its tracks
---@field skeleton helioanim.Skeleton? that it is bound to
---@operator len: integer
local Clip = {}

---Writes the clip at a time into a pose: the channels that its tracks drive, marked as touched; the others stay as they
---are. The time is clamped, never wrapped. No garbage, once clip and skeleton have met.
---@param pose helioanim.Pose
---@param time number seconds
---@return helioanim.Pose pose
function Clip:sample(pose, time) end

---Finds a track: `clip:track(3)` by its place, `clip:track('Hips', 'rotation')` by joint and channel,
---`clip:track('fov', 'float')` by name. The same object every time.
---@param which integer|string its place, where it stands alone; else a joint, or the name of a float
---@param channel? helioanim.Channel default the joint's first track of any channel
---@return helioanim.Track? track
---@return string? message with the nearest name
---@return string? code
function Clip:track(which, channel) end

---Iterates over the tracks: `for place, track in clip:tracks() do`.
---@return fun(clip: helioanim.Clip, place: integer): integer?, helioanim.Track? next
---@return helioanim.Clip clip
---@return integer before_first
function Clip:tracks() end

---The joints that the clip drives, each once in the order of its tracks: indices where the clip is bound to a skeleton,
---else names (indices where a track knows nothing else). The list is made again only after tracks came or went; leave
---it as it is.
---@return helioanim.Joint[] joints
function Clip:joints() end

---The box of a skin over the whole clip, for culling without posing: no vertex leaves it at any time, blended linearly and
---with morph weights from 0 to 1. Between two looks at the clip it allows for as much as the speeds of all joints may
---bend the way of a vertex.
---@param skin helioanim.Skin
---@param fps? number how often the clip is looked at, beside all keys; more gives a tighter box; default 60
---@return number ... least x, y, z, largest x, y, z
function Clip:bounds(skin, fps) end

---A player of the clip, stopped at first.
---@param options? helioanim.PlayerOptions
---@return helioanim.Player player
function Clip:player(options) end

---Adds an event. Events are told by players that pass it. They stay when `assign` replaces the tracks.
---@param time number seconds, from 0 on
---@param name string
---@param payload? any handed on with the event
---@return integer id
function Clip:add_event(time, name, payload) end

---Takes an event out.
---@param id integer from `add_event` or `events`
---@return boolean removed whether there was one
function Clip:remove_event(id) end

---Iterates over the events by time, those of one time in the order of authoring:
---`for id, time, name, payload in clip:events() do`. Events may be removed and added meanwhile.
---@return fun(clip: helioanim.Clip, id: integer?): integer?, number, string, any next
---@return helioanim.Clip clip
---@return nil
function Clip:events() end

---Replaces the sync markers: `clip:set_markers { { 'L', 0 }, { 'R', 0.5 } }`. Names may repeat: two strides are
---`L R L R`.
---@param markers { [1]: string, [2]: number }[] names and phases in [0, 1), increasing
---@return helioanim.Clip self
function Clip:set_markers(markers) end

---The sync markers, as a new table.
---@return { [1]: string, [2]: number }[] markers names and phases
function Clip:markers() end

---A view of the clip for a skeleton, with joints found by name. It shares the tracks.
---@param skeleton helioanim.Skeleton
---@return helioanim.Clip view
---@return (string|integer)[] unmatched joints that the skeleton lacks, each once: names, or indices where unnamed
function Clip:bind(skeleton) end

---Adds a track. A Track that is on its own becomes the clip's; one of another clip is copied.
---@param track helioanim.Track|helioanim.TrackOptions
---@return helioanim.Track track
function Clip:add_track(track) end

---Takes a track out.
---@param track integer|helioanim.Track its place, or itself
---@return helioanim.Track track on its own from now on
function Clip:remove_track(track) end

---Replaces tracks, duration and looping by copies of another clip's, all or nothing: for reloading what plays. The name
---stays. Tracks that are held elsewhere live on without a clip.
---@param other helioanim.Clip
---@return helioanim.Clip self
function Clip:assign(other) end

---Closes the clip: it, its views and its tracks raise from now on. Closing a view closes the view alone. A second time
---does nothing.
function Clip:close() end

return Clip
