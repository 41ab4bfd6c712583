// helioanim.Matrices: 4x4 float32, column-major, contiguous, 32-byte aligned. What renderers read.
#include <string.h>

#include "binding/args.h"
#include "binding/types.h"

static void matrices_release(void *box) { ha_block_destroy(((ha_box *)box)->object); }

void push_matrices(lua_State *L, uint32_t count) {
  ha_matrices_box *self = class_new(L, &matrices_class);
  size_t size = (size_t)count * 16 * sizeof(float);
  float *matrices = ha_block_create(NULL, size);
  if (matrices == NULL) luaL_error(L, "matrices: no memory for %d matrices", (int)count);
  for (uint32_t i = 0; i < count; i++) ha_matrix_identity(matrices + 16 * (size_t)i);
  self->box.object = matrices;
  self->count = count;
  class_announce(L, size);
}

float *check_matrices(lua_State *L, int index, uint32_t count) {
  const ha_matrices_box *self = class_check(L, index, &matrices_class);
  if (self->count != count)
    luaL_argerror(L, index, lua_pushfstring(L, "%d matrices expected, got %d", (int)count, (int)self->count));
  return self->box.object;
}

// The first of `count` places in a list of `size`, from 0: argument `index`, or 1 where it is nil.
static size_t arg_first(lua_State *L, int index, uint32_t count, size_t size, const char *what) {
  lua_Integer first = lua_isnoneornil(L, index) ? 1 : luaL_checkinteger(L, index);
  if (first < 1 || (uint64_t)first - 1 > size || size - ((size_t)first - 1) < count)
    luaL_argerror(L, index,
                  lua_pushfstring(L, "%d %s from %I on do not fit into %I", (int)count, what,
                                  (LUAI_UACINT)first, (LUAI_UACINT)size));
  return (size_t)first - 1;
}

float *check_matrices_from(lua_State *L, int index, uint32_t count) {
  const ha_matrices_box *self = class_check(L, index, &matrices_class);
  if (lua_isnoneornil(L, index + 1) && self->count < count) return check_matrices(L, index, count);
  return (float *)self->box.object + 16 * arg_first(L, index + 1, count, self->count, "matrices");
}

float *check_elements_from(lua_State *L, int index, uint32_t components, uint32_t count) {
  const lua_buffer *self = class_check(L, index, &buffer_class);
  if (self->kind != BUFFER_FLOAT32 || self->components != components)
    luaL_argerror(L, index,
                  lua_pushfstring(L, "a Buffer of %d float32 an element expected", (int)components));
  return (float *)self->box.object +
         components * arg_first(L, index + 1, count, self->count / components, "elements");
}

// matrices(count): identities, for the palettes of many characters in one piece
int lua_matrices_create(lua_State *L) {
  lua_Integer count = luaL_checkinteger(L, 1);
  if (count < 0 || count > (1 << 24)) return luaL_argerror(L, 1, "a number of matrices expected");
  push_matrices(L, (uint32_t)count);
  return 1;
}

static float *matrix_at(lua_State *L, const ha_matrices_box *self) {
  return (float *)self->box.object + 16 * (size_t)arg_index(L, 2, self->count, "matrix");
}

static int matrices_get(lua_State *L) {
  return push_floats(L, matrix_at(L, class_check(L, 1, &matrices_class)), 16);
}

static int matrices_set(lua_State *L) {
  float *matrix = matrix_at(L, class_check(L, 1, &matrices_class)), values[16];
  arg_floats(L, 3, 16, values);
  memcpy(matrix, values, sizeof values);
  return itself(L);
}

// copy(from): of the same number
static int matrices_copy(lua_State *L) {
  const ha_matrices_box *self = class_check(L, 1, &matrices_class);
  const float *from = check_matrices(L, 2, self->count);
  if (from != self->box.object) memcpy(self->box.object, from, (size_t)self->count * 16 * sizeof(float));
  return itself(L);
}

// transform(i): translation, rotation and scale of matrix i -> 10 numbers. The rotation has unit length even
// where the matrix mirrors or has collapsed.
static int matrices_transform(lua_State *L) {
  ha_transform transform;
  ha_transform_from_matrix(matrix_at(L, class_check(L, 1, &matrices_class)), &transform);
  return push_floats(L, transform.translation, 10);
}

static int matrices_ptr(lua_State *L) {
  const ha_matrices_box *self = class_check(L, 1, &matrices_class);
  lua_pushlightuserdata(L, self->box.object);
  return 1;
}

static size_t byte_length(const ha_matrices_box *self) { return (size_t)self->count * 16 * sizeof(float); }

static int matrices_byte_length(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)byte_length(class_check(L, 1, &matrices_class)));
  return 1;
}

static int matrices_tostring(lua_State *L) {
  const ha_matrices_box *self = class_check(L, 1, &matrices_class);
  push_little_endian(L, self->box.object, byte_length(self) / 4);
  return 1;
}

static int matrices_len(lua_State *L) {
  const ha_matrices_box *self = class_check(L, 1, &matrices_class);
  lua_pushinteger(L, self->count);
  return 1;
}

static const luaL_Reg methods[] = {
    {"get", matrices_get},           {"set", matrices_set},
    {"copy", matrices_copy},         {"transform", matrices_transform},
    {"ptr", matrices_ptr},           {"byte_length", matrices_byte_length},
    {"tostring", matrices_tostring}, {NULL, NULL},
};
static const luaL_Reg metamethods[] = {{"__len", matrices_len}, {NULL, NULL}};

const ha_class matrices_class = {
    .name = "helioanim.Matrices",
    .box_size = sizeof(ha_matrices_box),
    .user_values = 1,
    .methods = methods,
    .metamethods = metamethods,
    .release = matrices_release,
};
