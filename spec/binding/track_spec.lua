-- Tracks: making, sampling and editing keys.

local ha = require 'helioanim'
local near = require 'spec.support.near'

local HALF = math.sqrt(0.5)

local function float(keys)
  keys.channel, keys.name = 'float', keys.name or 'x'
  return ha.track(keys)
end

local function rotation(keys)
  keys.channel, keys.joint = 'rotation', 'arm'
  return ha.track(keys)
end

local function translation(keys)
  keys.channel, keys.joint = 'translation', 'arm'
  return ha.track(keys)
end

local function cubic()
  return translation { interpolation = 'cubic', times = { 0, 1, 3 }, values = {
    0, 0, 0, 0, 0, 0, 1, 1, 0,
    0, 0, 1, 2, 3, 4, 0, 1, 0,
    1, 0, 0, 5, 5, 5, 0, 0, 0 } }
end

-- Samples that show the shape of a curve.
local function shape(track)
  local out = {}
  for i = 0, 40 do
    for _, number in ipairs { track:sample(i * 0.08) } do out[#out + 1] = number end
  end
  return out
end

describe('a track', function()
  it('tells what it is', function()
    local track = translation { times = { 0, 0.5, 2 }, values = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } }
    assert.equal(3, #track)
    assert.equal('arm', track.joint)
    assert.is_nil(track.joint_index)
    assert.equal('translation', track.channel)
    assert.equal('linear', track.interpolation)
    assert.equal(3, track.components)
    assert.is_nil(track.name)
    assert.is_nil(track.clip)
    assert.equal(0.5, track:time(2))
    assert.same({ 4, 5, 6 }, { track:value(2) })
    assert.matches('arm', tostring(track))
  end)

  it('may know its joint by index', function()
    local track = ha.track { joint = 3, channel = 'scale', times = { 0 }, values = { 1, 1, 1 } }
    assert.equal(3, track.joint_index)
    assert.is_nil(track.joint)
  end)

  it('may be a float with a name', function()
    local track = float { name = 'fov', times = { 0 }, values = { 60 } }
    assert.equal('fov', track.name)
    assert.is_nil(track.joint)
    assert.equal(1, track.components)
    local colour = float { name = 'colour', components = 4, times = { 0 }, values = { 1, 2, 3, 4 } }
    assert.same({ 1, 2, 3, 4 }, { colour:sample(0) })
  end)

  it('finds the last key at or before a time', function()
    local track = float { times = { 0.5, 1, 1, 2 }, values = { 1, 2, 3, 4 } }
    for time, key in pairs { [0] = 0, [0.4999] = 0, [0.5] = 1, [0.99] = 1, [1] = 3, [1.5] = 3, [2] = 4, [9] = 4 } do
      assert.equal(key, track:find_key(time))
    end
  end)

  it('finds the nearest key within a tolerance', function()
    local track = float { times = { 0, 1, 2 }, values = { 1, 2, 3 } }
    assert.equal(2, track:find(1.015, 0.02))
    assert.equal(2, track:find(0.985, 0.02))
    assert.equal(3, track:find(2.01, 0.02))
    assert.equal(1, track:find(0))
    local key, message, code = track:find(0.5, 0.1)
    assert.is_nil(key)
    assert.matches('no key within 0.1', message)
    assert.equal('not_found', code)
  end)

  it('hands out a copy that is its own', function()
    local track = float { times = { 0, 1 }, values = { 1, 2 } }
    local copy = track:copy()
    copy:set_value(1, 9)
    assert.equal(1, track:value(1))
    assert.equal(9, copy:value(1))
  end)
end)

describe('sampling a track', function()
  it('C01 scales tangents by the segment length', function()
    local track = float { interpolation = 'cubic', times = { 0, 2 }, values = { 0, 0, 1, 0, 2, 0 } }
    near.numbers({ 1.25 }, track:sample(1))
  end)

  it('C02 keeps a straight line straight', function()
    local track = float { interpolation = 'cubic', times = { 0, 1 }, values = { 0, 0, 1, 1, 1, 0 } }
    near.numbers({ 0.5 }, track:sample(0.5))
    for i = 0, 10 do near.numbers({ i / 10 }, track:sample(i / 10)) end
  end)

  it('C03 gives cubic rotations unit length', function()
    local zero = { 0, 0, 0, 0 }
    local values = {}
    for _, part in ipairs { zero, { 0, 0, 0, 1 }, zero, zero, { 0, 0, HALF, HALF }, zero } do
      table.move(part, 1, 4, #values + 1, values)
    end
    near.rotation({ 0, 0, 0.3826834, 0.9238795 },
      rotation { interpolation = 'cubic', times = { 0, 1 }, values = values }:sample(0.5))
  end)

  it('C04 keeps the w of rotation tangents', function()
    local values = { 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, -0.5, 0, 0, 0, 0, 0, 0, HALF, HALF, 0, 0, 0, 0 }
    near.rotation({ 0, 0, 0.637952, 0.770076 },
      rotation { interpolation = 'cubic', times = { 0, 2 }, values = values }:sample(1))
  end)

  it('C05 reads cubic weights as in-tangents, values, out-tangents', function()
    local track = ha.track { joint = 'face', channel = 'weights', targets = 2, interpolation = 'cubic',
                             times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0 } }
    near.numbers({ 0.5, 0.5 }, track:sample(0.5))
    near.numbers({ 0, 1 }, track:value(1))
    near.numbers({ 1, 0 }, track:value(2))
  end)

  it('C06 turns the short way', function()
    local track = rotation { times = { 0, 0.25, 0.5, 0.75, 1 }, values = {
      0, 0, 0, 1, 0, 0, HALF, HALF, 0, 0, 1, 0, 0, 0, HALF, -HALF, 0, 0, 0, 1 } }
    near.rotation({ 0, 0, 0.3826834, -0.9238795 }, track:sample(0.875))
    -- Turned on as a wheel, the angle about z grows without a step back.
    local last = 0
    for i = 0, 100 do
      local _, _, z, w = track:sample(i / 100)
      local angle = 2 * math.atan(z, w) % (2 * math.pi)
      if i == 100 then angle = 2 * math.pi end
      assert.is_true(angle >= last - 1e-5, ('at %g the wheel turns back'):format(i / 100))
      last = angle
    end
  end)

  it('C07 interpolates small angles', function()
    local half = 0.0005
    local track = rotation { times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0, math.sin(half), math.cos(half) } }
    local _, _, z, w = track:sample(0.1)
    assert.is_true(math.abs(z - 5e-5) < 1e-8)
    assert.is_true(math.abs(w - 1) < 1e-6)
  end)

  it('C08 stays finite between equal rotations', function()
    local q = { 0.1, -0.5, 0.7, math.sqrt(1 - 0.01 - 0.25 - 0.49) }
    local values = table.move(q, 1, 4, 5, { table.unpack(q) })
    near.rotation(q, rotation { times = { 0, 1 }, values = values }:sample(0.3))
  end)

  it('C09 holds a step until the next key and shows the last one', function()
    local track = float { interpolation = 'step', times = { 0, 1 }, values = { 0, 5 } }
    for time, value in pairs { [0.6] = 0, [1 - 1e-6] = 0, [1] = 5, [2] = 5 } do
      assert.equal(value, track:sample(time))
    end
  end)

  it('C11 C12 holds the first value before the first key, whatever the interpolation', function()
    for _, interpolation in ipairs { 'step', 'linear' } do
      local track = translation { interpolation = interpolation, times = { 1.5, 2.5 }, values = { 1, 0, 0, 2, 0, 0 } }
      near.numbers({ 1, 0, 0 }, track:sample(0))
    end
    local cubic_track = float { interpolation = 'cubic', times = { 1.5, 2.5 }, values = { 9, 1, 9, 9, 2, 9 } }
    near.numbers({ 1 }, cubic_track:sample(0))
    near.numbers({ 2 }, cubic_track:sample(7))
  end)

  it('C13 holds a single key everywhere', function()
    for _, time in ipairs { 0, 0.7 } do
      for _, interpolation in ipairs { 'step', 'linear', 'cubic' } do
        local values = interpolation == 'cubic' and { 8, 3, 9 } or { 3 }
        for _, at in ipairs { -1, 0, 5 } do
          local track = float { interpolation = interpolation, times = { time }, values = values }
          assert.equal(3, track:sample(at))
        end
      end
    end
  end)

  it('C15 cuts at two keys of one time', function()
    for _, interpolation in ipairs { 'step', 'linear' } do
      local track = float { interpolation = interpolation, times = { 0, 10, 10, 20 }, values = { 5, 5, 7, 7 } }
      near.numbers({ 5 }, track:sample(9.999))
      near.numbers({ 7 }, track:sample(10))
      near.numbers({ 7 }, track:sample(15))
    end
  end)

  it('C22 normalises rotation keys that are no unit quaternions', function()
    local track = rotation { times = { 0, 1 }, values = { 0, 0, 0, 2, 0, 0, 1.414, 1.414 } }
    near.rotation({ 0, 0, 0.3826834, 0.9238795 }, track:sample(0.5))
    near.rotation({ 0, 0, 0.1950903, 0.9807853 }, track:sample(0.25))
    assert.same({ 0, 0, 0, 2 }, { track:value(1) }) -- the key stays as given
  end)

  it('C22 gives every sample unit length, on keys and held', function()
    local track = rotation { interpolation = 'step', times = { 0, 1 }, values = { 0, 0, 3, 4, 0, 2, 0, 0 } }
    near.rotation({ 0, 0, 0.6, 0.8 }, track:sample(-1))
    near.rotation({ 0, 0, 0.6, 0.8 }, track:sample(0.5))
    near.rotation({ 0, 1, 0, 0 }, track:sample(3))
  end)

  it('reads a cubic rotation of nothing as the identity', function()
    local values = {}
    for i = 1, 24 do values[i] = 0 end
    near.rotation({ 0, 0, 0, 1 }, rotation { interpolation = 'cubic', times = { 0, 1 }, values = values }:sample(0.5))
  end)
end)

describe('a track from uniform samples', function()
  it('has frames + 1 samples where it does not loop', function()
    local track = float { fps = 10, frames = 2, values = { 0, 1, 2 } }
    assert.equal(3, #track)
    assert.equal(0.2, track:time(3))
    near.numbers({ 0.5 }, track:sample(0.05))
  end)

  it('is closed by its first sample where it loops', function()
    local track = float { fps = 10, frames = 2, looping = true, values = { 4, 6 } }
    assert.equal(3, #track)
    assert.equal(4, track:value(3))
    assert.equal(0.2, track:time(3))
    near.numbers({ 5 }, track:sample(0.15))
  end)

  it('names both counts where they do not agree', function()
    assert.error_matches(function() float { fps = 10, frames = 4, values = { 1, 2 } } end,
      '4 frames need 5 samples .*2 values')
    assert.error_matches(function() float { fps = 10, frames = 4, looping = true, values = { 1 } } end,
      'need 4 samples')
  end)

  it('asks for a rate above 0, and for frames', function()
    assert.error_matches(function() float { fps = 0, frames = 1, values = { 1, 2 } } end,
      'fps must be a number above 0')
    assert.error_matches(function() float { fps = -1, frames = 1, values = { 1, 2 } } end, 'fps')
    assert.error_matches(function() float { fps = 1, values = { 1, 2 } } end,
      "'times', or 'fps' and 'frames', expected")
    assert.error_matches(function() float { values = { 1, 2 } } end, "'times', or 'fps' and 'frames', expected")
    assert.error_matches(function() float { fps = 1, frames = 0, looping = true, values = {} } end, '0 frames')
  end)
end)

describe('making a track', function()
  local function refused(pattern, keys) assert.error_matches(function() ha.track(keys) end, pattern) end

  it('C16 refuses key times that are no times, and names the key', function()
    local nan, values = 0 / 0, { 1, 2, 3 }
    refused("track of 'x', float: key time 2 is not finite",
      { name = 'x', channel = 'float', times = { 0, nan, 1 }, values = values })
    refused('key time 3 is not finite', { name = 'x', channel = 'float', times = { 0, 1, math.huge }, values = values })
    refused('key time 3 decreases', { name = 'x', channel = 'float', times = { 0, 2, 1 }, values = values })
    refused('key time 1 is negative', { name = 'x', channel = 'float', times = { -1, 2, 3 }, values = values })
    refused('at least one key', { name = 'x', channel = 'float', times = {}, values = {} })
  end)

  it('C21 refuses values that are too few or too many, naming both counts', function()
    refused('3 keys need 6 values %(2 each%), not 3',
      { joint = 'face', channel = 'weights', targets = 2, times = { 0, 1, 2 }, values = { 1, 2, 3 } })
    refused('2 keys need 18 values %(9 each%), not 6',
      { joint = 'a', channel = 'scale', interpolation = 'cubic', times = { 0, 1 }, values = { 1, 2, 3, 4, 5, 6 } })
  end)

  it('refuses values that are not finite, and zero rotations, naming the key', function()
    refused('values.*%[2%]: number must be finite',
      { name = 'x', channel = 'float', times = { 0, 1 }, values = { 1, 0 / 0 } })
    refused('values.*%[1%]: number is too large', { name = 'x', channel = 'float', times = { 0 }, values = { 1e300 } })
    refused('key 2 is a zero rotation',
      { joint = 'a', channel = 'rotation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0, 0, 0 } })
  end)

  it('says which field is wrong', function()
    refused("field 'channel': 'translation', 'rotation', 'scale', 'weights' or 'float' expected, got 'rotations'",
      { joint = 'a', channel = 'rotations', times = { 0 }, values = { 1 } })
    refused("field 'channel': .* expected, got nil", { joint = 'a', times = { 0 }, values = { 1 } })
    refused("field 'interpolation': 'step', 'linear' or 'cubic' expected, got number",
      { joint = 'a', channel = 'scale', interpolation = 1, times = { 0 }, values = { 1, 1, 1 } })
    refused("field 'joint': joint index or name expected, got nil",
      { channel = 'scale', times = { 0 }, values = { 1 } })
    refused("field 'joint': joint index or name expected, got table",
      { joint = {}, channel = 'scale', times = { 0 }, values = { 1 } })
    refused("field 'joint': a whole number from 1 to 65535 expected, got 0",
      { joint = 0, channel = 'scale', times = { 0 }, values = { 1, 1, 1 } })
    refused("field 'joint': a float has a 'name' instead",
      { joint = 'a', channel = 'float', times = { 0 }, values = { 1 } })
    refused("field 'name'", { channel = 'float', times = { 0 }, values = { 1 } })
    refused("field 'times': table or Buffer of float32 expected, got string",
      { joint = 'a', channel = 'scale', times = 'now', values = { 1 } })
    refused("field 'times': %[2%]: number expected, got string",
      { joint = 'a', channel = 'scale', times = { 0, 'x' }, values = { 1 } })
    refused("field 'values': table or Buffer of float32 expected, got nil",
      { joint = 'a', channel = 'scale', times = { 0 } })
    refused("field 'targets': a whole number from 1 to 4096 expected, got 0",
      { joint = 'a', channel = 'weights', targets = 0, times = { 0 }, values = {} })
    refused("unknown field 'interpolaton' %(did you mean 'interpolation'%?%)",
      { joint = 'a', channel = 'scale', interpolaton = 'step', times = { 0 }, values = { 1, 1, 1 } })
  end)
end)

describe('editing a track', function()
  it('replaces a value and returns the old one', function()
    local track = translation { times = { 0, 1 }, values = { 1, 2, 3, 4, 5, 6 } }
    local revision = track.revision
    assert.same({ 4, 5, 6 }, { track:set_value(2, 7, 8, 9) })
    assert.same({ 7, 8, 9 }, { track:value(2) })
    assert.same({ 7, 8, 9 }, { track:set_value(2, { 1, 1, 1 }) })
    assert.is_true(track.revision > revision)
  end)

  it('replaces tangents and returns the old ones', function()
    local track = cubic()
    local old_in, old_out = track:set_tangents(2, { 7, 7, 7 }, nil)
    assert.same({ 0, 0, 1 }, old_in)
    assert.same({ 0, 1, 0 }, old_out)
    assert.same({ 7, 7, 7 }, { track:in_tangent(2) })
    assert.same({ 0, 1, 0 }, { track:out_tangent(2) })
    assert.same({ 2, 3, 4 }, { track:value(2) })
    track:set_tangents(2, old_in, old_out)
    assert.same({ 0, 0, 1 }, { track:in_tangent(2) })
  end)

  it('has no tangents to replace where the track is not cubic', function()
    local track = float { times = { 0, 1 }, values = { 1, 2 } }
    assert.error_matches(function() track:set_tangents(1, { 1 }, { 1 }) end, 'only cubic tracks have tangents')
    assert.error_matches(function() track:in_tangent(1) end, 'only cubic')
    assert.error_matches(function() track:insert_key(0.5, 1, { 0 }, { 0 }) end, 'only cubic')
  end)

  it('inserts a key in order and gives its index', function()
    local track = float { times = { 0, 1, 2 }, values = { 10, 20, 30 } }
    assert.equal(3, track:insert_key(1.5, 25))
    assert.equal(1, track:insert_key(0, 5) - 1) -- behind the key that was there
    assert.equal(6, track:insert_key(9, 40))
    local times = {}
    for key = 1, #track do times[key] = track:time(key) end
    assert.same({ 0, 0, 1, 1.5, 2, 9 }, times)
  end)

  it('keeps the shape of the curve where it inserts what is there', function()
    for _, sampled in ipairs { false, true } do
      for _, time in ipairs { 0.3, 1, 1.7, 2.999 } do
        local track = cubic()
        local before = shape(track)
        if sampled then track:insert_key(time, track:sample(time)) else track:insert_key(time) end
        assert.equal(4, #track)
        near.list(before, shape(track), 1e-5)
      end
    end
  end)

  it('keeps the shape of a cubic rotation', function()
    local values = { 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, -0.5, 0, 0.3, 0, 0, 0, 0, HALF, HALF, 0, 0, 0, 0 }
    local track = rotation { interpolation = 'cubic', times = { 0, 3 }, values = values }
    local before = shape(track)
    track:insert_key(1.1, track:sample(1.1))
    near.list(before, shape(track), 1e-5)
  end)

  it('takes a removed key back in as it was', function()
    for _, make in ipairs {
      cubic,
      function() return translation { times = { 0, 1, 2 }, values = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } } end,
      function()
        return float { interpolation = 'cubic', times = { 0, 1, 2 }, values = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } }
      end,
    } do
      local track = make()
      local before = shape(track)
      local removed = table.pack(track:remove_key(2))
      assert.equal(2, #track)
      assert.equal(2, track:insert_key(table.unpack(removed, 1, removed.n)))
      assert.same(before, shape(track))
    end
  end)

  it('returns time and value of a removed key', function()
    local track = translation { times = { 0, 0.5 }, values = { 1, 2, 3, 4, 5, 6 } }
    assert.same({ 0.5, 4, 5, 6 }, { track:remove_key(2) })
    assert.error_matches(function() track:remove_key(1) end, 'last key')
    assert.equal(1, #track)
  end)

  it('moves a key past others and gives its new index', function()
    local track = float { times = { 0, 1, 2 }, values = { 10, 20, 30 } }
    local index, old = track:move_key(1, 1.5)
    assert.equal(2, index)
    assert.equal(0, old)
    assert.same({ 20, 10, 30 }, { track:value(1), track:value(2), track:value(3) })
    assert.equal(3, (track:move_key(2, 2))) -- behind the key that was there
    assert.equal(1, (track:move_key(3, 0)))
  end)

  it('is all or nothing', function()
    local track = cubic()
    local before, revision = shape(track), track.revision
    for _, edit in ipairs {
      function() track:set_value(1, 1, 2, 0 / 0) end, function() track:set_value(1, 1, 2) end,
      function() track:set_value(1, { 1, 2 }) end, function() track:set_value(4, 1, 2, 3) end,
      function() track:set_value(0, 1, 2, 3) end, function() track:set_tangents(1, { 1, 2, math.huge }, nil) end,
      function() track:set_tangents(1, { 1 }, nil) end, function() track:insert_key(-1, 1, 2, 3) end,
      function() track:insert_key(0 / 0, 1, 2, 3) end, function() track:insert_key(1, 1, 2) end,
      function() track:move_key(1, -1) end, function() track:move_key(1, math.huge) end,
      function() track:move_key(9, 1) end, function() track:remove_key(9) end,
    } do
      assert.has_error(edit)
    end
    assert.same(before, shape(track))
    assert.equal(revision, track.revision)
    local turn = rotation { times = { 0 }, values = { 0, 0, 0, 1 } }
    assert.error_matches(function() turn:set_value(1, 0, 0, 0, 0) end, 'zero rotation')
    assert.error_matches(function() turn:insert_key(1, 0, 0, 0, 0) end, 'zero rotation')
    assert.same({ 0, 0, 0, 1 }, { turn:value(1) })
  end)

  it('stays right over many random edits', function()
    local track, model = float { times = { 0 }, values = { 0 } }, { { 0, 0 } }
    math.randomseed(7)
    for step = 1, 2000 do
      local action, key = math.random(4), math.random(#model)
      if action <= 2 then
        local time = math.random(0, 50) / 10
        local place = 1
        while model[place] and model[place][1] <= time do place = place + 1 end
        assert.equal(place, track:insert_key(time, step))
        table.insert(model, place, { time, step })
      elseif action == 3 and #model > 1 then
        local time, value = track:remove_key(key)
        local expected = table.remove(model, key)
        assert.same(expected, { time, value })
      else
        local time = math.random(0, 50) / 10
        local moved = table.remove(model, key)
        local place = 1
        while model[place] and model[place][1] <= time do place = place + 1 end
        table.insert(model, place, { time, moved[2] })
        assert.same({ place, moved[1] }, { track:move_key(key, time) })
      end
    end
    for key, expected in ipairs(model) do assert.same(expected, { track:time(key), track:value(key) }) end
    assert.equal(#model, #track)
  end)
end)
