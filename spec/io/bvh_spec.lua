-- BVH files, good and bad.

local ha = require 'helioanim'
local bvh = require 'helioanim.io.bvh'
local data = require 'spec.support.data'
local effort = require 'spec.support.effort'
local near = require 'spec.support.near'

local SMALL = [[
HIERARCHY
ROOT Hips {
  OFFSET 1 2 3
  CHANNELS 6 Yposition Xposition Zposition Zrotation Xrotation Yrotation
  JOINT Left Arm
  {
    OFFSET 0 10 0
    CHANNELS 3 Xrotation Yrotation Zrotation
    End Site
    { OFFSET 0 4 0 }
  }
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0  0 0 0  0 0 0
5 4 6  90 0 0  0 0 90
]]

describe('a BVH file', function()
  it('becomes a skeleton and a clip', function()
    local doc = assert(ha.load_bvh_string(SMALL, { name = 'small' }))
    local skel, clip = doc.skeleton, doc.clips[1]
    assert.equal(3, #skel)
    assert.equal('Left Arm', skel:joint_name(2))
    assert.equal('Left Arm_End', skel:joint_name(3))
    assert.equal(0.5, clip.duration)
    local pose, model = skel:new_pose(), skel:new_matrices()
    clip:sample(pose, 0.5):to_model(model)
    near.list({ 5, 7, 9 }, { pose:translation(1) })
    near.same_rotation({ 0, 0, math.sqrt(0.5), math.sqrt(0.5) }, { pose:rotation(1) })
    local tip = { select(13, model:get(3)) }
    near.list({ 5 - 10, 7 - 4, 9, 1 }, { tip[1], tip[2], tip[3], tip[4] })
  end)

  it('is scaled into metres, and its positions may replace the offset', function()
    local doc = assert(ha.load_bvh_string(SMALL, { scale = 0.01, positions = 'replace' }))
    local pose = doc.clips[1]:sample(doc.skeleton:new_pose(), 0.5)
    near.list({ 0.04, 0.05, 0.06 }, { pose:translation(1) })
    near.list({ 0, 0.1, 0 }, { pose:translation(2) })
  end)

  it('is refused with the line that is wrong', function()
    local function message(text) return select(2, ha.load_bvh_string(text)) end
    assert.matches("line 4: unknown channel 'Wposition'", message((SMALL:gsub('Yposition', 'Wposition'))))
    assert.matches('HIERARCHY expected', message '')
    assert.matches("'Frames:' ?expected", message(SMALL:gsub('Frames', 'Fames')):gsub('Frames: e', "'Frames:' e"))
    assert.matches('number expected', message((SMALL:gsub('5 4 6', '5 x 6'))))
    assert.matches('number expected', message((SMALL:gsub('5 4 6', '5 0x4 6'))))
    assert.matches('number expected', message((SMALL:gsub('5 4 6', '5 nan 6'))))
    assert.matches('number expected', message((SMALL:gsub('5 4 6', '5 1e39 6'))))
    assert.matches('need 18 numbers, the file has 19', message(SMALL .. ' 7'))
    assert.matches('need 18 numbers, the file has 19', message(SMALL .. ' 7 junk'))
    assert.matches('has no OFFSET', message((SMALL:gsub('OFFSET 1 2 3', ''))))
  end)

  it('may be written in many ways', function()
    local function same(text)
      local doc = assert(ha.load_bvh_string(text))
      assert.same({}, doc.warnings)
      assert.equal(3, #doc.skeleton)
      assert.equal('Left Arm', doc.skeleton:joint_name(2))
      local pose = doc.clips[1]:sample(doc.skeleton:new_pose(), 0.5)
      near.list({ 5, 7, 9 }, { pose:translation(1) })
    end
    for _, change in ipairs { { '\n', '\r\n' }, { '\n', '\r' }, { '\n', '\n\n' }, { '  +', '\t' },
      { 'End Site', 'EndSite' }, { 'End Site', 'END SITE tip' },
      { 'Frames:', 'frames :' }, { 'Frame Time: ', 'Frame\tTime:' },
      { 'HIERARCHY', '# made by hand\n  // twice\nHIERARCHY' }, { '  JOINT', '#JOINT none\n JOINT' },
      { '5 4 6', '+5.0e0\n4. 60E-1' }, { '$', '\n \t\n' }, { 'CHANNELS 6', 'CHANNELS\n6' } } do
      same((SMALL:gsub(change[1], change[2])))
    end
    same('\xEF\xBB\xBF' .. SMALL)
  end)

  it('may go on behind its frames, with a warning', function()
    local function warning(text)
      local doc = assert(ha.load_bvh_string(text))
      assert.equal(0.5, doc.clips[1].duration)
      assert.equal(1, #doc.warnings)
      return doc.warnings[1]
    end
    assert.matches('1 frames more than declared', warning(SMALL .. '0 0 0 0 0 0 0 0 0\n'))
    assert.matches('line 18: what follows the frames was passed over', warning(SMALL .. 'END OF FILE 1 2\n'))
    assert.matches('line 18', warning(SMALL .. '\0\x1a'))
  end)

  it('is refused in words, however it is broken', function()
    local words = { '{', '}', 'JOINT', 'End Site', 'OFFSET', 'CHANNELS 99', 'MOTION', '-1', '1e400', 'nan', '\0' }
    local state = 11
    local function random(n)
      state = (state * 1103515245 + 12345) & 0x7fffffff
      return (state >> 8) % n + 1
    end
    for _ = 1, 500 do
      local at, way, text = random(#SMALL), random(3), SMALL
      if way == 1 then text = SMALL:sub(1, at) end
      if way == 2 then text = SMALL:sub(1, at) .. words[random(#words)] .. SMALL:sub(at + 1) end
      if way == 3 then text = SMALL:sub(1, at) .. string.char(random(256) - 1) .. SMALL:sub(at + 2) end
      local doc, message, code = ha.load_bvh_string(text)
      if not doc then
        assert.is_string(code)
        assert.is_nil(message:find 'attempt to')
        assert.is_nil(message:find '\n')
      end
    end
  end)

  it('may hold no frame, or many without a channel', function()
    local none = assert(ha.load_bvh_string((SMALL:gsub('Frames: 2.*', 'Frames: 0\nFrame Time: 0.1'))))
    assert.equal(0, #none.clips[1])
    local bare = 'HIERARCHY ROOT a\n{ OFFSET 0 0 0 CHANNELS 0 } MOTION Frames: 1000000000 Frame Time: 0.1'
    assert.equal(0, #assert(ha.load_bvh_string(bare)).clips[1])
  end)

  it('wants right arguments', function()
    assert.has_error(function() ha.load_bvh() end, "bad argument #1 to 'load_bvh' (string expected, got nil)")
    assert.has_error(function() ha.load_bvh_string(SMALL, { scale = 0 }) end)
    assert.has_error(function() ha.load_bvh_string(SMALL, { size = 2 }) end,
      "load_bvh_string: unknown field 'size' (there are: name, positions, scale)")
    assert.has_error(function() ha.load_bvh_string(SMALL, { positions = 'ad' }) end,
      "load_bvh_string: field 'positions': 'ad' is none of add, replace")
    assert.has_error(function() ha.write_bvh('a.bvh', {}) end,
      'write_bvh: a Document or { skeleton =, clip = } expected')
    assert.has_error(function() ha.write_bvh('a.bvh', { skeleton = 5, clip = 5 }) end,
      "write_bvh: field 'skeleton': helioanim.Skeleton expected, got number")
    local doc, message, code = ha.load_bvh 'no such.bvh'
    assert.is_nil(doc)
    assert.matches('no such.bvh', message)
    assert.equal('not_found', code)
  end)
end)

-- Model positions of every joint at every frame agree.
local function same_motion(a, b, tolerance)
  assert.equal(#a.skeleton, #b.skeleton)
  local pose_a, pose_b = a.skeleton:new_pose(), b.skeleton:new_pose()
  local model_a, model_b = a.skeleton:new_matrices(), b.skeleton:new_matrices()
  for frame = 0, a.frames - 1, math.max(1, a.frames // 7) do
    a.clips[1]:sample(pose_a, frame * a.frame_time):to_model(model_a)
    b.clips[1]:sample(pose_b, frame * a.frame_time):to_model(model_b)
    for joint = 1, #a.skeleton do
      local other = assert(b.skeleton:find(a.skeleton:joint_name(joint)))
      local x, y, z = select(13, model_a:get(joint))
      local u, v, w = select(13, model_b:get(other))
      near.within({ x, y, z }, { u, v, w }, tolerance)
    end
  end
end

describe('writing BVH', function()
  it('gives the same motion back in every order', function()
    local doc = assert(ha.load_bvh_string(SMALL))
    for _, order in ipairs { 'XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX' } do
      local text = ha.bvh_string(doc, { order = order })
      same_motion(doc, assert(ha.load_bvh_string(text)), 1e-5)
    end
  end)

  it('writes a skeleton with rest rotations as it moves', function()
    local s = math.sqrt(0.5)
    local skel = ha.skeleton {
      { name = 'a', rotation = { 0, s, 0, s } }, { name = 'b', parent = 1, translation = { 1, 0, 0 } } }
    local clip = ha.clip { name = 'c', skeleton = skel, tracks = {
      { joint = 'b', channel = 'rotation', times = { 0, 1 }, values = { 0, 0, 0, 1, s, 0, 0, s } } } }
    local back = assert(ha.load_bvh_string(ha.bvh_string({ skeleton = skel, clip = clip }, { fps = 10 })))
    local pose = back.clips[1]:sample(back.skeleton:new_pose(), 1)
    near.same_rotation({ 0, s, 0, s }, { pose:rotation(1) })
    near.same_rotation({ s, 0, 0, s }, { pose:rotation(2) })
  end)

  it('reports a place that cannot be written', function()
    local doc = assert(ha.load_bvh_string(SMALL))
    local ok, message, code = ha.write_bvh('no/such/folder/a.bvh', doc)
    assert.is_nil(ok)
    assert.matches('no/such/folder', message)
    assert.equal('io', code)
    assert.has_error(function() bvh.to_string(doc, { order = 'XYX' }) end)
    assert.has_error(function() bvh.to_string {} end, 'bvh_string: a Document or { skeleton =, clip = } expected')
  end)
end)

local function check_golden(golden, positions, field)
  local doc = assert(ha.load_bvh(data.root .. '/assets/' .. golden.asset, { positions = positions }))
  local skel, clip = doc.skeleton, doc.clips[1]
  assert.equal(golden.joints, #skel)
  assert.equal(golden.frames, doc.frames)
  local pose, model = skel:new_pose(), skel:new_matrices()
  for joint = 1, #skel do
    assert.equal(golden.names[joint], skel:joint_name(joint))
    assert.equal(golden.parents[joint], (skel:parent(joint) or 0) - 1)
  end
  for _, sample in ipairs(golden.samples) do
    clip:sample(pose:reset(), sample.frame * doc.frame_time):to_model(model)
    local scale = 1
    for _, p in ipairs(sample[field] or sample.pos) do
      for i = 1, 3 do scale = math.max(scale, math.abs(p[i])) end
    end
    for joint = 1, #skel do
      local x, y, z = select(13, model:get(joint))
      near.within((sample[field] or sample.pos)[joint], { x, y, z }, 1e-5 * scale)
      near.same_rotation(sample.rot[joint], { pose:rotation(joint) }, 1e-5)
    end
  end
end

describe('real BVH files', function()
  if not data.present then
    pending 'the test data is absent'
    return
  end
  for _, file in ipairs(data.list 'golden') do
    if file:find '%.bvh%.golden%.json$' then
      local golden = data.json('golden/' .. file)
      it(golden.asset, function() check_golden(golden, 'add', 'pos') end)
      it(golden.asset .. ', positions replacing offsets', function() check_golden(golden, 'replace', 'pos_replace') end)
      it(golden.asset .. ', written and read', function()
        local doc = assert(ha.load_bvh(data.root .. '/assets/' .. golden.asset))
        same_motion(doc, assert(ha.load_bvh_string(ha.bvh_string(doc, { order = 'YXZ' }))), 1e-3)
      end)
    end
  end
end)

describe('a BVH file that asks for much', function()
  it('is refused where positions overflow', function()
    local text = 'HIERARCHY\nROOT a\n{\nOFFSET 3e38 0 0\nCHANNELS 1 Xposition\n}\n'
      .. 'MOTION\nFrames: 1\nFrame Time: 0.1\n3e38\n'
    assert.same({ n = 3, nil, "BVH joint 'a': field 'values': [1]: number is too large", 'bad_data' },
      table.pack(ha.load_bvh_string(text)))
  end)

  it('cannot multiply a long name by its end sites', function()
    local parts = { 'HIERARCHY\nROOT ' .. ('x'):rep(20000) .. '\n{ OFFSET 0 0 0\n' }
    for i = 1, 10000 do parts[i + 1] = 'End Site { OFFSET 0 0 0 }\n' end
    parts[#parts + 1] = '}\nMOTION\nFrames: 0\nFrame Time: 1\n'
    local fault, doc, message, code = effort.hold(4 * effort.KIBIBYTES, ha.load_bvh_string, table.concat(parts))
    assert.is_nil(fault)
    assert.is_nil(doc)
    assert.matches('out of proportion', message)
    assert.equal('too_large', code)
  end)
end)

describe('writing BVH', function()
  it('follows the names of another skeleton', function()
    local function make(names)
      local joints = { { name = 'r' } }
      for i, name in ipairs(names) do joints[i + 1] = { name = name, parent = 'r' } end
      return ha.skeleton(joints)
    end
    local clip = ha.clip { skeleton = make { 'x', 'y' }, tracks = {
      ha.track { joint = 'y', channel = 'translation', times = { 0, 1 }, values = { 0, 0, 0, 0, 5, 0 } } } }
    local doc = assert(ha.load_bvh_string(ha.bvh_string({ skeleton = make { 'y', 'x' }, clip = clip }, { fps = 1 })))
    local pose = doc.clips[1]:sample(doc.skeleton:new_pose(), 1)
    near.numbers({ 0, 5, 0 }, pose:translation 'y')
    near.numbers({ 0, 0, 0 }, pose:translation 'x')
  end)

  it('names a rate that is too high', function()
    local doc = assert(ha.load_bvh_string(SMALL))
    assert.error_matches(function() ha.bvh_string(doc, { fps = 1e300 }) end, "field 'fps': at most 100000")
  end)
end)

describe('malformed BVH', function()
  if not data.present then
    pending 'the test data is absent'
    return
  end
  for name, file in pairs(data.json('malformed/EXPECT.json').files) do
    if name:find '%.bvh$' then
      it(name .. ': ' .. file.expect, function()
        local path = data.root .. '/malformed/' .. name
        local fault, doc, message, code = effort.hold(effort.KIBIBYTES, ha.load_bvh, path)
        assert.is_nil(fault)
        if doc then
          assert.not_equal('error', file.expect)
          local pose = doc.clips[1]:sample(doc.skeleton:new_pose(), 0.3)
          local model = pose:to_model(doc.skeleton:new_matrices())
          for _, number in ipairs { model:get(#doc.skeleton) } do assert.is_true(number == number) end
          assert.is_string(ha.bvh_string(doc, { fps = 10 }))
        else
          assert.not_equal('ok', file.expect)
          assert.is_string(code)
          assert.is_nil(message:find '\n')
          assert.is_nil(message:find 'attempt to')
        end
      end)
    end
  end
end)
