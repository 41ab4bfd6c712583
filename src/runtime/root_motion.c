#include "runtime/root_motion.h"

#include <float.h>
#include <math.h>

#include "math/quat.h"

static float keep_finite(double value) { return (float)fmax(fmin(value, FLT_MAX), -FLT_MAX); }

// Turns a vector of any finite size: scaled down, the sums of the turn have room.
static void turn(const float rotation[4], const float v[3], float out[3]) {
  const float room = 0x1p-8f;
  float scaled[3] = {v[0] * room, v[1] * room, v[2] * room};
  ha_quat_rotate(rotation, scaled, out);
  for (int i = 0; i < 3; i++) out[i] = keep_finite((double)out[i] / room);
}

ha_motion ha_motion_compose(ha_motion a, ha_motion b) {
  ha_motion out;
  turn(a.rotation, b.translation, out.translation);
  for (int i = 0; i < 3; i++) out.translation[i] = keep_finite((double)out.translation[i] + a.translation[i]);
  ha_quat_multiply(a.rotation, b.rotation, out.rotation);
  ha_quat_normalize(out.rotation, out.rotation);
  return out;
}

ha_motion ha_motion_invert(ha_motion a) {
  ha_motion out;
  ha_quat_conjugate(a.rotation, out.rotation);
  turn(out.rotation, a.translation, out.translation);
  for (int i = 0; i < 3; i++) out.translation[i] = -out.translation[i];
  return out;
}

// a composed with itself n times, by squaring.
static ha_motion repeat(ha_motion a, int64_t n) {
  ha_motion out = HA_NO_MOTION;
  for (; n > 0; n >>= 1) {
    if (n & 1) out = ha_motion_compose(out, a);
    a = ha_motion_compose(a, a);
  }
  return out;
}

static const ha_track *find_track(const ha_player *player, ha_channel channel) {
  const ha_root *root = &player->root;
  for (uint32_t i = 0; i < player->clip->track_count; i++) {
    const ha_track *track = player->clip->tracks[i];
    if (track->channel != channel) continue;
    if (root->joint != HA_NO_INDEX && track->joint != HA_NO_INDEX) {
      if (track->joint == root->joint) return track;
    } else if (ha_text_equal(root->joint_name, ha_track_name(track))) {
      return track;
    }
  }
  return NULL;
}

// The turn about one axis that is in a rotation; the identity where that is undefined (a half-turn of swing).
static void twist(const float rotation[4], int axis, float out[4]) {
  float about[4] = {0, 0, 0, rotation[3]};
  about[axis] = rotation[axis];
  ha_quat_normalize(about, out);
}

static ha_motion share_at(const ha_player *player, double time) {
  const ha_root *root = &player->root;
  ha_motion share = HA_NO_MOTION;
  const ha_track *moves = root->axes != 0 ? find_track(player, HA_CHANNEL_TRANSLATION) : NULL;
  const ha_track *turns = root->yaw ? find_track(player, HA_CHANNEL_ROTATION) : NULL;
  float value[4];
  if (moves != NULL) {
    ha_track_sample(moves, time, value);
    for (int i = 0; i < 3; i++)
      if (root->axes >> i & 1) share.translation[i] = value[i];
  }
  if (turns != NULL) {
    ha_track_sample(turns, time, value);
    twist(value, root->up, share.rotation);
  }
  return share;
}

static ha_motion between(ha_motion a, ha_motion b) { return ha_motion_compose(ha_motion_invert(a), b); }

// From `a` forwards to `b`, which is not before it, over the seams of a loop.
static ha_motion motion_forwards(const ha_player *player, ha_position a, ha_position b) {
  const ha_timeline *timeline = &player->last_move.timeline;
  ha_motion from = share_at(player, a.time), to = share_at(player, b.time);
  int64_t seams = timeline->wrap == HA_WRAP_PINGPONG ? 0 : b.pass - a.pass;
  if (seams <= 0) return between(from, to);
  ha_motion first = share_at(player, timeline->from), last = share_at(player, timeline->to);
  ha_motion passes = repeat(between(first, last), seams - 1);
  return ha_motion_compose(ha_motion_compose(between(from, last), passes), between(first, to));
}

ha_motion ha_root_motion(const ha_player *player) {
  const ha_move *move = &player->last_move;
  if (!player->root.used || move->is_empty) return HA_NO_MOTION;
  if (!move->backwards) return motion_forwards(player, move->from, move->to);
  return ha_motion_invert(motion_forwards(player, move->to, move->from));
}

void ha_root_motion_remove(const ha_player *player, uint32_t inner, ha_pose *pose) {
  if (!player->root.used) return;
  ha_motion back = ha_motion_invert(share_at(player, ha_player_time(player)));
  uint32_t joint = pose->skeleton->file_of[inner];
  ha_transform local = ha_pose_get(pose, joint);
  ha_motion without = {{local.translation[0], local.translation[1], local.translation[2]},
                       {local.rotation[0], local.rotation[1], local.rotation[2], local.rotation[3]}};
  without = ha_motion_compose(back, without);
  if (player->root.axes != 0 || player->root.yaw)
    ha_pose_set_part(pose, joint, HA_TRANSLATION, without.translation);
  if (player->root.yaw) ha_pose_set_part(pose, joint, HA_ROTATION, without.rotation);
}

// Whether a gives the hemisphere when both weigh the same: larger |w|, |x|, |y|, |z|, as in the kernel of
// blends. Rotations that differ in signs alone go by those, q and -q being one.
static int goes_before(const float a[4], const float b[4]) {
  static const int order[4] = {3, 0, 1, 2};
  for (int i = 0; i < 4; i++)
    if (fabsf(a[order[i]]) != fabsf(b[order[i]])) return fabsf(a[order[i]]) > fabsf(b[order[i]]);
  int first = 0;
  while (first < 3 && a[order[first]] == 0) first++;
  float sign_a = copysignf(1, a[order[first]]), sign_b = copysignf(1, b[order[first]]);
  for (int i = first + 1; i < 4; i++)
    if (sign_a * a[order[i]] != sign_b * b[order[i]]) return sign_a * a[order[i]] > sign_b * b[order[i]];
  return 0;
}

// The heaviest input, whatever the order; 0 where there are none.
static uint32_t find_head(const ha_motion *motions, const double *weights, uint32_t count) {
  uint32_t head = 0;
  for (uint32_t i = 1; i < count; i++)
    if (weights[i] > weights[head] ||
        (weights[i] == weights[head] && goes_before(motions[i].rotation, motions[head].rotation)))
      head = i;
  return head;
}

ha_motion ha_motion_blend(const ha_motion *motions, const double *weights, uint32_t count) {
  uint32_t head = find_head(motions, weights, count);
  if (count == 0 || !(weights[head] > 0)) return HA_NO_MOTION;
  double total = 0, translation[3] = {0}, rotation[4] = {0};
  for (uint32_t i = 0; i < count; i++) total += weights[i] / weights[head];
  for (uint32_t i = 0; i < count; i++) {
    double share = weights[i] / weights[head] / total;
    double turned = ha_quat_dot(motions[i].rotation, motions[head].rotation) < 0 ? -share : share;
    for (int c = 0; c < 3; c++) translation[c] += share * motions[i].translation[c];
    for (int c = 0; c < 4; c++) rotation[c] += turned * motions[i].rotation[c];
  }
  ha_motion out;
  for (int c = 0; c < 3; c++) out.translation[c] = keep_finite(translation[c]);
  for (int c = 0; c < 4; c++) out.rotation[c] = (float)rotation[c];
  ha_quat_normalize(out.rotation, out.rotation);
  return out;
}
