-- What a reader had to repair or pass over, in words: the first ones as they are, the rest as a number.

local wording = require 'helioanim.io.wording'

local warnings = {}

local MOST = 250

-- A function that warns, as string.format; and one that gives the list of what was said, to be called once at the end.
function warnings.collect()
  local list, count = {}, 0
  local function warn(format, ...)
    count = count + 1
    if count <= MOST then list[count] = wording.format(format, ...) end
  end
  local function finish()
    if count > MOST then list[MOST + 1] = ('and %d more warnings'):format(count - MOST) end
    return list
  end
  return warn, finish
end

return warnings
