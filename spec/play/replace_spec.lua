-- Replacing the definition of a machine while it runs.

local ha = require 'helioanim'
local near = require 'spec.support.near'
local random_machine = require 'spec.support.random_machine'
local toys = require 'spec.support.toys'

local skel = toys.skeleton()

local function shown(sm, pose) return toys.x(sm:evaluate(pose)) end

local function told(sm)
  local list = {}
  for what, name in sm:notices() do list[#list + 1] = what .. ' ' .. name end
  return table.concat(list, ', ')
end

-- What a frame gives: pose, events, root motion, notices and where everything stands, to the bit.
local function frame_of(sm, pose)
  local list = { sm:evaluate(pose):save() }
  for name, time, weight, late in sm:events() do
    list[#list + 1] = ('%s %a %a %a'):format(name, time, weight, late)
  end
  list[#list + 1] = ('%a %a %a %a %a %a %a'):format(sm:root_motion())
  list[#list + 1] = told(sm)
  list[#list + 1] = sm:save()
  return table.concat(list, '\n')
end

describe('replacing a machine', function()
  local pose = skel:new_pose()

  it('by an equal one in every frame disturbs nothing, for random machines', function()
    for seed = 1, 60 do
      local root = seed % 2 == 0 and { joint = 'Root', axes = 'x' } or nil
      local definition, names = random_machine.definition(seed, root)
      local equal = { definition, (random_machine.definition(seed, root)) } -- of other clips and functions
      local left, replaced = ha.state_machine(definition, skel), ha.state_machine(equal[2], skel)
      math.randomseed(seed)
      for frame = 1, 120 do
        replaced:replace(equal[frame % 2 + 1], frame % 3 == 0 and 0.2 or 0)
        random_machine.steer(left, names, replaced)
        local dt = math.random(0, 3) * 0.017
        local a, b = frame_of(left:update(dt), pose), frame_of(replaced:update(dt), pose)
        assert.is_true(a == b, ('seed %d, frame %d'):format(seed, frame))
      end
    end
  end)

  it('keeps the state and its playheads', function()
    local walk = toys.slide('walk', 0, 10, 1)
    local function definition(extra)
      return { initial = 'idle', states = {
        idle = { node = toys.stand('idle', 0), to = { { 'walk', when = 'go' } } },
        walk = { node = { clip = walk }, to = { { 'idle', when = extra } } } } }
    end
    local sm = ha.state_machine(definition 'stop', skel)
    sm.params.go = true
    sm:update(0.4)
    sm:replace(definition 'halt')
    near.numbers({ 4 }, shown(sm, pose))
    assert.equal('walk', sm:state())
    sm.params.go = false
    sm:trigger 'halt'
    sm:update(0.1)
    assert.equal('idle', sm:state())
  end)

  it('keeps the playheads of a clip that several states play apart', function()
    local clip = toys.slide('walk', 0, 10, 1)
    local function definition()
      return { initial = 'a', states = {
        a = { node = { layer = clip, over = { clip = clip, rate = 0.5 }, weight = 'w' } },
        b = { node = { clip = clip }, on_request = true } } }
    end
    local sm = ha.state_machine(definition(), skel)
    sm:update(0.2):request 'b':update(0.3)
    near.numbers({ 3 }, shown(sm, pose))
    sm:replace(definition())
    near.numbers({ 3 }, shown(sm, pose))
    sm:request 'a':update(0.4):replace(definition())
    near.numbers({ 4 }, shown(sm, pose))
    sm.params.w = 1
    near.numbers({ 2 }, shown(sm:update(0), pose))
  end)

  it('keeps phases where nodes change their kind or clips their length', function()
    local function definition(node) return { initial = 'a', states = { a = { node = node } } } end
    local sm = ha.state_machine(definition(toys.slide('walk', 0, 10, 1)), skel)
    sm:update(0.4):replace(definition { blend1d = 'x', sync = 'phase', { 0, toys.slide('walk', 0, 10, 2) },
                                        { 1, toys.slide('run', 0, 10, 1) } })
    near.numbers({ 4 }, shown(sm, pose))
    near.numbers({ 5 }, shown(sm:update(0.2), pose))
    local long = toys.slide('walk', 0, 40, 4)
    sm:replace(definition { clip = long, range = { 1, 3 } })
    near.numbers({ 20 }, shown(sm, pose))
    sm:replace(definition { clip = long, range = { 0, 2 } })
    near.numbers({ 10 }, shown(sm, pose))
    sm:replace(definition { clip = toys.slide('walk', 0, 10, 4), rate = 2 })
    near.numbers({ 5 }, shown(sm, pose))
    near.numbers({ 6 }, shown(sm:update(0.2), pose))
  end)

  it('takes rates, weights and fades as the new definition has them', function()
    local function definition(rate, fade)
      return { initial = 'a', states = { b = { node = toys.stand('b', 20) },
        a = { node = { clip = toys.slide('a', 0, 10, 1), rate = rate }, to = { { 'b', when = 'go', fade = fade } } } } }
    end
    local sm = ha.state_machine(definition(1, 0.5), skel)
    sm:update(0.2):replace(definition(2, 0.2))
    near.numbers({ 2 }, shown(sm, pose))
    near.numbers({ 4 }, shown(sm:update(0.1), pose))
    sm:trigger 'go':update(0.1)
    near.numbers({ 13 }, shown(sm, pose)) -- half way from 6 to 20
  end)

  it('keeps the states of nested machines, triggers, requests and the queue', function()
    local function definition(extra)
      return { initial = 'ground', states = {
        [extra] = { node = toys.stand('extra', 1), on_request = true },
        ground = { node = toys.stand('idle', 0), to = { { 'air', when = 'jump' } } },
        air = { machine = { initial = 'rise', states = {
          rise = { node = { clip = toys.slide('rise', 10, 20, 1), loops = 1 }, to = { { 'fall', exit = 1 } } },
          fall = { node = toys.slide('fall', 30, 40, 1), to = { { 'rise', when = 'up' } } } } },
          to = { { 'ground', when = 'landed' } } } } }
    end
    local sm = ha.state_machine(definition 'aa', skel)
    sm:trigger 'jump':update(0.5):update(0.7)
    assert.equal('air/fall', sm:state())
    told(sm)
    sm:trigger 'up':replace(definition 'zz')
    assert.equal('air/fall', sm:state())
    near.numbers({ 32 }, shown(sm, pose))
    assert.equal('', told(sm))
    assert.equal('air/rise', sm:update(0.1):state())
    sm:queue 'ground':request 'zz':replace(definition 'zz')
    assert.equal('zz', sm:update(0.1):state())
    sm:request('air/fall'):queue 'zz':queue 'ground':replace(definition 'other')
    assert.equal('air/fall', sm:update(0.1):state())
    assert.equal('ground', sm:update(1):state()) -- 'zz' is gone
  end)

  it('goes on with a fade, standing where the old side is gone', function()
    local function definition(old)
      return { initial = 'b', fade = 1, states = {
        [old] = { node = toys.slide(old, 0, 10, 10), on_request = true },
        b = { node = toys.stand('b', 10), on_request = true } } }
    end
    for _, name in ipairs { 'a', 'z' } do
      local sm = ha.state_machine(definition 'a', skel)
      sm:request('a', 0):update(2):request 'b':update(0.5)
      near.numbers({ 6.25 }, shown(sm, pose))
      sm:replace(definition(name))
      near.numbers({ 6.25 }, shown(sm, pose))
      local _, weight, from = sm:update(0.25):state()
      assert.same({ 0.75, name == 'a' and 'a' or nil }, { weight, from })
      near.numbers({ name == 'a' and 2.75 / 4 + 7.5 or 2.5 / 4 + 7.5 }, shown(sm, pose))
    end
  end)

  it('begins anew where the current state is gone, covered for as long as it is told', function()
    local walk = toys.slide('walk', 0, 4, 4)
    walk:add_event(0.25, 'step')
    local sm = ha.state_machine({ initial = 'a', states = { a = { node = toys.stand('a', 10) } } }, skel)
    told(sm)
    sm:replace({ initial = 'b', states = { b = { node = walk } } }, 1)
    near.numbers({ 10 }, shown(sm, pose))
    assert.equal('exit a, enter b', told(sm))
    sm:update(0.5)
    near.numbers({ 0.5 + 10 / 2 }, shown(sm, pose))
    for name, _, weight in sm:events() do assert.same({ 'step', 1 }, { name, weight }) end
    local half = sm:save()
    near.numbers({ 1 }, shown(sm:update(0.5), pose))
    local x = shown(sm:restore(half):update(0.25), pose)
    assert.is_true(x > 1 and x < 4)
  end)

  it('keeps slots that play, and covers those that are gone', function()
    local function definition(...)
      local slots = {}
      for i, name in ipairs { ... } do
        slots[i] = { name, clip = toys.slide(name, 0, 10, 1), fade_in = 0.2, mask = { ['Root*'] = 1 } }
      end
      return { initial = 'a', states = { a = { node = toys.stand('a', 0) } }, slots = slots }
    end
    local sm = ha.state_machine(definition 'slash', skel)
    sm:play 'slash':update(0.4):replace(definition('wave', 'slash'))
    assert.is_true(sm:playing 'slash')
    near.numbers({ 4 }, shown(sm, pose))
    near.numbers({ 5 }, shown(sm:update(0.1), pose))
    sm:play 'slash':replace(definition('wave', 'slash'))
    near.numbers({ 5 }, shown(sm, pose))
    sm:update(0.3):replace(definition 'wave', 0.5)
    near.numbers({ 3 }, shown(sm, pose))
    near.numbers({ 0 }, shown(sm:update(0.6), pose))
    assert.has_error(function() sm:playing 'slash' end)
  end)

  it('leaves the machine as it was where the new definition is refused', function()
    local sm = ha.state_machine({ initial = 'a', states = { a = { node = toys.slide('a', 0, 10, 1) } } }, skel)
    sm:update(0.25)
    local saved = sm:save()
    for _, wrong in ipairs {
      { initial = 'a', states = { a = { node = { layer = toys.stand('a', 1), over = toys.stand('b', 1),
                                                 mask = { Nose = 1 } } } } },
      { initial = 'a', params = { x = 1 }, states = { a = { node = { layer = toys.stand('a', 1), over =
        toys.stand('b', 1), weight = function(p) return p.missing + 1 end } } } },
      { initial = 'b', states = {} },
    } do
      assert.has_error(function() sm:replace(wrong, 0.5) end)
      assert.equal(saved, sm:save())
      assert.has_error(function() sm:trigger 'x' end)
    end
    assert.has_error(function() sm:replace(5) end,
      "bad argument #1 to 'replace' (helioanim.MachineDefinition expected, got number)")
    local right = { initial = 'a', states = { a = { node = toys.stand('a', 1) } } }
    assert.has_error(function() sm:replace(right, -1) end,
      "bad argument #2 to 'replace' (seconds from 0 on expected, got -1)")
    assert.has_error(function() sm:replace(right, 0 / 0) end)
    near.numbers({ 5 }, shown(sm:update(0.25), pose))
  end)
end)
