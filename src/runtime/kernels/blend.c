// Blends and layers. Inputs of a block are read before its output is written, so that an output may be an
// input.
#include "runtime/blend.h"

#include "runtime/kernels/blend_rows.h"
#include "runtime/kernels/kernels.h"

// --- the hemisphere rule ---

// x of the representative of q whose first component of w, x, y, z that is not zero is positive; likewise y,
// z.
static inline lanes sign_of(lanes_quat q) {
  const lanes zero = lanes_zero();
  lanes sign = lanes_select(lanes_equal(q.y, zero), q.z, q.y);
  sign = lanes_select(lanes_equal(q.x, zero), sign, q.x);
  return lanes_select(lanes_equal(q.w, zero), sign, q.w);
}

// Which of two equally heavy rotations gives the hemisphere: a in the lanes of the mask. A total order of
// rotations, so that the order of inputs never matters.
static inline lanes_mask goes_before(lanes_quat a, lanes_quat b) {
  lanes aw = lanes_abs(a.w), ax = lanes_abs(a.x), ay = lanes_abs(a.y), az = lanes_abs(a.z);
  lanes bw = lanes_abs(b.w), bx = lanes_abs(b.x), by = lanes_abs(b.y), bz = lanes_abs(b.z);
  lanes_mask same_w = lanes_equal(aw, bw), same_x = same_w & lanes_equal(ax, bx);
  lanes_mask same_y = same_x & lanes_equal(ay, by), same_z = same_y & lanes_equal(az, bz);
  lanes_mask before = lanes_less(bw, aw) | (same_w & lanes_less(bx, ax)) | (same_x & lanes_less(by, ay)) |
                      (same_y & lanes_less(bz, az));
  if (!lanes_any(same_z)) return before;
  lanes sign_a = sign_of(a), sign_b = sign_of(b);
  lanes a_x = lanes_flip_sign(a.x, sign_a), a_y = lanes_flip_sign(a.y, sign_a);
  lanes b_x = lanes_flip_sign(b.x, sign_b), b_y = lanes_flip_sign(b.y, sign_b);
  lanes a_z = lanes_flip_sign(a.z, sign_a), b_z = lanes_flip_sign(b.z, sign_b);
  lanes_mask equal_x = same_z & lanes_equal(a_x, b_x), equal_y = equal_x & lanes_equal(a_y, b_y);
  return before | (same_z & lanes_less(b_x, a_x)) | (equal_x & lanes_less(b_y, a_y)) |
         (equal_y & lanes_less(b_z, a_z));
}

// sum + weight * q, with q on the hemisphere of `head`.
static inline lanes_quat add_rotation(lanes_quat sum, lanes_quat q, lanes weight, lanes_quat head) {
  lanes signed_weight = lanes_negate_where(lanes_less(lanes_quat_dot(head, q), lanes_zero()), weight);
  return (lanes_quat){
      lanes_add(sum.x, lanes_mul(signed_weight, q.x)), lanes_add(sum.y, lanes_mul(signed_weight, q.y)),
      lanes_add(sum.z, lanes_mul(signed_weight, q.z)), lanes_add(sum.w, lanes_mul(signed_weight, q.w))};
}

static inline vectors add_vectors(vectors sum, vectors a, lanes weight) {
  for (int i = 0; i < 3; i++) sum.v[i] = lanes_add(sum.v[i], lanes_mul(weight, a.v[i]));
  return sum;
}

// --- blend: one weight an input ---

typedef struct plan {
  double scale;    // makes the weights sum up to 1
  float heaviest;  // weight
  uint32_t head;   // the first input of that weight
  uint32_t tied;   // how many have it
  uint32_t used;   // how many weigh anything
} plan;

static plan make_plan(const ha_blend_job *job) {
  plan made = {0};
  double total = 0;
  for (uint32_t i = 0; i < job->count; i++) {
    float weight = job->weights[i];
    total += weight;
    made.used += weight > 0;
    if (weight > made.heaviest) {
      made.heaviest = weight;
      made.head = i;
      made.tied = 1;
    } else if (weight == made.heaviest) {
      made.tied++;
    }
  }
  made.scale = total > 0 ? 1 / total : 0;
  return made;
}

static inline lanes share(const ha_blend_job *job, const plan *with, uint32_t i) {
  return lanes_splat((float)((double)job->weights[i] * with->scale));
}

static inline void blend_vectors(const ha_blend_job *job, const plan *with, uint32_t block, ha_part part,
                                 int first, uint8_t touched) {
  vectors rest = load_vectors(&job->out->skeleton->rest[block], first), sum = rest;
  if (touched != 0 && with->used == 1) {
    sum = vectors_or_rest(job->poses[with->head], block, first, part);
  } else if (touched != 0) {
    sum = (vectors){{lanes_zero(), lanes_zero(), lanes_zero()}};
    for (uint32_t i = 0; i < job->count; i++)
      if (job->weights[i] > 0)
        sum = add_vectors(sum, vectors_or_rest(job->poses[i], block, first, part), share(job, with, i));
    sum = keep_vectors_finite(sum);
    if (touched != 0xFF) sum = select_vectors(lanes_mask_of_bits(touched), sum, rest);
  }
  store_vectors(&job->out->blocks[block], first, sum);
}

static inline lanes_quat head_of(const ha_blend_job *job, const plan *with, uint32_t block) {
  lanes_quat head = quat_or_rest(job->poses[with->head], block);
  if (with->tied < 2) return head;
  for (uint32_t i = with->head + 1; i < job->count; i++) {
    if (job->weights[i] < with->heaviest) continue;
    lanes_quat q = quat_or_rest(job->poses[i], block);
    head = lanes_quat_select(goes_before(q, head), q, head);
  }
  return head;
}

static inline void blend_rotations(const ha_blend_job *job, const plan *with, uint32_t block,
                                   uint8_t touched) {
  lanes_quat rest = load_quat(&job->out->skeleton->rest[block]), sum = rest;
  if (touched != 0 && with->used == 1) {
    sum = quat_or_rest(job->poses[with->head], block);
  } else if (touched != 0) {
    lanes_quat head = head_of(job, with, block);
    sum = (lanes_quat){lanes_zero(), lanes_zero(), lanes_zero(), lanes_zero()};
    for (uint32_t i = 0; i < job->count; i++)
      if (job->weights[i] > 0)
        sum = add_rotation(sum, quat_or_rest(job->poses[i], block), share(job, with, i), head);
    sum = normalize_finite(sum);
    if (touched != 0xFF) sum = lanes_quat_select(lanes_mask_of_bits(touched), sum, rest);
  }
  store_quat(&job->out->blocks[block], sum);
}

static inline ha_touched touched_by_any(const ha_blend_job *job, uint32_t block) {
  ha_touched out = {{0}};
  for (uint32_t i = 0; i < job->count; i++)
    if (job->weights[i] > 0)
      for (int part = 0; part < HA_PART_COUNT; part++)
        out.part[part] |= job->poses[i]->touched[block].part[part];
  return out;
}

void HA_KERNEL(blend)(const ha_blend_job *job) {
  plan with = make_plan(job);
  for (uint32_t block = 0; block < job->out->skeleton->block_count; block++) {
    ha_touched touched = touched_by_any(job, block);
    blend_vectors(job, &with, block, HA_TRANSLATION, TRANSLATION_ROW, touched.part[HA_TRANSLATION]);
    blend_rotations(job, &with, block, touched.part[HA_ROTATION]);
    blend_vectors(job, &with, block, HA_SCALE, SCALE_ROW, touched.part[HA_SCALE]);
    job->out->touched[block] = touched;
  }
}

// --- slerp ---

static inline void mix_vectors(const ha_slerp_job *job, uint32_t block, ha_part part, int first,
                               uint8_t touched) {
  vectors rest = load_vectors(&job->out->skeleton->rest[block], first), sum = rest;
  if (touched != 0) {
    sum = (vectors){{lanes_zero(), lanes_zero(), lanes_zero()}};
    sum = add_vectors(sum, vectors_or_rest(job->a, block, first, part), lanes_splat(1 - job->t));
    sum = add_vectors(sum, vectors_or_rest(job->b, block, first, part), lanes_splat(job->t));
    sum = select_vectors(lanes_mask_of_bits(touched), keep_vectors_finite(sum), rest);
  }
  store_vectors(&job->out->blocks[block], first, sum);
}

static inline void mix_rotations(const ha_slerp_job *job, uint32_t block, uint8_t touched) {
  lanes_quat out = load_quat(&job->out->skeleton->rest[block]);
  if (touched != 0) {
    lanes_quat a = lanes_quat_normalize(quat_or_rest(job->a, block));
    lanes_quat b = lanes_quat_normalize(quat_or_rest(job->b, block));
    lanes_quat mixed = lanes_quat_slerp(a, b, lanes_splat(job->t));
    out = lanes_quat_select(lanes_mask_of_bits(touched), mixed, out);
  }
  store_quat(&job->out->blocks[block], out);
}

void HA_KERNEL(slerp)(const ha_slerp_job *job) {
  for (uint32_t block = 0; block < job->out->skeleton->block_count; block++) {
    ha_touched touched;
    for (int part = 0; part < HA_PART_COUNT; part++)
      touched.part[part] = job->a->touched[block].part[part] | job->b->touched[block].part[part];
    mix_vectors(job, block, HA_TRANSLATION, TRANSLATION_ROW, touched.part[HA_TRANSLATION]);
    mix_rotations(job, block, touched.part[HA_ROTATION]);
    mix_vectors(job, block, HA_SCALE, SCALE_ROW, touched.part[HA_SCALE]);
    job->out->touched[block] = touched;
  }
}

// --- layers: a weight for every joint and part ---

static inline lanes layer_weight(const ha_layer *layer, uint32_t block, ha_part part) {
  lanes weight = lanes_splat(layer->weight);
  if (layer->mask != NULL) weight = lanes_mul(weight, lanes_load(layer->mask->weights[block]));
  return lanes_select(lanes_mask_of_bits(layer->pose->touched[block].part[part]), weight, lanes_zero());
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

static inline void layer_vectors(const ha_layer_job *job, uint32_t block, ha_part part, int first) {
  layer_plan with = plan_layers(job, block, part);
  if (!lanes_any(with.is_any)) return;
  const lanes one = lanes_splat(1), zero = lanes_zero();
  vectors below = load_vectors(&job->pose->blocks[block], first), sum = below;
  for (int i = 0; i < 3; i++) sum.v[i] = lanes_mul(below.v[i], with.below);
  for (uint32_t i = 0; i < job->count; i++) {
    lanes weight = layer_share(job, &with, i, block, part);
    vectors over = load_vectors(&job->layers[i].pose->blocks[block], first);
    sum = select_vectors(lanes_less(zero, weight), add_vectors(sum, over, weight), sum);
    sum = select_vectors(lanes_equal(weight, one), over, sum);  // minus zeros included
  }
  store_vectors(&job->pose->blocks[block], first,
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
    lanes_mask wins = lanes_less(heaviest, weight) | (lanes_equal(weight, heaviest) & goes_before(q, head));
    head = lanes_quat_select(wins, q, head);
    heaviest = lanes_select(wins, weight, heaviest);
  }
  return head;
}

static inline void layer_rotations(const ha_layer_job *job, uint32_t block) {
  layer_plan with = plan_layers(job, block, HA_ROTATION);
  if (!lanes_any(with.is_any)) return;
  const lanes one = lanes_splat(1), zero = lanes_zero();
  lanes_quat below = load_quat(&job->pose->blocks[block]);
  lanes_quat head = layer_head(job, &with, block, below), whole = below;
  lanes_mask is_whole = lanes_less(one, zero);
  lanes_quat sum = add_rotation((lanes_quat){zero, zero, zero, zero}, below, with.below, head);
  for (uint32_t i = 0; i < job->count; i++) {
    lanes weight = layer_share(job, &with, i, block, HA_ROTATION);
    lanes_quat over = load_quat(&job->layers[i].pose->blocks[block]);
    sum = lanes_quat_select(lanes_less(zero, weight), add_rotation(sum, over, weight, head), sum);
    whole = lanes_quat_select(lanes_equal(weight, one), over, whole);
    is_whole |= lanes_equal(weight, one);
  }
  lanes_quat out = lanes_quat_select(is_whole, whole, normalize_finite(sum));
  store_quat(&job->pose->blocks[block], lanes_quat_select(with.is_any, out, below));
  job->pose->touched[block].part[HA_ROTATION] |= lanes_bits_of_mask(with.is_any);
}

void HA_KERNEL(layer)(const ha_layer_job *job) {
  for (uint32_t block = 0; block < job->pose->skeleton->block_count; block++) {
    layer_vectors(job, block, HA_TRANSLATION, TRANSLATION_ROW);
    layer_rotations(job, block);
    layer_vectors(job, block, HA_SCALE, SCALE_ROW);
  }
}
