// What the classes know of each other: boxes with more than a pointer, and the ways from one to the next.
#ifndef HELIOANIM_BINDING_TYPES_H
#define HELIOANIM_BINDING_TYPES_H

#include "binding/class.h"

extern const ha_class skeleton_class, track_class, clip_class, clip_binding_class, skin_class, pose_class,
    matrices_class, buffer_class, deformer_class, clock_class, player_class, event_cursor_class,
    sync_group_class, two_bone_class, look_at_class, chain_class, socket_class, mapping_class, mask_class,
    mirror_class;

// What the values of enums are called; NULL-terminated.
extern const char *const channel_names[];
extern const char *const interpolation_names[];
extern const char *const wrap_names[];
extern const char *const play_state_names[];
extern const char *const on_end_names[];
extern const char *const notice_names[];
extern const char *const sync_names[];
extern const char *const buffer_kind_names[];

typedef enum buffer_kind { BUFFER_FLOAT32, BUFFER_UINT32, BUFFER_KIND_COUNT } buffer_kind;

typedef struct lua_buffer {
  ha_box box;  // float * or uint32_t *
  buffer_kind kind;
  uint32_t components;  // per element
  size_t count;         // scalars
} lua_buffer;

static inline ha_skeleton *check_skeleton(lua_State *L, int index) {
  return ((ha_box *)class_check(L, index, &skeleton_class))->object;
}
static inline ha_pose *check_pose(lua_State *L, int index) {
  return ((ha_box *)class_check(L, index, &pose_class))->object;
}
static inline ha_skin *check_skin(lua_State *L, int index) {
  return ((ha_box *)class_check(L, index, &skin_class))->object;
}
static inline ha_mask *check_mask(lua_State *L, int index) {
  return ((ha_box *)class_check(L, index, &mask_class))->object;
}
static inline ha_clip *check_clip(lua_State *L, int index) {
  return ((ha_box *)class_check(L, index, &clip_class))->object;
}

// The matrices at `index`, of exactly `count`.
float *check_matrices(lua_State *L, int index, uint32_t count);
// Room for `count` matrices in the larger ones at `index`: from the first, or from the number at `index` + 1
// on.
float *check_matrices_from(lua_State *L, int index, uint32_t count);
// Room for `count` elements of `components` floats in the Buffer at `index`, likewise.
float *check_elements_from(lua_State *L, int index, uint32_t components, uint32_t count);
// ( -- matrices ) `count` identities.
void push_matrices(lua_State *L, uint32_t count);
// ( -- buffer ) With its memory, zeroed.
lua_buffer *push_buffer(lua_State *L, buffer_kind kind, uint32_t components, size_t count);

// ( -- string ) `count` 4-byte words as little-endian bytes.
void push_little_endian(lua_State *L, const void *words, size_t count);

// ( -- name ) The skeleton's own string, made once.
void push_joint_name(lua_State *L, int skeleton, uint32_t joint);
// ( -- text ) "skeleton 'knight' (57 joints)"
void push_skeleton_title(lua_State *L, int skeleton);
// ( -- text ) "the mask belongs to skeleton 'a' (3 joints), not to skeleton 'b' (5 joints)": that of the
// object at `object`, and the one that argument 1 holds in a user value.
const char *push_foreign(lua_State *L, const char *what, int object, int user_value);
// ( -- text ) "no joint 'nope' (did you mean 'Nose'?)"
void push_no_name(lua_State *L, const char *kind, const ha_names *names, ha_text wanted);

// Widens the boxes of a skin by the mesh of the deformer at `index`.
void deformer_include(lua_State *L, int index, ha_skin *skin);

// The clip at `clip`, resolved for the pose at `pose` and ready for the sampler: bindings are refreshed and
// the pose fitted here, outside the frame kernels. Raises where the clip is bound to another skeleton.
const ha_clip_binding *prepare_clip(lua_State *L, int clip, int pose);

#endif
