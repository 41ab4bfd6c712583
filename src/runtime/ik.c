#include "runtime/ik.h"

#include <math.h>
#include <string.h>

#include "math/quat.h"
#include "math/vector.h"
#include "runtime/model.h"

static const float identity[4] = {0, 0, 0, 1};

static const float *position_of(const float *model, uint32_t joint) {
  return model + 16 * (size_t)joint + 12;
}

// How a rotation in model space looks from inside the space of `joint` (file order; HA_NO_PARENT: model space
// itself).
static void into_space(const float *model, uint32_t joint, const float q[4], float out[4]) {
  memcpy(out, q, 4 * sizeof *out);
  if (joint == HA_NO_PARENT) return;
  ha_transform frame;
  ha_transform_from_matrix(model + 16 * (size_t)joint, &frame);
  float back[4], axis[3];
  ha_quat_conjugate(frame.rotation, back);
  ha_quat_rotate(back, q, axis);
  float mirror = 1;
  for (int i = 0; i < 3; i++) {
    if (!(frame.scale[i] < 0)) continue;
    axis[i] = -axis[i];
    mirror = -mirror;
  }
  // A mirror turns rotations about.
  for (int i = 0; i < 3; i++) out[i] = mirror * axis[i];
}

// Turns a joint about its origin by q in model space, by `weight` of it. The model matrices are those from
// before.
static void turn_joint(ha_pose *pose, const float *model, uint32_t joint, const float q[4], float weight) {
  float local[4], turned[4], inside[4];
  into_space(model, pose->skeleton->parents[joint], q, inside);
  ha_pose_get_part(pose, joint, HA_ROTATION, local);
  ha_quat_multiply(inside, local, turned);
  ha_quat_normalize(turned, turned);
  if (weight < 1) {
    ha_quat_normalize(local, local);
    ha_quat_slerp(local, turned, weight, turned);
  }
  ha_pose_set_part(pose, joint, HA_ROTATION, turned);
}

static void refresh(ha_pose *pose, float *model, uint32_t from) {
  ha_local_to_model(&(ha_model_job){.pose = pose, .from = from, .model = model});
}

static ha_ik_report report_of(const float a[3], const float b[3], float size) {
  float between[3];
  ha_sub3(a, b, between);
  float distance = ha_length3(between);
  return (ha_ik_report){.distance = distance, .reached = distance <= 1e-4f * size};
}

// --- two bones ---

// The chain as it stands: root at the origin.
typedef struct triangle {
  float upper[3], lower[3];  // unit directions of the bones
  float a, b;                // their lengths
  float bend[3];             // unit axis of the bend
  float to_target[3];        // unit, or zero where the target is the root
  float distance;
} triangle;

// v without its part along the unit vector `along`; its length.
static float reject(float v[3], const float along[3]) {
  ha_mad3(v, -ha_dot3(v, along), along, v);
  return ha_unit3(v);
}

// The axis that the chain bends about: as it does, or, where it is straight, so that the middle goes to the
// pole.
static void find_bend(const ha_two_bone_job *job, const float *root, triangle *t) {
  ha_cross3(t->upper, t->lower, t->bend);
  if (ha_unit3(t->bend) > 1e-4f) return;
  float side[3];
  if (job->pole != NULL) {
    ha_sub3(job->pole, root, side);
    ha_unit3(side);
    ha_cross3(side, t->upper, t->bend);
    if (ha_unit3(t->bend) > 1e-4f) return;
  }
  ha_normal3(t->upper, t->bend);
}

static void measure(const ha_two_bone_job *job, triangle *t) {
  const float *root = position_of(job->model, job->root), *mid = position_of(job->model, job->mid),
              *tip = position_of(job->model, job->tip);
  ha_sub3(mid, root, t->upper);
  ha_sub3(tip, mid, t->lower);
  ha_sub3(job->target, root, t->to_target);
  t->a = ha_unit3(t->upper);
  t->b = ha_unit3(t->lower);
  t->distance = ha_unit3(t->to_target);
  find_bend(job, root, t);
}

static float clamp(float value, float least, float most) { return fminf(fmaxf(value, least), most); }

// Turns the lower bone to where the tip is as far from the root as the target, or as near to that as can be.
// The inner angle stays between limits; both 0: none.
static void bend_lower(triangle *t, float least_cosine, float most_cosine, float q[4]) {
  // The law of cosines for the inner angle at the middle.
  float cosine = (t->a * t->a + t->b * t->b - t->distance * t->distance) / (2 * t->a * t->b);
  cosine = clamp(cosine, -1, 1);
  if (least_cosine != 0 || most_cosine != 0) cosine = clamp(cosine, least_cosine, most_cosine);
  float sine = sqrtf(fmaxf(0, 1 - cosine * cosine)), across[3], wanted[3];
  ha_cross3(t->bend, t->upper, across);
  for (int i = 0; i < 3; i++) wanted[i] = -cosine * t->upper[i] + sine * across[i];
  ha_unit3(wanted);
  ha_quat_between(t->lower, wanted, t->bend, q);
  ha_copy3(wanted, t->lower);
}

// Swings the whole chain to the target, then about that line to the pole (from the root), where there is one.
static void swing_upper(const triangle *t, const float *pole, float q[4]) {
  float reach[3], mid[3], to_pole[3], spin[4];
  ha_scale3(t->upper, t->a, reach);
  ha_copy3(reach, mid);
  ha_mad3(reach, t->b, t->lower, reach);
  memcpy(q, identity, sizeof identity);
  if (!(t->distance > 0) || !(ha_unit3(reach) > 1e-6f * (t->a + t->b))) return;
  ha_quat_between(reach, t->to_target, t->bend, q);
  if (pole == NULL) return;
  ha_quat_rotate(q, mid, mid);
  ha_copy3(pole, to_pole);
  ha_unit3(to_pole);
  if (!(reject(mid, t->to_target) > 1e-5f * t->a) || !(reject(to_pole, t->to_target) > 1e-4f)) return;
  ha_quat_between(mid, to_pole, t->to_target, spin);
  ha_quat_multiply(spin, q, q);
}

ha_ik_report ha_ik_two_bone(const ha_two_bone_job *job) {
  triangle t;
  measure(job, &t);
  float size = t.a + t.b;
  if (job->weight > 0 && t.a > 0 && t.b > 0) {
    float lower[4], upper[4], pole[3];
    if (job->pole != NULL) ha_sub3(job->pole, position_of(job->model, job->root), pole);
    bend_lower(&t, job->least_cosine, job->most_cosine, lower);
    swing_upper(&t, job->pole != NULL ? pole : NULL, upper);
    turn_joint(job->pose, job->model, job->mid, lower, job->weight);
    turn_joint(job->pose, job->model, job->root, upper, job->weight);
    refresh(job->pose, job->model, job->root);
  }
  return report_of(position_of(job->model, job->tip), job->target, size);
}

// --- aim ---

static void look_of(const ha_aim_job *job, float out[3]) {
  const float *m = job->model + 16 * (size_t)job->chain[job->count - 1].joint;
  for (int i = 0; i < 3; i++)
    out[i] = m[i] * job->axis[0] + m[4 + i] * job->axis[1] + m[8 + i] * job->axis[2];
  ha_unit3(out);
}

// Where to look: unit, or zero where the target is at the eye.
static void wanted_of(const ha_aim_job *job, float out[3]) {
  ha_sub3(job->target, position_of(job->model, job->chain[job->count - 1].joint), out);
  ha_unit3(out);
}

// Brings `wanted` within the limit around `look`. Returns whether it had to.
static int limit_look(const ha_aim_job *job, const float look[3], float wanted[3]) {
  float dot = ha_dot3(look, wanted);
  if (dot >= job->limit_cosine) return 0;
  float side[3];
  ha_copy3(wanted, side);
  if (!(reject(side, look) > 1e-6f)) ha_normal3(look, side);
  for (int i = 0; i < 3; i++) wanted[i] = job->limit_cosine * look[i] + job->limit_sine * side[i];
  ha_unit3(wanted);
  return 1;
}

ha_ik_report ha_ik_aim(const ha_aim_job *job) {
  float before[3], look[3], wanted[3];
  look_of(job, before);
  int limited = 0;
  for (uint32_t i = 0; i < job->count && job->weight > 0; i++) {
    float q[4], axis[3];
    look_of(job, look);
    wanted_of(job, wanted);
    if (ha_dot3(wanted, wanted) == 0 || ha_dot3(look, look) == 0) break;
    limited = limit_look(job, before, wanted);
    ha_normal3(look, axis);
    ha_quat_between(look, wanted, axis, q);
    float share = clamp(job->chain[i].share, 0, 1);
    if (share < 1) ha_quat_slerp(identity, q, share, q);
    turn_joint(job->pose, job->model, job->chain[i].joint, q, job->weight);
    refresh(job->pose, job->model, job->chain[i].joint);
  }
  look_of(job, look);
  wanted_of(job, wanted);
  ha_ik_report report = report_of(look, wanted, 1);
  if (limited) report.reached = 0;
  return report;
}

// --- chains ---

typedef struct rope {
  float at[HA_MAX_CHAIN][3];
  float lengths[HA_MAX_CHAIN];  // from joint i to the next
  float size;
} rope;

static void measure_rope(const ha_chain_job *job, rope *out) {
  out->size = 0;
  for (uint32_t i = 0; i < job->count; i++) {
    ha_copy3(position_of(job->model, job->joints[i]), out->at[i]);
    if (i == 0) continue;
    float between[3];
    ha_sub3(out->at[i], out->at[i - 1], between);
    out->size += out->lengths[i - 1] = ha_length3(between);
  }
}

// Puts `moving` at `length` from `fixed` on the line between them.
static void pull(const float fixed[3], float length, float moving[3]) {
  float line[3];
  ha_sub3(moving, fixed, line);
  if (ha_unit3(line) == 0) line[1] = 1;
  ha_mad3(fixed, length, line, moving);
}

// A chain in one line with its target can only be folded once it leaves the line.
static void leave_line(const float target[3], uint32_t count, rope *io) {
  float line[3], side[3];
  ha_sub3(target, io->at[0], line);
  if (ha_unit3(line) == 0) {
    ha_sub3(io->at[1], io->at[0], line);
    ha_unit3(line);
  }
  float off = 0;
  for (uint32_t i = 1; i < count; i++) {
    ha_sub3(io->at[i], io->at[0], side);
    off = fmaxf(off, reject(side, line));
  }
  if (off > 1e-4f * io->size) return;
  ha_normal3(line, side);
  for (uint32_t i = 1; i + 1 < count; i++) ha_mad3(io->at[i], 0.01f * io->size, side, io->at[i]);
}

static float miss(const rope *r, uint32_t last, const float target[3]) {
  float between[3];
  ha_sub3(r->at[last], target, between);
  return ha_length3(between);
}

// v turned by q about `center`.
static void turn_about(const float center[3], const float q[4], float v[3]) {
  float arm[3];
  ha_sub3(v, center, arm);
  ha_quat_rotate(q, arm, arm);
  ha_mad3(center, 1, arm, v);
}

// FABRIK nears its end slowly. The last step is exact: the chain as two stiff pieces, split where it bends
// most, is a triangle.
static void close_gap(const ha_chain_job *job, rope *io) {
  uint32_t last = job->count - 1, split = 0;
  float most = 1e-6f * io->size * io->size, upper[3], lower[3], across[3];
  for (uint32_t i = 1; i < last; i++) {
    ha_sub3(io->at[i], io->at[0], upper);
    ha_sub3(io->at[last], io->at[i], lower);
    ha_cross3(upper, lower, across);
    float area = ha_length3(across);
    if (!(area > most)) continue;
    most = area;
    split = i;
  }
  if (split == 0) return;
  triangle t;
  ha_sub3(io->at[split], io->at[0], t.upper);
  ha_sub3(io->at[last], io->at[split], t.lower);
  ha_sub3(job->target, io->at[0], t.to_target);
  t.a = ha_unit3(t.upper);
  t.b = ha_unit3(t.lower);
  t.distance = ha_unit3(t.to_target);
  ha_cross3(t.upper, t.lower, t.bend);
  ha_unit3(t.bend);
  float bend[4], swing[4];
  bend_lower(&t, 0, 0, bend);
  swing_upper(&t, NULL, swing);
  for (uint32_t i = split + 1; i <= last; i++) turn_about(io->at[split], bend, io->at[i]);
  for (uint32_t i = 1; i <= last; i++) turn_about(io->at[0], swing, io->at[i]);
}

static void reach(const ha_chain_job *job, rope *io) {
  uint32_t last = job->count - 1, iterations = job->iterations > 0 ? job->iterations : 32;
  float root[3], to_target[3];
  ha_copy3(io->at[0], root);
  if (miss(io, last, job->target) <= 1e-5f * io->size) return;
  ha_sub3(job->target, root, to_target);
  if (ha_unit3(to_target) >= io->size) {  // out of reach: a straight line
    for (uint32_t i = 0; i < last; i++) ha_mad3(io->at[i], io->lengths[i], to_target, io->at[i + 1]);
    return;
  }
  leave_line(job->target, job->count, io);
  for (uint32_t step = 0; step < iterations; step++) {
    ha_copy3(job->target, io->at[last]);
    for (uint32_t i = last; i > 0; i--) pull(io->at[i], io->lengths[i - 1], io->at[i - 1]);
    ha_copy3(root, io->at[0]);
    for (uint32_t i = 0; i < last; i++) pull(io->at[i], io->lengths[i], io->at[i + 1]);
    if (miss(io, last, job->target) <= 1e-5f * io->size) return;
  }
  close_gap(job, io);
}

// At most the job's limit of a turn.
static void limit_turn(float limit_cosine, float q[4]) {
  if (limit_cosine <= 0) return;
  if (q[3] < 0)
    for (int i = 0; i < 4; i++) q[i] = -q[i];
  if (q[3] >= limit_cosine) return;
  float axis[3] = {q[0], q[1], q[2]};
  ha_unit3(axis);
  ha_scale3(axis, sqrtf(fmaxf(0, 1 - limit_cosine * limit_cosine)), q);
  q[3] = limit_cosine;
}

ha_ik_report ha_ik_chain(const ha_chain_job *job) {
  rope before, after;
  measure_rope(job, &before);
  const float *end = position_of(job->model, job->joints[job->count - 1]);
  if (!(job->weight > 0) || !(before.size > 0)) return report_of(end, job->target, before.size);
  after = before;
  reach(job, &after);
  float gathered[4];  // the turns of the joints so far
  memcpy(gathered, identity, sizeof identity);
  for (uint32_t i = 0; i + 1 < job->count; i++) {
    float from[3], to[3], axis[3], q[4], back[4], own[4];
    ha_sub3(before.at[i + 1], before.at[i], from);
    ha_sub3(after.at[i + 1], after.at[i], to);
    if (ha_unit3(from) == 0 || ha_unit3(to) == 0) continue;
    ha_quat_rotate(gathered, from, from);
    ha_unit3(from);
    ha_normal3(from, axis);
    ha_quat_between(from, to, axis, q);
    // The joint's own turn, seen before its ancestors turned.
    ha_quat_conjugate(gathered, back);
    ha_quat_multiply(back, q, own);
    ha_quat_multiply(own, gathered, own);
    limit_turn(job->limit_cosine, own);
    turn_joint(job->pose, job->model, job->joints[i], own, job->weight);
    ha_quat_multiply(gathered, own, gathered);
    ha_quat_normalize(gathered, gathered);
  }
  refresh(job->pose, job->model, job->joints[0]);
  return report_of(end, job->target, before.size);
}
