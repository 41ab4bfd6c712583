-- Matrices: reading, writing, many in one piece.

local ha = require 'helioanim'

local IDENTITY = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }

describe('matrices', function()
  local matrices
  before_each(function() matrices = ha.skeleton { {}, {}, {} }:new_matrices() end)

  it('begin as identities', function()
    assert.equal(3, #matrices)
    for i = 1, 3 do assert.same(IDENTITY, { matrices:get(i) }) end
  end)

  it('are set by numbers or a table', function()
    local numbers = {}
    for i = 1, 16 do numbers[i] = i end
    assert.is_true(rawequal(matrices, matrices:set(2, table.unpack(numbers))))
    assert.same(numbers, { matrices:get(2) })
    matrices:set(3, numbers)
    assert.same(numbers, { matrices:get(3) })
    assert.same(IDENTITY, { matrices:get(1) })
  end)

  it('lie in memory as float32, little-endian, 32-byte aligned', function()
    matrices:set(1, 1.5, 0, 0, 0, 0, -2, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1)
    assert.equal(3 * 64, matrices:byte_length())
    local bytes = matrices:tostring()
    assert.equal(192, #bytes)
    assert.equal(1.5, (string.unpack('<f', bytes)))
    assert.equal(-2, (string.unpack('<f', bytes, 21)))
    assert.equal(9, (string.unpack('<f', bytes, 57)))
    local address = tonumber(('%p'):format(matrices:ptr()):match '0x(%x+)', 16)
    assert.equal('userdata', type(matrices:ptr()))
    assert.equal(0, address % 32)
    assert.is_true(matrices:ptr() == matrices:ptr())
  end)

  it('may be none', function()
    local none = ha.skeleton({}):new_matrices()
    assert.equal(0, #none)
    assert.equal(0, none:byte_length())
    assert.equal('', none:tostring())
  end)

  it('refuse what is no matrix of theirs', function()
    assert.error_matches(function() matrices:get(4) end, 'matrix 4 does not exist %(there are 3%)')
    assert.error_matches(function() matrices:get(0) end, 'does not exist')
    assert.has_error(function() matrices:set(1, 1, 2, 3) end)
    assert.has_error(function() matrices:set(1, { 1, 2, 3 }) end)
    local nan = table.move(IDENTITY, 1, 16, 1, {})
    nan[7] = 0 / 0
    assert.error_matches(function() matrices:set(1, nan) end, '%[7%]: number must be finite')
    assert.same(IDENTITY, { matrices:get(1) })
  end)
end)
