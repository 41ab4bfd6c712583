// Decoding the bytes of files, for the readers in Lua.
#include <string.h>

#include "author/accessor.h"
#include "author/meshopt.h"
#include "base/base64.h"
#include "binding/args.h"
#include "binding/module.h"
#include "binding/types.h"

// Three values from `index` on: a string, and offset and length of the span in it; nil is no bytes.
static ha_span arg_span(lua_State *L, int index) {
  if (lua_isnoneornil(L, index)) return (ha_span){NULL, 0};
  size_t size;
  const char *bytes = luaL_checklstring(L, index, &size);
  lua_Integer offset = luaL_checkinteger(L, index + 1), length = luaL_checkinteger(L, index + 2);
  if (offset < 0 || length < 0 || (size_t)offset > size || (size_t)length > size - (size_t)offset)
    luaL_argerror(L, index, "offset and length lie outside the bytes");
  return (ha_span){(const uint8_t *)bytes + offset, (size_t)length};
}

// A component type as files give it; one too large for the core stays wrong instead of wrapping around.
static uint32_t arg_component_type(lua_State *L, int index) {
  lua_Integer type = luaL_checkinteger(L, index);
  return type >= 0 && type < UINT32_MAX ? (uint32_t)type : UINT32_MAX;
}

static const struct {
  const char *name;
  uint32_t components, rows;
} element_types[] = {
    {"SCALAR", 1, 0}, {"VEC2", 2, 0}, {"VEC3", 3, 0},  {"VEC4", 4, 0},
    {"MAT2", 4, 2},   {"MAT3", 9, 3}, {"MAT4", 16, 4},
};

static void read_element_type(lua_State *L, int index, ha_accessor *out) {
  const char *name = luaL_checkstring(L, index);
  for (size_t i = 0; i < sizeof element_types / sizeof *element_types; i++) {
    if (strcmp(name, element_types[i].name) != 0) continue;
    out->components = element_types[i].components;
    out->matrix_rows = element_types[i].rows;
    return;
  }
  luaL_argerror(L, index, lua_pushfstring(L, "unknown element type '%s'", name));
}

// ( list ) { count, indices, offset, length, index type, values, offset, length } at `index`, or nothing.
static void read_sparse(lua_State *L, int index, ha_accessor *out) {
  if (lua_isnoneornil(L, index)) return;
  luaL_checktype(L, index, LUA_TTABLE);
  int top = lua_gettop(L);
  luaL_checkstack(L, 8, "sparse accessor");
  for (int i = 1; i <= 8; i++) lua_rawgeti(L, index, i);
  out->sparse_count = (uint64_t)luaL_checkinteger(L, top + 1);
  out->sparse_indices = arg_span(L, top + 2);
  out->sparse_index_type = arg_component_type(L, top + 5);
  out->sparse_values = arg_span(L, top + 6);  // the strings stay on the stack
}

// ( -- buffer ) The Buffer at `index` where it is one of that kind and large enough, else a new one.
static lua_buffer *reuse_buffer(lua_State *L, int index, buffer_kind kind, const ha_accessor *accessor) {
  size_t count = (size_t)accessor->count * accessor->components;
  lua_buffer *old = class_test(L, index, &buffer_class);
  if (old == NULL || old->box.closed || old->kind != kind || ha_block_size(old->box.object) < count * 4)
    return push_buffer(L, kind, accessor->components, count);
  old->components = accessor->components;
  old->count = count;
  lua_pushvalue(L, index);
  return old;
}

// decode_accessor(bytes, offset, length, stride, component_type, type, count, normalized, integers, sparse,
// into)
//   -> Buffer | nil, message, code; `into` is a Buffer to use again, or nil
static int decode_accessor(lua_State *L) {
  lua_settop(L, 11);
  ha_accessor accessor = {
      .data = arg_span(L, 1),
      .stride = (size_t)luaL_checkinteger(L, 4),
      .component_type = arg_component_type(L, 5),
      .count = (uint64_t)luaL_checkinteger(L, 7),
      .normalized = lua_toboolean(L, 8),
  };
  read_element_type(L, 6, &accessor);
  if (accessor.count > SIZE_MAX / 8 / accessor.components) return luaL_argerror(L, 7, "too many elements");
  read_sparse(L, 10, &accessor);
  ha_status status = ha_accessor_check(&accessor);
  if (status != HA_OK) return class_failure(L, status);
  int integers = lua_toboolean(L, 9);
  if (integers && accessor.component_type == HA_F32) return luaL_argerror(L, 9, "floats are no integers");
  lua_buffer *buffer = reuse_buffer(L, 11, integers ? BUFFER_UINT32 : BUFFER_FLOAT32, &accessor);
  if (integers)
    ha_accessor_to_uint(&accessor, buffer->box.object);
  else
    ha_accessor_to_float(&accessor, buffer->box.object);
  return 1;
}

// decode_base64(text, first) -> bytes | nil, message, code; from character `first` on
static int decode_base64(lua_State *L) {
  size_t length, size;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer first = luaL_optinteger(L, 2, 1);
  if (first < 1 || (size_t)first > length + 1) return luaL_argerror(L, 2, "outside the text");
  text += first - 1;
  length -= (size_t)(first - 1);
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, ha_base64_bound(length));
  ha_status status = ha_base64_decode(text, length, (uint8_t *)bytes, &size);
  if (status != HA_OK) return class_failure(L, status);
  luaL_pushresultsize(&buffer, size);
  return 1;
}

// decode_meshopt(bytes, offset, length, count, stride, mode, filter) -> bytes | nil, message, code
static int decode_meshopt(lua_State *L) {
  ha_span span = arg_span(L, 1);
  lua_Integer count = luaL_checkinteger(L, 4), stride = luaL_checkinteger(L, 5);
  if (stride < 1 || stride > 256) return luaL_argerror(L, 5, "a stride from 1 to 256 expected");
  if (count < 0 || count > (lua_Integer)(SIZE_MAX / 512)) return luaL_argerror(L, 4, "count out of range");
  ha_meshopt view = {
      span.bytes, span.size, (size_t)count, (size_t)stride, luaL_checkstring(L, 6), luaL_checkstring(L, 7)};
  size_t size = view.count * view.stride;
  void *out = lua_newuserdatauv(L, size + 1, 0);
  ha_status status = ha_meshopt_decode(&view, out);
  if (status != HA_OK) return class_failure(L, status);
  lua_pushlstring(L, out, size);
  return 1;
}

const luaL_Reg decode_functions[] = {
    {"decode_accessor", decode_accessor},
    {"decode_base64", decode_base64},
    {"decode_meshopt", decode_meshopt},
    {NULL, NULL},
};
