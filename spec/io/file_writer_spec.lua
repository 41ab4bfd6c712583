-- Replacing files: a reader sees the old one or the new one, never half of either.

local failure = require 'helioanim.io.failure'
local file_writer = require 'helioanim.io.file_writer'
local files = require 'spec.support.files'

local function replace(path, bytes) return failure.catch(file_writer.replace, path, bytes) end

describe('a written file', function()
  local path
  before_each(function() path = os.tmpname() end)
  after_each(function()
    os.remove(path)
    os.remove(path .. '.part')
  end)

  it('holds the new bytes, and nothing lies beside it', function()
    assert.is_true(replace(path, 'one'))
    assert.is_true(replace(path, '\0two\r\n'))
    assert.equal('\0two\r\n', files.read(path))
    assert.is_nil(io.open(path .. '.part'))
  end)

  it('stays as it was where the new one cannot be written', function()
    assert.is_true(replace(path, 'old'))
    assert(os.execute(("mkdir '%s.part'"):format(path))) -- in the way of the new one
    local ok, message, code = replace(path, 'new')
    assert.same({ nil, 'io' }, { ok, code })
    assert.matches('^cannot write ' .. path, message)
    assert.equal('old', files.read(path))
  end)

  it('is refused in a folder that is not there, and where a folder stands', function()
    for _, wrong in ipairs { '/no/such/folder/file', '/tmp' } do
      local ok, message, code = replace(wrong, 'x')
      assert.same({ nil, 'io' }, { ok, code })
      assert.matches('^cannot write ' .. wrong, message)
    end
  end)

  it('is refused where its path would be cut short', function()
    local ok, message, code = replace(path .. '\0.glb', 'x')
    assert.same({ nil, 'io' }, { ok, code })
    assert.equal(("'%s?.glb' holds a NUL byte"):format(path), message)
  end)

  it('may be a device, which is written to and stays one', function()
    assert.is_true(replace('/dev/null', 'x'))
    assert.equal('', files.read '/dev/null')
    assert.is_nil(io.open '/dev/null.part')
  end)
end)
