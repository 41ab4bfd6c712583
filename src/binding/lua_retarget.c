// helioanim.Mapping: a compiled mapping of joints. helioanim.retarget is its face.
// User values: 1 the source skeleton, 2 the target skeleton.
#include "binding/args.h"
#include "binding/module.h"
#include "binding/types.h"

enum { TARGET = 2 };

static void release(void *box) { ha_retarget_destroy(((ha_box *)box)->object); }

// ( -- ) One row { source, target, align = { 4 numbers }, moves = boolean }.
static ha_retarget_pair read_pair(lua_State *L, lua_Integer number, const ha_pose *source,
                                  const ha_pose *target) {
  lua_rawgeti(L, 3, number);
  ha_fields at = {lua_gettop(L), "mapping pair", number};
  fields_check(L, &at, (const char *const[]){"align", "moves", NULL});
  ha_retarget_pair pair = {.align = {0, 0, 0, 1}};
  uint32_t *const joints[] = {&pair.source, &pair.target};
  const ha_skeleton *const skeletons[] = {source->skeleton, target->skeleton};
  for (int i = 0; i < 2; i++) {
    lua_rawgeti(L, at.index, i + 1);
    *joints[i] = to_joint(L, -1, skeletons[i]);
    if (*joints[i] == HA_NO_INDEX)
      luaL_error(L, "mapping pair %I: %s", (LUAI_UACINT)number, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  field_floats(L, &at, "align", 4, pair.align);
  pair.moves = field_boolean(L, &at, "moves", 0);
  lua_pop(L, 1);
  return pair;
}

// mapping(source pose, target pose, pairs, facing, scale, root pair or nil)
int lua_mapping_create(lua_State *L) {
  ha_retarget_desc desc = {.source = check_pose(L, 1), .target = check_pose(L, 2)};
  luaL_checktype(L, 3, LUA_TTABLE);
  lua_settop(L, 6);
  lua_Integer count = (lua_Integer)lua_rawlen(L, 3);
  if (count > HA_MAX_JOINTS) return luaL_argerror(L, 3, "too many pairs");
  arg_floats(L, 4, 4, desc.facing);
  desc.scale = arg_float(L, 5);
  desc.root = lua_isnil(L, 6) ? HA_NO_INDEX : arg_index(L, 6, (uint32_t)count, "pair");
  ha_retarget_pair *pairs = lua_newuserdatauv(L, (size_t)count * sizeof *pairs + 1, 0);
  for (lua_Integer i = 1; i <= count; i++) pairs[i - 1] = read_pair(L, i, desc.source, desc.target);
  desc.pairs = pairs;
  desc.count = (uint32_t)count;
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  lua_getiuservalue(L, 2, CLASS_ANCHOR);
  ha_box *box = class_new(L, &mapping_class);
  class_anchor(L, -3);
  lua_pushvalue(L, -2);
  lua_setiuservalue(L, -2, TARGET);
  ha_retarget *mapping;
  class_must(L, ha_retarget_create(&desc, NULL, &mapping), "mapping");
  box->object = mapping;
  class_announce(L, ha_retarget_byte_size(mapping));
  return 1;
}

static const ha_pose *check_pose_of(lua_State *L, int index, int user_value) {
  const ha_pose *pose = check_pose(L, index);
  lua_getiuservalue(L, 1, user_value);
  if (pose->skeleton != check_skeleton(L, -1))
    luaL_argerror(L, index, push_foreign(L, "pose", index, user_value));
  lua_pop(L, 1);
  return pose;
}

// apply(source pose, target pose) -> the target pose; it is reset first
static int mapping_apply(lua_State *L) {
  ha_retarget *mapping = ((ha_box *)class_check(L, 1, &mapping_class))->object;
  const ha_pose *source = check_pose_of(L, 2, CLASS_ANCHOR);
  check_pose_of(L, 3, TARGET);
  ha_pose *target = check_pose(L, 3);
  if (source == target) return luaL_argerror(L, 3, "the target must not be the source");
  class_must(L, ha_pose_fit(target), "pose");
  ha_pose_reset(target);
  ha_retarget_pose(mapping, source, target);
  lua_settop(L, 3);
  return 1;
}

static const luaL_Reg methods[] = {{"apply", mapping_apply}, {NULL, NULL}};

const ha_class mapping_class = {
    .name = "helioanim.Mapping",
    .box_size = sizeof(ha_box),
    .user_values = 2,
    .methods = methods,
    .release = release,
};
