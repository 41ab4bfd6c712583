-- State machines: `ha.state_machine(definition, skeleton)` makes one for a character, to update and evaluate each
-- frame.

local check = require 'helioanim.util.check'
local definition = require 'helioanim.play.machine_definition'
local dot = require 'helioanim.play.dot'
local explain = require 'helioanim.play.explain'
local fade = require 'helioanim.play.fade'
local instance = require 'helioanim.play.instance'
local replace = require 'helioanim.play.replace'
local save = require 'helioanim.play.save'
local seal = require 'helioanim.util.seal'

local inside = seal.inside -- its instance

local StateMachine = seal.class('StateMachine', { 'params', 'skeleton' }, {
  __tostring = function(self) return ("helioanim.StateMachine in '%s'"):format((self:state())) end,
})

local state_machine = {}

-- The fields of a definition, made of its description where it is one yet.
local function check_definition(def, argument, method)
  if check.is_plain(def) then return (check.call(3, definition.make, def)) end
  local fields = definition.open(def)
  if fields then return fields end
  error(("bad argument #%d to '%s' (helioanim.MachineDefinition expected, got %s)"):format(argument, method,
    check.type_name(def)), 3)
end

-- A machine for one character. The definition is shared and stays as it is.
function state_machine.new(def, skeleton)
  def = check_definition(def, 1, 'state_machine')
  check.argument(skeleton, 'helioanim.Skeleton', 2, 'state_machine')
  local shared = instance.new_shared(skeleton)
  local self = seal.wrap(StateMachine, shared)
  shared.face = self
  rawset(self, inside, check.call(2, instance.build, def, shared))
  return self
end

-- --- a frame ---

local type, huge = type, math.huge -- looked up once: an update is short

-- Moves by seconds: takes at most one transition.
function StateMachine:update(dt)
  if type(dt) ~= 'number' or not (dt >= 0 and dt < huge) then
    error(("bad argument #1 to 'update' (seconds from 0 on expected, got %s)"):format(tostring(dt)), 2)
  end
  self[inside]:advance(dt)
  return self
end

-- Writes the pose of now.
function StateMachine:evaluate(pose)
  if type(pose) ~= 'userdata' then check.argument(pose, 'helioanim.Pose', 1, 'evaluate') end
  local now = self[inside]
  now:evaluate(pose)
  if now.cover.on then now.cover:evaluate(pose) end
  return pose
end

-- for name, time, weight, lateness, payload in sm:events() do: what the last update fired, clip by clip.
function StateMachine:events() return self[inside].walk:start() end

-- for what, state in sm:notices() do: 'enter', 'exit', 'finished', each told once.
function StateMachine:notices() return self[inside].told:start() end

function StateMachine:root_motion() return self[inside]:root_motion() end

-- The state, with the states nested in it ('air/fall'); how far it is faded in; the state that fades out, if any. Of
-- fades of machines inside one another the outer one tells.
function StateMachine:state()
  local node = self[inside].machine
  local fading, path
  repeat
    if not fading and node.fade.fading then fading = node end
    path, node = node.states[node.current].path, node.nodes[node.current]
  until not node.is_machine
  if not fading then return path, 1 end
  return path, fading.fade.w, fading.previous > 0 and fading.states[fading.previous].path or nil
end

-- Seconds in the current state.
function StateMachine:time() return self[inside].machine.time end

-- Pass, phase and seconds a cycle of the current state; whether it plays once; whether it is finished.
function StateMachine:cycle()
  local machine = self[inside].machine
  return machine.nodes[machine.current]:cycle()
end

-- --- steering ---

local function known(self, name, method)
  local triggers = self[inside].triggers
  if triggers[name] == nil then
    error(("bad argument #1 to '%s' (no condition is called '%s'%s)"):format(method, tostring(name),
      check.suggestion(name, triggers)), 3)
  end
end

-- A condition that holds until a transition takes it. `false` takes it back.
function StateMachine:trigger(name, on)
  known(self, name, 'trigger')
  self[inside].triggers[name] = on ~= false
  return self
end

local function check_state(self, path, method)
  path = tostring(path)
  local machine, index = self[inside].machine:locate(path)
  if index then return path end
  error(("bad argument #1 to '%s' (no state is called '%s'%s)"):format(method, path,
    check.suggestion(path:match '[^/]*$', machine.spec.index_of)), 3)
end

-- Goes to a state with the next update, whatever the conditions; fade and kind default to those of the transition
-- there.
-- 'air/fall' speaks of a state of the machine in `air`, which is entered there where it is not the current one.
function StateMachine:request(path, duration, kind)
  path = check_state(self, path, 'request')
  if duration ~= nil and not (type(duration) == 'number' and duration >= 0 and duration < math.huge) then
    error(("bad argument #2 to 'request' (seconds from 0 on expected, got %s)"):format(tostring(duration)), 2)
  end
  if kind ~= nil and not fade.kinds[kind] then
    error(("bad argument #3 to 'request' ('%s' is none of cross, frozen, inertial)"):format(tostring(kind)), 2)
  end
  local machine, rest = self[inside].machine:taker(path)
  machine:request(rest, duration, kind)
  return self
end

-- More is taken for a script that queues in every frame.
local MOST_QUEUED = 64

-- Goes to a state when the current one is finished, or at the end of its cycle; in order of queueing.
function StateMachine:queue(path)
  local machine, rest = self[inside].machine:taker(check_state(self, path, 'queue'), true)
  if #machine.queue >= MOST_QUEUED then error(("queue: %d states wait already"):format(MOST_QUEUED), 2) end
  machine.queue[#machine.queue + 1] = rest
  return self
end

local function find_slot(self, name, method)
  local known_slots = self[inside].definition.slots.index_of
  local index = known_slots[name]
  if not index then
    error(("bad argument #1 to '%s' (no slot is called '%s'%s)"):format(method, tostring(name),
      check.suggestion(name, known_slots)), 3)
  end
  return self[inside].slots[index]
end

-- Plays a slot from its beginning, over whatever the states show. One that plays fades from what it shows, in its
-- fade_in.
function StateMachine:play(name)
  find_slot(self, name, 'play'):play()
  return self
end

-- Fades a slot out, or ends it at once where it has no fade_out.
function StateMachine:stop(name)
  find_slot(self, name, 'stop'):stop()
  return self
end

-- Whether a slot plays.
function StateMachine:playing(name) return find_slot(self, name, 'playing').on end

-- --- saving and replacing ---

-- Where everything stands, parameters and triggers included, as a string, equal for equal states.
function StateMachine:save()
  local now = self[inside]
  return save.pack(now.signature, now)
end

-- Goes back to what `save` gave, of a machine of the same definition. Notices that were not read are forgotten.
function StateMachine:restore(saved)
  check.argument(saved, 'string', 1, 'restore')
  local now = self[inside]
  local fault = save.unpack(saved, now.signature, now)
  if fault then error(("bad argument #1 to 'restore' (%s)"):format(fault), 2) end
  return self
end

-- Takes another definition while running. States, nested ones too, their playheads, the transition in progress, queue,
-- triggers, slots and parameters stay as far as names survive; where another pose is to be shown, what is on the screen
-- goes over to it in `duration` seconds (default 0).
function StateMachine:replace(def, duration)
  def = check_definition(def, 1, 'replace')
  if duration ~= nil and not (type(duration) == 'number' and duration >= 0 and duration < math.huge) then
    error(("bad argument #2 to 'replace' (seconds from 0 on expected, got %s)"):format(tostring(duration)), 2)
  end
  rawset(self, inside, check.call(2, replace.run, self[inside], def, duration or 0))
  return self
end

-- --- to see inside ---

-- What it does now and why, as text.
function StateMachine:explain() return explain.text(self[inside]) end

-- The machine as a graph for Graphviz, the current state marked.
function StateMachine:to_dot() return dot.text(self[inside].definition, self[inside].machine) end

return state_machine
