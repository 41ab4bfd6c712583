-- Where the URIs of a file may lead.

local uri = require 'helioanim.io.uri'
local failure = require 'helioanim.io.failure'

local function path_of(text) return failure.catch(uri.to_path, text, 'buffer 0') end

local function data_of(text) return failure.catch(uri.decode_data, text, 'buffer 0') end

describe('a URI to a file', function()
  it('is a relative path, decoded', function()
    assert.equal('model.bin', path_of 'model.bin')
    assert.equal('parts/model.bin', path_of 'parts/model.bin')
    assert.equal('a b\xC3\xBC%.bin', path_of 'a%20b%C3%bc%25.bin')
    assert.equal('..model..bin', path_of '..model..bin')
  end)

  it('does not leave the folder', function()
    for _, text in ipairs {
      '../x', 'a/../../x', '..', 'a/..', '%2e%2e/x', '%2E./x', '/etc/passwd', '%2Fetc/passwd', '\\x', 'a\\..\\x',
      '%5Cx', 'C:/x', 'c%3A/x', 'file:///x', 'http://host/x', 'HTTPS:x', 'a%00.bin', '', '//host/x',
    } do
      local path, message, code = path_of(text)
      assert.is_nil(path, text)
      assert.equal('unsupported', code)
      assert.truthy(message:find('buffer 0', 1, true))
    end
  end)

  it('has whole percent codes', function()
    for _, text in ipairs { '%', 'a%2', '%zz', '100%.bin' } do
      local path, message, code = path_of(text)
      assert.is_nil(path)
      assert.equal('bad_data', code)
      assert.truthy(message:find('percent', 1, true))
    end
  end)
end)

describe('a data URI', function()
  it('holds its bytes', function()
    assert.equal('hello', data_of 'data:application/octet-stream;base64,aGVsbG8=')
    assert.equal('hello', data_of 'data:;base64,aGVsbG8')
    assert.equal('', data_of 'data:;base64,')
    assert.equal('a b', data_of 'data:,a%20b')
  end)

  it('is refused when broken', function()
    for _, text in ipairs { 'data:', 'data:;base64', 'data:;base64,a', 'data:;base64,a*b=', 'data:,%2' } do
      local bytes, message, code = data_of(text)
      assert.is_nil(bytes, text)
      assert.is_string(message)
      assert.equal('bad_data', code)
    end
  end)

  it('is told from a file', function()
    assert.is_true(uri.is_data 'DATA:,')
    assert.is_false(uri.is_data 'data.bin')
  end)

  it('is the same in any case, and where its base64 is percent-encoded', function()
    assert.equal('hello', data_of 'DATA:application/octet-stream;BASE64,aGVsbG8=')
    assert.equal('hello', data_of 'data:;base64,aGVsbG8%3D')
  end)
end)
