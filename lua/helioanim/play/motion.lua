-- Root motion of several, blended by weight as poses are: mean translation, normalised sum of rotations on the
-- hemisphere of the heaviest one so far. An accumulator is reused, so that frames make no garbage.

local Motion = {}
Motion.__index = Motion

local motion = {}

function motion.new()
  return setmetatable({ total = 0, x = 0, y = 0, z = 0, a = 0, b = 0, c = 0, d = 0 }, Motion)
end

function Motion:clear()
  self.total, self.x, self.y, self.z, self.a, self.b, self.c, self.d = 0, 0, 0, 0, 0, 0, 0, 0
  return self
end

function Motion:add(weight, dx, dy, dz, qx, qy, qz, qw)
  if weight <= 0 then return end
  local sign = self.a * qx + self.b * qy + self.c * qz + self.d * qw < 0 and -weight or weight
  self.total = self.total + weight
  self.x, self.y, self.z = self.x + weight * dx, self.y + weight * dy, self.z + weight * dz
  self.a, self.b = self.a + sign * qx, self.b + sign * qy
  self.c, self.d = self.c + sign * qz, self.d + sign * qw
end

function Motion:get()
  local total = self.total
  local length = math.sqrt(self.a * self.a + self.b * self.b + self.c * self.c + self.d * self.d)
  if total <= 0 or length < 1e-12 then return 0, 0, 0, 0, 0, 0, 1 end
  return self.x / total, self.y / total, self.z / total,
    self.a / length, self.b / length, self.c / length, self.d / length
end

-- What a share of the time of a motion makes of it, at an even speed.
function motion.part(share, x, y, z, qx, qy, qz, qw)
  if share == 1 then return x, y, z, qx, qy, qz, qw end
  if qw < 0 then qx, qy, qz, qw = -qx, -qy, -qz, -qw end
  local sine = math.sqrt(qx * qx + qy * qy + qz * qz)
  local half = math.atan(sine, qw)
  local scale = sine > 1e-12 and math.sin(share * half) / sine or share
  return share * x, share * y, share * z, scale * qx, scale * qy, scale * qz, math.cos(share * half)
end

-- Holds one motion, to give `followed_by` another.
function Motion:set(x, y, z, a, b, c, d)
  self.total, self.x, self.y, self.z, self.a, self.b, self.c, self.d = 1, x, y, z, a, b, c, d
end

-- What is held and then another motion, which is in the frame where the first one ends.
function Motion:followed_by(x, y, z, qx, qy, qz, qw)
  local a, b, c, d = self.a, self.b, self.c, self.d
  local u, v, w = 2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)
  return self.x + x + d * u + b * w - c * v, self.y + y + d * v + c * u - a * w, self.z + z + d * w + a * v - b * u,
    d * qx + a * qw + b * qz - c * qy, d * qy + b * qw + c * qx - a * qz, d * qz + c * qw + a * qy - b * qx,
    d * qw - a * qx - b * qy - c * qz
end

return motion
