// helioanim.Player: plays a clip. player_options.c makes it, player_properties.c tells and sets what it is
// at, player_events.c reads its events and notices.
#include "binding/lua_player.h"

#include <string.h>

#include "binding/args.h"
#include "binding/lua_clip.h"
#include "binding/saved.h"

int push_motion(lua_State *L, ha_motion motion) {
  push_floats(L, motion.translation, 3);
  return 3 + push_floats(L, motion.rotation, 4);
}

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

void check_ungrouped(lua_State *L) {
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
  check_ungrouped(L);
  if (player->clock != NULL) return luaL_error(L, "this player follows a clock: update() it");
  int contributes = ha_player_advance(player, dt, &unspent);
  return push_progress(L, contributes, unspent);
}

// update() -> contributes, unspent
static int player_update(lua_State *L) {
  ha_player *player = check_clocked(L);
  double unspent;
  check_ungrouped(L);
  if (player->clock == NULL) return luaL_error(L, "this player has no clock: advance(dt) it");
  int contributes = ha_player_update(player, &unspent);
  return push_progress(L, contributes, unspent);
}

static int player_advance_to(lua_State *L) {
  ha_player *player = check_player(L, 1);
  double time = arg_number(L, 2);
  check_ungrouped(L);
  ha_player_advance_to(player, time);
  return itself(L);
}

static int player_seek(lua_State *L) {
  ha_player *player = check_player(L, 1);
  double time = arg_number(L, 2);
  check_ungrouped(L);
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
const ha_class player_class = {
    .name = "helioanim.Player",
    .box_size = sizeof(lua_player),
    .user_values = PLAYER_USER_VALUES,
    .methods = methods,
    .properties = player_properties,
    .release = player_release,
};
