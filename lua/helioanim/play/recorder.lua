-- Records the last seconds of a state machine: states, weights, events and poses, in a ring made once. Afterwards any
-- moment can be looked at: what happened there?
--
-- A frame is kept under its number; those older than the ring are lost.

local check = require 'helioanim.util.check'

local Recorder = { __name = 'helioanim.Recorder' }
Recorder.__index = Recorder

local recorder = {}

local OPTIONS = { seconds = true, rate = true, poses = true, events = true }

-- How much is kept: `seconds` at `rate` frames a second (default 5 at 60), with poses unless false, and up to `events`
-- events a frame (default 8).
function recorder.new(machine, options)
  if check.type_name(machine) ~= 'helioanim.StateMachine' then
    error(("bad argument #1 to 'recorder' (helioanim.StateMachine expected, got %s)"):format(
      check.type_name(machine)), 2)
  end
  options = options or {}
  check.call(2, check.keys, options, OPTIONS, 'recorder')
  local seconds = check.call(2, check.number, options.seconds, 'recorder.seconds', 5, 0, 3600)
  local rate = check.call(2, check.number, options.rate, 'recorder.rate', 60, 1, 1000)
  local most = check.call(2, check.number, options.events, 'recorder.events', 8, 0, 1000)
  local self = setmetatable({
    machine = machine, size = math.max(1, math.ceil(seconds * rate)), most = math.floor(most), time = 0, last = 0,
    frames = {}, recording = true,
  }, Recorder)
  for i = 1, self.size do
    local frame = { time = 0, state = '', weight = 1, from = nil, count = 0, lost = 0, names = {}, times = {},
                    weights = {}, pose = nil }
    for e = 1, self.most do frame.names[e], frame.times[e], frame.weights[e] = '', 0, 0 end
    frame.from = false
    frame.pose = options.poses ~= false and machine.skeleton:new_pose() or false
    self.frames[i] = frame
  end
  return self
end

local function keep_events(self, frame)
  frame.count, frame.lost = 0, 0
  for name, time, weight in self.machine:events() do
    if frame.count < self.most then
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
  if not self.recording then return self end
  self.time = self.time + dt
  self.last = self.last + 1
  local frame = self.frames[(self.last - 1) % self.size + 1]
  frame.time = self.time
  local state, weight, from = self.machine:state()
  frame.state, frame.weight, frame.from = state, weight, from or false
  keep_events(self, frame)
  if frame.pose and pose then frame.pose:copy(pose) end
  return self
end

-- The span of time that is kept.
function Recorder:span()
  if self.last == 0 then return 0, 0 end
  local first = math.max(1, self.last - self.size + 1)
  return self.frames[(first - 1) % self.size + 1].time, self.frames[(self.last - 1) % self.size + 1].time
end

Recorder.__len = function(self) return math.min(self.last, self.size) end

-- The frame at or before a time.
local function frame_at(self, time)
  local low, high = math.max(1, self.last - self.size + 1), self.last
  if high == 0 then return nil end
  while low < high do
    local middle = (low + high + 1) // 2
    if self.frames[(middle - 1) % self.size + 1].time <= time then low = middle else high = middle - 1 end
  end
  return self.frames[(low - 1) % self.size + 1]
end

-- What was on the screen at a time, the nearest kept frame at or before it: its time, state, weight, and the state that
-- faded out; `pose`, if given, becomes the recorded one. Nothing where nothing is recorded.
function Recorder:at(time, pose)
  local frame = frame_at(self, time)
  if not frame then return nil end
  if pose and frame.pose then pose:copy(frame.pose) end
  return frame.time, frame.state, frame.weight, frame.from or nil
end

-- Iterates over recorded events: time of the recording, name, clip seconds, weight.
function Recorder:events(from, to)
  from, to = from or -math.huge, to or math.huge
  local number, e = math.max(1, self.last - self.size + 1), 0
  return function()
    while number <= self.last do
      local frame = self.frames[(number - 1) % self.size + 1]
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
  self.recording = false
  return self
end

function Recorder:resume()
  self.recording = true
  return self
end

-- One line for each change of state, with the events between.
function Recorder:text()
  local lines, shown = {}, nil
  for number = math.max(1, self.last - self.size + 1), self.last do
    local frame = self.frames[(number - 1) % self.size + 1]
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
