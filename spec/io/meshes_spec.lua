-- Meshes of glTF files, skinned and morphed on the CPU.

local ha = require 'helioanim'
local data = require 'spec.support.data'
local effort = require 'spec.support.effort'
local files = require 'spec.support.files'
local gltf = require 'spec.support.gltf'
local near = require 'spec.support.near'
local toys = require 'spec.support.toys'

-- Two joints and a strip of three vertices between them.
local function strip(options)
  options = options or {}
  local b = gltf.new()
  b:node { name = 'low', children = { 1 } }
  b:node { name = 'high', translation = { 0, 1, 0 } }
  b:node { name = 'body', mesh = 0, skin = 0 }
  local joint_type = options.joint_type or 5121
  local attributes = {
    POSITION = b:accessor('VEC3', { 0, 0, 0, 1, 1, 0, 0, 2, 0 }),
    NORMAL = b:accessor('VEC3', { 0, 0, 1, 0, 0, 1, 0, 0, 1 }),
    JOINTS_0 = b:accessor('VEC4', options.joints or { 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0 },
      { componentType = joint_type }),
    WEIGHTS_0 = b:accessor('VEC4', options.weights or { 1, 0, 0, 0, .5, .5, 0, 0, 1, 0, 0, 0 }),
  }
  b.root.meshes = { { primitives = { {
    attributes = attributes, indices = b:accessor('SCALAR', options.indices or { 0, 1, 2 }, { componentType = 5123 }),
    targets = { { POSITION = b:accessor('VEC3', { 0, 0, 0, 0, 0, 0, 0, 0, 3 }) } },
  } } } }
  b.root.skins = { { joints = { 0, 1 }, inverseBindMatrices = b:accessor('MAT4', {
    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1 }) } }
  return b
end

describe('meshes of a glTF file', function()
  it('come when asked for', function()
    local bytes = strip():glb()
    assert.is_nil(assert(ha.load_gltf_string(bytes)).meshes[1].primitives)
    local doc = assert(ha.load_gltf_string(bytes, { meshes = true }))
    local primitive = doc.meshes[1].primitives[1]
    assert.equal(3, primitive.vertex_count)
    near.list({ 1, 1, 0 }, { primitive.positions:get(2) })
    assert.equal('uint32', primitive.joints[1].type)
    assert.equal(2, (primitive.indices:get(3)))
    near.list({ 0, 0, 3 }, { primitive.targets[1].positions:get(3) })
  end)

  it('are refused where they lie', function()
    local function message(options)
      return select(2, ha.load_gltf_string(strip(options):glb(), { meshes = true }))
    end
    assert.matches('mesh 0 primitive 0: index 3 of 3 vertices', message { indices = { 0, 1, 3 } })
    assert.matches('vertex 2: palette index 7 in a skin of 2 joints',
      message { joints = { 0, 0, 0, 0, 0, 7, 0, 0, 1, 0, 0, 0 } })
    assert.is_nil(message { joints = { 0, 200, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0 } }) -- without weight
  end)

  it('follow joints and morph weights', function()
    local doc = assert(ha.load_gltf_string(strip():glb(), { meshes = true }))
    local skel, skin, pose = doc.skeleton, doc.skins[1], doc.skeleton:new_pose()
    local model, palette = skel:new_matrices(), skin:new_palette()
    local body = ha.deformer(doc.meshes[1].primitives[1])
    pose:set_rotation('high', 0, 0, math.sqrt(.5), math.sqrt(.5)):set_weights('body', 1)
    body:morph(pose, 'body'):skin(skin:palette(pose:to_model(model), palette))
    near.list({ 0, 0, 0 }, { body.positions:get(1) })
    near.list({ .5, 1.5, 0 }, { body.positions:get(2) })
    near.list({ -1, 1, 3 }, { body.positions:get(3) })
    near.list({ 0, 0, 1 }, { body.normals:get(2) })
    body:morph { 0.5 }
    body:skin()
    near.list({ 0, 2, 1.5 }, { body.positions:get(3) })
    body:skin(palette, 'dual')
    near.list({ -1, 1, 1.5 }, { body.positions:get(3) })
  end)

  it('S07 weights that do not sum to 1 are repaired and counted', function()
    local doc = assert(ha.load_gltf_string(strip {
      weights = { .5, .3, .18, 0, .5, .5, 0, 0, 0, 0, 0, 0 }, joints = { 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0 },
    }:glb(), { meshes = true }))
    local body = ha.deformer(doc.meshes[1].primitives[1])
    assert.equal(2, body.repaired)
    assert.matches('2 of 3 vertices', doc.warnings[1])
    local palette = ha.matrices(2)
    local function shifts(i) -- how far each vertex follows joint i
      for j = 1, 2 do
        palette:set(j, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, i == j and 1 or 0, 1)
      end
      body:skin(palette)
      local out = {}
      for v = 1, 3 do out[v] = select(3, body.positions:get(v)) end
      return out
    end
    near.list({ .5102041 + .1836735, .5, 0 }, shifts(1), 1e-6)
    near.list({ .3061224, .5, 1 }, shifts(2), 1e-6)
  end)

  it('give a box that no vertex leaves', function()
    local doc = assert(ha.load_gltf_string(strip():glb(), { meshes = true }))
    local skin, pose = doc.skins[1], doc.skeleton:new_pose()
    pose:set_rotation('high', 0, 0, math.sqrt(.5), math.sqrt(.5))
    local box = { skin:bounds(pose:to_model(doc.skeleton:new_matrices())) }
    near.list({ -1, 0, 0, 1, 2, 3 }, box)
    local bare = assert(ha.load_gltf_string(strip():glb())) -- of the joints alone
    near.list({ 0, 0, 0, 0, 1, 0 }, { bare.skins[1]:bounds(pose:to_model(bare.skeleton:new_matrices())) })
  end)

  it('give the box of what was skinned', function()
    local doc = assert(ha.load_gltf_string(strip():glb(), { meshes = true }))
    local skin, pose = doc.skins[1], doc.skeleton:new_pose()
    local body = ha.deformer(doc.meshes[1].primitives[1])
    near.list({ 0, 0, 0, 1, 2, 0 }, { body:bounds() })
    pose:set_rotation('high', 0, 0, math.sqrt(.5), math.sqrt(.5))
    local palette = skin:palette(pose:to_model(doc.skeleton:new_matrices()), skin:new_palette())
    body:skin(palette)
    near.list({ -1, 0, 0, .5, 1.5, 0 }, { body:bounds() })
    body:skin(palette, 'dual') -- the vertex between both joints goes round on a circle about (0, 1)
    near.list({ -1, 0, 0, math.sqrt(.5), 1 + math.sqrt(.5), 0 }, { body:bounds() })
    assert.equal(0, select('#', ha.deformer({ positions = ha.buffer(3, 0) }):bounds()) - 6)
  end)

  it('give a box for a whole clip', function()
    local doc = assert(ha.load_gltf_string(strip():glb(), { meshes = true }))
    local clip = ha.clip { name = 'turn', skeleton = doc.skeleton, tracks = {
      { joint = 'high', channel = 'rotation', times = { 0, 1 }, values = { 0, 0, 0, 1, 0, 0, 1, 0 } } } }
    local box = { clip:bounds(doc.skins[1]) }
    assert.is_true(box[1] < -0.99 and box[1] > -1.6 and box[4] > 1 and box[2] < 0 and box[5] > 2)
    assert.has_error(function() clip:bounds(doc.skins[1], 0) end)
  end)
end)

describe('vertices of any layout', function()
  local turned = ha.matrices(2):set(2, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1)

  -- The code of docs/bodies.md, run as it stands there.
  it('become a deformer as docs/bodies.md shows', function()
    local code = files.read 'docs/bodies.md':match "```lua\n(%-%- vertices of 20 bytes.-)```"
    local bytes, vertices = {}, ha.buffer(6, 3)
    for v = 1, 3 do
      bytes[v] = ('<fffBBBBBBBB'):pack(v, 2 * v, 0.5, 0, 1, 0, 0, 255 - 51 * v, 51 * v, 0, 0)
    end
    local given = { ha = ha, bytes = table.concat(bytes), vertices = vertices }
    local body = assert(load(code .. 'return body', 'bodies.md', 't', given))()
    local palette = ha.matrices(2):set(2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1)
    body:skin(palette)
    for v = 1, 3 do near.list({ v + 10 * 0.2 * v, 2 * v, 0.5, 0, 0, 0 }, { vertices:get(v) }) end
    assert.is_true(rawequal(vertices, body.positions))
    assert.equal(0, body.repaired)
  end)

  -- Five vertices; what each attribute holds, and how it is packed.
  local function vertex(v)
    return { positions = { v, -v / 2, 0.25 * v }, normals = { 0, 0, 1 }, tangents = { 1, 0, 0, -1 },
             joints = { v % 2, 1 - v % 2 }, weights = { 0.6, 0.4 } }
  end
  local FORMATS = { float32 = 'f', unorm8 = 'B', unorm16 = 'I2', snorm8 = 'b', snorm16 = 'i2', uint8 = 'B',
                    uint16 = 'I2', uint32 = 'I4' }
  local MOST = { unorm8 = 255, unorm16 = 65535, snorm8 = 127, snorm16 = 32767 }

  local function packed_as(type, values)
    local out = {}
    for i, value in ipairs(values) do
      out[i] = ('<' .. FORMATS[type]):pack(MOST[type] and math.floor(value * MOST[type] + 0.5) or value)
    end
    return table.concat(out)
  end

  -- One string with all attributes side by side, 3 bytes ahead and 1 odd byte behind each vertex.
  local function interleave(types)
    local rows, offsets = {}, {}
    for v = 1, 5 do
      local row, at = {}, 3
      for _, name in ipairs { 'positions', 'joints', 'normals', 'weights', 'tangents' } do
        offsets[name] = at
        row[#row + 1] = packed_as(types[name], vertex(v)[name])
        at = at + #row[#row]
      end
      rows[v] = table.concat(row) .. '!'
    end
    local options = {}
    for name, offset in pairs(offsets) do
      options[name] = { buffer = '???' .. table.concat(rows), offset = offset, stride = #rows[1], type = types[name] }
    end
    options.joints.components = 2
    options.weights.components = 2
    return options
  end

  local function skinned(options, method)
    local body = ha.deformer(options)
    body:skin(turned, method)
    local out = {}
    for v = 1, 5 do
      for _, name in ipairs { 'positions', 'normals', 'tangents' } do out[#out + 1] = { body[name]:get(v) } end
    end
    return out
  end

  it('give the same whatever types and strides they have', function()
    local plain = { joints = 'uint32', positions = 'float32', normals = 'float32', tangents = 'float32',
                    weights = 'float32' }
    for _, method in ipairs { 'linear', 'dual' } do
      local expected = skinned(interleave(plain), method)
      for _, joints in ipairs { 'uint8', 'uint16', 'uint32' } do
        for weights, slack in pairs { float32 = 0, unorm8 = 0.02, unorm16 = 2e-4 } do
          for _, directions in ipairs { 'float32', 'snorm8', 'snorm16' } do
            local found = skinned(interleave { joints = joints, weights = weights, positions = 'float32',
              normals = directions, tangents = directions }, method)
            for i, numbers_of in ipairs(expected) do near.within(numbers_of, found[i], slack + 1e-6) end
          end
        end
      end
    end
  end)

  it('are written where they are wanted, and nothing else is', function()
    local options = interleave { joints = 'uint8', positions = 'float32', normals = 'snorm8', tangents = 'snorm16',
                                 weights = 'unorm8' }
    for _, method in ipairs { 'linear', 'dual' } do
      options.output = nil
      local expected = skinned(options, method)
      local seven = {}
      for i = 1, 5 * 12 do seven[i] = 7 end
      local all = ha.buffer(12, seven)
      local function at(offset) return { buffer = all, offset = offset, stride = 48 } end
      options.output = { positions = at(4), normals = at(16), tangents = at(28) }
      local body = ha.deformer(options)
      near.list({ 7, 1, -0.5, 0.25, 0, 0, 1, 1, 0, 0, -1, 7 }, { all:get(1) }, 1e-4) -- as it rests
      body:skin(turned, method)
      for v = 1, 5 do
        local row = { all:get(v) }
        near.list(expected[3 * v - 2], { table.unpack(row, 2, 4) })
        near.list(expected[3 * v - 1], { table.unpack(row, 5, 7) })
        near.list(expected[3 * v], { table.unpack(row, 8, 11) })
        assert.equal(7, row[1])
        assert.equal(7, row[12])
      end
      body:skin()
      near.list({ 7, 5, -2.5, 1.25, 0, 0, 1, 1, 0, 0, -1, 7 }, { all:get(5) }, 1e-4)
    end
  end)

  it('may have up to eight joints a vertex in one view', function()
    local row = ('BBBBBBBB'):pack(0, 1, 0, 1, 0, 1, 0, 1) .. ('BBBBBBBB'):pack(15, 36, 0, 51, 51, 51, 0, 51)
    local body = ha.deformer {
      positions = { buffer = ha.buffer(1, { 1, 2, 3 }) },
      joints = { buffer = row, type = 'uint8', components = 8 },
      weights = { { buffer = row, offset = 8, type = 'unorm8', components = 8 } },
    }
    assert.equal(6, body.influences)
    assert.equal(0, body.repaired)
    local palette = ha.matrices(2):set(2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1)
    body:skin(palette)
    near.list({ 1 + (36 + 51 * 3) / 255, 2, 3 }, { body.positions:get(1) }, 1e-6)
  end)

  it('have morph targets as views too', function()
    local deltas = ('<i1i1i1xi1i1i1x'):pack(127, 0, -127, 0, 127, 0)
    local body = ha.deformer { positions = ha.buffer(3, { 0, 0, 0, 1, 1, 1 }),
                               targets = { { positions = { buffer = deltas, stride = 4, type = 'snorm8' } } } }
    body:morph(2):skin()
    near.list({ 2, 0, -2 }, { body.positions:get(1) })
    near.list({ 1, 3, 1 }, { body.positions:get(2) })
  end)

  it('have normals of unit length without a palette too', function()
    local body = ha.deformer { positions = ha.buffer(3, { 0, 0, 0 }), normals = ha.buffer(3, { 0, 0, 5 }),
                               targets = { { normals = ha.buffer(3, { 5, 0, 0 }) } } }
    body:skin()
    near.list({ 0, 0, 1 }, { body.normals:get(1) })
    body:morph(1):skin()
    near.list({ math.sqrt(0.5), 0, math.sqrt(0.5) }, { body.normals:get(1) }, 1e-6)
  end)

  it('are refused where they do not fit', function()
    local function refused(text, change)
      local options = interleave { joints = 'uint8', positions = 'float32', normals = 'float32', tangents = 'float32',
                                   weights = 'unorm8' }
      change(options)
      assert.error_matches(function() ha.deformer(options) end, text)
    end
    refused("deformer: field 'normals': 5 elements of 12 bytes", function(o) o.normals.stride = 4096 end)
    refused("deformer: field 'weights': stride 1 is less than", function(o) o.weights.stride = 1 end)
    refused("deformer positions: field 'offset': behind the end", function(o) o.positions.offset = 1 << 20 end)
    refused("deformer positions: field 'buffer': Buffer or string expected, got nil",
      function(o) o.positions = { stride = 12 } end)
    refused("deformer joints: field 'type': 'uint8', 'uint16' or 'uint32' expected, got nil",
      function(o) o.joints.type = nil end)
    refused("deformer weights: field 'type': .*'unorm8'.* got 'norm8'", function(o) o.weights.type = 'norm8' end)
    refused("deformer weights: field 'components'", function(o) o.weights.components = 3 end)
    refused("deformer positions: unknown field 'ofset' %(did you mean 'offset'", function(o) o.positions.ofset = 1 end)
    refused("deformer: field 'positions': element 1 is not finite",
      function(o) o.positions = { buffer = ('<fff'):pack(0 / 0, 0, 0) } end)
    refused("deformer: field 'weights': as many sets as joints", function(o) o.joints = nil end)
    refused("deformer: field 'positions': 6 elements of 12 bytes", function(o) o.vertex_count = 6 end)
    refused("deformer: field 'normals': 5 elements expected, got 4", function(o) o.normals = ha.buffer(3, 4) end)
    refused("deformer output: field 'positions': float32 in a Buffer expected",
      function(o) o.output = { positions = { buffer = ('x'):rep(60) } } end)
    refused("deformer output: field 'positions': offset and stride must be multiples of 4",
      function(o) o.output = { positions = { buffer = ha.buffer(3, 6), offset = 2 } } end)
    refused("deformer output: field 'normals': 5 elements of 12 bytes",
      function(o) o.output = { normals = { buffer = ha.buffer(1, 14) } } end)
    refused("deformer output: unknown field 'normal'", function(o) o.output = { normal = ha.buffer(3, 5) } end)
    assert.error_matches(function()
      ha.deformer { positions = ha.buffer(3, 1), output = { normals = ha.buffer(3, 1) } }
    end, "deformer output: field 'normals': the mesh has none")
  end)
end)

describe('palettes of other shapes', function()
  local skel = ha.skeleton { { name = 'a' }, { name = 'b', parent = 'a', translation = { 1, 2, 3 } } }
  local skin = ha.skin { skeleton = skel, joints = { 'a', 'b' } }
  local model = skel:new_pose():set_scale('b', 2, 1, 1):to_model(skel:new_matrices())

  it('lie one behind the other in a large buffer', function()
    local crowd = ha.matrices(6)
    skin:palette(model, crowd, 3)
    near.list({ model:get(2) }, { crowd:get(4) })
    near.list({ 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }, { crowd:get(6) })
    assert.has_error(function() skin:palette(model, crowd, 6) end,
      "bad argument #3 to 'palette' (2 matrices from 6 on do not fit into 6)")
    assert.has_error(function() skin:palette(model, ha.matrices(1)) end)
    assert.has_error(function() skin:palette(model, crowd, 0) end)
  end)

  it('are rows, normals and dual quaternions', function()
    local rows, normals, dual = ha.buffer(12, 3), ha.buffer(12, 2), ha.buffer(8, 2)
    skin:palette_rows(model, rows, 2)
    near.list({ 2, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3 }, { rows:get(3) })
    skin:palette_normals(model, normals)
    near.list({ 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0 }, { normals:get(2) })
    local _, stretches = skin:palette_dual(model, dual)
    assert.is_true(stretches)
    near.list({ 0, 0, 0, 1, .5, 1, 1.5, 0 }, { dual:get(2) })
    assert.has_error(function() skin:palette_rows(model, dual) end)
  end)

  it('are row-major or column-major, 4x4 and 3x4', function()
    local columns, rows = skin:palette(model, ha.matrices(2)), ha.matrices(3)
    assert.is_true(rawequal(rows, skin:palette(model, rows, 2, 'row-major')))
    local upper, packed = ha.buffer(12, 3), ha.buffer(12, 3)
    skin:palette_rows(model, upper, 2, 'row-major')
    assert.is_true(rawequal(packed, skin:palette_rows(model, packed, 2, 'column-major')))
    for i = 1, 2 do
      local c, r = { columns:get(i) }, { rows:get(i + 1) }
      local u, p = { upper:get(i + 1) }, { packed:get(i + 1) }
      for row = 0, 3 do
        for column = 0, 3 do
          local wanted = c[4 * column + row + 1]
          assert.equal(wanted, r[4 * row + column + 1])
          if row < 3 then
            assert.equal(wanted, u[4 * row + column + 1])
            assert.equal(wanted, p[3 * column + row + 1])
          end
        end
      end
    end
    near.list({ 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }, { rows:get(1) }) -- left alone
    near.list({ columns:get(2) }, { skin:palette(model, ha.matrices(2), nil, 'column-major'):get(2) })
    assert.error_matches(function() skin:palette(model, rows, 1, 'rows') end, "#4 to 'palette'")
    assert.error_matches(function() skin:palette_rows(model, upper, 1, 3) end, "#4 to 'palette_rows'")
  end)

  it('decompose with a unit rotation, even mirrored or collapsed', function()
    local m = ha.matrices(1)
    for _, scale in ipairs { { -1, 1, 1 }, { 0, 1, 1 }, { 0, 0, 0 } } do
      m:set(1, scale[1], 0, 0, 0, 0, scale[2], 0, 0, 0, 0, scale[3], 0, 1, 2, 3, 1)
      local t = { m:transform(1) }
      assert.near(1, t[4] ^ 2 + t[5] ^ 2 + t[6] ^ 2 + t[7] ^ 2, 1e-6)
    end
  end)
end)

-- Positions of chosen vertices against the golden ones.
local function positions_of(doc, info, model)
  local node = doc.nodes[info.node + 1]
  local body = info.body or ha.deformer(doc.meshes[node.mesh].primitives[info.prim + 1])
  info.body = body
  local pose = info.pose
  if body.targets > 0 then body:morph(pose, info.node + 1) end
  local skin = node.skin and doc.skins[node.skin]
  body:skin(skin and skin:palette(model, info.palette or skin:new_palette()))
  local m = skin and { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } or { model:get(info.node + 1) }
  local out = {}
  for _, vertex in ipairs(info.vertices) do
    local x, y, z = body.positions:get(vertex + 1)
    for r = 1, 3 do out[#out + 1] = m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r] end
  end
  return out
end

local function check_golden(golden)
  local doc = assert(ha.load_gltf(data.root .. '/assets/' .. golden.asset, { meshes = true }))
  local pose, model, compared = doc.skeleton:new_pose(), doc.skeleton:new_matrices(), 0
  for _, expected in ipairs(golden.clips) do
    local clip = doc.clips[expected.index + 1]
    for _, sample in ipairs(expected.samples) do
      local time = sample.wrap == 'loop' and ha.wrap_time(sample.t, clip.duration, 'loop') or sample.t
      clip:sample(pose:reset(), time):to_model(model)
      for i, info in ipairs(golden.positions_info) do
        info.pose = pose
        local found, flat = positions_of(doc, info, model), {}
        for _, p in ipairs(sample.positions[i]) do
          if type(p) == 'table' then table.move(p, 1, 3, #flat + 1, flat) else flat[#flat + 1] = p end
        end
        near.within(flat, found, (golden.tol + (golden.policy_spread or 0)) * golden.pos_scale)
        compared = compared + #found
      end
    end
  end
  assert.is_true(compared > 0)
end

describe('golden positions', function()
  if not data.present then
    pending 'the test data is absent'
    return
  end
  for _, file in ipairs(data.list 'golden') do
    local golden = data.json('golden/' .. file)
    if golden.positions_info then
      it(golden.asset, function() check_golden(golden) end)
    end
  end
end)

describe('every real file', function()
  if not data.present then
    pending 'the test data is absent'
    return
  end
  for _, file in ipairs(data.list 'assets') do
    if file:find '%.gl[tb]f?$' or file:find '%.vrma$' then
      it('gives its meshes: ' .. file, function()
        local doc = assert(ha.load_gltf(data.root .. '/assets/' .. file, { meshes = true }))
        for _, mesh in ipairs(doc.meshes) do
          for _, primitive in ipairs(mesh.primitives) do
            assert.equal(primitive.vertex_count, #ha.deformer(primitive))
          end
        end
      end)
    end
  end
end)

describe('boxes of real characters', function()
  if not data.present then
    pending 'the test data is absent'
    return
  end
  for _, file in ipairs { 'Fox.glb', 'CesiumMan.gltf', 'greenman.glb', 'pbr_test.gltf', 'SimpleSkin.gltf' } do
    it('hold every vertex: ' .. file, function()
      local doc = assert(ha.load_gltf(data.root .. '/assets/' .. file, { meshes = true }))
      local clip, pose, model = doc.clips[1], doc.skeleton:new_pose(), doc.skeleton:new_matrices()
      for _, node in ipairs(doc.nodes) do
        local skin = node.skin and doc.skins[node.skin]
        for _, primitive in ipairs(skin and doc.meshes[node.mesh].primitives or {}) do
          local body, palette, always = ha.deformer(primitive), skin:new_palette(), { clip:bounds(skin) }
          local size = math.max(always[4] - always[1], always[5] - always[2], always[6] - always[3])
          for i = 0, 20 do
            clip:sample(pose:reset(), clip.duration * i / 20.3):to_model(model)
            body:skin(skin:palette(model, palette))
            local now = { skin:bounds(model) }
            for v = 1, #body, 7 do
              local p = { body.positions:get(v) }
              for c = 1, 3 do
                local slack = 1e-5 * size
                assert.is_true(p[c] >= now[c] - slack and p[c] <= now[3 + c] + slack)
                assert.is_true(p[c] >= always[c] - slack and p[c] <= always[3 + c] + slack)
              end
            end
          end
        end
      end
    end)
  end
end)

describe('skinning frame by frame', function()
  it('makes no garbage', function()
    local doc = assert(ha.load_gltf_string(strip():glb(), { meshes = true }))
    local skin, pose, model = doc.skins[1], doc.skeleton:new_pose(), doc.skeleton:new_matrices()
    local body, palette = ha.deformer(doc.meshes[1].primitives[1]), skin:new_palette()
    local rows, dual = ha.buffer(12, 2), ha.buffer(8, 2)
    local function frame()
      body:morph(pose, 3)
      body:skin(skin:palette(pose:to_model(model), palette))
      body:skin(palette, 'dual')
      skin:palette_rows(model, rows)
      skin:palette_dual(model, dual)
      skin:palette_normals(model, rows)
      skin:bounds(model)
      model:transform(1)
    end
    assert.equal(0, toys.garbage(function()
      for _ = 1, 100 do frame() end
    end))
  end)
end)

describe('malformed files with meshes', function()
  if not data.present then
    pending 'the test data is absent'
    return
  end
  for name, file in pairs(data.json('malformed/EXPECT.json').files) do
    if not name:find '%.bvh$' then
      local expected = file.with_meshes or file.expect
      it(name .. ': ' .. expected, function()
        local path = data.root .. '/malformed/' .. name
        local fault, doc, message, code = effort.hold(effort.KIBIBYTES, ha.load_gltf, path, { meshes = true })
        assert.is_nil(fault)
        if doc then
          assert.not_equal('error', expected)
        else
          assert.is_true(expected ~= 'ok', tostring(message))
          assert.is_string(code)
          assert.is_nil(message:find 'attempt to')
        end
      end)
    end
  end
end)
