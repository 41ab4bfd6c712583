-- Root motion: what a player takes out of its clip, whatever the steps.

local ha = require 'helioanim'
local moves = require 'spec.support.moves'
local near = require 'spec.support.near'

local ROOT = { joint = 'root', axes = 'xz', yaw = true }

local function two_metres(options)
  options = options or {}
  options.root = options.root or ROOT
  return moves.play(moves.second(nil, 2), options)
end

local function sum(player, dts)
  local total = 0
  for _, dt in ipairs(dts) do
    player:advance(dt)
    total = total + player:root_motion()
  end
  return total
end

local function times(dt, count)
  local list = {}
  for i = 1, count do list[i] = dt end
  return list
end

-- Composes motions as a game would: the actor's place, then a step in the actor's own frame.
local Actor = {}
Actor.__index = Actor

local function multiply(ax, ay, az, aw, bx, by, bz, bw)
  return aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz
end

local function turn(qx, qy, qz, qw, x, y, z)
  local tx, ty, tz, tw = multiply(qx, qy, qz, qw, x, y, z, 0)
  local rx, ry, rz = multiply(tx, ty, tz, tw, -qx, -qy, -qz, qw)
  return rx, ry, rz
end

function Actor:move(dx, dy, dz, qx, qy, qz, qw)
  local q = self.q
  local x, y, z = turn(q[1], q[2], q[3], q[4], dx, dy, dz)
  self.x, self.y, self.z = self.x + x, self.y + y, self.z + z
  self.q = { multiply(q[1], q[2], q[3], q[4], qx, qy, qz, qw) }
end

local function new_actor() return setmetatable({ x = 0, y = 0, z = 0, q = { 0, 0, 0, 1 } }, Actor) end

-- A quarter circle to the left of radius 1 in a second, heading along it; or any angle.
local function circle(angle, keys)
  local at, translations, rotations = {}, {}, {}
  for k = 0, keys do
    local a = angle * k / keys
    at[k + 1] = k / keys
    table.move({ math.sin(a), 1, math.cos(a) - 1 }, 1, 3, 3 * k + 1, translations)
    table.move({ 0, math.sin(a / 2), 0, math.cos(a / 2) }, 1, 4, 4 * k + 1, rotations)
  end
  return ha.clip { skeleton = moves.skeleton, tracks = {
    { joint = 'root', channel = 'translation', times = at, values = translations },
    { joint = 'root', channel = 'rotation', times = at, values = rotations } } }
end

describe('root motion', function()
  it('R01 goes on over the seam', function()
    local player, total = two_metres(), 0
    for _ = 1, 10 do
      player:advance(0.3)
      local dx, dy, dz, qx, qy, qz, qw = player:root_motion()
      near.numbers({ 0.6, 0, 0 }, dx, dy, dz)
      near.rotation({ 0, 0, 0, 1 }, qx, qy, qz, qw)
      total = total + dx
    end
    near.number(6, total)
  end)

  it('R02 of a ping-pong undoes itself on the way back', function()
    local player = two_metres { wrap = 'pingpong' }
    near.number(2, sum(player, times(0.125, 8)))
    for _ = 1, 8 do
      player:advance(0.125)
      near.number(-0.25, (player:root_motion()))
    end
    near.number(0, sum(two_metres { wrap = 'pingpong' }, times(0.125, 16)))
  end)

  it('R02 in reverse is the negative', function()
    local player = two_metres { rate = -1 }
    near.number(-6, sum(player, times(0.3, 10)))
    player = two_metres()
    near.number(0, sum(player, { 3.7, -3.7 }))
  end)

  it('R03 does not depend on the frame rate', function()
    for _, rate in ipairs { 30, 144 } do
      local steps, left = {}, 3.7
      while left > 1e-12 do
        steps[#steps + 1] = math.min(1 / rate, left)
        left = left - steps[#steps]
      end
      near.number(7.4, sum(two_metres(), steps))
    end
    near.number(7.4, sum(two_metres(), { 3.7 }))
  end)

  it('R04 of a seek is none', function()
    local player = two_metres()
    player:advance(0.25)
    player:seek(0.5)
    assert.same({ 0, 0, 0, 0, 0, 0, 1 }, { player:root_motion() })
    player.phase = 0.9
    assert.same({ 0, 0, 0, 0, 0, 0, 1 }, { player:root_motion() })
    player:advance(0.25)
    near.number(0.5, (player:root_motion()))
    player:advance_to(0.75)
    assert.is_true(math.abs(player:root_motion()) > 0.1)
  end)

  it('R05 ends with the play', function()
    local player, seen = two_metres { loops = 1 }, {}
    for i = 1, 3 do
      player:advance(0.7)
      seen[i] = player:root_motion()
    end
    near.numbers({ 1.4, 0.6, 0 }, table.unpack(seen))
  end)

  it('is none without a root, when paused and when stopped', function()
    local player = moves.play(moves.second())
    player:advance(0.5)
    assert.same({ 0, 0, 0, 0, 0, 0, 1 }, { player:root_motion() })
    player = two_metres()
    player:advance(0.5)
    player:pause()
    player:advance(0.5)
    assert.same({ 0, 0, 0, 0, 0, 0, 1 }, { player:root_motion() })
  end)

  it('is read as often as one likes', function()
    local player = two_metres()
    player:advance(0.25)
    assert.same({ player:root_motion() }, { player:root_motion() })
  end)

  it('turns an actor along a circle, over seams and whatever the steps', function()
    local clip = circle(math.pi / 2, 90)
    for _, dt in ipairs { 1, 0.25, 0.3, 4 } do
      local player, actor = moves.play(clip, { root = ROOT }), new_actor()
      local left = 4
      while left > 1e-9 do
        local step = math.min(dt, left)
        player:advance(step)
        actor:move(player:root_motion())
        left = left - step
      end
      near.list({ 0, 0, 0 }, { actor.x, actor.y, actor.z }, 1e-4)
      near.rotation({ 0, 0, 0, 1 }, table.unpack(actor.q))
    end
  end)

  it('leaves the rest in the pose: pose and motion together are the clip', function()
    local clip = circle(2.5, 50)
    local player, actor = moves.play(clip, { root = ROOT, loops = 1 }), new_actor()
    local pose, whole = moves.skeleton:new_pose(), moves.skeleton:new_pose()
    local stay, model = moves.skeleton:new_matrices(), moves.skeleton:new_matrices()
    for _ = 1, 8 do
      player:advance(0.125)
      actor:move(player:root_motion())
      player:evaluate(pose)
      local tx, ty, tz = pose:translation 'root'
      near.list({ 0, 1, 0 }, { tx, ty, tz }, 1e-4)
      near.rotation({ 0, 0, 0, 1 }, pose:rotation 'root')
      clip:sample(whole, player.time)
      local x, y, z = turn(actor.q[1], actor.q[2], actor.q[3], actor.q[4], tx, ty, tz)
      near.list({ whole:translation 'root' }, { actor.x + x, actor.y + y, actor.z + z }, 1e-4)
    end
    pose:to_model(stay)
    whole:to_model(model)
  end)

  it('takes out the chosen axes alone', function()
    local clip = ha.clip { skeleton = moves.skeleton, tracks = {
      { joint = 'root', channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 1, 2, 3 } } } }
    local pose = moves.skeleton:new_pose()
    for axes, expected in pairs { x = { 1, 0, 0 }, xz = { 1, 0, 3 }, xyz = { 1, 2, 3 }, y = { 0, 2, 0 } } do
      local player = moves.play(clip, { root = { joint = 'root', axes = axes }, loops = 1 })
      player:advance(1)
      local dx, dy, dz = player:root_motion()
      near.numbers(expected, dx, dy, dz)
      player:evaluate(pose)
      near.numbers({ 1 - expected[1], 2 - expected[2], 3 - expected[3] }, pose:translation 'root')
    end
  end)

  it('finds the root by index where the clip has it by name', function()
    local a = ha.skeleton { { name = 'root' }, { name = 'hips', parent = 'root' } }
    local b = ha.skeleton { { name = 'hips' }, { name = 'root' }, { name = 'tail' } }
    local clip = ha.clip { skeleton = a, tracks = {
      { joint = 'root', channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0 } },
      { joint = 'hips', channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 5, 0, 0 } } } }
    local function moved(which, skeleton, joint)
      local player, pose = moves.play(which, { root = { joint = joint } }), skeleton:new_pose()
      player:advance(0.5)
      player:evaluate(pose)
      return { (player:root_motion()), (pose:translation 'root'), (pose:translation 'hips') }
    end
    near.list({ 0.5, 0, 2.5 }, moved(clip, a, 1))
    near.list({ 2.5, 0.5, 0 }, moved(clip, a, 2))
    local view = clip:bind(b)
    near.list({ 2.5, 0.5, 0 }, moved(view, b, 1))
    near.list({ 0.5, 0, 2.5 }, moved(view, b, 2))
    near.list({ 0.5, 0, 2.5 }, moved(view, b, 'root'))
    near.list({ 0, 0.5, 2.5 }, moved(view, b, 3)) -- a joint that the clip leaves alone
  end)

  it('refuses an index that means nothing', function()
    local clip = moves.second()
    for _, index in ipairs { 0, 99 } do
      assert.error_matches(function() clip:player { root = { joint = index } } end,
        ('joint %d does not exist %%(there are 2%%)'):format(index))
    end
    local free = ha.clip { name = 'free', tracks = {
      { joint = 'root', channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0 } },
      { joint = 3, channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 3, 0, 0 } } } }
    assert.error_matches(function() free:player { root = { joint = 1 } } end,
      "clip 'free' is bound to no skeleton and moves no joint 1")
    local player = moves.play(free, { root = { joint = 3 }, loops = 1 })
    player:advance(1)
    near.number(3, (player:root_motion()))
  end)

  it('refuses a root that is none', function()
    local clip = moves.second()
    assert.error_matches(function() clip:player { root = { joint = 'rot' } } end, "did you mean 'root'")
    assert.error_matches(function() clip:player { root = { joint = 'root', axes = 'w' } } end, "'axes'")
    assert.error_matches(function() clip:player { root = { axes = 'x' } } end, "'joint'")
  end)

  it('is finite for keys of any size', function()
    local keys = moves.clip { 0, -3e38, 0.5, 0, 1, 3e38 }
    keys:add_track { joint = 'root', channel = 'rotation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0.6, 0, 0.8 } }
    for _, rate in ipairs { 1, -1 } do
      local player = moves.play(keys, { root = { joint = 'root', axes = 'xyz', yaw = true }, rate = rate })
      for _, dt in ipairs { 0.3, 0.1, 10.5, 1e9, -3.2 } do
        player:advance(dt)
        for _, number in ipairs { player:root_motion() } do assert(number - number == 0, number) end
      end
    end
  end)

  it('is finite for any step', function()
    local player = moves.play(circle(1, 10), { root = ROOT })
    for _, dt in ipairs { 1e9, -1e9, 1e-300, 12345.678, -0.1 } do
      player:advance(dt)
      for _, number in ipairs { player:root_motion() } do assert.equal(number, number) end
    end
  end)
end)
