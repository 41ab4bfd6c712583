-- Motion capture on the sample character: a BVH walk, retargeted, drawn as a film strip.
--
--   ./dev lua examples/mocap.lua [MOTION.bvh [OUT.svg]]      without a file: hero.glb's own walk, by way of BVH

local ha = require 'helioanim'

local hero = assert(ha.load_gltf 'examples/data/hero.glb')

local path = arg[1] or os.tmpname()
if not arg[1] then assert(ha.write_bvh(path, { skeleton = hero.skeleton, clip = hero.clips.walk }, { fps = 60 })) end
local motion, message = ha.load_bvh(path)
if not arg[1] then os.remove(path) end
assert(motion, message)

-- The joints find each other by their names; limbs are brought into line, the hips scaled.
local map = ha.retarget { from = motion.skeleton, to = hero.skeleton }
print(('%d joints mapped, scale %.4f; only on one side: %s'):format(#map.matched, map.scale,
  table.concat(map.missing, ', ')))

-- Live, pose by pose, without garbage ...
local source, pose, model = motion.skeleton:new_pose(), hero.skeleton:new_pose(), hero.skeleton:new_matrices()
motion.clips[1]:sample(source, 1.0)
map:apply(source, pose):to_model(model)

-- ... or baked into a clip like any other.
local walk = map:bake(motion.clips[1], { fps = 30, name = 'retargeted walk' })
print(('%s: %.2f s, %d tracks'):format(walk.name, walk.duration, #walk))

local WIDTH, HEIGHT, SCALE, FRAMES = 960, 260, 120, 12
local out = {
  ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" stroke-linecap="round">'):format(WIDTH, HEIGHT),
  '<rect width="100%" height="100%" fill="#fff"/>',
  '<line x1="0" y1="235" x2="960" y2="235" stroke="#ccc" stroke-width="2"/>' }

-- Bones from the side, walking to the right; the right limbs are paler.
local function draw(time, left)
  walk:sample(pose:reset(), ha.wrap_time(time, walk.duration, 'loop')):to_model(model)
  local skel, _, _, hips = hero.skeleton, model:transform((hero.skeleton:find 'Hips'))
  for joint = 2, #skel do
    local parent = skel:parent(joint)
    if parent and parent > 1 and skel:joint_name(joint) ~= 'Hips' then
      local _, y1, z1 = model:transform(parent)
      local _, y2, z2 = model:transform(joint)
      local name = skel:joint_name(joint)
      local color = name:find '^Left' and '#c8552b' or name:find '^Right' and '#e7b59f' or '#333'
      out[#out + 1] = ('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="9"/>'):format(
        left + (z1 - hips) * SCALE, 235 - y1 * SCALE, left + (z2 - hips) * SCALE, 235 - y2 * SCALE, color)
    end
  end
  local _, y, z = model:transform((skel:find 'Head'))
  out[#out + 1] = ('<circle cx="%.1f" cy="%.1f" r="13" fill="#333"/>'):format(
    left + (z - hips) * SCALE, 235 - (y + 0.1) * SCALE)
end
for i = 0, FRAMES - 1 do draw(1 + i * 0.11, 50 + i * (WIDTH - 100) / (FRAMES - 1)) end
out[#out + 1] = '</svg>\n'

local picture = arg[2] or 'mocap.svg'
assert(assert(io.open(picture, 'w')):write(table.concat(out, '\n'))):close()
print('drawn: ' .. picture)
