#include "author/skin_weights.h"

#include <math.h>
#include <string.h>

#include "runtime/skinning.h"

typedef struct influence {
  uint32_t joint;
  float weight;
} influence;

static uint32_t components_of(const ha_weight_set *set) { return set->components != 0 ? set->components : 4; }

// Sorts `next` into the heaviest so far.
static void insert(influence next, influence *out, uint32_t *count) {
  if (!(next.weight > 0) || !isfinite(next.weight)) return;
  uint32_t place = *count;
  while (place > 0 && out[place - 1].weight < next.weight) {
    if (place < HA_MAX_INFLUENCES) out[place] = out[place - 1];
    place--;
  }
  if (place < HA_MAX_INFLUENCES) out[place] = next;
  if (*count < HA_MAX_INFLUENCES) ++*count;
}

// The heaviest influences of a vertex, sorted; equal ones in the file's order. Returns how many have weight.
static uint32_t gather(const ha_weight_set *sets, uint32_t set_count, uint32_t vertex, influence *out) {
  uint32_t count = 0;
  for (const ha_weight_set *set = sets; set < sets + set_count; set++) {
    size_t first = components_of(set) * (size_t)vertex;
    for (size_t i = first; i < first + components_of(set); i++)
      insert((influence){set->joints[i], set->weights[i]}, out, &count);
  }
  return count;
}

// Makes the weights sum to 1. Returns whether that took more than rounding.
static int normalize(influence *list, uint32_t count) {
  double sum = 0;
  for (uint32_t k = 0; k < count; k++) sum += (double)list[k].weight;
  double off = fabs(sum - 1);
  if (off > 1e-6)
    for (uint32_t k = 0; k < count; k++) list[k].weight = (float)((double)list[k].weight / sum);
  return off > 1e-4;
}

// Rows of HA_MAX_INFLUENCES become rows of `influences`.
static void pack(uint32_t vertex_count, uint32_t influences, uint16_t *joints, float *weights) {
  for (uint32_t v = 0; v < vertex_count; v++) {
    memmove(joints + (size_t)v * influences, joints + (size_t)v * HA_MAX_INFLUENCES,
            influences * sizeof *joints);
    memmove(weights + (size_t)v * influences, weights + (size_t)v * HA_MAX_INFLUENCES,
            influences * sizeof *weights);
  }
}

ha_status ha_skin_weights(const ha_weight_set *sets, uint32_t set_count, uint32_t vertex_count,
                          uint32_t joint_count, uint16_t *joints, float *weights, ha_weight_report *out) {
  *out = (ha_weight_report){.influences = 1};
  for (uint32_t v = 0; v < vertex_count; v++) {
    influence list[HA_MAX_INFLUENCES] = {{0, 0}};
    uint32_t count = gather(sets, set_count, v, list);
    if (count == 0) {
      uint32_t first = sets[0].joints[components_of(&sets[0]) * (size_t)v];
      list[0] = (influence){first < joint_count ? first : 0, 1};
      out->repaired++;
    } else if (normalize(list, count)) {
      out->repaired++;
    }
    if (count > out->influences) out->influences = count;
    for (uint32_t k = 0; k < HA_MAX_INFLUENCES; k++) {
      if (list[k].joint >= joint_count)
        return ha_fail(HA_NOT_FOUND, "vertex %u: palette index %u in a skin of %u joints (they count from 0)",
                       v + 1, list[k].joint, joint_count);
      joints[(size_t)v * HA_MAX_INFLUENCES + k] = (uint16_t)list[k].joint;
      weights[(size_t)v * HA_MAX_INFLUENCES + k] = list[k].weight;
    }
  }
  pack(vertex_count, out->influences, joints, weights);
  return HA_OK;
}
