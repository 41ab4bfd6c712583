// helioanim.SyncGroup: saved and restored, alone; its players save themselves.
#include <math.h>
#include <string.h>

#include "binding/args.h"
#include "binding/lua_player.h"
#include "binding/saved.h"

// Then the members follow, and, where their source has left, the markers of the cycle, each with its name. No
// padding may hold garbage: equal states give equal strings.
typedef struct saved_group {
  char magic[8];
  int64_t pass;
  double phase, carry, rate;
  uint32_t member_count, has_moved;
  uint32_t source;  // the member whose markers the cycle has, from 1; 0: none
  uint32_t marker_count;
} saved_group;

typedef struct saved_member {
  int64_t pass_offset;
  double weight;
} saved_member;

typedef struct saved_marker {
  double phase;
  uint64_t name_length;
} saved_marker;

static const char saved_magic[8] = "hasync2";

static uint32_t source_of(const ha_sync_group *group) {
  for (uint32_t i = 0; i < group->count; i++)
    if (group->members[i].player == group->source) return i + 1;
  return 0;
}

static saved_group head_of(const ha_sync_group *group) {
  saved_group head = {.pass = group->phase.pass,
                      .phase = group->phase.time,
                      .carry = group->carry,
                      .rate = group->rate,
                      .member_count = group->count,
                      .has_moved = (uint32_t)group->has_moved,
                      .source = source_of(group)};
  if (head.source == 0) head.marker_count = group->markers.count;
  memcpy(head.magic, saved_magic, sizeof head.magic);
  return head;
}

// save() -> string
int sync_group_save(lua_State *L) {
  const ha_sync_group *group = check_sync_group(L, 1);
  const saved_group head = head_of(group);
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  luaL_addlstring(&out, (const char *)&head, sizeof head);
  for (uint32_t i = 0; i < group->count; i++) {
    const ha_player *player = group->members[i].player;
    saved_member member = {player->map.pass_offset, player->outer_weight};
    luaL_addlstring(&out, (const char *)&member, sizeof member);
  }
  for (uint32_t i = 0; i < head.marker_count && i < group->markers.count; i++) {
    const ha_marker *marker = &group->markers.list[i];
    saved_marker saved = {marker->phase, marker->name_length};
    luaL_addlstring(&out, (const char *)&saved, sizeof saved);
    luaL_addlstring(&out, marker->name, marker->name_length);
  }
  saved_push(&out);
  return 1;
}

// --- restore ---

static int take(ha_text *from, void *out, size_t size) {
  if (from->length < size) return 0;
  memcpy(out, from->bytes, size);
  *from = (ha_text){from->bytes + size, from->length - size};
  return 1;
}

static int is_within(int64_t pass, int64_t most) { return pass >= -most && pass <= most; }

static int take_head(ha_text *from, saved_group *head) {
  return take(from, head, sizeof *head) && memcmp(head->magic, saved_magic, sizeof saved_magic) == 0 &&
         is_within(head->pass, (int64_t)HA_MOST_PASSES) && head->phase >= 0 && head->phase <= 1 &&
         fabs(head->carry) <= 1 && isfinite(head->rate) && head->has_moved <= 1 &&
         head->source <= head->member_count && (head->source == 0 || head->marker_count == 0);
}

static int take_member(ha_text *from, saved_member *member) {
  return take(from, member, sizeof *member) && is_within(member->pass_offset, 2 * (int64_t)HA_MOST_PASSES) &&
         isfinite(member->weight) && member->weight >= 0;
}

// The name lies in the saved string.
static int take_marker(ha_text *from, ha_marker_desc *marker) {
  saved_marker saved;
  if (!take(from, &saved, sizeof saved) || saved.name_length > from->length) return 0;
  *marker = (ha_marker_desc){{from->bytes, (size_t)saved.name_length}, saved.phase};
  *from = (ha_text){from->bytes + saved.name_length, from->length - (size_t)saved.name_length};
  return 1;
}

static int has_bad_rest(ha_text rest, const saved_group *head, ha_marker_desc *markers) {
  saved_member member;
  for (uint32_t i = 0; i < head->member_count; i++)
    if (!take_member(&rest, &member)) return 1;
  for (uint32_t i = 0; i < head->marker_count; i++)
    if (!take_marker(&rest, &markers[i])) return 1;
  return rest.length > 0;
}

static void apply(ha_sync_group *group, const saved_group *head, ha_text members) {
  group->phase = (ha_position){head->pass, head->phase};
  group->carry = head->carry;
  group->rate = head->rate;
  group->has_moved = (int)head->has_moved;
  for (uint32_t i = 0; i < group->count; i++) {
    saved_member member = {0};
    take_member(&members, &member);
    group->members[i].player->map.pass_offset = member.pass_offset;
    ha_sync_group_set_weight(group, i, member.weight);
  }
}

// restore(saved) -> the group
int sync_group_restore(lua_State *L) {
  ha_text rest = saved_text(L, 2, "no saved sync group");
  saved_group head;
  if (!take_head(&rest, &head) || head.marker_count > rest.length / sizeof(saved_marker))
    return luaL_argerror(L, 2, "no saved sync group");
  ha_marker_desc *markers = NULL;  // frames that restore make no garbage: mostly there are none
  if (head.marker_count > 0) markers = lua_newuserdatauv(L, head.marker_count * sizeof *markers, 0);
  ha_sync_group *group = check_sync_group(L, 1);
  if (head.member_count != group->count) return luaL_argerror(L, 2, "the saved sync group has other members");
  if (has_bad_rest(rest, &head, markers)) return luaL_argerror(L, 2, "no saved sync group");
  uint32_t source = head.source == 0 ? HA_NO_INDEX : head.source - 1;
  class_must(L, ha_sync_group_restore_markers(group, source, markers, head.marker_count), "saved sync group");
  apply(group, &head, rest);
  return itself(L);
}
