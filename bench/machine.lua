-- What a state machine costs: 1,000 characters, each with 4 states, a synced blend of 3 clips, an attack in a slot with
-- a mask, model matrices and a palette. The share of C is measured as the calls that one frame makes, without deciding
-- anything; the rest is Lua.
--
--   ./dev bench                              with the sample character, and the knight where the test data is
--   ./dev lua bench/machine.lua [FILE.glb]   alone

local ha = require 'helioanim'
local pure_lua = require 'bench.pure_lua'

local COUNT, DT = 1000, 1 / 60

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

local function measure(rounds, f)
  local times = {}
  for i = 1, rounds do
    local start = os.clock()
    f()
    times[i] = os.clock() - start
  end
  return median(times)
end

local function definition(clips, mask)
  local c = function(i) return clips[(i - 1) % #clips + 1] end
  return ha.machine_definition { initial = 'ground', params = { speed = 0.4 }, states = {
    ground = { node = { blend1d = 'speed', sync = 'phase', { 0, c(1) }, { 1, c(2) }, { 2, c(3) } },
               to = { { 'jump', when = 'jump', fade = 0.1 }, { 'hit', when = 'hit', fade = 0.1 } } },
    jump = { node = { clip = c(4), loops = 1 }, to = { { 'fall', exit = 0.9, fade = 0.1 } } },
    fall = { node = c(5), to = { { 'ground', when = 'on_floor', fade = 0.2 } } },
    hit = { node = { clip = c(6), loops = 1 }, to = { { 'ground', exit = 0.9, fade = 0.2 } } } },
    slots = { { 'attack', clip = c(5), loops = math.huge, mask = mask } } }
end

-- What C does in such a frame: sample two clips, blend, sample and layer the attack, model matrices, palette.
local function c_share(skel, skin, clips, mask)
  local groups, walks, runs, attacks = {}, {}, {}, {}
  for i = 1, COUNT do
    walks[i], runs[i], attacks[i] = clips[1]:player(), clips[2]:player(), clips[4 % #clips + 1]:player():play()
    groups[i] = ha.sync_group():add(walks[i], 0.6):add(runs[i], 0.4):add(clips[3]:player(), 0)
  end
  local pose, other, model, palette = skel:new_pose(), skel:new_pose(), skel:new_matrices(), skin:new_palette()
  local t = measure(9, function()
    for i = 1, COUNT do
      groups[i]:advance(DT)
      attacks[i]:advance(DT)
      walks[i]:evaluate(pose)
      runs[i]:evaluate(other)
      pose:blend(pose, other, 0.4)
      attacks[i]:evaluate(other)
      pose:layer(other, 1, mask)
      pose:to_model(model)
      skin:palette(model, palette)
    end
  end)
  return t / COUNT * 1e6
end

local function new_machines(skel, def)
  local machines = {}
  for i = 1, COUNT do
    machines[i] = ha.state_machine(def, skel)
    machines[i].params.speed = 0.2 + i / COUNT * 0.6
    machines[i]:play 'attack':update(i * 0.001)
  end
  return machines
end

-- Of a file with a skin and clips.
local function bench(path)
  local doc = assert(ha.load_gltf(path))
  local skel, skin, clips = doc.skeleton, doc.skins[1], doc.clips
  local mask = { [skel:joint_name(math.min(4, #skel)) .. '*'] = 1 }
  local machines = new_machines(skel, definition(clips, mask))
  local pose, model, palette = skel:new_pose(), skel:new_matrices(), skin:new_palette()
  local function frame()
    for i = 1, COUNT do
      local sm = machines[i]
      sm:update(DT)
      sm:evaluate(pose)
      pose:to_model(model)
      skin:palette(model, palette)
    end
  end
  frame()
  local all = measure(15, frame) / COUNT * 1e6
  local update = measure(15, function() for i = 1, COUNT do machines[i]:update(DT) end end) / COUNT * 1e6
  local c = c_share(skel, skin, clips, skel:mask(mask))
  local tuned = pure_lua.copy(skel, clips[1])
  local lua = measure(5, function()
    for i = 1, 50 do
      pure_lua.sample(tuned, i / 50 * clips[1].duration)
      pure_lua.to_model(tuned)
    end
  end) / 50 * 1e6
  print(('%s: %d joints, %d characters'):format(path, #skel, COUNT))
  print(('  a frame of a character %.2f us: C %.2f us, Lua %.2f us; update alone %.2f us'):format(all, c, all - c,
    update))
  print(('  tuned plain Lua, one clip sampled and local to model: %.1f us = %.1fx the Lua share'):format(lua,
    lua / (all - c)))
end

if arg[0]:find 'machine%.lua$' then bench(arg[1] or 'examples/data/hero.glb') end

return bench
