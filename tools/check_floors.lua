-- Checks that arrows point down: an #include or a require leads to a lower floor, or sideways inside its own
-- folder without a circle. It first plants faults and sees that each is found, so that the check cannot rot.
--
--   lua5.4 tools/check_floors.lua

-- Floors from the ground up. Rooms on one line share a floor but not each other.
local C_FLOORS = { base = 1, math = 2, data = 3, runtime = 4, author = 5, binding = 6 }
local PUBLIC_HEADERS = { ['helioanim.h'] = 6, ['helioanim_lua.h'] = 6 } -- gather lower floors, used from the top
local LUA_FLOORS = { core = 1, util = 2, io = 3, draw = 3, play = 3, rig = 3, init = 4, cli = 5, bin = 6 }

local function read(path)
  local file = assert(io.open(path, 'rb'))
  local text = file:read 'a'
  file:close()
  return text
end

local function list(command)
  local pipe = assert(io.popen(command))
  local paths = {}
  for path in pipe:lines() do paths[#paths + 1] = path end
  pipe:close()
  table.sort(paths)
  return paths
end

-- A unit is what a path is known by to those who point at it: 'data/pose' for src/data/pose.{h,c}.
local function c_unit(path) return (path:gsub('^src/', ''):gsub('%.[ch]$', '')) end

local function c_floor(path)
  return PUBLIC_HEADERS[path] or C_FLOORS[path:match '^([%w_]+)/']
end

local function c_arrows(path, text)
  local arrows = {}
  local from = path:gsub('^src/', '')
  for target in text:gmatch '#%s*include%s*"([^"]+)"' do
    arrows[#arrows + 1] = { from = from, to = target, floor = c_floor(target),
                            from_unit = c_unit(from), to_unit = c_unit(target) }
  end
  return arrows, c_floor(from)
end

-- 'helioanim.io.glb' -> room 'io'; 'helioanim' -> 'init'.
local function lua_room(module)
  if module == 'helioanim' then return 'init' end
  local rest = module:match '^helioanim%.(.+)$'
  return rest and (rest:match '^([%w_]+)')
end

local function lua_module(path)
  return (path:gsub('^lua/', ''):gsub('/init%.lua$', ''):gsub('%.lua$', ''):gsub('/', '.'))
end

local function lua_arrows(path, text)
  local arrows = {}
  local from = path:match '^bin/' and 'bin' or lua_module(path)
  for target in text:gmatch 'require%s*%(?%s*[\'"](helioanim[%w_%.]*)[\'"]' do
    arrows[#arrows + 1] = { from = path, to = target, floor = LUA_FLOORS[lua_room(target)],
                            from_unit = from, to_unit = target }
  end
  return arrows, from == 'bin' and LUA_FLOORS.bin or LUA_FLOORS[lua_room(from)]
end

local function folder(unit) return unit:match '^(.*)[/%.]' or '' end

-- Sideways is fine inside one folder or between a folder and one inside it.
local function related(a, b)
  return folder(a):find(folder(b), 1, true) == 1 or folder(b):find(folder(a), 1, true) == 1
end

-- Arrows that go up or across, and the sideways ones, which may not form a circle.
local function check_arrows(arrows, floor, path, faults, sideways)
  if not floor then faults[#faults + 1] = path .. ': stands on no known floor' end
  for _, arrow in ipairs(arrows) do
    if not arrow.floor then
      faults[#faults + 1] = ('%s: %s stands on no known floor'):format(arrow.from, arrow.to)
    elseif floor and arrow.floor > floor then
      faults[#faults + 1] = ('%s points up to %s'):format(arrow.from, arrow.to)
    elseif floor and arrow.floor == floor and not related(arrow.from_unit, arrow.to_unit) then
      faults[#faults + 1] = ('%s points across to %s'):format(arrow.from, arrow.to)
    elseif arrow.from_unit ~= arrow.to_unit then
      local targets = sideways[arrow.from_unit] or {}
      targets[#targets + 1] = arrow.to_unit
      sideways[arrow.from_unit] = targets
    end
  end
end

local function find_circle(graph)
  local state, trail = {}, {}
  local function visit(unit)
    if state[unit] == 'done' then return end
    trail[#trail + 1] = unit
    if state[unit] == 'open' then return table.concat(trail, ' -> ') end
    state[unit] = 'open'
    for _, target in ipairs(graph[unit] or {}) do
      local circle = visit(target)
      if circle then return circle end
    end
    state[unit] = 'done'
    trail[#trail] = nil
  end
  local units = {}
  for unit in pairs(graph) do units[#units + 1] = unit end
  table.sort(units)
  for _, unit in ipairs(units) do
    local circle = visit(unit)
    if circle then return circle end
  end
end

-- `sources`: path -> text. Returns a list of faults.
local function check(sources)
  local faults, graph, paths = {}, {}, {}
  for path in pairs(sources) do paths[#paths + 1] = path end
  table.sort(paths)
  for _, path in ipairs(paths) do
    local arrows, floor = (path:match '%.[ch]$' and c_arrows or lua_arrows)(path, sources[path])
    check_arrows(arrows, floor, path, faults, graph)
  end
  local circle = find_circle(graph)
  if circle then faults[#faults + 1] = 'a circle: ' .. circle end
  return faults
end

local planted = {
  ['an include that points up'] = { ['src/data/pose.h'] = '#include "runtime/model.h"' },
  ['a circle of headers'] = { ['src/data/a.h'] = '#include "data/b.h"', ['src/data/b.c'] = '#include "data/a.h"' },
  ['an include of nowhere'] = { ['src/data/a.h'] = '#include "attic/b.h"' },
  ['a require that points up'] = { ['lua/helioanim/util/check.lua'] = "local io = require 'helioanim.io.glb'" },
  ['a require across'] = { ['lua/helioanim/io/glb.lua'] = 'require("helioanim.play.nodes")' },
}
for what, sources in pairs(planted) do
  if #check(sources) == 0 then error('the check misses ' .. what) end
end
assert(#check { ['src/runtime/model.c'] = '#include "data/pose.h"' } == 0, 'the check finds faults where none are')

local sources = {}
local everything = "find src -name '*.[ch]'; find lua bin -type f -not -path '*/meta/*'"
for _, path in ipairs(list(everything)) do
  sources[path] = read(path)
end
local faults = check(sources)
for _, fault in ipairs(faults) do io.stderr:write(fault, '\n') end
if #faults > 0 then os.exit(1) end
print 'floors: every arrow points down'
