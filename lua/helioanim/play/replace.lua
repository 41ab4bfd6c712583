-- Hot reload: another definition takes the place of the one that runs.

local instance = require 'helioanim.play.instance'

local replace = {}

-- Tells which states were left and entered; those that survive are neither.
local function tell_changes(told, before, after)
  local is_before, is_after = {}, {}
  for _, path in ipairs(before) do is_before[path] = true end
  for _, path in ipairs(after) do is_after[path] = true end
  for i = #before, 1, -1 do
    if not is_after[before[i]] then told:add('exit', before[i]) end
  end
  for _, path in ipairs(after) do
    if not is_before[path] then told:add('enter', path) end
  end
end

local function drop_unknown(triggers, known)
  for name in pairs(triggers) do
    if known[name] == nil then triggers[name] = nil end
  end
end

-- Where the old and the new one show the same pose, a cover in progress goes on.
local function cover_change(sm, old, new, duration)
  local shown, now = sm.skeleton:new_pose(), sm.skeleton:new_pose()
  old:evaluate(shown)
  new:evaluate(now)
  if shown:save() == now:save() then return end
  if sm.cover.on then sm.cover:evaluate(shown) end
  sm.cover:begin(shown, now, duration)
end

-- `sm`: a state machine. It raises what the new definition does, and leaves `sm` as it was.
function replace.run(sm, def, duration)
  local old, told = sm.live, sm.told
  local before = old:paths()
  told.silent = true
  local ok, new = pcall(instance.build, def, sm)
  if ok then new:take_over(old) end
  told.silent = false
  if not ok then error(new, 0) end
  if duration > 0 then cover_change(sm, old, new, duration) end
  sm.live = new
  drop_unknown(sm.triggers, def.conditions)
  tell_changes(told, before, new:paths())
end

return replace
