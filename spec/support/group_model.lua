-- A second opinion on sync groups, from docs/time.md alone: one growing number for each place, markers laid out along
-- it, everything looked for step by step. Slow and plain.

local Model = {}
Model.__index = Model

local group_model = {}

function group_model.new(mode)
  return setmetatable({ mode = mode, at = 0, members = {}, markers = {}, source = nil, moved = false }, Model)
end

-- --- markers ---

local function shared(markers, others)
  local list = {}
  for _, marker in ipairs(markers) do
    for _, other in ipairs(others) do
      if marker[1] == other[1] then
        list[#list + 1] = marker
        break
      end
    end
  end
  return list
end

-- Marker i of a cycle without end, from 0: its name, and where it lies on the growing number.
local function unrolled(markers, i)
  local marker = markers[i % #markers + 1]
  return marker[1], i // #markers + marker[2]
end

-- The smallest shift at which two cycles tell the same names for as long as it takes them to come round together.
local function find_shift(a, b)
  for shift = 0, #b - 1 do
    local same = true
    for i = 0, #a * #b - 1 do same = same and unrolled(a, i) == unrolled(b, i + shift) end
    if same then return shift end
  end
end

local function follow(a, b, shift, at)
  local i = 0
  while select(2, unrolled(a, i)) > at do i = i - 1 end
  while select(2, unrolled(a, i + 1)) <= at do i = i + 1 end
  local _, from = unrolled(a, i)
  local _, to = unrolled(a, i + 1)
  local _, there = unrolled(b, i + shift)
  local _, next_there = unrolled(b, i + 1 + shift)
  return there + (next_there - there) * (at - from) / (to - from)
end

-- How a member goes along: a function from the group's number to its own, one back, and its turns in a cycle. False
-- where the names come in different orders, which this model has no opinion on.
local function way_of(model, member)
  local a, b = shared(model.markers, member.markers), shared(member.markers, model.markers)
  if model.mode == 'phase' or #a == 0 then
    local function same(at) return at end
    return { to = same, back = same, turns = 1 }
  end
  local shift = find_shift(a, b)
  return shift and {
    to = function(at) return follow(a, b, shift, at) end,
    back = function(at) return follow(b, a, -shift, at) end,
    turns = #a / #b,
  }
end

function Model:remap()
  local marked
  for _, member in ipairs(self.members) do
    if #member.markers > 0 then marked = marked or member end
  end
  if not marked then self.markers, self.source = {}, nil end
  if marked and #self.markers == 0 then self.markers, self.source = marked.markers, marked end
  for _, member in ipairs(self.members) do member.way = way_of(self, member) end
end

-- --- members ---

-- { duration =, speed =, events = { times }, markers =, own =, weight =, fade_in =, fade_out =, start = phase }
function Model:add(member)
  if #self.members == 0 then self.at, self.moved = member.start, false end
  member.state, member.age, member.stopped_at = member.state or 'playing', member.age or 0, nil
  self.members[#self.members + 1] = member
  self:remap()
end

function Model:remove(i)
  local member = table.remove(self.members, i)
  self:remap()
  return member
end

local function clamp(x) return math.min(math.max(x, 0), 1) end

local function weight_of(member)
  if member.state == 'stopped' then return 0 end
  local fade = 1
  if member.fade_in > 0 then fade = clamp(member.age / member.fade_in) end
  if member.stopped_at and member.fade_out > 0 then
    fade = math.min(fade, clamp((member.stopped_at + member.fade_out - member.age) / member.fade_out))
  end
  return member.own * member.weight * fade
end

Model.weight_of = weight_of

function Model:stop(i)
  local member = self.members[i]
  if member.state == 'stopped' then return end
  if member.fade_out == 0 then
    member.state = 'stopped'
  else
    member.stopped_at = member.stopped_at or member.age
  end
end

function Model:play(i)
  local member = self.members[i]
  member.state, member.age, member.stopped_at = 'playing', 0, nil
end

-- --- moving ---

-- Seconds of a cycle; nil where a member goes along in a way that this model does not know.
function Model:length()
  local sum, total, plain = 0, 0, 0
  for _, member in ipairs(self.members) do
    if not member.way then return nil end
    local seconds = member.duration * member.way.turns
    sum, total, plain = sum + weight_of(member) * seconds, total + weight_of(member), plain + seconds
  end
  return total > 0 and sum / total or plain / #self.members
end

-- Where the events of a stretch are on the member's number, those surely within and those on its ends.
local function events_between(member, from, to)
  local low, high = math.min(from, to), math.max(from, to)
  local inside, edge = {}, {}
  for pass = math.floor(low) - 1, math.ceil(high) do
    for _, time in ipairs(member.events) do
      local at = pass + time / member.duration
      local list = at > low + 1e-9 and at < high - 1e-9 and inside or at > low - 1e-9 and at < high + 1e-9 and edge
      if list then list[#list + 1] = at end
    end
  end
  return inside, edge
end

-- Moves by `cycles` in `dt` seconds. Every member then tells where it is (`place`), how far it went in passes (`went`),
-- and its events: how late those are that must be told (`lateness`), and how many more may be (`edge`).
function Model:advance(cycles, dt)
  local from = self.at
  self.at, self.moved = from + cycles, true
  for _, member in ipairs(self.members) do
    member.lateness, member.edge, member.went = {}, 0, 0
    if member.state == 'playing' and member.way then
      local a, b = member.way.to(from), member.way.to(self.at)
      local inside, edge = events_between(member, a, b)
      for i, at in ipairs(inside) do
        member.lateness[i] = math.abs(self.at - member.way.back(at)) / math.abs(cycles) * math.abs(dt)
      end
      table.sort(member.lateness)
      member.edge, member.went, member.place = #edge, b - a, b
    end
    if member.state == 'playing' then
      member.age = math.max(member.age + dt, 0)
      if member.stopped_at and member.age >= member.stopped_at + member.fade_out then member.state = 'stopped' end
    end
  end
end

-- What the group moves along x, in metres, when each member goes `speed` in a pass.
function Model:motion()
  local sum, total = 0, 0
  for _, member in ipairs(self.members) do
    sum, total = sum + weight_of(member) * member.went * member.speed, total + weight_of(member)
  end
  return total > 0 and sum / total or 0
end

return group_model
