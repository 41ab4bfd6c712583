-- Objects hold what they need, close when they are told, and give their memory back.

local ha = require 'helioanim'
local process = require 'spec.support.process'

local function new_skeleton()
  return ha.skeleton { name = 'knight', floats = { fov = 60 }, { name = 'root', weights = { 0, 0 } },
                       { name = 'arm', parent = 'root' } }
end

local function new_clip(size)
  local times, values = {}, {}
  for key = 1, size or 2 do
    times[key] = key - 1
    values[3 * key - 2], values[3 * key - 1], values[3 * key] = key, 0, 0
  end
  return ha.clip { name = 'wave', tracks = {
    { joint = 'arm', channel = 'translation', times = times, values = values },
    { joint = 'root', channel = 'rotation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0, 1, 0 } },
    { joint = 'root', channel = 'weights', targets = 2, times = { 0, 1 }, values = { 0, 0, 1, 1 } },
    { name = 'fov', channel = 'float', times = { 0, 1 }, values = { 60, 40 } } } }
end

local function collect()
  collectgarbage()
  collectgarbage()
end

-- Runs `body` with the collector stopped and returns how many bytes more are in use.
local function garbage_of(body)
  for i = 1, 100 do body(i) end
  collect()
  collectgarbage 'stop'
  local before = collectgarbage 'count'
  for i = 1, 10000 do body(i) end
  local after = collectgarbage 'count'
  collectgarbage 'restart'
  return (after - before) * 1024
end

describe('what an object hangs on', function()
  it('L01 lives as long as the object', function()
    local track = new_clip():track(1)
    collect()
    assert.equal(1, (track:value(1)))
    assert.equal('wave', track.clip.name)

    local pose = new_skeleton():new_pose()
    collect()
    assert.same({ pose.skeleton:rest(2) }, { pose:get('arm') })

    local skin = ha.skin { skeleton = new_skeleton(), joints = { 1 } }
    collect()
    assert.equal(2, #skin.skeleton)

    local bound = new_clip():bind(new_skeleton())
    collect()
    assert.equal(1, (bound:sample(bound.skeleton:new_pose(), 0):translation('arm')))

    local seen = 0
    for _, each in new_clip():tracks() do
      collect()
      seen = seen + #each
    end
    assert.equal(8, seen)
  end)

  it('is not kept by caches', function()
    local clip, skeleton = new_clip(), new_skeleton()
    local alive = setmetatable({ skeleton, skeleton:new_pose() }, { __mode = 'v' })
    clip:sample(alive[2], 0)
    skeleton = nil
    collect()
    assert.is_nil(alive[2])
    assert.is_nil(alive[1])
    alive[1] = clip:track(1)
    collect()
    assert.is_nil(alive[1])
    assert.equal(1, (clip:track(1):value(1)))
    assert.is_nil(skeleton)
  end)
end)

describe('close', function()
  it('L02 marks; what still reaches the object raises', function()
    local skeleton, clip = new_skeleton(), new_clip()
    local pose, track, bound = skeleton:new_pose(), clip:track(1), clip:bind(skeleton)
    clip:close()
    clip:close()
    local function raises(body) assert.error_matches(body, 'Clip is closed') end
    raises(function() clip:sample(pose, 0) end)
    raises(function() return clip.name end)
    raises(function() return #clip end)
    raises(function() clip.duration = 1 end)
    raises(function() clip:bind(skeleton) end)
    raises(function() clip:tracks() end)
    raises(function() track:value(1) end)
    raises(function() track:set_value(1, 1, 2, 3) end)
    raises(function() return track.joint end)
    raises(function() ha.clip { tracks = { track } } end)
    raises(function() bound:sample(pose, 0) end)
    raises(function() ha.clip {}:assign(clip) end)
    assert.equal('helioanim.Clip (closed)', tostring(clip))
    collect()
    raises(function() track:value(1) end)
  end)

  it('L02 runs at the end of a scope', function()
    local kept
    do
      local clip <close> = new_clip()
      kept = clip
      assert.equal(4, #kept)
    end
    assert.error_matches(function() return #kept end, 'Clip is closed')
    kept:close()
  end)

  it('reaches poses, matrices and skins by what they hang on', function()
    local skeleton = new_skeleton()
    local skin = ha.skin { skeleton = skeleton, joints = { 1 } }
    local pose, matrices, clip = skeleton:new_pose(), skeleton:new_matrices(), new_clip()
    pose:to_model(matrices)
    skeleton:close()
    assert.error_matches(function() pose:get(1) end, 'Skeleton is closed')
    assert.error_matches(function() skin:joint(1) end, 'Skeleton is closed')
    assert.error_matches(function() clip:sample(pose, 0) end, 'Skeleton is closed')
    assert.error_matches(function() skeleton:new_pose() end, 'Skeleton is closed')
    assert.equal(64 * 2, matrices:byte_length()) -- on their own
    matrices:close()
    assert.error_matches(function() matrices:get(1) end, 'Matrices is closed')
  end)

  it('of a view leaves the clip open', function()
    local clip = new_clip()
    local bound = clip:bind(new_skeleton())
    bound:close()
    assert.error_matches(function() bound:sample(bound, 0) end, 'Clip is closed')
    assert.equal(4, #clip)
  end)

  it('does not take away from whom the track was removed', function()
    local clip = new_clip()
    local track = clip:remove_track(1)
    clip:close()
    clip = nil
    collect()
    assert.equal(1, (track:value(1)))
    assert.is_nil(clip)
  end)
end)

describe('finalizers', function()
  -- Scripts may do anything in __gc, also with objects that go at the same time.
  it('may use objects that are going, in any order, without a crash', function()
    local ok, output = process.run [[
      local ha = require 'helioanim'
      local tried, raised = 0, 0
      for round = 1, 50 do
        local skeleton = ha.skeleton { { name = 'arm' } }
        local pose = skeleton:new_pose()
        local clip = ha.clip { tracks = { { joint = 'arm', channel = 'scale', times = { 0 }, values = { 1, 1, 1 } } } }
        local track, bound = clip:track(1), clip:bind(skeleton)
        local function late()
          for _, use in ipairs {
            function() clip:sample(pose, 0) end, function() bound:sample(pose, 0) end,
            function() track:set_value(1, 2, 2, 2) end, function() pose:to_model(skeleton:new_matrices()) end,
            function() clip:remove_track(1) end, function() skeleton:close() end,
          } do
            tried = tried + 1
            if not pcall(use) then raised = raised + 1 end
          end
        end
        _G['keep' .. round % 3] = setmetatable({ skeleton, clip }, { __gc = late })
        setmetatable({}, { __gc = late })
        if round % 7 == 0 then collectgarbage() end
      end
      collectgarbage()
      print(tried > 100 and raised < tried and 'fine')
    ]]
    assert.is_true(ok, output)
    assert.matches('fine', output)
  end)

  it('may change a clip in the middle of anything that makes an object', function()
    local ok, output = process.run [[
      local ha = require 'helioanim'
      local clip
      local function new_track() return { joint = 'arm', channel = 'scale', interpolation = 'cubic', times = { 0, 1 },
        values = { 0,0,0, 1,1,1, 0,0,0, 0,0,0, 2,2,2, 0,0,0 } } end
      local turn = 0
      local over = false -- Lua finalizes nothing that is made while a state closes
      local function disturb()
        turn = turn + 1
        if over then return end
        if clip then
          if turn % 3 == 0 and #clip > 0 then clip:remove_track(#clip) end
          if turn % 3 == 1 then clip:add_track(new_track()) end
          if turn % 3 == 2 then clip:assign(ha.clip { tracks = { new_track() } }) end
        end
        setmetatable({}, { __gc = disturb })
      end
      clip = ha.clip { tracks = { new_track(), new_track() } }
      disturb()
      collectgarbage('incremental', 100, 1000, 1)
      local skeleton = ha.skeleton { { name = 'arm' } }
      for round = 1, 20000 do
        pcall(function()
          local track = clip:track(1 + round % 3)
          if track then
            local _ = track.joint, tostring(track), track:copy()
            track:set_tangents(1 + round % 2, { 1, 1, 1 }, { 1, 1, 1 })
            if #track > 1 then track:remove_key(1) end
          end
          clip:joints()
          clip:bind(skeleton)
          clip:add_track(new_track())
          ha.clip {}:assign(clip)
          for _, each in clip:tracks() do local _ = each.name end
        end)
      end
      over = true
      print(turn > 100 and 'fine' or 'nothing ran: ' .. turn)
    ]]
    assert.is_true(ok, output)
    assert.matches('fine', output)
  end)
end)

describe('memory', function()
  it('L04 the collector knows how big objects are', function()
    local resident = process.resident()
    if not resident or process.is_sanitized() then return pending('resident memory is not known') end
    local ok, output = process.run [[
      local process, ha = require 'spec.support.process', require 'helioanim'
      local keys = 1024 * 1024 // 20 -- 8 bytes of time and 12 of value each
      local ones = {}
      for i = 1, 3 * keys do ones[i] = 1 end
      local big = ha.track { joint = 'arm', channel = 'translation', fps = 30, frames = keys - 1, values = ones }
      ones = nil
      collectgarbage()
      local worst = 0
      for i = 1, 10000 do
        ha.clip { tracks = { big:copy() } }
        if i % 50 == 0 then worst = math.max(worst, process.resident()) end
      end
      print(worst)
    ]]
    assert.is_true(ok, output)
    assert.is_true(tonumber(output) < 64 * 1024 * 1024, ('%s bytes were resident'):format(output))
  end)

  it('is left alone where the script has stopped the collector', function()
    local collected = false
    collect()
    collectgarbage 'stop'
    setmetatable({}, { __gc = function() collected = true end })
    for _ = 1, 100 do new_clip(2000) end
    local meanwhile = collected
    collectgarbage 'restart'
    assert.is_false(meanwhile)
    collect()
    assert.is_true(collected)
  end)
end)

describe('a frame', function()
  local function use() end

  it('L03 makes no garbage: to the byte over 10,000 frames', function()
    local skeleton, clip = new_skeleton(), new_clip()
    local bound, track = clip:bind(skeleton), clip:track('arm', 'translation')
    local skin = ha.skin { skeleton = skeleton, joints = { 2, 1 } }
    local pose, other = skeleton:new_pose(), skeleton:new_pose()
    local model, palette = skeleton:new_matrices(), skin:new_palette()
    assert.equal(0, garbage_of(function(i)
      local time = ha.wrap_time(i / 60, clip.duration, 'loop')
      clip:sample(pose:reset(), time)
      bound:sample(other, time)
      other:copy(pose):to_model(model)
      pose:to_model(model, 'arm')
      skin:palette(model, palette)
    end))
    assert.equal(0, garbage_of(function()
      local x, y, z = pose:translation('arm')
      pose:set_translation('arm', x, y, z):set_rotation(2, pose:rotation(2)):set_scale(2, pose:scale(2))
      pose:set(1, pose:get('root'))
      pose:set_weights('root', pose:weights('root'))
      pose:set_value('fov', pose:value('fov'))
      use(pose:touched(1), #pose, pose.skeleton, palette:get(1), palette:ptr(), palette:byte_length(), #palette)
      model:set(1, model:get(2))
    end))
    assert.equal(0, garbage_of(function(i)
      local time = i % 7 / 7
      use(track:sample(time), track:find_key(time), track:value(1), track:time(2), #track, track.joint, track.channel)
      use(clip.duration, clip.looping, clip.revision, clip.name, #clip, bound.skeleton, clip:joints())
      use(clip:track(1), clip:track('arm', 'translation'), track.clip)
      use(skeleton:find 'arm', skeleton:parent(2), skeleton:joint_name(2), #skeleton, skeleton.name, skeleton:rest(1))
      use(skin:joint(1), #skin, skin.name, skin.skeleton, skin:inverse_bind(2))
      use(ha.slerp(0, 0, 0, 1, 0, 0, 1, 0, time), ha.hermite(0, 1, 2, 3, time, 1), ha.compose(pose:get(1)))
    end))
  end)

  it('L03 makes no garbage while keys are set', function()
    local skeleton, clip = new_skeleton(), new_clip()
    local pose, track = skeleton:new_pose(), clip:track(1)
    assert.equal(0, garbage_of(function(i)
      track:set_value(2, i, 0, 0)
      track:move_key(2, 1 + i % 5)
      clip:sample(pose, 1)
    end))
  end)
end)
