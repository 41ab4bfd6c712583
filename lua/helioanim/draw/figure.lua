-- What a posed document looks like: coloured flat polygons in the model's space.
--
-- A figure is made once a document (`figure.new`) and posed for every picture: triangles of the meshes, or where there
-- are none, the bones as spindles and lone nodes as boxes.

local vector = require 'helioanim.util.vector'

local along = vector.along
local figure = {}

local Figure = {}
Figure.__index = Figure

local MOST_TRIANGLES, MOST_POINTS = 8000, 60000 -- more would make a heavy picture; bones are drawn instead
local MOST_BONES = 1000 -- the first ones of more
local TRIANGLES, CHUNK, GREY = 4, 200, { 0.50, 0.52, 0.58 }
local BONE, LEFT, RIGHT = { 0.30, 0.33, 0.40 }, { 0.10, 0.30, 0.62 }, { 0.78, 0.23, 0.10 }

-- 'left', 'right' or nil, from a joint's name as the common rigs write it.
function figure.side(name)
  local lower = name:lower()
  if lower:find 'left' or name:find '[%._%- ][Ll]$' or name:find '^[Ll][%._%- ]' or name:find '[%._][Ll][%._]' then
    return 'left'
  elseif lower:find 'right' or name:find '[%._%- ][Rr]$' or name:find '^[Rr][%._%- ]' or name:find '[%._][Rr][%._]' then
    return 'right'
  end
end

local function transform(m, x, y, z)
  return m[1] * x + m[5] * y + m[9] * z + m[13], m[2] * x + m[6] * y + m[10] * z + m[14],
    m[3] * x + m[7] * y + m[11] * z + m[15]
end

local function mix(a, b, t)
  local out = {}
  for i = 1, 3 do out[i] = a[i] + (b[i] - a[i]) * t end
  return out
end

-- The far side a little darker and cooler, so that legs do not merge.
local function tinted(colour, side)
  if side == 'left' then return mix(mix(colour, { 0.05, 0.12, 0.30 }, 0.16), { 0, 0, 0 }, 0.22) end
  return colour
end

-- A Buffer's numbers as a list.
local function numbers(buffer)
  local bytes, out = buffer:tostring(), {}
  local one = buffer.type == 'float32' and 'f' or 'I4'
  for first = 1, #buffer, CHUNK do
    local count = math.min(CHUNK, #buffer - first + 1)
    local values = { string.unpack('<' .. one:rep(count), bytes, (first - 1) * 4 + 1) }
    table.move(values, 1, count, first, out)
  end
  return out
end

-- Triangles as corners from 1; without indices every three vertices are one.
local function corners_of(primitive)
  local out = primitive.indices and numbers(primitive.indices) or {}
  if primitive.indices then
    for i = 1, #out do out[i] = out[i] + 1 end
  else
    for i = 1, primitive.vertex_count do out[i] = i end
  end
  for i = #out - #out % 3 + 1, #out do out[i] = nil end
  return out
end

local function colour_of(doc, primitive)
  local material = doc.materials and doc.materials[primitive.material]
  return material and material.color or GREY
end

local function triangles_of(primitive)
  if primitive.mode ~= TRIANGLES then return 0 end
  return (primitive.indices and #primitive.indices or primitive.vertex_count) // 3
end

-- The primitives of each mesh that have triangles.
local function find_drawn(meshes)
  local out = {}
  for m, mesh in ipairs(meshes or {}) do
    out[m] = {}
    for _, primitive in ipairs(mesh.primitives or {}) do
      if triangles_of(primitive) > 0 then table.insert(out[m], primitive) end
    end
  end
  return out
end

local function new_solid(doc, i, primitive)
  local skin = doc.nodes[i].skin and primitive.joints and doc.nodes[i].skin
  return {
    node = i, skin = skin, colour = colour_of(doc, primitive), positions = numbers(primitive.positions),
    corners = corners_of(primitive), joints = skin and numbers(primitive.joints[1]),
    weights = skin and numbers(primitive.weights[1]),
  }
end

-- Every node's mesh as a solid: node, skin, and flat lists. Nothing where there are no meshes, or too much of them.
local function gather_solids(doc)
  local out, triangles, points, drawn = {}, 0, 0, find_drawn(doc.meshes)
  for i, node in ipairs(doc.nodes) do
    for _, primitive in ipairs(drawn[node.mesh] or {}) do
      triangles, points = triangles + triangles_of(primitive), points + primitive.vertex_count
      if triangles > MOST_TRIANGLES or points > MOST_POINTS then return {} end
      out[#out + 1] = new_solid(doc, i, primitive)
    end
  end
  return out
end

-- The colours of a solid's triangles: tinted by the joint that carries the first corner most.
local function triangle_colours(doc, solid)
  local out, tones = {}, {}
  local skin = solid.skin and doc.skins[solid.skin]
  local own = tinted(solid.colour, figure.side(doc.skeleton:joint_name(solid.node)))
  for t = 1, #solid.corners // 3 do
    out[t] = own
    if skin then
      local base, best = (solid.corners[3 * t - 2] - 1) * 4, 1
      for k = 2, 4 do
        if solid.weights[base + k] > solid.weights[base + best] then best = k end
      end
      local joint = solid.joints[base + best] + 1
      tones[joint] = tones[joint] or tinted(solid.colour, figure.side(doc.skeleton:joint_name(skin:joint(joint))))
      out[t] = tones[joint]
    end
  end
  return out
end

-- Joints to show as bones: those of the skins; else all.
local function shown_joints(doc)
  local shown, count = {}, 0
  local function show(joint)
    if shown[joint] or count == MOST_BONES then return end
    shown[joint], count = true, count + 1
  end
  for _, skin in ipairs(doc.skins) do
    for i = 1, #skin do show(skin:joint(i)) end
  end
  for j = 1, count == 0 and #doc.skeleton or 0 do show(j) end
  return shown
end

-- `doc` may have been loaded with its meshes; without them bones are drawn.
function figure.new(doc)
  local solids = gather_solids(doc)
  local self = setmetatable({
    doc = doc, solids = solids, colours = {}, palettes = {}, shown = #solids == 0 and shown_joints(doc),
    pose = doc.skeleton:new_pose(), model = doc.skeleton:new_matrices(),
  }, Figure)
  for i, solid in ipairs(solids) do self.colours[i] = triangle_colours(doc, solid) end
  return self
end

local function rigid_points(self, solid)
  local m, p, out = { self.model:get(solid.node) }, solid.positions, {}
  for i = 1, #p, 3 do out[i], out[i + 1], out[i + 2] = transform(m, p[i], p[i + 1], p[i + 2]) end
  return out
end

local function skinned_points(solid, palette)
  local p, out = solid.positions, {}
  for v = 0, #p // 3 - 1 do
    local x, y, z, total = 0, 0, 0, 0
    for k = 4 * v + 1, 4 * v + 4 do
      local w = solid.weights[k]
      if w ~= 0 then
        local a, b, c = transform(palette[solid.joints[k] + 1], p[3 * v + 1], p[3 * v + 2], p[3 * v + 3])
        x, y, z, total = x + w * a, y + w * b, z + w * c, total + w
      end
    end
    if total == 0 then total = 1 end
    out[3 * v + 1], out[3 * v + 2], out[3 * v + 3] = x / total, y / total, z / total
  end
  return out
end

local function palette_of(self, index)
  local skin = self.doc.skins[index]
  local matrices = self.palettes[index] or skin:new_palette()
  self.palettes[index] = matrices
  skin:palette(self.model, matrices)
  local out = {}
  for j = 1, #skin do out[j] = { matrices:get(j) } end
  return out
end

-- Normals of the vertices, not of unit length: the faces' summed.
local function vertex_normals(points, corners)
  local out = {}
  for i = 1, #points do out[i] = 0 end
  for t = 1, #corners, 3 do
    local a, b, c = 3 * corners[t] - 2, 3 * corners[t + 1] - 2, 3 * corners[t + 2] - 2
    local ux, uy, uz = points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]
    local vx, vy, vz = points[c] - points[a], points[c + 1] - points[a + 1], points[c + 2] - points[a + 2]
    local x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    for _, at in ipairs { a, b, c } do
      out[at], out[at + 1], out[at + 2] = out[at] + x, out[at + 1] + y, out[at + 2] + z
    end
  end
  return out
end

-- The polygons of a solid's triangles. Their light comes from the vertices' normals, which is calmer than the faces'.
local function add_triangles(polygons, points, corners, colours)
  local normals = vertex_normals(points, corners)
  for t = 1, #colours do
    local polygon, nx, ny, nz = { colour = colours[t] }, 0, 0, 0
    for k = 0, 2 do
      local at = 3 * corners[3 * t - 2 + k] - 2
      table.move(points, at, at + 2, 3 * k + 1, polygon)
      local x, y, z = normals[at], normals[at + 1], normals[at + 2]
      local size = math.sqrt(x * x + y * y + z * z)
      if size > 0 then nx, ny, nz = nx + x / size, ny + y / size, nz + z / size end
    end
    local size = math.sqrt(nx * nx + ny * ny + nz * nz)
    if size > 0 then polygon.light = { nx / size, ny / size, nz / size } end
    polygons[#polygons + 1] = polygon
  end
end

local function add_solids(self, polygons)
  local palettes = {}
  for i, solid in ipairs(self.solids) do
    if solid.skin then palettes[solid.skin] = palettes[solid.skin] or palette_of(self, solid.skin) end
    local points = solid.skin and skinned_points(solid, palettes[solid.skin]) or rigid_points(self, solid)
    add_triangles(polygons, points, solid.corners, self.colours[i])
  end
end

local SIDES = 6

-- Rings of points around the line from a to b; faces wind outward.
local function add_tube(polygons, a, b, profile, colour)
  local axis = vector.subtract(b, a)
  local size = vector.length(axis)
  if size == 0 then return end
  local other = math.abs(axis[2]) < 0.9 * size and { 0, 1, 0 } or { 1, 0, 0 }
  local u = vector.cross(axis, other)
  u = vector.scale(u, 1 / vector.length(u))
  local v = vector.scale(vector.cross(axis, u), 1 / size)
  local function point(step, i)
    local angle, r = 2 * math.pi * i / SIDES, profile[step][2]
    local ring = along(along(a, axis, profile[step][1]), u, r * math.cos(angle))
    return along(ring, v, r * math.sin(angle))
  end
  for step = 1, #profile - 1 do
    for i = 0, SIDES - 1 do
      local p, q, r, s = point(step, i), point(step, i + 1), point(step + 1, i + 1), point(step + 1, i)
      polygons[#polygons + 1] = {
        p[1], p[2], p[3], q[1], q[2], q[3], r[1], r[2], r[3], s[1], s[2], s[3], colour = colour,
      }
    end
  end
end

local function joint_colour(name)
  local side = figure.side(name)
  return side == 'left' and LEFT or side == 'right' and RIGHT or BONE
end

local function position(self, j)
  local m = { self.model:get(j) }
  return { m[13], m[14], m[15] }
end

local FACES = { { 1, 2, 4, 3 }, { 5, 7, 8, 6 }, { 1, 5, 6, 2 }, { 3, 4, 8, 7 }, { 1, 3, 7, 5 }, { 2, 6, 8, 4 } }

-- A box of half a side `r` in the frame of a joint.
local function add_box(polygons, m, r, colour)
  local points = {}
  for i = 0, 7 do
    points[i + 1] = { transform(m, i & 4 > 0 and r or -r, i & 2 > 0 and r or -r, i & 1 > 0 and r or -r) }
  end
  for _, face in ipairs(FACES) do
    local polygon = { colour = colour }
    for k, corner in ipairs(face) do table.move(points[corner], 1, 3, 3 * k - 2, polygon) end
    polygons[#polygons + 1] = polygon
  end
end

-- Bones from joint to child, as thick as they are long, but within bounds that the whole gives.
local function add_bones(self, polygons)
  local skeleton, places, bones, total = self.doc.skeleton, {}, {}, 0
  for j = 1, #skeleton do places[j] = self.shown[j] and position(self, j) end
  for j = 1, #skeleton do
    local parent = skeleton:parent(j)
    local root = parent and not (skeleton:parent(parent) and self.shown[skeleton:parent(parent)])
    if places[j] and parent and places[parent] and not (root and #skeleton > 4) then
      local size = vector.distance(places[j], places[parent])
      bones[#bones + 1] = { parent, j, size }
      total = total + size
    end
  end
  local mean = #bones > 0 and total / #bones or 0
  for _, bone in ipairs(bones) do
    local r = math.min(math.max(0.13 * bone[3], 0.10 * mean), 0.30 * mean)
    add_tube(polygons, places[bone[1]], places[bone[2]],
      { { 0, 0.35 * r }, { 0.12, r }, { 0.5, 0.86 * r }, { 1, 0.45 * r } }, joint_colour(skeleton:joint_name(bone[2])))
  end
  return #bones
end

local function add_boxes(self, polygons)
  local skeleton = self.doc.skeleton
  local size = 0
  for j = 1, #skeleton do size = math.max(size, vector.length(position(self, j))) end
  for j = 1, #skeleton do
    if self.shown[j] then
      add_box(polygons, { self.model:get(j) }, size > 0 and #skeleton > 1 and 0.06 * size or 0.5,
        joint_colour(skeleton:joint_name(j)))
    end
  end
end

-- The figure in `clip` at `time` (nil: at rest): a list of polygons, flat lists of coordinates with a colour.
function Figure:polygons(clip, time)
  self.pose:reset()
  if clip then clip:sample(self.pose, time) end
  self.pose:to_model(self.model)
  local polygons = {}
  add_solids(self, polygons)
  if self.shown and add_bones(self, polygons) == 0 then add_boxes(self, polygons) end
  return polygons
end

return figure
