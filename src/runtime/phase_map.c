#include "runtime/phase_map.h"

#include <math.h>

// --- which markers meet ---

// The markers of a cycle that the other one has too.
typedef struct cycle {
  uint32_t count;
  double *phases;
  uint32_t *ids;  // equal for equal names
} cycle;

typedef struct matching {
  cycle group, member;
  uint32_t *last;   // [ids] the last place of an id in a turn of the member
  uint32_t *pairs;  // [group.count] the member's marker that each one of the group meets
} matching;

// Whether the cycles, repeated without end, tell the same names when the member's begins at `shift`. Two
// periodic sequences that agree for the sum of their periods agree for ever (N. Fine, H. Wilf, 1965).
static int runs_along(const matching *m, uint32_t shift) {
  for (uint32_t i = 0; i < m->group.count + m->member.count; i++)
    if (m->group.ids[i % m->group.count] != m->member.ids[(i + shift) % m->member.count]) return 0;
  return 1;
}

// Pairs markers in one turn of both, the member's beginning at `start`: each one of the group with the next
// of its name, if there is one left. Returns how many.
static uint32_t pair_up(const matching *m, uint32_t start) {
  uint32_t count = 0, next = 0, turn = m->member.count;
  for (uint32_t k = 0; k < turn; k++) m->last[m->member.ids[(start + k) % turn]] = k;
  for (uint32_t i = 0; i < m->group.count; i++) {
    m->pairs[i] = HA_NO_INDEX;
    if (next > m->last[m->group.ids[i]]) continue;
    while (m->member.ids[(start + next) % turn] != m->group.ids[i]) next++;
    m->pairs[i] = (start + next++) % turn;
    count++;
  }
  return count;
}

static uint32_t find_best_start(const matching *m) {
  uint32_t best = 0, most = 0;
  for (uint32_t start = 0; start < m->member.count; start++) {
    uint32_t count = pair_up(m, start);
    if (count > most) {
      most = count;
      best = start;
    }
  }
  return best;
}

// Keeps the markers that are in pairs alone. Returns the shift.
static uint32_t keep_pairs(matching *m) {
  uint32_t count = 0, before_turn = 0;  // pairs before the member's cycle begins anew
  for (uint32_t i = 0; i < m->group.count; i++) {
    if (m->pairs[i] == HA_NO_INDEX) continue;
    if (count > 0 && m->pairs[i] < m->pairs[count - 1]) before_turn = count;
    m->group.phases[count] = m->group.phases[i];
    m->pairs[count++] = m->pairs[i];
  }
  uint32_t shift = before_turn == 0 ? 0 : count - before_turn;
  // Phases of the member are read in increasing order: none is overwritten before.
  for (uint32_t i = 0; i < count; i++)
    m->member.phases[i] = m->member.phases[m->pairs[(i + before_turn) % count]];
  m->group.count = m->member.count = count;
  return shift;
}

static uint32_t match(matching *m) {
  for (uint32_t shift = 0; shift < m->member.count; shift++)
    if (runs_along(m, shift)) return shift;
  pair_up(m, find_best_start(m));
  return keep_pairs(m);
}

// --- making a map ---

static ha_text name_of(const ha_marker *marker) { return (ha_text){marker->name, marker->name_length}; }

static ha_status list_names(const ha_markers *markers, const ha_allocator *allocator, ha_names **out) {
  ha_status status = ha_names_create(allocator, out);
  uint32_t index;
  for (uint32_t i = 0; i < markers->count && status == HA_OK; i++)
    status = ha_names_add(*out, name_of(&markers->list[i]), &index);
  return status;
}

static void add_marker(cycle *to, double phase, uint32_t id) {
  to->phases[to->count] = phase;
  to->ids[to->count++] = id;
}

// Gathers what both cycles have; `names` are the group's.
static void gather(matching *m, const ha_markers *group, const ha_markers *member, const ha_names *names) {
  for (uint32_t i = 0; i < group->count; i++) m->last[i] = HA_NO_INDEX;
  for (uint32_t i = 0; i < member->count; i++) {
    uint32_t id = ha_names_find(names, name_of(&member->list[i]));
    if (id == HA_NO_INDEX) continue;
    add_marker(&m->member, member->list[i].phase, id);
    m->last[id] = i;
  }
  for (uint32_t i = 0; i < group->count; i++) {
    uint32_t id = ha_names_find(names, name_of(&group->list[i]));
    if (m->last[id] != HA_NO_INDEX) add_marker(&m->group, group->list[i].phase, id);
  }
}

ha_status ha_phase_map_set(ha_phase_map *map, const ha_markers *group, const ha_markers *member,
                           const ha_allocator *allocator) {
  size_t both = (size_t)group->count + member->count;
  ha_names *names = NULL;
  ha_status status = list_names(group, allocator, &names);
  double *phases = ha_block_create(allocator, both * sizeof *phases);
  uint32_t *scratch = ha_block_create(allocator, (both + 2 * (size_t)group->count) * sizeof *scratch);
  if (status == HA_OK && (phases == NULL || scratch == NULL))
    status = ha_fail(HA_NO_MEMORY, "no memory for %zu markers", both);
  if (status == HA_OK) {
    matching m = {.group = {0, phases, scratch},
                  .member = {0, phases + group->count, scratch + group->count},
                  .last = scratch + both,
                  .pairs = scratch + both + group->count};
    gather(&m, group, member, names);
    uint32_t shift = m.group.count == 0 ? 0 : match(&m);
    ha_phase_map_clear(map);
    *map = (ha_phase_map){.group_count = m.group.count,
                          .member_count = m.member.count,
                          .shift = shift,
                          .group = phases,
                          .member = m.member.phases};
    phases = NULL;
  }
  ha_names_destroy(names);
  ha_block_destroy(phases);
  ha_block_destroy(scratch);
  return status;
}

void ha_phase_map_clear(ha_phase_map *map) {
  ha_block_destroy(map->group);
  *map = (ha_phase_map){0};
}

// --- following it ---

typedef struct marker_place {
  int64_t pass;
  uint32_t index;
} marker_place;

static int64_t divide_down(int64_t a, uint32_t b) { return a / b - (a % b < 0); }

// Where marker `index` + `shift` of a pass lies, counted without end, when cycles of `from` markers are
// followed by cycles of `to`. Far beyond HA_MOST_PASSES it stays there.
static marker_place meet(int64_t pass, uint32_t index, int64_t shift, uint32_t from, uint32_t to) {
  int64_t turns = divide_down(pass, to), most = (int64_t)HA_MOST_PASSES / from;
  int64_t left = (pass - turns * to) * from + index + shift, more = divide_down(left, to);
  turns = turns < most ? (turns > -most ? turns : -most) : most;
  return (marker_place){turns * from + more, (uint32_t)(left - more * to)};
}

// How many markers lie before a phase. A pass begins with a marker at 0; any other counts once it is passed,
// so that what arrives at a marker is at the end of the stretch before it.
static uint32_t count_before(const double *phases, uint32_t count, double phase) {
  uint32_t first = 0, end = count;
  while (first < end) {
    uint32_t middle = first + (end - first) / 2;
    if (phases[middle] < phase || (phase == 0 && phases[middle] == 0))
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

typedef struct markers_side {
  const double *phases;
  uint32_t count;
} markers_side;

static ha_position follow(markers_side from, markers_side to, int64_t shift, ha_position at) {
  // The stretch that `at` lies in, from marker to marker, over the ends of the pass.
  uint32_t next = count_before(from.phases, from.count, at.time), index = from.count - 1;
  double begin = from.phases[index] - 1, end = from.phases[0] + 1;
  if (next > 0) begin = from.phases[index = next - 1];
  if (next < from.count) end = from.phases[next];
  marker_place met = meet(next > 0 ? at.pass : at.pass - 1, index, shift, from.count, to.count);
  double to_begin = to.phases[met.index];
  double to_end = met.index + 1 < to.count ? to.phases[met.index + 1] : to.phases[0] + 1;
  double part = (at.time - begin) / (end - begin);
  double phase = part < 1 ? fmin(to_begin + (to_end - to_begin) * part, to_end) : to_end;
  if (phase > 1 || (phase == 1 && at.time == 0)) return (ha_position){met.pass + 1, phase - 1};
  return (ha_position){met.pass, phase};
}

ha_position ha_phase_map_to_member(const ha_phase_map *map, ha_position group) {
  ha_position out = group;
  if (map->group_count > 0)
    out = follow((markers_side){map->group, map->group_count}, (markers_side){map->member, map->member_count},
                 map->shift, group);
  int64_t pass = out.pass + map->pass_offset, most = (int64_t)HA_MOST_PASSES;
  out.pass = pass < most ? (pass > -most ? pass : -most) : most;
  return out;
}

ha_position ha_phase_map_to_group(const ha_phase_map *map, ha_position member) {
  member.pass -= map->pass_offset;
  if (map->group_count == 0) return member;
  return follow((markers_side){map->member, map->member_count}, (markers_side){map->group, map->group_count},
                -(int64_t)map->shift, member);
}

double ha_phase_map_turns(const ha_phase_map *map) {
  return map->group_count == 0 ? 1 : (double)map->group_count / map->member_count;
}
