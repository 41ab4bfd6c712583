-- The command line, run in this process: output, one line of error, exit code.

local cjson = require('cjson').new()
local cli = require 'helioanim.cli'
local files = require 'spec.support.files'
local gltf = require 'spec.support.gltf'
local run = require 'spec.support.command'

local path

local function write_fixture()
  local b = gltf.new()
  b:node { name = 'root\n"', children = { 1 } }
  b:node { name = 'arm', translation = { 0, 1, 0 } }
  b.root.skins = { { joints = { 0, 1 } } }
  for i = 1, 2 do
    b:animation(i == 1 and 'slide' or nil,
      { { node = 1, path = 'translation', times = { 0, 2 }, values = { 0, 0, 0, 4 * i, 0, 0 } } })
  end
  path = files.temporary(b:glb())
end

describe('helioanim', function()
  setup(write_fixture)
  teardown(function() os.remove(path) end)

  it('samples into the documented JSON', function()
    local code, out = run('sample', path, '--clip', 'slide', '--at', '1,5', '--wrap', 'loop', '--json')
    assert.equal(0, code)
    local answer = cjson.decode(out)
    assert.equal(path, answer.file)
    assert.same({ index = 1, name = 'slide', duration = 2 }, answer.clip)
    assert.equal(2, #answer.samples)
    assert.equal(5, answer.samples[2].time)
    local node = answer.samples[2].nodes[2]
    assert.equal('arm', node.name)
    assert.same({ 2, 0, 0 }, node.translation)
    assert.equal(16, #node.model)
    assert.is_nil(node.weights)
    assert.equal(2, answer.samples[1].skins[1].palette[2][13])
  end)

  it('samples unnamed clips by #N, and the rest pose without a clip', function()
    local _, out = run('sample', path, '--clip', '#2', '--at', '1', '--json')
    assert.equal(4, cjson.decode(out).samples[1].nodes[2].translation[1])
    _, out = run('sample', path, '--json')
    local answer = cjson.decode(out)
    assert.is_nil(answer.clip)
    assert.same({ 0, 1, 0 }, answer.samples[1].nodes[2].translation)
  end)

  it('inspects', function()
    local code, out = run('inspect', path, '--json')
    assert.equal(0, code)
    local answer = cjson.decode(out)
    assert.equal('root\n"', answer.nodes[1].name)
    assert.equal(1, answer.nodes[2].parent)
    assert.same({ 1, 2 }, answer.skins[1].joints)
    assert.same({ joint = 'arm', node = 2, channel = 'translation', interpolation = 'linear', keys = 2 },
      answer.clips[1].tracks[1])
    code, out = run('inspect', path)
    assert.equal(0, code)
    assert.matches("clip #1 'slide': 2.000 s, 1 tracks", out, 1, true)
    assert.equal(path .. [[: 2 nodes, 1 skins, 2 clips
  node 1 'root?"'
  node 2 'arm' below node 1
  skin 1 '': 2 joints
  clip #1 'slide': 2.000 s, 1 tracks
    translation of node 2 'arm': linear, 2 keys
  clip #2 '': 2.000 s, 1 tracks
    translation of node 2 'arm': linear, 2 keys
]], out)
  end)

  it('samples into text that tells the same, on one line each', function()
    local b = gltf.new()
    b:node { name = 'a\nb\27[31m', mesh = 0, weights = { .25 }, translation = { 1, 2, 3 } }
    b.root.meshes = { { primitives = { { attributes = {}, targets = { {} } } } } }
    b.root.skins = { { name = 'one', joints = { 0 } }, { name = 'two', joints = { 0 } } }
    b.root.meshes[1].primitives[1] = cjson.decode '{"attributes":{},"targets":[{}]}'
    local file = files.temporary(b:glb())
    local code, out = run('sample', file, '--skin', '2')
    os.remove(file)
    assert.equal(0, code)
    local lines = {}
    for line in out:gmatch '[^\n]+' do lines[#lines + 1] = line:gsub(' +', ' ') end
    local matrix = ' 1 a?b?[31m 1.0000 0.0000 0.0000 0.0000 0.0000 1.0000 0.0000 0.0000' ..
      ' 0.0000 0.0000 1.0000 0.0000 1.0000 2.0000 3.0000 1.0000'
    assert.same({
      'time 0', ' 1 a?b?[31m T 1.0000 2.0000 3.0000 R 0.00000 0.00000 0.00000 1.00000 S 1.0000 1.0000 1.0000',
      'model matrices', matrix, 'morph weights', ' 1 a?b?[31m 0.25000', "palette of skin 2 'two'", matrix,
    }, lines)
  end)

  it('ends with 1 when its output cannot be written', function()
    local full = { write = function() return nil, 'disk full' end, flush = function(self) return self end }
    local held_back = { write = function(self) return self end, flush = function() return nil, 'disk full' end }
    for _, out in ipairs { full, held_back } do
      for _, arguments in ipairs { { 'inspect', path, '--json' }, { 'sample', path }, { '--help' } } do
        local said = {}
        local err = { write = function(_, ...) said[#said + 1] = table.concat { ... } end }
        assert.equal(1, cli.main(arguments, out, err))
        assert.equal('helioanim: the output cannot be written: disk full\n', table.concat(said))
      end
    end
  end)

  it('ends with 1 and one line for bad data', function()
    for _, arguments in ipairs { { 'validate', 'no-such-file' }, { 'sample', path, '--clip', 'slid' },
                                 { 'sample', path, '--clip', '#9' }, { 'sample', path, '--skin', '7' } } do
      local code, out, err = run(table.unpack(arguments))
      assert.equal(1, code)
      assert.equal('', out)
      assert.matches('^helioanim: [^\n]+\n$', err)
    end
    local _, _, err = run('sample', path, '--clip', 'slid')
    assert.matches("did you mean 'slide'", err)
  end)

  it('ends with 2 for wrong usage', function()
    local wrong = {
      {}, { 'smaple', path }, { 'inspect' }, { 'inspect', path, path }, { 'inspect', '--x', path },
      { 'inspect', path, '--json=1' }, { 'sample', path, '--at', 'now' }, { 'sample', path, '--at', '' },
      { 'sample', path, '--at', 'inf' }, { 'sample', path, '--wrap', 'lop' }, { 'sample', path, '--clip' },
    }
    for _, arguments in ipairs(wrong) do
      local code, _, err = run(table.unpack(arguments))
      assert.equal(2, code, table.concat(arguments, ' '))
      assert.matches('^helioanim: [^\n]+\n$', err)
    end
  end)

  it('renders a film strip', function()
    local strip = os.tmpname()
    assert.equal(0, (run('render', path, '--clip', 'slide', '--frames', '3', '-o', strip)))
    local text = files.read(strip)
    os.remove(strip)
    assert.matches('^<svg ', text)
    assert.matches('</svg>\n$', text)
    assert.equal(2, (run('render', path)))
    assert.equal(2, (run('render', path, '--frames', '0', '-o', strip)))
    assert.equal(1, (run('render', path, '-o', '/no/such/folder/strip.svg')))
  end)

  it('helps and tells its version', function()
    assert.equal(0, (run '--help'))
    local code, out = run '--version'
    assert.equal(0, code)
    assert.matches('^helioanim %d+%.%d+%.%d+', out)
  end)
end)
