-- Notices: what happened since it was last asked, in a ring that grows while nobody asks, but not for ever: beyond
-- MOST the oldest are lost.

local Notices = {}
Notices.__index = Notices

local LEAST, MOST = 8, 256
local notices = {}

function notices.new()
  local self = setmetatable({ kinds = {}, names = {}, size = LEAST, first = 1, count = 0, silent = false }, Notices)
  for i = 1, LEAST do self.kinds[i], self.names[i] = false, false end
  self.step = function() return self:next() end
  return self
end

local function grow(self)
  local kinds, names = {}, {}
  for i = 1, self.count do
    local at = (self.first + i - 2) % self.size + 1
    kinds[i], names[i] = self.kinds[at], self.names[at]
  end
  self.kinds, self.names, self.first, self.size = kinds, names, 1, 2 * self.size
  for i = self.count + 1, self.size do kinds[i], names[i] = false, false end
end

function Notices:add(kind, name)
  if self.silent then return end
  if self.count == self.size then
    if self.size < MOST then
      grow(self)
    else
      self.first, self.count = self.first % self.size + 1, self.count - 1
    end
  end
  local at = (self.first + self.count - 1) % self.size + 1
  self.kinds[at], self.names[at] = kind, name
  self.count = self.count + 1
end

function Notices:next()
  if self.count == 0 then return nil end
  local at = self.first
  self.first, self.count = at % self.size + 1, self.count - 1
  return self.kinds[at], self.names[at]
end

function Notices:start() return self.step end

function Notices:clear() self.count = 0 end

return notices
