// Struct literals that C and C++ both read: HA_LITERAL(ha_clock){0, 0, 1, 0, 0}.
#ifndef HELIOANIM_BASE_LITERAL_H
#define HELIOANIM_BASE_LITERAL_H

#ifdef __cplusplus
#define HA_LITERAL(type) type
#else
#define HA_LITERAL(type) (type)
#endif

#endif
