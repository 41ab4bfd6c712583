-- Buffers, and accessors decoded into them.

local core = require 'helioanim.core'
local ha = require 'helioanim'
local near = require 'spec.support.near'

local FLOAT, USHORT = 5126, 5123

local function floats(kind, numbers)
  local bytes = {}
  for i, number in ipairs(numbers) do bytes[i] = string.pack('<f', number) end
  bytes = table.concat(bytes)
  local per_element = ({ SCALAR = 1, VEC3 = 3, VEC4 = 4, MAT4 = 16 })[kind]
  return core.decode_accessor(bytes, 0, #bytes, 0, FLOAT, kind, #numbers // per_element, false, false)
end

describe('a buffer', function()
  it('tells what it holds', function()
    local buffer = floats('VEC3', { 1, 2, 3, 4, 5, 6 })
    assert.equal(6, #buffer)
    assert.equal(3, buffer.components)
    assert.equal('float32', buffer.type)
    assert.same({ 4, 5, 6 }, { buffer:get(2) })
    assert.equal(24, buffer:byte_length())
    assert.equal(6, (string.unpack('<f', buffer:tostring(), 21)))
    assert.equal('userdata', type(buffer:ptr()))
    assert.error_matches(function() buffer:get(3) end, 'element 3 does not exist %(there are 2%)')
  end)

  it('may hold unsigned integers', function()
    local bytes = string.pack('<I2I2I2', 1, 2, 65535)
    local buffer = core.decode_accessor(bytes, 0, 6, 0, USHORT, 'SCALAR', 3, false, true)
    assert.equal('uint32', buffer.type)
    assert.equal('integer', math.type((buffer:get(3))))
    assert.equal(65535, (buffer:get(3)))
    assert.equal(string.pack('<I4I4I4', 1, 2, 65535), buffer:tostring())
  end)

  it('stands for a list of numbers', function()
    local times, values = floats('SCALAR', { 0, 1 }), floats('VEC3', { 1, 2, 3, 4, 5, 6 })
    local track = ha.track { joint = 'arm', channel = 'translation', times = times, values = values }
    near.numbers({ 2.5, 3.5, 4.5 }, track:sample(0.5))
    local move = floats('MAT4', { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1 })
    local skeleton = ha.skeleton { {} }
    local skin = ha.skin { skeleton = skeleton, joints = { 1 }, inverse_binds = move }
    near.numbers({ 7, 8, 9, 1 }, select(13, skin:inverse_bind(1)))
    assert.same({ 4, 5, 6 }, { skeleton:new_pose():set_translation(1, floats('VEC3', { 4, 5, 6 })):translation(1) })
  end)

  it('of integers does not, nor a closed one', function()
    local integers = core.decode_accessor('abcd', 0, 4, 0, 5121, 'SCALAR', 4, false, true)
    assert.error_matches(function()
      ha.track { joint = 'a', channel = 'scale', times = { 0 }, values = integers }
    end, "field 'values': table or Buffer of float32 expected, got helioanim.Buffer")
    local times = floats('SCALAR', { 0 })
    times:close()
    assert.error_matches(function()
      ha.track { joint = 'a', channel = 'scale', times = times, values = { 1, 1, 1 } }
    end, 'Buffer is closed')
  end)
end)

describe('decoding an accessor', function()
  it('reads no byte outside what it is given', function()
    local bytes = ('x'):rep(16)
    for _, case in ipairs { { 0, 16, 0, 5 }, { 4, 12, 0, 4 }, { 0, 16, 8, 3 }, { 0, 16, 2, 1 } } do
      local buffer, message, code = core.decode_accessor(bytes, case[1], case[2], case[3], FLOAT, 'SCALAR', case[4],
        false, false)
      assert.is_nil(buffer)
      assert.is_string(message)
      assert.equal('bad_data', code)
    end
    assert.has_error(function() core.decode_accessor(bytes, 8, 16, 0, FLOAT, 'SCALAR', 1, false, false) end)
    assert.has_error(function() core.decode_accessor(bytes, -1, 4, 0, FLOAT, 'SCALAR', 1, false, false) end)
  end)

  it('refuses counts beyond all memory', function()
    for _, count in ipairs { 1 << 60, 1 << 61, math.maxinteger, -1 } do
      for _, sparse in ipairs { false, { 1, '\5', 0, 1, 5121, ('v'):rep(64), 0, 64 } } do
        assert.has_error(function()
          core.decode_accessor(nil, 0, 0, 0, FLOAT, 'MAT4', count, false, false, sparse or nil)
        end)
      end
    end
  end)
end)
