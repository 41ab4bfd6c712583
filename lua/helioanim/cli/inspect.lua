-- helioanim inspect FILE [--json]

local json_writer = require 'helioanim.io.json_writer'
local options = require 'helioanim.cli.options'
local input = require 'helioanim.cli.input'

local object = json_writer.object

local function track_json(track)
  local is_float = track.channel == 'float'
  return object({
    'joint', not is_float and track.joint or nil, 'node', track.joint_index, 'name', is_float and track.name or nil,
    'channel', track.channel, 'interpolation', track.interpolation, 'keys', #track,
  }, 12)
end

local function clip_json(clip, index)
  local tracks = {}
  for i, track in clip:tracks() do tracks[i] = track_json(track) end
  return object { 'index', index, 'name', clip.name, 'duration', clip.duration, 'tracks', tracks }
end

local function to_json(doc, path)
  local nodes, skins, clips = {}, {}, {}
  for i, node in ipairs(doc.nodes) do
    nodes[i] = object { 'name', node.name, 'parent', node.parent or json_writer.null }
  end
  for s, skin in ipairs(doc.skins) do
    local joints = {}
    for j = 1, #skin do joints[j] = skin:joint(j) end
    skins[s] = object { 'name', skin.name, 'joints', joints }
  end
  for c, clip in ipairs(doc.clips) do clips[c] = clip_json(clip, c) end
  return object { 'file', path, 'nodes', nodes, 'skins', skins, 'clips', clips, 'warnings', doc.warnings }
end

local function print_clip(doc, index, out)
  local clip = doc.clips[index]
  out:line("  clip #%d '%s': %.3f s, %d tracks", index, clip.name, clip.duration, #clip)
  for _, track in clip:tracks() do
    local node = track.joint_index
    local target = node and ("node %d '%s'"):format(node, doc.nodes[node].name) or ("'%s'"):format(track.name)
    out:line('    %s of %s: %s, %d keys', track.channel, target, track.interpolation, #track)
  end
end

local function print_text(doc, path, out)
  out:line('%s: %d nodes, %d skins, %d clips', path, #doc.nodes, #doc.skins, #doc.clips)
  for i, node in ipairs(doc.nodes) do
    out:line("  node %d '%s'%s", i, node.name, node.parent and (' below node %d'):format(node.parent) or '')
  end
  for s, skin in ipairs(doc.skins) do out:line("  skin %d '%s': %d joints", s, skin.name, #skin) end
  for c in ipairs(doc.clips) do print_clip(doc, c, out) end
  for _, warning in ipairs(doc.warnings) do out:line('  warning: %s', warning) end
end

return {
  usage = 'helioanim inspect FILE [--json]',
  about = 'nodes, skins, clips, tracks and warnings of a file',
  run = function(arguments, out)
    local given, path = options.parse(arguments, { ['--json'] = 'flag' })
    local doc = input.load(path)
    if given.json then
      out:write(json_writer.encode(to_json(doc, path)), '\n')
    else
      print_text(doc, path, out)
    end
  end,
}
