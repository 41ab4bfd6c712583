local ha = require 'helioanim'
local random_machine = require 'spec.support.random_machine'
local toys = require 'spec.support.toys'

local skel = toys.skeleton()

local function run(sm, names, seed, frames, pose)
  math.randomseed(seed)
  local told = {}
  for _ = 1, frames do
    random_machine.steer(sm, names)
    sm:update(math.random(0, 3) * 0.017)
    sm:evaluate(pose)
    for name, time, weight, late in sm:events() do
      told[#told + 1] = ('%s %a %a %a'):format(name, time, weight, late)
    end
  end
  return sm:save(), pose:save(), table.concat(told, '\n')
end

describe('saving', function()
  it('runs on to the same bytes after restoring, for random machines', function()
    local pose = skel:new_pose()
    for seed = 1, 60 do
      local definition, names = random_machine.definition(seed)
      local sm = ha.state_machine(definition, skel)
      run(sm, names, seed, 40 + seed, pose)
      local saved = sm:save()
      local state, shown, told = run(sm, names, 7 * seed, 90, pose)
      run(sm, names, 11 * seed, seed, pose)
      sm:restore(saved)
      assert.equal(saved, sm:save(), 'seed ' .. seed)
      local state2, shown2, told2 = run(sm, names, 7 * seed, 90, pose)
      assert.equal(told, told2, 'events, seed ' .. seed)
      assert.is_true(shown == shown2, 'pose, seed ' .. seed)
      assert.is_true(state == state2, 'state, seed ' .. seed)
      -- and so does another machine of the same definition
      local other = ha.state_machine(definition, skel):restore(saved)
      local state3, shown3 = run(other, names, 7 * seed, 90, pose)
      assert.is_true(shown == shown3 and state == state3, 'another machine, seed ' .. seed)
    end
  end)

  it('gives equal strings for equal states, whatever was before', function()
    local pose = skel:new_pose()
    for _, kind in ipairs { 'cross', 'frozen', 'inertial' } do
      local definition = ha.machine_definition { initial = 'a', fade = 0.5, kind = kind, states = {
        a = { node = toys.stand('a', 3) }, b = { node = toys.slide('b', 4, 8), on_request = true },
        c = { node = toys.stand('c', 5), on_request = true } } }
      local fresh, used = ha.state_machine(definition, skel), ha.state_machine(definition, skel)
      local from_start = used:save()
      assert.equal(fresh:save(), from_start)
      for _, name in ipairs { 'b', 'c', 'b' } do -- interrupted: snapshots are taken
        used:request(name):update(0.2):evaluate(pose)
      end
      used:restore(from_start)
      for _, sm in ipairs { fresh, used } do sm:evaluate(pose) end
      for _ = 1, 3 do
        for _, sm in ipairs { fresh, used } do
          sm:update(0.125):evaluate(pose)
          sm:request 'c'
        end
        assert.is_true(fresh:save() == used:save(), kind)
      end
    end
  end)

  it('keeps slots, triggers and parameters', function()
    local slash = toys.slide('slash', 0, 10, 1)
    local definition = ha.machine_definition { initial = 'a', states = {
      a = { node = toys.stand('a', 3), to = { { 'b', when = 'go', exit = 1 } } }, b = { node = toys.stand('b', 4) } },
      slots = { { 'slash', clip = slash } } }
    local sm, pose = ha.state_machine(definition, skel), skel:new_pose()
    sm:play 'slash':trigger 'go':update(0.4)
    sm.params.stance = 'low'
    local saved = sm:save()
    local other = ha.state_machine(definition, skel):restore(saved)
    assert.equal('low', other.params.stance)
    assert.is_true(other:playing 'slash')
    assert.is_true(math.abs(4 - toys.x(other:evaluate(pose))) < 1e-5)
    other:update(0.6)
    assert.equal('b', other:state())
  end)

  it('refuses what was not saved by an equal machine', function()
    local a = ha.state_machine({ initial = 'a', states = { a = { node = toys.stand('a', 0) } } }, skel)
    local b = ha.state_machine({ initial = 'b', states = { b = { node = toys.stand('b', 0) } } }, skel)
    local saved = a:save()
    for _, bad in ipairs { '', 'x', saved .. 'x', saved:sub(1, -2), b:save() } do
      assert.has_error(function() a:restore(bad) end,
        "bad argument #1 to 'restore' (no saved state of this machine)")
    end
    assert.has_error(function() a:restore(nil) end)
    math.randomseed(5)
    for _ = 1, 300 do -- broken anywhere: an error or a state, never a crash
      local at = math.random(#saved)
      local broken = saved:sub(1, at - 1) .. string.char(math.random(0, 255)) .. saved:sub(at + 1)
      local sm = ha.state_machine({ initial = 'a', states = { a = { node = toys.stand('a', 0) } } }, skel)
      pcall(sm.restore, sm, broken)
    end
  end)
end)

describe('fades of random machines', function()
  -- Each side moves at most so fast: |x| <= 1 there and back in >= 0.5 s, four times as fast where two blend in sync.
  local DT, SIDE = 1 / 60, 8 * 4

  it('never jump further than the speeds of their sides allow', function()
    local pose = skel:new_pose()
    local worst = 0
    for seed = 1, 80 do
      local definition, names = random_machine.definition(seed)
      local sm = ha.state_machine(definition, skel)
      -- How steep the shortest fade of the steepest curve may be, over a distance of 2 and its overshoot.
      local most = DT * SIDE + 2 * 2 * 2 / 0.1 * DT
      math.randomseed(seed)
      sm:update(0)
      local last = toys.x(sm:evaluate(pose))
      for frame = 1, 300 do
        random_machine.steer(sm, names)
        sm:update(DT)
        sm:evaluate(pose)
        local x = toys.x(pose)
        assert.is_true(x == x and math.abs(x - last) <= most,
          ('seed %d frame %d: from %g to %g'):format(seed, frame, last, x))
        local a, b, c, d = pose:rotation 'Spine'
        assert.is_true(math.abs(math.sqrt(a * a + b * b + c * c + d * d) - 1) < 1e-6)
        worst, last = math.max(worst, math.abs(x - last)), x
      end
    end
    assert.is_true(worst > 0.1, 'the machines hardly move')
  end)

  it('start exactly from what was on the screen', function()
    local pose, before = skel:new_pose(), skel:new_pose()
    for seed = 1, 80 do
      local definition, names = random_machine.definition(seed)
      local sm = ha.state_machine(definition, skel)
      math.randomseed(seed)
      for frame = 1, 200 do
        random_machine.steer(sm, names)
        sm:update(DT)
        sm:evaluate(before)
        sm:request(names[math.random(#names)], 0.5)
        sm:update(0) -- a switch at rest must show nothing
        sm:evaluate(pose)
        for joint = 1, #skel do
          local x, y, z = before:translation(joint)
          local u, v, w = pose:translation(joint)
          local far = math.abs(x - u) + math.abs(y - v) + math.abs(z - w)
          assert.is_true(far < 1e-5, ('seed %d frame %d joint %d: %g'):format(seed, frame, joint, far))
        end
      end
    end
  end)

  it('are finite where nothing moves, dt is 0 and fades have no length', function()
    local pose = skel:new_pose()
    for _, kind in ipairs { 'cross', 'frozen', 'inertial' } do
      for _, fade in ipairs { 0, 1e-300, 1e-9, 1 } do
        local sm = ha.state_machine({ initial = 'a', states = {
          a = { node = toys.stand('a', 1), to = { { 'b', when = 'go', fade = fade, kind = kind } } },
          b = { node = toys.stand('b', 2), to = { { 'a', when = 'go', fade = fade, kind = kind } } } } }, skel)
        sm.params.go = true
        for i = 1, 10 do
          sm:update(i % 3 == 0 and 0.01 or 0)
          local x = toys.x(sm:evaluate(pose))
          assert.is_true(x >= 0.999 and x <= 2.001, kind)
        end
      end
    end
  end)
end)

describe('a frame of a state machine', function()
  it('makes no garbage: 4 states, a synced blend space, an additive layer, events', function()
    local function clip(name)
      local c = toys.slide(name, 0, 1, 1)
      c:add_event(0.3, 'step', { left = true })
      return c
    end
    local sm = ha.state_machine({ initial = 'ground', root = { joint = 'Root', axes = 'x' }, states = {
      ground = { node = { additive = { blend1d = 'speed', sync = 'phase', { 0, clip 'idle' }, { 1, clip 'walk' },
          { 2, clip 'run' } }, add = clip 'breath', weight = 'tired' },
        to = { { 'jump', when = 'jump', fade = 0.1 }, { 'hit', when = 'hit', fade = 0.1, kind = 'inertial' } } },
      jump = { node = { clip = clip 'jump', loops = 1 }, to = { { 'fall', exit = 0.5 } } },
      fall = { node = clip 'fall', to = { { 'ground', when = 'on_floor', fade = 0.2, kind = 'frozen' } } },
      hit = { node = { clip = clip 'hit', loops = 1 }, to = { { 'ground', exit = 1, fade = 0.2 } } } },
      any = { { 'hit', when = function(p) return p.pain > 9 end, self = true } }, params = { pain = 0, tired = 0.5 },
      slots = { { 'slash', clip = clip 'slash', fade_in = 0.1, fade_out = 0.1, mask = { ['Spine*'] = 1 } } } }, skel)
    local pose, p, count = skel:new_pose(), sm.params, 0
    assert.equal(0, toys.garbage(function()
      for i = 1, 10000 do
        p.speed, p.tired, p.on_floor, p.pain = i % 200 / 100, 0.3, i % 90 > 45, i % 331 == 0 and 10 or 0
        if i % 97 == 0 then sm:trigger 'jump' end
        if i % 211 == 0 then sm:trigger 'hit' end
        if i % 77 == 0 then sm:play 'slash' end
        if i % 401 == 0 then sm:request('ground', 0.1) end
        sm:update(0.016)
        sm:evaluate(pose)
        for _, _, weight in sm:events() do count = count + weight end
        for _ in sm:notices() do count = count + 1 end
        count = count + sm:root_motion()
      end
    end))
    assert.is_true(count > 0)
  end)
end)
