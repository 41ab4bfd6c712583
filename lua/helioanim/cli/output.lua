-- What the commands print and leave behind.

local failure = require 'helioanim.io.failure'
local file_writer = require 'helioanim.io.file_writer'
local input = require 'helioanim.cli.input'
local wording = require 'helioanim.io.wording'

local output = {}

local Printer = {}
Printer.__index = Printer

-- A stream to print to. What cannot be written ends the command.
function output.printer(stream) return setmetatable({ stream = stream }, Printer) end

local function must(ok, message)
  if not ok then input.data_error('the output cannot be written: %s', message) end
end

function Printer:write(...)
  must(self.stream:write(...))
  return self
end

-- As string.format, on a line of its own, whatever the names of a file hold.
function Printer:line(format, ...) return self:write(wording.one_line(format:format(...)), '\n') end

-- Only now is all written: streams hold back what they are given.
function Printer:finish() must(self.stream:flush()) end

-- Writes a file whole, or ends the command and leaves what was there.
function output.save(path, text)
  local ok, message = failure.catch(file_writer.replace, path, text)
  if not ok then input.data_error('%s', message) end
end

return output
