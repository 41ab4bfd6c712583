#include "author/uniform.h"

#include <math.h>
#include <string.h>

static ha_status check_uniform(const ha_uniform_desc *desc, uint32_t stride) {
  if (!isfinite(desc->fps) || !(desc->fps > 0)) return ha_fail(HA_BAD_VALUE, "fps must be a number above 0");
  if (desc->frames == UINT32_MAX || (desc->looping && desc->frames == 0))
    return ha_fail(HA_BAD_COUNT, "%u frames cannot be played", desc->frames);
  uint64_t samples = (uint64_t)desc->frames + !desc->looping;
  if (stride == 0 || desc->track.value_count != samples * stride)
    return ha_fail(HA_BAD_COUNT, "%u frames%s need %llu samples of %u values, but there are %zu values",
                   desc->frames, desc->looping ? ", looping," : "", (unsigned long long)samples, stride,
                   desc->track.value_count);
  return HA_OK;
}

ha_status ha_track_from_uniform(const ha_uniform_desc *desc, const ha_allocator *allocator, ha_track **out) {
  uint32_t components = ha_channel_components(desc->track.channel);
  if (components == 0) components = desc->track.components;
  uint32_t stride = desc->track.interpolation == HA_CUBIC ? 3 * components : components;
  ha_status status = check_uniform(desc, stride);
  if (status != HA_OK) return status;
  size_t keys = (size_t)desc->frames + 1, size = 0;
  ha_carve(&size, keys, sizeof(double));
  size_t offset = ha_carve(&size, keys, stride * sizeof(float));
  double *times = ha_block_create(allocator, size);
  if (times == NULL) return ha_fail(HA_NO_MEMORY, "no memory for %zu samples", keys);
  float *values = (float *)((char *)times + offset);
  for (size_t k = 0; k < keys; k++) times[k] = (double)k / desc->fps;  // no running sum: no drift
  memcpy(values, desc->track.values, desc->track.value_count * sizeof(float));
  if (desc->looping) memcpy(values + (keys - 1) * stride, values, stride * sizeof(float));
  ha_track_desc track = desc->track;
  track.key_count = (uint32_t)keys;
  track.times = times;
  track.values = values;
  track.value_count = keys * stride;
  status = ha_track_create(&track, allocator, out);
  ha_block_destroy(times);
  return status;
}
