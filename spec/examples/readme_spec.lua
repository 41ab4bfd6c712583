-- The program in the README runs as it stands.

local files = require 'spec.support.files'

local function program() return assert(files.read 'README.md':match '```lua\n(.-)```') end

describe('the README', function()
  it('has a program that plays a character', function()
    local lines = {}
    local environment = setmetatable({ print = function(...) lines[#lines + 1] = table.concat({ tostring((...)),
      select('#', ...) }, ' ') end }, { __index = _G })
    assert(load(program(), 'README.md', 't', environment))()
    local uploads, steps = 0, 0
    for _, line in ipairs(lines) do
      if line:find '^userdata' then uploads = uploads + 1 end
      if line:find '^step_' then steps = steps + 1 end
    end
    assert.equal(60, uploads)
    assert.equal(2, steps) -- at 0 and 0.53 of 1 second
  end)
end)
