#include "author/clip_bounds.h"

#include <math.h>
#include <string.h>

#include "math/box.h"
#include "math/quat.h"
#include "runtime/bounds.h"
#include "runtime/model.h"
#include "runtime/sample.h"

// The most that a vector, or a rotation's angle, is in a stretch of time, and its first and second
// derivative.
typedef struct motion {
  double most, speed, bend;
} motion;

typedef struct joint_motion {
  motion translation, rotation, scale;
} joint_motion;

// A stretch of the clip without keys inside.
typedef struct stretch {
  double from, to;
} stretch;

static const double UNKNOWN = 1e18;  // faster than anything

// The length of a vector; of scale the largest component, as that is what it does to lengths.
static double size_of(const float *v, uint32_t count, ha_channel channel) {
  double sum = 0, most = 0;
  for (uint32_t i = 0; i < count; i++) {
    sum += (double)v[i] * (double)v[i];
    most = fmax(most, fabs((double)v[i]));
  }
  return channel == HA_CHANNEL_SCALE ? most : sqrt(sum);
}

static double distance_of(const float *a, const float *b, uint32_t count, ha_channel channel) {
  float between[4];
  for (uint32_t i = 0; i < count; i++) between[i] = b[i] - a[i];
  return size_of(between, count, channel);
}

// --- what a joint does between two poses ---

static motion steady(const float *a, const float *b, ha_channel channel, double seconds) {
  return (motion){.most = fmax(size_of(a, 3, channel), size_of(b, 3, channel)),
                  .speed = distance_of(a, b, 3, channel) / seconds};
}

// The arc between unit quaternions is 2 asin(chord / 2), and the angle of the rotation twice that; asin(x) is
// below x + 0.2215 x^3 up to sin(pi / 4).
static motion steady_turn(const float a[4], const float b[4], double seconds) {
  float other[4];
  for (int i = 0; i < 4; i++) other[i] = ha_quat_dot(a, b) < 0 ? -b[i] : b[i];
  double x = distance_of(a, other, 4, HA_CHANNEL_ROTATION) / 2;
  return (motion){.speed = 4 * x * (1 + 0.2215 * x * x) / seconds};
}

static void find_steady(const ha_clip_bounds_job *job, double seconds, joint_motion *out) {
  for (uint32_t joint = 0; joint < job->from->skeleton->joint_count; joint++) {
    ha_transform a = ha_pose_get(job->from, joint), b = ha_pose_get(job->to, joint);
    out[job->from->skeleton->inner_of[joint]] = (joint_motion){
        steady(a.translation, b.translation, HA_CHANNEL_TRANSLATION, seconds),
        steady_turn(a.rotation, b.rotation, seconds), steady(a.scale, b.scale, HA_CHANNEL_SCALE, seconds)};
  }
}

// --- cubic tracks ---

// Weights of the second derivative of a Hermite segment (glTF 2.0, Appendix C.5), which is linear in u.
static ha_hermite bend_weights(double u, double length) {
  double square = length * length;
  return (ha_hermite){.a = (float)((12 * u - 6) / square),
                      .a_out = (float)((6 * u - 4) / length),
                      .b = (float)((6 - 12 * u) / square),
                      .b_in = (float)((6 * u - 2) / length)};
}

// How fast a quaternion that moves from a to b turns once it is normalised.
static motion cubic_turn(const float a[4], const float b[4], double bend, double seconds) {
  double chord = distance_of(a, b, 4, HA_CHANNEL_ROTATION);
  double longest = fmax(size_of(a, 4, HA_CHANNEL_ROTATION), size_of(b, 4, HA_CHANNEL_ROTATION));
  double shortest = longest - chord - bend * seconds * seconds / 8;
  if (!(shortest > 1e-3 * longest)) return (motion){.speed = UNKNOWN, .bend = UNKNOWN};
  double speed = (chord / seconds + bend * seconds) / shortest;
  return (motion){.speed = 2 * speed, .bend = 2 * (bend / shortest + 3 * speed * speed)};
}

static void add_cubic(const ha_track *track, stretch at, joint_motion *io) {
  int64_t key = ha_find_key(track->times, track->key_count, at.from);
  if (key < 0 || key + 1 >= track->key_count) return;
  double start = track->times[key], length = track->times[key + 1] - start, seconds = at.to - at.from;
  double u[2] = {(at.from - start) / length, (at.to - start) / length}, bend = 0;
  float value[2][4];
  for (int end = 0; end < 2; end++) {
    ha_track_mix_cubic(track, (uint32_t)key, bend_weights(u[end], length), value[end]);
    bend = fmax(bend, size_of(value[end], track->components, track->channel));
    ha_track_mix_cubic(track, (uint32_t)key, ha_hermite_weights((float)u[end], (float)length), value[end]);
  }
  if (track->channel == HA_CHANNEL_ROTATION) {
    motion turn = cubic_turn(value[0], value[1], bend, seconds);
    io->rotation.speed = fmax(io->rotation.speed, turn.speed);
    io->rotation.bend = fmax(io->rotation.bend, turn.bend);
    return;
  }
  motion *part = track->channel == HA_CHANNEL_SCALE ? &io->scale : &io->translation;
  part->most += bend * seconds * seconds / 8;
  part->speed += bend * seconds;
  part->bend += bend;
}

static void find_motions(const ha_clip_bounds_job *job, stretch at, joint_motion *out) {
  const ha_clip_binding *binding = job->binding;
  find_steady(job, at.to - at.from, out);
  for (uint32_t i = 0; i < binding->target_count; i++) {
    const ha_track *track = binding->clip->tracks[i];
    if (track->channel <= HA_CHANNEL_SCALE && track->interpolation == HA_CUBIC &&
        binding->targets[i].index != HA_NO_INDEX)
      add_cubic(track, at, &out[binding->targets[i].index]);
  }
}

// --- from a joint to the root ---

// The motion of a point that is at most `radius` from its joint, in model space.
static motion motion_of(const joint_motion *joints, const ha_skeleton *skeleton, uint32_t inner,
                        double radius) {
  motion p = {.most = radius};
  for (; inner != HA_NO_PARENT; inner = skeleton->inner_parents[inner]) {
    const motion *t = &joints[inner].translation, *r = &joints[inner].rotation, *s = &joints[inner].scale;
    p.bend = s->bend * p.most + 2 * s->speed * p.speed + s->most * p.bend;
    p.speed = s->speed * p.most + s->most * p.speed;
    p.most = s->most * p.most;
    p.bend += (r->speed * r->speed + r->bend) * p.most + 2 * r->speed * p.speed + t->bend;
    p.speed += r->speed * p.most + t->speed;
    p.most += t->most;
  }
  return p;
}

// How far vertices of a skin joint may be from it.
static double radius_of(const ha_skin *skin, uint32_t i) {
  const float *box = skin->boxes + 6 * (size_t)i, *bind = skin->inverse_binds + 16 * (size_t)i;
  double most = 0;
  for (int corner = 0; skin->has_boxes && corner < 8; corner++) {
    float point[3];
    for (int c = 0; c < 3; c++) point[c] = box[corner >> c & 1 ? 3 + c : c];
    ha_matrix_point(bind, point, point);
    most = fmax(most, size_of(point, 3, HA_CHANNEL_TRANSLATION));
  }
  return most;
}

// --- the walk over the clip ---

static void widen(const float box[6], float margin, float out[6]) {
  float least[3], largest[3];
  for (int c = 0; c < 3; c++) {
    least[c] = box[c] - margin;
    largest[c] = box[3 + c] + margin;
  }
  ha_box_include(out, least, largest);
}

// Widens the box by a pose, and by how far points stray from the straight line to the next one.
static void add_pose(const ha_clip_bounds_job *job, const ha_pose *pose, const float *margins, float out[6]) {
  const ha_skin *skin = job->skin;
  ha_local_to_model(&(ha_model_job){.pose = pose, .from = HA_ALL_JOINTS, .model = job->model});
  for (uint32_t i = 0; i < skin->joint_count; i++) {
    float box[6];
    ha_box_clear(box);
    ha_skin_joint_bounds(skin, job->model, i, box);
    widen(box, margins[i], out);
  }
}

static void sample(const ha_clip_bounds_job *job, double time, ha_pose *pose) {
  ha_pose_reset(pose);
  ha_sample(&(ha_sample_job){.binding = job->binding, .time = time, .pose = pose});
}

// The first key of any track after `time`, or `last`.
static double next_key(const ha_clip *clip, double time, double last) {
  for (uint32_t i = 0; i < clip->track_count; i++) {
    const ha_track *track = clip->tracks[i];
    int64_t key = ha_find_key(track->times, track->key_count, time) + 1;
    if (key < track->key_count) last = fmin(last, track->times[key]);
  }
  return last;
}

// A stretch, up to the last moment before its end: a key there may jump.
static void add_stretch(const ha_clip_bounds_job *job, stretch at, const double *radii, joint_motion *joints,
                        float *margins, float out[6]) {
  double seconds = at.to - at.from;
  sample(job, at.from, job->from);
  sample(job, nextafter(at.to, at.from), job->to);
  find_motions(job, at, joints);
  for (uint32_t i = 0; i < job->skin->joint_count; i++) {
    const ha_skeleton *skeleton = job->skin->skeleton;
    motion p = motion_of(joints, skeleton, skeleton->inner_of[job->skin->joints[i]], radii[i]);
    double stray = fmin(p.bend * seconds * seconds / 8, 2 * p.most);
    margins[i] = (float)(stray + 1e-5 * p.most);  // and rounding
  }
  add_pose(job, job->from, margins, out);
  add_pose(job, job->to, margins, out);
}

static void walk(const ha_clip_bounds_job *job, const double *radii, joint_motion *joints, float *margins,
                 float out[6]) {
  double last = 0;
  for (uint32_t i = 0; i < job->binding->clip->track_count; i++)
    last = fmax(last, ha_track_last_time(job->binding->clip->tracks[i]));
  for (double time = 0; time < last;) {
    double end = fmin(next_key(job->binding->clip, time, last), time + 1 / job->fps);
    if (!(end > time)) end = nextafter(time, INFINITY);
    add_stretch(job, (stretch){time, end}, radii, joints, margins, out);
    time = end;
  }
  sample(job, last, job->from);
  for (uint32_t i = 0; i < job->skin->joint_count; i++) margins[i] = (float)(1e-5 * radii[i]);
  add_pose(job, job->from, margins, out);
}

ha_status ha_clip_bounds(const ha_clip_bounds_job *job, float out[6]) {
  const ha_skin *skin = job->skin;
  size_t size = 0, radii = ha_carve(&size, skin->joint_count, sizeof(double));
  size_t joints = ha_carve(&size, skin->skeleton->joint_count, sizeof(joint_motion));
  size_t margins = ha_carve(&size, skin->joint_count, sizeof(float));
  char *block = ha_block_create(NULL, size);
  if (block == NULL) return ha_fail(HA_NO_MEMORY, "no memory for the bounds of a clip");
  for (uint32_t i = 0; i < skin->joint_count; i++) ((double *)(block + radii))[i] = radius_of(skin, i);
  ha_box_clear(out);
  walk(job, (double *)(block + radii), (joint_motion *)(block + joints), (float *)(block + margins), out);
  if (ha_box_is_empty(out)) memset(out, 0, 6 * sizeof(float));
  ha_block_destroy(block);
  return HA_OK;
}
