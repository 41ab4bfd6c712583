-- ./dev bench: what a user would ask of speed and memory, each beside something to compare with, interleaved in one
-- run; medians. Machines are noisy: read the ratios.

local ha = require 'helioanim'
local bench_machine = require 'bench.machine'
local pure_lua = require 'bench.pure_lua'
local plain_lua = require 'bench.plain_lua'
local data = require 'spec.support.data'

local KNIGHT = data.root .. '/assets/KayKit_Knight.glb'

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

local function capture(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read 'a'
  return pipe:close() and text or nil
end

-- Medians of several functions in microseconds a call, measured in turns.
local function compare(calls, rounds, functions)
  local times = {}
  for i in ipairs(functions) do times[i] = {} end
  for _ = 1, rounds do
    for i, f in ipairs(functions) do
      local n = calls[i]
      local start = os.clock()
      for call = 1, n do f(call) end
      times[i][#times[i] + 1] = (os.clock() - start) / n * 1e6
    end
  end
  for i, list in ipairs(times) do times[i] = median(list) end
  return times
end

local function bench_sampling(name, doc, clip)
  local pose, model = doc.skeleton:new_pose(), doc.skeleton:new_matrices()
  local tuned = pure_lua.copy(doc.skeleton, clip)
  local plain = plain_lua.copy(tuned)
  local duration = clip.duration
  local function at(call) return call * 0.6180339 % 1 * duration end
  local t = compare({ 5000, 100, 50, 20000 }, 9, {
    function(call) clip:sample(pose, at(call)):to_model(model) end,
    function(call) pure_lua.sample(tuned, at(call)) pure_lua.to_model(tuned) end,
    function(call) plain_lua.sample(plain, at(call)) plain_lua.to_model(plain) end,
    function() pose:to_model(model) end,
  })
  print(('%s: %d joints, %d tracks'):format(name, #doc.skeleton, #clip))
  print(('  helioanim %.2f us, of it local to model %.2f us'):format(t[1], t[4]))
  print(('  plain Lua %.1f us = %.1fx; tuned plain Lua %.1f us = %.1fx'):format(t[3], t[3] / t[1], t[2], t[2] / t[1]))
end

-- A looping player with two events, from Lua.
local function bench_player()
  local clip = ha.clip { name = 'walk', duration = 1 }
  clip:add_event(0.25, 'left')
  clip:add_event(0.75, 'right')
  local player = clip:player():play()
  local t = compare({ 100000, 50000 }, 9, {
    function() player:advance(1 / 60) end,
    function()
      player:advance(1 / 60)
      for _ in player:events() do end
    end,
  })
  print(('advance a looping player with two events: %.0f ns; and read them: %.0f ns'):format(t[1] * 1000, t[2] * 1000))
end

local function bench_load()
  local ours, theirs, peak = {}, {}, nil
  local file = assert(io.open(KNIGHT, 'rb'))
  local size = file:seek 'end'
  file:close()
  for _ = 1, 7 do
    local milliseconds, kib = capture(('lua5.4 bench/load_once.lua %s'):format(KNIGHT)):match '(%S+)%s+(%S+)'
    ours[#ours + 1], peak = tonumber(milliseconds), tonumber(kib)
    local three = capture(('node bench/three_load.mjs build/node %s 2>/dev/null'):format(KNIGHT))
    theirs[#theirs + 1] = three and tonumber(three:match '^(%S+)')
  end
  local mine = median(ours)
  print 'load KayKit_Knight.glb (76 clips, 8712 tracks) in a fresh process'
  print(('  helioanim %.0f ms, peak %.1f MiB = %.1fx the file'):format(mine, peak / 1024, peak * 1024 / size))
  if #theirs == 0 then return print '  three.js is not installed (./dev setup), nothing to compare with' end
  print(('  three.js GLTFLoader %.0f ms = %.1fx'):format(median(theirs), median(theirs) / mine))
end

print(('helioanim %s on %s'):format(ha._VERSION, ha.isa))
bench_player()
bench_machine 'examples/data/hero.glb'
if not data.present then return print 'the test data is absent' end
local knight = assert(ha.load_gltf(KNIGHT))
bench_sampling('sample + model, KayKit Walking_A', knight, knight.clips.Walking_A)
local fox = assert(ha.load_gltf(data.root .. '/assets/Fox.glb'))
bench_sampling('sample + model, Fox Run', fox, fox.clips.Run)
bench_machine(KNIGHT)
bench_load()
