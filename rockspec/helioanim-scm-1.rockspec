rockspec_format = '3.0'
package = 'helioanim'
version = 'scm-1'
source = {
  url = 'git+https://github.com/helioanim/helioanim.git',
}
description = {
  summary = 'Animation runtime for Lua games and scripted tools',
  detailed = [[
    Loads glTF characters, samples and blends their clips, plays them on exact clocks and hands model matrices and
    skinning palettes to any renderer. Scripts decide in Lua, a C core evaluates.]],
  homepage = 'https://github.com/helioanim/helioanim',
  license = 'MIT',
}
dependencies = {
  'lua >= 5.4, < 5.5',
  'lua-cjson',
}
external_dependencies = {
  CGLM = { header = 'cglm/cglm.h' },
}
build = {
  type = 'cmake',
  variables = {
    CMAKE_BUILD_TYPE = 'Release',
    CMAKE_INSTALL_PREFIX = '$(PREFIX)',
    LUA_INCLUDE_DIR = '$(LUA_INCDIR)',
    CGLM_INCLUDE_DIR = '$(CGLM_INCDIR)',
    HELIOANIM_LUA_DIR = '$(LUADIR)',
    HELIOANIM_LUA_CDIR = '$(LIBDIR)',
    HELIOANIM_BUILD_TESTS = 'OFF',
    HELIOANIM_INSTALL_CORE = 'OFF', -- the module has the core inside
  },
  install = {
    bin = { 'bin/helioanim' },
  },
}
test = {
  type = 'busted',
}
