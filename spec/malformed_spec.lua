-- Every malformed glTF file: refused with a clear message or loaded, as expected; within a second, without a large
-- allocation, never by a Lua error.

local ha = require 'helioanim'
local data = require 'spec.support.data'

local SECONDS, KIBIBYTES = 1.0, 64 * 1024

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
  collectgarbage()
  local before, start = collectgarbage 'count', os.clock()
  local doc, message, code = ha.load_gltf(data.root .. '/malformed/' .. name)
  assert.is_true(os.clock() - start < SECONDS, 'it took too long')
  assert.is_true(collectgarbage 'count' - before < KIBIBYTES, 'it took too much memory')
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
