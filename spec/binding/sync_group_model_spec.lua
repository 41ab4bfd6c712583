-- Sync groups against a model of their own, over random lives: who joins, leaves, fades, stops and plays again, how
-- weights and rates change. A failure prints the seed: GROUP_SEED=n repeats it.

local group_model = require 'spec.support.group_model'
local ha = require 'helioanim'
local moves = require 'spec.support.moves'

local SEED = tonumber(os.getenv 'GROUP_SEED') or os.time()
local RUNS = 300

local random = math.random

local function one_of(list) return list[random(#list)] end

-- Words of markers: the same feet in the same order, begun anywhere, with more between, as one stride or several; and
-- now and then any order at all.
local function random_names()
  if random(6) == 1 then return {} end
  local names, word = {}, one_of { { 'L', 'R' }, { 'L', 'R' }, { 'L', 'R', 'M' }, { 'L' }, { 'X' } }
  local turns, begin = random(3), random(#word)
  for i = 0, turns * #word - 1 do
    names[#names + 1] = word[(begin + i) % #word + 1]
    if random(6) == 1 then names[#names + 1] = 'extra ' .. random(3) end
  end
  if random(8) == 1 then names[random(#names)] = one_of { 'L', 'R', 'M' } end
  return names
end

local function random_markers()
  local names, markers, phases = random_names(), {}, {}
  for i = 1, #names do phases[i] = random(0, 99999) / 100000 end
  table.sort(phases)
  for i, name in ipairs(names) do
    if i > 1 and phases[i] - phases[i - 1] < 1e-3 then return random_markers() end
    markers[i] = { name, phases[i] }
  end
  return markers
end

local function random_member(start)
  local duration, speed = random(20, 200) / 100, random(-10, 10) / 5
  local times, list = {}, {}
  for i = 1, random(0, 3) do
    times[i] = ({ 0, duration })[random(6)] or random() * duration
    list[2 * i - 1], list[2 * i] = times[i], 'e' .. i
  end
  local clip = moves.clip({ 0, 0, duration, speed }, list)
  local member = { duration = duration, speed = speed, events = times, markers = random_markers(), start = start,
                   own = random(0, 4) / 4, weight = random(0, 4) / 4, fade_in = random(0, 2) / 4,
                   fade_out = random(0, 2) / 4 }
  clip:set_markers(member.markers)
  member.player = moves.play(clip, { root = { joint = 'root', axes = 'x' }, start = start * duration,
    weight = member.own, fade_in = member.fade_in, fade_out = member.fade_out, event_limit = 1000000 })
  return member
end

local function near(wanted, found, what, tolerance)
  local off = math.abs(wanted - found)
  if off ~= off or off > (tolerance or 1e-7) * math.max(1, math.abs(wanted)) then
    error(('%s: %.9g expected, got %.9g'):format(what, wanted, found), 0)
  end
end

local function near_turn(wanted, found, what)
  near(0, (wanted - found + 0.5) % 1 - 0.5, ('%s (%.9g, got %.9g)'):format(what, wanted % 1, found), 1e-7)
end

-- The events that must come are there, late as they should be, and others only on the ends of the way.
local function check_events(model, member, what)
  local late = {}
  for _, _, weight, lateness in member.player:events() do
    late[#late + 1] = lateness
    if member.state == 'playing' then near(model.weight_of(member), weight, what .. ' weight of an event') end
  end
  table.sort(late)
  if member.way then
    local least, most = #member.lateness, #member.lateness + member.edge
    assert(#late >= least and #late <= most, ('%s: %d to %d events, got %d'):format(what, least, most, #late))
    if #late == least then for i = 1, least do near(member.lateness[i], late[i], what .. ' lateness', 1e-6) end end
  end
end

local function check(model, group)
  near_turn(model.at, group.phase, 'phase of the group')
  for i, member in ipairs(model.members) do
    local player, what = member.player, 'member ' .. i
    assert(player.state == member.state, what .. ': ' .. member.state .. ' expected, got ' .. player.state)
    near(model.weight_of(member), player.weight, what .. ' weight')
    check_events(model, member, what)
    if member.state == 'playing' and member.way then near_turn(member.place, player.phase, what) end
    if member.way then near(member.went * member.speed, player:root_motion(), what .. ' motion', 1e-4) end
    if member.state == 'paused' then assert(player:root_motion() == 0, what .. ' moves') end
  end
end

local function phases_of(model)
  local list = {}
  for i, member in ipairs(model.members) do list[i] = ('%a'):format(member.player.phase) end
  return table.concat(list, ' ')
end

local function advance(model, group, dt)
  local length = model:length()
  if length then near(length, group.length, 'length') else length = group.length end
  model:advance(dt * group.rate / length, dt)
  group:advance(dt)
  check(model, group)
  if model:length() then near(model:motion(), group:root_motion(), 'motion of the group', 1e-4) end
end

local acts = {
  join = function(model, group)
    if #model.members > 5 then return end
    local before = phases_of(model)
    local member = random_member(random(0, 9) / 10)
    group:add(member.player, member.weight)
    assert(phases_of(model) == before, 'joining moves somebody')
    model:add(member)
    if member.way then near_turn(member.way.to(model.at), member.player.phase, 'place of who joins') end
  end,
  leave = function(model, group)
    if #model.members < 2 then return end
    local member = model:remove(random(#model.members))
    local before, place = phases_of(model), member.player.phase
    group:remove(member.player)
    group:advance(0)
    assert(phases_of(model) == before and member.player.phase == place, 'leaving moves somebody')
    model:advance(0, 0)
    check(model, group)
  end,
  weigh = function(model, group)
    local member = one_of(model.members)
    member.weight, member.own = random(0, 4) / 4, random(0, 4) / 4
    group:set_weight(member.player, member.weight)
    member.player.weight = member.own
  end,
  stop = function(model)
    local i = random(#model.members)
    model:stop(i)
    model.members[i].player:stop()
  end,
  play = function(model)
    local i = random(#model.members)
    model:play(i)
    model.members[i].player:play()
  end,
  pause = function(model)
    local member = one_of(model.members)
    if member.state == 'playing' then member.state = 'paused' end
    member.player:pause()
  end,
  resume = function(model)
    local member = one_of(model.members)
    if member.state == 'paused' then member.state = 'playing' end
    member.player:resume()
  end,
  seek = function(model, group)
    local phase = random(0, 100) / 100
    model.at = group.pass + phase
    group.phase = phase
  end,
  rate = function(_, group) group.rate = random(-4, 8) / 4 end,
  rewind = function(model, group)
    local saved, before = { group:save() }, phases_of(model)
    for i, member in ipairs(model.members) do saved[i + 1] = member.player:save() end
    group.rate = -group.rate
    group:advance(random())
    group:restore(saved[1])
    for i, member in ipairs(model.members) do member.player:restore(saved[i + 1]) end
    assert(phases_of(model) == before and group:save() == saved[1], 'a saved state is not as it was')
  end,
}
local ACTS = { 'join', 'join', 'leave', 'weigh', 'weigh', 'stop', 'play', 'pause', 'resume', 'seek', 'rate', 'rewind' }

local function live()
  local mode = one_of { 'phase', 'markers', 'markers' }
  local model, group = group_model.new(mode), ha.sync_group { mode = mode }
  acts.join(model, group)
  for _ = 1, 40 do
    if random(2) == 1 then acts[one_of(ACTS)](model, group) end
    advance(model, group, one_of { 0, random() * 0.3, random() * 0.3, -random() * 0.3, random() * 5, -random() * 5 })
  end
end

describe('a sync group, whatever happens to it,', function()
  it('is where a plain model of it says, and tells what that tells', function()
    for i = 1, RUNS do
      local seed = SEED + i
      math.randomseed(seed)
      local ok, message = pcall(live)
      if not ok then
        error(('%s\nGROUP_SEED=%d repeats it as the first run'):format(tostring(message), seed - 1), 0)
      end
    end
  end)
end)
