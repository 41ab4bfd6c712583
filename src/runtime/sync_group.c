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

void ha_sync_group_remove_all(ha_sync_group *group) {
  for (uint32_t i = 0; i < group->count; i++) set_free(&group->members[i]);
  group->count = 0;
  group->source = NULL;
  ha_markers_clear(&group->markers);
}

void ha_sync_group_destroy(ha_sync_group *group) {
  if (group == NULL) return;
  ha_sync_group_remove_all(group);
  ha_block_destroy(group->members);
  ha_block_destroy(group->motions);
  ha_block_destroy(group->weights);
  ha_block_destroy(group);
}

// --- markers ---

// The phase of a marker in the player's range; < 0 outside.
static double marker_phase(const ha_player *player, const ha_marker *marker) {
  if (player->range_to < 0) return marker->phase;
  double within = marker->phase * ha_clip_duration(player->clip) - player->range_from;
  double phase = within / (player->range_to - player->range_from);
  return phase >= 0 && phase < 1 ? phase : -1;
}

static int has_markers(const ha_player *player) {
  const ha_markers *markers = &player->clip->markers;
  for (uint32_t i = 0; i < markers->count; i++)
    if (marker_phase(player, &markers->list[i]) >= 0) return 1;
  return 0;
}

static ha_status copy_markers(const ha_player *player, const ha_allocator *allocator, ha_markers *out) {
  const ha_markers *markers = &player->clip->markers;
  ha_marker_desc *descs = ha_block_create(allocator, markers->count * sizeof *descs);
  if (descs == NULL) return ha_fail(HA_NO_MEMORY, "no memory for %u markers", markers->count);
  uint32_t count = 0;
  double last = -1;
  for (uint32_t i = 0; i < markers->count; i++) {
    const ha_marker *marker = &markers->list[i];
    double phase = marker_phase(player, marker);
    if (!(phase > last)) continue;  // outside, or where rounding makes two one
    descs[count++] = (ha_marker_desc){{marker->name, marker->name_length}, last = phase};
  }
  ha_status status = ha_markers_set(out, descs, count, allocator);
  ha_block_destroy(descs);
  return status;
}

static const ha_player *find_marked(const ha_sync_group *group) {
  for (uint32_t i = 0; i < group->count; i++)
    if (has_markers(group->members[i].player)) return group->members[i].player;
  return NULL;
}

// The markers of the group stay when their source has left, as long as anybody has markers.
static int keeps_markers(const ha_sync_group *group) {
  return group->source == NULL && group->markers.count > 0 && find_marked(group) != NULL;
}

static int has_changed(const ha_sync_member *member) {
  const ha_clip *clip = member->player->clip;
  return member->markers_seen != clip->markers.revision || member->duration_seen != ha_clip_duration(clip);
}

static int is_stale(const ha_sync_group *group, const ha_sync_member *member) {
  return has_changed(member) || member->group_markers_seen != group->markers.revision;
}

// Takes the markers of the group anew from their source, or finds one.
static ha_status refresh_markers(ha_sync_group *group) {
  for (uint32_t i = 0; i < group->count; i++)
    if (group->members[i].player == group->source && !has_changed(&group->members[i])) return HA_OK;
  if (keeps_markers(group)) return HA_OK;
  const ha_player *source = group->source;
  if (source == NULL || !has_markers(source)) source = find_marked(group);
  ha_allocator allocator = ha_block_allocator(group);
  ha_status status = HA_OK;
  if (source != NULL)
    status = copy_markers(source, &allocator, &group->markers);
  else if (group->markers.count > 0)
    ha_markers_clear(&group->markers);
  if (status == HA_OK) group->source = source;
  return status;
}

static ha_status map_member(ha_sync_group *group, ha_sync_member *member) {
  ha_player *player = member->player;
  ha_allocator allocator = ha_block_allocator(group);
  ha_markers markers = {0};
  ha_status status = copy_markers(player, &allocator, &markers);
  if (status == HA_OK) status = ha_phase_map_set(&player->map, &group->markers, &markers, &allocator);
  ha_markers_clear(&markers);
  if (status != HA_OK) return status;
  member->markers_seen = player->clip->markers.revision;
  member->group_markers_seen = group->markers.revision;
  member->duration_seen = ha_clip_duration(player->clip);
  player->map.pass_offset = player->at.position.pass - ha_player_place(player, group->phase).pass;
  return HA_OK;
}

ha_status ha_sync_group_refresh(ha_sync_group *group) {
  uint32_t stale = 0;
  for (uint32_t i = 0; i < group->count; i++) stale += (uint32_t)is_stale(group, &group->members[i]);
  if (stale == 0) return HA_OK;
  ha_status status = group->mode == HA_SYNC_MARKERS ? refresh_markers(group) : HA_OK;
  for (uint32_t i = 0; i < group->count && status == HA_OK; i++)
    if (is_stale(group, &group->members[i])) status = map_member(group, &group->members[i]);
  return status;
}

ha_status ha_sync_group_restore_markers(ha_sync_group *group, uint32_t source, const ha_marker_desc *left,
                                        uint32_t left_count) {
  if (source != HA_NO_INDEX) {
    HA_ASSERT(source < group->count);
    if (group->source == group->members[source].player) return HA_OK;
    group->source = group->members[source].player;
    group->members[source].duration_seen = -1;
  } else if (left_count > 0) {
    ha_allocator allocator = ha_block_allocator(group);
    ha_status status = ha_markers_set(&group->markers, left, left_count, &allocator);
    if (status != HA_OK) return status;
    group->source = NULL;
  }
  return ha_sync_group_refresh(group);
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
    ha_position place = ha_player_place(player, group->phase);
    if (player->state == HA_PLAYING && !is_at(player, place)) ha_player_put(player, place);
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
  group->members[group->count++] = (ha_sync_member){.player = player, .duration_seen = -1};
  player->in_group = 1;
  player->outer_weight = weight;
  ha_status status = ha_sync_group_refresh(group);
  if (status != HA_OK) {
    ha_sync_group_remove(group, group->count - 1);
    return status;
  }
  ha_position place = ha_player_place(player, group->phase);
  if (group->has_moved || !is_at(player, place)) ha_player_put(player, place);
  ha_player_forget_move(player);
  return HA_OK;
}

void ha_sync_group_remove(ha_sync_group *group, uint32_t index) {
  HA_ASSERT(index < group->count);
  if (group->members[index].player == group->source) group->source = NULL;
  set_free(&group->members[index]);
  for (uint32_t i = index + 1; i < group->count; i++) group->members[i - 1] = group->members[i];
  group->count--;
  if (group->source == NULL && !keeps_markers(group)) ha_markers_clear(&group->markers);
}

void ha_sync_group_set_weight(ha_sync_group *group, uint32_t index, double weight) {
  HA_ASSERT(index < group->count && weight >= 0);
  group->members[index].player->outer_weight = weight;
}

// --- moving ---

double ha_sync_group_length(ha_sync_group *group) {
  if (group->count == 0) return 0;
  double heaviest = 0, sum = 0, total = 0;
  for (uint32_t i = 0; i < group->count; i++) {
    double weight = group->weights[i] = ha_player_weight(group->members[i].player);
    if (weight > heaviest) heaviest = weight;
  }
  for (uint32_t i = 0; i < group->count; i++) {
    const ha_player *player = group->members[i].player;
    // As a part of the heaviest one; where all weigh nothing, all the same.
    double weight = heaviest > 0 ? group->weights[i] / heaviest : 1;
    sum += weight * ha_phase_map_turns(&player->map) * ha_player_timeline(player).length;
    total += weight;
  }
  return fmin(sum, DBL_MAX) / total;
}

void ha_sync_group_advance(ha_sync_group *group, double dt) {
  gather(group);
  double length = ha_sync_group_length(group);
  ha_timeline cycle = ha_timeline_make(0, 1, HA_WRAP_LOOP, 0, 0);
  ha_position from = group->phase;
  if (length > 0)
    ha_timeline_move(&cycle, &group->phase, &group->carry, ha_bounded_time(dt * group->rate / length));
  double pace = dt != 0 ? ha_timeline_distance(&cycle, from, group->phase) / dt : 0;
  for (uint32_t i = 0; i < group->count; i++) {
    ha_player *player = group->members[i].player;
    if (player->state == HA_PLAYING)
      ha_player_follow(player, group->phase, dt, pace);
    else
      ha_player_forget_move(player);
  }
  group->has_moved = 1;
}

void ha_sync_group_seek(ha_sync_group *group, double phase) {
  group->phase.time = phase;
  group->carry = 0;
  group->has_moved = 1;
  for (uint32_t i = 0; i < group->count; i++) {
    ha_player *player = group->members[i].player;
    ha_player_put(player, ha_player_place(player, group->phase));
  }
}

ha_motion ha_sync_group_root_motion(ha_sync_group *group) {
  for (uint32_t i = 0; i < group->count; i++) {
    const ha_player *player = group->members[i].player;
    group->weights[i] = ha_player_weight(player);
    group->motions[i] = group->weights[i] > 0 ? ha_root_motion(player) : HA_NO_MOTION;
  }
  return ha_motion_blend(group->motions, group->weights, group->count);
}
