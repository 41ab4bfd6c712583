// The box of a track, which clips hand out and take in.
#ifndef HELIOANIM_BINDING_LUA_TRACK_H
#define HELIOANIM_BINDING_LUA_TRACK_H

#include "binding/types.h"

typedef struct lua_track {
  ha_box box;
  int owned;  // on its own: no clip has it
} lua_track;

#endif
