-- The joints: metres, Y up, facing +Z, so the left side is +X. At rest every frame is aligned with the world but for
-- the arms, which hang at 50 degrees (an A-pose); along an arm runs its X axis.

local space = require 'examples.character.space'

local skeleton = {}

local SPINE = {
  { 'Root', nil, { 0, 0, 0 } },
  { 'Hips', 'Root', { 0, 0.92, 0 } },
  { 'Spine', 'Hips', { 0, 0.12, 0 } },
  { 'Chest', 'Spine', { 0, 0.15, 0 } },
  { 'Neck', 'Chest', { 0, 0.22, -0.01 } },
  { 'Head', 'Neck', { 0, 0.07, 0.01 } },
}

-- The left side; the right is its mirror.
local SIDE = {
  { 'Shoulder', 'Chest', { 0.04, 0.16, 0 } },
  { 'Arm', 'Shoulder', { 0.125, 0, 0 }, -50 },
  { 'ForeArm', 'Arm', { 0.26, 0, 0 } },
  { 'Hand', 'ForeArm', { 0.24, 0, 0 } },
  { 'UpLeg', 'Hips', { 0.085, -0.04, 0 } },
  { 'Leg', 'UpLeg', { 0, -0.41, 0 } },
  { 'Foot', 'Leg', { 0, -0.39, 0 } },
  { 'ToeBase', 'Foot', { 0, -0.05, 0.12 } },
}

local list, by_name = {}, {}

local function add(name, parent, offset, turn)
  local joint = {
    name = name, parent = parent, translation = offset, rotation = turn and space.rz(turn) or { 0, 0, 0, 1 },
  }
  local above = by_name[parent]
  joint.global_rotation = above and space.mul(above.global_rotation, joint.rotation) or joint.rotation
  joint.global_position = above
    and space.add(above.global_position, space.turn(above.global_rotation, offset)) or offset
  list[#list + 1], by_name[name] = joint, joint
end

for _, row in ipairs(SPINE) do add(table.unpack(row, 1, 3)) end
for _, side in ipairs { { 'Left', 1 }, { 'Right', -1 } } do
  local name, sign = table.unpack(side)
  for _, row in ipairs(SIDE) do
    local offset = { sign * row[3][1], row[3][2], row[3][3] }
    add(name .. row[1], by_name[row[2]] and row[2] or name .. row[2], offset, row[4] and sign * row[4])
  end
end

skeleton.joints, skeleton.by_name = list, by_name

-- Inverse bind matrices, 16 numbers a joint: the rest pose's inverses.
function skeleton.inverse_binds()
  local out = {}
  for _, joint in ipairs(list) do
    local q = space.inverse(joint.global_rotation)
    local x, y, z = space.turn(q, { 1, 0, 0 }), space.turn(q, { 0, 1, 0 }), space.turn(q, { 0, 0, 1 })
    local p = space.turn(q, space.scale(joint.global_position, -1))
    for i, column in ipairs { x, y, z, p } do
      table.move(column, 1, 3, #out + 1, out)
      out[#out + 1] = i == 4 and 1 or 0
    end
  end
  return out
end

return skeleton
