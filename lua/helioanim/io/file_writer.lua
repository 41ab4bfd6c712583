-- Writing a file so that a reader never sees half of it: into a temporary file beside it, then renamed over it.

local core = require 'helioanim.core'
local fail = require('helioanim.io.failure').fail

local file_writer = {}

-- Writes the file at `path`: nil, or what went wrong.
local function write(path, bytes)
  local file, why = io.open(path, 'wb')
  if not file then return why end
  local ok, write_why = file:write(bytes)
  local closed, close_why = file:close()
  if not ok or not closed then return ('%s: %s'):format(path, write_why or close_why) end
end

-- Replaces or makes the file at `path`, or fails and leaves what was there. A pipe or a device is written to.
function file_writer.replace(path, bytes)
  if path:find('\0', 1, true) then fail('io', "'%s' holds a NUL byte", path) end
  local is_no_file = core.why_unreadable(path) ~= nil
  local target = is_no_file and path or path .. '.part'
  local why = write(target, bytes)
  if not why and not is_no_file then
    local renamed, rename_why = os.rename(target, path)
    if not renamed then why = rename_why end
  end
  if not why then return true end
  if not is_no_file then os.remove(target) end
  fail('io', 'cannot write %s', why)
end

return file_writer
