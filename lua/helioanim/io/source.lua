-- Where bytes come from: a file read piece by piece, or a string. Both know their size and give slices.

local core = require 'helioanim.core'
local fail = require('helioanim.io.failure').fail

local sources = {}

local Source = {}
Source.__index = Source

-- `length` bytes from `offset` (from 0) on, which must lie inside.
function Source:read(offset, length)
  if self.bytes then
    if offset == 0 and length == self.size then return self.bytes end
    return self.bytes:sub(offset + 1, offset + length)
  end
  if length == 0 then return '' end
  self.file:seek('set', offset)
  local bytes = self.file:read(length)
  if not bytes or #bytes ~= length then fail('io', "%s'%s' cannot be read", self.where, self.path) end
  return bytes
end

-- A stretch as { bytes, offset, length }, without copying where the bytes are there already.
function Source:slice(offset, length)
  if self.bytes then return { bytes = self.bytes, offset = offset, length = length } end
  return { bytes = self:read(offset, length), offset = 0, length = length }
end

function Source:close()
  if self.file then self.file:close() end
end

function sources.of_string(bytes) return setmetatable({ bytes = bytes, size = #bytes }, Source) end

-- What tells a file from every other, whatever the paths that lead to it; the path where no such file is.
function sources.identity(path) return core.file_identity(path) or path end

-- Opens a file. `where` stands before messages and names who asks. Refused are directories, pipes and devices, and,
-- where a `folder` is given, links that lead out of it.
function sources.open(path, where, folder)
  if path:find('\0', 1, true) then fail('io', "%s'%s' holds a NUL byte", where, path) end
  local why_not = core.why_unreadable(path, folder)
  if why_not then fail('io', "%s'%s' %s", where, path, why_not) end
  local file, why = io.open(path, 'rb')
  if not file then
    local code = why:find 'No such file' and 'not_found' or 'io'
    fail(code, '%scannot open %s', where, why)
  end
  local size = file:seek 'end'
  if not size or size < 0 or size == math.maxinteger then
    file:close()
    fail('io', "%s'%s' is not a plain file", where, path)
  end
  return setmetatable({ file = file, size = size, path = path, where = where }, Source)
end

return sources
