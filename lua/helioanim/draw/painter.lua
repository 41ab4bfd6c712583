-- Polygons in space to paths on paper: an orthographic camera, one light, the painter's algorithm.

local painter = {}

local LIGHT = { -0.45, 0.78, 0.44 }

local function dot(a, x, y, z) return a[1] * x + a[2] * y + a[3] * z end

-- Unit vectors of an orthographic camera, turned about Y from +Z and tilted, in degrees:
-- to the right, up, and towards the eye.
function painter.camera(turn, tilt)
  local a, b = math.rad(turn), math.rad(tilt)
  local right = { math.cos(a), 0, -math.sin(a) }
  local eye = { math.sin(a) * math.cos(b), math.sin(b), math.cos(a) * math.cos(b) }
  local up = { -math.sin(a) * math.sin(b), math.cos(b), -math.cos(a) * math.sin(b) }
  return { right = right, up = up, eye = eye }
end

local function to_byte(linear)
  local c = math.max(0, math.min(1, linear))
  c = c <= 0.0031308 and 12.92 * c or 1.055 * c ^ (1 / 2.4) - 0.055
  return math.floor(c * 255 + 0.5)
end

-- A polygon's colour in the light, in steps so that neighbours share one.
local function shade(colour, nx, ny, nz)
  local sun = math.max(0, dot(LIGHT, nx, ny, nz))
  local sky = 0.5 + 0.5 * ny
  local light = math.floor((0.26 + 0.22 * sky + 0.58 * sun) * 11 + 0.5) / 11
  return ('#%02x%02x%02x'):format(to_byte(colour[1] * light + 0.012), to_byte(colour[2] * light + 0.012),
    to_byte(colour[3] * light + 0.018))
end

-- The unit normal of a polygon's first three corners, or nothing where it has no area.
local function normal(p)
  local ax, ay, az = p[4] - p[1], p[5] - p[2], p[6] - p[3]
  local bx, by, bz = p[7] - p[1], p[8] - p[2], p[9] - p[3]
  local x, y, z = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
  local size = math.sqrt(x * x + y * y + z * z)
  if size > 0 then return x / size, y / size, z / size end
end

-- What is seen of a frame, from back to front: { depth, colour, screen coordinates... }.
local function visible(polygons, view, scale, x0, y0)
  local seen = {}
  for order, p in ipairs(polygons) do
    local nx, ny, nz = normal(p)
    if nx and dot(view.eye, nx, ny, nz) > 0 then
      local light = p.light
      local out, depth = { order = order }, 0
      out.fill = light and shade(p.colour, light[1], light[2], light[3]) or shade(p.colour, nx, ny, nz)
      for i = 1, #p, 3 do
        out[#out + 1] = math.floor((x0 + scale * dot(view.right, p[i], p[i + 1], p[i + 2])) * 10 + 0.5)
        out[#out + 1] = math.floor((y0 - scale * dot(view.up, p[i], p[i + 1], p[i + 2])) * 10 + 0.5)
        depth = depth + dot(view.eye, p[i], p[i + 1], p[i + 2])
      end
      out.depth = depth / (#p // 3)
      seen[#seen + 1] = out
    end
  end
  table.sort(seen, function(a, b)
    if a.depth ~= b.depth then return a.depth < b.depth end
    return a.order < b.order
  end)
  return seen
end

-- A polygon as path data in tenths of a pixel: an absolute start, then steps; nothing where it has no area.
local function path_data(p)
  local parts, area = { ('M%d %dl'):format(p[1], p[2]) }, 0
  for i = 3, #p, 2 do
    local x, y = p[i] - p[i - 2], p[i + 1] - p[i - 1]
    parts[#parts + 1] = (i > 3 and x >= 0 and ' ' or '') .. ('%d%s%d'):format(x, y >= 0 and ' ' or '', y)
    if i + 2 < #p then
      area = area + (p[i] - p[1]) * (p[i + 3] - p[2]) - (p[i + 2] - p[1]) * (p[i + 1] - p[2])
    end
  end
  if area == 0 then return nil end
  return table.concat(parts) .. 'z'
end

-- The extent of convex polygon `p` along the direction (x, y).
local function extent(p, x, y)
  local low, high = math.huge, -math.huge
  for i = 1, #p, 2 do
    local at = p[i] * x + p[i + 1] * y
    if at < low then low = at end
    if at > high then high = at end
  end
  return low, high
end

local function box_of(p)
  local x0, x1 = extent(p, 1, 0)
  local y0, y1 = extent(p, 0, 1)
  return { x0, y0, x1, y1 }
end

-- Leaves out what is hidden: polygons that own no point of a grid, half a pixel wide, once all nearer ones are drawn.
local GRID = 5

-- Whether a convex polygon covers grid points that were free; they are taken then.
local function take_points(p, taken)
  local x0, y0, x1, y1 = table.unpack(p.box)
  local free = false
  for y = math.ceil(y0 / GRID), math.floor(y1 / GRID) do
    local from, to = math.huge, -math.huge
    for i = 1, #p, 2 do -- where the row crosses the edges
      local j = i + 2 > #p and 1 or i + 2
      local ay, by, at = p[i + 1], p[j + 1], y * GRID
      if ay ~= by and math.min(ay, by) <= at and at <= math.max(ay, by) then
        local x = p[i] + (p[j] - p[i]) * (at - ay) / (by - ay)
        from, to = math.min(from, x), math.max(to, x)
      end
    end
    if from <= to then
      for x = math.ceil(math.max(from, x0) / GRID), math.floor(math.min(to, x1) / GRID) do
        local key = y << 20 ~ x
        if not taken[key] then
          taken[key], free = true, true
        end
      end
    end
  end
  return free
end

local LAYERS = 16 -- as large as the whole: what lies behind so many is left out unseen

-- Points of the grid in a box.
local function points_in(box) return ((box[3] - box[1]) // GRID + 1) * ((box[4] - box[2]) // GRID + 1) end

local function grow(box, other)
  for i = 1, 2 do box[i], box[i + 2] = math.min(box[i], other[i]), math.max(box[i + 2], other[i + 2]) end
end

local function cull(seen)
  local taken, keep, out, whole = {}, {}, {}, { math.huge, math.huge, -math.huge, -math.huge }
  for _, polygon in ipairs(seen) do
    polygon.box = box_of(polygon)
    grow(whole, polygon.box)
  end
  local left = LAYERS * points_in(whole)
  for i = #seen, 1, -1 do
    left = left - points_in(seen[i].box)
    keep[i] = left >= 0 and take_points(seen[i], taken)
  end
  for i, polygon in ipairs(seen) do
    if keep[i] then out[#out + 1] = polygon end
  end
  return out
end

-- Whether an edge of `p` keeps it and `q` apart; touching counts as apart.
local function edge_parts(p, q)
  for i = 1, #p, 2 do
    local j = i + 2 > #p and 1 or i + 2
    local x, y = p[j + 1] - p[i + 1], p[i] - p[j]
    local low_p, high_p = extent(p, x, y)
    local low_q, high_q = extent(q, x, y)
    if high_p <= low_q or high_q <= low_p then return true end
  end
  return false
end

local function overlap(p, q)
  local a, b = p.box, q.box
  if a[3] <= b[1] or b[3] <= a[1] or a[4] <= b[2] or b[4] <= a[2] then return false end
  return not (edge_parts(p, q) or edge_parts(q, p))
end

local LOOK_BACK = 48 -- paths

-- Gathers polygons of one colour into paths. A polygon may move back to an earlier path if nothing in between lies
-- under it.
local function gather_paths(seen)
  local paths = {}
  local function home(polygon)
    for i = #paths, math.max(1, #paths - LOOK_BACK), -1 do
      local path = paths[i]
      if path.fill == polygon.fill then return path end
      for _, other in ipairs(path) do
        if overlap(polygon, other) then return nil end
      end
    end
  end
  for _, polygon in ipairs(seen) do
    local path = home(polygon)
    if not path then
      path = { fill = polygon.fill }
      paths[#paths + 1] = path
    end
    path[#path + 1] = polygon
  end
  return paths
end

-- Draws polygons (draw/figure) where the model's origin lies at (x0, y0), `scale` pixels a unit. A stroke of the same
-- colour hides the seams.
function painter.draw(picture, polygons, view, scale, x0, y0)
  picture:open('g', { transform = 'scale(.1)', ['stroke-width'] = 4, ['stroke-linejoin'] = 'round',
    fill = 'currentColor', stroke = 'currentColor' })
  for _, path in ipairs(gather_paths(cull(visible(polygons, view, scale, x0, y0)))) do
    local parts = {}
    for _, polygon in ipairs(path) do parts[#parts + 1] = path_data(polygon) end
    if #parts > 0 then picture:add('path', { d = table.concat(parts), color = path.fill }) end
  end
  picture:close()
end

return painter
