-- Every malformed glTF file: refused with a clear message or loaded, as expected; without long work, without a large
-- allocation, never by a Lua error.

local ha = require 'helioanim'
local data = require 'spec.support.data'
local effort = require 'spec.support.effort'

local function finite_everywhere(doc)
  local pose, model = doc.skeleton:new_pose(), doc.skeleton:new_matrices()
  for _, clip in ipairs(doc.clips) do
    for _, time in ipairs { -1, 0, 0.3, 1e9 } do
      clip:sample(pose:reset(), time):to_model(model)
      for joint = 1, #doc.skeleton do
        for _, number in ipairs { pose:get(joint) } do
          if number ~= number then return false end
        end
      end
    end
  end
  return true
end

local function check(name, expected)
  local path = data.root .. '/malformed/' .. name
  local fault, doc, message, code = effort.hold(effort.KIBIBYTES, ha.load_gltf, path)
  assert.is_nil(fault)
  if doc then
    assert.is_true(expected ~= 'error', 'it should have been refused')
    assert.is_true(finite_everywhere(doc), 'it gives numbers that are none')
  else
    assert.is_true(expected ~= 'ok', 'it should have loaded: ' .. tostring(message))
    assert.is_string(message)
    assert.is_string(code)
    assert.is_nil(message:find '\n')
    assert.is_nil(message:find 'attempt to')
  end
end

describe('malformed glTF', function()
  if not data.present then
    pending 'the test data is absent'
    return
  end
  local names, files = {}, data.json('malformed/EXPECT.json').files
  for name in pairs(files) do
    if not name:find '%.bvh$' then names[#names + 1] = name end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    it(name .. ': ' .. files[name].expect, function() check(name, files[name].expect) end)
  end
end)
