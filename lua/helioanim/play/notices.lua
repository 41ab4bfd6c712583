-- Notices: what happened since it was last asked, in a ring that never grows. The oldest are lost beyond its size.

local Notices = {}
Notices.__index = Notices

local SIZE = 256
local notices = {}

function notices.new()
  local self = setmetatable({ kinds = {}, names = {}, first = 1, count = 0, silent = false }, Notices)
  for i = 1, SIZE do self.kinds[i], self.names[i] = false, false end
  self.step = function() return self:next() end
  return self
end

function Notices:add(kind, name)
  if self.silent then return end
  if self.count == SIZE then
    self.first = self.first % SIZE + 1
    self.count = SIZE - 1
  end
  local at = (self.first + self.count - 1) % SIZE + 1
  self.kinds[at], self.names[at] = kind, name
  self.count = self.count + 1
end

function Notices:next()
  if self.count == 0 then return nil end
  local at = self.first
  self.first, self.count = at % SIZE + 1, self.count - 1
  return self.kinds[at], self.names[at]
end

function Notices:start() return self.step end

function Notices:clear() self.count = 0 end

return notices
