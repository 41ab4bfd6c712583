// A C host that embeds Lua reaches the objects behind userdata, and nothing else.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <lualib.h>

#include "helioanim_lua.h"

static const char script[] =
    "local ha = require 'helioanim'\n"
    "skeleton = ha.skeleton { { name = 'root' }, { name = 'arm', parent = 'root', translation = { 0, 1, 0 } "
    "} }\n"
    "pose, model = skeleton:new_pose(), skeleton:new_matrices()\n"
    "skin = ha.skin { skeleton = skeleton, joints = { 'arm' } }\n"
    "clip = ha.clip { name = 'rise', tracks = {\n"
    "  { joint = 'arm', channel = 'translation', times = { 0, 1 }, values = { 0,0,0, 0,2,0 } } } }\n"
    "track = clip:track(1)\n";

static void run(lua_State *L, const char *text) {
  if (luaL_dostring(L, text) != LUA_OK) fail_msg("%s", lua_tostring(L, -1));
}

static int open_state(void **state) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  run(L, script);
  *state = L;
  return 0;
}

static int close_state(void **state) {
  lua_close(*state);
  return 0;
}

static int push(lua_State *L, const char *name) {
  lua_getglobal(L, name);
  return lua_gettop(L);
}

static void reaches_what_a_userdata_holds(void **state) {
  lua_State *L = *state;
  run(L, "clip:sample(pose, 0.5)");
  const ha_pose *pose = ha_lua_to_pose(L, push(L, "pose"));
  const ha_skeleton *skeleton = ha_lua_to_skeleton(L, push(L, "skeleton"));
  assert_non_null(pose);
  assert_ptr_equal(pose->skeleton, skeleton);
  ha_transform arm = ha_pose_get(pose, ha_skeleton_find(skeleton, ha_text_of("arm")));
  assert_true(arm.translation[1] == 1);
  assert_ptr_equal(ha_lua_to_skin(L, push(L, "skin"))->skeleton, skeleton);
  assert_string_equal(ha_lua_to_clip(L, push(L, "clip"))->name, "rise");
  assert_int_equal(ha_lua_to_track(L, push(L, "track"))->key_count, 2);
}

static void writes_what_lua_sees(void **state) {
  lua_State *L = *state;
  ha_pose *pose = ha_lua_to_pose(L, push(L, "pose"));
  uint32_t count = 0;
  float *model = ha_lua_to_matrices(L, push(L, "model"), &count);
  assert_int_equal(count, 2);
  ha_pose_set_part(pose, 1, HA_TRANSLATION, (float[]){5, 6, 7});
  ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = model});
  run(L, "local x, y, z = select(13, model:get(2)); assert(x == 5 and y == 6 and z == 7)");
  run(L, "assert(pose:touched('arm'))");
}

static void takes_nothing_else_for_it(void **state) {
  lua_State *L = *state;
  assert_null(ha_lua_to_pose(L, push(L, "skeleton")));
  assert_null(ha_lua_to_pose(L, push(L, "script")));  // nil
  assert_null(ha_lua_to_matrices(L, push(L, "pose"), NULL));
  run(L, "foreign = io.stdout");
  assert_null(ha_lua_to_pose(L, push(L, "foreign")));
  lua_newuserdatauv(L, 1, 0);
  luaL_setmetatable(L, "helioanim.Pose");  // too small to be one
  assert_null(ha_lua_to_pose(L, -1));
  lua_pushnil(L);
  lua_setmetatable(L, -2);
}

static void sees_a_closed_object_no_more(void **state) {
  lua_State *L = *state;
  run(L, "clip:close()");
  assert_null(ha_lua_to_clip(L, push(L, "clip")));
  assert_null(ha_lua_to_track(L, push(L, "track")));
  assert_non_null(ha_lua_to_pose(L, push(L, "pose")));
  run(L, "skeleton:close()");
  assert_null(ha_lua_to_pose(L, push(L, "pose")));
  assert_null(ha_lua_to_skin(L, push(L, "skin")));
  assert_non_null(ha_lua_to_matrices(L, push(L, "model"), NULL));
}

static void tells_another_layout(void **state) {
  lua_State *L = *state;
  push(L, "pose");
  ((ha_box *)lua_touserdata(L, -1))->abi = HA_LUA_ABI + 1;
  assert_null(ha_lua_to_pose(L, -1));
  ((ha_box *)lua_touserdata(L, -1))->abi = HA_LUA_ABI;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(reaches_what_a_userdata_holds, open_state, close_state),
      cmocka_unit_test_setup_teardown(writes_what_lua_sees, open_state, close_state),
      cmocka_unit_test_setup_teardown(takes_nothing_else_for_it, open_state, close_state),
      cmocka_unit_test_setup_teardown(sees_a_closed_object_no_more, open_state, close_state),
      cmocka_unit_test_setup_teardown(tells_another_layout, open_state, close_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
