#include "author/meshopt.h"

#include <string.h>

#ifdef HELIOANIM_HAS_MESHOPT
#include <meshoptimizer.h>

typedef void (*filter_fn)(void *buffer, size_t count, size_t stride);

static ha_status check_stride(const ha_meshopt *view, int allowed) {
  if (allowed) return HA_OK;
  return ha_fail(HA_BAD_DATA, "a stride of %zu does not go with %s, %s", view->stride, view->mode,
                 view->filter);
}

static ha_status find_filter(const ha_meshopt *view, filter_fn *out) {
  *out = NULL;
  if (strcmp(view->filter, "NONE") == 0) return HA_OK;
  if (strcmp(view->filter, "OCTAHEDRAL") == 0) {
    *out = meshopt_decodeFilterOct;
    return check_stride(view, view->stride == 4 || view->stride == 8);
  }
  if (strcmp(view->filter, "QUATERNION") == 0) {
    *out = meshopt_decodeFilterQuat;
    return check_stride(view, view->stride == 8);
  }
  if (strcmp(view->filter, "EXPONENTIAL") == 0) {
    *out = meshopt_decodeFilterExp;
    return check_stride(view, view->stride % 4 == 0);
  }
  return ha_fail(HA_UNSUPPORTED, "unknown filter '%s'", view->filter);
}

static ha_status decode_attributes(const ha_meshopt *view, void *out) {
  filter_fn filter;
  ha_status status = find_filter(view, &filter);
  if (status == HA_OK) status = check_stride(view, view->stride % 4 == 0 && view->stride <= 256);
  if (status != HA_OK) return status;
  if (meshopt_decodeVertexBuffer(out, view->count, view->stride, view->bytes, view->size) != 0)
    return ha_fail(HA_BAD_DATA, "the stream of %zu bytes does not decode", view->size);
  if (filter != NULL) filter(out, view->count, view->stride);
  return HA_OK;
}

static ha_status decode_indices(const ha_meshopt *view, void *out, int triangles) {
  ha_status status =
      check_stride(view, (view->stride == 2 || view->stride == 4) && strcmp(view->filter, "NONE") == 0);
  if (status != HA_OK) return status;
  if (triangles && view->count % 3 != 0)
    return ha_fail(HA_BAD_DATA, "%zu indices are no triangles", view->count);
  int failed = triangles
                   ? meshopt_decodeIndexBuffer(out, view->count, view->stride, view->bytes, view->size)
                   : meshopt_decodeIndexSequence(out, view->count, view->stride, view->bytes, view->size);
  return failed ? ha_fail(HA_BAD_DATA, "the stream of %zu bytes does not decode", view->size) : HA_OK;
}

ha_status ha_meshopt_decode(const ha_meshopt *view, void *out) {
  if (strcmp(view->mode, "ATTRIBUTES") == 0) return decode_attributes(view, out);
  if (strcmp(view->mode, "TRIANGLES") == 0) return decode_indices(view, out, 1);
  if (strcmp(view->mode, "INDICES") == 0) return decode_indices(view, out, 0);
  return ha_fail(HA_UNSUPPORTED, "unknown mode '%s'", view->mode);
}

#else

ha_status ha_meshopt_decode(const ha_meshopt *view, void *out) {
  (void)view;
  (void)out;
  return ha_fail(HA_UNSUPPORTED, "this build has no meshoptimizer");
}

#endif
