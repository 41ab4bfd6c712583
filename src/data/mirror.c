#include "data/mirror.h"

#include <string.h>

#include "math/quat.h"

// --- counterparts ---

typedef struct pattern {
  ha_text left, right;
  char *scratch;  // room for any name with `right` in it
} pattern;

// The name after the one at `from` with `left` there replaced by `right`.
static ha_text other_name(const pattern *names, ha_text name, size_t from) {
  size_t rest = name.length - from - names->left.length;
  char *end = names->scratch;
  memcpy(end, name.bytes, from);
  end += from;
  memcpy(end, names->right.bytes, names->right.length);
  end += names->right.length;
  memcpy(end, name.bytes + from + names->left.length, rest);
  return (ha_text){names->scratch, from + names->right.length + rest};
}

// The index of the counterpart of a left name in a list, or HA_NO_INDEX.
static uint32_t find_other(const pattern *names, const ha_names *list, ha_text name) {
  for (size_t from = 0; from + names->left.length <= name.length; from++) {
    if (memcmp(name.bytes + from, names->left.bytes, names->left.length) != 0) continue;
    uint32_t found = ha_names_find(list, other_name(names, name, from));
    if (found != HA_NO_INDEX) return found;
  }
  return HA_NO_INDEX;
}

static size_t longest_name(const ha_names *list) {
  size_t longest = 0;
  for (uint32_t i = 0; i < ha_names_count(list); i++)
    if (ha_names_get(list, i).length > longest) longest = ha_names_get(list, i).length;
  return longest;
}

static uint32_t pair_joints(ha_mirror *mirror, const pattern *names) {
  const ha_skeleton *skeleton = mirror->skeleton;
  uint32_t pairs = 0;
  for (uint32_t i = 0; i < skeleton->joint_count; i++) mirror->partners[i] = (uint16_t)i;
  for (uint32_t i = 0; i < skeleton->joint_count; i++) {
    uint32_t other = find_other(names, skeleton->names, ha_names_get(skeleton->names, i));
    if (other == HA_NO_INDEX || mirror->partners[i] != i || mirror->partners[other] != other) continue;
    mirror->partners[i] = (uint16_t)other;
    mirror->partners[other] = (uint16_t)i;
    pairs++;
  }
  return pairs;
}

static void pair_slots(ha_mirror *mirror, uint32_t a, uint32_t b) {
  const ha_value_slot *slots = mirror->skeleton->slots;
  if (a == HA_NO_INDEX || b == HA_NO_INDEX || slots[a].count != slots[b].count) return;
  for (uint32_t i = 0; i < slots[a].count; i++) {
    if (mirror->value_partners[slots[a].first + i] != slots[a].first + i) return;
    mirror->value_partners[slots[a].first + i] = slots[b].first + i;
    mirror->value_partners[slots[b].first + i] = slots[a].first + i;
  }
}

static void pair_values(ha_mirror *mirror, const pattern *names) {
  const ha_skeleton *skeleton = mirror->skeleton;
  for (uint32_t i = 0; i < mirror->value_count; i++) mirror->value_partners[i] = i;
  for (uint32_t i = 0; i < skeleton->joint_count; i++)
    if (mirror->partners[i] > i)
      pair_slots(mirror, skeleton->joint_slot[i], skeleton->joint_slot[mirror->partners[i]]);
  for (uint32_t i = 0; i < ha_names_count(skeleton->float_names); i++) {
    uint32_t other = find_other(names, skeleton->float_names, ha_names_get(skeleton->float_names, i));
    if (other != HA_NO_INDEX && other != i)
      pair_slots(mirror, skeleton->float_slots[i], skeleton->float_slots[other]);
  }
}

// --- constants ---

typedef struct rest_rotations {
  float local[4], parent[4];  // R, P
} rest_rotations;

static void model_rotations(const ha_skeleton *skeleton, rest_rotations *out) {
  for (uint32_t inner = 0; inner < skeleton->joint_count; inner++) {
    uint32_t joint = skeleton->file_of[inner], parent = skeleton->parents[joint];
    ha_transform rest = ha_skeleton_rest(skeleton, joint);
    memcpy(out[joint].local, rest.rotation, sizeof rest.rotation);
    memcpy(out[joint].parent, HA_TRANSFORM_IDENTITY.rotation, sizeof out[joint].parent);
    if (parent == HA_NO_PARENT) continue;
    ha_quat_multiply(out[parent].parent, out[parent].local, out[joint].parent);
    ha_quat_normalize(out[joint].parent, out[joint].parent);
  }
}

static void reflect(const float q[4], int axis, float out[4]) {
  for (int i = 0; i < 3; i++) out[i] = i == axis ? q[i] : -q[i];
  out[3] = q[3];
}

static void set_lane(ha_mirror_side *side, uint32_t lane, const rest_rotations *joint,
                     const rest_rotations *other, int axis) {
  float inverse[4], reflected[4], before[4], after[4];
  ha_quat_conjugate(joint->parent, inverse);
  reflect(other->parent, axis, reflected);
  ha_quat_multiply(inverse, reflected, before);
  ha_quat_multiply(other->parent, other->local, after);
  ha_quat_conjugate(after, after);
  reflect(after, axis, after);
  ha_quat_multiply(after, joint->parent, after);
  ha_quat_multiply(after, joint->local, after);
  ha_quat_normalize(before, before);
  ha_quat_normalize(after, after);
  for (int i = 0; i < 4; i++) {
    side->before[i][lane] = before[i];
    side->after[i][lane] = after[i];
  }
}

static void set_rests(ha_mirror_side *side, uint32_t lane, const ha_skeleton *skeleton, uint32_t joint,
                      uint32_t other) {
  ha_transform to = ha_skeleton_rest(skeleton, joint), from = ha_skeleton_rest(skeleton, other);
  ha_pose_block_set(&side->to_rest, lane, &to);
  for (int i = 0; i < 3; i++) side->from_rest[i][lane] = from.translation[i];
}

// Where an inner joint stands in a row of pose blocks.
static uint32_t place_of(uint32_t inner) {
  return inner / HA_BLOCK_WIDTH * (uint32_t)(sizeof(ha_pose_block) / sizeof(float)) + inner % HA_BLOCK_WIDTH;
}

// `joints` are the two that are written.
static void add_pair(ha_mirror *mirror, uint32_t pair, const uint32_t joints[2],
                     const rest_rotations *rotations) {
  const ha_skeleton *skeleton = mirror->skeleton;
  ha_mirror_group *group = &mirror->groups[pair / HA_BLOCK_WIDTH];
  for (uint32_t lane = pair % HA_BLOCK_WIDTH; lane < HA_BLOCK_WIDTH; lane++)  // the spare ones repeat it
    for (int s = 0; s < 2; s++) {
      uint32_t joint = joints[s], other = mirror->partners[joint];
      ha_mirror_side *side = &group->sides[s];
      side->to[lane] = place_of(skeleton->inner_of[joint]);
      side->from[lane] = place_of(skeleton->inner_of[other]);
      set_lane(side, lane, &rotations[joint], &rotations[other], mirror->axis);
      set_rests(side, lane, skeleton, joint, other);
    }
}

// Counterparts in pairs; then the joints that have none, two by two. Returns how many pairs.
static uint32_t add_pairs(ha_mirror *mirror, const rest_rotations *rotations) {
  uint32_t count = mirror->skeleton->joint_count, pairs = 0, alone = HA_NO_INDEX;
  for (uint32_t joint = 0; joint < count; joint++)
    if (mirror->partners[joint] > joint)
      add_pair(mirror, pairs++, (uint32_t[2]){joint, mirror->partners[joint]}, rotations);
  for (uint32_t joint = 0; joint < count; joint++) {
    if (mirror->partners[joint] != joint) continue;
    if (alone != HA_NO_INDEX) add_pair(mirror, pairs++, (uint32_t[2]){alone, joint}, rotations);
    alone = alone == HA_NO_INDEX ? joint : HA_NO_INDEX;
  }
  if (alone != HA_NO_INDEX) add_pair(mirror, pairs++, (uint32_t[2]){alone, alone}, rotations);
  return pairs;
}

// --- the map ---

static ha_status allocate(const ha_skeleton *skeleton, const ha_allocator *allocator, uint32_t groups,
                          ha_mirror **out) {
  size_t size = 0;
  ha_carve(&size, 1, sizeof(ha_mirror));
  size_t first = ha_carve(&size, groups, sizeof(ha_mirror_group));
  size_t partners = ha_carve(&size, skeleton->joint_count, sizeof(uint16_t));
  size_t values = ha_carve(&size, skeleton->value_count, sizeof(uint32_t));
  char *start = ha_block_create(allocator, size);
  if (start == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a mirror map");
  ha_mirror *mirror = (ha_mirror *)start;
  mirror->skeleton = skeleton;
  mirror->groups = (ha_mirror_group *)(start + first);
  mirror->partners = (uint16_t *)(start + partners);
  mirror->value_partners = (uint32_t *)(start + values);
  mirror->value_count = skeleton->value_count;
  *out = mirror;
  return HA_OK;
}

static ha_status fill(ha_mirror *mirror, pattern *names, rest_rotations *rotations) {
  const ha_skeleton *skeleton = mirror->skeleton;
  if (names->scratch == NULL || rotations == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a mirror map");
  if (pair_joints(mirror, names) == 0)
    return ha_fail(HA_NOT_FOUND, "no two joints differ by '%.*s' and '%.*s'", (int)names->left.length,
                   names->left.bytes, (int)names->right.length, names->right.bytes);
  pair_values(mirror, names);
  model_rotations(skeleton, rotations);
  uint32_t pairs = add_pairs(mirror, rotations);
  mirror->group_count = (pairs + HA_BLOCK_WIDTH - 1) / HA_BLOCK_WIDTH;
  return HA_OK;
}

ha_status ha_mirror_create(const ha_skeleton *skeleton, ha_text left, ha_text right, int axis,
                           const ha_allocator *allocator, ha_mirror **out) {
  HA_ASSERT(axis >= 0 && axis < 3);
  if (left.length == 0 || right.length == 0 || ha_text_equal(left, right))
    return ha_fail(HA_BAD_VALUE, "two different patterns expected for left and right");
  ha_mirror *mirror = NULL;
  ha_status status = allocate(skeleton, allocator, skeleton->block_count, &mirror);
  if (status != HA_OK) return status;
  mirror->axis = axis;
  size_t longest = longest_name(skeleton->names), longest_float = longest_name(skeleton->float_names);
  if (longest_float > longest) longest = longest_float;
  pattern names = {left, right, ha_block_create(allocator, longest + right.length + 1)};
  rest_rotations *rotations =
      ha_block_create(allocator, ((size_t)skeleton->joint_count + 1) * sizeof *rotations);
  status = fill(mirror, &names, rotations);
  ha_block_destroy(names.scratch);
  ha_block_destroy(rotations);
  if (status != HA_OK) {
    ha_mirror_destroy(mirror);
    return status;
  }
  *out = mirror;
  return HA_OK;
}

void ha_mirror_destroy(ha_mirror *mirror) { ha_block_destroy(mirror); }

size_t ha_mirror_byte_size(const ha_mirror *mirror) { return ha_block_size(mirror); }
