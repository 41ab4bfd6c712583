-- Nodes that lay one pose over another:
--   { layer = base, over = node, weight = 1 | 'parameter', mask = { ['Spine*'] = 1 } }
--   { additive = base, add = node, weight =, mask =, reference = 'rest' | clip | { clip =, time = } }

local carry = require 'helioanim.play.carry'
local check = require 'helioanim.util.check'
local motion = require 'helioanim.play.motion'
local nodes = require 'helioanim.play.nodes'

local layers = {}

-- Masks by skeleton and compiled mask: characters that share a definition share its masks.
local masks = setmetatable({}, { __mode = 'k' })

function layers.mask(compiled, skeleton)
  if compiled == nil then return nil end
  local of_skeleton = masks[skeleton]
  if not of_skeleton then
    of_skeleton = setmetatable({}, { __mode = 'k' })
    masks[skeleton] = of_skeleton
  end
  local mask = of_skeleton[compiled]
  if not mask then
    local ok, made = pcall(skeleton.mask, skeleton, compiled.weights)
    if not ok then check.fail(compiled.where, '%s', (made:match '%((.*)%)$' or made)) end
    mask = made
    of_skeleton[compiled] = mask
  end
  return mask
end

function layers.compile_mask(description, where)
  if description == nil then return nil end
  if not check.is_plain(description) then
    check.fail(where, 'a table of weights by joint expected, got %s', check.type_name(description))
  end
  return { weights = nodes.snapshot(description), where = where }
end

-- How much of the root motion of what lies above reaches the actor: the mask's weight at the joint that moves it. Its
-- clips are the last leaves, from `first` on.
function layers.root_share(mask, leaves, first)
  for i = first, #leaves do
    local root = leaves[i].spec.options.root
    local joint = root and mask and (type(root.joint) == 'string' and mask.skeleton:find(root.joint) or root.joint)
    if root then return type(joint) == 'number' and mask:get(joint) or 1 end
  end
  return 0
end

-- A weight for use: cut to what a layer may weigh.
local function layer_weight(value, params)
  local weight = nodes.value(value, params)
  return weight < 0 and 0 or weight > 1 and 1 or weight
end

local Layer = {}
Layer.__index = Layer

local function compile(description, compiling, where, base, top)
  local under = nodes.compile(description[base], compiling, where .. '.' .. base)
  local over = nodes.compile(description[top], compiling, where .. '.' .. top)
  return {
    base = under, top = over, parts = { under, over }, has_root = under.has_root,
    weight = nodes.compile_value(description.weight, compiling, where .. '.weight', 1),
    mask = layers.compile_mask(description.mask, where .. '.mask'),
  }
end

local function compile_layer(description, compiling, where)
  local spec = compile(description, compiling, where, 'layer', 'over')
  spec.has_root = spec.has_root or spec.top.has_root
  return spec
end

local function build_as(class, spec, building)
  local mask = layers.mask(spec.mask, building.skeleton)
  local base = nodes.build(spec.base, building, building.base + 2, building.group)
  local first = #building.leaves + 1
  local top = nodes.build(spec.top, building, building.base + 2, building.group)
  return setmetatable({
    params = building.params, weight = spec.weight, mask = mask, base = base, top = top, motion = motion.new(),
    root_share = layers.root_share(mask, building.leaves, first),
    scratch = nodes.scratch(building, building.base), rel = 1, outer = 1, now = 0, has_root = spec.has_root,
    additive = false, reference = false, time = 0,
  }, class)
end

local function build_layer(spec, building) return build_as(Layer, spec, building) end

function Layer:enter()
  self.base:enter()
  self.top:enter()
  self.now = layer_weight(self.weight, self.params)
end

-- What the events of the upper node are told with: what is added may weigh more than 1, or be taken away.
local function heard(now)
  if now < 0 then now = -now end
  return now < 1 and now or 1
end

function Layer:weigh(rel, outer)
  self.rel, self.outer = rel, outer
  self.base:weigh(rel, outer)
  self.top:weigh(rel * heard(self.now), outer)
end

function Layer:set_now(now)
  if now ~= self.now then
    self.now = now
    self.top:weigh(self.rel * heard(now), self.outer)
  end
end

function Layer:set_speed(speed)
  self.base:set_speed(speed)
  self.top:set_speed(speed)
end

function Layer:advance(dt)
  self:set_now(layer_weight(self.weight, self.params))
  self.top:advance(dt)
  return self.base:advance(dt)
end

function Layer:evaluate(pose)
  self.base:evaluate(pose)
  if self.now == 0 then return end
  self.top:evaluate(self.scratch)
  pose:layer(self.scratch, self.now, self.mask)
end

function Layer:cycle() return self.base:cycle() end

function Layer:left() return self.base:left() end

-- Blended as the pose is.
function Layer:root_motion()
  local weight = self.now * self.root_share
  if weight == 0 then return self.base:root_motion() end
  local sum = self.motion:clear()
  sum:add(1 - weight, self.base:root_motion())
  sum:add(weight, self.top:root_motion())
  return sum:get()
end

function Layer:save(out)
  out[#out + 1] = string.pack('<ddd', self.now, self.rel, self.outer)
  self.base:save(out)
  self.top:save(out)
end

function Layer:restore(reader)
  self.now, self.rel, self.outer = string.unpack('<ddd', reader:text())
  self.base:restore(reader)
  self.top:restore(reader)
end

function Layer:take_over(old)
  self.now, self.rel, self.outer = old.now, old.rel, old.outer
  carry.node(self.base, old.base)
  carry.node(self.top, old.top)
end

local Additive = setmetatable({}, { __index = Layer })
Additive.__index = Additive

local function compile_additive(description, compiling, where)
  local spec = compile(description, compiling, where, 'additive', 'add')
  local reference = description.reference
  if check.type_name(reference) == 'helioanim.Clip' then reference = { clip = reference } end
  if reference ~= nil and reference ~= 'rest' then
    check.kind(reference, 'table', where .. '.reference')
    check.keys(reference, { clip = true, time = true }, where .. '.reference')
    if check.type_name(reference.clip) ~= 'helioanim.Clip' then
      check.fail(where .. '.reference', 'clip: helioanim.Clip expected, got %s', check.type_name(reference.clip))
    end
    spec.reference, spec.time = reference.clip, check.number(reference.time, where .. '.reference.time', 0)
  end
  return spec
end

local function build_additive(spec, building)
  local self = build_as(Additive, spec, building)
  self.root_share = 0
  self.additive = nodes.scratch(building, building.base + 1)
  self.reference, self.time = spec.reference, spec.time
  return self
end

function Additive:enter()
  self.base:enter()
  self.top:enter()
  self.now = nodes.value(self.weight, self.params)
end

function Additive:advance(dt)
  self:set_now(nodes.value(self.weight, self.params))
  self.top:advance(dt)
  return self.base:advance(dt)
end

function Additive:evaluate(pose)
  self.base:evaluate(pose)
  if self.now == 0 then return end
  local source, additive = self.scratch, self.additive
  self.top:evaluate(source)
  if self.reference then
    additive:make_additive(source, self.reference, self.time)
  else
    additive:make_additive(source)
  end
  pose:add(additive, self.now, self.mask)
end

layers.layer = {
  keys = { layer = true, over = true, weight = true, mask = true }, compile = compile_layer, build = build_layer,
}
layers.additive = {
  keys = { additive = true, add = true, weight = true, mask = true, reference = true },
  compile = compile_additive, build = build_additive,
}

return layers
