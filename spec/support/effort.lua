-- A call held to a budget of VM instructions and memory: counts instead of a clock, so that a slow machine changes
-- nothing.

local effort = {}

effort.INSTRUCTIONS, effort.KIBIBYTES = 30e6, 64 * 1024

local STEP = 1000 -- instructions between two looks at the budget

-- Calls f(...), and ends it when the instructions run out, even where f catches errors.
local function run(f, ...)
  local count = 0
  debug.sethook(function()
    count = count + STEP
    if count > effort.INSTRUCTIONS then error('out of instructions', 2) end
  end, '', STEP)
  local results = table.pack(pcall(f, ...))
  debug.sethook()
  return count, results
end

-- Calls f(...) with at most `kibibytes` of new memory: what was wrong or nil, then the results.
function effort.hold(kibibytes, f, ...)
  collectgarbage()
  local before = collectgarbage 'count'
  local instructions, results = run(f, ...)
  local used = collectgarbage 'count' - before
  if instructions > effort.INSTRUCTIONS then return ('it ran more than %d instructions'):format(effort.INSTRUCTIONS) end
  if not results[1] then return 'it raised ' .. tostring(results[2]) end
  if used > kibibytes then return ('it took %.0f KiB'):format(used) end
  return nil, table.unpack(results, 2, results.n)
end

return effort
