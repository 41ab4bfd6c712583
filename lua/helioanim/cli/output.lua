-- What the commands leave behind.

local failure = require 'helioanim.io.failure'
local file_writer = require 'helioanim.io.file_writer'
local input = require 'helioanim.cli.input'

local output = {}

-- Writes a file whole, or ends the command and leaves what was there.
function output.save(path, text)
  local ok, message = failure.catch(file_writer.replace, path, text)
  if not ok then input.data_error('%s', message) end
end

return output
