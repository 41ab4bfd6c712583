// Which instruction set the kernels run on: the best that the machine has, chosen once, or the one that the
// environment variable HELIOANIM_ISA names (baseline, avx2, avx512; neon is the baseline of ARM). A name that
// this machine cannot run, or that is none, is passed over. Results have the same bits on all of them.
#ifndef HELIOANIM_RUNTIME_DISPATCH_H
#define HELIOANIM_RUNTIME_DISPATCH_H

typedef struct ha_kernels ha_kernels;

// The name of the instruction set in use.
const char *ha_isa_name(void);

// The kernels in use; safe from any thread.
const ha_kernels *ha_active_kernels(void);

// The kernels for a wanted name (NULL: no wish), as ha_active_kernels chooses them.
const ha_kernels *ha_choose_kernels(const char *wanted);

// The kernels of instruction set number `i`, best last, or NULL past the last one that this machine can run.
const ha_kernels *ha_kernels_at(int i);

#endif
