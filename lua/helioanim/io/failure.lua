-- How readers say no: `fail` raises, `catch` at the door turns it into nil, message, code. Anything else that is
-- raised in between is a fault of ours and passes through.

local wording = require 'helioanim.io.wording'

local failure = {}

local Failure = {}
Failure.__index = Failure
Failure.__tostring = function(self) return self.message end

-- Raises a failure. `code` is short and stable ('bad_data', 'unsupported', 'io', 'not_found', 'too_large').
function failure.fail(code, format, ...)
  error(setmetatable({ code = code, message = wording.format(format, ...) }, Failure), 0)
end

-- Calls f(...): its results, or nil, message, code of a failure.
function failure.catch(f, ...)
  local function pass(ok, ...)
    if ok then return ... end
    local raised = ...
    if getmetatable(raised) == Failure then return nil, raised.message, raised.code end
    error(raised, 0)
  end
  return pass(xpcall(f, function(raised)
    return type(raised) == 'string' and debug.traceback(raised, 2) or raised
  end, ...))
end

-- The same for the reading of a file: its path leads the message, unless the message tells it.
function failure.catch_in(path, f, ...)
  local result, message, code = failure.catch(f, ...)
  if result then return result end
  local shown = wording.one_line(path)
  return nil, message:find(shown, 1, true) and message or shown .. ': ' .. message, code
end

local function settle(where, ok, ...)
  if ok then return ... end
  local message = tostring((...)):gsub('^%l+: ', '')
  failure.fail('bad_data', '%s: %s', where, message)
end

-- Calls f(...) of the core with what a file holds: its results. What the core refuses is the file's failure; `where`
-- it stands there takes the place of the class that the core's message begins with.
function failure.of_core(where, f, ...) return settle(where, pcall(f, ...)) end

return failure
