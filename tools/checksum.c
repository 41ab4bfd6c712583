// Prints a checksum of every kernel's output on the same made-up input: equal lines on two machines mean
// equal bits.
#include <stdio.h>
#include <string.h>

#include "helioanim.h"

enum { JOINTS = 57, VERTICES = 1000, KEYS = 20, SAMPLES = 400 };

// Our own generator: every step is exact on every machine.
static uint32_t state = 1;
static float any(float from, float to) {
  state = state * 1664525u + 1013904223u;
  return from + (to - from) * ((float)(state >> 8) / 16777216.0f);
}

static void any_rotation(float q[4]) {
  for (int c = 0; c < 4; c++) q[c] = any(-1, 1);
  ha_quat_normalize(q, q);
}

// FNV-1a
static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
  return hash;
}

static void print(const char *what, const void *bytes, size_t size) {
  printf("%-18s %016llx\n", what, (unsigned long long)mix(14695981039346656037u, bytes, size));
}

static void check_tracks(void) {
  double times[KEYS];
  float values[KEYS * 12], out[SAMPLES][4];
  for (int k = 0; k < KEYS; k++) times[k] = k * 0.125;
  for (int kind = HA_STEP; kind <= HA_CUBIC; kind++) {
    int rows = kind == HA_CUBIC ? 3 * KEYS : KEYS;
    for (int row = 0; row < rows; row++) any_rotation(values + 4 * (size_t)row);
    ha_track_desc desc = {.joint = 0,
                          .channel = HA_CHANNEL_ROTATION,
                          .interpolation = (ha_interpolation)kind,
                          .key_count = KEYS,
                          .times = times,
                          .values = values,
                          .value_count = 4 * (size_t)rows};
    ha_track *track = NULL;
    if (ha_track_create(&desc, NULL, &track) != HA_OK) return;
    for (int i = 0; i < SAMPLES; i++) ha_track_sample(track, i * 0.0071, out[i]);
    print(kind == HA_STEP ? "step" : kind == HA_LINEAR ? "linear" : "cubic", out, sizeof out);
    ha_track_destroy(track);
  }
}

static float model[JOINTS][16], palette[JOINTS][16], dual[JOINTS][8];

static void check_matrices(void) {
  ha_joint_desc joints[JOINTS];
  for (uint32_t i = 0; i < JOINTS; i++) {
    joints[i] = (ha_joint_desc){.parent = i == 0 ? HA_NO_PARENT : (i - 1) / 2, .rest = HA_TRANSFORM_IDENTITY};
    any_rotation(joints[i].rest.rotation);
    for (int c = 0; c < 3; c++) joints[i].rest.translation[c] = any(-1, 1);
    for (int c = 0; c < 3; c++) joints[i].rest.scale[c] = any(0.5f, 1.5f);
  }
  ha_skeleton *skeleton = NULL;
  ha_pose *pose = NULL;
  ha_skin *skin = NULL;
  if (ha_skeleton_create(joints, JOINTS, NULL, &skeleton) != HA_OK) return;
  uint32_t list[JOINTS];
  float binds[JOINTS][16];
  for (uint32_t i = 0; i < JOINTS; i++) {
    list[i] = JOINTS - 1 - i;
    ha_transform bind = HA_TRANSFORM_IDENTITY;
    any_rotation(bind.rotation);
    ha_transform_to_matrix(&bind, binds[i]);
  }
  if (ha_pose_create(skeleton, NULL, &pose) == HA_OK &&
      ha_skin_create(skeleton, list, JOINTS, binds[0], NULL, &skin) == HA_OK) {
    ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = model[0]});
    print("model", model, sizeof model);
    ha_palette(&(ha_palette_job){.skin = skin, .model = model[0], .palette = palette[0]});
    print("palette", palette, sizeof palette);
  }
  ha_skin_destroy(skin);
  ha_pose_destroy(pose);
  ha_skeleton_destroy(skeleton);
}

static float positions[VERTICES][3], normals[VERTICES][3], moved[VERTICES][3], turned[VERTICES][3];

static void check_vertices(void) {
  static uint16_t joints[VERTICES][4];
  static float weights[VERTICES][4];
  for (int v = 0; v < VERTICES; v++) {
    for (int c = 0; c < 3; c++) positions[v][c] = any(-2, 2), normals[v][c] = any(0.1f, 1);
    for (int k = 0; k < 4; k++) joints[v][k] = (uint16_t)any(0, JOINTS), weights[v][k] = any(0, 0.5f);
  }
  ha_skinning_job job = {.vertex_count = VERTICES,
                         .influences = 4,
                         .joints = joints,
                         .weights = weights,
                         .palette = palette[0],
                         .palette_count = JOINTS,
                         .positions = {.in = positions[0], .out = moved[0]},
                         .normals = {.in = normals[0], .out = turned[0]}};
  ha_skin_vertices(&job);
  print("skinned positions", moved, sizeof moved);
  print("skinned normals", turned, sizeof turned);
  ha_dual_from_matrices(palette[0], JOINTS, dual[0], NULL);
  job.palette = NULL;
  job.dual = dual[0];
  ha_skin_vertices(&job);
  print("dual positions", moved, sizeof moved);
  ha_morph_deltas targets[2] = {{normals[0], NULL, VERTICES}, {positions[0], NULL, VERTICES}};
  ha_morph(&(ha_morph_job){.base = positions[0],
                           .components = 3,
                           .vertex_count = VERTICES,
                           .targets = targets,
                           .weights = (float[]){0.3f, -0.7f},
                           .target_count = 2,
                           .out = moved[0]});
  print("morphed", moved, sizeof moved);
}

static void print_pose(const char *what, const ha_pose *pose) {
  print(what, pose->blocks, pose->skeleton->block_count * sizeof *pose->blocks);
}

static void check_poses(const ha_skeleton *skeleton, ha_pose *poses[4], const ha_mask *mask) {
  ha_pose *out = poses[3];
  for (int i = 0; i < 3; i++)
    for (uint32_t joint = 0; joint < JOINTS; joint++) {
      ha_transform transform = ha_skeleton_rest(skeleton, joint);
      any_rotation(transform.rotation);
      transform.translation[0] = any(-1, 1);
      transform.scale[1] = any(-1, 1);
      ha_pose_set(poses[i], joint, &transform);
    }
  const float weights[] = {0.25f, 0.7f, 0.7f};
  ha_blend(&(ha_blend_job){(const ha_pose *const *)poses, weights, 3, out});
  print_pose("blend", out);
  ha_layer layer = {poses[0], 0.4f, mask};
  ha_layer_poses(&(ha_layer_job){out, &layer, 1});
  print_pose("layer", out);
  ha_difference(&(ha_difference_job){poses[0], poses[1], 0, poses[2]});
  print_pose("difference", poses[2]);
  ha_add(&(ha_add_job){out, poses[2], 2.75f, mask});
  print_pose("add", out);
  ha_slerp(&(ha_slerp_job){poses[0], poses[1], 0.3f, out});
  print_pose("slerp", out);
  ha_mirror *mirror = NULL;
  if (ha_mirror_create(skeleton, ha_text_of("left"), ha_text_of("right"), 0, NULL, &mirror) != HA_OK) return;
  ha_mirror_pose(&(ha_mirror_job){poses[0], mirror, out});
  print_pose("mirror", out);
  ha_mirror_destroy(mirror);
}

static void check_blending(void) {
  ha_joint_desc joints[JOINTS];
  for (uint32_t i = 0; i < JOINTS; i++) {
    joints[i] = (ha_joint_desc){.name = ha_text_of(i % 2 ? "left" : "right"), .rest = HA_TRANSFORM_IDENTITY};
    joints[i].parent = i == 0 ? HA_NO_PARENT : (i - 1) / 2;
    any_rotation(joints[i].rest.rotation);
  }
  ha_skeleton *skeleton = NULL;
  ha_mask *mask = NULL;
  ha_pose *poses[4] = {NULL};
  if (ha_skeleton_create(joints, JOINTS, NULL, &skeleton) != HA_OK) return;
  int is_ready = ha_mask_create(skeleton, NULL, &mask) == HA_OK;
  for (int i = 0; i < 4; i++) is_ready = is_ready && ha_pose_create(skeleton, NULL, &poses[i]) == HA_OK;
  for (uint32_t i = 0; is_ready && i < JOINTS; i++) ha_mask_set(mask, i, any(0, 1));
  if (is_ready) check_poses(skeleton, poses, mask);
  for (int i = 0; i < 4; i++) ha_pose_destroy(poses[i]);
  ha_mask_destroy(mask);
  ha_skeleton_destroy(skeleton);
}

static void check_solvers(ha_pose *pose, ha_pose *mapped, float *model, ha_retarget *retarget) {
  static const ha_aim_joint looks[] = {{6, 0.3f}, {7, 1}};
  static const uint32_t tail[] = {8, 9, 10, 11, 12, 13};
  float places[4][3];
  for (int i = 0; i < 4; i++)
    for (int c = 0; c < 3; c++) places[i][c] = any(-3, 3);
  ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = model});
  ha_ik_two_bone(&(ha_two_bone_job){.pose = pose,
                                    .model = model,
                                    .root = 1,
                                    .mid = 2,
                                    .tip = 3,
                                    .target = {places[0][0], places[0][1], places[0][2]},
                                    .pole = places[1],
                                    .weight = 0.7f});
  ha_ik_aim(&(ha_aim_job){.pose = pose,
                          .model = model,
                          .chain = looks,
                          .count = 2,
                          .axis = {0, 0, 1},
                          .target = {places[2][0], places[2][1], places[2][2]},
                          .weight = 1,
                          .limit_cosine = 0.5f,
                          .limit_sine = 0.8660254f});
  ha_ik_chain(&(ha_chain_job){.pose = pose,
                              .model = model,
                              .joints = tail,
                              .count = 6,
                              .target = {places[3][0], places[3][1], places[3][2]},
                              .weight = 0.9f});
  print_pose("ik", pose);
  ha_retarget_pose(retarget, pose, mapped);
  print_pose("retarget", mapped);
}

static void check_bodies(void) {
  ha_joint_desc joints[JOINTS];
  for (uint32_t i = 0; i < JOINTS; i++) {
    joints[i] = (ha_joint_desc){.name = ha_text_of("joint"), .rest = HA_TRANSFORM_IDENTITY};
    joints[i].parent = i == 0 ? HA_NO_PARENT : i - 1;
    joints[i].rest.translation[1] = any(0.5f, 1);
    any_rotation(joints[i].rest.rotation);
  }
  ha_skeleton *skeleton = NULL;
  ha_pose *pose = NULL, *mapped = NULL;
  ha_retarget *retarget = NULL;
  ha_retarget_pair pairs[] = {
      {0, 0, {0, 0, 0, 1}, 0}, {3, 2, {0, 0.6f, 0, 0.8f}, 1}, {7, 8, {0, 0, 0, 1}, 0}};
  if (ha_skeleton_create(joints, JOINTS, NULL, &skeleton) != HA_OK) return;
  float *model = ha_block_create(NULL, JOINTS * 16 * sizeof(float));
  int is_ready = model != NULL && ha_pose_create(skeleton, NULL, &pose) == HA_OK &&
                 ha_pose_create(skeleton, NULL, &mapped) == HA_OK;
  is_ready = is_ready && ha_retarget_create(&(ha_retarget_desc){.source = pose,
                                                                .target = mapped,
                                                                .pairs = pairs,
                                                                .count = 3,
                                                                .facing = {0, 0.28f, 0, 0.96f},
                                                                .scale = 0.7f},
                                            NULL, &retarget) == HA_OK;
  if (is_ready) check_solvers(pose, mapped, model, retarget);
  ha_retarget_destroy(retarget);
  ha_block_destroy(model);
  ha_pose_destroy(mapped);
  ha_pose_destroy(pose);
  ha_skeleton_destroy(skeleton);
}

int main(void) {
  fprintf(stderr, "%s\n", ha_isa_name());
  check_tracks();
  check_matrices();
  check_vertices();
  check_blending();
  check_bodies();
  return 0;
}
