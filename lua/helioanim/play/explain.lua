-- To see inside a state machine: what it does and why, as text for people.

local explain = {}

local function condition_text(condition)
  if type(condition) == 'string' then return condition end
  local info = debug.getinfo(condition, 'S')
  return ('function at %s:%d'):format(info.short_src, info.linedefined)
end

local function value_text(machine, condition)
  if type(condition) == 'function' then return tostring((condition(machine.params, machine.face))) end
  if machine.triggers[condition] then return 'triggered' end
  return tostring(machine.params[condition])
end

local function reasons(machine, row)
  local parts = {}
  if row.when then
    parts[#parts + 1] = ('when %s = %s'):format(condition_text(row.when), value_text(machine, row.when))
  end
  if row.unless then
    parts[#parts + 1] = ('unless %s = %s'):format(condition_text(row.unless), value_text(machine, row.unless))
  end
  if row.exit then
    local _, phase, _, once, finished = machine:cycle()
    parts[#parts + 1] = ('exit at %g: phase is %.3f%s'):format(row.exit, phase, finished and ', finished' or
      once and phase >= row.exit and ', passed' or ', waits to cross it')
  end
  return table.concat(parts, '; ')
end

local function verdict(machine, row)
  if not machine:may_take(row) then return 'no ' end
  local _, phase, _, once, finished = machine:cycle()
  if row.exit and not (finished or once and phase >= row.exit) then return 'soon' end
  return 'yes'
end

local function add_machine(lines, machine, indent)
  local state, fade = machine.states[machine.current], machine.fade
  local _, phase, seconds = machine:cycle()
  lines[#lines + 1] = ("%sin '%s' for %.3f s, phase %.3f of %.3f s"):format(indent, state.path, machine.time, phase,
    seconds)
  if fade.fading then
    lines[#lines + 1] = ("%s  fading in (%s): %.3f of %.3f s, weight %.3f, from '%s'"):format(indent, fade.kind,
      fade.elapsed, fade.duration, fade.w, machine.previous > 0 and machine.states[machine.previous].path or '-')
  end
  if machine.taken > 0 then
    lines[#lines + 1] = ('%s  came by %s'):format(indent, machine.spec.transitions[machine.taken].where)
  end
  for _, row in ipairs(state.rows) do
    lines[#lines + 1] = ("%s  %s -> '%s'  %s"):format(indent, verdict(machine, row), machine.states[row.target].path,
      reasons(machine, row))
  end
  for _, path in ipairs(machine.queue) do
    local inner, index = machine:locate(path)
    lines[#lines + 1] = ("%s  queued: '%s'"):format(indent, inner.states[index].path)
  end
  local node = machine.nodes[machine.current]
  if node.is_machine then add_machine(lines, node, indent .. '  ') end
end

-- `now`: the instance of a state machine.
function explain.text(now)
  local lines = {}
  add_machine(lines, now.machine, '')
  for _, slot in ipairs(now.slots) do
    if slot.on then
      local _, phase = slot.node:cycle()
      lines[#lines + 1] = ("slot '%s' plays, weight %.3f, phase %.3f"):format(slot.spec.name, slot.now, phase)
    end
  end
  return table.concat(lines, '\n')
end

return explain
