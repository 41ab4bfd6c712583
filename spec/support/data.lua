-- Where the shared test data lies: real animated files, golden values, malformed files. One setting finds it; tests
-- that need it are pending where it is absent.

local cjson = require('cjson').new()
local files = require 'spec.support.files'

local data = {}

data.root = os.getenv 'HELIOANIM_TEST_DATA' or '../shared/data'

function data.read(path) return files.read(data.root .. '/' .. path) end

function data.json(path)
  local text = data.read(path)
  return text and cjson.decode(text)
end

data.present = data.read 'MANIFEST.md' ~= nil

-- Names of the files in a folder of the data, sorted.
function data.list(folder)
  local names = {}
  if not data.present then return names end
  local pipe = assert(io.popen(("ls '%s/%s'"):format(data.root, folder)))
  for name in pipe:lines() do names[#names + 1] = name end
  pipe:close()
  table.sort(names)
  return names
end

return data
