#include "data/clip.h"

#include <math.h>
#include <string.h>

static void changed(ha_clip *clip) { clip->revision++; }

static double largest_key_time(const ha_clip *clip) {
  double largest = 0;
  for (uint32_t i = 0; i < clip->track_count; i++) {
    double last = ha_track_last_time(clip->tracks[i]);
    if (last > largest) largest = last;
  }
  return largest;
}

// The last key of a track went from `before` to `now`; 0 where there was or is none.
static void last_key_moved(ha_clip *clip, double before, double now) {
  if (now > clip->largest_key_time)
    clip->largest_key_time = now;
  else if (now < before && before == clip->largest_key_time)
    clip->largest_key_time = largest_key_time(clip);
}

void ha_clip_note_edit(ha_clip *clip, double before, double now) {
  last_key_moved(clip, before, now);
  changed(clip);
}

static void structure_changed(ha_clip *clip) {
  clip->structure++;
  changed(clip);
}

ha_status ha_clip_create(const ha_clip_desc *desc, const ha_allocator *allocator, ha_clip **out) {
  if (!isfinite(desc->duration)) return ha_fail(HA_BAD_VALUE, "the duration is not finite");
  size_t size = 0;
  ha_carve(&size, 1, sizeof(ha_clip));
  size_t name = ha_carve(&size, desc->name.length + 1, 1);
  char *start = ha_block_create(allocator, size);
  if (start == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a clip");
  ha_clip *clip = (ha_clip *)start;
  *clip = (ha_clip){
      .name = start + name,
      .name_length = desc->name.length,
      .given_duration = desc->duration < 0 ? -1 : desc->duration,
      .looping = desc->looping,
      .revision = 1,
      .structure = 1,
  };
  if (desc->name.length > 0) memcpy(clip->name, desc->name.bytes, desc->name.length);
  *out = clip;
  return HA_OK;
}

void ha_clip_destroy(ha_clip *clip) {
  if (clip == NULL) return;
  for (uint32_t i = 0; i < clip->track_count; i++) ha_track_destroy(clip->tracks[i]);
  ha_block_destroy(clip->tracks);
  ha_events_clear(&clip->events);
  ha_markers_clear(&clip->markers);
  ha_block_destroy(clip);
}

ha_status ha_clip_add_track(ha_clip *clip, ha_track *track) {
  HA_ASSERT(track->clip == NULL);
  ha_allocator allocator = ha_block_allocator(clip);
  if (!ha_block_reserve(&clip->tracks, ((size_t)clip->track_count + 1) * sizeof(ha_track *), &allocator))
    return ha_fail(HA_NO_MEMORY, "no memory for track %u of a clip", clip->track_count + 1);
  clip->tracks[clip->track_count++] = track;
  track->clip = clip;
  last_key_moved(clip, 0, ha_track_last_time(track));
  structure_changed(clip);
  return HA_OK;
}

ha_track *ha_clip_remove_track(ha_clip *clip, uint32_t index) {
  HA_ASSERT(index < clip->track_count);
  ha_track *track = clip->tracks[index];
  clip->track_count--;
  memmove(&clip->tracks[index], &clip->tracks[index + 1], (clip->track_count - index) * sizeof(ha_track *));
  track->clip = NULL;
  last_key_moved(clip, ha_track_last_time(track), 0);
  structure_changed(clip);
  return track;
}

void ha_clip_assign(ha_clip *clip, ha_clip *from) {
  if (clip == from) return;
  for (uint32_t i = 0; i < clip->track_count; i++) ha_track_destroy(clip->tracks[i]);
  ha_track **emptied = clip->tracks;
  clip->tracks = from->tracks;
  clip->track_count = from->track_count;
  clip->given_duration = from->given_duration;
  clip->looping = from->looping;
  from->tracks = emptied;
  from->track_count = 0;
  for (uint32_t i = 0; i < clip->track_count; i++) clip->tracks[i]->clip = clip;
  clip->largest_key_time = from->largest_key_time;
  from->largest_key_time = 0;
  structure_changed(clip);
  structure_changed(from);
}

double ha_clip_duration(const ha_clip *clip) {
  return clip->given_duration >= 0 ? clip->given_duration : clip->largest_key_time;
}

ha_status ha_clip_set_duration(ha_clip *clip, double seconds) {
  if (!isfinite(seconds)) return ha_fail(HA_BAD_VALUE, "the duration is not finite");
  clip->given_duration = seconds < 0 ? -1 : seconds;
  changed(clip);
  return HA_OK;
}

size_t ha_clip_byte_size(const ha_clip *clip) { return ha_block_size(clip) + ha_block_size(clip->tracks); }
