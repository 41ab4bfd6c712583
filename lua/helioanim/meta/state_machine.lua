---@meta

---The description of a state machine, checked once by `ha.machine_definition` and shared by any number of characters: a
---plain table
---
---    { initial = 'ground',
---      states = { ground = { node = description, to = { transition... } },
---                 air    = { machine = { initial =, states =, any = }, to = { ... }, on_request = true } },
---      any = { transition... },                 -- from any state; to the same one only with self = true
---      fade = 0.2, kind = 'cross', easing = 'smooth',          -- what transitions do that do not say
---      params = { speed = 0 },                  -- what parameters are at first
---      root = { joint = 'Hips', axes = 'xz' },  -- root motion of all clips, as of `clip:player`
---      slots = { { 'slash', clip = c, rate =, fade_in =, fade_out =, weight =, mask = { ['Spine*'] = 1 } },
---                aim = { node = description, fade_in =, fade_out =, weight =, mask = } } }
---
---A transition is `{ 'air', when =, unless =, exit =, fade =, kind =, easing = }`. `when` and `unless` name a parameter or
---trigger, or are functions `(params, machine)`. `exit` is a phase: of a clip that plays once, it or any later time; of one
---that loops, the first update that crosses it while the condition holds (of what has no length, every update). The first transition that may be taken is, those of
---`any` before the state's own; one an update. Kinds: `cross`, both sides go on; `frozen`, the old side stands; `inertial`,
---the old side's distance and speed decay. A fade that interrupts another begins with what is on the screen.
---
---A slot plays over whatever the states show: a clip, once unless `loops` or `wrap` say more, or any node, until it ends or
---is stopped. It lies over the slots before it: those of the list in its order, then those by name in the order of names. Its
---fades and its weight (a value, as nodes have it) count for its pose, its events and its root motion, which reaches the actor
---as far as the mask holds the joint that moves it.
---
---Unknown states and keys, states that cannot be reached and live objects are refused.
---@class helioanim.MachineDefinition

---A state machine of one character. Made by `ha.state_machine(definition, skeleton)`.
---@class helioanim.StateMachine
---@field params table<string, number|boolean|string> set them before `update`
---@field skeleton helioanim.Skeleton
local StateMachine = {}

---Moves by seconds, and takes a transition if one may be taken. Time that a finished state left goes to the next one.
---@param dt number seconds from 0 on
---@return helioanim.StateMachine self
function StateMachine:update(dt) end

---Resets a pose and writes what is on the screen now.
---@param pose helioanim.Pose
---@return helioanim.Pose pose
function StateMachine:evaluate(pose) end

---Iterates over the events of the last update, clip by clip: `for name, time, weight, lateness, payload in sm:events() do`.
---They can be read again, one loop at a time. No garbage.
---@return fun(): string?, number, number, number, any next
function StateMachine:events() end

---Iterates over what happened since it was last asked, each told once: `'enter'`, `'exit'`, `'finished'` and the path of the
---state or the name of the slot. Nested states are left from the inside out and entered from the outside in. The last 256 are
---kept.
---@return fun(): string?, string? next
function StateMachine:notices() end

---The root motion of the last update, blended by weight.
---@return number dx
---@return number dy
---@return number dz
---@return number qx
---@return number qy
---@return number qz
---@return number qw
function StateMachine:root_motion() end

---The state it is in, with those nested in it: `'air/fall'`. Of fades of machines inside one another the outer one
---tells.
---@return string path
---@return number weight how far it is faded in
---@return string? from the state that fades out
function StateMachine:state() end

---Seconds in the current state.
---@return number seconds
function StateMachine:time() end

---Where the current state's leading clip, or sync group, stands.
---@return integer pass
---@return number phase from 0 to 1
---@return number seconds a cycle
---@return boolean once whether it plays once
---@return boolean finished
function StateMachine:cycle() end

---Makes a condition hold until a transition takes it.
---@param name string a name that some `when` or `unless` has
---@param on? boolean false takes it back
---@return helioanim.StateMachine self
function StateMachine:trigger(name, on) end

---Goes to a state with the next update, whatever the conditions. Fade and kind are those of the transition there, if any.
---@param path string a state, or one in a nested machine, `'air/fall'`: where `air` is not the current state, it is entered
---there
---@param fade? number seconds
---@param kind? 'cross'|'frozen'|'inertial'
---@return helioanim.StateMachine self
function StateMachine:request(path, fade, kind) end

---Goes to a state when the current one is finished, or at the end of its cycle; several in the order of queueing. The cycle
---of a nested machine is that of its current state, and leaving that state ends it too. What has no length ends a cycle with
---every update; what stands still by its rate ends none. 64 may wait; more is an error.
---@param path string
---@return helioanim.StateMachine self
function StateMachine:queue(path) end

---Plays a slot from its beginning, over whatever the states show. One that plays fades from what it shows, in its `fade_in`.
---@param slot string
---@return helioanim.StateMachine self
function StateMachine:play(slot) end

---Fades a slot out; at once where it has no `fade_out`.
---@param slot string
---@return helioanim.StateMachine self
function StateMachine:stop(slot) end

---Whether a slot plays.
---@param slot string
---@return boolean playing
function StateMachine:playing(slot) end

---Where everything stands, parameters and triggers included, as a string, equal for equal states: for save games and
---rollback. Made for this machine's byte order.
---@return string saved
function StateMachine:save() end

---Goes back to what `save` gave, of a machine of an equal definition. The poses that follow are the same, bit for bit,
---with inertial fades where every update is evaluated too: their speed is that of what was shown. What is damaged, or was
---saved by something else, is an error that leaves the machine as it was.
---@param saved string
---@return helioanim.StateMachine self
function StateMachine:restore(saved) end

---Takes another definition while running. States (those of nested machines too), their playheads, a transition in
---progress, requests and the queue, triggers, slots that play and parameters stay as far as names survive: an equal
---definition changes nothing, to the bit, but that the events and the root motion of the last update are forgotten. Rates,
---weights, masks and transitions are those of the new definition from now on. Where the state that fades out is gone, it
---stands as it looked; where the current state is gone, the machine begins anew. What is refused leaves it as it was.
---@param definition helioanim.MachineDefinition|table
---@param fade? number seconds in which another pose is reached from the one on the screen; default 0
---@return helioanim.StateMachine self
function StateMachine:replace(definition, fade) end

---What it does now, and for each transition whether it would be taken, and why.
---@return string text
function StateMachine:explain() end

---The machine as a graph for Graphviz, the current state marked.
---@return string dot
function StateMachine:to_dot() end

return StateMachine
