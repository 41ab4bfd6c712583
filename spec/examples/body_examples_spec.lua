-- The examples that draw bodies run, and draw.

local data = require 'spec.support.data'
local files = require 'spec.support.files'
local process = require 'spec.support.process'

-- Runs an example; what it drew.
local function run(name, before)
  local path = os.tmpname()
  local ok, output = process.run(("arg = { %s%q }\ndofile 'examples/%s.lua'"):format(before or '', path, name))
  assert.is_true(ok, output)
  local drawn = files.read(path)
  os.remove(path)
  return drawn
end

local function picture(name) return files.read('docs/images/' .. name .. '.svg') end

describe('the pictures of docs/bodies.md', function()
  it('are what the examples draw: twist', function() assert.equal(picture 'twist', run 'twist') end)
  it('are what the examples draw: reach', function() assert.equal(picture 'reach', run 'reach') end)
  it('need no file: mocap plays the own walk of the character', function()
    local drawn = run('mocap', 'nil, ')
    assert.equal(9, select(2, drawn:gsub('scale%(%.1%)', '')))
    assert.is_nil(drawn:find 'nan')
    local looks, seen = {}, 0 -- it moves
    for figure in drawn:gmatch 'scale%(%.1%)">(.-)</g>' do
      if not looks[figure] then looks[figure], seen = true, seen + 1 end
    end
    assert.equal(9, seen)
  end)
  it('are what the examples draw: mocap', function()
    if not data.present then
      pending 'the test data is absent'
      return
    end
    assert.equal(picture 'mocap', run('mocap', ("%q, "):format(data.root .. '/assets/cmu_12_01_walk.bvh')))
  end)
end)
