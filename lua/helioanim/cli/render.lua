-- helioanim render FILE [--clip NAME|#N] [--frames N] -o STRIP.svg

local film_strip = require 'helioanim.util.film_strip'
local options = require 'helioanim.cli.options'
local document = require 'helioanim.cli.document'

local MOST_FRAMES = 64

local function read_frames(text)
  local frames = text and math.tointeger(options.number(text, '--frames')) or 8
  if not frames or frames < 1 or frames > MOST_FRAMES then
    options.usage_error("option '--frames': a whole number from 1 to %d expected", MOST_FRAMES)
  end
  return frames
end

-- Whole or not at all: a failed write leaves no file behind.
local function write(path, text)
  local file, message = io.open(path, 'wb')
  if not file then document.data_error('cannot write %s', message) end
  local ok, why = file:write(text)
  local closed, why_not = file:close()
  if ok and closed then return end
  os.remove(path)
  document.data_error('cannot write %s: %s', path, why or why_not)
end

return {
  usage = 'helioanim render FILE [--clip NAME|#N] [--frames N] -o STRIP.svg',
  about = 'a film strip of the posed character: one clip, or the first three',
  run = function(arguments, out)
    local given, path = options.parse(arguments, { ['--clip'] = 'value', ['--frames'] = 'value', ['-o'] = 'value' })
    if not given.o then options.usage_error "option '-o' is missing: where the picture goes" end
    local frames = read_frames(given.frames)
    local doc = document.load(path, { meshes = true })
    local clips = given.clip and { (document.choose_clip(doc, given.clip)) } or nil
    write(given.o, film_strip.render(doc, { clips = clips, frames = frames }))
    out:write('wrote ', given.o, '\n')
  end,
}
