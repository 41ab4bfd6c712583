#include "binding/class.h"

#include <string.h>

static const char class_key = 0;    // its address: the class, in each metatable
static const char pending_key = 0;  // its address: bytes not announced yet, in the registry

// "helioanim.Pose" -> "Pose"
static const char *short_name(const ha_class *class) {
  const char *dot = strrchr(class->name, '.');
  return dot == NULL ? class->name : dot + 1;
}

void *class_test(lua_State *L, int index, const ha_class *class) {
  // Faster than a look-up by name, and as safe: no other userdata holds the address of our descriptor there,
  // but for stale memory of a box of ours, and that one is marked as closed.
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof(ha_box)) return NULL;
  ha_box *box = lua_touserdata(L, index);
  return box->type == class ? box : NULL;
}

void class_check_open(lua_State *L, const ha_box *box) {
  for (const ha_box *at = box; at != NULL; at = at->parent)
    if (at->closed) luaL_error(L, "%s is closed", short_name(at->type));
}

void *class_box(lua_State *L, int index, const ha_class *class) {
  void *box = class_test(L, index, class);
  if (box == NULL) luaL_typeerror(L, index, class->name);
  return box;
}

void *class_check(lua_State *L, int index, const ha_class *class) {
  void *box = class_box(L, index, class);
  class_check_open(L, box);
  return box;
}

void *class_new(lua_State *L, const ha_class *class) {
  ha_box *box = lua_newuserdatauv(L, class->box_size, class->user_values);
  memset(box, 0, class->box_size);
  box->abi = HA_LUA_ABI;
  box->type = class;
  luaL_setmetatable(L, class->name);
  return box;
}

void class_anchor(lua_State *L, int parent) {
  ha_box *box = lua_touserdata(L, -1);
  parent = lua_absindex(L, parent);
  box->parent = lua_touserdata(L, parent);
  lua_pushvalue(L, parent);
  lua_setiuservalue(L, -2, CLASS_ANCHOR);
}

void class_announce(lua_State *L, size_t bytes) {
  enum { STEP = 64 * 1024 };  // a step costs little but not nothing, and 0 KiB would mean something else
  lua_rawgetp(L, LUA_REGISTRYINDEX, &pending_key);
  size_t pending = (size_t)lua_tointeger(L, -1) + bytes, kibibytes = pending >= STEP ? pending / 1024 : 0;
  lua_pop(L, 1);
  lua_pushinteger(L, (lua_Integer)(pending - kibibytes * 1024));
  lua_rawsetp(L, LUA_REGISTRYINDEX, &pending_key);
  // A step runs even where the script has stopped the collector: ask first.
  if (kibibytes == 0 || !lua_gc(L, LUA_GCISRUNNING)) return;
  lua_gc(L, LUA_GCSTEP, kibibytes > INT32_MAX / 1024 ? INT32_MAX / 1024 : (int)kibibytes);
}

void class_must(lua_State *L, ha_status status, const char *what) {
  if (status != HA_OK) luaL_error(L, "%s: %s", what, ha_error_text());
}

static int push_failure(lua_State *L, ha_status status, const char *message) {
  lua_pushnil(L);
  lua_pushstring(L, message);
  lua_pushstring(L, ha_status_name(status));
  return 3;
}

int class_failure(lua_State *L, ha_status status) { return push_failure(L, status, ha_error_text()); }

int class_not_found(lua_State *L, const char *message) { return push_failure(L, HA_NOT_FOUND, message); }

// What every object can do. The class is upvalue 1.
static const ha_class *own_class(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

static ha_box *check_self(lua_State *L) { return class_box(L, 1, own_class(L)); }

static int object_gc(lua_State *L) {
  ha_box *box = check_self(L);
  box->closed = 1;
  if (own_class(L)->release != NULL && box->object != NULL) own_class(L)->release(box);
  box->object = NULL;
  return 0;
}

// Marks only: views and players may still reach the memory, which goes with the last holder.
static int object_close(lua_State *L) {
  ha_box *box = check_self(L);
  if (!box->closed && own_class(L)->close != NULL) own_class(L)->close(box);
  box->closed = 1;
  return 0;
}

static int object_tostring(lua_State *L) {
  const ha_box *box = check_self(L);
  if (box->closed)
    lua_pushfstring(L, "%s (closed)", own_class(L)->name);
  else
    lua_pushfstring(L, "%s: %p", own_class(L)->name, box->object);
  return 1;
}

// Two views of one thing are equal.
static int object_eq(lua_State *L) {
  const ha_box *a = class_test(L, 1, own_class(L)), *b = class_test(L, 2, own_class(L));
  lua_pushboolean(L, a != NULL && b != NULL && a->object != NULL && a->object == b->object);
  return 1;
}

// Raises for a property that is none.
static int no_property(lua_State *L, const ha_class *class) {
  size_t length;
  const char *wanted = luaL_tolstring(L, 2, &length), *best = NULL;
  ha_nearest nearest = ha_nearest_to((ha_text){wanted, length});
  if (lua_type(L, 2) != LUA_TSTRING) nearest.distance = 0;  // only names resemble names
  for (const luaL_Reg *m = class->methods; m != NULL && m->name != NULL; m++)
    if (ha_nearest_try(&nearest, ha_text_of(m->name))) best = m->name;
  for (const ha_property *p = class->properties; p != NULL && p->name != NULL; p++)
    if (ha_nearest_try(&nearest, ha_text_of(p->name))) best = p->name;
  if (best != NULL)
    return luaL_error(L, "%s has no '%s' (did you mean '%s'?)", short_name(class), wanted, best);
  return luaL_error(L, "%s has no '%s'", short_name(class), wanted);
}

// Upvalues: class, methods, getters.
static int object_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) return 1;
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(3)) == LUA_TNIL) return no_property(L, own_class(L));
  lua_CFunction get = lua_tocfunction(L, -1);
  class_check(L, 1, own_class(L));
  lua_settop(L, 1);
  return get(L);
}

// Upvalues: class, setters, what can only be read.
static int object_newindex(lua_State *L) {
  const ha_class *class = own_class(L);
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TNIL) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(3)) == LUA_TNIL) return no_property(L, class);
    return luaL_error(L, "%s.%s cannot be written", short_name(class), lua_tostring(L, 2));
  }
  lua_CFunction set = lua_tocfunction(L, -1);
  class_check(L, 1, class);
  lua_pop(L, 1);
  lua_remove(L, 2);
  return set(L);
}

static int next_pair(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  return lua_next(L, 1) ? 2 : 0;
}

// Iterates over a copy of the properties: for looking inside.
static int object_pairs(lua_State *L) {
  const ha_class *class = own_class(L);
  class_check(L, 1, class);
  lua_settop(L, 1);
  lua_pushcfunction(L, next_pair);
  lua_newtable(L);
  for (const ha_property *p = class->properties; p != NULL && p->name != NULL; p++) {
    lua_getfield(L, 1, p->name);
    lua_setfield(L, -2, p->name);
  }
  return 2;
}

// ( metatable -- metatable )
static void set_common(lua_State *L, const ha_class *class) {
  static const luaL_Reg common[] = {{"__gc", object_gc},       {"__close", object_close},
                                    {"__eq", object_eq},       {"__tostring", object_tostring},
                                    {"__pairs", object_pairs}, {NULL, NULL}};
  lua_pushlightuserdata(L, (void *)class);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, -3, &class_key);
  luaL_setfuncs(L, common, 1);
  if (class->metamethods != NULL) luaL_setfuncs(L, class->metamethods, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
}

// ( -- table ) Name -> getter or setter.
static void push_accessors(lua_State *L, const ha_property *properties, int setters) {
  lua_newtable(L);
  for (const ha_property *p = properties; p != NULL && p->name != NULL; p++) {
    lua_CFunction function = setters ? p->set : p->get;
    if (function == NULL) continue;
    lua_pushcfunction(L, function);
    lua_setfield(L, -2, p->name);
  }
}

// ( metatable -- metatable )
static void set_access(lua_State *L, const ha_class *class) {
  lua_pushlightuserdata(L, (void *)class);
  lua_newtable(L);
  if (class->methods != NULL) luaL_setfuncs(L, class->methods, 0);
  lua_pushlightuserdata(L, (void *)class);
  lua_pushcclosure(L, object_close, 1);
  lua_setfield(L, -2, "close");
  push_accessors(L, class->properties, 0);
  lua_pushcclosure(L, object_index, 3);
  lua_setfield(L, -2, "__index");
  lua_pushlightuserdata(L, (void *)class);
  push_accessors(L, class->properties, 1);
  push_accessors(L, class->properties, 0);
  if (class->methods != NULL) luaL_setfuncs(L, class->methods, 0);
  lua_pushcclosure(L, object_newindex, 3);
  lua_setfield(L, -2, "__newindex");
}

void class_register(lua_State *L, const ha_class *class) {
  int top = lua_gettop(L);
  if (luaL_newmetatable(L, class->name)) {
    set_common(L, class);
    set_access(L, class);
  }
  // Objects of two copies of the module would take each other for foreign ones.
  lua_rawgetp(L, -1, &class_key);
  if (lua_touserdata(L, -1) != class) luaL_error(L, "another copy of helioanim.core is loaded in this state");
  lua_settop(L, top);
}
