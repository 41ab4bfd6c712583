-- The triangles of a document that was loaded with its meshes, as plain lists, for those who draw it in Lua.

local solids = {}

local TRIANGLES, GREY, CHUNK = 4, { 0.55, 0.56, 0.60, 1 }, 200

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

-- Corners from 1. Without indices every three vertices are a triangle.
local function corners(primitive)
  local out = primitive.indices and numbers(primitive.indices) or {}
  for i = 1, #out do out[i] = out[i] + 1 end
  if not primitive.indices then
    for i = 1, primitive.vertex_count do out[i] = i end
  end
  for i = #out - #out % 3 + 1, #out do out[i] = nil end
  return out
end

-- Lists of a primitive, made once however many nodes show it. Four influences are enough to draw.
local function read_primitive(primitive)
  local solid = { positions = numbers(primitive.positions), corners = corners(primitive),
                  colour = primitive.colour or GREY }
  if primitive.joints then
    solid.joints, solid.weights = numbers(primitive.joints[1]), numbers(primitive.weights[1])
    for i = 1, #solid.joints do solid.joints[i] = solid.joints[i] + 1 end
  end
  return solid
end

local function place(solid, node)
  local skinned = node.skin and solid.joints
  return { node = node.index, skin = skinned and node.skin or nil, colour = solid.colour, corners = solid.corners,
           positions = solid.positions, joints = skinned and solid.joints, weights = skinned and solid.weights }
end

-- A list of { node, skin, colour, positions, corners, joints, weights }: flat lists that count from 1, for every node
-- that shows triangles. Empty where the document was loaded without meshes.
function solids.of(doc)
  local known, out = {}, {}
  for _, node in ipairs(doc.nodes) do
    local mesh = node.mesh and doc.meshes[node.mesh]
    for _, primitive in ipairs(mesh and mesh.primitives or {}) do
      if primitive.mode == TRIANGLES then
        known[primitive] = known[primitive] or read_primitive(primitive)
        out[#out + 1] = place(known[primitive], node)
      end
    end
  end
  return out
end

return solids
