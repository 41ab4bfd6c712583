-- Draws the README's picture: ./dev lua tools/film_strip_picture.lua [FILE]

local ha = require 'helioanim'
local film_strip = require 'helioanim.draw.film_strip'

local doc = assert(ha.load_gltf('examples/data/hero.glb', { meshes = true }))
local path = arg[1] or 'docs/images/film-strip.svg'
local file = assert(io.open(path, 'wb'))
file:write(film_strip.render(doc, {
  clips = { 'walk', 'run' }, frames = 8, width = 1100, height = 200, title = 'Helia walks and runs',
}))
file:close()
print('wrote ' .. path)
