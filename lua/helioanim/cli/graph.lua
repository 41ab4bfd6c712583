-- `helioanim graph FILE.lua [-o machine.svg]`: draws a state machine.

local check = require 'helioanim.util.check'
local dot = require 'helioanim.play.dot'
local input = require 'helioanim.cli.input'
local machine_definition = require 'helioanim.play.machine_definition'
local options = require 'helioanim.cli.options'
local output = require 'helioanim.cli.output'

local graph = {
  usage = 'helioanim graph FILE.lua [-o FILE.svg|FILE.dot]',
  about = 'draws the state machine that FILE.lua returns, by Graphviz; without -o its text for it',
}

local function is_machine(value)
  return machine_definition.open(value) or check.is_plain(value) and value.states ~= nil
end

-- The fields of the definition that the file returns; or, of a table of several things, of the first one that is a
-- machine, by name.
local function load_definition(path)
  local chunk, message = loadfile(path, 't')
  if not chunk then input.data_error('%s', message) end
  local ok, value = pcall(chunk)
  if not ok then input.data_error('%s: %s', path, tostring(value)) end
  if check.is_plain(value) and not is_machine(value) then
    local names = {}
    for name, each in pairs(value) do
      if type(name) == 'string' and is_machine(each) then names[#names + 1] = name end
    end
    table.sort(names)
    value = value[names[1]]
  end
  if not is_machine(value) then input.data_error('%s returns no state machine', path) end
  if machine_definition.open(value) then return machine_definition.open(value) end
  local made, definition = pcall(machine_definition.make, value)
  if not made then input.data_error('%s: %s', path, tostring(definition)) end
  return definition
end

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function draw(text, path)
  if not os.execute 'command -v dot >/dev/null 2>&1' then
    input.data_error("Graphviz is not installed: 'dot' is needed for %s (install graphviz, or write FILE.dot)", path)
  end
  local name = os.tmpname()
  output.save(name, text)
  local pipe = io.popen(('dot -T%s %s 2>/dev/null'):format(quoted(path:match '%.(%w+)$' or 'svg'), quoted(name)))
  local picture = pipe:read 'a'
  local ok = pipe:close()
  os.remove(name)
  if not ok then input.data_error("'dot' could not draw %s", path) end
  output.save(path, picture)
end

function graph.run(arguments, out)
  local given, path = options.parse(arguments, { ['-o'] = 'value' })
  local text = dot.text(load_definition(path))
  if not given.o then
    out:write(text)
  elseif given.o:find '%.dot$' then
    output.save(given.o, text)
  else
    draw(text, given.o)
  end
end

return graph
