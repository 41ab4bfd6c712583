// Free functions: time, interpolation, transforms, names.
#include <string.h>

#include "base/checksum.h"
#include "binding/args.h"
#include "binding/module.h"
#include "binding/types.h"

const char *const wrap_names[] = {"clamp", "loop", "pingpong", NULL};

// wrap_time(t, duration, mode)
static int math_wrap_time(lua_State *L) {
  double time = arg_number(L, 1), duration = arg_number(L, 2);
  lua_pushnumber(L, ha_wrap_time(time, duration, (ha_wrap)arg_choice(L, 3, wrap_names, -1)));
  return 1;
}

// slerp(ax, ay, az, aw, bx, by, bz, bw, t): the ends are normalised first
static int math_slerp(lua_State *L) {
  float a[4], b[4], out[4];
  for (int i = 0; i < 4; i++) {
    a[i] = arg_float(L, 1 + i);
    b[i] = arg_float(L, 5 + i);
  }
  float t = arg_fraction(L, 9);
  ha_quat_normalize(a, a);
  ha_quat_normalize(b, b);
  ha_quat_slerp(a, b, t, out);
  return push_floats(L, out, 4);
}

// hermite(a, a_out, b, b_in, u, length)
static int math_hermite(lua_State *L) {
  float n[6], out;
  for (int i = 0; i < 6; i++) n[i] = arg_float(L, 1 + i);
  ha_hermite_mix(ha_hermite_weights(n[4], n[5]), &n[0], &n[1], &n[2], &n[3], 1, &out);
  lua_pushnumber(L, out);
  return 1;
}

// compose(10 numbers) -> 16 numbers
static int math_compose(lua_State *L) {
  ha_transform transform;
  float matrix[16];
  arg_floats(L, 1, 10, transform.translation);
  ha_quat_normalize(transform.rotation, transform.rotation);
  ha_transform_to_matrix(&transform, matrix);
  return push_floats(L, matrix, 16);
}

// decompose(16 numbers) -> 10 numbers, error
static int math_decompose(lua_State *L) {
  ha_transform transform;
  float matrix[16];
  arg_floats(L, 1, 16, matrix);
  float error = ha_transform_from_matrix(matrix, &transform);
  push_floats(L, transform.translation, 10);
  lua_pushnumber(L, error);
  return 11;
}

// nearest(name, list) -> the most similar string of the list, or nil
static int math_nearest(lua_State *L) {
  ha_text wanted = arg_text(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_pushnil(L);  // 3: the best
  ha_nearest nearest = ha_nearest_to(wanted);
  lua_Integer count = (lua_Integer)lua_rawlen(L, 2);
  for (lua_Integer i = 1; i <= count; i++) {
    if (lua_rawgeti(L, 2, i) == LUA_TSTRING && ha_nearest_try(&nearest, arg_text(L, -1))) lua_copy(L, -1, 3);
    lua_pop(L, 1);
  }
  return 1;
}

// checksum(text) -> integer
static int math_checksum(lua_State *L) {
  ha_text text = arg_text(L, 1);
  lua_pushinteger(L, ha_checksum(text.bytes, text.length));
  return 1;
}

const luaL_Reg math_functions[] = {
    {"wrap_time", math_wrap_time}, {"slerp", math_slerp},
    {"hermite", math_hermite},     {"compose", math_compose},
    {"decompose", math_decompose}, {"nearest", math_nearest},
    {"checksum", math_checksum},   {NULL, NULL},
};
