-- Inverse kinematics: one arm and one tail, each reaching for a row of targets.
--
--   ./dev lua examples/reach.lua [OUT.svg]

local ha = require 'helioanim'
local svg = require 'helioanim.draw.svg'

-- A chain at rest, each joint turned by `bend` about z: it bends on in the plane where it is bent already.
local function chain_of(count, length, bend)
  local joints, rotation = {}, { 0, 0, math.sin(bend / 2), math.cos(bend / 2) }
  for i = 1, count do
    joints[i] = { name = tostring(i), parent = i > 1 and i - 1 or nil, translation = { 0, i > 1 and length or 0, 0 },
      rotation = rotation }
  end
  return ha.skeleton(joints)
end

local picture = svg.new(760, 240, { title = 'An arm and a tail reach for targets; red ones are too far' })
picture:add('rect', { width = '100%', height = '100%', fill = '#fff' })

local function draw(model, left, target, reached)
  local points = {}
  local function place(x, y) return left + 80 * x, 210 - 80 * y end
  for joint = 1, #model do points[joint] = ('%.1f,%.1f'):format(place(model:transform(joint))) end
  picture:add('polyline', { points = table.concat(points, ' '), fill = 'none', stroke = '#555', ['stroke-width'] = 5,
    ['stroke-linejoin'] = 'round', ['stroke-linecap'] = 'round' })
  for joint = 1, #model do
    local x, y = place(model:transform(joint))
    picture:add('circle', { cx = x, cy = y, r = 4, fill = '#fff', stroke = '#555' })
  end
  local x, y = place(target[1], target[2])
  picture:add('circle', { cx = x, cy = y, r = 6, fill = reached and '#4a8f4a' or '#c8552b' })
end

local limb = chain_of(3, 1, 0)
local elbow = ha.two_bone { skeleton = limb, root = 1, mid = 2, tip = 3 }
local tail = chain_of(9, 0.25, -0.05)
local curl = ha.chain { skeleton = tail, root = 1, tip = 9 }

for i, target in ipairs { { 0.6, 1.5, 0 }, { 0.9, 0.6, 0 }, { 1.2, 2.2, 0 } } do
  local pose, model = limb:new_pose(), limb:new_matrices()
  local reached = elbow:solve(pose, pose:to_model(model), target, { -1, 1, 0 })
  draw(model, 40 + (i - 1) * 120, target, reached)
  pose, model = tail:new_pose(), tail:new_matrices()
  reached = curl:solve(pose, pose:to_model(model), target)
  draw(model, 400 + (i - 1) * 120, target, reached)
end

local path = arg and arg[1] or 'reach.svg'
assert(assert(io.open(path, 'w')):write(tostring(picture))):close()
print('drawn: ' .. path)
