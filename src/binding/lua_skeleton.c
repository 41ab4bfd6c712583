// helioanim.Skeleton. User values: 1 unused (no parent), 2 list of joint names, 3 the skeleton's own name.
#include <math.h>

#include "binding/args.h"
#include "binding/module.h"
#include "binding/types.h"

enum { JOINT_NAMES = 2, OWN_NAME = 3 };

void push_no_name(lua_State *L, const char *kind, const ha_names *names, ha_text wanted) {
  uint32_t nearest = ha_names_nearest(names, wanted);
  if (nearest == HA_NO_INDEX)
    lua_pushfstring(L, "no %s '%s'", kind, wanted.bytes);
  else
    lua_pushfstring(L, "no %s '%s' (did you mean '%s'?)", kind, wanted.bytes,
                    ha_names_get(names, nearest).bytes);
}

void push_joint_name(lua_State *L, int skeleton, uint32_t joint) {
  lua_getiuservalue(L, skeleton, JOINT_NAMES);
  lua_rawgeti(L, -1, (lua_Integer)joint + 1);
  lua_remove(L, -2);
}

void push_skeleton_title(lua_State *L, int skeleton) {
  const ha_skeleton *object = check_skeleton(L, skeleton);
  skeleton = lua_absindex(L, skeleton);
  if (lua_getiuservalue(L, skeleton, OWN_NAME) == LUA_TSTRING)
    lua_pushfstring(L, "skeleton '%s' (%d joints)", lua_tostring(L, -1), (int)object->joint_count);
  else
    lua_pushfstring(L, "an unnamed skeleton of %d joints", (int)object->joint_count);
  lua_remove(L, -2);
}

const char *push_foreign(lua_State *L, const char *what, int object, int user_value) {
  lua_getiuservalue(L, object, CLASS_ANCHOR);
  push_skeleton_title(L, -1);
  lua_getiuservalue(L, 1, user_value);
  push_skeleton_title(L, -1);
  return lua_pushfstring(L, "the %s belongs to %s, not to %s", what, lua_tostring(L, -3),
                         lua_tostring(L, -1));
}

// --- construction ---

// ( -- ) The parent of joint `i`: an index, or a name that some joint of the list has.
static uint32_t read_parent(lua_State *L, int joint, lua_Integer i, lua_Integer count, int by_name) {
  int type = lua_getfield(L, joint, "parent");
  uint32_t parent = HA_NO_PARENT;
  if (type == LUA_TNUMBER) {
    int whole;
    lua_Integer number = lua_tointegerx(L, -1, &whole);
    if (!whole || number < 1 || number > count)
      luaL_error(L, "joint %I: parent %s does not exist (there are %I joints)", (LUAI_UACINT)i,
                 luaL_tolstring(L, -1, NULL), (LUAI_UACINT)count);
    parent = (uint32_t)(number - 1);
  } else if (type == LUA_TSTRING) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, by_name) == LUA_TNIL)
      luaL_error(L, "joint %I: no joint '%s' to be its parent", (LUAI_UACINT)i, lua_tostring(L, -2));
    parent = (uint32_t)(lua_tointeger(L, -1) - 1);
    lua_pop(L, 1);
  } else if (type != LUA_TNIL) {
    luaL_error(L, "joint %I: field 'parent': joint index or name expected, got %s", (LUAI_UACINT)i,
               push_typename(L, -1));
  }
  lua_pop(L, 1);
  return parent;
}

// ( -- memory ) The weights stay on the stack while the skeleton is made from them.
static void read_joint(lua_State *L, int joint, lua_Integer i, lua_Integer count, int by_name,
                       ha_joint_desc *out) {
  static const char *const fields[] = {"name", "parent", "translation", "rotation", "scale", "weights", NULL};
  ha_fields at = {joint, "joint", i};
  fields_check(L, &at, fields);
  *out = (ha_joint_desc){.rest = HA_TRANSFORM_IDENTITY};
  out->parent = read_parent(L, joint, i, count, by_name);
  field_floats(L, &at, "translation", 3, out->rest.translation);
  field_floats(L, &at, "rotation", 4, out->rest.rotation);
  field_floats(L, &at, "scale", 3, out->rest.scale);
  size_t weight_count;
  out->weights = field_float_list(L, &at, "weights", &weight_count);
  out->weight_count = (uint32_t)weight_count;
}

// ( -- names by_name ) First of equal names wins.
static void push_names(lua_State *L, int table, lua_Integer count) {
  lua_createtable(L, (int)count, 0);
  lua_createtable(L, 0, (int)count);
  for (lua_Integer i = 1; i <= count; i++) {
    if (lua_rawgeti(L, table, i) != LUA_TTABLE)
      luaL_error(L, "joint %I: table expected, got %s", (LUAI_UACINT)i, push_typename(L, -1));
    int type = lua_getfield(L, -1, "name");
    if (type == LUA_TNIL) {
      lua_pop(L, 1);
      lua_pushliteral(L, "");
    } else if (type != LUA_TSTRING) {
      luaL_error(L, "joint %I: field 'name': string expected, got %s", (LUAI_UACINT)i, push_typename(L, -1));
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, -5, i);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, -4) == LUA_TNIL) {
      lua_pushvalue(L, -2);
      lua_pushinteger(L, i);
      lua_rawset(L, -6);
    }
    lua_pop(L, 3);
  }
}

// ( -- ) field `floats`: name -> rest value.
static void add_floats(lua_State *L, const ha_fields *at, ha_skeleton *skeleton) {
  if (lua_getfield(L, at->index, "floats") == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  if (!lua_istable(L, -1)) fields_error(L, at, "floats", "table expected, got %s", push_typename(L, -1));
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TNUMBER)
      fields_error(L, at, "floats", "names with numbers expected");
    float rest = (float)lua_tonumber(L, -1);
    if (!isfinite(rest)) fields_error(L, at, "floats", "'%s' must be finite", lua_tostring(L, -2));
    uint32_t slot;
    class_must(L, ha_skeleton_add_float(skeleton, arg_text(L, -2), 1, &rest, &slot), "skeleton");
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

// ha.skeleton { { name =, parent =, translation =, ... }, ..., name =, floats = }
int lua_skeleton_create(lua_State *L) {
  static const char *const fields[] = {"name", "floats", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  ha_fields at = {1, "skeleton", 0};
  fields_check(L, &at, fields);
  lua_Integer count = (lua_Integer)lua_rawlen(L, 1);
  if (count > HA_MAX_JOINTS)
    return luaL_error(L, "skeleton: %I joints are more than the limit of %d", (LUAI_UACINT)count,
                      HA_MAX_JOINTS);
  push_names(L, 1, count);  // 2, 3
  ha_joint_desc *joints = lua_newuserdatauv(L, (size_t)count * sizeof *joints + 1, 0);
  lua_newtable(L);  // 5: keeps the weights
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, 1, i);
    read_joint(L, lua_gettop(L), i, count, 3, &joints[i - 1]);
    lua_rawseti(L, 5, i);
    lua_rawgeti(L, 2, i);
    joints[i - 1].name = arg_text(L, -1);  // kept by the list of names
    lua_pop(L, 2);
  }
  ha_box *box = class_new(L, &skeleton_class);
  ha_skeleton *skeleton;
  class_must(L, ha_skeleton_create(joints, (uint32_t)count, NULL, &skeleton), "skeleton");
  box->object = skeleton;
  lua_pushvalue(L, 2);
  lua_setiuservalue(L, -2, JOINT_NAMES);
  field_text(L, &at, "name");
  lua_setiuservalue(L, -2, OWN_NAME);
  add_floats(L, &at, skeleton);
  class_announce(L, ha_skeleton_byte_size(skeleton));
  return 1;
}

static void skeleton_release(void *box) { ha_skeleton_destroy(((ha_box *)box)->object); }

// --- reading ---

static int skeleton_find(lua_State *L) {
  const ha_skeleton *skeleton = check_skeleton(L, 1);
  ha_text name = arg_text(L, 2);
  uint32_t joint = ha_skeleton_find(skeleton, name);
  if (joint == HA_NO_INDEX) {
    push_no_name(L, "joint", skeleton->names, name);
    return class_not_found(L, lua_tostring(L, -1));
  }
  lua_pushinteger(L, (lua_Integer)joint + 1);
  return 1;
}

static int skeleton_joint_name(lua_State *L) {
  const ha_skeleton *skeleton = check_skeleton(L, 1);
  push_joint_name(L, 1, arg_joint(L, 2, skeleton));
  return 1;
}

static int skeleton_parent(lua_State *L) {
  const ha_skeleton *skeleton = check_skeleton(L, 1);
  uint32_t parent = skeleton->parents[arg_joint(L, 2, skeleton)];
  if (parent == HA_NO_PARENT)
    lua_pushnil(L);
  else
    lua_pushinteger(L, (lua_Integer)parent + 1);
  return 1;
}

static int skeleton_children(lua_State *L) {
  const ha_skeleton *skeleton = check_skeleton(L, 1);
  uint32_t joint = arg_joint(L, 2, skeleton);
  lua_newtable(L);
  for (uint32_t i = 0, n = 0; i < skeleton->joint_count; i++) {
    if (skeleton->parents[i] != joint) continue;
    lua_pushinteger(L, (lua_Integer)i + 1);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

static int skeleton_is_below(lua_State *L) {
  const ha_skeleton *skeleton = check_skeleton(L, 1);
  uint32_t joint = arg_joint(L, 2, skeleton), ancestor = arg_joint(L, 3, skeleton);
  lua_pushboolean(L, ha_skeleton_is_below(skeleton, ancestor, joint));
  return 1;
}

static int skeleton_rest(lua_State *L) {
  const ha_skeleton *skeleton = check_skeleton(L, 1);
  ha_transform rest = ha_skeleton_rest(skeleton, arg_joint(L, 2, skeleton));
  return push_floats(L, rest.translation, 10);
}

static int skeleton_rest_weights(lua_State *L) {
  const ha_skeleton *skeleton = check_skeleton(L, 1);
  uint32_t slot = ha_skeleton_weights_slot(skeleton, arg_joint(L, 2, skeleton));
  if (slot == HA_NO_INDEX) return 0;
  return push_floats(L, skeleton->rest_values + skeleton->slots[slot].first, skeleton->slots[slot].count);
}

// add_float(name [, rest...]): as many components as there are rest values, at least one
static int skeleton_add_float(lua_State *L) {
  ha_skeleton *skeleton = check_skeleton(L, 1);
  ha_text name = arg_text(L, 2);
  float rest[HA_MAX_COMPONENTS] = {0};
  int count = lua_gettop(L) - 2;
  if (count > HA_MAX_COMPONENTS) return luaL_error(L, "add_float: too many components");
  for (int i = 0; i < count; i++) rest[i] = arg_float(L, 3 + i);
  uint32_t slot;
  class_must(L, ha_skeleton_add_float(skeleton, name, count == 0 ? 1 : (uint32_t)count, rest, &slot),
             "skeleton");
  return itself(L);
}

static int skeleton_new_pose(lua_State *L) {
  const ha_skeleton *skeleton = check_skeleton(L, 1);
  ha_box *box = class_new(L, &pose_class);
  class_anchor(L, 1);
  ha_pose *pose;
  class_must(L, ha_pose_create(skeleton, NULL, &pose), "pose");
  box->object = pose;
  class_announce(L, ha_pose_byte_size(pose));
  return 1;
}

static int skeleton_new_matrices(lua_State *L) {
  push_matrices(L, check_skeleton(L, 1)->joint_count);
  return 1;
}

static int skeleton_len(lua_State *L) {
  lua_pushinteger(L, check_skeleton(L, 1)->joint_count);
  return 1;
}

static int skeleton_tostring(lua_State *L) {
  if (((ha_box *)class_box(L, 1, &skeleton_class))->closed)
    lua_pushliteral(L, "helioanim.Skeleton (closed)");
  else
    push_skeleton_title(L, 1);
  return 1;
}

static int skeleton_get_name(lua_State *L) {
  lua_getiuservalue(L, 1, OWN_NAME);
  return 1;
}

static const luaL_Reg methods[] = {
    {"find", skeleton_find},
    {"joint", skeleton_find},
    {"joint_name", skeleton_joint_name},
    {"parent", skeleton_parent},
    {"children", skeleton_children},
    {"is_below", skeleton_is_below},
    {"rest", skeleton_rest},
    {"rest_weights", skeleton_rest_weights},
    {"add_float", skeleton_add_float},
    {"new_pose", skeleton_new_pose},
    {"new_matrices", skeleton_new_matrices},
    {"mask", skeleton_mask},
    {NULL, NULL},
};
static const ha_property properties[] = {{"name", skeleton_get_name, NULL}, {NULL, NULL, NULL}};
static const luaL_Reg metamethods[] = {
    {"__len", skeleton_len}, {"__tostring", skeleton_tostring}, {NULL, NULL}};

const ha_class skeleton_class = {
    .name = "helioanim.Skeleton",
    .box_size = sizeof(ha_box),
    .user_values = 3,
    .methods = methods,
    .properties = properties,
    .metamethods = metamethods,
    .release = skeleton_release,
};
