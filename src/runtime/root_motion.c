#include "runtime/root_motion.h"

#include "math/quat.h"

ha_motion ha_motion_compose(ha_motion a, ha_motion b) {
  ha_motion out;
  ha_quat_rotate(a.rotation, b.translation, out.translation);
  for (int i = 0; i < 3; i++) out.translation[i] += a.translation[i];
  ha_quat_multiply(a.rotation, b.rotation, out.rotation);
  ha_quat_normalize(out.rotation, out.rotation);
  return out;
}

ha_motion ha_motion_invert(ha_motion a) {
  ha_motion out;
  ha_quat_conjugate(a.rotation, out.rotation);
  ha_quat_rotate(out.rotation, a.translation, out.translation);
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

ha_motion ha_motion_blend(const ha_motion *motions, const double *weights, uint32_t count) {
  double total = 0;
  uint32_t heaviest = 0;
  for (uint32_t i = 0; i < count; i++) {
    total += weights[i];
    if (weights[i] > weights[heaviest]) heaviest = i;
  }
  if (!(total > 0)) return HA_NO_MOTION;
  ha_motion out = {{0, 0, 0}, {0, 0, 0, 0}};
  for (uint32_t i = 0; i < count; i++) {
    float weight = (float)(weights[i] / total);
    float sign = ha_quat_dot(motions[i].rotation, motions[heaviest].rotation) < 0 ? -1.0f : 1.0f;
    for (int c = 0; c < 3; c++) out.translation[c] += weight * motions[i].translation[c];
    for (int c = 0; c < 4; c++) out.rotation[c] += weight * sign * motions[i].rotation[c];
  }
  ha_quat_normalize(out.rotation, out.rotation);
  return out;
}
