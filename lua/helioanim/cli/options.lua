-- Reading a command's arguments: `--name VALUE`, `--name=VALUE`, `--flag`, and files.

local check = require 'helioanim.util.check'

local options = {}

local Usage = {}
Usage.__tostring = function(self) return self.message end

-- Raises a usage error: the command ends with exit code 2.
function options.usage_error(format, ...)
  error(setmetatable({ message = format:format(...) }, Usage), 0)
end

function options.is_usage_error(raised) return getmetatable(raised) == Usage end

local function read_option(arguments, i, known, out)
  local name, value = arguments[i]:match '^(%-%-?[%w-]+)=(.*)$'
  name = name or arguments[i]
  local kind = known[name]
  if not kind then options.usage_error("unknown option '%s'%s", name, check.suggestion(name, known)) end
  if kind == 'flag' then
    if value then options.usage_error("option '%s' takes no value", name) end
    out[name:gsub('^%-+', '')] = true
    return i
  end
  if not value then
    i = i + 1
    value = arguments[i]
    if not value then options.usage_error("option '%s' needs a value", name) end
  end
  out[name:gsub('^%-+', '')] = value
  return i
end

-- `known`: option -> 'value' or 'flag'. Returns the options by name without dashes, and the one FILE.
function options.parse(arguments, known)
  local out, files, i = {}, {}, 1
  while i <= #arguments do
    if arguments[i] == '--' then
      table.move(arguments, i + 1, #arguments, #files + 1, files)
      break
    end
    if arguments[i]:find '^%-.' then
      i = read_option(arguments, i, known, out)
    else
      files[#files + 1] = arguments[i]
    end
    i = i + 1
  end
  if #files == 0 then options.usage_error 'a FILE is missing' end
  if #files > 1 then options.usage_error("one FILE expected, got another: '%s'", files[2]) end
  return out, files[1]
end

-- A finite number, or a usage error that names the option.
function options.number(text, name)
  local number = tonumber(text)
  if not number or number ~= number or math.abs(number) == math.huge then
    options.usage_error("option '%s': '%s' is not a number", name, text)
  end
  return number
end

function options.choice(text, name, choices)
  for _, choice in ipairs(choices) do
    if text == choice then return text end
  end
  options.usage_error("option '%s': '%s' is none of %s", name, text, table.concat(choices, ', '))
end

return options
