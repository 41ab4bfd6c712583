-- What a definition becomes for one character: the machine, its slots, the clips in both, and what another instance
-- that takes its place goes on with. It is what a `StateMachine` has inside.

local core = require 'helioanim.core'
local carry = require 'helioanim.play.carry'
local cover = require 'helioanim.play.cover'
local motion = require 'helioanim.play.motion'
local nodes = require 'helioanim.play.nodes'
local notices = require 'helioanim.play.notices'
local save = require 'helioanim.play.save'
local slots = require 'helioanim.play.slots'

local instance = {}

local Instance = {}
Instance.__index = Instance

-- A number that tells which instances can restore what this one saves: those of a definition of the same shape, of a
-- skeleton of the same size.
local function signature(def, building)
  return core.checksum(('%s\n%d %d'):format(def.shape, #building.skeleton, #nodes.scratch(building, 1):save()))
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

function instance.new_shared(skeleton)
  return { skeleton = skeleton, params = {}, triggers = {}, clock = { frame = 0 }, told = notices.new(),
           cover = cover.new(skeleton), face = false }
end

local function build(def, shared)
  local building = nodes.new_build(shared.skeleton, shared.clock)
  building.params, building.triggers = shared.params, shared.triggers
  building.notices, building.face = shared.told, shared.face
  local machine = nodes.build(def.spec, building)
  local self = setmetatable({
    definition = def, machine = machine, slots = slots.build(def.slots, building), leaves = building.leaves,
    walk = nodes.new_walk(building), signature = signature(def, building),
    skeleton = shared.skeleton, params = shared.params, triggers = shared.triggers, clock = shared.clock,
    told = shared.told, cover = shared.cover, face = shared.face, motion = motion.new(),
  }, Instance)
  machine:enter()
  machine:weigh(1, 1)
  return self
end

-- Of a definition, in its first state. `shared`: skeleton, params, triggers, clock, cover, where notices go (told) and
-- the StateMachine (face), of another instance or of `instance.new_shared`. Where it fails, they are as they were.
function instance.build(def, shared)
  local added = introduce(def, shared.params, shared.triggers)
  local ok, made = pcall(build, def, shared)
  if ok then return made end
  for name in pairs(added.params) do shared.params[name] = nil end
  for name in pairs(added.triggers) do shared.triggers[name] = nil end
  error(made, 0)
end

function Instance:advance(dt)
  local clock = self.clock
  clock.frame = clock.frame + 1
  self.machine:advance(dt)
  local list = self.slots
  for i = 1, #list do
    local slot = list[i]
    if slot.on and slot:advance(dt) then self.told:add('finished', slot.spec.name) end
  end
  if self.cover.on then self.cover:advance(dt) end
end

-- The pose of the states and the slots over them.
function Instance:evaluate(pose)
  self.machine:evaluate(pose)
  local list = self.slots
  for i = 1, #list do
    if list[i].on then list[i]:evaluate(pose) end
  end
end

-- Of the states, and of the slots over them by their weights.
function Instance:root_motion()
  local x, y, z, a, b, c, d = self.machine:root_motion()
  local list = self.slots
  for i = 1, #list do
    local weight = list[i]:root_weight()
    if weight > 0 then
      local sum = self.motion:clear()
      sum:add(1 - weight, x, y, z, a, b, c, d)
      sum:add(weight, list[i].node:root_motion())
      x, y, z, a, b, c, d = sum:get()
    end
  end
  return x, y, z, a, b, c, d
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
  save.write_table(out, self.params)
  save.write_table(out, self.triggers)
  self.cover:save(out)
  for _, slot in ipairs(self.slots) do slot:save(out) end
  self.machine:save(out)
end

function Instance:restore(reader)
  save.read_table(reader, self.params)
  save.read_table(reader, self.triggers)
  self.cover:restore(reader)
  for _, slot in ipairs(self.slots) do slot:restore(reader) end
  self.machine:restore(reader)
  self.clock.frame = self.clock.frame + 1
  self.told:clear()
end

-- Goes on where another instance of the character stands, as far as names survive.
function Instance:take_over(old)
  carry.node(self.machine, old.machine)
  self.machine:weigh(1, 1)
  for _, slot in ipairs(self.slots) do
    local index = old.definition.slots.index_of[slot.spec.name]
    if index then slot:take_over(old.slots[index]) end
  end
end

return instance
