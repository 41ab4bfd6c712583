-- Retargeting: one skeleton's motion on another.

local ha = require 'helioanim'
local data = require 'spec.support.data'
local effort = require 'spec.support.effort'
local near = require 'spec.support.near'
local toys = require 'spec.support.toys'

-- A small body: hips, two legs, spine, head, two arms. `style` names the joints; `turn` twists each joint's own axes,
-- so that equal bodies have unequal local spaces.
local PARTS = {
  { 'hips', nil, 0, 1, 0 }, { 'spine', 'hips', 0, .2, 0 }, { 'head', 'spine', 0, .5, 0 },
  { 'left_upper_leg', 'hips', .1, -.05, 0 }, { 'left_lower_leg', 'left_upper_leg', 0, -.45, 0 },
  { 'left_foot', 'left_lower_leg', 0, -.45, 0 },
  { 'right_upper_leg', 'hips', -.1, -.05, 0 }, { 'right_lower_leg', 'right_upper_leg', 0, -.45, 0 },
  { 'right_foot', 'right_lower_leg', 0, -.45, 0 },
  { 'left_upper_arm', 'spine', .2, .4, 0 }, { 'left_lower_arm', 'left_upper_arm', .3, 0, 0 },
  { 'left_hand', 'left_lower_arm', .3, 0, 0 },
  { 'right_upper_arm', 'spine', -.2, .4, 0 }, { 'right_lower_arm', 'right_upper_arm', -.3, 0, 0 },
  { 'right_hand', 'right_lower_arm', -.3, 0, 0 },
}

local MIXAMO = {
  hips = 'mixamorig:Hips', spine = 'mixamorig:Spine', head = 'mixamorig:Head', left_upper_leg = 'mixamorig:LeftUpLeg',
  left_lower_leg = 'mixamorig:LeftLeg', left_foot = 'mixamorig:LeftFoot', right_upper_leg = 'mixamorig:RightUpLeg',
  right_lower_leg = 'mixamorig:RightLeg', right_foot = 'mixamorig:RightFoot', left_upper_arm = 'mixamorig:LeftArm',
  left_lower_arm = 'mixamorig:LeftForeArm', left_hand = 'mixamorig:LeftHand', right_upper_arm = 'mixamorig:RightArm',
  right_lower_arm = 'mixamorig:RightForeArm', right_hand = 'mixamorig:RightHand',
}
local BLENDER = {
  hips = 'hips', spine = 'spine', head = 'head', left_upper_leg = 'thigh.L', left_lower_leg = 'shin.L',
  left_foot = 'foot.L', right_upper_leg = 'thigh.R', right_lower_leg = 'shin.R', right_foot = 'foot.R',
  left_upper_arm = 'upper_arm.L', left_lower_arm = 'forearm.L', left_hand = 'hand.L', right_upper_arm = 'upper_arm.R',
  right_lower_arm = 'forearm.R', right_hand = 'hand.R',
}

local function multiply(a, b)
  return {
    a[4] * b[1] + a[1] * b[4] + a[2] * b[3] - a[3] * b[2], a[4] * b[2] - a[1] * b[3] + a[2] * b[4] + a[3] * b[1],
    a[4] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[4], a[4] * b[4] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
  }
end

local function rotate(q, v)
  local r = multiply(multiply(q, { v[1], v[2], v[3], 0 }), { -q[1], -q[2], -q[3], q[4] })
  return { r[1], r[2], r[3] }
end

local function inverse(q) return { -q[1], -q[2], -q[3], q[4] } end

-- `own`: the model rotation of every joint at rest, under which the body still stands the same.
local function body(names, size, own)
  own = own or { 0, 0, 0, 1 }
  local joints = { { name = 'Armature' } }
  for _, part in ipairs(PARTS) do
    local at = { part[3] * size, part[4] * size, part[5] * size }
    local joint = { name = names[part[1]], parent = part[2] and names[part[2]] or 'Armature', translation = at }
    if part[2] then joint.translation = rotate(inverse(own), at) else joint.rotation = own end
    joints[#joints + 1] = joint
  end
  return ha.skeleton(joints)
end

local function new_random(seed)
  local state = seed
  return function()
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state / 0x3fffffff - 1
  end
end

local function random_pose(skeleton, random)
  local pose = skeleton:new_pose()
  for joint = 2, #skeleton do
    local rest = { select(4, skeleton:rest(joint)) }
    local x, y, z, w = random() * .5, random() * .5, random() * .5, 1
    local n = math.sqrt(x * x + y * y + z * z + w * w)
    pose:set_rotation(joint, multiply({ rest[1], rest[2], rest[3], rest[4] }, { x / n, y / n, z / n, w / n }))
  end
  return pose
end

local function position(model, joint)
  local x, y, z = model:transform(joint)
  return { x, y, z }
end

describe('retargeting', function()
  it('S10 scales the hips and keeps the target\'s bones', function()
    local from = ha.skeleton { { name = 'hips', translation = { 0, 1, 0 } },
      { name = 'arm', parent = 1, translation = { 0, 1, 0 } } }
    local to = ha.skeleton { { name = 'hips', translation = { 0, .5, 0 } },
      { name = 'arm', parent = 1, translation = { 0, .7, 0 } } }
    local map = ha.retarget { from = from, to = to, map = 'names' }
    local s = math.sqrt(.5)
    local source = from:new_pose():set_translation('hips', 0, 1.2, 0):set_rotation('arm', s, 0, 0, s)
    local target = map:apply(source, to:new_pose())
    near.list({ 0, .6, 0 }, { target:translation 'hips' })
    near.list({ 0, .7, 0 }, { target:translation 'arm' })
    near.same_rotation({ s, 0, 0, s }, { target:rotation 'arm' })
    local all = ha.retarget { from = from, to = to, map = 'names', translations = 'all' }
    source:set_translation('arm', 0, 1.4, 0)
    near.list({ 0, .9, 0 }, { all:apply(source, target):translation 'arm' })
    local none = ha.retarget { from = from, to = to, map = 'names', translations = 'none' }
    near.list({ 0, .5, 0 }, { none:apply(source, target):translation 'hips' })
  end)

  it('finds the same joints under other names, whatever their own axes', function()
    local s = math.sqrt(.5)
    local a, b = body(MIXAMO, 1), body(BLENDER, 2, { s, 0, 0, s })
    local map = ha.retarget { from = a, to = b }
    assert.equal(15, #map.matched)
    assert.same({}, map.missing)
    assert.near(2, map.scale, 1e-5)
    local pose, target = random_pose(a, new_random(1)), b:new_pose()
    local ma, mb = pose:to_model(a:new_matrices()), map:apply(pose, target):to_model(b:new_matrices())
    for joint = 1, #a do
      local p = position(ma, joint)
      near.list({ 2 * p[1], 2 * p[2], 2 * p[3] }, position(mb, joint), 1e-4)
    end
  end)

  it('there and back gives the same rotations', function()
    local a, b = body(MIXAMO, 1), body(BLENDER, .7, { 0, math.sqrt(.5), 0, math.sqrt(.5) })
    local there, back = ha.retarget { from = a, to = b }, ha.retarget { from = b, to = a }
    local random, middle, again = new_random(4), b:new_pose(), a:new_pose()
    for _ = 1, 50 do
      local pose = random_pose(a, random)
      back:apply(there:apply(pose, middle), again)
      for joint = 1, #a do
        near.same_rotation({ pose:rotation(joint) }, { again:rotation(joint) }, 5e-5) -- half of 1e-4 rad
        near.list({ pose:translation(joint) }, { again:translation(joint) }, 1e-5)
      end
    end
  end)

  -- The same body below a mirror: joint `at` has a negative scale, and all below it lies the other way round.
  local function mirrored(names, size, at, scale)
    local plain, joints = body(names, size), {}
    local first = plain:find(at)
    for joint = 1, #plain do
      local x, y, z = plain:rest(joint)
      local is_turned = joint ~= first and plain:is_below(joint, first)
      joints[joint] = { name = plain:joint_name(joint), parent = plain:parent(joint),
        scale = joint == first and scale or nil,
        translation = is_turned and { x * scale[1], y * scale[2], z * scale[3] } or { x, y, z } }
    end
    return ha.skeleton(joints)
  end

  it('goes through mirrored skeletons, both ways', function()
    local random = new_random(11)
    for _, mirror in ipairs { { 'Armature', { -1, 1, 1 } }, { 'spine', { 1, -1, 1 } }, { 'upper_arm.L', { 1, 1, -1 } },
      { 'thigh.R', { -1, -1, -1 } }, { 'hips', { -1, -1, 1 } } } do
      local a, b = body(MIXAMO, 1), mirrored(BLENDER, 1, mirror[1], mirror[2])
      local there, back = ha.retarget { from = a, to = b, translations = 'all' },
        ha.retarget { from = b, to = a, translations = 'all' }
      local middle, again = b:new_pose(), a:new_pose()
      local ma, mb = a:new_matrices(), b:new_matrices()
      for _ = 1, 10 do
        local pose = random_pose(a, random)
        pose:set_translation('mixamorig:LeftArm', 0.3 + 0.1 * random(), 0.4, 0.1 * random())
        pose:to_model(ma)
        there:apply(pose, middle):to_model(mb)
        for joint = 1, #a do near.list(position(ma, joint), position(mb, joint), 1e-5) end
        back:apply(middle, again)
        for joint = 1, #a do
          near.same_rotation({ pose:rotation(joint) }, { again:rotation(joint) }, 5e-5)
          near.list({ pose:translation(joint) }, { again:translation(joint) }, 1e-5)
        end
      end
    end
  end)

  it('brings limbs into line where rest poses differ', function()
    local a, b = body(MIXAMO, 1), body(BLENDER, 1)
    local low = b:new_pose() -- an A pose, given as the skeleton's rest
    local joints, angle = {}, math.rad(-40) / 2
    for joint = 1, #b do
      joints[joint] = { name = b:joint_name(joint), parent = b:parent(joint), translation = { low:translation(joint) } }
    end
    joints[(b:find 'upper_arm.L')].rotation = { 0, 0, math.sin(angle), math.cos(angle) }
    local c = ha.skeleton(joints)
    local pose = a:new_pose()
    local ma = pose:to_model(a:new_matrices())
    local mc = ha.retarget({ from = a, to = c }):apply(pose, c:new_pose()):to_model(c:new_matrices())
    near.list(position(ma, (a:find 'mixamorig:LeftHand')), position(mc, (c:find 'hand.L')), 1e-5)
    local plain = ha.retarget({ from = a, to = c, align = false }):apply(pose, c:new_pose()):to_model(mc)
    assert.is_true(position(plain, (c:find 'hand.L'))[2] < 1.3)
    -- the same by a given pose
    local given = c:new_pose():set_rotation('upper_arm.L', 0, 0, 0, 1)
    ha.retarget({ from = a, to = c, to_pose = given, align = false }):apply(pose, c:new_pose()):to_model(mc)
    near.list(position(ma, (a:find 'mixamorig:LeftHand')), position(mc, (c:find 'hand.L')), 1e-5)
  end)

  it('faces where the target faces', function()
    local a, b = body(MIXAMO, 1), body(BLENDER, 1)
    local joints = {}
    for joint = 1, #b do
      local x, y, z = b:rest(joint)
      joints[joint] = { name = b:joint_name(joint), parent = b:parent(joint), translation = { x, y, z } }
    end
    for _, degrees in ipairs { 180, 0, 90, -90, 150, -150, 30, 179.9 } do -- where the armature looks
      local sine, cosine = math.sin(math.rad(degrees)), math.cos(math.rad(degrees))
      joints[1].rotation = { 0, math.sin(math.rad(degrees / 2)), 0, math.cos(math.rad(degrees / 2)) }
      local c = ha.skeleton(joints)
      local pose = a:new_pose():set_translation('mixamorig:Hips', 0, 1, 3)
      local m = ha.retarget({ from = a, to = c }):apply(pose, c:new_pose()):to_model(c:new_matrices())
      near.list({ 3 * sine, 1, 3 * cosine }, position(m, (c:find 'hips')), 1e-5)
      near.list({ 3 * sine + .1 * cosine, .05, 3 * cosine - .1 * sine }, position(m, (c:find 'foot.L')), 1e-5)
    end
  end)

  it('leaves joints between mapped ones as they are', function()
    local from = ha.skeleton { { name = 'a' }, { name = 'b', parent = 1, translation = { 0, 1, 0 } } }
    local s = math.sqrt(.5)
    local to = ha.skeleton { { name = 'a' }, { name = 'twist', parent = 1, rotation = { 0, s, 0, s } },
      { name = 'b', parent = 2, translation = { 0, 1, 0 }, rotation = { 0, -s, 0, s } } }
    local map = ha.retarget { from = from, to = to, map = { a = 'a', b = 3 }, root = false }
    local pose = from:new_pose():set_rotation('a', s, 0, 0, s):set_rotation('b', 0, 0, s, s)
    local target = map:apply(pose, to:new_pose())
    near.same_rotation({ 0, s, 0, s }, { target:rotation 'twist' })
    local mf, mt = pose:to_model(from:new_matrices()), target:to_model(to:new_matrices())
    local q, r = { mf:transform(2) }, { mt:transform(3) }
    near.same_rotation({ q[4], q[5], q[6], q[7] }, { r[4], r[5], r[6], r[7] })
  end)

  it('bakes a clip', function()
    local a, b = body(MIXAMO, 1), body(BLENDER, 2)
    local s = math.sqrt(.5)
    local clip = ha.clip { name = 'nod', skeleton = a, tracks = {
      { joint = 'mixamorig:Head', channel = 'rotation', times = { 0, 1 }, values = { 0, 0, 0, 1, s, 0, 0, s } } } }
    local map = ha.retarget { from = a, to = b }
    local baked = map:bake(clip, { fps = 60 })
    assert.equal('nod', baked.name)
    assert.equal(1, baked.duration)
    assert.equal(61, #baked:track('head', 'rotation'))
    local live, from = b:new_pose(), b:new_pose()
    map:apply(clip:sample(a:new_pose(), .5), live)
    baked:sample(from, .5)
    near.same_rotation({ live:rotation 'head' }, { from:rotation 'head' })
    near.list({ live:translation 'hips' }, { from:translation 'hips' })
  end)

  it('makes no garbage pose by pose', function()
    local a, b = body(MIXAMO, 1), body(BLENDER, 1)
    local map, pose, target = ha.retarget { from = a, to = b }, a:new_pose(), b:new_pose()
    assert.equal(0, toys.garbage(function()
      for _ = 1, 100 do map:apply(pose, target) end
    end))
  end)

  it('wants right arguments', function()
    local a, b = body(MIXAMO, 1), body(BLENDER, 1)
    assert.error_matches(function() ha.retarget { from = a } end, 'from and to')
    assert.error_matches(function() ha.retarget { from = a, to = b, map = 'nmes' } end, "'humanoid', 'names' or")
    assert.error_matches(function()
      ha.retarget({ from = a, to = b }):bake(ha.clip { name = 'x', skeleton = a }, { fbs = 3 })
    end, "bake: unknown field 'fbs' %(did you mean 'fps'")
    assert.error_matches(function() ha.retarget { from = a, to = b, map = { x = 'hips' } } end, "no joint 'x'")
    assert.error_matches(function() ha.retarget { from = a, to = b, mapp = {} } end, "unknown field 'mapp'")
    assert.error_matches(function() ha.retarget { from = a, to = b, from_pose = b:new_pose() } end,
      "field 'from_pose': the pose belongs to another skeleton")
    assert.error_matches(function() ha.retarget { from = a, to = b, scale = 0 } end, "field 'scale': a number above 0")
    assert.error_matches(function() ha.retarget { from = a, to = b, map = false } end, "'humanoid', 'names' or")
    local map = ha.retarget { from = a, to = b }
    assert.error_matches(function() map:apply(b:new_pose(), b:new_pose()) end,
      "#1 to 'apply' %(the pose belongs to")
    assert.error_matches(function() map:apply(a:new_pose(), a:new_pose()) end,
      "#2 to 'apply' %(the pose belongs to")
  end)
end)

local LIMBS = { 'hips', 'spine', 'head', 'left_upper_arm', 'left_lower_arm', 'left_hand', 'right_upper_leg',
                'right_lower_leg', 'right_foot' }

describe('the root of a humanoid map', function()
  it('is the one that is asked for', function()
    local a, b = body(MIXAMO, 1), body(BLENDER, 1)
    local map = ha.retarget { from = a, to = b }
    local head
    for _, pair in ipairs(map.matched) do head = pair.slot == 'head' and pair or head end
    local source, target = a:new_pose(), b:new_pose()
    source:set_translation(head.from, 0, 9, 0)
    ha.retarget({ from = a, to = b, root = head.to }):apply(source, target)
    near.numbers({ 0, 9, 0 }, target:translation(head.to))
    assert.error_matches(function() ha.retarget { from = a, to = b, root = #b, map = { [1] = 1 } } end, 'not mapped')
  end)
end)

describe('the humanoid guess', function()
  it('knows Rigify, where the spine is the hips', function()
    local joints = { { name = 'DEF-spine', translation = { 0, 1, 0 } } }
    for i = 1, 6 do
      joints[#joints + 1] = { name = ('DEF-spine.%03d'):format(i), parent = #joints, translation = { 0, .2, 0 } }
    end
    for _, side in ipairs { 'L', 'R' } do
      joints[#joints + 1] = { name = 'DEF-shoulder.' .. side, parent = 4 }
      joints[#joints + 1] = { name = 'DEF-upper_arm.' .. side, parent = #joints }
      joints[#joints + 1] = { name = 'DEF-upper_arm.' .. side .. '.001', parent = #joints }
      joints[#joints + 1] = { name = 'DEF-forearm.' .. side, parent = #joints }
      joints[#joints + 1] = { name = 'DEF-f_index.02.' .. side, parent = #joints }
      joints[#joints + 1] = { name = 'DEF-thigh.' .. side, parent = 1 }
      joints[#joints + 1] = { name = 'DEF-shin.' .. side, parent = #joints }
    end
    local skel = ha.skeleton(joints)
    local names = {}
    for slot, joint in pairs(ha.humanoid(skel)) do names[slot] = skel:joint_name(joint) end
    assert.equal('DEF-spine', names.hips)
    assert.equal('DEF-spine.001', names.spine)
    assert.equal('DEF-spine.003', names.upper_chest)
    assert.equal('DEF-spine.006', names.head)
    assert.equal('DEF-upper_arm.L', names.left_upper_arm)
    assert.equal('DEF-shoulder.R', names.right_shoulder)
    assert.equal('DEF-f_index.02.L', names.left_index_2)
    assert.equal('DEF-shin.R', names.right_lower_leg)
  end)

  it('counts the bones of thumbs and fingers from the palm', function()
    local function found(names)
      local joints, out = { { name = 'leftHand' } }, {}
      for i, name in ipairs(names) do joints[i + 1] = { name = name, parent = i > 1 and i or 1 } end
      local skel = ha.skeleton(joints)
      for slot, joint in pairs(ha.humanoid(skel)) do out[slot] = skel:joint_name(joint) end
      out.left_hand = nil
      return out
    end
    local thumb = { 'leftThumbMetacarpal', 'leftThumbProximal', 'leftThumbDistal' }
    assert.same({ left_thumb_1 = thumb[1], left_thumb_2 = thumb[2], left_thumb_3 = thumb[3] }, found(thumb))
    assert.same({ left_thumb_1 = 'leftThumbProximal', left_thumb_2 = 'leftThumbIntermediate' },
      found { 'leftThumbProximal', 'leftThumbIntermediate' })
    assert.same({ left_index_1 = 'index_01_l', left_index_2 = 'index_02_l' },
      found { 'index_metacarpal_l', 'index_01_l', 'index_02_l' })
  end)

  -- `links`: 'child < parent' ...; what was found, by slot.
  local function guess_of(links)
    local joints, out = {}, {}
    for _, link in ipairs(links) do
      local name, parent = link:match '^(.-) < (.+)$'
      joints[#joints + 1] = { name = name or link, parent = parent }
    end
    local skel = ha.skeleton(joints)
    for slot, joint in pairs(ha.humanoid(skel)) do out[slot] = skel:joint_name(joint) end
    return out
  end

  it("knows CMU's own names", function()
    assert.same({
      hips = 'root', spine = 'lowerback', chest = 'upperback', upper_chest = 'thorax', neck = 'lowerneck',
      head = 'head',
      left_upper_leg = 'lfemur', left_lower_leg = 'ltibia', left_foot = 'lfoot', right_upper_leg = 'rfemur',
      left_shoulder = 'lclavicle', left_upper_arm = 'lhumerus', left_lower_arm = 'lradius', left_hand = 'lhand',
    }, guess_of { 'root', 'lhipjoint < root', 'lfemur < lhipjoint', 'ltibia < lfemur', 'lfoot < ltibia',
      'rhipjoint < root', 'rfemur < rhipjoint', 'lowerback < root', 'upperback < lowerback', 'thorax < upperback',
      'lowerneck < thorax', 'upperneck < lowerneck', 'head < upperneck', 'lclavicle < thorax', 'lhumerus < lclavicle',
      'lradius < lhumerus', 'lwrist < lradius', 'lhand < lwrist' })
  end)

  it('takes a leg above a knee for the upper one', function()
    local found = guess_of { 'Hips', 'Left leg < Hips', 'Left knee < Left leg', 'Left ankle < Left knee' }
    assert.same({ hips = 'Hips', left_upper_leg = 'Left leg', left_lower_leg = 'Left knee', left_foot = 'Left ankle' },
      found)
  end)

  it('takes its time in proportion to the joints, however deep they hang', function()
    local joints = { { name = 'Hips' } }
    for i = 2, 8000 do joints[i] = { name = 'LeftArm' .. i, parent = i - 1 } end
    local fault, found = effort.hold(effort.KIBIBYTES, ha.humanoid, ha.skeleton(joints))
    assert.is_nil(fault)
    assert.equal(2, found.left_upper_arm)
    assert.same({ spine = 2, hips = 1 }, ha.humanoid(ha.skeleton { { name = 'Hips' },
      { name = 'Spine99999999999999999999', parent = 1 } }))
  end)

  it('leaves strange bodies alone', function()
    local skel = ha.skeleton { { name = '' }, { name = 'Bone.001' }, { name = 'tentacle_L_3' }, { name = 'IK_hand_l' } }
    assert.same({}, ha.humanoid(skel))
  end)

  it('finds the limbs of real skeletons', function()
    if not data.present then
      pending 'the test data is absent'
      return
    end
    for _, file in ipairs { 'cmu_12_01_walk.bvh', 'mocapbank.bvh', 'pybvh_test1.bvh', 'pybvh_test3.bvh',
                            'KayKit_Knight.glb', 'mannequiny.glb', 'vrm_test.vrma', 'bitmoji_walk.glb' } do
      local load = file:find '%.bvh$' and ha.load_bvh or ha.load_gltf
      local doc = assert(load(data.root .. '/assets/' .. file))
      local found = ha.humanoid(doc.skeleton)
      for _, slot in ipairs(LIMBS) do assert.is_number(found[slot], file .. ' ' .. slot) end
    end
  end)
end)

describe('the CMU walk on the sample character', function()
  if not data.present then
    pending 'the test data is absent'
    return
  end

  it('walks: upright, feet below hips, planted feet hardly slide', function()
    local hero = assert(ha.load_gltf 'examples/data/hero.glb')
    local cmu = assert(ha.load_bvh(data.root .. '/assets/cmu_12_01_walk.bvh'))
    local map = ha.retarget { from = cmu.skeleton, to = hero.skeleton }
    local walk = map:bake(cmu.clips[1], { fps = 60 })
    local source, target = cmu.skeleton:new_pose(), hero.skeleton:new_pose()
    local ms, mt = cmu.skeleton:new_matrices(), hero.skeleton:new_matrices()
    local slid, planted = 0, 0
    local step = 1 / 60
    local function place(model, skeleton, name) return position(model, (skeleton:find(name))) end
    local before = {}
    for frame = 15, 250 do -- the first frames are a T pose
      cmu.clips[1]:sample(source:reset(), frame * step):to_model(ms)
      walk:sample(target:reset(), frame * step):to_model(mt)
      local hips, head = place(mt, hero.skeleton, 'Hips'), place(mt, hero.skeleton, 'Head')
      assert.is_true(hips[2] > 0.8 and hips[2] < 1 and head[2] > hips[2] + 0.4)
      for _, foot in ipairs { 'LeftFoot', 'RightFoot' } do
        local a, b = place(ms, cmu.skeleton, foot), place(mt, hero.skeleton, foot)
        assert.is_true(b[2] < hips[2] - 0.4 and b[2] > 0.03)
        local last = before[foot]
        if last then
          local moved = math.sqrt((a[1] - last.a[1]) ^ 2 + (a[2] - last.a[2]) ^ 2 + (a[3] - last.a[3]) ^ 2) * map.scale
          if moved / step < 0.06 then -- the actor's foot stands
            slid = slid + math.sqrt((b[1] - last.b[1]) ^ 2 + (b[3] - last.b[3]) ^ 2) / step
            planted = planted + 1
          end
        end
        before[foot] = { a = a, b = b }
      end
    end
    assert.is_true(planted > 20)
    assert.is_true(slid / planted < 0.15, ('planted feet slide %.3f m/s on average'):format(slid / planted))
  end)
end)
