-- A fade from one node to another. Kinds: `cross`, both sides go on; `frozen`, the old side is a snapshot; `inertial`,
-- the old side's distance and speed at the switch decay over the new side.
--
-- A fade that interrupts another starts from what is on the screen. At most two sides live: the side that was fading
-- out becomes a snapshot, mixed with the one that was fading in at the weight it had reached.

local easing = require 'helioanim.play.easing'
local inertia = require 'helioanim.play.inertia'
local motion = require 'helioanim.play.motion'
local nodes = require 'helioanim.play.nodes'

local fade = { kinds = { cross = true, frozen = true, inertial = true } }

local Fade = {}
Fade.__index = Fade

-- Uses two scratch poses from `building.base` on; the sides are to be built from base + 2 on. `may_fade`: needs a
-- snapshot; `may_inertial`: remembers what inertial fades need, from the beginning.
function fade.new(building, may_fade, may_inertial)
  local skeleton = building.skeleton
  return setmetatable({
    target = nil, source = nil, snapshot = may_fade and skeleton:new_pose() or nil, has_snapshot = false, inner = 1,
    fading = false, kind = 'cross', curve = easing.curves.linear, elapsed = 0, duration = 0, w = 1,
    rel = 1, outer = 1, motion = motion.new(), before = motion.new(), share = 0, enters = true,
    scratch = nodes.scratch(building, building.base), room = nodes.scratch(building, building.base + 1),
    may_inertial = may_inertial or false, remembers = may_inertial or false,
    inertia = may_inertial and inertia.new(skeleton) or false, skeleton = skeleton,
  }, Fade)
end

-- Begins to remember what inertial fades need, where only a request asks for one.
function Fade:remember()
  if self.remembers then return end
  self.remembers, self.inertia = true, self.inertia or inertia.new(self.skeleton)
  self.inertia:forget()
  self.inertia:rest()
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

function Fade:show(pose)
  if not self.fading then
    self.target:evaluate(pose)
  elseif self.kind == 'inertial' then
    self.target:evaluate(pose)
    self.inertia:apply(pose, self.elapsed, self.duration)
  else
    self:evaluate_from(self.scratch)
    self.target:evaluate(pose)
    pose:blend(self.scratch, pose, self.w)
  end
end

function Fade:evaluate(pose)
  self:show(pose)
  if self.remembers then self.inertia:note(pose) end
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

-- Begins to fade to a node, which is entered. duration 0: it is there at once.
function Fade:to(node, duration, kind, curve)
  if self.target and duration > 0 then
    local is_inertial = kind == 'inertial'
    local keep = is_inertial and self.kind == kind and inertia.share_of(self.elapsed, self.duration) or 1
    if is_inertial then self:remember() end
    self:leave(node, kind)
    if self.inertia then self.inertia:rest() end
    if self.enters then node:enter() end
    self.target, self.kind, self.curve, self.duration = node, kind, curve, duration
    self.elapsed, self.w, self.fading = 0, 0, true
    if is_inertial then self.inertia:begin(self.snapshot, node, keep) end
  else
    if self.enters then node:enter() end
    self.target = node
    self:finish()
    if self.inertia then self.inertia.seen = 0 end -- a cut is no speed
  end
  self:weigh(self.rel, self.outer)
end

function Fade:finish()
  self:drop_source()
  self.fading, self.has_snapshot, self.inner, self.w = false, false, 1, 1
  self.kind, self.elapsed, self.duration = 'cross', 0, 0
  if self.inertia then self.inertia:rest() end
end

-- Shows a node at once, as if nothing had been before.
function Fade:begin(node)
  self.remembers, self.share = self.may_inertial, 0
  if self.inertia then self.inertia:forget() end
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
  if type(w) ~= 'number' or w ~= w then error(('easing: a number expected, got %s'):format(tostring(w)), 0) end
  return w < 0 and 0 or w > 1 and 1 or w
end

-- Moves both sides; what the new one left unspent.
function Fade:advance(dt)
  self.share = 0
  if self.remembers then self.inertia.age = self.inertia.age + dt end
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

-- A share of the last move was made before what follows in the same update, a fade that catches up.
function Fade:keep_motion(share)
  self.before:set(motion.part(share, self:root_motion()))
  self.share = share
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

local FORMAT = '<BBBBdddddd'
local KINDS = { 'cross', 'frozen', 'inertial', cross = 1, frozen = 2, inertial = 3 }

-- Whether the snapshot matters for what comes; else what it holds is left from before.
function Fade:shows_snapshot() return self.fading and self.has_snapshot and self.kind ~= 'inertial' end

-- `index_of`: node -> number. The curve is found again by whoever began the fade.
function Fade:save(out, index_of)
  out[#out + 1] = string.pack(FORMAT, self.fading and 1 or 0, self.has_snapshot and 1 or 0, self.remembers and 1 or 0,
    KINDS[self.kind], self.inner, self.elapsed, self.duration, self.w, self.rel, self.outer)
  out[#out + 1] = string.pack('<i4i4', index_of(self.target), self.source and index_of(self.source) or 0)
  if self:shows_snapshot() then out[#out + 1] = self.snapshot:save() end
  if self.remembers then self.inertia:save(out, self.kind == 'inertial') end
end

-- `node_at`: number -> node.
function Fade:restore(reader, node_at)
  local fading, has_snapshot, remembers, kind
  fading, has_snapshot, remembers, kind, self.inner, self.elapsed, self.duration, self.w, self.rel, self.outer =
    reader:unpack(FORMAT)
  self.fading, self.has_snapshot, self.kind = fading == 1, has_snapshot == 1, KINDS[kind] or reader:fail()
  local target, source = reader:unpack '<i4i4'
  self.target, self.source = node_at(target) or reader:fail(), node_at(source)
  if self:shows_snapshot() then
    if not self.snapshot then reader:fail() end
    self.snapshot:restore(reader:text())
  end
  self.remembers, self.share = false, 0
  if remembers == 0 then return end
  self:remember()
  self.inertia:restore(reader, self.kind == 'inertial')
end

local CARRIED = { 'fading', 'has_snapshot', 'inner', 'kind', 'elapsed', 'duration', 'w', 'rel', 'outer' }

-- Goes on where another fade stands. `ours`: its nodes -> those that replace them. Where the side that fades out is
-- gone, it stands as it looks now.
function Fade:take_over(old, ours)
  if old.fading and not self.snapshot then
    self.target = ours[old.target]
    return
  end
  for _, name in ipairs(CARRIED) do self[name] = old[name] end
  self.target, self.source = ours[old.target], old.source and ours[old.source]
  if self:shows_snapshot() then self.snapshot:copy(old.snapshot) end
  if old.source and not self.source then
    old:evaluate_from(self.snapshot)
    self.has_snapshot, self.inner = true, 1
  end
  if not old.remembers then return end
  self:remember()
  self.inertia:take_over(old.inertia, self.kind == 'inertial')
end

-- Of the sides as they are now; the old one's move goes on where the share before the switch ends.
function Fade:blended_motion()
  if not self.fading or self.kind == 'inertial' then return self.target:root_motion() end
  local sum = self.motion:clear()
  sum:add(self.w, self.target:root_motion())
  local rest = 1 - self.w
  if self.source then sum:add(rest * self.inner, motion.part(1 - self.share, self.source:root_motion())) end
  sum:add(rest * (1 - (self.source and self.inner or 0)), 0, 0, 0, 0, 0, 0, 1)
  return sum:get()
end

function Fade:root_motion()
  if self.share == 0 then return self:blended_motion() end
  return self.before:followed_by(self:blended_motion())
end

return fade
