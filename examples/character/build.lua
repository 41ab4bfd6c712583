-- Builds the sample character, Helia, from nothing: `./dev lua examples/character/build.lua [FILE]` writes
-- examples/data/hero.glb, the same bytes every time.
--
-- She is 1.75 m tall, Y up, and faces +Z. Clips in which she travels carry the way in Root (helioanim.root in the
-- animation's extras) at helioanim.speed metres a second, so that a planted foot stands still in the world; for a
-- clip on the spot, leave Root's track out. All else closes exactly. Extras also hold events { time, name } and
-- foot markers { name, phase }.

local ha = require 'helioanim'
local skeleton = require 'examples.character.skeleton'
local body = require 'examples.character.body'
local clips = require 'examples.character.clips'

local build = {}

function build.describe()
  local nodes, joints = {}, {}
  for i, joint in ipairs(skeleton.joints) do
    nodes[i] = { name = joint.name, parent = joint.parent, translation = joint.translation, rotation = joint.rotation }
    if not joint.parent then nodes[i].translation = nil end
    if joint.rotation[4] == 1 then nodes[i].rotation = nil end
    joints[i] = joint.name
  end
  nodes[#nodes + 1] = { name = 'Helia', mesh = 'Helia', skin = 'Helia' }
  return {
    generator = 'helioanim examples/character', copyright = 'MIT, the helioanim authors', name = 'Helia',
    nodes = nodes, meshes = { body.mesh() }, materials = body.materials,
    skins = { { name = 'Helia', joints = joints, inverse_binds = skeleton.inverse_binds(), skeleton = 'Root' } },
    animations = clips(),
  }
end

if arg and arg[0] and arg[0]:find 'character/build%.lua$' then
  local path = arg[1] or 'examples/data/hero.glb'
  assert(ha.write_glb(path, build.describe()))
  print('wrote ' .. path)
end

return build
