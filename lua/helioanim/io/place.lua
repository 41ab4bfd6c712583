-- Where in a file something stands, for messages: a table that becomes text only when it is printed, and that loops
-- reuse, so that reading thousands of elements makes no strings.
--
--   local here = place.new('accessor %d', 0);  here[1] = 7;  tostring(here) --> "accessor 7"

local wording = require 'helioanim.io.wording'

local place = {}

local Place = {}
Place.__index = Place
Place.__tostring = function(self) return wording.format(self.format, table.unpack(self)) end

function place.new(format, ...)
  return setmetatable({ format = format, ... }, Place)
end

local Named = {}
Named.__index = Named
Named.__tostring = function(self)
  if self.name == '' then return wording.format('%s %d', self.kind, self.number) end
  return wording.format("%s %d '%s'", self.kind, self.number, self.name)
end

-- Moves on to another of the kind.
function Named:at(number, name)
  self.number, self.name = number, name or ''
  return self
end

-- The place of things with a number and perhaps a name: place.named('node'):at(3, 'arm') --> "node 3 'arm'"
function place.named(kind) return setmetatable({ kind = kind, number = 0, name = '' }, Named) end

return place
