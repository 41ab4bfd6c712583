-- The descriptions for editors are complete, and the manual is up to date.

local core = require 'helioanim.core'
local ha = require 'helioanim'
local meta = require 'tools.meta'
local seal = require 'helioanim.util.seal'

local FOLDER = 'lua/helioanim/meta'

local function set(list)
  local out = {}
  for _, name in ipairs(list) do out[name] = true end
  return out
end

-- Functions and other values of a module or a class in plain Lua.
local function members(of)
  local out = { functions = {}, fields = {} }
  for name, value in pairs(of) do
    if not name:find '^__' then out[type(value) == 'function' and 'functions' or 'fields'][name] = true end
  end
  return out
end

-- An object of each class in plain Lua.
local function lua_objects()
  local limb = ha.skeleton { { name = 'a' }, { name = 'b', parent = 1 }, { name = 'c', parent = 2 } }
  local feet = { skeleton = limb, hips = 1, feet = {}, ground = math.abs }
  local clip = ha.clip { name = 'c', duration = 1, tracks = {} }
  local machine = ha.state_machine({ initial = 'a', states = { a = { node = clip } } }, limb)
  return {
    ['helioanim.FootPlacement'] = ha.foot_placement(feet),
    ['helioanim.Retarget'] = ha.retarget { from = limb, to = limb, map = 'names' },
    ['helioanim.PoseNode'] = ha.node(clip, limb),
    ['helioanim.StateMachine'] = machine,
    ['helioanim.MachineDefinition'] = ha.machine_definition { initial = 'a', states = { a = { node = clip } } },
    ['helioanim.Recorder'] = ha.recorder(machine, { seconds = 0 }),
    ['helioanim.Document'] = ha.load_gltf_string '{ "asset": { "version": "2.0" } }',
  }
end

local function inventory()
  local out = { helioanim = members(ha), ['helioanim.core'] = members(core) }
  for name in pairs(out.helioanim.functions) do out['helioanim.core'].functions[name] = nil end
  for name in pairs(out.helioanim.fields) do out['helioanim.core'].fields[name] = nil end
  for _, class in ipairs(core._classes()) do
    local entry = { functions = set(class.methods), fields = {} }
    for property in pairs(class.properties) do entry.fields[property] = true end
    if next(entry.functions) or next(entry.fields) then
      entry.functions.close = true
      out[class.name] = entry
    end
  end
  for name, object in pairs(lua_objects()) do
    local functions, fields = seal.members(object)
    out[name] = { functions = functions, fields = fields }
  end
  return out
end

local function read(path)
  local file = assert(io.open(path, 'rb'))
  local text = file:read 'a'
  file:close()
  return text
end

describe('the descriptions for editors', function()
  it('name every function and property, and nothing else', function()
    assert.same({}, meta.problems(meta.read(FOLDER), inventory()))
  end)

  it('list every choice', function()
    local function listed(body)
      local _, message = pcall(body)
      local choices = {}
      for choice in message:match "[:(] ?('[^:(]*) expected":gmatch "'([^']*)'" do choices[choice] = true end
      return choices
    end
    local pages = meta.read(FOLDER)
    for alias, body in pairs {
      Wrap = function() ha.wrap_time(0, 1, '?') end,
      Channel = function() ha.track { channel = '?' } end,
      Interpolation = function() ha.track { channel = 'scale', interpolation = '?' } end,
    } do
      assert.same(meta.choices(pages, 'helioanim.' .. alias), listed(body))
    end
  end)
end)

describe('the check of the descriptions', function()
  local function found(pattern, change_inventory, change_text)
    local real, pages = inventory(), meta.read(FOLDER)
    if change_inventory then change_inventory(real) end
    if change_text then
      for i, page in ipairs(pages) do
        if page.name == 'pose' then pages[i] = meta.read_page('pose', change_text(read(FOLDER .. '/pose.lua'))) end
      end
    end
    local problems = table.concat(meta.problems(pages, real), '\n')
    assert.is_truthy(problems:find(pattern, 1, true), 'not found: ' .. pattern .. '\n' .. problems)
  end

  it('finds planted faults', function()
    found('helioanim.Pose: function frobnicate is missing',
      function(real) real['helioanim.Pose'].functions.frobnicate = true end)
    found('helioanim.Clip: property speed is missing', function(real) real['helioanim.Clip'].fields.speed = true end)
    found('helioanim: function frobnicate is missing', function(real) real.helioanim.functions.frobnicate = true end)
    found('helioanim.Document: function save is missing',
      function(real) real['helioanim.Document'].functions.save = true end)
    found('helioanim.Engine is missing',
      function(real) real['helioanim.Engine'] = { functions = { play = true }, fields = {} } end)
    found('helioanim.Pose: function reset is missing', nil,
      function(text) return (text:gsub('function Pose:reset%(%) end', '')) end)
    found('helioanim.Pose: function rest does not exist', nil,
      function(text) return (text:gsub('Pose:reset%(%)', 'Pose:rest()')) end)
    found("helioanim.Pose:get: parameter 'joint' has no type", nil,
      function(text) return (text:gsub('%-%-%-@param joint [^\n]*\n', '')) end)
    found('helioanim.Pose:get is not described', nil,
      function(text) return (text:gsub('%-%-%-The local transform of a joint%.\n', '')) end)
  end)
end)

describe('docs/reference.md', function()
  it('is what tools/reference.lua writes', function()
    local fresh = meta.manual(meta.read(FOLDER)) == read 'docs/reference.md'
    assert.is_true(fresh, 'run ./dev lua tools/reference.lua')
  end)

  it('changes with the descriptions', function()
    local pages = meta.read(FOLDER)
    pages[1].classes[1].functions[1].text = 'Something else.'
    assert.not_equal(meta.manual(pages), read 'docs/reference.md')
  end)
end)
