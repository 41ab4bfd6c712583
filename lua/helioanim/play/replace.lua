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

-- Where the old and the new one show the same pose, a cover in progress goes on. What is looked at is remembered for
-- inertial fades: the new one takes over again, from the old one as it was.
local function cover_change(old, new, duration)
  local shown, now, cover = old.skeleton:new_pose(), old.skeleton:new_pose(), old.cover
  new:evaluate(now)
  new:take_over(old)
  old:evaluate(shown)
  if shown:save() == now:save() then return end
  if cover.on then cover:evaluate(shown) end
  cover:begin(shown, now, duration)
end

-- The instance of a definition that takes the place of `old`. It raises what the definition does, and `old` is as it
-- was.
function replace.run(old, def, duration)
  local told = old.told
  local before = old:paths()
  told.silent = true
  local ok, new = pcall(instance.build, def, old)
  if ok then
    new:take_over(old)
    if duration > 0 then cover_change(old, new, duration) end
  end
  told.silent = false
  if not ok then error(new, 0) end
  drop_unknown(new.triggers, def.conditions)
  tell_changes(told, before, new:paths())
  return new
end

return replace
