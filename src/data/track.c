#include "data/track.h"

#include <math.h>
#include <string.h>

#include "math/quat.h"

uint32_t ha_channel_components(ha_channel channel) {
  switch (channel) {
    case HA_CHANNEL_TRANSLATION:
    case HA_CHANNEL_SCALE: return 3;
    case HA_CHANNEL_ROTATION: return 4;
    default: return 0;
  }
}

static uint32_t stride_of(ha_interpolation interpolation, uint32_t components) {
  return interpolation == HA_CUBIC ? 3 * components : components;
}

uint32_t ha_track_stride(const ha_track *track) { return stride_of(track->interpolation, track->components); }

static int is_zero(const float *values, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (values[i] != 0) return 0;
  return 1;
}

static ha_status check_key_values(ha_channel channel, ha_interpolation interpolation, uint32_t components,
                                  uint32_t key, const float *values) {
  uint32_t stride = stride_of(interpolation, components);
  for (uint32_t i = 0; i < stride; i++)
    if (!isfinite(values[i])) return ha_fail(HA_BAD_VALUE, "the value of key %u is not finite", key + 1);
  if (channel == HA_CHANNEL_ROTATION && interpolation != HA_CUBIC && is_zero(values, 4))
    return ha_fail(HA_BAD_VALUE, "key %u is a zero rotation", key + 1);
  return HA_OK;
}

ha_status ha_track_check_key(const ha_track *track, uint32_t key, const float *values) {
  return check_key_values(track->channel, track->interpolation, track->components, key, values);
}

static ha_status check_times(const double *times, uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    if (!isfinite(times[k])) return ha_fail(HA_BAD_KEY_TIME, "key time %u is not finite", k + 1);
    if (times[k] < 0) return ha_fail(HA_BAD_KEY_TIME, "key time %u is negative", k + 1);
    if (k > 0 && times[k] < times[k - 1])
      return ha_fail(HA_BAD_KEY_TIME, "key time %u decreases (%.9g after %.9g)", k + 1, times[k],
                     times[k - 1]);
  }
  return HA_OK;
}

static ha_status check_desc(const ha_track_desc *desc, uint32_t components) {
  HA_ASSERT((unsigned)desc->channel < HA_CHANNEL_COUNT);
  HA_ASSERT((unsigned)desc->interpolation < HA_INTERPOLATION_COUNT);
  if (components == 0) return ha_fail(HA_BAD_COUNT, "a track needs at least one component");
  if (components > HA_MAX_COMPONENTS)
    return ha_fail(HA_TOO_LARGE, "%u components are more than the limit of %d", components,
                   HA_MAX_COMPONENTS);
  if (desc->key_count == 0) return ha_fail(HA_BAD_COUNT, "a track needs at least one key");
  uint64_t stride = stride_of(desc->interpolation, components);
  if (desc->value_count != desc->key_count * stride)
    return ha_fail(HA_BAD_COUNT, "%u keys need %llu values (%llu each), not %llu", desc->key_count,
                   (unsigned long long)(desc->key_count * stride), (unsigned long long)stride,
                   (unsigned long long)desc->value_count);
  ha_status status = check_times(desc->times, desc->key_count);
  for (uint32_t k = 0; k < desc->key_count && status == HA_OK; k++)
    status = check_key_values(desc->channel, desc->interpolation, components, k, desc->values + k * stride);
  return status;
}

// Times and values share one block, times first: they grow together.
size_t ha_track_keys_size(uint32_t capacity, uint32_t stride, size_t *out_values) {
  size_t size = 0;
  ha_carve(&size, capacity, sizeof(double));
  *out_values = ha_carve(&size, capacity, stride * sizeof(float));
  return size;
}

ha_status ha_track_create(const ha_track_desc *desc, const ha_allocator *allocator, ha_track **out) {
  uint32_t own = ha_channel_components(desc->channel);
  uint32_t components = own != 0 ? own : desc->components;
  ha_status status = check_desc(desc, components);
  if (status != HA_OK) return status;
  size_t size = 0;
  ha_carve(&size, 1, sizeof(ha_track));
  size_t name = ha_carve(&size, desc->name.length + 1, 1);
  char *start = ha_block_create(allocator, size);
  if (start == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a track");
  ha_track *track = (ha_track *)start;
  *track = (ha_track){
      .name = start + name,
      .name_length = desc->name.length,
      .joint = desc->joint,
      .channel = desc->channel,
      .interpolation = desc->interpolation,
      .components = components,
      .key_count = desc->key_count,
      .key_capacity = desc->key_count,
  };
  if (desc->name.length > 0) memcpy(track->name, desc->name.bytes, desc->name.length);
  uint32_t stride = ha_track_stride(track);
  size_t values, keys_size = ha_track_keys_size(desc->key_count, stride, &values);
  track->times = ha_block_create(allocator, keys_size);
  if (track->times == NULL) {
    ha_track_destroy(track);
    return ha_fail(HA_NO_MEMORY, "no memory for a track of %u keys", desc->key_count);
  }
  track->values = (float *)((char *)track->times + values);
  memcpy(track->times, desc->times, desc->key_count * sizeof(double));
  memcpy(track->values, desc->values, desc->value_count * sizeof(float));
  *out = track;
  return HA_OK;
}

ha_status ha_track_copy(const ha_track *track, ha_track **out) {
  ha_allocator allocator = ha_block_allocator(track);
  return ha_track_create(
      &(ha_track_desc){
          .name = ha_track_name(track),
          .joint = track->joint,
          .channel = track->channel,
          .interpolation = track->interpolation,
          .components = track->components,
          .key_count = track->key_count,
          .times = track->times,
          .values = track->values,
          .value_count = (size_t)track->key_count * ha_track_stride(track),
      },
      &allocator, out);
}

void ha_track_destroy(ha_track *track) {
  if (track == NULL) return;
  ha_block_destroy(track->times);
  ha_block_destroy(track);
}

static const float *key_values(const ha_track *track, uint32_t key) {
  HA_ASSERT(key < track->key_count);
  return track->values + (size_t)key * ha_track_stride(track);
}

const float *ha_track_value(const ha_track *track, uint32_t key) {
  return key_values(track, key) + (track->interpolation == HA_CUBIC ? track->components : 0);
}

const float *ha_track_in_tangent(const ha_track *track, uint32_t key) {
  HA_ASSERT(track->interpolation == HA_CUBIC);
  return key_values(track, key);
}

const float *ha_track_out_tangent(const ha_track *track, uint32_t key) {
  HA_ASSERT(track->interpolation == HA_CUBIC);
  return key_values(track, key) + 2 * track->components;
}

static void hold(const ha_track *track, uint32_t key, float *out) {
  memcpy(out, ha_track_value(track, key), track->components * sizeof(float));
  if (track->channel == HA_CHANNEL_ROTATION) ha_quat_normalize(out, out);
}

static void mix_linear(const ha_track *track, uint32_t key, float u, float *out) {
  const float *a = ha_track_value(track, key), *b = ha_track_value(track, key + 1);
  if (track->channel != HA_CHANNEL_ROTATION) {
    ha_lerp(a, b, u, track->components, out);
    return;
  }
  if (memcmp(a, b, 4 * sizeof(float)) == 0) {  // exporters write constants as two equal keys
    ha_quat_normalize(a, out);
    return;
  }
  float unit_a[4], unit_b[4];
  ha_quat_normalize(a, unit_a);
  ha_quat_normalize(b, unit_b);
  ha_quat_slerp(unit_a, unit_b, u, out);
}

void ha_track_mix_cubic(const ha_track *track, uint32_t key, ha_hermite weights, float *out) {
  ha_hermite_mix(weights, ha_track_value(track, key), ha_track_out_tangent(track, key),
                 ha_track_value(track, key + 1), ha_track_in_tangent(track, key + 1), track->components, out);
}

static void mix_cubic(const ha_track *track, uint32_t key, float u, float *out) {
  float length = (float)(track->times[key + 1] - track->times[key]);
  ha_track_mix_cubic(track, key, ha_hermite_weights(u, length), out);
  for (uint32_t i = 0; i < track->components; i++)
    if (!isfinite(out[i])) out[i] = ha_track_value(track, key)[i];  // tangents beyond what floats can hold
  if (track->channel == HA_CHANNEL_ROTATION) ha_quat_normalize(out, out);
}

void ha_track_sample_near(const ha_track *track, double time, uint32_t *hint, float *out) {
  int64_t found = ha_find_key_near(track->times, track->key_count, time, *hint);
  uint32_t key = found < 0 ? 0 : (uint32_t)found;
  *hint = key;
  if (found < 0 || key + 1 == track->key_count || track->interpolation == HA_STEP) {
    hold(track, key, out);
    return;
  }
  float u = ha_key_fraction(track->times[key], track->times[key + 1], time);
  if (track->interpolation == HA_LINEAR)
    mix_linear(track, key, u, out);
  else
    mix_cubic(track, key, u, out);
}

void ha_track_sample(const ha_track *track, double time, float *out) {
  uint32_t hint = 0;
  ha_track_sample_near(track, time, &hint, out);
}

size_t ha_track_byte_size(const ha_track *track) {
  return ha_block_size(track) + ha_block_size(track->times);
}
