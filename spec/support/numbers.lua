-- Comparing lists of numbers.

local assert = require 'luassert'

local numbers = {}

function numbers.near(expected, found, tolerance)
  assert.equal(#expected, #found)
  for i = 1, #expected do assert.near(expected[i], found[i], tolerance or 1e-5) end
end

-- Quaternions up to sign.
function numbers.same_rotation(expected, found, tolerance)
  local plus, minus = 0, 0
  for i = 1, 4 do
    plus = math.max(plus, math.abs(expected[i] - found[i]))
    minus = math.max(minus, math.abs(expected[i] + found[i]))
  end
  assert.is_true(math.min(plus, minus) <= (tolerance or 1e-5),
    ('rotation (%g %g %g %g)'):format(found[1], found[2], found[3], found[4]))
end

return numbers
