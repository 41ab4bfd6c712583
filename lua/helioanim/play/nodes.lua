-- Nodes: what gives a pose. A description is a plain table; compiling checks it once into a spec, and a spec builds any
-- number of instances. The kind is told by the key that is there: { clip = ... }, { blend1d = ... }.
--
-- A node of any kind has these methods; none makes garbage:
--   enter()             from the beginning
--   weigh(rel, outer)   its weight: `rel` within the sync group above it, if any, times `outer`
--   advance(dt)         -> unspent seconds where a finite play ended
--   evaluate(pose)      resets the pose and writes it; uses shared scratch poses from its own number on
--   cycle()             -> pass, phase, seconds a cycle, whether it plays once, whether it is finished: the time that
--                       exit phases speak of
--   left()              -> seconds until its finite play ends, infinite for others
--   root_motion()       -> dx, dy, dz, qx, qy, qz, qw of the last move
--   set_speed(factor)   on the rates of all clips below
--   save(out), restore(reader)
--   take_over(old)      goes on, after enter(), where a node of the same kind stands that it replaces
--
-- A spec names its `parts`, the specs below it, and a `label`, if what it saves depends on more than them.

local check = require 'helioanim.util.check'
local kept_events = require 'helioanim.play.kept_events'
local seal = require 'helioanim.util.seal'

local nodes = { kinds = {} }

-- Poses for intermediate results, shared by all nodes of a skeleton: evaluating one character leaves nothing in them.
local pools = setmetatable({}, { __mode = 'k' })

local function pool_of(skeleton)
  local pool = pools[skeleton]
  if not pool then
    pool = {}
    pools[skeleton] = pool
  end
  return pool
end

-- The scratch pose number `i` of an instance's skeleton, made when an instance is built.
function nodes.scratch(build, i)
  for n = #build.pool + 1, i do build.pool[n] = build.skeleton:new_pose() end
  return build.pool[i]
end

-- What compiling gathers: parameters and their defaults, conditions that may be triggers, the root.
-- `open`: the descriptions that are being compiled -> where they are. `in_sync`: whether a node above has `sync`.
function nodes.new_compile(root)
  return { params = {}, conditions = {}, root = root, open = {}, in_sync = false }
end

-- Compiles by `f` what must not contain itself.
function nodes.descend(description, compile, where, f, ...)
  local outer = compile.open[description]
  if outer then check.fail(where, 'this is %s again: a description cannot contain itself', outer) end
  compile.open[description] = where
  local spec = f(description, compile, where, ...)
  compile.open[description] = nil
  return spec
end

-- What building hands down: `base` is the first free scratch pose, `group` the sync group above, `leaves` all clips,
-- `clock` the one that counts frames, `kept` the events that transitions keep.
function nodes.new_build(skeleton, clock)
  clock = clock or { frame = 0 }
  return { skeleton = skeleton, pool = pool_of(skeleton), base = 1, params = {}, triggers = {}, leaves = {},
           clock = clock, kept = kept_events.new(clock) }
end

local function kind_of(description, where)
  local found
  for key in pairs(description) do
    if nodes.kinds[key] then
      if found then check.fail(where, "is it '%s' or '%s'?", found, key) end
      found = key
    end
  end
  if found then return found end
  local key = next(description)
  check.fail(where, 'no kind of node: one of these keys is expected%s', type(key) == 'string' and
    check.suggestion(key, nodes.kinds) or check.suggestion('?', nodes.kinds))
end

-- A description is a table, no object; what a definition was made of, not the definition.
function nodes.check_plain(description, where)
  if check.is_plain(description) then return description end
  local name, hint = check.type_name(description), ''
  if name == 'helioanim.MachineDefinition' then
    hint = ': nest the table that it was made of'
  elseif name:find '^helioanim%.' then
    hint = ': definitions are shared and hold no live objects'
  end
  check.fail(where, 'a description expected, got %s%s', name, hint)
end

-- Checks a description. A Clip alone is { clip = it }.
function nodes.compile(description, compile, where)
  if check.type_name(description) == 'helioanim.Clip' then description = { clip = description } end
  nodes.check_plain(description, where)
  local name = kind_of(description, where)
  local kind = nodes.kinds[name]
  check.keys(description, kind.keys, where)
  local spec = nodes.descend(description, compile, where, kind.compile)
  spec.kind, spec.name = kind, name
  return spec
end

-- Checks a description below a node that says whether what is there moves with a sync group.
function nodes.compile_below(in_sync, description, compile, where)
  local outer = compile.in_sync
  compile.in_sync = in_sync
  local spec = nodes.compile(description, compile, where)
  compile.in_sync = outer
  return spec
end

-- Puts what the saved states of a spec's nodes depend on into the list `out`: kinds, names and what is below.
function nodes.write_shape(spec, out)
  out[#out + 1] = ('%s %q {'):format(spec.name, spec.label or '')
  for _, part in ipairs(spec.parts) do nodes.write_shape(part, out) end
  out[#out + 1] = '}'
end

function nodes.build(spec, build, base, group)
  local old_base, old_group = build.base, build.group
  build.base, build.group = base or old_base, group
  local node = spec.kind.build(spec, build)
  node.spec = spec
  build.base, build.group = old_base, old_group
  return node
end

-- A definition is a snapshot: tables of values are copied when it is checked, whatever becomes of them later.
function nodes.snapshot(value)
  if not check.is_plain(value) then return value end
  local copy = {}
  for key, each in pairs(value) do copy[key] = each end
  return copy
end

-- A number that is given, computed by a function of the parameters, or named.
function nodes.compile_value(value, compile, where, fallback)
  if value == nil then value = fallback end
  if type(value) == 'string' then
    if compile.params[value] == nil then compile.params[value] = 0 end
  elseif type(value) ~= 'function' then
    check.number(value, where)
  end
  return value
end

function nodes.value(value, params)
  if type(value) == 'number' then return value end
  local name = value
  local found = params[name]
  if type(found) == 'number' and found - found == 0 then return found end
  if type(value) == 'string' then value = params[value] else value = value(params) end
  if value == true then return 1 end
  if not value then return 0 end
  if type(value) ~= 'number' or value ~= value or value == math.huge or value == -math.huge then
    error(("parameter '%s': a finite number expected, got %s"):format(tostring(name), tostring(value)), 0)
  end
  return value
end

local inside = seal.inside

local Alone = seal.class('PoseNode', { 'params' })

-- Moves by seconds; what is left where a finite play ended.
function Alone:advance(dt)
  local alone = self[inside]
  alone.clock.frame = alone.clock.frame + 1
  return alone.node:advance(dt)
end

function Alone:evaluate(pose)
  self[inside].node:evaluate(pose)
  return pose
end

function Alone:enter()
  local node = self[inside].node
  node:enter()
  node:weigh(1, 1)
  return self
end

function Alone:root_motion() return self[inside].node:root_motion() end

function Alone:cycle() return self[inside].node:cycle() end

-- Iterates over the events of the last move: name, time, weight, lateness, payload.
function Alone:events() return self[inside].walk:start() end

-- A node on its own. `params` holds the values that the description names.
function nodes.new(description, skeleton)
  check.argument(skeleton, 'helioanim.Skeleton', 2, 'node')
  local compile = nodes.new_compile()
  local spec = check.call(2, nodes.compile, description, compile, 'node')
  local build = nodes.new_build(skeleton)
  for name, default in pairs(compile.params) do build.params[name] = default end
  local node = check.call(2, nodes.build, spec, build)
  local self = seal.wrap(Alone, { node = node, params = build.params, clock = build.clock,
                                  walk = nodes.new_walk(build) })
  return self:enter()
end

local Walk = {}
Walk.__index = Walk

-- A loop over the events of all clips that moved in this frame. A leaf stands for a clip; those in a sync group moved
-- when the group did. Those that a transition kept come first.
function nodes.new_walk(build)
  local walk = setmetatable({
    leaves = build.leaves, clock = build.clock, kept = build.kept, at = 0, kept_at = 0,
  }, Walk)
  walk.step = function() return walk:next() end
  return walk
end

local function give_back(cursor) local _ <close> = cursor end

function Walk:start()
  self:stop()
  self.at, self.kept_at = 0, 0
  return self.step, nil, nil, self
end

function Walk:stop()
  local cursor = self.cursor
  self.step_inner, self.cursor = nil, nil
  if cursor then give_back(cursor) end
end

Walk.__close = Walk.stop

function Walk:pass_on(name, time, weight, lateness, payload)
  if name == nil then
    self.step_inner, self.cursor = nil, nil
    return self:next()
  end
  if not kept_events.is_told(self.leaves[self.at], self.clock.frame, time, lateness) then return self:next() end
  return name, time, weight, lateness, payload
end

function Walk:next()
  if self.kept_at < self.kept:count_of(self.clock.frame) then
    self.kept_at = self.kept_at + 1
    return self.kept:get(self.kept_at)
  end
  if self.step_inner then return self:pass_on(self.step_inner(self.cursor)) end
  local leaves, frame = self.leaves, self.clock.frame
  local at = self.at + 1
  while leaves[at] do
    local leaf = leaves[at]
    if leaf.mover.frame == frame and leaf.weight > 0 then
      self.at = at
      self.step_inner, self.cursor = leaf.player:events()
      return self:pass_on(self.step_inner(self.cursor))
    end
    at = at + 1
  end
  self.at = at - 1
  return nil
end

return nodes
