// helioanim.SyncGroup: players kept in step. User value 2: its players, in order of members; each of them
// keeps the group too, so that they go together. sync_group_save.c saves it.
#include <math.h>
#include <stddef.h>

#include "binding/args.h"
#include "binding/lua_player.h"

enum { MEMBERS = 2 };

const char *const sync_names[] = {"phase", "markers", NULL};

int is_in_group(lua_State *L, int index) {
  ha_player *player = check_player(L, index);
  if (!player->in_group) return 0;
  lua_getiuservalue(L, index, PLAYER_GROUP);
  const ha_box *group = lua_touserdata(L, -1);
  lua_pop(L, 1);
  if (group != NULL && !group->closed) return 1;
  player->in_group = 0;
  player->outer_weight = 1;
  return 0;
}

// The group at 1 with all its members open, and what was edited in their clips taken up.
static ha_sync_group *ready_group(lua_State *L) {
  ha_sync_group *group = check_sync_group(L, 1);
  for (uint32_t i = 0; i < group->count; i++) {
    const void *box = (const char *)group->members[i].player - offsetof(lua_player, player);
    class_check_open(L, box);
  }
  class_must(L, ha_sync_group_refresh(group), "sync_group");
  return group;
}

static void add_member(lua_State *L, int self, int index, double weight);

// ha.sync_group { mode = 'phase', rate = 1, player, ... }
int lua_sync_group_create(lua_State *L) {
  static const char *const fields[] = {"mode", "rate", NULL};
  fields_default(L, 1);
  ha_fields at = {1, "sync_group", 0};
  fields_check(L, &at, fields);
  ha_sync mode = (ha_sync)field_choice(L, &at, "mode", sync_names, HA_SYNC_PHASE);
  double rate = field_number(L, &at, "rate", 1);
  ha_box *box = class_new(L, &sync_group_class);
  lua_newtable(L);
  lua_setiuservalue(L, -2, MEMBERS);
  ha_sync_group *group;
  class_must(L, ha_sync_group_create(mode, NULL, &group), "sync_group");
  group->rate = rate;
  box->object = group;
  lua_Integer count = (lua_Integer)lua_rawlen(L, 1);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, 1, i);
    if (class_test(L, -1, &player_class) == NULL)
      return luaL_error(L, "sync_group: helioanim.Player expected at place %I, got %s", (LUAI_UACINT)i,
                        luaL_typename(L, -1));
    add_member(L, 2, 3, 1);
    lua_settop(L, 2);
  }
  return 1;
}

// Sets the members free at once.
static void group_close(void *box) { ha_sync_group_remove_all(((ha_box *)box)->object); }

static void group_release(void *box) {
  // The players go with the group: they must not be looked at any more.
  ha_sync_group *group = ((ha_box *)box)->object;
  group->count = 0;
  ha_sync_group_destroy(group);
}

static double arg_weight(lua_State *L, int index) {
  double weight = arg_number_or(L, index, 1);
  if (weight < 0) luaL_argerror(L, index, "a weight from 0 on expected");
  return weight;
}

// The player at 2, closed or not, as a member.
static uint32_t arg_member(lua_State *L, const ha_sync_group *group) {
  const ha_player *player = ((ha_box *)class_box(L, 2, &player_class))->object;
  for (uint32_t i = 0; i < group->count; i++)
    if (group->members[i].player == player) return i;
  luaL_argerror(L, 2, "the player is no member of this group");
  return 0;
}

// The player at `index` into the group at `self`; both then keep each other.
static void add_member(lua_State *L, int self, int index, double weight) {
  ha_sync_group *group = check_sync_group(L, self);
  ha_player *player = check_player(L, index);
  if (is_in_group(L, index)) luaL_error(L, "the player is in a group already");
  if (player->clock != NULL) luaL_error(L, "the player follows a clock");
  if (player->wrap != HA_WRAP_LOOP || player->loops != 0)
    luaL_error(L, "only players that loop without end can be in a group");
  lua_getiuservalue(L, self, MEMBERS);
  lua_pushvalue(L, index);
  lua_rawseti(L, -2, (lua_Integer)group->count + 1);
  lua_pushvalue(L, self);
  lua_setiuservalue(L, index, PLAYER_GROUP);
  class_must(L, ha_sync_group_add(group, player, weight), "sync_group");
  lua_pop(L, 1);
}

// add(player [, weight]) -> the group
static int group_add(lua_State *L) {
  check_sync_group(L, 1);
  check_player(L, 2);
  double weight = arg_weight(L, 3);
  add_member(L, 1, 2, weight);
  return itself(L);
}

// remove(player) -> the group
static int group_remove(lua_State *L) {
  ha_sync_group *group = check_sync_group(L, 1);
  uint32_t index = arg_member(L, group);
  ha_sync_group_remove(group, index);
  lua_getiuservalue(L, 1, MEMBERS);
  for (uint32_t i = index; i <= group->count; i++) {  // the last one becomes nil
    lua_rawgeti(L, -1, (lua_Integer)i + 2);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_pushnil(L);
  lua_setiuservalue(L, 2, PLAYER_GROUP);
  return itself(L);
}

// set_weight(player, weight) -> the group
static int group_set_weight(lua_State *L) {
  ha_sync_group *group = check_sync_group(L, 1);
  check_player(L, 2);
  uint32_t index = arg_member(L, group);
  luaL_checktype(L, 3, LUA_TNUMBER);
  ha_sync_group_set_weight(group, index, arg_weight(L, 3));
  return itself(L);
}

static int group_advance(lua_State *L) {
  double dt = arg_number(L, 2);
  ha_sync_group_advance(ready_group(L), dt);
  return itself(L);
}

static int group_root_motion(lua_State *L) {
  return push_motion(L, ha_sync_group_root_motion(ready_group(L)));
}

static int group_get_phase(lua_State *L) {
  lua_pushnumber(L, check_sync_group(L, 1)->phase.time);
  return 1;
}

static int group_set_phase(lua_State *L) {
  double phase = property_number(L, "phase", 0);
  if (phase > 1) return luaL_error(L, "phase: a number from 0 to 1 expected");
  ha_sync_group_seek(ready_group(L), phase);
  return 0;
}

static int group_get_pass(lua_State *L) {
  lua_pushinteger(L, check_sync_group(L, 1)->phase.pass);
  return 1;
}

static int group_get_length(lua_State *L) {
  lua_pushnumber(L, ha_sync_group_length(ready_group(L)));
  return 1;
}

static int group_get_rate(lua_State *L) {
  lua_pushnumber(L, check_sync_group(L, 1)->rate);
  return 1;
}

static int group_set_rate(lua_State *L) {
  check_sync_group(L, 1)->rate = property_number(L, "rate", -HUGE_VAL);
  return 0;
}

static int group_get_mode(lua_State *L) {
  lua_pushstring(L, sync_names[check_sync_group(L, 1)->mode]);
  return 1;
}

static int group_len(lua_State *L) {
  lua_pushinteger(L, check_sync_group(L, 1)->count);
  return 1;
}

static const luaL_Reg methods[] = {
    {"add", group_add},
    {"remove", group_remove},
    {"set_weight", group_set_weight},
    {"advance", group_advance},
    {"root_motion", group_root_motion},
    {"save", sync_group_save},
    {"restore", sync_group_restore},
    {NULL, NULL},
};
static const ha_property properties[] = {
    {"phase", group_get_phase, group_set_phase},
    {"pass", group_get_pass, NULL},
    {"length", group_get_length, NULL},
    {"rate", group_get_rate, group_set_rate},
    {"mode", group_get_mode, NULL},
    {NULL, NULL, NULL},
};
static const luaL_Reg metamethods[] = {{"__len", group_len}, {NULL, NULL}};

const ha_class sync_group_class = {
    .name = "helioanim.SyncGroup",
    .box_size = sizeof(ha_box),
    .user_values = 2,
    .methods = methods,
    .properties = properties,
    .metamethods = metamethods,
    .close = group_close,
    .release = group_release,
};
