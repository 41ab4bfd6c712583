#include "data/events.h"

#include <math.h>
#include <string.h>

static char *copy_name(ha_text name, const ha_allocator *allocator) {
  char *copy = ha_block_create(allocator, name.length + 1);
  if (copy != NULL && name.length > 0) memcpy(copy, name.bytes, name.length);
  return copy;
}

uint32_t ha_events_first(const ha_events *events, double time, uint64_t id) {
  uint32_t first = 0, end = events->count;
  while (first < end) {
    uint32_t middle = first + (end - first) / 2;
    const ha_event *event = &events->list[middle];
    if (event->time < time || (event->time == time && event->id < id))
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

ha_status ha_events_add(ha_events *events, double time, ha_text name, const ha_allocator *allocator,
                        uint32_t *out_id) {
  if (!isfinite(time) || time < 0) return ha_fail(HA_BAD_VALUE, "the event time must be a number from 0 on");
  char *copy = copy_name(name, allocator);
  size_t size = ((size_t)events->count + 1) * sizeof(ha_event);
  if (copy == NULL || !ha_block_reserve(&events->list, size, allocator)) {
    ha_block_destroy(copy);
    return ha_fail(HA_NO_MEMORY, "no memory for an event");
  }
  uint32_t place = ha_events_first(events, time, HA_BEYOND_IDS);
  memmove(&events->list[place + 1], &events->list[place], (events->count - place) * sizeof(ha_event));
  events->list[place] = (ha_event){time, events->next_id, copy, name.length};
  events->count++;
  events->revision++;
  *out_id = events->next_id++;
  return HA_OK;
}

int ha_events_remove(ha_events *events, uint32_t id) {
  for (uint32_t i = 0; i < events->count; i++) {
    if (events->list[i].id != id) continue;
    ha_block_destroy(events->list[i].name);
    events->count--;
    events->revision++;
    memmove(&events->list[i], &events->list[i + 1], (events->count - i) * sizeof(ha_event));
    return 1;
  }
  return 0;
}

void ha_events_clear(ha_events *events) {
  for (uint32_t i = 0; i < events->count; i++) ha_block_destroy(events->list[i].name);
  ha_block_destroy(events->list);
  events->list = NULL;
  events->count = 0;
}

static ha_status check_markers(const ha_marker_desc *descs, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!(descs[i].phase >= 0 && descs[i].phase < 1))
      return ha_fail(HA_BAD_VALUE, "marker %u: a phase from 0 to below 1 expected", i + 1);
    if (i > 0 && !(descs[i].phase > descs[i - 1].phase))
      return ha_fail(HA_BAD_VALUE, "marker %u: its phase does not increase", i + 1);
  }
  return HA_OK;
}

ha_status ha_markers_set(ha_markers *markers, const ha_marker_desc *descs, uint32_t count,
                         const ha_allocator *allocator) {
  ha_status status = check_markers(descs, count);
  if (status != HA_OK) return status;
  ha_markers made = {.list = ha_block_create(allocator, count * sizeof(ha_marker))};
  for (; made.list != NULL && made.count < count; made.count++) {
    char *name = copy_name(descs[made.count].name, allocator);
    if (name == NULL) break;
    made.list[made.count] = (ha_marker){descs[made.count].phase, name, descs[made.count].name.length};
  }
  if (made.list == NULL || made.count < count) {
    ha_markers_clear(&made);
    return ha_fail(HA_NO_MEMORY, "no memory for %u markers", count);
  }
  made.revision = markers->revision + 1;
  ha_markers_clear(markers);
  *markers = made;
  return HA_OK;
}

void ha_markers_clear(ha_markers *markers) {
  for (uint32_t i = 0; i < markers->count; i++) ha_block_destroy(markers->list[i].name);
  ha_block_destroy(markers->list);
  *markers = (ha_markers){.revision = markers->revision + 1};
}
