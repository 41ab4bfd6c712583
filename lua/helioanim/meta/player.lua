---@meta

---Plays a clip. Made by `clip:player { ... }`, stopped at first. It is moved by `advance(dt)`, or follows a clock by
---`update()`, or is a member of a sync group. The rules of its time are in docs/time.md.
---@class helioanim.Player
---@field time number clip seconds; writing is `seek`
---@field phase number time within the range, from 0 to 1; writing seeks
---@field pass integer number of the pass, from 0; negative when it looped backwards
---@field duration number seconds of the range
---@field weight number own weight, fades and the weight in a group together, 0 where it does not contribute; writing sets its own weight
---@field rate number clip seconds a clock second, may be negative; a change never jumps
---@field wrap helioanim.Wrap
---@field loops number `math.huge` for without end
---@field state helioanim.PlayState
---@field playing boolean
---@field paused boolean
---@field finished boolean whether a finite play stands at its end
---@field muted boolean no events
---@field threshold number events of a smaller weight are silenced, and not told later
---@field event_limit integer events of one move that are delivered at most; default 1000
---@field dropped number events of the last move beyond the limit, an integer where one can hold it
---@field fade_in number clock seconds
---@field fade_out number clock seconds; ends with a finite play, or begins with `stop`. Changing the rate makes no weight jump
---@field on_end helioanim.OnEnd
---@field clip helioanim.Clip
---@field clock helioanim.Clock?
local Player = {}

---Starts from the start position, whatever it did before. The first move also includes the position it starts from.
---@return helioanim.Player self
function Player:play() end

---Stands still until `resume`; time that passes meanwhile is not made up for.
---@return helioanim.Player self
function Player:pause() end

---Goes on from where it was paused.
---@return helioanim.Player self
function Player:resume() end

---Fades out from now on while the clip keeps running; without `fade_out` it stops at once.
---@return helioanim.Player self
function Player:stop() end

---Moves by clock seconds: 0, negative and many durations too. Raises where the player follows a clock or is in a group.
---@param dt number seconds
---@return boolean contributes whether it still has a pose to give
---@return number unspent what was left when a finite play ended; negative when it ran back below its start
function Player:advance(dt) end

---Goes to where the clock has it. Events and root motion are those of what the clock advanced since the last update, or
---since its last `seek`.
---@return boolean contributes
---@return number unspent what this update could not spend
function Player:update() end

---Goes to a time within the current pass, with events and root motion.
---@param time number clip seconds, clamped to the range
---@return helioanim.Player self
function Player:advance_to(time) end

---Goes to a time within the current pass, without events and root motion.
---@param time number clip seconds, clamped to the range
---@return helioanim.Player self
function Player:seek(time) end

---Resets a pose to rest and writes the clip at the player's time into it; what root motion extracts is taken out.
---@param pose helioanim.Pose
---@return helioanim.Pose pose
function Player:evaluate(pose) end

---Iterates over the events of the last move, in the order of travel, without consuming them:
---`for name, time, weight, lateness, payload in player:events() do`. No garbage.
---@return fun(cursor: userdata): string?, number, number, number, any next name, clip seconds, weight of the player, clock seconds between the event and the end of the move, payload
---@return userdata cursor
---@return nil
---@return userdata closing
function Player:events() end

---Iterates over what happened to the play since it was last asked, each told once: `'loop'` for every seam that was
---crossed (1000 at most), `'finished'`.
---@return fun(player: helioanim.Player): string? next
---@return helioanim.Player player
function Player:notices() end

---How the root joint moved the actor in the last move, in the actor's own frame before it. The identity after a seek,
---after the end, and where the player has no root.
---@return number dx
---@return number dy
---@return number dz
---@return number qx
---@return number qy
---@return number qz
---@return number qw
function Player:root_motion() end

---The state of the play as a short string, equal for equal states: for save games and rollback. Made for this machine's
---byte order.
---@return string saved
function Player:save() end

---Goes back to a saved state, all that can be written included, but for the weight in a group. The last move is
---forgotten; a clock is followed from where it is now. Raises for any other string.
---@param saved string
---@return helioanim.Player self
function Player:restore(saved) end

---Marks the player as closed.
function Player:close() end

return Player
