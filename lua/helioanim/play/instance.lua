-- What a definition becomes for one character: the machine, its slots, and the clips in both. `ha.state_machine` holds
-- one, and another one after `replace`.

local carry = require 'helioanim.play.carry'
local nodes = require 'helioanim.play.nodes'
local slots = require 'helioanim.play.slots'

local instance = {}

local Instance = {}
Instance.__index = Instance

local function signature(def, leaves)
  local names = {}
  for i, leaf in ipairs(leaves) do names[i] = leaf.spec.clip.name or '' end
  return table.concat(def.spec.names, ',') .. '|' .. table.concat(names, ',')
end

-- What parameters and triggers are at first, where they are new. The names of those, to take them back.
local function introduce(def, params, triggers)
  local added = { params = {}, triggers = {} }
  for name, default in pairs(def.params) do
    if params[name] == nil then params[name], added.params[name] = default, true end
  end
  for name in pairs(def.conditions) do
    if triggers[name] == nil then triggers[name], added.triggers[name] = false, true end
  end
  return added
end

local function build(def, sm)
  local building = nodes.new_build(sm.skeleton)
  building.params, building.triggers, building.clock = sm.params, sm.triggers, sm.clock
  building.notices, building.face = sm.told, sm
  local machine = nodes.build(def.spec, building)
  local self = setmetatable({
    definition = def, machine = machine, slots = slots.build(def.slots, building), leaves = building.leaves,
    walk = nodes.new_walk(building.leaves, sm.clock), signature = signature(def, building.leaves),
  }, Instance)
  machine:enter()
  machine:weigh(1, 1)
  return self
end

-- Of a definition, in its first state. `sm` brings skeleton, params, triggers, clock, and where notices go (told).
-- Where it fails, `sm` is as it was.
function instance.build(def, sm)
  local added = introduce(def, sm.params, sm.triggers)
  local ok, made = pcall(build, def, sm)
  if ok then return made end
  for name in pairs(added.params) do sm.params[name] = nil end
  for name in pairs(added.triggers) do sm.triggers[name] = nil end
  error(made, 0)
end

-- The pose of the states and the slots over them.
function Instance:evaluate(pose)
  self.machine:evaluate(pose)
  local list = self.slots
  for i = 1, #list do
    if list[i].on then list[i]:evaluate(pose) end
  end
end

-- The states that it is in, from the outermost to the innermost.
function Instance:paths()
  local paths, machine = {}, self.machine
  repeat
    paths[#paths + 1] = machine.states[machine.current].path
    machine = machine.nodes[machine.current]
  until not machine.is_machine
  return paths
end

function Instance:save(out)
  for _, slot in ipairs(self.slots) do slot:save(out) end
  self.machine:save(out)
end

function Instance:restore(reader)
  for _, slot in ipairs(self.slots) do slot:restore(reader) end
  self.machine:restore(reader)
end

-- Goes on where another instance of the character stands, as far as names survive.
function Instance:take_over(old)
  carry.node(self.machine, old.machine)
  self.machine:weigh(1, 1)
  for _, slot in ipairs(self.slots) do
    local index = old.definition.slots.index_of[slot.name]
    if index then slot:take_over(old.slots[index]) end
  end
end

return instance
