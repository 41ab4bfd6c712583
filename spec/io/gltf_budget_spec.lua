-- Small glTF files that would make much of themselves: each is refused as too large, or stays small.

local ha = require 'helioanim'
local effort = require 'spec.support.effort'
local Files = require 'helioanim.io.gltf_files'
local gltf = require 'spec.support.gltf'

-- Loads under a budget of instructions: the document, or nil, message, code.
local function load(text, options)
  local function results(fault, ...)
    assert.is_nil(fault)
    return ...
  end
  return results(effort.hold(effort.KIBIBYTES + 64 * #text / 1024, ha.load_gltf_string, text, options))
end

local function too_large(text, options)
  local doc, message, code = load(text, options)
  assert.is_nil(doc)
  assert.equal('too_large', code)
  assert.matches('out of proportion', message)
end

local function list(count, element) return (element .. ','):rep(count - 1) .. element end

-- Two keys at 0 and 1 s (accessor 0), two vectors (1) and two numbers (2), all zero.
local KEYS = ('"buffers":[{"uri":"data:;base64,%s","byteLength":32}],"bufferViews":[{"buffer":0,"byteLength":32}],' ..
  '"accessors":[{"bufferView":0,"componentType":5126,"type":"SCALAR","count":2},' ..
  '{"bufferView":0,"byteOffset":8,"componentType":5126,"type":"VEC3","count":2},' ..
  '{"bufferView":0,"byteOffset":8,"componentType":5126,"type":"SCALAR","count":2}],')
  :format(gltf.base64(string.pack('<ff', 0, 1) .. ('\0'):rep(24)))

local function file(format, ...) return '{"asset":{"version":"2.0"},' .. KEYS .. format:format(...) .. '}' end

-- An animation of `count` channels to one target, of the values in accessor `output`.
local function animation(count, target, output)
  return ('"animations":[{"samplers":[{"input":0,"output":%d}],"channels":[%s]}]'):format(output or 1,
    list(count, ('{"sampler":0,"target":{%s}}'):format(target)))
end

local function pointer(text)
  return ('"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"%s"}}'):format(text)
end

local MORPHED = '"meshes":[{"primitives":[{"attributes":{},"targets":[{}]}]}],'
local SCALE = '"node":0,"path":"scale"'

describe('a small glTF file', function()
  it('does not copy a long name into every track', function()
    local text = file('"nodes":[{"name":"%s"}],%s', ('y'):rep(200000), animation(2000, SCALE))
    too_large(text)
    assert(load(file('"nodes":[{"name":"%s"}],%s', ('y'):rep(2000), animation(2000, SCALE))))
  end)

  it('does not fan the weights of one mesh out to a million tracks', function()
    too_large(file('%s"nodes":[%s],%s', MORPHED, list(3000, '{"mesh":0}'),
      animation(300, pointer '/meshes/0/weights', 2)))
  end)

  it('looks for the nodes of a mesh once, not for each channel', function()
    local doc = load(file('"nodes":[%s],%s', list(20000, '{}'), animation(3000, pointer '/meshes/0/weights', 2)))
    assert.equal(0, #doc.clips[1])
    assert.matches("'/meshes/0/weights' leads nowhere", doc.warnings[1])
    local unseen = file('"meshes":[{}],"nodes":[%s],%s', list(3000, '{"mesh":0}'),
      animation(3000, pointer '/meshes/0/weights', 2))
    assert.matches("no node takes weights from '/meshes/0/weights'", load(unseen).warnings[1])
  end)

  it('does not decode one accessor over and over', function()
    local zeros = '"accessors":[{"componentType":5126,"type":"SCALAR","count":1},' ..
      '{"componentType":5126,"type":"VEC3","count":100000}],'
    local doc, message, code = load('{"asset":{"version":"2.0"},' .. zeros .. '"meshes":[{}],"nodes":[{"mesh":0}],' ..
      animation(100, pointer '/meshes/0/weights') .. '}') -- channels that are dropped when their values are there
    assert.is_nil(doc)
    assert.equal('too_large', code)
    assert.matches('^accessor 1: ', message)
  end)

  it('fits one deformer to primitives of the same vertices, and pays for others', function()
    local b = gltf.new()
    local zeros = {}
    for i = 1, 3 * 3000 do zeros[i] = 0 end
    local position = b:accessor('VEC3', zeros)
    for i = 3 * 3000 + 1, 4 * 3000 do zeros[i] = 0 end
    local joints = b:accessor('VEC4', zeros, { componentType = 5121 })
    local weights = b:accessor('VEC4', zeros, { componentType = 5121, normalized = true })
    b:node { mesh = 0, skin = 0 }
    b.root.skins = { { joints = { 0 } } }
    local attributes = { POSITION = position, JOINTS_0 = joints, WEIGHTS_0 = weights }
    local primitives = {}
    for i = 1, 500 do primitives[i] = { attributes = attributes } end
    b.root.meshes = { { primitives = primitives } }
    local doc = assert(load(b:text(), { meshes = true }))
    assert.equal(500, #doc.meshes[1].primitives)
    assert.equal(1, #doc.warnings) -- of weights that do not sum to 1
    for i = 1, 500 do -- the same bytes by other names
      b.root.accessors[#b.root.accessors + 1] = b.root.accessors[position + 1]
      primitives[i] = { attributes = { POSITION = #b.root.accessors - 1, JOINTS_0 = joints, WEIGHTS_0 = weights } }
    end
    too_large(b:text(), { meshes = true })
  end)

  it('does not show every one of its primitives to every one of its skins', function()
    local b = gltf.new()
    local position = b:accessor('VEC3', { 0, 0, 0 })
    local joints = b:accessor('VEC4', { 0, 0, 0, 0 }, { componentType = 5121 })
    local weights = b:accessor('VEC4', { 1, 0, 0, 0 })
    for i = 1, 2000 do
      b:node { mesh = 0, skin = i - 1 }
      b.root.skins[i] = { joints = { 0 } }
    end
    local primitives = {}
    for i = 1, 300 do
      b.root.accessors[#b.root.accessors + 1] = b.root.accessors[position + 1]
      primitives[i] = { attributes = { POSITION = #b.root.accessors - 1, JOINTS_0 = joints, WEIGHTS_0 = weights } }
    end
    b.root.meshes = { { primitives = primitives } }
    too_large(b:text(), { meshes = true })
  end)

  it('keeps warnings few and short', function()
    local name = ('n'):rep(100000)
    local nowhere = animation(1000, '"path":"scale"')
    for _, text in ipairs {
      file('"nodes":[{}],%s', (nowhere:gsub('"samplers"', ('"name":"%s",%%0'):format(name), 1))),
      file('"nodes":[{"name":"%s","matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}],%s', name, animation(1000, SCALE)),
      file('"nodes":[{}],%s', animation(1000, pointer(name))),
      file('"animations":[{"name":"%s","samplers":[],"channels":[],"extras":{"helioanim":{"events":[%s]}}}]', name,
        list(1000, 'null')),
    } do
      local doc = assert(load(text))
      assert.is_true(#doc.warnings < 300)
      assert.equal(('and %d more warnings'):format(1000 - #doc.warnings + 1), doc.warnings[#doc.warnings])
      for _, warning in ipairs(doc.warnings) do assert.is_true(#warning < 400) end
    end
  end)

  it('shortens what its messages quote, and keeps them harmless', function()
    local text = file('"nodes":[{"name":"%s\\u001b\\u009b%s","translation":1}]', ('ü'):rep(100000), 'end')
    local doc, message = load(text)
    assert.is_nil(doc)
    assert.is_true(#message < 400)
    assert.truthy(utf8.len(message))
    assert.equal(("node 0 '%s...%s??end': translation: array expected, got number"):format(('ü'):rep(60),
      ('ü'):rep(12)), message)
  end)

  it('reads many events in any order without moving each past all others', function()
    local events = {}
    for i = 1, 20000 do events[i] = ('[%d,"e"]'):format(20000 - i) end
    local extras = ('"extras":{"helioanim":{"events":[%s]}}'):format(table.concat(events, ','))
    local doc = load(file('"animations":[{"samplers":[],"channels":[],%s}]', extras))
    local last, count = -1, 0
    for _, time in doc.clips[1]:events() do
      assert.is_true(time > last)
      last, count = time, count + 1
    end
    assert.equal(20000, count)
  end)

  it('bounds the morph targets of a node', function()
    local morphed = '"meshes":[{"primitives":[{"attributes":{},"targets":[%s]}]}],"nodes":[{"mesh":0}]'
    local doc, message = load(file(morphed, list(4097, '{}')))
    assert.is_nil(doc)
    assert.matches('node 0: 4097 weights are more than the limit of 4096', message)
    doc = assert(load(file(morphed, list(4096, '{}'))))
    assert.equal(4096, select('#', doc.skeleton:new_pose():weights(1)))
  end)

  it('bounds the components of a pointer', function()
    local format = '{"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"type":"SCALAR","count":1},' ..
      '{"componentType":5126,"type":"SCALAR","count":%d}],"animations":[{"samplers":[{"input":0,"output":1}],' ..
      '"channels":[{"sampler":0,"target":{%s}}]}]}'
    for _, count in ipairs { 4097, 2000000 } do
      local doc, message, code = load(format:format(count, pointer '/materials/0/x'))
      assert.is_nil(doc)
      assert.matches(('channel 1: %d components are more than the limit'):format(count), message)
      assert.is_string(code)
    end
    local doc = assert(load(format:format(4096, pointer '/materials/0/x')))
    assert.equal(4096, select('#', doc.skeleton:new_pose():value '/materials/0/x'))
  end)
end)

describe('a file beside a glTF file', function()
  local folder

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute(("mkdir '%s' && ln -s a.bin '%s/link.bin'"):format(folder, folder)))
    local out = assert(io.open(folder .. '/a.bin', 'wb'))
    out:write(('x'):rep(1000))
    out:close()
  end)

  teardown(function() os.execute(("rm -r '%s'"):format(folder)) end)

  it('is read once by whatever path, and only as far as it is wanted', function()
    local grown = 0
    local files = Files.new { folder = folder .. '/', budget = { grow = function(_, bytes) grown = grown + bytes end } }
    local wanted = {}
    for i, path in ipairs { 'a.bin', './a.bin', './/./a.bin', 'link.bin', 'a%2Ebin' } do
      wanted[i] = files:want(path, i, 'buffer 0')
    end
    for _, each in ipairs(wanted) do assert.equal('xxxxx', files:read(each)) end
    assert.equal(5, grown)
  end)

  it('may be shorter than is wanted', function()
    local files = Files.new { folder = folder .. '/', budget = { grow = function() end } }
    assert.equal(1000, #files:read(files:want('a.bin', 1 << 40, 'buffer 0')))
  end)

  it('is asked for once by its URI', function()
    local asked = 0
    local text = '{"asset":{"version":"2.0"},"buffers":[' .. list(100, '{"uri":"a","byteLength":4}') .. ']}'
    assert(load(text, { reader = function()
      asked = asked + 1
      return ('x'):rep(1000)
    end }))
    assert.equal(1, asked)
  end)
end)
