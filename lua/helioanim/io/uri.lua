-- Where a URI of a file may lead: into the file itself (data:) or beside it, never elsewhere.

local core = require 'helioanim.core'
local fail = require('helioanim.io.failure').fail

local uri = {}

local function decode_percent(text, where)
  local broken = text:gsub('%%%x%x', ''):find('%%')
  if broken then fail('bad_data', "%s: broken percent-encoding in '%s'", where, text) end
  return (text:gsub('%%(%x%x)', function(hex) return string.char(tonumber(hex, 16)) end))
end

-- Whether the bytes are in the URI itself (RFC 2397).
function uri.is_data(text) return text:find '^[dD][aA][tT][aA]:' ~= nil end

-- The bytes of a data URI.
function uri.decode_data(text, where)
  local _, comma = text:find(',', 1, true)
  if not comma then fail('bad_data', '%s: a data URI without a comma', where) end
  if text:find('%', comma, true) then
    text = text:sub(1, comma) .. decode_percent(text:sub(comma + 1), where)
  end
  if not text:sub(1, comma):lower():find ';base64,$' then return text:sub(comma + 1) end
  local bytes, message = core.decode_base64(text, comma + 1)
  if not bytes then fail('bad_data', '%s: %s', where, message) end
  return bytes
end

-- The relative path that a URI names, after decoding. Refused: schemes, absolute paths, '..', NUL, backslashes
-- (which are separators on some systems).
function uri.to_path(text, where)
  if text:find '^%a[%w+.-]*:' then
    fail('unsupported', "%s: '%s' has a scheme; only files beside this one are read", where, text)
  end
  local path = decode_percent(text, where)
  local function refuse(why) fail('unsupported', "%s: '%s' %s", where, text, why) end
  if path == '' then refuse 'is empty' end
  if path:find('\0', 1, true) then refuse 'holds a NUL byte' end
  if path:find '^[/\\]' or path:find '^%a:' then refuse 'is an absolute path' end
  if path:find('\\', 1, true) then refuse 'holds a backslash' end
  for part in path:gmatch '[^/]+' do
    if part == '..' then refuse "leads out of the file's own folder" end
  end
  return path
end

return uri
