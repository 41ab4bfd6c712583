-- A second opinion on every real file: three.js gives the same local transforms and weights.
-- Pending where node or the npm package is missing (./dev setup brings it).

local cjson = require('cjson').new()
local ha = require 'helioanim'
local data = require 'spec.support.data'
local files = require 'spec.support.files'

local FRACTIONS = { 0, 0.137, 0.5, 0.729, 0.911, 1 }

local function is_installed()
  return os.execute 'env -u LD_PRELOAD node --version >/dev/null 2>&1'
    and io.open 'build/node/node_modules/three/package.json' ~= nil
end

-- Times of a clip as three.js and helioanim both see them: exact in single precision.
local function times_of(clip)
  local times = {}
  for i, fraction in ipairs(FRACTIONS) do
    times[i] = string.unpack('<f', string.pack('<f', fraction * clip.duration))
  end
  return times
end

-- cjson writes an empty Lua table as an object.
local function encode_clips(clips)
  return #clips == 0 and '[]' or cjson.encode(clips)
end

local function ask(requests)
  local parts = {}
  for i, request in ipairs(requests) do
    parts[i] = ('{"path":%s,"clips":%s}'):format(cjson.encode(request.path), encode_clips(request.clips))
  end
  local name = files.temporary('[' .. table.concat(parts, ',') .. ']')
  local pipe = assert(io.popen(('env -u LD_PRELOAD node tools/three_check.mjs build/node %s'):format(name)))
  local answers = cjson.decode(pipe:read 'a')
  pipe:close()
  os.remove(name)
  return answers
end

local function largest_difference(found, expected, sign)
  local worst = 0
  for i = 1, #expected do
    worst = math.max(worst, math.abs(found[i] - sign * expected[i]) / math.max(1, math.abs(expected[i])))
  end
  return worst
end

local function unit(x, y, z, w)
  local length = math.sqrt(x * x + y * y + z * z + w * w)
  return { x / length, y / length, z / length, w / length }
end

-- `theirs`: 10 numbers, whose rotation three.js leaves unnormalised. A node given by a matrix may be taken apart in
-- several ways: only the matrix counts.
local function local_difference(ours, theirs, golden, is_matrix)
  local q = unit(table.unpack(theirs, 4, 7))
  table.move(q, 1, 4, 4, theirs)
  if is_matrix then
    return largest_difference({ ha.compose(ours) }, { ha.compose(theirs) }, 1), golden.tol
  end
  local rotation = { table.unpack(ours, 4, 7) }
  local turn = math.min(largest_difference(rotation, q, 1), largest_difference(rotation, q, -1))
  table.move(q, 1, 4, 4, ours)
  local rest = largest_difference(ours, theirs, 1)
  return math.max(rest, turn - (golden.policy_spread or 0)), golden.tol
end

local function check_pose(pose, expected, golden, title)
  for node, theirs in ipairs(expected.nodes) do
    local is_matrix = #golden.rest['local'][node] == 16
    local off, allowed = local_difference({ pose:get(node) }, theirs, golden, is_matrix)
    if off > allowed then error(('%s node %d: off by %g, allowed %g'):format(title, node, off, allowed), 0) end
  end
  for node, theirs in pairs(expected.weights) do
    local off = largest_difference({ pose:weights(tonumber(node) + 1) }, theirs, 1)
    if off > golden.tol then error(('%s weights of node %s: off by %g'):format(title, node, off), 0) end
  end
end

local function check_file(request, answer)
  if answer.error then error(answer.error, 0) end
  local pose, compared = request.doc.skeleton:new_pose(), 0
  assert.equal(#request.clips, #answer.clips)
  for c, poses in ipairs(answer.clips) do
    for t, expected in ipairs(poses) do
      request.doc.clips[c]:sample(pose:reset(), request.clips[c][t])
      check_pose(pose, expected, request.golden, ('clip %d at %.9g'):format(c, request.clips[c][t]))
      compared = compared + #expected.nodes
    end
  end
  return compared
end

describe('three.js agrees on', function()
  if not data.present or not is_installed() then
    pending 'the test data, node or the npm package three is absent'
    return
  end
  local requests, answers = {}, nil
  for _, file in ipairs(data.list 'golden') do
    local name = file:gsub('%.golden%.json$', '')
    if not name:find '%.bvh$' then requests[#requests + 1] = { name = name, path = data.root .. '/assets/' .. name } end
  end

  lazy_setup(function()
    for _, request in ipairs(requests) do
      request.golden = data.json('golden/' .. request.name .. '.golden.json')
      request.doc, request.clips = assert(ha.load_gltf(request.path)), {}
      for c = 1, #request.doc.clips do request.clips[c] = times_of(request.doc.clips[c]) end
    end
    answers = ask(requests)
  end)

  lazy_teardown(function() requests, answers = nil, nil end)

  for i, request in ipairs(requests) do
    it(request.name, function()
      assert.is_true(check_file(request, answers[i]) > 0)
    end)
  end
end)
