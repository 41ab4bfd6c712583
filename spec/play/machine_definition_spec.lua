-- What the check of a machine's description takes, refuses and keeps.

local ha = require 'helioanim'
local near = require 'spec.support.near'
local toys = require 'spec.support.toys'

local skel = toys.skeleton()
local idle = toys.stand('idle', 0)

describe('a definition', function()
  it('is a snapshot: masks, ranges and roots edited later are those that it was made of', function()
    local mask, range, root = { Root = 0.5 }, { 0, 1 }, { joint = 'Root', axes = 'x' }
    local def = ha.machine_definition { initial = 'a', root = root, states = { a = { node = {
      layer = { clip = toys.slide('base', 0, 10, 4), range = range }, over = toys.stand('over', 7, 4), mask = mask,
    } } } }
    mask.Root, range[2], root.axes = 0, 4, 'z'
    local sm = ha.state_machine(def, skel)
    local edited = ha.state_machine({ initial = 'a', states = { a = { node = {
      layer = idle, over = toys.stand('over', 7), mask = mask } } } }, skel)
    near.numbers({ 0 }, toys.x(edited:update(0.1):evaluate(skel:new_pose())))
    near.numbers({ 1 }, (select(3, sm:cycle())))
    near.numbers({ 0.625 }, (sm:update(0.5):root_motion()))
  end)

  it('has masks of its own where one table is edited between two of them', function()
    local mask, pose = { Root = 1 }, skel:new_pose()
    local description = { initial = 'a', states = { a = { node = {
      layer = idle, over = toys.stand('over', 7), mask = mask } } } }
    local first = ha.machine_definition(description)
    mask.Root = 0.5
    local second = ha.machine_definition(description)
    near.numbers({ 7 }, toys.x(ha.state_machine(first, skel):update(0):evaluate(pose)))
    near.numbers({ 3.5 }, toys.x(ha.state_machine(second, skel):update(0):evaluate(pose)))
  end)
end)
