// helioanim.Socket: a place that follows a joint, with an offset: what swords and cameras hang on.
#include <string.h>

#include "binding/args.h"
#include "binding/module.h"
#include "binding/types.h"

typedef struct socket {
  uint32_t joint, joint_count;
  float offset[16];
} socket;

static void release(void *box) { ha_block_destroy(((ha_box *)box)->object); }

// ha.socket { skeleton =, joint =, translation =, rotation =, scale = }
int lua_socket_create(lua_State *L) {
  static const char *const fields[] = {"skeleton", "joint", "translation", "rotation", "scale", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  ha_fields at = {1, "socket", 0};
  fields_check(L, &at, fields);
  const ha_skeleton *skeleton = field_object(L, &at, "skeleton", &skeleton_class);  // 2
  uint32_t joint = field_joint(L, &at, "joint", skeleton);
  ha_transform offset = HA_TRANSFORM_IDENTITY;
  field_floats(L, &at, "translation", 3, offset.translation);
  if (field_floats(L, &at, "rotation", 4, offset.rotation))
    ha_quat_normalize(offset.rotation, offset.rotation);
  field_floats(L, &at, "scale", 3, offset.scale);
  ha_box *box = class_new(L, &socket_class);
  class_anchor(L, 2);
  socket *self = ha_block_create(NULL, sizeof *self);
  if (self == NULL) return luaL_error(L, "socket: no memory");
  box->object = self;
  self->joint = joint;
  self->joint_count = skeleton->joint_count;
  ha_transform_to_matrix(&offset, self->offset);
  return 1;
}

static const socket *place(lua_State *L, float out[16]) {
  const socket *self = ((ha_box *)class_check(L, 1, &socket_class))->object;
  const float *model = check_matrices(L, 2, self->joint_count);
  ha_matrix_multiply(model + 16 * (size_t)self->joint, self->offset, out);
  return self;
}

// matrix(model) -> 16 numbers
static int socket_matrix(lua_State *L) {
  float matrix[16];
  place(L, matrix);
  return push_floats(L, matrix, 16);
}

// transform(model) -> 10 numbers; the rotation has unit length even below a mirrored or collapsed joint
static int socket_transform(lua_State *L) {
  float matrix[16];
  ha_transform transform;
  place(L, matrix);
  ha_transform_from_matrix(matrix, &transform);
  return push_floats(L, transform.translation, 10);
}

// write(model, matrices [, i]): into matrix i
static int socket_write(lua_State *L) {
  float matrix[16];
  place(L, matrix);
  memcpy(check_matrices_from(L, 3, 1), matrix, sizeof matrix);
  lua_settop(L, 3);
  return 1;
}

static int socket_get_joint(lua_State *L) {
  const socket *self = ((ha_box *)class_check(L, 1, &socket_class))->object;
  lua_pushinteger(L, (lua_Integer)self->joint + 1);
  return 1;
}

static const luaL_Reg methods[] = {
    {"matrix", socket_matrix}, {"transform", socket_transform}, {"write", socket_write}, {NULL, NULL}};
static const ha_property properties[] = {{"joint", socket_get_joint, NULL}, {NULL, NULL, NULL}};

const ha_class socket_class = {
    .name = "helioanim.Socket",
    .box_size = sizeof(ha_box),
    .user_values = 1,
    .methods = methods,
    .properties = properties,
    .release = release,
};
