-- Slots: one-shot plays over whatever the states show, each within its mask.

local carry = require 'helioanim.play.carry'
local layers = require 'helioanim.play.node_layers'
local nodes = require 'helioanim.play.nodes'

local slots = {}

local Slot = {}
Slot.__index = Slot

local function build(spec, building)
  local first = #building.leaves + 1
  local leaf = nodes.build(spec.clip, building, 2)
  local player = leaf.player
  leaf:weigh(1, 1)
  return setmetatable({
    name = spec.name, leaf = leaf, player = player, weight = spec.weight, on = false, floor = 0, age = 0,
    fades = player.fade_in > 0 or player.fade_out > 0, fade_in = player.fade_in, clock = building.clock,
    shown = player.fade_in > 0 and building.skeleton:new_pose() or nil, params = building.params,
    mask = layers.mask(spec.mask, building.skeleton), scratch = nodes.scratch(building, 1),
    leaves = building.leaves, first = first, last = #building.leaves,
  }, Slot)
end

function slots.build(specs, building)
  local list = {}
  for i, spec in ipairs(specs) do list[i] = build(spec, building) end
  return list
end

-- Whether a slot that was played again still fades from what it showed: `shown`, at the weight `floor`.
function Slot:is_replayed() return self.floor > 0 and self.age < self.fade_in end

-- How much of a slot its fades show. Where it was played again, the new play fades in above what is left of the old
-- one, which fades out no slower than the new one does.
function Slot:faded()
  if not self.fades then return 1 end
  local weight = self.player.weight
  if not self:is_replayed() then return weight end
  local come = self.age / self.fade_in
  return weight + self.floor * (1 - come) * (weight < come and weight / come or 1)
end

function Slot:show(pose)
  self.player:evaluate(pose)
  if self:is_replayed() then pose:blend(self.shown, pose, self.age / self.fade_in) end
end

-- Begins, from what it shows.
function Slot:play()
  local weight = self.on and self.shown and self:faded() or 0
  if weight > 0 then
    self:show(self.scratch)
    self.shown:copy(self.scratch)
  end
  self.floor, self.age, self.on = weight, 0, true
  self.player:play()
end

function Slot:stop()
  if not self.on then return end
  self.player:stop()
  self.on = self.player.playing
end

-- Whether it ended by this move.
function Slot:advance(dt)
  self.leaf.frame = self.clock.frame
  self.age = self.age + dt
  local contributes, unspent = self.player:advance(dt)
  if contributes and unspent == 0 then return false end
  self.on = false
  return true
end

-- Lays what it shows over a pose.
function Slot:evaluate(pose)
  local weight = nodes.value(self.weight, self.params) * self:faded()
  if weight <= 0 then return end
  self:show(self.scratch)
  pose:layer(self.scratch, weight > 1 and 1 or weight, self.mask)
end

-- One that does not play begins anew anyway.
function Slot:save(out)
  local floor = self.on and self:is_replayed() and self.floor or 0
  out[#out + 1] = string.pack('<Bdd', self.on and 1 or 0, floor, floor > 0 and self.age or 0)
  if floor > 0 then out[#out + 1] = self.shown:save() end
  if self.on then self.leaf:save(out) end
end

function Slot:restore(reader)
  local on
  on, self.floor, self.age = reader:unpack '<Bdd'
  self.on = on == 1
  if self.floor > 0 then
    if not self.shown then reader:fail() end
    self.shown:restore(reader:text())
  end
  if self.on then self.leaf:restore(reader) end
end

-- Goes on where the slot of the same name stands.
function Slot:take_over(old)
  if not old.on then return end
  self.on, self.age, self.floor = true, old.age, old.floor
  self.player:play()
  carry.playheads(self.leaves, self.first, self.last, old.leaves, old.first, old.last)
  carry.node(self.leaf, old.leaf)
  if not (self.shown and old:is_replayed()) then self.floor = 0 else self.shown:copy(old.shown) end
end

return slots
