// The events of a player's last move, one after the other in the order of travel. Computed from the move, so
// any number of walks may run, each with its own struct. The clip's events must not change meanwhile (see
// their revision).
#ifndef HELIOANIM_RUNTIME_EVENT_WALK_H
#define HELIOANIM_RUNTIME_EVENT_WALK_H

#include "runtime/player.h"

typedef struct ha_event_walk {
  const ha_player *player;
  ha_move move;   // of its own: the player may move on, or play again, meanwhile
  int64_t pass;   // being walked
  uint32_t next;  // events of this pass that are left: [next, end), or backwards
  uint32_t end;
  int descending;
  uint32_t left;  // that may still be delivered
  int is_over;
} ha_event_walk;

typedef struct ha_event_hit {
  const ha_event *event;
  double lateness;  // clock seconds between the event and the end of the move
} ha_event_hit;

void ha_event_walk_start(const ha_player *player, ha_event_walk *walk);
// Returns 0 when there are no more.
int ha_event_walk_next(ha_event_walk *walk, ha_event_hit *out);

// All events of the last move, muted or beyond the limit or not; what exceeds event_limit is not delivered.
double ha_event_count(const ha_player *player);

#endif
