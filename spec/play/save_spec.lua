-- Saving and restoring machines; fades that never jump; frames without garbage.

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

  -- A machine in the middle of everything: a fade of a nested machine, a snapshot, a slot played again, a queue.
  local function busy(definition, names)
    local sm, pose = ha.state_machine(definition, skel), skel:new_pose()
    run(sm, names, 3, 80, pose)
    sm:request(names[2]):play('slash'):update(0.1):request(names[1], 0.5, 'frozen'):update(0.1):play('slash')
    return sm:queue(names[1]):update(0.05), pose
  end

  it('refuses every damaged string, and stays as it was', function()
    local definition, names = random_machine.definition(4)
    local sm, pose = busy(definition, names)
    local saved = sm:save()
    run(sm, names, 9, 5, pose)
    local before, shown, dx = sm:save(), sm:evaluate(pose):save(), sm:root_motion()
    local told = {}
    for name in sm:events() do told[#told + 1] = name end
    local function refused(text)
      local ok, raised = pcall(sm.restore, sm, text)
      assert.is_false(ok)
      assert.matches("^bad argument #1 to 'restore' %((.*)%)$", raised)
      assert.is_true(before == sm:save())
    end
    for length = 0, #saved - 1, 7 do refused(saved:sub(1, length)) end
    for at = 1, #saved do
      local flipped = string.char(saved:byte(at) ~ 1 << at % 8)
      refused(saved:sub(1, at - 1) .. flipped .. saved:sub(at + 1))
    end
    math.randomseed(5)
    for _ = 1, 300 do
      local from, to = math.random(#saved), math.random(#saved)
      if saved:sub(from, from) ~= saved:sub(to, to) then
        refused(saved:sub(1, from - 1) .. saved:sub(to, to) .. saved:sub(from + 1))
        refused(saved:sub(1, math.min(from, to)) .. saved:sub(math.max(from, to)))
      end
    end
    refused(saved .. 'x')
    refused('x' .. saved)
    refused(saved .. saved)
    assert.is_true(shown == sm:evaluate(pose):save() and dx == sm:root_motion())
    local again = {}
    for name in sm:events() do again[#again + 1] = name end
    assert.same(told, again)
    assert.equal(saved, sm:restore(saved):save())
  end)

  it('refuses what another machine saved, or something else', function()
    local idle, walk = toys.stand('idle', 0), toys.slide('walk', 0, 1)
    local function machine(change, skeleton)
      local description = { initial = 'a', states = { a = { node = { layer = idle, over = walk, weight = 'w' } },
        b = { machine = { initial = 'c', states = { c = { node = walk } } }, on_request = true } },
        slots = { { 'slash', clip = walk } } }
      if change then change(description) end
      return ha.state_machine(description, skeleton or skel)
    end
    local sm = machine()
    local saved, own = sm:save(), sm:save()
    local function refused(text, message)
      assert.has_error(function() sm:restore(text) end, ("bad argument #1 to 'restore' (%s)"):format(message))
      assert.equal(own, sm:save())
    end
    for _, change in ipairs {
      function(d) d.states.a.node = { additive = idle, add = walk, weight = 'w' } end,
      function(d) d.states.a.node.over = idle end,
      function(d) d.states.b.machine = { initial = 'e', states = { e = { node = walk } } } end,
      function(d) d.states.b.machine.states.d = { node = walk, on_request = true } end,
      function(d) d.states.b = nil end,
      function(d) d.slots[1][1] = 'stab' end,
      function(d) d.slots = nil end,
      function(d) d.states.a.node = { blend1d = 'w', { 0, idle }, { 1, walk } } end,
    } do
      refused(machine(change):save(), 'the state of another machine')
    end
    refused(machine(nil, ha.skeleton { { name = 'Root' } }):save(), 'the state of another machine')
    refused(skel:new_pose():save(), 'no saved state of a machine')
    refused(walk:player():save(), 'no saved state of a machine')
    refused('', 'no saved state of a machine')
    refused(saved:sub(1, -2), 'a damaged state')
    assert.has_error(function() sm:restore(nil) end, "bad argument #1 to 'restore' (string expected, got nil)")
    machine(function(d) d.params, d.fade = { w = 1 }, 0.5 end):restore(saved) -- of the same shape
  end)

  it('refuses every damaged string of players, sync groups and poses', function()
    local player = toys.slide('a', 0, 1):player():play()
    local member = toys.slide('b', 0, 1):player()
    local group, pose = ha.sync_group():add(member, 0.5), skel:new_pose()
    player:advance(0.3)
    group:advance(0.2)
    player:evaluate(pose)
    for _, object in ipairs { player, group, pose } do
      local saved = object:save()
      for at = 1, #saved do
        for bit = 0, 7 do
          local damaged = saved:sub(1, at - 1) .. string.char(saved:byte(at) ~ 1 << bit) .. saved:sub(at + 1)
          assert.error_matches(function() object:restore(damaged) end, "bad argument #1 to 'restore'")
        end
        assert.error_matches(function() object:restore(saved:sub(1, at - 1)) end, "bad argument #1 to 'restore'")
      end
      assert.equal(saved, object:save())
      assert.equal(saved, object:restore(saved):save())
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
