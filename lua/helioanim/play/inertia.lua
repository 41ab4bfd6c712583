-- What an inertial fade remembers: what was last on the screen, from which it takes the speed, and how far the old side
-- was from the new one at the switch. Both decay over the new side.

local inertia = {}

local Inertia = {}
Inertia.__index = Inertia

function inertia.new(skeleton)
  return setmetatable({
    last = skeleton:new_pose(), before = skeleton:new_pose(), seen = 0, age = 0, last_age = 0, before_age = 0,
    offset = skeleton:new_pose(), start = skeleton:new_pose(), keep = 1,
    speed = skeleton:new_pose(), speed_time = 0, drift = skeleton:new_pose(), drift_time = 0,
  }, Inertia)
end

-- Seconds. Shorter times tell of rounding, not of speed.
local SHORTEST = 1e-4

-- Per duration of a fade: how fast a distance that is carried over into a new fade goes on to shrink. Up to 2 it never
-- overshoots.
local HASTE = 1.5

-- 1 - 10u^3 + 15u^4 - 6u^5: from 1 to 0; speed and acceleration are 0 at both ends.
local function offset_left(u) return 1 - u * u * u * (10 + u * (u * 6 - 15)) end

-- u - 6u^3 + 8u^4 - 3u^5: from 0 to 0 with speed 1 at the start.
local function speed_left(u) return u * (1 + u * u * (u * (8 - 3 * u) - 6)) end

-- No fade is in progress.
function Inertia:rest() self.keep, self.speed_time, self.drift_time = 1, 0, 0 end

-- Nothing was on the screen.
function Inertia:forget() self.seen, self.age, self.last_age, self.before_age = 0, 0, 0, 0 end

-- A pose is on the screen; the last one of another time is kept beside it.
function Inertia:note(pose)
  if self.age > self.last_age or self.seen == 0 then
    self.last, self.before, self.before_age, self.last_age = self.before, self.last, self.last_age, self.age
    self.seen = self.seen < 2 and self.seen + 1 or 2
  end
  self.last:copy(pose)
end

-- The speed on the screen: between the pose of now and what was last shown at another time.
local function measure_speed(self, shown)
  self.speed_time = 0
  if self.seen >= 1 and self.age - self.last_age >= SHORTEST then
    self.speed:difference(shown, self.last)
    self.speed_time = self.age - self.last_age
  elseif self.seen >= 2 and self.age - self.before_age >= SHORTEST then
    self.speed:difference(shown, self.before)
    self.speed_time = self.age - self.before_age
  end
end

-- How much of the speed on the screen a new fade goes on with, after `elapsed` seconds of another one. Where that one
-- has just begun, speed and distance have not decayed: gone on with again and again they would grow. The new one
-- shrinks the distance instead.
function inertia.share_of(elapsed, duration)
  local twice = 2 * elapsed / duration
  return twice < 1 and twice or 1
end

-- From what is shown to a node.
function Inertia:begin(shown, node, keep)
  self.keep, self.drift_time = keep, 0
  measure_speed(self, shown)
  node:evaluate(self.start)
  self.offset:difference(shown, self.start)
end

-- Adds to the new side's pose what is left of the old one.
function Inertia:apply(pose, elapsed, duration)
  if self.drift_time == 0 and elapsed >= SHORTEST and self.speed_time > 0 then
    self.drift:difference(pose, self.start)
    self.drift_time = elapsed
  end
  local u = elapsed / duration
  local left = speed_left(u)
  pose:add(self.offset, offset_left(u) - (1 - self.keep) * HASTE * left)
  left = left * duration * self.keep
  if self.speed_time > 0 then pose:add(self.speed, left / self.speed_time) end
  if self.drift_time > 0 then pose:add(self.drift, -left / self.drift_time) end
end

-- The poses that matter for what comes; what others hold is left from before.
local function kept_poses(self, is_fading)
  local names = {}
  if self.seen >= 1 then names[1] = 'last' end
  if self.seen >= 2 then names[2] = 'before' end
  if not is_fading then return names end
  names[#names + 1], names[#names + 2] = 'offset', 'start'
  if self.speed_time > 0 then names[#names + 1] = 'speed' end
  if self.drift_time > 0 then names[#names + 1] = 'drift' end
  return names
end

local FORMAT = '<Bdddddd'

function Inertia:save(out, is_fading)
  out[#out + 1] = string.pack(FORMAT, self.seen, self.age, self.seen > 0 and self.last_age or 0,
    self.seen > 1 and self.before_age or 0, self.speed_time, self.drift_time, self.keep)
  for _, name in ipairs(kept_poses(self, is_fading)) do out[#out + 1] = self[name]:save() end
end

function Inertia:restore(reader, is_fading)
  self.seen, self.age, self.last_age, self.before_age, self.speed_time, self.drift_time, self.keep =
    reader:unpack(FORMAT)
  for _, name in ipairs(kept_poses(self, is_fading)) do self[name]:restore(reader:text()) end
end

function Inertia:take_over(old, is_fading)
  self.seen, self.age, self.last_age, self.before_age = old.seen, old.age, old.last_age, old.before_age
  self.speed_time, self.drift_time, self.keep = old.speed_time, old.drift_time, old.keep
  for _, name in ipairs(kept_poses(self, is_fading)) do self[name]:copy(old[name]) end
end

return inertia
