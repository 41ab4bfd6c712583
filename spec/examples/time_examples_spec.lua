-- The examples of time run as they stand, and the picture of docs/time.md is what players do.

local files = require 'spec.support.files'
local process = require 'spec.support.process'

local function output_of(path)
  local ok, output = process.run(("dofile '%s'"):format(path))
  assert.is_true(ok, output)
  return output
end

describe('the example', function()
  for name, pattern in pairs {
    cut_scene = 'impact, 0%.10 s ago',
    events = 'step of the right foot at 0%.60',
    root_motion = '4%.0 s: actor at  ?%-?0%.00 %-?%s*%-?0%.00 heading  360',
    shared_clock = 'frame 6: strike at 0%.600, reaction at 0%.600',
  } do
    it(name .. ' tells what it should', function()
      assert.matches(pattern, output_of('examples/' .. name .. '.lua'))
    end)
  end
end)

describe('the picture of the timeline', function()
  it('is up to date', function()
    assert.equal(files.read 'docs/images/timeline.svg', output_of 'tools/timeline_picture.lua')
  end)
end)
