// A checksum that tells damage, not malice: FNV-1a of 32 bits (Fowler, Noll and Vo). No change of a single
// byte leaves it as it is.
#ifndef HELIOANIM_BASE_CHECKSUM_H
#define HELIOANIM_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint32_t ha_checksum(const void *bytes, size_t size);

#endif
