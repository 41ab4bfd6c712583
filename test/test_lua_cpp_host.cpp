// A C++ host sees both public headers, links the core and the objects behind userdata.
#include <cstdio>

#include "helioanim_lua.h"

static int failures = 0;

static void expect(bool holds, const char *what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  failures++;
}

static void a_pose_by_hand() {
  ha_joint_desc joint = ha_joint_desc();
  joint.name = ha_text_of("root");
  joint.parent = HA_NO_PARENT;
  joint.rest = HA_TRANSFORM_IDENTITY;
  joint.rest.translation[1] = 2;
  ha_skeleton *skeleton = nullptr;
  ha_pose *pose = nullptr;
  expect(ha_skeleton_create(&joint, 1, nullptr, &skeleton) == HA_OK, "a skeleton is made");
  expect(ha_pose_create(skeleton, nullptr, &pose) == HA_OK, "a pose is made");
  alignas(HA_ALIGNMENT) float model[16];
  ha_model_job job = {pose, HA_ALL_JOINTS, model};
  ha_local_to_model(&job);
  expect(model[13] == 2, "the model matrix holds the rest translation");
  expect(ha_skeleton_find(skeleton, ha_text_of("nobody")) == HA_NO_INDEX, "an unknown name has no index");
  ha_clock clock = HA_CLOCK;
  ha_clock_advance(&clock, 0.5);
  expect(clock.now == 0.5 && HA_NO_MOTION.rotation[3] == 1, "a clock runs, no motion is none");
  ha_pose_destroy(pose);
  ha_skeleton_destroy(skeleton);
}

static void a_pose_of_a_script() {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  bool ran =
      luaL_dostring(L, "return require('helioanim').skeleton({ { name = 'root' } }):new_pose()") == LUA_OK;
  expect(ran, ran ? "" : lua_tostring(L, -1));
  const ha_pose *pose = ha_lua_to_pose(L, -1);
  expect(pose != nullptr && pose->skeleton->joint_count == 1, "the pose of the script is reached");
  lua_close(L);
}

int main() {
  a_pose_by_hand();
  a_pose_of_a_script();
  return failures == 0 ? 0 : 1;
}
