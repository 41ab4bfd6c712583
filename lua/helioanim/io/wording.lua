-- The words of messages about files: one short line each, whatever the names in a file hold and however long they are.

local wording = {}

local LONGEST, HEAD, TAIL = 160, 120, 30

local function is_inside_letter(text, at)
  local byte = text:byte(at)
  return byte ~= nil and byte >= 0x80 and byte < 0xC0
end

-- Without its middle where it is long; letters of UTF-8 stay whole.
local function shorten(text)
  if #text <= LONGEST then return text end
  local first, last = HEAD, #text - TAIL + 1
  for _ = 1, 3 do
    if is_inside_letter(text, first + 1) then first = first - 1 end
    if is_inside_letter(text, last) then last = last + 1 end
  end
  return text:sub(1, first) .. '...' .. text:sub(last)
end

-- On one line, and without what terminals would obey: a question mark for each control character, those of ISO 6429
-- in UTF-8 included.
function wording.one_line(text) return (text:gsub('\xC2[\x80-\x9F]', '?'):gsub('%c', '?')) end

-- As string.format; texts among the values are shortened.
function wording.format(format, ...)
  local values = table.pack(...)
  for i = 1, values.n do
    if type(values[i]) == 'string' then values[i] = shorten(values[i]) end
  end
  return wording.one_line(values.n > 0 and format:format(table.unpack(values, 1, values.n)) or format)
end

return wording
