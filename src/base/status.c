#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char last_text[512];

const char *ha_status_name(ha_status status) {
  static const char *const names[HA_STATUS_COUNT] = {
      [HA_OK] = "ok",
      [HA_NO_MEMORY] = "no_memory",
      [HA_BAD_KEY_TIME] = "bad_key_time",
      [HA_BAD_VALUE] = "bad_value",
      [HA_BAD_COUNT] = "bad_count",
      [HA_BAD_PARENT] = "bad_parent",
      [HA_BAD_DATA] = "bad_data",
      [HA_TOO_LARGE] = "too_large",
      [HA_NOT_FOUND] = "not_found",
      [HA_UNSUPPORTED] = "unsupported",
  };
  return (unsigned)status < HA_STATUS_COUNT ? names[status] : "unknown";
}

ha_status ha_fail(ha_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(last_text, sizeof last_text, format, arguments);
  va_end(arguments);
  return status;
}

const char *ha_error_text(void) { return last_text; }
