// For C hosts that embed Lua: the C objects behind helioanim's userdata. Header-only, since Lua loads modules
// with local symbols: a host links its own copy of the core (or none, to look only) and checks by name and
// layout.
//
//   ha_pose *pose = ha_lua_to_pose(L, 1);   // NULL: not a pose, closed, or a module of another layout
//
// The objects belong to Lua: a pointer is good as long as its userdata is reachable.
#ifndef HELIOANIM_LUA_H
#define HELIOANIM_LUA_H

#ifdef __cplusplus
#include <lua.hpp>
#else
#include <lauxlib.h>
#include <lua.h>
#endif
#include <stdint.h>

#include "helioanim.h"

// Grows whenever ha_box or one of the structs behind it changes its layout.
enum { HA_LUA_ABI = 1 };

// The head of every helioanim userdata.
typedef struct ha_box {
  uint32_t abi;
  uint32_t closed;
  const void *type;             // the module's own class descriptor
  void *object;                 // ha_pose *, ha_skeleton *, ...; float * of matrices
  const struct ha_box *parent;  // what the object cannot live without; kept alive by a user value
} ha_box;

// Matrices: 16 floats each, column-major, 32-byte aligned.
typedef struct ha_matrices_box {
  ha_box box;
  uint32_t count;
} ha_matrices_box;

// The box of a userdata of type `name`, such as "helioanim.Pose". NULL for anything else, and where the
// object, or something that it hangs on, is closed.
static inline const ha_box *ha_lua_to_box(lua_State *L, int index, const char *name) {
  const ha_box *box = (const ha_box *)luaL_testudata(L, index, name);
  if (box == NULL || lua_rawlen(L, index) < sizeof(ha_box) || box->abi != HA_LUA_ABI) return NULL;
  for (const ha_box *at = box; at != NULL; at = at->parent)
    if (at->closed) return NULL;
  return box;
}

static inline void *ha_lua_to(lua_State *L, int index, const char *name) {
  const ha_box *box = ha_lua_to_box(L, index, name);
  return box == NULL ? NULL : box->object;
}

static inline ha_pose *ha_lua_to_pose(lua_State *L, int index) {
  return (ha_pose *)ha_lua_to(L, index, "helioanim.Pose");
}
static inline ha_skeleton *ha_lua_to_skeleton(lua_State *L, int index) {
  return (ha_skeleton *)ha_lua_to(L, index, "helioanim.Skeleton");
}
static inline ha_clip *ha_lua_to_clip(lua_State *L, int index) {
  return (ha_clip *)ha_lua_to(L, index, "helioanim.Clip");
}
static inline ha_track *ha_lua_to_track(lua_State *L, int index) {
  return (ha_track *)ha_lua_to(L, index, "helioanim.Track");
}
static inline ha_skin *ha_lua_to_skin(lua_State *L, int index) {
  return (ha_skin *)ha_lua_to(L, index, "helioanim.Skin");
}
// How many there are goes to *out_count, unless that is NULL.
static inline float *ha_lua_to_matrices(lua_State *L, int index, uint32_t *out_count) {
  const ha_matrices_box *box = (const ha_matrices_box *)ha_lua_to_box(L, index, "helioanim.Matrices");
  if (box == NULL) return NULL;
  if (out_count != NULL) *out_count = box->count;
  return (float *)box->box.object;
}

#endif
