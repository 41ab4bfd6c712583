// Tracks as clips hand them out and take them in.
#ifndef HELIOANIM_BINDING_LUA_TRACK_H
#define HELIOANIM_BINDING_LUA_TRACK_H

#include "binding/args.h"
#include "binding/types.h"

typedef struct lua_track {
  ha_box box;
  int owned;  // on its own: no clip has it
} lua_track;

// Makes a track out of the table `at`. `clip`: the table of the clip around it, whose fps, frames and looping
// it inherits, or NULL. `skeleton`: the clip's own, where joints must exist to be named by index, or NULL.
// Raises on bad data. The caller must give the track to an owner before anything else can raise.
ha_track *track_from_table(lua_State *L, const ha_fields *at, const ha_fields *clip,
                           const ha_skeleton *skeleton);

#endif
