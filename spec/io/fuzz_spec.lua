-- A short, seeded run of the fuzzer; fuzz/gltf_fuzz.lua runs long ones.

local ha = require 'helioanim'
local check = require 'fuzz.check'
local fixtures = require 'fuzz.fixtures'
local mutate = require 'fuzz.mutate'

local function run(files, damage, load)
  for seed = 1, 300 do
    local random = mutate.random(seed)
    local fault = check.load(load, damage(random:pick(files), random))
    assert.is_nil(fault, fault and ('seed %d: %s'):format(seed, fault))
  end
end

describe('damaged files', function()
  it('of glTF load or are refused in words', function()
    run(fixtures.gltf(), mutate.gltf, function(bytes) return ha.load_gltf_string(bytes, { meshes = true }) end)
  end)

  it('of BVH load or are refused in words', function()
    run(fixtures.bvh(), mutate.bytes, ha.load_bvh_string)
  end)

  it('start from files that load', function()
    for _, bytes in ipairs(fixtures.gltf()) do assert(ha.load_gltf_string(bytes, { meshes = true })) end
    for _, text in ipairs(fixtures.bvh()) do assert(ha.load_bvh_string(text)) end
  end)
end)
