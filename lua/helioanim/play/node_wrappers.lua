-- Nodes around others:
--   { speed = 1.5 | 'parameter', node = node }             all rates below times the speed, which may be negative
--   { mirror = node, when = true | 'parameter', left = 'Left', right = 'Right', plane = 'yz' }
--   { select = 'parameter', fade = 0.2, { 'sword', node }, { 'bow', node } }       the first one by default

local core = require 'helioanim.core'
local carry = require 'helioanim.play.carry'
local check = require 'helioanim.util.check'
local easing = require 'helioanim.play.easing'
local fade = require 'helioanim.play.fade'
local nodes = require 'helioanim.play.nodes'

local wrappers = {}

-- A node with one child does what the child does.
local function wrapper()
  local class = {}
  class.__index = class
  function class:enter() self.child:enter() end
  function class:weigh(rel, outer) self.child:weigh(rel, outer) end
  function class:advance(dt) return self.child:advance(dt) end
  function class:evaluate(pose) self.child:evaluate(pose) end
  function class:cycle() return self.child:cycle() end
  function class:left() return self.child:left() end
  function class:root_motion() return self.child:root_motion() end
  function class:set_speed(speed) self.child:set_speed(speed) end
  function class:save(out) self.child:save(out) end
  function class:restore(reader) self.child:restore(reader) end
  function class:take_over(old) carry.node(self.child, old.child) end
  return class
end

-- --- speed ---

local Speed = wrapper()

local function compile_speed(description, compiling, where)
  if compiling.in_sync then check.fail(where, 'speed: what is in sync moves with its group; put it around') end
  local child = nodes.compile(description.node, compiling, where .. '.node')
  return { child = child, parts = { child }, has_root = child.has_root,
           speed = nodes.compile_value(description.speed, compiling, where .. '.speed') }
end

local function build_speed(spec, building)
  return setmetatable({ child = nodes.build(spec.child, building), speed = spec.speed, params = building.params,
                        outer_speed = 1, now = 1 }, Speed)
end

function Speed:apply()
  local now = nodes.value(self.speed, self.params) * self.outer_speed + 0.0 -- one zero: equal states save alike
  if now ~= self.now then
    self.now = now
    self.child:set_speed(now)
  end
end

function Speed:enter()
  self:apply()
  self.child:enter()
end

function Speed:set_speed(speed)
  self.outer_speed = speed
  self:apply()
end

function Speed:advance(dt)
  self:apply()
  return self.child:advance(dt)
end

function Speed:save(out)
  out[#out + 1] = string.pack('<dd', self.outer_speed, self.now)
  self.child:save(out)
end

function Speed:restore(reader)
  self.outer_speed, self.now = reader:unpack '<dd'
  self.child:restore(reader)
end

-- --- mirror ---

local Mirror = wrapper()
local PLANES = { yz = true, xz = true, xy = true }
local maps = setmetatable({}, { __mode = 'k' })

local function map_of(skeleton, spec)
  local of_skeleton = maps[skeleton] or {}
  maps[skeleton] = of_skeleton
  local key = spec.left .. '\0' .. spec.right .. '\0' .. spec.plane
  if not of_skeleton[key] then
    local ok, made = pcall(core.mirror, { skeleton = skeleton, left = spec.left, right = spec.right,
                                          plane = spec.plane })
    if not ok then check.fail(spec.where, '%s', (tostring(made):gsub('^[^:]*:%d+: ', ''))) end
    of_skeleton[key] = made
  end
  return of_skeleton[key]
end

local function compile_mirror(description, compiling, where)
  local child = nodes.compile_below(false, description.mirror, compiling, where .. '.mirror') -- plays on its own
  local when = description.when
  if when == true or when == nil then when = 1 elseif when == false then when = 0 end
  return {
    child = child, parts = { child }, has_root = child.has_root, where = where,
    when = nodes.compile_value(when, compiling, where .. '.when'),
    left = check.kind(description.left or 'Left', 'string', where .. '.left'),
    right = check.kind(description.right or 'Right', 'string', where .. '.right'),
    plane = check.choice(description.plane or 'yz', PLANES, where .. '.plane'),
  }
end

local function build_mirror(spec, building)
  return setmetatable({ child = nodes.build(spec.child, building), when = spec.when, params = building.params,
                        map = map_of(building.skeleton, spec), plane = spec.plane }, Mirror)
end

function Mirror:is_on() return nodes.value(self.when, self.params) ~= 0 end

function Mirror:evaluate(pose)
  self.child:evaluate(pose)
  if self:is_on() then pose:mirror(self.map) end
end

function Mirror:root_motion()
  local x, y, z, qx, qy, qz, qw = self.child:root_motion()
  if not self:is_on() then return x, y, z, qx, qy, qz, qw end
  if self.plane == 'yz' then return -x, y, z, qx, -qy, -qz, qw end
  if self.plane == 'xz' then return x, -y, z, -qx, qy, -qz, qw end
  return x, y, -z, -qx, -qy, qz, qw
end

-- --- select ---

local Select = {}
Select.__index = Select

local function compile_select(description, compiling, where)
  local spec = { children = {}, index_of = {}, names = {}, has_root = false }
  if #description == 0 then check.fail(where, 'nothing to select') end
  for i, row in ipairs(description) do
    local at = ('%s[%d]'):format(where, i)
    check.keys(check.kind(row, 'table', at), {}, at, 2)
    local name = row[1]
    if type(name) ~= 'string' and type(name) ~= 'number' then check.fail(at, 'a name or number expected first') end
    if spec.index_of[name] then check.fail(at, "'%s' is there twice", name) end
    spec.index_of[name], spec.names[i] = i, name
    spec.children[i] = nodes.compile(row[2], compiling, at)
    spec.has_root = spec.has_root or spec.children[i].has_root
  end
  spec.parts, spec.label = spec.children, table.concat(spec.names, ',')
  spec.fade = check.number(description.fade, where .. '.fade', 0, 0)
  spec.curve = easing.find(description.easing, where .. '.easing')
  spec.select = description.select
  if type(spec.select) == 'string' then
    if compiling.params[spec.select] == nil then compiling.params[spec.select] = spec.names[1] end
  elseif type(spec.select) ~= 'function' then
    check.fail(where .. '.select', 'the name of a parameter or a function expected')
  end
  return spec
end

local function build_select(spec, building)
  local self = setmetatable({
    params = building.params, select = spec.select, index_of = spec.index_of, duration = spec.fade,
    curve = spec.curve, fade = fade.new(building, spec.fade > 0, false), children = {}, at = 1, speed = 1,
  }, Select)
  for i, child in ipairs(spec.children) do
    self.children[i] = nodes.build(child, building, building.base + 2, building.group)
  end
  self.grouped = building.group ~= nil
  self.fade.enters = not self.grouped
  self.fade.target = self.children[1]
  return self
end

function Select:wanted()
  local select = self.select
  local name = type(select) == 'string' and self.params[select]
  if type(select) == 'function' then name = select(self.params) end
  if name == nil or name == false then return 1 end
  local index = self.index_of[name]
  if not index then error(("select: there is no '%s'%s"):format(tostring(name),
    check.suggestion(name, self.index_of)), 0) end
  return index
end

function Select:enter()
  self.at = self:wanted()
  if self.grouped then
    for _, child in ipairs(self.children) do
      child:enter()
      child:weigh(0, 1) -- until it is seen: whatever it weighed before
    end
  end
  local child = self.children[self.at]
  child:set_speed(self.speed)
  self.fade:begin(child)
end

function Select:weigh(rel, outer) self.fade:weigh(rel, outer) end

-- Children that rest hear of it when they are chosen.
function Select:set_speed(speed)
  self.speed = speed
  for _, child in ipairs(self.children) do
    if self:lives(child) then child:set_speed(speed) end
  end
end

function Select:advance(dt)
  local at = self:wanted()
  if at ~= self.at then
    if self.grouped then self.children[self.at]:weigh(0, 1) end
    self.at = at
    self.children[at]:set_speed(self.speed)
    self.fade:to(self.children[at], self.duration, 'cross', self.curve)
  end
  return self.fade:advance(dt)
end

function Select:evaluate(pose) self.fade:evaluate(pose) end

function Select:cycle() return self.fade.target:cycle() end

function Select:left() return self.fade.target:left() end

function Select:root_motion() return self.fade:root_motion() end

-- In a sync group all children live; else those that are seen: the others begin anew anyway.
function Select:lives(child) return self.grouped or child == self.fade.target or child == self.fade.source end

function Select:save(out)
  out[#out + 1] = string.pack('<i4d', self.at, self.speed)
  local function index_of(node)
    for i, child in ipairs(self.children) do if child == node then return i end end
  end
  self.fade:save(out, index_of)
  for _, child in ipairs(self.children) do
    if self:lives(child) then child:save(out) end
  end
end

function Select:restore(reader)
  self.at, self.speed = reader:unpack '<i4d'
  self.fade:restore(reader, function(i) return self.children[i] end)
  self.fade.curve = self.curve
  for _, child in ipairs(self.children) do
    if self:lives(child) then child:restore(reader) end
  end
end

-- By names.
function Select:take_over(old)
  local old_names = old.spec.names
  local at = self.index_of[old_names[old.at]]
  if not at then return end
  self.at = at
  local ours = {}
  for i, child in ipairs(old.children) do ours[child] = self.children[self.index_of[old_names[i]]] end
  self.fade:take_over(old.fade, ours)
  self.fade.curve = self.curve
  for i, child in ipairs(old.children) do
    local mine = ours[child]
    if mine and self:lives(mine) then
      mine:set_speed(self.speed)
      if not self.grouped then mine:enter() end
      carry.node(mine, old.children[i])
    end
  end
end

wrappers.speed = { keys = { speed = true, node = true }, compile = compile_speed, build = build_speed }
wrappers.mirror = {
  keys = { mirror = true, when = true, left = true, right = true, plane = true },
  compile = compile_mirror, build = build_mirror,
}
wrappers.select = {
  keys = { select = true, fade = true, easing = true, true }, compile = compile_select, build = build_select,
}

return wrappers
