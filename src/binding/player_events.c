// helioanim.Player: reading events and notices. Nothing is queued: events are computed from the last move.
//
// A cursor is the state of one loop over the events. A player keeps one and lends it to the loop, which gives
// it back when it ends, by whatever way: it is the loop's closing value. A loop inside another over the same
// player gets a cursor of its own, which the first one keeps for the next time.
#include "binding/args.h"
#include "binding/lua_clip.h"
#include "binding/lua_player.h"

typedef struct lua_cursor {
  ha_box box;
  ha_event_walk walk;
  uint32_t revision;  // of the clip's events when the loop began
  int is_lent;
} lua_cursor;

enum { CURSOR_NEXT = CLASS_ANCHOR + 1 };  // user value: the cursor of a loop inside

static int cursor_close(lua_State *L) {
  lua_cursor *cursor = class_test(L, 1, &event_cursor_class);
  if (cursor != NULL) cursor->is_lent = 0;
  return 0;
}

static const luaL_Reg cursor_metamethods[] = {{"__close", cursor_close}, {NULL, NULL}};

const ha_class event_cursor_class = {
    .name = "helioanim.EventCursor",
    .box_size = sizeof(lua_cursor),
    .user_values = CURSOR_NEXT,
    .metamethods = cursor_metamethods,
};

// next_event(cursor) -> name, time, weight, lateness, payload
static int next_event(lua_State *L) {
  lua_cursor *cursor = class_check(L, 1, &event_cursor_class);
  ha_event_hit hit;
  const ha_events *events = &cursor->walk.player->clip->events;
  if (!cursor->is_lent) return 0;
  if (events->revision != cursor->revision)
    return luaL_error(L, "the events of clip '%s' changed while they were read",
                      cursor->walk.player->clip->name);
  if (!ha_event_walk_next(&cursor->walk, &hit)) {
    cursor->is_lent = 0;
    return 0;
  }
  const ha_event event = *hit.event;
  lua_settop(L, 1);
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  lua_getiuservalue(L, 2, CLASS_ANCHOR);  // 3: the clip
  push_event_name(L, 3, &event);
  lua_pushnumber(L, event.time);
  lua_pushnumber(L, cursor->walk.move.weight);
  lua_pushnumber(L, hit.lateness);
  push_event_payload(L, 3, &event);
  return 5;
}

// ( -- cursor )
static lua_cursor *push_new_cursor(lua_State *L, int player) {
  lua_cursor *cursor = class_new(L, &event_cursor_class);
  class_anchor(L, player);
  cursor->box.object = cursor;
  return cursor;
}

// ( -- cursor ) One that no other loop has.
static lua_cursor *push_cursor(lua_State *L, int player) {
  enum { MOST_KEPT = 8 };  // a loop in a coroutine that never ends does not give its cursor back
  lua_pushvalue(L, player);
  for (int i = 0, slot = PLAYER_CURSOR; i < MOST_KEPT; i++, slot = CURSOR_NEXT) {
    if (lua_getiuservalue(L, -1, slot) == LUA_TNIL) {
      lua_pop(L, 1);
      push_new_cursor(L, player);
      lua_pushvalue(L, -1);
      lua_setiuservalue(L, -3, slot);
    }
    lua_remove(L, -2);
    lua_cursor *cursor = lua_touserdata(L, -1);
    if (!cursor->is_lent) return cursor;
  }
  lua_pop(L, 1);
  return push_new_cursor(L, player);
}

// for name, time, weight, lateness, payload in player:events() do
int player_events(lua_State *L) {
  check_player(L, 1);
  lua_settop(L, 1);
  lua_cursor *cursor = push_cursor(L, 1);  // 2
  const ha_player *player = check_player(L, 1);
  ha_event_walk_start(player, &cursor->walk);
  cursor->revision = player->clip->events.revision;
  cursor->is_lent = 1;
  lua_pushcfunction(L, next_event);
  lua_pushvalue(L, 2);
  lua_pushnil(L);
  lua_pushvalue(L, 2);
  return 4;
}

enum { LOOP, FINISHED };
const char *const notice_names[] = {[LOOP] = "loop", [FINISHED] = "finished", NULL};

// next_notice(player) -> 'loop' or 'finished'
static int next_notice(lua_State *L) {
  ha_player *player = check_player(L, 1);
  if (player->loop_notices > 0) {
    player->loop_notices--;
    lua_pushstring(L, notice_names[LOOP]);
    return 1;
  }
  if (player->finish_notices == 0) return 0;
  player->finish_notices--;
  lua_pushstring(L, notice_names[FINISHED]);
  return 1;
}

// for kind in player:notices() do: each told once
int player_notices(lua_State *L) {
  check_player(L, 1);
  lua_pushcfunction(L, next_notice);
  lua_pushvalue(L, 1);
  return 2;
}

int player_get_dropped(lua_State *L) {
  const ha_player *player = check_player(L, 1);
  double beyond = player->last_move.is_silenced ? 0 : ha_event_count(player) - player->event_limit;
  if (beyond < (double)INT64_MAX)
    lua_pushinteger(L, beyond > 0 ? (lua_Integer)beyond : 0);
  else
    lua_pushnumber(L, beyond);
  return 1;
}
