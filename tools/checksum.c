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

int main(void) {
  fprintf(stderr, "%s\n", ha_isa_name());
  check_tracks();
  check_matrices();
  check_vertices();
  return 0;
}
