-- The node that plays a clip: { clip = c, wrap =, loops =, rate =, start =, range =, root =, threshold =, muted = }.
-- Below a node with `sync` it is a member of that node's sync group, which then moves it.

local check = require 'helioanim.util.check'
local nodes = require 'helioanim.play.nodes'

local Clip = {}
Clip.__index = Clip

local keys = {
  clip = true, wrap = true, loops = true, rate = true, start = true, range = true, root = true, threshold = true,
  muted = true, event_limit = true, fade_in = true, fade_out = true, on_end = true,
}

local function compile(description, compiling, where)
  local clip = description.clip
  if check.type_name(clip) ~= 'helioanim.Clip' then
    check.fail(where, 'clip: helioanim.Clip expected, got %s', check.type_name(clip))
  end
  local options = {}
  for key, value in pairs(description) do if key ~= 'clip' then options[key] = nodes.snapshot(value) end end
  if options.root == nil then options.root = nodes.snapshot(compiling.root) end
  -- A player that is thrown away, so that wrong options are told when the definition is made.
  local ok, player = pcall(clip.player, clip, options)
  if not ok then check.fail(where, '%s', (tostring(player):gsub('^[^:]*:%d+: ', ''))) end
  if compiling.in_sync and (player.loops < math.huge or player.wrap ~= 'loop') then
    check.fail(where, "clip '%s': only clips that loop without end can be in sync", clip.name or '')
  end
  return { clip = clip, options = options, has_root = options.root ~= nil, parts = {}, label = clip.name }
end

local function build(spec, building)
  local player = spec.clip:player(spec.options)
  local self = setmetatable({
    player = player, group = building.group, weight = 0, rel = 0, outer = -1, clock = building.clock, frame = -1,
    left_frame = -1, left_late = 0, at_seam = false, goes_on = false,
    has_root = spec.has_root, mover = nil, rate = player.rate,
    initial = nil, ends = player.loops < math.huge, loops = player.loops, pingpong = player.wrap == 'pingpong',
  }, Clip)
  self.mover = self
  if self.group then
    self.group:add(player, 0)
    self.mover = building.mover
  else
    player:play()
  end
  self.initial = player:save()
  building.leaves[#building.leaves + 1] = self
  return self
end

function Clip:enter()
  local player = self.player
  self.left_frame = -1
  if not self.group then
    player:play()
    return
  end
  player:restore(self.initial)
  self.group:set_weight(player, self.rel)
  if self.outer >= 0 then player.weight = self.outer end
end

function Clip:weigh(rel, outer)
  local group = self.group
  if group then
    if rel ~= self.rel then group:set_weight(self.player, rel) end
    if outer ~= self.outer then self.player.weight = outer end
  elseif rel ~= self.rel or outer ~= self.outer then
    self.player.weight = rel * outer
  end
  self.rel, self.outer, self.weight = rel, outer, rel * outer
end

-- A factor on the rate; members of a group leave it to the group.
function Clip:set_speed(speed)
  if not self.group then self.player.rate = self.rate * speed end
end

function Clip:advance(dt)
  if self.group then return 0 end
  self.frame = self.clock.frame
  local _, unspent = self.player:advance(dt)
  return unspent
end

function Clip:evaluate(pose) self.player:evaluate(pose) end

function Clip:cycle()
  local player = self.player
  local pass, phase, rate = player.pass, player.phase, player.rate
  if self.pingpong and pass % 2 == 1 then phase = 1 - phase end
  if rate < 0 then pass, phase = -pass, 1 - phase end
  return pass, phase, rate == 0 and math.huge or player.duration / (rate < 0 and -rate or rate), self.loops == 1,
    self.ends and player.finished
end

function Clip:left()
  if not self.ends then return math.huge end
  local pass, phase, seconds = self:cycle()
  local cycles = self.loops - pass - phase
  return cycles > 0 and cycles * seconds or 0
end

function Clip:root_motion() return self.player:root_motion() end

function Clip:save(out)
  out[#out + 1] = self.player:save()
  out[#out + 1] = string.pack('<ddd', self.rel, self.outer, self.weight)
end

function Clip:restore(reader)
  self.player:restore(reader:text())
  self.rel, self.outer, self.weight = string.unpack('<ddd', reader:text())
  if self.group then self.group:set_weight(self.player, self.rel) end
  self.frame = -1
end

local function start_of_range(leaf)
  local range = leaf.spec.options.range
  return range and range[1] or 0
end

-- Whether a place on one player's timeline is the same one on the other's.
local function fits(leaf, other)
  local a, b = leaf.player, other.player
  return a.duration == b.duration and a.wrap == b.wrap and a.loops == b.loops and
    start_of_range(leaf) == start_of_range(other)
end

-- How a player plays, of what it saves: that is told by the new definition.
local HOW = { 'rate', 'muted', 'threshold', 'event_limit', 'fade_in', 'fade_out', 'on_end' }

-- After `enter` has set the rate. A clip of another length or another wrap keeps the phase that it was given.
function Clip:take_over(old)
  local player = self.player
  if self.spec.clip.name ~= old.spec.clip.name or not fits(self, old) then return end
  local how = {}
  for i, name in ipairs(HOW) do how[i] = player[name] end
  player:restore(old.player:save())
  for i, name in ipairs(HOW) do player[name] = how[i] end
  self.rel, self.outer, self.weight = old.rel, old.outer, old.weight
end

return { keys = keys, compile = compile, build = build }
