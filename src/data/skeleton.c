#include "data/skeleton.h"

#include <math.h>
#include <string.h>

#include "data/track.h"
#include "math/quat.h"

typedef struct tree {  // scratch for one creation, indices in file order
  uint32_t *first_child, *next_sibling;
  uint32_t roots;  // first root
} tree;

static ha_status check_joint(const ha_joint_desc *joint, uint32_t index, uint32_t count) {
  if (joint->parent != HA_NO_PARENT && joint->parent >= count)
    return ha_fail(HA_BAD_PARENT, "joint %u: parent %u does not exist (there are %u joints)", index + 1,
                   joint->parent + 1, count);
  const float *numbers = joint->rest.translation;
  _Static_assert(sizeof(ha_transform) == 10 * sizeof(float), "a transform is ten floats in a row");
  for (int i = 0; i < 10; i++)
    if (!isfinite(numbers[i]))
      return ha_fail(HA_BAD_VALUE, "joint %u: the rest transform is not finite", index + 1);
  if (joint->weight_count > HA_MAX_COMPONENTS)
    return ha_fail(HA_TOO_LARGE, "joint %u: %u weights are more than the limit of %d", index + 1,
                   joint->weight_count, HA_MAX_COMPONENTS);
  if (joint->weight_count > 0 && joint->weights != NULL)
    for (uint32_t i = 0; i < joint->weight_count; i++)
      if (!isfinite(joint->weights[i]))
        return ha_fail(HA_BAD_VALUE, "joint %u: rest weight %u is not finite", index + 1, i + 1);
  return HA_OK;
}

static ha_status check_joints(const ha_joint_desc *joints, uint32_t count, uint64_t *weight_total) {
  if (count > HA_MAX_JOINTS)
    return ha_fail(HA_TOO_LARGE, "%u joints are more than the limit of %d", count, HA_MAX_JOINTS);
  for (uint32_t i = 0; i < count; i++) {
    ha_status status = check_joint(&joints[i], i, count);
    if (status != HA_OK) return status;
    *weight_total += joints[i].weight_count;
  }
  if (*weight_total > UINT32_MAX / 2) return ha_fail(HA_TOO_LARGE, "too many morph weights");
  return HA_OK;
}

// Child lists that keep the file order among siblings.
static void link_children(tree *tree, const ha_joint_desc *joints, uint32_t count) {
  tree->roots = HA_NO_INDEX;
  for (uint32_t i = 0; i < count; i++) tree->first_child[i] = HA_NO_INDEX;
  for (uint32_t i = count; i-- > 0;) {
    uint32_t *head = joints[i].parent == HA_NO_PARENT ? &tree->roots : &tree->first_child[joints[i].parent];
    tree->next_sibling[i] = *head;
    *head = i;
  }
}

// Breadth-first: the finished part of `file_of` is its own queue. Returns how many joints hang on a root.
static uint32_t order_joints(const tree *tree, uint16_t *file_of, uint16_t *inner_of) {
  uint32_t placed = 0, read = 0;
  for (uint32_t list = tree->roots;;) {
    for (uint32_t j = list; j != HA_NO_INDEX; j = tree->next_sibling[j]) {
      inner_of[j] = (uint16_t)placed;
      file_of[placed++] = (uint16_t)j;
    }
    if (read == placed) return placed;
    list = tree->first_child[file_of[read++]];
  }
}

// Positions in depth-first order: a joint's stretch is as long as its subtree, and its children share what is
// behind its own place. `next` is scratch: where the next child of a joint goes.
static void place_subtrees(const uint16_t *inner_parents, uint32_t count, uint32_t *next, uint32_t *first,
                           uint32_t *end) {
  uint32_t next_root = 0;
  for (uint32_t i = 0; i < count; i++) end[i] = 1;  // sizes at first
  for (uint32_t i = count; i-- > 0;)
    if (inner_parents[i] != HA_NO_PARENT) end[inner_parents[i]] += end[i];
  for (uint32_t i = 0; i < count; i++) {
    uint32_t *place = inner_parents[i] == HA_NO_PARENT ? &next_root : &next[inner_parents[i]];
    first[i] = *place;
    *place += end[i];
    end[i] += first[i];
    next[i] = first[i] + 1;
  }
}

static void fill_rest(ha_pose_block *rest, const ha_skeleton *skeleton, const ha_joint_desc *joints) {
  for (uint32_t i = 0; i < skeleton->block_count * HA_BLOCK_WIDTH; i++) {
    ha_transform transform = HA_TRANSFORM_IDENTITY;
    if (i < skeleton->joint_count) transform = joints[skeleton->file_of[i]].rest;
    ha_quat_normalize(transform.rotation, transform.rotation);
    ha_pose_block_set(&rest[i / HA_BLOCK_WIDTH], i % HA_BLOCK_WIDTH, &transform);
  }
}

typedef struct arrays {  // the skeleton's own, while they may still be written
  uint16_t *parents, *inner_of, *file_of, *inner_parents;
  uint32_t *subtree_first, *subtree_end;
  ha_pose_block *rest;
} arrays;

// One block for everything whose size is known from the joints.
static ha_skeleton *allocate(uint32_t count, const ha_allocator *allocator, arrays *out) {
  uint32_t blocks = (count + HA_BLOCK_WIDTH - 1) / HA_BLOCK_WIDTH;
  size_t size = 0, indices[4], numbers[3];
  ha_carve(&size, 1, sizeof(ha_skeleton));
  size_t rest = ha_carve(&size, blocks, sizeof(ha_pose_block));
  for (int i = 0; i < 4; i++) indices[i] = ha_carve(&size, count, sizeof(uint16_t));
  for (int i = 0; i < 3; i++) numbers[i] = ha_carve(&size, count, sizeof(uint32_t));
  char *start = ha_block_create(allocator, size);
  if (start == NULL) return NULL;
  out->rest = (ha_pose_block *)(start + rest);
  out->parents = (uint16_t *)(start + indices[0]);
  out->inner_of = (uint16_t *)(start + indices[1]);
  out->file_of = (uint16_t *)(start + indices[2]);
  out->inner_parents = (uint16_t *)(start + indices[3]);
  out->subtree_first = (uint32_t *)(start + numbers[0]);
  out->subtree_end = (uint32_t *)(start + numbers[1]);
  uint32_t *joint_slot = (uint32_t *)(start + numbers[2]);
  for (uint32_t i = 0; i < count; i++) joint_slot[i] = HA_NO_INDEX;
  ha_skeleton *skeleton = (ha_skeleton *)start;
  *skeleton = (ha_skeleton){
      .joint_count = count,
      .block_count = blocks,
      .parents = out->parents,
      .inner_of = out->inner_of,
      .file_of = out->file_of,
      .inner_parents = out->inner_parents,
      .subtree_first = out->subtree_first,
      .subtree_end = out->subtree_end,
      .rest = out->rest,
      .joint_slot = joint_slot,
  };
  return skeleton;
}

// `scratch` has two numbers a joint.
static ha_status fill_order(const ha_joint_desc *joints, arrays *arrays, uint32_t count, uint32_t *scratch) {
  tree tree = {.first_child = scratch, .next_sibling = scratch + count};
  link_children(&tree, joints, count);
  for (uint32_t i = 0; i < count; i++) arrays->inner_of[i] = HA_NO_PARENT;  // not reached
  if (order_joints(&tree, arrays->file_of, arrays->inner_of) < count) {
    uint32_t lost = 0;
    while (arrays->inner_of[lost] != HA_NO_PARENT) lost++;
    return ha_fail(HA_BAD_PARENT, "joint %u is part of a cycle or hangs below one", lost + 1);
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t parent = joints[i].parent;
    arrays->parents[i] = (uint16_t)parent;
    arrays->inner_parents[arrays->inner_of[i]] =
        parent == HA_NO_PARENT ? HA_NO_PARENT : arrays->inner_of[parent];
  }
  place_subtrees(arrays->inner_parents, count, scratch, arrays->subtree_first, arrays->subtree_end);
  return HA_OK;
}

static ha_status order_skeleton(ha_skeleton *skeleton, const ha_joint_desc *joints, arrays *arrays) {
  ha_allocator allocator = ha_block_allocator(skeleton);
  uint32_t count = skeleton->joint_count;
  uint32_t *scratch = ha_block_create(&allocator, (size_t)count * 2 * sizeof(uint32_t));
  if (scratch == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a skeleton of %u joints", count);
  ha_status status = fill_order(joints, arrays, count, scratch);
  ha_block_destroy(scratch);
  return status;
}

static ha_status add_names_and_values(ha_skeleton *skeleton, const ha_joint_desc *joints) {
  ha_allocator allocator = ha_block_allocator(skeleton);
  ha_status status = ha_names_create(&allocator, &skeleton->names);
  if (status == HA_OK) status = ha_names_create(&allocator, &skeleton->float_names);
  for (uint32_t i = 0; i < skeleton->joint_count && status == HA_OK; i++) {
    status = ha_names_add(skeleton->names, joints[i].name, NULL);
    if (status != HA_OK || joints[i].weight_count == 0) continue;
    uint32_t slot;
    status = ha_skeleton_add_weights(skeleton, i, joints[i].weight_count, &slot);
    if (status != HA_OK || joints[i].weights == NULL) continue;
    memcpy(&skeleton->rest_values[skeleton->slots[slot].first], joints[i].weights,
           joints[i].weight_count * sizeof(float));
  }
  return status;
}

ha_status ha_skeleton_create(const ha_joint_desc *joints, uint32_t count, const ha_allocator *allocator,
                             ha_skeleton **out) {
  uint64_t weights = 0;
  ha_status status = check_joints(joints, count, &weights);
  if (status != HA_OK) return status;
  arrays arrays;
  ha_skeleton *skeleton = allocate(count, allocator, &arrays);
  if (skeleton == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a skeleton of %u joints", count);
  status = order_skeleton(skeleton, joints, &arrays);
  if (status == HA_OK) status = add_names_and_values(skeleton, joints);
  if (status != HA_OK) {
    ha_skeleton_destroy(skeleton);
    return status;
  }
  fill_rest(arrays.rest, skeleton, joints);
  *out = skeleton;
  return HA_OK;
}

void ha_skeleton_destroy(ha_skeleton *skeleton) {
  if (skeleton == NULL) return;
  ha_names_destroy(skeleton->names);
  ha_names_destroy(skeleton->float_names);
  ha_block_destroy(skeleton->slots);
  ha_block_destroy(skeleton->rest_values);
  ha_block_destroy(skeleton->float_slots);
  ha_block_destroy(skeleton);
}

static ha_status add_slot(ha_skeleton *skeleton, uint32_t joint, uint32_t count, uint32_t *out_slot) {
  if (count > UINT32_MAX / 8 - skeleton->value_count) return ha_fail(HA_TOO_LARGE, "too many values");
  ha_allocator allocator = ha_block_allocator(skeleton);
  size_t slots = ((size_t)skeleton->slot_count + 1) * sizeof(ha_value_slot);
  size_t values = ((size_t)skeleton->value_count + count) * sizeof(float);
  if (!ha_block_reserve(&skeleton->slots, slots, &allocator) ||
      !ha_block_reserve(&skeleton->rest_values, values, &allocator))
    return ha_fail(HA_NO_MEMORY, "no memory for %u values", count);
  skeleton->slots[skeleton->slot_count] = (ha_value_slot){skeleton->value_count, count, (uint16_t)joint};
  skeleton->value_count += count;
  *out_slot = skeleton->slot_count++;
  return HA_OK;
}

ha_status ha_skeleton_add_float(ha_skeleton *skeleton, ha_text name, uint32_t count, const float *rest,
                                uint32_t *out_slot) {
  uint32_t known = ha_skeleton_find_float(skeleton, name);
  if (known != HA_NO_INDEX) {
    if (skeleton->slots[known].count != count)
      return ha_fail(HA_BAD_COUNT, "value '%s' has %u components, not %u", name.bytes,
                     skeleton->slots[known].count, count);
    *out_slot = known;
    return HA_OK;
  }
  uint32_t index = ha_names_count(skeleton->float_names), slot = HA_NO_INDEX;
  ha_allocator allocator = ha_block_allocator(skeleton);
  if (!ha_block_reserve(&skeleton->float_slots, ((size_t)index + 1) * sizeof(uint32_t), &allocator))
    return ha_fail(HA_NO_MEMORY, "no memory for a named float");
  // The name last: a slot without a name is only a hole, a name without a slot would be a fault.
  ha_status status = add_slot(skeleton, HA_NO_PARENT, count, &slot);
  if (status != HA_OK) return status;
  if (rest != NULL) memcpy(&skeleton->rest_values[skeleton->slots[slot].first], rest, count * sizeof(float));
  skeleton->float_slots[index] = slot;
  status = ha_names_add(skeleton->float_names, name, NULL);
  if (status == HA_OK) *out_slot = slot;
  return status;
}

ha_status ha_skeleton_add_weights(ha_skeleton *skeleton, uint32_t joint, uint32_t count, uint32_t *out_slot) {
  HA_ASSERT(joint < skeleton->joint_count);
  uint32_t known = skeleton->joint_slot[joint];
  if (known == HA_NO_INDEX) {
    ha_status status = add_slot(skeleton, joint, count, &known);
    if (status != HA_OK) return status;
    skeleton->joint_slot[joint] = known;
  } else if (skeleton->slots[known].count != count) {
    return ha_fail(HA_BAD_COUNT, "joint '%s' has %u morph targets, not %u",
                   ha_names_get(skeleton->names, joint).bytes, skeleton->slots[known].count, count);
  }
  *out_slot = known;
  return HA_OK;
}

uint32_t ha_skeleton_find(const ha_skeleton *skeleton, ha_text name) {
  return ha_names_find(skeleton->names, name);
}

uint32_t ha_skeleton_find_float(const ha_skeleton *skeleton, ha_text name) {
  uint32_t index = ha_names_find(skeleton->float_names, name);
  return index == HA_NO_INDEX ? HA_NO_INDEX : skeleton->float_slots[index];
}

uint32_t ha_skeleton_weights_slot(const ha_skeleton *skeleton, uint32_t joint) {
  HA_ASSERT(joint < skeleton->joint_count);
  return skeleton->joint_slot[joint];
}

ha_transform ha_skeleton_rest(const ha_skeleton *skeleton, uint32_t joint) {
  HA_ASSERT(joint < skeleton->joint_count);
  uint32_t inner = skeleton->inner_of[joint];
  ha_transform out;
  ha_pose_block_get(&skeleton->rest[inner / HA_BLOCK_WIDTH], inner % HA_BLOCK_WIDTH, &out);
  return out;
}

int ha_skeleton_is_below(const ha_skeleton *skeleton, uint32_t ancestor, uint32_t joint) {
  HA_ASSERT(ancestor < skeleton->joint_count && joint < skeleton->joint_count);
  return ha_skeleton_is_inner_below(skeleton, skeleton->inner_of[ancestor], skeleton->inner_of[joint]);
}

size_t ha_skeleton_byte_size(const ha_skeleton *skeleton) {
  return ha_block_size(skeleton) + ha_names_byte_size(skeleton->names) +
         ha_names_byte_size(skeleton->float_names) + ha_block_size(skeleton->slots) +
         ha_block_size(skeleton->rest_values) + ha_block_size(skeleton->float_slots);
}
