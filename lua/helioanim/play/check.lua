-- Checking descriptions: which keys a table may have, what a key holds, and messages that lead to the place.
-- What is wrong is raised without a position; the constructors add the caller's by `check.call`.

local core = require 'helioanim.core'

local check = {}

local Wrong = { __name = 'helioanim.WrongDescription' }
Wrong.__tostring = function(self) return self.message end

function check.fail(where, format, ...)
  error(setmetatable({ message = where .. ': ' .. format:format(...) }, Wrong), 0)
end

local function sorted_keys(known)
  local list = {}
  for key in pairs(known) do if type(key) == 'string' then list[#list + 1] = key end end
  table.sort(list)
  return list
end

-- " (did you mean 'x'?)", or the right ones.
function check.suggestion(name, known)
  local list = sorted_keys(known)
  local nearest = core.nearest(tostring(name), list)
  if nearest then return (" (did you mean '%s'?)"):format(nearest) end
  return #list > 0 and #list <= 12 and (' (there are: %s)'):format(table.concat(list, ', ')) or ''
end

function check.keys(description, known, where)
  for key in pairs(description) do
    if type(key) == 'string' and not known[key] then
      check.fail(where, "unknown key '%s'%s", key, check.suggestion(key, known))
    elseif type(key) ~= 'string' and not (known[1] and math.type(key) == 'integer') then
      check.fail(where, 'unknown key [%s]', tostring(key))
    end
  end
end

function check.choice(value, known, where)
  if type(value) ~= 'string' or not known[value] then
    check.fail(where, "'%s' is none of %s", tostring(value), table.concat(sorted_keys(known), ', '))
  end
  return value
end

function check.kind(value, kind, where)
  if type(value) ~= kind then check.fail(where, '%s expected, got %s', kind, check.type_name(value)) end
  return value
end

-- A finite number between `low` and `high`, or the fallback for nil.
function check.number(value, where, fallback, low, high)
  if value == nil and fallback ~= nil then return fallback end
  check.kind(value, 'number', where)
  if value ~= value or value == math.huge or value == -math.huge then check.fail(where, 'must be finite') end
  if low and value < low then check.fail(where, 'at least %s expected', low) end
  if high and value > high then check.fail(where, 'at most %s expected', high) end
  return value
end

-- 'helioanim.Clip' for a Clip, else Lua's name of the type.
check.type_name = core._type_name

-- Calls the checker `fn`; what it finds wrong becomes an error at `level` of the caller.
function check.call(level, fn, ...)
  local function pass(ok, ...)
    if ok then return ... end
    local raised = ...
    if getmetatable(raised) == Wrong then error(raised.message, level + 2) end
    error(raised, 0)
  end
  return pass(pcall(fn, ...))
end

return check
