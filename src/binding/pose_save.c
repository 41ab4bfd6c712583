// helioanim.Pose: all of it as a string and back, for save games and rollback.
#include <string.h>

#include "binding/lua_pose.h"
#include "binding/saved.h"

typedef struct saved_pose {
  char magic[8];
  uint32_t joint_count, value_count;
} saved_pose;

static const char saved_magic[8] = "hapose1";

static size_t blocks_size(const ha_pose *pose) { return pose->skeleton->block_count * sizeof(ha_pose_block); }
static size_t touched_size(const ha_pose *pose) { return pose->skeleton->block_count * sizeof(ha_touched); }

// save() -> string, equal for equal poses
int pose_save(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  class_must(L, ha_pose_fit(pose), "pose");
  saved_pose head = {.joint_count = pose->skeleton->joint_count, .value_count = pose->value_count};
  memcpy(head.magic, saved_magic, sizeof head.magic);
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  luaL_addlstring(&out, (const char *)&head, sizeof head);
  luaL_addlstring(&out, (const char *)pose->blocks, blocks_size(pose));
  luaL_addlstring(&out, (const char *)pose->touched, touched_size(pose));
  luaL_addlstring(&out, (const char *)pose->values, pose->value_count * sizeof(float));
  luaL_addlstring(&out, (const char *)pose->value_touched, pose->value_count);
  saved_push(&out);
  return 1;
}

static int all_finite(const char *bytes, size_t size) {
  for (size_t i = 0; i + sizeof(float) <= size; i += sizeof(float)) {
    float number;
    memcpy(&number, bytes + i, sizeof number);
    if (!isfinite(number)) return 0;
  }
  return 1;
}

// restore(saved) -> the pose
int pose_restore(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  ha_text text = saved_text(L, 2, "no saved pose");
  class_must(L, ha_pose_fit(pose), "pose");
  size_t blocks = blocks_size(pose), touched = touched_size(pose), values = pose->value_count * sizeof(float);
  saved_pose head;
  if (text.length < sizeof head) return luaL_argerror(L, 2, "no saved pose");
  memcpy(&head, text.bytes, sizeof head);
  if (memcmp(head.magic, saved_magic, sizeof saved_magic) != 0) return luaL_argerror(L, 2, "no saved pose");
  if (head.joint_count != pose->skeleton->joint_count || head.value_count != pose->value_count ||
      text.length != sizeof head + blocks + touched + values + pose->value_count)
    return luaL_argerror(L, 2, "the saved pose is of another skeleton");
  const char *at = text.bytes + sizeof head;
  if (!all_finite(at, blocks) || !all_finite(at + blocks + touched, values))
    return luaL_argerror(L, 2, "no saved pose");
  memcpy(pose->blocks, at, blocks);
  memcpy(pose->touched, at + blocks, touched);
  if (pose->value_count > 0) {
    memcpy(pose->values, at + blocks + touched, values);
    for (uint32_t i = 0; i < pose->value_count; i++)
      pose->value_touched[i] = at[blocks + touched + values + i] != 0;
  }
  return itself(L);
}
