-- Easing curves for fades: from 0 at 0 to 1 at 1. Polynomials only, so that they give the same bits everywhere.

local check = require 'helioanim.util.check'

local easing = {}

-- A new curve is a row here.
easing.curves = {
  linear = function(u) return u end,
  smooth = function(u) return u * u * (3 - 2 * u) end,
  smoother = function(u) return u * u * u * (u * (u * 6 - 15) + 10) end,
  quad_in = function(u) return u * u end,
  quad_out = function(u) return u * (2 - u) end,
  cubic_in = function(u) return u * u * u end,
  cubic_out = function(u)
    local v = 1 - u
    return 1 - v * v * v
  end,
}

-- The curve of a name, or a function as it is; nil gives linear. `where` leads the message of an unknown name.
function easing.find(given, where)
  if type(given) == 'function' then return given end
  return easing.curves[check.choice(given or 'linear', easing.curves, where)]
end

return easing
