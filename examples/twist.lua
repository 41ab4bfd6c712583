-- A tube twisted by half a turn: linear blending collapses it, dual quaternions keep its volume.
--
--   ./dev lua examples/twist.lua [OUT.svg]

local ha = require 'helioanim'
local svg = require 'helioanim.draw.svg'

local RINGS, SIDES = 17, 16

-- A tube along x between two joints, each ring following both by its place. Four joints and four weights a vertex, one
-- byte each, as files and renderers have them.
local positions, vertices = {}, {}
for ring = 0, RINGS - 1 do
  for side = 0, SIDES - 1 do
    local u, angle = ring / (RINGS - 1), 2 * math.pi * side / SIDES
    table.move({ 4 * u, math.cos(angle), math.sin(angle) }, 1, 3, #positions + 1, positions)
    local second = math.floor(255 * u + 0.5)
    vertices[#vertices + 1] = string.pack('BBBBBBBB', 0, 1, 0, 0, 255 - second, second, 0, 0)
  end
end
local bytes = table.concat(vertices)
local tube = ha.deformer {
  positions = ha.buffer(3, positions),
  joints = { buffer = bytes, stride = 8, type = 'uint8' },
  weights = { buffer = bytes, offset = 4, stride = 8, type = 'unorm8' },
}

local palette = ha.matrices(2)
local s, c = math.sin(math.rad(178) / 2), math.cos(math.rad(178) / 2)
palette:set(2, ha.compose(0, 0, 0, s, 0, 0, c, 1, 1, 1))

local picture = svg.new(760, 220, { title = 'A tube twisted by half a turn' })
picture:add('rect', { width = '100%', height = '100%', fill = '#fff' })

local function draw(method, left, label)
  tube:skin(palette, method)
  local function line(colour, count, at)
    local points = {}
    for i = 0, count do
      local ring, side = at(i)
      local x, y, z = tube.positions:get(ring * SIDES + side % SIDES + 1)
      points[#points + 1] = ('%.1f,%.1f'):format(left + 75 * x + 12 * z, 100 - 60 * y + 8 * z)
    end
    picture:add('polyline', { points = table.concat(points, ' '), stroke = colour, fill = 'none' })
  end
  for side = 0, SIDES - 1 do line('#8aa', RINGS - 1, function(i) return i, side end) end
  for ring = 0, RINGS - 1, 2 do line('#c8552b', SIDES, function(i) return ring, i end) end
  picture:text(label, { x = left + 90, y = 205, fill = '#333', ['font-size'] = 15, ['font-family'] = 'sans-serif' })
end
draw('linear', 30, 'linear blend')
draw('dual', 410, 'dual quaternions')

local path = arg and arg[1] or 'twist.svg'
assert(assert(io.open(path, 'w')):write(tostring(picture))):close()
print('drawn: ' .. path)
