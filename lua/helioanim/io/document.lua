-- What a loaded file is to a script: a skeleton, skins, clips, nodes, warnings.

local check = require 'helioanim.util.check'
local seal = require 'helioanim.util.seal'

local document = {}

document.MOST_JOINTS = 65535 -- that a Skeleton can hold

-- Clips by index (doc.clips[1], #doc.clips, ipairs) and by name; of equal names the first. An unknown name raises.
local function index_clips(clips)
  local by_name, names = {}, {}
  for _, clip in ipairs(clips) do
    if not by_name[clip.name] then
      by_name[clip.name] = clip
      names[#names + 1] = clip.name
    end
  end
  local function describe(name) return ("no clip '%s'%s"):format(name, check.nearest(name, names)) end
  local face = setmetatable({}, {
    __metatable = false,
    __index = function(_, key)
      if type(key) ~= 'string' then return clips[key] end
      return by_name[key] or error(describe(key), 2)
    end,
    __newindex = function() error('the clips of a document cannot be replaced; see clip:assign', 2) end,
    __len = function() return #clips end,
    __pairs = function() return next, clips end,
  })
  return face, by_name, describe
end

local PROPERTIES = {
  'path', 'skeleton', 'skins', 'clips', 'nodes', 'meshes', 'materials', 'clip_extras', 'warnings', 'frames',
  'frame_time',
}

local Document = seal.class('Document', PROPERTIES, {
  __close = function(self) self:close() end,
  __tostring = function(self)
    local format = "helioanim.Document '%s' (%d joints, %d skins, %d clips)"
    return format:format(self.path or '?', #self.skeleton, #self.skins, #self.clips)
  end,
})

-- The clip of that name, or nil, message, code.
function Document:find_clip(name)
  check.argument(name, 'string', 1, 'find_clip')
  local fields = self[seal.inside]
  local clip = fields.by_name[name]
  if clip then return clip end
  return nil, fields.describe(name), 'not_found'
end

-- Closes the skeleton, the skins and the clips, and so everything that hangs on them.
function Document:close()
  for _, clip in ipairs(self.clips) do clip:close() end
  for _, skin in ipairs(self.skins) do skin:close() end
  self.skeleton:close()
end

-- `fields`: its properties.
function document.new(fields)
  fields.clips, fields.by_name, fields.describe = index_clips(fields.clips)
  return seal.wrap(Document, fields)
end

return document
