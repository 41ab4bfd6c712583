-- SVG out: elements in the order they come, attributes in the order of the alphabet, numbers short.
--
--   local picture = svg.new(400, 100, { title = 'A line' })
--   picture:open('g', { stroke = '#444' })
--   picture:add('line', { x1 = 0, y1 = 50, x2 = 400, y2 = 50 })
--   picture:close()
--   picture:text('words', { x = 10, y = 20 })
--   local text = tostring(picture)

local svg = {}

local Picture = {}
Picture.__index = Picture

-- At most two decimals, and no more digits than needed.
function svg.number(number)
  local text = ('%.2f'):format(number):gsub('%.?0+$', '')
  return text == '-0' and '0' or text
end

local ESCAPES = { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;' }

-- Text for XML: what XML cannot hold (control characters, broken UTF-8, lone surrogates) becomes U+FFFD.
function svg.escape(text)
  local out, at = {}, 1
  while at <= #text do
    local length, bad = utf8.len(text, at)
    out[#out + 1] = text:sub(at, length and -1 or bad - 1)
    if length then break end
    out[#out + 1] = '\u{FFFD}'
    at = bad + 1
  end
  return (table.concat(out):gsub('[%z\1-\8\11\12\14-\31\127]', '\u{FFFD}'):gsub('\xEF\xBF[\xBE\xBF]', '\u{FFFD}')
    :gsub('[&<>"]', ESCAPES))
end

local function write_attributes(attributes)
  local names, parts = {}, {}
  for name in pairs(attributes or {}) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do
    local value = attributes[name]
    parts[i] = (' %s="%s"'):format(name, type(value) == 'number' and svg.number(value) or svg.escape(value))
  end
  return table.concat(parts)
end

local function put(self, text)
  self.parts[#self.parts + 1] = ('  '):rep(#self.opened) .. text
  return self
end

-- An empty element.
function Picture:add(name, attributes) return put(self, ('<%s%s/>'):format(name, write_attributes(attributes))) end

-- Opens an element; what follows lies in it, up to `close`.
function Picture:open(name, attributes)
  put(self, ('<%s%s>'):format(name, write_attributes(attributes)))
  self.opened[#self.opened + 1] = name
  return self
end

function Picture:close()
  local name = table.remove(self.opened)
  if not name then error('no element is open', 2) end
  return put(self, ('</%s>'):format(name))
end

function Picture:text(words, attributes)
  return put(self, ('<text%s>%s</text>'):format(write_attributes(attributes), svg.escape(words)))
end

-- A stretch of words inside an open text.
function Picture:text_run(words, attributes)
  return put(self, ('<tspan%s>%s</tspan>'):format(write_attributes(attributes), svg.escape(words)))
end

-- The whole picture. Open elements are closed.
function Picture:__tostring()
  local parts = table.move(self.parts, 1, #self.parts, 1, {})
  for i = #self.opened, 1, -1 do parts[#parts + 1] = ('</%s>'):format(self.opened[i]) end
  local size = ('width="%s" height="%s" viewBox="0 0 %s %s"'):format(svg.number(self.width), svg.number(self.height),
    svg.number(self.width), svg.number(self.height))
  local title = self.title and ('<title>%s</title>\n'):format(svg.escape(self.title)) or ''
  return ('<svg xmlns="http://www.w3.org/2000/svg" %s role="img">\n%s%s\n</svg>\n'):format(size, title,
    table.concat(parts, '\n'))
end

-- A picture of width x height. `options`: title, for those who hear it.
function svg.new(width, height, options)
  return setmetatable({
    width = width, height = height, title = options and options.title, parts = {}, opened = {},
  }, Picture)
end

return svg
