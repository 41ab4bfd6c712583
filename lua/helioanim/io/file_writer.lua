-- Writing a file so that a reader never sees half of it: into a temporary file beside it, then renamed over it.

local fail = require('helioanim.io.failure').fail

local file_write = {}

-- Replaces or makes the file at `path`, or fails and leaves what was there.
function file_write.replace(path, bytes)
  local temporary = path .. '.part'
  local file, why = io.open(temporary, 'wb')
  if not file then fail('io', 'cannot write %s', why) end
  local ok, write_why = file:write(bytes)
  local closed, close_why = file:close()
  if ok and closed then ok, write_why = os.rename(temporary, path) end
  if ok and closed then return end
  os.remove(temporary)
  fail('io', 'cannot write %s: %s', path, write_why or close_why)
end

return file_write
