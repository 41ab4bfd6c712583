-- BVH, the motion capture format: files and strings in, files and strings out.
--
-- A joint's translation is its OFFSET plus its position channels; `positions = 'replace'` reads files whose position
-- channels hold the whole translation. `scale` turns the file's length unit into metres.

local check = require 'helioanim.util.check'
local failure = require 'helioanim.io.failure'
local file_writer = require 'helioanim.io.file_writer'
local reader = require 'helioanim.io.bvh_reader'
local sources = require 'helioanim.io.source'
local writer = require 'helioanim.io.bvh_writer'

local bvh = {}

local OPTIONS = { name = 'string', scale = 'number', positions = 'string' }
local POSITIONS = { add = true, replace = true }
local WRITE_OPTIONS = { skeleton = 'helioanim.Skeleton', clip = 'helioanim.Clip', order = 'string', fps = 'number',
                        frames = 'number' }

local function read_options(options, title)
  check.options(options, OPTIONS, title)
  return {
    name = options.name, scale = check.above_zero(options.scale, check.field(title, 'scale'), 1),
    positions = check.choice(options.positions or 'add', POSITIONS, check.field(title, 'positions')),
  }
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
  check.argument(path, 'string', 1, 'load_bvh')
  local given = check.call(2, read_options, check.optional(options, 2, 'load_bvh'), 'load_bvh')
  return failure.catch_in(path, read_path, path, given)
end

-- The same from the text of one.
function bvh.load_string(text, options)
  check.argument(text, 'string', 1, 'load_bvh_string')
  local given = check.call(2, read_options, check.optional(options, 2, 'load_bvh_string'), 'load_bvh_string')
  return failure.catch(reader.read, text, given)
end

local function read_frames(frames, where)
  if frames and not (math.tointeger(frames) and frames >= 0 and frames < 2 ^ 31) then
    check.fail(where, 'a whole number expected')
  end
  return frames
end

-- `what`: a Document of bvh.load, or { skeleton =, clip = }. `options`: order ('ZXY'), fps (the file's own, or 30),
-- frames. A clip of another file is sampled at `fps`.
local function write_arguments(title, what, options)
  check.options(options, WRITE_OPTIONS, title)
  local source = type(what) == 'table' and what or {}
  local skeleton = options.skeleton or source.skeleton
  local clip = options.clip or (check.is_plain(source) and source.clip or nil) or source.clips and source.clips[1]
  if not skeleton or not clip then check.fail(title, 'a Document or { skeleton =, clip = } expected') end
  local own = source.frame_time
  return check.kind(skeleton, 'helioanim.Skeleton', check.field(title, 'skeleton')),
    check.kind(clip, 'helioanim.Clip', check.field(title, 'clip')), {
      order = check.choice(options.order or 'ZXY', writer.orders, check.field(title, 'order')),
      fps = check.rate(options.fps, check.field(title, 'fps'), own and own > 0 and 1 / own or 30),
      frames = read_frames(options.frames, check.field(title, 'frames')),
    }
end

-- The text of a BVH file.
function bvh.to_string(what, options)
  return writer.text(check.call(2, write_arguments, 'bvh_string', what, check.optional(options, 2, 'bvh_string')))
end

-- Writes a BVH file: true, or nil, message, code. An old file stays until the new one is whole.
function bvh.write(path, what, options)
  check.argument(path, 'string', 1, 'write_bvh')
  local text = writer.text(check.call(2, write_arguments, 'write_bvh', what, check.optional(options, 3, 'write_bvh')))
  return failure.catch(file_writer.replace, path, text)
end

return bvh
