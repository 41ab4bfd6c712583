-- glTF 2.0 in: a .glb or .gltf file, or its bytes, becomes a Document.
--
-- The rooms of the work: glb (container), json (checked fields), uri (what may be read), budget (what a file may
-- make), gltf_extensions, gltf_files (beside this one), gltf_buffers (accessors), gltf_nodes, gltf_skins,
-- gltf_animations with gltf_pointers and gltf_extras, gltf_meshes.

local check = require 'helioanim.util.check'
local json = require 'helioanim.io.json'
local Budget = require 'helioanim.io.budget'
local glb = require 'helioanim.io.glb'
local sources = require 'helioanim.io.source'
local failure = require 'helioanim.io.failure'
local document = require 'helioanim.io.document'
local warnings = require 'helioanim.io.warnings'
local extensions = require 'helioanim.io.gltf_extensions'
local Buffers = require 'helioanim.io.gltf_buffers'
local nodes = require 'helioanim.io.gltf_nodes'
local meshes = require 'helioanim.io.gltf_meshes'
local skins = require 'helioanim.io.gltf_skins'
local animations = require 'helioanim.io.gltf_animations'

local gltf_reader = {}

local OPTIONS = { name = 'string', reader = 'function', meshes = 'boolean' }
local STRING_OPTIONS = { name = 'string', reader = 'function', folder = 'string', meshes = 'boolean' }

-- The length of the JSON chunk without the spaces behind it; some writers pad with NUL.
local function without_padding(source, layout)
  local length = layout.json_length
  local tail = source:read(layout.json_offset + length - math.min(length, 4), math.min(length, 4))
  return length - #tail:match '[%z ]*$'
end

-- Decodes the JSON, then forgets its text, and only then fetches the binary chunk: the file is never in memory
-- as a whole.
local function parse(source)
  if not glb.is_glb(source) then
    local text = source:read(0, source.size)
    local root = json.decode(text)
    extensions.check(root, text)
    return root
  end
  local layout = glb.layout(source)
  local text = source:read(layout.json_offset, without_padding(source, layout))
  local root = json.decode(text)
  extensions.check(root, text)
  return root, layout
end

local function read_document(source, options)
  local warn, finish_warnings = warnings.collect()
  local root, layout = parse(source)
  local budget = Budget.new(source.size)
  local buffers = Buffers.new {
    json = root, budget = budget, folder = options.folder, reader = options.reader,
    binary = layout and layout.bin_offset and source:slice(layout.bin_offset, layout.bin_length),
  }
  local context = { buffers = buffers, budget = budget, warn = warn }
  context.skeleton, context.nodes, context.meshes = nodes.read(root, options.name, context)
  context.skins = skins.read(root, context)
  local materials
  if options.meshes then
    meshes.read(root, context)
    materials = meshes.read_materials(root, budget)
  end
  local clips, clip_extras = animations.read(root, context)
  return document.new {
    path = options.path, skeleton = context.skeleton, skins = context.skins, clips = clips, nodes = context.nodes,
    meshes = context.meshes, clip_extras = clip_extras, warnings = finish_warnings(), materials = materials,
  }
end

-- A load makes many short-lived tables beside the lasting ones: the collector follows closely meanwhile.
local function read(source, options)
  local mode = collectgarbage 'incremental'
  local pause, step = collectgarbage('setpause', 130), collectgarbage('setstepmul', 200)
  local results = table.pack(pcall(failure.catch, read_document, source, options)) -- a caller's reader may raise
  source:close()
  collectgarbage('setpause', pause)
  collectgarbage('setstepmul', step)
  collectgarbage(mode)
  if not results[1] then error(results[2], 0) end
  return table.unpack(results, 2, results.n)
end

local function read_path(path, options)
  local folder, file = path:match '^(.-)([^/]*)$'
  local source = sources.open(path, '')
  return read(source, { path = path, folder = folder, name = options.name or file, reader = options.reader,
                        meshes = options.meshes })
end

-- Loads a .glb or .gltf file: a Document, or nil, message, code.
function gltf_reader.load(path, options)
  check.argument(path, 'string', 1, 'load_gltf')
  local given = check.call(2, check.options, check.optional(options, 2, 'load_gltf'), OPTIONS, 'load_gltf')
  return failure.catch_in(path, read_path, path, given)
end

-- The same from bytes. External buffers come from options.reader(uri), or from options.folder.
function gltf_reader.load_string(bytes, options)
  check.argument(bytes, 'string', 1, 'load_gltf_string')
  local name = 'load_gltf_string'
  local given = check.call(2, check.options, check.optional(options, 2, name), STRING_OPTIONS, name)
  local folder = given.folder and given.folder:gsub('/?$', '/')
  return read(sources.of_string(bytes), { name = given.name, reader = given.reader, folder = folder,
                                           meshes = given.meshes })
end

return gltf_reader
