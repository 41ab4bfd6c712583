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

// q or its negative, whichever has that sign.
static inline lanes_quat representative(lanes_quat q) {
  lanes_mask is_negative = lanes_less(sign_of(q), lanes_zero());
  return (lanes_quat){lanes_negate_where(is_negative, q.x), lanes_negate_where(is_negative, q.y),
                      lanes_negate_where(is_negative, q.z), q.w};
}

// One step of comparing component by component: a is larger, or the two are equal and what was found `later`
// in the order decides.
static inline lanes_mask larger(lanes a, lanes b, lanes_mask later) {
  return lanes_or(lanes_less(b, a), lanes_and(lanes_equal(a, b), later));
}

// Where |w| ties too. Kept out of the way.
__attribute__((noinline)) static lanes_mask goes_before_at_last(lanes_quat a, lanes_quat b) {
  lanes_quat p = representative(a), q = representative(b);
  lanes_mask before = larger(p.x, q.x, larger(p.y, q.y, lanes_less(q.z, p.z)));
  before = larger(lanes_abs(a.y), lanes_abs(b.y), larger(lanes_abs(a.z), lanes_abs(b.z), before));
  return larger(lanes_abs(a.w), lanes_abs(b.w), larger(lanes_abs(a.x), lanes_abs(b.x), before));
}

// Which of two equally heavy rotations gives the hemisphere: a in the lanes of the mask. A total order of
// rotations, so that the order of inputs never matters.
static inline lanes_mask goes_before(lanes_quat a, lanes_quat b) {
  lanes aw = lanes_abs(a.w), bw = lanes_abs(b.w);
  return lanes_any(lanes_equal(aw, bw)) ? goes_before_at_last(a, b) : lanes_less(bw, aw);
}

// The weight of q in a sum on the hemisphere of `head`.
static inline lanes towards(lanes_quat head, lanes_quat q, lanes weight) {
  return lanes_negate_where(lanes_less(lanes_quat_dot(head, q), lanes_zero()), weight);
}

static inline vectors no_vectors(void) {
  return (vectors){{lanes_nothing(), lanes_nothing(), lanes_nothing()}};
}
static inline lanes_quat no_rotation(void) {
  return (lanes_quat){lanes_nothing(), lanes_nothing(), lanes_nothing(), lanes_nothing()};
}

// --- blend: one weight an input ---

enum { READY = 8 };  // that many inputs of a blend are looked up ahead

typedef struct input {
  const ha_pose_block *blocks;
  const ha_touched *touched;
  float weight, share;  // shares sum up to 1
} input;

typedef struct plan {
  double scale;        // from weight to share
  uint32_t used;       // how many weigh anything
  uint32_t count;      // of inputs: those used or, where they are too many to be ready, all of the job
  uint32_t head;       // the first one of the largest weight
  uint32_t tied;       // how many have it
  input ready[READY];  // the inputs, if they are no more than that
} plan;

static inline input input_of(const ha_blend_job *job, uint32_t i, double scale) {
  return (input){job->poses[i]->blocks, job->poses[i]->touched, job->weights[i],
                 (float)((double)job->weights[i] * scale)};
}

static inline input input_at(const ha_blend_job *job, const plan *with, uint32_t i) {
  return with->count <= READY ? with->ready[i] : input_of(job, i, with->scale);
}

static inline void make_plan(const ha_blend_job *job, plan *out) {
  double total = 0;
  out->used = out->head = out->tied = 0;
  for (uint32_t i = 0; i < job->count; i++) {
    total += job->weights[i];
    out->used += job->weights[i] > 0;
  }
  out->count = out->used <= READY ? out->used : job->count;
  out->scale = 1 / total;
  float heaviest = 0;
  for (uint32_t i = 0, next = 0; i < job->count; i++) {
    float weight = job->weights[i];
    if (!(weight > 0)) continue;
    uint32_t place = out->used <= READY ? next++ : i;
    if (out->used <= READY) out->ready[place] = input_of(job, i, out->scale);
    if (weight > heaviest) {
      heaviest = weight;
      out->head = place;
      out->tied = 0;
    }
    out->tied += weight == heaviest;
  }
}

static inline uint8_t touched_by_any(const ha_blend_job *job, const plan *with, uint32_t block,
                                     ha_part part) {
  uint8_t bits = 0;
  for (uint32_t i = 0; i < with->count; i++) {
    input in = input_at(job, with, i);
    if (in.weight > 0) bits |= in.touched[block].part[part];
  }
  return bits;
}

// One part of a block by the whole rule, whatever its inputs touch.
__attribute__((noinline)) static void blend_vectors(const ha_blend_job *job, const plan *with, uint32_t block,
                                                    ha_part part) {
  const ha_pose_block *rest = &job->out->skeleton->rest[block];
  uint8_t any = touched_by_any(job, with, block, part);
  vectors sum = no_vectors();
  for (uint32_t i = 0; i < with->count; i++) {
    input in = input_at(job, with, i);
    if (!(in.weight > 0)) continue;
    vectors a = vectors_or_rest(&in.blocks[block], in.touched[block].part[part], rest, part);
    sum = add_vectors(sum, a, lanes_splat(in.share));
  }
  sum = select_vectors(lanes_mask_of_bits(any), keep_vectors_finite(sum), load_vectors(rest, part));
  store_vectors(&job->out->blocks[block], part, sum);
  job->out->touched[block].part[part] = any;
}

static inline lanes_quat rotation_at(const ha_blend_job *job, const input *in, uint32_t block) {
  return quat_or_rest(&in->blocks[block], in->touched[block].part[HA_ROTATION],
                      &job->out->skeleton->rest[block]);
}

static inline lanes_quat head_of(const ha_blend_job *job, const plan *with, uint32_t block) {
  input first = input_at(job, with, with->head);
  lanes_quat head = rotation_at(job, &first, block);
  for (uint32_t i = with->head + 1, left = with->tied - 1; left > 0; i++) {
    input in = input_at(job, with, i);
    if (in.weight != first.weight) continue;
    left--;
    lanes_quat q = rotation_at(job, &in, block);
    head = lanes_quat_select(goes_before(q, head), q, head);
  }
  return head;
}

__attribute__((noinline)) static void blend_rotations(const ha_blend_job *job, const plan *with,
                                                      uint32_t block) {
  uint8_t any = touched_by_any(job, with, block, HA_ROTATION);
  lanes_quat head = head_of(job, with, block), sum = no_rotation();
  for (uint32_t i = 0; i < with->count; i++) {
    input in = input_at(job, with, i);
    if (!(in.weight > 0)) continue;
    lanes_quat q = rotation_at(job, &in, block);
    sum = lanes_quat_add_product(sum, q, towards(head, q, lanes_splat(in.share)));
  }
  sum = lanes_quat_select(lanes_mask_of_bits(any), normalize_finite(sum),
                          load_quat(&job->out->skeleton->rest[block]));
  store_quat(&job->out->blocks[block], sum);
  job->out->touched[block].part[HA_ROTATION] = any;
}

// Blocks that every input, or none, touches as a whole are the usual ones, and go without the rule's details.

// Lanes of a block that stand for joints.
static inline uint8_t lanes_in_use(const ha_skeleton *skeleton, uint32_t block) {
  uint32_t left = skeleton->joint_count - block * HA_BLOCK_WIDTH;
  return left >= HA_BLOCK_WIDTH ? ALL_BITS : (uint8_t)((1u << left) - 1);
}

static inline uint8_t touched_by_all(const plan *with, uint32_t count, uint32_t block, ha_part part) {
  uint8_t bits = ALL_BITS;
  for (uint32_t i = 0; i < count; i++) bits &= with->ready[i].touched[block].part[part];
  return bits;
}

static inline int none_touches(const plan *with, uint32_t count, uint32_t block, ha_part part) {
  uint8_t bits = 0;
  for (uint32_t i = 0; i < count; i++) bits |= with->ready[i].touched[block].part[part];
  return bits == 0;
}

static inline void blend_usual_vectors(const ha_blend_job *job, const plan *with, uint32_t count,
                                       ha_part part) {
  ha_pose *out = job->out;
  for (uint32_t block = 0; block < out->skeleton->block_count; block++) {
    uint8_t in_use = lanes_in_use(out->skeleton, block);
    if (touched_by_all(with, count, block, part) == in_use) {
      vectors sum = no_vectors();
      for (uint32_t i = 0; i < count; i++)
        sum = add_vectors(sum, load_vectors(&with->ready[i].blocks[block], part),
                          lanes_splat(with->ready[i].share));
      store_vectors(&out->blocks[block], part, keep_vectors_finite(sum));
      out->touched[block].part[part] = in_use;
    } else if (none_touches(with, count, block, part)) {
      store_vectors(&out->blocks[block], part, load_vectors(&out->skeleton->rest[block], part));
      out->touched[block].part[part] = 0;
    } else {
      blend_vectors(job, with, block, part);
    }
  }
}

// Two need one sign between them. Returns whether no tie was left to break.
static inline int sum_pair(const plan *with, uint32_t block, lanes_quat *out) {
  lanes_quat a = load_quat(&with->ready[0].blocks[block]), b = load_quat(&with->ready[1].blocks[block]);
  lanes share_a = lanes_splat(with->ready[0].share), share_b = lanes_splat(with->ready[1].share);
  lanes_mask is_far = lanes_less(lanes_quat_dot(a, b), lanes_zero()), flips_a = lanes_mask_splat(0);
  int is_decided = 1;
  if (with->tied == 2) {
    lanes aw = lanes_abs(a.w), bw = lanes_abs(b.w);
    flips_a = lanes_less(aw, bw);
    is_decided = !lanes_any(lanes_and(is_far, lanes_equal(aw, bw)));
  } else if (with->head == 1) {
    flips_a = lanes_mask_splat(-1);
  }
  share_a = lanes_negate_where(lanes_and(is_far, flips_a), share_a);
  share_b = lanes_negate_where(lanes_and(is_far, lanes_not(flips_a)), share_b);
  *out = lanes_quat_add_product(lanes_quat_scale(a, share_a), b, share_b);
  return is_decided;
}

static inline int sum_many(const plan *with, uint32_t count, uint32_t block, lanes_quat *out) {
  lanes_quat head = load_quat(&with->ready[with->head].blocks[block]);
  *out = no_rotation();
  for (uint32_t i = 0; i < count; i++) {
    lanes_quat q = load_quat(&with->ready[i].blocks[block]);
    lanes share = lanes_splat(with->ready[i].share);
    *out = lanes_quat_add_product(*out, q, i == with->head ? share : towards(head, q, share));
  }
  return with->tied == 1;
}

// Returns whether the block was a usual one.
static inline int blend_usual_rotations(const ha_blend_job *job, const plan *with, uint32_t count,
                                        uint32_t block) {
  uint8_t in_use = lanes_in_use(job->out->skeleton, block);
  if (touched_by_all(with, count, block, HA_ROTATION) != in_use) return 0;
  lanes_quat sum;
  int is_decided = count == 2 ? sum_pair(with, block, &sum) : sum_many(with, count, block, &sum);
  lanes squared = lanes_quat_dot(sum, sum);
  if (!is_decided || !lanes_all(lanes_quat_is_near_unit(squared))) return 0;
  store_quat(&job->out->blocks[block], lanes_quat_to_unit(sum, squared));
  job->out->touched[block].part[HA_ROTATION] = in_use;
  return 1;
}

static inline void blend_usual(const ha_blend_job *job, const plan *with, uint32_t count) {
  blend_usual_vectors(job, with, count, HA_TRANSLATION);
  for (uint32_t block = 0; block < job->out->skeleton->block_count; block++)
    if (!blend_usual_rotations(job, with, count, block)) blend_rotations(job, with, block);
  blend_usual_vectors(job, with, count, HA_SCALE);
}

static void blend_any(const ha_blend_job *job, const plan *with) {
  for (uint32_t block = 0; block < job->out->skeleton->block_count; block++) {
    blend_vectors(job, with, block, HA_TRANSLATION);
    blend_rotations(job, with, block);
    blend_vectors(job, with, block, HA_SCALE);
  }
}

// One input alone, bit-exact.
static void take_input(const ha_blend_job *job, const input *in) {
  const ha_skeleton *skeleton = job->out->skeleton;
  for (uint32_t block = 0; block < skeleton->block_count; block++) {
    const ha_pose_block *from = &in->blocks[block], *rest = &skeleton->rest[block];
    ha_touched touched = in->touched[block];
    vectors translation = vectors_or_rest(from, touched.part[HA_TRANSLATION], rest, HA_TRANSLATION);
    lanes_quat rotation = quat_or_rest(from, touched.part[HA_ROTATION], rest);
    vectors scale = vectors_or_rest(from, touched.part[HA_SCALE], rest, HA_SCALE);
    store_vectors(&job->out->blocks[block], HA_TRANSLATION, translation);
    store_quat(&job->out->blocks[block], rotation);
    store_vectors(&job->out->blocks[block], HA_SCALE, scale);
    job->out->touched[block] = touched;
  }
}

void HA_KERNEL(blend)(const ha_blend_job *job) {
  plan with;
  make_plan(job, &with);
  if (with.used == 1)
    take_input(job, &with.ready[0]);
  else if (with.used == 2)
    blend_usual(job, &with, 2);
  else if (with.used <= READY)
    blend_usual(job, &with, with.used);
  else
    blend_any(job, &with);
}

// --- slerp ---

static inline vectors mix_vectors(const ha_slerp_job *job, uint32_t block, ha_part part) {
  const ha_pose_block *rest = &job->out->skeleton->rest[block];
  vectors sum = {{lanes_nothing(), lanes_nothing(), lanes_nothing()}};
  vectors a = vectors_or_rest(&job->a->blocks[block], job->a->touched[block].part[part], rest, part);
  vectors b = vectors_or_rest(&job->b->blocks[block], job->b->touched[block].part[part], rest, part);
  sum = add_vectors(sum, a, lanes_splat(1 - job->t));
  return keep_vectors_finite(add_vectors(sum, b, lanes_splat(job->t)));
}

static inline lanes_quat mix_rotations(const ha_slerp_job *job, uint32_t block) {
  const ha_pose_block *rest = &job->out->skeleton->rest[block];
  lanes_quat a = quat_or_rest(&job->a->blocks[block], job->a->touched[block].part[HA_ROTATION], rest);
  lanes_quat b = quat_or_rest(&job->b->blocks[block], job->b->touched[block].part[HA_ROTATION], rest);
  return lanes_quat_slerp(lanes_quat_normalize(a), lanes_quat_normalize(b), lanes_splat(job->t));
}

static inline void slerp_vectors(const ha_slerp_job *job, uint32_t block, ha_part part, uint8_t touched) {
  vectors out = load_vectors(&job->out->skeleton->rest[block], part);
  if (touched != 0) out = select_vectors(lanes_mask_of_bits(touched), mix_vectors(job, block, part), out);
  store_vectors(&job->out->blocks[block], part, out);
}

static inline void slerp_rotations(const ha_slerp_job *job, uint32_t block, uint8_t touched) {
  lanes_quat out = load_quat(&job->out->skeleton->rest[block]);
  if (touched != 0) out = lanes_quat_select(lanes_mask_of_bits(touched), mix_rotations(job, block), out);
  store_quat(&job->out->blocks[block], out);
}

void HA_KERNEL(slerp)(const ha_slerp_job *job) {
  for (uint32_t block = 0; block < job->out->skeleton->block_count; block++) {
    ha_touched touched;
    for (int part = 0; part < HA_PART_COUNT; part++)
      touched.part[part] = job->a->touched[block].part[part] | job->b->touched[block].part[part];
    slerp_vectors(job, block, HA_TRANSLATION, touched.part[HA_TRANSLATION]);
    slerp_rotations(job, block, touched.part[HA_ROTATION]);
    slerp_vectors(job, block, HA_SCALE, touched.part[HA_SCALE]);
    job->out->touched[block] = touched;
  }
}

// --- layers: a weight for every joint and part ---

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

static inline void layer_vectors(const ha_layer_job *job, uint32_t block, ha_part part) {
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

static inline void layer_rotations(const ha_layer_job *job, uint32_t block) {
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

void HA_KERNEL(layer)(const ha_layer_job *job) {
  for (uint32_t block = 0; block < job->pose->skeleton->block_count; block++) {
    layer_vectors(job, block, HA_TRANSLATION);
    layer_rotations(job, block);
    layer_vectors(job, block, HA_SCALE);
  }
}
