// Per frame and character: palettes, inverse kinematics, retargeting, on 57 joints.
//
//   build/release/bench_bodies
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "helioanim.h"

enum { JOINTS = 57, TIMES = 1000, ROUNDS = 21 };

static ha_skeleton *skeleton;
static ha_skin *skin;
static ha_pose *source, *pose;
static float *model, *palette, *rows;
static ha_retarget *retarget;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Chains of eight joints below one root.
static void make(void) {
  ha_joint_desc joints[JOINTS];
  uint32_t all[JOINTS];
  for (uint32_t i = 0; i < JOINTS; i++) {
    joints[i] = (ha_joint_desc){.name = ha_text_of("joint"),
                                .parent = i == 0             ? HA_NO_PARENT
                                          : (i - 1) % 8 == 0 ? 0
                                                             : i - 1,
                                .rest = HA_TRANSFORM_IDENTITY};
    joints[i].rest.translation[1] = 0.2f;
    joints[i].rest.rotation[0] = 0.1f;
    all[i] = i;
  }
  if (ha_skeleton_create(joints, JOINTS, NULL, &skeleton) != HA_OK ||
      ha_skin_create(skeleton, all, JOINTS, NULL, NULL, &skin) != HA_OK ||
      ha_pose_create(skeleton, NULL, &source) != HA_OK || ha_pose_create(skeleton, NULL, &pose) != HA_OK)
    exit(1);
  model = ha_block_create(NULL, JOINTS * 64);
  palette = ha_block_create(NULL, JOINTS * 64);
  rows = ha_block_create(NULL, JOINTS * 48);
  ha_retarget_pair pairs[JOINTS];
  for (uint32_t i = 0; i < JOINTS; i++) pairs[i] = (ha_retarget_pair){i, i, {0, 0, 0, 1}, 0};
  ha_retarget_desc desc = {
      .source = source, .target = pose, .pairs = pairs, .count = 22, .facing = {0, 0, 0, 1}, .scale = 1};
  if (ha_retarget_create(&desc, NULL, &retarget) != HA_OK) exit(1);
  ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = model});
}

static void to_model(void) {
  ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = model});
}
static void to_palette(void) {
  ha_palette(&(ha_palette_job){.skin = skin, .model = model, .palette = palette});
}
static void to_rows(void) {
  ha_palette_rows(&(ha_palette_job){.skin = skin, .model = model, .palette = rows});
}
static void two_bone(void) {
  static float target[3] = {0.3f, 0.4f, 0.2f};
  target[0] = -target[0];
  ha_ik_two_bone(&(ha_two_bone_job){.pose = pose,
                                    .model = model,
                                    .root = 6,
                                    .mid = 7,
                                    .tip = 8,
                                    .target = {target[0], target[1], target[2]},
                                    .weight = 1});
}
static void aim(void) {
  static const ha_aim_joint chain[2] = {{14, 0.4f}, {15, 1}};
  ha_ik_aim(&(ha_aim_job){.pose = pose,
                          .model = model,
                          .chain = chain,
                          .count = 2,
                          .axis = {0, 0, 1},
                          .target = {1, 2, 3},
                          .weight = 1,
                          .limit_cosine = -1});
}
static void chain(void) {
  static const uint32_t joints[] = {17, 18, 19, 20, 21, 22, 23, 24};
  static float side = 0.5f;
  side = -side;
  ha_ik_chain(&(ha_chain_job){
      .pose = pose, .model = model, .joints = joints, .count = 8, .target = {side, 0.7f, 0.3f}, .weight = 1});
}
static void map(void) { ha_retarget_pose(retarget, source, pose); }

static void measure(const char *what, void (*work)(void)) {
  double times[ROUNDS];
  for (int i = 0; i < ROUNDS; i++) {
    double start = now();
    for (int k = 0; k < TIMES; k++) work();
    times[i] = (now() - start) / TIMES;
  }
  qsort(times, ROUNDS, sizeof *times, by_value);
  printf("  %-34s %8.0f ns\n", what, times[ROUNDS / 2]);
}

int main(void) {
  make();
  printf("57 joints, median of %d (%s)\n", ROUNDS, ha_isa_name());
  measure("local to model", to_model);
  measure("palette, 57 matrices", to_palette);
  measure("palette as 3x4 rows", to_rows);
  measure("two-bone IK", two_bone);
  measure("look at, 2 joints", aim);
  measure("chain IK, 8 joints", chain);
  measure("retarget, 22 of 57 joints", map);
  return 0;
}
