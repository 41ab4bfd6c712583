-- A fade from one node to another. Kinds: `cross`, both sides go on; `frozen`, the old side is a snapshot; `inertial`,
-- the old side's distance and speed at the switch decay over the new side.
--
-- A fade that interrupts another starts from what is on the screen. At most two sides live: the side that was fading
-- out becomes a snapshot, mixed with the one that was fading in at the weight it had reached.

local easing = require 'helioanim.play.easing'
local motion = require 'helioanim.play.motion'
local nodes = require 'helioanim.play.nodes'

local fade = { kinds = { cross = true, frozen = true, inertial = true } }

local Fade = {}
Fade.__index = Fade

-- Uses two scratch poses from `building.base` on; the sides are to be built from base + 2 on. `may_fade`: needs a
-- snapshot; `may_inertial`: needs what inertial fades remember.
function fade.new(building, may_fade, may_inertial)
  local skeleton = building.skeleton
  local function pose_if(needed) return needed and skeleton:new_pose() or nil end
  return setmetatable({
    target = nil, source = nil, snapshot = pose_if(may_fade), has_snapshot = false, inner = 1,
    fading = false, kind = 'cross', curve = easing.curves.linear, elapsed = 0, duration = 0, w = 1,
    rel = 1, outer = 1, motion = motion.new(), enters = true,
    scratch = nodes.scratch(building, building.base), room = nodes.scratch(building, building.base + 1),
    offset = pose_if(may_inertial), speed = pose_if(may_inertial), drift = pose_if(may_inertial),
    start = pose_if(may_inertial), last = pose_if(may_inertial), before = pose_if(may_inertial),
    may_inertial = may_inertial or false, remembers = may_inertial or false, seen = 0, age = 0,
    last_age = 0, before_age = 0, speed_time = 0, drift_time = 0, keep = 1, skeleton = skeleton,
  }, Fade)
end

-- Begins to remember what inertial fades need, where only a request asks for one.
function Fade:remember()
  self.remembers = true
  if self.last then return end
  local skeleton = self.skeleton
  self.offset, self.speed, self.drift = skeleton:new_pose(), skeleton:new_pose(), skeleton:new_pose()
  self.start, self.last, self.before = skeleton:new_pose(), skeleton:new_pose(), skeleton:new_pose()
end

-- What the old side shows now.
function Fade:evaluate_from(pose)
  if not self.source then
    pose:copy(self.snapshot)
    return
  end
  self.source:evaluate(pose)
  if self.has_snapshot then pose:blend(self.snapshot, pose, self.inner) end
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

function Fade:evaluate_inertial(pose)
  self.target:evaluate(pose)
  local u, duration = self.elapsed / self.duration, self.duration
  if self.drift_time == 0 and self.elapsed >= SHORTEST and self.speed_time > 0 then
    self.drift:difference(pose, self.start)
    self.drift_time = self.elapsed
  end
  local left = speed_left(u)
  pose:add(self.offset, offset_left(u) - (1 - self.keep) * HASTE * left)
  left = left * duration * self.keep
  if self.speed_time > 0 then pose:add(self.speed, left / self.speed_time) end
  if self.drift_time > 0 then pose:add(self.drift, -left / self.drift_time) end
end

function Fade:show(pose)
  if not self.fading then
    self.target:evaluate(pose)
  elseif self.kind == 'inertial' then
    self:evaluate_inertial(pose)
  else
    self:evaluate_from(self.scratch)
    self.target:evaluate(pose)
    pose:blend(self.scratch, pose, self.w)
  end
end

function Fade:evaluate(pose)
  self:show(pose)
  if not self.remembers then return end
  if self.age > self.last_age or self.seen == 0 then
    self.last, self.before, self.before_age, self.last_age = self.before, self.last, self.last_age, self.age
    self.seen = self.seen < 2 and self.seen + 1 or 2
  end
  self.last:copy(pose)
end

-- The speed on the screen: between now, in `snapshot`, and what was last shown at another time.
function Fade:measure_speed()
  self.speed_time = 0
  if self.seen >= 1 and self.age - self.last_age >= SHORTEST then
    self.speed:difference(self.snapshot, self.last)
    self.speed_time = self.age - self.last_age
  elseif self.seen >= 2 and self.age - self.before_age >= SHORTEST then
    self.speed:difference(self.snapshot, self.before)
    self.speed_time = self.age - self.before_age
  end
end

-- The side that faded out is gone. In a sync group it still moves along, and weighs nothing there.
function Fade:drop_source()
  local source = self.source
  self.source = nil
  if source and not self.enters and source ~= self.target then source:weigh(0, 1) end
end

-- Makes the old side ready, before the new one begins.
function Fade:leave(node, kind)
  if kind == 'cross' and node ~= self.target and (not self.fading or self.kind ~= 'inertial') then
    local old = self.fading
    if old then
      self:evaluate_from(self.scratch)
      self.snapshot:copy(self.scratch)
    end
    self:drop_source()
    self.has_snapshot, self.inner, self.source = old, old and self.w or 1, self.target
    return
  end
  self:show(self.room)
  self.snapshot:copy(self.room)
  self:drop_source()
  self.has_snapshot, self.inner = true, 1
end

-- How much of the speed on the screen a new inertial fade goes on with. Where another one has just begun, speed and
-- distance have not decayed: gone on with again and again they would grow. The new one shrinks the distance instead.
function Fade:speed_to_keep()
  if not (self.fading and self.kind == 'inertial') then return 1 end
  local twice = 2 * self.elapsed / self.duration
  return twice < 1 and twice or 1
end

-- Begins to fade to a node, which is entered. duration 0: it is there at once.
function Fade:to(node, duration, kind, curve)
  if self.target and duration > 0 then
    if kind == 'inertial' then self:remember() end
    local keep = self:speed_to_keep()
    self:leave(node, kind)
    self.keep, self.speed_time, self.drift_time = 1, 0, 0
    if self.enters then node:enter() end
    self.target, self.kind, self.curve, self.duration = node, kind, curve, duration
    self.elapsed, self.w, self.fading = 0, 0, true
    if kind == 'inertial' then
      self.keep = keep
      self:measure_speed()
      node:evaluate(self.start)
      self.offset:difference(self.snapshot, self.start)
    end
  else
    if self.enters then node:enter() end
    self.target = node
    self:finish()
    self.seen = 0 -- a cut is no speed
  end
  self:weigh(self.rel, self.outer)
end

function Fade:finish()
  self:drop_source()
  self.fading, self.has_snapshot, self.inner, self.w = false, false, 1, 1
  self.kind, self.elapsed, self.duration, self.speed_time, self.drift_time = 'cross', 0, 0, 0, 0
  self.keep = 1
end

-- Shows a node at once, as if nothing had been before.
function Fade:begin(node)
  self.seen, self.age, self.last_age, self.before_age, self.remembers = 0, 0, 0, 0, self.may_inertial
  self:to(node, 0)
end

function Fade:weigh(rel, outer)
  self.rel, self.outer = rel, outer
  local w = self.kind == 'inertial' and 1 or self.w
  self.target:weigh(rel * w, outer)
  if self.source then self.source:weigh(rel * (1 - w) * self.inner, outer) end
end

function Fade:eased()
  local w = self.curve(self.elapsed / self.duration)
  return w < 0 and 0 or w > 1 and 1 or w
end

-- Moves both sides; what the new one left unspent.
function Fade:advance(dt)
  if self.remembers then self.age = self.age + dt end
  if self.fading then
    self.elapsed = self.elapsed + dt
    if self.elapsed >= self.duration then
      self:finish()
    else
      self.w = self:eased()
    end
    self:weigh(self.rel, self.outer)
    if self.source then self.source:advance(dt) end
  end
  return self.target:advance(dt)
end

-- The new side began `late` seconds before the end of a move that the old one has made already.
function Fade:catch_up(late)
  if self.fading then
    self.elapsed = late
    if late >= self.duration then self:finish() else self.w = self:eased() end
    self:weigh(self.rel, self.outer)
  end
  return self.target:advance(late)
end

local FORMAT = '<BBBBI1dddddddddddd'
local KINDS = { 'cross', 'frozen', 'inertial', cross = 1, frozen = 2, inertial = 3 }

-- The poses that matter for what comes; what others hold is left from before.
local function kept_poses(self)
  local names = {}
  local is_inertial = self.kind == 'inertial'
  if self.fading and self.has_snapshot and not is_inertial then names[1] = 'snapshot' end
  if not self.remembers then return names end
  if self.seen >= 1 then names[#names + 1] = 'last' end
  if self.seen >= 2 then names[#names + 1] = 'before' end
  if not (self.fading and is_inertial) then return names end
  names[#names + 1], names[#names + 2] = 'offset', 'start'
  if self.speed_time > 0 then names[#names + 1] = 'speed' end
  if self.drift_time > 0 then names[#names + 1] = 'drift' end
  return names
end

-- `index_of`: node -> number. The curve is found again by whoever began the fade.
function Fade:save(out, index_of)
  out[#out + 1] = string.pack(FORMAT, self.fading and 1 or 0, self.has_snapshot and 1 or 0, self.remembers and 1 or 0,
    self.seen, KINDS[self.kind], self.inner, self.elapsed, self.duration, self.w, self.rel, self.outer, self.age,
    self.seen > 0 and self.last_age or 0, self.seen > 1 and self.before_age or 0, self.speed_time, self.drift_time,
    self.keep)
  out[#out + 1] = string.pack('<i4i4', index_of(self.target), self.source and index_of(self.source) or 0)
  for _, name in ipairs(kept_poses(self)) do out[#out + 1] = self[name]:save() end
end

-- `node_at`: number -> node.
function Fade:restore(reader, node_at)
  local fading, has_snapshot, remembers, kind
  fading, has_snapshot, remembers, self.seen, kind, self.inner, self.elapsed, self.duration, self.w, self.rel,
    self.outer, self.age, self.last_age, self.before_age, self.speed_time, self.drift_time, self.keep =
    reader:unpack(FORMAT)
  self.fading, self.has_snapshot, self.kind = fading == 1, has_snapshot == 1, KINDS[kind] or reader:fail()
  self.remembers = false
  if remembers == 1 then self:remember() end
  local target, source = reader:unpack '<i4i4'
  self.target, self.source = node_at(target) or reader:fail(), node_at(source)
  for _, name in ipairs(kept_poses(self)) do
    if not self[name] then reader:fail() end
    self[name]:restore(reader:text())
  end
end

local CARRIED = { 'fading', 'has_snapshot', 'inner', 'kind', 'elapsed', 'duration', 'w', 'rel', 'outer', 'seen', 'age',
                  'last_age', 'before_age', 'speed_time', 'drift_time', 'keep' }

-- Goes on where another fade stands. `ours`: its nodes -> those that replace them. Where the side that fades out is
-- gone, it stands as it looks now.
function Fade:take_over(old, ours)
  if old.fading and not self.snapshot then
    self.target = ours[old.target]
    return
  end
  if old.remembers then self:remember() end
  for _, name in ipairs(CARRIED) do self[name] = old[name] end
  self.target, self.source = ours[old.target], old.source and ours[old.source]
  for _, name in ipairs(kept_poses(self)) do self[name]:copy(old[name]) end
  if old.source and not self.source then
    old:evaluate_from(self.snapshot)
    self.has_snapshot, self.inner = true, 1
  end
end

function Fade:root_motion()
  if not self.fading or self.kind == 'inertial' then return self.target:root_motion() end
  local sum = self.motion:clear()
  sum:add(self.w, self.target:root_motion())
  local rest = 1 - self.w
  if self.source then sum:add(rest * self.inner, self.source:root_motion()) end
  sum:add(rest * (1 - (self.source and self.inner or 0)), 0, 0, 0, 0, 0, 0, 1)
  return sum:get()
end

return fade
