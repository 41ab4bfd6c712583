// Editing keys while a clip plays. Every edit is all or nothing: on failure the track is as it was. The next
// sample shows it; track and clip revisions grow.
#ifndef HELIOANIM_AUTHOR_EDIT_KEYS_H
#define HELIOANIM_AUTHOR_EDIT_KEYS_H

#include "data/track.h"

// Keys count from 0 and must exist (HA_ASSERT). Old values are for the caller to read before.

// Replaces the value of a key, `components` floats. Errors: HA_BAD_VALUE.
ha_status ha_track_set_value(ha_track *track, uint32_t key, const float *value);

// Replaces the tangents of a cubic key (HA_UNSUPPORTED otherwise), `components` floats each, per second. NULL
// keeps one. Errors: HA_BAD_VALUE.
ha_status ha_track_set_tangents(ha_track *track, uint32_t key, const float *in, const float *out);

// Inserts a key behind all keys at or before `time` and gives its index. `value` NULL keeps the shape of the
// curve: a cubic segment is split exactly; so does what ha_track_sample gives there, without tangents.
// Outside the keys of a cubic track, the facing tangent of the outermost key, idle until then, shapes the new
// segment. `in` and `out` (cubic only) NULL take the curve's own slope. Errors: HA_BAD_KEY_TIME,
// HA_BAD_VALUE, HA_UNSUPPORTED, HA_TOO_LARGE, HA_NO_MEMORY.
ha_status ha_track_insert_key(ha_track *track, double time, const float *value, const float *in,
                              const float *out, uint32_t *out_key);

// Removes a key. The last one stays: HA_BAD_COUNT.
ha_status ha_track_remove_key(ha_track *track, uint32_t key);

// Moves a key in time, past others if need be, and gives its new index; among equal times it comes last.
// Errors: HA_BAD_KEY_TIME.
ha_status ha_track_move_key(ha_track *track, uint32_t key, double time, uint32_t *out_key);

#endif
