-- A state machine as a node: the whole of `ha.state_machine`, or what is nested in a state.
--
-- An update first looks for a transition whose time has come, and gives its new state all of dt; else it moves, looks
-- for exit phases that were crossed, and gives the new state what was left. One transition an update.

local carry = require 'helioanim.play.carry'
local fade = require 'helioanim.play.fade'
local kept_events = require 'helioanim.play.kept_events'
local nodes = require 'helioanim.play.nodes'

local Machine = {}
Machine.__index = Machine

local function build(spec, building)
  local self = setmetatable({
    states = spec.states, params = building.params, triggers = building.triggers, notices = building.notices,
    kept = building.kept,
    fade = fade.new(building, spec.may_fade, spec.may_inertial), nodes = {}, may_end = {}, current = spec.initial,
    previous = 0, taken = 0, time = 0, cycles = 0, told_finish = false, requested = 0, request_fade = 0,
    request_kind = 'cross', request_row = 0, request_inner = '', curve_row = 0, queue = {}, entry = '',
    face = building.face, is_machine = true, is_left = false, leaves = building.leaves, first_leaf = {}, last_leaf = {},
  }, Machine)
  for i, state in ipairs(spec.states) do
    local first = #building.leaves + 1
    self.nodes[i] = nodes.build(state.node, building, building.base + 2)
    self.first_leaf[i], self.last_leaf[i] = first, #building.leaves
    for n = first, #building.leaves do self.may_end[i] = self.may_end[i] or building.leaves[n].ends end
  end
  self.fade.target = self.nodes[spec.initial]
  return self
end

-- The state that a path begins with, and the path within it, if any.
function Machine:first_of(path)
  local index_of = self.spec.index_of
  if index_of[path] then return index_of[path] end
  local name, inner = path:match '^([^/]+)/(.+)$'
  local index = name and index_of[name]
  if index and self.nodes[index].is_machine then return index, inner end
end

-- The innermost machine that a path leads to, and the index of the state where it ends there, if it does.
function Machine:locate(path)
  local index, inner = self:first_of(path)
  if inner then return self.nodes[index]:locate(inner) end
  return self, index
end

-- Whether a path leads to a state of the machine in one of ours.
function Machine:leads(index, inner)
  local node = self.nodes[index]
  return node and node.is_machine and select(2, node:locate(inner)) ~= nil
end

-- Makes a state's machine, if it is one, begin where a path within it leads; '': in its first state.
function Machine:prepare(index, inner)
  local node = self.nodes[index]
  if node.is_machine then node.entry = inner end
end

function Machine:enter()
  local index, inner = self:first_of(self.entry)
  self.entry, self.is_left = '', false
  self.current, self.previous, self.taken, self.time = index or self.spec.initial, 0, 0, 0
  self.cycles, self.told_finish, self.requested, self.request_fade, self.request_kind = 0, false, 0, 0, 'cross'
  self.request_row, self.request_inner, self.curve_row = 0, '', 0
  for i = #self.queue, 1, -1 do self.queue[i] = nil end
  self.notices:add('enter', self.states[self.current].path)
  self:prepare(self.current, inner or '')
  self.fade:begin(self.nodes[self.current])
end

function Machine:weigh(rel, outer) self.fade:weigh(rel, outer) end

function Machine:set_speed(speed)
  for _, node in ipairs(self.nodes) do node:set_speed(speed) end
end

-- --- choosing ---

-- Looked at for every transition in every frame: without further calls.
function Machine:may_take(row)
  local when, unless = row.when, row.unless
  if row.when_is_name then
    if not (self.params[when] or self.triggers[when]) then return false end
  elseif when and not when(self.params, self.face) then
    return false
  end
  if row.unless_is_name then return not (self.params[unless] or self.triggers[unless]) end
  return not (unless and unless(self.params, self.face))
end

-- A transition whose time has come already.
function Machine:choose_before(once, finished, phase)
  local rows = self.states[self.current].rows
  for i = 1, #rows do
    local row = rows[i]
    local exit = row.exit
    if (not exit or finished or once and phase >= exit) and self:may_take(row) then return row end
  end
end

-- Whether a move from (pass 0, phase from) to (passes, phase to) crosses a phase, forward; and how many cycles ago.
-- Of what has no length every phase is crossed by every move.
local function crossed(exit, passes, from, to)
  if passes < 0 or passes == 0 and not (from < exit and to >= exit) then return false end
  if to >= exit then return passes > 1 or passes == 0 or exit > 0 or to > 0 or from < 1, to - exit end
  return passes > 1 or from < exit, to + 1 - exit
end

-- A transition whose exit phase was crossed by the last move; and how long ago.
function Machine:choose_after(passes, from, to, seconds, unspent, finished)
  local rows = self.states[self.current].rows
  for i = 1, #rows do
    local row = rows[i]
    if row.exit then
      local is_crossed, cycles = crossed(row.exit, passes, from, to)
      if seconds == 0 then is_crossed, cycles = true, 0 end
      if (is_crossed or finished) and self:may_take(row) then
        local late = is_crossed and seconds < math.huge and cycles * seconds or 0
        return row, late + unspent
      end
    end
  end
end

-- --- going ---

function Machine:curve(row)
  local transition = self.spec.transitions[row]
  return transition and transition.curve or self.spec.default.curve
end

-- What is left is told from the inside out, what is entered from the outside in. A machine that is left goes on in its
-- state while it fades out, and goes nowhere.
function Machine:tell_exit()
  local node = self.nodes[self.current]
  if node.is_machine then
    node.is_left = true
    node:tell_exit()
  end
  self.notices:add('exit', self.states[self.current].path)
end

-- `row`: the number of the transition whose curve it takes; 0: the machine's.
function Machine:go(target, duration, kind, row)
  local pass = self.nodes[self.current]:cycle()
  self.cycles = self.cycles + (pass > 0 and pass or 0) + 1
  self:tell_exit()
  self.previous, self.current, self.time, self.told_finish = self.current, target, 0, false
  self.curve_row = row
  self.notices:add('enter', self.states[target].path)
  self.fade:to(self.nodes[target], duration, kind, self:curve(row))
end

function Machine:take(row)
  self.taken = row.index
  local when = row.when
  if type(when) == 'string' and self.triggers[when] then self.triggers[when] = false end
  self:go(row.target, row.fade, row.kind, row.index)
end

-- How to get to a state: as the transition there says, else as the machine does.
function Machine:way_to(target)
  local rows = self.states[self.current].rows
  for i = 1, #rows do
    if rows[i].target == target then return rows[i] end
  end
  return self.spec.default
end

-- The machine that is to take an order, and the path within it: where the state that the path begins with is the
-- current one and stays it, the machine there.
function Machine:taker(path, is_queued)
  local index, inner = self:first_of(path)
  local stays = index == self.current and self.requested == 0 and not (is_queued and self.queue[1])
  if inner and stays then return self.nodes[index]:taker(inner, is_queued) end
  return self, path
end

function Machine:request(path, duration, kind)
  local target, inner = self:first_of(path)
  local way = self:way_to(target)
  self.requested, self.request_fade, self.request_kind = target, duration or way.fade, kind or way.kind
  self.request_row, self.request_inner = way.index, inner or ''
  if self.request_kind == 'inertial' and self.request_fade > 0 then self.fade:remember() end
end

local function take_first(queue)
  local first = queue[1]
  for i = 1, #queue do queue[i] = queue[i + 1] end
  return first
end

function Machine:go_requested()
  local target, duration, kind, row = self.requested, self.request_fade, self.request_kind, self.request_row
  self:prepare(target, self.request_inner)
  self.requested, self.request_fade, self.request_kind, self.request_row, self.request_inner = 0, 0, 'cross', 0, ''
  self.taken = 0
  self:go(target, duration, kind, row)
end

function Machine:go_queued()
  local target, inner = self:first_of(take_first(self.queue))
  local way = self:way_to(target)
  self:prepare(target, inner or '')
  self.taken = 0
  self:go(target, way.fade, way.kind, way.index)
end

function Machine:move(dt)
  self.time = self.time + dt
  return self.fade:advance(dt)
end

-- The switch is `late` seconds before the end of a move that the old state has made, but for what it left unspent.
function Machine:leave_late(dt, late, unspent, at_seam)
  local share = dt > unspent and (dt - late) / (dt - unspent) or 1
  self.fade:keep_motion(share < 1 and share or 1)
  self.kept:keep(self.leaves, self.first_leaf[1], self.last_leaf[#self.nodes], late, at_seam)
end

-- The move of a state that an exit phase, a queue or the end looks at.
function Machine:advance_watched(dt)
  local node = self.nodes[self.current]
  local pass, phase, _, once, finished = node:cycle()
  local row = self:choose_before(once, finished, phase)
  if row then
    self:take(row)
    return self:move(dt)
  end
  local queue = self.queue
  if queue[1] and finished then
    self:go_queued()
    return self:move(dt)
  end
  local unspent = self:move(dt)
  local new_pass, new_phase, seconds, _, now_finished = node:cycle()
  local ended = now_finished and not finished
  if now_finished and not self.told_finish then
    self.told_finish = true
    self.notices:add('finished', self.states[self.current].path)
  end
  local late
  unspent = math.abs(unspent)
  row, late = self:choose_after(new_pass - pass, phase, new_phase, seconds, unspent, ended)
  if row then
    late = late > dt and dt or late
    self:leave_late(dt, late, unspent, row.exit == 1)
    self:take(row)
  elseif queue[1] and (ended or new_pass > pass or phase < 1 and new_phase >= 1 or seconds == 0) then
    late = unspent + (new_pass > pass and seconds < math.huge and new_phase * seconds or 0)
    late = late > dt and dt or late
    self:leave_late(dt, late, unspent, true)
    self:go_queued()
  else
    return unspent
  end
  self.time = late
  if self.fade.source then
    kept_events.go_on(self.leaves, self.first_leaf[self.previous], self.last_leaf[self.previous])
  end
  return self.fade:catch_up(late)
end

function Machine:advance(dt)
  if self.is_left then return self:move(dt) end
  if self.requested > 0 then
    self:go_requested()
    return self:move(dt)
  end
  local current = self.current
  local state = self.states[current]
  if state.has_exit or self.may_end[current] or self.queue[1] then return self:advance_watched(dt) end
  local rows = state.rows
  for i = 1, #rows do
    if self:may_take(rows[i]) then
      self:take(rows[i])
      break
    end
  end
  self.time = self.time + dt
  return self.fade:advance(dt)
end

function Machine:evaluate(pose)
  local fade_now = self.fade
  if fade_now.fading or fade_now.remembers then return fade_now:evaluate(pose) end
  fade_now.target:evaluate(pose)
end

-- The cycle of the current state, counted on from state to state: leaving one is the end of its cycle.
function Machine:cycle()
  local pass, phase, seconds, once, finished = self.nodes[self.current]:cycle()
  return self.cycles + pass, phase, seconds, once, finished
end

function Machine:root_motion() return self.fade:root_motion() end

-- --- saving: what lives; states that rest begin anew anyway ---

function Machine:index_of(node)
  for i, each in ipairs(self.nodes) do if each == node then return i end end
end

function Machine:save(out)
  out[#out + 1] = string.pack('<i4i4i4i4i4i8dBBi4ds1', self.current, self.previous, self.taken,
    self.fade.fading and self.curve_row or 0, self.request_row, self.cycles, self.time,
    self.told_finish and 1 or 0, self.is_left and 1 or 0, self.requested, self.request_fade, self.request_kind)
  out[#out + 1] = self.request_inner
  out[#out + 1] = string.pack('<i4', #self.queue)
  for _, path in ipairs(self.queue) do out[#out + 1] = path end
  self.fade:save(out, function(node) return self:index_of(node) end)
  self.nodes[self.current]:save(out)
  if self.fade.source then self.fade.source:save(out) end
end

function Machine:restore(reader)
  local told, left
  self.current, self.previous, self.taken, self.curve_row, self.request_row, self.cycles, self.time, told, left,
    self.requested, self.request_fade, self.request_kind = reader:unpack '<i4i4i4i4i4i8dBBi4ds1'
  self.told_finish, self.is_left = told == 1, left == 1
  if not (self.nodes[self.current] and fade.kinds[self.request_kind]) then reader:fail() end
  if self.requested ~= 0 and not self.nodes[self.requested] then reader:fail() end
  self.request_inner = reader:text()
  if self.request_inner ~= '' and not self:leads(self.requested, self.request_inner) then reader:fail() end
  local count = reader:unpack '<i4'
  for i = #self.queue, 1, -1 do self.queue[i] = nil end
  for i = 1, count do
    self.queue[i] = reader:text()
    if not select(2, self:locate(self.queue[i])) then reader:fail() end
  end
  self.fade:restore(reader, function(i) return self.nodes[i] end)
  self.fade.curve = self:curve(self.curve_row)
  self.nodes[self.current]:restore(reader)
  if self.fade.source then self.fade.source:restore(reader) end
end

-- --- carrying over from a machine that this one replaces ---

-- The number of our transition that stands where another machine's does and leads to the same state, or 0.
local function same_row(spec, other, index)
  local row = other.transitions[index]
  if not row then return 0 end
  local target = spec.index_of[other.names[row.target]]
  for i, each in ipairs(spec.transitions) do
    if each.where == row.where and each.target == target then return i end
  end
  return 0
end

-- One of our states goes on where one of the other machine stands.
function Machine:take_state(index, old, old_index)
  local node = self.nodes[index]
  node:enter()
  carry.playheads(self.leaves, self.first_leaf[index], self.last_leaf[index], old.leaves, old.first_leaf[old_index],
    old.last_leaf[old_index])
  carry.node(node, old.nodes[old_index])
end

function Machine:take_orders(old)
  local spec, other = self.spec, old.spec
  self.requested = spec.index_of[other.names[old.requested]] or 0
  if self.requested > 0 then
    self.request_fade, self.request_kind = old.request_fade, old.request_kind
    self.request_row = same_row(spec, other, old.request_row)
    self.request_inner = self:leads(self.requested, old.request_inner) and old.request_inner or ''
  end
  self.queue = {}
  for _, path in ipairs(old.queue) do
    if select(2, self:locate(path)) then self.queue[#self.queue + 1] = path end
  end
end

-- Where the current state is gone, it stays in its first one.
function Machine:take_over(old)
  local spec, names = self.spec, old.spec.names
  local current = spec.index_of[names[old.current]]
  self:take_orders(old)
  self.is_left = old.is_left
  if not current then return end
  self.current, self.time, self.cycles, self.told_finish = current, old.time, old.cycles, old.told_finish
  self.previous = spec.index_of[names[old.previous]] or 0
  self.taken, self.curve_row = same_row(spec, old.spec, old.taken), same_row(spec, old.spec, old.curve_row)
  local ours = {}
  for i, node in ipairs(old.nodes) do ours[node] = self.nodes[spec.index_of[names[i]]] end
  self.fade:take_over(old.fade, ours)
  self.fade.curve = self:curve(self.curve_row)
  for i, node in ipairs(old.nodes) do
    local mine = ours[node]
    if mine and (mine == self.fade.target or mine == self.fade.source) then
      self:take_state(spec.index_of[names[i]], old, i)
    end
  end
end

return { build = build }
