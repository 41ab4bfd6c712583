// Local to model and palettes: every instruction set gives the bytes of a plain scalar twin.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "helioanim.h"
#include "runtime/kernels/kernels.h"

static float random_in(float from, float to) {
  return from + (to - from) * ((float)rand() / (float)RAND_MAX);
}

// Shape 0: a chain; 1: all below one root; 2: random.
static ha_skeleton *random_skeleton(uint32_t count, int shape) {
  ha_joint_desc *joints = calloc(count, sizeof *joints);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t parents[] = {i - 1, 0, i > 0 ? (uint32_t)rand() % i : 0};
    joints[i] = (ha_joint_desc){.name = ha_text_of("joint"),
                                .parent = i == 0 || rand() % 50 == 0 ? HA_NO_PARENT : parents[shape],
                                .rest = HA_TRANSFORM_IDENTITY};
  }
  ha_skeleton *skeleton = NULL;
  assert_int_equal(ha_skeleton_create(joints, count, NULL, &skeleton), HA_OK);
  free(joints);
  return skeleton;
}

static ha_pose *random_pose(const ha_skeleton *skeleton) {
  ha_pose *pose = NULL;
  assert_int_equal(ha_pose_create(skeleton, NULL, &pose), HA_OK);
  for (uint32_t i = 0; i < skeleton->joint_count; i++) {
    ha_transform transform;
    for (int c = 0; c < 3; c++) transform.translation[c] = random_in(-2, 2);
    for (int c = 0; c < 4; c++) transform.rotation[c] = random_in(-1, 1);
    ha_quat_normalize(transform.rotation, transform.rotation);
    for (int c = 0; c < 3; c++) transform.scale[c] = rand() % 10 == 0 ? 0 : random_in(-1.2f, 1.2f);
    ha_pose_set(pose, i, &transform);
  }
  return pose;
}

static float *matrices(uint32_t count) { return ha_block_create(NULL, (size_t)count * 16 * sizeof(float)); }

// The same formula and order as the kernel, a number at a time.
static void scalar_local(const ha_transform *transform, float m[16]) {
  float x = transform->rotation[0], y = transform->rotation[1], z = transform->rotation[2];
  float w = transform->rotation[3], x2 = x + x, y2 = y + y, z2 = z + z;
  const float *s = transform->scale;
  float rows[16] = {
      (1 - (y * y2 + z * z2)) * s[0], (x * y2 + w * z2) * s[0],       (x * z2 - w * y2) * s[0],       0,
      (x * y2 - w * z2) * s[1],       (1 - (x * x2 + z * z2)) * s[1], (y * z2 + w * x2) * s[1],       0,
      (x * z2 + w * y2) * s[2],       (y * z2 - w * x2) * s[2],       (1 - (x * x2 + y * y2)) * s[2], 0,
      transform->translation[0],      transform->translation[1],      transform->translation[2],      1};
  memcpy(m, rows, sizeof rows);
}

static void scalar_model(const ha_pose *pose, float *model) {
  const ha_skeleton *skeleton = pose->skeleton;
  for (uint32_t inner = 0; inner < skeleton->joint_count; inner++) {
    uint32_t joint = skeleton->file_of[inner], parent = skeleton->parents[joint];
    ha_transform transform = ha_pose_get(pose, joint);
    float local[16], *out = model + 16 * (size_t)joint;
    scalar_local(&transform, local);
    if (parent == HA_NO_PARENT) {
      memcpy(out, local, sizeof local);
      continue;
    }
    const float *p = model + 16 * (size_t)parent;
    for (int c = 0; c < 4; c++)
      for (int r = 0; r < 4; r++) {
        float sum = p[r] * local[4 * c];
        sum = sum + p[4 + r] * local[4 * c + 1];
        sum = sum + p[8 + r] * local[4 * c + 2];
        out[4 * c + r] = c == 3 ? sum + p[12 + r] : sum;
      }
  }
}

static const uint32_t sizes[] = {1, 7, 8, 9, 24, 57, 600};
enum { SIZE_COUNT = sizeof sizes / sizeof *sizes };

static void all_instruction_sets_give_the_scalar_bytes(void **state) {
  (void)state;
  srand(11);
  for (int n = 0; n < 3 * SIZE_COUNT; n++) {
    ha_skeleton *skeleton = random_skeleton(sizes[n / 3], n % 3);
    ha_pose *pose = random_pose(skeleton);
    float *expected = matrices(skeleton->joint_count), *model = matrices(skeleton->joint_count);
    scalar_model(pose, expected);
    for (int isa = 0; ha_kernels_at(isa) != NULL; isa++) {
      memset(model, 0xFF, ha_block_size(model));
      ha_kernels_at(isa)->local_to_model(
          &(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = model});
      assert_memory_equal(model, expected, ha_block_size(model));
    }
    ha_block_destroy(expected);
    ha_block_destroy(model);
    ha_pose_destroy(pose);
    ha_skeleton_destroy(skeleton);
  }
}

static void a_partial_update_equals_a_full_one(void **state) {
  (void)state;
  srand(12);
  for (int n = 0; n < 3 * SIZE_COUNT; n++) {
    ha_skeleton *skeleton = random_skeleton(sizes[n / 3], n % 3);
    ha_pose *pose = random_pose(skeleton);
    float *part = matrices(skeleton->joint_count), *whole = matrices(skeleton->joint_count);
    ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = part});
    uint32_t joint = (uint32_t)rand() % skeleton->joint_count;
    ha_pose_set_part(pose, joint, HA_TRANSLATION, (float[]){1, 2, 3});
    for (int isa = 0; ha_kernels_at(isa) != NULL; isa++)
      ha_kernels_at(isa)->local_to_model(&(ha_model_job){.pose = pose, .from = joint, .model = part});
    ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = whole});
    assert_memory_equal(part, whole, ha_block_size(part));
    ha_block_destroy(part);
    ha_block_destroy(whole);
    ha_pose_destroy(pose);
    ha_skeleton_destroy(skeleton);
  }
}

static void palettes_are_model_times_inverse_bind(void **state) {
  (void)state;
  srand(13);
  enum { COUNT = 30 };
  ha_skeleton *skeleton = random_skeleton(COUNT, 2);
  ha_pose *pose = random_pose(skeleton);
  float *model = matrices(COUNT), *binds = matrices(COUNT), *palette = matrices(COUNT),
        *first = matrices(COUNT);
  uint32_t joints[COUNT];
  for (uint32_t i = 0; i < COUNT; i++) joints[i] = COUNT - 1 - i;
  for (int i = 0; i < COUNT * 16; i++) binds[i] = random_in(-1, 1);
  ha_skin *skin = NULL;
  assert_int_equal(ha_skin_create(skeleton, joints, COUNT, binds, NULL, &skin), HA_OK);
  ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = model});
  for (int isa = 0; ha_kernels_at(isa) != NULL; isa++) {
    ha_palette_job from = {.skin = skin, .model = model, .palette = palette};
    ha_kernels_at(isa)->palette(&(ha_ordered_palette_job){.from = from, .rows = 4});
    if (isa == 0) memcpy(first, palette, ha_block_size(palette));
    assert_memory_equal(palette, first, ha_block_size(palette));
  }
  for (uint32_t i = 0; i < COUNT; i++)
    for (int c = 0; c < 4; c++)
      for (int r = 0; r < 4; r++) {
        double sum = 0;
        for (int k = 0; k < 4; k++)
          sum += (double)model[16 * joints[i] + 4 * k + r] * (double)binds[16 * i + 4 * c + k];
        assert_float_equal(palette[16 * i + 4 * c + r], sum, 1e-4);
      }
  ha_block_destroy(model);
  ha_block_destroy(binds);
  ha_block_destroy(palette);
  ha_block_destroy(first);
  ha_skin_destroy(skin);
  ha_pose_destroy(pose);
  ha_skeleton_destroy(skeleton);
}

// Four rows or three, in both orders, on one instruction set: the same numbers at other places.
static void check_shapes(const ha_kernels *kernels, const ha_skin *skin, const float *model) {
  enum { COUNT = 9, SPARE = 16 };
  float out[2][2][COUNT * 16 + SPARE];
  for (uint32_t shape = 0; shape < 2; shape++)
    for (int order = 0; order < 2; order++) {
      memset(out[shape][order], 0xFF, sizeof out[shape][order]);
      ha_palette_job from = {.skin = skin, .model = model, .palette = out[shape][order]};
      kernels->palette(
          &(ha_ordered_palette_job){.from = from, .rows = 3 + shape, .order = (ha_matrix_order)order});
      assert_true(isnan(out[shape][order][COUNT * 4 * (3 + shape)]));  // and no further
    }
  for (uint32_t i = 0; i < COUNT; i++)
    for (uint32_t r = 0; r < 4; r++)
      for (uint32_t c = 0; c < 4; c++) {
        float wanted = out[1][HA_COLUMN_MAJOR][16 * i + 4 * c + r];
        assert_true(wanted == out[1][HA_ROW_MAJOR][16 * i + 4 * r + c]);
        if (r == 3) continue;
        assert_true(wanted == out[0][HA_ROW_MAJOR][12 * i + 4 * r + c]);
        assert_true(wanted == out[0][HA_COLUMN_MAJOR][12 * i + 3 * c + r]);
      }
}

static void palettes_of_every_shape_hold_the_same_numbers(void **state) {
  (void)state;
  srand(14);
  enum { COUNT = 9 };
  ha_skeleton *skeleton = random_skeleton(COUNT, 2);
  ha_pose *pose = random_pose(skeleton);
  float *model = matrices(COUNT);
  uint32_t joints[COUNT];
  for (uint32_t i = 0; i < COUNT; i++) joints[i] = COUNT - 1 - i;
  ha_skin *skin = NULL;
  assert_int_equal(ha_skin_create(skeleton, joints, COUNT, NULL, NULL, &skin), HA_OK);
  ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = model});
  for (int isa = 0; ha_kernels_at(isa) != NULL; isa++) check_shapes(ha_kernels_at(isa), skin, model);
  ha_block_destroy(model);
  ha_skin_destroy(skin);
  ha_pose_destroy(pose);
  ha_skeleton_destroy(skeleton);
}

static void a_wish_is_met_where_the_machine_can(void **state) {
  (void)state;
  int count = 0;
  while (ha_kernels_at(count) != NULL) {
    assert_ptr_equal(ha_choose_kernels(ha_kernels_at(count)->isa), ha_kernels_at(count));
    count++;
  }
  assert_true(count > 0);
  assert_ptr_equal(ha_choose_kernels(NULL), ha_kernels_at(count - 1));
  assert_ptr_equal(ha_choose_kernels("mmx"), ha_kernels_at(count - 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_instruction_sets_give_the_scalar_bytes),
      cmocka_unit_test(a_partial_update_equals_a_full_one),
      cmocka_unit_test(palettes_are_model_times_inverse_bind),
      cmocka_unit_test(palettes_of_every_shape_hold_the_same_numbers),
      cmocka_unit_test(a_wish_is_met_where_the_machine_can),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
