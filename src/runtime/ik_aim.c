#include <math.h>

#include "math/quat.h"
#include "math/vector.h"
#include "runtime/ik_space.h"

static uint32_t last_of(const ha_aim_job *job) { return job->chain[job->count - 1].joint; }

// Where the last joint looks and where it should, unit, in model space; zero where the axis has collapsed or
// the target is at the eye.
static void look_of(const ha_aim_job *job, float out[3]) {
  ha_matrix_direction(job->model + 16 * (size_t)last_of(job), job->axis, out);
  ha_unit3(out);
}
static void wanted_of(const ha_aim_job *job, float out[3]) {
  ha_sub3(job->target, ha_ik_place(job->model, last_of(job)), out);
  ha_unit3(out);
}

static int is_in_chain(const ha_aim_job *job, uint32_t joint) {
  for (uint32_t i = 0; i < job->count; i++)
    if (job->chain[i].joint == joint) return 1;
  return 0;
}

// Where the last joint looks with the chain at rest, in the space of the first one's parent.
static void find_ahead(const ha_aim_job *job, float out[3]) {
  const ha_skeleton *skeleton = job->pose->skeleton;
  ha_copy3(job->axis, out);
  for (uint32_t joint = last_of(job);; joint = skeleton->parents[joint]) {
    ha_transform local = ha_pose_get(job->pose, joint);
    if (is_in_chain(job, joint)) local = ha_skeleton_rest(skeleton, joint);
    ha_quat_normalize(local.rotation, local.rotation);
    for (int i = 0; i < 3; i++) out[i] *= local.scale[i];
    ha_quat_rotate(local.rotation, out, out);
    if (joint == job->chain[0].joint) break;
  }
  ha_unit3(out);
}

// Brings `wanted` within the limit around `ahead`. Returns whether it had to.
static int limit_look(const ha_aim_job *job, const float ahead[3], float wanted[3]) {
  if (ha_dot3(ahead, wanted) >= job->limit_cosine) return 0;
  float side[3];
  ha_copy3(wanted, side);
  if (!(ha_ik_reject(side, ahead) > 1e-6f)) ha_normal3(ahead, side);
  for (int i = 0; i < 3; i++) wanted[i] = job->limit_cosine * ahead[i] + job->limit_sine * side[i];
  ha_unit3(wanted);
  return 1;
}

// Turns one joint by its share of the way from `look` to `wanted`, unit vectors in its parent's space.
static void turn(const ha_aim_job *job, const ha_aim_joint *at, const float look[3], const float wanted[3]) {
  static const float identity[4] = {0, 0, 0, 1};
  float axis[3], q[4], local[4], share = fminf(fmaxf(at->share, 0), 1);
  ha_normal3(look, axis);
  ha_quat_between(look, wanted, axis, q);
  if (share < 1) ha_quat_slerp(identity, q, share, q);
  ha_pose_get_part(job->pose, at->joint, HA_ROTATION, local);
  ha_quat_multiply(q, local, local);
  ha_quat_normalize(local, local);
  ha_ik_store(job->pose, at->joint, local, job->weight);
  ha_ik_refresh(job->pose, job->model, at->joint);
}

// Returns whether the limit kept it.
static int aim(const ha_aim_job *job) {
  ha_ik_space base, own;
  float ahead[3], look[3], wanted[3];
  int is_limited = 0, has_limit = job->limit_cosine > -1;
  if (!ha_ik_parent_space(job->pose, job->model, job->chain[0].joint, &base)) return 0;
  if (has_limit) find_ahead(job, ahead);
  for (uint32_t i = 0; i < job->count; i++) {
    if (!ha_ik_parent_space(job->pose, job->model, job->chain[i].joint, &own)) continue;
    look_of(job, look);
    wanted_of(job, wanted);
    if (has_limit) {
      ha_matrix_direction(base.from_model, wanted, wanted);
      ha_unit3(wanted);
      is_limited = limit_look(job, ahead, wanted);
      ha_matrix_direction(base.to_model, wanted, wanted);
    }
    ha_matrix_direction(own.from_model, look, look);
    ha_matrix_direction(own.from_model, wanted, wanted);
    if (ha_unit3(wanted) == 0 || ha_unit3(look) == 0) break;
    turn(job, &job->chain[i], look, wanted);
  }
  return is_limited;
}

ha_ik_report ha_ik_aim(const ha_aim_job *job) {
  float look[3], wanted[3];
  int is_limited = job->weight > 0 && aim(job);
  look_of(job, look);
  wanted_of(job, wanted);
  ha_ik_report report = ha_ik_report_of(look, wanted, 1);
  if (is_limited) report.reached = 0;
  return report;
}
