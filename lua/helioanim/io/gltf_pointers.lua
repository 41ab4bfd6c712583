-- KHR_animation_pointer: where a channel's JSON pointer (RFC 6901) leads.

local json = require 'helioanim.io.json'

local pointers = {}

-- The pointer of a channel's target, or nil and why not.
function pointers.read(target, where)
  local extensions = json.object(target, 'extensions', where) or {}
  local extension = json.object(extensions, 'KHR_animation_pointer', where)
  local pointer = extension and json.string(extension, 'pointer', where)
  if not pointer then return nil, 'it has no pointer' end
  if pointer:sub(1, 1) ~= '/' then return nil, ("'%s' is no JSON pointer"):format(pointer) end
  return pointer
end

local PATHS = { translation = true, rotation = true, scale = true, weights = true }

-- The index that digits mean, from 0; one that nothing has where they mean none (RFC 6901 allows no leading zero).
local function index_of(digits)
  if digits:find '^0%d' or #digits > 15 then return math.maxinteger - 1 end
  return math.tointeger(tonumber(digits))
end

-- /nodes/N/{translation,rotation,scale,weights} -> N (from 0), path
function pointers.to_node(pointer)
  local digits, path = pointer:match '^/nodes/(%d+)/(%a+)$'
  if digits and PATHS[path] then return index_of(digits), path end
end

-- /meshes/N/weights -> N (from 0)
function pointers.to_mesh_weights(pointer)
  local digits = pointer:match '^/meshes/(%d+)/weights$'
  return digits and index_of(digits)
end

local function step(value, key)
  if type(value) ~= 'table' then return nil end
  if value[1] == nil then return value[key:gsub('~1', '/'):gsub('~0', '~')] end
  return key:find '^%d+$' and value[index_of(key) + 1] or nil
end

-- What the file has at the pointer, as `components` numbers: the value at rest; zeros where it has nothing fitting.
function pointers.rest_value(root, pointer, components)
  local value = root
  for key in pointer:gmatch '/([^/]*)' do value = step(value, key) end
  local list = type(value) == 'table' and value or { value }
  local rest = {}
  for i = 1, components do
    local number = list[i]
    if type(number) == 'boolean' then number = number and 1 or 0 end
    rest[i] = type(number) == 'number' and math.abs(number) < 3e38 and number or 0
  end
  return rest
end

return pointers
