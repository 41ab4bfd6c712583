// The public C face of helioanim: this one header.
//
// Who creates destroys. A frame allocates nothing: passes take every buffer from the caller; of the runtime
// floor only what creates an object, or adds to a sync group, needs memory. A caller's mistake stops at
// HA_ASSERT; bad data and lack of memory come back as a ha_status with a text. Assets (skeletons, clips,
// skins) may be read by many threads at once while nobody changes them; a pose belongs to one thread at a
// time.
#ifndef HELIOANIM_H
#define HELIOANIM_H

// Before the block below: in C++ these may hold templates.
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "author/clip_bounds.h"
#include "author/edit_keys.h"
#include "author/skin_weights.h"
#include "author/uniform.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/status.h"
#include "base/text.h"
#include "data/clip.h"
#include "data/clip_binding.h"
#include "data/events.h"
#include "data/mask.h"
#include "data/mirror.h"
#include "data/pose.h"
#include "data/pose_block.h"
#include "data/skeleton.h"
#include "data/skin.h"
#include "data/track.h"
#include "math/box.h"
#include "math/curve.h"
#include "math/quat.h"
#include "math/transform.h"
#include "math/vector.h"
#include "math/wrap.h"
#include "runtime/blend.h"
#include "runtime/bounds.h"
#include "runtime/clock.h"
#include "runtime/dispatch.h"
#include "runtime/event_walk.h"
#include "runtime/fade.h"
#include "runtime/ik.h"
#include "runtime/local.h"
#include "runtime/model.h"
#include "runtime/morph.h"
#include "runtime/palette.h"
#include "runtime/player.h"
#include "runtime/player_save.h"
#include "runtime/retarget.h"
#include "runtime/root_motion.h"
#include "runtime/sample.h"
#include "runtime/skinning.h"
#include "runtime/sync_group.h"
#include "runtime/timeline.h"

#ifdef __cplusplus
}
#endif

#endif
