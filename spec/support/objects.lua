-- One open object of every userdata class, made anew by each call: { ['helioanim.Pose'] = pose, ... }. A class
-- without a row here fails spec/binding/arguments_spec.lua.

local core = require 'helioanim.core'

return function()
  local skeleton = core.skeleton { name = 'knight', floats = { fov = 60 },
    { name = 'root', weights = { 0, 0 } }, { name = 'arm', parent = 'root', translation = { 0, 1, 0 } } }
  local clip = core.clip { name = 'wave', tracks = {
    { joint = 'arm', channel = 'translation', interpolation = 'cubic', times = { 0, 1 },
      values = { 0, 0, 0, 1, 2, 3, 0, 0, 1, 1, 0, 0, 4, 5, 6, 0, 1, 0 } },
    { joint = 'root', channel = 'rotation', times = { 0, 1, 2 }, values = { 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0 } },
    { joint = 'root', channel = 'weights', targets = 2, times = { 0 }, values = { 0.5, 1 } },
    { name = 'fov', channel = 'float', interpolation = 'step', times = { 0, 1 }, values = { 60, 40 } } } }
  clip:add_event(0.5, 'step', { loud = true })
  clip:set_markers { { 'L', 0 }, { 'R', 0.5 } }
  local player, member, group = clip:player { root = { joint = 'arm' } }, clip:player(), core.sync_group()
  group:add(member)
  local _, cursor = player:play():events()
  local limb = core.skeleton { { name = 'a' }, { name = 'b', parent = 1 }, { name = 'c', parent = 2 } }
  return {
    ['helioanim.Clock'] = core.clock(),
    ['helioanim.Player'] = player,
    ['helioanim.EventCursor'] = cursor,
    ['helioanim.SyncGroup'] = group,
    ['helioanim.Skeleton'] = skeleton,
    ['helioanim.Pose'] = skeleton:new_pose(),
    ['helioanim.Matrices'] = skeleton:new_matrices(),
    ['helioanim.Skin'] = core.skin { skeleton = skeleton, joints = { 2, 1 } },
    ['helioanim.Clip'] = clip,
    ['helioanim.Track'] = clip:track(1),
    ['helioanim.Deformer'] = core.deformer { positions = core.buffer(3, 2),
      targets = { { positions = core.buffer(3, 2) } } },
    ['helioanim.TwoBone'] = core.two_bone { skeleton = limb, root = 1, mid = 2, tip = 3 },
    ['helioanim.LookAt'] = core.look_at { skeleton = skeleton, joint = 'arm', share = { root = 0.5 } },
    ['helioanim.Chain'] = core.chain { skeleton = skeleton, root = 'root', tip = 'arm' },
    ['helioanim.Socket'] = core.socket { skeleton = skeleton, joint = 'arm' },
    ['helioanim.Mapping'] = core.mapping(skeleton:new_pose(), skeleton:new_pose(), { { 1, 1 }, { 2, 2, moves = true } },
      { 0, 0, 0, 1 }, 1, 1),
    ['helioanim.Mask'] = skeleton:mask { arm = 1 },
    ['helioanim.Mirror'] = core.mirror { skeleton = skeleton, left = 'arm', right = 'root' },
    ['helioanim.Buffer'] = core.decode_accessor(('f'):rep(24), 0, 24, 0, 5126, 'VEC3', 2, false, false),
  }
end
