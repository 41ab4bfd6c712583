// Skinning on the CPU: vertices moved by the joints of a palette. For picking, tests without a screen,
// software renderers and export; renderers with a GPU need the palette alone.
//
// Linear blend: the weighted sum of the palette's matrices. Dual quaternions keep the volume of twisted limbs
// (L. Kavan et al., "Skinning with Dual Quaternions", 2007), with scale and shear applied linearly first
// (their "two-phase" form). The same bits on every instruction set.
#ifndef HELIOANIM_RUNTIME_SKINNING_H
#define HELIOANIM_RUNTIME_SKINNING_H

#include <stddef.h>
#include <stdint.h>

enum { HA_MAX_INFLUENCES = 8 };

typedef enum ha_joint_type { HA_JOINTS_U16, HA_JOINTS_U8, HA_JOINTS_U32 } ha_joint_type;
typedef enum ha_weight_type { HA_WEIGHTS_FLOAT, HA_WEIGHTS_UNORM8, HA_WEIGHTS_UNORM16 } ha_weight_type;

// One attribute of all vertices. Strides in bytes, 0: packed. `in` NULL: the mesh has none. `out` may be `in`
// where the strides agree.
typedef struct ha_vertex_stream {
  const float *in;
  float *out;
  size_t in_stride, out_stride;
} ha_vertex_stream;

typedef struct ha_skinning_job {
  uint32_t vertex_count;
  uint32_t influences;  // a vertex, 1 to HA_MAX_INFLUENCES
  const void *joints;   // palette indices, `influences` of them a vertex; one past the palette reads its last
  ha_joint_type joint_type;
  size_t joint_stride;  // bytes from vertex to vertex, 0: packed
  const void *weights;  // `influences` a vertex, which sum to 1 (author/skin_weights.h repairs them); floats
                        // are aligned as such
  ha_weight_type weight_type;
  size_t weight_stride;
  const float *palette;        // [palette_count][16]; NULL with dual quaternions
  const float *dual;           // [palette_count][8], as ha_palette_dual writes them; NULL: linear blend
  const float *stretch;        // with `dual`: [palette_count][16], or NULL where nothing scales
  uint32_t palette_count;      // at least 1
  ha_vertex_stream positions;  // 3 floats
  ha_vertex_stream normals;    // 3 floats; come out with unit length, or zero where the matrix has collapsed
  ha_vertex_stream tangents;   // 4 floats; x y z like normals, w (+1 or -1) changes sign in a mirror
} ha_skinning_job;

// Normals go through the blended matrix itself where all of the palette turns and scales evenly, and through
// its inverse transpose where any joint scales unevenly, shears or mirrors.
void ha_skin_vertices(const ha_skinning_job *job);

#endif
