-- Events and sync markers in the extras of a glTF animation:
--
--   "extras": { "helioanim": { "events": [ { "time": 0.4, "name": "step", "payload": "left" } ],
--                              "markers": [ { "name": "L", "phase": 0 }, { "name": "R", "phase": 0.5 } ] } }
--
-- An entry may also be a list: [0.4, "step", "left"], ["L", 0]. Other keys are left for scripts (doc.clip_extras). What
-- is wrong is passed over with a warning: extras are anybody's.

local gltf_extras = {}

local function entries(list, what, where, warn)
  if list == nil then return {} end
  if type(list) == 'table' and (next(list) == nil or list[1] ~= nil) then return list end
  warn('%s: extras.helioanim.%s is no list', where, what)
  return {}
end

local function add_events(clip, list, where, warn)
  for i, event in ipairs(entries(list, 'events', where, warn)) do
    local time, name, payload
    if type(event) == 'table' then
      time, name, payload = event.time or event[1], event.name or event[2], event.payload
      if payload == nil then payload = event[3] end
    end
    local ok = type(time) == 'number' and type(name) == 'string' and pcall(clip.add_event, clip, time, name, payload)
    if not ok then warn('%s: event %d of its extras has no time and name', where, i) end
  end
end

local function set_markers(clip, list, where, warn)
  local markers = {}
  for i, marker in ipairs(entries(list, 'markers', where, warn)) do
    if type(marker) ~= 'table' then return warn('%s: marker %d of its extras is no name and phase', where, i) end
    markers[i] = { marker.name or marker[1], marker.phase or marker[2] }
  end
  local ok, message = pcall(clip.set_markers, clip, markers)
  if not ok then warn('%s: the markers of its extras: %s', where, message) end
end

-- Gives a clip the events and markers of its animation's extras. `where` names the animation.
function gltf_extras.apply(clip, extras, where, warn)
  local ours = type(extras) == 'table' and extras.helioanim or nil
  if ours == nil then return end
  if type(ours) ~= 'table' then return warn('%s: extras.helioanim is no object', where) end
  add_events(clip, ours.events, where, warn)
  set_markers(clip, ours.markers, where, warn)
end

return gltf_extras
