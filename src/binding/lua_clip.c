// helioanim.Clip: made, read, sampled. clip_tracks.c changes its tracks, clip_bindings.c ties it to
// skeletons.
#include "binding/lua_clip.h"

#include <math.h>

void push_owner(lua_State *L, int clip) {
  clip = lua_absindex(L, clip);
  if (lua_getiuservalue(L, clip, CLASS_ANCHOR) != LUA_TNIL) return;
  lua_pop(L, 1);
  lua_pushvalue(L, clip);
}

// --- construction ---

static double read_duration(lua_State *L, const ha_fields *at) {
  double duration = field_number(L, at, "duration", -INFINITY);
  if (duration < 0 && duration != -INFINITY) fields_error(L, at, "duration", "the duration is negative");
  return duration < 0 ? -1 : duration;
}

// Binds the clip at 2 to the skeleton of the table at 1, if there is one.
static void read_skeleton(lua_State *L, const ha_fields *at) {
  if (field_object_or_nil(L, at, "skeleton", &skeleton_class) != NULL) bind_clip(L, 2, lua_gettop(L));
  lua_pop(L, 1);
}

static void read_tracks(lua_State *L, const ha_fields *at) {
  int type = lua_getfield(L, 1, "tracks");
  if (type == LUA_TNIL) return;
  if (type != LUA_TTABLE) fields_error(L, at, "tracks", "table expected, got %s", push_typename(L, -1));
  int list = lua_gettop(L);
  lua_Integer count = (lua_Integer)lua_rawlen(L, list);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, list, i);
    add_track(L, 2, list + 1, at, i);
    lua_pop(L, 1);
  }
}

// ha.clip { name =, duration =, looping =, tracks = { ... }, fps =, frames =, skeleton = }
int lua_clip_create(lua_State *L) {
  static const char *const fields[] = {"name", "duration", "looping",  "tracks",
                                       "fps",  "frames",   "skeleton", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  ha_fields at = {1, "clip", 0};
  fields_check(L, &at, fields);
  ha_clip_desc desc = {.duration = read_duration(L, &at), .looping = field_boolean(L, &at, "looping", 0)};
  ha_box *box = class_new(L, &clip_class);  // 2
  desc.name = field_text(L, &at, "name");
  ha_clip *clip;
  class_must(L, ha_clip_create(&desc, NULL, &clip), "clip");
  box->object = clip;
  lua_settop(L, 2);
  read_skeleton(L, &at);
  read_tracks(L, &at);
  lua_settop(L, 2);
  class_announce(L, ha_clip_byte_size(clip));
  return 1;
}

static void clip_release(void *box) {
  const ha_box *self = box;
  if (self->parent == NULL) ha_clip_destroy(self->object);  // views share the owner's content
}

// --- reading ---

// sample(pose, time) -> the pose
static int clip_sample(lua_State *L) {
  check_clip(L, 1);
  ha_pose *pose = check_pose(L, 2);
  double time = arg_number(L, 3);
  ha_sample(&(ha_sample_job){.binding = prepare_clip(L, 1, 2), .time = time, .pose = pose});
  lua_settop(L, 2);
  return 1;
}

// By the name of its joint or float, or by the index of its joint.
static int track_matches(lua_State *L, int wanted, const ha_track *track) {
  if (lua_type(L, wanted) == LUA_TSTRING) return ha_text_equal(arg_text(L, wanted), ha_track_name(track));
  int whole;
  lua_Integer joint = lua_tointegerx(L, wanted, &whole);
  return whole && track->channel != HA_CHANNEL_FLOAT && track->joint != HA_NO_INDEX &&
         joint == (lua_Integer)track->joint + 1;
}

const ha_track *nearest_track(const ha_clip *clip, ha_text wanted) {
  ha_nearest nearest = ha_nearest_to(wanted);
  const ha_track *best = NULL;
  for (uint32_t i = 0; i < clip->track_count; i++)
    if (ha_nearest_try(&nearest, ha_track_name(clip->tracks[i]))) best = clip->tracks[i];
  return best;
}

static int no_track(lua_State *L, const ha_clip *clip, const char *kind) {
  int by_name = lua_type(L, 2) == LUA_TSTRING;
  const ha_track *nearest = by_name ? nearest_track(clip, arg_text(L, 2)) : NULL;
  const char *wanted = lua_pushfstring(L, by_name ? "'%s'" : "joint %s", luaL_tolstring(L, 2, NULL));
  if (nearest == NULL)
    lua_pushfstring(L, "clip '%s' has no %strack of %s", clip->name, kind, wanted);
  else
    lua_pushfstring(L, "clip '%s' has no %strack of %s (did you mean '%s', %s?)", clip->name, kind, wanted,
                    nearest->name, channel_names[nearest->channel]);
  return class_not_found(L, lua_tostring(L, -1));
}

static int track_by_place(lua_State *L, const ha_clip *clip) {
  int whole;
  lua_Integer place = lua_tointegerx(L, 2, &whole);
  if (!whole || place < 1 || place > (lua_Integer)clip->track_count) {
    lua_pushfstring(L, "clip '%s' has no track %s (it has %d)", clip->name, luaL_tolstring(L, 2, NULL),
                    (int)clip->track_count);
    return class_not_found(L, lua_tostring(L, -1));
  }
  push_clip_track(L, 1, (uint32_t)(place - 1));
  return 1;
}

// track(place) or track(joint [, channel]) or track(name, 'float') -> Track | nil, message, code
static int clip_track(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  int type = lua_type(L, 2);
  if (type != LUA_TNUMBER && type != LUA_TSTRING) return luaL_typeerror(L, 2, "index or name");
  lua_settop(L, 3);
  if (type == LUA_TNUMBER && lua_isnil(L, 3)) return track_by_place(L, clip);
  int channel = lua_isnil(L, 3) ? -1 : arg_choice(L, 3, channel_names, -1);
  for (uint32_t i = 0; i < clip->track_count; i++) {
    if (channel >= 0 && (int)clip->tracks[i]->channel != channel) continue;
    if (!track_matches(L, 2, clip->tracks[i])) continue;
    push_clip_track(L, 1, i);
    return 1;
  }
  return no_track(L, clip, channel < 0 ? "" : lua_pushfstring(L, "%s ", channel_names[channel]));
}

static int next_track(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  lua_Integer place = luaL_checkinteger(L, 2);
  if (place < 0 || place >= (lua_Integer)clip->track_count) return 0;
  lua_pushinteger(L, place + 1);
  push_clip_track(L, 1, (uint32_t)place);
  return 2;
}

// for place, track in clip:tracks() do
static int clip_tracks(lua_State *L) {
  check_clip(L, 1);
  lua_pushcfunction(L, next_track);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

// --- properties ---

static int clip_get_name(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  lua_pushlstring(L, clip->name, clip->name_length);
  return 1;
}

static int clip_get_duration(lua_State *L) {
  lua_pushnumber(L, ha_clip_duration(check_clip(L, 1)));
  return 1;
}

static int clip_set_duration(lua_State *L) {
  ha_clip *clip = check_clip(L, 1);
  double seconds = -1;
  if (lua_type(L, 2) == LUA_TNUMBER) {
    seconds = lua_tonumber(L, 2);
    if (seconds < 0) return luaL_error(L, "duration: the duration is negative");
  } else if (!lua_isnil(L, 2)) {
    return luaL_error(L, "duration: number or nil expected, got %s", push_typename(L, 2));
  }
  class_must(L, ha_clip_set_duration(clip, seconds), "duration");
  return 0;
}

static int clip_get_looping(lua_State *L) {
  lua_pushboolean(L, check_clip(L, 1)->looping);
  return 1;
}

static int clip_get_revision(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)check_clip(L, 1)->revision);
  return 1;
}

static int clip_get_skeleton(lua_State *L) {
  lua_getiuservalue(L, 1, CLIP_SKELETON);
  return 1;
}

static int clip_len(lua_State *L) {
  lua_pushinteger(L, check_clip(L, 1)->track_count);
  return 1;
}

static int clip_tostring(lua_State *L) {
  const ha_box *box = class_box(L, 1, &clip_class);
  ha_clip *clip = box->object;
  if (clip == NULL || box->closed)
    lua_pushliteral(L, "helioanim.Clip (closed)");
  else
    lua_pushfstring(L, "helioanim.Clip '%s', %f s, %d tracks", clip->name, ha_clip_duration(clip),
                    (int)clip->track_count);
  return 1;
}

// ( -- pose ) A new pose of the skeleton at `skeleton`.
static void push_pose(lua_State *L, int skeleton) {
  lua_getfield(L, skeleton, "new_pose");
  lua_pushvalue(L, skeleton);
  lua_call(L, 1, 1);
}

// bounds(skin [, fps]) -> least x, y, z, largest x, y, z over the whole clip; looks fps times a second (60)
static int clip_bounds(lua_State *L) {
  enum { SKELETON = 4, FROM, TO, MODEL };
  check_clip(L, 1);
  const ha_skin *skin = check_skin(L, 2);
  double fps = arg_number_or(L, 3, 60);
  if (!(fps > 0 && fps <= 10000)) return luaL_argerror(L, 3, "looks a second, above 0, expected");
  lua_settop(L, 3);
  lua_getiuservalue(L, 2, CLASS_ANCHOR);
  push_pose(L, SKELETON);
  push_pose(L, SKELETON);
  push_matrices(L, skin->skeleton->joint_count);
  prepare_clip(L, 1, FROM);
  ha_clip_bounds_job job = {.binding = prepare_clip(L, 1, TO), .skin = skin, .fps = fps};
  job.from = check_pose(L, FROM);
  job.to = check_pose(L, TO);
  job.model = ((ha_box *)lua_touserdata(L, MODEL))->object;
  float box[6];
  class_must(L, ha_clip_bounds(&job, box), "bounds");
  return push_floats(L, box, 6);
}

static const luaL_Reg methods[] = {
    {"sample", clip_sample},
    {"player", clip_player},
    {"track", clip_track},
    {"tracks", clip_tracks},
    {"joints", clip_joints},
    {"bind", clip_bind},
    {"add_track", clip_add_track},
    {"remove_track", clip_remove_track},
    {"assign", clip_assign},
    {"add_event", clip_add_event},
    {"remove_event", clip_remove_event},
    {"events", clip_events},
    {"set_markers", clip_set_markers},
    {"markers", clip_markers},
    {"bounds", clip_bounds},
    {NULL, NULL},
};
static const ha_property properties[] = {
    {"name", clip_get_name, NULL},         {"duration", clip_get_duration, clip_set_duration},
    {"looping", clip_get_looping, NULL},   {"revision", clip_get_revision, NULL},
    {"skeleton", clip_get_skeleton, NULL}, {NULL, NULL, NULL},
};
static const luaL_Reg metamethods[] = {{"__len", clip_len}, {"__tostring", clip_tostring}, {NULL, NULL}};

const ha_class clip_class = {
    .name = "helioanim.Clip",
    .box_size = sizeof(lua_clip),
    .user_values = CLIP_USER_VALUES,
    .methods = methods,
    .properties = properties,
    .metamethods = metamethods,
    .release = clip_release,
};
