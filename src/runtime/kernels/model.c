// Local to model: eight local matrices at a time, then joint by joint down the tree.
#include "runtime/model.h"

#include "math/lanes_matrix.h"
#include "runtime/kernels/kernels.h"

// T * R * S of eight joints, then turned from rows of eight joints into one matrix a joint.
static inline void local_matrices(const ha_pose_block *block, lanes_matrix out[LANES]) {
  const lanes one = lanes_splat(1), zero = lanes_zero();
  lanes x = lanes_load(block->qx), y = lanes_load(block->qy), z = lanes_load(block->qz),
        w = lanes_load(block->qw);
  lanes sx = lanes_load(block->sx), sy = lanes_load(block->sy), sz = lanes_load(block->sz);
  lanes x2 = lanes_add(x, x), y2 = lanes_add(y, y), z2 = lanes_add(z, z);
  lanes xx = lanes_mul(x, x2), yy = lanes_mul(y, y2), zz = lanes_mul(z, z2);
  lanes xy = lanes_mul(x, y2), xz = lanes_mul(x, z2), yz = lanes_mul(y, z2);
  lanes wx = lanes_mul(w, x2), wy = lanes_mul(w, y2), wz = lanes_mul(w, z2);
  lanes first[8] = {
      lanes_mul(lanes_sub(one, lanes_add(yy, zz)), sx),
      lanes_mul(lanes_add(xy, wz), sx),
      lanes_mul(lanes_sub(xz, wy), sx),
      zero,
      lanes_mul(lanes_sub(xy, wz), sy),
      lanes_mul(lanes_sub(one, lanes_add(xx, zz)), sy),
      lanes_mul(lanes_add(yz, wx), sy),
      zero,
  };
  lanes second[8] = {
      lanes_mul(lanes_add(xz, wy), sz),
      lanes_mul(lanes_sub(yz, wx), sz),
      lanes_mul(lanes_sub(one, lanes_add(xx, yy)), sz),
      zero,
      lanes_load(block->tx),
      lanes_load(block->ty),
      lanes_load(block->tz),
      one,
  };
  lanes_transpose(first);
  lanes_transpose(second);
  for (int i = 0; i < LANES; i++) out[i] = lanes_matrix_join(first[i], second[i]);
}

// inner joint `inner`, by its parent.
static inline void write_joint(const ha_skeleton *skeleton, float *model, uint32_t inner,
                               lanes_matrix local) {
  uint32_t joint = skeleton->file_of[inner], parent = skeleton->parents[joint];
  if (parent != HA_NO_PARENT) local = lanes_matrix_multiply_affine(model + 16 * (size_t)parent, local);
  lanes_matrix_store(model + 16 * (size_t)joint, local);
}

// Blocks whose local matrices are made ahead: one block from start to end is a long chain of instructions
// that wait for each other.
enum { RUN = 8 };

static void whole_skeleton(const ha_model_job *job) {
  const ha_skeleton skeleton = *job->pose->skeleton;  // a copy, that no store can change for the compiler
  const ha_pose_block *blocks = job->pose->blocks;
  float *model = job->model;
  lanes_matrix locals[RUN * LANES];
  for (uint32_t first = 0; first < skeleton.joint_count; first += RUN * LANES) {
    uint32_t left = skeleton.joint_count - first, count = left < RUN * LANES ? left : RUN * LANES;
    for (uint32_t i = 0; i < count; i += LANES) local_matrices(&blocks[(first + i) / LANES], locals + i);
    for (uint32_t i = 0; i < count; i++) write_joint(&skeleton, model, first + i, locals[i]);
  }
}

// Which lanes of a block are the joint `top` or below it.
static uint32_t lanes_below(const ha_skeleton *skeleton, uint32_t block, uint32_t top) {
  uint32_t bits = 0, first = block * LANES;
  for (uint32_t lane = 0; lane < LANES && first + lane < skeleton->joint_count; lane++)
    if (ha_skeleton_is_inner_below(skeleton, top, first + lane)) bits |= 1u << lane;
  return bits;
}

static void one_subtree(const ha_model_job *job) {
  const ha_skeleton *skeleton = job->pose->skeleton;
  uint32_t top = skeleton->inner_of[job->from];
  for (uint32_t block = top / LANES; block < skeleton->block_count; block++) {  // children come later
    uint32_t bits = lanes_below(skeleton, block, top);
    if (bits == 0) continue;
    lanes_matrix locals[LANES];
    local_matrices(&job->pose->blocks[block], locals);
    for (uint32_t lane = 0; lane < LANES; lane++)
      if (bits >> lane & 1) write_joint(skeleton, job->model, block * LANES + lane, locals[lane]);
  }
}

void HA_KERNEL(local_to_model)(const ha_model_job *job) {
  if (job->from == HA_ALL_JOINTS)
    whole_skeleton(job);
  else
    one_subtree(job);
}
