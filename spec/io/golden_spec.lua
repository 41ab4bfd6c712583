-- Every real file against the golden values of an independent float64 evaluator.

local ha = require 'helioanim'
local data = require 'spec.support.data'

local function worst_of(found, expected, relative)
  local worst = 0
  for i = 1, #expected do
    local error = math.abs(found[i] - expected[i])
    if error ~= error then return math.huge end
    if relative then error = error / math.max(1, math.abs(expected[i])) end
    if error > worst then worst = error end
  end
  return worst
end

-- The smaller of the differences to q and to -q.
local function quaternion_difference(found, expected)
  local plus, minus = 0, 0
  for i = 1, 4 do
    plus = math.max(plus, math.abs(found[i] - expected[i]))
    minus = math.max(minus, math.abs(found[i] + expected[i]))
  end
  return math.min(plus, minus)
end

local function slice(list, from, to) return table.move(list, from, to, 1, {}) end

local Checker = {}
Checker.__index = Checker

local function new_checker(golden, doc)
  return setmetatable({
    golden = golden, doc = doc, pose = doc.skeleton:new_pose(), model = doc.skeleton:new_matrices(),
    tol = golden.tol, turn_tol = golden.tol + (golden.policy_spread or 0),
  }, Checker)
end

function Checker:expect(difference, tolerance, what, ...)
  if difference <= tolerance then return end
  error(('%s %s: off by %g, allowed %g'):format(self.title, what:format(...), difference, tolerance), 0)
end

function Checker:check_local(expected, node)
  local found = { self.pose:get(node) }
  if #expected == 16 then -- given as a matrix
    self:expect(worst_of({ ha.compose(found) }, expected, true), self.turn_tol, 'node %d matrix', node)
    return
  end
  self:expect(worst_of(slice(found, 1, 3), slice(expected, 1, 3), true), self.tol, 'node %d translation', node)
  self:expect(quaternion_difference(slice(found, 4, 7), slice(expected, 4, 7)), self.turn_tol, 'node %d rotation', node)
  self:expect(worst_of(slice(found, 8, 10), slice(expected, 8, 10), true), self.tol, 'node %d scale', node)
end

function Checker:check_skins(expected)
  for s, skin in ipairs(self.doc.skins) do
    local palette = skin:palette(self.model, skin:new_palette())
    for j = 1, #skin do
      self:expect(worst_of({ palette:get(j) }, expected[s][j]), self.turn_tol * self.golden.skin_scale,
        'skin %d joint %d', s, j)
    end
  end
end

function Checker:check(block, title)
  self.title = title
  self.pose:to_model(self.model)
  for node = 1, self.golden.nodes do
    self:check_local(block['local'][node], node)
    self:expect(worst_of({ self.model:get(node) }, block.model[node]), self.turn_tol * self.golden.scale,
      'node %d model', node)
  end
  self:check_skins(block.skins)
  for _, weights in ipairs(block.weights or {}) do
    local found = { self.pose:weights(weights.node + 1) }
    self:expect(worst_of(found, weights.w, true), self.tol, 'node %d weights', weights.node + 1)
  end
end

local function check_file(name, golden)
  local doc = assert(ha.load_gltf(data.root .. '/assets/' .. name))
  assert.equal(golden.nodes, #doc.skeleton)
  assert.equal(golden.clip_count, #doc.clips)
  local checker, samples = new_checker(golden, doc), 0
  checker:check(golden.rest, 'rest')
  for _, expected in ipairs(golden.clips) do
    local clip = doc.clips[expected.index + 1]
    assert.equal(expected.has_name and expected.name or '', clip.name)
    assert.near(expected.duration, clip.duration, 1e-6)
    for _, sample in ipairs(expected.samples) do
      local time = sample.wrap == 'loop' and ha.wrap_time(sample.t, clip.duration, 'loop') or sample.t
      clip:sample(checker.pose:reset(), time)
      checker:check(sample, ('clip %d at %.9g (%s)'):format(expected.index, sample.t, sample.what))
      samples = samples + 1
    end
  end
  return samples
end

describe('golden values', function()
  if not data.present then
    pending 'the test data is absent'
    return
  end
  for _, file in ipairs(data.list 'golden') do
    local golden = data.json('golden/' .. file)
    if golden.format == 'helioanim-golden' then
      it(golden.asset, function() assert.is_true(check_file(golden.asset, golden) > 0) end)
    end
  end
end)
