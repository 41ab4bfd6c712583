-- Inverse kinematics, sockets, model matrices back into a pose.

local ha = require 'helioanim'
local near = require 'spec.support.near'
local toys = require 'spec.support.toys'

-- A chain of joints up y, `length` apart; joint i is named by its number.
local function chain_of(count, length)
  local joints = {}
  for i = 1, count do
    joints[i] = { name = tostring(i), parent = i > 1 and i - 1 or nil, translation = { 0, i > 1 and length or 0, 0 } }
  end
  return ha.skeleton(joints)
end

local function position(model, joint)
  local x, y, z = select(13, model:get(joint))
  return { x, y, z }
end

local function distance(a, b) return math.sqrt((a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2 + (a[3] - b[3]) ^ 2) end

local function assert_finite(model)
  for i = 1, #model do
    for _, number in ipairs { model:get(i) } do assert.is_true(number == number and math.abs(number) < 1e9) end
  end
end

-- Reproducible numbers from -1 to 1.
local function new_random(seed)
  local state = seed
  return function()
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state / 0x3fffffff - 1
  end
end

local function random_turns(skel, pose, random)
  for joint = 1, #skel do
    local x, y, z, w = random(), random(), random(), random() + 1.5
    local length = math.sqrt(x * x + y * y + z * z + w * w)
    pose:set_rotation(joint, x / length, y / length, z / length, w / length)
  end
end

-- Bytes of all local transforms.
local function snapshot(pose)
  local parts = {}
  for joint = 1, #pose do
    for _, number in ipairs { pose:get(joint) } do parts[#parts + 1] = string.pack('<f', number) end
  end
  return table.concat(parts)
end

describe('two-bone IK', function()
  local skel = chain_of(3, 1)
  local arm = ha.two_bone { skeleton = skel, root = 1, mid = 2, tip = 3 }
  local pose, model = skel:new_pose(), skel:new_matrices()
  before_each(function() pose:reset():to_model(model) end)

  it('S09 stretches to a far target', function()
    local reached, left = arm:solve(pose, model, { 0, 5, 0 })
    near.list({ 0, 2, 0 }, position(model, 3), 1e-4)
    assert.is_false(reached)
    assert.near(3, left, 1e-4)
    reached = arm:solve(pose, model, { 5, 0, 0 }, { 0, 0, 1 })
    near.list({ 2, 0, 0 }, position(model, 3), 1e-4)
    assert.is_false(reached)
  end)

  it('S09 stays finite with a target at the root', function()
    arm:solve(pose, model, { 0, 0, 0 }, { 1, 0, 0 })
    assert_finite(model)
    assert.near(1, distance(position(model, 1), position(model, 2)), 1e-5)
    assert.near(1, distance(position(model, 2), position(model, 3)), 1e-5)
    arm:solve(pose, model, { 0, 0, 0 })
    assert_finite(model)
  end)

  it('S09 stays finite with the pole on the line to the target', function()
    local reached = arm:solve(pose, model, { 0, 1.5, 0 }, { 0, 3, 0 })
    assert.is_true(reached)
    assert_finite(model)
  end)

  it('bends towards the pole', function()
    for _, pole in ipairs { { 1, 0, 0 }, { 0, 0, -1 }, { -1, 0, 1 } } do
      assert.is_true((arm:solve(pose, model, { 0, 1.2, 0 }, pole)))
      local mid = position(model, 2)
      local along = mid[1] * pole[1] + mid[3] * pole[3]
      assert.near(0.8 * math.sqrt(pole[1] ^ 2 + pole[3] ^ 2), along, 1e-4)
    end
  end)

  it('keeps to its limits', function()
    local knee = ha.two_bone { skeleton = skel, root = 1, mid = 2, tip = 3, least_angle = math.rad(90) }
    local reached = knee:solve(pose, model, { 0, 0.5, 0 }, { 0, 0, 1 })
    assert.is_false(reached)
    assert.near(math.sqrt(2), distance(position(model, 1), position(model, 3)), 1e-4)
  end)

  it('reaches what it can, again the same, and hardly moves for a hardly moved target', function()
    local random = new_random(5)
    for _ = 1, 200 do
      pose:reset()
      random_turns(skel, pose, random)
      pose:to_model(model)
      local target, pole = { random(), random(), random() }, { random() * 3, random() * 3, random() * 3 }
      assert.is_true((arm:solve(pose, model, target, pole)))
      assert.is_true(distance(position(model, 3), target) < 1e-4)
      assert.near(1, distance(position(model, 2), position(model, 3)), 1e-5)
      local first = { position(model, 2), position(model, 3) }
      assert.is_true((arm:solve(pose, model, target, pole)))
      near.list(first[1], position(model, 2), 2e-3)
      near.list(first[2], position(model, 3), 1e-4)
      target[1] = target[1] + 1e-4
      arm:solve(pose, model, target, pole)
      assert.is_true(distance(first[1], position(model, 2)) < 0.05)
    end
  end)

  it('leaves the pose bit-exact at weight 0, and goes half-way between', function()
    random_turns(skel, pose, new_random(9))
    pose:to_model(model)
    local before, where = snapshot(pose), position(model, 3)
    arm:solve(pose, model, { 1, 0, 0 }, nil, 0)
    assert.equal(before, snapshot(pose))
    arm:solve(pose, model, { 1, 0, 0 }, nil, 0.5)
    assert.is_true(distance(position(model, 3), { 1, 0, 0 }) < distance(where, { 1, 0, 0 }))
  end)

  it('works below turned, scaled and mirrored parents', function()
    local s = math.sqrt(0.5)
    for _, scale in ipairs { { 2, 2, 2 }, { -1, 1, 1 }, { 1, 1, -3 } } do
      local below = ha.skeleton { { name = 'p', rotation = { s, 0, 0, s }, translation = { 1, 2, 3 }, scale = scale },
        { name = 'a', parent = 1 }, { name = 'b', parent = 2, translation = { 0, 1, 0 } },
        { name = 'c', parent = 3, translation = { 0, 1, 0 } } }
      local solver = ha.two_bone { skeleton = below, root = 'a', mid = 'b', tip = 'c' }
      local p, m = below:new_pose(), below:new_matrices()
      p:to_model(m)
      local size = distance(position(m, 2), position(m, 3))
      local target = { 1 + 0.5 * size, 2 + 0.7 * size, 3 + 0.4 * size }
      if scale[3] ~= -3 then
        assert.is_true((solver:solve(p, m, target, { 5, 5, 5 })))
        near.within(target, position(m, 4), 1e-4 * size)
      else -- uneven: close, and it says how close
        local _, left = solver:solve(p, m, target)
        assert.near(distance(target, position(m, 4)), left, 1e-5)
      end
    end
  end)

  it('wants right arguments', function()
    assert.error_matches(function() ha.two_bone { skeleton = skel, root = 3, mid = 2, tip = 1 } end, 'is not below')
    assert.error_matches(function() ha.two_bone { skeleton = skel, root = 'x', mid = 2, tip = 1 } end, "no joint 'x'")
    assert.error_matches(function() arm:solve(pose, model, { 0, 0 / 0, 0 }) end, 'finite')
    assert.error_matches(function() arm:solve(pose, model, { 0, 0, 0 }, nil, 2) end, 'a number from 0 to 1 expected')
    assert.error_matches(function() arm:solve(chain_of(3, 1):new_pose(), model, { 0, 0, 0 }) end,
      'the pose belongs to an unnamed skeleton of 3 joints, not to')
  end)
end)

describe('look at', function()
  local skel = chain_of(4, 1)
  local pose, model = skel:new_pose(), skel:new_matrices()
  before_each(function() pose:reset():to_model(model) end)

  local function look_of(joint) -- the z axis
    local m = { model:get(joint) }
    return { m[9], m[10], m[11] }
  end

  it('turns the head to the target and shares the way', function()
    local look = ha.look_at { skeleton = skel, joint = 4, share = { ['3'] = 0.5, ['2'] = 0.25 } }
    for _, target in ipairs { { 5, 3, 0 }, { 2, 4, 2 }, { -1, 0, 3 } } do
      pose:reset():to_model(model)
      local reached, left = look:solve(pose, model, target)
      assert.is_true(reached, left)
      local head, z = position(model, 4), look_of(4)
      local d = distance(target, head)
      near.list({ (target[1] - head[1]) / d, (target[2] - head[2]) / d, (target[3] - head[3]) / d }, z, 1e-4)
      local w2, w3 = select(4, pose:rotation(2)), select(4, pose:rotation(3))
      assert.is_true(w2 < 1 and w3 < 1 and w3 < w2)
    end
  end)

  it('looks the same again, and hardly moves for a hardly moved target', function()
    local look = ha.look_at { skeleton = skel, joint = 4, share = { ['3'] = 0.5, ['2'] = 0.25 }, limit = math.rad(100) }
    local random = new_random(12)
    for _ = 1, 100 do
      pose:reset()
      random_turns(skel, pose, random)
      pose:to_model(model)
      local start = pose:clone()
      local target = { 3 * random(), 3 * random(), 3 * random() }
      local reached = look:solve(pose, model, target)
      local first = look_of(4)
      look:solve(pose, model, target)
      if reached then near.list(first, look_of(4), 2e-4) end
      pose:copy(start):to_model(model)
      target[1] = target[1] + 1e-4
      look:solve(pose, model, target)
      near.list(first, look_of(4), 2e-2)
    end
  end)

  it('keeps to its limit', function()
    local look = ha.look_at { skeleton = skel, joint = 4, limit = math.rad(30) }
    local reached = look:solve(pose, model, { 10, 3, 0 })
    assert.is_false(reached)
    assert.near(math.cos(math.rad(30)), look_of(4)[3], 1e-5)
    assert.is_true(look_of(4)[1] > 0)
    assert.is_true((look:solve(pose:reset(), pose:to_model(model), { 1, 3, 5 })))
  end)

  it('is finite with the target at the eye or right behind, and bit-exact at weight 0', function()
    local look = ha.look_at { skeleton = skel, joint = 4, axis = { 0, 1, 0 } }
    local before = snapshot(pose)
    look:solve(pose, model, { 0, 3, 5 }, 0)
    assert.equal(before, snapshot(pose))
    look:solve(pose, model, { 0, 3, 0 })
    assert_finite(model)
    for _ = 1, 2 do -- all the way round, then there already
      look:solve(pose, model, { 0, -9, 0 })
      near.list({ 0, -1, 0, 0 }, table.move({ model:get(4) }, 5, 8, 1, {}))
      assert_finite(model)
    end
  end)

  it('makes no garbage', function()
    local look, target = ha.look_at { skeleton = skel, joint = 4, share = { ['3'] = .5 } }, { 1, 2, 3 }
    local arm = ha.two_bone { skeleton = skel, root = 1, mid = 2, tip = 3 }
    local tail = ha.chain { skeleton = skel, root = 1, tip = 4 }
    local function frame()
      look:solve(pose, model, target, 0.5)
      arm:solve(pose, model, target, target, 0.5)
      tail:solve(pose, model, target, 0.5)
    end
    assert.equal(0, toys.garbage(function()
      for _ = 1, 100 do frame() end
    end))
  end)
end)

describe('a chain', function()
  it('reaches what it can with its bones as they were', function()
    local random = new_random(3)
    for _, count in ipairs { 2, 3, 5, 9 } do
      local skel = chain_of(count, 1 / (count - 1))
      local tail = ha.chain { skeleton = skel, root = 1, tip = count }
      local pose, model = skel:new_pose(), skel:new_matrices()
      for _ = 1, 30 do
        pose:reset()
        random_turns(skel, pose, random)
        pose:to_model(model)
        local target = { random() * .5, random() * .5, random() * .5 }
        if count == 2 then
          local d = distance(target, { 0, 0, 0 })
          target = { target[1] / d, target[2] / d, target[3] / d }
        end
        local reached, left = tail:solve(pose, model, target)
        assert.is_true(reached, left)
        near.list(target, position(model, count), 2e-4)
        for i = 2, count do
          assert.near(1 / (count - 1), distance(position(model, i - 1), position(model, i)), 1e-5)
        end
        local before = position(model, count // 2)
        tail:solve(pose, model, target)
        near.list(before, position(model, count // 2), 2e-3)
      end
    end
  end)

  it('folds out of a straight line, stretches to a far target, and is bit-exact at weight 0', function()
    local skel = chain_of(5, 1)
    local tail = ha.chain { skeleton = skel, root = 1, tip = 5 }
    local pose, model = skel:new_pose(), skel:new_matrices()
    pose:to_model(model)
    local before = snapshot(pose)
    tail:solve(pose, model, { 1, 1, 1 }, 0)
    assert.equal(before, snapshot(pose))
    assert.is_true((tail:solve(pose, model, { 0, 2, 0 })))
    local reached, left = tail:solve(pose, model, { 8, 0, 0 })
    assert.is_false(reached)
    assert.near(4, left, 1e-3)
    near.list({ 4, 0, 0 }, position(model, 5), 1e-3)
    tail:solve(pose, model, { 0, 0, 0 })
    assert_finite(model)
  end)

  it('keeps to its limit', function()
    local skel = chain_of(3, 1)
    local tail = ha.chain { skeleton = skel, root = 1, tip = 3, limit = math.rad(10) }
    local pose, model = skel:new_pose(), skel:new_matrices()
    assert.is_false((tail:solve(pose, pose:to_model(model), { 2, 0, 0 })))
    for joint = 1, 2 do
      assert.is_true((select(4, pose:rotation(joint))) >= math.cos(math.rad(5)) - 1e-6)
    end
  end)
end)

describe('sockets', function()
  it('follow a joint with an offset', function()
    local s = math.sqrt(0.5)
    local skel = chain_of(2, 1)
    local pose, model = skel:new_pose(), skel:new_matrices()
    pose:set_rotation(1, 0, 0, s, s):to_model(model)
    local hand = ha.socket { skeleton = skel, joint = '2', translation = { 0, 0.5, 0 } }
    assert.equal(2, hand.joint)
    near.list({ -1.5, 0, 0, 0, 0, s, s, 1, 1, 1 }, { hand:transform(model) })
    near.list({ -1.5, 0, 0, 1 }, { select(13, hand:matrix(model)) })
    local many = ha.matrices(3)
    hand:write(model, many, 2)
    near.list({ hand:matrix(model) }, { many:get(2) })
    assert.error_matches(function() ha.socket { skeleton = skel, joint = 'hand' } end,
      "socket: field 'joint': no joint 'hand'")
  end)

  it('have a unit rotation under a mirror and under nothing', function()
    for _, scale in ipairs { { -1, 1, 1 }, { 0, 0, 0 }, { 1, 0, 1 } } do
      local skel = ha.skeleton { { name = 'a', scale = scale }, { name = 'b', parent = 1, translation = { 1, 0, 0 } } }
      local model = skel:new_pose():to_model(skel:new_matrices())
      local t = { ha.socket({ skeleton = skel, joint = 2 }):transform(model) }
      assert.near(1, t[4] ^ 2 + t[5] ^ 2 + t[6] ^ 2 + t[7] ^ 2, 1e-6)
    end
  end)
end)

describe('model matrices', function()
  it('become local transforms again', function()
    local random, skel = new_random(8), chain_of(6, 1)
    local pose, model, back = skel:new_pose(), skel:new_matrices(), skel:new_pose()
    random_turns(skel, pose, random)
    back:from_model(pose:to_model(model))
    for joint = 1, 6 do
      near.list({ pose:translation(joint) }, { back:translation(joint) }, 1e-5)
      near.same_rotation({ pose:rotation(joint) }, { back:rotation(joint) }, 1e-5)
      near.list({ pose:scale(joint) }, { back:scale(joint) }, 1e-5)
    end
    back:reset():from_model(model, 4)
    assert.same({ false, false, false }, { back:touched(3) })
    assert.same({ true, true, true }, { back:touched(6) })
  end)

  it('below nothing keep what the pose had', function()
    local skel = chain_of(2, 1)
    local pose, model = skel:new_pose(), skel:new_matrices()
    pose:set_scale(1, 0, 0, 0):to_model(model)
    pose:from_model(model)
    near.list({ 0, 1, 0 }, { pose:translation(2) })
  end)
end)

describe('feet', function()
  -- Hips at height 2, two legs of two bones of 1 each, bent a little.
  local joints = { { name = 'root' }, { name = 'hips', parent = 1, translation = { 0, 1.9, 0 } } }
  for side, x in pairs { left = 0.2, right = -0.2 } do
    local first = #joints
    local s, c = math.sin(0.1), math.cos(0.1)
    joints[first + 1] = { name = side .. '_thigh', parent = 2, translation = { x, 0, 0 }, rotation = { -s, 0, 0, c } }
    joints[first + 2] = { name = side .. '_knee', parent = first + 1, translation = { 0, -1, 0 },
                          rotation = { 2 * s * c, 0, 0, c * c - s * s } }
    joints[first + 3] = { name = side .. '_foot', parent = first + 2, translation = { 0, -1, 0 } }
  end
  local skel = ha.skeleton(joints)
  local function leg(side) return { root = side .. '_thigh', mid = side .. '_knee', tip = side .. '_foot' } end
  local function height(model, joint) return (select(2, model:transform((skel:find(joint))))) end

  it('stand on a slope, and the hips go down with the lower one', function()
    local pose, model = skel:new_pose(), skel:new_matrices()
    local feet = ha.foot_placement { skeleton = skel, hips = 'hips', feet = { leg 'left', leg 'right' },
      ground = function(x) return x end }
    pose:to_model(model)
    local flat, hips = height(model, 'left_foot'), height(model, 'hips')
    local all, offset = feet:solve(pose, model)
    assert.is_true(all)
    assert.near(-0.2, offset, 1e-6)
    assert.near(flat + 0.2, height(model, 'left_foot'), 1e-3)
    assert.near(flat - 0.2, height(model, 'right_foot'), 1e-3)
    assert.near(hips - 0.2, height(model, 'hips'), 1e-5)
    local knee = select(3, model:transform((skel:find 'left_knee')))
    assert.is_true(knee > 0) -- forward
  end)

  it('keep their direction, tilted with the ground', function()
    local pose, model = skel:new_pose(), skel:new_matrices()
    local foot = skel:find 'left_foot'
    pose:to_model(model)
    local before = { model:transform(foot) }
    local function turned(ground)
      local feet = ha.foot_placement { skeleton = skel, hips = 'hips', feet = { leg 'left' }, ground = ground }
      feet:solve(pose:reset(), pose:to_model(model))
      local t = { model:transform(foot) }
      return { t[4], t[5], t[6], t[7] }
    end
    near.same_rotation({ before[4], before[5], before[6], before[7] }, turned(function() return -0.2 end))
    local s, c = math.sin(math.rad(15)), math.cos(math.rad(15))
    local tilted = turned(function() return 0, 0, math.cos(math.rad(30)), math.sin(math.rad(30)) end)
    local x, w = s * before[7] + c * before[4], c * before[7] - s * before[4] -- before has x and w alone
    near.same_rotation({ x, 0, 0, w }, tilted)
  end)

  it('keep their direction below a mirror', function()
    for _, scale in ipairs { { -1, 1, 1 }, { 1, 1, -2 }, { -1, -1, -1 } } do
      local size, mirrored = math.abs(scale[3]), {}
      for i, joint in ipairs(joints) do mirrored[i] = joint end
      mirrored[1] = { name = 'root', rotation = { 0.1, 0.7, 0.1, 0.7 },
                      scale = { scale[1] * size, scale[2] * size, scale[3] } }
      local other = ha.skeleton(mirrored)
      local pose, model, foot = other:new_pose(), other:new_matrices(), other:find 'left_foot'
      pose:set_rotation(foot, 0.1, 0.3, -0.3, 0.9):to_model(model)
      local before = { model:get(foot) }
      ha.foot_placement({ skeleton = other, hips = 'hips', feet = { leg 'left' },
        ground = function() return -0.2 end }):solve(pose, model)
      before[14] = before[14] - 0.2
      near.list(before, { model:get(foot) }, 1e-4)
    end
  end)

  it('are bit-exact at weight 0', function()
    local pose, model = skel:new_pose(), skel:new_matrices()
    local feet = ha.foot_placement { skeleton = skel, hips = 'hips', feet = { leg 'left' }, ground = math.abs }
    local before = snapshot(pose)
    feet:solve(pose, pose:to_model(model), 0)
    assert.equal(before, snapshot(pose))
  end)

  it('follow no faster than they may', function()
    local pose, model = skel:new_pose(), skel:new_matrices()
    local feet = ha.foot_placement { skeleton = skel, hips = 'hips', feet = { leg 'left', leg 'right' }, speed = 1,
      ground = function() return -0.4 end }
    local _, offset = feet:solve(pose, pose:to_model(model), 1, 0.1)
    assert.near(-0.1, offset, 1e-6)
  end)

  it('refuse a ground that is none, and stay as they were', function()
    local pose, model = skel:new_pose(), skel:new_matrices()
    pose:to_model(model)
    local before, result = snapshot(pose)
    local feet = ha.foot_placement { skeleton = skel, hips = 'hips', feet = { leg 'left', leg 'right' },
      ground = function(x) if x > 0 then return -0.2 end return table.unpack(result, 1, 4) end }
    local function refused(text, ...)
      result = { ... }
      local ok, message = pcall(function() feet:solve(pose, model) end)
      assert.is_false(ok)
      assert.matches('^[%w_/.]*ik_spec.lua:%d+: foot_placement: ground%([-%d.e]+, [-%d.e]+%): ' .. text, message)
      assert.equal(before, snapshot(pose))
    end
    refused('a height expected, got %-?nan', 0 / 0)
    refused 'a height expected, got nil'
    refused('a height expected, got string', '0.1')
    refused('a normal of finite numbers expected, got %-?nan', 0, 0, 0 / 0, 0)
    refused('a normal of finite numbers expected, got boolean', 0, 0, 1, false)
    result = { -math.huge } -- no ground at all: as far as they may
    local reached, dropped = feet:solve(pose:reset(), pose:to_model(model))
    assert.is_false(reached)
    assert.near(-0.5, dropped, 1e-6)
    for _ = 1, 2 do feet:solve(pose:reset(), pose:to_model(model), 0) end -- the first takes the feet back
    assert.equal(before, snapshot(pose))
    result = { -0.2 }
    local all, offset = feet:solve(pose, model)
    assert.is_true(all)
    assert.near(-0.2, offset, 1e-6)
  end)

  it('want right arguments', function()
    assert.has_error(function() ha.foot_placement { skeleton = skel, hips = 'hips', feet = {} } end,
      "foot_placement: field 'ground': function expected, got nil")
    for _, forward in ipairs { { 0, 0 }, { 0, 0, 0 / 0 }, { 0, 'up', 1 } } do
      local foot = leg 'left'
      foot.forward = forward
      assert.error_matches(function()
        ha.foot_placement { skeleton = skel, hips = 'hips', feet = { foot }, ground = math.abs }
      end, "foot_placement: feet%[1%]: field 'forward': ")
    end
    assert.error_matches(function()
      ha.foot_placement { skeleton = skel, hips = 'hip', feet = {}, ground = print }
    end, "no joint 'hip' %(did you mean 'hips'")
  end)
end)
