// helioanim.Track: a view of a track of a clip (which it keeps alive), or a track of its own.
#include "binding/lua_track.h"

#include <math.h>

const char *const channel_names[] = {"translation", "rotation", "scale", "weights", "float", NULL};
const char *const interpolation_names[] = {"step", "linear", "cubic", NULL};

static ha_track *check_track(lua_State *L, int index) {
  return ((ha_box *)class_check(L, index, &track_class))->object;
}

// --- construction ---

static const char *const track_fields[] = {"joint",  "channel", "interpolation", "times",
                                           "values", "targets", "name",          "components",
                                           "fps",    "frames",  "looping",       NULL};

// ( -- value... ) The joint may be a name or an index; a float has a name instead. Leaves the strings on the
// stack.
static void read_target(lua_State *L, const ha_fields *at, const ha_skeleton *skeleton, ha_track_desc *desc) {
  desc->joint = HA_NO_INDEX;
  int type = lua_getfield(L, at->index, "joint");
  if (desc->channel == HA_CHANNEL_FLOAT) {
    if (type != LUA_TNIL) fields_error(L, at, "joint", "a float has a 'name' instead");
    desc->name = field_text(L, at, "name");
    if (desc->name.length == 0) fields_error(L, at, "name", "the name of the float expected");
  } else if (type == LUA_TSTRING) {
    desc->name = arg_text(L, -1);
  } else if (type == LUA_TNUMBER) {
    uint32_t count = skeleton == NULL ? HA_MAX_JOINTS : skeleton->joint_count;
    desc->joint = field_count(L, at, "joint", 1, count, 0) - 1;
    // A joint known by index may have its name beside it, for other skeletons.
    desc->name = skeleton == NULL ? field_text(L, at, "name") : ha_names_get(skeleton->names, desc->joint);
  } else {
    fields_error(L, at, "joint", "joint index or name expected, got %s", push_typename(L, -1));
  }
}

static uint32_t read_components(lua_State *L, const ha_fields *at, ha_channel channel) {
  if (channel == HA_CHANNEL_WEIGHTS) return field_count(L, at, "targets", 1, HA_MAX_COMPONENTS, 1);
  if (channel == HA_CHANNEL_FLOAT) return field_count(L, at, "components", 1, HA_MAX_COMPONENTS, 1);
  return ha_channel_components(channel);
}

// ( -- title ) "track of 'Hips', rotation": what messages about its data begin with.
static const char *push_title(lua_State *L, const ha_track_desc *desc) {
  if (desc->name.length == 0 && desc->joint != HA_NO_INDEX)
    return lua_pushfstring(L, "track of joint %d, %s", (int)desc->joint + 1, channel_names[desc->channel]);
  return lua_pushfstring(L, "track of '%s', %s", desc->name.bytes, channel_names[desc->channel]);
}

// fps, frames and looping stand in the track's table, or in that of the clip around it.
static ha_status create_uniform(lua_State *L, const ha_fields *at, const ha_fields *clip,
                                const ha_track_desc *desc, ha_track **out) {
  const uint32_t missing = UINT32_MAX;
  ha_uniform_desc uniform = {.track = *desc};
  if (clip != NULL && field_number(L, at, "fps", -1) == -1) at = clip;
  uniform.fps = field_number(L, at, "fps", -1);
  uniform.frames = field_count(L, at, "frames", 0, missing - 1, missing);
  uniform.looping = field_boolean(L, at, "looping", 0);
  if (uniform.fps == -1 || uniform.frames == missing)
    luaL_error(L, "%s: 'times', or 'fps' and 'frames', expected", push_title(L, desc));
  return ha_track_from_uniform(&uniform, NULL, out);
}

ha_track *track_from_table(lua_State *L, const ha_fields *at, const ha_fields *clip,
                           const ha_skeleton *skeleton) {
  int top = lua_gettop(L);
  fields_check(L, at, track_fields);
  ha_track_desc desc = {0};
  desc.channel = (ha_channel)field_choice(L, at, "channel", channel_names, -1);
  desc.interpolation = (ha_interpolation)field_choice(L, at, "interpolation", interpolation_names, HA_LINEAR);
  read_target(L, at, skeleton, &desc);
  desc.components = read_components(L, at, desc.channel);
  desc.values = field_float_list(L, at, "values", &desc.value_count);
  if (desc.values == NULL) fields_error(L, at, "values", "table or Buffer of float32 expected, got nil");
  size_t key_count;
  desc.times = field_double_list(L, at, "times", &key_count);
  if (key_count > UINT32_MAX / 4) fields_error(L, at, "times", "too many keys");
  desc.key_count = (uint32_t)key_count;
  ha_track *track = NULL;
  ha_status status =
      desc.times == NULL ? create_uniform(L, at, clip, &desc, &track) : ha_track_create(&desc, NULL, &track);
  if (status != HA_OK) class_must(L, status, push_title(L, &desc));
  lua_settop(L, top);
  return track;
}

// ha.track { joint =, channel =, interpolation =, times =, values = }
int lua_track_create(lua_State *L) {
  lua_settop(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_track *view = class_new(L, &track_class);
  view->box.object = track_from_table(L, &(ha_fields){1, "track", 0}, NULL, NULL);
  view->owned = 1;
  class_announce(L, ha_track_byte_size(view->box.object));
  return 1;
}

static void track_release(void *box) {
  lua_track *view = box;
  if (view->owned) ha_track_destroy(view->box.object);
}

static int track_copy(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  lua_track *view = class_new(L, &track_class);
  ha_track *copy;
  class_must(L, ha_track_copy(track, &copy), "track");
  view->box.object = copy;
  view->owned = 1;
  class_announce(L, ha_track_byte_size(copy));
  return 1;
}

// --- reading ---

static uint32_t arg_key(lua_State *L, int index, const ha_track *track) {
  return arg_index(L, index, track->key_count, "key");
}

static int track_time(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  lua_pushnumber(L, track->times[arg_key(L, 2, track)]);
  return 1;
}

static int track_value(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  return push_floats(L, ha_track_value(track, arg_key(L, 2, track)), track->components);
}

static void check_cubic(lua_State *L, const ha_track *track) {
  if (track->interpolation != HA_CUBIC)
    luaL_error(L, "only cubic tracks have tangents (this one is %s)",
               interpolation_names[track->interpolation]);
}

static int track_in_tangent(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  uint32_t key = arg_key(L, 2, track);
  check_cubic(L, track);
  return push_floats(L, ha_track_in_tangent(track, key), track->components);
}

static int track_out_tangent(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  uint32_t key = arg_key(L, 2, track);
  check_cubic(L, track);
  return push_floats(L, ha_track_out_tangent(track, key), track->components);
}

static int track_sample(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  double time = arg_number(L, 2);
  float values[HA_MAX_COMPONENTS];
  ha_track_sample(track, time, values);
  return push_floats(L, values, track->components);
}

static int track_find_key(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  lua_pushinteger(L, ha_find_key(track->times, track->key_count, arg_number(L, 2)) + 1);
  return 1;
}

// The nearest key within a tolerance, of two equally near ones the earlier.
static int track_find(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  double time = arg_number(L, 2), tolerance = arg_number_or(L, 3, 1e-6);
  int64_t before = ha_find_key(track->times, track->key_count, time);
  double best_distance = INFINITY;
  int64_t best = -1;
  for (int64_t key = before < 0 ? 0 : before; key <= before + 1 && key < (int64_t)track->key_count; key++) {
    double distance = fabs(track->times[key] - time);
    if (distance >= best_distance) continue;
    best = key;
    best_distance = distance;
  }
  if (best_distance > tolerance) {
    lua_pushfstring(L, "no key within %f s of %f s (the nearest is key %I at %f s)", tolerance, time,
                    (LUAI_UACINT)(best + 1), track->times[best]);
    return class_not_found(L, lua_tostring(L, -1));
  }
  lua_pushinteger(L, best + 1);
  return 1;
}

// --- edits ---

static int track_set_value(lua_State *L) {
  ha_track *track = check_track(L, 1);
  uint32_t key = arg_key(L, 2, track);
  float value[HA_MAX_COMPONENTS];
  arg_floats(L, 3, track->components, value);
  lua_settop(L, 2);
  int count = push_floats(L, ha_track_value(track, key), track->components);
  class_must(L, ha_track_set_value(track, key, value), "set_value");
  return count;
}

// ( -- table ) Empty, with room. Fill it once nothing more can run finalizers, which might change the track.
static void new_list(lua_State *L, const ha_track *track) { lua_createtable(L, (int)track->components, 0); }

static void fill_list(lua_State *L, int list, const float *values, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    lua_pushnumber(L, values[i]);
    lua_rawseti(L, list, (lua_Integer)i + 1);
  }
}

// ( -- in out ) The tangents of the key that argument 2 tells, as two lists.
static void push_tangents(lua_State *L, const ha_track *track) {
  new_list(L, track);
  new_list(L, track);
  uint32_t key = arg_key(L, 2, track);
  int top = lua_gettop(L);
  fill_list(L, top - 1, ha_track_in_tangent(track, key), track->components);
  fill_list(L, top, ha_track_out_tangent(track, key), track->components);
}

// A table of numbers, one number for tracks of one component, or nil for NULL.
static const float *arg_tangent(lua_State *L, int index, const ha_track *track, float *memory) {
  if (lua_isnoneornil(L, index)) return NULL;
  if (track->components > 1) luaL_checktype(L, index, LUA_TTABLE);
  arg_floats(L, index, track->components, memory);
  return memory;
}

static int track_set_tangents(lua_State *L) {
  ha_track *track = check_track(L, 1);
  check_cubic(L, track);
  float in[HA_MAX_COMPONENTS], out[HA_MAX_COMPONENTS];
  const float *new_in = arg_tangent(L, 3, track, in), *new_out = arg_tangent(L, 4, track, out);
  push_tangents(L, track);
  class_must(L, ha_track_set_tangents(track, arg_key(L, 2, track), new_in, new_out), "set_tangents");
  return 2;
}

// insert_key(time [, value... | table [, in, out]])
static int track_insert_key(lua_State *L) {
  ha_track *track = check_track(L, 1);
  double time = arg_number(L, 2);
  float value[HA_MAX_COMPONENTS], in[HA_MAX_COMPONENTS], out[HA_MAX_COMPONENTS];
  int given = !lua_isnoneornil(L, 3);
  int next = given ? arg_floats(L, 3, track->components, value) : 4;
  const float *new_in = arg_tangent(L, next, track, in), *new_out = arg_tangent(L, next + 1, track, out);
  size_t size = ha_track_byte_size(track);
  uint32_t key;
  class_must(L, ha_track_insert_key(track, time, given ? value : NULL, new_in, new_out, &key), "insert_key");
  size_t grown = ha_track_byte_size(track) - size;
  if (grown > 0) class_announce(L, grown);
  lua_pushinteger(L, (lua_Integer)key + 1);
  return 1;
}

// Returns what insert_key takes: time, value... and, of a cubic track, both tangents.
static int track_remove_key(lua_State *L) {
  ha_track *track = check_track(L, 1);
  lua_settop(L, 2);
  int cubic = track->interpolation == HA_CUBIC;
  if (cubic) push_tangents(L, track);
  uint32_t key = arg_key(L, 2, track);
  lua_pushnumber(L, track->times[key]);
  push_floats(L, ha_track_value(track, key), track->components);
  if (cubic) {
    luaL_checkstack(L, 2, "too many numbers");
    lua_pushvalue(L, 3);
    lua_pushvalue(L, 4);
    lua_remove(L, 3);
    lua_remove(L, 3);
  }
  class_must(L, ha_track_remove_key(track, key), "remove_key");
  return lua_gettop(L) - 2;
}

static int track_move_key(lua_State *L) {
  ha_track *track = check_track(L, 1);
  uint32_t key = arg_key(L, 2, track), moved;
  double old_time = track->times[key];
  class_must(L, ha_track_move_key(track, key, arg_number(L, 3), &moved), "move_key");
  lua_pushinteger(L, (lua_Integer)moved + 1);
  lua_pushnumber(L, old_time);
  return 2;
}

// --- properties ---

static int track_get_joint(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  int by_index_alone = track->name_length == 0 && track->joint != HA_NO_INDEX;
  if (track->channel == HA_CHANNEL_FLOAT || by_index_alone)
    lua_pushnil(L);
  else
    lua_pushlstring(L, track->name, track->name_length);
  return 1;
}

static int track_get_joint_index(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  if (track->joint == HA_NO_INDEX)
    lua_pushnil(L);
  else
    lua_pushinteger(L, (lua_Integer)track->joint + 1);
  return 1;
}

static int track_get_name(lua_State *L) {
  const ha_track *track = check_track(L, 1);
  if (track->channel == HA_CHANNEL_FLOAT)
    lua_pushlstring(L, track->name, track->name_length);
  else
    lua_pushnil(L);
  return 1;
}

static int track_get_channel(lua_State *L) {
  lua_pushstring(L, channel_names[check_track(L, 1)->channel]);
  return 1;
}

static int track_get_interpolation(lua_State *L) {
  lua_pushstring(L, interpolation_names[check_track(L, 1)->interpolation]);
  return 1;
}

static int track_get_components(lua_State *L) {
  lua_pushinteger(L, check_track(L, 1)->components);
  return 1;
}

static int track_get_revision(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)check_track(L, 1)->revision);
  return 1;
}

static int track_get_clip(lua_State *L) {
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  return 1;
}

static int track_len(lua_State *L) {
  lua_pushinteger(L, check_track(L, 1)->key_count);
  return 1;
}

static int track_tostring(lua_State *L) {
  const ha_box *box = class_box(L, 1, &track_class);
  const ha_track *track = box->object;
  if (track == NULL || box->closed)
    lua_pushliteral(L, "helioanim.Track (closed)");
  else
    lua_pushfstring(L, "helioanim.Track of '%s', %s, %s, %d keys", track->name, channel_names[track->channel],
                    interpolation_names[track->interpolation], (int)track->key_count);
  return 1;
}

static const luaL_Reg methods[] = {
    {"time", track_time},
    {"value", track_value},
    {"in_tangent", track_in_tangent},
    {"out_tangent", track_out_tangent},
    {"sample", track_sample},
    {"find_key", track_find_key},
    {"find", track_find},
    {"set_value", track_set_value},
    {"set_tangents", track_set_tangents},
    {"insert_key", track_insert_key},
    {"remove_key", track_remove_key},
    {"move_key", track_move_key},
    {"copy", track_copy},
    {NULL, NULL},
};
static const ha_property properties[] = {
    {"joint", track_get_joint, NULL},
    {"joint_index", track_get_joint_index, NULL},
    {"name", track_get_name, NULL},
    {"channel", track_get_channel, NULL},
    {"interpolation", track_get_interpolation, NULL},
    {"components", track_get_components, NULL},
    {"revision", track_get_revision, NULL},
    {"clip", track_get_clip, NULL},
    {NULL, NULL, NULL},
};
static const luaL_Reg metamethods[] = {{"__len", track_len}, {"__tostring", track_tostring}, {NULL, NULL}};

const ha_class track_class = {
    .name = "helioanim.Track",
    .box_size = sizeof(lua_track),
    .user_values = 1,
    .methods = methods,
    .properties = properties,
    .metamethods = metamethods,
    .release = track_release,
};
