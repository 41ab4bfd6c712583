// Events and notices of players.
#ifndef HELIOANIM_BINDING_PLAYER_EVENTS_H
#define HELIOANIM_BINDING_PLAYER_EVENTS_H

#include "binding/lua_player.h"

int player_events(lua_State *L);
int player_notices(lua_State *L);
int player_get_dropped(lua_State *L);

#endif
