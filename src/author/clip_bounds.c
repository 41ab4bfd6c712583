#include "author/clip_bounds.h"

#include <math.h>
#include <string.h>

#include "runtime/bounds.h"
#include "runtime/model.h"
#include "runtime/sample.h"

void ha_clip_bounds(const ha_clip_binding *binding, double duration, const ha_skin *skin, double fps,
                    ha_pose *pose, float *model, float out[6]) {
  enum { MOST_LOOKS = 100000 };
  double looks = ceil(duration * fps);
  uint32_t count = looks > MOST_LOOKS ? MOST_LOOKS : looks < 1 ? 1 : (uint32_t)looks;
  float before[6], margin = 0;
  for (uint32_t i = 0; i <= count; i++) {
    float box[6];
    ha_pose_reset(pose);
    ha_sample(&(ha_sample_job){.binding = binding, .time = duration * i / count, .pose = pose});
    ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = model});
    ha_skin_bounds(skin, model, box);
    for (int k = 0; k < 6; k++) {
      if (i > 0) margin = fmaxf(margin, fabsf(box[k] - before[k]));
      out[k] = i == 0 ? box[k] : k < 3 ? fminf(out[k], box[k]) : fmaxf(out[k], box[k]);
    }
    memcpy(before, box, sizeof before);
  }
  for (int k = 0; k < 6; k++) out[k] += (k < 3 ? -0.5f : 0.5f) * margin;
}
