// Saving players: what changes while one plays, for save games and rollback.
#ifndef HELIOANIM_RUNTIME_PLAYER_SAVE_H
#define HELIOANIM_RUNTIME_PLAYER_SAVE_H

#include "base/status.h"
#include "runtime/player.h"

// Plain bytes without padding, equal for equal states, in this machine's order. Neither the clip, the range
// and the root, which do not change, nor what others say: the clock's time, the weight in a group.
typedef struct ha_saved_player {
  char magic[8];
  int64_t loops, first_pass, pass, loop_notices;
  double rate, weight, threshold, fade_in, fade_out, fade_span[2];
  double time, carry, age, overrun, stop_age;
  uint32_t wrap, on_end, event_limit, state, flags, finish_notices;
} ha_saved_player;

void ha_player_save(const ha_player *player, ha_saved_player *out);
// The last move is forgotten; a clock is followed from where it is now. Errors: HA_BAD_VALUE (bytes that no
// player saved; a play with an end for a member of a sync group); the player then stays as it was.
ha_status ha_player_restore(ha_player *player, const ha_saved_player *saved);

#endif
