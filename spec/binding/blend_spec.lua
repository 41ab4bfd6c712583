-- Blending, layers, additive poses and mirror images.

local ha = require 'helioanim'
local near = require 'spec.support.near'
local toys = require 'spec.support.toys'

local H, Q = math.sqrt(0.5), math.sqrt(0.75)

local function one_joint(x)
  return ha.skeleton { { name = 'root', translation = { x or 0, 0, 0 } } }
end

local function turned(skeleton, ...) return skeleton:new_pose():set_rotation(1, ...) end
local function moved(skeleton, ...) return skeleton:new_pose():set_translation(1, ...) end

local function raises(message, body)
  local ok, raised = pcall(body)
  assert.is_false(ok, 'nothing was raised')
  assert.equal(message, (tostring(raised):gsub('^[^:]+:%d+: ', '')))
end

-- All numbers of a pose in one list.
local function numbers(pose)
  local out = {}
  for joint = 1, #pose do
    for _, number in ipairs { pose:get(joint) } do out[#out + 1] = number end
    for _, number in ipairs { pose:weights(joint) } do out[#out + 1] = number end
  end
  if pose:value 'fov' then out[#out + 1] = pose:value 'fov' end
  return out
end

-- Character for character: -0.0 is not 0.0.
local function bits(pose)
  local out = numbers(pose)
  for i, number in ipairs(out) do out[i] = string.pack('<f', number) end
  return table.concat(out)
end

local function touched(pose)
  local out = {}
  for joint = 1, #pose do
    for _, is in ipairs { pose:touched(joint) } do out[#out + 1] = is and 'x' or '.' end
  end
  return table.concat(out)
end

-- --- random characters ---

local function random(from, to) return from + (to - from) * math.random() end

local function random_rotation()
  local x, y, z, w = random(-1, 1), random(-1, 1), random(-1, 1), random(-1, 1)
  local length = math.sqrt(x * x + y * y + z * z + w * w)
  return x / length, y / length, z / length, w / length
end

local function random_skeleton()
  local joints = { name = 'random', floats = { fov = 60 } }
  for i = 1, math.random(1, 20) do
    joints[i] = { name = 'j' .. i, parent = i > 1 and math.random(1, i - 1) or nil, rotation = { random_rotation() },
      translation = { random(-1, 1), 0, random(-1, 1) }, weights = i == 1 and { 0.5, 0 } or nil }
  end
  return ha.skeleton(joints)
end

-- `joints_only`: named values, which belong to no joint and ignore masks, stay untouched.
local function random_pose(skeleton, joints_only)
  local pose = skeleton:new_pose()
  for joint = 1, #skeleton do
    if math.random() < 0.8 then pose:set_rotation(joint, random_rotation()) end
    if math.random() < 0.5 then pose:set_translation(joint, random(-2, 2), random(-2, 2), random(-2, 2)) end
    if math.random() < 0.3 then pose:set_scale(joint, random(-2, 2), 0, random(0, 2)) end
  end
  if math.random() < 0.5 then pose:set_weights(1, random(-1, 1), random(0, 1)) end
  if not joints_only and math.random() < 0.5 then pose:set_value('fov', random(30, 90)) end
  return pose
end

local function shuffled(list, order)
  local out = {}
  for i, from in ipairs(order) do out[i] = list[from] end
  return out
end

local function random_order(n)
  local order = {}
  for i = 1, n do table.insert(order, math.random(1, i), i) end
  return order
end

-- Rotations up to sign, everything else as it is.
local function assert_near(expected, found, tolerance)
  for joint = 1, #expected do
    local a, b = { expected:get(joint) }, { found:get(joint) }
    local dot = 0
    for i = 4, 7 do dot = dot + a[i] * b[i] end
    for i = 1, 10 do
      local sign = i >= 4 and i <= 7 and dot < 0 and -1 or 1
      assert.near(a[i], sign * b[i], tolerance * math.max(1, math.abs(a[i])))
    end
    near.list({ expected:weights(joint) }, { found:weights(joint) }, tolerance)
  end
end

local function assert_sound(pose)
  for _, number in ipairs(numbers(pose)) do
    assert.is_true(number == number and math.abs(number) < math.huge, 'not finite')
  end
  for joint = 1, #pose do
    local x, y, z, w = pose:rotation(joint)
    assert.near(1, math.sqrt(x * x + y * y + z * z + w * w), 1e-6)
  end
end

local function many_times(body)
  math.randomseed(42)
  for _ = 1, 200 do body(random_skeleton()) end
end

describe('blending', function()
  it('B01 does not depend on the order of inputs', function()
    local skeleton = one_joint()
    local poses = { turned(skeleton, Q, 0, 0, 0.5), turned(skeleton, 0, Q, 0, 0.5), turned(skeleton, 0, 0, Q, 0.5) }
    local out = skeleton:new_pose()
    for _, order in ipairs { { 1, 2, 3 }, { 1, 3, 2 }, { 2, 1, 3 }, { 2, 3, 1 }, { 3, 1, 2 }, { 3, 2, 1 } } do
      out:blend_many(shuffled(poses, order), { 1 / 3, 1 / 3, 1 / 3 })
      near.rotation({ 0.4082483, 0.4082483, 0.4082483, 0.7071068 }, out:rotation(1))
    end
  end)

  it('B02 is the weighted mean of positions', function()
    local skeleton = one_joint()
    local poses = { moved(skeleton, 1, 0, 0), moved(skeleton, 0, 1, 0), moved(skeleton, 0, 0, 1) }
    near.numbers({ 1 / 3, 1 / 3, 1 / 3 },
      skeleton:new_pose():blend_many(poses, { 1 / 3, 1 / 3, 1 / 3 }):translation(1))
  end)

  it('B03 of weights below 1 normalises, and layers leave the rest to what is below', function()
    local skeleton = one_joint(50)
    local clip, base = moved(skeleton, 0, 0, 0), moved(skeleton, 100, 0, 0)
    near.numbers({ 75, 0, 0 }, base:clone():layer(clip, 0.25):translation(1))
    near.numbers({ 0, 0, 0 }, skeleton:new_pose():blend_many({ clip }, { 0.25 }):translation(1))
  end)

  it('B04 with weight 0 is the rest pose, bit-exact', function()
    math.randomseed(7)
    local skeleton = random_skeleton()
    local out, rest = random_pose(skeleton), skeleton:new_pose()
    out:blend_many({ random_pose(skeleton) }, { 0 })
    assert.equal(bits(rest), bits(out))
    assert.equal(touched(rest), touched(out))
    assert.equal(bits(rest), bits(random_pose(skeleton):blend_many({}, {})))
  end)

  it('B05 with a weight of 0 on one side is the other side, finite', function()
    many_times(function(skeleton)
      local a, b, out = random_pose(skeleton), random_pose(skeleton), skeleton:new_pose()
      assert_sound(out:blend(a, b, 0))
      assert.equal(bits(a), bits(out))
      assert.equal(bits(b), bits(out:blend(a, b, 1)))
      assert.equal(touched(b), touched(out))
      assert.equal(bits(a), bits(out:slerp(a, b, 0)))
      assert.equal(bits(b), bits(out:slerp(a, b, 1)))
    end)
  end)

  it('B06 adds rotations on the right', function()
    local skeleton = one_joint()
    local ref, src, base = turned(skeleton, H, 0, 0, H), turned(skeleton, 0.5, -0.5, 0.5, 0.5),
      turned(skeleton, 0, H, 0, H)
    local delta = skeleton:new_pose():make_additive(src, ref)
    near.rotation({ 0, 0, 0.7071068, 0.7071068 }, delta:rotation(1))
    near.rotation({ 0.5, 0.5, 0.5, 0.5 }, base:clone():add(delta, 1):rotation(1))
    near.rotation({ 0.2705981, 0.6532815, 0.2705981, 0.6532815 }, base:clone():add(delta, 0.5):rotation(1))
    assert.equal(bits(base), bits(base:clone():add(delta, 0)))
    near.rotation({ src:rotation(1) }, ref:clone():add(delta, 1):rotation(1))
    near.rotation({ src:rotation(1) }, ref:clone():add(delta):rotation(1))
  end)

  it('B07 adds scales as ratios', function()
    local skeleton = one_joint()
    local ref, src = skeleton:new_pose():set_scale(1, 2, 0, 1), skeleton:new_pose():set_scale(1, 3, 5, 1)
    local delta = skeleton:new_pose():make_additive(src, ref)
    near.numbers({ 1.5, 1, 1 }, delta:scale(1))
    near.numbers({ 2.5, 2, 2 }, skeleton:new_pose():set_scale(1, 2, 2, 2):add(delta, 0.5):scale(1))
  end)

  it('B08 counts what an input does not touch as rest', function()
    local skeleton = one_joint(10)
    local a, b = moved(skeleton, 20, 0, 0), skeleton:new_pose()
    near.numbers({ 15, 0, 0 }, skeleton:new_pose():blend(a, b, 0.5):translation(1))
    near.numbers({ 15, 0, 0 }, skeleton:new_pose():blend_many({ a, b }, { 0.5, 0.5 }):translation(1))
    near.numbers({ 15, 0, 0 }, skeleton:new_pose():slerp(a, b, 0.5):translation(1))
  end)

  it('goes the shorter way, also for opposite quaternions', function()
    local skeleton = one_joint()
    local a, b = turned(skeleton, 0, 0, H, H), turned(skeleton, 0, 0, -H, -H)
    near.rotation({ 0, 0, H, H }, skeleton:new_pose():blend(a, b, 0.5):rotation(1))
    near.rotation({ 0, 0, H, H }, skeleton:new_pose():slerp(a, b, 0.3):rotation(1))
    local half_turn, none = turned(skeleton, 1, 0, 0, 0), turned(skeleton, 0, 0, 0, 1)
    for t = 0, 1, 0.125 do
      assert_sound(skeleton:new_pose():blend(half_turn, none, t))
      assert_sound(skeleton:new_pose():slerp(half_turn, none, t))
    end
    local zero = turned(skeleton, 0, 0, 0, 0)
    assert_sound(skeleton:new_pose():blend_many({ zero, zero }, { 1, 2 }))
  end)

  it('does not jump when a weight comes or goes', function()
    many_times(function(skeleton)
      local poses = { random_pose(skeleton), random_pose(skeleton), random_pose(skeleton) }
      local without = skeleton:new_pose():blend_many(poses, { 1, 0.7, 0 })
      assert_near(without, skeleton:new_pose():blend_many(poses, { 1, 0.7, 1e-7 }), 1e-5)
    end)
  end)

  it('is independent of order, whatever the inputs', function()
    many_times(function(skeleton)
      local poses, weights, count = {}, {}, math.random(2, 6)
      for i = 1, count do
        poses[i], weights[i] = random_pose(skeleton), math.random() < 0.5 and 1 or math.random()
      end
      local first = skeleton:new_pose():blend_many(poses, weights)
      assert_sound(first)
      local order = random_order(count)
      local again = skeleton:new_pose():blend_many(shuffled(poses, order), shuffled(weights, order))
      -- Where inputs nearly cancel out, the last digits of the sum are all there is.
      assert_near(first, again, 2e-6)
      assert.equal(touched(first), touched(again))
    end)
  end)

  it('is the same for weights of any sum', function()
    many_times(function(skeleton)
      local poses = { random_pose(skeleton), random_pose(skeleton), random_pose(skeleton) }
      local weights, scaled = { math.random(), math.random(), math.random() }, {}
      local by = 2.0 ^ math.random(-20, 20)
      for i = 1, 3 do scaled[i] = weights[i] * by end
      assert.equal(bits(skeleton:new_pose():blend_many(poses, weights)),
        bits(skeleton:new_pose():blend_many(poses, scaled)))
      for i = 1, 3 do scaled[i] = weights[i] * 3e7 end
      assert_near(skeleton:new_pose():blend_many(poses, weights), skeleton:new_pose():blend_many(poses, scaled), 2e-6)
    end)
  end)

  it('of one weight above 0 is that input, bit-exact', function()
    many_times(function(skeleton)
      local poses = { random_pose(skeleton), random_pose(skeleton), random_pose(skeleton) }
      local out = random_pose(skeleton):blend_many(poses, { 0, math.random() + 0.01, 0 })
      assert.equal(bits(poses[2]), bits(out))
      assert.equal(touched(poses[2]), touched(out))
    end)
  end)

  it('may write into one of its inputs', function()
    many_times(function(skeleton)
      local a, b = random_pose(skeleton), random_pose(skeleton)
      assert.equal(bits(skeleton:new_pose():blend(a, b, 0.3)), bits(b:clone():blend(a, b, 0.3)))
      local same = b:clone()
      assert.equal(bits(skeleton:new_pose():blend(a, b, 0.3)), bits(same:blend(a, same, 0.3)))
      same = b:clone()
      assert.equal(bits(skeleton:new_pose():slerp(a, b, 0.3)), bits(same:slerp(a, same, 0.3)))
      same = b:clone()
      assert.equal(bits(skeleton:new_pose():difference(a, b)), bits(same:difference(a, same)))
    end)
  end)

  it('blends morph weights and named values, rest where they are not touched', function()
    local skeleton = ha.skeleton { floats = { fov = 60 }, { name = 'face', weights = { 0.5, 0 } } }
    local a, b = skeleton:new_pose():set_weights(1, 1, 1), skeleton:new_pose():set_value('fov', 40)
    local out = skeleton:new_pose():blend(a, b, 0.25)
    near.numbers({ 0.875, 0.75 }, out:weights(1))
    near.numbers({ 55 }, out:value 'fov')
    near.numbers({ 0.75, 0.5 }, skeleton:new_pose():layer(a, 0.5):weights(1))
    near.numbers({ 50 }, skeleton:new_pose():layer(b, 0.5):value 'fov')
    near.numbers({ 1.5, 2 }, skeleton:new_pose():add(skeleton:new_pose():make_additive(a), 2):weights(1))
  end)

  it('slerps at constant speed', function()
    local skeleton = one_joint()
    local a, b = turned(skeleton, 0, 0, 0, 1), turned(skeleton, 0, 0, 1, 0)
    for t = 0, 1, 0.125 do
      near.rotation({ 0, 0, math.sin(math.pi / 2 * t), math.cos(math.pi / 2 * t) },
        skeleton:new_pose():slerp(a, b, t):rotation(1))
    end
  end)
end)

describe('layers', function()
  local skeleton = ha.skeleton { { name = 'Hips' }, { name = 'Spine', parent = 'Hips' },
    { name = 'Leg', parent = 'Hips' } }

  it('leave what weighs 0 bit-exact', function()
    many_times(function(random_one)
      local base, over = random_pose(random_one), random_pose(random_one, true)
      assert.equal(bits(base), bits(base:clone():layer(over, 0)))
      assert.equal(touched(base), touched(base:clone():layer(over, 0)))
      assert.equal(bits(base), bits(base:clone():layer(over, 1, random_one:mask(0))))
      assert.equal(bits(base), bits(base:clone():layer(random_one:new_pose(), 1)))
      assert_sound(base:clone():layer(over, math.random()))
    end)
  end)

  it('of weight 1 give what the layer touches, bit-exact', function()
    many_times(function(random_one)
      local over = random_pose(random_one)
      assert.equal(bits(over), bits(random_one:new_pose():layer(over)))
    end)
  end)

  it('follow the mask', function()
    local over = skeleton:new_pose()
    for joint = 1, 3 do over:set_translation(joint, 8, 0, 0) end
    local out = skeleton:new_pose():layer(over, 0.5, skeleton:mask { Spine = 1, Leg = 0.25 })
    near.numbers({ 0, 0, 0 }, out:translation 'Hips')
    near.numbers({ 4, 0, 0 }, out:translation 'Spine')
    near.numbers({ 1, 0, 0 }, out:translation 'Leg')
    assert.equal('...x..x..', touched(out))
  end)

  it('are normalised above 1 and independent of order', function()
    local base, a, b = moved(skeleton, 100, 0, 0), moved(skeleton, 1, 0, 0), moved(skeleton, 4, 0, 0)
    near.numbers({ 2, 0, 0 }, base:clone():layer_many({ a, b }, { 1, 0.5 }):translation(1))
    near.numbers({ 0.25 + 1 + 50, 0, 0 }, base:clone():layer_many({ a, b }, { 0.25, 0.25 }):translation(1))
    near.numbers({ 4, 0, 0 }, base:clone():layer_many({ a, b }, { 1, 1 }, { skeleton:mask(0), false }):translation(1))
    assert.equal(bits(base), bits(base:clone():layer_many({ a, b }, { 1, 1 }, nil, 0)))
    many_times(function(random_one)
      local under, poses = random_pose(random_one), {}
      for i = 1, 3 do poses[i] = random_pose(random_one) end
      local masks, weights = { false, random_one:mask(0.3), random_one:mask(1) }, { 0.5, 1, 0.25 }
      local order = random_order(3)
      local first = under:clone():layer_many(poses, weights, masks)
      assert_sound(first)
      assert_near(first, under:clone():layer_many(shuffled(poses, order), shuffled(weights, order),
        shuffled(masks, order)), 2e-6)
    end)
  end)
end)

describe('additive poses', function()
  it('lead from the reference to the source', function()
    many_times(function(skeleton)
      local source, reference = random_pose(skeleton), random_pose(skeleton)
      for joint = 1, #skeleton do
        source:set_scale(joint, 1, 2, 3)
        reference:set_scale(joint, 2, 2, -1)
      end
      local delta = skeleton:new_pose():difference(source, reference)
      assert_near(source, reference:clone():add(delta, 1), 1e-5)
      assert_sound(delta)
    end)
  end)

  it('of the source alone hold nothing where only the reference is touched', function()
    local skeleton = one_joint()
    local reference = moved(skeleton, 1, 2, 3)
    local delta = skeleton:new_pose():make_additive(skeleton:new_pose(), reference)
    assert.equal('...', touched(delta))
    near.numbers({ 0, 0, 0 }, delta:translation(1))
    near.numbers({ -1, -2, -3 }, delta:difference(skeleton:new_pose(), reference):translation(1))
  end)

  it('take rest, or a clip at a time, as reference', function()
    local skeleton = one_joint(10)
    local clip = ha.clip { tracks = { { joint = 'root', channel = 'translation', times = { 0, 1 },
      values = { 0, 0, 0, 4, 0, 0 } } } }
    local source = moved(skeleton, 5, 0, 0)
    near.numbers({ -5, 0, 0 }, skeleton:new_pose():make_additive(source):translation(1))
    near.numbers({ 5, 0, 0 }, skeleton:new_pose():make_additive(source, clip):translation(1))
    near.numbers({ 3, 0, 0 }, skeleton:new_pose():make_additive(source, clip, 0.5):translation(1))
    assert.has_error(function() source:make_additive(source, clip) end)
  end)

  it('go beyond their ends along the same arc', function()
    local skeleton = one_joint()
    local function about_z(angle) return 0, 0, math.sin(angle / 2), math.cos(angle / 2) end
    local delta = skeleton:new_pose():make_additive(turned(skeleton, about_z(0.5)))
    for _, weight in ipairs { -3, -1.5, -1, -0.25, 0.25, 1, 1.75, 2, 7, 100.5 } do
      near.rotation({ about_z(0.5 * weight) }, skeleton:new_pose():add(delta, weight):rotation(1))
    end
    local far = skeleton:new_pose():make_additive(turned(skeleton, 0, 0, -math.sin(0.25), -math.cos(0.25)))
    near.rotation({ about_z(1.25) }, skeleton:new_pose():add(far, 2.5):rotation(1))
  end)

  it('leave what weighs 0 bit-exact', function()
    many_times(function(skeleton)
      local base, delta = random_pose(skeleton), skeleton:new_pose():make_additive(random_pose(skeleton, true))
      assert.equal(bits(base), bits(base:clone():add(delta, 0)))
      assert.equal(bits(base), bits(base:clone():add(delta, 1, skeleton:mask(0))))
      assert_sound(base:clone():add(delta, random(-3, 3)))
    end)
  end)
end)

describe('mirror images', function()
  local function arms(rotations)
    return ha.skeleton { floats = { BlinkLeft = 0, BlinkRight = 0 },
      { name = 'Hips', translation = { 0, 1, 0 }, rotation = rotations and rotations[1] },
      { name = 'LeftArm', parent = 'Hips', translation = { 0.5, 0, 0 }, rotation = rotations and rotations[2],
        weights = { 0 } },
      { name = 'LeftHand', parent = 'LeftArm', translation = { 0.5, 0, 0 }, rotation = rotations and rotations[3] },
      { name = 'RightArm', parent = 'Hips', translation = { -0.5, 0, 0 }, rotation = rotations and rotations[4],
        weights = { 0 } },
      { name = 'RightHand', parent = 'RightArm', translation = { -0.5, 0, 0 }, rotation = rotations and rotations[5] } }
  end

  it('exchange the sides', function()
    local skeleton = arms()
    local map = ha.mirror { skeleton = skeleton, left = 'Left', right = 'Right', plane = 'yz' }
    assert.equal('yz', map.plane)
    assert.equal(5, map:counterpart 'LeftHand')
    assert.equal(1, map:counterpart 'Hips')
    local pose = skeleton:new_pose():set_rotation('LeftArm', 0, 0, H, H):set_translation('Hips', 0.25, 1.5, 2)
      :set_weights('LeftArm', 0.75):set_value('BlinkRight', 1)
    local out = skeleton:new_pose():mirror(map, pose)
    near.rotation({ 0, 0, -H, H }, out:rotation 'RightArm')
    near.rotation({ 0, 0, 0, 1 }, out:rotation 'LeftArm')
    near.numbers({ -0.25, 1.5, 2 }, out:translation 'Hips')
    near.numbers({ 0.75 }, out:weights 'RightArm')
    near.numbers({ 0 }, out:weights 'LeftArm')
    near.numbers({ 1 }, out:value 'BlinkLeft')
    near.numbers({ 0 }, out:value 'BlinkRight')
    assert.equal('x........' .. '.x.' .. '...', touched(out))
    assert.equal(bits(out), bits(pose:mirror(map)))
  end)

  it('are reflections in model space, whatever the axes of joints', function()
    math.randomseed(3)
    local function reflected(x, y, z) return -x, y, z end
    for _ = 1, 50 do
      local rotations = {}
      for i = 1, 5 do rotations[i] = { random_rotation() } end
      -- The root's own turn would put left and right anywhere.
      rotations[1] = { 0, 0, 0, 1 }
      local skeleton = arms(rotations)
      local map = ha.mirror { skeleton = skeleton }
      local rest, pose = skeleton:new_pose(), skeleton:new_pose()
      near.list(numbers(rest), numbers(skeleton:new_pose():mirror(map, rest)))
      for joint = 2, 5 do pose:set_rotation(joint, random_rotation()) end
      local out = skeleton:new_pose():mirror(map, pose)
      local model, mirrored = pose:to_model(skeleton:new_matrices()), out:to_model(skeleton:new_matrices())
      -- The arms hang on the hips at mirrored places, so their origins are reflections of each other.
      for _, pair in ipairs { { 2, 4 }, { 4, 2 } } do
        local from, to = { model:get(pair[1]) }, { mirrored:get(pair[2]) }
        near.numbers({ reflected(from[13], from[14], from[15]) }, to[13], to[14], to[15])
      end
      assert_near(pose, out:mirror(map), 1e-5)
    end
  end)

  it('move the hand of a symmetrical skeleton to the reflected place', function()
    local skeleton = arms()
    local map = ha.mirror { skeleton = skeleton }
    local pose = skeleton:new_pose():set_rotation('LeftArm', 0.1, 0.3, 0.5, math.sqrt(0.65))
    local model = pose:to_model(skeleton:new_matrices())
    local mirrored = skeleton:new_pose():mirror(map, pose):to_model(skeleton:new_matrices())
    local from, to = { model:get(3) }, { mirrored:get(5) }
    near.numbers({ -from[13], from[14], from[15] }, to[13], to[14], to[15])
  end)

  it('refuse what cannot be', function()
    local skeleton = arms()
    raises("mirror: no two joints differ by 'L_' and 'R_'",
      function() ha.mirror { skeleton = skeleton, left = 'L_', right = 'R_' } end)
    raises('mirror: two different patterns expected for left and right',
      function() ha.mirror { skeleton = skeleton, left = 'L', right = 'L' } end)
    raises("mirror: field 'skeleton': helioanim.Skeleton expected, got nil", function() ha.mirror {} end)
    raises("mirror: field 'plane': 'yz', 'xz' or 'xy' expected, got 'x'",
      function() ha.mirror { skeleton = skeleton, plane = 'x' } end)
    raises("mirror: unknown field 'skelton' (did you mean 'skeleton'?)",
      function() ha.mirror { skelton = skeleton } end)
  end)
end)

describe('wrong arguments of blending', function()
  local skeleton, other = one_joint(), ha.skeleton { name = 'knight', { name = 'a' } }
  local foreign = "belongs to skeleton 'knight' (1 joints), not to an unnamed skeleton of 1 joints)"
  local pose, a = skeleton:new_pose(), skeleton:new_pose()

  it('are named', function()
    raises("bad argument #3 to 'blend' (a number from 0 to 1 expected)", function() pose:blend(a, a, 1.5) end)
    raises("bad argument #3 to 'blend' (number must be finite)", function() pose:blend(a, a, 0 / 0) end)
    raises("bad argument #2 to 'blend' (helioanim.Pose expected, got nil)", function() pose:blend(a, nil, 0) end)
    raises("bad argument #1 to 'blend' (the pose " .. foreign,
      function() pose:blend(other:new_pose(), a, 0) end)
    raises("bad argument #2 to 'blend_many' ([2]: a number from 0 on expected)",
      function() pose:blend_many({ a, a }, { 1, -1 }) end)
    raises("bad argument #2 to 'blend_many' ([1]: number must be finite)",
      function() pose:blend_many({ a }, { 0 / 0 }) end)
    raises("bad argument #2 to 'blend_many' ([1]: number must be finite)",
      function() pose:blend_many({ a }, { math.huge }) end)
    raises("bad argument #2 to 'blend_many' ([2]: number expected, got nil)",
      function() pose:blend_many({ a, a }, { 1 }) end)
    raises("bad argument #1 to 'blend_many' ([2]: helioanim.Pose expected, got helioanim.Skeleton)",
      function() pose:blend_many({ a, skeleton }, { 1, 1 }) end)
    raises("bad argument #1 to 'blend_many' ([2]: helioanim.Pose expected, got nil)",
      function() pose:blend_many({ a }, { 1, 1 }, 2) end)
    raises("bad argument #1 to 'blend_many' ([1]: the pose " .. foreign,
      function() pose:blend_many({ other:new_pose() }, { 1 }) end)
    raises("bad argument #3 to 'blend_many' (from 0 to 256 poses expected, got 257)",
      function() pose:blend_many({ a }, { 1 }, 257) end)
    raises("bad argument #2 to 'layer' (a number from 0 to 1 expected)", function() pose:layer(a, 1.01) end)
    raises("bad argument #3 to 'layer' (helioanim.Mask expected, got number)", function() pose:layer(a, 1, 1) end)
    raises("bad argument #3 to 'layer' (the mask " .. foreign,
      function() pose:layer(a, 1, other:mask(1)) end)
    raises("bad argument #2 to 'layer_many' ([1]: a number from 0 to 1 expected)",
      function() pose:layer_many({ a }, { 2 }) end)
    raises("bad argument #2 to 'add' (number must be finite)", function() pose:add(a, math.huge) end)
    raises("bad argument #1 to 'mirror' (helioanim.Mirror expected, got nil)", function() pose:mirror(nil) end)
  end)

  it('leave a closed object alone', function()
    local closed = skeleton:new_pose()
    closed:close()
    raises('Pose is closed', function() pose:blend(a, closed, 0.5) end)
    raises('Pose is closed', function() pose:blend_many({ closed }, { 1 }) end)
    local mask = skeleton:mask(1)
    mask:close()
    raises('Mask is closed', function() pose:layer(a, 1, mask) end)
    raises('Mask is closed', function() pose:layer_many({ a }, { 1 }, { mask }) end)
  end)
end)

describe('blending in a frame', function()
  it('L03 makes no garbage', function()
    math.randomseed(5)
    local skeleton = random_skeleton()
    local poses, weights = { random_pose(skeleton), random_pose(skeleton), random_pose(skeleton) }, { 0.5, 0.25, 1 }
    local masks, mask = { false, skeleton:mask { ['*'] = 0.5 }, false }, skeleton:mask(0.5)
    local out, delta = skeleton:new_pose(), skeleton:new_pose()
    local map = ha.mirror { skeleton = ha.skeleton { { name = 'Left' }, { name = 'Right' } } }
    local sides = map.skeleton:new_pose()
    local function frame(i)
      weights[1] = i % 7 / 7
      out:blend(poses[1], poses[2], weights[1]):slerp(poses[1], out, 0.5)
      out:blend_many(poses, weights, 3):layer(poses[1], 0.5, mask):layer_many(poses, weights, masks)
      delta:make_additive(poses[1], poses[2]):difference(poses[1], poses[3])
      out:add(delta, weights[1], mask)
      sides:mirror(map)
    end
    assert.equal(0, toys.garbage(function()
      for i = 1, 10000 do frame(i) end
    end))
  end)
end)
