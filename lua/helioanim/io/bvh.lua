-- BVH, the motion capture format: files and strings in, files and strings out.
--
-- A joint's translation is its OFFSET plus its position channels; `positions = 'replace'` reads files whose position
-- channels hold the whole translation. `scale` turns the file's length unit into metres.

local failure = require 'helioanim.io.failure'
local file_writer = require 'helioanim.io.file_writer'
local reader = require 'helioanim.io.bvh_reader'
local sources = require 'helioanim.io.source'
local writer = require 'helioanim.io.bvh_writer'

local bvh = {}

local OPTIONS = { name = 'string', scale = 'number', positions = 'string' }
local WRITE_OPTIONS = { skeleton = 'userdata', clip = 'userdata', order = 'string', fps = 'number', frames = 'number' }

local function check_options(options, known, level)
  for key, value in pairs(options) do
    if not known[key] then error(("unknown option '%s'"):format(tostring(key)), level + 1) end
    if type(value) ~= known[key] then
      error(("option '%s': %s expected, got %s"):format(key, known[key], type(value)), level + 1)
    end
  end
end

local function read_options(options, level)
  check_options(options or {}, OPTIONS, level + 1)
  local given = options or {}
  local scale, positions = given.scale or 1, given.positions or 'add'
  if not (scale > 0 and scale < math.huge) then error("option 'scale': a finite number above 0 expected", level + 1) end
  if positions ~= 'add' and positions ~= 'replace' then
    error(("option 'positions': 'add' or 'replace' expected, got '%s'"):format(positions), level + 1)
  end
  return { name = given.name, scale = scale, positions = positions }
end

local function read_path(path, options)
  local source = sources.open(path, '')
  local text = source:read(0, source.size)
  source:close()
  options.path, options.name = path, options.name or path:match '([^/]*)$':gsub('%.[bB][vV][hH]$', '')
  return reader.read(text, options)
end

-- Loads a .bvh file: a Document with one clip, or nil, message, code.
function bvh.load(path, options)
  if type(path) ~= 'string' then
    error(("bad argument #1 to 'load_bvh' (string expected, got %s)"):format(type(path)), 2)
  end
  local doc, message, code = failure.catch(read_path, path, read_options(options, 2))
  if doc then return doc end
  return nil, message:find(path, 1, true) and message or path .. ': ' .. message, code
end

-- The same from the text of one.
function bvh.load_string(text, options)
  if type(text) ~= 'string' then
    error(("bad argument #1 to 'load_bvh_string' (string expected, got %s)"):format(type(text)), 2)
  end
  return failure.catch(reader.read, text, read_options(options, 2))
end

-- `what`: a Document of bvh.load, or { skeleton =, clip = }. `options`: order ('ZXY'), fps (the file's own, or 30),
-- frames. A clip of another file is sampled at `fps`.
local function write_arguments(what, options, level)
  options = options or {}
  check_options(options, WRITE_OPTIONS, level + 1)
  local skeleton = options.skeleton or (type(what) == 'table' and what.skeleton)
  local clip = options.clip or (type(what) == 'table' and (rawget(what, 'clip') or what.clips and what.clips[1]))
  if not skeleton or not clip then error('a Document or { skeleton =, clip = } expected', level + 1) end
  local order = options.order or 'ZXY'
  if not writer.is_order(order) then
    error(("option 'order': %s expected, got '%s'"):format(table.concat(writer.orders, ', '), order), level + 1)
  end
  local own = type(what) == 'table' and rawget(what, 'frame_time')
  local fps = options.fps or (own and own > 0 and 1 / own) or 30
  if not (fps > 0 and fps < math.huge) then error("option 'fps': a finite number above 0 expected", level + 1) end
  local frames = options.frames
  if frames and not (math.tointeger(frames) and frames >= 0 and frames < 2 ^ 31) then
    error("option 'frames': a whole number expected", level + 1)
  end
  return skeleton, clip, { order = order, fps = fps, frames = frames }
end

-- The text of a BVH file.
function bvh.to_string(what, options)
  local skeleton, clip, given = write_arguments(what, options, 2)
  return writer.text(skeleton, clip, given)
end

-- Writes a BVH file: true, or nil, message, code. An old file stays until the new one is whole.
function bvh.write(path, what, options)
  if type(path) ~= 'string' then
    error(("bad argument #1 to 'write_bvh' (string expected, got %s)"):format(type(path)), 2)
  end
  local skeleton, clip, given = write_arguments(what, options, 2)
  return failure.catch(file_writer.replace, path, writer.text(skeleton, clip, given))
end

return bvh
