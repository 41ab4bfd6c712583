// Track: the keys of one animated channel. The truth that scripts edit; see author/edit_keys.h for the edits.
#ifndef HELIOANIM_DATA_TRACK_H
#define HELIOANIM_DATA_TRACK_H

#include "base/names.h"
#include "math/curve.h"

typedef enum ha_channel {
  HA_CHANNEL_TRANSLATION,  // 3 components
  HA_CHANNEL_ROTATION,     // 4, x y z w
  HA_CHANNEL_SCALE,        // 3
  HA_CHANNEL_WEIGHTS,      // as many as there are morph targets
  HA_CHANNEL_FLOAT,        // 1 or more, a value of its own, found by name
  HA_CHANNEL_COUNT
} ha_channel;

enum { HA_MAX_COMPONENTS = 4096 };

typedef struct ha_track {
  char *name;  // of the joint, or of the float; NUL-terminated
  size_t name_length;
  uint32_t joint;  // index in file order where the maker knew it, else HA_NO_INDEX: then the name counts
  ha_channel channel;
  ha_interpolation interpolation;
  uint32_t components;
  uint32_t key_count;  // at least 1
  uint32_t key_capacity;
  double *times;         // [key_count] seconds, >= 0, non-decreasing
  float *values;         // [key_count * stride], as given; cubic keys are in-tangents, value, out-tangents
  uint64_t revision;     // grows with every edit
  struct ha_clip *clip;  // that it belongs to; NULL while it is on its own
} ha_track;

typedef struct ha_track_desc {
  ha_text name;    // of the joint, or of the float
  uint32_t joint;  // file order, or HA_NO_INDEX
  ha_channel channel;
  ha_interpolation interpolation;
  uint32_t components;  // for weights and floats; else 0 or the channel's own number
  uint32_t key_count;
  const double *times;
  const float *values;  // [value_count]
  size_t value_count;   // must be key_count * stride
} ha_track_desc;

// Floats a key: components, or three times as many for cubic.
uint32_t ha_track_stride(const ha_track *track);
// 3, 4, 3, or 0 where the track decides.
uint32_t ha_channel_components(ha_channel channel);

static inline ha_text ha_track_name(const ha_track *track) {
  ha_text name = {track->name, track->name_length};
  return name;
}
static inline double ha_track_last_time(const ha_track *track) { return track->times[track->key_count - 1]; }

// Checks everything, then copies. Errors: HA_BAD_COUNT, HA_BAD_KEY_TIME, HA_BAD_VALUE (not finite; a zero
// rotation in a step or linear track), HA_TOO_LARGE, HA_NO_MEMORY. Texts name the key, counted from 1.
ha_status ha_track_create(const ha_track_desc *desc, const ha_allocator *allocator, ha_track **out);
ha_status ha_track_copy(const ha_track *track, ha_track **out);
void ha_track_destroy(ha_track *track);  // NULL is allowed

// One key, 0 <= key < key_count. Tangents only of cubic tracks.
const float *ha_track_value(const ha_track *track, uint32_t key);
const float *ha_track_in_tangent(const ha_track *track, uint32_t key);
const float *ha_track_out_tangent(const ha_track *track, uint32_t key);

// The checks of ha_track_create for one key, for whoever edits: `values` has a stride's floats.
ha_status ha_track_check_key(const ha_track *track, uint32_t key, const float *values);

// The value at `time`, clamped to the track's own range; `out` has room for `components` floats.
// Rotations come out with unit length: step and linear normalise the keys, cubic the result.
void ha_track_sample(const ha_track *track, double time, float *out);

// The same for many tracks at one time: `hint` is where the last one found its key, and is moved on. The
// result does not depend on it.
void ha_track_sample_near(const ha_track *track, double time, uint32_t *hint, float *out);

// The raw mix of a cubic segment from `key` to its successor: values, or slopes with ha_hermite_slopes.
// Rotations are not normalised.
void ha_track_mix_cubic(const ha_track *track, uint32_t key, ha_hermite weights, float *out);

// Bytes of a block that holds `capacity` keys, and where the values start in it: for whoever grows a track.
size_t ha_track_keys_size(uint32_t capacity, uint32_t stride, size_t *out_values);

size_t ha_track_byte_size(const ha_track *track);

#endif
