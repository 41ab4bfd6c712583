-- Nodes: every kind, alone and nested.

local ha = require 'helioanim'
local near = require 'spec.support.near'
local toys = require 'spec.support.toys'

local skel = toys.skeleton()

local function events_of(node)
  local list = {}
  for name, _, weight in node:events() do list[#list + 1] = ('%s %.2f'):format(name, weight) end
  return table.concat(list, ', ')
end

describe('nodes', function()
  local pose = skel:new_pose()
  local function x_of(node, joint) return toys.x(node:evaluate(pose), joint) end

  it('a clip plays alone', function()
    local node = ha.node({ clip = toys.slide('c', 0, 10, 1), rate = 2 }, skel)
    node:advance(0.25)
    near.numbers({ 5 }, x_of(node))
  end)

  it('B08 a joint that one clip does not drive counts as rest', function()
    local other = ha.skeleton { { name = 'Root', translation = { 10, 0, 0 } } }
    local a = toys.stand('a', 20)
    local b = ha.clip { name = 'b', duration = 1, tracks = {} }
    local node = ha.node({ blend1d = 'w', { 0, a }, { 1, b } }, other)
    node.params.w = 0.5
    node:advance(0)
    near.numbers({ 15 }, toys.x(node:evaluate(other:new_pose())))
  end)

  it('a point of a blend is that clip, bit-exact', function()
    local node = ha.node({ blend1d = 'w', { 0, toys.stand('a', 0.1) }, { 1, toys.stand('b', 0.7) } }, skel)
    local alone = ha.node(toys.stand('b', 0.7), skel)
    node.params.w = 1
    node:advance(0.1)
    alone:advance(0.1)
    assert.equal(x_of(alone), x_of(node))
  end)

  it('W12 clips in sync share a phase, and the length is the weighted mean', function()
    local walk, run = toys.slide('walk', 0, 1, 1), toys.slide('run', 0, 1, 0.6, 'Spine')
    local node = ha.node({ blend1d = 'speed', sync = 'phase', { 0, walk }, { 1, run } }, skel)
    node.params.speed = 0.5
    node:advance(0.2)
    local _, phase, seconds = node:cycle()
    near.numbers({ 0.25, 0.8 }, phase, seconds)
    near.numbers({ 0.125 }, x_of(node)) -- half of the walk's 0.25, the run does not drive Root
  end)

  it('W13 a member of weight 0 keeps up', function()
    local walk, run = toys.slide('walk', 0, 1, 1), toys.slide('run', 0, 1, 0.6)
    local node = ha.node({ blend1d = 'speed', sync = 'phase', { 0, walk }, { 1, run } }, skel)
    for _ = 1, 101 do node:advance(0.1) end
    local _, phase = node:cycle()
    node.params.speed = 1
    node:advance(0)
    near.numbers({ phase }, x_of(node))
  end)

  it('W14 markers map phases between clips', function()
    local walk, run = toys.slide('walk', 0, 1, 1), toys.slide('run', 0, 1, 1)
    walk:set_markers { { 'L', 0 }, { 'R', 0.5 } }
    run:set_markers { { 'L', 0.4 }, { 'R', 0.9 } }
    local node = ha.node({ blend1d = 'speed', sync = 'markers', { 0, walk }, { 1, run } }, skel)
    node:advance(0.25)
    near.numbers({ 0.25 }, x_of(node))
    node.params.speed = 1
    node:advance(0)
    near.numbers({ 0.65 }, x_of(node))
  end)

  it('weights reach the events; clips that weigh nothing fire none', function()
    local walk, run = toys.slide('walk', 0, 1, 1), toys.slide('run', 0, 1, 1)
    walk:add_event(0.5, 'walk step')
    run:add_event(0.5, 'run step')
    local node = ha.node({ blend1d = 'speed', sync = 'phase', { 0, walk }, { 1, run } }, skel)
    node.params.speed = 0.25
    node:advance(0.6)
    assert.equal('walk step 0.75, run step 0.25', events_of(node))
    assert.equal('walk step 0.75, run step 0.25', events_of(node))
    node.params.speed = 0
    node:advance(1)
    assert.equal('walk step 1.00', events_of(node))
    local step, _, _, closing = node:events() -- left in the middle
    step()
    getmetatable(closing).__close(closing)
    assert.equal('walk step 1.00', events_of(node))
  end)

  it('nested blends keep in step with the outer one', function()
    local function clip(name, seconds) return toys.slide(name, 0, 1, seconds) end
    local node = ha.node({ blend1d = 'speed', sync = 'phase',
      { 0, { blend1d = 'turn', { 0, clip('a', 1) }, { 1, clip('b', 2) } } },
      { 1, { speed_less = nil, clip = clip('c', 0.5) } } }, skel)
    node.params.speed, node.params.turn = 0.5, 0.5
    for _ = 1, 7 do node:advance(0.1) end
    local _, phase, seconds = node:cycle()
    near.numbers({ 0.25 * 1 + 0.25 * 2 + 0.5 * 0.5 }, seconds)
    near.numbers({ phase }, x_of(node))
  end)

  it('blends in two dimensions', function()
    local node = ha.node({ blend2d = { 'x', 'y' }, { 0, 0, toys.stand('a', 0) }, { 1, 0, toys.stand('b', 10) },
                           { 0, 1, toys.stand('c', 20) } }, skel)
    node.params.x, node.params.y = 0.25, 0.5
    node:advance(0)
    near.numbers({ 12.5 }, x_of(node))
    node.params.x, node.params.y = 0, 1
    node:advance(0)
    assert.equal(20, x_of(node))
    node.params.x, node.params.y = 5, -5
    node:advance(0)
    near.numbers({ 10 }, x_of(node))
  end)

  it('layers within a mask', function()
    local over = ha.clip { name = 'over', tracks = {
      { joint = 'Root', channel = 'translation', times = { 0 }, values = { 9, 0, 0 } },
      { joint = 'LeftArm', channel = 'translation', times = { 0 }, values = { 5, 0, 0 } } } }
    local node = ha.node({ layer = toys.stand('a', 1), over = over, weight = 'w', mask = { ['Spine*'] = 1 } }, skel)
    node.params.w = 0.5
    node:advance(0.1)
    near.numbers({ 1 }, x_of(node))
    near.numbers({ 3 }, x_of(node, 'LeftArm'))
  end)

  it('tells events of what is added with a weight from 0 to 1', function()
    local lean = toys.slide('lean', 0, 1, 1)
    lean:add_event(0.5, 'lean')
    local node = ha.node({ additive = toys.stand('a', 10), add = lean, weight = 'w' }, skel)
    for w, told in pairs { [0.25] = 0.25, [3] = 1, [-0.5] = 0.5, [-2] = 1 } do
      node.params.w = w
      node:enter():advance(0.75)
      local weights = {}
      for _, _, weight in node:events() do weights[#weights + 1] = weight end
      assert.same({ told }, weights)
    end
  end)

  it('saves the same zero whatever speeds there were before', function()
    local definition = ha.machine_definition { initial = 'a', params = { outer = 1.0, inner = 0.0 }, states = {
      a = { node = { speed = 'outer', node = { speed = 'inner', node = toys.slide('a', 0, 1) } } } } }
    local function after(...)
      local sm = ha.state_machine(definition, skel)
      for _, inner in ipairs { ... } do
        sm:update(0)
        sm.params.outer, sm.params.inner = -1.0, inner
      end
      return sm:update(0):save()
    end
    assert.equal(after(0.0), after(1.0, 0.0))
  end)

  it('adds what leads from a reference to a clip', function()
    local lean = toys.slide('lean', 1, 3, 1)
    local node = ha.node({ additive = toys.stand('a', 10), add = { clip = lean, wrap = 'clamp' },
                           reference = { clip = lean, time = 0 }, weight = 'w' }, skel)
    node.params.w = 0.5
    node:advance(1)
    near.numbers({ 11 }, x_of(node))
    node.params.w = -2
    node:advance(0)
    near.numbers({ 6 }, x_of(node))
  end)

  it('selects by name, and fades over', function()
    local node = ha.node({ select = 'stance', fade = 1, { 'low', toys.stand('low', 0) },
                           { 'high', toys.stand('high', 10) } }, skel)
    node:advance(0.1)
    assert.equal(0, x_of(node))
    node.params.stance = 'high'
    node:advance(0.25)
    near.numbers({ 2.5 }, x_of(node))
    node.params.stance = 'low' -- back from there
    node:advance(0)
    near.numbers({ 2.5 }, x_of(node))
    node:advance(1)
    near.numbers({ 0 }, x_of(node))
    node.params.stance = 'hihg'
    assert.has_error(function() node:advance(0) end, "select: there is no 'hihg' (did you mean 'high'?)")
  end)

  it('selects within a group, where what is not selected weighs nothing and keeps up', function()
    local function clip(name, seconds) return toys.slide(name, 0, 1, seconds) end
    local node = ha.node({ blend1d = 'speed', sync = 'phase', { 0, { select = 'gait', fade = 0.2,
      { 'calm', clip('calm', 1) }, { 'angry', clip('angry', 3) } } }, { 1, clip('run', 2) } }, skel)
    node.params.speed = 0.5
    node:advance(0)
    near.numbers({ 1.5 }, (select(3, node:cycle())))
    node.params.gait = 'angry'
    for _ = 1, 10 do
      node:advance(0.1)
      near.numbers({ (select(2, node:cycle())) }, x_of(node))
    end
    near.numbers({ 2.5 }, (select(3, node:cycle())))
  end)

  it('speeds up, stops and turns back', function()
    local node = ha.node({ speed = 's', node = { clip = toys.slide('c', 0, 10, 1) } }, skel)
    node.params.s = 2
    node:advance(0.25)
    near.numbers({ 5 }, x_of(node))
    node.params.s = 0
    node:advance(0.25)
    near.numbers({ 5 }, x_of(node))
    node.params.s = -1
    node:advance(0.25)
    near.numbers({ 2.5 }, x_of(node))
  end)

  it('mirrors', function()
    local clip = ha.clip { name = 'c', tracks = {
      { joint = 'LeftArm', channel = 'translation', times = { 0 }, values = { 1, 2, 0 } } } }
    local node = ha.node({ mirror = clip, when = 'flip' }, skel)
    node:advance(0)
    near.numbers({ 1, 2, 0 }, node:evaluate(pose):translation 'LeftArm')
    node.params.flip = true
    node:advance(0)
    near.numbers({ -1, 2, 0 }, node:evaluate(pose):translation 'RightArm')
  end)

  it('blends root motion', function()
    local root = { joint = 'Root', axes = 'x' }
    local node = ha.node({ blend1d = 'w', { 0, { clip = toys.slide('a', 0, 2, 1), root = root } },
                           { 1, { clip = toys.slide('b', 0, 4, 1), root = root } } }, skel)
    node.params.w = 0.5
    node:advance(0.5)
    near.numbers({ 1.5, 0, 0, 0, 0, 0, 1 }, node:root_motion())
  end)

  it('blends the root motion of a layer by its weight and its mask', function()
    local root = { joint = 'Root', axes = 'x' }
    local function moved(weight, mask)
      local node = ha.node({ layer = { clip = toys.slide('a', 0, 2, 1), root = root }, weight = weight, mask = mask,
                             over = { clip = toys.slide('b', 0, 4, 1), root = root } }, skel)
      node:advance(0.5)
      return node:root_motion()
    end
    near.numbers({ 2, 0, 0, 0, 0, 0, 1 }, moved(1))
    near.numbers({ 1.25, 0, 0, 0, 0, 0, 1 }, moved(0.25))
    near.numbers({ 1.25, 0, 0, 0, 0, 0, 1 }, moved(0.5, { Root = 0.5 }))
    near.numbers({ 1, 0, 0, 0, 0, 0, 1 }, moved(1, { ['Spine*'] = 1 }))
    near.numbers({ 1, 0, 0, 0, 0, 0, 1 }, moved(0))
    local node = ha.node({ additive = { clip = toys.slide('a', 0, 2, 1), root = root }, weight = 1,
                           add = { clip = toys.slide('b', 0, 4, 1), root = root } }, skel)
    node:advance(0.5)
    near.numbers({ 1, 0, 0, 0, 0, 0, 1 }, node:root_motion())
  end)

  it('refuses what it does not know', function()
    assert.has_error(function() ha.node({ clpi = 1 }, skel) end)
    assert.has_error(function()
      ha.node({ blend1d = 'x', { 0, toys.stand('a', 0) }, { 0, toys.stand('b', 0) } }, skel)
    end)
    assert.has_error(function()
      ha.node({ blend1d = 'x', sync = 'phase', { 0, { clip = toys.stand('a', 0), loops = 1 } } }, skel)
    end)
    assert.has_error(function() ha.node(toys.stand('a', 0), 'skeleton') end)
  end)

  it('makes no garbage', function()
    local function clip(name) return toys.slide(name, 0, 1, 1) end
    local node = ha.node({ layer = { additive = { blend2d = { 'x', 'y' }, sync = 'phase', { 0, 0, clip 'a' },
      { 1, 0, clip 'b' }, { 0, 1, clip 'c' } }, add = clip 'd', weight = 'w' },
      over = { select = 's', fade = 0.1, { 1, clip 'e' }, { 2, { speed = 'v', node = clip 'f' } } }, weight = 0.5,
      mask = { ['Spine*'] = 1 } }, skel)
    local p = node.params
    p.v, p.w = 1.5, 0.25
    assert.equal(0, toys.garbage(function()
      for i = 1, 1000 do
        p.x, p.y, p.s = i % 7 / 7, i % 5 / 5, i % 50 < 25 and 1 or 2
        node:advance(0.016)
        node:evaluate(pose)
        for _ in node:events() do p.v = 1 end
      end
    end))
  end)
end)
