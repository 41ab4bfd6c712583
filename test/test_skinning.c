// Skinning and morphing: every instruction set gives the same bytes, close to a float64 reference.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "helioanim.h"
#include "runtime/kernels/kernels.h"

enum { JOINTS = 20, VERTICES = 101 };

static float random_in(float from, float to) {
  return from + (to - from) * ((float)rand() / (float)RAND_MAX);
}

typedef struct mesh {
  float positions[VERTICES][3], normals[VERTICES][3], tangents[VERTICES][4];
  uint16_t joints[VERTICES * HA_MAX_INFLUENCES];
  float weights[VERTICES * HA_MAX_INFLUENCES];
  float palette[JOINTS][16], dual[JOINTS][8], stretch[JOINTS][16];
  int stretches;
} mesh;

typedef struct result {
  float positions[VERTICES][3], normals[VERTICES][3], tangents[VERTICES][4];
} result;

static void random_mesh(mesh *out, uint32_t influences, float scale_from, float scale_to) {
  for (int j = 0; j < JOINTS; j++) {
    ha_transform t;
    for (int c = 0; c < 3; c++) {
      t.translation[c] = random_in(-1, 1);
      t.scale[c] = random_in(scale_from, scale_to);
    }
    for (int c = 0; c < 4; c++) t.rotation[c] = random_in(-1, 1);
    ha_quat_normalize(t.rotation, t.rotation);
    ha_transform_to_matrix(&t, out->palette[j]);
  }
  out->stretches = ha_dual_from_matrices(out->palette[0], JOINTS, out->dual[0], out->stretch[0]);
  for (int v = 0; v < VERTICES; v++) {
    for (int c = 0; c < 3; c++) {
      out->positions[v][c] = random_in(-1, 1);
      out->normals[v][c] = random_in(-1, 1);
      out->tangents[v][c] = random_in(-1, 1);
    }
    out->tangents[v][3] = v % 2 ? 1 : -1;
    float sum = 0;
    for (uint32_t k = 0; k < influences; k++) {
      size_t at = (size_t)v * influences + k;
      out->joints[at] = (uint16_t)(rand() % JOINTS);
      sum += out->weights[at] = random_in(0, 1);
    }
    for (uint32_t k = 0; k < influences; k++) out->weights[(size_t)v * influences + k] /= sum;
  }
}

static ha_skinning_job job_of(const mesh *from, uint32_t influences, int dual, result *out) {
  return (ha_skinning_job){
      .vertex_count = VERTICES,
      .influences = influences,
      .joints = from->joints,
      .weights = from->weights,
      .palette = from->palette[0],
      .dual = dual ? from->dual[0] : NULL,
      .stretch = dual && from->stretches ? from->stretch[0] : NULL,
      .palette_count = JOINTS,
      .positions = {.in = from->positions[0], .out = out->positions[0]},
      .normals = {.in = from->normals[0], .out = out->normals[0]},
      .tangents = {.in = from->tangents[0], .out = out->tangents[0]},
  };
}

// The weighted sum of matrices in double, and its cofactors.
static void blend(const mesh *from, uint32_t influences, int v, double m[16], double cofactor[9]) {
  memset(m, 0, 16 * sizeof *m);
  for (uint32_t k = 0; k < influences; k++) {
    size_t at = (size_t)v * influences + k;
    for (int i = 0; i < 16; i++)
      m[i] += (double)from->weights[at] * (double)from->palette[from->joints[at]][i];
  }
  for (int c = 0; c < 3; c++) {
    const double *a = m + 4 * ((c + 1) % 3), *b = m + 4 * ((c + 2) % 3);
    for (int r = 0; r < 3; r++)
      cofactor[3 * c + r] = a[(r + 1) % 3] * b[(r + 2) % 3] - a[(r + 2) % 3] * b[(r + 1) % 3];
  }
}

static void unit(double v[3]) {
  double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (int i = 0; i < 3; i++) v[i] /= size;
}

static void linear_blend_is_close_to_double(void **state) {
  (void)state;
  srand(1);
  static mesh from;
  static result out;
  for (uint32_t influences = 1; influences <= HA_MAX_INFLUENCES; influences++) {
    random_mesh(&from, influences, 0.5f, 2);
    ha_skinning_job job = job_of(&from, influences, 0, &out);
    ha_skin_vertices(&job);
    for (int v = 0; v < VERTICES; v++) {
      double m[16], cofactor[9], p[3], n[3];
      blend(&from, influences, v, m, cofactor);
      double determinant = m[0] * cofactor[0] + m[1] * cofactor[1] + m[2] * cofactor[2];
      for (int r = 0; r < 3; r++) {
        p[r] = m[12 + r];
        n[r] = 0;
        for (int c = 0; c < 3; c++) {
          p[r] += m[4 * c + r] * (double)from.positions[v][c];
          n[r] += cofactor[3 * c + r] * (double)from.normals[v][c] * (determinant < 0 ? -1 : 1);
        }
      }
      if (fabs(determinant) < 0.05) continue;  // nearly collapsed: the normal is ill defined
      unit(n);
      for (int i = 0; i < 3; i++) {
        assert_float_equal(out.positions[v][i], p[i], 1e-5);
        assert_float_equal(out.normals[v][i], n[i], 1e-4);
      }
      assert_float_equal(out.tangents[v][3], (double)from.tangents[v][3] * (determinant < 0 ? -1 : 1), 0);
    }
  }
}

static void all_instruction_sets_give_the_same_bytes(void **state) {
  (void)state;
  srand(2);
  static mesh from;
  static result first, out;
  for (int round = 0; round < 64; round++) {
    uint32_t influences = 1 + (uint32_t)round % HA_MAX_INFLUENCES;
    random_mesh(&from, influences, round & 8 ? -1 : 1, round & 8 ? 2 : 1);
    for (int isa = 0; ha_kernels_at(isa) != NULL; isa++) {
      memset(&out, 0xFF, sizeof out);
      ha_skinning_job job = job_of(&from, influences, round & 16, &out);
      ha_kernels_at(isa)->skin_vertices(&job, round & 8);
      if (isa == 0) first = out;
      assert_memory_equal(&first, &out, sizeof out);
    }
  }
}

// One matrix spoils a palette, wherever it lies; scale and turn alone do not.
static void uneven_matrices_are_found(void **state) {
  (void)state;
  enum { COUNT = 21 };
  for (int isa = 0; ha_kernels_at(isa) != NULL; isa++)
    for (int spoilt = -1; spoilt < COUNT; spoilt++)
      for (int way = 0; way < 4; way++) {
        float palette[COUNT][16];
        for (int i = 0; i < COUNT; i++) {
          ha_transform t = {{1, 2, 3}, {.6f, 0, 0, .8f}, {1.5f, 1.5f, 1.5f}};
          if (i == spoilt && way == 0) t.scale[1] = 1.6f;
          if (i == spoilt && way == 1) t.scale[0] = -1.5f;
          if (i == spoilt && way == 2) t.scale[2] = NAN;
          ha_transform_to_matrix(&t, palette[i]);
          if (i == spoilt && way == 3) palette[i][4] += 0.1f;
        }
        assert_int_equal(ha_kernels_at(isa)->turns_evenly(palette[0], COUNT), spoilt < 0);
      }
}

static void rigid_joints_agree_in_both_methods(void **state) {
  (void)state;
  srand(3);
  static mesh from;
  static result linear, dual;
  for (int stretched = 0; stretched < 2; stretched++) {
    random_mesh(&from, 1, stretched ? 0.5f : 1, stretched ? 1.5f : 1);
    assert_int_equal(from.stretches, stretched);
    ha_skinning_job job = job_of(&from, 1, 0, &linear);
    ha_skin_vertices(&job);
    job = job_of(&from, 1, 1, &dual);
    ha_skin_vertices(&job);
    for (int v = 0; v < VERTICES; v++)
      for (int i = 0; i < 3; i++) {
        assert_float_equal(linear.positions[v][i], dual.positions[v][i], 2e-6);
        assert_float_equal(linear.normals[v][i], dual.normals[v][i], 2e-6);
        assert_float_equal(linear.tangents[v][i], dual.tangents[v][i], 1e-5);
      }
  }
}

// The blend of dual quaternions in double, for joints without scale.
static void dual_reference(const mesh *from, uint32_t influences, int v, double out[3]) {
  double q[8] = {0};
  const float *heaviest = from->dual[from->joints[(size_t)v * influences]];
  for (uint32_t k = 0; k < influences; k++) {
    size_t at = (size_t)v * influences + k;
    const float *next = from->dual[from->joints[at]];
    double dot = 0;
    for (int i = 0; i < 4; i++) dot += (double)heaviest[i] * (double)next[i];
    for (int i = 0; i < 8; i++) q[i] += (dot < 0 ? -1 : 1) * (double)from->weights[at] * (double)next[i];
  }
  double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), once[3], twice[3];
  for (int i = 0; i < 8; i++) q[i] /= size;
  const float *p = from->positions[v];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    once[i] = 2 * (q[j] * (double)p[k] - q[k] * (double)p[j]);
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    twice[i] = q[j] * once[k] - q[k] * once[j];
    double way = q[3] * q[4 + i] - q[7] * q[i] + q[j] * q[4 + k] - q[k] * q[4 + j];
    out[i] = (double)p[i] + q[3] * once[i] + twice[i] + 2 * way;
  }
}

static void dual_quaternions_are_close_to_double(void **state) {
  (void)state;
  srand(7);
  static mesh from;
  static result out;
  for (uint32_t influences = 1; influences <= HA_MAX_INFLUENCES; influences++) {
    random_mesh(&from, influences, 1, 1);
    ha_skinning_job job = job_of(&from, influences, 1, &out);
    ha_skin_vertices(&job);
    for (int v = 0; v < VERTICES; v++) {
      double expected[3];
      dual_reference(&from, influences, v, expected);
      for (int i = 0; i < 3; i++) assert_float_equal(out.positions[v][i], expected[i], 1e-5);
    }
  }
}

// Half-way between two joints twisted by almost half a turn about x.
static float radius_after_twist(int dual) {
  float palette[2][16], quats[2][8], position[3] = {0, 1, 0}, out[3];
  ha_transform t = HA_TRANSFORM_IDENTITY;
  ha_transform_to_matrix(&t, palette[0]);
  float angle = 3.1f;
  t.rotation[0] = sinf(angle / 2);
  t.rotation[3] = cosf(angle / 2);
  ha_transform_to_matrix(&t, palette[1]);
  ha_dual_from_matrices(palette[0], 2, quats[0], NULL);
  uint8_t joints[2] = {0, 1}, weights[2] = {128, 127};
  ha_skin_vertices(&(ha_skinning_job){.vertex_count = 1,
                                      .influences = 2,
                                      .joints = joints,
                                      .joint_type = HA_JOINTS_U8,
                                      .weights = weights,
                                      .weight_type = HA_WEIGHTS_UNORM8,
                                      .palette = palette[0],
                                      .dual = dual ? quats[0] : NULL,
                                      .palette_count = 2,
                                      .positions = {.in = position, .out = out}});
  return sqrtf(out[1] * out[1] + out[2] * out[2]);
}

static void dual_quaternions_keep_the_volume_of_a_twist(void **state) {
  (void)state;
  assert_true(radius_after_twist(0) < 0.05f);
  assert_float_equal(radius_after_twist(1), 1, 1e-5);
}

static void streams_may_be_strided_and_in_place(void **state) {
  (void)state;
  srand(4);
  static mesh from;
  static result packed;
  random_mesh(&from, 4, 1, 1);
  ha_skinning_job job = job_of(&from, 4, 0, &packed);
  ha_skin_vertices(&job);
  struct vertex {
    float position[3], normal[3], weight[4];
    uint8_t joints[4], rest[3];
  } mixed[VERTICES];
  for (int v = 0; v < VERTICES; v++) {
    memcpy(mixed[v].position, from.positions[v], 12);
    memcpy(mixed[v].normal, from.normals[v], 12);
    for (int k = 0; k < 4; k++) {
      mixed[v].joints[k] = (uint8_t)from.joints[4 * v + k];
      mixed[v].weight[k] = from.weights[4 * v + k];
    }
  }
  const size_t stride = sizeof *mixed;
  job.joints = mixed[0].joints;
  job.joint_type = HA_JOINTS_U8;
  job.weights = mixed[0].weight;
  job.joint_stride = job.weight_stride = stride;
  job.positions = (ha_vertex_stream){mixed[0].position, mixed[0].position, stride, stride};
  job.normals = (ha_vertex_stream){mixed[0].normal, mixed[0].normal, stride, stride};
  job.tangents = (ha_vertex_stream){NULL, NULL, 0, 0};
  ha_skin_vertices(&job);
  for (int v = 0; v < VERTICES; v++) {
    assert_memory_equal(mixed[v].position, packed.positions[v], 12);
    assert_memory_equal(mixed[v].normal, packed.normals[v], 12);
  }
}

// Four influences, with tangents or without, packed, against vertices spread over memory.
static void the_usual_case_takes_no_other_way(void **state) {
  (void)state;
  srand(8);
  static mesh from;
  static result usual;
  static struct spread { float position[3], normal[3], gap, tangent[4]; } in[VERTICES], out[VERTICES];
  static uint32_t joints[VERTICES * 4];
  random_mesh(&from, 4, 1, 1);
  for (int i = 0; i < VERTICES * 4; i++) joints[i] = from.joints[i];
  for (int v = 0; v < VERTICES; v++) {
    memcpy(in[v].position, from.positions[v], 12);
    memcpy(in[v].normal, from.normals[v], 12);
    memcpy(in[v].tangent, from.tangents[v], 16);
  }
  for (int round = 0; ha_kernels_at(round / 2) != NULL; round++) {
    ha_skinning_job job = job_of(&from, 4, 0, &usual);
    if (round % 2) job.tangents.in = NULL;
    ha_kernels_at(round / 2)->skin_vertices(&job, 0);
    job.joints = joints;
    job.joint_type = HA_JOINTS_U32;
    job.positions = (ha_vertex_stream){in[0].position, out[0].position, sizeof *in, sizeof *out};
    job.normals = (ha_vertex_stream){in[0].normal, out[0].normal, sizeof *in, sizeof *out};
    if (round % 2 == 0)
      job.tangents = (ha_vertex_stream){in[0].tangent, out[0].tangent, sizeof *in, sizeof *out};
    memset(out, 0, sizeof out);
    ha_kernels_at(round / 2)->skin_vertices(&job, 0);
    for (int v = 0; v < VERTICES; v++) {
      assert_memory_equal(usual.positions[v], out[v].position, 12);
      assert_memory_equal(usual.normals[v], out[v].normal, 12);
      if (round % 2 == 0) assert_memory_equal(usual.tangents[v], out[v].tangent, 16);
      assert_true(out[v].gap == 0);
    }
  }
}

static void a_collapsed_joint_gives_no_nan(void **state) {
  (void)state;
  srand(5);
  static mesh from;
  static result out;
  random_mesh(&from, 2, 0, 0);
  for (int dual = 0; dual < 2; dual++) {
    ha_skinning_job job = job_of(&from, 2, dual, &out);
    ha_skin_vertices(&job);
    const float *numbers = out.positions[0];
    for (size_t i = 0; i < sizeof out / sizeof(float); i++) assert_true(isfinite(numbers[i]));
  }
}

static void targets_add_up(void **state) {
  (void)state;
  enum { COUNT = 13 };
  float base[COUNT][3], dense[COUNT][3], sparse[2][3] = {{1, 2, 3}, {4, 5, 6}}, out[COUNT][3],
                                         first[COUNT][3];
  uint32_t indices[2] = {3, 12};
  srand(6);
  for (int v = 0; v < COUNT; v++)
    for (int c = 0; c < 3; c++) {
      base[v][c] = random_in(-1, 1);
      dense[v][c] = random_in(-1, 1);
    }
  ha_morph_deltas targets[3] = {{dense[0], NULL, COUNT}, {sparse[0], indices, 2}, {NULL, NULL, 0}};
  float weights[3] = {0.25f, -2, 1};
  for (int isa = 0; ha_kernels_at(isa) != NULL; isa++) {
    ha_kernels_at(isa)->morph(&(ha_morph_job){.base = base[0],
                                              .components = 3,
                                              .vertex_count = COUNT,
                                              .targets = targets,
                                              .weights = weights,
                                              .target_count = 3,
                                              .out = out[0]});
    if (isa == 0) memcpy(first, out, sizeof out);
    assert_memory_equal(first, out, sizeof out);
  }
  for (int v = 0; v < COUNT; v++)
    for (int c = 0; c < 3; c++) {
      float extra = v == 3 ? sparse[0][c] : v == 12 ? sparse[1][c] : 0;
      assert_float_equal(out[v][c], base[v][c] + 0.25f * dense[v][c] - 2 * extra, 1e-6);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear_blend_is_close_to_double),
      cmocka_unit_test(all_instruction_sets_give_the_same_bytes),
      cmocka_unit_test(uneven_matrices_are_found),
      cmocka_unit_test(dual_quaternions_are_close_to_double),
      cmocka_unit_test(rigid_joints_agree_in_both_methods),
      cmocka_unit_test(dual_quaternions_keep_the_volume_of_a_twist),
      cmocka_unit_test(streams_may_be_strided_and_in_place),
      cmocka_unit_test(the_usual_case_takes_no_other_way),
      cmocka_unit_test(a_collapsed_joint_gives_no_nan),
      cmocka_unit_test(targets_add_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
