// Vertex weights as files hold them, made fit for skinning.
#ifndef HELIOANIM_AUTHOR_SKIN_WEIGHTS_H
#define HELIOANIM_AUTHOR_SKIN_WEIGHTS_H

#include <stdint.h>

#include "base/status.h"

// One pair of JOINTS_n and WEIGHTS_n.
typedef struct ha_weight_set {
  const uint32_t *joints;  // [vertex_count][components]
  const float *weights;    // [vertex_count][components]
  uint32_t components;     // 0: 4
} ha_weight_set;

typedef struct ha_weight_report {
  uint32_t influences;  // a vertex, as written: 1 to HA_MAX_INFLUENCES
  uint32_t repaired;    // vertices whose weights did not sum to 1 within 1e-4, or were no weights at all
} ha_weight_report;

// Sorts each vertex' influences by weight, heaviest first, keeps the HA_MAX_INFLUENCES heaviest, and makes
// them sum to 1; what is negative or not finite counts as 0, and a vertex without any weight follows its
// first joint. `joints` and `weights` have room for vertex_count * HA_MAX_INFLUENCES and hold vertex_count *
// influences afterwards, packed. HA_NOT_FOUND, with a text that names both, where a joint that has weight is
// not below joint_count; nothing is then to be used.
ha_status ha_skin_weights(const ha_weight_set *sets, uint32_t set_count, uint32_t vertex_count,
                          uint32_t joint_count, uint16_t *joints, float *weights, ha_weight_report *out);

#endif
