-- Vectors { x, y, z }, where something is made once and a little garbage does not matter.

local vector = {}

function vector.subtract(a, b) return { a[1] - b[1], a[2] - b[2], a[3] - b[3] } end

-- a + b * s
function vector.along(a, b, s) return { a[1] + b[1] * s, a[2] + b[2] * s, a[3] + b[3] * s } end

function vector.scale(a, s) return { a[1] * s, a[2] * s, a[3] * s } end

function vector.dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end

function vector.cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

function vector.length(a) return math.sqrt(a[1] * a[1] + a[2] * a[2] + a[3] * a[3]) end

function vector.distance(a, b) return vector.length(vector.subtract(a, b)) end

return vector
