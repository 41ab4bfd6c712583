-- Draws docs/images/timeline.svg: how a play moves in each wrap mode, and which events it passes.
--
--   ./dev lua tools/timeline_picture.lua > docs/images/timeline.svg
--
-- The curves are what players do, not what somebody thinks they do: each row plays a clip of 1 s with events at 0, 0.5
-- and 1 in small steps.

local ha = require 'helioanim'
local svg = require 'helioanim.draw.svg'

local ROWS = {
  { title = "wrap = 'clamp'", note = 'one pass, then the last key is held', options = { wrap = 'clamp' } },
  { title = "wrap = 'loop'", note = 'a seam is a jump: the events of both sides fire', options = {} },
  { title = "wrap = 'pingpong'", note = 'a turn is one position: its event fires once',
    options = { wrap = 'pingpong' } },
  { title = 'rate = -1', note = 'in reverse from the end; the order of events turns round', options = { rate = -1 } },
}
local WIDTH, ROW, LEFT, TOP, SECONDS, HEIGHT = 760, 118, 190, 46, 3.25, 64
local SCALE = (WIDTH - LEFT - 30) / SECONDS
local STEP = 1 / 128

local FONT = 'Inter, Helvetica Neue, Arial, sans-serif'
local STYLES = {
  head = { ['font-size'] = 15, ['font-weight'] = 600, fill = '#334155', ['font-family'] = FONT },
  title = { ['font-size'] = 13, ['font-weight'] = 600, fill = '#334155', ['font-family'] = FONT },
  note = { ['font-size'] = 12, fill = '#64748b', ['font-family'] = FONT },
  axis = { ['font-size'] = 11, fill = '#94a3b8', ['text-anchor'] = 'end', ['font-family'] = FONT },
  grid = { stroke = '#e2e8f0' },
  play = { fill = 'none', stroke = '#2563eb', ['stroke-width'] = 2.2, ['stroke-linejoin'] = 'round' },
  event = { fill = '#f97316', stroke = '#ffffff', ['stroke-width'] = 1.5 },
}

local function styled(style, attributes)
  for key, value in pairs(STYLES[style]) do attributes[key] = value end
  return attributes
end

-- Runs of points without a jump, and the places of events.
local function trace(options)
  local clip = ha.clip { name = 'clip', duration = 1 }
  for _, time in ipairs { 0, 0.5, 1 } do clip:add_event(time, 'event') end
  local player = clip:player(options):play()
  local runs, fired, pass = { {} }, {}, 0
  for i = 0, SECONDS / STEP do
    local last = player.time
    player:advance(i == 0 and 0 or STEP)
    local now = i * STEP
    if player.pass ~= pass and player.wrap == 'loop' then
      -- the last step went over the seam: draw both of its ends where it is
      local at = now - (player.rate > 0 and player.time or 1 - player.time)
      table.insert(runs[#runs], { at, last > 0.5 and 1 or 0 })
      runs[#runs + 1] = { { at, last > 0.5 and 0 or 1 } }
    end
    pass = player.pass
    table.insert(runs[#runs], { now, player.time })
    for _, time, _, late in player:events() do fired[#fired + 1] = { now - late, time } end
  end
  return runs, fired
end

local function draw_row(picture, row, top)
  local base = top + HEIGHT
  local function x(now) return LEFT + now * SCALE end
  local function y(time) return base - time * HEIGHT end
  picture:text(row.title, styled('title', { x = 24, y = top + 22 }))
  picture:text(row.note, styled('note', { x = LEFT, y = base + 26 }))
  for _, line in ipairs { { 1, 'D' }, { 0, '0' } } do
    picture:add('line', styled('grid', { x1 = x(0), x2 = x(SECONDS), y1 = y(line[1]), y2 = y(line[1]) }))
    picture:text(line[2], styled('axis', { x = LEFT - 12, y = y(line[1]) + 4 }))
  end
  local runs, fired = trace(row.options)
  for _, run in ipairs(runs) do
    local points = {}
    for i, point in ipairs(run) do points[i] = svg.number(x(point[1])) .. ',' .. svg.number(y(point[2])) end
    picture:add('polyline', styled('play', { points = table.concat(points, ' ') }))
  end
  for _, event in ipairs(fired) do
    picture:add('circle', styled('event', { cx = x(event[1]), cy = y(event[2]), r = 4.5 }))
  end
end

local picture = svg.new(WIDTH, TOP + #ROWS * ROW + 8, { title = 'How a play moves in each wrap mode' })
picture:add('rect', { x = 0, y = 0, width = WIDTH, height = TOP + #ROWS * ROW + 8, fill = '#ffffff' })
picture:text('Clip time against the clock. Dots are events at 0, D/2 and D, where they fire.',
  styled('head', { x = 24, y = 28 }))
for i, row in ipairs(ROWS) do draw_row(picture, row, TOP + (i - 1) * ROW + 12) end
io.write(tostring(picture))
