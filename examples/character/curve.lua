-- Smooth curves through points: curve { { t, value }, ... } is a function of t.

local curve = {}

local function hermite(a, da, b, db, u, length)
  local v = 1 - u
  return a * v * v * (1 + 2 * u) + b * u * u * (3 - 2 * u) + length * u * v * (da * v - db * u)
end
curve.hermite = hermite

-- Slopes that never overshoot: flat at turning points and at both ends (Fritsch and Butland's harmonic mean).
local function slopes(points)
  local out = {}
  for i = 1, #points do out[i] = 0 end
  for i = 2, #points - 1 do
    local a, b, c = points[i - 1], points[i], points[i + 1]
    local left, right = (b[2] - a[2]) / (b[1] - a[1]), (c[2] - b[2]) / (c[1] - b[1])
    if left * right > 0 then out[i] = 2 * left * right / (left + right) end
  end
  return out
end

-- Holds the first and last value outside its points.
function curve.through(points)
  local slope = slopes(points)
  return function(t)
    if t <= points[1][1] then return points[1][2] end
    for i = 2, #points do
      local a, b = points[i - 1], points[i]
      if t <= b[1] then
        local length = b[1] - a[1]
        return hermite(a[2], slope[i - 1], b[2], slope[i], (t - a[1]) / length, length)
      end
    end
    return points[#points][2]
  end
end

-- 0 before a, 1 after b, smooth between.
function curve.step(a, b, t)
  local u = math.max(0, math.min(1, (t - a) / (b - a)))
  return u * u * (3 - 2 * u)
end

return curve
