-- Slots: plays over whatever the states show, each within its mask, begun and stopped by name:
--   { 'attack', clip = c, loops = 1, rate =, ..., fade_in =, fade_out =, weight =, mask = { ['Spine*'] = 1 } }
--   { 'attack', node = node, fade_in =, fade_out =, weight =, mask = }    or, without an order, attack = { node = ... }

local carry = require 'helioanim.play.carry'
local check = require 'helioanim.util.check'
local layers = require 'helioanim.play.node_layers'
local nodes = require 'helioanim.play.nodes'

local slots = {}

local OWN = { true, node = true, fade_in = true, fade_out = true, weight = true, mask = true }
local SHORT = { rate = true, loops = true, wrap = true, start = true, range = true, threshold = true, muted = true,
                clip = true }
for key in pairs(OWN) do SHORT[key] = true end

-- The description of what a slot plays: of the short form a clip that plays once, unless it says more.
local function node_of(row, where)
  if row.node ~= nil then
    check.keys(row, OWN, where, 1)
    return row.node, where .. '.node'
  end
  check.keys(row, SHORT, where, 1)
  local description = {}
  for key, value in pairs(row) do
    if not OWN[key] then description[key] = value end
  end
  if row.loops == nil and row.wrap == nil then description.loops = 1 end
  return description, where
end

local function compile(name, row, compiling, where)
  check.kind(row, 'table', where)
  local description, place = node_of(row, where)
  local spec = {
    name = name, node = nodes.compile(description, compiling, place), varies = true,
    fade_in = check.number(row.fade_in, where .. '.fade_in', 0, 0),
    fade_out = check.number(row.fade_out, where .. '.fade_out', 0, 0),
    mask = layers.compile_mask(row.mask, where .. '.mask'),
    weight = nodes.compile_value(row.weight, compiling, where .. '.weight', 1),
  }
  spec.varies = spec.fade_in > 0 or spec.fade_out > 0 or type(spec.weight) ~= 'number'
  return spec
end

-- The slots of a definition: those of the list in its order, then those by name.
function slots.compile(rows, compiling)
  local specs, names = { index_of = {} }, {}
  local function add(name, row, where)
    if specs.index_of[name] then check.fail(where, "'%s' is there twice", name) end
    specs.index_of[name] = #specs + 1
    specs[#specs + 1] = compile(name, row, compiling, where)
  end
  for key in pairs(check.kind(rows or {}, 'table', 'slots')) do
    if type(key) == 'string' then
      names[#names + 1] = key
    elseif not (math.type(key) == 'integer' and key >= 1 and key <= #rows) then
      check.fail('slots', 'unknown key [%s]', tostring(key))
    end
  end
  table.sort(names)
  for i, row in ipairs(rows or {}) do
    local where = ('slots[%d]'):format(i)
    add(check.kind(check.kind(row, 'table', where)[1], 'string', where), row, where)
  end
  for _, name in ipairs(names) do add(name, rows[name], 'slots.' .. name) end
  return specs
end

local Slot = {}
Slot.__index = Slot

local function build(spec, building)
  local first = #building.leaves + 1
  local node = nodes.build(spec.node, building, 2)
  local mask = layers.mask(spec.mask, building.skeleton)
  return setmetatable({
    spec = spec, node = node, mask = mask, params = building.params, clock = building.clock,
    scratch = nodes.scratch(building, 1), shown = spec.fade_in > 0 and building.skeleton:new_pose() or false,
    clips = { leaves = building.leaves, first = first, last = #building.leaves },
    root_share = layers.root_share(mask, building.leaves, first),
    on = false, age = 0, stopped = math.huge, floor = 0, now = 0, frame = -1,
  }, Slot)
end

function slots.build(specs, building)
  local list = {}
  for i, spec in ipairs(specs) do list[i] = build(spec, building) end
  return list
end

local function clamp(value) return value < 0 and 0 or value > 1 and 1 or value end

-- Seconds until it ends by itself or by stop().
function Slot:left()
  local left, stop = self.node:left(), self.stopped + self.spec.fade_out - self.age
  return left < stop and left or stop
end

-- How much its fades show, `left` seconds before its end; each is a line, the smaller one counts. Where it was played
-- again, the new play fades in above what is left of the old one, which fades out no slower than the new one does.
function Slot:faded(left)
  local fade_in, fade_out = self.spec.fade_in, self.spec.fade_out
  local come = fade_in > 0 and clamp(self.age / fade_in) or 1
  local weight = fade_out > 0 and left < fade_out and clamp(left / fade_out) or 1
  if come < weight then weight = come end
  if self.floor == 0 then return weight end
  return weight + self.floor * (1 - come) * (weight < come and weight / come or 1)
end

-- Its weight, of which its events and root motion know too.
function Slot:weigh(left)
  local now = self:faded(left) * clamp(nodes.value(self.spec.weight, self.params))
  if now == self.now then return end
  self.now = now
  self.node:weigh(now, 1)
end

-- Where it was played again it fades from what it showed then: `shown`, which had the weight `floor`.
function Slot:show(pose)
  self.node:evaluate(pose)
  if self.floor > 0 then pose:blend(self.shown, pose, self.age / self.spec.fade_in) end
end

-- Begins, from what it shows.
function Slot:play()
  local floor = self.on and self.shown and self:faded(self:left()) or 0
  if floor > 0 then
    self:show(self.scratch)
    self.shown:copy(self.scratch)
  end
  self.floor, self.age, self.stopped, self.on, self.now = floor, 0, math.huge, true, -1
  self.node:enter()
  self:weigh(self:left())
end

function Slot:stop()
  if not self.on then return end
  if self.stopped == math.huge then self.stopped = self.age end
  if self.spec.fade_out == 0 then self.on = false end
end

-- Whether it ended by this move, the events of which still have the weight from before its end.
function Slot:advance(dt)
  self.frame = self.clock.frame
  if self.spec.varies then
    local left = self:left()
    self.age = self.age + dt
    if self.age >= self.spec.fade_in then self.floor = 0 end
    self:weigh(left > dt and left - dt or left)
  else
    self.age = self.age + dt
  end
  local unspent = self.node:advance(dt)
  self.on = unspent == 0 and self.age < self.stopped + self.spec.fade_out
  return not self.on
end

-- Lays what it shows over a pose.
function Slot:evaluate(pose)
  if self.now <= 0 then return end
  self:show(self.scratch)
  pose:layer(self.scratch, self.now, self.mask)
end

-- How much of it the root motion of this frame has.
function Slot:root_weight() return self.frame == self.clock.frame and self.now * self.root_share or 0 end

-- One that does not play begins anew anyway.
function Slot:save(out)
  out[#out + 1] = self.on and string.pack('<dddd', self.age, self.stopped, self.now, self.floor) or ''
  if not self.on then return end
  if self.floor > 0 then out[#out + 1] = self.shown:save() end
  self.node:save(out)
end

function Slot:restore(reader)
  local text = reader:text()
  self.on, self.frame = text ~= '', -1
  if not self.on then return end
  self.age, self.stopped, self.now, self.floor = string.unpack('<dddd', text)
  if self.floor > 0 then
    if not self.shown then reader:fail() end
    self.shown:restore(reader:text())
  end
  self.node:restore(reader)
end

-- Goes on where the slot of the same name stands.
function Slot:take_over(old)
  if not old.on then return end
  self.on = false
  self:play()
  local ours, theirs = self.clips, old.clips
  carry.playheads(ours.leaves, ours.first, ours.last, theirs.leaves, theirs.first, theirs.last)
  carry.node(self.node, old.node)
  self.age, self.stopped, self.now = old.age, old.stopped, old.now
  if self.shown and old.floor > 0 and old.age < self.spec.fade_in then
    self.floor = old.floor
    self.shown:copy(old.shown)
  end
end

return slots
