// helioanim.Skin. User values: 1 its skeleton, 2 its name.
#include <string.h>

#include "binding/args.h"
#include "binding/types.h"

enum { OWN_NAME = 2 };

static void skin_release(void *box) { ha_skin_destroy(((ha_box *)box)->object); }

static void read_joints(lua_State *L, int list, const ha_skeleton *skeleton, uint32_t *joints,
                        lua_Integer count) {
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, list, i);
    joints[i - 1] = to_joint(L, -1, skeleton);
    if (joints[i - 1] == HA_NO_INDEX) luaL_error(L, "skin joint %I: %s", (LUAI_UACINT)i, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
}

// ha.skin { skeleton =, joints = { ... }, inverse_binds = { 16 numbers a joint }, name = }
int lua_skin_create(lua_State *L) {
  static const char *const fields[] = {"skeleton", "joints", "inverse_binds", "name", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  ha_fields at = {1, "skin", 0};
  fields_check(L, &at, fields);
  const ha_skeleton *skeleton = field_object(L, &at, "skeleton", &skeleton_class);  // 2
  if (lua_getfield(L, 1, "joints") != LUA_TTABLE)                                   // 3
    return fields_error(L, &at, "joints", "table expected, got %s", push_typename(L, 3));
  lua_Integer count = (lua_Integer)lua_rawlen(L, 3);
  if (count > HA_MAX_JOINTS) return luaL_error(L, "skin: more than %d joints", HA_MAX_JOINTS);
  uint32_t *joints = lua_newuserdatauv(L, (size_t)count * sizeof *joints + 1, 0);  // 4
  read_joints(L, 3, skeleton, joints, count);
  size_t numbers;
  const float *binds = field_float_list(L, &at, "inverse_binds", &numbers);  // 5
  // Files may hold more of them than joints.
  if (binds != NULL && numbers < (size_t)count * 16)
    return luaL_error(L, "skin: %d joints need %d inverse bind numbers, got %d", (int)count, (int)count * 16,
                      (int)numbers);
  ha_box *box = class_new(L, &skin_class);
  class_anchor(L, 2);
  ha_skin *skin;
  class_must(L, ha_skin_create(skeleton, joints, (uint32_t)count, binds, NULL, &skin), "skin");
  box->object = skin;
  if (field_text(L, &at, "name").length == 0) {
    lua_pop(L, 1);
    lua_pushliteral(L, "");
  }
  lua_setiuservalue(L, -2, OWN_NAME);
  class_announce(L, ha_skin_byte_size(skin));
  return 1;
}

static int skin_joint(lua_State *L) {
  const ha_skin *skin = check_skin(L, 1);
  lua_pushinteger(L, (lua_Integer)skin->joints[arg_index(L, 2, skin->joint_count, "skin joint")] + 1);
  return 1;
}

static int skin_inverse_bind(lua_State *L) {
  const ha_skin *skin = check_skin(L, 1);
  return push_floats(L, skin->inverse_binds + 16 * (size_t)arg_index(L, 2, skin->joint_count, "skin joint"),
                     16);
}

static int skin_new_palette(lua_State *L) {
  push_matrices(L, check_skin(L, 1)->joint_count);
  return 1;
}

static const char *const orders[] = {[HA_COLUMN_MAJOR] = "column-major", [HA_ROW_MAJOR] = "row-major", NULL};

// skin:palette(model, palette [, first [, order]]): `first` is where this character's matrices begin in a
// larger palette
static int skin_palette(lua_State *L) {
  const ha_skin *skin = check_skin(L, 1);
  const float *model = check_matrices(L, 2, skin->skeleton->joint_count);
  float *palette = check_matrices_from(L, 3, skin->joint_count);
  if (lua_rawequal(L, 2, 3)) return luaL_argerror(L, 3, "the palette must not be the model matrices");
  ha_matrix_order order = (ha_matrix_order)arg_choice(L, 5, orders, HA_COLUMN_MAJOR);
  ha_palette_job from = {.skin = skin, .model = model, .palette = palette};
  ha_palette_ordered(&(ha_ordered_palette_job){.from = from, .rows = 4, .order = order});
  lua_settop(L, 3);
  return 1;  // the palette
}

// The same into a Buffer with so many floats an element.
static ha_palette_job arg_job(lua_State *L, uint32_t components) {
  const ha_skin *skin = check_skin(L, 1);
  return (ha_palette_job){.skin = skin,
                          .model = check_matrices(L, 2, skin->skeleton->joint_count),
                          .palette = check_elements_from(L, 3, components, skin->joint_count)};
}

// skin:palette_rows(model, buffer [, first [, order]]): 3x4, row by row unless `order` says otherwise
static int skin_palette_rows(lua_State *L) {
  ha_ordered_palette_job job = {.from = arg_job(L, 12), .rows = 3};
  job.order = (ha_matrix_order)arg_choice(L, 5, orders, HA_ROW_MAJOR);
  ha_palette_ordered(&job);
  lua_settop(L, 3);
  return 1;
}

// skin:palette_normals(model, buffer [, first]): 3 columns of 4 floats, which turn normals
static int skin_palette_normals(lua_State *L) {
  ha_palette_job job = arg_job(L, 12);
  ha_palette_normals(&job);
  lua_settop(L, 3);
  return 1;
}

// skin:palette_dual(model, buffer [, first]) -> buffer, whether scale was left out
static int skin_palette_dual(lua_State *L) {
  ha_palette_job job = arg_job(L, 8);
  int stretches = ha_palette_dual(&job, NULL);
  lua_settop(L, 3);
  lua_pushboolean(L, stretches);
  return 2;
}

// skin:bounds(model) -> least x, y, z, largest x, y, z
static int skin_bounds(lua_State *L) {
  const ha_skin *skin = check_skin(L, 1);
  float box[6];
  ha_skin_bounds(skin, check_matrices(L, 2, skin->skeleton->joint_count), box);
  return push_floats(L, box, 6);
}

// skin:include(deformer): its bounds cover the mesh
static int skin_include(lua_State *L) {
  deformer_include(L, 2, check_skin(L, 1));
  return itself(L);
}

static int skin_get_skeleton(lua_State *L) {
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  return 1;
}

static int skin_get_name(lua_State *L) {
  lua_getiuservalue(L, 1, OWN_NAME);
  return 1;
}

static int skin_len(lua_State *L) {
  lua_pushinteger(L, check_skin(L, 1)->joint_count);
  return 1;
}

static const luaL_Reg methods[] = {
    {"joint", skin_joint},
    {"inverse_bind", skin_inverse_bind},
    {"new_palette", skin_new_palette},
    {"palette", skin_palette},
    {"palette_rows", skin_palette_rows},
    {"palette_normals", skin_palette_normals},
    {"palette_dual", skin_palette_dual},
    {"bounds", skin_bounds},
    {"include", skin_include},
    {NULL, NULL},
};
static const ha_property properties[] = {
    {"skeleton", skin_get_skeleton, NULL}, {"name", skin_get_name, NULL}, {NULL, NULL, NULL}};
static const luaL_Reg metamethods[] = {{"__len", skin_len}, {NULL, NULL}};

const ha_class skin_class = {
    .name = "helioanim.Skin",
    .box_size = sizeof(ha_box),
    .user_values = 2,
    .methods = methods,
    .properties = properties,
    .metamethods = metamethods,
    .release = skin_release,
};
