// A C host that embeds Lua: a script loads and samples, C reaches the pose behind its userdata.
//
//   cc host_with_lua.c $(pkg-config --cflags --libs helioanim lua5.4)
#include <helioanim_lua.h>
#include <lualib.h>
#include <stdio.h>

static const char script[] =
    "local ha = require 'helioanim'\n"
    "local skeleton = ha.skeleton { { name = 'root' }, { name = 'arm', parent = 'root' } }\n"
    "local clip = ha.clip { name = 'rise', tracks = {\n"
    "  { joint = 'arm', channel = 'translation', times = { 0, 1 }, values = { 0,0,0, 0,2,0 } } } }\n"
    "local pose = skeleton:new_pose()\n"
    "clip:sample(pose, 0.5)\n"
    "return pose\n";

int main(void) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return 1;
  luaL_openlibs(L);
  if (luaL_dostring(L, script) != LUA_OK) {
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    lua_close(L);
    return 1;
  }
  ha_pose *pose = ha_lua_to_pose(L, -1);  // lives as long as the userdata is reachable
  if (pose == NULL) {
    fprintf(stderr, "not a pose of this version\n");
    lua_close(L);
    return 1;
  }
  uint32_t arm = ha_skeleton_find(pose->skeleton, ha_text_of("arm"));
  ha_transform transform = ha_pose_get(pose, arm);
  printf("arm at %.3f %.3f %.3f\n", transform.translation[0], transform.translation[1],
         transform.translation[2]);
  lua_close(L);
  return 0;
}
