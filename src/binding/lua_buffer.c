// helioanim.Buffer: numbers decoded from a file, float32 or uint32, handed on without becoming Lua numbers.
#include <stdint.h>
#include <string.h>

#include "binding/args.h"
#include "binding/types.h"

static const char *const kind_names[] = {"float32", "uint32", NULL};

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
  lua_pushstring(L, kind_names[self->kind]);
  return 1;
}

static int buffer_len(lua_State *L) {
  const lua_buffer *self = class_check(L, 1, &buffer_class);
  lua_pushinteger(L, (lua_Integer)self->count);
  return 1;
}

static const luaL_Reg methods[] = {
    {"get", buffer_get},           {"ptr", buffer_ptr}, {"byte_length", buffer_byte_length},
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
