-- What the commands share: loading a file, choosing a clip.

local gltf_reader = require 'helioanim.io.gltf_reader'

local input = {}

local DataError = {}
DataError.__tostring = function(self) return self.message end

-- Raises an error of the data: the command ends with exit code 1.
function input.data_error(format, ...)
  error(setmetatable({ message = format:format(...) }, DataError), 0)
end

function input.is_data_error(raised) return getmetatable(raised) == DataError end

-- `load_options` as load_gltf takes them.
function input.load(path, load_options)
  local doc, message = gltf_reader.load(path, load_options)
  if not doc then input.data_error('%s', message) end
  return doc
end

-- NAME, or #N from 1. Returns the clip and its index.
function input.choose_clip(doc, wanted)
  local index = math.tointeger(tonumber(wanted:match '^#(%d+)$'))
  if index and doc.clips[index] then return doc.clips[index], index end
  local clip, message = doc:find_clip(wanted)
  if not clip then
    if index then message = ('no clip %s (there are %d)'):format(wanted, #doc.clips) end
    input.data_error('%s: %s', doc.path, message)
  end
  for i = 1, #doc.clips do
    if doc.clips[i] == clip then return clip, i end
  end
end

return input
