-- What a file may make: bytes in proportion to the bytes that were read, so that no small file multiplies itself into
-- much memory or work. What is decoded or made is paid for before it is made.

local fail = require('helioanim.io.failure').fail

local budget = {}

local FACTOR, FLOOR = 64, 32 * 1024 * 1024

-- Bytes that one of a kind keeps beside its numbers and its name, in Lua and in the core, about as measured.
budget.COSTS = {
  node = 512, rest_weight = 32, mesh = 256, primitive = 640, target = 192, material = 128, skin = 512, joint = 128,
  clip = 1024, track = 384, float = 640, event = 320,
}

local Budget = {}
Budget.__index = Budget

function budget.new(bytes_read) return setmetatable({ left = FACTOR * bytes_read + FLOOR }, Budget) end

-- More bytes were read.
function Budget:grow(bytes_read) self.left = self.left + FACTOR * bytes_read end

local function refuse(where) fail('too_large', '%s: what it makes would be out of proportion to the file', where) end

-- Pays for bytes that will be made; `where` stands what makes them.
function Budget:spend(bytes, where)
  self.left = self.left - bytes
  if self.left < 0 then refuse(where) end
end

-- Pays for `count` things of `size` bytes; the count may be any.
function Budget:spend_many(count, size, where)
  if count > self.left // size then refuse(where) end
  self.left = self.left - count * size
end

return budget
