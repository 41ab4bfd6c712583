// helioanim.Mirror: which joints are each other's counterparts. User value 1: its skeleton.
#include "binding/args.h"
#include "binding/module.h"
#include "binding/types.h"

static void mirror_release(void *box) { ha_mirror_destroy(((ha_box *)box)->object); }

static const char *const planes[] = {"yz", "xz", "xy", NULL};  // by the axis across them

// ha.mirror { skeleton =, left = 'Left', right = 'Right', plane = 'yz' }
int lua_mirror_create(lua_State *L) {
  static const char *const fields[] = {"skeleton", "left", "right", "plane", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  ha_fields at = {1, "mirror", 0};
  fields_check(L, &at, fields);
  const ha_skeleton *skeleton = field_object(L, &at, "skeleton", &skeleton_class);  // 2
  int axis = field_choice(L, &at, "plane", planes, 0);
  ha_text left = field_text(L, &at, "left"), right = field_text(L, &at, "right");
  if (left.length == 0) left = ha_text_of("Left");
  if (right.length == 0) right = ha_text_of("Right");
  ha_box *box = class_new(L, &mirror_class);
  class_anchor(L, 2);
  ha_mirror *mirror;
  class_must(L, ha_mirror_create(skeleton, left, right, axis, NULL, &mirror), "mirror");
  box->object = mirror;
  class_announce(L, ha_mirror_byte_size(mirror));
  return 1;
}

// mirror:counterpart(joint) -> joint, itself where it has none
static int mirror_counterpart(lua_State *L) {
  const ha_mirror *mirror = ((ha_box *)class_check(L, 1, &mirror_class))->object;
  lua_pushinteger(L, (lua_Integer)mirror->partners[arg_joint(L, 2, mirror->skeleton)] + 1);
  return 1;
}

static int mirror_get_skeleton(lua_State *L) {
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  return 1;
}

static int mirror_get_plane(lua_State *L) {
  const ha_mirror *mirror = ((ha_box *)class_check(L, 1, &mirror_class))->object;
  lua_pushstring(L, planes[mirror->axis]);
  return 1;
}

static const luaL_Reg methods[] = {{"counterpart", mirror_counterpart}, {NULL, NULL}};
static const ha_property properties[] = {
    {"skeleton", mirror_get_skeleton, NULL}, {"plane", mirror_get_plane, NULL}, {NULL, NULL, NULL}};

const ha_class mirror_class = {
    .name = "helioanim.Mirror",
    .box_size = sizeof(ha_box),
    .user_values = 1,
    .methods = methods,
    .properties = properties,
    .release = mirror_release,
};
