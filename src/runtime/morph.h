// Morph targets: what weights add to the positions, normals and tangents of a mesh, before skinning.
#ifndef HELIOANIM_RUNTIME_MORPH_H
#define HELIOANIM_RUNTIME_MORPH_H

#include <stddef.h>
#include <stdint.h>

// What one target adds to one attribute of 3 floats a vertex.
typedef struct ha_morph_deltas {
  const float *values;      // [count][3]; NULL: nothing
  const uint32_t *indices;  // [count] vertices, ascending; NULL: all of them in order
  uint32_t count;
} ha_morph_deltas;

typedef struct ha_morph_job {
  const float *base;    // [vertex_count][components]
  uint32_t components;  // 3, or 4 for tangents, whose w stays
  uint32_t vertex_count;
  const ha_morph_deltas *targets;  // [target_count]
  const float *weights;            // [target_count], any finite number; 0 skips its target
  uint32_t target_count;
  float *out;  // [vertex_count][components]; may be base where every weight is 0
} ha_morph_job;

// out = base + sum of weight * deltas, in the order of targets. The same bits on every instruction set.
void ha_morph(const ha_morph_job *job);

#endif
