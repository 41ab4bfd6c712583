-- Covers a change of what is shown: the distance from the old pose shrinks over the new one. The clips below, their
-- events and their root motion go on as if there was none.

local easing = require 'helioanim.play.easing'

local cover = {}

local Cover = {}
Cover.__index = Cover

function cover.new(skeleton)
  return setmetatable({ on = false, elapsed = 0, duration = 0, distance = false, skeleton = skeleton }, Cover)
end

-- From the pose that is on the screen to the one that is to be.
function Cover:begin(shown, now, duration)
  self.distance = self.distance or self.skeleton:new_pose()
  self.distance:difference(shown, now)
  self.on, self.elapsed, self.duration = true, 0, duration
end

function Cover:advance(dt)
  self.elapsed = self.elapsed + dt
  self.on = self.elapsed < self.duration
end

function Cover:evaluate(pose) pose:add(self.distance, 1 - easing.curves.smoother(self.elapsed / self.duration)) end

function Cover:save(out)
  out[#out + 1] = self.on and string.pack('<dd', self.elapsed, self.duration) or ''
  if self.on then out[#out + 1] = self.distance:save() end
end

function Cover:restore(reader)
  local text = reader:text()
  self.on = text ~= ''
  if not self.on then return end
  self.elapsed, self.duration = string.unpack('<dd', text)
  self.distance = self.distance or self.skeleton:new_pose()
  self.distance:restore(reader:text())
end

return cover
