-- Seals: what a script holds of an object made in Lua. It behaves as objects made in C do: to read what is unknown, or
-- to write anything, is an error; `pairs` goes over the properties; the metatable is closed.
--
--   local inside = seal.inside
--   local Walker = seal.class('Walker', { 'speed' }, { __len = function(self) return self[inside].steps end })
--   function Walker:walk() self[inside].steps = self[inside].steps + 1 end
--   return seal.wrap(Walker, { speed = 1, steps = 0 })
--
-- Methods are called with the sealed object, and find its fields inside.

local core = require 'helioanim.core'

local seal = { inside = {} } -- the key of the fields

local inside = seal.inside
local metas = {} -- methods of a class -> the metatable of its objects
local classes = {} -- name of a class -> its methods and properties

local function no_such(class, key)
  local names = {}
  for name in pairs(class.methods) do names[#names + 1] = name end
  for name in pairs(class.properties) do names[#names + 1] = name end
  table.sort(names)
  local nearest = type(key) == 'string' and core.nearest(key, names)
  return ("%s has no '%s'%s"):format(class.name, tostring(key),
    nearest and (" (did you mean '%s'?)"):format(nearest) or '')
end

local function close_meta(meta, class)
  local methods, properties = class.methods, class.properties
  meta.__name, meta.__metatable = 'helioanim.' .. class.name, false
  function meta.__index(face, key)
    local method = methods[key]
    if method then return method end
    if not properties[key] then error(no_such(class, key), 2) end
    return face[inside][key]
  end
  function meta.__newindex(_, key)
    if not (methods[key] or properties[key]) then error(no_such(class, key), 2) end
    error(('%s.%s cannot be written'):format(class.name, key), 2)
  end
  function meta.__pairs(face)
    local values = {}
    for name in pairs(properties) do values[name] = face[inside][name] end
    return next, values
  end
end

-- The methods of a class, to which they are to be added. `properties`: what a script may read; those that are nil read
-- as nil. `meta`: __len, __tostring and __close, if any.
function seal.class(name, properties, meta)
  local class = { name = name, methods = {}, properties = {} }
  for _, property in ipairs(properties) do class.properties[property] = true end
  meta = meta or {}
  close_meta(meta, class)
  classes[meta.__name], metas[class.methods] = class, meta
  return class.methods
end

-- Seals the fields of an object.
function seal.wrap(methods, fields) return setmetatable({ [inside] = fields }, metas[methods]) end

-- The fields of an object of a class, or nil for anything else.
function seal.open(value, methods)
  return core._type_name(value) == metas[methods].__name and rawget(value, inside) or nil
end

-- For tools: the methods and the properties of an object's class, as sets of names.
function seal.members(face)
  local class = classes[core._type_name(face)]
  local names = {}
  for name in pairs(class.methods) do names[name] = true end
  return names, class.properties
end

return seal
