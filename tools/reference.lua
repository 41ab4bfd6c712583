-- Writes docs/reference.md out of lua/helioanim/meta.
--
--   ./dev lua tools/reference.lua

local meta = require 'tools.meta'

local file = assert(io.open('docs/reference.md', 'wb'))
file:write(meta.manual(meta.read 'lua/helioanim/meta'))
file:close()
