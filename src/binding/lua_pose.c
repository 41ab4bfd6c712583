// helioanim.Pose. User value 1: its skeleton.
#include "binding/lua_pose.h"

#include <string.h>

static void pose_release(void *box) { ha_pose_destroy(((ha_box *)box)->object); }

static uint32_t pose_joint(lua_State *L, const ha_pose *pose) { return arg_joint(L, 2, pose->skeleton); }

// --- joints ---

static int pose_get(lua_State *L) {
  const ha_pose *pose = check_pose(L, 1);
  ha_transform transform = ha_pose_get(pose, pose_joint(L, pose));
  return push_floats(L, transform.translation, 10);
}

static int pose_set(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  uint32_t joint = pose_joint(L, pose);
  ha_transform transform;
  arg_floats(L, 3, 10, transform.translation);
  ha_pose_set(pose, joint, &transform);
  return itself(L);
}

static int get_part(lua_State *L, ha_part part) {
  const ha_pose *pose = check_pose(L, 1);
  float value[4];
  ha_pose_get_part(pose, pose_joint(L, pose), part, value);
  return push_floats(L, value, ha_part_sizes[part]);
}

static int set_part(lua_State *L, ha_part part) {
  ha_pose *pose = check_pose(L, 1);
  uint32_t joint = pose_joint(L, pose);
  float value[4];
  arg_floats(L, 3, ha_part_sizes[part], value);
  ha_pose_set_part(pose, joint, part, value);
  return itself(L);
}

static int pose_translation(lua_State *L) { return get_part(L, HA_TRANSLATION); }
static int pose_rotation(lua_State *L) { return get_part(L, HA_ROTATION); }
static int pose_scale(lua_State *L) { return get_part(L, HA_SCALE); }
static int pose_set_translation(lua_State *L) { return set_part(L, HA_TRANSLATION); }
static int pose_set_rotation(lua_State *L) { return set_part(L, HA_ROTATION); }
static int pose_set_scale(lua_State *L) { return set_part(L, HA_SCALE); }

static int pose_touched(lua_State *L) {
  const ha_pose *pose = check_pose(L, 1);
  uint32_t joint = pose_joint(L, pose);
  for (int part = 0; part < HA_PART_COUNT; part++)
    lua_pushboolean(L, ha_pose_is_touched(pose, joint, (ha_part)part));
  return HA_PART_COUNT;
}

// --- values ---

static const ha_value_slot *weights_slot(lua_State *L, ha_pose *pose) {
  class_must(L, ha_pose_fit(pose), "pose");
  uint32_t slot = ha_skeleton_weights_slot(pose->skeleton, pose_joint(L, pose));
  return slot == HA_NO_INDEX ? NULL : &pose->skeleton->slots[slot];
}

static int pose_weights(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  const ha_value_slot *slot = weights_slot(L, pose);
  return slot == NULL ? 0 : push_floats(L, pose->values + slot->first, slot->count);
}

static int pose_set_weights(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  const ha_value_slot *slot = weights_slot(L, pose);
  if (slot == NULL) return luaL_argerror(L, 2, "the joint has no morph targets");
  float values[HA_MAX_COMPONENTS];
  arg_floats(L, 3, slot->count, values);
  ha_pose_write_values(pose, slot, values);
  return itself(L);
}

// The slot of a named value, or NULL with the message of a failed look-up on the stack.
static const ha_value_slot *named_slot(lua_State *L, ha_pose *pose) {
  class_must(L, ha_pose_fit(pose), "pose");
  ha_text name = arg_text(L, 2);
  uint32_t slot = ha_skeleton_find_float(pose->skeleton, name);
  if (slot != HA_NO_INDEX) return &pose->skeleton->slots[slot];
  push_no_name(L, "value", pose->skeleton->float_names, name);
  return NULL;
}

static int pose_value(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  const ha_value_slot *slot = named_slot(L, pose);
  if (slot == NULL) return class_not_found(L, lua_tostring(L, -1));
  return push_floats(L, pose->values + slot->first, slot->count);
}

static int pose_set_value(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  const ha_value_slot *slot = named_slot(L, pose);
  if (slot == NULL) return luaL_argerror(L, 2, lua_tostring(L, -1));
  float values[HA_MAX_COMPONENTS];
  arg_floats(L, 3, slot->count, values);
  ha_pose_write_values(pose, slot, values);
  return itself(L);
}

// --- the whole pose ---

static int pose_reset(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  class_must(L, ha_pose_fit(pose), "pose");
  ha_pose_reset(pose);
  return itself(L);
}

ha_pose *check_sibling(lua_State *L, int index, ha_pose *pose) {
  ha_pose *other = check_pose(L, index);
  if (other->skeleton != pose->skeleton)
    luaL_argerror(L, index, push_foreign(L, "pose", index, CLASS_ANCHOR));
  class_must(L, ha_pose_fit(pose), "pose");
  class_must(L, ha_pose_fit(other), "pose");
  return other;
}

static int pose_copy(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  ha_pose_copy(check_sibling(L, 2, pose), pose);
  return itself(L);
}

static int pose_clone(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  class_must(L, ha_pose_fit(pose), "pose");
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  ha_box *box = class_new(L, &pose_class);
  class_anchor(L, -2);
  ha_pose *clone;
  class_must(L, ha_pose_create(pose->skeleton, NULL, &clone), "pose");
  box->object = clone;
  ha_pose_copy(pose, clone);
  class_announce(L, ha_pose_byte_size(clone));
  return 1;
}

// pose:to_model(matrices [, from])
static int pose_to_model(lua_State *L) {
  const ha_pose *pose = check_pose(L, 1);
  float *model = check_matrices(L, 2, pose->skeleton->joint_count);
  uint32_t from = lua_isnoneornil(L, 3) ? HA_ALL_JOINTS : arg_joint(L, 3, pose->skeleton);
  ha_local_to_model(&(ha_model_job){.pose = pose, .from = from, .model = model});
  lua_settop(L, 2);
  return 1;  // the matrices
}

// pose:from_model(matrices [, from]): model matrices back into local transforms
static int pose_from_model(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  const float *model = check_matrices(L, 2, pose->skeleton->joint_count);
  uint32_t from = lua_isnoneornil(L, 3) ? HA_ALL_JOINTS : arg_joint(L, 3, pose->skeleton);
  ha_model_to_local(&(ha_local_job){.model = model, .from = from, .pose = pose});
  return itself(L);
}

static int pose_get_skeleton(lua_State *L) {
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  return 1;
}

static int pose_len(lua_State *L) {
  lua_pushinteger(L, check_pose(L, 1)->skeleton->joint_count);
  return 1;
}

static const luaL_Reg methods[] = {
    {"get", pose_get},
    {"set", pose_set},
    {"translation", pose_translation},
    {"rotation", pose_rotation},
    {"scale", pose_scale},
    {"set_translation", pose_set_translation},
    {"set_rotation", pose_set_rotation},
    {"set_scale", pose_set_scale},
    {"touched", pose_touched},
    {"weights", pose_weights},
    {"set_weights", pose_set_weights},
    {"value", pose_value},
    {"set_value", pose_set_value},
    {"reset", pose_reset},
    {"copy", pose_copy},
    {"clone", pose_clone},
    {"to_model", pose_to_model},
    {"from_model", pose_from_model},
    {"save", pose_save},
    {"restore", pose_restore},
    {"blend", pose_blend},
    {"blend_many", pose_blend_many},
    {"slerp", pose_slerp},
    {"layer", pose_layer},
    {"layer_many", pose_layer_many},
    {"make_additive", pose_make_additive},
    {"difference", pose_difference},
    {"add", pose_add},
    {"mirror", pose_mirror},
    {NULL, NULL},
};
static const ha_property properties[] = {{"skeleton", pose_get_skeleton, NULL}, {NULL, NULL, NULL}};
static const luaL_Reg metamethods[] = {{"__len", pose_len}, {NULL, NULL}};

const ha_class pose_class = {
    .name = "helioanim.Pose",
    .box_size = sizeof(ha_box),
    .user_values = 1,
    .methods = methods,
    .properties = properties,
    .metamethods = metamethods,
    .release = pose_release,
};
