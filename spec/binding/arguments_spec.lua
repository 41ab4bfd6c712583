-- Wrong, odd and missing arguments: every function tells what is wrong, and none crashes.

local core = require 'helioanim.core'
local ha = require 'helioanim'
local new_objects = require 'spec.support.objects'

local function raises(message, body)
  local ok, raised = pcall(body)
  assert.is_false(ok, 'nothing was raised')
  assert.equal(message, (tostring(raised):gsub('^[^:]+:%d+: ', '')))
end

describe('wrong arguments', function()
  local skeleton, clip, pose, track
  before_each(function()
    local objects = new_objects()
    skeleton, clip = objects['helioanim.Skeleton'], objects['helioanim.Clip']
    pose, track = objects['helioanim.Pose'], objects['helioanim.Track']
  end)

  it('L06 are named, with what was expected and what was given', function()
    raises("bad argument #1 to 'sample' (helioanim.Pose expected, got no value)", function() clip:sample() end)
    raises("bad argument #1 to 'sample' (helioanim.Pose expected, got nil)", function() clip:sample(nil, 0) end)
    raises("bad argument #1 to 'sample' (helioanim.Pose expected, got helioanim.Clip)",
      function() clip:sample(clip, 0) end)
    raises("bad argument #2 to 'sample' (number expected, got no value)", function() clip:sample(pose) end)
    raises("bad argument #2 to 'sample' (number must be finite)", function() clip:sample(pose, 0 / 0) end)
    raises("bad argument #2 to 'sample' (number must be finite)", function() clip:sample(pose, math.huge) end)
    raises("bad argument #1 to 'sample' (helioanim.Clip expected, got table)", function() clip.sample({}, pose, 0) end)
    raises("bad argument #1 to 'value' (key 3 does not exist (there are 2))", function() track:value(3) end)
    raises("bad argument #1 to 'value' (number expected, got string)", function() track:value('last') end)
    raises("bad argument #1 to 'get' (no joint 'amr' (did you mean 'arm'?))", function() pose:get('amr') end)
    raises("bad argument #3 to 'set_translation' (number expected, got no value)",
      function() pose:set_translation('arm', 1) end)
    raises("bad argument #2 to 'set_translation' (3 numbers expected, got 2)",
      function() pose:set_translation('arm', { 1, 2 }) end)
    raises("bad argument #2 to 'set_translation' ([2]: number expected, got boolean)",
      function() pose:set_translation('arm', { 1, true, 2 }) end)
  end)

  it('L06 are named where options are expected, and blame the caller', function()
    local expected = "bad argument #%d to '%s' (%s expected, got %s)"
    local calls = {
      load_gltf = { 'x', 5 }, load_gltf_string = { 'x', 5 }, load_bvh = { 'x', 5 }, load_bvh_string = { 'x', 5 },
      bvh_string = { {}, 5 }, write_bvh = { 'x', {}, 5 }, glb_string = { 5 }, write_glb = { 'x', 5 },
      retarget = { 5 }, foot_placement = { 5 }, machine_definition = { 5 },
    }
    for name, arguments in pairs(calls) do
      raises(expected:format(#arguments, name, 'table', 'number'), function() ha[name](table.unpack(arguments)) end)
    end
    raises(expected:format(1, 'player', 'table', 'number'), function() clip:player(5) end)
    raises(expected:format(1, 'clock', 'table', 'number'), function() ha.clock(5) end)
    raises(expected:format(1, 'sync_group', 'table', 'number'), function() ha.sync_group(5) end)
    raises(expected:format(1, 'mirror', 'table', 'no value'), function() ha.mirror() end)
    raises(expected:format(1, 'retarget', 'table', 'nil'), function() ha.retarget() end)
    raises(expected:format(1, 'humanoid', 'helioanim.Skeleton', 'nil'), function() ha.humanoid() end)
  end)

  it('L06 look-ups suggest the nearest name', function()
    local nose = ha.skeleton { { name = 'Nose' }, { name = 'Ear' } }
    local joint, message, code = nose:joint('nope')
    assert.is_nil(joint)
    assert.equal("no joint 'nope' (did you mean 'Nose'?)", message)
    assert.equal('not_found', code)
  end)

  it('blame the line of the caller', function()
    local here = debug.getinfo(1, 'l').currentline
    local _, message = pcall(function() clip:sample() end)
    assert.matches('arguments_spec.lua:' .. here + 1 .. ':', message, 1, true)
    _, message = pcall(function() clip.speed = 1 end)
    assert.matches('arguments_spec.lua:' .. here + 3 .. ':', message, 1, true)
    _, message = pcall(function() return clip.speed end)
    assert.matches('arguments_spec.lua:' .. here + 5 .. ':', message, 1, true)
    _, message = pcall(function() ha.track { channel = 'scale' } end)
    assert.matches('arguments_spec.lua:' .. here + 7 .. ':', message, 1, true)
  end)

  it('also of properties: unknown ones suggest, read-only ones say so', function()
    raises("Clip has no 'durration' (did you mean 'duration'?)", function() return clip.durration end)
    raises("Clip has no 'durration' (did you mean 'duration'?)", function() clip.durration = 1 end)
    raises("Pose has no 'to_modle' (did you mean 'to_model'?)", function() pose:to_modle() end)
    raises("Skeleton has no 'xyzzy'", function() return skeleton.xyzzy end)
    raises("Track has no '1'", function() return track[1] end)
    raises("Track has no 'true'", function() track[true] = 1 end)
    raises('Clip.name cannot be written', function() clip.name = 'walk' end)
    raises('Clip.sample cannot be written', function() clip.sample = print end)
  end)
end)

describe('every object', function()
  it('has a closed metatable, a name and a text', function()
    for name, object in pairs(new_objects()) do
      assert.is_false(getmetatable(object), name)
      assert.has_error(function() setmetatable(object, {}) end)
      assert.is_string(tostring(object))
      assert.is_true(object == object)
      assert.is_false(object == new_objects()[name])
      assert.is_false(object == 1)
      object:close()
      object:close()
      assert.equal(name .. ' (closed)', tostring(object))
    end
  end)

  it('shows its properties to pairs', function()
    local objects = new_objects()
    local seen = {}
    for name, value in pairs(objects['helioanim.Clip']) do seen[name] = value end
    assert.equal('wave', seen.name)
    assert.equal(2, seen.duration)
    assert.is_false(seen.looping)
    for _ in pairs(objects['helioanim.Matrices']) do error('matrices have no properties') end
  end)
end)

-- Odd arguments to everything: a call returns or raises. It must not crash, nor hurt what it was given.
describe('odd arguments', function()
  local NUMBERS = { 0, -0.0, 1, 2, 3, -1, 0.5, 1.5, 1e300, -1e300, 1e-320, 2 ^ 53, 0 / 0, math.huge, -math.huge,
                    math.maxinteger, math.mininteger, 65535, 65536 }
  local STRINGS = { '', 'arm', 'root', 'fov', 'rotation', 'float', 'loop', 'cubic', 'VEC3', '1', '\0', ('x'):rep(300),
                    '%s%n' }

  local function evil() -- a table that raises, whatever is done with it
    local function no() error('evil', 0) end
    return setmetatable({ 1, 2, 3 }, { __index = no, __len = no, __tostring = no, __eq = no, __pairs = no })
  end

  local pool, random
  local function any() return pool[random(pool.n)] end

  local function new_pool()
    local list = { n = 0 }
    local function add(value) list.n, list[list.n + 1] = list.n + 1, value end
    for _, value in ipairs(NUMBERS) do add(value) end
    for _, value in ipairs(STRINGS) do add(value) end
    for _, object in pairs(new_objects()) do
      add(object)
      add(object)
    end
    for _, object in pairs(new_objects()) do
      object:close()
      add(object)
    end
    add(true)
    add(false)
    list.n = list.n + 2 -- two nils
    local pointer = new_objects()['helioanim.Matrices']:ptr()
    for _, value in ipairs { {}, { 1, 2, 3 }, { 0, 0, 0, 1 }, { 1, 'x' }, { { 1 } }, { 'arm' }, { 0 / 0 }, evil(),
                             { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 }, io.stdout, print,
                             coroutine.create(print), pointer } do
      add(value)
    end
    return list
  end

  local state
  before_each(function()
    state = 42
    random = function(n) -- the same everywhere
      state = (state * 1103515245 + 12345) & 0x7fffffff
      return (state >> 8) % n + 1
    end
  end)

  local function call(f, ...) pcall(f, ...) end

  local function call_with_any(f, self, rounds)
    for _ = 1, rounds do
      local arguments = {}
      local count = random(9) - 1
      for i = 1, count do arguments[i] = any() end
      if self == nil then
        call(f, table.unpack(arguments, 1, count))
      else
        call(f, self, table.unpack(arguments, 1, count))
      end
    end
  end

  for _, class in ipairs(core._classes()) do
    if class.name ~= 'helioanim.ClipBinding' then
      it('do no harm to ' .. class.name, function()
        assert.is_not_nil(new_objects()[class.name], 'add the class to spec/support/objects.lua')
        for _, method in ipairs(class.methods) do
          pool = new_pool()
          local object = new_objects()[class.name]
          local f = object[method]
          call_with_any(f, object, 300)
          call_with_any(f, nil, 100)
        end
        for property in pairs(class.properties) do
          pool = new_pool()
          local object = new_objects()[class.name]
          for _ = 1, 100 do call(function() object[property] = any() end) end
          call(function() return object[property] end)
        end
        pool = new_pool()
        for _ = 1, 200 do
          local object = any()
          call(function() return object[any()] end)
          call(function() object[any()] = any() end)
          call(function() return #object end)
          call(function() return object == any() end)
          call(function() return next(pairs(object)) end)
          call(tostring, object)
        end
      end)
    end
  end

  it('do no harm to the functions of the module', function()
    local names = {}
    for name, value in pairs(core) do
      if type(value) == 'function' then names[#names + 1] = name end
    end
    table.sort(names)
    for _, name in ipairs(names) do
      pool = new_pool()
      call_with_any(core[name], nil, 400)
    end
  end)

  -- A right table with one or two fields replaced.
  local function call_with_fields(f, make, rounds)
    for _ = 1, rounds do
      local options = make()
      local fields = {}
      for field in pairs(options) do fields[#fields + 1] = field end
      table.sort(fields, function(a, b) return tostring(a) < tostring(b) end)
      for _ = 1, random(2) do options[fields[random(#fields)]] = any() end
      call(f, options)
    end
  end

  it('do no harm in option tables', function()
    local function track()
      return { joint = 'arm', channel = 'translation', interpolation = 'linear', name = 'x', targets = 2,
               components = 1, times = { 0, 1 }, values = { 1, 2, 3, 4, 5, 6 }, fps = 2, frames = 1, looping = false }
    end
    pool = new_pool()
    call_with_fields(core.track, track, 2000)
    call_with_fields(core.skeleton, function()
      local joint = { name = 'a', parent = 2, translation = { 1, 2, 3 }, rotation = { 0, 0, 0, 1 },
                      scale = { 1, 1, 1 }, weights = { 1 } }
      local fields = { 'name', 'parent', 'translation', 'rotation', 'scale', 'weights' }
      for _ = 1, random(3) - 1 do joint[fields[random(6)]] = any() end
      return { name = 'knight', floats = { fov = 1 }, joint, { name = 'b' } }
    end, 2000)
    call_with_fields(core.skin, function()
      local objects = new_objects()
      return { skeleton = objects['helioanim.Skeleton'], joints = { 1, any() }, inverse_binds = {}, name = 'x' }
    end, 1000)
    call_with_fields(core.clip, function()
      local skeleton = random(2) == 1 and new_objects()['helioanim.Skeleton'] or nil
      return { name = 'x', duration = 1, looping = true, fps = 2, frames = 1, skeleton = skeleton,
               tracks = { track(), any() } }
    end, 1000)
  end)
end)
