// helioanim.Pose: blending. Every method writes the pose it is called on and returns it.
#include <math.h>

#include "binding/lua_pose.h"

enum { MOST_INPUTS = 256 };  // of one call: they are listed on the C stack

static const ha_mask *mask_or_none(lua_State *L, int index, const ha_pose *pose) {
  if (lua_isnoneornil(L, index)) return NULL;
  const ha_mask *mask = check_mask(L, index);
  if (mask->skeleton != pose->skeleton) luaL_argerror(L, index, push_foreign(L, "mask", index, CLASS_ANCHOR));
  return mask;
}

// --- two poses ---

// pose:blend(a, b, t)
int pose_blend(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  const ha_pose *poses[] = {check_sibling(L, 2, pose), check_sibling(L, 3, pose)};
  float t = arg_fraction(L, 4);
  const float weights[] = {1 - t, t};
  ha_blend(&(ha_blend_job){.poses = poses, .weights = weights, .count = 2, .out = pose});
  return itself(L);
}

// pose:slerp(a, b, t)
int pose_slerp(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  const ha_pose *a = check_sibling(L, 2, pose), *b = check_sibling(L, 3, pose);
  ha_slerp(&(ha_slerp_job){.a = a, .b = b, .t = arg_fraction(L, 4), .out = pose});
  return itself(L);
}

// --- lists of the caller ---

// Raises `[3]: ` and the text for the list at `index`.
static int item_error(lua_State *L, int index, uint32_t i, const char *text) {
  return luaL_argerror(L, index, lua_pushfstring(L, "[%d]: %s", (int)i + 1, text));
}

// How many inputs: the argument at `index`, or the length of the list of poses at 2.
static uint32_t input_count(lua_State *L, int index) {
  luaL_checktype(L, 2, LUA_TTABLE);
  luaL_checktype(L, 3, LUA_TTABLE);
  lua_Integer count = lua_isnoneornil(L, index) ? (lua_Integer)lua_rawlen(L, 2) : luaL_checkinteger(L, index);
  if (count < 0 || count > MOST_INPUTS)
    luaL_argerror(L, lua_isnoneornil(L, index) ? 2 : index,
                  lua_pushfstring(L, "from 0 to %d poses expected, got %I", MOST_INPUTS, (LUAI_UACINT)count));
  return (uint32_t)count;
}

// The pose in place `i` of the list at 2.
static const ha_pose *input_pose(lua_State *L, uint32_t i, const ha_pose *pose) {
  lua_rawgeti(L, 2, (lua_Integer)i + 1);
  ha_box *box = class_test(L, -1, &pose_class);
  if (box == NULL)
    item_error(L, 2, i, lua_pushfstring(L, "helioanim.Pose expected, got %s", push_typename(L, -1)));
  class_check_open(L, box);
  ha_pose *input = box->object;
  if (input->skeleton != pose->skeleton) item_error(L, 2, i, push_foreign(L, "pose", -1, CLASS_ANCHOR));
  class_must(L, ha_pose_fit(input), "pose");
  lua_pop(L, 1);
  return input;
}

// The weight in place `i` of the list at 3: from 0 to 1, or from 0 on.
static float input_weight(lua_State *L, uint32_t i, int is_fraction) {
  lua_rawgeti(L, 3, (lua_Integer)i + 1);
  const char *fault = is_fraction ? fraction_fault(L) : float_fault(L);
  if (fault == NULL && lua_tonumber(L, -1) < 0) fault = "a number from 0 on expected";
  if (fault != NULL) item_error(L, 3, i, fault);
  float weight = (float)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return weight;
}

// pose:blend_many(poses, weights [, count])
int pose_blend_many(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  uint32_t count = input_count(L, 4);
  const ha_pose *poses[MOST_INPUTS];
  float weights[MOST_INPUTS];
  class_must(L, ha_pose_fit(pose), "pose");
  for (uint32_t i = 0; i < count; i++) {
    poses[i] = input_pose(L, i, pose);
    weights[i] = input_weight(L, i, 0);
  }
  ha_blend(&(ha_blend_job){.poses = poses, .weights = weights, .count = count, .out = pose});
  return itself(L);
}

// --- layers ---

// pose:layer(over [, weight [, mask]])
int pose_layer(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  const ha_pose *over = check_sibling(L, 2, pose);
  ha_layer layer = {.pose = over, .weight = arg_fraction_or(L, 3, 1)};
  layer.mask = mask_or_none(L, 4, pose);
  ha_layer_poses(&(ha_layer_job){.pose = pose, .layers = &layer, .count = 1});
  return itself(L);
}

// The mask in place `i` of the list at 4, which may be missing; false or nil is none.
static const ha_mask *input_mask(lua_State *L, uint32_t i, const ha_pose *pose) {
  const ha_mask *mask = NULL;
  if (lua_isnoneornil(L, 4)) return NULL;
  lua_rawgeti(L, 4, (lua_Integer)i + 1);
  if (lua_toboolean(L, -1)) {
    ha_box *box = class_test(L, -1, &mask_class);
    if (box == NULL)
      item_error(L, 4, i, lua_pushfstring(L, "helioanim.Mask expected, got %s", push_typename(L, -1)));
    class_check_open(L, box);
    mask = box->object;
    if (mask->skeleton != pose->skeleton) item_error(L, 4, i, push_foreign(L, "mask", -1, CLASS_ANCHOR));
  }
  lua_pop(L, 1);
  return mask;
}

// pose:layer_many(poses, weights [, masks [, count]])
int pose_layer_many(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  if (!lua_isnoneornil(L, 4)) luaL_checktype(L, 4, LUA_TTABLE);
  uint32_t count = input_count(L, 5);
  ha_layer layers[MOST_INPUTS];
  class_must(L, ha_pose_fit(pose), "pose");
  for (uint32_t i = 0; i < count; i++)
    layers[i] = (ha_layer){input_pose(L, i, pose), input_weight(L, i, 1), input_mask(L, i, pose)};
  ha_layer_poses(&(ha_layer_job){.pose = pose, .layers = layers, .count = count});
  return itself(L);
}

// --- additive poses ---

// The reference at 3: a pose, nothing for rest, or a clip, which is sampled into the pose at time 4.
static const ha_pose *reference_pose(lua_State *L, ha_pose *pose, const ha_pose *source) {
  if (lua_isnoneornil(L, 3)) return NULL;
  if (class_test(L, 3, &clip_class) == NULL) return check_sibling(L, 3, pose);
  if (source == pose)
    luaL_argerror(L, 2, "another pose than the output expected where the reference is a clip");
  double time = arg_number_or(L, 4, 0);
  const ha_clip_binding *binding = prepare_clip(L, 3, 1);
  class_must(L, ha_pose_fit(pose), "pose");
  ha_pose_reset(pose);
  ha_sample(&(ha_sample_job){.binding = binding, .time = time, .pose = pose});
  return pose;
}

// pose:make_additive(source [, reference | clip [, time]])
int pose_make_additive(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  ha_pose *source = check_sibling(L, 2, pose);
  const ha_pose *reference = reference_pose(L, pose, source);
  class_must(L, ha_pose_fit(source), "pose");  // binding the clip may have added values
  ha_difference(&(ha_difference_job){.source = source, .reference = reference, .out = pose});
  return itself(L);
}

// pose:difference(a, b)
int pose_difference(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  const ha_pose *a = check_sibling(L, 2, pose), *b = check_sibling(L, 3, pose);
  ha_difference(&(ha_difference_job){.source = a, .reference = b, .either = 1, .out = pose});
  return itself(L);
}

// pose:add(additive [, weight [, mask]])
int pose_add(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  ha_add_job job = {.pose = pose, .additive = check_sibling(L, 2, pose)};
  job.weight = lua_isnoneornil(L, 3) ? 1 : arg_float(L, 3);
  job.mask = mask_or_none(L, 4, pose);
  ha_add(&job);
  return itself(L);
}

// pose:mirror(map [, source])
int pose_mirror(lua_State *L) {
  ha_pose *pose = check_pose(L, 1);
  const ha_mirror *mirror = ((ha_box *)class_check(L, 2, &mirror_class))->object;
  if (mirror->skeleton != pose->skeleton)
    return luaL_argerror(L, 2, push_foreign(L, "mirror", 2, CLASS_ANCHOR));
  const ha_pose *source = check_sibling(L, lua_isnoneornil(L, 3) ? 1 : 3, pose);
  ha_mirror_pose(&(ha_mirror_job){.source = source, .mirror = mirror, .out = pose});
  return itself(L);
}
