-- Nodes that blend others by one or two numbers:
--   { blend1d = 'speed', sync = 'markers', { 0, idle }, { 1.6, walk }, { 4.2, run } }
--   { blend2d = { 'x', 'y' }, sync = 'phase', { 0, 0, idle }, { 1, 0, right }, ... }
-- With `sync` all clips below keep in step, those of weight 0 too.

local core = require 'helioanim.core'
local carry = require 'helioanim.play.carry'
local blend_space = require 'helioanim.play.blend_space'
local check = require 'helioanim.util.check'
local motion = require 'helioanim.play.motion'
local nodes = require 'helioanim.play.nodes'

local MODES = { phase = true, markers = true }

local Blend = {}
Blend.__index = Blend

local function compile_children(description, compiling, where, dimensions)
  local points, children = {}, {}
  local in_sync = compiling.in_sync or description.sync ~= nil and description.sync ~= false
  if #description == 0 then check.fail(where, 'no points') end
  for i, row in ipairs(description) do
    local at = ('%s[%d]'):format(where, i)
    check.keys(check.kind(row, 'table', at), {}, at, dimensions + 1)
    local point = {}
    for d = 1, dimensions do point[d] = check.number(row[d], at) end
    points[i] = point
    children[i] = nodes.compile_below(in_sync, row[dimensions + 1], compiling, at)
  end
  return points, children
end

local function finish(spec, description, where)
  if description.sync then check.choice(description.sync, MODES, where .. '.sync') end
  spec.sync, spec.rate = description.sync, check.number(description.rate, where .. '.rate', 1)
  spec.reaches = #spec.children > 2 and 3 or #spec.children
  spec.has_root, spec.has_inner = false, false
  spec.parts, spec.label = spec.children, spec.sync
  for _, child in ipairs(spec.children) do
    spec.has_root = spec.has_root or child.has_root
    spec.has_inner = spec.has_inner or child.name ~= 'clip'
  end
  return spec
end

local function compile_1d(description, compiling, where)
  local points, children = compile_children(description, compiling, where, 1)
  local order = {}
  for i = 1, #points do order[i] = i end
  table.sort(order, function(a, b) return points[a][1] < points[b][1] end)
  local xs, sorted = {}, {}
  for i, from in ipairs(order) do
    xs[i], sorted[i] = points[from][1], children[from]
    if i > 1 and xs[i] == xs[i - 1] then check.fail(where, 'two points at %s', xs[i]) end
  end
  return finish({ space = blend_space.line(xs), children = sorted,
                  x = nodes.compile_value(description.blend1d, compiling, where .. '.blend1d') },
                description, where)
end

local function compile_2d(description, compiling, where)
  local axes = check.kind(description.blend2d, 'table', where .. '.blend2d')
  check.keys(axes, {}, where .. '.blend2d', 2)
  local points, children = compile_children(description, compiling, where, 2)
  for i = 2, #points do
    for j = 1, i - 1 do
      if points[i][1] == points[j][1] and points[i][2] == points[j][2] then
        check.fail(where, 'two points at %s, %s', points[i][1], points[i][2])
      end
    end
  end
  return finish({ space = blend_space.plane(points), children = children,
                  x = nodes.compile_value(axes[1], compiling, where .. '.blend2d[1]'),
                  y = nodes.compile_value(axes[2], compiling, where .. '.blend2d[2]') },
                description, where)
end

local function build(spec, building)
  local self = setmetatable({
    params = building.params, x = spec.x, y = spec.y or 0, space = spec.space, children = {},
    last_x = false, last_y = false, i = 1, j = 1, k = 1, a = 1, b = 0, c = 0,
    rel = 1, outer = 1, frame = -1, clock = building.clock,
    poses = { nodes.scratch(building, building.base), nodes.scratch(building, building.base + 1),
              nodes.scratch(building, building.base + 2) },
    weights = { 0, 0, 0 }, has_root = spec.has_root, motion = motion.new(), parent_group = building.group,
    group = nil, initial = nil, has_inner = spec.has_inner, rate = spec.rate,
  }, Blend)
  local group, mover = building.group, building.mover
  if spec.sync and not group then
    self.group = core.sync_group { mode = spec.sync, rate = spec.rate }
    group, building.mover = self.group, self
  end
  for i, child in ipairs(spec.children) do
    self.children[i] = nodes.build(child, building, building.base + 3, group)
  end
  building.mover = mover
  if self.group then self.initial = self.group:save() end
  return self
end

function Blend:enter()
  local group = self.group
  if group then
    local rate = group.rate
    group:restore(self.initial)
    group.rate = rate
  end
  local children = self.children
  for n = 1, #children do children[n]:enter() end
  self:find()
end

-- Looks the weights up; whether they changed.
function Blend:find()
  local params, x, y = self.params, self.x, self.y
  x = nodes.value(x, params)
  if y ~= 0 then y = nodes.value(y, params) end
  if x == self.last_x and y == self.last_y then return false end
  self.last_x, self.last_y = x, y
  local i, j, k, a, b, c = self.space:find(x, y)
  if a == self.a and b == self.b and c == self.c and i == self.i and j == self.j and k == self.k then return false end
  self.i, self.j, self.k, self.a, self.b, self.c = i, j, k, a, b, c
  return true
end

function Blend:weigh(rel, outer)
  self.rel, self.outer = rel, outer
  if self.group then rel, outer = 1, rel * outer end
  local children, i, j, k, a, b, c = self.children, self.i, self.j, self.k, self.a, self.b, self.c
  for n = 1, #children do
    local weight = (n == i and a or 0) + (n == j and b or 0) + (n == k and c or 0)
    children[n]:weigh(rel * weight, outer)
  end
end

function Blend:set_speed(speed)
  if self.group then
    self.group.rate = self.rate * speed
    return
  end
  local children = self.children
  for n = 1, #children do children[n]:set_speed(speed) end
end

function Blend:advance(dt)
  if self:find() then self:weigh(self.rel, self.outer) end
  self.frame = self.clock.frame
  local children = self.children
  if self.group then
    if self.has_inner then -- their weights; the clips in them move with the group
      for n = 1, #children do children[n]:advance(dt) end
    end
    self.group:advance(dt)
    return 0
  end
  local unspent
  for n = 1, #children do
    local left = children[n]:advance(dt)
    if n == self.i then unspent = left end
  end
  return unspent
end

function Blend:evaluate(pose)
  local children, a, b, c = self.children, self.a, self.b, self.c
  if a == 1 then return children[self.i]:evaluate(pose) end
  if c == 0 then
    children[self.i]:evaluate(pose)
    local second = self.poses[1]
    children[self.j]:evaluate(second)
    pose:blend(pose, second, b)
    return
  end
  local poses, weights = self.poses, self.weights
  children[self.i]:evaluate(poses[1])
  children[self.j]:evaluate(poses[2])
  children[self.k]:evaluate(poses[3])
  weights[1], weights[2], weights[3] = a, b, c
  pose:blend_many(poses, weights, 3)
end

-- Of the heaviest child.
function Blend:leading()
  local a, b, c = self.a, self.b, self.c
  return self.children[a >= b and a >= c and self.i or b >= c and self.j or self.k]
end

function Blend:cycle()
  local group = self.group
  if not group then return self:leading():cycle() end
  local rate = group.rate
  local pass, phase = group.pass, group.phase
  if rate < 0 then pass, phase = -pass, 1 - phase end
  return pass, phase, rate == 0 and math.huge or group.length / math.abs(rate), false, false
end

function Blend:left() return self.group and math.huge or self:leading():left() end

function Blend:root_motion()
  if not self.has_root then return 0, 0, 0, 0, 0, 0, 1 end
  if self.group then return self.group:root_motion() end
  local children, sum = self.children, self.motion:clear()
  sum:add(self.a, children[self.i]:root_motion())
  if self.b > 0 then sum:add(self.b, children[self.j]:root_motion()) end
  if self.c > 0 then sum:add(self.c, children[self.k]:root_motion()) end
  return sum:get()
end

function Blend:save(out)
  out[#out + 1] = string.pack('<i4i4i4ddddd', self.i, self.j, self.k, self.a, self.b, self.c, self.rel, self.outer)
  if self.group then out[#out + 1] = self.group:save() end
  for _, child in ipairs(self.children) do child:save(out) end
end

function Blend:restore(reader)
  self.i, self.j, self.k, self.a, self.b, self.c, self.rel, self.outer =
    string.unpack('<i4i4i4ddddd', reader:text())
  local n = #self.children
  if not (self.i >= 1 and self.i <= n and self.j >= 1 and self.j <= n and self.k >= 1 and self.k <= n) then
    reader:fail()
  end
  if self.group then self.group:restore(reader:text()) end
  for _, child in ipairs(self.children) do child:restore(reader) end
  self.frame, self.last_x = -1, false
end

-- With more points or fewer it looks for its place anew, and its clips keep the phase that they were given.
function Blend:take_over(old)
  local children, others = self.children, old.children
  if #children ~= #others or (self.group and #self.group) ~= (old.group and #old.group) then return end
  self.i, self.j, self.k, self.a, self.b, self.c, self.last_x = old.i, old.j, old.k, old.a, old.b, old.c, false
  self.rel, self.outer = old.rel, old.outer
  if self.group then
    local rate = self.group.rate
    self.group:restore(old.group:save())
    self.group.rate = rate
  end
  for n = 1, #children do carry.node(children[n], others[n]) end
end

return {
  blend1d = { keys = { blend1d = true, sync = true, rate = true, true }, compile = compile_1d, build = build },
  blend2d = { keys = { blend2d = true, sync = true, rate = true, true }, compile = compile_2d, build = build },
}
