-- Loads a file in this fresh process; prints the milliseconds it took and the peak resident memory in KiB.
local ha = require 'helioanim'

local start = os.clock()
assert(ha.load_gltf(arg[1]))
local milliseconds = (os.clock() - start) * 1000
local peak = io.open '/proc/self/status'
print(milliseconds, peak and peak:read('a'):match 'VmHWM:%s*(%d+)' or 'unknown')
