// Tracks from uniform samples.
#ifndef HELIOANIM_AUTHOR_UNIFORM_H
#define HELIOANIM_AUTHOR_UNIFORM_H

#include "data/track.h"

typedef struct ha_uniform_desc {
  ha_track_desc track;  // key_count and times are ignored; values hold the samples in order
  double fps;           // samples a second, > 0
  uint32_t frames;      // intervals; the duration is frames / fps
  int looping;          // 0: frames + 1 samples; else `frames` samples, closed by a copy of the first
} ha_uniform_desc;

// Errors as ha_track_create, HA_BAD_COUNT naming both counts, HA_BAD_VALUE (fps).
ha_status ha_track_from_uniform(const ha_uniform_desc *desc, const ha_allocator *allocator, ha_track **out);

#endif
