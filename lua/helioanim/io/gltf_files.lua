-- The files that the buffers of a glTF file name: each is read once, whatever the paths that lead to it, and only as
-- far as the longest of its buffers.

local sources = require 'helioanim.io.source'
local uri = require 'helioanim.io.uri'
local fail = require('helioanim.io.failure').fail

local Files = {}
Files.__index = Files

-- `options`: folder (ending in a slash, or nil), reader (a function, or nil), budget, which grows by what is read.
function Files.new(options)
  return setmetatable({ folder = options.folder, reader = options.reader, budget = options.budget, known = {} }, Files)
end

local function path_of(self, text, where)
  local path = uri.to_path(text, where)
  if not self.folder then fail('unsupported', "%s: '%s': no folder to read it from", where, text) end
  return self.folder .. path
end

-- The file behind a URI, of which a buffer wants `length` bytes: for `read`, once all is wanted.
function Files:want(text, length, where)
  local path = not self.reader and path_of(self, text, where) or nil
  local key = path and sources.identity(path) or text
  local file = self.known[key] or { text = text, path = path, length = 0, where = where }
  self.known[key] = file
  file.length = math.max(file.length, length)
  return file
end

local function ask(self, file)
  local bytes, message = self.reader(file.text)
  if type(bytes) == 'string' then return #bytes > file.length and bytes:sub(1, file.length) or bytes end
  if bytes ~= nil then message = 'the reader gave a ' .. type(bytes) end
  fail('io', "%s: '%s': %s", file.where, file.text, message or 'not found')
end

local function open(self, file)
  local source = sources.open(file.path, file.where .. ': ', self.folder == '' and '.' or self.folder)
  local bytes = source:read(0, math.min(file.length, source.size))
  source:close()
  return bytes
end

-- Its bytes, as many as are wanted, or fewer where there are no more.
function Files:read(file)
  if not file.bytes then
    file.bytes = self.reader and ask(self, file) or open(self, file)
    self.budget:grow(#file.bytes)
  end
  return file.bytes
end

return Files
