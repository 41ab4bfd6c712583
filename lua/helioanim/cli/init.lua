-- The command line: chooses the command and turns what it raises into an exit code and one line on stderr.

local check = require 'helioanim.util.check'
local core = require 'helioanim.core'
local options = require 'helioanim.cli.options'
local input = require 'helioanim.cli.input'
local output = require 'helioanim.cli.output'
local wording = require 'helioanim.io.wording'

local cli = {}

-- A new command is a row here, in the order of the help.
local COMMANDS = {
  { 'inspect', require 'helioanim.cli.inspect' },
  { 'sample', require 'helioanim.cli.sample' },
  { 'validate', require 'helioanim.cli.validate' },
  { 'render', require 'helioanim.cli.render' },
  { 'graph', require 'helioanim.cli.graph' },
}

local function find_command(name)
  local names = {}
  for i, row in ipairs(COMMANDS) do
    if row[1] == name then return row[2] end
    names[i] = row[1]
  end
  options.usage_error("unknown command '%s'%s", name, check.nearest(name, names))
end

local function print_help(out)
  out:write 'usage:\n'
  for _, row in ipairs(COMMANDS) do out:write('  ', row[2].usage, '\n      ', row[2].about, '\n') end
  out:write '  helioanim --help | --version\n'
  out:write 'exit codes: 0 done, 1 bad data (one line on stderr), 2 wrong usage\n'
end

local function run(arguments, out)
  local first = arguments[1]
  if not first then options.usage_error 'a command is missing' end
  if first == '--help' or first == '-h' then return print_help(out) end
  if first == '--version' then return out:write(('helioanim %s (%s)\n'):format(core._VERSION, core.isa)) end
  local command = find_command(first)
  local rest = table.move(arguments, 2, #arguments, 1, {})
  if rest[1] == '--help' or rest[1] == '-h' then return out:write('usage: ', command.usage, '\n') end
  command.run(rest, out)
end

local function run_and_print(arguments, out)
  local printer = output.printer(out)
  run(arguments, printer)
  printer:finish()
end

local function one_line(message) return wording.one_line((tostring(message):gsub('%s*[\r\n]+%s*', ' '))) end

-- Runs the command in `arguments`; the exit code. `out` and `err` default to the standard streams.
function cli.main(arguments, out, err)
  out, err = out or io.stdout, err or io.stderr
  local ok, raised = xpcall(run_and_print, function(raised)
    if options.is_usage_error(raised) or input.is_data_error(raised) then return raised end
    return debug.traceback(tostring(raised), 2)
  end, arguments, out)
  if ok then return 0 end
  if options.is_usage_error(raised) then
    err:write('helioanim: ', one_line(raised), "; see 'helioanim --help'\n")
    return 2
  end
  err:write('helioanim: ', input.is_data_error(raised) and one_line(raised) or tostring(raised), '\n')
  return 1
end

return cli
