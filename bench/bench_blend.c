// Blending in ns a pose: what each pass costs, beside a plain scalar blend of two.
//
//   build/release/bench_blend
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "helioanim.h"

enum { JOINTS = 67, POSES = 4, REPEATS = 2000, ROUNDS = 21 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static ha_skeleton *skeleton;
static ha_pose *poses[POSES], *out, *delta;
static ha_mask *mask;
static ha_mirror *mirror;
static ha_transform plain_a[JOINTS], plain_b[JOINTS], plain_out[JOINTS];

static float random_in(float from, float to) {
  return from + (to - from) * ((float)rand() / (float)RAND_MAX);
}

static void fill(ha_pose *pose, int parts) {
  for (uint32_t i = 0; i < JOINTS; i++) {
    ha_transform transform = HA_TRANSFORM_IDENTITY;
    for (int c = 0; c < 3; c++) transform.translation[c] = random_in(-1, 1);
    for (int c = 0; c < 4; c++) transform.rotation[c] = random_in(-1, 1);
    ha_quat_normalize(transform.rotation, transform.rotation);
    ha_pose_set_part(pose, i, HA_ROTATION, transform.rotation);
    if (parts > 1) ha_pose_set_part(pose, i, HA_TRANSLATION, transform.translation);
    if (parts > 2) ha_pose_set_part(pose, i, HA_SCALE, transform.scale);
  }
}

static void blend(uint32_t count) {
  static const float weights[POSES] = {0.4f, 0.3f, 0.2f, 0.1f};
  ha_blend(&(ha_blend_job){(const ha_pose *const *)poses, weights, count, out});
}
static void blend_two(void) { blend(2); }
static void blend_four(void) { blend(4); }
static void blend_even(void) {
  static const float weights[] = {0.5f, 0.5f};
  ha_blend(&(ha_blend_job){(const ha_pose *const *)poses, weights, 2, out});
}
static void slerp(void) { ha_slerp(&(ha_slerp_job){poses[0], poses[1], 0.3f, out}); }
static void layer(void) {
  ha_layer one = {poses[0], 0.5f, mask};
  ha_layer_poses(&(ha_layer_job){out, &one, 1});
}
static void difference(void) { ha_difference(&(ha_difference_job){poses[0], poses[1], 0, delta}); }
static void add(void) { ha_add(&(ha_add_job){out, delta, 0.5f, NULL}); }
static void mirror_pose(void) { ha_mirror_pose(&(ha_mirror_job){poses[0], mirror, out}); }

// What one would write without thinking of the machine.
static void plain(void) {
  for (int i = 0; i < JOINTS; i++) {
    const ha_transform *a = &plain_a[i], *b = &plain_b[i];
    float dot = ha_quat_dot(a->rotation, b->rotation), sign = dot < 0 ? -0.3f : 0.3f;
    for (int c = 0; c < 3; c++) {
      plain_out[i].translation[c] = 0.7f * a->translation[c] + 0.3f * b->translation[c];
      plain_out[i].scale[c] = 0.7f * a->scale[c] + 0.3f * b->scale[c];
    }
    for (int c = 0; c < 4; c++) plain_out[i].rotation[c] = 0.7f * a->rotation[c] + sign * b->rotation[c];
    ha_quat_normalize(plain_out[i].rotation, plain_out[i].rotation);
  }
}

static double median(void (*work)(void)) {
  double times[ROUNDS];
  for (int i = 0; i < ROUNDS; i++) {
    double start = now();
    for (int k = 0; k < REPEATS; k++) work();
    times[i] = (now() - start) / REPEATS;
  }
  qsort(times, ROUNDS, sizeof *times, by_value);
  return times[ROUNDS / 2];
}

static void run(const char *what) {
  static const struct {
    const char *name;
    void (*work)(void);
  } rows[] = {{"blend of 2", blend_two},
              {"blend of 2, equal weights", blend_even},
              {"blend of 4", blend_four},
              {"slerp", slerp},
              {"layer with mask", layer},
              {"make additive", difference},
              {"add", add},
              {"mirror", mirror_pose}};
  printf("%s, %d joints, %s: ns a pose\n", what, JOINTS, ha_isa_name());
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    printf("  %-28s %8.0f\n", rows[i].name, median(rows[i].work));
}

int main(void) {
  ha_joint_desc joints[JOINTS];
  char names[JOINTS][16];
  for (uint32_t i = 0; i < JOINTS; i++) {
    snprintf(names[i], sizeof names[i], "%s%u", i % 3 == 0 ? "Spine" : i % 3 == 1 ? "Left" : "Right", i / 3);
    joints[i] = (ha_joint_desc){.name = ha_text_of(names[i]), .rest = HA_TRANSFORM_IDENTITY};
    joints[i].parent = i == 0 ? HA_NO_PARENT : (i - 1) / 2;
  }
  if (ha_skeleton_create(joints, JOINTS, NULL, &skeleton) != HA_OK) return 1;
  if (ha_mask_create(skeleton, NULL, &mask) != HA_OK) return 1;
  if (ha_mirror_create(skeleton, ha_text_of("Left"), ha_text_of("Right"), 0, NULL, &mirror) != HA_OK)
    return 1;
  if (ha_pose_create(skeleton, NULL, &out) != HA_OK || ha_pose_create(skeleton, NULL, &delta) != HA_OK)
    return 1;
  for (uint32_t i = 0; i < JOINTS; i += 2) ha_mask_set(mask, i, 0.5f);
  for (int i = 0; i < POSES; i++)
    if (ha_pose_create(skeleton, NULL, &poses[i]) != HA_OK) return 1;
  for (int parts = 1; parts <= 3; parts += 2) {
    for (int i = 0; i < POSES; i++) fill(poses[i], parts);
    run(parts == 1 ? "rotations alone" : "every channel");
  }
  for (uint32_t i = 0; i < JOINTS; i++) {
    plain_a[i] = ha_pose_get(poses[0], i);
    plain_b[i] = ha_pose_get(poses[1], i);
  }
  printf("  %-28s %8.0f\n", "plain scalar blend of 2", median(plain));
  for (int i = 0; i < POSES; i++) ha_pose_destroy(poses[i]);
  ha_pose_destroy(out);
  ha_pose_destroy(delta);
  ha_mask_destroy(mask);
  ha_mirror_destroy(mirror);
  ha_skeleton_destroy(skeleton);
  return 0;
}
