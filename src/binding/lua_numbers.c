// What the readers in Lua ask about decoded numbers, without a loop over them in Lua.
#include "binding/args.h"
#include "binding/module.h"
#include "binding/types.h"

// repair_rotations(buffer) -> how many zero quaternions became the identity
static int repair_rotations(lua_State *L) {
  lua_buffer *buffer = class_check(L, 1, &buffer_class);
  if (buffer->kind != BUFFER_FLOAT32 || buffer->components != 4)
    return luaL_argerror(L, 1, "quaternions expected");
  float *q = buffer->box.object;
  lua_Integer repaired = 0;
  for (size_t i = 0; i < buffer->count; i += 4) {
    if (q[i] != 0 || q[i + 1] != 0 || q[i + 2] != 0 || q[i + 3] != 0) continue;
    q[i + 3] = 1;
    repaired++;
  }
  lua_pushinteger(L, repaired);
  return 1;
}

// find_cut(buffer) -> the first key (from 1) that shares its time with the next, or nil
static int find_cut(lua_State *L) {
  const lua_buffer *buffer = class_check(L, 1, &buffer_class);
  const float *times = buffer->box.object;
  for (size_t i = 0; i + 1 < buffer->count; i++) {
    if (times[i] != times[i + 1]) continue;
    lua_pushinteger(L, (lua_Integer)i + 1);
    return 1;
  }
  return 0;
}

// largest(buffer) -> the largest integer, or nil where there are none
static int largest(lua_State *L) {
  const lua_buffer *buffer = class_check(L, 1, &buffer_class);
  if (buffer->kind != BUFFER_UINT32) return luaL_argerror(L, 1, "integers expected");
  const uint32_t *numbers = buffer->box.object;
  uint32_t most = 0;
  for (size_t i = 0; i < buffer->count; i++) most = numbers[i] > most ? numbers[i] : most;
  if (buffer->count == 0) return 0;
  lua_pushinteger(L, most);
  return 1;
}

const luaL_Reg number_functions[] = {
    {"repair_rotations", repair_rotations}, {"find_cut", find_cut}, {"largest", largest}, {NULL, NULL}};
