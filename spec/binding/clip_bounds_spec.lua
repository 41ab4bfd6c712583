-- Boxes of whole clips: no vertex leaves them, at any time, whatever the tracks do between two looks.

local ha = require 'helioanim'

local state
local function random() -- from -1 to 1, the same every time
  state = (state * 1103515245 + 12345) & 0x7fffffff
  return state / 0x3fffffff - 1
end
before_each(function() state = 5 end)

local function random_numbers(count, size)
  local out = {}
  for i = 1, count do out[i] = size * random() end
  return out
end

local function random_rotation()
  local q = random_numbers(4, 1)
  local length = math.sqrt(q[1] ^ 2 + q[2] ^ 2 + q[3] ^ 2 + q[4] ^ 2)
  return { q[1] / length, q[2] / length, q[3] / length, q[4] / length }
end

local function append(list, values) table.move(values, 1, #values, #list + 1, list) end

-- Keys at odd times, some twice: cuts.
local function random_times(count)
  local times, time = {}, 0.1 * (random() + 1)
  for i = 1, count do
    times[i] = time
    if random() > -0.7 then time = time + 0.2 * (random() + 1) ^ 3 end
  end
  return times
end

local function random_track(joint, channel, interpolation)
  local count, values = 2 + math.floor(2 * (random() + 1)), {}
  local times = random_times(count)
  local function value()
    if channel == 'rotation' then return random_rotation() end
    if channel == 'translation' then return random_numbers(3, 1) end
    return { 1 + 0.5 * random(), 1 + random(), 1 + 0.5 * random() }
  end
  local components = channel == 'rotation' and 4 or 3
  for _ = 1, count do
    if interpolation == 'cubic' then append(values, random_numbers(components, 3)) end
    append(values, value())
    if interpolation == 'cubic' then append(values, random_numbers(components, 3)) end
  end
  return ha.track { joint = joint, channel = channel, interpolation = interpolation, times = times, values = values }
end

local function random_skeleton(count)
  local joints = {}
  for i = 1, count do
    joints[i] = { name = tostring(i), parent = i > 1 and 1 + math.floor((random() + 1) / 2 * (i - 1) * 0.999) or nil,
                  translation = random_numbers(3, 1), rotation = random_rotation() }
  end
  return ha.skeleton(joints)
end

-- A skin over all joints with a cloud of vertices, each of which follows two.
local function random_skin(skeleton, vertices)
  local names, joints, weights = {}, {}, {}
  for i = 1, #skeleton do names[i] = i end
  local skin = ha.skin { skeleton = skeleton, joints = names }
  for v = 1, vertices do
    local share = (random() + 1) / 2
    joints[v] = ('BB'):pack(v % #skeleton, (v * 7 + 3) % #skeleton)
    append(weights, { share, 1 - share })
  end
  local body = ha.deformer {
    positions = ha.buffer(3, random_numbers(3 * vertices, 0.3)), weights = ha.buffer(2, weights),
    joints = { buffer = table.concat(joints), type = 'uint8', components = 2 },
  }
  skin:include(body)
  return skin, body
end

local function vertices_of(body)
  local out = {}
  for v = 1, #body do out[v] = { body.positions:get(v) } end
  return out
end

-- The box of what is drawn at many times, among them every key and the moments around it.
local function dense_box(clip, skin, body, looks)
  local skeleton = skin.skeleton
  local pose, model, palette = skeleton:new_pose(), skeleton:new_matrices(), skin:new_palette()
  local box, times = { math.huge, math.huge, math.huge, -math.huge, -math.huge, -math.huge }, {}
  for i = 0, looks do times[#times + 1] = clip.duration * i / looks end
  for _, track in clip:tracks() do
    for key = 1, #track do
      for _, aside in ipairs { -1e-5, 0, 1e-5 } do times[#times + 1] = track:time(key) + aside end
    end
  end
  for _, time in ipairs(times) do
    body:skin(skin:palette(clip:sample(pose:reset(), time):to_model(model), palette))
    for _, p in ipairs(vertices_of(body)) do
      for c = 1, 3 do box[c], box[3 + c] = math.min(box[c], p[c]), math.max(box[3 + c], p[c]) end
    end
  end
  return box
end

local function assert_holds(outer, inner, what)
  for c = 1, 3 do
    assert.is_true(outer[c] <= inner[c] and outer[3 + c] >= inner[3 + c],
      ('%s, side %d: %g to %g leaves %g to %g'):format(what, c, inner[c], inner[3 + c], outer[c], outer[3 + c]))
  end
end

describe('the box of a clip', function()
  local CHANNELS = { 'translation', 'rotation', 'scale' }

  local function random_clip(skeleton, interpolations)
    local tracks = {}
    for joint = 1, #skeleton do
      for _, channel in ipairs(CHANNELS) do
        if random() > (channel == 'scale' and 0.6 or -0.3) then
          tracks[#tracks + 1] = random_track(tostring(joint), channel, interpolations[#tracks % #interpolations + 1])
        end
      end
    end
    return ha.clip { name = 'any', skeleton = skeleton, tracks = tracks }
  end

  for _, interpolations in ipairs { { 'linear' }, { 'step' }, { 'cubic' }, { 'cubic', 'linear', 'step' } } do
    it('holds every vertex: ' .. table.concat(interpolations, ', '), function()
      for try = 1, 12 do
        local skeleton = random_skeleton(6)
        local skin, body = random_skin(skeleton, 40)
        local clip = random_clip(skeleton, interpolations)
        local inner = dense_box(clip, skin, body, 400)
        for _, fps in ipairs { 1, 10, 60, 500 } do
          assert_holds({ clip:bounds(skin, fps) }, inner, ('try %d at %d a second'):format(try, fps))
        end
      end
    end)
  end

  it('is tight with close looks', function()
    local skeleton = ha.skeleton { { name = '1' }, { name = '2', parent = 1, translation = { 0, 1, 0 } } }
    local skin = ha.skin { skeleton = skeleton, joints = { 1, 2 } }
    skin:include(ha.deformer { positions = ha.buffer(3, { 0, 1, 0 }), weights = ha.buffer(1, { 1 }),
                               joints = { buffer = '\1', type = 'uint8', components = 1 } })
    local s = math.sqrt(0.5)
    local clip = ha.clip { name = 'turn', skeleton = skeleton, tracks = {
      ha.track { joint = '1', channel = 'rotation', interpolation = 'linear', times = { 0, 1, 2 },
                 values = { 0, 0, 0, 1, 0, 0, s, s, 0, 0, 1, 0 } } } }
    local box = { clip:bounds(skin) }
    for c, wanted in ipairs { -2, -2, 0, 0, 2, 0 } do assert.near(wanted, box[c], 2e-3) end
  end)

  it('holds a rotation that goes through nothing', function()
    local skeleton = random_skeleton(2)
    local skin, body = random_skin(skeleton, 20)
    local clip = ha.clip { name = 'flip', skeleton = skeleton, tracks = {
      ha.track { joint = '1', channel = 'rotation', interpolation = 'cubic', times = { 0, 1 },
                 values = { 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0.001, 0, 0, -1, 0, 0, 0, 0 } } } }
    assert_holds({ clip:bounds(skin, 10) }, dense_box(clip, skin, body, 5000), 'flip')
  end)

  it('holds what lies behind a duration that was cut short', function()
    local skeleton = ha.skeleton { { name = '1' } }
    local skin = ha.skin { skeleton = skeleton, joints = { 1 } }
    local clip = ha.clip { name = 'cut', skeleton = skeleton, tracks = { ha.track {
      joint = '1', channel = 'translation', times = { 0, 2 }, values = { 0, 0, 0, 4, 0, 0 } } } }
    clip.duration = 1
    assert.near(4, (select(4, clip:bounds(skin))), 1e-3)
  end)
end)
