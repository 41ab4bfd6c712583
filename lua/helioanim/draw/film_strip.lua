-- Film strips: a document's clips as rows of posed figures, for a README, a bug report or a quick look.
--
--   local picture = film_strip.render(doc, { clips = { 'walk', 'run' }, frames = 8 })
--
-- The camera is orthographic and looks from the right front, so that who faces +Z goes to the right. All rows share
-- one scale. A straight way through a clip is taken out of the picture.
-- Equal documents give equal text.

local svg = require 'helioanim.draw.svg'
local figure = require 'helioanim.draw.figure'
local painter = require 'helioanim.draw.painter'

local film_strip = {}

local FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
local PAPER, INK, SOFT, FAINT, ACCENT = '#faf8f4', '#23262d', '#80848e', '#d9d5cc', '#d2691e'
local SIDE, CAPTION, FOOT, ROW_GAP = 28, 46, 34, 14 -- margins and heights in pixels

local function dot(a, x, y, z) return a[1] * x + a[2] * y + a[3] * z end

-- Middle of a frame on the ground plane, and its lowest and highest point.
local function measure(polygons)
  local low, high = { math.huge, math.huge, math.huge }, { -math.huge, -math.huge, -math.huge }
  for _, polygon in ipairs(polygons) do
    for i = 1, #polygon do
      local c = (i - 1) % 3 + 1
      low[c], high[c] = math.min(low[c], polygon[i]), math.max(high[c], polygon[i])
    end
  end
  if low[1] > high[1] then return 0, 0, 0, 0 end
  return (low[1] + high[1]) / 2, (low[3] + high[3]) / 2, low[2], high[2]
end

-- Times of a row's frames. A loop's last frame would be its first.
local function times_of(first, last, frames, loop)
  local times, parts = {}, loop and frames or math.max(1, frames - 1)
  if first == last then frames = 1 end
  for i = 1, frames do times[i] = first + (last - first) * (i - 1) / parts end
  return times
end

-- The straight way from the row's beginning to its end, on the ground.
local function way_of(shape, clip, first, last)
  if first == last then return 0, 0 end
  local x0, z0, low, high = measure(shape:polygons(clip, first))
  local x1, z1 = measure(shape:polygons(clip, last))
  local dx, dz = x1 - x0, z1 - z0
  if dx * dx + dz * dz < 0.04 * (high - low) ^ 2 then return 0, 0 end
  return dx, dz
end

local function shift(polygons, dx, dz)
  for _, polygon in ipairs(polygons) do
    for i = 1, #polygon, 3 do polygon[i], polygon[i + 2] = polygon[i] + dx, polygon[i + 2] + dz end
  end
  return polygons
end

local function extras_of(doc, clip)
  for i, known in ipairs(doc.clips) do
    local extras = rawequal(known, clip) and doc.clip_extras and doc.clip_extras[i]
    local ours = type(extras) == 'table' and extras.helioanim
    if type(ours) == 'table' then return ours end
  end
  return {}
end

-- All frames of a clip or of a range of it, posed: { clip, extras, loop, first, last, times, frames =
-- lists of polygons }.
local function pose_row(doc, shape, clip, frames, range)
  local extras = clip and extras_of(doc, clip) or {}
  local loop = clip and not range and (clip.looping or extras.loop == true) or false
  local row = { clip = clip, extras = extras, loop = loop, frames = {} }
  local first, last = table.unpack(range or { 0, clip and clip.duration or 0 })
  row.first, row.last, row.times = first, last, times_of(first, last, frames, loop)
  local way_x, way_z = way_of(shape, clip, first, last)
  for i, time in ipairs(row.times) do
    local part = first < last and (time - first) / (last - first) or 0
    row.frames[i] = shift(shape:polygons(clip, time), -way_x * part, -way_z * part)
  end
  return row
end

-- Where the row's figures reach on the screen, in the document's units.
local function reach(row, view)
  local box = { math.huge, math.huge, -math.huge, -math.huge, ground = math.huge }
  for _, polygons in ipairs(row.frames) do
    for _, p in ipairs(polygons) do
      for i = 1, #p, 3 do
        local x, y = dot(view.right, p[i], p[i + 1], p[i + 2]), dot(view.up, p[i], p[i + 1], p[i + 2])
        box[1], box[2] = math.min(box[1], x), math.min(box[2], y)
        box[3], box[4] = math.max(box[3], x), math.max(box[4], y)
        box.ground = math.min(box.ground, p[i + 1])
      end
    end
  end
  if box[1] > box[3] then return { 0, 0, 0, 0, ground = 0 } end
  return box
end

local function turns(o, a, b) return (a[1] - o[1]) * (b[2] - o[2]) - (a[2] - o[2]) * (b[1] - o[1]) end

-- Andrew's monotone chain.
local function hull(points)
  table.sort(points, function(a, b) return a[1] < b[1] or a[1] == b[1] and a[2] < b[2] end)
  local out = {}
  local function walk(first, last, step, floor)
    for i = first, last, step do
      while #out > floor and turns(out[#out - 1], out[#out], points[i]) <= 0 do out[#out] = nil end
      out[#out + 1] = points[i]
    end
    out[#out] = nil
  end
  walk(1, #points, 1, 1)
  walk(#points, 1, -1, #out + 1)
  return out
end

-- What lies within `height` of the ground casts the dark part; higher is fainter and wider.
local function draw_shadow(picture, polygons, view, scale, x0, y0, ground, height)
  local points, lowest = {}, math.huge
  for _, p in ipairs(polygons) do
    for i = 1, #p, 3 do
      lowest = math.min(lowest, p[i + 1])
      if p[i + 1] - ground < 0.45 * height or height == 0 then
        points[#points + 1] = { x0 + scale * dot(view.right, p[i], ground, p[i + 2]),
          y0 - scale * dot(view.up, p[i], ground, p[i + 2]) }
      end
    end
  end
  if #points < 3 then return end
  local parts = {}
  for i, point in ipairs(hull(points)) do
    parts[i] = ('%s%s %s'):format(i == 1 and 'M' or 'L', svg.number(point[1]), svg.number(point[2]))
  end
  local near = height > 0 and math.max(0, 1 - 3.5 * (lowest - ground) / height) or 1
  picture:add('path', { d = table.concat(parts) .. 'z', fill = '#3b3326', filter = 'url(#soft)',
    opacity = 0.10 + 0.20 * near })
end

local function seconds(time) return ('%.2f s'):format(time) end

-- The ground is the row's time line: a dot and a label a frame.
local function draw_ground(picture, row, layout, y)
  local left, right = SIDE, layout.width - SIDE
  picture:add('line', { x1 = left, x2 = right, y1 = y, y2 = y, stroke = FAINT, ['stroke-width'] = 1.5 })
  for i, time in ipairs(row.times) do
    local x = left + (i - 0.5) * (right - left) / #row.times
    picture:add('circle', { cx = x, cy = y, r = 2.2, fill = SOFT })
    picture:text(seconds(time), { x = x, y = y + 18, ['text-anchor'] = 'middle', ['font-size'] = 11, fill = SOFT })
  end
end

-- Events as marks on the ground line, which is the row's time line.
local function draw_events(picture, row, layout, y)
  if type(row.extras.events) ~= 'table' or #row.times < 2 then return end
  local cell = (layout.width - 2 * SIDE) / #row.times
  local step = row.times[2] - row.times[1]
  for _, event in ipairs(row.extras.events) do
    local time, name = event[1], event[2]
    if type(time) == 'number' and type(name) == 'string' and time >= row.first and time <= row.last then
      local x = SIDE + ((time - row.first) / step + 0.5) * cell
      picture:add('path', { d = ('M%s %sl4.5 4.5-4.5 4.5-4.5-4.5z'):format(svg.number(x), svg.number(y - 4.5)),
        fill = ACCENT, stroke = PAPER, ['stroke-width'] = 1.2 })
      picture:text((name:gsub('_', ' ')), { x = x, y = y + 31, ['text-anchor'] = 'middle', ['font-size'] = 10.5,
        fill = ACCENT })
    end
  end
end

local function describe(row)
  if not row.clip then return 'rest pose', '' end
  local parts = { seconds(row.clip.duration) }
  if row.loop then parts[#parts + 1] = 'loop' end
  local speed = row.extras.speed
  if type(speed) == 'number' and speed > 0 then parts[#parts + 1] = ('%.2f m/s'):format(speed) end
  return row.clip.name ~= '' and row.clip.name or 'unnamed clip', table.concat(parts, ' \u{B7} ')
end

local function draw_row(picture, row, layout, top)
  local name, details = describe(row)
  picture:open('text', { x = SIDE, y = top + 24, ['font-size'] = 17, ['font-weight'] = 650, fill = INK })
  picture:text_run(name)
  picture:text_run(details, { dx = 10, ['font-size'] = 12, ['font-weight'] = 400, fill = SOFT })
  picture:close()
  local y = top + CAPTION + row.above
  draw_ground(picture, row, layout, y)
  local cell = (layout.width - 2 * SIDE) / #row.frames
  local box, view, scale = row.box, layout.view, layout.scale
  local centre, ground = (box[1] + box[3]) / 2, layout.ground
  local y0 = y + scale * layout.ground * view.up[2]
  for i, polygons in ipairs(row.frames) do
    local x0 = SIDE + (i - 0.5) * cell - scale * centre
    draw_shadow(picture, polygons, view, scale, x0, y0, ground, layout.height / scale)
    painter.draw(picture, polygons, view, scale, x0, y0)
  end
  draw_events(picture, row, layout, y)
end

-- One scale for all rows: the tallest fits the wanted height, the widest its cell (a little overlap is welcome).
local function lay_out(rows, view, options)
  local layout = { width = options.width or 1200, view = view, ground = math.huge }
  local tall, wide, below = 0, 0, 0
  for _, row in ipairs(rows) do
    row.box = reach(row, view)
    layout.ground = math.min(layout.ground, row.box.ground)
  end
  for _, row in ipairs(rows) do
    local ground = layout.ground * view.up[2]
    tall, below = math.max(tall, row.box[4] - ground), math.max(below, ground - row.box[2])
    wide = math.max(wide, (row.box[3] - row.box[1]) * #row.frames)
  end
  local height = options.height or 190
  local room = (layout.width - 2 * SIDE) * 1.06
  layout.scale = math.min(tall > 0 and height / tall or math.huge, wide > 0 and room / wide or math.huge)
  if layout.scale == math.huge then layout.scale = 1 end
  layout.height, layout.below = layout.scale * tall, math.max(FOOT, layout.scale * below + 8)
  layout.full = ROW_GAP
  for _, row in ipairs(rows) do
    row.above = layout.scale * (row.box[4] - layout.ground * view.up[2])
    row.top = layout.full - ROW_GAP / 2
    layout.full = layout.full + CAPTION + row.above + layout.below + ROW_GAP
  end
  return layout
end

local function choose_clips(doc, wanted)
  local out = {}
  for i, clip in ipairs(wanted or {}) do
    out[i] = type(clip) == 'userdata' and clip or doc.clips[clip] or error(('no clip %s'):format(tostring(clip)), 3)
  end
  if not wanted then table.move(doc.clips, 1, math.min(3, #doc.clips), 1, out) end
  return out
end

-- The strip as SVG text. `options`: clips (names, indices or Clips; the first three), frames (8), width (1200) and
-- height (190, of the tallest figure) in pixels, range ({ from, to } in seconds, of every clip; the whole of it), turn
-- (-55) and tilt (9) of the camera in degrees, title. A document without clips is shown at rest; one that was loaded
-- without `meshes = true`, as bones.
function film_strip.render(doc, options)
  options = options or {}
  local clips = choose_clips(doc, options.clips)
  local shape, rows = figure.new(doc), {}
  for i, clip in ipairs(clips) do rows[i] = pose_row(doc, shape, clip, options.frames or 8, options.range) end
  if #rows == 0 then rows[1] = pose_row(doc, shape, nil, 1) end
  local layout = lay_out(rows, painter.camera(options.turn or -55, options.tilt or 9), options)
  local picture = svg.new(layout.width, math.ceil(layout.full),
    { title = options.title or 'Film strip' })
  picture:open('defs')
  picture:open('filter', { id = 'soft', x = '-30%', y = '-100%', width = '160%', height = '300%' })
  picture:add('feGaussianBlur', { stdDeviation = 3.5 })
  picture:close():close()
  picture:add('rect', { width = '100%', height = '100%', rx = 10, fill = PAPER })
  picture:open('g', { ['font-family'] = FONT })
  for _, row in ipairs(rows) do draw_row(picture, row, layout, row.top) end
  picture:close()
  return tostring(picture)
end

return film_strip
