-- What the check of a machine's description takes, refuses and keeps.

local ha = require 'helioanim'
local near = require 'spec.support.near'
local toys = require 'spec.support.toys'

local skel = toys.skeleton()
local idle = toys.stand('idle', 0)

-- A machine of one state that plays a node, with more fields of the machine or of the state.
local function machine_of(node, more, of_state)
  local description = { initial = 'a', states = { a = { node = node } } }
  for key, value in pairs(more or {}) do description[key] = value end
  for key, value in pairs(of_state or {}) do description.states.a[key] = value end
  return description
end

local function refused(description, message)
  local ok, raised = pcall(ha.machine_definition, description)
  assert.is_false(ok)
  assert.truthy(raised:find(message, 1, true), raised)
end

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

  it('has no fields that mean nothing', function()
    local function row_refused(row, message) refused(machine_of(idle, nil, { to = { row } }), message) end
    row_refused({ 'a', 0.5, when = 'go' }, 'a.to[1]: unknown field [2]')
    row_refused({ 'a', when = 'go', self = 'yes' }, 'a.to[1].self: boolean expected, got string')
    refused(machine_of(idle, nil, { on_request = 'x' }), 'a.on_request: boolean expected, got string')
    refused(machine_of { blend1d = 'x', { 0, idle, idle }, { 1, idle } }, 'a.node[1]: unknown field [3]')
    refused(machine_of { blend2d = { 'x', 'y', 'z' }, { 0, 0, idle } }, 'a.node.blend2d: unknown field [3]')
    refused(machine_of { select = 'x', { 'low', idle, idle } }, 'a.node[1]: unknown field [3]')
    refused(machine_of(idle, { slots = { { 'hit', 'hurt', clip = idle } } }), 'slots[1]: unknown field [2]')
    refused(machine_of(idle, { params = { x = 0 / 0 } }), 'params.x: must be finite')
  end)

  it('nests descriptions, no definitions and nothing live', function()
    local inner = machine_of(idle)
    local function nested(machine) return { initial = 'a', states = { a = { machine = machine } } } end
    assert.truthy(ha.machine_definition(nested(inner)))
    refused(nested(ha.machine_definition(inner)), 'a.machine: a description expected, got helioanim.MachineDefinition: '
      .. 'nest the table that it was made of')
    refused(nested(ha.state_machine(inner, skel)), 'a.machine: a description expected, got helioanim.StateMachine: '
      .. 'definitions are shared and hold no live objects')
  end)

  it('tells what cannot be in sync, with its place', function()
    local function synced(node) return machine_of { blend1d = 'x', sync = 'phase', { 0, idle }, { 1, node } } end
    local once = { clip = idle, loops = 1 }
    refused(synced(once), "a.node[2]: clip 'idle': only clips that loop without end can be in sync")
    refused(synced { layer = idle, over = once }, "a.node[2].over: clip 'idle'")
    refused(synced { speed = 2, node = idle }, 'a.node[2]: speed: what is in sync moves with its group')
    assert.truthy(ha.machine_definition(machine_of { blend1d = 'x', { 0, idle }, { 1, once } }))
  end)

  it('tells the place of what a skeleton lacks', function()
    local function unfit(description, message)
      local ok, raised = pcall(ha.state_machine, description, skel)
      assert.is_false(ok)
      assert.truthy(raised:find(message, 1, true), raised)
    end
    unfit(machine_of { layer = idle, over = idle, mask = { Spin = 1 } }, 'a.node.mask: [Spin]: ')
    unfit(machine_of(idle, { slots = { { 'hit', clip = idle, mask = { Spin = 1 } } } }), 'slots[1].mask: [Spin]: ')
    unfit(machine_of { mirror = idle, left = 'Port', right = 'Starboard' }, 'a.node: mirror: ')
  end)
end)
