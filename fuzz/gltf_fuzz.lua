-- Damages sound files and loads them: PRESET=asan ./dev fuzz [ROUNDS] [SEED] [gltf|bvh]
--
-- Every round prints nothing; a fault prints its seed and leaves the file in build/. Run one seed again with
-- ROUNDS = 1.

local ha = require 'helioanim'
local check = require 'fuzz.check'
local data = require 'spec.support.data'
local fixtures = require 'fuzz.fixtures'
local mutate = require 'fuzz.mutate'

local rounds, seed, kind = tonumber(arg[1]) or 2000, tonumber(arg[2]) or 1, arg[3] or 'gltf'

local KINDS = {
  gltf = {
    files = fixtures.gltf(true), damage = mutate.gltf,
    load = function(bytes)
      return ha.load_gltf_string(bytes, { folder = data.root .. '/assets', meshes = #bytes % 2 == 0 })
    end,
  },
  bvh = { files = fixtures.bvh(true), damage = mutate.bytes, load = ha.load_bvh_string },
}

local what = assert(KINDS[kind], 'gltf or bvh expected')
local faults, loaded = 0, 0
for round = seed, seed + rounds - 1 do
  local random = mutate.random(round)
  local bytes = what.damage(random:pick(what.files), random)
  local fault, is_loaded = check.load(what.load, bytes)
  if is_loaded then loaded = loaded + 1 end
  if fault then
    faults = faults + 1
    local path = ('build/fuzz_%d.%s'):format(round, kind)
    local file = assert(io.open(path, 'wb'))
    file:write(bytes)
    file:close()
    print(('seed %d: %s (%s)'):format(round, fault, path))
  end
end
print(('%d rounds from seed %d: %d loaded, %d faults'):format(rounds, seed, loaded, faults))
os.exit(faults == 0, true)
