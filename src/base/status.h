// Status codes and the text that goes with the last failure.
//
// Functions that can meet bad data or run out of memory return a `ha_status`. The text of the last
// failure belongs to the calling thread and stays until its next failure. A caller's own mistake (a NULL
// where the header forbids it, an index out of range) is not a status: HA_ASSERT stops there.
#ifndef HELIOANIM_BASE_STATUS_H
#define HELIOANIM_BASE_STATUS_H

#include <assert.h>

#define HA_ASSERT(condition) assert(condition)

#if defined(__GNUC__)
#define HA_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define HA_PRINTF(text, first)
#endif

typedef enum ha_status {
  HA_OK = 0,
  HA_NO_MEMORY,     // the allocator returned NULL
  HA_BAD_KEY_TIME,  // a key time is negative, not finite or before its predecessor
  HA_BAD_VALUE,     // a number is not finite or outside its range
  HA_BAD_COUNT,     // two counts that must agree do not
  HA_BAD_PARENT,    // a parent index is out of range or closes a cycle
  HA_BAD_DATA,      // bytes of a file contradict themselves
  HA_TOO_LARGE,     // a count above a documented limit
  HA_NOT_FOUND,     // no joint, track or value of that name or index
  HA_UNSUPPORTED,   // well formed, but this build cannot do it
  HA_STATUS_COUNT
} ha_status;

// The short name of a status, such as "bad_key_time": the `code` that Lua callers get.
const char *ha_status_name(ha_status status);

// Records a text for this thread and returns `status`, so that a check is one line:
//   return ha_fail(HA_BAD_KEY_TIME, "key time %u decreases", k + 1);
// Texts are for people: they count keys, joints and tracks from 1. What a file or a palette numbers from 0 is
// told as it stands there, and called an index.
ha_status ha_fail(ha_status status, const char *format, ...) HA_PRINTF(2, 3);

// The text of this thread's last failure; "" before the first. Valid until the next failure.
const char *ha_error_text(void);

#endif
