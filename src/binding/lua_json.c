// Reading the fields of decoded JSON objects, for the readers in Lua.
#include "binding/args.h"
#include "binding/module.h"

// ( value -- value ) Whether it is of the kind: n, a whole number from 0, which becomes an integer; s, a
// string; b, a boolean; o, an object (a table that is no list).
static int is_of_kind(lua_State *L, char kind) {
  int type = lua_type(L, -1), is_whole = 0;
  switch (kind) {
    case 'n': {
      lua_Integer number = type == LUA_TNUMBER ? lua_tointegerx(L, -1, &is_whole) : 0;
      if (!is_whole || number < 0) return 0;
      lua_pushinteger(L, number);
      lua_replace(L, -2);
      return 1;
    }
    case 's': return type == LUA_TSTRING;
    case 'b': return type == LUA_TBOOLEAN;
    default: {
      int is_object = type == LUA_TTABLE && lua_rawgeti(L, -1, 1) == LUA_TNIL;
      if (type == LUA_TTABLE) lua_pop(L, 1);
      return is_object;
    }
  }
}

// What field_reader returns: (object, where, kinds, key, ...) -> the value or nil for every key. The function
// in upvalue 1 is called with (value, where, key, kind) for a value of another kind, and raises.
static int read_fields(lua_State *L) {
  int top = lua_gettop(L);
  luaL_checktype(L, 1, LUA_TTABLE);
  size_t kind_count;
  const char *kinds = luaL_checklstring(L, 3, &kind_count);
  if ((int)kind_count != top - 3) return luaL_argerror(L, 3, "one kind for every key expected");
  luaL_checkstack(L, top + 5, "too many keys");
  for (int i = 0; i < top - 3; i++) {
    lua_pushvalue(L, 4 + i);
    if (lua_rawget(L, 1) == LUA_TNIL || is_of_kind(L, kinds[i])) continue;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, -2);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 4 + i);
    lua_pushlstring(L, kinds + i, 1);
    lua_call(L, 4, 0);
    return luaL_error(L, "a field of another kind");
  }
  return top - 3;
}

// field_reader(refuse) -> function: reads several fields of a JSON object in one call
static int field_reader(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushcclosure(L, read_fields, 1);
  return 1;
}

const luaL_Reg json_functions[] = {{"field_reader", field_reader}, {NULL, NULL}};
