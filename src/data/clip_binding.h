// Clip binding: a clip resolved against a skeleton. Says for every track where its samples go.
//
// A binding only borrows the clip and the skeleton. It is made current at one named point outside the frame
// (ha_clip_binding_refresh) after tracks came or went; edits of keys need nothing, the keys are read in
// place.
#ifndef HELIOANIM_DATA_CLIP_BINDING_H
#define HELIOANIM_DATA_CLIP_BINDING_H

#include "data/clip.h"
#include "data/skeleton.h"

typedef struct ha_target {
  uint32_t index;  // inner joint, or value slot; HA_NO_INDEX where the track drives nothing here
} ha_target;

typedef struct ha_clip_binding {
  const ha_clip *clip;
  ha_skeleton *skeleton;
  int by_index;        // tracks that know their joint by index go there, whatever it is called
  ha_target *targets;  // [target_count], one a track
  uint32_t target_count;
  uint32_t unmatched_count;
  uint64_t structure;  // the clip's when this was resolved
} ha_clip_binding;

// Resolves every track: by joint index where the track has one and `by_index` is set, else by name. Named
// floats and morph weights that the skeleton lacks are added to it (hence not const). Errors: HA_BAD_COUNT (a
// weights track with another number of targets than its joint), HA_NO_MEMORY.
ha_status ha_clip_binding_create(const ha_clip *clip, ha_skeleton *skeleton, int by_index,
                                 const ha_allocator *allocator, ha_clip_binding **out);
void ha_clip_binding_destroy(ha_clip_binding *binding);  // NULL is allowed

int ha_clip_binding_is_current(const ha_clip_binding *binding);
// Resolves again after tracks came or went. On failure the binding stays as it was.
ha_status ha_clip_binding_refresh(ha_clip_binding *binding);

#endif
