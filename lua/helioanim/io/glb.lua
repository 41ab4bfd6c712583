-- The GLB container (glTF 2.0, chapter 4): where its chunks lie in a source, and making one.

local fail = require('helioanim.io.failure').fail

local glb = {}

local JSON_CHUNK, BIN_CHUNK = 0x4E4F534A, 0x004E4942

function glb.is_glb(source) return source:read(0, math.min(4, source.size)) == 'glTF' end

local function check_header(source)
  if source.size < 12 then fail('bad_data', 'GLB: the file ends inside its header') end
  local version, length = string.unpack('<I4I4', source:read(4, 8))
  if version == 1 then fail('unsupported', 'GLB: glTF 1.0 is not supported, only 2.0') end
  if version ~= 2 then fail('unsupported', 'GLB: container version %d is not supported', version) end
  if length > source.size then
    fail('bad_data', 'GLB: the header tells %d bytes, the file has %d', length, source.size)
  end
  return length
end

-- Offset (from 0), length and kind of the chunk at `at`.
local function read_chunk(source, at, length)
  if at + 8 > length then fail('bad_data', 'GLB: the file ends inside a chunk header') end
  local size, kind = string.unpack('<I4I4', source:read(at, 8))
  if size > length - at - 8 then
    fail('bad_data', 'GLB: a chunk of %d bytes, but only %d are left', size, length - at - 8)
  end
  return at + 8, size, kind
end

-- Where the chunks lie: json_offset, json_length, and bin_offset, bin_length where there is a binary one.
function glb.layout(source)
  local length = check_header(source)
  if length < 20 then fail('bad_data', 'GLB: no chunks') end
  local json_offset, json_length, kind = read_chunk(source, 12, length)
  if kind ~= JSON_CHUNK then fail('bad_data', 'GLB: the first chunk is not JSON') end
  local layout, at = { json_offset = json_offset, json_length = json_length }, json_offset + json_length
  while at < length do
    local offset, size, what = read_chunk(source, at, length)
    if what == BIN_CHUNK and not layout.bin_offset then
      layout.bin_offset, layout.bin_length = offset, size
    end -- other chunks are for others (section 4.4.3)
    at = offset + size
  end
  return layout
end

-- A whole container: the JSON text and the binary chunk, which may be empty, padded as they must be.
function glb.pack(text, binary)
  text = text .. (' '):rep(-#text % 4)
  local chunks = string.pack('<I4I4', #text, JSON_CHUNK) .. text
  if #binary > 0 then
    binary = binary .. ('\0'):rep(-#binary % 4)
    chunks = chunks .. string.pack('<I4I4', #binary, BIN_CHUNK) .. binary
  end
  return string.pack('<c4I4I4', 'glTF', 2, 12 + #chunks) .. chunks
end

return glb
