// Local to model of 57 joints on every instruction set of this machine, in turns.
//
//   build/release/bench_model
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "helioanim.h"
#include "runtime/kernels/kernels.h"

enum { JOINTS = 57, CALLS = 500, ROUNDS = 101, MOST_SETS = 4 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// A tree about as deep and as wide as a character's.
static ha_skeleton *make_skeleton(void) {
  ha_joint_desc joints[JOINTS];
  for (uint32_t i = 0; i < JOINTS; i++)
    joints[i] = (ha_joint_desc){.name = ha_text_of("joint"),
                                .parent = i == 0 ? HA_NO_PARENT : (i - 1) / 2,
                                .rest = HA_TRANSFORM_IDENTITY};
  ha_skeleton *skeleton = NULL;
  return ha_skeleton_create(joints, JOINTS, NULL, &skeleton) == HA_OK ? skeleton : NULL;
}

static double time_pose(const ha_kernels *kernels, const ha_pose *pose, float *model) {
  ha_model_job job = {.pose = pose, .from = HA_ALL_JOINTS, .model = model};
  double start = now();
  for (int i = 0; i < CALLS; i++) kernels->local_to_model(&job);
  return (now() - start) / CALLS;
}

int main(void) {
  static double times[MOST_SETS][ROUNDS];
  ha_skeleton *skeleton = make_skeleton();
  ha_pose *pose = NULL;
  if (skeleton == NULL || ha_pose_create(skeleton, NULL, &pose) != HA_OK) return 1;
  float *model = ha_block_create(NULL, JOINTS * 16 * sizeof(float));
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < MOST_SETS && ha_kernels_at(i) != NULL; i++)
      times[i][round] = time_pose(ha_kernels_at(i), pose, model);
  printf("local to model, %d joints, ns per pose, median of %d\n", JOINTS, ROUNDS);
  for (int i = 0; i < MOST_SETS && ha_kernels_at(i) != NULL; i++) {
    qsort(times[i], ROUNDS, sizeof(double), by_value);
    printf("  %-9s %7.0f\n", ha_kernels_at(i)->isa, times[i][ROUNDS / 2]);
  }
  ha_block_destroy(model);
  ha_pose_destroy(pose);
  ha_skeleton_destroy(skeleton);
  return 0;
}
