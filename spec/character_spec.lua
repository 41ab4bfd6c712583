-- The sample character: built by its script to the byte, valid, and moving as it says.

local ha = require 'helioanim'
local build = require 'examples.character.build'
local glb_write = require 'helioanim.io.glb_write'
local film_strip = require 'helioanim.util.film_strip'
local process = require 'spec.support.process'

local PATH = 'examples/data/hero.glb'

local function read(path)
  local file = io.open(path, 'rb')
  if not file then return nil end
  local bytes = file:read 'a'
  file:close()
  return bytes
end

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
    assert.is_true(glb_write.encode(build.describe()) == read(PATH))
  end)

  it('passes the Khronos validator without errors or warnings', function()
    if not read 'build/node/node_modules/gltf-validator/package.json' then
      pending 'gltf-validator is not installed'
      return
    end
    local pipe = assert(io.popen(('node tools/validate_glb.mjs %s 2>&1'):format(PATH)))
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
end)

describe('a film strip', function()
  it('is XML whose elements close, the same each time', function()
    local strip = film_strip.render(doc, { clips = { 'run' }, frames = 2 })
    assert.equal(strip, film_strip.render(doc, { clips = { 'run' }, frames = 2 }))
    local open = {}
    for slash, name, single in strip:gmatch '<(/?)([%w]+)[^>]-(/?)>' do
      if slash == '/' then
        assert.equal(table.remove(open), name)
      elseif single == '' then
        open[#open + 1] = name
      end
    end
    assert.same({}, open)
    assert.is_nil(strip:find('nan', 1, true))
  end)

  it('shows what has no mesh, no clip, or nothing at all', function()
    for _, text in ipairs { '{"asset":{"version":"2.0"}}', '{"asset":{"version":"2.0"},"nodes":[{"scale":[0,0,0]}]}',
                            '{"asset":{"version":"2.0"},"nodes":[{"name":"<&>","translation":[1e30,0,0]}]}' } do
      local strip = film_strip.render(assert(ha.load_gltf_string(text)))
      assert.matches('^<svg ', strip)
      assert.is_nil(strip:find('nan', 1, true))
      assert.is_nil(strip:find('inf', 1, true))
    end
  end)

  it('is what the README shows', function()
    assert.is_true(film_strip.render(doc) == read 'docs/images/film-strip.svg')
  end)
end)

describe('the demo', function()
  it('plays the sample character', function()
    local ok, output = process.run "arg = {}\ndofile 'examples/demo.lua'"
    assert.is_true(ok, output)
    assert.matches('walk .* step_left at 0%.00 s, step_right', output)
  end)
end)
