// helioanim.Player: made from an option table.
#include <math.h>

#include "binding/args.h"
#include "binding/lua_clip.h"
#include "binding/lua_player.h"

static const char *const axis_names[] = {"x", "y", "z", NULL};

static double field_at_least_0(lua_State *L, const ha_fields *at, const char *name, double fallback) {
  double number = field_number(L, at, name, NAN);
  if (isnan(number)) return fallback;
  if (number < 0) fields_error(L, at, name, "a number from 0 on expected");
  return number;
}

static int64_t field_loops(lua_State *L, const ha_fields *at) {
  lua_getfield(L, at->index, "loops");
  int64_t loops = to_loops(L, -1);
  if (loops < 0) fields_error(L, at, "loops", "a whole number from 1 on, or math.huge, expected");
  lua_pop(L, 1);
  return loops;
}

static void read_range(lua_State *L, const ha_fields *at, ha_player *player) {
  int type = lua_getfield(L, at->index, "range");
  if (type != LUA_TNIL) {
    if (type != LUA_TTABLE)
      fields_error(L, at, "range", "{ from, to } expected, got %s", luaL_typename(L, -1));
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    double from = lua_tonumber(L, -2), to = lua_tonumber(L, -1);
    if (lua_type(L, -2) != LUA_TNUMBER || lua_type(L, -1) != LUA_TNUMBER || !isfinite(to) || !(from >= 0) ||
        from > to)
      fields_error(L, at, "range", "{ from, to } with 0 <= from <= to expected");
    player->range_from = from;
    player->range_to = to;
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}

static uint8_t read_axes(lua_State *L, const ha_fields *at) {
  ha_text axes = field_text(L, at, "axes");
  uint8_t bits = 0;
  for (size_t i = 0; i < axes.length; i++) {
    if (axes.bytes[i] < 'x' || axes.bytes[i] > 'z')
      fields_error(L, at, "axes", "letters out of 'xyz' expected");
    bits |= (uint8_t)(1u << (axes.bytes[i] - 'x'));
  }
  lua_pop(L, 1);
  return bits;
}

// ( name -- name ) The name stays alive as a user value of the player.
static void set_root_name(lua_State *L, int player, ha_root *root) {
  root->joint_name = arg_text(L, -1);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, player, PLAYER_ROOT_NAME);
}

static int moves_joint(const ha_clip *clip, uint32_t joint) {
  for (uint32_t i = 0; i < clip->track_count; i++)
    if (clip->tracks[i]->joint == joint) return 1;
  return 0;
}

// An index counts in the skeleton that the clip is bound to. A view goes by the name of that joint, as its
// tracks do; a clip that is bound to none has nothing but its tracks to know it by.
static void read_root_index(lua_State *L, const ha_fields *at, int player, const ha_clip *clip,
                            ha_root *root) {
  if (lua_getiuservalue(L, 1, CLIP_SKELETON) == LUA_TNIL) {
    root->joint = field_count(L, at, "joint", 1, HA_MAX_JOINTS, 0) - 1;
    if (!moves_joint(clip, root->joint))
      fields_error(L, at, "joint", "clip '%s' is bound to no skeleton and moves no joint %d", clip->name,
                   (int)root->joint + 1);
  } else {
    int skeleton = lua_gettop(L);
    uint32_t joint = field_joint(L, at, "joint", check_skeleton(L, skeleton));
    push_joint_name(L, skeleton, joint);
    set_root_name(L, player, root);
    if (goes_by_index(L, 1, skeleton))
      root->joint = joint;
    else if (root->joint_name.length == 0)
      fields_error(L, at, "joint", "joint %d has no name, and the view goes by names", (int)joint + 1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

// root = { joint =, axes = 'xz', yaw = false, up = 'y' }, of the player on top.
static void read_root(lua_State *L, const ha_fields *options, lua_player *self) {
  static const char *const fields[] = {"joint", "axes", "yaw", "up", NULL};
  if (lua_getfield(L, options->index, "root") == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  ha_fields at = {lua_gettop(L), "root", 0};
  fields_check(L, &at, fields);
  ha_root *root = &self->player.root;
  *root = (ha_root){.joint = HA_NO_INDEX, .used = 1};
  int type = lua_getfield(L, at.index, "joint");
  if (type == LUA_TSTRING)
    set_root_name(L, at.index - 1, root);
  else if (type == LUA_TNUMBER)
    read_root_index(L, &at, at.index - 1, self->player.clip, root);
  else
    fields_error(L, &at, "joint", "joint index or name expected, got %s", push_typename(L, -1));
  lua_pop(L, 1);
  lua_getfield(L, at.index, "axes");
  root->axes = lua_isnil(L, -1) ? 1 | 4 : read_axes(L, &at);
  lua_pop(L, 1);
  root->yaw = (uint8_t)field_boolean(L, &at, "yaw", 0);
  root->up = (uint8_t)field_choice(L, &at, "up", axis_names, 1);
  lua_pop(L, 1);
}

// The root must be a joint that the clip moves, or one of the skeleton that it is bound to.
static void check_root(lua_State *L, const ha_fields *at, const ha_player *player) {
  ha_text name = player->root.joint_name;
  if (!player->root.used || player->root.joint != HA_NO_INDEX) return;
  const ha_track *nearest = nearest_track(player->clip, name);
  if (nearest != NULL && ha_text_equal(ha_track_name(nearest), name)) return;
  lua_getiuservalue(L, 1, CLIP_SKELETON);
  int known = !lua_isnil(L, -1) && ha_skeleton_find(check_skeleton(L, -1), name) != HA_NO_INDEX;
  lua_pop(L, 1);
  if (known) return;
  const char *clip = player->clip->name;
  if (nearest == NULL) fields_error(L, at, "root", "clip '%s' moves no joint '%s'", clip, name.bytes);
  fields_error(L, at, "root", "clip '%s' moves no joint '%s' (did you mean '%s'?)", clip, name.bytes,
               nearest->name);
}

static void read_clock(lua_State *L, const ha_fields *at, lua_player *self) {
  self->player.clock = field_object_or_nil(L, at, "clock", &clock_class);
  lua_setiuservalue(L, -2, PLAYER_CLOCK);
}

static void read_options(lua_State *L, lua_player *self) {
  static const char *const fields[] = {"wrap",      "loops",    "rate",   "start",       "range",
                                       "fade_in",   "fade_out", "on_end", "clock",       "root",
                                       "threshold", "muted",    "weight", "event_limit", NULL};
  ha_fields at = {2, "player", 0};
  fields_check(L, &at, fields);
  ha_player *player = &self->player;
  player->wrap = (ha_wrap)field_choice(L, &at, "wrap", wrap_names, HA_WRAP_LOOP);
  player->loops = field_loops(L, &at);
  player->rate = field_number(L, &at, "rate", 1);
  player->start = field_at_least_0(L, &at, "start", -1);
  player->fade_in = field_at_least_0(L, &at, "fade_in", 0);
  ha_player_set_fade_out(player, field_at_least_0(L, &at, "fade_out", 0));
  player->on_end = (ha_on_end)field_choice(L, &at, "on_end", on_end_names, HA_HOLD);
  player->threshold = field_at_least_0(L, &at, "threshold", 0);
  player->weight = field_at_least_0(L, &at, "weight", 1);
  player->muted = field_boolean(L, &at, "muted", 0);
  player->event_limit = field_count(L, &at, "event_limit", 0, INT32_MAX, HA_EVENT_LIMIT);
  read_range(L, &at, player);
  read_clock(L, &at, self);
  read_root(L, &at, self);
  check_root(L, &at, player);
}

// clip:player { wrap =, loops =, rate =, ... } -> Player
int clip_player(lua_State *L) {
  ha_clip *clip = check_clip(L, 1);
  fields_default(L, 2);
  lua_player *self = class_new(L, &player_class);
  class_anchor(L, 1);
  ha_player_init(&self->player, clip);
  self->box.object = &self->player;
  read_options(L, self);
  return 1;
}
