// Sync group: players that keep in step by one shared phase.
//
// The group stands at a phase of a common cycle; advancing moves it by dt / length, where length is the mean
// of what a cycle takes its members, weighted by their weights (all 0: the plain mean). A member weighs what
// ha_player_weight says: its own weight times the group's and its fades, nothing once it has stopped. Every
// member is placed where that phase is in its own clip: at the same phase, or, by markers, where its phase
// map says. Members of weight 0 keep up, so that a weight may come and go without a jump.
//
// The markers of the cycle are those of the first member that had some. They stay when it leaves, as long as
// any member has markers, so that who comes or goes moves nobody else.
#ifndef HELIOANIM_RUNTIME_SYNC_GROUP_H
#define HELIOANIM_RUNTIME_SYNC_GROUP_H

#include "runtime/player.h"
#include "runtime/root_motion.h"

typedef enum ha_sync { HA_SYNC_PHASE, HA_SYNC_MARKERS } ha_sync;

typedef struct ha_sync_member {
  ha_player *player;  // its outer weight is the one in the group
  // What its phase map was made of.
  uint32_t markers_seen;        // revision of its clip's markers
  uint32_t group_markers_seen;  // revision of the group's
  double duration_seen;         // of its clip; < 0: not mapped yet
} ha_sync_member;

typedef struct ha_sync_group {
  ha_sync mode;
  double rate;
  ha_position phase;        // the phase of the cycle, in [0, 1], is its time
  double carry;             // what rounding left over
  int has_moved;            // since its first member came: who joins before starts together with it
  ha_markers markers;       // of the cycle; none: all members have its phase
  const ha_player *source;  // the member that they come from; NULL once it has left
  uint32_t count;
  ha_sync_member *members;
  ha_motion *motions;  // what the members move and weigh, while means are taken
  double *weights;
} ha_sync_group;

ha_status ha_sync_group_create(ha_sync mode, const ha_allocator *allocator, ha_sync_group **out);
// Members are set free where they stand.
void ha_sync_group_destroy(ha_sync_group *group);  // NULL is allowed

// The first member brings its phase along; others are placed at the group's, without events. One that was
// told to play where the group is to start begins with it, the events there included. The player must loop,
// have no clock and be in no group (HA_ASSERT). Errors: HA_NO_MEMORY.
ha_status ha_sync_group_add(ha_sync_group *group, ha_player *player, double weight);
// Sets the member free where it stands. `index` < count.
void ha_sync_group_remove(ha_sync_group *group, uint32_t index);
void ha_sync_group_remove_all(ha_sync_group *group);
// weight >= 0
void ha_sync_group_set_weight(ha_sync_group *group, uint32_t index, double weight);

// Back to former markers of the cycle: those of member `source`, or, where that is HA_NO_INDEX, the ones of a
// member that has left; no such ones leave the group alone. Errors: HA_BAD_VALUE, HA_NO_MEMORY.
ha_status ha_sync_group_restore_markers(ha_sync_group *group, uint32_t source, const ha_marker_desc *left,
                                        uint32_t left_count);

// Takes up what was edited in the clips: their markers, their durations. Cheap where nothing was. Errors:
// HA_NO_MEMORY.
ha_status ha_sync_group_refresh(ha_sync_group *group);
// Moves all members by clock seconds, with events and root motion.
void ha_sync_group_advance(ha_sync_group *group, double dt);
// Places all members at a phase in [0, 1] of the current pass, silently.
void ha_sync_group_seek(ha_sync_group *group, double phase);

double ha_sync_group_length(ha_sync_group *group);  // seconds of a cycle now
ha_motion ha_sync_group_root_motion(ha_sync_group *group);

#endif
