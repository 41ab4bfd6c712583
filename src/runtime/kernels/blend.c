// Blends: one weight an input. Inputs of a block are read before its output is written, so that an output may
// be an input.
#include "runtime/blend.h"

#include "runtime/kernels/blend_rows.h"
#include "runtime/kernels/hemisphere.h"
#include "runtime/kernels/kernels.h"

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

// `whole`: the input is known to touch all of the block.
static inline lanes_quat rotation_at(const ha_blend_job *job, const input *in, uint32_t block, int whole) {
  if (whole) return load_quat(&in->blocks[block]);
  return quat_or_rest(&in->blocks[block], in->touched[block].part[HA_ROTATION],
                      &job->out->skeleton->rest[block]);
}

static inline lanes_quat head_of(const ha_blend_job *job, const plan *with, uint32_t block, int whole) {
  input first = input_at(job, with, with->head);
  lanes_quat head = rotation_at(job, &first, block, whole);
  for (uint32_t i = with->head + 1, left = with->tied - 1; left > 0; i++) {
    input in = input_at(job, with, i);
    if (in.weight != first.weight) continue;
    left--;
    lanes_quat q = rotation_at(job, &in, block, whole);
    head = lanes_quat_select(goes_before(q, head), q, head);
  }
  return head;
}

__attribute__((noinline)) static void blend_rotations(const ha_blend_job *job, const plan *with,
                                                      uint32_t block) {
  uint8_t any = touched_by_any(job, with, block, HA_ROTATION);
  lanes_quat head = head_of(job, with, block, 0), sum = no_rotation();
  for (uint32_t i = 0; i < with->count; i++) {
    input in = input_at(job, with, i);
    if (!(in.weight > 0)) continue;
    lanes_quat q = rotation_at(job, &in, block, 0);
    sum = lanes_quat_add_product(sum, q, towards(head, q, lanes_splat(in.share)));
  }
  sum = lanes_quat_select(lanes_mask_of_bits(any), normalize_finite(sum),
                          load_quat(&job->out->skeleton->rest[block]));
  store_quat(&job->out->blocks[block], sum);
  job->out->touched[block].part[HA_ROTATION] = any;
}

// Blocks that every input, or none, touches as a whole are the usual ones, and go without the rule's details.

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

static inline void sum_vectors(const plan *with, uint32_t count, uint32_t block, ha_part part,
                               ha_pose_block *out) {
  vectors sum = no_vectors();
  for (uint32_t i = 0; i < count; i++)
    sum = add_vectors(sum, load_vectors(&with->ready[i].blocks[block], part),
                      lanes_splat(with->ready[i].share));
  store_vectors(out, part, keep_vectors_finite(sum));
}

// Returns whether no tie was left to break.
static inline int sum_two(const plan *with, uint32_t block, lanes_quat *out) {
  pair two = {load_quat(&with->ready[0].blocks[block]), load_quat(&with->ready[1].blocks[block]),
              lanes_splat(with->ready[0].share), lanes_splat(with->ready[1].share)};
  if (with->tied == 2) return sum_tied_pair(two, lanes_mask_splat(-1), lanes_mask_splat(0), out);
  *out = sum_pair(two, are_far(two.a, two.b), lanes_mask_splat(with->head == 0 ? 0 : -1));
  return 1;
}

// Kept out of the way.
__attribute__((noinline)) static lanes_quat tied_head(const ha_blend_job *job, const plan *with,
                                                      uint32_t block) {
  return head_of(job, with, block, 1);
}

static inline lanes_quat sum_many(const ha_blend_job *job, const plan *with, uint32_t count, uint32_t block) {
  lanes_quat head = load_quat(&with->ready[with->head].blocks[block]), sum = no_rotation();
  if (with->tied > 1) head = tied_head(job, with, block);
  for (uint32_t i = 0; i < count; i++) {
    lanes_quat q = load_quat(&with->ready[i].blocks[block]);
    lanes share = lanes_splat(with->ready[i].share);
    int is_head = i == with->head && with->tied == 1;
    sum = lanes_quat_add_product(sum, q, is_head ? share : towards(head, q, share));
  }
  return sum;
}

// Returns whether the rotations were usual ones; nothing is written otherwise.
static inline int sum_rotations(const ha_blend_job *job, const plan *with, uint32_t count, uint32_t block) {
  lanes_quat sum;
  int is_decided = 1;
  if (count == 2)
    is_decided = sum_two(with, block, &sum);
  else
    sum = sum_many(job, with, count, block);
  lanes squared = lanes_quat_dot(sum, sum);
  if (!is_decided || !lanes_all(lanes_quat_is_near_unit(squared))) return 0;
  store_quat(&job->out->blocks[block], lanes_quat_to_unit(sum, squared));
  return 1;
}

static inline int blend_whole(const ha_blend_job *job, const plan *with, uint32_t count, uint32_t block,
                              uint8_t in_use) {
  ha_pose_block *out = &job->out->blocks[block];
  uint8_t bits = touched_by_all(with, count, block, HA_TRANSLATION) &
                 touched_by_all(with, count, block, HA_ROTATION) &
                 touched_by_all(with, count, block, HA_SCALE);
  if (bits != in_use || !sum_rotations(job, with, count, block)) return 0;
  sum_vectors(with, count, block, HA_TRANSLATION, out);
  sum_vectors(with, count, block, HA_SCALE, out);
  job->out->touched[block] = (ha_touched){{in_use, in_use, in_use}};
  return 1;
}

static inline void blend_part(const ha_blend_job *job, const plan *with, uint32_t count, uint32_t block,
                              ha_part part, uint8_t in_use) {
  ha_pose *out = job->out;
  if (touched_by_all(with, count, block, part) == in_use) {
    sum_vectors(with, count, block, part, &out->blocks[block]);
    out->touched[block].part[part] = in_use;
  } else if (none_touches(with, count, block, part)) {
    store_vectors(&out->blocks[block], part, load_vectors(&out->skeleton->rest[block], part));
    out->touched[block].part[part] = 0;
  } else {
    blend_vectors(job, with, block, part);
  }
}

static inline void blend_usual(const ha_blend_job *job, const plan *with, uint32_t count) {
  ha_pose *out = job->out;
  for (uint32_t block = 0; block < out->skeleton->block_count; block++) {
    uint8_t in_use = lanes_in_use(out->skeleton, block);
    if (blend_whole(job, with, count, block, in_use)) continue;
    blend_part(job, with, count, block, HA_TRANSLATION, in_use);
    if (touched_by_all(with, count, block, HA_ROTATION) == in_use && sum_rotations(job, with, count, block))
      out->touched[block].part[HA_ROTATION] = in_use;
    else
      blend_rotations(job, with, block);
    blend_part(job, with, count, block, HA_SCALE, in_use);
  }
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
  else if (with.used == 4)  // compiled for itself, as two are
    blend_usual(job, &with, 4);
  else if (with.used <= READY)
    blend_usual(job, &with, with.used);
  else
    blend_any(job, &with);
}
