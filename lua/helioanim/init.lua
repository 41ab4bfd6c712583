-- The face of helioanim: gathers what the rooms below offer. No logic here.
local core = require 'helioanim.core'
local bvh = require 'helioanim.io.bvh'
local glb_writer = require 'helioanim.io.glb_writer'
local gltf_reader = require 'helioanim.io.gltf_reader'
local easing = require 'helioanim.play.easing'
local machine_definition = require 'helioanim.play.machine_definition'
local node_kinds = require 'helioanim.play.node_kinds'
local recorder = require 'helioanim.play.recorder'
local state_machine = require 'helioanim.play.state_machine'
local foot_placement = require 'helioanim.rig.foot_placement'
local humanoid = require 'helioanim.rig.humanoid'
local retarget = require 'helioanim.rig.retarget'

return {
  _VERSION = core._VERSION,
  version_number = core.version_number,
  isa = core.isa,

  skeleton = core.skeleton,
  skin = core.skin,
  matrices = core.matrices,
  buffer = core.buffer,
  deformer = core.deformer,
  two_bone = core.two_bone,
  look_at = core.look_at,
  chain = core.chain,
  socket = core.socket,
  foot_placement = foot_placement.new,
  retarget = retarget.new,
  humanoid = humanoid.guess,
  mirror = core.mirror,
  track = core.track,
  clip = core.clip,
  clock = core.clock,
  sync_group = core.sync_group,

  node = node_kinds.new,
  machine_definition = machine_definition.new,
  state_machine = state_machine.new,
  recorder = recorder.new,
  easing = easing.curves,

  load_gltf = gltf_reader.load,
  load_gltf_string = gltf_reader.load_string,
  load_bvh = bvh.load,
  load_bvh_string = bvh.load_string,
  bvh_string = bvh.to_string,
  write_bvh = bvh.write,
  glb_string = glb_writer.to_string,
  write_glb = glb_writer.write,

  wrap_time = core.wrap_time,
  slerp = core.slerp,
  hermite = core.hermite,
  compose = core.compose,
  decompose = core.decompose,
}
