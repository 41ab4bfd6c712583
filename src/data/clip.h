// Clip: a named list of tracks with a duration.
#ifndef HELIOANIM_DATA_CLIP_H
#define HELIOANIM_DATA_CLIP_H

#include "data/events.h"
#include "data/track.h"

typedef struct ha_clip {
  char *name;  // NUL-terminated
  size_t name_length;
  double given_duration;    // seconds; < 0: the largest key time
  double largest_key_time;  // of all tracks, kept up to date by every change
  int looping;              // made from looping samples: the last key repeats the first
  ha_track **tracks;
  uint32_t track_count;
  ha_events events;
  ha_markers markers;
  uint64_t revision;   // grows with every change of the clip or of one of its tracks
  uint64_t structure;  // grows when tracks come or go: bindings look at it
} ha_clip;

typedef struct ha_clip_desc {
  ha_text name;
  double duration;  // seconds; < 0 for the largest key time
  int looping;
} ha_clip_desc;

// An empty clip. Errors: HA_BAD_VALUE (duration not finite), HA_NO_MEMORY.
ha_status ha_clip_create(const ha_clip_desc *desc, const ha_allocator *allocator, ha_clip **out);
// Destroys the clip and its tracks; NULL is allowed.
void ha_clip_destroy(ha_clip *clip);

// Appends a track, which now belongs to the clip. On failure it still belongs to the caller. The track must
// not belong to another clip (HA_ASSERT).
ha_status ha_clip_add_track(ha_clip *clip, ha_track *track);
// Takes track `index` out and hands it to the caller.
ha_track *ha_clip_remove_track(ha_clip *clip, uint32_t index);
// Replaces tracks, duration and looping (not events and markers) of `clip` by those of `from`, which is left
// empty. The name stays.
void ha_clip_assign(ha_clip *clip, ha_clip *from);

// Seconds: as given, else the largest key time, else 0.
double ha_clip_duration(const ha_clip *clip);
// `seconds` < 0 returns to the largest key time. HA_BAD_VALUE when not finite.
ha_status ha_clip_set_duration(ha_clip *clip, double seconds);

// For whoever edits a track of the clip: its last key time went from `before` to `now`, or stayed.
void ha_clip_note_edit(ha_clip *clip, double before, double now);

// The clip's own bytes without its tracks'.
size_t ha_clip_byte_size(const ha_clip *clip);

#endif
