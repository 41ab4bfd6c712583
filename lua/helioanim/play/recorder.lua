-- Records the last seconds of a state machine: states, weights, events and poses, in a ring made once. Afterwards any
-- moment can be looked at: what happened there?
--
-- A frame is kept under its number; those older than the ring are lost.

local check = require 'helioanim.util.check'
local seal = require 'helioanim.util.seal'

local inside = seal.inside

local Recorder = seal.class('Recorder', {}, {
  __len = function(self) return math.min(self[inside].last, self[inside].size) end,
})

local recorder = {}

local OPTIONS = { seconds = 'number', rate = 'number', poses = 'boolean', events = 'number' }

-- How much is kept: `seconds` at `rate` frames a second (default 5 at 60), with poses unless false, and up to `events`
-- events a frame (default 8).
function recorder.new(machine, options)
  check.argument(machine, 'helioanim.StateMachine', 1, 'recorder')
  options = check.optional(options, 2, 'recorder')
  check.call(2, check.options, options, OPTIONS, 'recorder')
  local seconds = check.call(2, check.number, options.seconds, 'recorder.seconds', 5, 0, 3600)
  local rate = check.call(2, check.number, options.rate, 'recorder.rate', 60, 1, 1000)
  local most = check.call(2, check.number, options.events, 'recorder.events', 8, 0, 1000)
  local fields = {
    machine = machine, size = math.max(1, math.ceil(seconds * rate)), most = math.floor(most), time = 0, last = 0,
    frames = {}, recording = true,
  }
  for i = 1, fields.size do
    local frame = { time = 0, state = '', weight = 1, from = false, count = 0, lost = 0, names = {}, times = {},
                    weights = {}, pose = options.poses ~= false and machine.skeleton:new_pose(), has_pose = false }
    for e = 1, fields.most do frame.names[e], frame.times[e], frame.weights[e] = '', 0, 0 end
    fields.frames[i] = frame
  end
  return seal.wrap(Recorder, fields)
end

local function keep_events(machine, frame, most)
  frame.count, frame.lost = 0, 0
  for name, time, weight in machine:events() do
    if frame.count < most then
      local at = frame.count + 1
      frame.count = at
      frame.names[at], frame.times[at], frame.weights[at] = name, time, weight
    else
      frame.lost = frame.lost + 1
    end
  end
end

-- Keeps this frame, after `update(dt)` and `evaluate(pose)`. Makes no garbage.
function Recorder:record(dt, pose)
  if type(dt) ~= 'number' or not (dt >= 0 and dt < math.huge) then
    error(("bad argument #1 to 'record' (seconds from 0 on expected, got %s)"):format(tostring(dt)), 2)
  end
  local tape = self[inside]
  if not tape.recording then return self end
  tape.time, tape.last = tape.time + dt, tape.last + 1
  local frame = tape.frames[(tape.last - 1) % tape.size + 1]
  frame.time = tape.time
  local state, weight, from = tape.machine:state()
  frame.state, frame.weight, frame.from = state, weight, from or false
  keep_events(tape.machine, frame, tape.most)
  frame.has_pose = frame.pose and pose ~= nil
  if frame.has_pose then frame.pose:copy(pose) end
  return self
end

-- The span of time that is kept.
function Recorder:span()
  local tape = self[inside]
  if tape.last == 0 then return 0, 0 end
  local first = math.max(1, tape.last - tape.size + 1)
  return tape.frames[(first - 1) % tape.size + 1].time, tape.frames[(tape.last - 1) % tape.size + 1].time
end

-- The frame at or before a time.
local function frame_at(tape, time)
  local low, high = math.max(1, tape.last - tape.size + 1), tape.last
  if high == 0 then return nil end
  while low < high do
    local middle = (low + high + 1) // 2
    if tape.frames[(middle - 1) % tape.size + 1].time <= time then low = middle else high = middle - 1 end
  end
  return tape.frames[(low - 1) % tape.size + 1]
end

-- What was on the screen at a time, the nearest kept frame at or before it: its time, state, weight, and the state that
-- faded out; `pose`, if given, becomes the recorded one. Nothing where nothing is recorded.
function Recorder:at(time, pose)
  check.call(2, check.number, time, 'at')
  local frame = frame_at(self[inside], time)
  if not frame then return nil end
  if pose and frame.has_pose then pose:copy(frame.pose) end
  return frame.time, frame.state, frame.weight, frame.from or nil
end

-- Iterates over recorded events: time of the recording, name, clip seconds, weight.
function Recorder:events(from, to)
  from, to = from or -math.huge, to or math.huge
  check.argument(from, 'number', 1, 'events')
  check.argument(to, 'number', 2, 'events')
  local tape = self[inside]
  local number, e = math.max(1, tape.last - tape.size + 1), 0
  return function()
    while number <= tape.last do
      local frame = tape.frames[(number - 1) % tape.size + 1]
      e = e + 1
      if e <= frame.count and frame.time >= from and frame.time <= to then
        return frame.time, frame.names[e], frame.times[e], frame.weights[e]
      end
      if e >= frame.count then number, e = number + 1, 0 end
    end
  end
end

-- Stops and goes on recording, so that a moment of interest is not overwritten.
function Recorder:pause()
  self[inside].recording = false
  return self
end

function Recorder:resume()
  self[inside].recording = true
  return self
end

-- One line for each change of state, with the events between.
function Recorder:text()
  local tape = self[inside]
  local lines, shown = {}, nil
  for number = math.max(1, tape.last - tape.size + 1), tape.last do
    local frame = tape.frames[(number - 1) % tape.size + 1]
    if frame.state ~= shown then
      shown = frame.state
      lines[#lines + 1] = ('%8.3f  %s%s'):format(frame.time, shown, frame.from and ' from ' .. frame.from or '')
    end
    for e = 1, frame.count do
      lines[#lines + 1] = ('%8.3f    %s at %.3f, weight %.2f'):format(frame.time, frame.names[e], frame.times[e],
        frame.weights[e])
    end
  end
  return table.concat(lines, '\n')
end

return recorder
