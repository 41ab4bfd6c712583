-- The shape of what a .glb is written from: which fields there are, and what they hold. What the numbers and names
-- mean is for the writer to judge.
--
--   ha.write_glb('door.glb', {
--     name = 'door', generator = 'a script', extras = {},
--     materials = { { name = 'oak', color = { 0.4, 0.2, 0.1 }, roughness = 0.8, metallic = 0, double_sided = false } },
--     nodes = { { name = 'Frame' }, { name = 'Hinge', parent = 'Frame', translation = {}, rotation = {}, scale = {},
--                 mesh = 'panel', skin = nil, weights = nil } },
--     meshes = { { name = 'panel', primitives = { { material = 'oak', positions = {}, normals = {}, uvs = {},
--                  colors = {}, joints = {}, weights = {}, indices = {}, targets = { { positions = {} } } } } } },
--     skins = { { name = '', joints = { 'Hinge' }, inverse_binds = {}, skeleton = 'Frame' } },
--     animations = { { name = 'open', tracks = { { joint = 'Hinge', channel = 'rotation', interpolation = 'linear',
--                      times = {}, values = {} } } } },
--   })
--
-- Lists of numbers are flat. Things are named by name or by index from 1; vertices and skin joints in `indices` and
-- `joints` count from 0, as in the file. Anything may have `extras`, plain tables whose keys are written in order
-- of the alphabet.

local check = require 'helioanim.util.check'
local float32 = require 'helioanim.io.float32'

local glb_description = {}

local check_fields

local function check_list(list, where, check_element)
  check.kind(list, 'table', where)
  for i = 1, #list do check_element(list[i], ('%s[%d]'):format(where, i)) end
end

-- --- kinds of values: functions of the value and where it stands ---

local function text(value, where) check.kind(value, 'string', where) end
local function boolean(value, where) check.kind(value, 'boolean', where) end
local function number(value, where) check.number(value, where, nil, -float32.MAX, float32.MAX) end
local function vector(value, where) check_list(value, where, number) end
local function numbers(value, where) check.kind(value, 'table', where) end -- looked at one by one when packed
local function anything() end

local function count(value, where)
  if type(value) ~= 'number' or not math.tointeger(value) or value < 1 then
    check.fail(where, 'a whole number from 1 on expected')
  end
end

local function reference(value, where)
  if type(value) ~= 'string' and math.type(value) ~= 'integer' then
    check.fail(where, 'a name or an index expected, got %s', check.type_name(value))
  end
end

local function references(value, where) check_list(value, where, reference) end

-- A list of things of one shape.
local function list_of(kind)
  return function(value, where)
    check_list(value, where, function(element, at) check_fields(element, kind, at) end)
  end
end

-- --- shapes: the fields that must be there, and what each field holds ---

local function shape(needs, fields) return { needs = needs, fields = fields } end

local TRACK = shape({ 'joint', 'channel', 'times', 'values' }, {
  joint = reference, channel = text, interpolation = text, times = numbers, values = numbers, targets = count,
})
local ANIMATION = shape({ 'tracks' }, { name = text, tracks = list_of(TRACK), extras = anything })
local SKIN = shape({ 'joints' }, {
  name = text, joints = references, inverse_binds = numbers, skeleton = reference, extras = anything,
})
local TARGET = shape({}, { positions = numbers, normals = numbers })
local PRIMITIVE = shape({ 'positions' }, {
  material = reference, positions = numbers, normals = numbers, uvs = numbers, colors = numbers, joints = numbers,
  weights = numbers, indices = numbers, targets = list_of(TARGET), extras = anything,
})
local MESH = shape({ 'primitives' }, {
  name = text, primitives = list_of(PRIMITIVE), weights = vector, extras = anything,
})
local NODE = shape({}, {
  name = text, parent = reference, translation = vector, rotation = vector, scale = vector, mesh = reference,
  skin = reference, weights = vector, extras = anything,
})
local MATERIAL = shape({}, {
  name = text, color = vector, roughness = number, metallic = number, double_sided = boolean, extras = anything,
})
local FILE = shape({}, {
  name = text, generator = text, copyright = text, materials = list_of(MATERIAL), nodes = list_of(NODE),
  meshes = list_of(MESH), skins = list_of(SKIN), animations = list_of(ANIMATION), extras = anything,
})

function check_fields(given, kind, where)
  check.kind(given, 'table', where)
  check.keys(given, kind.fields, where)
  for key, value in pairs(given) do kind.fields[key](value, where .. '.' .. key) end
  for _, key in ipairs(kind.needs) do
    if given[key] == nil then check.fail(where, "'%s' is missing", key) end
  end
end

-- For check.call. `where` leads the messages.
function glb_description.check(description, where) check_fields(description, FILE, where) end

return glb_description
