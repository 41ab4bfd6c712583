-- Low-poly solids for a skin: tubes of elliptic rings, mirrored to the other side, gathered by material.

local space = require 'examples.character.space'
local skeleton = require 'examples.character.skeleton'

local solid = {}

-- A ring: its centre, two radius vectors, the joints that carry it { Name = weight, ... }. `shape(angle)` may scale
-- the radius; angle 0 lies along u, 90 degrees along v.
function solid.ring(center, u, v, weights, shape)
  return { center = center, u = u, v = v, weights = weights, shape = shape }
end

-- Every point is { position, weights }; a tube is a list of points and of triangles (indices from 1).
local function ring_points(ring, sides, points)
  for i = 0, sides - 1 do
    local angle = 2 * math.pi * (i + 0.5) / sides
    local r = ring.shape and ring.shape(math.deg(angle)) or 1
    local p = space.add(ring.center, space.add(space.scale(ring.u, r * math.cos(angle)),
      space.scale(ring.v, r * math.sin(angle))))
    points[#points + 1] = { position = p, weights = ring.weights }
  end
end

local function volume(mesh)
  local sum = 0
  for _, t in ipairs(mesh.triangles) do
    local a, b, c = mesh.points[t[1]].position, mesh.points[t[2]].position, mesh.points[t[3]].position
    sum = sum + space.dot(a, space.cross(b, c))
  end
  return sum
end

local function turn_over(mesh)
  for _, t in ipairs(mesh.triangles) do t[2], t[3] = t[3], t[2] end
end

-- Closes an end with a fan around a point `bulge` beyond the ring.
local function cap(mesh, ring, first, sides, bulge)
  mesh.points[#mesh.points + 1] = { position = space.add(ring.center, bulge), weights = ring.weights }
  for i = 0, sides - 1 do
    mesh.triangles[#mesh.triangles + 1] = { #mesh.points, first + (i + 1) % sides, first + i }
  end
end

-- A closed tube through rings. `ends`: how far the two caps bulge, along the tube.
function solid.tube(rings, sides, ends)
  local mesh = { points = {}, triangles = {} }
  for _, ring in ipairs(rings) do ring_points(ring, sides, mesh.points) end
  for r = 0, #rings - 2 do
    for i = 0, sides - 1 do
      local a, b = r * sides + i + 1, r * sides + (i + 1) % sides + 1
      table.insert(mesh.triangles, { a, b, b + sides })
      table.insert(mesh.triangles, { a, b + sides, a + sides })
    end
  end
  local first, last, n = rings[1], rings[#rings], #rings
  local function bulge(from, to, amount)
    local along = space.sub(to.center, from.center)
    return space.scale(space.unit(along), amount)
  end
  ends = ends or { 0, 0 }
  cap(mesh, first, 1, sides, bulge(rings[2], first, ends[1]))
  local before = #mesh.triangles
  cap(mesh, last, (n - 1) * sides + 1, sides, bulge(rings[n - 1], last, ends[2]))
  for i = before + 1, #mesh.triangles do
    local t = mesh.triangles[i]
    t[2], t[3] = t[3], t[2]
  end
  if volume(mesh) < 0 then turn_over(mesh) end
  return mesh
end

local function mirror_name(name)
  if name:find '^Left' then return (name:gsub('^Left', 'Right')) end
  return name
end

-- The same on the right side.
function solid.mirror(mesh)
  local out = { points = {}, triangles = {} }
  for i, point in ipairs(mesh.points) do
    local p, weights = point.position, {}
    for name, weight in pairs(point.weights) do weights[mirror_name(name)] = weight end
    out.points[i] = { position = { -p[1], p[2], p[3] }, weights = weights }
  end
  for i, t in ipairs(mesh.triangles) do out.triangles[i] = { t[1], t[3], t[2] } end
  return out
end

-- Moves points from a joint's own frame at rest into the model's.
function solid.place(mesh, joint_name)
  local joint = skeleton.by_name[joint_name]
  for _, point in ipairs(mesh.points) do
    point.position = space.add(joint.global_position, space.turn(joint.global_rotation, point.position))
  end
  return mesh
end

local function normals_of(mesh)
  local sums = {}
  for i = 1, #mesh.points do sums[i] = { 0, 0, 0 } end
  for _, t in ipairs(mesh.triangles) do
    local a, b, c = mesh.points[t[1]].position, mesh.points[t[2]].position, mesh.points[t[3]].position
    local face = space.cross(space.sub(b, a), space.sub(c, a))
    for _, corner in ipairs(t) do sums[corner] = space.add(sums[corner], face) end
  end
  return sums
end

local function append_weights(weights, indices, primitive)
  local names, total = {}, 0
  for name, weight in pairs(weights) do
    names[#names + 1] = name
    total = total + weight
  end
  table.sort(names, function(a, b)
    if weights[a] ~= weights[b] then return weights[a] > weights[b] end
    return a < b
  end)
  for i = 1, 4 do
    primitive.joints[#primitive.joints + 1] = names[i] and indices[names[i]] - 1 or 0
    primitive.weights[#primitive.weights + 1] = names[i] and weights[names[i]] / total or 0
  end
end

-- Meshes of one material as a primitive for the writer.
function solid.primitive(material, meshes)
  local out = { material = material, positions = {}, normals = {}, joints = {}, weights = {}, indices = {} }
  local indices = {}
  for i, joint in ipairs(skeleton.joints) do indices[joint.name] = i end
  for _, mesh in ipairs(meshes) do
    local base, normals = #out.positions // 3, normals_of(mesh)
    for i, point in ipairs(mesh.points) do
      table.move(point.position, 1, 3, #out.positions + 1, out.positions)
      table.move(space.unit(normals[i]), 1, 3, #out.normals + 1, out.normals)
      append_weights(point.weights, indices, out)
    end
    for _, t in ipairs(mesh.triangles) do
      for _, corner in ipairs(t) do out.indices[#out.indices + 1] = base + corner - 1 end
    end
  end
  return out
end

return solid
