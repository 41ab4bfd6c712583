// What the files of helioanim.Pose share.
#ifndef HELIOANIM_BINDING_LUA_POSE_H
#define HELIOANIM_BINDING_LUA_POSE_H

#include "binding/args.h"
#include "binding/types.h"

// The pose at `index`, of the same skeleton as the one at 1; both fitted. Raises otherwise.
ha_pose *check_sibling(lua_State *L, int index, ha_pose *pose);

// pose_save.c

int pose_save(lua_State *L);
int pose_restore(lua_State *L);

// pose_blend.c

int pose_blend(lua_State *L);
int pose_blend_many(lua_State *L);
int pose_slerp(lua_State *L);
int pose_layer(lua_State *L);
int pose_layer_many(lua_State *L);
int pose_make_additive(lua_State *L);
int pose_difference(lua_State *L);
int pose_add(lua_State *L);
int pose_mirror(lua_State *L);

#endif
