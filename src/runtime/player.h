// Player: plays a clip on its own, by a clock, or as a member of a sync group.
//
// A player knows where it stands (a position on its timeline) and its last move. Events, root motion and
// lateness are computed from that move when somebody asks; there is no queue, and nothing is called back.
#ifndef HELIOANIM_RUNTIME_PLAYER_H
#define HELIOANIM_RUNTIME_PLAYER_H

#include "data/clip.h"
#include "data/events.h"
#include "runtime/clock.h"
#include "runtime/fade.h"
#include "runtime/phase_map.h"
#include "runtime/timeline.h"

// Events that one move delivers unless told otherwise; the rest is counted as dropped.
enum { HA_EVENT_LIMIT = 1000 };

// A finite play makes this many passes at most.
#define HA_MOST_LOOPS INT64_C(1000000000000000)

typedef enum ha_play_state { HA_STOPPED, HA_PLAYING, HA_PAUSED } ha_play_state;
typedef enum ha_on_end { HA_HOLD, HA_RELEASE } ha_on_end;

// From where to where a player went in one step.
typedef struct ha_move {
  ha_timeline timeline;  // as it was then
  ha_position from, to;
  int includes_from;  // the first move of a play
  int backwards;
  int is_empty;     // nothing was travelled
  double unspent;   // clock seconds left when the play ended within it
  double weight;    // of the player after the move: what its events are told with
  int is_silenced;  // muted, or too light, when it moved: that is not made up for later
  double rate;      // clip seconds a clock second, to turn distances into lateness
  // In a sync group the rate is in cycles of the group instead, since a clip may run unevenly along them.
  int in_group;
  ha_position cycle;  // where the group came to
  double seconds;     // on the clock
} ha_move;

// Where a play stands.
typedef struct ha_standing {
  ha_position position;
  double carry;    // what rounding left over
  double age;      // clock seconds since play
  double overrun;  // clock seconds beyond an end; only on a clock, which may take them back
} ha_standing;

// Where a play on a clock stood when the clock showed a time.
typedef struct ha_anchor {
  ha_standing at;
  double now, carry;  // of the clock
  double length;      // of the range: with another one the play goes on from where it is
} ha_anchor;

// Which joint moves the actor, and by what of it.
typedef struct ha_root {
  ha_text joint_name;  // borrowed
  uint32_t joint;      // file order, or HA_NO_INDEX: then the name counts
  uint8_t axes;        // bits 1, 2, 4: x, y, z of the translation
  uint8_t yaw;         // take the turn about `up`
  uint8_t up;          // 0, 1, 2: x, y, z
  uint8_t used;        // 0: no root motion
} ha_root;

typedef struct ha_player {
  const ha_clip *clip;
  // How to play.
  ha_wrap wrap;
  int64_t loops;             // 0: without end
  double rate;               // clip seconds a clock second, may be negative
  double start;              // clip seconds; < 0: the beginning, or in reverse the end
  double range_from;         // clip seconds
  double range_to;           // < 0: the clip's duration
  double fade_in, fade_out;  // clock seconds
  ha_on_end on_end;
  double weight;        // set by the user
  double outer_weight;  // set by a sync group or a node
  double threshold;     // events of a smaller weight are silenced
  int muted;
  uint32_t event_limit;  // events of one move that are delivered at most
  ha_root root;
  ha_clock *clock;   // or NULL
  int in_group;      // moved by a sync group
  ha_phase_map map;  // from the cycle of the sync group that it is or was in to its own
  // How it stands.
  ha_play_state state;
  ha_standing at;
  ha_anchor anchor;     // with a clock: what it stands at is computed from here
  uint32_t seeks_seen;  // of the clock
  double stop_age;      // age at which stop() was called, or INFINITY
  ha_fade end_fade;     // what fade_out means for the ends of a finite play
  int64_t first_pass;   // of a finite play
  int fresh;            // not moved since play: the next move includes its start
  int reversed;         // began in reverse
  int finished;
  uint32_t finish_notices;  // not told yet, HA_EVENT_LIMIT at most
  int64_t loop_notices;     // likewise
  ha_move last_move;
} ha_player;

// A stopped player with the defaults: loop without end, rate 1, hold, weight 1. The clip must outlive it.
void ha_player_init(ha_player *player, const ha_clip *clip);
// Frees what a sync group left with the player, which must be out of it. Others hold nothing.
void ha_player_release(ha_player *player);

// Starts from the start position, whatever it did before.
void ha_player_play(ha_player *player);
void ha_player_pause(ha_player *player);
void ha_player_resume(ha_player *player);
// Fades out from now on while the clip keeps running; without fade_out it stops at once.
void ha_player_stop(ha_player *player);

// Moves by clock seconds, 0 and negative included. Returns whether the player still contributes; *unspent is
// what was left when a finite play ended, negative when it ran back below its start. Not for players with a
// clock or in a group (HA_ASSERT).
int ha_player_advance(ha_player *player, double dt, double *unspent);
// Follows its clock (HA_ASSERT that it has one).
int ha_player_update(ha_player *player, double *unspent);
// Goes to a time of the clip within the current pass, with events and root motion.
void ha_player_advance_to(ha_player *player, double time);
// Goes there without either, keeping the pass. Clamped to the range.
void ha_player_seek(ha_player *player, double time);

// As a member of a sync group that is at `cycle`: where the player belongs, going there silently, and going
// there with events and root motion. `pace` is in cycles a second.
ha_position ha_player_place(const ha_player *player, ha_position cycle);
void ha_player_put(ha_player *player, ha_position position);
void ha_player_follow(ha_player *player, ha_position cycle, double dt, double pace);

// Change how it plays from here on (with a clock: from its time on), without a jump. What a clock has overrun
// is forgotten.
void ha_player_set_wrap(ha_player *player, ha_wrap wrap);
void ha_player_set_loops(ha_player *player, int64_t loops);
void ha_player_set_rate(ha_player *player, double rate);
void ha_player_set_fade_out(ha_player *player, double seconds);
// After the state was set from outside (restored): the last move is forgotten, the clock followed from now
// on.
void ha_player_forget_move(ha_player *player);

// HA_STOPPED also after the fade that stop() began, from which only a clock that is turned back returns.
ha_play_state ha_player_state(const ha_player *player);
ha_timeline ha_player_timeline(const ha_player *player);
double ha_player_time(const ha_player *player);    // clip seconds
double ha_player_phase(const ha_player *player);   // [0, 1]; 0 for a clip without length
double ha_player_weight(const ha_player *player);  // own weight, fades and outer weight together
// The same while the play is ending: what its last events are told with.
double ha_player_event_weight(const ha_player *player);
int ha_player_contributes(const ha_player *player);

#endif
