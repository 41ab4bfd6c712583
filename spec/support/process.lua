-- What the operating system knows of a Lua process, and running a script in a fresh one.

local files = require 'spec.support.files'

local process = {}

-- Resident memory in bytes, or nil where /proc does not tell.
function process.resident()
  local status = io.open '/proc/self/status'
  if not status then return nil end
  local text = status:read 'a'
  status:close()
  local kibibytes = text:match 'VmRSS:%s*(%d+) kB'
  return kibibytes and kibibytes * 1024
end

-- Whether memory is watched by AddressSanitizer, which keeps freed blocks for a while.
function process.is_sanitized() return (os.getenv 'LD_PRELOAD' or ''):find 'asan' ~= nil end

-- Runs `script` in a fresh process of the same Lua: whether it succeeded, and all it printed.
function process.run(script)
  local path = files.temporary(script)
  local pipe = assert(io.popen(('lua5.4 %s 2>&1'):format(path)))
  local output = pipe:read 'a'
  local ok = pipe:close()
  os.remove(path)
  return ok == true, output
end

return process
