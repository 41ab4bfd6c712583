// Blending: every instruction set gives the bytes of a plain scalar twin.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "helioanim.h"
#include "runtime/kernels/kernels.h"

enum { MOST = 11, ROUNDS = 400 };  // more inputs than the blend keeps ready

static float random_in(float from, float to) {
  return from + (to - from) * ((float)rand() / (float)RAND_MAX);
}

// --- random inputs ---

static void random_rotation(float q[4]) {
  static const float special[][4] = {{0, 0, 0, 1},     {0, 0, 0, -1},     {1, 0, 0, 0},
                                     {-1, 0, 0, 0},    {0, 1, 0, 0},      {0, 0, -1, 0},
                                     {.6f, 0, 0, .8f}, {-.6f, 0, 0, .8f}, {0, .6f, 0, -.8f}};
  if (rand() % 3 == 0) {
    memcpy(q, special[rand() % 9], 4 * sizeof(float));
    return;
  }
  for (int i = 0; i < 4; i++) q[i] = random_in(-1, 1);
  ha_quat_normalize(q, q);
}

static ha_transform random_transform(void) {
  ha_transform out;
  for (int i = 0; i < 3; i++) out.translation[i] = random_in(-2, 2);
  random_rotation(out.rotation);
  for (int i = 0; i < 3; i++) out.scale[i] = rand() % 8 == 0 ? 0 : random_in(-2, 2);
  return out;
}

static ha_skeleton *random_skeleton(uint32_t count) {
  static const char *const names[] = {"Hip", "LeftArm", "RightArm", "LeftLeg", "RightLeg", "tail", "head"};
  static const float weights[] = {0.25f, 0, -1};
  ha_joint_desc *joints = calloc(count, sizeof *joints);
  for (uint32_t i = 0; i < count; i++)
    joints[i] = (ha_joint_desc){.name = ha_text_of(names[i % 7]),
                                .parent = i == 0 ? HA_NO_PARENT : (uint32_t)rand() % i,
                                .rest = random_transform(),
                                .weights = weights,
                                .weight_count = (uint32_t)rand() % 4};
  ha_skeleton *skeleton = NULL;
  assert_int_equal(ha_skeleton_create(joints, count, NULL, &skeleton), HA_OK);
  free(joints);
  return skeleton;
}

static ha_pose *random_pose(const ha_skeleton *skeleton) {
  ha_pose *pose = NULL;
  assert_int_equal(ha_pose_create(skeleton, NULL, &pose), HA_OK);
  int odds[HA_PART_COUNT];  // of touching, in quarters: all, none, or most joints
  for (int part = 0; part < HA_PART_COUNT; part++) odds[part] = rand() % 2 ? 4 : rand() % 3 == 0 ? 0 : 3;
  for (uint32_t i = 0; i < skeleton->joint_count; i++) {
    ha_transform transform = random_transform();
    const float *parts[] = {transform.translation, transform.rotation, transform.scale};
    for (int part = 0; part < HA_PART_COUNT; part++)
      if (rand() % 4 < odds[part]) ha_pose_set_part(pose, i, (ha_part)part, parts[part]);
  }
  for (uint32_t i = 0; i < pose->value_count; i++) {
    pose->value_touched[i] = rand() % 2;
    if (pose->value_touched[i]) pose->values[i] = random_in(-1, 1);
  }
  return pose;
}

static ha_mask *random_mask(const ha_skeleton *skeleton) {
  ha_mask *mask = NULL;
  assert_int_equal(ha_mask_create(skeleton, NULL, &mask), HA_OK);
  for (uint32_t i = 0; i < skeleton->joint_count; i++)
    ha_mask_set(mask, i, rand() % 3 == 0 ? (float)(rand() % 2) : random_in(0, 1));
  return mask;
}

static float random_weight(void) {
  static const float special[] = {0, 0.5f, 0.5f, 1, 1};
  return rand() % 2 ? special[rand() % 5] : random_in(0, 1);
}

// --- the scalar twin ---

static const int sizes[] = {3, 4, 3};

static void part_or_rest(const ha_pose *pose, uint32_t joint, ha_part part, float *out) {
  ha_transform rest = ha_skeleton_rest(pose->skeleton, joint);
  const float *rests[] = {rest.translation, rest.rotation, rest.scale};
  if (ha_pose_is_touched(pose, joint, part))
    ha_pose_get_part(pose, joint, part, out);
  else
    memcpy(out, rests[part], (size_t)sizes[part] * sizeof(float));
}

static void quat_or_identity(const float q[4], float out[4]) { ha_quat_normalize(q, out); }

static float sign_of(const float q[4]) {
  float first = q[3] != 0 ? q[3] : q[0] != 0 ? q[0] : q[1] != 0 ? q[1] : q[2];
  return first < 0 ? -1.0f : 1.0f;
}

// The order of rotations that the hemisphere rule takes: > 0 where a goes before b.
static int compare(const float a[4], const float b[4]) {
  static const int order[] = {3, 0, 1, 2};
  for (int k = 0; k < 4; k++)
    if (fabsf(a[order[k]]) != fabsf(b[order[k]])) return fabsf(a[order[k]]) > fabsf(b[order[k]]) ? 1 : -1;
  for (int k = 1; k < 4; k++) {
    float x = a[order[k]] * sign_of(a), y = b[order[k]] * sign_of(b);
    if (x != y) return x > y ? 1 : -1;
  }
  return 0;
}

static void add_scaled(float *sum, const float *part, float weight, int size) {
  for (int i = 0; i < size; i++) sum[i] = sum[i] + weight * part[i];
}

static void twin_blend_part(const ha_blend_job *job, uint32_t joint, ha_part part) {
  double total = 0;
  uint32_t used = 0, head = 0;
  float parts[MOST][4], sum[4] = {0};
  int touched = 0;
  for (uint32_t i = 0; i < job->count; i++) {
    if (job->weights[i] == 0) continue;
    total += job->weights[i];
    part_or_rest(job->poses[i], joint, part, parts[i]);
    touched |= ha_pose_is_touched(job->poses[i], joint, part);
    if (used++ == 0 || job->weights[i] > job->weights[head] ||
        (job->weights[i] == job->weights[head] && compare(parts[i], parts[head]) > 0))
      head = i;
  }
  if (!touched) return;
  double scale = 1 / total;
  for (uint32_t i = 0; i < job->count; i++) {
    if (job->weights[i] == 0) continue;
    float weight = (float)((double)job->weights[i] * scale);
    if (part == HA_ROTATION && ha_quat_dot(parts[head], parts[i]) < 0) weight = -weight;
    add_scaled(sum, parts[i], weight, sizes[part]);
  }
  if (part == HA_ROTATION) ha_quat_normalize(sum, sum);
  ha_pose_set_part(job->out, joint, part, used == 1 ? parts[head] : sum);
}

static void twin_slerp_part(const ha_slerp_job *job, uint32_t joint, ha_part part) {
  float a[4], b[4], sum[4] = {0};
  if (!ha_pose_is_touched(job->a, joint, part) && !ha_pose_is_touched(job->b, joint, part)) return;
  part_or_rest(job->a, joint, part, a);
  part_or_rest(job->b, joint, part, b);
  if (part == HA_ROTATION) {
    quat_or_identity(a, a);
    quat_or_identity(b, b);
    ha_quat_slerp(a, b, job->t, sum);
  } else {
    add_scaled(sum, a, 1 - job->t, 3);
    add_scaled(sum, b, job->t, 3);
  }
  ha_pose_set_part(job->out, joint, part, sum);
}

static void twin_layer_part(const ha_layer_job *job, uint32_t joint, ha_part part) {
  float weights[MOST], parts[MOST][4], total = 0, below[4], sum[4] = {0}, head[4];
  for (uint32_t i = 0; i < job->count; i++) {
    const ha_layer *layer = &job->layers[i];
    weights[i] = layer->weight * (layer->mask == NULL ? 1 : ha_mask_get(layer->mask, joint));
    if (!ha_pose_is_touched(layer->pose, joint, part)) weights[i] = 0;
    ha_pose_get_part(layer->pose, joint, part, parts[i]);
    total = total + weights[i];
  }
  if (!(total > 0)) return;
  float left = total > 1 ? 0 : 1 - total, heaviest = left;
  ha_pose_get_part(job->pose, joint, part, below);
  memcpy(head, below, sizeof head);
  for (uint32_t i = 0; i < job->count; i++) {
    if (total > 1) weights[i] /= total;
    if (part != HA_ROTATION) continue;
    if (weights[i] < heaviest || (weights[i] == heaviest && compare(parts[i], head) <= 0)) continue;
    memcpy(head, parts[i], sizeof head);
    heaviest = weights[i];
  }
  float sign = part == HA_ROTATION && ha_quat_dot(head, below) < 0 ? -1.0f : 1.0f;
  for (int c = 0; c < sizes[part]; c++)
    sum[c] = (part == HA_ROTATION ? 0.0f : -0.0f) + left * sign * below[c];
  const float *whole = NULL;
  for (uint32_t i = 0; i < job->count; i++) {
    sign = part == HA_ROTATION && ha_quat_dot(head, parts[i]) < 0 ? -1.0f : 1.0f;
    if (weights[i] > 0) add_scaled(sum, parts[i], weights[i] * sign, sizes[part]);
    if (weights[i] == 1) whole = parts[i];
  }
  if (part == HA_ROTATION) ha_quat_normalize(sum, sum);
  ha_pose_set_part(job->pose, joint, part, whole != NULL ? whole : sum);
}

static void twin_difference_part(const ha_difference_job *job, uint32_t joint, ha_part part) {
  float source[4], reference[4], out[4] = {0, 0, 0, part == HA_ROTATION ? 1 : 0};
  ha_transform rest = ha_skeleton_rest(job->out->skeleton, joint);
  const float *rests[] = {rest.translation, rest.rotation, rest.scale};
  int touched = ha_pose_is_touched(job->source, joint, part);
  if (job->reference == NULL)
    memcpy(reference, rests[part], (size_t)sizes[part] * sizeof(float));
  else
    part_or_rest(job->reference, joint, part, reference);
  if (job->either && job->reference != NULL) touched |= ha_pose_is_touched(job->reference, joint, part);
  part_or_rest(job->source, joint, part, source);
  if (part == HA_SCALE) out[0] = out[1] = out[2] = 1;
  if (touched && part == HA_ROTATION) {
    quat_or_identity(source, source);
    quat_or_identity(reference, reference);
    ha_quat_conjugate(reference, reference);
    ha_quat_multiply(reference, source, out);
    ha_quat_normalize(out, out);
  }
  for (int c = 0; touched && part != HA_ROTATION && c < 3; c++)
    out[c] = part == HA_TRANSLATION ? source[c] - reference[c]
             : reference[c] == 0    ? 1
                                    : source[c] / reference[c];
  uint32_t inner = job->out->skeleton->inner_of[joint];
  ha_pose_set_part(job->out, joint, part, out);
  if (!touched) job->out->touched[inner / 8].part[part] &= (uint8_t) ~(1u << inner % 8);
}

static void power(const float q[4], float weight, float out[4]) {
  float base[4], identity[4] = {0, 0, 0, 1}, whole[4] = {0, 0, 0, 1}, length = fabsf(weight),
                 number = floorf(length);
  memcpy(base, q, sizeof base);
  if (weight < 0) ha_quat_conjugate(base, base);
  if (length <= 1) {
    ha_quat_slerp(identity, base, length, out);
    return;
  }
  if (base[3] < 0)
    for (int c = 0; c < 4; c++) base[c] = -base[c];
  ha_quat_slerp(identity, base, length - number, out);
  for (int left = (int)number; left > 0; left >>= 1) {
    if (left & 1) {
      ha_quat_multiply(whole, base, whole);
      ha_quat_normalize(whole, whole);
    }
    ha_quat_multiply(base, base, base);
    ha_quat_normalize(base, base);
  }
  ha_quat_multiply(whole, out, out);
  ha_quat_normalize(out, out);
}

static void twin_add_part(const ha_add_job *job, uint32_t joint, ha_part part) {
  float weight = job->weight * (job->mask == NULL ? 1 : ha_mask_get(job->mask, joint)), base[4], added[4],
        by[4];
  if (weight == 0 || !ha_pose_is_touched(job->additive, joint, part)) return;
  ha_pose_get_part(job->pose, joint, part, base);
  ha_pose_get_part(job->additive, joint, part, added);
  if (part == HA_ROTATION) {
    ha_quat_normalize(added, added);
    ha_quat_normalize(base, base);
    power(added, weight, by);
    ha_quat_multiply(base, by, base);
    ha_quat_normalize(base, base);
  }
  for (int c = 0; part != HA_ROTATION && c < 3; c++)
    base[c] = part == HA_TRANSLATION ? base[c] + weight * added[c] : base[c] * (1 + (added[c] - 1) * weight);
  ha_pose_set_part(job->pose, joint, part, base);
}

// --- comparing ---

typedef struct world {
  ha_skeleton *skeleton;
  ha_pose *poses[MOST], *out, *wanted, *first;
  ha_mask *masks[MOST];
} world;

static world new_world(uint32_t joints) {
  world made = {.skeleton = random_skeleton(joints)};
  for (int i = 0; i < MOST; i++) {
    made.poses[i] = random_pose(made.skeleton);
    made.masks[i] = random_mask(made.skeleton);
  }
  made.out = random_pose(made.skeleton);
  made.wanted = random_pose(made.skeleton);
  made.first = random_pose(made.skeleton);
  return made;
}

static void destroy_world(world *made) {
  for (int i = 0; i < MOST; i++) {
    ha_pose_destroy(made->poses[i]);
    ha_mask_destroy(made->masks[i]);
  }
  ha_pose_destroy(made->out);
  ha_pose_destroy(made->wanted);
  ha_pose_destroy(made->first);
  ha_skeleton_destroy(made->skeleton);
}

static void get_numbers(const ha_pose *pose, uint32_t joint, float out[10]) {
  ha_transform transform = ha_pose_get(pose, joint);
  memcpy(out, &transform, sizeof transform);
}

// Zeros of either sign are the same here; instruction sets are compared to the bit below.
static void assert_same_numbers(const ha_pose *a, const ha_pose *b) {
  for (uint32_t i = 0; i < a->skeleton->joint_count; i++) {
    float x[10], y[10];
    get_numbers(a, i, x);
    get_numbers(b, i, y);
    for (int c = 0; c < 10; c++)
      if (x[c] != y[c]) fail_msg("joint %u, row %d: %.9g, not %.9g", i, c, (double)x[c], (double)y[c]);
    for (int part = 0; part < HA_PART_COUNT; part++)
      assert_int_equal(ha_pose_is_touched(a, i, (ha_part)part), ha_pose_is_touched(b, i, (ha_part)part));
  }
}

static void assert_same_bytes(const ha_pose *a, const ha_pose *b) {
  uint32_t blocks = a->skeleton->block_count;
  assert_memory_equal(a->blocks, b->blocks, blocks * sizeof *a->blocks);
  assert_memory_equal(a->touched, b->touched, blocks * sizeof *a->touched);
}

typedef void (*work)(const ha_kernels *kernels, const void *job);

// Runs a job, which writes `out`, on every instruction set, from the same start.
static void on_every_isa(world *made, work run, const void *job) {
  ha_pose *start = random_pose(made->skeleton);
  ha_pose_copy(made->out, start);
  for (int isa = 0; ha_kernels_at(isa) != NULL; isa++) {
    ha_pose_copy(start, made->out);
    run(ha_kernels_at(isa), job);
    if (isa == 0) ha_pose_copy(made->out, made->first);
    assert_same_bytes(made->out, made->first);
  }
  ha_pose_destroy(start);
  assert_same_numbers(made->out, made->wanted);
}

typedef void (*twin_part)(const void *job, uint32_t joint, ha_part part);

static void by_parts(const ha_pose *pose, twin_part twin, const void *job) {
  for (uint32_t joint = 0; joint < pose->skeleton->joint_count; joint++)
    for (int part = 0; part < HA_PART_COUNT; part++) twin(job, joint, (ha_part)part);
}

#define WORK(name)                                                                           \
  static void run_##name(const ha_kernels *kernels, const void *job) { kernels->name(job); } \
  static void twin_##name(const void *job, uint32_t joint, ha_part part) {                   \
    twin_##name##_part(job, joint, part);                                                    \
  }
WORK(blend)
WORK(slerp)
WORK(layer)
WORK(difference)
WORK(add)

static uint32_t random_count(void) { return 1 + (uint32_t)rand() % 40; }

// --- tests ---

static void blends_are_the_scalar_twin(void **state) {
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    world made = new_world(random_count());
    float weights[MOST], total = 0;
    for (int i = 0; i < MOST; i++) total += weights[i] = random_weight();
    if (total == 0) weights[0] = 1;
    ha_blend_job job = {.poses = (const ha_pose *const *)made.poses,
                        .weights = weights,
                        .count = 1 + (uint32_t)rand() % (rand() % 2 ? 4 : MOST),
                        .out = made.wanted};
    if (weights[0] == 0) weights[0] = 0.125f;
    ha_pose_reset(made.wanted);
    by_parts(made.wanted, twin_blend, &job);
    job.out = made.out;
    on_every_isa(&made, run_blend, &job);
    ha_slerp_job slerp = {made.poses[0], made.poses[1], random_in(0.01f, 0.99f), made.wanted};
    ha_pose_reset(made.wanted);
    by_parts(made.wanted, twin_slerp, &slerp);
    slerp.out = made.out;
    on_every_isa(&made, run_slerp, &slerp);
    destroy_world(&made);
  }
}

static void layers_are_the_scalar_twin(void **state) {
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    world made = new_world(random_count());
    ha_layer layers[MOST];
    for (int i = 0; i < MOST; i++)
      layers[i] = (ha_layer){made.poses[i], random_weight(), rand() % 2 ? made.masks[i] : NULL};
    ha_layer_job job = {
        .pose = made.wanted, .layers = layers, .count = (uint32_t)rand() % (rand() % 2 ? 2 : MOST)};
    ha_pose_copy(made.out, made.wanted);
    by_parts(made.wanted, twin_layer, &job);
    job.pose = made.out;
    on_every_isa(&made, run_layer, &job);
    destroy_world(&made);
  }
}

static void additive_poses_are_the_scalar_twin(void **state) {
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    world made = new_world(random_count());
    ha_difference_job difference = {.source = made.poses[0], .either = rand() % 2, .out = made.wanted};
    if (rand() % 3 != 0) difference.reference = made.poses[1];
    by_parts(made.wanted, twin_difference, &difference);
    difference.out = made.out;
    on_every_isa(&made, run_difference, &difference);
    ha_add_job add = {.pose = made.wanted, .additive = made.poses[2]};
    add.weight = rand() % 2 ? random_weight() : random_in(-4, 40);
    if (rand() % 2) add.mask = made.masks[0];
    ha_pose_copy(made.out, made.wanted);
    by_parts(made.wanted, twin_add, &add);
    add.pose = made.out;
    on_every_isa(&made, run_add, &add);
    destroy_world(&made);
  }
}

// In model space: reflect(model(counterpart)), by the rest's own reflection.
static void mirror_images_are_their_own_inverse(void **state) {
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    world made = new_world(3 + random_count());
    ha_mirror *mirror = NULL;
    assert_int_equal(
        ha_mirror_create(made.skeleton, ha_text_of("Left"), ha_text_of("Right"), rand() % 3, NULL, &mirror),
        HA_OK);
    ha_mirror_job job = {made.poses[0], mirror, made.out};
    for (int isa = 0; ha_kernels_at(isa) != NULL; isa++) {
      ha_kernels_at(isa)->mirror(&job);
      if (isa == 0) ha_pose_copy(made.out, made.first);
      assert_same_bytes(made.out, made.first);
    }
    ha_mirror_pose(&(ha_mirror_job){made.poses[0], mirror, made.out});
    ha_pose_copy(made.poses[0], made.wanted);
    ha_mirror_pose(&(ha_mirror_job){made.wanted, mirror, made.wanted});
    assert_same_bytes(made.out, made.wanted);  // in place too
    ha_mirror_pose(&(ha_mirror_job){made.wanted, mirror, made.wanted});
    for (uint32_t i = 0; i < made.skeleton->joint_count; i++) {
      ha_transform there = ha_pose_get(made.poses[0], i), back = ha_pose_get(made.wanted, i);
      float sign = ha_quat_dot(there.rotation, back.rotation) < 0 ? -1.0f : 1.0f;
      for (int c = 0; c < 3; c++) assert_float_equal(there.translation[c], back.translation[c], 1e-5);
      for (int c = 0; c < 4; c++) assert_float_equal(there.rotation[c], sign * back.rotation[c], 1e-5);
    }
    ha_mirror_destroy(mirror);
    destroy_world(&made);
  }
}

static float any_finite(void) {
  static const float list[] = {0, -0.0f, 1, -1, FLT_MAX, -FLT_MAX, FLT_MIN, 1e-45f, 1e30f, -1e20f, 1e-20f};
  return list[rand() % 11];
}

static void make_wild(ha_pose *pose) {
  for (uint32_t i = 0; i < pose->skeleton->joint_count; i++) {
    float numbers[10];
    ha_transform wild;
    for (int c = 0; c < 10; c++) numbers[c] = any_finite();
    memcpy(&wild, numbers, sizeof wild);
    if (rand() % 8 != 0) ha_pose_set(pose, i, &wild);
  }
  for (uint32_t i = 0; i < pose->value_count; i++) {
    pose->values[i] = any_finite();
    pose->value_touched[i] = 1;
  }
}

static void assert_finite(const ha_pose *pose, const char *what) {
  for (uint32_t i = 0; i < pose->skeleton->joint_count; i++) {
    float numbers[10];
    get_numbers(pose, i, numbers);
    for (int c = 0; c < 10; c++)
      if (!isfinite(numbers[c])) fail_msg("%s: joint %u, row %d", what, i, c);
  }
  for (uint32_t i = 0; i < pose->value_count; i++) assert_true(isfinite(pose->values[i]));
}

static void finite_inputs_give_finite_outputs(void **state) {
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    world made = new_world(10 + random_count());
    for (int i = 0; i < MOST; i++) make_wild(made.poses[i]);
    float weights[MOST];
    for (int i = 0; i < MOST; i++) weights[i] = fabsf(any_finite());
    ha_blend(&(ha_blend_job){(const ha_pose *const *)made.poses, weights, MOST, made.out});
    assert_finite(made.out, "blend");
    ha_slerp(&(ha_slerp_job){made.poses[0], made.poses[1], random_in(0, 1), made.out});
    assert_finite(made.out, "slerp");
    ha_layer layers[2] = {{made.poses[2], random_weight(), made.masks[0]},
                          {made.poses[3], random_weight(), NULL}};
    ha_pose_copy(made.poses[4], made.out);
    ha_layer_poses(&(ha_layer_job){made.out, layers, 2});
    assert_finite(made.out, "layer");
    ha_difference(&(ha_difference_job){made.poses[0], made.poses[1], 1, made.first});
    assert_finite(made.first, "difference");
    ha_add(&(ha_add_job){made.out, made.first, any_finite(), rand() % 2 ? made.masks[0] : NULL});
    assert_finite(made.out, "add");
    ha_mirror *mirror = NULL;
    assert_int_equal(
        ha_mirror_create(made.skeleton, ha_text_of("Left"), ha_text_of("Right"), 0, NULL, &mirror), HA_OK);
    ha_mirror_pose(&(ha_mirror_job){made.poses[0], mirror, made.out});
    assert_finite(made.out, "mirror");
    ha_mirror_destroy(mirror);
    destroy_world(&made);
  }
}

static void a_skeleton_without_joints_works(void **state) {
  (void)state;
  ha_skeleton *skeleton = NULL;
  assert_int_equal(ha_skeleton_create(NULL, 0, NULL, &skeleton), HA_OK);
  ha_pose *a = NULL;
  assert_int_equal(ha_pose_create(skeleton, NULL, &a), HA_OK);
  const float weight = 1;
  ha_blend(&(ha_blend_job){(const ha_pose *const *)&a, &weight, 1, a});
  ha_blend(&(ha_blend_job){.out = a});
  ha_add(&(ha_add_job){.pose = a, .additive = a, .weight = 1});
  ha_mirror *mirror = NULL;
  assert_int_equal(ha_mirror_create(skeleton, ha_text_of("l"), ha_text_of("r"), 0, NULL, &mirror),
                   HA_NOT_FOUND);
  assert_int_equal(ha_mirror_create(skeleton, ha_text_of(""), ha_text_of("r"), 0, NULL, &mirror),
                   HA_BAD_VALUE);
  ha_pose_destroy(a);
  ha_skeleton_destroy(skeleton);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blends_are_the_scalar_twin),
      cmocka_unit_test(layers_are_the_scalar_twin),
      cmocka_unit_test(additive_poses_are_the_scalar_twin),
      cmocka_unit_test(mirror_images_are_their_own_inverse),
      cmocka_unit_test(finite_inputs_give_finite_outputs),
      cmocka_unit_test(a_skeleton_without_joints_works),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
