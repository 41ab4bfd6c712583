// helioanim.Player: plays a clip. player_options.c makes it, player_events.c reads its events and notices.
#include "binding/lua_player.h"

#include <string.h>

#include "binding/args.h"
#include "binding/lua_clip.h"
#include "binding/saved.h"

const char *const on_end_names[] = {"hold", "release", NULL};
const char *const play_state_names[] = {"stopped", "playing", "paused", NULL};

int push_motion(lua_State *L, ha_motion motion) {
  push_floats(L, motion.translation, 3);
  return 3 + push_floats(L, motion.rotation, 4);
}

int64_t to_loops(lua_State *L, int index) {
  if (lua_isnil(L, index)) return 0;
  double number = lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : 0;
  if (number == HUGE_VAL) return 0;
  if (!(number >= 1 && number <= (double)HA_MOST_LOOPS && number == floor(number))) return -1;
  return (int64_t)number;
}

// --- playing ---

// The player at 1, whose clock, if it has one, must be open.
static ha_player *check_clocked(lua_State *L) {
  ha_player *player = check_player(L, 1);
  lua_getiuservalue(L, 1, PLAYER_CLOCK);
  if (player->clock != NULL) class_check_open(L, lua_touserdata(L, -1));
  lua_pop(L, 1);
  return player;
}

static int player_play(lua_State *L) {
  ha_player_play(check_clocked(L));
  return itself(L);
}

static int player_pause(lua_State *L) {
  ha_player_pause(check_player(L, 1));
  return itself(L);
}

static int player_resume(lua_State *L) {
  ha_player_resume(check_clocked(L));
  return itself(L);
}

static int player_stop(lua_State *L) {
  ha_player_stop(check_player(L, 1));
  return itself(L);
}

// The player at 1 must not be a member of an open sync group; a closed one has set it free.
static void check_free(lua_State *L) {
  if (is_in_group(L, 1)) luaL_error(L, "this player is moved by its sync group");
}

static int push_progress(lua_State *L, int contributes, double unspent) {
  lua_pushboolean(L, contributes);
  lua_pushnumber(L, unspent);
  return 2;
}

// advance(dt) -> contributes, unspent
static int player_advance(lua_State *L) {
  ha_player *player = check_player(L, 1);
  double dt = arg_number(L, 2), unspent;
  check_free(L);
  if (player->clock != NULL) return luaL_error(L, "this player follows a clock: update() it");
  int contributes = ha_player_advance(player, dt, &unspent);
  return push_progress(L, contributes, unspent);
}

// update() -> contributes, unspent
static int player_update(lua_State *L) {
  ha_player *player = check_clocked(L);
  double unspent;
  check_free(L);
  if (player->clock == NULL) return luaL_error(L, "this player has no clock: advance(dt) it");
  int contributes = ha_player_update(player, &unspent);
  return push_progress(L, contributes, unspent);
}

static int player_advance_to(lua_State *L) {
  ha_player *player = check_player(L, 1);
  double time = arg_number(L, 2);
  check_free(L);
  ha_player_advance_to(player, time);
  return itself(L);
}

static int player_seek(lua_State *L) {
  ha_player *player = check_player(L, 1);
  double time = arg_number(L, 2);
  check_free(L);
  ha_player_seek(player, time);
  return itself(L);
}

// The root joint in the pose's skeleton, inner, or HA_NO_INDEX.
static uint32_t root_in(const ha_player *player, const ha_pose *pose) {
  const ha_root *root = &player->root;
  uint32_t joint =
      root->joint != HA_NO_INDEX ? root->joint : ha_skeleton_find(pose->skeleton, root->joint_name);
  return joint < pose->skeleton->joint_count ? pose->skeleton->inner_of[joint] : HA_NO_INDEX;
}

// evaluate(pose) -> the pose: rest, then the clip at the player's time, without what moves the actor
static int player_evaluate(lua_State *L) {
  check_player(L, 1);
  ha_pose *pose = check_pose(L, 2);
  lua_settop(L, 2);
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  const ha_clip_binding *binding = prepare_clip(L, 3, 2);
  const ha_player *player = check_player(L, 1);
  ha_pose_reset(pose);
  if (!(player->finished && player->on_end == HA_RELEASE)) {
    ha_sample(&(ha_sample_job){.binding = binding, .time = ha_player_time(player), .pose = pose});
    uint32_t root = player->root.used ? root_in(player, pose) : HA_NO_INDEX;
    if (root != HA_NO_INDEX) ha_root_motion_remove(player, root, pose);
  }
  lua_settop(L, 2);
  return 1;
}

static int player_root_motion(lua_State *L) { return push_motion(L, ha_root_motion(check_player(L, 1))); }

static int player_save(lua_State *L) {
  ha_saved_player saved;
  ha_player_save(check_player(L, 1), &saved);
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  luaL_addlstring(&out, (const char *)&saved, sizeof saved);
  saved_push(&out);
  return 1;
}

// restore(saved) -> the player
static int player_restore(lua_State *L) {
  ha_player *player = check_clocked(L);
  ha_text text = saved_text(L, 2, "no saved player");
  ha_saved_player saved;
  if (text.length != sizeof saved) return luaL_argerror(L, 2, "no saved player");
  memcpy(&saved, text.bytes, sizeof saved);
  is_in_group(L, 1);  // a closed group lets go of it here
  if (ha_player_restore(player, &saved) != HA_OK) return luaL_argerror(L, 2, ha_error_text());
  return itself(L);
}

static void player_release(void *box) {
  // Its group, if there is one, goes with it.
  ha_phase_map_clear(&((lua_player *)box)->player.map);
}

// --- properties ---

static int player_get_time(lua_State *L) {
  lua_pushnumber(L, ha_player_time(check_player(L, 1)));
  return 1;
}

static int player_set_time(lua_State *L) {
  double time = property_number(L, "time", -HUGE_VAL);
  check_free(L);
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
  check_free(L);
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
  check_free(L);
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
  check_free(L);
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

static const luaL_Reg methods[] = {
    {"play", player_play},
    {"pause", player_pause},
    {"resume", player_resume},
    {"stop", player_stop},
    {"advance", player_advance},
    {"update", player_update},
    {"advance_to", player_advance_to},
    {"seek", player_seek},
    {"evaluate", player_evaluate},
    {"events", player_events},
    {"notices", player_notices},
    {"root_motion", player_root_motion},
    {"save", player_save},
    {"restore", player_restore},
    {NULL, NULL},
};
static const ha_property properties[] = {
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

const ha_class player_class = {
    .name = "helioanim.Player",
    .box_size = sizeof(lua_player),
    .user_values = PLAYER_USER_VALUES,
    .methods = methods,
    .properties = properties,
    .release = player_release,
};
