// Events and sync markers of a clip: metachannels beside its tracks.
#ifndef HELIOANIM_DATA_EVENTS_H
#define HELIOANIM_DATA_EVENTS_H

#include "base/names.h"

typedef struct ha_event {
  double time;  // clip seconds, >= 0
  uint32_t id;  // never used twice in a list: what a caller hangs a payload on
  char *name;   // NUL-terminated
  size_t name_length;
} ha_event;

// Sorted by time; events of one time keep the order in which they were added.
typedef struct ha_events {
  ha_event *list;
  uint32_t count;
  uint32_t next_id;
  uint32_t revision;  // grows with every change: who walks the list looks at it
} ha_events;

// Adds an event. All or nothing. Errors: HA_BAD_VALUE (time negative or not finite), HA_NO_MEMORY.
ha_status ha_events_add(ha_events *events, double time, ha_text name, const ha_allocator *allocator,
                        uint32_t *out_id);
// Removes the event of that id; returns 0 where there is none.
int ha_events_remove(ha_events *events, uint32_t id);
void ha_events_clear(ha_events *events);

// The index of the first event that does not come before (time, id), events of one time being ordered by ids;
// count where there is none. id 0: the first at or after the time; HA_BEYOND_IDS: the first after it.
#define HA_BEYOND_IDS UINT64_MAX
uint32_t ha_events_first(const ha_events *events, double time, uint64_t id);

// A marker names a place of a cycle, such as a foot touching ground, so that clips can be kept in step.
typedef struct ha_marker {
  double phase;  // [0, 1)
  char *name;
  size_t name_length;
} ha_marker;

typedef struct ha_markers {
  ha_marker *list;  // phases increase
  uint32_t count;
  uint32_t revision;  // grows with every change
} ha_markers;

typedef struct ha_marker_desc {
  ha_text name;
  double phase;
} ha_marker_desc;

// Replaces the list; names may repeat. Errors: HA_BAD_VALUE (a phase outside [0, 1) or not increasing),
// HA_NO_MEMORY; the old list then stays.
ha_status ha_markers_set(ha_markers *markers, const ha_marker_desc *descs, uint32_t count,
                         const ha_allocator *allocator);
void ha_markers_clear(ha_markers *markers);

#endif
