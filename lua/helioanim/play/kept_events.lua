-- What an update fired before a switch in the middle of it: read at the switch, for players that are left or begin anew
-- forget it. What is kept is told before what moves still tell. The lists are used again, so that frames make no
-- garbage.

local Kept = {}
Kept.__index = Kept

local kept_events = {}

function kept_events.new(clock)
  return setmetatable({ clock = clock, frame = -1, count = 0, names = {}, times = {}, weights = {}, lateness = {},
                        payloads = {} }, Kept)
end

-- Seconds that rounding may make between the lateness of a switch and that of an event at it.
local NEAR = 1e-9

-- Whether an event comes before the switch, at which the clip's cycle ends if it is `at_seam`: where it loops, the
-- event at its beginning is as late as the one at its end, and comes after the switch.
local function is_before(leaf, time, lateness, late, at_seam)
  if lateness > late + NEAR then return true end
  if lateness < late - NEAR then return false end
  if not at_seam or leaf.pingpong then return true end
  local player = leaf.player
  return player.rate < 0 == (time < player.duration / 2)
end

-- Whether a leaf tells an event of its last move itself: one that was left in this frame only goes on after the switch.
function kept_events.is_told(leaf, frame, time, lateness)
  if leaf.left_frame ~= frame then return true end
  return leaf.goes_on and not is_before(leaf, time, lateness, leaf.left_late, leaf.at_seam)
end

function Kept:add(name, time, weight, lateness, payload)
  local i = self.count + 1
  self.count = i
  self.names[i], self.times[i], self.weights[i], self.lateness[i] = name, time, weight, lateness
  self.payloads[i] = payload
end

function Kept:add_of(leaf, late, at_seam)
  local frame = self.clock.frame
  for name, time, weight, lateness, payload in leaf.player:events() do
    if is_before(leaf, time, lateness, late, at_seam) and kept_events.is_told(leaf, frame, time, lateness) then
      self:add(name, time, weight, lateness, payload)
    end
  end
end

-- Keeps what the leaves from `first` to `last` fired until `late` seconds before the end of the update.
function Kept:keep(leaves, first, last, late, at_seam)
  local frame = self.clock.frame
  if self.frame ~= frame then self.frame, self.count = frame, 0 end
  for n = first, last do
    local leaf = leaves[n]
    if leaf.mover.frame == frame then
      if leaf.weight > 0 then self:add_of(leaf, late, at_seam) end
      leaf.left_frame, leaf.left_late, leaf.at_seam, leaf.goes_on = frame, late, at_seam, false
    end
  end
end

-- Leaves that go on after the switch tell the rest themselves.
function kept_events.go_on(leaves, first, last)
  for n = first, last do leaves[n].goes_on = true end
end

-- The number of those of a frame.
function Kept:count_of(frame) return self.frame == frame and self.count or 0 end

function Kept:get(i) return self.names[i], self.times[i], self.weights[i], self.lateness[i], self.payloads[i] end

return kept_events
