#include "author/accessor.h"

#include <string.h>

static uint32_t component_size(uint32_t type) {
  switch (type) {
    case HA_I8:
    case HA_U8: return 1;
    case HA_I16:
    case HA_U16: return 2;
    case HA_U32:
    case HA_F32: return 4;
    default: return 0;
  }
}

// Bytes from one matrix column to the next; of anything else the whole element.
static uint32_t column_bytes(const ha_accessor *accessor) {
  uint32_t size = component_size(accessor->component_type);
  return accessor->matrix_rows == 0 ? accessor->components * size
                                    : (accessor->matrix_rows * size + 3) / 4 * 4;
}

static uint32_t column_components(const ha_accessor *accessor) {
  return accessor->matrix_rows == 0 ? accessor->components : accessor->matrix_rows;
}

static uint32_t element_bytes(const ha_accessor *accessor) {
  return column_bytes(accessor) * (accessor->components / column_components(accessor));
}

static size_t stride_of(const ha_accessor *accessor) {
  return accessor->stride != 0 ? accessor->stride : element_bytes(accessor);
}

// Whether `count` elements, `stride` apart, lie in `size` bytes; no product that could wrap.
static int fits(uint64_t count, uint64_t stride, uint64_t element, uint64_t size) {
  return count == 0 || (element <= size && (count - 1) <= (size - element) / stride);
}

static uint32_t read_index(const ha_accessor *accessor, uint64_t i) {
  const uint8_t *at = accessor->sparse_indices.bytes;
  switch (accessor->sparse_index_type) {
    case HA_U8: return at[i];
    case HA_U16: return (uint32_t)(at[2 * i] | at[2 * i + 1] << 8);
    default: at += 4 * i; return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
  }
}

static ha_status check_sparse(const ha_accessor *accessor) {
  uint64_t count = accessor->sparse_count;
  if (count > accessor->count)
    return ha_fail(HA_BAD_DATA, "%llu sparse elements in an accessor of %llu", (unsigned long long)count,
                   (unsigned long long)accessor->count);
  uint32_t type = accessor->sparse_index_type, size = component_size(type), element = element_bytes(accessor);
  if (type != HA_U8 && type != HA_U16 && type != HA_U32)
    return ha_fail(HA_BAD_DATA, "sparse indices of component type %u", type);
  if (!fits(count, size, size, accessor->sparse_indices.size))
    return ha_fail(HA_BAD_DATA, "%llu sparse indices do not fit in %zu bytes", (unsigned long long)count,
                   accessor->sparse_indices.size);
  if (!fits(count, element, element, accessor->sparse_values.size))
    return ha_fail(HA_BAD_DATA, "%llu sparse values do not fit in %zu bytes", (unsigned long long)count,
                   accessor->sparse_values.size);
  for (uint64_t i = 0; i < count; i++) {
    uint32_t index = read_index(accessor, i);
    if (index >= accessor->count)
      return ha_fail(HA_BAD_DATA, "sparse index %u in an accessor of %llu", index,
                     (unsigned long long)accessor->count);
    if (i > 0 && index <= read_index(accessor, i - 1))
      return ha_fail(HA_BAD_DATA, "sparse index %llu does not increase", (unsigned long long)i + 1);
  }
  return HA_OK;
}

ha_status ha_accessor_check(const ha_accessor *accessor) {
  uint32_t size = component_size(accessor->component_type);
  if (size == 0) return ha_fail(HA_BAD_DATA, "component type %u", accessor->component_type);
  uint32_t element = element_bytes(accessor);
  if (accessor->stride != 0 && accessor->stride < element)
    return ha_fail(HA_BAD_DATA, "stride %zu is less than the %u bytes of an element", accessor->stride,
                   element);
  if (accessor->data.bytes != NULL &&
      !fits(accessor->count, stride_of(accessor), element, accessor->data.size))
    return ha_fail(HA_BAD_DATA, "%llu elements of %u bytes, %zu apart, do not fit in %zu bytes",
                   (unsigned long long)accessor->count, element, stride_of(accessor), accessor->data.size);
  return accessor->sparse_count > 0 ? check_sparse(accessor) : HA_OK;
}

uint64_t ha_accessor_room(const ha_accessor *accessor) {
  size_t element = element_bytes(accessor), size = accessor->data.size;
  return element == 0 || size < element ? 0 : (size - element) / stride_of(accessor) + 1;
}

static float at_least_minus_one(float value) { return value < -1 ? -1 : value; }

static uint32_t read_word(const uint8_t *at) {
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

// glTF 2.0, section 3.11: normalised integers.
static float read_float(const uint8_t *at, uint32_t type, int normalized) {
  switch (type) {
    case HA_I8: {
      float value = (int8_t)at[0];
      return normalized ? at_least_minus_one(value / 127.0f) : value;
    }
    case HA_U8: return normalized ? at[0] / 255.0f : at[0];
    case HA_I16: {
      float value = (int16_t)(at[0] | at[1] << 8);
      return normalized ? at_least_minus_one(value / 32767.0f) : value;
    }
    case HA_U16: {
      float value = (float)(at[0] | at[1] << 8);
      return normalized ? value / 65535.0f : value;
    }
    case HA_U32: {
      uint32_t value = read_word(at);
      return normalized ? (float)(value / 4294967295.0) : (float)value;
    }
    default: {
      uint32_t word = read_word(at);
      float value;
      memcpy(&value, &word, sizeof value);
      return value;
    }
  }
}

static uint32_t read_uint(const uint8_t *at, uint32_t type) {
  switch (type) {
    case HA_I8:
    case HA_U8: return at[0];
    case HA_I16:
    case HA_U16: return (uint32_t)(at[0] | at[1] << 8);
    default: return read_word(at);
  }
}

// One element, component by component; exactly one of the outputs is given.
static void read_element(const ha_accessor *accessor, const uint8_t *at, float *floats, uint32_t *uints) {
  uint32_t size = component_size(accessor->component_type), column = column_bytes(accessor);
  uint32_t per_column = column_components(accessor);
  for (uint32_t i = 0; i < accessor->components; i++) {
    const uint8_t *component = at + i / per_column * column + i % per_column * size;
    if (floats != NULL)
      floats[i] = read_float(component, accessor->component_type, accessor->normalized);
    else
      uints[i] = read_uint(component, accessor->component_type);
  }
}

static void decode(const ha_accessor *accessor, float *floats, uint32_t *uints) {
  size_t stride = stride_of(accessor), element = element_bytes(accessor), n = accessor->components;
  if (accessor->data.bytes == NULL)
    memset(floats != NULL ? (void *)floats : (void *)uints, 0, accessor->count * n * 4);
  else
    for (uint64_t i = 0; i < accessor->count; i++)
      read_element(accessor, accessor->data.bytes + i * stride, floats == NULL ? NULL : floats + i * n,
                   uints == NULL ? NULL : uints + i * n);
  for (uint64_t i = 0; i < accessor->sparse_count; i++) {
    size_t to = read_index(accessor, i) * n;
    read_element(accessor, accessor->sparse_values.bytes + i * element, floats == NULL ? NULL : floats + to,
                 uints == NULL ? NULL : uints + to);
  }
}

void ha_accessor_to_float(const ha_accessor *accessor, float *out) { decode(accessor, out, NULL); }

void ha_accessor_to_uint(const ha_accessor *accessor, uint32_t *out) {
  HA_ASSERT(accessor->component_type != HA_F32);
  decode(accessor, NULL, out);
}
