-- The example of a state machine runs as it stands.

local process = require 'spec.support.process'

describe('the locomotion example', function()
  it('steps, strikes, jumps and lands', function()
    local ok, output = process.run "dofile 'examples/locomotion.lua'"
    assert.is_true(ok, output)
    for _, line in ipairs { 'step_right', 'step_left', 'hit, weight 1%.00', 'enter jump', 'land', 'finished attack' } do
      assert.matches(line, output)
    end
  end)
end)
