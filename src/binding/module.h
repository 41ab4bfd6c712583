// What module.c gathers: constructors and free functions of the other files.
#ifndef HELIOANIM_BINDING_MODULE_H
#define HELIOANIM_BINDING_MODULE_H

#include <lauxlib.h>

int lua_skeleton_create(lua_State *L);
int lua_track_create(lua_State *L);
int lua_clip_create(lua_State *L);
int lua_skin_create(lua_State *L);
int lua_clock_create(lua_State *L);
int lua_sync_group_create(lua_State *L);
int lua_matrices_create(lua_State *L);
int lua_buffer_create(lua_State *L);
int lua_deformer_create(lua_State *L);
int lua_two_bone_create(lua_State *L);
int lua_look_at_create(lua_State *L);
int lua_chain_create(lua_State *L);
int lua_socket_create(lua_State *L);
int lua_mapping_create(lua_State *L);
int lua_mirror_create(lua_State *L);
int skeleton_mask(lua_State *L);  // a method of helioanim.Skeleton

extern const luaL_Reg math_functions[], decode_functions[], json_functions[], number_functions[],
    file_functions[], clip_functions[];

#endif
