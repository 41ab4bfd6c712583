#include "runtime/blend.h"

#include <float.h>
#include <math.h>

#include "runtime/dispatch.h"
#include "runtime/kernels/kernels.h"

// Values are few: they are blended here, one at a time.

static void check_sibling(const ha_pose *pose, const ha_pose *out) {
  HA_ASSERT(pose->skeleton == out->skeleton && pose->value_count == out->value_count);
  (void)pose, (void)out;
}

static void check_mask(const ha_mask *mask, const ha_pose *out) {
  HA_ASSERT(mask == NULL || mask->skeleton == out->skeleton);
  (void)mask, (void)out;
}

static float keep_finite(float value) { return fmaxf(fminf(value, FLT_MAX), -FLT_MAX); }

static float value_or_rest(const ha_pose *pose, uint32_t i) {
  return pose->value_touched[i] ? pose->values[i] : pose->skeleton->rest_values[i];
}

// --- blend, slerp ---

static void blend_value(const ha_blend_job *job, double scale, uint32_t used, uint32_t i) {
  float sum = 0;
  uint8_t touched = 0;
  for (uint32_t k = 0; k < job->count; k++) {
    if (!(job->weights[k] > 0)) continue;
    float value = value_or_rest(job->poses[k], i);
    touched |= job->poses[k]->value_touched[i];
    sum = used == 1 ? value : sum + (float)((double)job->weights[k] * scale) * value;
  }
  job->out->values[i] = touched ? keep_finite(sum) : job->out->skeleton->rest_values[i];
  job->out->value_touched[i] = touched;
}

void ha_blend(const ha_blend_job *job) {
  double total = 0;
  uint32_t used = 0;
  for (uint32_t k = 0; k < job->count; k++) {
    check_sibling(job->poses[k], job->out);
    HA_ASSERT(isfinite(job->weights[k]) && job->weights[k] >= 0);
    total += job->weights[k];
    used += job->weights[k] > 0;
  }
  if (used == 0) {
    ha_pose_reset(job->out);
    return;
  }
  ha_active_kernels()->blend(job);
  for (uint32_t i = 0; i < job->out->value_count; i++) blend_value(job, 1 / total, used, i);
}

void ha_slerp(const ha_slerp_job *job) {
  check_sibling(job->a, job->out);
  check_sibling(job->b, job->out);
  HA_ASSERT(job->t >= 0 && job->t <= 1);
  const ha_pose *poses[] = {job->a, job->b};
  const float weights[] = {1 - job->t, job->t};
  ha_blend_job blend = {.poses = poses, .weights = weights, .count = 2, .out = job->out};
  if (job->t == 0 || job->t == 1) {
    ha_blend(&blend);
    return;
  }
  ha_active_kernels()->slerp(job);
  for (uint32_t i = 0; i < job->out->value_count; i++) blend_value(&blend, 1, 2, i);
}

// --- layers ---

static float mask_of_slot(const ha_mask *mask, const ha_value_slot *slot) {
  return mask == NULL || slot->joint == HA_NO_PARENT ? 1 : ha_mask_get(mask, slot->joint);
}

static void layer_value(const ha_layer_job *job, const ha_value_slot *slot, uint32_t i) {
  float total = 0, sum = 0;
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t k = 0; k < job->count; k++) {
      const ha_layer *layer = &job->layers[k];
      if (!layer->pose->value_touched[i]) continue;
      float weight = layer->weight * mask_of_slot(layer->mask, slot);
      if (pass == 0)
        total += weight;
      else
        sum += (total > 1 ? weight / total : weight) * layer->pose->values[i];
    }
  if (!(total > 0)) return;
  float below = total < 1 ? (1 - total) * job->pose->values[i] : 0;
  job->pose->values[i] = keep_finite(below + sum);
  job->pose->value_touched[i] = 1;
}

void ha_layer_poses(const ha_layer_job *job) {
  for (uint32_t k = 0; k < job->count; k++) {
    check_sibling(job->layers[k].pose, job->pose);
    check_mask(job->layers[k].mask, job->pose);
    HA_ASSERT(job->layers[k].weight >= 0 && job->layers[k].weight <= 1);
  }
  ha_active_kernels()->layer(job);
  const ha_skeleton *skeleton = job->pose->skeleton;
  for (uint32_t s = 0; s < skeleton->slot_count; s++)
    for (uint32_t i = 0; i < skeleton->slots[s].count; i++)
      layer_value(job, &skeleton->slots[s], skeleton->slots[s].first + i);
}

// --- additive poses ---

static void difference_value(const ha_difference_job *job, uint32_t i) {
  uint8_t touched = job->source->value_touched[i];
  float reference = job->out->skeleton->rest_values[i];
  if (job->reference != NULL) {
    reference = value_or_rest(job->reference, i);
    touched |= job->either ? job->reference->value_touched[i] : 0;
  }
  job->out->values[i] = touched ? keep_finite(value_or_rest(job->source, i) - reference) : 0;
  job->out->value_touched[i] = touched;
}

void ha_difference(const ha_difference_job *job) {
  check_sibling(job->source, job->out);
  if (job->reference != NULL) check_sibling(job->reference, job->out);
  ha_active_kernels()->difference(job);
  for (uint32_t i = 0; i < job->out->value_count; i++) difference_value(job, i);
}

void ha_add(const ha_add_job *job) {
  ha_pose *pose = job->pose;
  const ha_pose *additive = job->additive;
  check_sibling(additive, pose);
  check_mask(job->mask, pose);
  HA_ASSERT(isfinite(job->weight));
  if (job->weight == 0) return;
  ha_active_kernels()->add(job);
  for (uint32_t s = 0; s < pose->skeleton->slot_count; s++) {
    const ha_value_slot *slot = &pose->skeleton->slots[s];
    float weight = job->weight * mask_of_slot(job->mask, slot);
    if (weight == 0) continue;
    for (uint32_t i = slot->first; i < slot->first + slot->count; i++) {
      if (!additive->value_touched[i]) continue;
      pose->values[i] = keep_finite(pose->values[i] + keep_finite(weight * additive->values[i]));
      pose->value_touched[i] = 1;
    }
  }
}

// --- mirror ---

void ha_mirror_pose(const ha_mirror_job *job) {
  const ha_pose *source = job->source;
  ha_pose *out = job->out;
  check_sibling(source, out);
  HA_ASSERT(job->mirror->skeleton == out->skeleton);
  ha_active_kernels()->mirror(job);
  for (uint32_t i = 0; i < out->value_count; i++) {
    uint32_t from = i < job->mirror->value_count ? job->mirror->value_partners[i] : i;
    if (from < i) continue;  // done, both ways at once
    float a = value_or_rest(source, from), b = value_or_rest(source, i);
    uint8_t touched_a = source->value_touched[from], touched_b = source->value_touched[i];
    out->values[i] = touched_a ? a : out->skeleton->rest_values[i];
    out->value_touched[i] = touched_a;
    out->values[from] = touched_b ? b : out->skeleton->rest_values[from];
    out->value_touched[from] = touched_b;
  }
}
