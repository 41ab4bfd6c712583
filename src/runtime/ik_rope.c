#include "runtime/ik_rope.h"

#include <math.h>
#include <string.h>

#include "math/quat.h"
#include "math/vector.h"
#include "runtime/ik_space.h"

// What a reach goes by: from the root to the target.
typedef struct aim {
  float direction[3], distance;
} aim;

float ha_rope_miss(const ha_rope *rope, const float target[3]) {
  float between[3];
  ha_sub3(rope->at[rope->count - 1], target, between);
  return ha_length3(between);
}

static void swing(ha_rope *io, const float q[4]) {
  for (uint32_t i = 1; i < io->count; i++) {
    float arm[3];
    ha_sub3(io->at[i], io->at[0], arm);
    ha_quat_rotate(q, arm, arm);
    ha_mad3(io->at[0], 1, arm, io->at[i]);
  }
}

// Unit direction from joint i to the next.
static void bone_of(const ha_rope *rope, uint32_t i, float out[3]) {
  ha_sub3(rope->at[i + 1], rope->at[i], out);
  ha_unit3(out);
}

// --- out of reach ---

// Straight to the target, but for bone `against`, which points the other way with all others turned round;
// HA_NO_INDEX: none.
static void lay_out(ha_rope *io, const aim *to, uint32_t against) {
  for (uint32_t i = 0; i + 1 < io->count; i++) {
    float sign = against == HA_NO_INDEX || against == i ? 1 : -1;
    ha_mad3(io->at[i], sign * io->lengths[i], to->direction, io->at[i + 1]);
  }
}

// Whether the target is too far, or nearer than the longest bone can be folded back; then it is pointed at.
static int is_out_of_reach(ha_rope *io, const aim *to) {
  uint32_t longest = 0;
  for (uint32_t i = 1; i + 1 < io->count; i++)
    if (io->lengths[i] > io->lengths[longest]) longest = i;
  if (to->distance >= io->size)
    lay_out(io, to, HA_NO_INDEX);
  else if (to->distance <= 2 * io->lengths[longest] - io->size)
    lay_out(io, to, longest);
  else
    return 0;
  return 1;
}

// --- straight chains ---

typedef struct bow {
  float chord[3], length;  // from the root to the end, unit
  float side[3];           // unit, at a right angle: the way it bends
  float straightness;      // 1: in a line, 0: bent well
} bow;

// Below the first of these parts of its size a chain's bend counts as none, above the second as a real one.
static const float STRAIGHT = 0.05f, BENT = 0.25f;

static void find_bow(const ha_rope *rope, const float side[3], bow *out) {
  float widest = 0, lateral[3], off;
  ha_sub3(rope->at[rope->count - 1], rope->at[0], out->chord);
  out->length = ha_unit3(out->chord);
  ha_scale3(side, 1e-3f * rope->size, out->side);
  uint32_t at = 0;
  for (uint32_t i = 1; i + 1 < rope->count; i++) {
    ha_sub3(rope->at[i], rope->at[0], lateral);
    off = ha_ik_reject(lateral, out->chord);
    if (off > widest) at = i;
    widest = fmaxf(off, widest);
  }
  ha_sub3(rope->at[at], rope->at[0], lateral);
  ha_mad3(out->side, 1, lateral, out->side);
  if (!(ha_ik_reject(out->side, out->chord) > 0)) ha_normal3(out->chord, out->side);
  float bent = (widest / rope->size - STRAIGHT) / (BENT - STRAIGHT);
  out->straightness = out->length > 0 ? 1 - fminf(fmaxf(bent, 0), 1) : 0;
}

// How far to swing. A chain that is bent well finds its own way. Near the root the target's direction says
// little; only two bones have no other choice there.
static float swing_weight(const ha_rope *rope, const aim *to, const bow *shape) {
  if (rope->count == 3) return 1;
  float near = fminf(to->distance / (0.25f * rope->size), 1);
  return shape->straightness * near * near * (3 - 2 * near);
}

// Turns the chord towards the target.
static void swing_chord(ha_rope *io, const aim *to, bow *shape) {
  static const float identity[4] = {0, 0, 0, 1};
  float axis[3], q[4];
  ha_cross3(shape->chord, shape->side, axis);
  ha_quat_between(shape->chord, to->direction, axis, q);
  ha_quat_slerp(identity, q, swing_weight(io, to, shape), q);
  swing(io, q);
  ha_quat_rotate(q, shape->chord, shape->chord);
  ha_quat_rotate(q, shape->side, shape->side);
}

// Cosine and sine: Taylor's series for an eighth of the angle (at most pi), doubled three times.
static void turn_of(float angle, float *cosine, float *sine) {
  float x = 0.125f * angle, squared = x * x;
  float c = 1 - squared * (1 / 2.0f - squared / 24), s = x * (1 - squared * (1 / 6.0f - squared / 120));
  for (int i = 0; i < 3; i++) {
    float doubled = c * c - s * s;
    s = 2 * c * s;
    c = doubled;
  }
  *cosine = c;
  *sine = s;
}

// Bends a straight chain into an arc whose chord is about as long as the target is far: sin(x) / x for half
// the angle x of the arc.
static void curl(ha_rope *io, const aim *to, const bow *shape) {
  float missing = 1 - to->distance / shape->length;
  if (!(missing > 0)) return;
  float angle = shape->straightness * sqrtf(missing * (6 + 3.87f * missing)), axis[3], along = 0;
  float bones[HA_MAX_CHAIN][3];
  ha_cross3(shape->chord, shape->side, axis);
  for (uint32_t i = 0; i + 1 < io->count; i++) {
    float middle = (along + 0.5f * io->lengths[i]) / io->size, q[4];
    turn_of(0.5f * angle * (1 - 2 * middle), &q[3], &q[0]);
    ha_scale3(axis, q[0], q);
    bone_of(io, i, bones[i]);
    ha_quat_rotate(q, bones[i], bones[i]);
    along += io->lengths[i];
  }
  for (uint32_t i = 0; i + 1 < io->count; i++) ha_mad3(io->at[i], io->lengths[i], bones[i], io->at[i + 1]);
}

// --- FABRIK ---

// Puts `moving` at `length` from `fixed` on the line between them.
static void pull(const float fixed[3], float length, float moving[3]) {
  float line[3];
  ha_sub3(moving, fixed, line);
  if (ha_unit3(line) == 0) line[1] = 1;
  ha_mad3(fixed, length, line, moving);
}

static void pull_through(ha_rope *io, const float target[3]) {
  float root[3];
  uint32_t last = io->count - 1;
  ha_copy3(io->at[0], root);
  ha_copy3(target, io->at[last]);
  for (uint32_t i = last; i > 0; i--) pull(io->at[i], io->lengths[i - 1], io->at[i - 1]);
  ha_copy3(root, io->at[0]);
  for (uint32_t i = 0; i < last; i++) pull(io->at[i], io->lengths[i], io->at[i + 1]);
}

// --- the exact last step ---

// The chain with every bone leaned towards the chord (`lean` up to 1: a straight line) or away from it (down
// to -1). Returns how far its end then is from the root, negative where it lies behind.
static float lean_bones(const ha_rope *rope, const float chord[3], float lean, ha_rope *out) {
  float end[3];
  *out = *rope;
  for (uint32_t i = 0; i + 1 < rope->count; i++) {
    float bone[3], leaned[3];
    bone_of(rope, i, bone);
    ha_scale3(bone, 1 - fabsf(lean), leaned);
    ha_mad3(leaned, lean, chord, leaned);
    if (!(ha_unit3(leaned) > 0)) ha_copy3(bone, leaned);
    ha_mad3(out->at[i], rope->lengths[i], leaned, out->at[i + 1]);
  }
  ha_sub3(out->at[rope->count - 1], rope->at[0], end);
  return copysignf(ha_length3(end), ha_dot3(end, chord));
}

// Finds the lean that puts the end as far from the root as the target, by halving.
static void lean_to_distance(ha_rope *io, float distance) {
  float chord[3], least = -0.99f, most = 1;
  ha_rope leaned;
  ha_sub3(io->at[io->count - 1], io->at[0], chord);
  *(ha_unit3(chord) < distance ? &least : &most) = 0;
  for (int i = 0; i < 24; i++) {
    float middle = 0.5f * (least + most), off = lean_bones(io, chord, middle, &leaned) - distance;
    if (fabsf(off) <= 1e-6f * io->size) break;
    *(off > 0 ? &most : &least) = middle;
  }
  *io = leaned;
}

// FABRIK nears its end slowly, most of all where the chain is almost straight.
static void close_gap(ha_rope *io, const aim *to) {
  float end[3], axis[3], q[4];
  lean_to_distance(io, to->distance);
  ha_sub3(io->at[io->count - 1], io->at[0], end);
  if (!(ha_unit3(end) > 1e-6f * io->size) || !(to->distance > 0)) return;
  ha_normal3(end, axis);
  ha_quat_between(end, to->direction, axis, q);
  swing(io, q);
}

void ha_rope_reach(ha_rope *io, const float target[3], const float side[3], uint32_t iterations) {
  float close = 1e-5f * io->size;
  if (ha_rope_miss(io, target) <= close) return;
  aim to;
  ha_sub3(target, io->at[0], to.direction);
  to.distance = ha_unit3(to.direction);
  if (is_out_of_reach(io, &to)) return;
  bow shape;
  find_bow(io, side, &shape);
  if (shape.length > 0 && to.distance > 0) swing_chord(io, &to, &shape);
  if (shape.straightness > 0) curl(io, &to, &shape);
  for (uint32_t step = 0; step < iterations; step++) {
    if (ha_rope_miss(io, target) <= close) return;
    pull_through(io, target);
  }
  if (ha_rope_miss(io, target) > close) close_gap(io, &to);
}
