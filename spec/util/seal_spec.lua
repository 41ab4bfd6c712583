-- Objects made in Lua refuse fields that they do not have.

local ha = require 'helioanim'
local seal = require 'helioanim.util.seal'
local toys = require 'spec.support.toys'

local skel = toys.skeleton()

local function raises(message, body)
  local ok, raised = pcall(body)
  assert.is_false(ok, message)
  assert.matches('^spec/util/seal_spec.lua:%d+: ', raised)
  assert.truthy(raised:find(message, 1, true), raised)
end

-- An object of each class in plain Lua.
local function new_objects()
  local definition = ha.machine_definition { initial = 'a', states = { a = { node = toys.stand('a', 1) } } }
  local sm = ha.state_machine(definition, skel)
  local limb = ha.skeleton { { name = 'a' }, { name = 'b', parent = 1 }, { name = 'c', parent = 2 } }
  return {
    ['helioanim.MachineDefinition'] = definition, ['helioanim.StateMachine'] = sm,
    ['helioanim.Recorder'] = ha.recorder(sm, { seconds = 0 }),
    ['helioanim.PoseNode'] = ha.node(toys.stand('a', 1), skel),
    ['helioanim.Retarget'] = ha.retarget { from = limb, to = limb, map = 'names' },
    ['helioanim.FootPlacement'] = ha.foot_placement { skeleton = limb, hips = 1, feet = {}, ground = math.abs },
    ['helioanim.Document'] = ha.load_gltf_string '{ "asset": { "version": "2.0" } }',
  }
end

describe('every object made in Lua', function()
  it('refuses to write what is unknown, its methods, and its properties', function()
    for name, object in pairs(new_objects()) do
      local short = name:match '%.(.*)'
      raises(short .. " has no 'foo'", function() object.foo = 1 end)
      raises(short .. " has no '1'", function() object[1] = 1 end)
      raises(short .. " has no 'foo'", function() return object.foo end)
      local methods, properties = seal.members(object)
      for method in pairs(methods) do
        raises(('%s.%s cannot be written'):format(short, method), function() object[method] = print end)
      end
      for property in pairs(properties) do
        raises(('%s.%s cannot be written'):format(short, property), function() object[property] = {} end)
      end
    end
  end)

  it('suggests what was meant', function()
    local sm = new_objects()['helioanim.StateMachine']
    raises("StateMachine has no 'parms' (did you mean 'params'?)", function() sm.parms = 1 end)
    raises("StateMachine has no 'requst' (did you mean 'request'?)", function() sm:requst 'a' end)
  end)

  it('does not let its insides be written', function()
    local sm = new_objects()['helioanim.StateMachine']
    for key in pairs(sm[seal.inside]) do assert.has_error(function() sm[key] = 1 end) end
  end)

  it('has a closed metatable, a name and a text, and shows its properties to pairs', function()
    for name, object in pairs(new_objects()) do
      assert.is_false(getmetatable(object), name)
      assert.has_error(function() setmetatable(object, {}) end)
      assert.matches('^' .. name, tostring(object))
      local _, properties = seal.members(object)
      local seen = {}
      for key, value in pairs(object) do
        assert.equal(object[key], value)
        seen[key] = true
      end
      for key in pairs(seen) do assert.is_true(properties[key]) end
    end
    local seen = {}
    for key in pairs(new_objects()['helioanim.StateMachine']) do seen[#seen + 1] = key end
    table.sort(seen)
    assert.same({ 'params', 'skeleton' }, seen)
  end)

  it('is refused where a description is expected', function()
    for name, object in pairs(new_objects()) do
      if name ~= 'helioanim.MachineDefinition' then
        assert.error_matches(function() ha.state_machine(object, skel) end, name:gsub('%p', '%%%0'))
        assert.error_matches(function() ha.node(object, skel) end, name:gsub('%p', '%%%0'))
      end
    end
  end)

  it('goes when nobody holds it', function()
    local held = setmetatable({}, { __mode = 'k' })
    for _, object in pairs(new_objects()) do held[object] = true end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(held))
  end)
end)
