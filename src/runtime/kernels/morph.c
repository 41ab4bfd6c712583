#include "runtime/morph.h"

#include <string.h>

#include "math/lanes.h"
#include "runtime/kernels/kernels.h"

// Deltas of every vertex lie as the output does: a plain run of floats.
static inline void add_run(float *out, const float *deltas, float weight, size_t count) {
  lanes wide = lanes_splat(weight);
  size_t i = 0;
  for (; i + LANES <= count; i += LANES)
    lanes_store(out + i, lanes_add(lanes_load(out + i), lanes_mul(lanes_load(deltas + i), wide)));
  for (; i < count; i++) out[i] = out[i] + deltas[i] * weight;
}

static inline void add_scattered(const ha_morph_job *job, const ha_morph_deltas *target, float weight) {
  for (uint32_t i = 0; i < target->count; i++) {
    uint32_t vertex = target->indices != NULL ? target->indices[i] : i;
    float *out = job->out + (size_t)job->components * vertex;
    for (int c = 0; c < 3; c++) out[c] = out[c] + target->values[3 * (size_t)i + c] * weight;
  }
}

void HA_KERNEL(morph)(const ha_morph_job *job) {
  size_t size = (size_t)job->vertex_count * job->components;
  if (job->out != job->base) memcpy(job->out, job->base, size * sizeof(float));
  for (uint32_t t = 0; t < job->target_count; t++) {
    const ha_morph_deltas *target = &job->targets[t];
    if (job->weights[t] == 0 || target->values == NULL) continue;
    if (target->indices == NULL && job->components == 3)
      add_run(job->out, target->values, job->weights[t], 3 * (size_t)target->count);
    else
      add_scattered(job, target, job->weights[t]);
  }
}
