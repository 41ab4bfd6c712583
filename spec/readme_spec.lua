-- The program in the README runs as it stands.

local function program()
  local file = assert(io.open('README.md', 'rb'))
  local text = file:read 'a'
  file:close()
  return assert(text:match '```lua\n(.-)```')
end

describe('the README', function()
  it('has a program that plays a character', function()
    local uploaded
    local renderer = { upload = function(_, pointer, bytes) uploaded = { pointer, bytes } end }
    local chunk = assert(load(program() .. '\nfor _ = 1, 100 do update(1 / 60, ...) end', 'README.md'))
    chunk(renderer)
    assert.equal('userdata', type(uploaded[1]))
    assert.is_true(uploaded[2] > 0 and uploaded[2] % 64 == 0)
  end)
end)
