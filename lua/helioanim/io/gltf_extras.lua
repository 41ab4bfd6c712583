-- Events and sync markers in the extras of a glTF animation:
--
--   "extras": { "helioanim": { "events": [ { "time": 0.4, "name": "step", "payload": "left" } ],
--                              "markers": [ { "name": "L", "phase": 0 }, { "name": "R", "phase": 0.5 } ] } }
--
-- An entry may also be a list: [0.4, "step", "left"], ["L", 0]. Other keys are left for scripts (doc.clip_extras). What
-- is wrong is passed over with a warning: extras are anybody's.

local COSTS = require('helioanim.io.budget').COSTS
local float32 = require 'helioanim.io.float32'
local json = require 'helioanim.io.json'

local gltf_extras = {}

local function entries(list, what, where, warn)
  if list == nil then return {} end
  if type(list) == 'table' and (next(list) == nil or list[1] ~= nil) then return list end
  warn('%s: extras.helioanim.%s is no list', where, what)
  return {}
end

local function read_event(event, i)
  if type(event) ~= 'table' then return nil end
  local time, name, payload = event.time or event[1], event.name or event[2], event.payload
  if payload == nil then payload = event[3] end
  if payload == json.null then payload = nil end
  if type(time) ~= 'number' or type(name) ~= 'string' then return nil end
  if not (time >= 0 and time < math.huge) then return nil end
  return { time = time, name = name, payload = payload, place = i }
end

-- glTF's times are float32, those of extras are not: 0.7 is meant to be the end of a clip that ends at 0.69999998807.
local function fit_end(time, duration)
  local is_end = time > duration and float32.round(time) == duration
  return is_end and duration or time
end

local function comes_before(a, b)
  if a.time ~= b.time then return a.time < b.time end
  return a.place < b.place
end

-- In order of time, so that each is appended: the order of the file could make every one move all others.
local function add_events(clip, list, where, reading)
  local events = {}
  for i, event in ipairs(entries(list, 'events', where, reading.warn)) do
    local known = read_event(event, i)
    if known then
      reading.budget:spend(COSTS.event + #known.name, where)
      events[#events + 1] = known
    else
      reading.warn('%s: event %d of its extras has no time and name', where, i)
    end
  end
  table.sort(events, comes_before)
  for _, event in ipairs(events) do clip:add_event(fit_end(event.time, clip.duration), event.name, event.payload) end
end

local function set_markers(clip, list, where, warn)
  local markers = {}
  for i, marker in ipairs(entries(list, 'markers', where, warn)) do
    if type(marker) ~= 'table' then return warn('%s: marker %d of its extras is no name and phase', where, i) end
    markers[i] = { marker.name or marker[1], marker.phase or marker[2] }
  end
  local ok, message = pcall(clip.set_markers, clip, markers)
  if not ok then
    local reason = message:match "^bad argument #%d+ to '.-' %((.*)%)$" or message
    warn('%s: the markers of its extras: %s', where, reason)
  end
end

-- Gives a clip the events and markers of its animation's extras. `where` names the animation; `reading`: budget, warn.
function gltf_extras.apply(clip, extras, where, reading)
  local ours = type(extras) == 'table' and extras.helioanim or nil
  if ours == nil then return end
  if type(ours) ~= 'table' then return reading.warn('%s: extras.helioanim is no object', where) end
  add_events(clip, ours.events, where, reading)
  set_markers(clip, ours.markers, where, reading.warn)
end

return gltf_extras
