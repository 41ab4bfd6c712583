-- Skins and their palettes.

local ha = require 'helioanim'
local near = require 'spec.support.near'

local function moved(x, y, z) return { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1 } end

local function join(...)
  local out = {}
  for _, list in ipairs { ... } do table.move(list, 1, #list, #out + 1, out) end
  return out
end

local function palette_of(skin)
  local skeleton = skin.skeleton
  return skin:palette(skeleton:new_pose():to_model(skeleton:new_matrices()), skin:new_palette())
end

describe('a skin', function()
  local skeleton
  before_each(function()
    skeleton = ha.skeleton { { name = 'base', translation = { 1, 0, 0 } },
                             { name = 'tip', parent = 'base', translation = { 0, 1, 0 } } }
  end)

  it('S01 S03 keeps its own order of joints; without inverse binds they are the identity', function()
    local skin = ha.skin { skeleton = skeleton, joints = { 'tip', 1 } }
    local palette = palette_of(skin)
    near.numbers(moved(1, 1, 0), palette:get(1))
    near.numbers(moved(1, 0, 0), palette:get(2))
    near.numbers(moved(0, 0, 0), skin:inverse_bind(1))
  end)

  it('S04 shares its skeleton with other skins', function()
    local at3 = ha.skeleton { { translation = { 3, 0, 0 } } }
    local one = ha.skin { skeleton = at3, joints = { 1 }, inverse_binds = moved(-1, 0, 0) }
    local two = ha.skin { skeleton = at3, joints = { 1 }, inverse_binds = moved(0, 0, 0) }
    near.numbers(moved(2, 0, 0), palette_of(one):get(1))
    near.numbers(moved(3, 0, 0), palette_of(two):get(1))
  end)

  it('tells what it is', function()
    local binds = join(moved(1, 2, 3), moved(4, 5, 6))
    local skin = ha.skin { name = 'mail', skeleton = skeleton, joints = { 2, 1 }, inverse_binds = binds }
    assert.equal(2, #skin)
    assert.equal('mail', skin.name)
    assert.is_true(rawequal(skeleton, skin.skeleton))
    assert.equal(2, skin:joint(1))
    near.numbers(moved(4, 5, 6), skin:inverse_bind(2))
    assert.equal('', ha.skin { skeleton = skeleton, joints = {} }.name)
    assert.error_matches(function() skin:joint(3) end, 'skin joint 3 does not exist %(there are 2%)')
  end)

  it('may name a joint twice, or none', function()
    local skin = ha.skin { skeleton = skeleton, joints = { 1, 1, 1 } }
    near.numbers(moved(1, 0, 0), palette_of(skin):get(3))
    assert.equal(0, #palette_of(ha.skin { skeleton = skeleton, joints = {} }))
  end)

  it('says what is wrong', function()
    local function refused(pattern, options) assert.error_matches(function() ha.skin(options) end, pattern) end
    refused("field 'skeleton': helioanim.Skeleton expected, got nil", { joints = {} })
    refused("field 'joints': table expected, got nil", { skeleton = skeleton })
    refused("skin joint 1: no joint 'tpi' %(did you mean 'tip'%?%)", { skeleton = skeleton, joints = { 'tpi' } })
    refused('skin joint 2: joint 3 does not exist %(there are 2%)', { skeleton = skeleton, joints = { 1, 3 } })
    refused('2 joints need 32 inverse bind numbers, got 16',
      { skeleton = skeleton, joints = { 1, 2 }, inverse_binds = moved(0, 0, 0) })
    refused("field 'inverse_binds': %[16%]: number must be finite",
      { skeleton = skeleton, joints = { 1 }, inverse_binds = table.move({ 0 / 0 }, 1, 1, 16, moved(0, 0, 0)) })
    refused("unknown field 'inverse_bind'", { skeleton = skeleton, joints = {}, inverse_bind = {} })
  end)

  it('asks for matrices that fit', function()
    local skin = ha.skin { skeleton = skeleton, joints = { 1 } }
    local both = ha.skin { skeleton = skeleton, joints = { 1, 2 } }
    local model, palette = skeleton:new_matrices(), skin:new_palette()
    assert.is_true(rawequal(palette, skin:palette(model, palette)))
    assert.error_matches(function() skin:palette(palette, palette) end,
      "#1 to 'palette' %(2 matrices expected, got 1%)")
    assert.error_matches(function() both:palette(model, palette) end, "#2 to 'palette' %(2 matrices expected, got 1%)")
    assert.error_matches(function() both:palette(model, model) end, 'must not be the model matrices')
  end)
end)
