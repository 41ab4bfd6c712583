-- One damaged file: whatever loads must be usable, whatever does not must be refused in words; neither may take much
-- work or memory.

local effort = require 'spec.support.effort'

local check = {}

local function is_number(x) return x == x and x > -math.huge and x < math.huge end

local function use(doc)
  local pose, model = doc.skeleton:new_pose(), doc.skeleton:new_matrices()
  for i = 1, math.min(#doc.clips, 8) do
    for _, time in ipairs { -1, 0.3, 1e9 } do
      doc.clips[i]:sample(pose:reset(), time):to_model(model)
      for joint = 1, math.min(#doc.skeleton, 16) do
        for _, number in ipairs { pose:get(joint) } do
          if not is_number(number) then return 'it gives numbers that are none' end
        end
      end
    end
  end
  for _, skin in ipairs(doc.skins or {}) do skin:palette(model, skin:new_palette()) end
  return nil
end

local MOST_MESSAGES, LONGEST_MESSAGE = 251, 1000

-- Of a small file little is said: what is wrong with the messages, or nil.
local function look_at(messages)
  if #messages > MOST_MESSAGES then return ('%d messages'):format(#messages) end
  for _, text in ipairs(messages) do
    if #text > LONGEST_MESSAGE then return ('a message of %d bytes: %s'):format(#text, text:sub(1, 100)) end
  end
end

-- `load(bytes)` gives a Document or nil, message, code. Returns nil where all is well, or what is not; and whether it
-- loaded.
function check.load(load, bytes)
  local fault, doc, message, code = effort.hold(effort.KIBIBYTES + 64 * #bytes / 1024, load, bytes)
  if fault then return fault end
  if doc then
    local used_well, flaw = pcall(use, doc)
    return (not used_well and 'using it raised ' .. tostring(flaw)) or flaw or look_at(doc.warnings or {}), true
  end
  if type(message) ~= 'string' or type(code) ~= 'string' or message:find '\n' then
    return ('refused without clear words: %s (%s)'):format(tostring(message), tostring(code))
  end
  return look_at { message }, false
end

return check
