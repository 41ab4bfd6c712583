-- Random state machines, from a seed, whose clips turn and move slowly enough that jumps can be told from speed.

local ha = require 'helioanim'
local seal = require 'helioanim.util.seal'

local random_machine = {}

local KINDS = { 'cross', 'frozen', 'inertial' }
local EASINGS = { 'linear', 'smooth', 'smoother', 'quad_in', 'quad_out' }

local function pick(list) return list[math.random(#list)] end

-- A loop of x between -1 and 1, and of rotations about z less than a quarter turn from rest.
local function clip(name)
  local seconds, x, angle = 0.5 + math.random(), math.random() * 2 - 1, (math.random() - 0.5) * 1.4
  local c = ha.clip { name = name, tracks = {
    { joint = 'Root', channel = 'translation', times = { 0, seconds / 2, seconds },
      values = { x, 0, 0, -x, 0, 0, x, 0, 0 } },
    { joint = 'Spine', channel = 'rotation', times = { 0, seconds / 2, seconds },
      values = { 0, 0, math.sin(angle / 2), math.cos(angle / 2), 0, 0, 0, 1, 0, 0, math.sin(angle / 2),
                 math.cos(angle / 2) } } } }
  c:add_event(seconds * math.random(), 'step')
  return c
end

-- Kinds of nodes, each made of clips by their names.
local nodes = {
  clip,
  function(name) return { clip = clip(name), loops = 1 } end,
  function(name)
    return { blend1d = 'speed', sync = 'phase', { 0, clip(name .. 1) }, { 0.5, clip(name .. 2) },
             { 1, clip(name .. 3) } }
  end,
  function(name)
    return { blend2d = { 'speed', 'turn' }, sync = 'phase', { 0, 0, clip(name .. 1) }, { 1, 0, clip(name .. 2) },
             { 0, 1, clip(name .. 3) }, { 1, 1, clip(name .. 4) } }
  end,
  function(name)
    return { layer = clip(name .. 1), over = clip(name .. 2), weight = 0.5, mask = { ['Spine*'] = 1 } }
  end,
  function(name)
    return { select = 'stance', fade = 0.3, { 'low', clip(name .. 1) },
             { 'high', { clip = clip(name .. 2), loops = 2 } } }
  end,
  function(name)
    return { blend1d = 'turn', sync = 'phase', { 0, clip(name .. 1) },
             { 1, { select = 'stance', fade = 0.2, { 'low', clip(name .. 2) }, { 'high', clip(name .. 3) } } } }
  end,
  function(name)
    return { speed = function(p) return 0.5 + p.speed / 2 end, node = { mirror = clip(name) } }
  end,
  function(name) -- children that rest hear of the speed when they are chosen
    return { speed = function(p) return 0.5 + p.turn / 2 end,
             node = { select = 'stance', fade = 0.2, { 'low', clip(name .. 1) }, { 'high', clip(name .. 2) } } }
  end,
  function(name)
    return { additive = clip(name .. 1), add = { clip = clip(name .. 2), wrap = 'pingpong' }, weight = 'turn',
             mask = { ['Spine*'] = 1 } }
  end,
}

local function node(name) return pick(nodes)(name) end

local function row(names)
  return { pick(names), when = pick { 't1', 't2', 't3' }, fade = 0.1 + math.random() * 0.6, kind = pick(KINDS),
           easing = pick(EASINGS), exit = math.random(4) == 1 and math.random() or nil, self = math.random(3) == 1 }
end

-- A definition of 2 to 5 states, the second one nested, and a slot, with fades of at least 0.1 s, so that nothing may
-- jump. `root` as in definitions.
function random_machine.definition(seed, root)
  math.randomseed(seed)
  local names, states = {}, {}
  for i = 1, 1 + math.random(4) do names[i] = 's' .. i end
  for i, name in ipairs(names) do
    local to = {}
    for n = 1, math.random(3) do to[n] = row(names) end
    states[name] = { node = node(name), to = to, on_request = true }
    if i == 2 then
      states[name] = { to = to, on_request = true, machine = { initial = 'in1', states = {
        in1 = { node = node(name .. 'a'), to = { { 'in2', when = 't2', fade = 0.3 } } },
        in2 = { node = node(name .. 'b'), to = { { 'in1', when = 't3', fade = 0.2, kind = 'frozen' } } } } } }
    end
  end
  return ha.machine_definition { initial = 's1', states = states, any = { row(names) }, fade = 0.3, root = root,
    params = { speed = 0, turn = 0, stance = 'low' },
    slots = { { 'slash', clip = clip 'slash', fade_in = 0.2, fade_out = 0.2, mask = { ['Spine*'] = 1 } } } }, names
end

-- One frame of input: parameters move slowly, triggers and requests come at random. `twin`, if given, gets the same.
function random_machine.steer(sm, names, twin)
  local function both(method, ...)
    sm[method](sm, ...)
    if twin then twin[method](twin, ...) end
  end
  local p = sm.params
  p.speed = math.min(1, math.max(0, p.speed + (math.random() - 0.5) * 0.04))
  p.turn = math.min(1, math.max(0, p.turn + (math.random() - 0.5) * 0.04))
  if math.random(30) == 1 then p.stance = pick { 'low', 'high' } end
  if twin then for name, value in pairs(p) do twin.params[name] = value end end
  if math.random(8) == 1 then
    local name = pick { 't1', 't2', 't3' }
    if sm[seal.inside].triggers[name] ~= nil then both('trigger', name) end
  end
  if math.random(40) == 1 then both('request', pick(names), nil, pick { 'cross', 'frozen', 'inertial' }) end
  if math.random(60) == 1 then both('queue', pick(names)) end
  if math.random(40) == 1 then both('play', 'slash') end
  if math.random(60) == 1 then both('stop', 'slash') end
end

return random_machine
