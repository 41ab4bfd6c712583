// Skeletons: order, subtrees, refusals; transforms and matrices.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "helioanim.h"

static ha_joint_desc joint(const char *name, uint32_t parent) {
  return (ha_joint_desc){.name = ha_text_of(name), .parent = parent, .rest = HA_TRANSFORM_IDENTITY};
}

static void joints_lie_breadth_first_inside(void **state) {
  (void)state;
  // File order: children before parents, two roots.
  ha_joint_desc joints[] = {joint("c", 1), joint("b", 3), joint("other", HA_NO_PARENT),
                            joint("a", HA_NO_PARENT), joint("d", 3)};
  ha_skeleton *skeleton = NULL;
  assert_int_equal(ha_skeleton_create(joints, 5, NULL, &skeleton), HA_OK);
  for (uint32_t i = 0; i < 5; i++) {
    assert_int_equal(skeleton->file_of[skeleton->inner_of[i]], i);
    uint32_t parent = skeleton->inner_parents[i];
    assert_true(parent == HA_NO_PARENT || parent < i);
  }
  assert_int_equal(skeleton->file_of[0], 2);
  assert_int_equal(skeleton->file_of[4], 0);
  assert_true(ha_skeleton_is_below(skeleton, 3, 0));
  assert_true(ha_skeleton_is_below(skeleton, 3, 3));
  assert_false(ha_skeleton_is_below(skeleton, 2, 0));
  assert_false(ha_skeleton_is_below(skeleton, 1, 4));
  assert_int_equal(ha_skeleton_find(skeleton, ha_text_of("d")), 4);
  assert_int_equal(ha_skeleton_find(skeleton, ha_text_of("e")), HA_NO_INDEX);
  ha_skeleton_destroy(skeleton);
}

static void subtrees_agree_with_walking_up(void **state) {
  (void)state;
  srand(7);
  enum { COUNT = 300 };
  ha_joint_desc joints[COUNT];
  for (uint32_t i = 0; i < COUNT; i++)
    joints[i] = joint("j", i == 0 || rand() % 20 == 0 ? HA_NO_PARENT : (uint32_t)rand() % i);
  ha_skeleton *skeleton = NULL;
  assert_int_equal(ha_skeleton_create(joints, COUNT, NULL, &skeleton), HA_OK);
  for (uint32_t a = 0; a < COUNT; a++)
    for (uint32_t b = 0; b < COUNT; b++) {
      uint32_t up = b;
      while (up != a && up != HA_NO_PARENT) up = skeleton->parents[up];
      assert_int_equal(ha_skeleton_is_below(skeleton, a, b), up == a);
    }
  ha_skeleton_destroy(skeleton);
}

static void bad_parents_are_refused(void **state) {
  (void)state;
  ha_skeleton *skeleton = NULL;
  ha_joint_desc cycle[] = {joint("a", HA_NO_PARENT), joint("b", 2), joint("c", 1)};
  assert_int_equal(ha_skeleton_create(cycle, 3, NULL, &skeleton), HA_BAD_PARENT);
  assert_non_null(strstr(ha_error_text(), "joint 2"));
  ha_joint_desc self[] = {joint("a", 0)};
  assert_int_equal(ha_skeleton_create(self, 1, NULL, &skeleton), HA_BAD_PARENT);
  ha_joint_desc far_off[] = {joint("a", 9)};
  assert_int_equal(ha_skeleton_create(far_off, 1, NULL, &skeleton), HA_BAD_PARENT);
  assert_int_equal(ha_skeleton_create(NULL, HA_MAX_JOINTS + 1, NULL, &skeleton), HA_TOO_LARGE);
  assert_null(skeleton);
}

static void values_can_be_added_and_poses_follow(void **state) {
  (void)state;
  ha_joint_desc joints[] = {joint("face", HA_NO_PARENT)};
  joints[0].weight_count = 2;
  joints[0].weights = (float[]){.25f, .5f};
  ha_skeleton *skeleton = NULL;
  ha_pose *pose = NULL;
  assert_int_equal(ha_skeleton_create(joints, 1, NULL, &skeleton), HA_OK);
  assert_int_equal(ha_pose_create(skeleton, NULL, &pose), HA_OK);
  assert_float_equal(pose->values[1], .5f, 0);
  uint32_t slot, again;
  assert_int_equal(ha_skeleton_add_float(skeleton, ha_text_of("fov"), 1, &(float){60}, &slot), HA_OK);
  assert_int_equal(ha_skeleton_add_float(skeleton, ha_text_of("fov"), 1, NULL, &again), HA_OK);
  assert_int_equal(slot, again);
  assert_int_equal(ha_skeleton_add_float(skeleton, ha_text_of("fov"), 3, NULL, &again), HA_BAD_COUNT);
  pose->values[0] = 1;
  assert_int_equal(ha_pose_fit(pose), HA_OK);
  assert_float_equal(pose->values[0], 1, 0);
  assert_float_equal(pose->values[2], 60, 0);
  ha_pose_destroy(pose);
  ha_skeleton_destroy(skeleton);
}

static void names_grow_and_the_first_of_equals_wins(void **state) {
  (void)state;
  ha_names *names = NULL;
  assert_int_equal(ha_names_create(NULL, &names), HA_OK);
  char text[32];
  for (uint32_t i = 0; i < 5000; i++) {
    snprintf(text, sizeof text, "name %u", i / 2);
    assert_int_equal(ha_names_add(names, ha_text_of(text), NULL), HA_OK);
  }
  for (uint32_t i = 0; i < 2500; i++) {
    snprintf(text, sizeof text, "name %u", i);
    assert_int_equal(ha_names_find(names, ha_text_of(text)), 2 * i);
  }
  ha_names_destroy(names);
}

static float random_in(float from, float to) {
  return from + (to - from) * ((float)rand() / (float)RAND_MAX);
}

static ha_transform random_transform(int mirrored) {
  ha_transform out;
  for (int i = 0; i < 3; i++) out.translation[i] = random_in(-5, 5);
  for (int i = 0; i < 4; i++) out.rotation[i] = random_in(-1, 1);
  ha_quat_normalize(out.rotation, out.rotation);
  for (int i = 0; i < 3; i++) out.scale[i] = random_in(0.01f, 3);
  if (mirrored) out.scale[rand() % 3] *= -1;
  return out;
}

static void decomposition_undoes_composition(void **state) {
  (void)state;
  for (int n = 0; n < 20000; n++) {
    ha_transform given = random_transform(n % 2), found;
    if (n % 5 == 0) given.scale[rand() % 3] = 0;
    if (n % 25 == 0) given.scale[rand() % 3] = 0;
    float m[16], back[16];
    ha_transform_to_matrix(&given, m);
    assert_true(ha_transform_from_matrix(m, &found) < 1e-5f);
    ha_transform_to_matrix(&found, back);
    for (int i = 0; i < 16; i++) assert_float_equal(m[i], back[i], 3e-5f);
    assert_float_equal(ha_quat_dot(found.rotation, found.rotation), 1, 1e-5f);
  }
}

static void shear_gives_the_nearest_and_tells_the_error(void **state) {
  (void)state;
  float m[16] = {1, 0, 0, 0, .5f, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1};
  ha_transform found;
  assert_true(ha_transform_from_matrix(m, &found) > 0.1f);
  assert_float_equal(found.translation[1], 2, 0);
  float zero[16] = {0};
  assert_float_equal(ha_transform_from_matrix(zero, &found), 0, 0);
  assert_float_equal(found.rotation[3], 1, 0);
}

static void wrapping_is_periodic_and_stays_inside(void **state) {
  (void)state;
  assert_true(ha_wrap_time(1, 1, HA_WRAP_LOOP) == 0);
  assert_true(ha_wrap_time(-1e-300, 1, HA_WRAP_LOOP) == nextafter(1, 0));
  assert_true(ha_wrap_time(-0.25, 1, HA_WRAP_LOOP) == 0.75);
  assert_true(ha_wrap_time(1.25, 1, HA_WRAP_PINGPONG) == 0.75);
  assert_true(ha_wrap_time(-0.25, 1, HA_WRAP_PINGPONG) == 0.25);
  assert_true(ha_wrap_time(1.6e308, 1.5e308, HA_WRAP_PINGPONG) == 1.5e308 - 1e307);
  assert_true(ha_wrap_time(7, 1, HA_WRAP_CLAMP) == 1);
  assert_true(ha_wrap_time(7, 0, HA_WRAP_LOOP) == 0);
  assert_true(ha_wrap_time(7, -3, HA_WRAP_PINGPONG) == 0);
}

static void slerp_is_within_a_millionth(void **state) {
  (void)state;
  srand(3);
  for (int n = 0; n < 100000; n++) {
    float a[4], b[4], out[4], t = random_in(0, 1);
    for (int i = 0; i < 4; i++) {
      a[i] = random_in(-1, 1);
      b[i] = n % 3 == 0 ? a[i] + random_in(-.01f, .01f) : random_in(-1, 1);
    }
    ha_quat_normalize(a, a);
    ha_quat_normalize(b, b);
    ha_quat_slerp(a, b, t, out);
    double dot = 0;
    for (int i = 0; i < 4; i++) dot += (double)a[i] * b[i];
    double sign = dot < 0 ? -1 : 1, arc = acos(fmin(dot * sign, 1));
    double of_a = arc < 1e-9 ? 1 - t : sin((1 - t) * arc) / sin(arc);
    double of_b = arc < 1e-9 ? t : sin(t * arc) / sin(arc);
    for (int i = 0; i < 4; i++) assert_float_equal(out[i], of_a * a[i] + of_b * sign * b[i], 1e-6);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joints_lie_breadth_first_inside),
      cmocka_unit_test(subtrees_agree_with_walking_up),
      cmocka_unit_test(bad_parents_are_refused),
      cmocka_unit_test(values_can_be_added_and_poses_follow),
      cmocka_unit_test(names_grow_and_the_first_of_equals_wins),
      cmocka_unit_test(decomposition_undoes_composition),
      cmocka_unit_test(shear_gives_the_nearest_and_tells_the_error),
      cmocka_unit_test(wrapping_is_periodic_and_stays_inside),
      cmocka_unit_test(slerp_is_within_a_millionth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
