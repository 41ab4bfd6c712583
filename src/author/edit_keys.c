#include "author/edit_keys.h"

#include <math.h>
#include <string.h>

#include "data/clip.h"

static void edited(ha_track *track, double last_before) {
  track->revision++;
  if (track->clip != NULL) ha_clip_note_edit(track->clip, last_before, ha_track_last_time(track));
}

static float *key_of(ha_track *track, uint32_t key) {
  HA_ASSERT(key < track->key_count);
  return track->values + (size_t)key * ha_track_stride(track);
}

static ha_status check_time(double time) {
  if (!isfinite(time)) return ha_fail(HA_BAD_KEY_TIME, "the key time is not finite");
  if (time < 0) return ha_fail(HA_BAD_KEY_TIME, "the key time is negative");
  return HA_OK;
}

// Copies the given parts of a cubic key (in, value, out) over those of `values`; NULL keeps one.
static void overlay(const ha_track *track, const float *in, const float *value, const float *out,
                    float *values) {
  size_t size = track->components * sizeof(float);
  if (track->interpolation != HA_CUBIC) {
    if (value != NULL) memcpy(values, value, size);
    return;
  }
  if (in != NULL) memcpy(values, in, size);
  if (value != NULL) memcpy(values + track->components, value, size);
  if (out != NULL) memcpy(values + 2 * track->components, out, size);
}

static ha_status replace(ha_track *track, uint32_t key, const float *in, const float *value,
                         const float *out) {
  float values[3 * HA_MAX_COMPONENTS];
  size_t size = ha_track_stride(track) * sizeof(float);
  memcpy(values, key_of(track, key), size);
  overlay(track, in, value, out, values);
  ha_status status = ha_track_check_key(track, key, values);
  if (status != HA_OK) return status;
  memcpy(key_of(track, key), values, size);
  edited(track, ha_track_last_time(track));
  return HA_OK;
}

ha_status ha_track_set_value(ha_track *track, uint32_t key, const float *value) {
  return replace(track, key, NULL, value, NULL);
}

static ha_status check_has_tangents(const ha_track *track) {
  if (track->interpolation == HA_CUBIC) return HA_OK;
  return ha_fail(HA_UNSUPPORTED, "only cubic tracks have tangents");
}

ha_status ha_track_set_tangents(ha_track *track, uint32_t key, const float *in, const float *out) {
  ha_status status = check_has_tangents(track);
  return status != HA_OK ? status : replace(track, key, in, NULL, out);
}

// What the curve is at `time`, as a key: the raw value of a cubic rotation, which ha_track_sample normalises.
static void curve_at(const ha_track *track, double time, float *values) {
  uint32_t n = track->components;
  if (track->interpolation != HA_CUBIC) {
    ha_track_sample(track, time, values);
    return;
  }
  memset(values, 0, 3 * n * sizeof(float));
  int64_t found = ha_find_key(track->times, track->key_count, time);
  uint32_t key = found < 0 ? 0 : (uint32_t)found;
  if (found < 0 || key + 1 == track->key_count) {  // flat outside the keys
    memcpy(values + n, ha_track_value(track, key), n * sizeof(float));
    return;
  }
  double from = track->times[key], to = track->times[key + 1];
  float u = ha_key_fraction(from, to, time), length = (float)(to - from);
  ha_track_mix_cubic(track, key, ha_hermite_weights(u, length), values + n);
  ha_track_mix_cubic(track, key, ha_hermite_slopes(u, length), values);
  memcpy(values + 2 * n, values, n * sizeof(float));
}

static ha_status reserve_key(ha_track *track) {
  if (track->key_count < track->key_capacity) return HA_OK;
  if (track->key_count > UINT32_MAX / 4) return ha_fail(HA_TOO_LARGE, "too many keys");
  uint32_t capacity = track->key_capacity + track->key_capacity / 2 + 4, stride = ha_track_stride(track);
  ha_allocator allocator = ha_block_allocator(track);
  size_t offset, size = ha_track_keys_size(capacity, stride, &offset);
  double *times = ha_block_create(&allocator, size);
  if (times == NULL) return ha_fail(HA_NO_MEMORY, "no memory for %u keys", capacity);
  float *values = (float *)((char *)times + offset);
  memcpy(times, track->times, track->key_count * sizeof(double));
  memcpy(values, track->values, (size_t)track->key_count * stride * sizeof(float));
  ha_block_destroy(track->times);
  track->times = times;
  track->values = values;
  track->key_capacity = capacity;
  return HA_OK;
}

static void open_gap(ha_track *track, uint32_t key) {
  size_t behind = track->key_count - key, stride = ha_track_stride(track);
  float *values = track->values + key * stride;
  memmove(&track->times[key + 1], &track->times[key], behind * sizeof(double));
  memmove(values + stride, values, behind * stride * sizeof(float));
  track->key_count++;
}

static void close_gap(ha_track *track, uint32_t key) {
  size_t behind = track->key_count - key - 1, stride = ha_track_stride(track);
  float *values = track->values + key * stride;
  memmove(&track->times[key], &track->times[key + 1], behind * sizeof(double));
  memmove(values, values + stride, behind * stride * sizeof(float));
  track->key_count--;
}

// Puts a key behind all keys at or before its time. There is room.
static uint32_t place_key(ha_track *track, double time, const float *values) {
  uint32_t key = (uint32_t)(ha_find_key(track->times, track->key_count, time) + 1);
  open_gap(track, key);
  track->times[key] = time;
  memcpy(track->values + (size_t)key * ha_track_stride(track), values,
         ha_track_stride(track) * sizeof(float));
  return key;
}

// A sampled cubic rotation given back as the new value means the raw curve that it was normalised from.
static int is_sample(const ha_track *track, double time, const float *value) {
  float sample[HA_MAX_COMPONENTS];
  ha_track_sample(track, time, sample);
  return memcmp(sample, value, track->components * sizeof(float)) == 0;
}

ha_status ha_track_insert_key(ha_track *track, double time, const float *value, const float *in,
                              const float *out, uint32_t *out_key) {
  ha_status status = check_time(time);
  if (status == HA_OK && (in != NULL || out != NULL)) status = check_has_tangents(track);
  if (status != HA_OK) return status;
  float values[3 * HA_MAX_COMPONENTS];
  curve_at(track, time, values);
  if (value != NULL && in == NULL && out == NULL && is_sample(track, time, value)) value = NULL;
  overlay(track, in, value, out, values);
  uint32_t would_be = (uint32_t)(ha_find_key(track->times, track->key_count, time) + 1);
  status = ha_track_check_key(track, would_be, values);
  if (status == HA_OK) status = reserve_key(track);
  if (status != HA_OK) return status;
  double last = ha_track_last_time(track);
  *out_key = place_key(track, time, values);
  edited(track, last);
  return HA_OK;
}

ha_status ha_track_remove_key(ha_track *track, uint32_t key) {
  HA_ASSERT(key < track->key_count);
  if (track->key_count == 1) return ha_fail(HA_BAD_COUNT, "the last key of a track cannot be removed");
  double last = ha_track_last_time(track);
  close_gap(track, key);
  edited(track, last);
  return HA_OK;
}

ha_status ha_track_move_key(ha_track *track, uint32_t key, double time, uint32_t *out_key) {
  ha_status status = check_time(time);
  if (status != HA_OK) return status;
  float values[3 * HA_MAX_COMPONENTS];
  memcpy(values, key_of(track, key), ha_track_stride(track) * sizeof(float));
  double last = ha_track_last_time(track);
  close_gap(track, key);
  *out_key = place_key(track, time, values);
  edited(track, last);
  return HA_OK;
}
