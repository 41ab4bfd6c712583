-- Checking arguments, options and descriptions: which fields a table may have, what a field holds, and messages that
-- lead to the place. What is wrong is raised without a position; constructors add the caller's by `check.call`.

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

-- " (did you mean 'x'?)", where a name of the list is near enough, or nothing.
function check.nearest(name, list)
  local nearest = core.nearest(tostring(name), list)
  return nearest and (" (did you mean '%s'?)"):format(nearest) or ''
end

-- The same among the keys of a table; where none is near, the right ones.
function check.suggestion(name, known)
  local list = sorted_keys(known)
  local nearest = check.nearest(name, list)
  if nearest ~= '' or #list == 0 or #list > 12 then return nearest end
  return (' (there are: %s)'):format(table.concat(list, ', '))
end

-- Fields by name; `last` is the highest number of a field, by default without end where 1 is known.
function check.keys(description, known, where, last)
  last = last or known[1] and math.huge or 0
  for key in pairs(description) do
    if type(key) == 'string' and not known[key] then
      check.fail(where, "unknown field '%s'%s", key, check.suggestion(key, known))
    elseif type(key) ~= 'string' and not (math.type(key) == 'integer' and key >= 1 and key <= last) then
      check.fail(where, 'unknown field [%s]', tostring(key))
    end
  end
end

-- Where an option stands, for messages.
function check.field(title, key) return ("%s: field '%s'"):format(title, key) end

-- A table of options: `kinds` names its fields, each with its kind, or with true where anything may stand.
function check.options(given, kinds, title)
  check.kind(given, 'table', title)
  check.keys(given, kinds, title)
  for key, value in pairs(given) do
    if kinds[key] ~= true then check.kind(value, kinds[key], check.field(title, key)) end
  end
  return given
end

function check.choice(value, known, where)
  if type(value) ~= 'string' or not known[value] then
    check.fail(where, "'%s' is none of %s", tostring(value), table.concat(sorted_keys(known), ', '))
  end
  return value
end

-- `kind` is Lua's name of a type, or a class such as 'helioanim.Clip'.
function check.kind(value, kind, where)
  if type(value) ~= kind and check.type_name(value) ~= kind then
    check.fail(where, '%s expected, got %s', kind, check.type_name(value))
  end
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

function check.above_zero(value, where, fallback)
  local number = check.number(value, where, fallback)
  if number <= 0 then check.fail(where, 'a number above 0 expected') end
  return number
end

-- Frames a second: above 0, and no more than a clip could hold.
function check.rate(value, where, fallback)
  return check.number(check.above_zero(value, where, fallback), where, nil, nil, 1e5)
end

-- A joint given by its index or its name: its index.
function check.joint(skeleton, joint, where)
  if type(joint) == 'string' then
    local found, message = skeleton:find(joint)
    return found or check.fail(where, '%s', message)
  end
  local index = math.tointeger(joint)
  if not index then check.fail(where, 'joint index or name expected, got %s', check.type_name(joint)) end
  if index < 1 or index > #skeleton then check.fail(where, 'no joint %d (there are %d)', index, #skeleton) end
  return index
end

-- 'helioanim.Clip' for a Clip, open or closed, else Lua's name of the type.
check.type_name = core._type_name

-- A table that is no object, of ours or of others.
function check.is_plain(value) return type(value) == 'table' and getmetatable(value) == nil end

-- Options as argument `index` of the function `name`: a table, an empty one where they are left out.
function check.optional(options, index, name)
  if options == nil then return {} end
  return check.argument(options, 'table', index, name)
end

-- Calls the checker `fn`; what it finds wrong becomes an error at `level`, as the caller of this would count for
-- Lua's `error`; for that, not in a tail call: `return (check.call(...))`.
function check.call(level, fn, ...)
  local function pass(ok, ...)
    if ok then return ... end
    local raised = ...
    if getmetatable(raised) == Wrong then error(raised.message, level + 1) end
    error(raised, 0)
  end
  return pass(pcall(fn, ...))
end

-- Argument `index` of the function `name`, or an error at the caller of that function.
function check.argument(value, kind, index, name)
  if type(value) == kind or check.type_name(value) == kind then return value end
  error(("bad argument #%d to '%s' (%s expected, got %s)"):format(index, name, kind, check.type_name(value)), 3)
end

return check
