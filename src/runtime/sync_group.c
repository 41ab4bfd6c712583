#include "runtime/sync_group.h"

#include <float.h>
#include <math.h>

// Makes room for one more member.
static int reserve(ha_sync_group *group) {
  ha_allocator allocator = ha_block_allocator(group);
  size_t count = (size_t)group->count + 1;
  return ha_block_reserve(&group->members, count * sizeof *group->members, &allocator) &&
         ha_block_reserve(&group->motions, count * sizeof *group->motions, &allocator) &&
         ha_block_reserve(&group->weights, count * sizeof *group->weights, &allocator);
}

ha_status ha_sync_group_create(ha_sync mode, const ha_allocator *allocator, ha_sync_group **out) {
  ha_sync_group *group = ha_block_create(allocator, sizeof *group);
  if (group == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a sync group");
  *group = (ha_sync_group){.mode = mode, .rate = 1};
  *out = group;
  return HA_OK;
}

static void set_free(ha_sync_member *member) {
  member->player->in_group = 0;
  member->player->outer_weight = 1;
}

void ha_sync_group_destroy(ha_sync_group *group) {
  if (group == NULL) return;
  for (uint32_t i = 0; i < group->count; i++) set_free(&group->members[i]);
  ha_block_destroy(group->members);
  ha_block_destroy(group->motions);
  ha_block_destroy(group->weights);
  ha_block_destroy(group);
}

// --- phases ---

// The `n`-th marker of that name, from 0; its index or the count.
static uint32_t find_marker(const ha_markers *markers, const ha_marker *wanted, uint32_t n) {
  for (uint32_t i = 0; i < markers->count; i++) {
    ha_text name = {markers->list[i].name, markers->list[i].name_length};
    if (ha_text_equal(name, (ha_text){wanted->name, wanted->name_length}) && n-- == 0) return i;
  }
  return markers->count;
}

static uint32_t occurrence(const ha_markers *markers, uint32_t index) {
  uint32_t n = 0;
  while (find_marker(markers, &markers->list[index], n) != index) n++;
  return n;
}

// Pairs the markers that both have, as far as they follow each other in one turn of both cycles.
static void map_markers(const ha_markers *group, const ha_markers *member, ha_phase_map *out) {
  out->count = 0;
  for (uint32_t i = 0; i < group->count && out->count < HA_MAX_SHARED_MARKERS; i++) {
    uint32_t found = find_marker(member, &group->list[i], occurrence(group, i));
    if (found == member->count) continue;
    double phase = member->list[found].phase;
    uint32_t n = out->count;
    if (n > 0) {
      while (phase < out->member[n - 1]) phase += 1;
      if (phase == out->member[n - 1] || phase >= out->member[0] + 1) continue;
    }
    out->group[n] = group->list[i].phase;
    out->member[n] = phase;
    out->count++;
  }
}

// Linear between the pairs, and over the end of the cycle to the first pair again.
static double map_phase(const ha_phase_map *map, double phase) {
  uint32_t n = map->count;
  if (n == 0) return phase;
  uint32_t before = n;  // the pair at or before the phase, or n: the last one of the cycle before
  while (before > 0 && map->group[before - 1] > phase) before--;
  double turn = before == 0 ? -1 : 0;
  uint32_t a = before == 0 ? n - 1 : before - 1, b = (a + 1) % n;
  double from = map->group[a] + turn, to = map->group[b] + (b <= a ? turn + 1 : turn);
  double at_from = map->member[a] + turn, at_to = map->member[b] + (b <= a ? turn + 1 : turn);
  return at_from + (at_to - at_from) * ((phase - from) / (to - from));
}

static const ha_player *leading_player(const ha_sync_group *group) {
  for (uint32_t i = 0; i < group->count; i++)
    if (group->members[i].player->clip->markers.count > 0) return group->members[i].player;
  return NULL;
}

static uint32_t markers_now(const ha_sync_group *group) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < group->count; i++) sum += group->members[i].player->clip->markers.revision;
  return sum;
}

static void map_members(ha_sync_group *group, const ha_markers *leading) {
  for (uint32_t i = 0; i < group->count; i++) {
    ha_sync_member *member = &group->members[i];
    member->map.count = 0;
    if (leading != NULL && leading != &member->player->clip->markers)
      map_markers(leading, &member->player->clip->markers, &member->map);
  }
}

// Where a member stands at the group's phase. The end of a pass is kept apart from the start of the next one.
static ha_position place_of(const ha_sync_group *group, const ha_sync_member *member) {
  double phase = map_phase(&member->map, group->phase.time), turns = floor(phase);
  if (phase == turns && turns > 0 && group->phase.time > 0) turns -= 1;
  ha_timeline timeline = ha_player_timeline(member->player);
  return (ha_position){group->phase.pass + member->pass_offset + (int64_t)turns,
                       ha_timeline_time(&timeline, phase - turns)};
}

// Maps the markers anew. A new leader takes over where it stands, so that nobody jumps.
static void remap(ha_sync_group *group) {
  const ha_player *leader = group->mode == HA_SYNC_MARKERS ? leading_player(group) : NULL;
  map_members(group, leader == NULL ? NULL : &leader->clip->markers);
  if (leader != NULL && group->leader != NULL && leader != group->leader) {
    group->phase.time = ha_player_phase(leader);
    group->carry = 0;
    for (uint32_t i = 0; i < group->count; i++) {
      ha_sync_member *member = &group->members[i];
      member->pass_offset += member->player->at.position.pass - place_of(group, member).pass;
    }
  }
  group->leader = leader;
  group->markers_seen = markers_now(group);
}

// Whether a player stands at a place, but for what phases round.
static int is_at(const ha_player *player, ha_position place) {
  double off = fabs(player->at.position.time - place.time);
  return player->at.position.pass == place.pass && off <= 4 * DBL_EPSILON * ha_player_timeline(player).to;
}

// Members that were elsewhere (paused, played anew, restored, edited) come to their place without events.
static void gather(ha_sync_group *group) {
  for (uint32_t i = 0; i < group->count; i++) {
    ha_player *player = group->members[i].player;
    ha_position place = place_of(group, &group->members[i]);
    if (player->state == HA_PLAYING && !is_at(player, place)) ha_player_place(player, place, 0, 1);
  }
}

// --- members ---

static void start_with(ha_sync_group *group, const ha_player *first) {
  group->phase = (ha_position){0, ha_player_phase(first)};
  group->carry = 0;
  group->has_moved = 0;
}

ha_status ha_sync_group_add(ha_sync_group *group, ha_player *player, double weight) {
  HA_ASSERT(player->clock == NULL && !player->in_group && player->wrap == HA_WRAP_LOOP && weight >= 0);
  if (!reserve(group)) return ha_fail(HA_NO_MEMORY, "no memory for a member of a sync group");
  if (player->state == HA_STOPPED) ha_player_play(player);
  if (group->count == 0) start_with(group, player);
  ha_sync_member *member = &group->members[group->count++];
  *member = (ha_sync_member){.player = player};
  player->in_group = 1;
  player->outer_weight = weight;
  remap(group);
  member->pass_offset = player->at.position.pass - place_of(group, member).pass;
  if (group->has_moved || !is_at(player, place_of(group, member)))
    ha_player_place(player, place_of(group, member), 0, 1);
  ha_player_forget_move(player);
  return HA_OK;
}

void ha_sync_group_remove(ha_sync_group *group, uint32_t index) {
  HA_ASSERT(index < group->count);
  set_free(&group->members[index]);
  for (uint32_t i = index + 1; i < group->count; i++) group->members[i - 1] = group->members[i];
  group->count--;
  remap(group);
}

void ha_sync_group_set_weight(ha_sync_group *group, uint32_t index, double weight) {
  HA_ASSERT(index < group->count && weight >= 0);
  group->members[index].player->outer_weight = weight;
}

// --- moving ---

// As a part of the heaviest one; where all weigh nothing, all the same.
static double relative_weight(const ha_player *player, double heaviest) {
  return heaviest > 0 ? ha_player_weight(player) / heaviest : 1;
}

double ha_sync_group_length(const ha_sync_group *group) {
  if (group->count == 0) return 0;
  double heaviest = 0, sum = 0, total = 0;
  for (uint32_t i = 0; i < group->count; i++)
    heaviest = fmax(heaviest, ha_player_weight(group->members[i].player));
  for (uint32_t i = 0; i < group->count; i++) {
    const ha_player *player = group->members[i].player;
    double weight = relative_weight(player, heaviest);
    sum += weight * ha_player_timeline(player).length;
    total += weight;
  }
  return fmin(sum, DBL_MAX) / total;
}

void ha_sync_group_advance(ha_sync_group *group, double dt) {
  if (markers_now(group) != group->markers_seen) remap(group);
  gather(group);
  double length = ha_sync_group_length(group);
  ha_timeline cycle = ha_timeline_make(0, 1, HA_WRAP_LOOP, 0, 0);
  if (length > 0)
    ha_timeline_move(&cycle, &group->phase, &group->carry, ha_bounded_time(dt * group->rate / length));
  for (uint32_t i = 0; i < group->count; i++) {
    ha_player *player = group->members[i].player;
    if (player->state == HA_PLAYING)
      ha_player_place(player, place_of(group, &group->members[i]), dt, 0);
    else
      ha_player_forget_move(player);
  }
  group->has_moved = 1;
}

void ha_sync_group_seek(ha_sync_group *group, double phase) {
  if (markers_now(group) != group->markers_seen) remap(group);
  group->phase.time = phase;
  group->carry = 0;
  group->has_moved = 1;
  for (uint32_t i = 0; i < group->count; i++)
    ha_player_place(group->members[i].player, place_of(group, &group->members[i]), 0, 1);
}

ha_motion ha_sync_group_root_motion(ha_sync_group *group) {
  for (uint32_t i = 0; i < group->count; i++) {
    const ha_player *player = group->members[i].player;
    group->weights[i] = ha_player_weight(player);
    group->motions[i] = group->weights[i] > 0 ? ha_root_motion(player) : HA_NO_MOTION;
  }
  return ha_motion_blend(group->motions, group->weights, group->count);
}
