#include <math.h>
#include <string.h>

#include "math/quat.h"
#include "math/vector.h"
#include "runtime/ik_rope.h"
#include "runtime/ik_space.h"

// The joints' local transforms, which are solved first and stored at the end.
typedef struct links {
  ha_transform local[HA_MAX_CHAIN];
  float rest[HA_MAX_CHAIN][4];
  ha_rope rope;  // where they are, in the space of the first one's parent
  float target[3];
} links;

static void gather(const ha_chain_job *job, links *out) {
  for (uint32_t i = 0; i < job->count; i++) {
    HA_ASSERT(i == 0 || job->pose->skeleton->parents[job->joints[i]] == job->joints[i - 1]);
    out->local[i] = ha_pose_get(job->pose, job->joints[i]);
    ha_quat_normalize(out->local[i].rotation, out->local[i].rotation);
    ha_quat_normalize(ha_skeleton_rest(job->pose->skeleton, job->joints[i]).rotation, out->rest[i]);
  }
}

// Where the joints are now.
static void measure(uint32_t count, links *io) {
  float frame[16], local[16];
  ha_rope *rope = &io->rope;
  ha_matrix_identity(frame);
  rope->count = count;
  rope->size = 0;
  for (uint32_t i = 0; i < count; i++) {
    ha_matrix_point(frame, io->local[i].translation, rope->at[i]);
    ha_transform_to_matrix(&io->local[i], local);
    ha_matrix_multiply(frame, local, frame);
    if (i == 0) continue;
    float bone[3];
    ha_sub3(rope->at[i], rope->at[i - 1], bone);
    rope->size += rope->lengths[i - 1] = ha_length3(bone);
  }
}

// Turns joint i by q in its parent's space.
static void turn(links *io, uint32_t i, const float q[4]) {
  float *rotation = io->local[i].rotation;
  ha_quat_multiply(q, rotation, rotation);
  ha_quat_normalize(rotation, rotation);
}

// The turn between two vectors; none where one has no length.
static void turn_between(float from[3], float to[3], float q[4]) {
  float axis[3];
  q[0] = q[1] = q[2] = 0;
  q[3] = 1;
  if (ha_unit3(from) == 0 || ha_unit3(to) == 0) return;
  ha_normal3(from, axis);
  ha_quat_between(from, to, axis, q);
}

// Where the joint below i is, from joint i, in the space of the parent of i.
static void bone_of(const links *self, uint32_t i, float out[3]) {
  for (int c = 0; c < 3; c++) out[c] = self->local[i].scale[c] * self->local[i + 1].translation[c];
  ha_quat_rotate(self->local[i].rotation, out, out);
}

// Turns the joints so that bones point as those of a rope.
static void follow(const ha_rope *rope, links *io) {
  float frame[16], back[16], local[16];
  ha_matrix_identity(frame);
  for (uint32_t i = 0; i + 1 < rope->count; i++) {
    if (ha_matrix_invert(frame, back)) {
      float bone[3], wanted[3], q[4];
      bone_of(io, i, bone);
      ha_sub3(rope->at[i + 1], rope->at[i], wanted);
      ha_matrix_direction(back, wanted, wanted);
      turn_between(bone, wanted, q);
      turn(io, i, q);
    }
    ha_transform_to_matrix(&io->local[i], local);
    ha_matrix_multiply(frame, local, frame);
  }
}

// The way a straight chain bends, which goes with its first joint.
static void find_side(const links *self, float out[3]) {
  float bone[3] = {0, 0, 0};
  for (int c = 0; c < 3; c++) bone[c] = self->local[0].scale[c] * self->local[1].translation[c];
  if (ha_unit3(bone) == 0) bone[1] = 1;
  ha_normal3(bone, out);
  ha_quat_rotate(self->local[0].rotation, out, out);
}

static uint32_t iterations_of(const ha_chain_job *job) { return job->iterations > 0 ? job->iterations : 32; }

static void reach_freely(const ha_chain_job *job, links *io) {
  float side[3];
  ha_rope wanted = io->rope;
  find_side(io, side);
  ha_rope_reach(&wanted, io->target, side, iterations_of(job));
  follow(&wanted, io);
  measure(job->count, io);
}

// --- damped least squares ---

// At most the job's limit away from rest.
static void limit_turn(const ha_chain_job *job, links *io, uint32_t i) {
  float back[4], q[4];
  if (!(job->limit_cosine > 0)) return;
  ha_quat_conjugate(io->rest[i], back);
  ha_quat_multiply(back, io->local[i].rotation, q);
  if (q[3] < 0)
    for (int c = 0; c < 4; c++) q[c] = -q[c];
  if (q[3] >= job->limit_cosine) return;
  ha_unit3(q);
  ha_scale3(q, sqrtf(fmaxf(0, 1 - job->limit_cosine * job->limit_cosine)), q);
  q[3] = job->limit_cosine;
  ha_quat_multiply(io->rest[i], q, io->local[i].rotation);
}

// How the end moves as joint i turns about x, y and z of its parent's space, by `frame`, that space, and the
// end seen from the joint.
static void moves_of(const float frame[16], const float arm[3], float out[3][3]) {
  for (int axis = 0; axis < 3; axis++) {
    float unit[3] = {axis == 0, axis == 1, axis == 2}, move[3];
    ha_cross3(unit, arm, move);
    ha_matrix_direction(frame, move, out[axis]);
  }
}

// What the joints see of the chain: how each may move the end. Returns the end.
static void look_along(uint32_t count, const links *self, float moves[][3][3], float end[3]) {
  float frames[HA_MAX_CHAIN][16], local[16], seen[3];
  uint32_t last = count - 1;
  ha_matrix_identity(frames[0]);
  for (uint32_t i = 0; i < last; i++) {
    ha_transform_to_matrix(&self->local[i], local);
    ha_matrix_multiply(frames[i], local, frames[i + 1]);
  }
  ha_copy3(self->local[last].translation, seen);
  for (uint32_t i = last; i-- > 0;) {
    const ha_transform *at = &self->local[i];
    for (int c = 0; c < 3; c++) seen[c] *= at->scale[c];
    ha_quat_rotate(at->rotation, seen, seen);
    moves_of(frames[i], seen, moves[i]);
    ha_mad3(seen, 1, at->translation, seen);
  }
  ha_copy3(seen, end);
}

// The pull on the end that all joints together answer by moving it by `gap`: (J J^T + damping)^-1 gap. The
// damping is as strong as the bend of the way that is left, so that a stretched chain does not shake.
static int find_pull(uint32_t count, float size, float moves[][3][3], const float gap[3], float out[3]) {
  float m[16], inverse[16], damping = size * ha_length3(gap);
  ha_matrix_identity(m);
  for (int k = 0; k < 3; k++) m[5 * k] = damping;
  for (uint32_t i = 0; i + 1 < count; i++)
    for (int axis = 0; axis < 3; axis++)
      for (int c = 0; c < 3; c++) ha_mad3(m + 4 * c, moves[i][axis][c], moves[i][axis], m + 4 * c);
  if (!ha_matrix_invert(m, inverse)) return 0;
  ha_matrix_direction(inverse, gap, out);
  return 1;
}

// All joints turn at once, each as far as its limit lets it.
static void descend(const ha_chain_job *job, links *io, uint32_t steps) {
  float moves[HA_MAX_CHAIN][3][3], gap[3], pull[3], end[3];
  for (uint32_t step = 0; step < steps; step++) {
    look_along(job->count, io, moves, end);
    ha_sub3(io->target, end, gap);
    if (ha_length3(gap) <= 1e-5f * io->rope.size) return;
    if (!find_pull(job->count, io->rope.size, moves, gap, pull)) return;
    for (uint32_t i = 0; i + 1 < job->count; i++) {
      float q[4] = {0, 0, 0, 1};
      for (int axis = 0; axis < 3; axis++) q[axis] = 0.5f * ha_dot3(moves[i][axis], pull);
      ha_quat_normalize(q, q);
      turn(io, i, q);
      limit_turn(job, io, i);
    }
  }
}

// --- the two ways to solve ---

// Below uneven scale within the chain bones change lengths as they turn: what the rope tells is wrong there,
// and the descent, which does not go by lengths, goes on. It may get stuck before it is there.
static void solve_free(const ha_chain_job *job, links *io) {
  float size = io->rope.size;
  if (ha_rope_miss(&io->rope, io->target) <= 1e-5f * size) return;
  links before = *io;
  reach_freely(job, io);
  if (fabsf(io->rope.size - size) <= 1e-5f * size) return;
  if (ha_rope_miss(&io->rope, io->target) > 0.1f * size) *io = before;
  descend(job, io, 8 * iterations_of(job));
}

// Starts from rest, so that the solution does not depend on what it replaces: to solve again changes nothing.
static void solve_limited(const ha_chain_job *job, links *io) {
  uint32_t last = job->count - 1;
  for (uint32_t i = 0; i < last; i++) memcpy(io->local[i].rotation, io->rest[i], sizeof io->rest[i]);
  measure(job->count, io);
  reach_freely(job, io);
  for (uint32_t i = 0; i < last; i++) limit_turn(job, io, i);
  measure(job->count, io);
  descend(job, io, iterations_of(job));
}

static float model_size(const ha_chain_job *job) {
  float size = 0;
  for (uint32_t i = 1; i < job->count; i++) {
    float bone[3];
    ha_sub3(ha_ik_place(job->model, job->joints[i]), ha_ik_place(job->model, job->joints[i - 1]), bone);
    size += ha_length3(bone);
  }
  return size;
}

static void solve(const ha_chain_job *job) {
  links self;
  ha_ik_space space;
  if (!ha_ik_parent_space(job->pose, job->model, job->joints[0], &space)) return;
  gather(job, &self);
  ha_matrix_point(space.from_model, job->target, self.target);
  measure(job->count, &self);
  if (!(self.rope.size > 0)) return;
  if (job->limit_cosine > 0)
    solve_limited(job, &self);
  else
    solve_free(job, &self);
  for (uint32_t i = 0; i + 1 < job->count; i++)
    ha_ik_store(job->pose, job->joints[i], self.local[i].rotation, job->weight);
  ha_ik_refresh(job->pose, job->model, job->joints[0]);
}

ha_ik_report ha_ik_chain(const ha_chain_job *job) {
  if (job->weight > 0) solve(job);
  const float *end = ha_ik_place(job->model, job->joints[job->count - 1]);
  return ha_ik_report_of(end, job->target, model_size(job));
}
