-- The examples of state machines run as they stand, and the tutorial speaks of what there is.

local files = require 'spec.support.files'
local process = require 'spec.support.process'
local run = require 'spec.support.command'

describe('the locomotion example', function()
  it('steps, strikes, jumps and lands', function()
    local ok, output = process.run "dofile 'examples/locomotion.lua'"
    assert.is_true(ok, output)
    for _, line in ipairs { 'step_right', 'step_left', 'hit, weight 1%.00', 'enter jump', 'land', 'finished attack' } do
      assert.matches(line, output)
    end
  end)
end)

describe('helioanim graph', function()
  it('writes the text for Graphviz', function()
    local code, out = run('graph', 'examples/hero_machine.lua')
    assert.equal(0, code)
    assert.truthy(out:find('"ground" -> "jump"', 1, true))
  end)

  it('draws, or says that Graphviz is not installed', function()
    local path = os.tmpname()
    local code, _, err = run('graph', 'examples/hero_machine.lua', '-o', path)
    if os.execute 'command -v dot >/dev/null 2>&1' then
      assert.equal(0, code)
      assert.matches('<svg', files.read(path))
    else
      assert.equal(1, code)
      assert.matches('Graphviz is not installed', err)
    end
    os.remove(path)
  end)

  it('tells in one line what is wrong', function()
    for text, message in pairs {
      ['return 5'] = 'returns no state machine',
      ['return {'] = 'expected',
      ['error "oh"'] = 'oh',
      ["return { initial = 'a', states = {} }"] = 'no states',
    } do
      local path = files.temporary(text)
      local code, _, err = run('graph', path)
      os.remove(path)
      assert.equal(1, code)
      assert.matches(message, err)
      assert.equal(1, select(2, err:gsub('\n', '')))
    end
  end)
end)
