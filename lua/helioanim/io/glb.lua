-- The GLB container (glTF 2.0, chapter 4): where its two chunks lie.

local fail = require('helioanim.io.failure').fail

local glb = {}

local JSON_CHUNK, BIN_CHUNK = 0x4E4F534A, 0x004E4942

function glb.is_glb(bytes) return bytes:sub(1, 4) == 'glTF' end

local function check_header(bytes)
  if #bytes < 12 then fail('bad_data', 'GLB: the file ends inside its header') end
  local version, length = string.unpack('<I4I4', bytes, 5)
  if version == 1 then fail('unsupported', 'GLB: glTF 1.0 is not supported, only 2.0') end
  if version ~= 2 then fail('unsupported', 'GLB: container version %d is not supported', version) end
  if length > #bytes then fail('bad_data', 'GLB: the header tells %d bytes, the file has %d', length, #bytes) end
  return length
end

-- Returns the JSON text, and the offset (from 0) and length of the binary chunk; without one, nil.
function glb.split(bytes)
  local length, at = check_header(bytes), 12
  local text, bin_offset, bin_length
  while at < length do
    if at + 8 > length then fail('bad_data', 'GLB: the file ends inside a chunk header') end
    local size, kind = string.unpack('<I4I4', bytes, at + 1)
    if size > length - at - 8 then
      fail('bad_data', 'GLB: a chunk of %d bytes, but only %d are left', size, length - at - 8)
    end
    if not text then
      if kind ~= JSON_CHUNK then fail('bad_data', 'GLB: the first chunk is not JSON') end
      text = bytes:sub(at + 9, at + 8 + size):gsub('[%z ]+$', '') -- some writers pad with NUL
    elseif kind == BIN_CHUNK and not bin_offset then
      bin_offset, bin_length = at + 8, size
    end -- other chunks are for others (section 4.4.3)
    at = at + 8 + size
  end
  if not text then fail('bad_data', 'GLB: no chunks') end
  return text, bin_offset, bin_length
end

return glb
