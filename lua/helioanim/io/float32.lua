-- Numbers as a glTF file holds them.

local float32 = {}

float32.MAX = 0x1.fffffep+127 -- the largest finite one

-- The nearest float32.
function float32.round(number) return (string.unpack('<f', string.pack('<f', number))) end

-- A number whose nine digits, as JSON text is written, read back as the float32 nearest to `number`: most often
-- the number itself, which is the shorter text.
function float32.exact(number)
  local rounded = float32.round(number)
  if rounded == 0 then return 0 end
  if rounded == math.tointeger(rounded) and math.abs(rounded) < 1e9 then return math.tointeger(rounded) end
  if float32.round(tonumber(('%.9g'):format(number))) == rounded then return number end
  return rounded
end

function float32.exact_list(numbers)
  local out = {}
  for i = 1, #numbers do out[i] = float32.exact(numbers[i]) end
  return out
end

return float32
