-- The free functions of the face, against what can be worked out by hand.

local core = require 'helioanim.core'
local ha = require 'helioanim'
local near = require 'spec.support.near'

local HALF = math.sqrt(0.5)

describe('wrap_time', function()
  it('W01 W02 wraps into [0, D)', function()
    for time, right in pairs { [0] = 0, [0.5] = 0.5, [1] = 0, [1.25] = 0.25, [-0.25] = 0.75, [10.25] = 0.25,
                               [1000.25] = 0.25, [-1] = 0 } do
      assert.equal(right, ha.wrap_time(time, 1, 'loop'))
    end
    assert.is_true(ha.wrap_time(-1e-30, 1, 'loop') < 1)
  end)

  it('clamps and mirrors', function()
    for time, right in pairs { [-1] = 0, [0.5] = 0.5, [2] = 2, [3] = 2 } do
      assert.equal(right, ha.wrap_time(time, 2, 'clamp'))
    end
    for time, right in pairs { [0] = 0, [1.5] = 1.5, [2] = 2, [3] = 1, [4] = 0, [5] = 1, [-1] = 1 } do
      assert.equal(right, ha.wrap_time(time, 2, 'pingpong'))
    end
  end)

  it('C14 gives 0 where there is no length', function()
    for _, mode in ipairs { 'clamp', 'loop', 'pingpong' } do
      for _, duration in ipairs { 0, -1 } do assert.equal(0, ha.wrap_time(3, duration, mode)) end
    end
  end)

  it('lists the modes where it gets another', function()
    assert.error_matches(function() ha.wrap_time(1, 1, 'repeat') end,
      "bad argument #3 to 'wrap_time' %('clamp', 'loop' or 'pingpong' expected, got 'repeat'%)")
    assert.error_matches(function() ha.wrap_time(1, 1) end, 'expected, got no value')
    assert.error_matches(function() ha.wrap_time(0 / 0, 1, 'loop') end, 'number must be finite')
  end)
end)

describe('slerp', function()
  it('C07 is exact at small angles', function()
    local _, _, z, w = ha.slerp(0, 0, 0, 1, 0, 0, math.sin(0.0005), math.cos(0.0005), 0.1)
    assert.is_true(math.abs(z - 5e-5) < 1e-8 and math.abs(w - 1) < 1e-6)
  end)

  it('C08 stays finite between equal rotations', function()
    near.rotation({ 0, 0, HALF, HALF }, ha.slerp(0, 0, HALF, HALF, 0, 0, HALF, HALF, 0.3))
    near.rotation({ 0, 0, HALF, HALF }, ha.slerp(0, 0, HALF, HALF, 0, 0, -HALF, -HALF, 0.3))
  end)

  it('C06 takes the shorter arc, also from lengths other than 1', function()
    near.rotation({ 0, 0, 0.3826834, 0.9238795 }, ha.slerp(0, 0, 0, 2, 0, 0, -3, -3, 0.5))
  end)

  it('is the sine formula', function()
    math.randomseed(5)
    for _ = 1, 200 do
      local function unit()
        local q, sum = {}, 0
        for i = 1, 4 do
          q[i] = math.random() * 2 - 1
          sum = sum + q[i] ^ 2
        end
        for i = 1, 4 do q[i] = q[i] / math.sqrt(sum) end
        return q
      end
      local a, b, t, dot = unit(), unit(), math.random(), 0
      for i = 1, 4 do dot = dot + a[i] * b[i] end
      local sign, angle = dot < 0 and -1 or 1, math.acos(math.abs(dot))
      local right = {}
      for i = 1, 4 do
        right[i] = (math.sin((1 - t) * angle) * a[i] + sign * math.sin(t * angle) * b[i]) / math.sin(angle)
      end
      near.rotation(right, ha.slerp(a[1], a[2], a[3], a[4], b[1], b[2], b[3], b[4], t))
    end
  end)

  it('keeps t in [0, 1]', function()
    assert.error_matches(function() ha.slerp(0, 0, 0, 1, 0, 0, 0, 1, 1.5) end, 'from 0 to 1')
  end)
end)

describe('hermite', function()
  it('C01 C02 scales tangents by the length', function()
    near.numbers({ 1.25 }, ha.hermite(0, 1, 2, 0, 0.5, 2))
    near.numbers({ 0.5 }, ha.hermite(0, 1, 1, 1, 0.5, 1))
    near.numbers({ 3 }, ha.hermite(3, 8, 4, 9, 0, 1))
    near.numbers({ 4 }, ha.hermite(3, 8, 4, 9, 1, 1))
  end)
end)

describe('compose and decompose', function()
  it('C20 take a mirror apart and together again', function()
    -- diag(-1, 1, 1) * a quarter turn about y * a move by (1, 2, 3)
    local turned = { core.compose(0, 0, 0, 0, HALF, 0, HALF, 1, 1, 1) }
    local x, y, z = 1, 2, 3
    local matrix = table.move(turned, 1, 16, 1, {})
    for row = 1, 3 do matrix[12 + row] = turned[row] * x + turned[4 + row] * y + turned[8 + row] * z end
    for column = 0, 3 do matrix[4 * column + 1] = -matrix[4 * column + 1] end
    local parts = { ha.decompose(matrix) }
    near.list(matrix, { ha.compose(table.unpack(parts, 1, 10)) })
    local negative = 0
    for i = 8, 10 do negative = negative + (parts[i] < 0 and 1 or 0) end
    assert.equal(1, negative % 2)
    near.rotation({ parts[4], parts[5], parts[6], parts[7] }, table.unpack(parts, 4, 7))
    assert.is_true(parts[11] < 1e-6)
  end)

  it('tell how much shear is lost', function()
    local error = select(11, ha.decompose { 1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 })
    assert.is_true(error > 0.1 and error < 1)
  end)

  -- The square root of the sum of squares of what differs between a matrix and a transform composed.
  local function distance(matrix, parts)
    local sum = 0
    for i, entry in ipairs { ha.compose(parts) } do sum = sum + (entry - matrix[i]) ^ 2 end
    return math.sqrt(sum)
  end

  it('find the transform that is nearest in the sum of squares', function()
    local slanted = { 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }
    near.numbers({ (math.sqrt(5) - 1) / 2 }, distance(slanted, { table.unpack({ ha.decompose(slanted) }, 1, 10) }))
    for _, matrix in ipairs {
      slanted, { 2, 0, 0, 0, .1, 1, 0, 0, 0, .3, 1, 0, 0, 0, 0, 1 },
      { -1, 0, 0, 0, .4, .1, .7, 0, 0, -2, 1, 0, 0, 0, 0, 1 },
    } do
      local best = { table.unpack({ ha.decompose(matrix) }, 1, 10) }
      local least = distance(matrix, best)
      for i = 4, 10 do
        for _, step in ipairs { -.01, .01 } do
          local other = table.move(best, 1, 10, 1, {})
          other[i] = other[i] + step
          assert.is_true(distance(matrix, other) > least)
        end
      end
    end
  end)

  it('stay finite where a scale is 0', function()
    local parts = { ha.decompose { 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 6, 7, 1 } }
    near.numbers({ 5, 6, 7 }, table.unpack(parts, 1, 3))
    near.rotation({ 0, 0, 0, 1 }, table.unpack(parts, 4, 7))
    near.numbers({ 2, 0, 0 }, table.unpack(parts, 8, 10))
  end)
end)

describe('nearest', function()
  it('finds the name that was probably meant', function()
    assert.equal('walk', core.nearest('wlak', { 'run', 'walk', 'jump' }))
    assert.equal('Walk', core.nearest('walk', { 'run', 'Walk' }))
    assert.is_nil(core.nearest('swim', { 'run', 'jump', 5 }))
    assert.is_nil(core.nearest('x', {}))
  end)
end)

describe('the module', function()
  it('tells its version as text and as a number that compares', function()
    local major, minor, patch = ha._VERSION:match '(%d+)%.(%d+)%.(%d+)$'
    assert.equal(major * 10000 + minor * 100 + patch, ha.version_number)
  end)

  it('can be loaded again into the same state', function()
    package.loaded['helioanim.core'] = nil
    local again = require 'helioanim.core'
    package.loaded['helioanim.core'] = core
    local track = again.track { joint = 'a', channel = 'scale', times = { 0 }, values = { 1, 2, 3 } }
    assert.equal(1, #ha.clip { tracks = { track } })
  end)
end)
