-- State machines and the checks of their definitions.

local ha = require 'helioanim'
local near = require 'spec.support.near'
local toys = require 'spec.support.toys'

local skel = toys.skeleton()

local function two_states(fade, kind)
  return ha.machine_definition { initial = 'a', states = {
    a = { node = { clip = toys.stand('a', 0) }, to = { { 'b', when = 'to_b', fade = fade, kind = kind } } },
    b = { node = { clip = toys.stand('b', 10) }, to = { { 'a', when = 'to_a', fade = fade, kind = kind } } } } }
end

local function shown(sm, pose) return toys.x(sm:evaluate(pose)) end

local function collect(iterator, ...)
  local list = {}
  for a, b in iterator, ... do list[#list + 1] = b and a .. ' ' .. b or a end
  return table.concat(list, ', ')
end

local function events_of(sm)
  local list = {}
  for name, _, weight in sm:events() do list[#list + 1] = ('%s %.2f'):format(name, weight) end
  return table.concat(list, ', ')
end

describe('state machine', function()
  local pose = skel:new_pose()

  it('stays in its first state until a condition holds, and fades', function()
    local sm = ha.state_machine(two_states(1), skel)
    sm:update(0.5)
    assert.equal(0, shown(sm, pose))
    assert.equal('a', sm:state())
    sm.params.to_b = true
    sm:update(0.25)
    near.numbers({ 2.5 }, shown(sm, pose))
    local state, weight, from = sm:state()
    assert.same({ 'b', 0.25, 'a' }, { state, weight, from })
    sm:update(0.75)
    assert.equal(10, shown(sm, pose))
  end)

  it('tells of the fades of nested machines', function()
    local sm = ha.state_machine({ initial = 'air', states = { air = { machine = { initial = 'rise', states = {
      rise = { node = toys.stand('rise', 0), to = { { 'fall', when = 'fell', fade = 1 } } },
      fall = { node = toys.stand('fall', 1) } } } } } }, skel)
    assert.same({ n = 2, 'air/rise', 1 }, table.pack(sm:state()))
    sm:trigger('fell'):update(0):update(0.25)
    assert.same({ 'air/fall', 0.25, 'air/rise' }, { sm:state() })
  end)

  it('B09 an interrupted fade starts from what is on the screen', function()
    local sm = ha.state_machine(two_states(1), skel)
    sm:request 'b'
    sm:update(0.5)
    near.numbers({ 5 }, shown(sm, pose))
    sm:request('a', 1)
    sm:update(0)
    near.numbers({ 5 }, shown(sm, pose))
    local last = 5
    for _ = 1, 20 do
      sm:update(0.05)
      local x = shown(sm, pose)
      assert.is_true(x <= last + 1e-6 and last - x <= 10 * 0.05 + 1e-5)
      last = x
    end
    assert.equal(0, last)
  end)

  it('B09 the same with every kind of fade, again and again', function()
    for _, kind in ipairs { 'cross', 'frozen', 'inertial' } do
      local sm = ha.state_machine(two_states(1, kind), skel)
      local last = shown(sm, pose)
      for i = 1, 60 do
        if i % 7 == 1 then sm:request(i % 2 == 0 and 'a' or 'b') end
        sm:update(0.02)
        local x = shown(sm, pose)
        assert.is_true(math.abs(x - last) < 0.6, kind .. ' jumps ' .. math.abs(x - last))
        last = x
      end
    end
  end)

  it('an inertial fade goes on with the speed on the screen', function()
    local sm = ha.state_machine({ initial = 'go', states = {
      go = { node = { clip = toys.slide('go', 0, 10, 1) },
             to = { { 'stand', when = 'halt', fade = 0.5, kind = 'inertial' } } },
      stand = { node = { clip = toys.stand('stand', 3) }, on_request = true } } }, skel)
    local xs = {}
    for i = 1, 30 do
      if i == 21 then sm.params.halt = true end
      sm:update(0.02)
      xs[i] = shown(sm, pose)
    end
    near.numbers({ 0.2 }, xs[20] - xs[19])
    near.list({ 0.2 }, { xs[21] - xs[20] }, 0.01) -- still going
    for _ = 1, 20 do sm:update(0.02) end
    near.numbers({ 3 }, shown(sm, pose))
  end)

  it('inertial fades that are interrupted again and again stay as slow as their sides', function()
    local doc = assert(ha.load_gltf 'examples/data/hero.glb')
    local size, sides = #doc.skeleton, { doc.clips.walk, doc.clips.run }
    local now, last = doc.skeleton:new_pose(), doc.skeleton:new_pose()
    local function turned() -- the furthest any joint turned since the last frame
      local most = 0
      for joint = 1, size do
        local a, b, c, d = now:rotation(joint)
        local e, f, g, h = last:rotation(joint)
        most = math.max(most, 2 * math.acos(math.min(1, math.abs(a * e + b * f + c * g + d * h))))
      end
      last:copy(now)
      return most
    end
    for _, rate in ipairs { 60, 240 } do
      local fastest = 0
      for _, clip in ipairs(sides) do
        for frame = 0, rate do
          clip:sample(now:reset(), frame / rate % clip.duration)
          local most = turned()
          if frame > 0 then fastest = math.max(fastest, most) end
        end
      end
      for every = 1, 6 do -- 6: any of 1 to 5
        math.randomseed(3)
        local sm = ha.state_machine({ initial = 'a', fade = 0.3, kind = 'inertial', params = { x = false }, states = {
          a = { node = sides[1], to = { { 'b', when = 'x' } } },
          b = { node = sides[2], to = { { 'a', when = 'x' } } } } }, doc.skeleton)
        sm:evaluate(last)
        local due = 1
        for frame = 1, 600 do
          sm.params.x = frame >= due
          if frame >= due then due = frame + (every < 6 and every or math.random(5)) end
          sm:update(1 / rate)
          sm:evaluate(now)
          local most = turned()
          assert.is_true(most <= 1.5 * fastest, ('%d Hz, every %d, frame %d: %g'):format(rate, every, frame, most))
        end
      end
    end
  end)

  it('an inertial fade takes a cut before it for no speed', function()
    local sm = ha.state_machine({ initial = 'a', states = { a = { node = toys.stand('a', 0) },
      b = { node = toys.stand('b', 10), on_request = true },
      c = { node = toys.stand('c', 9), on_request = true } } }, skel)
    sm:request('b', 0.1, 'inertial'):update(0.05):evaluate(pose)
    sm:update(0.2):evaluate(pose)
    sm:request('a', 0):update(0.01):evaluate(pose)
    sm:request('c', 1, 'inertial')
    for _ = 1, 100 do
      sm:update(0.01)
      local x = shown(sm, pose)
      assert.is_true(x >= 0 and x <= 9.0001, x)
    end
  end)

  it('a request may be inertial where no transition is', function()
    local definition = two_states(0.2)
    local sm = ha.state_machine(definition, skel)
    sm:update(0.1)
    sm:request('b', 0.2, 'inertial')
    local saved = sm:save()
    for _, machine in ipairs { sm, ha.state_machine(definition, skel):restore(saved) } do
      machine:update(0.1)
      near.numbers({ 5 }, shown(machine, pose))
      local half = machine:save()
      near.numbers({ 5 }, shown(ha.state_machine(definition, skel):restore(half), pose))
      machine:update(0.1)
      near.numbers({ 10 }, shown(machine, pose))
    end
    local other = ha.state_machine(two_states(0, 'inertial'), skel) -- of length 0 until a request says more
    other:request('b', 0.2):update(0.1)
    near.numbers({ 5 }, shown(other, pose))
  end)

  it('B05 a fade of length 0 with dt 0 is there at once', function()
    local sm = ha.state_machine(two_states(0), skel)
    sm.params.to_b = true
    sm:update(0)
    assert.equal(10, shown(sm, pose))
  end)

  it('B10 an exit phase with a condition that comes later is taken by the first update that satisfies both', function()
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = { clip = toys.slide('a', 0, 1, 1), loops = 1 }, to = { { 'b', exit = 1, when = 'go' } } },
      b = { node = toys.stand('b', 5), to = {} } } }, skel)
    for _ = 1, 20 do sm:update(0.1) end
    assert.equal('a', sm:state())
    sm.params.go = true
    sm:update(0.1)
    assert.equal('b', sm:state())
  end)

  it('B10 a small exit phase of a fast loop is not missed', function()
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = { clip = toys.slide('a', 0, 1, 1), rate = 2 }, to = { { 'b', exit = 0.02, when = 'go' } } },
      b = { node = toys.slide('b', 5, 6, 1), on_request = true } } }, skel)
    for _ = 1, 12 do sm:update(0.1) end -- 2.4 passes
    sm.params.go = true
    for _ = 1, 3 do sm:update(0.1) end -- to 3.0: not yet
    assert.equal('a', sm:state())
    sm:update(0.1) -- 3.2, crosses 3.02
    assert.equal('b', sm:state())
    near.numbers({ 5 + 0.09 }, shown(sm, pose)) -- 0.18 passes at rate 2 are 0.09 s
  end)

  it('B11 any-state may lead to the same state and consumes the trigger', function()
    local sm = ha.state_machine({ initial = 'idle', states = {
      idle = { node = toys.stand('idle', 0) }, hit = { node = toys.slide('hit', 0, 10, 1) } },
      any = { { 'hit', when = 'hit', self = true } } }, skel)
    sm:trigger 'hit'
    sm:update(0.25)
    assert.equal('hit', sm:state())
    near.numbers({ 2.5 }, shown(sm, pose))
    sm:update(0.25)
    near.numbers({ 5 }, shown(sm, pose))
    sm:trigger 'hit'
    sm:update(0.1)
    near.numbers({ 1 }, shown(sm, pose))
    sm:update(0.1)
    near.numbers({ 2 }, shown(sm, pose))
  end)

  it('B12 what a finished clip left of the step goes to the next state', function()
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = { clip = toys.slide('a', 0, 1, 1), loops = 1 }, to = { { 'b', exit = 1 } } },
      b = { node = toys.slide('b', 50, 60, 1), on_request = true } } }, skel)
    sm:update(0.75)
    near.numbers({ 0.75 }, shown(sm, pose))
    sm:update(0.5)
    near.numbers({ 52.5 }, shown(sm, pose))
  end)

  it('W08 a finished clip keeps its end while it is faded out', function()
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = { clip = toys.slide('a', 0, 10, 1), loops = 1 } },
      b = { node = toys.stand('b', 0), on_request = true } } }, skel)
    sm:update(0.7)
    sm:update(0.7)
    assert.equal(10, shown(sm, pose))
    sm:request('b', 1)
    sm:update(0.5)
    assert.equal(5, shown(sm, pose))
  end)

  it('E09 events of a clip that fades out have its weight, or are silenced by the threshold', function()
    local function machine(threshold)
      local a = toys.slide('a', 0, 1, 1)
      a:add_event(0.8, 'step')
      return ha.state_machine({ initial = 'a', states = {
        a = { node = { clip = a, threshold = threshold } },
        b = { node = toys.stand('b', 0), on_request = true } } }, skel)
    end
    for threshold, expected in pairs { [0] = 'step 0.20', [0.5] = '' } do
      local sm = machine(threshold)
      sm:request('b', 1)
      sm:update(0.75)
      assert.equal('', events_of(sm))
      sm:update(0.05)
      assert.equal(expected, events_of(sm))
      sm:update(0.05)
      assert.equal('', events_of(sm))
    end
  end)

  it('tells the last events of a state that it leaves', function()
    local a = toys.slide('a', 0, 1, 1)
    a:add_event(1, 'end')
    local b = toys.slide('b', 0, 1, 1)
    b:add_event(0, 'begin')
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = { clip = a, loops = 1 }, to = { { 'b', exit = 1 } } },
      b = { node = b, on_request = true } } }, skel)
    sm:update(0.9)
    sm:update(0.2)
    assert.equal('end 1.00, begin 1.00', events_of(sm))
  end)

  local function with_events(clip, ...)
    for _, time in ipairs { ... } do clip:add_event(time, clip.name .. time) end
    return clip
  end

  it('tells the last events of a state that an exit enters again', function()
    local a = with_events(toys.slide('a', 0, 1, 1), 0.95, 1.0)
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = { clip = a, loops = 1 }, to = { { 'a', exit = 1 } } } } }, skel)
    local list = {}
    for _ = 1, 9 do
      local now = events_of(sm:update(0.3))
      if now ~= '' then list[#list + 1] = now end
    end
    assert.same({ 'a0.95 1.00, a1.0 1.00', 'a0.95 1.00, a1.0 1.00' }, list)
  end)

  it('tells the last events of a state that fades out and is entered again by an exit', function()
    local a = with_events(toys.slide('a', 0, 1, 1), 0.75)
    local b = toys.slide('b', 0, 1, 1)
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = a, to = { { 'b', when = 'go', fade = 2 } } },
      b = { node = b, to = { { 'a', exit = 0.5, fade = 1 } } } } }, skel)
    sm:update(0.25):trigger('go'):update(0.4)
    assert.equal('', events_of(sm))
    assert.equal('a0.75 0.70', events_of(sm:update(0.2)))
    assert.equal('a', sm:state())
  end)

  it('tells nothing of a state after the exit that leaves it, but where it goes on', function()
    local function machine(fade)
      local a = with_events(toys.slide('a', 0, 1, 1), 0.0, 0.2, 1.0)
      local b = with_events(toys.slide('b', 0, 1, 1), 0.0)
      return ha.state_machine({ initial = 'a', states = { a = { node = a, to = { { 'b', exit = 1, fade = fade } } },
        b = { node = b, on_request = true } } }, skel)
    end
    assert.equal('a1.0 1.00, b0.0 1.00', events_of(machine(0):update(0.9):update(0.5)))
    assert.equal('a1.0 1.00, a0.0 1.00, a0.2 1.00, b0.0 0.40', events_of(machine(1):update(0.9):update(0.5)))
    local queued = ha.state_machine({ initial = 'a', states = {
      a = { node = with_events(toys.slide('a', 0, 1, 1), 0.0, 0.2) },
      b = { node = toys.slide('b', 0, 1, 1), on_request = true } } }, skel)
    assert.equal('', events_of(queued:queue('b'):update(0.9):update(0.5)))
    assert.equal('b', queued:state())
  end)

  it('takes the first of several transitions, one an update', function()
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = toys.stand('a', 0), to = { { 'b', when = 'go' }, { 'c', when = 'go' } } },
      b = { node = toys.stand('b', 1), to = { { 'c', when = 'go' } } },
      c = { node = toys.stand('c', 2) } } }, skel)
    sm.params.go = true
    sm:update(0.1)
    assert.equal('b', sm:state())
    sm:update(0.1)
    assert.equal('c', sm:state())
  end)

  it('conditions may be functions of the parameters and the machine', function()
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = toys.stand('a', 0),
            to = { { 'b', when = function(p, m) return p.speed > 2 and m:time() > 0.15 end } } },
      b = { node = toys.stand('b', 1) } }, params = { speed = 0 } }, skel)
    sm:update(0.2)
    assert.equal('a', sm:state())
    sm.params.speed = 3
    sm:update(0.1)
    assert.equal('b', sm:state())
  end)

  it('tells notices once', function()
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = { clip = toys.slide('a', 0, 1, 1), loops = 1 }, to = { { 'b', when = 'go' } } },
      b = { node = toys.stand('b', 1) } } }, skel)
    assert.equal('enter a', collect(sm:notices()))
    sm:update(2)
    sm:update(2)
    assert.equal('finished a', collect(sm:notices()))
    sm:trigger 'go'
    sm:update(0.1)
    assert.equal('exit a, enter b', collect(sm:notices()))
    assert.equal('', collect(sm:notices()))
  end)

  it('keeps the last 256 notices in order, however they are read', function()
    local sm = ha.state_machine(two_states(0), skel)
    local sent, read = { 'enter a' }, {}
    local function change()
      local from = sm:state()
      local to = from == 'a' and 'b' or 'a'
      sm:request(to):update(0.1)
      sent[#sent + 1], sent[#sent + 2] = 'exit ' .. from, 'enter ' .. to
    end
    for round = 1, 40 do
      for _ = 1, round % 7 * 2 do change() end
      for _ = 1, round % 5 * 3 do
        local what, state = sm:notices()()
        read[#read + 1] = what and what .. ' ' .. state
      end
    end
    for what, state in sm:notices() do read[#read + 1] = what .. ' ' .. state end
    assert.same(sent, read)
    sent = {}
    for _ = 1, 200 do change() end
    local last = table.move(sent, #sent - 255, #sent, 1, {})
    read = {}
    for what, state in sm:notices() do read[#read + 1] = what .. ' ' .. state end
    assert.same(last, read)
  end)

  it('finds states by their paths, or says what is near', function()
    local still = toys.stand('still', 0)
    local sm = ha.state_machine({ initial = 'idle', states = { idle = { node = still }, air = { on_request = true,
      machine = { initial = 'rise', states = { rise = { node = still }, fall = { node = still,
        on_request = true } } } } } }, skel)
    local function refused(path, hint)
      for _, method in ipairs { 'request', 'queue' } do
        assert.has_error(function() sm[method](sm, path) end,
          ("bad argument #1 to '%s' (no state is called '%s'%s)"):format(method, tostring(path), hint))
      end
    end
    refused('idel', " (did you mean 'idle'?)")
    refused('air/fal', " (did you mean 'fall'?)")
    refused('idle/fall', ' (there are: air, idle)')
    refused('air/rise/fall', " (did you mean 'fall'?)")
    refused('air/', ' (there are: air, idle)')
    refused('/air', " (did you mean 'air'?)")
    refused(7, ' (there are: air, idle)')
    sm:request 'air':update(0):request 'air/fall':update(0)
    assert.equal('air/fall', sm:state())
  end)

  it('names what is wrong with an easing, and with the pose', function()
    for _, value in ipairs { 'x', 0 / 0, {} } do
      local sm = ha.state_machine({ initial = 'a', fade = 1, easing = function() return value end, states = {
        a = { node = toys.stand('a', 0) }, b = { node = toys.stand('b', 1), on_request = true } } }, skel)
      sm:request 'b'
      assert.error_matches(function() sm:update(0.1) end, '^easing: a number expected, got ')
    end
    local sm = ha.state_machine(two_states(1), skel)
    assert.has_error(function() sm:evaluate(5) end,
      "bad argument #1 to 'evaluate' (helioanim.Pose expected, got number)")
  end)

  it('tells of nested states from the inside out and from the outside in', function()
    local still = toys.stand('still', 0)
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { machine = { initial = 'b', states = { b = { node = still, to = { { 'c', when = 'on' } } },
        c = { machine = { initial = 'd', states = { d = { node = still } } } } } }, to = { { 'e', when = 'off' } } },
      e = { node = still, to = { { 'a', when = 'on' } } } } }, skel)
    assert.equal('enter a, enter a/b', collect(sm:notices()))
    sm:trigger('on'):update(0.1)
    assert.equal('exit a/b, enter a/c, enter a/c/d', collect(sm:notices()))
    sm:trigger('off'):update(0.1)
    assert.equal('exit a/c/d, exit a/c, exit a, enter e', collect(sm:notices()))
  end)

  it('a nested machine that fades out goes nowhere, and tells nothing', function()
    local function machine()
      return ha.state_machine({ initial = 'g', states = {
        g = { machine = { initial = 'x', states = { x = { node = toys.stand('x', 0), on_request = true },
          y = { node = { clip = toys.slide('y', 0, 1, 1), loops = 1 }, on_request = true,
            to = { { 'x', when = 'r' } } } } } },
        h = { node = toys.stand('h', 0), on_request = true } } }, skel)
    end
    local sm, twin = machine(), machine()
    sm:request('g/y'):update(0.5):request('h', 1):update(0.2):evaluate(pose)
    assert.equal('enter g, enter g/x, exit g/x, enter g/y, exit g/y, exit g, enter h', collect(sm:notices()))
    near.numbers({ 0.56 }, toys.x(pose)) -- its clip goes on
    twin:restore(sm:save())
    for _, each in ipairs { sm, twin } do
      each:trigger('r'):update(0.5)
      assert.equal('', collect(each:notices()))
      each:update(0.1):update(0.1)
    end
    assert.equal(sm:save(), twin:save())
    assert.equal('g/x', sm:request('g/y', 0):update(0):update(0):state()) -- where the trigger waits
  end)

  it('queues states', function()
    local sm = ha.state_machine({ initial = 'a', states = {
      a = { node = { clip = toys.slide('a', 0, 1, 1), loops = 1 } },
      b = { node = toys.slide('b', 10, 20, 1), on_request = true },
      c = { node = toys.slide('c', 30, 40, 1), on_request = true } } }, skel)
    sm:queue 'b':queue 'c'
    sm:update(0.5)
    assert.equal('a', sm:state())
    sm:update(0.75)
    assert.equal('b', sm:state())
    near.numbers({ 12.5 }, shown(sm, pose))
    sm:update(1)
    assert.equal('c', sm:state())
    near.numbers({ 32.5 }, shown(sm, pose))
  end)

  it('a queue waits for the end of a cycle, whatever the state holds', function()
    local function machine(state)
      return ha.state_machine({ initial = 'a', states = { a = state, b = { node = toys.stand('b', 50),
        on_request = true } } }, skel)
    end
    local function updates_until_left(sm, dt)
      sm:update(0.125):queue 'b'
      for count = 1, 100 do
        if sm:update(dt):state() == 'b' then return count end
      end
    end
    local slide = toys.slide('slide', 0, 1, 1)
    assert.equal(7, updates_until_left(machine { node = slide }, 0.125))
    assert.equal(7, updates_until_left(machine { node = { clip = slide, rate = -1 } }, 0.125))
    assert.equal(7, updates_until_left(machine { node = { speed = -1,
      node = { blend1d = 'x', sync = 'phase', { 0, slide } } } }, 0.125))
    assert.equal(1, updates_until_left(machine { node = ha.clip { name = 'still' } }, 0.125))
    assert.is_nil(updates_until_left(machine { node = { clip = slide, rate = 0 } }, 0.125))
    assert.equal(7, updates_until_left(machine { machine = { initial = 'x', states = { x = { node = slide } } } },
      0.125))
    local always = function() return true end
    assert.equal(1, updates_until_left(machine { machine = { initial = 'x', states = { -- no cycle of its states ends
      x = { node = slide, to = { { 'y', when = always } } },
      y = { node = slide, to = { { 'x', when = always } } } } } }, 0.125))
  end)

  it('refuses a queue that only grows', function()
    local sm = ha.state_machine({ initial = 'a', states = { a = { node = toys.slide('a', 0, 1) },
      b = { node = toys.stand('b', 1), on_request = true } } }, skel)
    for _ = 1, 64 do sm:queue 'b' end
    assert.has_error(function() sm:queue 'b' end, 'queue: 64 states wait already')
  end)

  it('crosses the exit phases of what has no length, and of what runs backwards', function()
    local slide = toys.slide('slide', 0, 1, 1)
    for _, node in ipairs { ha.clip { name = 'still' }, { clip = slide, rate = -1 },
                            { speed = -1, node = { blend1d = 'x', sync = 'phase', { 0, slide } } } } do
      local sm = ha.state_machine({ initial = 'a', states = { a = { node = node, to = { { 'b', exit = 0.5 } } },
        b = { node = toys.stand('b', 1) } } }, skel)
      sm:update(0.25):update(0.25):update(0.25)
      assert.equal('b', sm:state())
    end
  end)

  it('counts the cycles of a nested machine on, and exits at them', function()
    local slide = toys.slide('slide', 0, 1, 1)
    local sm = ha.state_machine({ initial = 'a', states = { b = { node = toys.stand('b', 1) },
      a = { machine = { initial = 'x', states = { x = { node = slide, to = { { 'y', when = 'go' } } },
        y = { node = slide } } }, to = { { 'b', exit = 0.5 } } } } }, skel)
    assert.equal('a/x', sm:update(0.25):state())
    sm:trigger 'go'
    assert.equal('b', sm:update(0.125):state()) -- a/x was left, so its cycle ended
  end)

  it('nests machines', function()
    local sm = ha.state_machine({ initial = 'ground', states = {
      ground = { node = toys.stand('idle', 0), to = { { 'air', when = 'jump', fade = 0.5 } } },
      air = { machine = { initial = 'rise', states = {
        rise = { node = { clip = toys.slide('rise', 10, 20, 1), loops = 1 }, to = { { 'fall', exit = 1 } } },
        fall = { node = toys.stand('fall', 30) } } }, to = { { 'ground', when = 'landed' } } } } }, skel)
    sm:trigger 'jump'
    sm:update(0.5)
    assert.equal('air/rise', sm:state())
    near.numbers({ 15 }, shown(sm, pose))
    sm:update(0.6)
    assert.equal('air/fall', sm:state())
    near.numbers({ 30 }, shown(sm, pose))
    sm:request('air/rise')
    sm:update(0)
    near.numbers({ 10 }, shown(sm, pose))
    assert.has_error(function() sm:request 'air/fly' end)
    sm:trigger 'landed'
    sm:update(0.1)
    assert.equal('ground', sm:state())
  end)

  it('plays one-shot slots over the states, within a mask', function()
    local slash = ha.clip { name = 'slash', tracks = {
      { joint = 'Root', channel = 'translation', times = { 0, 1 }, values = { 7, 0, 0, 7, 0, 0 } },
      { joint = 'LeftArm', channel = 'translation', times = { 0, 1 }, values = { 5, 0, 0, 5, 0, 0 } } } }
    slash:add_event(0.5, 'hit')
    local sm = ha.state_machine({ initial = 'a', states = { a = { node = toys.stand('a', 3) } },
      slots = { { 'slash', clip = slash, fade_in = 0.25, fade_out = 0.25, mask = { ['Spine*'] = 1 } } } }, skel)
    sm:play 'slash'
    sm:update(0.125)
    sm:evaluate(pose)
    near.numbers({ 3 }, toys.x(pose))
    near.numbers({ 3 }, toys.x(pose, 'LeftArm')) -- half way from 1 to 5
    sm:update(0.4)
    assert.equal('hit 1.00', events_of(sm))
    sm:evaluate(pose)
    near.numbers({ 5 }, toys.x(pose, 'LeftArm'))
    assert.is_true(sm:playing 'slash')
    sm:update(1)
    sm:evaluate(pose)
    near.numbers({ 1 }, toys.x(pose, 'LeftArm'))
    assert.is_false(sm:playing 'slash')
    assert.has_error(function() sm:play 'slahs' end,
      "bad argument #1 to 'play' (no slot is called 'slahs' (did you mean 'slash'?))")
  end)

  it('a slot that is played again starts from what is on the screen', function()
    local definition = ha.machine_definition { initial = 'a', states = { a = { node = toys.stand('a', 0) } },
      slots = { { 'attack', clip = toys.slide('attack', 4, 10, 1), fade_in = 0.2, fade_out = 0.3 } } }
    local function starts(replay, stop)
      local sm = ha.state_machine(definition, skel)
      sm:play 'attack'
      local last, most, resting = 0, 0, 0
      for frame = 1, 300 do
        if frame == stop then sm:stop 'attack' end
        if replay[frame] then
          sm:play 'attack'
          near.numbers({ last }, shown(sm, pose))
        end
        if frame % 13 == 0 then sm = ha.state_machine(definition, skel):restore(sm:save()) end
        sm:update(0.01)
        local x = shown(sm, pose)
        most, last = math.max(most, math.abs(x - last)), x
        if not sm:playing 'attack' then resting = resting + 1 end
      end
      assert.is_true(most <= 0.01 * (6 + 10 / 0.2 + 10 / 0.3), most)
      assert.is_true(resting > 50)
      assert.equal(0, last)
    end
    starts { [60] = true } -- while it plays
    starts { [5] = true, [12] = true, [15] = true } -- while it fades in
    starts { [85] = true } -- while it fades out by its end
    starts({ [60] = true }, 40) -- soon after stop
    starts({ [60] = true }, 65) -- and stopped at once
    starts({ [60] = true, [61] = true, [62] = true }, 62)
  end)

  local function jumper()
    local function slide(name) return { node = { clip = toys.slide(name, 0, 1, 1), loops = 1 }, on_request = true } end
    return ha.state_machine({ initial = 'ground', states = { ground = slide 'ground', air = { on_request = true,
      machine = { initial = 'rise', states = { rise = slide 'rise', fall = slide 'fall', deep = { on_request = true,
        machine = { initial = 'x', states = { x = slide 'x', y = slide 'y' } } } } } } } }, skel)
  end

  it('a request from outside enters a nested machine where it says', function()
    local sm, twin = jumper(), jumper()
    sm:request('air/fall', 0.5)
    twin:restore(sm:save()):update(0.25)
    assert.equal(twin:save(), sm:update(0.25):save())
    assert.same({ 'air/fall', 0.5, 'ground' }, { sm:state() })
    assert.equal('enter ground, exit ground, enter air, enter air/fall', collect(sm:notices()))
    assert.equal('air/deep/y', sm:request('air/deep/y'):update(0):state())
    assert.equal('air/deep/y', sm:request 'ground':update(0):request('air/deep/y'):update(0):state())
    assert.equal('air/rise', sm:request 'ground':update(0):request('air'):update(0):state())
    assert.equal('ground', sm:request 'air/fall':request 'ground':update(0):state())
    assert.equal('air/rise', sm:request 'air':update(0):state())
  end)

  it('a queue from outside enters a nested machine where it says', function()
    local sm, twin = jumper(), jumper()
    sm:queue 'air/fall':queue 'ground':queue 'air/deep/y'
    twin:restore(sm:save())
    for _, expected in ipairs { 'air/fall', 'ground', 'air/deep/y' } do
      assert.equal(expected, sm:update(1):state())
      twin:update(1)
      assert.equal(sm:save(), twin:save())
    end
  end)

  it('moves the actor by the blended root motion of its sides', function()
    local sm = ha.state_machine({ initial = 'a', root = { joint = 'Root', axes = 'x' }, states = {
      a = { node = toys.slide('a', 0, 2, 1) },
      b = { node = toys.slide('b', 0, 4, 1), on_request = true } } }, skel)
    sm:update(0.25)
    near.numbers({ 0.5, 0, 0, 0, 0, 0, 1 }, sm:root_motion())
    sm:request('b', 1)
    sm:update(0.5)
    near.numbers({ 1.5, 0, 0, 0, 0, 0, 1 }, sm:root_motion())
    near.numbers({ 0 }, shown(sm, pose))
  end)

  -- Two states that take turns, and the way that the actor goes.
  local function way(options, dt, steps)
    local function state(name, other)
      return { node = { clip = toys.slide(name, 0, 1, 1), loops = options.loops },
               to = { { other, exit = options.exit, fade = options.fade, kind = options.kind } } }
    end
    local sm = ha.state_machine({ initial = 'a', root = { joint = 'Root', axes = 'x' },
                                  states = { a = state('a', 'b'), b = state('b', 'a') } }, skel)
    local sum = 0
    for _ = 1, steps do sum = sum + sm:update(dt):root_motion() end
    return sum
  end

  it('moves the actor on over an exit: the old side until the switch, then the new one', function()
    for _, dt in ipairs { 1 / 30, 0.3, 0.25, 1 / 7 } do
      near.numbers({ 60 * dt }, way({ exit = 0.5 }, dt, 60))
      near.numbers({ 60 * dt }, way({ exit = 1 }, dt, 60))
      near.numbers({ 60 * dt }, way({ exit = 1, loops = 1 }, dt, 60))
      near.numbers({ 60 * dt }, way({ exit = 0.5, fade = 0.2 }, dt, 60))
      near.numbers({ 60 * dt }, way({ exit = 1, fade = 0.2, kind = 'inertial' }, dt, 60))
    end
  end)

  it('turns the actor on over an exit', function()
    local function turn(name)
      local half = math.pi / 4
      return ha.clip { name = name, tracks = { ha.track { joint = 'Root', channel = 'rotation', times = { 0, 1 },
        interpolation = 'linear', values = { 0, 0, 0, 1, 0, math.sin(half), 0, math.cos(half) } } } }:bind(skel)
    end
    local sm = ha.state_machine({ initial = 'a', root = { joint = 'Root', axes = 'xz', yaw = true }, states = {
      a = { node = turn 'a', to = { { 'b', exit = 0.5 } } },
      b = { node = toys.slide('b', 0, 1, 1), on_request = true } } }, skel)
    sm:update(0.4):update(0.3)
    local eighth = math.pi / 40 -- half of a tenth of 90 degrees
    near.numbers({ 0.2 * math.cos(2 * eighth), 0, -0.2 * math.sin(2 * eighth), 0, math.sin(eighth), 0,
                   math.cos(eighth) }, sm:root_motion())
  end)

  it('explains itself, and draws', function()
    local sm = ha.state_machine(two_states(1), skel)
    sm.params.to_b = true
    sm:update(0.25)
    local text = sm:explain()
    assert.truthy(text:find("in 'b'", 1, true))
    assert.truthy(text:find("no  -> 'a'  when to_a = false", 1, true))
    local dot = sm:to_dot()
    assert.truthy(dot:find('"a" -> "b"', 1, true))
    assert.truthy(dot:find('gold', 1, true))
  end)
end)

describe('machine definition', function()
  local function refused(description, message)
    local ok, raised = pcall(function() return (ha.machine_definition(description)) end)
    assert.is_false(ok)
    assert.truthy(raised:find(message, 1, true), raised)
    assert.truthy(raised:find 'state_machine_spec.lua:%d+: ', raised)
  end
  local idle = toys.stand('idle', 0)

  it('refuses unknown states, with a suggestion', function()
    refused({ initial = 'idel', states = { idle = { node = idle } } }, "did you mean 'idle'?")
    refused({ initial = 'idle', states = { idle = { node = idle, to = { { 'wlak', when = 'x' } } },
                                           walk = { node = idle } } }, "unknown state 'wlak' (did you mean 'walk'?)")
  end)

  it('refuses what contains itself', function()
    local node = { layer = idle }
    node.over = { speed = 2, node = node }
    refused({ initial = 'idle', states = { idle = { node = node } } },
      'idle.node.over.node: this is idle.node again: a description cannot contain itself')
    local machine = { initial = 'idle', states = { idle = { node = idle, to = { { 'more', when = 'x' } } } } }
    machine.states.more = { machine = machine }
    refused(machine, 'more/: this is the whole machine again')
    refused({ initial = 'a', states = { a = { machine = machine } } }, 'a/more/: this is a/ again')
    local twice = { clip = idle }
    ha.machine_definition { initial = 'a', states = { a = { node = { layer = twice, over = twice } } } }
    local ok, raised = pcall(ha.node, node, skel)
    assert.is_false(ok)
    assert.truthy(raised:find('node.over.node: this is node again', 1, true), raised)
  end)

  it('refuses names that no path can tell, and fades that are none', function()
    for _, name in ipairs { '', 'a/b', '/' } do
      refused({ initial = name, states = { [name] = { node = idle } } },
        ("machine.states: states have names without '/', got [%s]"):format(name))
    end
    for fade, message in pairs { [-1] = 'at least 0 expected', x = 'number expected, got string',
                                 [math.huge] = 'must be finite' } do
      refused({ initial = 'idle', fade = fade, states = { idle = { node = idle } } }, 'machine.fade: ' .. message)
    end
  end)

  it('refuses unreachable states', function()
    refused({ initial = 'idle', states = { idle = { node = idle }, walk = { node = idle } } }, 'cannot be reached')
  end)

  it('refuses wrong keys, with a suggestion', function()
    refused({ initial = 'idle', states = { idle = { node = idle, too = {} } } }, "unknown field 'too'")
    refused({ initial = 'idle', states = { idle = { node = { clip = idle, warp = 'loop' } } } }, "did you mean 'wrap'?")
    refused({ initial = 'idle', states = { idle = { node = { blend1 = 'x' } } } }, "blend1d")
  end)

  it('refuses live objects', function()
    refused({ initial = 'idle', states = { idle = { node = idle:player {} } } }, 'no live objects')
    refused({ initial = 'idle', states = { idle = { node = ha.node(idle, skel) } } }, 'no live objects')
    refused({ initial = 'idle', states = { idle = { node = { clip = idle:player {} } } } }, 'helioanim.Clip expected')
  end)

  it('refuses joints that a mask does not know', function()
    local ok, raised = pcall(ha.state_machine, { initial = 'idle', states = { idle = {
      node = { layer = idle, over = idle, mask = { Spin = 1 } } } } }, skel)
    assert.is_false(ok)
    assert.truthy(raised:find("mask: [Spin]: no joint 'Spin' (did you mean 'Spine'?)", 1, true), raised)
  end)

  it('refuses wrong options of a clip', function()
    refused({ initial = 'idle', states = { idle = { node = { clip = idle, wrap = 'lop' } } } }, 'wrap')
  end)
end)
