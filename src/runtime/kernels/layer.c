// Layers: a weight for every joint and part.
#include "runtime/blend.h"
#include "runtime/kernels/blend_rows.h"
#include "runtime/kernels/hemisphere.h"
#include "runtime/kernels/kernels.h"

// --- any number of layers ---

static inline lanes layer_weight(const ha_layer *layer, uint32_t block, ha_part part) {
  lanes weight = lanes_splat(layer->weight);
  if (layer->mask != NULL) weight = lanes_mul(weight, lanes_load(layer->mask->weights[block]));
  return lanes_keep_where(lanes_mask_of_bits(layer->pose->touched[block].part[part]), weight);
}

// The weights of one part of a block: of all layers together, what normalises them, and what is left below.
typedef struct layer_plan {
  lanes sum, below;
  lanes_mask is_above_one, is_any;
} layer_plan;

static inline layer_plan plan_layers(const ha_layer_job *job, uint32_t block, ha_part part) {
  const lanes one = lanes_splat(1), zero = lanes_zero();
  lanes sum = zero;
  for (uint32_t i = 0; i < job->count; i++) sum = lanes_add(sum, layer_weight(&job->layers[i], block, part));
  lanes_mask is_above_one = lanes_less(one, sum);
  return (layer_plan){sum, lanes_select(is_above_one, zero, lanes_sub(one, sum)), is_above_one,
                      lanes_less(zero, sum)};
}

static inline lanes layer_share(const ha_layer_job *job, const layer_plan *with, uint32_t i, uint32_t block,
                                ha_part part) {
  lanes weight = layer_weight(&job->layers[i], block, part);
  return lanes_select(with->is_above_one, lanes_div(weight, with->sum), weight);
}

static void layer_vectors(const ha_layer_job *job, uint32_t block, ha_part part) {
  layer_plan with = plan_layers(job, block, part);
  if (!lanes_any(with.is_any)) return;
  const lanes one = lanes_splat(1), zero = lanes_zero();
  vectors below = load_vectors(&job->pose->blocks[block], part), sum = below;
  for (int i = 0; i < 3; i++) sum.v[i] = lanes_mul(below.v[i], with.below);
  for (uint32_t i = 0; i < job->count; i++) {
    lanes weight = layer_share(job, &with, i, block, part);
    vectors over = load_vectors(&job->layers[i].pose->blocks[block], part);
    sum = select_vectors(lanes_less(zero, weight), add_vectors(sum, over, weight), sum);
    sum = select_vectors(lanes_equal(weight, one), over, sum);  // minus zeros included
  }
  store_vectors(&job->pose->blocks[block], part,
                select_vectors(with.is_any, keep_vectors_finite(sum), below));
  job->pose->touched[block].part[part] |= lanes_bits_of_mask(with.is_any);
}

static inline lanes_quat layer_head(const ha_layer_job *job, const layer_plan *with, uint32_t block,
                                    lanes_quat below) {
  lanes_quat head = below;
  lanes heaviest = with->below;
  for (uint32_t i = 0; i < job->count; i++) {
    lanes weight = layer_share(job, with, i, block, HA_ROTATION);
    lanes_quat q = load_quat(&job->layers[i].pose->blocks[block]);
    lanes_mask wins = lanes_or(lanes_less(heaviest, weight),
                               lanes_and(lanes_equal(weight, heaviest), goes_before(q, head)));
    head = lanes_quat_select(wins, q, head);
    heaviest = lanes_select(wins, weight, heaviest);
  }
  return head;
}

__attribute__((noinline)) static void layer_rotations(const ha_layer_job *job, uint32_t block) {
  layer_plan with = plan_layers(job, block, HA_ROTATION);
  if (!lanes_any(with.is_any)) return;
  const lanes one = lanes_splat(1), zero = lanes_zero();
  lanes_quat below = load_quat(&job->pose->blocks[block]);
  lanes_quat head = layer_head(job, &with, block, below), whole = below;
  lanes_mask is_whole = lanes_less(one, zero);
  lanes_quat sum = lanes_quat_scale(below, towards(head, below, with.below));
  for (uint32_t i = 0; i < job->count; i++) {
    lanes weight = layer_share(job, &with, i, block, HA_ROTATION);
    lanes_quat over = load_quat(&job->layers[i].pose->blocks[block]);
    sum = lanes_quat_select(lanes_less(zero, weight),
                            lanes_quat_add_product(sum, over, towards(head, over, weight)), sum);
    whole = lanes_quat_select(lanes_equal(weight, one), over, whole);
    is_whole = lanes_or(is_whole, lanes_equal(weight, one));
  }
  lanes_quat out = lanes_quat_select(is_whole, whole, normalize_finite(sum));
  store_quat(&job->pose->blocks[block], lanes_quat_select(with.is_any, out, below));
  job->pose->touched[block].part[HA_ROTATION] |= lanes_bits_of_mask(with.is_any);
}

// --- a single layer, the usual case ---

static inline void lay_vectors(const ha_layer_job *job, uint32_t block, ha_part part) {
  const ha_layer *layer = &job->layers[0];
  const lanes one = lanes_splat(1);
  lanes weight = layer_weight(layer, block, part);
  lanes_mask is_any = lanes_less(lanes_zero(), weight);
  if (!lanes_any(is_any)) return;
  vectors below = load_vectors(&job->pose->blocks[block], part), sum = no_vectors();
  vectors over = load_vectors(&layer->pose->blocks[block], part);
  sum = add_vectors(sum, below, lanes_sub(one, weight));
  sum = keep_vectors_finite(add_vectors(sum, over, weight));
  sum = select_vectors(lanes_equal(weight, one), over, sum);  // minus zeros included
  store_vectors(&job->pose->blocks[block], part, select_vectors(is_any, sum, below));
  job->pose->touched[block].part[part] |= lanes_bits_of_mask(is_any);
}

// Returns whether that was all: no tie was left to break, and lengths were usual.
static inline int lay_rotations(const ha_layer_job *job, uint32_t block) {
  const ha_layer *layer = &job->layers[0];
  const lanes one = lanes_splat(1);
  lanes weight = layer_weight(layer, block, HA_ROTATION), left = lanes_sub(one, weight);
  lanes_mask is_any = lanes_less(lanes_zero(), weight);
  if (!lanes_any(is_any)) return 1;
  lanes_quat below = load_quat(&job->pose->blocks[block]), over = load_quat(&layer->pose->blocks[block]), sum;
  pair two = {below, over, left, weight};
  int is_decided = sum_tied_pair(two, lanes_equal(left, weight), lanes_less(left, weight), &sum);
  lanes squared = lanes_quat_dot(sum, sum);
  if (!is_decided || !lanes_all(lanes_quat_is_near_unit(squared))) return 0;
  sum = lanes_quat_select(lanes_equal(weight, one), over, lanes_quat_to_unit(sum, squared));
  store_quat(&job->pose->blocks[block], lanes_quat_select(is_any, sum, below));
  job->pose->touched[block].part[HA_ROTATION] |= lanes_bits_of_mask(is_any);
  return 1;
}

static void lay_one(const ha_layer_job *job) {
  for (uint32_t block = 0; block < job->pose->skeleton->block_count; block++) {
    lay_vectors(job, block, HA_TRANSLATION);
    if (!lay_rotations(job, block)) layer_rotations(job, block);
    lay_vectors(job, block, HA_SCALE);
  }
}

void HA_KERNEL(layer)(const ha_layer_job *job) {
  if (job->count == 1) {
    lay_one(job);
    return;
  }
  for (uint32_t block = 0; block < job->pose->skeleton->block_count; block++) {
    layer_vectors(job, block, HA_TRANSLATION);
    layer_rotations(job, block);
    layer_vectors(job, block, HA_SCALE);
  }
}
