#include "runtime/retarget.h"

#include <math.h>
#include <string.h>

#include "math/quat.h"

// A mapped joint, in the target's inner order.
typedef struct step {
  uint32_t source, target;  // inner
  float constant[4];        // inverse(source in its pose) * inverse(facing) * align * target in its pose
  float turn[4];            // moves: from the source parent's space to the target parent's
  float mirror;             // moves: -1 where one of the two is mirrored
  float source_rest[3], target_rest[3];  // moves: translations in the retarget poses
  int moves, is_root;
} step;

struct ha_retarget {
  const ha_skeleton *source, *target;
  float facing[4], scale;
  uint32_t count;
  step *steps;
  float (*source_rotations)[4], (*target_rotations)[4];  // model space, inner order
};

// --- walking skeletons ---

static void transform_at(const ha_pose *pose, uint32_t inner, ha_transform *out) {
  ha_pose_block_get(&pose->blocks[inner / HA_BLOCK_WIDTH], inner % HA_BLOCK_WIDTH, out);
}

static void rotation_at(const ha_pose *pose, uint32_t inner, float out[4]) {
  const ha_pose_block *block = &pose->blocks[inner / HA_BLOCK_WIDTH];
  uint32_t lane = inner % HA_BLOCK_WIDTH;
  float q[4] = {block->qx[lane], block->qy[lane], block->qz[lane], block->qw[lane]};
  ha_quat_normalize(q, out);
}

// Turns q on by the half turn that a joint's scale is where an odd number of axes, or two, are negative: to
// mirror x is that about x and a mirror in the point. The latter goes with all rotations, so that chains of
// them, with the half turns between, stay chains of rotations. It is its own inverse.
static void turn_as_mirrored(const ha_pose *pose, uint32_t inner, float q[4]) {
  const ha_pose_block *block = &pose->blocks[inner / HA_BLOCK_WIDTH];
  uint32_t lane = inner % HA_BLOCK_WIDTH;
  int x = block->sx[lane] < 0, y = block->sy[lane] < 0, z = block->sz[lane] < 0;
  if (x == y && y == z) return;
  float half_turn[4] = {y == z, x == z, x == y, 0};
  ha_quat_multiply(q, half_turn, q);
}

// Whether the joint's space is mirrored in model space: -1, else 1.
static float handedness_of(const ha_pose *pose, uint32_t inner) {
  float out = 1;
  for (; inner != HA_NO_PARENT; inner = pose->skeleton->inner_parents[inner]) {
    const ha_pose_block *block = &pose->blocks[inner / HA_BLOCK_WIDTH];
    uint32_t lane = inner % HA_BLOCK_WIDTH;
    if ((block->sx[lane] < 0) ^ (block->sy[lane] < 0) ^ (block->sz[lane] < 0)) out = -out;
  }
  return out;
}

// Model rotation of a joint whose parent has one, without the mirror in the point.
static void walk_one(const ha_pose *pose, uint32_t inner, float (*rotations)[4]) {
  uint32_t parent = pose->skeleton->inner_parents[inner];
  rotation_at(pose, inner, rotations[inner]);
  turn_as_mirrored(pose, inner, rotations[inner]);
  if (parent == HA_NO_PARENT) return;
  ha_quat_multiply(rotations[parent], rotations[inner], rotations[inner]);
  ha_quat_normalize(rotations[inner], rotations[inner]);
}

static void walk(const ha_pose *pose, float (*rotations)[4]) {
  for (uint32_t inner = 0; inner < pose->skeleton->joint_count; inner++) walk_one(pose, inner, rotations);
}

// Where a point in the space of `inner` lies in model space; HA_NO_PARENT is model space itself.
static void to_model_space(const ha_pose *pose, uint32_t inner, float point[3]) {
  while (inner != HA_NO_PARENT) {
    ha_transform t;
    transform_at(pose, inner, &t);
    for (int i = 0; i < 3; i++) point[i] *= t.scale[i];
    ha_quat_rotate(t.rotation, point, point);
    for (int i = 0; i < 3; i++) point[i] += t.translation[i];
    inner = pose->skeleton->inner_parents[inner];
  }
}

// The other way: down through all ancestors of a root joint, of which there are few.
static void from_model_space(const ha_pose *pose, uint32_t inner, float point[3]) {
  if (inner == HA_NO_PARENT) return;
  from_model_space(pose, pose->skeleton->inner_parents[inner], point);
  ha_transform t;
  float back[4];
  transform_at(pose, inner, &t);
  for (int i = 0; i < 3; i++) point[i] -= t.translation[i];
  ha_quat_conjugate(t.rotation, back);
  ha_quat_rotate(back, point, point);
  for (int i = 0; i < 3; i++) point[i] = t.scale[i] != 0 ? point[i] / t.scale[i] : 0;
}

// --- compiling ---

enum { DEEPEST_ROOT = 256 };

static uint32_t depth_of(const ha_skeleton *skeleton, uint32_t joint) {
  uint32_t depth = 0;
  for (; joint != HA_NO_PARENT; joint = skeleton->parents[joint]) depth++;
  return depth;
}

static ha_status check(const ha_retarget_desc *desc) {
  const ha_skeleton *source = desc->source->skeleton, *target = desc->target->skeleton;
  if (!isfinite(desc->scale)) return ha_fail(HA_BAD_VALUE, "the scale is not finite");
  for (uint32_t i = 0; i < desc->count; i++) {
    const ha_retarget_pair *pair = &desc->pairs[i];
    if (pair->source >= source->joint_count || pair->target >= target->joint_count)
      return ha_fail(HA_NOT_FOUND, "pair %u names a joint that does not exist", i + 1);
    for (int c = 0; c < 4; c++)
      if (!isfinite(pair->align[c]))
        return ha_fail(HA_BAD_VALUE, "the alignment of pair %u is not finite", i + 1);
    for (uint32_t k = 0; k < i; k++)
      if (desc->pairs[k].target == pair->target)
        return ha_fail(HA_BAD_COUNT, "joint '%s' is a target twice",
                       ha_names_get(target->names, pair->target).bytes);
  }
  if (desc->root != HA_NO_INDEX && depth_of(target, desc->pairs[desc->root].target) > DEEPEST_ROOT)
    return ha_fail(HA_TOO_LARGE, "the root has more than %d joints above it", DEEPEST_ROOT);
  return HA_OK;
}

static void compile(ha_retarget *self, const ha_retarget_desc *desc, uint32_t i, step *out) {
  const ha_retarget_pair *pair = &desc->pairs[i];
  uint32_t source = self->source->inner_of[pair->source], target = self->target->inner_of[pair->target];
  float back[4], facing_back[4], align[4];
  *out = (step){.source = source, .target = target, .moves = pair->moves, .is_root = desc->root == i};
  ha_quat_normalize(pair->align, align);
  ha_quat_conjugate(self->facing, facing_back);
  ha_quat_conjugate(self->source_rotations[source], back);
  ha_quat_multiply(back, facing_back, out->constant);
  ha_quat_multiply(out->constant, align, out->constant);
  ha_quat_multiply(out->constant, self->target_rotations[target], out->constant);
  ha_quat_normalize(out->constant, out->constant);
  ha_transform t;
  transform_at(desc->source, source, &t);
  memcpy(out->source_rest, t.translation, sizeof t.translation);
  transform_at(desc->target, target, &t);
  memcpy(out->target_rest, t.translation, sizeof t.translation);
  uint32_t source_parent = self->source->inner_parents[source],
           target_parent = self->target->inner_parents[target];
  out->mirror = handedness_of(desc->source, source_parent) * handedness_of(desc->target, target_parent);
  memcpy(out->turn, self->facing, sizeof out->turn);
  if (source_parent != HA_NO_PARENT)
    ha_quat_multiply(out->turn, self->source_rotations[source_parent], out->turn);
  if (target_parent == HA_NO_PARENT) return;
  ha_quat_conjugate(self->target_rotations[target_parent], back);
  ha_quat_multiply(back, out->turn, out->turn);
}

// Parents first: inner order.
static void sort_steps(step *steps, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    step moved = steps[i];
    uint32_t place = i;
    for (; place > 0 && steps[place - 1].target > moved.target; place--) steps[place] = steps[place - 1];
    steps[place] = moved;
  }
}

ha_status ha_retarget_create(const ha_retarget_desc *desc, const ha_allocator *allocator, ha_retarget **out) {
  ha_status status = check(desc);
  if (status != HA_OK) return status;
  const ha_skeleton *source = desc->source->skeleton, *target = desc->target->skeleton;
  size_t size = 0;
  ha_carve(&size, 1, sizeof(ha_retarget));
  size_t steps = ha_carve(&size, desc->count, sizeof(step));
  size_t sources = ha_carve(&size, source->joint_count, 4 * sizeof(float));
  size_t targets = ha_carve(&size, target->joint_count, 4 * sizeof(float));
  char *start = ha_block_create(allocator, size);
  if (start == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a mapping of %u joints", desc->count);
  ha_retarget *self = (ha_retarget *)start;
  *self = (ha_retarget){.source = source,
                        .target = target,
                        .scale = desc->scale,
                        .count = desc->count,
                        .steps = (step *)(start + steps),
                        .source_rotations = (float(*)[4])(start + sources),
                        .target_rotations = (float(*)[4])(start + targets)};
  ha_quat_normalize(desc->facing, self->facing);
  walk(desc->source, self->source_rotations);
  walk(desc->target, self->target_rotations);
  for (uint32_t i = 0; i < desc->count; i++) compile(self, desc, i, &self->steps[i]);
  sort_steps(self->steps, self->count);
  *out = self;
  return HA_OK;
}

void ha_retarget_destroy(ha_retarget *retarget) { ha_block_destroy(retarget); }

size_t ha_retarget_byte_size(const ha_retarget *retarget) { return ha_block_size(retarget); }

// --- per frame ---

static void turn(ha_retarget *self, const step *at, ha_pose *target) {
  float wanted[4], local[4], back[4];
  ha_quat_multiply(self->facing, self->source_rotations[at->source], wanted);
  ha_quat_multiply(wanted, at->constant, wanted);
  uint32_t parent = self->target->inner_parents[at->target];
  memcpy(local, wanted, sizeof local);
  if (parent != HA_NO_PARENT) {
    ha_quat_conjugate(self->target_rotations[parent], back);
    ha_quat_multiply(back, wanted, local);
  }
  turn_as_mirrored(target, at->target, local);
  ha_quat_normalize(local, local);
  ha_pose_write(target, at->target, HA_ROTATION, local);
}

// The root's place in model space, scaled.
static void move_root(const ha_retarget *self, const step *at, const ha_pose *source, ha_pose *target) {
  ha_transform t;
  transform_at(source, at->source, &t);
  float place[3] = {t.translation[0], t.translation[1], t.translation[2]};
  to_model_space(source, self->source->inner_parents[at->source], place);
  ha_quat_rotate(self->facing, place, place);
  for (int i = 0; i < 3; i++) place[i] *= self->scale;
  from_model_space(target, self->target->inner_parents[at->target], place);
  ha_pose_write(target, at->target, HA_TRANSLATION, place);
}

static void move(const ha_retarget *self, const step *at, const ha_pose *source, ha_pose *target) {
  ha_transform t;
  transform_at(source, at->source, &t);
  float way[3];
  for (int i = 0; i < 3; i++) way[i] = (t.translation[i] - at->source_rest[i]) * self->scale * at->mirror;
  ha_quat_rotate(at->turn, way, way);
  for (int i = 0; i < 3; i++) way[i] += at->target_rest[i];
  ha_pose_write(target, at->target, HA_TRANSLATION, way);
}

void ha_retarget_pose(ha_retarget *self, const ha_pose *source, ha_pose *target) {
  HA_ASSERT(source->skeleton == self->source && target->skeleton == self->target);
  walk(source, self->source_rotations);
  uint32_t next = 0;
  for (uint32_t inner = 0; inner < self->target->joint_count; inner++) {
    if (next < self->count && self->steps[next].target == inner) {
      const step *at = &self->steps[next++];
      turn(self, at, target);
      if (at->is_root)
        move_root(self, at, source, target);
      else if (at->moves)
        move(self, at, source, target);
    }
    walk_one(target, inner, self->target_rotations);
  }
}
