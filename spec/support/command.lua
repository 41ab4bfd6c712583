-- Runs a command of bin/helioanim in this process:
--
--   local code, out, err = command('inspect', path, '--json')

local cli = require 'helioanim.cli'

local Stream = {}
Stream.__index = Stream

function Stream:write(...)
  for i = 1, select('#', ...) do self[#self + 1] = tostring((select(i, ...))) end
  return self
end

function Stream:flush() return self end

local function new_stream() return setmetatable({}, Stream) end

return function(...)
  local out, err = new_stream(), new_stream()
  return cli.main({ ... }, out, err), table.concat(out), table.concat(err)
end
