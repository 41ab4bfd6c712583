-- `helioanim graph`: drawing state machines.

local files = require 'spec.support.files'
local process = require 'spec.support.process'
local run = require 'spec.support.command'

describe('helioanim graph', function()
  it('writes the text for Graphviz', function()
    local code, out = run('graph', 'examples/hero_machine.lua')
    assert.equal(0, code)
    assert.truthy(out:find('"ground" -> "jump"', 1, true))
  end)

  local NESTED = [[
    local clip = require 'helioanim'.clip { name = 'c <&> "d"', duration = 1 }
    return { initial = 'air', states = { ['a "b" <c>'] = { node = clip, on_request = true },
      air = { to = { { 'a "b" <c>', when = function() end, fade = 0.2 } }, machine = { initial = 'deep', states = {
        deep = { machine = { initial = 'fall', states = { fall = { node = clip } } } } } } } },
      any = { { 'air', when = 'a & b', exit = 0.5 } }, slots = { { 'slash', clip = clip } } } ]]

  it('leads to the frames of nested machines, and shows slots and who waits for what', function()
    local path = files.temporary(NESTED)
    local code, out = run('graph', path)
    os.remove(path)
    assert.equal(0, code)
    for _, part in ipairs { 'subgraph "cluster_air/deep" {', '"slot slash" [label="slash"', 'lhead="cluster_air"',
                            'ltail="cluster_air"', '<a &amp; b<br/>at 0.5>', 'label="a \\"b\\" <c>"',
                            'cross 0.2 s', '"start of air/deep/fall" -> "air/deep/fall"' } do
      assert.truthy(out:find(part, 1, true), part .. '\n' .. out)
    end
  end)

  local has_dot = os.execute 'command -v dot >/dev/null 2>&1'

  it('draws what Graphviz understands', function()
    if not has_dot or process.is_sanitized() then
      pending 'Graphviz is not installed, or would run under the sanitizer'
      return
    end
    local nested = files.temporary(NESTED)
    for _, machine in ipairs { 'examples/hero_machine.lua', nested } do
      local path = os.tmpname()
      local code, _, err = run('graph', machine, '-o', path)
      assert.equal('', err)
      assert.equal(0, code)
      assert.matches('<svg.*</svg>', files.read(path))
      code, _, err = run('graph', machine, '-o', path .. '.nothing')
      assert.equal(1, code)
      assert.matches("^helioanim: 'dot' could not draw [^\n]*\n$", err)
      os.remove(path)
    end
    os.remove(nested)
  end)

  it('says where Graphviz is not installed', function()
    local command = 'bin/helioanim graph examples/hero_machine.lua -o machine.svg 2>&1'
    local pipe = io.popen('lua=$(command -v lua5.4); PATH=/nowhere; $lua ' .. command)
    assert.matches('^helioanim: Graphviz is not installed[^\n]*\n$', pipe:read 'a')
    assert.same({ nil, 'exit', 1 }, { pipe:close() })
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
