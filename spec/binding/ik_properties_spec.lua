-- What every solver of inverse kinematics promises, over random skeletons, poses and targets: targets within reach are
-- reached whatever scale lies above, to solve again changes nothing, small moves of the target move joints a little,
-- limits hold, and weights lead evenly from the pose to the solution.

local ha = require 'helioanim'
local near = require 'spec.support.near'

local state = 1
local function random() -- from -1 to 1, the same every time
  state = (state * 1103515245 + 12345) & 0x7fffffff
  return state / 0x3fffffff - 1
end

local function unit(x, y, z, w)
  local length = math.sqrt(x * x + y * y + z * z + w * w)
  return { x / length, y / length, z / length, w / length }
end

local function random_rotation(amount) return unit(amount * random(), amount * random(), amount * random(), 1) end

local function distance(a, b) return math.sqrt((a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2 + (a[3] - b[3]) ^ 2) end
local ORIGIN = { 0, 0, 0 }

local function place(model, joint)
  local x, y, z = select(13, model:get(joint))
  return { x, y, z }
end

-- Joints 'base', then 1 to count in a line. `options`: scale of the base, `inner` of joint 1, uneven lengths.
local function new_chain(count, options)
  local joints = { { name = 'base', scale = options.scale, rotation = options.scale and random_rotation(1),
                     translation = { random(), random(), random() } } }
  for i = 1, count do
    local length = options.lengths and options.lengths[i - 1] or 1
    joints[i + 1] = { name = tostring(i), parent = i, scale = i == 1 and options.inner or nil,
                      translation = { 0, i > 1 and length or 0, 0 } }
  end
  return ha.skeleton(joints)
end

local function bend(skeleton, pose, amount)
  pose:reset()
  for joint = 2, #skeleton do pose:set_rotation(joint, table.unpack(random_rotation(amount))) end
end

local function places(model)
  local out = {}
  for joint = 1, #model do out[joint] = place(model, joint) end
  return out
end

local function farthest(a, b)
  local most = 0
  for joint = 1, #a do most = math.max(most, distance(a[joint], b[joint])) end
  return most
end

-- Where the tip would be in some other pose: within reach for sure.
local function reachable_target(skeleton, model, tip, amount)
  local pose = skeleton:new_pose()
  bend(skeleton, pose, amount or 1)
  return place(pose:to_model(model), tip)
end

local UNEVEN = { { 1, 1, 1 }, { 2, 2, 2 }, { 1, 2, 1 }, { 0.5, 1, 3 }, { -1, 1, 2 }, { 1, -0.25, 1 }, { -2, -1, -4 },
                 { 10, 1, 0.1 } }

describe('below uneven and mirrored scale', function()
  local function size_of(model, first, last)
    local size = 0
    for joint = first, last - 1 do size = size + distance(place(model, joint), place(model, joint + 1)) end
    return size
  end

  local function check_report(model, tip, target, reached, left, size)
    assert.near(distance(place(model, tip), target), left, 1e-5 * size)
    assert.equal(left <= 1e-4 * size, reached)
  end

  it('two bones reach what they can', function()
    for _, scale in ipairs(UNEVEN) do
      for _ = 1, 40 do
        local skeleton = new_chain(3, { scale = scale, lengths = { 1, 0.8 } })
        local limb = ha.two_bone { skeleton = skeleton, root = '1', mid = '2', tip = '3' }
        local pose, model = skeleton:new_pose(), skeleton:new_matrices()
        local target = reachable_target(skeleton, model, 4)
        bend(skeleton, pose, 1)
        local pole = { 3 * random(), 3 * random(), 3 * random() }
        local reached, left = limb:solve(pose, pose:to_model(model), target, random() > 0 and pole or nil)
        assert.is_true(reached, left)
        check_report(model, 4, target, reached, left, size_of(model, 2, 4))
      end
    end
  end)

  it('two bones reach through scale of their own root and joints between', function()
    for _, inner in ipairs { { 1, 2, 1 }, { 3, 1, 1 }, { 1, 0.3, -1 } } do
      for _ = 1, 40 do
        local skeleton = ha.skeleton { { name = 'root', scale = inner },
          { name = 'twist', parent = 1, translation = { 0, 0.5, 0 }, rotation = random_rotation(1),
            scale = { 1, 1, 1.5 } },
          { name = 'mid', parent = 2, translation = { 0, 0.5, 0 } },
          { name = 'tip', parent = 3, translation = { 0.1, 1, 0 } } }
        local limb = ha.two_bone { skeleton = skeleton, root = 'root', mid = 'mid', tip = 'tip' }
        local pose, model, start = skeleton:new_pose(), skeleton:new_matrices(), skeleton:new_pose()
        start:set_rotation('root', table.unpack(random_rotation(1)))
        start:set_rotation('mid', table.unpack(random_rotation(1)))
        -- how near and how far the tip gets in the plane that it bends in
        local least, most = math.huge, 0
        for d = 0, 5, 0.01 do
          limb:solve(pose:copy(start), pose:to_model(model), { d, 0, 0 })
          local reach = distance(place(model, 4), ORIGIN)
          least, most = math.min(least, reach), math.max(most, reach)
        end
        local wanted = least + (most - least) * (0.5 + 0.45 * random())
        local target = { 0, wanted * 0.6, wanted * 0.8 }
        local reached, left = limb:solve(pose:copy(start), pose:to_model(model), target)
        assert.is_true(reached, left)
        check_report(model, 4, target, reached, left, size_of(model, 1, 4))
      end
    end
  end)

  it('chains reach what they can', function()
    for _, scale in ipairs(UNEVEN) do
      for _, count in ipairs { 3, 4, 7 } do
        for _ = 1, 15 do
          local skeleton = new_chain(count, { scale = scale })
          local chain = ha.chain { skeleton = skeleton, root = '1', tip = tostring(count) }
          local pose, model = skeleton:new_pose(), skeleton:new_matrices()
          local target = reachable_target(skeleton, model, count + 1)
          bend(skeleton, pose, 0.5)
          local reached, left = chain:solve(pose, pose:to_model(model), target)
          assert.is_true(reached, left)
          check_report(model, count + 1, target, reached, left, size_of(model, 2, count + 1))
        end
      end
    end
  end)

  it('chains reach through a little uneven scale of their own root, and tell where they do not', function()
    for _, inner in ipairs { { 1, 1.3, 1 }, { 1.2, 1, -0.9 }, { 1, 5, 0.5 } } do
      for _ = 1, 30 do
        local skeleton = new_chain(5, { inner = inner })
        local chain = ha.chain { skeleton = skeleton, root = '1', tip = '5' }
        local pose, model = skeleton:new_pose(), skeleton:new_matrices()
        local target = reachable_target(skeleton, model, 6, 0.7)
        bend(skeleton, pose, 0.5)
        local reached, left = chain:solve(pose, pose:to_model(model), target)
        if inner[2] ~= 5 then assert.is_true(reached, left) end
        check_report(model, 6, target, reached, left, size_of(model, 2, 6))
      end
    end
  end)

  it('heads look where they should', function()
    for _, scale in ipairs(UNEVEN) do
      for _ = 1, 40 do
        local skeleton = new_chain(4, { scale = scale })
        local look = ha.look_at { skeleton = skeleton, joint = '4', share = { ['3'] = 0.5, ['1'] = 0.2 } }
        local pose, model = skeleton:new_pose(), skeleton:new_matrices()
        bend(skeleton, pose, 1)
        local target = { 20 * random(), 20 * random(), 20 * random() }
        local reached, left = look:solve(pose, pose:to_model(model), target)
        assert.is_true(reached, left)
        local m, eye = { model:get(5) }, place(model, 5)
        local wanted = unit(target[1] - eye[1], target[2] - eye[2], target[3] - eye[3], 0)
        near.list(wanted, unit(m[9], m[10], m[11], 0), 1e-4)
      end
    end
  end)

  it('nothing moves where a parent has collapsed', function()
    local skeleton = new_chain(3, { scale = { 1, 0, 1 } })
    local pose, model = skeleton:new_pose(), skeleton:new_matrices()
    pose:to_model(model)
    local before = places(model)
    for _, solver in ipairs { ha.two_bone { skeleton = skeleton, root = '1', mid = '2', tip = '3' },
      ha.chain { skeleton = skeleton, root = '1', tip = '3' }, ha.look_at { skeleton = skeleton, joint = '3' } } do
      local reached, left = solver:solve(pose, model, { 1, 2, 3 })
      assert.is_false(reached)
      assert.is_true(left > 0 and left < 10)
      assert.equal(0, farthest(before, places(model)))
    end
  end)
end)

-- Every kind of solver on a chain of `count` joints, and what it gets besides a target.
local function new_solvers(skeleton, count)
  local tip = tostring(count)
  local list = {
    ['a chain'] = { ha.chain { skeleton = skeleton, root = '1', tip = tip } },
    ['a limited chain'] = { ha.chain { skeleton = skeleton, root = '1', tip = tip, limit = math.rad(40) } },
    ['a loose chain'] = { ha.chain { skeleton = skeleton, root = '1', tip = tip, limit = math.rad(150) } },
    ['a look'] = { ha.look_at { skeleton = skeleton, joint = tip, share = { ['1'] = 0.3, ['2'] = 0.5 } } },
    ['a limited look'] = {
      ha.look_at { skeleton = skeleton, joint = tip, share = { ['2'] = 0.5 }, limit = math.rad(50) } },
  }
  if count == 3 then
    local joints = { skeleton = skeleton, root = '1', mid = '2', tip = '3' }
    list['two bones'] = { ha.two_bone(joints) }
    list['two bones with a pole'] = { ha.two_bone(joints), pole = { 3, 2, 1 } }
    joints.least_angle, joints.most_angle = math.rad(60), math.rad(150)
    list['limited bones'] = { ha.two_bone(joints), pole = { -1, 2, 5 } }
  end
  return list
end

local function solve(entry, pose, model, target, weight)
  if entry.pole then return entry[1]:solve(pose, model, target, entry.pole, weight) end
  local name = tostring(entry[1])
  if name:find 'TwoBone' then return entry[1]:solve(pose, model, target, nil, weight) end
  return entry[1]:solve(pose, model, target, weight)
end

local function names_of(solvers)
  local names = {}
  for name in pairs(solvers) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local AMOUNTS = { 0, 1e-5, 1e-3, 0.03, 0.3, 1 } -- from straight to bent

describe('solving', function()
  local function each_case(tries, body)
    for _, count in ipairs { 3, 5, 9 } do
      local lengths = {}
      for i = 1, count - 1 do lengths[i] = 1 / (count - 1) end
      local skeleton = new_chain(count, { lengths = lengths })
      local solvers = new_solvers(skeleton, count)
      for _, name in ipairs(names_of(solvers)) do
        local entry = solvers[name]
        for _, amount in ipairs(AMOUNTS) do
          for try = 1, tries do
            local pose = skeleton:new_pose()
            bend(skeleton, pose, amount)
            local what = ('%s of %d, bent %g'):format(name, count, amount)
            body(entry, skeleton, pose, skeleton:new_matrices(), what, try)
          end
        end
      end
    end
  end

  -- Around the first joint: within reach, at the edge of it, far off, and at the root itself.
  local function target_for(model, try)
    local root, reach = place(model, 2), ({ 0.6, 0.3, 1, 2, 0 })[try % 5 + 1]
    local d = unit(random(), random(), random(), 0)
    return { root[1] + reach * d[1], root[2] + reach * d[2], root[3] + reach * d[3] }
  end

  it('again changes nothing', function()
    each_case(15, function(entry, _, pose, model, what, try)
      pose:to_model(model)
      local target = target_for(model, try)
      local reached, left = solve(entry, pose, model, target)
      local first = places(model)
      local reached_again, left_again = solve(entry, pose, model, target)
      assert.near(0, farthest(first, places(model)), 1e-3, what)
      assert.near(left, left_again, 1e-5, what)
      assert.equal(reached, reached_again, what)
    end)
  end)

  it('by weights leads from the pose to the solution', function()
    each_case(5, function(entry, skeleton, start, model, what, try)
      local pose, before, tip = skeleton:new_pose(), nil, #skeleton
      start:to_model(model)
      local target, moved = target_for(model, try), 0
      local first = places(model)
      solve(entry, pose:copy(start), pose:to_model(model), target)
      local last = places(model)
      for step = 0, 50 do
        solve(entry, pose:copy(start), pose:to_model(model), target, step / 50)
        local now = places(model)
        if before then moved = math.max(moved, farthest(before, now)) end
        before = now
        if step == 0 then assert.equal(0, farthest(first, now), what) end
      end
      assert.equal(0, farthest(last, before), what)
      -- even steps: three half turns at most lie between
      assert.is_true(moved < 3 * math.pi / 50 * 1.5, what .. moved)
      assert.equal(tip, #before)
    end)
  end)

  it('keeps bones as long as they were', function()
    each_case(5, function(entry, _, pose, model, what, try)
      pose:to_model(model)
      local before = places(model)
      solve(entry, pose, model, target_for(model, try), 0.5 + 0.5 * random())
      for joint = 2, #before - 1 do
        local now = distance(place(model, joint), place(model, joint + 1))
        assert.near(distance(before[joint], before[joint + 1]), now, 1e-5, what)
      end
    end)
  end)
end)

describe('a small move of the target', function()
  -- Targets on a line through the reach of a chain of size 1, in steps of `step`. Returns the largest move of a joint
  -- in one step, but for the places where no solver can be steady: behind the pose, and for limbs at their root.
  local function largest_move(entry, skeleton, start, step, from, to)
    local pose, model, most, before = skeleton:new_pose(), skeleton:new_matrices(), 0, nil
    local root, tip = place(start:to_model(model), 2), place(model, #skeleton)
    local steps = distance(from, to) // step | 0
    for i = 0, steps do
      local offset, along = {}, 0
      for c = 1, 3 do
        offset[c] = from[c] + (to[c] - from[c]) * i / steps
        along = along + offset[c] * (tip[c] - root[c])
      end
      local reach = distance(offset, ORIGIN)
      local cosine = along / (reach * distance(tip, root))
      local target = { root[1] + offset[1], root[2] + offset[2], root[3] + offset[3] }
      solve(entry, pose:copy(start), pose:to_model(model), target)
      local now = places(model)
      local is_steady = (reach > 0.2 or #skeleton > 4) and cosine > -0.9 and reach > 1e-3
      if before and is_steady then most = math.max(most, farthest(before, now)) end
      before = is_steady and now or nil
    end
    return most
  end

  local function random_offset(size)
    local d = unit(random(), random(), random(), 0)
    return { size * d[1], size * d[2], size * d[3] }
  end

  local function check(names, count, most)
    local lengths = {}
    for i = 1, count - 1 do lengths[i] = 1 / (count - 1) end
    local skeleton = new_chain(count, { lengths = lengths })
    local solvers = new_solvers(skeleton, count)
    for _, name in ipairs(names) do
      for _, amount in ipairs(AMOUNTS) do
        for _ = 1, 6 do
          local start = skeleton:new_pose()
          bend(skeleton, start, amount)
          local from, to = random_offset(0.95), random_offset(0.95)
          local move = largest_move(solvers[name], skeleton, start, 0.004, from, to)
          assert.is_true(move < (most or 0.08), ('%s of %d, bent %g: %g'):format(name, count, amount, move))
        end
      end
    end
  end

  it('moves two bones a little', function() check({ 'two bones', 'two bones with a pole', 'limited bones' }, 3) end)
  it('moves a chain of two bones a little', function() check({ 'a chain' }, 3) end)
  it('moves a chain of three a little', function() check({ 'a chain' }, 4) end)
  it('moves longer chains a little', function()
    check({ 'a chain' }, 5)
    check({ 'a chain' }, 9)
    check({ 'a chain' }, 17)
  end)
  it('moves a loosely limited chain a little', function() check({ 'a loose chain' }, 5, 0.2) end)

  it('moves a chain a little where it straightens', function()
    for _, count in ipairs { 3, 5, 9 } do
      local lengths = {}
      for i = 1, count - 1 do lengths[i] = 1 / (count - 1) end
      local skeleton = new_chain(count, { lengths = lengths })
      local chain, start = new_solvers(skeleton, count)['a chain'], skeleton:new_pose()
      for _ = 1, 10 do
        bend(skeleton, start, 0.3)
        local d = random_offset(1)
        local from, to = { 0.999 * d[1], 0.999 * d[2], 0.999 * d[3] }, { 1.001 * d[1], 1.001 * d[2], 1.001 * d[3] }
        -- the square root that a straight limb has: an edge of 1e-5 opens it by about 0.003
        assert.is_true(largest_move(chain, skeleton, start, 1e-5, from, to) < 0.01)
      end
    end
  end)
end)

describe('limits', function()
  it('of a chain hold for every joint, from its rest', function()
    local skeleton = ha.skeleton { { name = '1', rotation = random_rotation(1) },
      { name = '2', parent = 1, translation = { 0, 1, 0 }, rotation = random_rotation(1) },
      { name = '3', parent = 2, translation = { 0, 1, 0 }, rotation = random_rotation(1) },
      { name = '4', parent = 3, translation = { 0, 1, 0 } } }
    local limit = math.rad(25)
    local chain = ha.chain { skeleton = skeleton, root = 1, tip = 4, limit = limit }
    local pose, model = skeleton:new_pose(), skeleton:new_matrices()
    for _ = 1, 50 do
      pose:reset()
      for joint = 1, 3 do pose:set_rotation(joint, table.unpack(random_rotation(2))) end
      chain:solve(pose, pose:to_model(model), { 3 * random(), 3 * random(), 3 * random() })
      for joint = 1, 3 do
        local x, y, z, w = pose:rotation(joint)
        local rx, ry, rz, rw = select(4, skeleton:rest(joint))
        assert.is_true(math.abs(x * rx + y * ry + z * rz + w * rw) >= math.cos(limit / 2) - 1e-6)
      end
    end
  end)

  it('of a look hold around what is ahead, whatever the pose looks at', function()
    local skeleton = new_chain(3, {})
    local look = ha.look_at { skeleton = skeleton, joint = '3', share = { ['2'] = 0.5 }, limit = math.rad(30) }
    local pose, model = skeleton:new_pose(), skeleton:new_matrices()
    for _ = 1, 50 do
      pose:reset():set_rotation('3', table.unpack(random_rotation(2)))
      pose:set_rotation('1', table.unpack(random_rotation(2))) -- the body: ahead goes with it
      pose:to_model(model)
      look:solve(pose, model, { 3 * random(), 3 * random(), 3 * random() })
      local body, head = { model:get(2) }, { model:get(4) }
      local cosine = body[9] * head[9] + body[10] * head[10] + body[11] * head[11]
      assert.is_true(cosine >= math.cos(math.rad(30)) - 1e-5)
    end
  end)
end)
