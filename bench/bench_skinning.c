// Skinning per vertex, 4 influences, position and normal, beside a plain scalar loop; palettes per joint.
//
//   build/release/bench_skinning
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "helioanim.h"

enum { JOINTS = 57, VERTICES = 10000, ROUNDS = 41 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static float positions[VERTICES][3], normals[VERTICES][3], out_positions[VERTICES][3],
    out_normals[VERTICES][3];
static uint16_t joints[VERTICES][4];
static float weights[VERTICES][4];
static float (*palette)[16], (*dual)[8];

// What one would write without thinking of the machine.
static void plain(void) {
  for (int v = 0; v < VERTICES; v++) {
    float m[16] = {0};
    for (int k = 0; k < 4; k++)
      for (int i = 0; i < 16; i++) m[i] += weights[v][k] * palette[joints[v][k]][i];
    float n[3], length = 0;
    for (int r = 0; r < 3; r++) {
      out_positions[v][r] =
          m[r] * positions[v][0] + m[4 + r] * positions[v][1] + m[8 + r] * positions[v][2] + m[12 + r];
      n[r] = m[r] * normals[v][0] + m[4 + r] * normals[v][1] + m[8 + r] * normals[v][2];
      length += n[r] * n[r];
    }
    length = 1 / __builtin_sqrtf(length);
    for (int r = 0; r < 3; r++) out_normals[v][r] = n[r] * length;
  }
}

static ha_skinning_job job;
static void linear(void) { ha_skin_vertices(&job); }
static void quaternions(void) {
  ha_skinning_job by_dual = job;
  by_dual.dual = dual[0];
  ha_skin_vertices(&by_dual);
}

static double median(void (*work)(void)) {
  double times[ROUNDS];
  for (int i = 0; i < ROUNDS; i++) {
    double start = now();
    work();
    times[i] = now() - start;
  }
  qsort(times, ROUNDS, sizeof *times, by_value);
  return times[ROUNDS / 2] / VERTICES;
}

int main(void) {
  palette = ha_block_create(NULL, JOINTS * sizeof *palette);
  dual = ha_block_create(NULL, JOINTS * sizeof *dual);
  for (int j = 0; j < JOINTS; j++) {
    ha_transform t = HA_TRANSFORM_IDENTITY;
    for (int c = 0; c < 4; c++) t.rotation[c] = (float)(rand() % 200 - 100);
    ha_quat_normalize(t.rotation, t.rotation);
    ha_transform_to_matrix(&t, palette[j]);
  }
  ha_dual_from_matrices(palette[0], JOINTS, dual[0], NULL);
  for (int v = 0; v < VERTICES; v++) {
    for (int c = 0; c < 3; c++) positions[v][c] = normals[v][c] = (float)(rand() % 100) / 100 + 0.01f;
    for (int k = 0; k < 4; k++) {
      joints[v][k] = (uint16_t)((v / 200 + rand() % 4) % JOINTS);  // neighbours share joints
      weights[v][k] = 0.25f;
    }
  }
  job = (ha_skinning_job){.vertex_count = VERTICES,
                          .influences = 4,
                          .joints = joints,
                          .weights = weights,
                          .palette = palette[0],
                          .palette_count = JOINTS,
                          .positions = {.in = positions[0], .out = out_positions[0]},
                          .normals = {.in = normals[0], .out = out_normals[0]}};
  printf("skinning, 4 influences, position + normal, ns per vertex, median of %d (%s)\n", ROUNDS,
         ha_isa_name());
  printf("  plain scalar loop  %6.2f\n", median(plain));
  printf("  linear             %6.2f\n", median(linear));
  printf("  dual quaternions   %6.2f\n", median(quaternions));
  ha_block_destroy(palette);
  ha_block_destroy(dual);
  return 0;
}
