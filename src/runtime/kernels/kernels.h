// The kernels: one source, compiled once per instruction set, gathered in one table each.
//
// To add a kernel: write `void HA_KERNEL(name)(...)` in a file of this folder, declare it here, and add its
// row to the struct and to table.c. The build compiles every file of the folder for every instruction set.
#ifndef HELIOANIM_RUNTIME_KERNELS_KERNELS_H
#define HELIOANIM_RUNTIME_KERNELS_KERNELS_H

#include <stdint.h>

// The jobs of the passes that the kernels serve; each kernel file includes its own.
typedef struct ha_model_job ha_model_job;
typedef struct ha_ordered_palette_job ha_ordered_palette_job;
typedef struct ha_skinning_job ha_skinning_job;
typedef struct ha_morph_job ha_morph_job;
typedef struct ha_blend_job ha_blend_job;
typedef struct ha_slerp_job ha_slerp_job;
typedef struct ha_layer_job ha_layer_job;
typedef struct ha_difference_job ha_difference_job;
typedef struct ha_add_job ha_add_job;
typedef struct ha_mirror_job ha_mirror_job;

typedef struct ha_kernels {
  const char *isa;  // "baseline", "neon", "avx2", "avx512"
  void (*local_to_model)(const ha_model_job *job);
  void (*palette)(const ha_ordered_palette_job *job);
  int (*turns_evenly)(const float *matrices, uint32_t count);  // whether normals may go through them
  void (*skin_vertices)(const ha_skinning_job *job, int exact_normals);
  void (*morph)(const ha_morph_job *job);
  void (*blend)(const ha_blend_job *job);
  void (*slerp)(const ha_slerp_job *job);
  void (*layer)(const ha_layer_job *job);
  void (*difference)(const ha_difference_job *job);
  void (*add)(const ha_add_job *job);
  void (*mirror)(const ha_mirror_job *job);
} ha_kernels;

#ifdef HA_ISA
#define HA_JOIN_(name, isa) ha_##name##_##isa
#define HA_JOIN(name, isa) HA_JOIN_(name, isa)
#define HA_KERNEL(name) HA_JOIN(name, HA_ISA)

void HA_KERNEL(local_to_model)(const ha_model_job *job);
void HA_KERNEL(palette)(const ha_ordered_palette_job *job);
int HA_KERNEL(turns_evenly)(const float *matrices, uint32_t count);
void HA_KERNEL(skin_vertices)(const ha_skinning_job *job, int exact_normals);
void HA_KERNEL(morph)(const ha_morph_job *job);
void HA_KERNEL(blend)(const ha_blend_job *job);
void HA_KERNEL(slerp)(const ha_slerp_job *job);
void HA_KERNEL(layer)(const ha_layer_job *job);
void HA_KERNEL(difference)(const ha_difference_job *job);
void HA_KERNEL(add)(const ha_add_job *job);
void HA_KERNEL(mirror)(const ha_mirror_job *job);
extern const ha_kernels HA_KERNEL(kernels);
#endif

#endif
