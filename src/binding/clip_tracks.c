// helioanim.Clip: tracks in and out, and the Track objects that show them.
#include "binding/lua_clip.h"
#include "binding/lua_track.h"
#include "binding/module.h"

// ( -- views ) The owner's table of its Tracks.
static void push_views(lua_State *L, int owner) {
  owner = lua_absindex(L, owner);
  if (lua_getiuservalue(L, owner, CLIP_TRACKS) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, owner, CLIP_TRACKS);
}

void push_clip_track(lua_State *L, int clip, uint32_t i) {
  push_owner(L, clip);
  push_views(L, -1);
  const ha_clip *content = check_clip(L, -2);
  ha_track *track = i < content->track_count ? content->tracks[i] : NULL;
  // A Track that was closed is no longer handed out.
  if (lua_rawgetp(L, -1, track) == LUA_TNIL || ((ha_box *)lua_touserdata(L, -1))->closed) {
    lua_pop(L, 1);
    lua_track *view = class_new(L, &track_class);
    // Making the view may have run a finalizer that took the track away.
    if (i >= content->track_count || content->tracks[i] != track) luaL_error(L, "the clip changed meanwhile");
    class_anchor(L, -3);
    view->box.object = track;
    lua_pushvalue(L, -1);
    lua_rawsetp(L, -3, track);
  }
  lua_replace(L, -3);
  lua_pop(L, 1);
}

// ( -- skeleton ) The one that the owner is bound to, or NULL.
static const ha_skeleton *push_skeleton(lua_State *L, int owner) {
  return lua_getiuservalue(L, owner, CLIP_SKELETON) == LUA_TNIL ? NULL : check_skeleton(L, -1);
}

// In a bound clip a track knows its joint by index where the skeleton has the joint. In any other it goes by
// name, or by index where it has no name: an index into a skeleton it came from would mean some other joint
// elsewhere.
static void settle_joint(ha_track *track, const ha_skeleton *skeleton) {
  ha_text name = ha_track_name(track);
  if (track->channel == HA_CHANNEL_FLOAT) return;
  if (skeleton == NULL) {
    if (name.length > 0) track->joint = HA_NO_INDEX;
    return;
  }
  int exists = track->joint < skeleton->joint_count;
  if (exists && (name.length == 0 || ha_text_equal(name, ha_names_get(skeleton->names, track->joint))))
    return;
  track->joint = name.length == 0 ? HA_NO_INDEX : ha_skeleton_find(skeleton, name);
}

// A Track's track: the track itself where it is on its own, which the clip then owns; else a copy.
static ha_track *take_track(lua_State *L, int index, int *out_moved) {
  lua_track *view = class_check(L, index, &track_class);
  *out_moved = view->owned;
  if (view->owned) return view->box.object;
  ha_track *copy = NULL;
  class_must(L, ha_track_copy(view->box.object, &copy), "clip");
  return copy;
}

// The Track whose track has moved shows it from now on.
static void adopt_view(lua_State *L, int index, int owner) {
  lua_track *view = lua_touserdata(L, index);
  view->owned = 0;
  lua_pushvalue(L, index);
  class_anchor(L, owner);
  push_views(L, owner);
  lua_insert(L, -2);
  lua_rawsetp(L, -2, view->box.object);
  lua_pop(L, 1);
}

void add_track(lua_State *L, int owner, int index, const ha_fields *list, lua_Integer number) {
  ha_clip *clip = check_clip(L, owner);
  int is_track = class_test(L, index, &track_class) != NULL, moved = 0;
  ha_fields at = {index, "track", number};
  if (!is_track && !lua_istable(L, index)) {
    if (list != NULL)
      luaL_error(L, "track %I: helioanim.Track or table expected, got %s", (LUAI_UACINT)number,
                 push_typename(L, index));
    luaL_typeerror(L, index, "helioanim.Track or table");
  }
  push_views(L, owner);  // what may fail for memory comes first
  const ha_skeleton *skeleton = push_skeleton(L, owner);
  ha_track *track = is_track ? take_track(L, index, &moved) : track_from_table(L, &at, list, skeleton);
  ha_status status = ha_clip_add_track(clip, track);
  if (status != HA_OK && !moved) ha_track_destroy(track);
  class_must(L, status, "clip");
  settle_joint(track, skeleton);
  lua_pop(L, 2);
  if (moved)
    adopt_view(L, index, owner);
  else
    class_announce(L, ha_track_byte_size(track));
}

// add_track(track | table) -> Track
int clip_add_track(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  lua_settop(L, 2);
  push_owner(L, 1);
  add_track(L, 3, 2, NULL, 0);
  push_clip_track(L, 1, clip->track_count - 1);
  return 1;
}

// append_track(clip, joint or nil, name, channel, components, interpolation, times, values) -> true | nil,
// message, code: add_track for loaders, from Buffers and without a table or a Track in between
static int append_track(lua_State *L) {
  ha_clip *clip = check_clip(L, 1);
  const lua_buffer *times = class_check(L, 7, &buffer_class), *values = class_check(L, 8, &buffer_class);
  if (times->kind != BUFFER_FLOAT32 || values->kind != BUFFER_FLOAT32 || times->count > UINT32_MAX / 4)
    return luaL_error(L, "append_track: float32 Buffers expected");
  double *seconds = lua_newuserdatauv(L, times->count * sizeof(double) + 1, 0);
  for (size_t i = 0; i < times->count; i++) seconds[i] = ((const float *)times->box.object)[i];
  ha_track_desc desc = {
      .joint = lua_isnil(L, 2) ? HA_NO_INDEX : arg_index(L, 2, HA_MAX_JOINTS, "joint"),
      .name = arg_text(L, 3),
      .channel = (ha_channel)arg_choice(L, 4, channel_names, -1),
      .components = (uint32_t)luaL_checkinteger(L, 5),
      .interpolation = (ha_interpolation)arg_choice(L, 6, interpolation_names, -1),
      .key_count = (uint32_t)times->count,
      .times = seconds,
      .values = values->box.object,
      .value_count = values->count,
  };
  push_owner(L, 1);
  const ha_skeleton *skeleton = push_skeleton(L, -1);
  ha_track *track = NULL;
  ha_status status = ha_track_create(&desc, NULL, &track);
  if (status == HA_OK) status = ha_clip_add_track(clip, track);
  if (status != HA_OK) {
    ha_track_destroy(track);
    return class_failure(L, status);
  }
  settle_joint(track, skeleton);
  class_announce(L, ha_track_byte_size(track));
  lua_pushboolean(L, 1);
  return 1;
}

const luaL_Reg clip_functions[] = {{"append_track", append_track}, {NULL, NULL}};

// The track leaves the clip: the Track that shows it becomes its owner; without one it goes.
static void release_track(lua_State *L, int owner, uint32_t i) {
  push_views(L, owner);
  ha_clip *clip = check_clip(L, owner);
  ha_track *track = ha_clip_remove_track(clip, i);
  if (lua_rawgetp(L, -1, track) == LUA_TNIL) {
    ha_track_destroy(track);
  } else {
    lua_track *view = lua_touserdata(L, -1);
    view->owned = 1;
    view->box.parent = NULL;
    lua_pushnil(L);
    lua_setiuservalue(L, -2, CLASS_ANCHOR);
    lua_pushnil(L);
    lua_rawsetp(L, -3, track);
  }
  lua_pop(L, 2);
}

// remove_track(index | Track) -> Track
int clip_remove_track(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  uint32_t index = 0;
  lua_settop(L, 2);
  if (class_test(L, 2, &track_class) != NULL) {
    const ha_box *view = class_check(L, 2, &track_class);
    while (index < clip->track_count && clip->tracks[index] != view->object) index++;
    if (index == clip->track_count) return luaL_argerror(L, 2, "the track does not belong to this clip");
  } else {
    index = arg_index(L, 2, clip->track_count, "track");
  }
  push_owner(L, 1);
  push_clip_track(L, 1, index);  // the Track that will own it
  release_track(L, 3, index);
  return 1;
}

// ( -- clip ) A copy of the content of `from`, settled for `skeleton`, in a clip of its own.
static ha_clip *push_copy(lua_State *L, const ha_clip *from, const ha_skeleton *skeleton) {
  ha_box *box = class_new(L, &clip_class);
  ha_clip_desc desc = {.duration = from->given_duration, .looping = from->looping};
  ha_clip *copy;
  class_must(L, ha_clip_create(&desc, NULL, &copy), "clip");
  box->object = copy;
  size_t bytes = ha_clip_byte_size(copy);
  for (uint32_t i = 0; i < from->track_count; i++) {
    ha_track *track = NULL;
    class_must(L, ha_track_copy(from->tracks[i], &track), "clip");
    ha_status status = ha_clip_add_track(copy, track);
    if (status != HA_OK) ha_track_destroy(track);
    class_must(L, status, "clip");
    settle_joint(track, skeleton);
    bytes += ha_track_byte_size(track);
  }
  class_announce(L, bytes);
  return copy;
}

// assign(other) -> the clip. Replaces the content by a copy of another clip's. All or nothing: the copy is
// complete before anything goes.
int clip_assign(lua_State *L) {
  ha_clip *clip = check_clip(L, 1);
  const ha_clip *from = check_clip(L, 2);
  lua_settop(L, 2);
  if (clip != from) {
    push_owner(L, 1);
    push_views(L, 3);  // what may run finalizers comes first
    ha_clip *copy = push_copy(L, from, push_skeleton(L, 3));
    while (clip->track_count > 0) release_track(L, 3, clip->track_count - 1);
    ha_clip_assign(clip, copy);
  }
  return itself(L);
}
