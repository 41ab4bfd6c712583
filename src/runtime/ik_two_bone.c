#include <math.h>
#include <string.h>

#include "math/quat.h"
#include "math/vector.h"
#include "runtime/ik_space.h"

// The limb as it stands, in the space of the root's parent; the root is the origin.
typedef struct limb {
  float upper[3];            // unit direction of the upper bone
  float upper_length, size;  // of both bones
  float lower[3];            // the lower bone, unit
  float lower_length;
  float chord[3];      // unit direction from root to tip; along the upper bone where they are in one place
  float bend[3];       // unit axis of the bend
  float to_target[3];  // unit, or zero where the target is the root
  float distance;
  float pole[3];
  // The lower bone turns in the space of the middle joint's parent.
  float to_mid[16], from_mid[16];
  float hinged[3], hinged_length;  // the lower bone in there, unit
} limb;

// The axis that the limb bends about: as it does, or, where it is straight, so that the middle goes to the
// pole.
static void find_bend(limb *io, int has_pole) {
  ha_cross3(io->upper, io->lower, io->bend);
  if (ha_unit3(io->bend) > 1e-4f && ha_ik_reject(io->bend, io->upper) > 0) return;
  if (has_pole) {
    float side[3];
    ha_copy3(io->pole, side);
    ha_unit3(side);
    ha_cross3(side, io->upper, io->bend);
    if (ha_unit3(io->bend) > 1e-4f && ha_ik_reject(io->bend, io->upper) > 0) return;
  }
  ha_normal3(io->upper, io->bend);
}

// Returns 0 where nothing can be solved: bones without length, or collapsed parents.
static int measure(const ha_two_bone_job *job, limb *out) {
  ha_ik_space root, mid;
  if (!ha_ik_parent_space(job->pose, job->model, job->root, &root)) return 0;
  if (!ha_ik_parent_space(job->pose, job->model, job->mid, &mid)) return 0;
  const float *mid_place = ha_ik_place(job->model, job->mid);
  float origin[3], upper[3], lower[3], target[3];
  ha_matrix_point(root.from_model, ha_ik_place(job->model, job->root), origin);
  ha_sub3(mid_place, ha_ik_place(job->model, job->root), upper);
  ha_sub3(ha_ik_place(job->model, job->tip), mid_place, lower);
  ha_matrix_direction(root.from_model, upper, out->upper);
  ha_matrix_direction(root.from_model, lower, out->lower);
  ha_matrix_direction(mid.from_model, lower, out->hinged);
  ha_matrix_point(root.from_model, job->target, target);
  ha_sub3(target, origin, out->to_target);
  if (job->pole != NULL) {
    ha_matrix_point(root.from_model, job->pole, target);
    ha_sub3(target, origin, out->pole);
  }
  ha_matrix_multiply(mid.from_model, root.to_model, out->to_mid);
  ha_matrix_multiply(root.from_model, mid.to_model, out->from_mid);
  out->upper_length = ha_unit3(out->upper);
  out->lower_length = ha_unit3(out->lower);
  out->hinged_length = ha_unit3(out->hinged);
  out->size = out->upper_length + out->lower_length;
  out->distance = ha_unit3(out->to_target);
  ha_scale3(out->upper, out->upper_length, out->chord);
  ha_mad3(out->chord, out->lower_length, out->lower, out->chord);
  if (!(ha_unit3(out->chord) > 1e-4f * out->size)) ha_copy3(out->upper, out->chord);
  find_bend(out, job->pole != NULL);
  return out->upper_length > 0 && out->lower_length > 0 && out->hinged_length > 0;
}

// The turn of the middle joint for an inner angle, given by the sine of its half, and where the tip then is.
// Only below uneven scale on the way from root to middle does the lower bone change its length in this.
static void bend(const limb *self, float half_sine, float q[4], float tip[3]) {
  float half_cosine = sqrtf((1 - half_sine) * (1 + half_sine));
  float cosine = 1 - 2 * half_sine * half_sine, sine = 2 * half_sine * half_cosine;
  float across[3], wanted[3], axis[3], lower[3];
  ha_cross3(self->bend, self->upper, across);
  for (int i = 0; i < 3; i++) wanted[i] = -cosine * self->upper[i] + sine * across[i];
  ha_matrix_direction(self->to_mid, wanted, wanted);
  ha_matrix_direction(self->to_mid, self->bend, axis);
  ha_unit3(wanted);
  if (!(ha_ik_reject(axis, self->hinged) > 0)) ha_normal3(self->hinged, axis);
  ha_quat_between(self->hinged, wanted, axis, q);
  ha_scale3(wanted, self->hinged_length, lower);
  ha_matrix_direction(self->from_mid, lower, lower);
  ha_scale3(self->upper, self->upper_length, tip);
  for (int i = 0; i < 3; i++) tip[i] += lower[i];
}

static float clamp(float value, float least, float most) { return fminf(fmaxf(value, least), most); }

// How much further from the root the tip is than the target.
static float excess(const limb *self, float half_sine, float q[4], float tip[3]) {
  bend(self, half_sine, q, tip);
  return ha_length3(tip) - self->distance;
}

static float half_sine_of(float cosine) { return sqrtf(clamp(0.5f - 0.5f * cosine, 0, 1)); }

// Bends to where the tip is as far from the root as the target, or as near to that as can be: by the law of
// cosines, and below uneven scale by halving what is left of the angles.
static void bend_to_distance(const ha_two_bone_job *job, const limb *self, float q[4], float tip[3]) {
  float a = self->upper_length, b = self->lower_length, d = self->distance, least = 0, most = 1;
  if (job->least_cosine != 0 || job->most_cosine != 0) {
    least = half_sine_of(job->most_cosine);
    most = half_sine_of(job->least_cosine);
  }
  float slack = 1e-6f * self->size;
  float guess = sqrtf(clamp((d - (a - b)) * (d + (a - b)) / (4 * a * b), 0, 1));
  if (fabsf(excess(self, clamp(guess, least, most), q, tip)) <= slack) return;
  if (excess(self, least, q, tip) >= -slack) return;  // folded as far as it goes
  if (excess(self, most, q, tip) <= slack) return;
  for (int i = 0; i < 40; i++) {
    float middle = 0.5f * (least + most), off = excess(self, middle, q, tip);
    if (fabsf(off) <= slack) return;
    *(off > 0 ? &most : &least) = middle;
  }
}

// The turn about a unit axis that brings one vector into the plane of the axis and another, both at a right
// angle to it. By the tangent of half the angle, in the form that is exact for it.
static void spin_about(const float axis[3], const float from[3], const float to[3], float q[4]) {
  float across[3], cosine = ha_dot3(from, to);
  ha_cross3(from, to, across);
  float sine = ha_dot3(across, axis);
  ha_scale3(axis, cosine >= 0 ? sine : copysignf(1 - cosine, sine), q);
  q[3] = cosine >= 0 ? 1 + cosine : fabsf(sine);
  ha_quat_normalize(q, q);
}

static void turn_on(const float from[3], const float to[3], const float axis[3], float q[4]) {
  float turned[3], more[4];
  ha_quat_rotate(q, from, turned);
  ha_unit3(turned);
  ha_quat_between(turned, to, axis, more);
  ha_quat_multiply(more, q, q);
}

// Swings the whole limb to the target, then about that line to the pole, where there is one. The bent limb is
// first brought back to where its tip was, so that small moves of the target swing it a little whatever the
// bend; all but of targets opposite to that.
static void swing(const limb *self, int has_pole, const float tip[3], float q[4]) {
  float reach[3], mid[3], to_pole[3], spin[4];
  ha_copy3(tip, reach);
  q[0] = q[1] = q[2] = 0;
  q[3] = 1;
  if (!(self->distance > 0) || !(ha_unit3(reach) > 1e-6f * self->size)) return;
  spin_about(self->bend, reach, self->chord, q);
  turn_on(reach, self->chord, self->bend, q);
  turn_on(reach, self->to_target, self->bend, q);
  if (!has_pole) return;
  ha_quat_rotate(q, self->upper, mid);
  ha_copy3(self->pole, to_pole);
  ha_unit3(to_pole);
  if (!(ha_ik_reject(mid, self->to_target) > 1e-5f)) return;
  if (!(ha_ik_reject(to_pole, self->to_target) > 1e-4f)) return;
  spin_about(self->to_target, mid, to_pole, spin);
  ha_quat_multiply(spin, q, q);
}

static void turn(ha_pose *pose, uint32_t joint, const float q[4], float weight) {
  float local[4];
  ha_pose_get_part(pose, joint, HA_ROTATION, local);
  ha_quat_multiply(q, local, local);
  ha_quat_normalize(local, local);
  ha_ik_store(pose, joint, local, weight);
}

ha_ik_report ha_ik_two_bone(const ha_two_bone_job *job) {
  limb self;
  if (job->weight > 0 && measure(job, &self)) {
    float lower[4], upper[4], tip[3];
    bend_to_distance(job, &self, lower, tip);
    swing(&self, job->pole != NULL, tip, upper);
    turn(job->pose, job->mid, lower, job->weight);
    turn(job->pose, job->root, upper, job->weight);
    ha_ik_refresh(job->pose, job->model, job->root);
  }
  const float *root = ha_ik_place(job->model, job->root), *mid = ha_ik_place(job->model, job->mid),
              *tip = ha_ik_place(job->model, job->tip);
  float upper[3], lower[3];
  ha_sub3(mid, root, upper);
  ha_sub3(tip, mid, lower);
  return ha_ik_report_of(tip, job->target, ha_length3(upper) + ha_length3(lower));
}
