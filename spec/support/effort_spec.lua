-- The budget that readers are held to in tests: what goes beyond it is found.

local effort = require 'spec.support.effort'

local function endless() repeat local _ = 1 until false end

describe('a budget', function()
  it('ends what does not end, caught errors or not', function()
    assert.equal('it ran more than 30000000 instructions', (effort.hold(64, endless)))
    local fault = effort.hold(64, function()
      pcall(endless)
      return 'done'
    end)
    assert.equal('it ran more than 30000000 instructions', fault)
  end)

  it('finds what takes much memory, and what raises', function()
    local fault, kept = effort.hold(64, string.rep, 'x', 2 ^ 17)
    assert.is_nil(kept)
    assert.matches('^it took 128 KiB$', fault)
    assert.equal('it raised no', (effort.hold(64, error, 'no')))
  end)

  it('hands results through', function()
    assert.same({ nil, 1, nil, 3, n = 4 }, table.pack(effort.hold(64, function(...) return ... end, 1, nil, 3)))
  end)
end)
