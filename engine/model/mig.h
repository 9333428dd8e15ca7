/* MIG: how a GPU can be cut into slices. A GPU is seven compute parts and eight memory parts; a slice of 1,
 * 2, 3, 4 or 7 sevenths of the compute takes 1, 2, 4, 4 or 8 of the memory, at fixed places. That leaves 19
 * ordered configurations, which are 14 different sets of slices when order does not matter (clover.md section
 * 1.1, CL-N1). Slices are isolated: what runs on one is as fast as if it were alone. */
#ifndef WATTIF_MODEL_MIG_H
#define WATTIF_MODEL_MIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mig_slice { MIG_1G, MIG_2G, MIG_3G, MIG_4G, MIG_7G, MIG_SLICES };

extern const char *const mig_slice_names[MIG_SLICES]; /* "1g" .. "7g" */
extern const int mig_sevenths[MIG_SLICES];
extern const int mig_memory_parts[MIG_SLICES];

/* MIG_SLICES if there is none of that name, or that size. */
enum mig_slice mig_slice_find(const char *name);
enum mig_slice mig_slice_of(int sevenths);

enum { MIG_CONFIGS = 19, MIG_CUTS = 14, MIG_CUT_SLICES = 7 };

/* An ordered configuration; mig_configs[k] is number k + 1. */
struct mig_config {
    int n;
    uint8_t slices[MIG_CUT_SLICES]; /* enum mig_slice, left to right */
    uint8_t starts[MIG_CUT_SLICES]; /* memory part that each begins at */
    int cut;                        /* index in mig_cuts */
};
extern const struct mig_config mig_configs[MIG_CONFIGS];

/* A cut: a set of slices whatever their order. Numbered in the order in which the configurations first have
 * them; `config` is that first one. */
struct mig_cut {
    int n;
    uint8_t count[MIG_SLICES];
    int config;
};
extern const struct mig_cut mig_cuts[MIG_CUTS];

/* The cut with exactly these slices, -1 if there is none. */
int mig_cut_find(const int count[MIG_SLICES]);
/* Has the cut at least these slices? */
bool mig_cut_holds(int cut, const int count[MIG_SLICES]);
/* Can these slices be on one GPU at the same time, whatever else is? */
bool mig_fits(const int count[MIG_SLICES]);
/* "3g 2g 1g 1g", largest first; out needs 24 bytes. */
void mig_cut_print(int cut, char *out);

/* A GPU is steady, or finishes what it runs before it is cut anew, or is being cut. */
enum cut_phase { CUT_STEADY, CUT_DRAINING, CUT_UNDER_WAY, CUT_PHASE_COUNT };
extern const char *const cut_phase_names[CUT_PHASE_COUNT]; /* "steady" "draining" "cutting" */

/* GB that a slice has on this type of GPU; NAN if the type cannot be cut. */
double mig_memory_gb(const char *gpu_type, enum mig_slice slice);

/* The types of GPU of which it is known; how many. */
enum { MIG_TYPES_MAX = 8 };
size_t mig_types(const char *names[MIG_TYPES_MAX]);

/* The realiser (composition.md section 2): splits totals of slices into one cut for each of n GPUs, so that
 * as many GPUs as possible keep the cut they have (`current`, -1 = none; ties: the first in order of cuts);
 * with dozens of GPUs that all change, as many as can be found in some 20 ms. False if the totals cannot be
 * split so, or for more than 1,000 GPUs. `out` may be `current`. */
bool mig_realise(int n, const int totals[MIG_SLICES], const int *current, int *out);

#endif
