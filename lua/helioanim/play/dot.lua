-- A state machine as a graph for Graphviz. A nested machine is a frame around its states, and arrows lead to the frame.

local dot = {}

local HEAD = [[
digraph machine {
  rankdir=LR; compound=true; nodesep=0.35; ranksep=0.5; fontname="sans-serif"; fontsize=12;
  node [fontname="sans-serif", fontsize=12, shape=box, style="rounded,filled", fillcolor=white, color=gray40];
  edge [fontname="sans-serif", fontsize=10, color=gray40, arrowsize=0.7];]]

local function quoted(text) return '"' .. text:gsub('[\\"]', '\\%0'):gsub('\n', '\\n') .. '"' end

local function escaped(text) return (text:gsub('[&<>]', { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;' })) end

local function condition_text(condition)
  if type(condition) == 'string' then return condition end
  local info = debug.getinfo(condition, 'S')
  return ('function, %s:%d'):format(info.short_src:match '[^/\\]*$', info.linedefined)
end

-- What a transition waits for, and below it, paler, how it fades.
local function label(row)
  local waits = {}
  if row.when then waits[#waits + 1] = escaped(condition_text(row.when)) end
  if row.unless then waits[#waits + 1] = 'not ' .. escaped(condition_text(row.unless)) end
  if row.exit then waits[#waits + 1] = ('at %g'):format(row.exit) end
  local text = table.concat(waits, '<br/>')
  if row.fade == 0 then return '<' .. text .. '>' end
  return ('<%s<br/><font color="gray50" point-size="8">%s %g s</font>>'):format(text, row.kind, row.fade)
end

local Drawing = {}
Drawing.__index = Drawing

function Drawing:line(format, ...) self.lines[#self.lines + 1] = self.indent .. format:format(...) end

function Drawing:inside(title, attributes, draw)
  self:line('subgraph %s {', quoted('cluster_' .. title))
  local outer = self.indent
  self.indent = outer .. '  '
  self:line('label=%s; style="rounded,filled"; %s', quoted(title:match '[^/]*$'), attributes)
  draw()
  self.indent = outer
  self:line '}'
end

local function start_of(spec) return quoted('start of ' .. spec.states[spec.initial].path) end

-- The node that an arrow to or from a state holds on to, and the attribute that cuts it at the frame of a nested one.
local function handle(state, cut)
  if not state.node.states then return quoted(state.path), '' end
  return start_of(state.node), (', %s=%s'):format(cut, quoted('cluster_' .. state.path))
end

function Drawing:arrows(from, tail, rows, spec)
  for _, row in ipairs(rows) do
    local to, head = handle(spec.states[row.target], 'lhead')
    self:line('%s -> %s [label=%s%s%s];', from, to, label(row), tail, head)
  end
end

-- `machine`: the instance, whose current state is marked, or nil.
function Drawing:machine(spec, machine)
  for i, state in ipairs(spec.states) do
    local is_current = machine and machine.current == i
    if state.node.states then
      local colour = is_current and 'color=goldenrod; fillcolor="#fff6d5";' or 'color=gray70; fillcolor=gray97;'
      self:inside(state.path, colour, function() self:machine(state.node, is_current and machine.nodes[i]) end)
    else
      self:line('%s [label=%s%s];', quoted(state.path), quoted(state.name), is_current and ', fillcolor=gold' or '')
    end
  end
  local initial, head = handle(spec.states[spec.initial], 'lhead')
  self:line('%s [shape=point, width=0.1, fillcolor=gray40];', start_of(spec))
  self:line('%s -> %s [weight=9%s];', start_of(spec), initial, head)
  for _, state in ipairs(spec.states) do
    local from, tail = handle(state, 'ltail')
    self:arrows(from, tail, state.to, spec)
  end
  if not spec.any[1] then return end
  local any = quoted('any of ' .. spec.states[1].path)
  self:line('%s [label="any state", style="rounded,dashed"];', any)
  self:arrows(any, '', spec.any, spec)
end

-- `machine` as above.
function dot.text(definition, machine)
  local drawing = setmetatable({ lines = {}, indent = '  ' }, Drawing)
  drawing:machine(definition.spec, machine)
  if definition.slots[1] then
    drawing:inside('slots', 'color=gray70; fillcolor=white;', function()
      for _, slot in ipairs(definition.slots) do
        drawing:line('%s [label=%s, style="rounded,dashed"];', quoted('slot ' .. slot.name), quoted(slot.name))
      end
    end)
  end
  return HEAD .. '\n' .. table.concat(drawing.lines, '\n') .. '\n}\n'
end

return dot
