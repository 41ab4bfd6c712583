// Phase map: how one cycle runs along another by the sync markers that both have, a member's along its
// group's.
//
// Markers whose names the other cycle lacks do not count. When the rest tell the same names in the same order
// over and over, each marker of one meets one of the other for ever: they may begin elsewhere (L R and R L),
// and one cycle may hold several turns of the other (L R L R and L R). Otherwise each marker of the group
// meets the next of its name that is left in one turn of both, begun where most meet. Where several ways are
// as good, the group's first marker meets the first of its name. Between markers phases are linear.
#ifndef HELIOANIM_RUNTIME_PHASE_MAP_H
#define HELIOANIM_RUNTIME_PHASE_MAP_H

#include "data/events.h"
#include "runtime/timeline.h"

// Zero: the same phase.
typedef struct ha_phase_map {
  uint32_t group_count, member_count;  // markers that meet in a turn of either
  uint32_t shift;                      // the member's marker that the group's first one meets
  double *group, *member;              // their phases, increasing, in [0, 1); one block, owned
  int64_t pass_offset;  // of the member, beside what the markers say; up to 2 * HA_MOST_PASSES either way
} ha_phase_map;

// Replaces `map`; cycles that share no markers have the same phase. The pass offset is 0 then. HA_NO_MEMORY
// leaves it alone.
ha_status ha_phase_map_set(ha_phase_map *map, const ha_markers *group, const ha_markers *member,
                           const ha_allocator *allocator);
// Back to the same phase; frees what it owns.
void ha_phase_map_clear(ha_phase_map *map);

// Times of positions are phases in [0, 1] here. The end of a pass and the start of the next one stay apart.
ha_position ha_phase_map_to_member(const ha_phase_map *map, ha_position group);
ha_position ha_phase_map_to_group(const ha_phase_map *map, ha_position member);

// Turns of the member in one of the group.
double ha_phase_map_turns(const ha_phase_map *map);

#endif
