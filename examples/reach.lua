-- Inverse kinematics: one arm and one tail, each reaching for a row of targets.
--
--   lua examples/reach.lua [OUT.svg]

local ha = require 'helioanim'

local function chain_of(count, length)
  local joints = { { name = '1' } }
  for i = 2, count do joints[i] = { name = tostring(i), parent = i - 1, translation = { 0, length, 0 } } end
  return ha.skeleton(joints)
end

local out = { '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 240" fill="none" stroke-linecap="round">',
  '<rect width="100%" height="100%" fill="#fff"/>' }

local function draw(model, left, target, reached)
  local line = {}
  for joint = 1, #model do
    local x, y = model:transform(joint)
    line[joint] = ('%.1f,%.1f'):format(left + 80 * x, 210 - 80 * y)
  end
  out[#out + 1] = ('<polyline points="%s" stroke="#555" stroke-width="5" stroke-linejoin="round"/>'):format(
    table.concat(line, ' '))
  for _, at in ipairs(line) do
    local x, y = at:match '^(.+),(.+)$'
    out[#out + 1] = ('<circle cx="%s" cy="%s" r="4" fill="#fff" stroke="#555"/>'):format(x, y)
  end
  out[#out + 1] = ('<circle cx="%.1f" cy="%.1f" r="6" fill="%s"/>'):format(left + 80 * target[1], 210 - 80 * target[2],
    reached and '#4a8f4a' or '#c8552b')
end

local limb = chain_of(3, 1)
local elbow = ha.two_bone { skeleton = limb, root = 1, mid = 2, tip = 3 }
local tail = chain_of(9, 0.25)
local curl = ha.chain { skeleton = tail, root = 1, tip = 9 }

for i, target in ipairs { { 0.6, 1.5, 0 }, { 0.9, 0.6, 0 }, { 1.2, 2.2, 0 } } do
  local pose, model = limb:new_pose(), limb:new_matrices()
  local reached = elbow:solve(pose, pose:to_model(model), target, { -1, 1, 0 })
  draw(model, 60 + (i - 1) * 115, target, reached)
  pose, model = tail:new_pose(), tail:new_matrices()
  for joint = 2, 8 do pose:set_rotation(joint, 0, 0, math.sin(0.04), math.cos(0.04)) end -- the way that it bends
  reached = curl:solve(pose, pose:to_model(model), target)
  draw(model, 430 + (i - 1) * 115, target, reached)
end
out[#out + 1] = '</svg>\n'

local path = arg and arg[1] or 'reach.svg'
local file = assert(io.open(path, 'w'))
file:write(table.concat(out, '\n'))
file:close()
print('drawn: ' .. path)
