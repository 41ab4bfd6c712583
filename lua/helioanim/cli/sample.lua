-- helioanim sample FILE [--clip NAME|#N] [--at T[,T..]] [--wrap MODE] [--skin N] [--json]

local core = require 'helioanim.core'
local json_writer = require 'helioanim.io.json_writer'
local options = require 'helioanim.cli.options'
local input = require 'helioanim.cli.input'

local object = json_writer.object

local function read_times(text)
  local times = {}
  for part in (text .. ','):gmatch '([^,]*),' do times[#times + 1] = options.number(part, '--at') end
  return times
end

-- The skins to tell of, by index: the one of `--skin N`, or all.
local function choose_skins(doc, text)
  local all = {}
  for s in ipairs(doc.skins) do all[s] = s end
  if not text then return all end
  local index = math.tointeger(options.number(text, '--skin'))
  if not index or index < 1 then options.usage_error("option '--skin': '%s' is not a number from 1", text) end
  if not doc.skins[index] then input.data_error('%s: no skin %d (there are %d)', doc.path, index, #doc.skins) end
  return { index }
end

local function node_json(doc, pose, model, joint)
  local n = { pose:get(joint) }
  local weights = { pose:weights(joint) }
  return object({
    'name', doc.nodes[joint].name, 'translation', table.move(n, 1, 3, 1, {}), 'rotation', table.move(n, 4, 7, 1, {}),
    'scale', table.move(n, 8, 10, 1, {}), 'model', { model:get(joint) }, 'weights', #weights > 0 and weights or nil,
  }, 12)
end

local function sample_json(doc, pose, model, skins, time)
  local nodes, palettes = {}, {}
  for joint = 1, #doc.skeleton do nodes[joint] = node_json(doc, pose, model, joint) end
  for i, s in ipairs(skins) do
    local skin, matrices = doc.skins[s], {}
    local palette = skin:palette(model, skin:new_palette())
    for j = 1, #skin do matrices[j] = { palette:get(j) } end
    palettes[i] = object { 'palette', matrices }
  end
  return object { 'time', time, 'nodes', nodes, 'skins', palettes }
end

local LOCAL = 'T %9.4f %9.4f %9.4f  R %8.5f %8.5f %8.5f %8.5f  S %7.4f %7.4f %7.4f'
local MATRIX = ('%9.4f'):rep(16, ' ')

-- A row of a node: its number, its name and what `format` makes of the values.
local function print_row(doc, joint, out, format, ...)
  out:line('  %3d %-24s  %s', joint, doc.nodes[joint].name, format:format(...))
end

local function print_weights(doc, pose, out)
  local title = 'morph weights'
  for joint = 1, #doc.skeleton do
    local weights = { pose:weights(joint) }
    if #weights > 0 then
      if title then out:line(title) end
      title = nil
      for i, weight in ipairs(weights) do weights[i] = ('%8.5f'):format(weight) end
      print_row(doc, joint, out, '%s', table.concat(weights, ' '))
    end
  end
end

local function print_palette(doc, s, model, out)
  local skin = doc.skins[s]
  local palette = skin:palette(model, skin:new_palette())
  out:line("palette of skin %d '%s'", s, skin.name)
  for j = 1, #skin do print_row(doc, skin:joint(j), out, MATRIX, palette:get(j)) end
end

-- Tables of a row for each node or joint; matrices are column-major.
local function print_text(doc, pose, model, skins, time, out)
  out:line('time %.9g', time)
  for joint = 1, #doc.skeleton do print_row(doc, joint, out, LOCAL, pose:get(joint)) end
  out:line 'model matrices'
  for joint = 1, #doc.skeleton do print_row(doc, joint, out, MATRIX, model:get(joint)) end
  print_weights(doc, pose, out)
  for _, s in ipairs(skins) do print_palette(doc, s, model, out) end
end

local function each_sample(doc, clip, given, visit)
  local pose, model = doc.skeleton:new_pose(), doc.skeleton:new_matrices()
  local wrap = given.wrap and options.choice(given.wrap, '--wrap', { 'clamp', 'loop', 'pingpong' })
  for _, time in ipairs(read_times(given.at or '0')) do
    pose:reset()
    if clip then clip:sample(pose, wrap and core.wrap_time(time, clip.duration, wrap) or time) end
    visit(pose, pose:to_model(model), time)
  end
end

return {
  usage = 'helioanim sample FILE [--clip NAME|#N] [--at T[,T..]] [--wrap clamp|loop|pingpong] [--skin N] [--json]',
  about = 'local transforms, model matrices, palettes and weights at given times; the rest pose without --clip',
  run = function(arguments, out)
    local given, path = options.parse(arguments, {
      ['--clip'] = 'value', ['--at'] = 'value', ['--wrap'] = 'value', ['--skin'] = 'value', ['--json'] = 'flag',
    })
    read_times(given.at or '0') -- wrong usage is told before the file is touched
    if given.wrap then options.choice(given.wrap, '--wrap', { 'clamp', 'loop', 'pingpong' }) end
    local doc = input.load(path)
    local clip, index
    if given.clip then clip, index = input.choose_clip(doc, given.clip) end
    local skins, samples = choose_skins(doc, given.skin), {}
    each_sample(doc, clip, given, function(pose, model, time)
      if given.json then
        samples[#samples + 1] = sample_json(doc, pose, model, skins, time)
      else
        print_text(doc, pose, model, skins, time, out)
      end
    end)
    if not given.json then return end
    local about = clip and object { 'index', index, 'name', clip.name, 'duration', clip.duration }
    out:write(json_writer.encode(object({ 'file', path, 'clip', about or nil, 'samples', samples }, 6)), '\n')
  end,
}
