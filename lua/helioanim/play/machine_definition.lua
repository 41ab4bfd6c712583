-- Checks the description of a state machine once, for any number of instances.

local check = require 'helioanim.util.check'
local easing = require 'helioanim.play.easing'
local fade = require 'helioanim.play.fade'
local machine_node = require 'helioanim.play.machine_node'
local nodes = require 'helioanim.play.nodes'
local seal = require 'helioanim.util.seal'
local slots = require 'helioanim.play.slots'

local machine_definition = {}

local MACHINE = { initial = true, states = true, any = true, fade = true, kind = true, easing = true }
local TOP = { params = true, slots = true, root = true, name = true }
for key in pairs(MACHINE) do TOP[key] = true end
local STATE = { node = true, machine = true, to = true, on_request = true }
local TRANSITION = {
  when = true, unless = true, exit = true, fade = true, kind = true, easing = true, self = true, true,
}

local function compile_condition(value, compiling, where)
  if type(value) == 'string' then
    compiling.conditions[value] = true
  elseif value ~= nil and type(value) ~= 'function' then
    check.fail(where, 'a function or the name of a parameter expected, got %s', check.type_name(value))
  end
  return value
end

local function compile_flag(value, where)
  return value ~= nil and check.kind(value, 'boolean', where)
end

local function compile_fade(row, machine, where)
  local kind = row.kind or machine.kind or 'cross'
  local own = check.number(machine.fade, where .. '.fade', 0, 0)
  return check.number(row.fade, where .. '.fade', own, 0),
    check.choice(kind, fade.kinds, where .. '.kind'),
    easing.find(row.easing or machine.easing, where .. '.easing')
end

local function compile_transition(row, spec, description, compiling, where)
  check.kind(row, 'table', where)
  check.keys(row, TRANSITION, where, 1)
  local target = spec.index_of[row[1]]
  if not target then
    check.fail(where, "unknown state '%s'%s", tostring(row[1]), check.suggestion(row[1], spec.index_of))
  end
  if row.when == nil and row.unless == nil and row.exit == nil then
    check.fail(where, "to '%s': when, unless or exit expected", row[1])
  end
  local transition = {
    target = target, when = compile_condition(row.when, compiling, where .. '.when'),
    unless = compile_condition(row.unless, compiling, where .. '.unless'),
    exit = row.exit ~= nil and check.number(row.exit, where .. '.exit', nil, 0, 1) or false,
    itself = compile_flag(row.self, where .. '.self'), where = where, when_is_name = type(row.when) == 'string',
    unless_is_name = type(row.unless) == 'string',
  }
  transition.fade, transition.kind, transition.curve = compile_fade(row, description, where)
  if transition.fade > 0 then
    spec.may_fade = true
    spec.may_inertial = spec.may_inertial or transition.kind == 'inertial'
  end
  spec.transitions[#spec.transitions + 1] = transition
  transition.index = #spec.transitions
  return transition
end

local function compile_rows(rows, spec, description, compiling, where)
  local list = {}
  if rows == nil then return list end
  check.kind(rows, 'table', where)
  for key in pairs(rows) do
    if math.type(key) ~= 'integer' or key < 1 or key > #rows then
      check.fail(where, "a list of transitions expected, got key '%s'", tostring(key))
    end
  end
  for i, row in ipairs(rows) do
    list[i] = compile_transition(row, spec, description, compiling, ('%s[%d]'):format(where, i))
  end
  return list
end

local function state_names(states, where)
  local names = {}
  for name, state in pairs(states) do
    if type(name) ~= 'string' or name == '' or name:find '/' then
      check.fail(where, "states have names without '/', got [%s]", tostring(name))
    end
    check.kind(state, 'table', where .. '.' .. name)
    check.keys(state, STATE, where .. '.' .. name)
    names[#names + 1] = name
  end
  table.sort(names)
  if #names == 0 then check.fail(where, 'no states') end
  return names
end

local function check_reachable(spec, description, where)
  local reached, todo = { [spec.initial] = true }, { spec.initial }
  local function reach(index)
    if not reached[index] then
      reached[index] = true
      todo[#todo + 1] = index
    end
  end
  for _, row in ipairs(spec.any) do reach(row.target) end
  for i, state in ipairs(spec.states) do
    if description.states[state.name].on_request then reach(i) end
  end
  while #todo > 0 do
    for _, row in ipairs(spec.states[table.remove(todo)].to) do reach(row.target) end
  end
  for i, state in ipairs(spec.states) do
    if not reached[i] then
      check.fail(('%s.%s'):format(where, state.name),
        'cannot be reached: no transition leads here (on_request = true where only request() does)')
    end
  end
end

local function compile_state(name, description, compiling, path)
  local where = path .. name
  compile_flag(description.on_request, where .. '.on_request')
  if (description.node ~= nil) == (description.machine ~= nil) then
    check.fail(where, 'either node or machine expected')
  end
  if description.machine ~= nil then
    local inner = nodes.check_plain(description.machine, where .. '.machine')
    return nodes.descend(inner, compiling, where .. '/', machine_definition.compile, MACHINE)
  end
  return nodes.compile(description.node, compiling, where .. '.node')
end

-- All transitions that may leave a state, the first one that holds wins; and whether one of them waits for a phase.
local function rows_of(spec, index)
  local rows, has_exit = {}, false
  for _, list in ipairs { spec.any, spec.states[index].to } do
    for _, row in ipairs(list) do
      if list ~= spec.any or row.target ~= index or row.itself then
        rows[#rows + 1] = row
        has_exit = has_exit or row.exit ~= false
      end
    end
  end
  return rows, has_exit
end

-- A machine, nested or not. `path` leads the names of its states.
function machine_definition.compile(description, compiling, path, known)
  local where = path == '' and 'machine' or path
  check.keys(description, known, where)
  local states = check.kind(description.states, 'table', where .. '.states')
  local spec = { name = 'machine', kind = machine_node, states = {}, index_of = {}, transitions = {}, any = {},
                 has_root = false, parts = {} }
  spec.names = state_names(states, where .. '.states')
  for i, name in ipairs(spec.names) do spec.index_of[name] = i end
  spec.label = table.concat(spec.names, ',')
  spec.initial = spec.index_of[description.initial]
  if not spec.initial then
    check.fail(where .. '.initial', "unknown state '%s'%s", tostring(description.initial),
      check.suggestion(description.initial, spec.index_of))
  end
  local default = { index = 0 }
  default.fade, default.kind, default.curve = compile_fade({}, description, where)
  spec.default, spec.may_fade = default, true -- a request may fade from anywhere
  if default.kind == 'inertial' then spec.may_inertial = true end
  for i, name in ipairs(spec.names) do
    local node = compile_state(name, states[name], compiling, path)
    spec.states[i], spec.parts[i] = { name = name, path = path .. name, node = node }, node
    spec.has_root = spec.has_root or node.has_root or false
  end
  for i, name in ipairs(spec.names) do
    spec.states[i].to = compile_rows(states[name].to, spec, description, compiling, path .. name .. '.to')
  end
  spec.any = compile_rows(description.any, spec, description, compiling, where .. '.any')
  check_reachable(spec, description, where .. '.states')
  for i, state in ipairs(spec.states) do state.rows, state.has_exit = rows_of(spec, i) end
  return spec
end

-- What saved states depend on, as text.
local function shape_of(spec, list)
  local out = {}
  nodes.write_shape(spec, out)
  for _, slot in ipairs(list) do
    out[#out + 1] = ('slot %q'):format(slot.name)
    nodes.write_shape(slot.node, out)
  end
  return table.concat(out, '\n')
end

local Definition = seal.class('MachineDefinition', {}, { __tostring = function(self)
  return ('helioanim.MachineDefinition of %d states'):format(#self[seal.inside].spec.states)
end })

-- Makes a definition of its description; for check.call.
function machine_definition.make(description)
  local compiling = nodes.new_compile(description.root)
  if description.params ~= nil then
    for name, value in pairs(check.kind(description.params, 'table', 'params')) do
      local kind = type(value)
      if type(name) ~= 'string' or kind ~= 'number' and kind ~= 'boolean' and kind ~= 'string' then
        check.fail('params', 'names with numbers, booleans or strings expected')
      end
      compiling.params[name] = kind == 'number' and check.number(value, 'params.' .. name) or value
    end
  end
  compiling.open[description] = 'the whole machine'
  local spec = machine_definition.compile(description, compiling, '', TOP)
  local list = slots.compile(description.slots, compiling)
  local self = { spec = spec, slots = list, params = compiling.params, conditions = compiling.conditions,
                 shape = shape_of(spec, list) }
  for name in pairs(compiling.conditions) do
    if self.params[name] == nil then self.params[name] = false end
  end
  return self
end

-- Checks the description of a machine; wrong ones raise. The definition makes any number of instances.
function machine_definition.new(description)
  if not check.is_plain(description) then
    error(("bad argument #1 to 'machine_definition' (table expected, got %s)"):format(check.type_name(description)), 2)
  end
  return seal.wrap(Definition, check.call(2, machine_definition.make, description))
end

-- The fields of a definition, or nil for anything else.
function machine_definition.open(value) return seal.open(value, Definition) end

return machine_definition
