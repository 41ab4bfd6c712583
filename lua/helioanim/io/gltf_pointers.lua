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

-- /nodes/N/{translation,rotation,scale,weights} -> N (from 0), path
function pointers.to_node(pointer)
  local index, path = pointer:match '^/nodes/(%d+)/(%a+)$'
  if index and PATHS[path] then return math.tointeger(tonumber(index)) or math.maxinteger - 1, path end
end

-- /meshes/N/weights -> N (from 0)
function pointers.to_mesh_weights(pointer)
  local index = pointer:match '^/meshes/(%d+)/weights$'
  return index and (math.tointeger(tonumber(index)) or math.maxinteger - 1)
end

local function step(value, key)
  if type(value) ~= 'table' then return nil end
  key = key:gsub('~1', '/'):gsub('~0', '~')
  local index = math.tointeger(tonumber(key))
  if index and value[1] ~= nil then return value[index + 1] end
  return value[key]
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
