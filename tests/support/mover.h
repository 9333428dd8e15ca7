/* A placer that only tests have: on a schedule it makes pods change places, or go where nobody is, now these
 * two GPUs, then others, and asks for nothing that is refused. */
#ifndef WATTIF_TESTS_MOVER_H
#define WATTIF_TESTS_MOVER_H

#include "engine/policy/placer.h"

enum { MOVER_STEPS = 120 }; /* one each 730 ms */
extern const struct placer mover;

/* The instance in a GPU's slot, negative where there is none. */
int32_t mover_pod_at(const struct view *view, int gpu, int slot);

/* For tests with a configurator of their own that orders on a schedule: the variants of two apps, as graphs
 * number them, and how far it has come. */
enum { JOB1_SMALL, JOB1_LARGE, JOB2_SMALL, JOB2_LARGE };
struct turns {
    int64_t next;
};
size_t turns_size(const struct model *model);

#endif
