---@meta

---A time that several players share. Players that follow one clock agree, whatever the order of their updates.
---@class helioanim.Clock
---@field now number seconds; read-only, see `seek`. Exact after days
---@field rate number seconds a second of `advance`, may be negative
---@field paused boolean
local Clock = {}

---Adds `dt * rate`, unless the clock is paused.
---@param dt number seconds
---@return helioanim.Clock self
function Clock:advance(dt) end

---Jumps. Players that follow jump along, without events or root motion, nor those of what was advanced before and no
---update has told.
---@param now number seconds
---@return helioanim.Clock self
function Clock:seek(now) end

---Stands still until `resume`, whatever `advance` says.
---@return helioanim.Clock self
function Clock:pause() end

---Goes on after `pause`.
---@return helioanim.Clock self
function Clock:resume() end

---Marks the clock as closed.
function Clock:close() end

return Clock
