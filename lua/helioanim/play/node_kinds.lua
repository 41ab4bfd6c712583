-- The kinds of nodes, gathered. A new kind is a row here.

local blend = require 'helioanim.play.node_blend'
local clip = require 'helioanim.play.node_clip'
local layers = require 'helioanim.play.node_layers'
local nodes = require 'helioanim.play.nodes'
local wrappers = require 'helioanim.play.node_wrappers'

nodes.kinds.clip = clip
nodes.kinds.blend1d = blend.blend1d
nodes.kinds.blend2d = blend.blend2d
nodes.kinds.layer = layers.layer
nodes.kinds.additive = layers.additive
nodes.kinds.select = wrappers.select
nodes.kinds.speed = wrappers.speed
nodes.kinds.mirror = wrappers.mirror

return { new = nodes.new }
