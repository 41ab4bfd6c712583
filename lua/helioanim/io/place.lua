-- Where in a file something stands, for messages: a table that becomes text only when it is printed, and that loops
-- reuse, so that reading thousands of elements makes no strings.
--
--   local here = place.new('accessor %d', 0);  here[1] = 7;  tostring(here) --> "accessor 7"

local place = {}

local Place = {}
Place.__index = Place
Place.__tostring = function(self) return self.format:format(table.unpack(self)) end

function place.new(format, ...)
  return setmetatable({ format = format, ... }, Place)
end

return place
