-- Vectors { x, y, z } and rotations { x, y, z, w }: as much of them as building a character takes.

local space = {}

local sin, cos, sqrt, rad = math.sin, math.cos, math.sqrt, math.rad

function space.add(a, b) return { a[1] + b[1], a[2] + b[2], a[3] + b[3] } end
function space.sub(a, b) return { a[1] - b[1], a[2] - b[2], a[3] - b[3] } end
function space.scale(a, s) return { a[1] * s, a[2] * s, a[3] * s } end
function space.dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end
function space.length(a) return sqrt(space.dot(a, a)) end
function space.unit(a) return space.scale(a, 1 / space.length(a)) end

function space.cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

-- Turns about an axis by degrees.
function space.rx(degrees) return { sin(rad(degrees) / 2), 0, 0, cos(rad(degrees) / 2) } end
function space.ry(degrees) return { 0, sin(rad(degrees) / 2), 0, cos(rad(degrees) / 2) } end
function space.rz(degrees) return { 0, 0, sin(rad(degrees) / 2), cos(rad(degrees) / 2) } end

local function product(a, b)
  return {
    a[4] * b[1] + a[1] * b[4] + a[2] * b[3] - a[3] * b[2],
    a[4] * b[2] - a[1] * b[3] + a[2] * b[4] + a[3] * b[1],
    a[4] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[4],
    a[4] * b[4] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
  }
end

-- The product of rotations; the last acts first.
function space.mul(...)
  local list = { ... }
  local out = list[1]
  for i = 2, #list do out = product(out, list[i]) end
  return out
end

function space.inverse(q) return { -q[1], -q[2], -q[3], q[4] } end

function space.turn(q, v)
  local u = { q[1], q[2], q[3] }
  local t = space.scale(space.cross(u, v), 2)
  return space.add(v, space.add(space.scale(t, q[4]), space.cross(u, t)))
end

-- The rotation whose axes are the columns x, y, z (Shepperd's method).
function space.from_axes(x, y, z)
  local trace = x[1] + y[2] + z[3]
  if trace > 0 then
    local s = 2 * sqrt(trace + 1)
    return { (y[3] - z[2]) / s, (z[1] - x[3]) / s, (x[2] - y[1]) / s, s / 4 }
  elseif x[1] > y[2] and x[1] > z[3] then
    local s = 2 * sqrt(1 + x[1] - y[2] - z[3])
    return { s / 4, (y[1] + x[2]) / s, (z[1] + x[3]) / s, (y[3] - z[2]) / s }
  elseif y[2] > z[3] then
    local s = 2 * sqrt(1 + y[2] - x[1] - z[3])
    return { (y[1] + x[2]) / s, s / 4, (z[2] + y[3]) / s, (z[1] - x[3]) / s }
  end
  local s = 2 * sqrt(1 + z[3] - x[1] - y[2])
  return { (z[1] + x[3]) / s, (z[2] + y[3]) / s, s / 4, (x[2] - y[1]) / s }
end

function space.mix(a, b, t) return a + (b - a) * t end

return space
