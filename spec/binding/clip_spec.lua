-- Clips: their tracks, sampling, binding to skeletons, changes while they play.

local core = require 'helioanim.core'
local ha = require 'helioanim'
local near = require 'spec.support.near'

local HALF = math.sqrt(0.5)

local function arm_skeleton(name)
  return ha.skeleton { name = name, { name = 'root' }, { name = 'arm', parent = 'root', translation = { 0, 1, 0 } },
                       { name = 'hand', parent = 'arm', translation = { 0, 1, 0 }, scale = { 2, 2, 2 } } }
end

-- A track that moves a joint along x.
local function slide(joint, times, xs, interpolation)
  local values = {}
  for i, x in ipairs(xs) do values[3 * i - 2], values[3 * i - 1], values[3 * i] = x, 0, 0 end
  return { joint = joint, channel = 'translation', interpolation = interpolation, times = times, values = values }
end

local function x_of(pose, joint) return (pose:translation(joint)) end

describe('a clip', function()
  it('tells what it is', function()
    local clip = ha.clip { name = 'walk', looping = true, tracks = { slide('arm', { 0, 2 }, { 0, 1 }) } }
    assert.equal('walk', clip.name)
    assert.is_true(clip.looping)
    assert.equal(1, #clip)
    assert.equal(2, clip.duration)
    assert.is_nil(clip.skeleton)
    assert.matches('walk', tostring(clip))
  end)

  it('lasts until its largest key unless it is told otherwise', function()
    local clip = ha.clip { tracks = { slide('arm', { 0, 2 }, { 0, 1 }), slide('hand', { 0, 3 }, { 0, 1 }) } }
    assert.equal(3, clip.duration)
    clip.duration = 5
    assert.equal(5, clip.duration)
    clip.duration = nil
    assert.equal(3, clip.duration)
    clip:track(2):move_key(2, 4)
    assert.equal(4, clip.duration)
    assert.equal(0.5, ha.clip { duration = 0.5 }.duration)
    assert.equal(0, ha.clip {}.duration)
  end)

  -- What its duration must be, looked up anew.
  local function largest_key_time(clip)
    local largest = 0
    for i = 1, #clip do
      local track = clip:track(i)
      largest = math.max(largest, track:time(#track))
    end
    return largest
  end

  it('lasts until its largest key whatever is done to tracks and keys', function()
    local clip, spare = ha.clip {}, ha.clip { tracks = { slide('arm', { 9 }, { 0 }) } }
    local function any_key() local track = clip:track(math.random(#clip)) return track, math.random(#track) end
    local edits = {
      function() clip:add_track(slide('arm', { 0, math.random(20) }, { 0, 1 })) end,
      function() clip:remove_track(math.random(#clip)) end,
      function() any_key():insert_key(math.random(20)) end,
      function() local track, key = any_key() if #track > 1 then track:remove_key(key) end end,
      function() local track, key = any_key() track:move_key(key, math.random(20)) end,
      function() local track, key = any_key() track:set_value(key, 1, 2, 3) end,
      function() clip, spare = spare, clip:assign(spare) end,
    }
    math.randomseed(5)
    for _ = 1, 2000 do
      edits[#clip == 0 and 1 or math.random(#edits)]()
      assert.equal(largest_key_time(clip), clip.duration)
      assert.equal(largest_key_time(spare), spare.duration)
    end
  end)

  it('refuses a duration that is none', function()
    local clip = ha.clip {}
    assert.error_matches(function() clip.duration = -1 end, 'negative')
    assert.error_matches(function() clip.duration = 0 / 0 end, 'finite')
    assert.error_matches(function() clip.duration = 'long' end, 'number or nil expected, got string')
    assert.error_matches(function() ha.clip { duration = -1 } end, "field 'duration'.*negative")
    assert.error_matches(function() ha.clip { duration = math.huge } end, "field 'duration'.*finite")
  end)

  it('is made from uniform samples whose rate its tracks inherit', function()
    local clip = ha.clip { fps = 2, frames = 2, looping = true, tracks = {
      { joint = 'arm', channel = 'translation', values = { 0, 0, 0, 4, 0, 0 } },
      { joint = 'hand', channel = 'scale', fps = 1, frames = 1, values = { 1, 1, 1, 2, 2, 2 } } } }
    assert.equal(1, clip.duration)
    near.numbers({ 2, 0, 0 }, clip:track(1):sample(0.25))
    near.numbers({ 2, 0, 0 }, clip:track(1):sample(0.75))
    assert.equal(2, #clip:track(2))
  end)

  it('names the track that is wrong', function()
    assert.error_matches(function() ha.clip { tracks = { slide('arm', { 0 }, { 1 }), 5 } } end,
      'track 2: helioanim.Track or table expected, got number')
    assert.error_matches(function() ha.clip { tracks = { { joint = 'arm', chanel = 'scale' } } } end,
      "track 1: unknown field 'chanel' %(did you mean 'channel'%?%)")
    assert.error_matches(function() ha.clip { tracks = { slide('arm', { 0, -1 }, { 1, 2 }) } } end,
      "track of 'arm', translation: key time 2 is negative")
    assert.error_matches(function() ha.clip { tracks = 'all' } end, "field 'tracks': table expected, got string")
    assert.error_matches(function() ha.clip { track = {} } end, "unknown field 'track' %(did you mean 'tracks'%?%)")
    assert.error_matches(function() ha.clip { skeleton = {} } end,
      "field 'skeleton': helioanim.Skeleton expected, got table")
  end)

  it('finds tracks by place, by joint and channel, by name', function()
    local clip = ha.clip { name = 'wave', tracks = {
      slide('arm', { 0 }, { 1 }), { joint = 'arm', channel = 'scale', times = { 0 }, values = { 1, 2, 3 } },
      { name = 'fov', channel = 'float', times = { 0 }, values = { 60 } } } }
    assert.equal('translation', clip:track(1).channel)
    assert.equal('scale', clip:track('arm', 'scale').channel)
    assert.equal('translation', clip:track('arm').channel)
    assert.equal('fov', clip:track('fov', 'float').name)
    for _, case in ipairs {
      { clip:track(4) }, { clip:track(0) }, { clip:track(1.5) }, { clip:track('arm', 'rotation') },
      { clip:track('amr', 'scale') }, { clip:track('leg') }, { clip:track(1, 'scale') }, { clip:track(0, 'scale') },
    } do
      assert.is_nil(case[1])
      assert.matches("clip 'wave' has no", case[2])
      assert.equal('not_found', case[3])
    end
    assert.matches("did you mean 'arm', translation", select(2, clip:track('amr', 'scale')))
    assert.error_matches(function() clip:track('arm', 'turn') end,
      "'translation', 'rotation', 'scale', 'weights' or 'float'")
    assert.error_matches(function() clip:track {} end, 'index or name expected, got table')
  end)

  it('hands out the same Track every time, and iterates over all', function()
    local clip = ha.clip { tracks = { slide('arm', { 0 }, { 1 }), slide('hand', { 0 }, { 1 }) } }
    local first = clip:track(1)
    assert.is_true(rawequal(first, clip:track('arm', 'translation')))
    local seen = {}
    for place, track in clip:tracks() do seen[place] = track.joint end
    assert.same({ 'arm', 'hand' }, seen)
    assert.is_true(rawequal(clip, first.clip))
  end)

  it('takes a free Track in as it is, and a copy of one that has a clip', function()
    local track = ha.track(slide('arm', { 0 }, { 1 }))
    local a, b = ha.clip { tracks = { track } }, ha.clip { tracks = {} }
    assert.is_true(rawequal(track, a:track(1)))
    local copy = b:add_track(track)
    assert.is_false(rawequal(track, copy))
    copy:set_value(1, 5, 0, 0)
    assert.equal(1, (track:value(1)))
    assert.is_true(rawequal(a, track.clip))
    assert.is_true(rawequal(b, copy.clip))
  end)

  it('takes the tracks of loaders straight from Buffers', function()
    local clip = ha.clip {}
    local times, values = ha.buffer(1, { 0, 1 }), ha.buffer(3, { 0, 0, 0, 4, 0, 0 })
    local function append(...) return core.append_track(clip, 2, 'arm', 'translation', 1, 'linear', ...) end
    assert.is_true(append(times, values))
    local track = clip:track 'arm'
    assert.same({ 2, 'arm', 'linear' }, { #track, track.joint, track.interpolation })
    near.numbers({ 4, 0, 0 }, track:value(2))
    assert.is_nil((append(times, ha.buffer(3, 3))))
    assert.same({ n = 3, nil, 'key time 2 decreases (0 after 1)', 'bad_key_time' },
      table.pack(append(ha.buffer(1, { 1, 0 }), values)))
    assert.has_error(function() append(times) end)
    assert.equal(1, #clip)
  end)

  it('gives a removed Track away as a free one', function()
    local clip = ha.clip { tracks = { slide('arm', { 0 }, { 1 }), slide('hand', { 0 }, { 2 }) } }
    local hand = clip:track(2)
    assert.is_true(rawequal(hand, clip:remove_track(hand)))
    assert.equal(1, #clip)
    assert.is_nil(hand.clip)
    local arm = clip:remove_track(1)
    assert.equal('arm', arm.joint)
    assert.equal(0, #clip)
    clip:close()
    assert.equal(2, (hand:value(1)))
    local other = ha.clip { tracks = { hand } }
    assert.is_true(rawequal(hand, other:track(1)))
    assert.error_matches(function() ha.clip {}:remove_track(hand) end, 'does not belong to this clip')
    assert.error_matches(function() other:remove_track(2) end, 'track 2 does not exist')
  end)

  it('grows its revision with every change', function()
    local clip = ha.clip { tracks = { slide('arm', { 0, 1 }, { 1, 2 }) } }
    local last = clip.revision
    for _, change in ipairs {
      function() clip:track(1):set_value(1, 1, 1, 1) end, function() clip:track(1):insert_key(0.5) end,
      function() clip:track(1):move_key(2, 0.6) end, function() clip:track(1):remove_key(2) end,
      function() clip:add_track(slide('hand', { 0 }, { 1 })) end, function() clip:remove_track(2) end,
      function() clip.duration = 3 end, function() clip:assign(ha.clip {}) end,
    } do
      change()
      assert.is_true(clip.revision > last)
      last = clip.revision
    end
  end)

  it('lists the joints that it drives, the same list until tracks come or go', function()
    local clip = ha.clip { tracks = {
      slide('hand', { 0 }, { 1 }), slide('arm', { 0 }, { 1 }), slide('hand', { 0 }, { 1 }),
      { joint = 9, channel = 'scale', times = { 0 }, values = { 1, 1, 1 } },
      { name = 'fov', channel = 'float', times = { 0 }, values = { 60 } } } }
    local joints = clip:joints()
    assert.same({ 'hand', 'arm', 9 }, joints)
    clip:track(1):set_value(1, 2, 2, 2)
    assert.is_true(rawequal(joints, clip:joints()))
    clip:remove_track(2)
    assert.same({ 'hand', 9 }, clip:joints())
    local bound = clip:bind(arm_skeleton())
    assert.same({ 3 }, bound:joints()) -- indices where there is a skeleton; joint 9 is not there
    clip:add_track(slide('root', { 0 }, { 1 }))
    assert.same({ 3, 1 }, bound:joints())
  end)
end)

describe('sampling a clip', function()
  local skeleton, pose
  before_each(function()
    skeleton = arm_skeleton('tin man')
    pose = skeleton:new_pose()
  end)

  it('C10 interpolates each channel of a joint in its own way', function()
    local clip = ha.clip { tracks = {
      slide('arm', { 0, 1 }, { 0, 10 }),
      { joint = 'arm', channel = 'rotation', interpolation = 'step', times = { 0, 1 },
        values = { 0, 0, 0, 1, 0, 0, 1, 0 } } } }
    clip:sample(pose, 0.5)
    near.numbers({ 5, 0, 0 }, pose:translation('arm'))
    near.rotation({ 0, 0, 0, 1 }, pose:rotation('arm'))
  end)

  it('C11 holds the first value before the first key; the duration is the largest key time', function()
    local clip = ha.clip { tracks = { slide('root', { 1.5, 2.5 }, { 1, 2 }) } }
    assert.equal(2.5, clip.duration)
    near.numbers({ 1, 0, 0 }, clip:sample(pose, 0):translation('root'))
  end)

  it('C13 shows a single key on the first call', function()
    local clip = ha.clip { tracks = { slide('arm', { 0.7 }, { 3 }) } }
    for _, time in ipairs { -1, 0, 5 } do assert.equal(3, x_of(clip:sample(skeleton:new_pose(), time), 'arm')) end
  end)

  it('C14 samples a clip of no length', function()
    local clip = ha.clip { tracks = { slide('arm', { 0 }, { 3 }) } }
    assert.equal(0, clip.duration)
    for _, mode in ipairs { 'loop', 'clamp', 'pingpong' } do
      for step = 0, 2 do
        assert.equal(3, x_of(clip:sample(pose, ha.wrap_time(step * 0.016, clip.duration, mode)), 'arm'))
      end
    end
  end)

  it('C19 keeps times of channels apart, and the rest of what is not animated', function()
    local clip = ha.clip { tracks = {
      slide('hand', { 0, 1 }, { 0, 10 }),
      { joint = 'hand', channel = 'rotation', times = { 0, 0.5, 1 },
        values = { 0, 0, 0, 1, 0, 0, HALF, HALF, 0, 0, 1, 0 } } } }
    clip:sample(pose, 0.5)
    near.numbers({ 5, 0, 0 }, pose:translation('hand'))
    near.rotation({ 0, 0, HALF, HALF }, pose:rotation('hand'))
    near.numbers({ 2, 2, 2 }, pose:scale('hand'))
    assert.same({ true, true, false }, { pose:touched('hand') })
  end)

  it('C23 clamps each track to its own range', function()
    local clip = ha.clip { tracks = { slide('root', { 0, 1 }, { 0, 10 }), slide('arm', { 0, 2 }, { 0, 20 }) } }
    clip:sample(pose, ha.wrap_time(1.5, clip.duration, 'loop'))
    assert.equal(10, x_of(pose, 'root'))
    near.numbers({ 15 }, x_of(pose, 'arm'))
  end)

  it('W01 shows the last key at the end', function()
    local clip = ha.clip { looping = true, tracks = { slide('arm', { 0, 1 }, { 0, 10 }) } }
    assert.equal(10, x_of(clip:sample(pose, 1), 'arm'))
    assert.equal(10, x_of(clip:sample(pose, 7), 'arm'))
    assert.equal(0, x_of(clip:sample(pose, -7), 'arm'))
  end)

  it('S11 leaves joints without tracks at rest', function()
    local clip = ha.clip { tracks = { slide('hand', { 0, 1 }, { 5, 6 }) } }
    local rest = skeleton:new_pose()
    clip:sample(pose, 0.5)
    for _, joint in ipairs { 'root', 'arm' } do
      assert.same({ rest:get(joint) }, { pose:get(joint) })
      assert.same({ false, false, false }, { pose:touched(joint) })
    end
  end)

  it('S08 poses two characters independently', function()
    local clip = ha.clip { tracks = { slide('arm', { 0, 1 }, { 0, 10 }), slide('root', { 0, 1 }, { 3, 4 }) } }
    local function alone(time) return table.concat({ clip:sample(skeleton:new_pose(), time):get('arm') }, ' ') end
    local a, b = skeleton:new_pose(), skeleton:new_pose()
    for _ = 1, 3 do
      clip:sample(a, 0.2)
      clip:sample(b, 0.8)
      assert.equal(alone(0.2), table.concat({ a:get('arm') }, ' '))
      assert.equal(alone(0.8), table.concat({ b:get('arm') }, ' '))
    end
  end)

  it('samples weights and floats into the values of the pose', function()
    local clip = ha.clip { tracks = {
      { joint = 'root', channel = 'weights', targets = 2, times = { 0, 1 }, values = { 0, 1, 1, 0 } },
      { name = 'fov', channel = 'float', times = { 0, 1 }, values = { 60, 40 } },
      { name = 'colour', channel = 'float', components = 3, times = { 0, 1 }, values = { 0, 0, 0, 1, 0.5, 0 } } } }
    clip:sample(pose, 0.25)
    near.numbers({ 0.25, 0.75 }, pose:weights('root'))
    near.numbers({ 55 }, pose:value('fov'))
    near.numbers({ 0.25, 0.125, 0 }, pose:value('colour'))
  end)

  it('refuses weights that are not as many as the joint has', function()
    local face = ha.skeleton { { name = 'face', weights = { 0, 0, 0 } } }
    local clip = ha.clip { tracks = {
      { joint = 'face', channel = 'weights', targets = 2, times = { 0 }, values = { 1, 1 } } } }
    assert.error_matches(function() clip:sample(face:new_pose(), 0) end, "joint 'face' has 3 morph targets, not 2")
  end)

  it('goes by joint index where a track has no name', function()
    local clip = ha.clip { tracks = { slide(2, { 0 }, { 7 }), slide(99, { 0 }, { 8 }) } }
    clip:sample(pose, 0)
    assert.equal(7, x_of(pose, 'arm'))
    local unnamed = ha.skeleton { {}, {}, {} }
    assert.equal(7, x_of(clip:sample(unnamed:new_pose(), 0), 2))
    assert.equal(0, x_of(clip:sample(unnamed:new_pose(), 0), 1))
  end)

  it('gives the pose back', function()
    assert.is_true(rawequal(pose, ha.clip {}:sample(pose, 0)))
  end)
end)

describe('binding a clip', function()
  local clip, knight, robot
  before_each(function()
    knight = arm_skeleton('knight')
    robot = ha.skeleton { name = 'robot', { name = 'hand' }, { name = 'root' } }
    clip = ha.clip { name = 'wave', tracks = {
      slide('hand', { 0 }, { 1 }), slide('arm', { 0 }, { 2 }), slide('arm', { 0 }, { 2 }) } }
  end)

  it('resolves names and lists what did not match, each once', function()
    local bound, unmatched = clip:bind(robot)
    assert.same({ 'arm' }, unmatched)
    assert.is_true(rawequal(robot, bound.skeleton))
    assert.equal(1, x_of(bound:sample(robot:new_pose(), 0), 'hand'))
    assert.is_nil(clip.skeleton)
  end)

  it('lists joints that have no name by their index', function()
    local _, unmatched = ha.clip { tracks = { slide(2, { 0 }, { 7 }), slide(99, { 0 }, { 8 }) } }:bind(knight)
    assert.same({ 99 }, unmatched)
  end)

  it('makes a view that shares the tracks', function()
    local bound = clip:bind(knight)
    assert.equal(3, #bound)
    assert.equal('wave', bound.name)
    assert.is_true(rawequal(clip:track(1), bound:track(1)))
    assert.equal(clip, bound)
    bound:track(1):set_value(1, 9, 0, 0)
    assert.equal(9, x_of(clip:sample(knight:new_pose(), 0), 'hand'))
    bound:remove_track(1)
    assert.equal(2, #clip)
    bound.duration = 7
    assert.equal(7, clip.duration)
  end)

  it('refuses a pose of another skeleton, naming both', function()
    local bound = clip:bind(robot)
    assert.error_matches(function() bound:sample(knight:new_pose(), 0) end,
      "clip 'wave' is bound to skeleton 'robot' %(2 joints%), the pose belongs to skeleton 'knight' %(3 joints%)")
    local made_for = ha.clip { skeleton = robot, tracks = { slide('hand', { 0 }, { 1 }) } }
    assert.error_matches(function() made_for:sample(knight:new_pose(), 0) end, 'is bound to')
  end)

  it('lets an unbound clip move any skeleton', function()
    assert.equal(1, x_of(clip:sample(robot:new_pose(), 0), 'hand'))
    assert.equal(2, x_of(clip:sample(knight:new_pose(), 0), 'arm'))
    assert.equal(1, x_of(clip:sample(robot:new_pose(), 0), 'hand'))
  end)

  it('keeps joints of one name apart in the clip of their own skeleton', function()
    local twins = ha.skeleton { { name = 'eye' }, { name = 'eye' }, { name = '' }, { name = '' } }
    local look = ha.clip { skeleton = twins, tracks = { slide(2, { 0 }, { 5 }), slide(4, { 0 }, { 6 }) } }
    local pose = look:sample(twins:new_pose(), 0)
    assert.same({ 0, 5, 0, 6 }, { x_of(pose, 1), x_of(pose, 2), x_of(pose, 3), x_of(pose, 4) })
    assert.same({ 2, 4 }, look:joints())
    assert.equal('eye', look:track(1).joint)
    assert.equal(2, look:track(1).joint_index)
    assert.is_true(rawequal(look:track(2), look:track(4, 'translation')))
  end)

  it('goes by name, never by index, on another skeleton', function()
    local made_for = ha.clip { skeleton = knight, tracks = { slide(3, { 0 }, { 5 }), slide(1, { 0 }, { 6 }) } }
    local bound, unmatched = made_for:bind(robot)
    local pose = bound:sample(robot:new_pose(), 0)
    assert.same({}, unmatched)
    assert.equal(5, x_of(pose, 'hand'))
    assert.equal(6, x_of(pose, 'root'))
    local unnamed = ha.skeleton { {}, {} }
    local nameless = ha.clip { skeleton = unnamed, tracks = { slide(1, { 0 }, { 5 }) } }
    assert.same({}, (select(2, nameless:bind(unnamed))))
    assert.same({ 1 }, (select(2, nameless:bind(ha.skeleton { {}, {} }))))
  end)

  it('finds the joint of a track that comes from another skeleton by its name', function()
    local theirs = ha.clip { skeleton = knight, tracks = { slide(3, { 0 }, { 5 }) } }
    local ours = ha.clip { skeleton = robot, tracks = {} }
    assert.equal(1, ours:add_track(theirs:track(1)).joint_index)
    assert.equal(5, x_of(ours:sample(robot:new_pose(), 0), 'hand'))
    ours:assign(theirs)
    assert.equal(5, x_of(ours:sample(robot:new_pose(), 0), 'hand'))
    local free = ha.clip { tracks = { theirs:track(1) } }
    assert.is_nil(free:track(1).joint_index)
    assert.equal(5, x_of(free:sample(robot:new_pose(), 0), 'hand'))
  end)

  it('refuses an index that its skeleton does not have', function()
    assert.error_matches(function() ha.clip { skeleton = robot, tracks = { slide(3, { 0 }, { 1 }) } } end,
      "track 1: field 'joint': a whole number from 1 to 2 expected, got 3")
  end)
end)

describe('changing a clip while it plays', function()
  it('L05 shows every edit on the next sample', function()
    local skeleton = arm_skeleton('knight')
    local clip = ha.clip { tracks = { slide('arm', { 0, 1 }, { 0, 10 }), slide('root', { 0, 1 }, { 0, 1 }) } }
    local bound = clip:bind(skeleton)
    for _, playing in ipairs { clip, bound } do
      local pose = skeleton:new_pose()
      local track = clip:track('arm', 'translation')
      near.numbers({ 4 }, x_of(playing:sample(pose:reset(), 0.4), 'arm'))
      track:move_key(2, 0.8) -- a key moves
      near.numbers({ 5 }, x_of(playing:sample(pose:reset(), 0.4), 'arm'))
      track:set_value(2, 20, 0, 0)
      near.numbers({ 10 }, x_of(playing:sample(pose:reset(), 0.4), 'arm'))
      clip:remove_track(track) -- a track goes: its joint is at rest
      playing:sample(pose:reset(), 0.4)
      near.numbers({ 0, 1, 0 }, pose:translation('arm'))
      near.numbers({ 0.4 }, x_of(pose, 'root'))
      clip:assign(ha.clip { tracks = { slide('hand', { 0, 1 }, { 5, 6 }) } }) -- new data
      playing:sample(pose:reset(), 0.4)
      near.numbers({ 5.4 }, x_of(pose, 'hand'))
      near.numbers({ 0 }, x_of(pose, 'root'))
      clip:assign(ha.clip { tracks = { slide('arm', { 0, 1 }, { 0, 10 }), slide('root', { 0, 1 }, { 0, 1 }) } })
    end
  end)

  it('assigns a copy: tracks, duration and looping, not the name', function()
    local clip = ha.clip { name = 'old', duration = 3, tracks = { slide('arm', { 0, 1 }, { 0, 10 }) } }
    local new = ha.clip { name = 'new', looping = true, tracks = { slide('hand', { 0, 2 }, { 0, 10 }) } }
    local old_track = clip:track(1)
    assert.is_true(rawequal(clip, clip:assign(new)))
    assert.equal('old', clip.name)
    assert.equal(2, clip.duration)
    assert.is_true(clip.looping)
    assert.equal(1, #new)
    new:track(1):set_value(1, 7, 7, 7)
    assert.same({ 0, 0, 0 }, { clip:track(1):value(1) })
    assert.equal('arm', old_track.joint) -- whoever holds a replaced track keeps it
    assert.is_nil(old_track.clip)
    clip:assign(clip)
    assert.equal(1, #clip)
  end)
end)
