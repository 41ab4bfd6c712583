-- Carrying over: how a node that replaces another goes on where that one stood. Nodes of one kind carry over exactly,
-- by their method `take_over(old)`; else clips of the same name at least keep their phases.

local carry = {}

-- Both are instances of nodes. One that changed its kind begins anew.
function carry.node(new, old)
  if new.spec.kind == old.spec.kind then new:take_over(old) end
end

-- Clips of the same name are told apart by their order.
local function each_clip(leaves, first, last, visit)
  local counts = {}
  for i = first, last do
    local leaf = leaves[i]
    local name = leaf.spec.clip.name or ''
    counts[name] = (counts[name] or 0) + 1
    visit(leaf, name .. '\0' .. counts[name])
  end
end

-- Puts the clips of a list, from its `first` to its `last`, where those of another list are.
function carry.playheads(leaves, first, last, old_leaves, old_first, old_last)
  local phases, placed = {}, {}
  each_clip(old_leaves, old_first, old_last, function(leaf, key) phases[key] = leaf.player.phase end)
  each_clip(leaves, first, last, function(leaf, key)
    local phase, group = phases[key], leaf.group
    if not phase or group and placed[group] then return end
    if group then placed[group] = true end
    local moved = group or leaf.player
    moved.phase = phase
  end)
end

return carry
