-- The sample character: built by its script to the byte, valid, and moving as it says.

local ha = require 'helioanim'
local build = require 'examples.character.build'
local files = require 'spec.support.files'
local near = require 'spec.support.near'
local process = require 'spec.support.process'

local PATH = 'examples/data/hero.glb'

local doc = assert(ha.load_gltf(PATH, { meshes = true }))
local pose, model = doc.skeleton:new_pose(), doc.skeleton:new_matrices()

local function extras_of(clip)
  for i = 1, #doc.clips do
    if doc.clips[i] == clip then return doc.clip_extras[i].helioanim end
  end
end

local function place(clip, time, joint)
  clip:sample(pose:reset(), time):to_model(model)
  return table.unpack({ model:get(doc.skeleton:find(joint)) }, 13, 15)
end

describe('the sample character', function()
  it('is what its script builds, to the byte', function()
    assert.is_true(ha.glb_string(build.describe()) == files.read(PATH))
  end)

  it('passes the Khronos validator without errors or warnings', function()
    if not files.read 'build/node/node_modules/gltf-validator/package.json' then
      pending 'gltf-validator is not installed'
      return
    end
    -- node under a sanitizer would report leaks of its own
    local pipe = assert(io.popen(('env -u LD_PRELOAD node tools/validate_glb.mjs %s 2>&1'):format(PATH)))
    local output = pipe:read 'a'
    assert.is_true(pipe:close(), output)
  end)

  it('has the clips of a game character, and loads without warnings', function()
    for _, name in ipairs { 'idle', 'walk', 'run', 'wave', 'attack', 'jump' } do assert(doc:find_clip(name)) end
    assert.same({}, doc.warnings)
    assert.equal('cubic', doc.clips.wave:track('RightForeArm', 'rotation').interpolation)
  end)

  it('closes its loops exactly, but for the way it goes', function()
    for _, name in ipairs { 'idle', 'walk', 'run' } do
      for _, track in doc.clips[name]:tracks() do
        if track.joint ~= 'Root' then
          assert.same({ track:value(1) }, { track:value(#track) }, name .. ' ' .. track.joint)
        end
      end
    end
  end)

  it('stands on planted feet: a foot that is down slides less than 3 mm a frame', function()
    for _, name in ipairs { 'walk', 'run' } do
      local clip = doc.clips[name]
      for _, foot in ipairs { 'LeftToeBase', 'RightToeBase' } do
        local low = math.huge
        for frame = 0, 120 do low = math.min(low, (select(2, place(clip, frame / 120 * clip.duration, foot)))) end
        local x, y, z = place(clip, 0, foot)
        for frame = 1, 120 do
          local x2, y2, z2 = place(clip, frame / 120 * clip.duration, foot)
          if y < low + 0.001 and y2 < low + 0.001 then
            local slide = math.sqrt((x2 - x) ^ 2 + (z2 - z) ^ 2)
            assert.is_true(slide < 0.003, ('%s %s frame %d: %g m'):format(name, foot, frame, slide))
          end
          x, y, z = x2, y2, z2
        end
      end
    end
  end)

  it('travels at the speed it states', function()
    for _, name in ipairs { 'walk', 'run' } do
      local clip = doc.clips[name]
      local player = clip:player { root = { joint = 'Root', axes = 'xz' } }:play()
      local way = 0
      for _ = 1, 300 do
        player:advance(0.01)
        way = way + select(3, player:root_motion())
      end
      assert.near(extras_of(clip).speed, way / 3, 1e-3)
    end
  end)

  it('has steps and markers on the same moments', function()
    local markers = doc.clips.walk:markers()
    assert.same({ 'L', 'R' }, { markers[1][1], markers[2][1] })
    local times = {}
    for _, time in doc.clips.walk:events() do times[#times + 1] = time end
    assert.near(markers[1][2] * doc.clips.walk.duration, times[1], 1e-6)
    assert.near(markers[2][2] * doc.clips.walk.duration, times[2], 1e-6)
  end)

  it('samples to the keys that were described', function()
    for a, animation in ipairs(build.describe().animations) do
      for _, track in ipairs(animation.tracks) do
        local width, cubic = track.channel == 'rotation' and 4 or 3, track.interpolation == 'cubic'
        for k = 1, #track.times, 7 do
          doc.clips[a]:sample(pose:reset(), track.times[k])
          local first = cubic and (3 * k - 2) * width or (k - 1) * width
          local key = table.move(track.values, first + 1, first + width, 1, {})
          local compare = track.channel == 'rotation' and near.rotation or near.numbers
          compare(key, pose[track.channel](pose, track.joint))
        end
      end
    end
  end)

  -- The longest way that a joint goes while it should stand, in metres.
  local function slide(clip, joint, from, to)
    local x0, y0, z0 = place(clip, from, joint)
    local worst = 0
    for i = 0, 60 do
      local x, y, z = place(clip, from + (to - from) * i / 60, joint)
      worst = math.max(worst, math.sqrt((x - x0) ^ 2 + (y - y0) ^ 2 + (z - z0) ^ 2))
    end
    return worst
  end

  it('holds a standing foot: its ball moves less than 4 mm, between keys too', function()
    local walk, run = doc.clips.walk, doc.clips.run
    assert.is_true(slide(walk, 'LeftToeBase', 0.18 * walk.duration, 0.60 * walk.duration) < 0.004)
    assert.is_true(slide(walk, 'RightToeBase', 0.68 * walk.duration, 0.98 * walk.duration) < 0.004)
    assert.is_true(slide(run, 'LeftToeBase', 0.10 * run.duration, 0.27 * run.duration) < 0.004)
    for _, name in ipairs { 'idle', 'wave' } do
      local clip = doc.clips[name]
      for _, joint in ipairs { 'LeftToeBase', 'RightToeBase' } do
        assert.is_true(slide(clip, joint, 0, clip.duration) < 0.004, name)
      end
    end
  end)

  it('walks with a foot on the ground, runs with none at times, and jumps', function()
    local function lowest(clip, time)
      local _, left = place(clip, time, 'LeftToeBase')
      local _, right = place(clip, time, 'RightToeBase')
      return math.min(left, right)
    end
    local function highest_of(clip)
      local highest = 0
      for i = 0, 100 do highest = math.max(highest, lowest(clip, clip.duration * i / 100)) end
      return highest
    end
    assert.is_true(highest_of(doc.clips.walk) < 0.05)
    assert.is_true(highest_of(doc.clips.run) > 0.06)
    assert.is_true(highest_of(doc.clips.jump) > 0.25)
  end)

  it('swings arms against legs', function()
    local walk = doc.clips.walk
    local _, _, left_foot = place(walk, 0, 'LeftFoot')
    local _, _, right_foot = place(walk, 0, 'RightFoot')
    local _, _, left_hand = place(walk, 0, 'LeftHand')
    local _, _, right_hand = place(walk, 0, 'RightHand')
    assert.is_true(left_foot > right_foot and left_hand < right_hand)
  end)
end)

describe('the demo', function()
  it('plays the sample character', function()
    local ok, output = process.run "arg = {}\ndofile 'examples/demo.lua'"
    assert.is_true(ok, output)
    assert.matches('walk .* step_left at 0%.00 s, step_right', output)
  end)
end)
