// Blending poses: everything that makes one pose out of several, eight joints at a time, with the same bits
// on every instruction set.
//
// All poses of a job belong to one skeleton and are fitted (HA_ASSERT). An output may be one of the inputs. A
// channel that an input does not touch counts as rest, or, in layers and additive poses, as absent. Rotations
// come out with unit length. Finite inputs give finite outputs.
#ifndef HELIOANIM_RUNTIME_BLEND_H
#define HELIOANIM_RUNTIME_BLEND_H

#include "data/mask.h"
#include "data/mirror.h"
#include "data/pose.h"

typedef struct ha_blend_job {
  const ha_pose *const *poses;  // [count]
  const float *weights;         // [count], finite, >= 0, of any sum
  uint32_t count;               // may be 0
  ha_pose *out;
} ha_blend_job;

// The weighted mean, independent of the order of inputs: translations, scales and values linearly; rotations
// as normalised weighted sum with every input on the hemisphere of the heaviest one (of equally heavy ones
// that of larger |w|, |x|, |y|, |z|). Touches what inputs of a weight above 0 touch. All weights 0: rest,
// nothing touched. One weight above 0: that input, bit-exact.
void ha_blend(const ha_blend_job *job);

typedef struct ha_slerp_job {
  const ha_pose *a, *b;
  float t;  // [0, 1]
  ha_pose *out;
} ha_slerp_job;

// As a blend of two, but rotations go along the exact arc, at constant speed. t 0 gives a, t 1 gives b,
// bit-exact.
void ha_slerp(const ha_slerp_job *job);

typedef struct ha_layer {
  const ha_pose *pose;
  float weight;         // [0, 1]
  const ha_mask *mask;  // NULL: all joints
} ha_layer;

typedef struct ha_layer_job {
  ha_pose *pose;  // the one below, and the output
  const ha_layer *layers;
  uint32_t count;
} ha_layer_job;

// Blends layers over a pose, channel by channel: a layer weighs weight times mask where it touches the
// channel, the pose below what is missing to 1; sums above 1 are normalised. Channels where no layer weighs
// anything stay bit-exact. Values follow their joint; named floats have none and ignore masks.
void ha_layer_poses(const ha_layer_job *job);

typedef struct ha_difference_job {
  const ha_pose *source;
  const ha_pose *reference;  // NULL: rest
  int either;                // 0: channels that the source touches; 1: that either of them touches
  ha_pose *out;
} ha_difference_job;

// An additive pose: what leads from the reference to the source. Local: rotation inverse(reference) * source,
// translation and values source - reference, scale source / reference (1 where the reference is 0). Channels
// that are not touched hold nothing: the identity.
void ha_difference(const ha_difference_job *job);

typedef struct ha_add_job {
  ha_pose *pose;            // the base, and the output
  const ha_pose *additive;  // as ha_difference makes it
  float weight;             // any finite number
  const ha_mask *mask;      // NULL: all joints
} ha_add_job;

// rotation * slerp(identity, additive, w), translation and values + w * additive, scale * lerp(1, additive,
// w). Where w is 0 or the additive pose does not touch, the base stays bit-exact. A w beyond [0, 1] goes on
// along the arc.
void ha_add(const ha_add_job *job);

typedef struct ha_mirror_job {
  const ha_pose *source;
  const ha_mirror *mirror;
  ha_pose *out;
} ha_mirror_job;

// The mirror image; what is touched goes over to the other side too.
void ha_mirror_pose(const ha_mirror_job *job);

#endif
