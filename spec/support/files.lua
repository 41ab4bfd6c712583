-- Whole files, in and out.

local files = {}

-- The bytes of a file, or nil where there is none.
function files.read(path)
  local file = io.open(path, 'rb')
  if not file then return nil end
  local bytes = file:read 'a'
  file:close()
  return bytes
end

-- Writes a temporary file, which the caller removes: its path.
function files.temporary(bytes)
  local path = os.tmpname()
  local file = assert(io.open(path, 'wb'))
  file:write(bytes)
  file:close()
  return path
end

return files
