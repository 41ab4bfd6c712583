-- Motion capture on the sample character: a BVH walk, retargeted, drawn as a film strip.
--
--   ./dev lua examples/mocap.lua [MOTION.bvh [OUT.svg]]      without a file: hero.glb's own walk, by way of BVH

local ha = require 'helioanim'
local film_strip = require 'helioanim.draw.film_strip'

local hero = assert(ha.load_gltf('examples/data/hero.glb', { meshes = true }))

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

local first = walk.duration > 2 and 1 or 0 -- motion capture often begins with standing still
local strip = film_strip.render(hero, { clips = { walk }, frames = 9, title = 'A captured walk on the sample character',
  range = { first, math.min(first + 1.12, walk.duration) } })
local picture = arg[2] or 'mocap.svg'
assert(assert(io.open(picture, 'w')):write(strip)):close()
print('drawn: ' .. picture)
