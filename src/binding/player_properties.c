// What a Player is at: the properties that scripts read and write.
#include "binding/args.h"
#include "binding/lua_player.h"

const char *const on_end_names[] = {"hold", "release", NULL};
const char *const play_state_names[] = {"stopped", "playing", "paused", NULL};

int64_t to_loops(lua_State *L, int index) {
  if (lua_isnil(L, index)) return 0;
  double number = lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : 0;
  if (number == HUGE_VAL) return 0;
  if (!(number >= 1 && number <= (double)HA_MOST_LOOPS && number == floor(number))) return -1;
  return (int64_t)number;
}

static int player_get_time(lua_State *L) {
  lua_pushnumber(L, ha_player_time(check_player(L, 1)));
  return 1;
}

static int player_set_time(lua_State *L) {
  double time = property_number(L, "time", -HUGE_VAL);
  check_ungrouped(L);
  ha_player_seek(check_player(L, 1), time);
  return 0;
}

static int player_get_phase(lua_State *L) {
  lua_pushnumber(L, ha_player_phase(check_player(L, 1)));
  return 1;
}

static int player_set_phase(lua_State *L) {
  ha_player *player = check_player(L, 1);
  double phase = property_number(L, "phase", 0);
  if (phase > 1) return luaL_error(L, "phase: a number from 0 to 1 expected");
  check_ungrouped(L);
  ha_timeline timeline = ha_player_timeline(player);
  ha_player_seek(player, ha_timeline_time(&timeline, phase));
  return 0;
}

static int player_get_pass(lua_State *L) {
  lua_pushinteger(L, check_player(L, 1)->at.position.pass);
  return 1;
}

static int player_get_duration(lua_State *L) {
  lua_pushnumber(L, ha_player_timeline(check_player(L, 1)).length);
  return 1;
}

static int player_get_weight(lua_State *L) {
  lua_pushnumber(L, ha_player_weight(check_player(L, 1)));
  return 1;
}

static int player_set_weight(lua_State *L) {
  check_player(L, 1)->weight = property_number(L, "weight", 0);
  return 0;
}

static int player_get_rate(lua_State *L) {
  lua_pushnumber(L, check_player(L, 1)->rate);
  return 1;
}

static int player_set_rate(lua_State *L) {
  ha_player_set_rate(check_player(L, 1), property_number(L, "rate", -HUGE_VAL));
  return 0;
}

static int player_get_wrap(lua_State *L) {
  lua_pushstring(L, wrap_names[check_player(L, 1)->wrap]);
  return 1;
}

static int player_set_wrap(lua_State *L) {
  int wrap = property_choice(L, "wrap", wrap_names);
  check_ungrouped(L);
  ha_player_set_wrap(check_player(L, 1), (ha_wrap)wrap);
  return 0;
}

static int player_get_loops(lua_State *L) {
  const ha_player *player = check_player(L, 1);
  if (player->wrap == HA_WRAP_CLAMP)
    lua_pushinteger(L, 1);
  else if (player->loops == 0)
    lua_pushnumber(L, HUGE_VAL);
  else
    lua_pushinteger(L, player->loops);
  return 1;
}

static int player_set_loops(lua_State *L) {
  int64_t loops = to_loops(L, 2);
  if (loops < 0) return luaL_error(L, "loops: a whole number from 1 on, or math.huge, expected");
  check_ungrouped(L);
  ha_player_set_loops(check_player(L, 1), loops);
  return 0;
}

static int player_get_state(lua_State *L) {
  lua_pushstring(L, play_state_names[ha_player_state(check_player(L, 1))]);
  return 1;
}

static int player_get_playing(lua_State *L) {
  lua_pushboolean(L, ha_player_state(check_player(L, 1)) == HA_PLAYING);
  return 1;
}

static int player_get_paused(lua_State *L) {
  lua_pushboolean(L, ha_player_state(check_player(L, 1)) == HA_PAUSED);
  return 1;
}

static int player_get_finished(lua_State *L) {
  lua_pushboolean(L, check_player(L, 1)->finished);
  return 1;
}

static int player_get_muted(lua_State *L) {
  lua_pushboolean(L, check_player(L, 1)->muted);
  return 1;
}

static int player_set_muted(lua_State *L) {
  check_player(L, 1)->muted = property_boolean(L, "muted");
  return 0;
}

static int player_get_threshold(lua_State *L) {
  lua_pushnumber(L, check_player(L, 1)->threshold);
  return 1;
}

static int player_set_threshold(lua_State *L) {
  check_player(L, 1)->threshold = property_number(L, "threshold", 0);
  return 0;
}

static int player_get_event_limit(lua_State *L) {
  lua_pushinteger(L, check_player(L, 1)->event_limit);
  return 1;
}

static int player_set_event_limit(lua_State *L) {
  double limit = property_number(L, "event_limit", 0);
  if (limit > INT32_MAX || limit != floor(limit))
    return luaL_error(L, "event_limit: a whole number expected");
  check_player(L, 1)->event_limit = (uint32_t)limit;
  return 0;
}

static int player_get_fade_in(lua_State *L) {
  lua_pushnumber(L, check_player(L, 1)->fade_in);
  return 1;
}

static int player_set_fade_in(lua_State *L) {
  check_player(L, 1)->fade_in = property_number(L, "fade_in", 0);
  return 0;
}

static int player_get_fade_out(lua_State *L) {
  lua_pushnumber(L, check_player(L, 1)->fade_out);
  return 1;
}

static int player_set_fade_out(lua_State *L) {
  ha_player_set_fade_out(check_player(L, 1), property_number(L, "fade_out", 0));
  return 0;
}

static int player_get_on_end(lua_State *L) {
  lua_pushstring(L, on_end_names[check_player(L, 1)->on_end]);
  return 1;
}

static int player_set_on_end(lua_State *L) {
  check_player(L, 1)->on_end = (ha_on_end)property_choice(L, "on_end", on_end_names);
  return 0;
}

static int player_get_clip(lua_State *L) {
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  return 1;
}

static int player_get_clock(lua_State *L) {
  lua_getiuservalue(L, 1, PLAYER_CLOCK);
  return 1;
}

const ha_property player_properties[] = {
    {"time", player_get_time, player_set_time},
    {"phase", player_get_phase, player_set_phase},
    {"pass", player_get_pass, NULL},
    {"duration", player_get_duration, NULL},
    {"weight", player_get_weight, player_set_weight},
    {"rate", player_get_rate, player_set_rate},
    {"wrap", player_get_wrap, player_set_wrap},
    {"loops", player_get_loops, player_set_loops},
    {"state", player_get_state, NULL},
    {"playing", player_get_playing, NULL},
    {"paused", player_get_paused, NULL},
    {"finished", player_get_finished, NULL},
    {"muted", player_get_muted, player_set_muted},
    {"threshold", player_get_threshold, player_set_threshold},
    {"event_limit", player_get_event_limit, player_set_event_limit},
    {"dropped", player_get_dropped, NULL},
    {"fade_in", player_get_fade_in, player_set_fade_in},
    {"fade_out", player_get_fade_out, player_set_fade_out},
    {"on_end", player_get_on_end, player_set_on_end},
    {"clip", player_get_clip, NULL},
    {"clock", player_get_clock, NULL},
    {NULL, NULL, NULL},
};
