// Boxes of what plays: clocks, players, sync groups.
#ifndef HELIOANIM_BINDING_LUA_PLAYER_H
#define HELIOANIM_BINDING_LUA_PLAYER_H

#include <math.h>

#include "binding/types.h"

typedef struct lua_clock {
  ha_box box;
  ha_clock clock;
} lua_clock;

// User values beside CLASS_ANCHOR, which is the clip.
enum { PLAYER_CLOCK = 2, PLAYER_ROOT_NAME, PLAYER_CURSOR, PLAYER_GROUP, PLAYER_USER_VALUES = PLAYER_GROUP };

typedef struct lua_player {
  ha_box box;
  ha_player player;
} lua_player;

static inline ha_player *check_player(lua_State *L, int index) {
  return ((ha_box *)class_check(L, index, &player_class))->object;
}

// ( -- 7 numbers )
int push_motion(lua_State *L, ha_motion motion);

// The player at 1 must not be a member of an open sync group; a closed one has set it free.
void check_ungrouped(lua_State *L);

static inline ha_sync_group *check_sync_group(lua_State *L, int index) {
  return ((ha_box *)class_check(L, index, &sync_group_class))->object;
}

// Whether the player at `index` is a member of an open sync group. lua_sync_group.c
int is_in_group(lua_State *L, int index);

// player_properties.c

extern const ha_property player_properties[];
// A number of loops: a whole number from 1 on, 0 for math.huge or nil (without end), -1 for anything else.
int64_t to_loops(lua_State *L, int index);

// player_events.c

int player_events(lua_State *L);
int player_notices(lua_State *L);
int player_get_dropped(lua_State *L);

// sync_group_save.c

int sync_group_save(lua_State *L);
int sync_group_restore(lua_State *L);

#endif
