#include "data/clip_binding.h"

static uint32_t find_joint(const ha_clip_binding *binding, const ha_track *track) {
  if (binding->by_index && track->joint != HA_NO_INDEX)
    return track->joint < binding->skeleton->joint_count ? track->joint : HA_NO_INDEX;
  if (track->name_length == 0) return HA_NO_INDEX;  // not the first of the unnamed joints
  return ha_skeleton_find(binding->skeleton, ha_track_name(track));
}

// *out stays HA_NO_INDEX where the skeleton has no such joint.
static ha_status resolve(const ha_clip_binding *binding, const ha_track *track, uint32_t *out) {
  if (track->channel == HA_CHANNEL_FLOAT)
    return ha_skeleton_add_float(binding->skeleton, ha_track_name(track), track->components, NULL, out);
  uint32_t joint = find_joint(binding, track);
  if (joint == HA_NO_INDEX) return HA_OK;
  if (track->channel == HA_CHANNEL_WEIGHTS)
    return ha_skeleton_add_weights(binding->skeleton, joint, track->components, out);
  *out = binding->skeleton->inner_of[joint];
  return HA_OK;
}

static ha_status resolve_all(const ha_clip_binding *binding, ha_target *targets, uint32_t *out_unmatched) {
  *out_unmatched = 0;
  for (uint32_t i = 0; i < binding->clip->track_count; i++) {
    targets[i].index = HA_NO_INDEX;
    ha_status status = resolve(binding, binding->clip->tracks[i], &targets[i].index);
    if (status != HA_OK) return status;
    if (targets[i].index == HA_NO_INDEX) (*out_unmatched)++;
  }
  return HA_OK;
}

int ha_clip_binding_is_current(const ha_clip_binding *binding) {
  return binding->structure == binding->clip->structure;
}

ha_status ha_clip_binding_refresh(ha_clip_binding *binding) {
  if (ha_clip_binding_is_current(binding)) return HA_OK;
  const ha_clip *clip = binding->clip;
  ha_allocator allocator = ha_block_allocator(binding);
  ha_target *targets = ha_block_create(&allocator, clip->track_count * sizeof(ha_target));
  if (targets == NULL) return ha_fail(HA_NO_MEMORY, "no memory to bind %u tracks", clip->track_count);
  uint32_t unmatched;
  ha_status status = resolve_all(binding, targets, &unmatched);
  if (status != HA_OK) {
    ha_block_destroy(targets);
    return status;
  }
  ha_block_destroy(binding->targets);
  binding->targets = targets;
  binding->target_count = clip->track_count;
  binding->unmatched_count = unmatched;
  binding->structure = clip->structure;
  return HA_OK;
}

ha_status ha_clip_binding_create(const ha_clip *clip, ha_skeleton *skeleton, int by_index,
                                 const ha_allocator *allocator, ha_clip_binding **out) {
  ha_clip_binding *binding = ha_block_create(allocator, sizeof *binding);
  if (binding == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a binding");
  *binding = (ha_clip_binding){.clip = clip, .skeleton = skeleton, .by_index = by_index};
  ha_status status = ha_clip_binding_refresh(binding);  // structure 0 is never a clip's
  if (status != HA_OK) {
    ha_clip_binding_destroy(binding);
    return status;
  }
  *out = binding;
  return HA_OK;
}

void ha_clip_binding_destroy(ha_clip_binding *binding) {
  if (binding == NULL) return;
  ha_block_destroy(binding->targets);
  ha_block_destroy(binding);
}
