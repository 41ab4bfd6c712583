// helioanim.Clip: bound to skeletons. A clip that was made for a skeleton stays with it; any other binds
// itself to the skeleton of each pose it is sampled into, and keeps the result as long as that skeleton
// lives.
#include "binding/lua_clip.h"

static void binding_release(void *box) { ha_clip_binding_destroy(((ha_box *)box)->object); }

// An object of its own, so that weak tables can drop it.
const ha_class clip_binding_class = {.name = "helioanim.ClipBinding",
                                     .box_size = sizeof(ha_box),
                                     .user_values = 1,
                                     .release = binding_release};

// Indices count in the skeleton that the content was made for, and in a content that was made for none.
int goes_by_index(lua_State *L, int clip, int skeleton) {
  push_owner(L, clip);
  int bound = lua_getiuservalue(L, -1, CLIP_SKELETON) != LUA_TNIL, same = lua_rawequal(L, -1, skeleton);
  lua_pop(L, 2);
  return !bound || same;
}

// ( -- binding )
static void push_new_binding(lua_State *L, int clip, int skeleton) {
  int by_index = goes_by_index(L, clip, skeleton);
  ha_box *box = class_new(L, &clip_binding_class);
  ha_clip_binding *binding;
  class_must(
      L, ha_clip_binding_create(check_clip(L, clip), check_skeleton(L, skeleton), by_index, NULL, &binding),
      "clip");
  box->object = binding;
  class_announce(L, ha_block_size(binding) + ha_block_size(binding->targets));
}

// ( -- bindings )
static void push_bindings(lua_State *L, int clip) {
  if (lua_getiuservalue(L, clip, CLIP_BINDINGS) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, clip, CLIP_BINDINGS);
}

// The binding of the clip to the skeleton, current. The clip keeps it.
static const ha_clip_binding *binding_for(lua_State *L, int clip, int skeleton) {
  push_bindings(L, clip);
  lua_pushvalue(L, skeleton);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pop(L, 1);
    push_new_binding(L, clip, skeleton);
    lua_pushvalue(L, skeleton);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  ha_clip_binding *binding = ((ha_box *)lua_touserdata(L, -1))->object;
  lua_pop(L, 2);
  class_must(L, ha_clip_binding_refresh(binding), "clip");
  return binding;
}

void bind_clip(lua_State *L, int clip, int skeleton) {
  lua_pushvalue(L, skeleton);
  lua_setiuservalue(L, clip, CLIP_SKELETON);
  binding_for(L, clip, skeleton);
}

const ha_clip_binding *prepare_clip(lua_State *L, int clip, int pose) {
  const ha_clip *content = check_clip(L, clip);
  ha_pose *target = check_pose(L, pose);
  lua_getiuservalue(L, pose, CLASS_ANCHOR);
  int skeleton = lua_gettop(L);
  if (lua_getiuservalue(L, clip, CLIP_SKELETON) != LUA_TNIL && !lua_rawequal(L, -1, skeleton)) {
    push_skeleton_title(L, skeleton + 1);
    push_skeleton_title(L, skeleton);
    luaL_error(L, "clip '%s' is bound to %s, the pose belongs to %s", content->name, lua_tostring(L, -2),
               lua_tostring(L, -1));
  }
  const ha_clip_binding *binding = binding_for(L, clip, skeleton);
  class_must(L, ha_pose_fit(target), "pose");
  lua_settop(L, skeleton - 1);
  return binding;
}

// ( list seen value -- list seen ) Appends a value that the list does not have yet.
static void append_once(lua_State *L, lua_Integer *count) {
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) == LUA_TNIL) {
    lua_pushvalue(L, -2);
    lua_rawseti(L, -5, ++*count);
    lua_pushvalue(L, -2);
    lua_pushboolean(L, 1);
    lua_rawset(L, -5);
  }
  lua_pop(L, 2);
}

// ( -- name | index )
static void push_named_joint(lua_State *L, const ha_track *track) {
  if (track->name_length > 0 || track->joint == HA_NO_INDEX)
    lua_pushlstring(L, track->name, track->name_length);
  else
    lua_pushinteger(L, (lua_Integer)track->joint + 1);
}

// ( -- joints ) Names, or indices of unnamed ones, of tracks that drive nothing, each once.
static void push_unmatched(lua_State *L, const ha_clip_binding *binding) {
  lua_Integer count = 0;
  lua_newtable(L);
  lua_newtable(L);
  for (uint32_t i = 0; i < binding->target_count; i++) {
    if (binding->targets[i].index != HA_NO_INDEX) continue;
    push_named_joint(L, binding->clip->tracks[i]);
    append_once(L, &count);
  }
  lua_pop(L, 1);
}

// bind(skeleton) -> a view of the clip, joints that did not match
int clip_bind(lua_State *L) {
  check_clip(L, 1);
  check_skeleton(L, 2);
  lua_settop(L, 2);
  push_owner(L, 1);                            // 3
  lua_clip *view = class_new(L, &clip_class);  // 4
  class_anchor(L, 3);
  view->box.object = ((ha_box *)lua_touserdata(L, 3))->object;
  bind_clip(L, 4, 2);
  push_unmatched(L, binding_for(L, 4, 2));
  return 2;
}

// ( -- joint | nil ) The joint that track `i` of a bound clip drives, by index.
static void push_target(lua_State *L, const ha_clip_binding *binding, uint32_t i) {
  const ha_skeleton *skeleton = binding->skeleton;
  uint32_t index = binding->targets[i].index;
  if (index == HA_NO_INDEX)
    lua_pushnil(L);
  else if (binding->clip->tracks[i]->channel == HA_CHANNEL_WEIGHTS)
    lua_pushinteger(L, (lua_Integer)skeleton->slots[index].joint + 1);
  else
    lua_pushinteger(L, (lua_Integer)skeleton->file_of[index] + 1);
}

// ( -- joints ) Each driven joint once, in order of tracks. `binding` NULL: the clip is bound to no skeleton.
static void push_driven(lua_State *L, const ha_clip *clip, const ha_clip_binding *binding) {
  lua_Integer count = 0;
  lua_newtable(L);
  lua_newtable(L);
  for (uint32_t i = 0; i < clip->track_count && (binding == NULL || i < binding->target_count); i++) {
    if (clip->tracks[i]->channel == HA_CHANNEL_FLOAT) continue;
    if (binding == NULL)
      push_named_joint(L, clip->tracks[i]);
    else
      push_target(L, binding, i);
    if (lua_isnil(L, -1))
      lua_pop(L, 1);
    else
      append_once(L, &count);
  }
  lua_pop(L, 1);
}

// joints() -> list, made again only after tracks came or went
int clip_joints(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  lua_clip *self = lua_touserdata(L, 1);
  lua_settop(L, 1);
  if (self->joints_structure != clip->structure) {
    uint64_t structure = clip->structure;
    const ha_clip_binding *binding = NULL;
    if (lua_getiuservalue(L, 1, CLIP_SKELETON) != LUA_TNIL) binding = binding_for(L, 1, 2);
    push_driven(L, clip, binding);
    lua_setiuservalue(L, 1, CLIP_JOINTS);
    self->joints_structure = structure;
  }
  lua_getiuservalue(L, 1, CLIP_JOINTS);
  return 1;
}
