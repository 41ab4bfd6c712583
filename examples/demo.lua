-- Plays idle, walk and run of the sample character, or the first clips of any glTF file, tells what happens, and draws
-- a film strip.
--
--   ./dev demo [FILE]

local ha = require 'helioanim'
local film_strip = require 'helioanim.draw.film_strip'

local path = arg and arg[1] or 'examples/data/hero.glb'
local doc, message = ha.load_gltf(path, { meshes = true })
if not doc then
  io.stderr:write(message, '\n')
  os.exit(1)
end
print(('%s: %d joints, %d skins, %d clips'):format(path, #doc.skeleton, #doc.skins, #doc.clips))

-- The three clips by name, or as many as the file has.
local function choose_clips()
  local chosen = {}
  for _, name in ipairs { 'idle', 'walk', 'run' } do chosen[#chosen + 1] = doc:find_clip(name) end
  if #chosen < 3 then chosen = table.move(doc.clips, 1, math.min(3, #doc.clips), 1, {}) end
  return chosen
end

local pose, model = doc.skeleton:new_pose(), doc.skeleton:new_matrices()
local skin = doc.skins[1]
local palette = skin and skin:new_palette()

-- One second of a clip at 60 frames a second, as a game would play it.
local function play(clip)
  local player = clip:player():play()
  local told = {}
  for _ = 1, 60 do
    player:advance(1 / 60)
    player:evaluate(pose):to_model(model)
    if skin then skin:palette(model, palette) end
    for name, time in player:events() do told[#told + 1] = ('%s at %.2f s'):format(name, time) end
  end
  print(('  %-12s %5.2f s, %3d tracks; after a second at %.2f s of pass %d%s'):format(clip.name, clip.duration, #clip,
    player.time, player.pass, #told > 0 and '; ' .. table.concat(told, ', ') or ''))
end

local clips = choose_clips()
for _, clip in ipairs(clips) do play(clip) end
if palette then
  print(('  palette of %d matrices, %d bytes for the renderer'):format(#palette, palette:byte_length()))
end
for _, warning in ipairs(doc.warnings) do print('  warning: ' .. warning) end

local strip = 'build/' .. path:match '([^/]*)$':gsub('%.%w+$', '') .. '.svg'
local file = assert(io.open(strip, 'w'))
file:write(film_strip.render(doc, { clips = clips }))
file:close()
print('film strip: ' .. strip)
