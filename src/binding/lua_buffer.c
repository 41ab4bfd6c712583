// helioanim.Buffer: numbers decoded from a file, float32 or uint32, handed on without becoming Lua numbers.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "binding/args.h"
#include "binding/types.h"

const char *const buffer_kind_names[] = {"float32", "uint32", NULL};

static void buffer_release(void *box) { ha_block_destroy(((ha_box *)box)->object); }

lua_buffer *push_buffer(lua_State *L, buffer_kind kind, uint32_t components, size_t count) {
  lua_buffer *self = class_new(L, &buffer_class);
  if (count > SIZE_MAX / 8) luaL_error(L, "buffer: too many numbers");
  self->box.object = ha_block_create(NULL, count * 4);
  if (self->box.object == NULL) luaL_error(L, "buffer: no memory for %I numbers", (LUAI_UACINT)count);
  self->kind = kind;
  self->components = components;
  self->count = count;
  class_announce(L, count * 4);
  return self;
}

// buffer(components, count or list): float32
int lua_buffer_create(lua_State *L) {
  lua_Integer components = luaL_checkinteger(L, 1);
  if (components < 1 || components > 4096) return luaL_argerror(L, 1, "a number of components expected");
  if (lua_type(L, 2) == LUA_TNUMBER) {
    lua_Integer count = luaL_checkinteger(L, 2);
    if (count < 0 || count > (1 << 28) / components)
      return luaL_argerror(L, 2, "a number of elements expected");
    push_buffer(L, BUFFER_FLOAT32, (uint32_t)components, (size_t)(count * components));
    return 1;
  }
  luaL_checktype(L, 2, LUA_TTABLE);
  size_t count = lua_rawlen(L, 2);
  if (count % (size_t)components != 0) return luaL_argerror(L, 2, "whole elements expected");
  lua_buffer *self = push_buffer(L, BUFFER_FLOAT32, (uint32_t)components, count);
  float *numbers = self->box.object;
  for (size_t i = 0; i < count; i++) {
    int is_number;
    lua_rawgeti(L, 2, (lua_Integer)i + 1);
    double number = lua_tonumberx(L, -1, &is_number);
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite((float)number))
      return luaL_argerror(L, 2, lua_pushfstring(L, "[%I]: a finite number expected", (LUAI_UACINT)i + 1));
    numbers[i] = (float)number;
    lua_pop(L, 1);
  }
  return 1;
}

// set(element, numbers)
static int buffer_set(lua_State *L) {
  const lua_buffer *self = class_check(L, 1, &buffer_class);
  if (self->kind != BUFFER_FLOAT32) return luaL_argerror(L, 1, "only float32 can be set");
  uint32_t element = arg_index(L, 2, (uint32_t)(self->count / self->components), "element");
  luaL_argcheck(L, self->components <= 16, 1, "too many components");
  float values[16];
  arg_floats(L, 3, self->components, values);
  memcpy((float *)self->box.object + (size_t)element * self->components, values,
         self->components * sizeof(float));
  return itself(L);
}

void push_little_endian(lua_State *L, const void *words, size_t count) {
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, count * 4);
  for (size_t i = 0; i < count; i++) {
    uint32_t word;
    memcpy(&word, (const char *)words + 4 * i, 4);
    for (int b = 0; b < 4; b++) bytes[4 * i + b] = (char)(word >> 8 * b);
  }
  luaL_pushresultsize(&buffer, count * 4);
}

static int buffer_get(lua_State *L) {
  const lua_buffer *self = class_check(L, 1, &buffer_class);
  size_t first =
      (size_t)arg_index(L, 2, (uint32_t)(self->count / self->components), "element") * self->components;
  if (self->kind == BUFFER_FLOAT32)
    return push_floats(L, (const float *)self->box.object + first, self->components);
  const uint32_t *numbers = (const uint32_t *)self->box.object + first;
  luaL_checkstack(L, (int)self->components, "too many numbers");
  for (uint32_t i = 0; i < self->components; i++) lua_pushinteger(L, numbers[i]);
  return (int)self->components;
}

static int buffer_ptr(lua_State *L) {
  const ha_box *box = class_check(L, 1, &buffer_class);
  lua_pushlightuserdata(L, box->object);
  return 1;
}

static int buffer_byte_length(lua_State *L) {
  const lua_buffer *self = class_check(L, 1, &buffer_class);
  lua_pushinteger(L, (lua_Integer)(self->count * 4));
  return 1;
}

static int buffer_tostring(lua_State *L) {
  const lua_buffer *self = class_check(L, 1, &buffer_class);
  push_little_endian(L, self->box.object, self->count);
  return 1;
}

static int buffer_get_components(lua_State *L) {
  const lua_buffer *self = class_check(L, 1, &buffer_class);
  lua_pushinteger(L, self->components);
  return 1;
}

static int buffer_get_type(lua_State *L) {
  const lua_buffer *self = class_check(L, 1, &buffer_class);
  lua_pushstring(L, buffer_kind_names[self->kind]);
  return 1;
}

static int buffer_len(lua_State *L) {
  const lua_buffer *self = class_check(L, 1, &buffer_class);
  lua_pushinteger(L, (lua_Integer)self->count);
  return 1;
}

static const luaL_Reg methods[] = {
    {"get", buffer_get},           {"set", buffer_set},
    {"ptr", buffer_ptr},           {"byte_length", buffer_byte_length},
    {"tostring", buffer_tostring}, {NULL, NULL},
};
static const ha_property properties[] = {
    {"components", buffer_get_components, NULL}, {"type", buffer_get_type, NULL}, {NULL, NULL, NULL}};
static const luaL_Reg metamethods[] = {{"__len", buffer_len}, {NULL, NULL}};

const ha_class buffer_class = {
    .name = "helioanim.Buffer",
    .box_size = sizeof(lua_buffer),
    .user_values = 1,
    .methods = methods,
    .properties = properties,
    .metamethods = metamethods,
    .release = buffer_release,
};
