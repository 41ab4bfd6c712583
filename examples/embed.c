// helioanim from C, without Lua: a two-joint arm, a clip by hand, model matrices.
//
//   cc embed.c $(pkg-config --cflags --libs helioanim)
#include <helioanim.h>
#include <stdio.h>
#include <stdlib.h>

static void must(ha_status status) {
  if (status == HA_OK) return;
  fprintf(stderr, "%s: %s\n", ha_status_name(status), ha_error_text());
  exit(1);
}

static ha_skeleton *make_arm(void) {
  ha_joint_desc joints[] = {
      {.name = ha_text_of("shoulder"), .parent = HA_NO_PARENT, .rest = HA_TRANSFORM_IDENTITY},
      {.name = ha_text_of("elbow"), .parent = 0, .rest = HA_TRANSFORM_IDENTITY},
  };
  joints[1].rest.translation[1] = 1;
  ha_skeleton *skeleton;
  must(ha_skeleton_create(joints, 2, NULL, &skeleton));
  return skeleton;
}

static ha_clip *make_wave(void) {
  ha_clip *clip;
  ha_track *track;
  must(
      ha_clip_create(&(ha_clip_desc){.name = ha_text_of("wave"), .duration = -1, .looping = 1}, NULL, &clip));
  must(ha_track_create(
      &(ha_track_desc){.name = ha_text_of("shoulder"),
                       .joint = HA_NO_INDEX,
                       .channel = HA_CHANNEL_ROTATION,
                       .interpolation = HA_LINEAR,
                       .key_count = 3,
                       .times = (double[]){0, 0.5, 1},
                       .values = (float[]){0, 0, 0, 1, 0, 0, .7071068f, .7071068f, 0, 0, 0, 1},
                       .value_count = 12},
      NULL, &track));
  must(ha_clip_add_track(clip, track));  // the clip owns it from here
  return clip;
}

int main(void) {
  ha_skeleton *skeleton = make_arm();
  ha_clip *clip = make_wave();
  ha_clip_binding *binding;
  ha_pose *pose;
  must(ha_clip_binding_create(clip, skeleton, 0, NULL, &binding));
  must(ha_pose_create(skeleton, NULL, &pose));
  float *model = ha_block_create(NULL, skeleton->joint_count * 16 * sizeof(float));
  if (model == NULL) return 1;

  // The frame: no allocation from here on.
  for (int frame = 0; frame <= 8; frame++) {
    double time = ha_wrap_time(frame / 8.0, ha_clip_duration(clip), HA_WRAP_LOOP);
    ha_pose_reset(pose);
    ha_sample(&(ha_sample_job){.binding = binding, .time = time, .pose = pose});
    ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = model});
    const float *elbow = model + 16;
    printf("%.3f s  elbow at %6.3f %6.3f %6.3f\n", time, elbow[12], elbow[13], elbow[14]);
  }

  ha_block_destroy(model);
  ha_pose_destroy(pose);
  ha_clip_binding_destroy(binding);
  ha_clip_destroy(clip);
  ha_skeleton_destroy(skeleton);
  return 0;
}
