-- The states of the sample character: locomotion with feet in step, a jump, and an attack of the upper body.
--
--   ./dev cli graph examples/hero_machine.lua -o machine.svg     (needs Graphviz)

local ha = require 'helioanim'

local doc = assert(ha.load_gltf 'examples/data/hero.glb')
local clips = doc.clips

local machine = ha.machine_definition { initial = 'ground', params = { speed = 0 }, states = {
  ground = { node = { blend1d = 'speed', sync = 'markers', { 0, clips.idle }, { 1.4, clips.walk }, { 4, clips.run } },
             to = { { 'jump', when = 'jump', fade = 0.1 } } },
  jump = { node = { clip = clips.jump, loops = 1 },
           to = { { 'ground', exit = 0.8, fade = 0.25, kind = 'inertial' } } } },
  slots = { { 'attack', clip = clips.attack, fade_in = 0.1, fade_out = 0.2, mask = { ['Spine*'] = 1 } } } }

return { doc = doc, machine = machine }
