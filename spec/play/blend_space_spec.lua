-- Blend spaces: which samples weigh how much.

local blend_space = require 'helioanim.play.blend_space'

local function weights(space, count, x, y)
  local i, j, k, a, b, c = space:find(x, y)
  local list = {}
  for n = 1, count do list[n] = 0 end
  list[i] = list[i] + a
  list[j] = list[j] + b
  list[k] = list[k] + c
  return list
end

local function check_sound(list)
  local sum = 0
  for _, w in ipairs(list) do
    assert.is_true(w >= 0 and w <= 1 + 1e-12)
    sum = sum + w
  end
  assert.is_true(math.abs(sum - 1) < 1e-12)
end

local function distance(a, b)
  local most = 0
  for i = 1, #a do most = math.max(most, math.abs(a[i] - b[i])) end
  return most
end

local function random_points(random, count, round)
  local points, taken = {}, {}
  while #points < count do
    local x, y = random() * 4 - 2, random() * 4 - 2
    if round then x, y = math.floor(x * 2 + 0.5) / 2, math.floor(y * 2 + 0.5) / 2 end -- many on one circle or line
    local key = x .. ',' .. y
    if not taken[key] then
      taken[key] = true
      points[#points + 1] = { x, y }
    end
  end
  return points
end

describe('blend space', function()
  it('shares between two neighbours on a line, and clamps outside', function()
    local line = blend_space.line { 0, 1, 3 }
    assert.same({ 1, 0, 0 }, weights(line, 3, -5))
    assert.same({ 1, 0, 0 }, weights(line, 3, 0))
    assert.same({ 0.75, 0.25, 0 }, weights(line, 3, 0.25))
    assert.same({ 0, 1, 0 }, weights(line, 3, 1))
    assert.same({ 0, 0.5, 0.5 }, weights(line, 3, 2))
    assert.same({ 0, 0, 1 }, weights(line, 3, 9))
    assert.same({ 1 }, weights(blend_space.line { 4 }, 1, 2))
  end)

  it('is exact at the points of a plane, sums to 1, and changes steadily', function()
    for seed = 1, 40 do
      math.randomseed(seed)
      local count = 1 + seed % 12
      local points = random_points(math.random, count, seed % 2 == 0)
      local plane = blend_space.plane(points)
      for n, point in ipairs(points) do
        local list = weights(plane, count, point[1], point[2])
        assert.is_true(math.abs(list[n] - 1) < 1e-9, ('seed %d point %d: %g'):format(seed, n, list[n]))
      end
      local last
      for step = 0, 400 do -- a way through and around; the slope of thin triangles is high, jumps are higher
        local angle = step * 0.0155
        local x, y = 3 * math.cos(angle * 3) * math.sin(angle), 3 * math.sin(angle * 2)
        local list = weights(plane, count, x, y)
        check_sound(list)
        if last and plane.triangles then
          local near_by = weights(plane, count, x + 1e-9, y - 1e-9)
          assert.is_true(distance(list, near_by) < 1e-4, ('seed %d: a jump at %g, %g'):format(seed, x, y))
        end
        last = list
      end
    end
  end)

  it('has no point within the circle of a triangle', function()
    for seed = 1, 20 do
      math.randomseed(seed)
      local points = random_points(math.random, 12)
      for _, t in ipairs(blend_space.plane(points).triangles) do
        local a, b, c = points[t[1]], points[t[2]], points[t[3]]
        local d = 2 * (a[1] * (b[2] - c[2]) + b[1] * (c[2] - a[2]) + c[1] * (a[2] - b[2]))
        local aa, bb, cc = a[1] ^ 2 + a[2] ^ 2, b[1] ^ 2 + b[2] ^ 2, c[1] ^ 2 + c[2] ^ 2
        local x = (aa * (b[2] - c[2]) + bb * (c[2] - a[2]) + cc * (a[2] - b[2])) / d
        local y = (aa * (c[1] - b[1]) + bb * (a[1] - c[1]) + cc * (b[1] - a[1])) / d
        local radius = math.sqrt((a[1] - x) ^ 2 + (a[2] - y) ^ 2)
        for _, p in ipairs(points) do
          assert.is_true(math.sqrt((p[1] - x) ^ 2 + (p[2] - y) ^ 2) >= radius * (1 - 1e-6))
        end
      end
    end
  end)

  it('covers the square of four corners', function()
    local plane = blend_space.plane { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 1, 1 } }
    assert.equal(2, #plane.triangles)
    check_sound(weights(plane, 4, 0.5, 0.5))
    assert.same({ 0, 0.5, 0, 0.5 }, weights(plane, 4, 7, 0.5))
  end)

  it('points on a line share along it', function()
    local plane = blend_space.plane { { 0, 0 }, { 2, 2 }, { 1, 1 } }
    assert.same({ 0, 0.5, 0.5 }, weights(plane, 3, 1.5, 1.5))
    assert.same({ 0, 1, 0 }, weights(plane, 3, 9, 9))
    assert.same({ 1 }, weights(blend_space.plane { { 3, 3 } }, 1, 0, 0))
  end)
end)
