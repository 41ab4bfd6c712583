---@meta

---Keeps players in step: all stand at one shared phase, or between the same markers. A cycle takes the mean duration of
---the members, weighted by their weights (all 0: the plain mean). `#group` is the number of members. Members keep the
---group alive, and the group its members.
---@class helioanim.SyncGroup
---@field phase number from 0 to 1; writing places all members, without events
---@field pass integer cycles since the beginning
---@field length number seconds of a cycle now: the weighted mean of what it takes the members
---@field rate number cycle speed
---@field mode 'phase'|'markers' read-only
---@operator len: integer
local SyncGroup = {}

---Adds a player that loops without end, has no clock and is in no group. The first member brings its phase along;
---others are placed at the group's.
---@param player helioanim.Player
---@param weight? number from 0 on; default 1
---@return helioanim.SyncGroup self
function SyncGroup:add(player, weight) end

---Sets a member free where it stands; the others stay where they are, also where the group's markers came from it.
---@param player helioanim.Player
---@return helioanim.SyncGroup self
function SyncGroup:remove(player) end

---Members of weight 0 keep in step. `player.weight` contains this weight, and it is what counts: for the length of the
---cycle, the blended root motion, and the member's events.
---@param player helioanim.Player
---@param weight number from 0 on
---@return helioanim.SyncGroup self
function SyncGroup:set_weight(player, weight) end

---Moves all members that play, with events and root motion. Raises where a member or its clip is closed; removing it
---helps.
---@param dt number seconds
---@return helioanim.SyncGroup self
function SyncGroup:advance(dt) end

---The members' root motion, blended by weight as poses are.
---@return number dx
---@return number dy
---@return number dz
---@return number qx
---@return number qy
---@return number qz
---@return number qw
function SyncGroup:root_motion() end

---Where the group stands, the weights of its members, and the markers of a member that left them behind, as a short
---string. The members are saved by themselves.
---@return string saved
function SyncGroup:save() end

---Goes back to a saved state of this group; restore its members too.
---@param saved string
---@return helioanim.SyncGroup self
function SyncGroup:restore(saved) end

---Marks the group as closed and sets its members free where they stand.
function SyncGroup:close() end

return SyncGroup
