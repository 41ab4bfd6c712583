-- JSON, and what its checked readers let through.

local json = require 'helioanim.io.json'
local failure = require 'helioanim.io.failure'

local function decode(text) return failure.catch(json.decode, text) end

-- Calls a reader with { x = <the JSON value> }; further arguments as the reader takes them.
local function read(reader, value, ...)
  return failure.catch(json[reader], json.decode('{"x":' .. value .. '}'), 'x', ...)
end

local function refused(expected, value, message, code)
  assert.is_nil(value)
  assert.equal(expected, message)
  assert.equal('bad_data', code)
end

describe('JSON text', function()
  it('has an object at its root', function()
    assert.same({ a = 1 }, decode '{"a":1}')
    for _, text in ipairs { '', ' ', '[1]', '1', '"a"', 'null', '{', '{"a":}', '{"a":1}}', '{"a":1,}', "{'a':1}" } do
      local root, message, code = decode(text)
      assert.is_nil(root, text)
      assert.truthy(message:find '^JSON: ')
      assert.equal('bad_data', code)
    end
  end)

  it('has no numbers beyond JSON, and no NUL', function()
    for _, text in ipairs { '{"a":NaN}', '{"a":Infinity}', '{"a":-inf}', '{"a":0x10}', '{"a":1}\0' } do
      assert.is_nil((decode(text)), text)
    end
  end)

  it('may be nested, but not without end', function()
    assert.is_table(decode('{"a":' .. ('['):rep(900) .. (']'):rep(900) .. '}'))
    assert.is_nil((decode('{"a":' .. ('['):rep(100000) .. (']'):rep(100000) .. '}')))
  end)
end)

describe('a field of JSON', function()
  it('is nothing where it is absent', function()
    for _, reader in ipairs { 'object', 'array', 'string', 'count', 'numbers' } do
      assert.is_nil((failure.catch(json[reader], {}, 'x', nil, 'here')))
    end
    assert.is_nil((failure.catch(json.index, {}, 'x', 5, 'here')))
  end)

  it('has its type', function()
    assert.equal('a', read('string', '"a"', 'here'))
    assert.same({}, read('array', '[]', 'here'))
    refused('here: x: string expected, got number', read('string', '1', 'here'))
    refused('here: x: object expected, got table', read('object', '[1]', 'here'))
    refused('here: x: array expected, got table', read('array', '{"a":1}', 'here'))
    refused('here: x: array expected, got null', read('array', 'null', 'here'))
  end)

  it('counts from 0 in whole numbers', function()
    assert.equal(0, read('count', '0', 'here'))
    assert.equal('integer', math.type(read('count', '3.0', 'here')))
    for _, value in ipairs { '-1', '0.5', '1e300', '18446744073709551616' } do
      local number, message = read('count', value, 'here')
      assert.is_nil(number)
      assert.truthy(message:find('not a whole number from 0', 1, true), message)
    end
    refused('here: x: number expected, got string', read('count', '"1"', 'here'))
  end)

  it('is an index of something that exists', function()
    assert.equal(4, read('index', '4', 5, 'here'))
    refused('here: x: 5 does not exist (there are 5)', read('index', '5', 5, 'here'))
    refused('here: x: -1 is not a whole number from 0', read('index', '-1', 5, 'here'))
    assert.same({ 0, 2 }, read('indices', '[0,2]', 3, 'here'))
    refused('here: x: 3 does not exist (there are 3)', read('indices', '[0,3]', 3, 'here'))
    refused('here: x: number expected, got null', read('indices', '[null]', 3, 'here'))
  end)

  it('lists finite floats', function()
    assert.same({ 1, 2.5, -3 }, read('numbers', '[1,2.5,-3]', 3, 'here'))
    refused('here: x: 4 numbers expected, got 1', read('numbers', '[1]', 4, 'here'))
    refused('here: x: 1e+39 is not a finite float', read('numbers', '[1e39]', 1, 'here'))
    refused('here: x: numbers expected, got string', read('numbers', '["1"]', 1, 'here'))
  end)
end)

describe('several fields of JSON', function()
  local object = { name = 'a', node = 3.0, flag = true, part = {}, list = { 1 } }

  local function fields(...) return failure.catch(json.fields, object, 'here', ...) end

  it('come in order, absent ones as nil', function()
    assert.same({ 'a', nil, 3, true, n = 4 }, table.pack(fields('snnb', 'name', 'none', 'node', 'flag')))
    assert.equal(object.part, fields('o', 'part'))
    assert.equal('integer', math.type(fields('n', 'node')))
  end)

  it('have their kinds', function()
    refused('here: name: number expected, got string', fields('sn', 'absent', 'name'))
    refused('here: node: string expected, got number', fields('s', 'node'))
    refused('here: list: object expected, got table', fields('o', 'list'))
    refused('here: name: boolean expected, got string', fields('b', 'name'))
  end)
end)
