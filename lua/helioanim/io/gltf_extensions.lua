-- Which versions and required extensions of glTF are honoured, and which can be passed over because they touch only
-- meshes, materials, lights or metadata.

local json = require 'helioanim.io.json'
local fail = require('helioanim.io.failure').fail

local extensions = {}

local HONOURED = { KHR_animation_pointer = true, KHR_mesh_quantization = true, EXT_meshopt_compression = true }

-- Lua patterns. Nothing here can change a node, a skin or an animation.
local PASSED_OVER = {
  '^KHR_draco_mesh_compression$', '^KHR_mesh_', '^KHR_gaussian_splatting', '^KHR_materials_', '^KHR_texture_',
  '^KHR_lights_', '^KHR_xmp', '^KHR_node_visibility$', '^KHR_node_selectability$', '^KHR_node_hoverability$',
  '^KHR_audio', '^KHR_interactivity$', '^KHR_implicit_shapes$', '^KHR_techniques_webgl$', '^KHR_environment_map$',
  '^EXT_materials_', '^EXT_texture', '^EXT_lights_', '^EXT_mesh_', '^EXT_structural_', '^EXT_instance_features$',
  '^EXT_primitive_', '^EXT_bmesh_encoding$', '^MSFT_texture_dds$', '^MSFT_packing_', '^MPEG_texture_video$',
  '^ADOBE_materials_', '^ADOBE_textures_', '^AGI_stk_metadata$', '^CESIUM_primitive_outline$',
  '^FB_geometry_metadata$', '^FB_ngon_encoding$', '^GODOT_single_root$', '^GRIFFEL_bim_data$', '^MOZ_lightmap$',
  '^NV_materials_', '^VRMC_materials_',
}

local function is_passed_over(name)
  for _, pattern in ipairs(PASSED_OVER) do
    if name:find(pattern) then return true end
  end
  return false
end

local function check_version(root)
  local asset = json.object(root, 'asset', 'glTF') or fail('bad_data', 'glTF: asset is missing')
  local version = json.string(asset, 'version', 'asset') or fail('bad_data', 'asset: version is missing')
  local major = version:match '^(%d+)%.%d+$'
  if major ~= '2' then fail('unsupported', 'glTF %s is not supported, only 2.0', version) end
  local least = json.string(asset, 'minVersion', 'asset')
  if least and least ~= '2.0' then fail('unsupported', 'the file needs glTF %s; only 2.0 is supported', least) end
end

-- Also the lists that we do not read: a file that breaks its own schema is not to be trusted.
local COLLECTIONS = {
  'accessors', 'animations', 'buffers', 'bufferViews', 'cameras', 'extensionsUsed', 'images', 'materials', 'meshes',
  'nodes', 'samplers', 'scenes', 'skins', 'textures',
}

-- The text of the root object without what lies deeper, and without what strings could feign.
local function shallow(text)
  text = text:gsub('\\.', ''):gsub('"[^"]*"', function(string) return (string:gsub('[{}%[%]]', '')) end)
  return (text:match '{(.*)}':gsub('%b{}', '{}'):gsub('%b[]', '[]'))
end

-- Decoded, an empty object looks like an empty array: only the text tells them apart.
local function check_collections(root, text)
  local outer
  for _, key in ipairs(COLLECTIONS) do
    local list = json.array(root, key, 'glTF')
    if list and #list == 0 then
      outer = outer or shallow(text)
      if outer:find('"' .. key .. '"%s*:%s*{') then fail('bad_data', 'glTF: %s: array expected, got object', key) end
    end
  end
end

-- Fails where the file cannot be honoured as a whole. `text` is the JSON that `root` was decoded from.
function extensions.check(root, text)
  check_version(root)
  check_collections(root, text)
  local required = json.array(root, 'extensionsRequired', 'glTF') or {}
  for i = 1, #required do
    local name = required[i]
    if type(name) ~= 'string' then fail('bad_data', 'extensionsRequired: strings expected, got %s', type(name)) end
    if not HONOURED[name] and not is_passed_over(name) then
      fail('unsupported', "the file needs the extension '%s', which is not supported", name)
    end
  end
end

return extensions
