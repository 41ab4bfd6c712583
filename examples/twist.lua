-- A tube twisted by half a turn: linear blending collapses it, dual quaternions keep its volume.
--
--   lua examples/twist.lua [OUT.svg]

local ha = require 'helioanim'

local RINGS, SIDES = 17, 16

-- A tube along x between two joints, each ring following both by its place.
local positions, joints, weights = {}, {}, {}
for ring = 0, RINGS - 1 do
  for side = 0, SIDES - 1 do
    local u, angle = ring / (RINGS - 1), 2 * math.pi * side / SIDES
    table.move({ 4 * u, math.cos(angle), math.sin(angle) }, 1, 3, #positions + 1, positions)
    table.move({ 0, 1, 0, 0 }, 1, 4, #joints + 1, joints)
    table.move({ 1 - u, u, 0, 0 }, 1, 4, #weights + 1, weights)
  end
end
local indices = {}
for i, joint in ipairs(joints) do indices[i] = string.pack('<I2', joint) end
local bytes = table.concat(indices)
local core = require 'helioanim.core'
local tube = ha.deformer {
  positions = ha.buffer(3, positions), weights = ha.buffer(4, weights),
  joints = core.decode_accessor(bytes, 0, #bytes, 0, 5123, 'VEC4', RINGS * SIDES, false, true),
}

local palette = ha.matrices(2)
local s, c = math.sin(math.rad(178) / 2), math.cos(math.rad(178) / 2)
palette:set(2, ha.compose(0, 0, 0, s, 0, 0, c, 1, 1, 1))

local out = { '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 220" fill="none" font-family="sans-serif">',
  '<rect width="100%" height="100%" fill="#fff"/>' }

local function draw(method, left, label)
  tube:skin(palette, method)
  local function point(ring, side)
    local x, y, z = tube.positions:get(ring * SIDES + side % SIDES + 1)
    return ('%.1f,%.1f'):format(left + 75 * x + 12 * z, 100 - 60 * y + 8 * z)
  end
  for side = 0, SIDES - 1 do -- along
    local line = {}
    for ring = 0, RINGS - 1 do line[#line + 1] = point(ring, side) end
    out[#out + 1] = ('<polyline points="%s" stroke="#8aa"/>'):format(table.concat(line, ' '))
  end
  for ring = 0, RINGS - 1, 2 do -- around
    local line = {}
    for side = 0, SIDES do line[#line + 1] = point(ring, side) end
    out[#out + 1] = ('<polyline points="%s" stroke="#c8552b"/>'):format(table.concat(line, ' '))
  end
  out[#out + 1] = ('<text x="%d" y="205" fill="#333" font-size="15">%s</text>'):format(left + 90, label)
end
draw('linear', 30, 'linear blend')
draw('dual', 410, 'dual quaternions')
out[#out + 1] = '</svg>\n'

local path = arg and arg[1] or 'twist.svg'
local file = assert(io.open(path, 'w'))
file:write(table.concat(out, '\n'))
file:close()
print('drawn: ' .. path)
