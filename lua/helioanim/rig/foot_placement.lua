-- Feet on uneven ground: the hips go down as far as the lowest foot needs, then each leg bends to its place, and the
-- foot keeps its direction, tilted with the ground.
--
-- The ground is a function of the host, in model space: ground(x, z) -> height, and optionally a normal nx, ny, nz.

local check = require 'helioanim.util.check'
local core = require 'helioanim.core'
local seal = require 'helioanim.util.seal'

local FootPlacement = seal.class('FootPlacement', { 'offset' })

local foot_placement = {}

local OPTIONS = {
  skeleton = 'helioanim.Skeleton', hips = true, feet = 'table', ground = 'function', max_drop = 'number',
  max_rise = 'number', speed = 'number',
}
local FOOT = { root = true, mid = true, tip = true, forward = 'table' }

local function where(key) return check.field('foot_placement', key) end

-- Which way a knee points, in model space.
local function read_forward(given, title)
  if given == nil then return { 0, 0, 1 } end
  if #given ~= 3 then check.fail(title, '3 numbers expected, got %d', #given) end
  return { check.number(given[1], title), check.number(given[2], title), check.number(given[3], title) }
end

local function new_foot(skeleton, i, given)
  local title = ('foot_placement: feet[%d]'):format(i)
  check.options(given, FOOT, title)
  local function joint(key) return check.joint(skeleton, given[key], check.field(title, key)) end
  local root, mid, tip = joint 'root', joint 'mid', joint 'tip'
  return {
    mid = mid, tip = tip, parent = skeleton:parent(tip),
    forward = read_forward(given.forward, check.field(title, 'forward')),
    leg = core.two_bone { skeleton = skeleton, root = root, mid = mid, tip = tip, least_angle = math.rad(10),
                          most_angle = math.rad(178) },
    rise = 0, reached = true, is_within = true, target = { 0, 0, 0 }, pole = { 0, 0, 0 }, rotation = { 0, 0, 0, 1 },
    normal = { 0, 1, 0 },
  }
end

-- How far something may go: no limit is a limit too.
local function limit_of(options, key, fallback)
  if options[key] == math.huge then return math.huge end
  return check.number(options[key], where(key), fallback, 0)
end

local function new(options)
  check.options(options, OPTIONS, 'foot_placement')
  for _, key in ipairs { 'skeleton', 'ground', 'feet' } do check.kind(options[key], OPTIONS[key], where(key)) end
  local hips = check.joint(options.skeleton, options.hips, where 'hips')
  local self = {
    ground = options.ground, hips = hips, parent = options.skeleton:parent(hips), feet = {}, offset = 0,
    max_drop = limit_of(options, 'max_drop', 0.5), max_rise = limit_of(options, 'max_rise', 0.5),
    speed = limit_of(options, 'speed', math.huge),
  }
  for i, foot in ipairs(options.feet) do self.feet[i] = new_foot(options.skeleton, i, foot) end
  return self
end

-- `options`: skeleton, hips, ground, feet = { { root =, mid =, tip =, forward = { x, y, z } }, ... }; max_drop and
-- max_rise, how far hips and feet may move (0.5); speed, metres a second (no limit). `forward` is where knees point.
function foot_placement.new(options)
  check.argument(options, 'table', 1, 'foot_placement')
  return seal.wrap(FootPlacement, check.call(2, new, options))
end

local function clamp(value, least, most) return math.max(least, math.min(most, value)) end

-- Lowers the hips by `offset` along y of model space.
local function move_hips(self, pose, model, offset)
  local tx, ty, tz = pose:translation(self.hips)
  if self.parent then
    -- y of model space as the hips' parent sees it: a row of the inverse, right for even scale
    local _, _, _, qx, qy, qz, qw, sx, sy, sz = model:transform(self.parent)
    local x = 2 * (qx * qy + qz * qw)
    local y = 1 - 2 * (qx * qx + qz * qz)
    local z = 2 * (qy * qz - qx * qw)
    if sx ~= 0 and sy ~= 0 and sz ~= 0 then
      tx, ty, tz = tx + offset * x / sx, ty + offset * y / sy, tz + offset * z / sz
    end
  else
    ty = ty + offset
  end
  pose:set_translation(self.hips, tx, ty, tz)
  pose:to_model(model, self.hips)
end

local function multiply(ax, ay, az, aw, bx, by, bz, bw)
  return aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz
end

-- The turn of a joint's space in model space. A mirror of one axis counts as the half turn about it: what is left, a
-- mirror in the point, goes with all turns.
local function turn_of(model, joint)
  local _, _, _, qx, qy, qz, qw, sx, sy, sz = model:transform(joint)
  local x, y, z = sx < 0, sy < 0, sz < 0
  if x == y and y == z then return qx, qy, qz, qw end
  return multiply(qx, qy, qz, qw, y == z and 1 or 0, x == z and 1 or 0, x == y and 1 or 0, 0)
end

-- Keeps what the foot has now: its direction, and the ground's normal, of which `weight` counts.
local function remember(foot, pose, model, weight)
  local q, n = foot.rotation, foot.normal
  local px, py, pz, pw = turn_of(model, foot.parent)
  q[1], q[2], q[3], q[4] = multiply(px, py, pz, pw, pose:rotation(foot.tip))
  n[1], n[2], n[3] = (foot.nx or 0) * weight, (foot.ny or 1) * weight + 1 - weight, (foot.nz or 0) * weight
end

-- The direction from before the leg bent, tilted from the vertical to the normal.
local function turn_foot(foot, pose, model)
  local n, q = foot.normal, foot.rotation
  local length = math.sqrt(n[1] * n[1] + n[2] * n[2] + n[3] * n[3])
  local x, y, z, w = q[1], q[2], q[3], q[4]
  if length > 1e-6 and n[2] > -0.99 * length then -- half-way between the vertical and the normal
    local tx, tz, tw = n[3] / length, -n[1] / length, 1 + n[2] / length
    local size = math.sqrt(tx * tx + tz * tz + tw * tw)
    x, y, z, w = multiply(tx / size, 0, tz / size, tw / size, x, y, z, w)
  end
  local px, py, pz, pw = turn_of(model, foot.parent)
  pose:set_rotation(foot.tip, multiply(-px, -py, -pz, pw, x, y, z, w))
  pose:to_model(model, foot.tip)
end

-- Whether no foot is off its animation.
local function is_still(feet)
  for i = 1, #feet do
    if feet[i].rise ~= 0 then return false end
  end
  return true
end

local function bad_ground(x, z, what, got, level)
  local seen = type(got) == 'number' and tostring(got) or type(got)
  error(('foot_placement: ground(%g, %g): %s expected, got %s'):format(x, z, what, seen), level)
end

local function check_normal(x, z, part)
  if part ~= nil and not (type(part) == 'number' and part - part == 0) then
    bad_ground(x, z, 'a normal of finite numbers', part, 5)
  end
end

-- Asks under every foot before any is changed, so that an error leaves all as it was.
local function ask_all(self, model)
  for i = 1, #self.feet do
    local foot = self.feet[i]
    local x, _, z = model:transform(foot.tip)
    local height, nx, ny, nz = self.ground(x, z)
    if type(height) ~= 'number' or height ~= height then bad_ground(x, z, 'a height', height, 4) end
    check_normal(x, z, nx)
    check_normal(x, z, ny)
    check_normal(x, z, nz)
    foot.height, foot.nx, foot.ny, foot.nz = height, nx, ny, nz
  end
end

-- Puts the feet of a posed character on the ground. `weight` blends (1); `dt` limits how fast hips and feet follow
-- where a speed was given. `model` belongs to the pose and stays up to date. Returns whether all feet got there, and
-- how far the hips moved. No garbage.
function FootPlacement:solve(pose, model, weight, dt)
  local now = self[seal.inside]
  weight = weight or 1
  if not (weight >= 0 and weight <= 1) then error("bad argument #3 to 'solve' (a weight from 0 to 1 expected)", 2) end
  local step = (dt or math.huge) * now.speed
  if step ~= step then step = math.huge end
  ask_all(now, model)
  local lowest = math.huge
  for i = 1, #now.feet do
    local foot = now.feet[i]
    local x, y, z = model:transform(foot.tip)
    local ground = weight > 0 and foot.height * weight or 0
    local wanted = clamp(ground, -now.max_drop, now.max_rise)
    foot.is_within = wanted == ground
    remember(foot, pose, model, weight)
    foot.rise = foot.rise + clamp(wanted - foot.rise, -step, step)
    foot.target[1], foot.target[2], foot.target[3] = x, y + foot.rise, z
    lowest = math.min(lowest, foot.rise)
  end
  if lowest == math.huge then return true, 0 end
  if weight == 0 and now.offset == 0 and is_still(now.feet) then return true, 0 end
  now.offset = now.offset + clamp(lowest - now.offset, -step, step)
  if now.offset ~= 0 then move_hips(now, pose, model, now.offset) end
  local all = true
  for i = 1, #now.feet do
    local foot = now.feet[i]
    local x, y, z = model:transform(foot.mid)
    foot.pole[1], foot.pole[2], foot.pole[3] = x + foot.forward[1], y + foot.forward[2], z + foot.forward[3]
    foot.reached = foot.leg:solve(pose, model, foot.target, foot.pole, 1)
    turn_foot(foot, pose, model)
    all = all and foot.reached and foot.is_within
  end
  return all, now.offset
end

return foot_placement
