-- Weights of the points of a blend space. In one dimension the two neighbours share linearly; in two, scattered points
-- are joined by Delaunay triangles and the three corners share by barycentric coordinates. Weights are continuous,
-- sum to 1, are exact at the points, and outside are those of the nearest place of the hull.
--
-- `space:find(x [, y])` gives i, j, k, a, b, c: up to three points and their weights; unused ones have weight 0.

local blend_space = {}

local Line = {}
Line.__index = Line

-- `xs`: increasing numbers.
function blend_space.line(xs) return setmetatable({ xs = xs }, Line) end

function Line:find(x)
  local xs = self.xs
  local n = #xs
  if x <= xs[1] then return 1, 1, 1, 1, 0, 0 end
  if x >= xs[n] then return n, n, n, 1, 0, 0 end
  local i = 1
  while xs[i + 1] <= x do i = i + 1 end
  local t = (x - xs[i]) / (xs[i + 1] - xs[i])
  return i, i + 1, i, 1 - t, t, 0
end

local Plane = {}
Plane.__index = Plane

-- Twice the signed area of a, b, c: above 0 where they turn left.
local function turn(points, a, b, c)
  local p, q, r = points[a], points[b], points[c]
  return (q[1] - p[1]) * (r[2] - p[2]) - (q[2] - p[2]) * (r[1] - p[1])
end

-- Whether d lies well inside the circle through a, b, c, which turn left.
local function in_circle(points, a, b, c, d)
  local o = points[d]
  local ax, ay = points[a][1] - o[1], points[a][2] - o[2]
  local bx, by = points[b][1] - o[1], points[b][2] - o[2]
  local cx, cy = points[c][1] - o[1], points[c][2] - o[2]
  local aa, bb, cc = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
  local size = math.max(aa, bb, cc)
  return ax * (by * cc - cy * bb) - ay * (bx * cc - cx * bb) + aa * (bx * cy - cx * by) > 1e-9 * size * size
end

local function by_place(points)
  local order = {}
  for i = 1, #points do order[i] = i end
  table.sort(order, function(a, b)
    local p, q = points[a], points[b]
    if p[1] ~= q[1] then return p[1] < q[1] end
    return p[2] < q[2]
  end)
  return order
end

local function flat(points, a, b, c)
  local p, q, r = points[a], points[b], points[c]
  local size = math.max((q[1] - p[1]) ^ 2 + (q[2] - p[2]) ^ 2, (r[1] - p[1]) ^ 2 + (r[2] - p[2]) ^ 2)
  return math.abs(turn(points, a, b, c)) <= 1e-12 * size
end

-- Adds a point right of all others: a triangle for every hull edge that it sees. The hull is a ring that turns left.
local function add_point(points, triangles, hull, p)
  local n, seen = #hull, {}
  for i = 1, n do
    local a, b = hull[i], hull[i % n + 1]
    seen[i] = turn(points, a, b, p) < 0 and not flat(points, a, b, p)
    if seen[i] then triangles[#triangles + 1] = { b, a, p } end
  end
  local ring = {}
  for i = 1, n do
    local before = seen[(i - 2) % n + 1]
    if not (seen[i] and before) then ring[#ring + 1] = hull[i] end
    if seen[i] and not before then ring[#ring + 1] = p end
  end
  return ring
end

-- Triangles by sweeping from left to right; nil where all points lie on a line.
local function sweep(points, order)
  local first = 3
  while order[first] and flat(points, order[1], order[first - 1], order[first]) do first = first + 1 end
  local p = order[first]
  if not p then return nil end
  local triangles, hull = {}, {}
  local left = turn(points, order[1], order[2], p) > 0
  for i = 1, first - 2 do
    local a, b = order[i], order[i + 1]
    triangles[#triangles + 1] = left and { a, b, p } or { b, a, p }
  end
  for i = 1, first - 1 do hull[i] = left and order[i] or order[first - i] end
  hull[first] = p
  for i = first + 1, #order do hull = add_point(points, triangles, hull, order[i]) end
  return triangles, hull
end

local function opposite(triangle, a, b)
  for i = 1, 3 do if triangle[i] ~= a and triangle[i] ~= b then return triangle[i] end end
end

local function edge_key(a, b) return (a < b and a or b) * 65536 + (a < b and b or a) end

-- One flip of an edge that is not Delaunay; whether there was one.
local function flip_one(points, triangles)
  local owner = {}
  for _, triangle in ipairs(triangles) do
    for i = 1, 3 do
      local a, b = triangle[i], triangle[i % 3 + 1]
      local other = owner[edge_key(a, b)]
      if other then
        local c, d = opposite(triangle, a, b), opposite(other, a, b)
        if in_circle(points, triangle[1], triangle[2], triangle[3], d) then
          triangle[1], triangle[2], triangle[3] = c, a, d
          other[1], other[2], other[3] = c, d, b
          return true
        end
      end
      owner[edge_key(a, b)] = triangle
    end
  end
  return false
end

-- All points on a line: places along it.
local function along_line(points, order)
  local first, last = points[order[1]], points[order[#order]]
  local dx, dy = last[1] - first[1], last[2] - first[2]
  local length = dx * dx + dy * dy
  local xs = {}
  for i, p in ipairs(order) do
    xs[i] = length > 0 and ((points[p][1] - first[1]) * dx + (points[p][2] - first[2]) * dy) / length or i - 1
  end
  return { line = blend_space.line(xs), order = order, x = first[1], y = first[2], dx = dx, dy = dy,
           length = length > 0 and length or 1 }
end

-- `points`: { x, y } each, no two the same.
function blend_space.plane(points)
  local order = by_place(points)
  local triangles, hull
  if #points >= 3 then triangles, hull = sweep(points, order) end
  if not triangles then return setmetatable({ points = points, flat = along_line(points, order) }, Plane) end
  local left = 4 * #points * #points -- more flips than Delaunay ever needs: rounding must not keep it busy
  while left > 0 and flip_one(points, triangles) do left = left - 1 end
  return setmetatable({ points = points, triangles = triangles, hull = hull }, Plane)
end

-- The nearest place of the hull, as a point between two corners.
local function on_hull(self, x, y)
  local points, hull = self.points, self.hull
  local best, at_a, at_b, at_t = math.huge, 1, 1, 0
  for i = 1, #hull do
    local a, b = hull[i], hull[i % #hull + 1]
    local p, q = points[a], points[b]
    local dx, dy = q[1] - p[1], q[2] - p[2]
    local t = ((x - p[1]) * dx + (y - p[2]) * dy) / (dx * dx + dy * dy)
    t = t < 0 and 0 or t > 1 and 1 or t
    local ox, oy = p[1] + t * dx - x, p[2] + t * dy - y
    local far = ox * ox + oy * oy
    if far < best then best, at_a, at_b, at_t = far, a, b, t end
  end
  return at_a, at_b, at_a, 1 - at_t, at_t, 0
end

local function find_flat(self, x, y)
  local on = self.flat
  local i, j, k, a, b, c = on.line:find(((x - on.x) * on.dx + (y - on.y) * on.dy) / on.length)
  return on.order[i], on.order[j], on.order[k], a, b, c
end

-- So far outside a triangle still counts as in it: no place between two triangles is in none for rounding.
local EDGE = 1e-9

local function corners(i, j, k, b, c)
  b, c = b > 0 and b or 0, c > 0 and c or 0
  local a = 1 - b - c
  if a >= 0 then return i, j, k, a, b, c end
  return i, j, k, 0, b / (b + c), c / (b + c)
end

function Plane:find(x, y)
  if self.flat then return find_flat(self, x, y) end
  local points, triangles = self.points, self.triangles
  for n = 1, #triangles do
    local triangle = triangles[n]
    local i, j, k = triangle[1], triangle[2], triangle[3]
    local p, q, r = points[i], points[j], points[k]
    local ax, ay, bx, by = q[1] - p[1], q[2] - p[2], r[1] - p[1], r[2] - p[2]
    local ox, oy = x - p[1], y - p[2]
    local area = ax * by - ay * bx
    local b, c = (ox * by - oy * bx) / area, (ax * oy - ay * ox) / area
    if b >= -EDGE and c >= -EDGE and b + c <= 1 + EDGE then return corners(i, j, k, b, c) end
  end
  return on_hull(self, x, y)
end

return blend_space
