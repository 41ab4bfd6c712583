-- helioanim validate FILE

local options = require 'helioanim.cli.options'
local input = require 'helioanim.cli.input'

return {
  usage = 'helioanim validate FILE',
  about = 'loads a file and lists what had to be repaired or passed over',
  run = function(arguments, out)
    local _, path = options.parse(arguments, {})
    local doc = input.load(path)
    for _, warning in ipairs(doc.warnings) do out:line('warning: %s', warning) end
    out:line('%s: ok, %s', path, #doc.warnings == 0 and 'no warnings' or 'with warnings')
  end,
}
