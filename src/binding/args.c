#include "binding/args.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "binding/types.h"

double arg_number(lua_State *L, int index) {
  double number = luaL_checknumber(L, index);
  if (!isfinite(number)) luaL_argerror(L, index, "number must be finite");
  return number;
}

float arg_float(lua_State *L, int index) {
  double number = arg_number(L, index);
  if (fabs(number) > FLT_MAX) luaL_argerror(L, index, "number is too large");
  return (float)number;
}

double arg_number_or(lua_State *L, int index, double fallback) {
  return lua_isnoneornil(L, index) ? fallback : arg_number(L, index);
}

uint32_t arg_index(lua_State *L, int index, uint32_t count, const char *what) {
  lua_Integer number = luaL_checkinteger(L, index);
  if (number < 1 || number > (lua_Integer)count) {
    const char *text = lua_pushfstring(L, "%s %I is out of range (there are %I)", what, (LUAI_UACINT)number,
                                       (LUAI_UACINT)count);
    luaL_argerror(L, index, text);
  }
  return (uint32_t)(number - 1);
}

uint32_t arg_joint(lua_State *L, int index, const ha_skeleton *skeleton) {
  if (lua_type(L, index) != LUA_TSTRING) {
    if (lua_type(L, index) != LUA_TNUMBER) luaL_typeerror(L, index, "joint index or name");
    return arg_index(L, index, skeleton->joint_count, "joint");
  }
  uint32_t joint = ha_skeleton_find(skeleton, arg_text(L, index));
  if (joint == HA_NO_INDEX) {
    push_no_name(L, "joint", skeleton->names, arg_text(L, index));
    luaL_argerror(L, index, lua_tostring(L, -1));
  }
  return joint;
}

// ( -- text ) "clamp", "loop" or "pingpong", each in quotes.
static void push_choices(lua_State *L, const char *const *choices) {
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int i = 0; choices[i] != NULL; i++) {
    if (i > 0) luaL_addstring(&buffer, choices[i + 1] == NULL ? " or " : ", ");
    luaL_addchar(&buffer, '\'');
    luaL_addstring(&buffer, choices[i]);
    luaL_addchar(&buffer, '\'');
  }
  luaL_pushresult(&buffer);
}

// The place of the value on top among `choices`, or -1.
static int find_choice(lua_State *L, int index, const char *const *choices) {
  if (lua_type(L, index) != LUA_TSTRING) return -1;
  const char *value = lua_tostring(L, index);
  for (int i = 0; choices[i] != NULL; i++)
    if (strcmp(value, choices[i]) == 0) return i;
  return -1;
}

int arg_choice(lua_State *L, int index, const char *const *choices, int fallback) {
  if (lua_isnoneornil(L, index) && fallback >= 0) return fallback;
  int choice = find_choice(L, index, choices);
  if (choice >= 0) return choice;
  push_choices(L, choices);
  const char *right = lua_tostring(L, -1);
  return luaL_argerror(L, index,
                       lua_pushfstring(L, "expected %s, got %s", right, luaL_tolstring(L, index, NULL)));
}

static float list_float(lua_State *L, int index, const char *what, lua_Integer i) {
  int is_number;
  double number = lua_tonumberx(L, index, &is_number);
  if (!is_number || lua_type(L, index) != LUA_TNUMBER)
    luaL_error(L, "%s: number expected at place %I, got %s", what, (LUAI_UACINT)i, luaL_typename(L, index));
  if (!isfinite(number) || fabs(number) > FLT_MAX)
    luaL_error(L, "%s: the number at place %I is not finite", what, (LUAI_UACINT)i);
  return (float)number;
}

int arg_floats(lua_State *L, int index, uint32_t count, float *out) {
  if (!lua_istable(L, index)) {
    for (uint32_t i = 0; i < count; i++) out[i] = arg_float(L, index + (int)i);
    return index + (int)count;
  }
  if (lua_rawlen(L, index) != count)
    luaL_argerror(L, index,
                  lua_pushfstring(L, "%d numbers expected, got %d", (int)count, (int)lua_rawlen(L, index)));
  for (uint32_t i = 0; i < count; i++) {
    lua_rawgeti(L, index, i + 1);
    out[i] = list_float(L, -1, "list", i + 1);
    lua_pop(L, 1);
  }
  return index + 1;
}

int push_floats(lua_State *L, const float *values, uint32_t count) {
  luaL_checkstack(L, (int)count, "too many numbers");
  for (uint32_t i = 0; i < count; i++) lua_pushnumber(L, values[i]);
  return (int)count;
}

ha_text arg_text(lua_State *L, int index) {
  ha_text text;
  text.bytes = luaL_checklstring(L, index, &text.length);
  return text;
}

ha_text field_text(lua_State *L, int table, const char *name) {
  ha_text text = {"", 0};
  int type = lua_getfield(L, table, name);
  if (type == LUA_TSTRING)
    text.bytes = lua_tolstring(L, -1, &text.length);
  else if (type != LUA_TNIL)
    luaL_error(L, "field '%s': string expected, got %s", name, luaL_typename(L, -1));
  lua_pop(L, 1);
  return text;
}

int field_boolean(lua_State *L, int table, const char *name) {
  lua_getfield(L, table, name);
  int value = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return value;
}

double field_number(lua_State *L, int table, const char *name, double fallback) {
  int type = lua_getfield(L, table, name);
  double number = fallback;
  if (type == LUA_TNUMBER)
    number = lua_tonumber(L, -1);
  else if (type != LUA_TNIL)
    luaL_error(L, "field '%s': number expected, got %s", name, luaL_typename(L, -1));
  if (!isfinite(number)) luaL_error(L, "field '%s': number must be finite", name);
  lua_pop(L, 1);
  return number;
}

int field_choice(lua_State *L, int table, const char *name, const char *const *choices, int fallback) {
  int choice = fallback;
  if (lua_getfield(L, table, name) != LUA_TNIL || fallback < 0) {
    choice = find_choice(L, -1, choices);
    if (choice < 0) {
      const char *got = luaL_tolstring(L, -1, NULL);
      push_choices(L, choices);
      luaL_error(L, "field '%s': expected %s, got %s", name, lua_tostring(L, -1), got);
    }
  }
  lua_pop(L, 1);
  return choice;
}

uint32_t field_count(lua_State *L, int table, const char *name, uint32_t least, uint32_t most,
                     uint32_t fallback) {
  uint32_t count = fallback;
  if (lua_getfield(L, table, name) != LUA_TNIL) {
    int whole;
    lua_Integer number = lua_tointegerx(L, -1, &whole);
    if (!whole || lua_type(L, -1) != LUA_TNUMBER || number < (lua_Integer)least || number > (lua_Integer)most)
      luaL_error(L, "field '%s': a whole number from %I to %I expected, got %s", name, (LUAI_UACINT)least,
                 (LUAI_UACINT)most, luaL_tolstring(L, -1, NULL));
    count = (uint32_t)number;
  }
  lua_pop(L, 1);
  return count;
}

int field_floats(lua_State *L, int table, const char *name, uint32_t count, float *out) {
  int type = lua_getfield(L, table, name);
  if (type == LUA_TNIL) {
    lua_pop(L, 1);
    return 0;
  }
  if (type != LUA_TTABLE) luaL_error(L, "field '%s': table expected, got %s", name, luaL_typename(L, -1));
  if (lua_rawlen(L, -1) != count)
    luaL_error(L, "field '%s': %d numbers expected, got %d", name, (int)count, (int)lua_rawlen(L, -1));
  for (uint32_t i = 0; i < count; i++) {
    lua_rawgeti(L, -1, i + 1);
    out[i] = list_float(L, -1, name, i + 1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return 1;
}

float *field_float_list(lua_State *L, int table, const char *name, size_t *out_count) {
  table = lua_absindex(L, table);
  *out_count = 0;
  int type = lua_getfield(L, table, name);
  if (type == LUA_TNIL) return NULL;
  const lua_buffer *buffer = class_test(L, -1, &buffer_class);
  if (buffer != NULL && buffer->kind == BUFFER_FLOAT32) {
    class_check_open(L, &buffer->box);
    *out_count = buffer->count;
    return buffer->box.object;
  }
  if (type != LUA_TTABLE)
    luaL_error(L, "field '%s': table or Buffer expected, got %s", name, luaL_typename(L, -1));
  size_t count = lua_rawlen(L, -1);
  float *list = lua_newuserdatauv(L, count * sizeof *list + 1, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, -2, (lua_Integer)i + 1);
    list[i] = list_float(L, -1, name, (lua_Integer)i + 1);
    lua_pop(L, 1);
  }
  lua_remove(L, -2);
  *out_count = count;
  return list;
}

double *field_double_list(lua_State *L, int table, const char *name, size_t *out_count) {
  table = lua_absindex(L, table);
  *out_count = 0;
  int type = lua_getfield(L, table, name);
  if (type == LUA_TNIL) return NULL;
  const lua_buffer *buffer = class_test(L, -1, &buffer_class);
  int from_buffer = buffer != NULL && buffer->kind == BUFFER_FLOAT32;
  if (from_buffer) class_check_open(L, &buffer->box);
  if (!from_buffer && type != LUA_TTABLE)
    luaL_error(L, "field '%s': table or Buffer expected, got %s", name, luaL_typename(L, -1));
  size_t count = from_buffer ? buffer->count : lua_rawlen(L, -1);
  double *list = lua_newuserdatauv(L, count * sizeof *list + 1, 0);
  for (size_t i = 0; i < count; i++) {
    if (from_buffer) {
      list[i] = ((const float *)buffer->box.object)[i];
      continue;
    }
    if (lua_rawgeti(L, -2, (lua_Integer)i + 1) != LUA_TNUMBER)
      luaL_error(L, "field '%s': number expected at place %I, got %s", name, (LUAI_UACINT)(i + 1),
                 luaL_typename(L, -1));
    list[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  lua_remove(L, -2);
  *out_count = count;
  return list;
}

// Slow, for the one message.
static void unknown_field(lua_State *L, ha_text name, const char *const *known, const char *what) {
  const char *best = known[0];
  for (int i = 1; known[i] != NULL; i++)
    if (ha_text_distance(name, ha_text_of(known[i])) < ha_text_distance(name, ha_text_of(best)))
      best = known[i];
  if (ha_text_is_near(name, ha_text_of(best), ha_text_distance(name, ha_text_of(best))))
    luaL_error(L, "%s: unknown field '%s' (did you mean '%s'?)", what, name.bytes, best);
  luaL_error(L, "%s: unknown field '%s'", what, name.bytes);
}

void check_fields(lua_State *L, int table, const char *const *known, const char *what) {
  table = lua_absindex(L, table);
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) continue;
    if (find_choice(L, -1, known) < 0) unknown_field(L, arg_text(L, -1), known, what);
  }
}
