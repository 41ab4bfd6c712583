// helioanim.Clip. A clip owns its content, or is a view of another clip's content, bound to a skeleton.
//
// User values: 1 the clip that owns the content (views), 2 track views by address (weak values, owners),
// 3 the skeleton it is bound to, 4 bindings by skeleton (weak keys), 5 list of driven joints.
#include <string.h>

#include "binding/args.h"
#include "binding/lua_track.h"

enum { TRACK_VIEWS = 2, SKELETON = 3, BINDINGS = 4, JOINTS = 5 };

typedef struct lua_clip {
  ha_box box;
  int by_index;               // a bound clip whose tracks know their joints by index
  uint64_t joints_structure;  // of the cached list of joints
} lua_clip;

// A binding in a userdata of its own, so that weak tables can drop it.
typedef struct lua_binding {
  ha_box box;
} lua_binding;

static void binding_release(void *box) { ha_binding_destroy(((ha_box *)box)->object); }

const ha_class binding_class = {.name = "helioanim.Binding",
                                .box_size = sizeof(lua_binding),
                                .user_values = 1,
                                .release = binding_release};

// ( -- owner ) The clip that owns the content: the one at `clip` or the one it views.
static void push_owner(lua_State *L, int clip) {
  clip = lua_absindex(L, clip);
  if (lua_getiuservalue(L, clip, CLASS_ANCHOR) != LUA_TNIL) return;
  lua_pop(L, 1);
  lua_pushvalue(L, clip);
}

// --- tracks in and out ---

// ( -- views ) The owner's table of track views.
static void push_views(lua_State *L, int owner) {
  owner = lua_absindex(L, owner);
  if (lua_getiuservalue(L, owner, TRACK_VIEWS) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, owner, TRACK_VIEWS);
}

void push_clip_track(lua_State *L, int clip, uint32_t i) {
  ha_track *track = check_clip(L, clip)->tracks[i];
  push_owner(L, clip);
  push_views(L, -1);
  if (lua_rawgetp(L, -1, track) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_track *view = class_new(L, &track_class);
    class_anchor(L, -3);
    view->box.object = track;
    lua_pushvalue(L, -1);
    lua_rawsetp(L, -3, track);
  }
  lua_replace(L, -3);
  lua_pop(L, 1);
}

// The track leaves the clip: its view, if there is one, becomes its owner; else it goes.
static void release_track(lua_State *L, int owner, uint32_t i) {
  ha_clip *clip = check_clip(L, owner);
  ha_track *track = clip->tracks[i];
  push_views(L, owner);
  lua_track *view = NULL;
  if (lua_rawgetp(L, -1, track) != LUA_TNIL) view = lua_touserdata(L, -1);
  ha_clip_remove_track(clip, i);
  if (view == NULL) {
    ha_track_destroy(track);
  } else {
    view->owned = 1;
    view->box.parent = NULL;
    lua_pushnil(L);
    lua_setiuservalue(L, -2, CLASS_ANCHOR);
    lua_pushnil(L);
    lua_rawsetp(L, -3, track);
  }
  lua_pop(L, 2);
}

// A Track's track: the track itself where it is free, which the clip then owns; else a copy.
static ha_track *take_track(lua_State *L, int index, int *out_moved) {
  lua_track *view = class_check(L, index, &track_class);
  *out_moved = view->owned;
  if (view->owned) return view->box.object;
  ha_track *copy = NULL;
  class_must(L, ha_track_copy(view->box.object, &copy), "clip");
  return copy;
}

// ( -- ) The view of a moved track becomes the owner's.
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

// Adds the Track or track table at `index`; `clip_table` as in track_from_table.
static void add_track(lua_State *L, int owner, int index, int clip_table) {
  ha_clip *clip = check_clip(L, owner);
  push_views(L, owner);  // what may fail for memory comes first
  lua_pop(L, 1);
  int is_view = class_test(L, index, &track_class) != NULL, moved = 0;
  if (!is_view && !lua_istable(L, index)) luaL_typeerror(L, index, "helioanim.Track or table");
  ha_track *track = is_view ? take_track(L, index, &moved) : track_from_table(L, index, clip_table);
  ha_status status = ha_clip_add_track(clip, track);
  if (status != HA_OK && !moved) ha_track_destroy(track);
  class_must(L, status, "clip");
  if (moved)
    adopt_view(L, index, owner);
  else
    class_announce(L, ha_track_byte_size(track));
}

// --- construction ---

static const char *const clip_fields[] = {"name",   "duration", "looping",  "tracks", "fps",
                                          "frames", "skeleton", "by_index", NULL};

static double read_duration(lua_State *L, int table) {
  double duration = field_number(L, table, "duration", -1);
  int given = lua_getfield(L, table, "duration") != LUA_TNIL;
  lua_pop(L, 1);
  if (given && duration < 0) luaL_error(L, "clip: the duration is negative");
  return duration;
}

static void bind_clip(lua_State *L, int clip, int skeleton, int by_index);

// ha.clip { name =, duration =, looping =, tracks = { ... }, fps =, frames =, skeleton =, by_index = }
int lua_clip_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  check_fields(L, 1, clip_fields, "clip");
  ha_clip_desc desc = {.name = field_text(L, 1, "name"), .looping = field_boolean(L, 1, "looping")};
  desc.duration = read_duration(L, 1);
  ha_box *box = class_new(L, &clip_class);  // 2
  ha_clip *clip;
  class_must(L, ha_clip_create(&desc, NULL, &clip), "clip");
  box->object = clip;
  class_announce(L, ha_clip_byte_size(clip));
  if (lua_getfield(L, 1, "tracks") != LUA_TNIL) {  // 3
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_Integer count = (lua_Integer)lua_rawlen(L, 3);
    for (lua_Integer i = 1; i <= count; i++) {
      lua_rawgeti(L, 3, i);
      add_track(L, 2, 4, 1);
      lua_pop(L, 1);
    }
  }
  lua_settop(L, 2);
  if (lua_getfield(L, 1, "skeleton") != LUA_TNIL) bind_clip(L, 2, 3, field_boolean(L, 1, "by_index"));
  lua_settop(L, 2);
  return 1;
}

static void clip_release(void *box) {
  // Views share the owner's content.
  lua_clip *self = box;
  if (self->box.parent == NULL) ha_clip_destroy(self->box.object);
}

// --- bindings ---

// ( -- binding ) Made for the skeleton and kept by the clip, as long as the skeleton lives.
static void push_new_binding(lua_State *L, int clip, int skeleton) {
  lua_clip *self = lua_touserdata(L, clip);
  ha_box *box = class_new(L, &binding_class);
  ha_binding *binding;
  class_must(L,
             ha_binding_create(self->box.object, check_skeleton(L, skeleton), self->by_index, NULL, &binding),
             "clip");
  box->object = binding;
  class_announce(L, ha_block_size(binding) + ha_block_size(binding->targets));
}

// ( -- bindings )
static void push_bindings(lua_State *L, int clip) {
  if (lua_getiuservalue(L, clip, BINDINGS) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, clip, BINDINGS);
}

static ha_binding *binding_for(lua_State *L, int clip, int skeleton) {
  push_bindings(L, clip);
  lua_pushvalue(L, skeleton);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pop(L, 1);
    push_new_binding(L, clip, skeleton);
    lua_pushvalue(L, skeleton);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  ha_binding *binding = ((ha_box *)lua_touserdata(L, -1))->object;
  lua_pop(L, 2);
  return binding;
}

static void bind_clip(lua_State *L, int clip, int skeleton, int by_index) {
  ((lua_clip *)lua_touserdata(L, clip))->by_index = by_index;
  check_skeleton(L, skeleton);
  binding_for(L, clip, skeleton);
  lua_pushvalue(L, skeleton);
  lua_setiuservalue(L, clip, SKELETON);
}

const ha_binding *prepare_clip(lua_State *L, int clip, int pose) {
  clip = lua_absindex(L, clip);
  pose = lua_absindex(L, pose);
  check_clip(L, clip);
  ha_pose *target = check_pose(L, pose);
  lua_getiuservalue(L, pose, CLASS_ANCHOR);
  int skeleton = lua_gettop(L);
  if (lua_getiuservalue(L, clip, SKELETON) != LUA_TNIL && !lua_rawequal(L, -1, skeleton)) {
    push_skeleton_title(L, -1);
    push_skeleton_title(L, skeleton);
    luaL_error(L, "clip '%s' is bound to %s, the pose belongs to %s", check_clip(L, clip)->name,
               lua_tostring(L, -2), lua_tostring(L, -1));
  }
  ha_binding *binding = binding_for(L, clip, skeleton);
  class_must(L, ha_binding_refresh(binding), "clip");
  class_must(L, ha_pose_fit(target), "pose");
  lua_settop(L, skeleton - 1);
  return binding;
}

// ( -- view unmatched ) Names of tracks that found no joint, each once.
static void push_unmatched(lua_State *L, const ha_binding *binding) {
  lua_newtable(L);
  lua_Integer n = 0;
  lua_newtable(L);  // seen
  for (uint32_t i = 0; i < binding->target_count; i++) {
    if (binding->targets[i].index != HA_NO_INDEX) continue;
    const ha_track *track = binding->clip->tracks[i];
    lua_pushlstring(L, track->name, track->name_length);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, -3) == LUA_TNIL) {
      lua_pushvalue(L, -2);
      lua_rawseti(L, -5, ++n);
      lua_pushvalue(L, -2);
      lua_pushboolean(L, 1);
      lua_rawset(L, -5);
    }
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}

static int clip_bind(lua_State *L) {
  check_clip(L, 1);
  check_skeleton(L, 2);
  lua_settop(L, 2);
  push_owner(L, 1);                            // 3
  lua_clip *view = class_new(L, &clip_class);  // 4
  class_anchor(L, 3);
  view->box.object = ((ha_box *)lua_touserdata(L, 3))->object;
  bind_clip(L, 4, 2, 0);
  push_unmatched(L, binding_for(L, 4, 2));
  return 2;
}

static int clip_sample(lua_State *L) {
  check_clip(L, 1);
  ha_pose *pose = check_pose(L, 2);
  double time = arg_number(L, 3);
  ha_sample(&(ha_sample_job){.binding = prepare_clip(L, 1, 2), .time = time, .pose = pose});
  lua_settop(L, 2);
  return 1;
}

// --- looking at tracks ---

static int track_matches(lua_State *L, int name, const ha_track *track, int channel) {
  if (channel >= 0 && (int)track->channel != channel) return 0;
  if (lua_type(L, name) == LUA_TNUMBER)
    return track->channel != HA_CHANNEL_FLOAT && track->joint == (uint32_t)lua_tointeger(L, name) - 1;
  return ha_text_equal(arg_text(L, name), (ha_text){track->name, track->name_length});
}

static int no_track(lua_State *L, const ha_clip *clip, int name, int channel) {
  ha_names *names = NULL;
  ha_status status = ha_names_create(NULL, &names);
  for (uint32_t i = 0; i < clip->track_count && status == HA_OK; i++)
    status = ha_names_add(names, (ha_text){clip->tracks[i]->name, clip->tracks[i]->name_length}, NULL);
  uint32_t nearest = HA_NO_INDEX;
  const char *wanted = luaL_tolstring(L, name, NULL);
  if (status == HA_OK && lua_type(L, name) == LUA_TSTRING) {
    nearest = ha_names_find(names, arg_text(L, name));  // another channel of the same joint
    if (nearest == HA_NO_INDEX) nearest = ha_names_nearest(names, arg_text(L, name));
  }
  const char *kind = channel < 0 ? "" : channel_names[channel];
  if (nearest == HA_NO_INDEX)
    lua_pushfstring(L, "clip '%s' has no %s track of '%s'", clip->name, kind, wanted);
  else
    lua_pushfstring(L, "clip '%s' has no %s track of '%s' (did you mean '%s', %s?)", clip->name, kind, wanted,
                    clip->tracks[nearest]->name, channel_names[clip->tracks[nearest]->channel]);
  ha_names_destroy(names);
  return class_not_found(L, lua_tostring(L, -1));
}

// clip:track(index) or clip:track(joint, channel) or clip:track(name, 'float')
static int clip_track(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  if (lua_type(L, 2) == LUA_TNUMBER && lua_isnoneornil(L, 3)) {
    lua_Integer index = luaL_checkinteger(L, 2);
    if (index < 1 || index > (lua_Integer)clip->track_count) {
      lua_pushfstring(L, "clip '%s' has no track %I (it has %d)", clip->name, (LUAI_UACINT)index,
                      (int)clip->track_count);
      return class_not_found(L, lua_tostring(L, -1));
    }
    push_clip_track(L, 1, (uint32_t)(index - 1));
    return 1;
  }
  if (lua_type(L, 2) != LUA_TNUMBER) luaL_checktype(L, 2, LUA_TSTRING);
  int channel = lua_isnoneornil(L, 3) ? -1 : arg_choice(L, 3, channel_names, -1);
  for (uint32_t i = 0; i < clip->track_count; i++) {
    if (!track_matches(L, 2, clip->tracks[i], channel)) continue;
    push_clip_track(L, 1, i);
    return 1;
  }
  return no_track(L, clip, 2, channel);
}

static int next_track(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  lua_Integer index = luaL_checkinteger(L, 2);
  if (index < 0 || index >= (lua_Integer)clip->track_count) return 0;
  lua_pushinteger(L, index + 1);
  push_clip_track(L, 1, (uint32_t)index);
  return 2;
}

// for i, track in clip:tracks() do
static int clip_tracks(lua_State *L) {
  check_clip(L, 1);
  lua_pushcfunction(L, next_track);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

// ( -- joints ) Each driven joint once, in order of tracks: its name, or its index where it has none.
static void push_driven(lua_State *L, const ha_clip *clip) {
  lua_newtable(L);
  lua_newtable(L);  // seen
  lua_Integer n = 0;
  for (uint32_t i = 0; i < clip->track_count; i++) {
    const ha_track *track = clip->tracks[i];
    if (track->channel == HA_CHANNEL_FLOAT) continue;
    if (track->name_length > 0 || track->joint == HA_NO_INDEX)
      lua_pushlstring(L, track->name, track->name_length);
    else
      lua_pushinteger(L, (lua_Integer)track->joint + 1);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, -3) == LUA_TNIL) {
      lua_pushvalue(L, -2);
      lua_rawseti(L, -5, ++n);
      lua_pushvalue(L, -2);
      lua_pushboolean(L, 1);
      lua_rawset(L, -5);
    }
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}

static int clip_joints(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  lua_clip *self = lua_touserdata(L, 1);
  if (self->joints_structure != clip->structure) {
    push_driven(L, clip);
    lua_setiuservalue(L, 1, JOINTS);
    self->joints_structure = clip->structure;
  }
  lua_getiuservalue(L, 1, JOINTS);
  return 1;
}

// --- changing tracks ---

static int clip_add_track(lua_State *L) {
  check_clip(L, 1);
  lua_settop(L, 2);
  push_owner(L, 1);
  add_track(L, 3, 2, 0);
  push_clip_track(L, 1, check_clip(L, 1)->track_count - 1);
  return 1;
}

// append(table): like add_track, without making a Track of it. For loaders.
static int clip_append(lua_State *L) {
  check_clip(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  push_owner(L, 1);
  add_track(L, 3, 2, 0);
  return 0;
}

static int clip_remove_track(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  uint32_t index = 0;
  if (class_test(L, 2, &track_class) != NULL) {
    const ha_box *view = class_check(L, 2, &track_class);
    while (index < clip->track_count && clip->tracks[index] != view->object) index++;
    if (index == clip->track_count) return luaL_argerror(L, 2, "the track belongs to another clip");
  } else {
    index = arg_index(L, 2, clip->track_count, "track");
  }
  push_owner(L, 1);
  int owner = lua_gettop(L);
  push_clip_track(L, 1, index);  // the view that will own it
  release_track(L, owner, index);
  return 1;
}

// Replaces the content by a copy of another clip's. All or nothing: the copy is complete before anything
// goes.
static int clip_assign(lua_State *L) {
  ha_clip *clip = check_clip(L, 1);
  const ha_clip *from = check_clip(L, 2);
  if (clip == from) return lua_settop(L, 1), 1;
  push_owner(L, 1);
  int owner = lua_gettop(L);
  ha_box *box = class_new(L, &clip_class);
  ha_clip *copy;
  class_must(L,
             ha_clip_create(&(ha_clip_desc){.duration = from->given_duration, .looping = from->looping}, NULL,
                            &copy),
             "clip");
  box->object = copy;
  for (uint32_t i = 0; i < from->track_count; i++) {
    ha_track *track = NULL;
    class_must(L, ha_track_copy(from->tracks[i], &track), "clip");
    ha_status status = ha_clip_add_track(copy, track);
    if (status != HA_OK) ha_track_destroy(track);
    class_must(L, status, "clip");
    class_announce(L, ha_track_byte_size(track));
  }
  while (clip->track_count > 0) release_track(L, owner, clip->track_count - 1);
  ha_clip_assign(clip, copy);
  lua_settop(L, 1);
  return 1;
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
  if (!lua_isnil(L, 2)) {
    int is_number;
    seconds = lua_tonumberx(L, 2, &is_number);
    if (!is_number) return luaL_error(L, "duration: number or nil expected, got %s", luaL_typename(L, 2));
    if (seconds < 0) return luaL_error(L, "duration: the duration is negative");
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
  lua_getiuservalue(L, 1, SKELETON);
  return 1;
}

static int clip_len(lua_State *L) {
  lua_pushinteger(L, check_clip(L, 1)->track_count);
  return 1;
}

static int clip_tostring(lua_State *L) {
  const ha_box *box = lua_touserdata(L, 1);
  ha_clip *clip = box->object;
  if (clip == NULL || box->closed)
    lua_pushliteral(L, "helioanim.Clip (closed)");
  else
    lua_pushfstring(L, "helioanim.Clip '%s', %f s, %d tracks", clip->name, ha_clip_duration(clip),
                    (int)clip->track_count);
  return 1;
}

static const luaL_Reg methods[] = {
    {"sample", clip_sample}, {"track", clip_track},
    {"tracks", clip_tracks}, {"joints", clip_joints},
    {"bind", clip_bind},     {"add_track", clip_add_track},
    {"append", clip_append}, {"remove_track", clip_remove_track},
    {"assign", clip_assign}, {NULL, NULL},
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
    .user_values = 5,
    .methods = methods,
    .properties = properties,
    .metamethods = metamethods,
    .release = clip_release,
};
