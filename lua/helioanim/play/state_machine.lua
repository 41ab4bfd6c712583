-- State machines: `ha.state_machine(definition, skeleton)` makes one for a character, to update and evaluate each
-- frame.

local check = require 'helioanim.play.check'
local definition = require 'helioanim.play.machine_definition'
local explain = require 'helioanim.play.explain'
local fade = require 'helioanim.play.fade'
local layers = require 'helioanim.play.node_layers'
local machine_node = require 'helioanim.play.machine_node'
local nodes = require 'helioanim.play.nodes'
local notices = require 'helioanim.play.notices'
local save = require 'helioanim.play.save'

local StateMachine = { __name = 'helioanim.StateMachine' }
StateMachine.__index = StateMachine

local state_machine = {}

local function build_slots(self, building)
  for i, spec in ipairs(self.definition.slots) do
    local leaf = nodes.build(spec.clip, building, 1)
    leaf:weigh(1, 1)
    self.slots[i] = { name = spec.name, leaf = leaf, player = leaf.player, weight = spec.weight, on = false,
                      fades = leaf.player.fade_in > 0 or leaf.player.fade_out > 0, fade_in = leaf.player.fade_in,
                      shown = leaf.player.fade_in > 0 and self.skeleton:new_pose() or nil, floor = 0, age = 0,
                      mask = layers.mask(spec.mask, building.skeleton) }
    leaf.player:stop()
  end
end

local function build(self, def)
  local building = nodes.new_build(self.skeleton)
  building.params, building.triggers, building.clock = self.params, self.triggers, self.clock
  building.notices, building.face = self.told, self
  for name, default in pairs(def.params) do
    if self.params[name] == nil then self.params[name] = default end
  end
  for name in pairs(def.conditions) do self.triggers[name] = false end
  self.definition, self.slots = def, {}
  self.machine = machine_node.build(def.spec, building)
  self.machine.spec = def.spec
  self.scratch = nodes.scratch(building, 1)
  build_slots(self, building)
  self.leaves = building.leaves
  self.walk = nodes.new_walk(building.leaves, self.clock)
end

-- A machine for one character. The definition is shared and stays as it is.
function state_machine.new(def, skeleton)
  if type(def) == 'table' and not getmetatable(def) then def = check.call(2, definition.new, def) end
  if not definition.is(def) then
    error(("bad argument #1 to 'state_machine' (helioanim.MachineDefinition expected, got %s)"):format(
      check.type_name(def)), 2)
  end
  if type(skeleton) ~= 'userdata' then
    error(("bad argument #2 to 'state_machine' (helioanim.Skeleton expected, got %s)"):format(type(skeleton)), 2)
  end
  local self = setmetatable({
    skeleton = skeleton, params = {}, triggers = {}, clock = { frame = 0 }, told = notices.new(), definition = nil,
    machine = nil, slots = nil, leaves = nil, walk = nil, scratch = nil,
  }, StateMachine)
  check.call(2, build, self, def)
  self.machine:enter()
  self.machine:weigh(1, 1)
  return self
end

-- --- slots ---

-- Whether a slot that was played again still fades from what it showed: `shown`, at the weight `floor`.
local function is_replayed(slot) return slot.floor > 0 and slot.age < slot.fade_in end

-- How much of a slot its fades show. Where it was played again, the new play fades in above what is left of the old
-- one, which fades out no slower than the new one does.
local function slot_weight(slot)
  if not slot.fades then return 1 end
  local weight = slot.player.weight
  if not is_replayed(slot) then return weight end
  local come = slot.age / slot.fade_in
  return weight + slot.floor * (1 - come) * (weight < come and weight / come or 1)
end

local function evaluate_slot(slot, pose)
  slot.player:evaluate(pose)
  if is_replayed(slot) then pose:blend(slot.shown, pose, slot.age / slot.fade_in) end
end

-- Begins a slot, from what it shows.
local function replay_slot(slot, scratch)
  local weight = slot.on and slot.shown and slot_weight(slot) or 0
  if weight > 0 then
    evaluate_slot(slot, scratch)
    slot.shown:copy(scratch)
  end
  slot.floor, slot.age, slot.on = weight, 0, true
  slot.player:play()
end

local function save_slot(slot, out)
  local floor = slot.on and is_replayed(slot) and slot.floor or 0
  out[#out + 1] = string.pack('<Bdd', slot.on and 1 or 0, floor, floor > 0 and slot.age or 0)
  if floor > 0 then out[#out + 1] = slot.shown:save() end
  slot.leaf:save(out)
end

local function restore_slot(slot, reader)
  local on
  on, slot.floor, slot.age = reader:unpack '<Bdd'
  slot.on = on == 1
  if slot.floor > 0 then
    if not slot.shown then reader:fail() end
    slot.shown:restore(reader:text())
  end
  slot.leaf:restore(reader)
end

-- --- a frame ---

local function advance_slots(self, dt)
  local slots = self.slots
  for i = 1, #slots do
    local slot = slots[i]
    if slot.on then
      slot.leaf.frame = self.clock.frame
      slot.age = slot.age + dt
      local contributes, unspent = slot.player:advance(dt)
      if not contributes or unspent ~= 0 then
        slot.on = false
        self.told:add('finished', slot.name)
      end
    end
  end
end

-- Moves by seconds: takes at most one transition.
function StateMachine:update(dt)
  if type(dt) ~= 'number' or not (dt >= 0 and dt < math.huge) then
    error(("bad argument #1 to 'update' (seconds from 0 on expected, got %s)"):format(tostring(dt)), 2)
  end
  self.clock.frame = self.clock.frame + 1
  self.machine:advance(dt)
  if self.slots[1] then advance_slots(self, dt) end
  return self
end

-- Writes the pose of now.
function StateMachine:evaluate(pose)
  self.machine:evaluate(pose)
  local slots = self.slots
  for i = 1, #slots do
    local slot = slots[i]
    if slot.on then
      local weight = nodes.value(slot.weight, self.params) * slot_weight(slot)
      if weight > 0 then
        evaluate_slot(slot, self.scratch)
        pose:layer(self.scratch, weight > 1 and 1 or weight, slot.mask)
      end
    end
  end
  return pose
end

-- for name, time, weight, lateness, payload in sm:events() do: what the last update fired, clip by clip.
function StateMachine:events() return self.walk:start() end

-- for what, state in sm:notices() do: 'enter', 'exit', 'finished', each told once.
function StateMachine:notices() return self.told:start() end

function StateMachine:root_motion() return self.machine:root_motion() end

-- The state, with the states nested in it ('air/fall'); how far it is faded in; the state that fades out, if any.
function StateMachine:state()
  local machine = self.machine
  local fading, weight = machine.fade.fading, machine.fade.w
  local from = fading and machine.previous > 0 and machine.states[machine.previous].path or nil
  local node = machine.nodes[machine.current]
  local path = machine.states[machine.current].path
  while node.is_machine do
    path = node.states[node.current].path
    node = node.nodes[node.current]
  end
  return path, fading and weight or 1, from
end

-- Seconds in the current state.
function StateMachine:time() return self.machine.time end

-- Pass, phase and seconds a cycle of the current state; whether it plays once; whether it is finished.
function StateMachine:cycle() return self.machine:cycle() end

-- --- steering ---

local function known(self, name, method)
  if self.triggers[name] == nil then
    error(("bad argument #1 to '%s' (no condition is called '%s'%s)"):format(method, tostring(name),
      check.suggestion(name, self.triggers)), 3)
  end
end

-- A condition that holds until a transition takes it. `false` takes it back.
function StateMachine:trigger(name, on)
  known(self, name, 'trigger')
  self.triggers[name] = on ~= false
  return self
end

-- The machine and the index of a state by its path.
local function find_state(self, path, method)
  local machine, name, rest = self.machine, path, nil
  if type(path) == 'string' and not machine.spec.index_of[path] then name, rest = path:match '^([^/]*)/(.+)$' end
  while true do
    local index = machine.spec.index_of[name]
    if not index then
      error(("bad argument #1 to '%s' (no state is called '%s'%s)"):format(method, tostring(path),
        check.suggestion(path, machine.spec.index_of)), 3)
    end
    if not rest then return machine, index end
    machine = machine.nodes[index]
    if not machine.is_machine then name, rest = nil, nil else name, rest = rest:match '^([^/]*)/?(.*)$' end
    if rest == '' then rest = nil end
  end
end

-- Goes to a state with the next update, whatever the conditions; fade and kind default to those of the transition
-- there.
-- 'air/fall' speaks of a state of the machine in `air`.
function StateMachine:request(name, duration, kind)
  local machine, index = find_state(self, name, 'request')
  if duration ~= nil and not (type(duration) == 'number' and duration >= 0 and duration < math.huge) then
    error(("bad argument #2 to 'request' (seconds from 0 on expected, got %s)"):format(tostring(duration)), 2)
  end
  if kind ~= nil and not fade.kinds[kind] then
    error(("bad argument #3 to 'request' ('%s' is none of cross, frozen, inertial)"):format(tostring(kind)), 2)
  end
  machine:request(index, duration, kind)
  return self
end

-- Goes to a state when the current one is finished, or at the end of its cycle; in order of queueing.
function StateMachine:queue(name)
  local machine, index = find_state(self, name, 'queue')
  machine.queue[#machine.queue + 1] = index
  return self
end

local function find_slot(self, name, method)
  local index = self.definition.slots.index_of[name]
  if not index then
    error(("bad argument #1 to '%s' (no slot is called '%s'%s)"):format(method, tostring(name),
      check.suggestion(name, self.definition.slots.index_of)), 3)
  end
  return self.slots[index]
end

-- Plays a slot from its beginning, over whatever the states show. One that plays fades from what it shows, in its
-- fade_in.
function StateMachine:play(name)
  local slot = find_slot(self, name, 'play')
  replay_slot(slot, self.scratch)
  return self
end

-- Fades a slot out, or ends it at once where it has no fade_out.
function StateMachine:stop(name)
  local slot = find_slot(self, name, 'stop')
  slot.player:stop()
  slot.on = slot.player.playing
  return self
end

-- Whether a slot plays.
function StateMachine:playing(name) return find_slot(self, name, 'playing').on end

-- --- saving and replacing ---

local function signature(self)
  local names = {}
  for i, leaf in ipairs(self.leaves) do names[i] = leaf.spec.clip.name or '' end
  return table.concat(self.definition.spec.names, ',') .. '|' .. table.concat(names, ',')
end

-- Where everything stands, parameters and triggers included, as a string, equal for equal states.
function StateMachine:save()
  return save.pack(signature(self), function(out)
    save.write_table(out, self.params)
    save.write_table(out, self.triggers)
    for _, slot in ipairs(self.slots) do save_slot(slot, out) end
    self.machine:save(out)
  end)
end

-- Goes back to what `save` gave, of a machine of the same definition. Notices that were not read are forgotten.
function StateMachine:restore(saved)
  if type(saved) ~= 'string' then
    error(("bad argument #1 to 'restore' (string expected, got %s)"):format(type(saved)), 2)
  end
  local ok, message = save.unpack(saved, signature(self), function(reader)
    save.read_table(reader, self.params)
    save.read_table(reader, self.triggers)
    for _, slot in ipairs(self.slots) do restore_slot(slot, reader) end
    self.machine:restore(reader)
  end)
  if not ok then error(("bad argument #1 to 'restore' (%s)"):format(tostring(message)), 2) end
  self.clock.frame = self.clock.frame + 1
  self.told:clear()
  return self
end

local function playheads(leaves)
  local heads = {}
  for _, leaf in ipairs(leaves) do
    local name = leaf.spec.clip.name or ''
    if heads[name] == nil then heads[name] = leaf.player.phase end
  end
  return heads
end

-- Puts the playheads of a state's clips where those of the same name were.
local function place(leaves, first, last, heads)
  for i = first, last do
    local leaf = leaves[i]
    local phase = heads[leaf.spec.clip.name or '']
    if phase then
      if not leaf.group then
        leaf.player.phase = phase
      elseif leaf.mover.group and not leaf.mover.is_placed then
        leaf.mover.group.phase, leaf.mover.is_placed = phase, true
      end
    end
  end
end

-- Takes another definition while running. The current state, its playheads and the parameters stay where names survive;
-- what is on the screen goes over in `duration` seconds (default 0).
function StateMachine:replace(def, duration)
  if type(def) == 'table' and not getmetatable(def) then def = check.call(2, definition.new, def) end
  if not definition.is(def) then
    error(("bad argument #1 to 'replace' (helioanim.MachineDefinition expected, got %s)"):format(
      check.type_name(def)), 2)
  end
  local old, heads = self.machine, playheads(self.leaves)
  local shown = old.fade.snapshot
  old.fade:show(old.fade.room)
  local name, time = old.states[old.current].name, old.time
  check.call(2, build, self, def)
  local machine = self.machine
  shown:copy(old.fade.room)
  machine:enter()
  machine:weigh(1, 1)
  local index = def.spec.index_of[name]
  if index and index ~= machine.current then machine.fade:to(machine.nodes[index], 0) end
  if index then machine.current, machine.time = index, time end
  place(self.leaves, 1, #self.leaves, heads)
  if duration and duration > 0 then machine.fade:cover(shown, duration, def.spec.default.curve) end
  self.told:clear()
  return self
end

-- --- to see inside ---

-- What it does now and why, as text.
function StateMachine:explain() return explain.text(self) end

-- The machine as a graph for Graphviz, the current state marked.
function StateMachine:to_dot() return explain.dot(self.definition, self.machine) end

StateMachine.__tostring = function(self) return ("helioanim.StateMachine in '%s'"):format((self:state())) end

return state_machine
