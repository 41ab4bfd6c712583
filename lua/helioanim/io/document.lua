-- What a loaded file is to a script: a skeleton, skins, clips, nodes, warnings.

local check = require 'helioanim.util.check'

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
  setmetatable(clips, {
    __index = function(_, key)
      if type(key) ~= 'string' then return nil end
      return by_name[key] or error(describe(key), 2)
    end,
    __newindex = function() error('the clips of a document cannot be replaced; see clip:assign', 2) end,
  })
  return by_name, describe
end

local Document = {}
Document.__index = Document
Document.__name = 'helioanim.Document'

-- The clip of that name, or nil, message, code.
function Document:find_clip(name)
  check.argument(name, 'string', 1, 'find_clip')
  local clip = self._by_name[name]
  if clip then return clip end
  return nil, self._describe(name), 'not_found'
end

-- Closes the skeleton, the skins and the clips, and so everything that hangs on them.
function Document:close()
  for _, clip in ipairs(self.clips) do clip:close() end
  for _, skin in ipairs(self.skins) do skin:close() end
  self.skeleton:close()
end

Document.__close = Document.close

Document.__tostring = function(self)
  local format = "helioanim.Document '%s' (%d joints, %d skins, %d clips)"
  return format:format(self.path or '?', #self.skeleton, #self.skins, #self.clips)
end

-- `fields`: path, skeleton, skins, clips, nodes, warnings.
function document.new(fields)
  fields._by_name, fields._describe = index_clips(fields.clips)
  return setmetatable(fields, Document)
end

return document
