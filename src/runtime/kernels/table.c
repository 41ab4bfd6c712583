#include "runtime/kernels/kernels.h"

#define HA_TEXT_(isa) #isa
#define HA_TEXT(isa) HA_TEXT_(isa)
#ifdef __ARM_NEON  // where the baseline has a name of its own
#define HA_ISA_NAME "neon"
#else
#define HA_ISA_NAME HA_TEXT(HA_ISA)
#endif

const ha_kernels HA_KERNEL(kernels) = {
    .isa = HA_ISA_NAME,
    .local_to_model = HA_KERNEL(local_to_model),
    .palette = HA_KERNEL(palette),
    .turns_evenly = HA_KERNEL(turns_evenly),
    .skin_vertices = HA_KERNEL(skin_vertices),
    .morph = HA_KERNEL(morph),
    .blend = HA_KERNEL(blend),
    .slerp = HA_KERNEL(slerp),
    .layer = HA_KERNEL(layer),
    .difference = HA_KERNEL(difference),
    .add = HA_KERNEL(add),
    .mirror = HA_KERNEL(mirror),
};
