#include "runtime/sample.h"

static void sample_joint(const ha_track *track, double time, uint32_t *hint, uint32_t inner, ha_pose *pose) {
  static const ha_part parts[] = {
      [HA_CHANNEL_TRANSLATION] = HA_TRANSLATION,
      [HA_CHANNEL_ROTATION] = HA_ROTATION,
      [HA_CHANNEL_SCALE] = HA_SCALE,
  };
  float value[4];
  ha_track_sample_near(track, time, hint, value);
  ha_pose_write(pose, inner, parts[track->channel], value);
}

static void sample_values(const ha_track *track, double time, uint32_t *hint, const ha_value_slot *slot,
                          ha_pose *pose) {
  float values[HA_MAX_COMPONENTS];
  ha_track_sample_near(track, time, hint, values);
  ha_pose_write_values(pose, slot, values);
}

void ha_sample(const ha_sample_job *job) {
  const ha_clip_binding *binding = job->binding;
  const ha_skeleton *skeleton = binding->skeleton;
  HA_ASSERT(ha_clip_binding_is_current(binding));
  HA_ASSERT(job->pose->skeleton == skeleton && job->pose->value_count == skeleton->value_count);
  uint32_t hint = 0;
  for (uint32_t i = 0; i < binding->target_count; i++) {
    const ha_track *track = binding->clip->tracks[i];
    uint32_t index = binding->targets[i].index;
    if (index == HA_NO_INDEX) continue;
    if (track->channel >= HA_CHANNEL_WEIGHTS)
      sample_values(track, job->time, &hint, &skeleton->slots[index], job->pose);
    else
      sample_joint(track, job->time, &hint, index, job->pose);
  }
}
