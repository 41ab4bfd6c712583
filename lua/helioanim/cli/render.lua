-- helioanim render FILE [--clip NAME|#N] [--frames N] -o STRIP.svg

local film_strip = require 'helioanim.draw.film_strip'
local input = require 'helioanim.cli.input'
local options = require 'helioanim.cli.options'
local output = require 'helioanim.cli.output'

local MOST_FRAMES = 64

local function read_frames(text)
  local frames = text and math.tointeger(options.number(text, '--frames')) or 8
  if not frames or frames < 1 or frames > MOST_FRAMES then
    options.usage_error("option '--frames': a whole number from 1 to %d expected", MOST_FRAMES)
  end
  return frames
end

return {
  usage = 'helioanim render FILE [--clip NAME|#N] [--frames N] -o STRIP.svg',
  about = 'a film strip of the posed character: one clip, or the first three',
  run = function(arguments, out)
    local given, path = options.parse(arguments, { ['--clip'] = 'value', ['--frames'] = 'value', ['-o'] = 'value' })
    if not given.o then options.usage_error "option '-o' is missing: where the picture goes" end
    local frames = read_frames(given.frames)
    local doc = input.load(path, { meshes = true })
    local clips = given.clip and { (input.choose_clip(doc, given.clip)) } or nil
    output.save(given.o, film_strip.render(doc, { clips = clips, frames = frames }))
    out:write('wrote ', given.o, '\n')
  end,
}
