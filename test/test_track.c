// Tracks: validation, sampling, edits.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "helioanim.h"

static ha_track *make(ha_channel channel, ha_interpolation interpolation, uint32_t keys, const double *times,
                      const float *values) {
  uint32_t own = ha_channel_components(channel), components = own ? own : 1;
  uint32_t stride = interpolation == HA_CUBIC ? 3 * components : components;
  ha_track *track = NULL;
  ha_status status = ha_track_create(&(ha_track_desc){.name = ha_text_of("x"),
                                                      .joint = HA_NO_INDEX,
                                                      .channel = channel,
                                                      .interpolation = interpolation,
                                                      .components = 1,
                                                      .key_count = keys,
                                                      .times = times,
                                                      .values = values,
                                                      .value_count = keys * stride},
                                     NULL, &track);
  assert_int_equal(status, HA_OK);
  return track;
}

static float sample1(const ha_track *track, double time) {
  float out;
  ha_track_sample(track, time, &out);
  return out;
}

static void tangents_carry_the_segment_length(void **state) {
  (void)state;
  ha_track *track = make(HA_CHANNEL_FLOAT, HA_CUBIC, 2, (double[]){0, 2}, (float[]){0, 0, 1, 0, 2, 0});
  assert_float_equal(sample1(track, 1), 1.25f, 1e-6f);
  ha_track_destroy(track);
}

static void a_refused_track_names_the_key(void **state) {
  (void)state;
  ha_track *track = NULL;
  ha_track_desc desc = {.channel = HA_CHANNEL_FLOAT,
                        .interpolation = HA_LINEAR,
                        .components = 1,
                        .key_count = 3,
                        .times = (double[]){0, 2, 1},
                        .values = (float[]){0, 1, 2},
                        .value_count = 3};
  assert_int_equal(ha_track_create(&desc, NULL, &track), HA_BAD_KEY_TIME);
  assert_non_null(strstr(ha_error_text(), "key time 3 decreases"));
  desc.times = (double[]){0, NAN, 1};
  assert_int_equal(ha_track_create(&desc, NULL, &track), HA_BAD_KEY_TIME);
  assert_non_null(strstr(ha_error_text(), "key time 2 is not finite"));
  desc.times = (double[]){0, 1, 2};
  desc.value_count = 2;
  assert_int_equal(ha_track_create(&desc, NULL, &track), HA_BAD_COUNT);
  assert_null(track);
}

static void inserting_a_key_keeps_a_cubic_rotation(void **state) {
  (void)state;
  float values[] = {0, 0, 0, 0, 0, 0, 0,      1,      0, 0, 1, -.5f,  // in, value, out
                    0, 0, 0, 0, 0, 0, .7071f, .7071f, 0, 0, 0, 0};
  ha_track *track = make(HA_CHANNEL_ROTATION, HA_CUBIC, 2, (double[]){0, 2}, values);
  ha_track *before = NULL;
  assert_int_equal(ha_track_copy(track, &before), HA_OK);
  float at[4];
  ha_track_sample(track, 0.7, at);
  uint32_t key;
  assert_int_equal(ha_track_insert_key(track, 0.7, at, NULL, NULL, &key), HA_OK);
  assert_int_equal(key, 1);
  for (double t = 0; t <= 2; t += 0.01) {
    float a[4], b[4];
    ha_track_sample(before, t, a);
    ha_track_sample(track, t, b);
    for (int i = 0; i < 4; i++) assert_float_equal(a[i], b[i], 1e-6f);
  }
  ha_track_destroy(track);
  ha_track_destroy(before);
}

static void moving_keeps_order_and_all_data(void **state) {
  (void)state;
  ha_track *track = make(HA_CHANNEL_FLOAT, HA_STEP, 4, (double[]){0, 1, 2, 3}, (float[]){10, 11, 12, 13});
  uint32_t key;
  uint64_t revision = track->revision;
  assert_int_equal(ha_track_move_key(track, 0, 2, &key), HA_OK);
  assert_int_equal(key, 2);  // behind the key that was there
  assert_float_equal(*ha_track_value(track, 0), 11, 0);
  assert_float_equal(*ha_track_value(track, 2), 10, 0);
  assert_true(track->revision > revision);
  revision = track->revision;
  assert_int_equal(ha_track_move_key(track, 0, -1, &key), HA_BAD_KEY_TIME);
  assert_int_equal(ha_track_set_value(track, 0, &(float){NAN}), HA_BAD_VALUE);
  assert_true(track->revision == revision);
  ha_track_destroy(track);
}

// Allocator hook that refuses after a number of calls.
static void *scarce(void *user, void *block, size_t old_size, size_t new_size) {
  (void)old_size;
  int *left = user;
  if (new_size == 0) {
    test_free(block);
    return NULL;
  }
  return (*left)-- > 0 ? test_malloc(new_size) : NULL;
}

static void no_memory_leaves_nothing_behind(void **state) {
  (void)state;
  for (int allowed = 0; allowed < 40; allowed++) {
    int left = allowed;
    ha_allocator allocator = {scarce, &left};
    ha_joint_desc joints[20];
    for (uint32_t i = 0; i < 20; i++)
      joints[i] = (ha_joint_desc){.name = ha_text_of("a joint with a longish name"),
                                  .parent = i == 0 ? HA_NO_PARENT : i - 1,
                                  .rest = HA_TRANSFORM_IDENTITY,
                                  .weight_count = i % 3};
    ha_skeleton *skeleton = NULL;
    ha_pose *pose = NULL;
    if (ha_skeleton_create(joints, 20, &allocator, &skeleton) == HA_OK &&
        ha_pose_create(skeleton, &allocator, &pose) == HA_OK)
      assert_int_equal(ha_pose_get(pose, 19).rotation[3], 1);
    ha_pose_destroy(pose);
    ha_skeleton_destroy(skeleton);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tangents_carry_the_segment_length),
      cmocka_unit_test(a_refused_track_names_the_key),
      cmocka_unit_test(inserting_a_key_keeps_a_cubic_rotation),
      cmocka_unit_test(moving_keeps_order_and_all_data),
      cmocka_unit_test(no_memory_leaves_nothing_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
