#include "binding/args.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "binding/types.h"

const char *push_typename(lua_State *L, int index) {
  if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) return lua_tostring(L, -1);
  return lua_pushstring(L, luaL_typename(L, index));
}

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
    const char *text = lua_pushfstring(L, "%s %I does not exist (there are %I)", what, (LUAI_UACINT)number,
                                       (LUAI_UACINT)count);
    luaL_argerror(L, index, text);
  }
  return (uint32_t)(number - 1);
}

const char *fraction_fault(lua_State *L) {
  const char *fault = float_fault(L);
  if (fault != NULL) return fault;
  double number = lua_tonumber(L, -1);
  return number >= 0 && number <= 1 ? NULL : "a number from 0 to 1 expected";
}

float arg_fraction(lua_State *L, int index) {
  double number = arg_number(L, index);
  if (number < 0 || number > 1) luaL_argerror(L, index, "a number from 0 to 1 expected");
  return (float)number;
}

float arg_fraction_or(lua_State *L, int index, float fallback) {
  return lua_isnoneornil(L, index) ? fallback : arg_fraction(L, index);
}

static uint32_t to_joint_by_index(lua_State *L, int index, const ha_skeleton *skeleton) {
  int whole;
  lua_Integer number = lua_tointegerx(L, index, &whole);
  if (whole && number >= 1 && number <= (lua_Integer)skeleton->joint_count) return (uint32_t)(number - 1);
  lua_pushfstring(L, "joint %s does not exist (there are %d)", luaL_tolstring(L, index, NULL),
                  (int)skeleton->joint_count);
  return HA_NO_INDEX;
}

uint32_t to_joint(lua_State *L, int index, const ha_skeleton *skeleton) {
  if (lua_type(L, index) == LUA_TNUMBER) return to_joint_by_index(L, index, skeleton);
  if (lua_type(L, index) != LUA_TSTRING) {
    lua_pushfstring(L, "joint index or name expected, got %s", push_typename(L, index));
    return HA_NO_INDEX;
  }
  uint32_t joint = ha_skeleton_find(skeleton, arg_text(L, index));
  if (joint == HA_NO_INDEX) push_no_name(L, "joint", skeleton->names, arg_text(L, index));
  return joint;
}

uint32_t arg_joint(lua_State *L, int index, const ha_skeleton *skeleton) {
  uint32_t joint = to_joint(L, index, skeleton);
  if (joint == HA_NO_INDEX) luaL_argerror(L, index, lua_tostring(L, -1));
  return joint;
}

// ( -- text ) 'clamp', 'loop' or 'pingpong'
static const char *push_choices(lua_State *L, const char *const *choices) {
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int i = 0; choices[i] != NULL; i++) {
    if (i > 0) luaL_addstring(&buffer, choices[i + 1] == NULL ? " or " : ", ");
    luaL_addchar(&buffer, '\'');
    luaL_addstring(&buffer, choices[i]);
    luaL_addchar(&buffer, '\'');
  }
  luaL_pushresult(&buffer);
  return lua_tostring(L, -1);
}

// ( -- text ) The value at `index` as a message shows it.
static const char *push_shown(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) return push_typename(L, index);
  return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
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
  const char *got = push_shown(L, index), *right = push_choices(L, choices);
  return luaL_argerror(L, index, lua_pushfstring(L, "%s expected, got %s", right, got));
}

double property_number(lua_State *L, const char *name, double least) {
  if (lua_type(L, 2) != LUA_TNUMBER) luaL_error(L, "%s: number expected, got %s", name, push_typename(L, 2));
  double number = lua_tonumber(L, 2);
  if (!isfinite(number)) luaL_error(L, "%s: number must be finite", name);
  if (number < least) luaL_error(L, "%s: at least %f expected", name, least);
  return number;
}

int property_boolean(lua_State *L, const char *name) {
  if (!lua_isboolean(L, 2)) luaL_error(L, "%s: boolean expected, got %s", name, push_typename(L, 2));
  return lua_toboolean(L, 2);
}

int property_choice(lua_State *L, const char *name, const char *const *choices) {
  int choice = find_choice(L, 2, choices);
  if (choice >= 0) return choice;
  const char *got = push_shown(L, 2), *right = push_choices(L, choices);
  return luaL_error(L, "%s: %s expected, got %s", name, right, got);
}

const char *float_fault(lua_State *L) {
  if (lua_type(L, -1) != LUA_TNUMBER)
    return lua_pushfstring(L, "number expected, got %s", push_typename(L, -1));
  double number = lua_tonumber(L, -1);
  if (!isfinite(number)) return "number must be finite";
  return fabs(number) > FLT_MAX ? "number is too large" : NULL;
}

// Floats out of the table at `table`. Returns NULL, or which is wrong and why.
static const char *read_floats(lua_State *L, int table, size_t count, float *out) {
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, table, (lua_Integer)i + 1);
    const char *fault = float_fault(L);
    if (fault != NULL) return lua_pushfstring(L, "[%I]: %s", (LUAI_UACINT)i + 1, fault);
    out[i] = (float)lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  return NULL;
}

// The floats of a Buffer, or NULL for other values.
static const float *test_buffer(lua_State *L, int index, size_t *out_count) {
  const lua_buffer *buffer = class_test(L, index, &buffer_class);
  if (buffer == NULL || buffer->kind != BUFFER_FLOAT32) return NULL;
  class_check_open(L, &buffer->box);
  *out_count = buffer->count;
  return buffer->box.object;
}

int arg_floats(lua_State *L, int index, uint32_t count, float *out) {
  size_t found = 0;
  const float *floats = test_buffer(L, index, &found);
  if (floats == NULL && !lua_istable(L, index)) {
    for (uint32_t i = 0; i < count; i++) out[i] = arg_float(L, index + (int)i);
    return index + (int)count;
  }
  if (floats == NULL) found = lua_rawlen(L, index);
  if (found != count)
    luaL_argerror(L, index,
                  lua_pushfstring(L, "%d numbers expected, got %I", (int)count, (LUAI_UACINT)found));
  const char *fault = NULL;
  if (floats != NULL)
    memcpy(out, floats, count * sizeof(float));
  else
    fault = read_floats(L, index, count, out);
  if (fault != NULL) luaL_argerror(L, index, fault);
  return index + 1;
}

ha_text arg_text(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) luaL_typeerror(L, index, "string");
  ha_text text;
  text.bytes = lua_tolstring(L, index, &text.length);
  return text;
}

// --- option tables ---

// ( -- text ) "joint 3"
static const char *push_title(lua_State *L, const ha_fields *at) {
  if (at->number == 0) return lua_pushstring(L, at->kind);
  return lua_pushfstring(L, "%s %I", at->kind, (LUAI_UACINT)at->number);
}

int fields_error(lua_State *L, const ha_fields *at, const char *name, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  return luaL_error(L, "%s: field '%s': %s", push_title(L, at), name, text);
}

// Slow, for the one message.
static int unknown_field(lua_State *L, const ha_fields *at, ha_text name, const char *const *known) {
  ha_nearest nearest = ha_nearest_to(name);
  const char *best = NULL;
  for (int i = 0; known[i] != NULL; i++)
    if (ha_nearest_try(&nearest, ha_text_of(known[i]))) best = known[i];
  const char *title = push_title(L, at);
  if (best == NULL) return luaL_error(L, "%s: unknown field '%s'", title, name.bytes);
  return luaL_error(L, "%s: unknown field '%s' (did you mean '%s'?)", title, name.bytes, best);
}

void fields_default(lua_State *L, int index) {
  lua_settop(L, index);
  if (!lua_isnil(L, index)) {
    luaL_checktype(L, index, LUA_TTABLE);
    return;
  }
  lua_newtable(L);
  lua_replace(L, index);
}

void fields_check(lua_State *L, const ha_fields *at, const char *const *known) {
  if (!lua_istable(L, at->index))
    luaL_error(L, "%s: table expected, got %s", push_title(L, at), push_typename(L, at->index));
  lua_pushnil(L);
  while (lua_next(L, at->index) != 0) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING && find_choice(L, -1, known) < 0)
      unknown_field(L, at, arg_text(L, -1), known);
  }
}

// ( -- value ) Raises unless it has the type or is nil. Returns whether it is there.
static int get_field(lua_State *L, const ha_fields *at, const char *name, int type) {
  int got = lua_getfield(L, at->index, name);
  if (got == LUA_TNIL) return 0;
  if (got != type)
    fields_error(L, at, name, "%s expected, got %s", lua_typename(L, type), push_typename(L, -1));
  return 1;
}

ha_text field_text(lua_State *L, const ha_fields *at, const char *name) {
  return get_field(L, at, name, LUA_TSTRING) ? arg_text(L, -1) : ha_text_of(NULL);
}

int field_boolean(lua_State *L, const ha_fields *at, const char *name, int fallback) {
  int value = get_field(L, at, name, LUA_TBOOLEAN) ? lua_toboolean(L, -1) : fallback;
  lua_pop(L, 1);
  return value;
}

double field_number(lua_State *L, const ha_fields *at, const char *name, double fallback) {
  double number = fallback;
  if (get_field(L, at, name, LUA_TNUMBER)) {
    number = lua_tonumber(L, -1);
    if (!isfinite(number)) fields_error(L, at, name, "number must be finite");
  }
  lua_pop(L, 1);
  return number;
}

uint32_t field_count(lua_State *L, const ha_fields *at, const char *name, uint32_t least, uint32_t most,
                     uint32_t fallback) {
  uint32_t count = fallback;
  if (get_field(L, at, name, LUA_TNUMBER)) {
    int whole;
    lua_Integer number = lua_tointegerx(L, -1, &whole);
    if (!whole || number < (lua_Integer)least || number > (lua_Integer)most)
      fields_error(L, at, name, "a whole number from %I to %I expected, got %s", (LUAI_UACINT)least,
                   (LUAI_UACINT)most, luaL_tolstring(L, -1, NULL));
    count = (uint32_t)number;
  }
  lua_pop(L, 1);
  return count;
}

int field_choice(lua_State *L, const ha_fields *at, const char *name, const char *const *choices,
                 int fallback) {
  int choice = fallback;
  if (lua_getfield(L, at->index, name) != LUA_TNIL || fallback < 0) {
    choice = find_choice(L, -1, choices);
    if (choice < 0) {
      const char *got = push_shown(L, -1), *right = push_choices(L, choices);
      fields_error(L, at, name, "%s expected, got %s", right, got);
    }
  }
  lua_pop(L, 1);
  return choice;
}

uint32_t field_joint(lua_State *L, const ha_fields *at, const char *name, const ha_skeleton *skeleton) {
  lua_getfield(L, at->index, name);
  uint32_t joint = to_joint(L, -1, skeleton);
  if (joint == HA_NO_INDEX) fields_error(L, at, name, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
  return joint;
}

void *field_object_or_nil(lua_State *L, const ha_fields *at, const char *name, const ha_class *class) {
  if (lua_getfield(L, at->index, name) == LUA_TNIL) return NULL;
  const ha_box *box = class_test(L, -1, class);
  if (box == NULL) fields_error(L, at, name, "%s expected, got %s", class->name, push_typename(L, -1));
  class_check_open(L, box);
  return box->object;
}

void *field_object(lua_State *L, const ha_fields *at, const char *name, const ha_class *class) {
  void *object = field_object_or_nil(L, at, name, class);
  if (object == NULL) fields_error(L, at, name, "%s expected, got nil", class->name);
  return object;
}

// ( -- value ) The floats of a Buffer, or NULL for a table or nil; and their number.
static const float *get_list(lua_State *L, const ha_fields *at, const char *name, size_t *out_count) {
  *out_count = 0;
  int type = lua_getfield(L, at->index, name);
  if (type == LUA_TNIL) return NULL;
  if (type == LUA_TTABLE) {
    *out_count = lua_rawlen(L, -1);
    return NULL;
  }
  const float *floats = test_buffer(L, -1, out_count);
  if (floats == NULL)
    fields_error(L, at, name, "table or Buffer of float32 expected, got %s", push_typename(L, -1));
  return floats;
}

int field_floats(lua_State *L, const ha_fields *at, const char *name, uint32_t count, float *out) {
  size_t found;
  const float *floats = get_list(L, at, name, &found);
  int there = !lua_isnil(L, -1);
  if (there && found != count)
    fields_error(L, at, name, "%d numbers expected, got %I", (int)count, (LUAI_UACINT)found);
  const char *fault = NULL;
  if (floats != NULL)
    memcpy(out, floats, count * sizeof(float));
  else if (there)
    fault = read_floats(L, lua_gettop(L), count, out);
  if (fault != NULL) fields_error(L, at, name, "%s", fault);
  lua_pop(L, 1);
  return there;
}

// ( list -- list memory ) Room for the numbers of a list; never NULL, even for none.
static void *new_memory(lua_State *L, size_t count, size_t size) {
  if (count >= SIZE_MAX / 16) luaL_error(L, "too many numbers");
  return lua_newuserdatauv(L, (count + 1) * size, 0);
}

const float *field_float_list(lua_State *L, const ha_fields *at, const char *name, size_t *out_count) {
  const float *floats = get_list(L, at, name, out_count);
  if (floats != NULL || lua_isnil(L, -1)) return floats;
  float *memory = new_memory(L, *out_count, sizeof(float));
  const char *fault = read_floats(L, lua_gettop(L) - 1, *out_count, memory);
  if (fault != NULL) fields_error(L, at, name, "%s", fault);
  lua_remove(L, -2);
  return memory;
}

const double *field_double_list(lua_State *L, const ha_fields *at, const char *name, size_t *out_count) {
  const float *floats = get_list(L, at, name, out_count);
  if (lua_isnil(L, -1)) return NULL;
  double *memory = new_memory(L, *out_count, sizeof(double));
  for (size_t i = 0; i < *out_count; i++) {
    if (floats != NULL) {
      memory[i] = floats[i];
      continue;
    }
    if (lua_rawgeti(L, -2, (lua_Integer)i + 1) != LUA_TNUMBER)
      fields_error(L, at, name, "[%I]: number expected, got %s", (LUAI_UACINT)i + 1, push_typename(L, -1));
    memory[i] = lua_tonumber(L, -1);  // the track checks what is finite, and names the key
    lua_pop(L, 1);
  }
  lua_remove(L, -2);
  return memory;
}

// --- results ---

int push_floats(lua_State *L, const float *values, uint32_t count) {
  luaL_checkstack(L, (int)count, "too many numbers");
  for (uint32_t i = 0; i < count; i++) lua_pushnumber(L, values[i]);
  return (int)count;
}
