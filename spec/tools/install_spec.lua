-- The C core installs, and a host finds it, also one whose own folders are called like ours.

local build = package.cpath:match '(build/%w+)/lua'

local SCRIPT = [[
set -e
cmake --install %s --prefix "$1/here" >/dev/null
mkdir -p "$1/host/data" "$1/host/math" "$1/host/base"
for header in data/pose math/transform base/status; do echo '#error not this one' >"$1/host/$header.h"; done
export PKG_CONFIG_PATH=$(dirname "$(find "$1/here" -name helioanim.pc)")
cc -std=c11 -I"$1/host" $(pkg-config --cflags helioanim) examples/embed.c -o "$1/embed" \
  $(pkg-config --libs --static helioanim) -Wl,-rpath,"$(pkg-config --variable=libdir helioanim)"
"$1/embed"
]]

describe('the installed core', function()
  it('is found by a host through pkg-config, whatever its own folders are called', function()
    if not build or build:find 'asan' then
      pending 'needs a build tree without sanitizers'
      return
    end
    local folder = os.tmpname()
    os.remove(folder)
    local quoted = "'" .. SCRIPT:format(build):gsub("'", "'\\''") .. "'"
    local pipe = assert(io.popen(('mkdir -p %s && sh -c %s sh %s 2>&1'):format(folder, quoted, folder)))
    local output = pipe:read 'a'
    local ok = pipe:close()
    os.execute('rm -rf ' .. folder)
    assert.is_true(ok, output)
    assert.matches('elbow at', output)
  end)
end)
