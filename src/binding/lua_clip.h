// What the files of helioanim.Clip share. A clip owns its content, or is a view of another clip's content,
// bound to a skeleton.
#ifndef HELIOANIM_BINDING_LUA_CLIP_H
#define HELIOANIM_BINDING_LUA_CLIP_H

#include "binding/args.h"
#include "binding/types.h"

// User values beside CLASS_ANCHOR, which is the clip that owns the content (views).
enum {
  CLIP_TRACKS = 2,  // Track by address, weak values (owners)
  CLIP_SKELETON,    // that it is bound to, or nil
  CLIP_BINDINGS,    // helioanim.ClipBinding by skeleton, weak keys
  CLIP_JOINTS,      // list of driven joints
  CLIP_EVENTS,      // names and payloads of events (owners)
  CLIP_USER_VALUES = CLIP_EVENTS
};

typedef struct lua_clip {
  ha_box box;
  uint64_t joints_structure;  // the content's when the list of driven joints was made
} lua_clip;

// The track that is most likely meant: of the same joint, or of the most similar name. NULL where none is
// near.
const ha_track *nearest_track(const ha_clip *clip, ha_text wanted);

// ( -- owner ) The clip that owns the content: the one at `clip` or the one it views.
void push_owner(lua_State *L, int clip);

// clip_tracks.c

// ( -- track ) The userdata of track `i` of the clip at `clip`: the same one every time.
void push_clip_track(lua_State *L, int clip, uint32_t i);
// Adds the Track or track table at `index` to an owner. `list`: the table of the clip that is being made, as
// in track_from_table, or NULL; `number`: the place in its list of tracks.
void add_track(lua_State *L, int owner, int index, const ha_fields *list, lua_Integer number);
int clip_add_track(lua_State *L);
int clip_remove_track(lua_State *L);
int clip_assign(lua_State *L);

// clip_bindings.c

// Whether tracks that know their joint by index go there in a skeleton, whatever it is called.
int goes_by_index(lua_State *L, int clip, int skeleton);
// Binds the clip for good to the skeleton at `skeleton`.
void bind_clip(lua_State *L, int clip, int skeleton);
int clip_bind(lua_State *L);
int clip_joints(lua_State *L);

// clip_events.c

// ( -- name ), ( -- payload ) Of an event of the clip at `clip`; no strings are made.
void push_event_name(lua_State *L, int clip, const ha_event *event);
void push_event_payload(lua_State *L, int clip, const ha_event *event);
int clip_add_event(lua_State *L);
int clip_remove_event(lua_State *L);
int clip_events(lua_State *L);
int clip_set_markers(lua_State *L);
int clip_markers(lua_State *L);

// player_options.c

int clip_player(lua_State *L);

#endif
