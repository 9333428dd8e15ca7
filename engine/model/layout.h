/* Layouts: how a GPU is cut and what each slice runs. As a text, in a scenario's pods and in the knob
 * mig.GPU, it is "4g:images/b5,2g:images/b1,1g:-": a slice, the app and its variant (none: the app's own), or
 * "-" for an empty slice; "whole" is a GPU that is not cut. In any order, and slices that are not named are
 * empty. Where apps take turns on a slice (a GPU whose share is one of tmux-*) they are joined:
 * "3g:chat+speech" is one slice and two pods. As data it is one of the 19 configurations of MIG and what
 * stands on each of its slices (clover.md section 1.1). */
#ifndef WATTIF_MODEL_LAYOUT_H
#define WATTIF_MODEL_LAYOUT_H

#include "engine/model/scenario.h"

struct layout_slice {
    int app; /* -1: empty */
    int pod; /* which of them stands here; -1: none was named */
    char variant[24];
};

struct mig_layout {
    int config; /* index in mig_configs */
    struct layout_slice slices[MIG_CUT_SLICES];
};

/* "3g:images/b3" -> a pod, "3g:chat+speech" -> two, which are added to the *n that are there; where the whole
 * of a GPU is shared in turns the slice is "whole". False with a message: nothing was added. */
bool layout_parse_slice(const struct scenario *scenario, const char *text, struct pod pods[PODS_MAX], int *n,
                        struct error *error);
/* What layout_parse_slice reads back: the slice of pod *p with all that share it. *p is the next slice's. */
void layout_print_slice(const struct scenario *scenario, const struct pod *pods, int n, int *p, char *out,
                        size_t size);

/* The whole text; "whole" gives no pods. */
bool layout_parse(const struct scenario *scenario, const char *text, struct pod pods[PODS_MAX], int *n,
                  struct error *error);
/* What layout_parse reads back; KNOB_TEXT_SIZE holds every layout. */
void layout_print(const struct scenario *scenario, const struct pod *pods, int n, char *out, size_t size);

/* May this GPU be cut so: MIG at all, slices that fit together, apps that may use it? Says what there is
 * instead. What fits into a slice's memory is the model's to know (engine/model/build/places.c). */
bool layout_check(const struct scenario *scenario, const struct gpu *gpu, const struct pod *pods, int n,
                  struct error *error);

/* Are these slices, and can they be on one GPU together? Says what could. */
bool layout_check_slices(const struct pod *pods, int n, struct error *error);

/* Is the GPU's share `mig` and can its type be cut: has it a knob mig.GPU? */
bool layout_is_cut(const struct scenario *scenario, const struct gpu *gpu);

/* Can a discipline of this shape have the GPU as its pods are: undivided, in slices, or in seats, on the
 * whole or on slices of which several apps share one? */
bool layout_fits(const struct gpu *gpu, enum policy_shape shape);

/* Under a discipline of this shape, is the GPU cut into MIG slices as its pods say? */
bool layout_has_slices(const struct gpu *gpu, enum policy_shape shape);

/* On how many slices these pods are. */
static inline int layout_slices(const struct pod *pods, int n)
{
    int slices = 0;
    for (int p = 0; p < n; p++)
        slices += !pods[p].joins;
    return slices;
}

/* The first of the pods that are on the slice of pod p. */
static inline int layout_slice_of_pod(const struct pod *pods, int p)
{
    while (p > 0 && pods[p].joins)
        p--;
    return p;
}

/* The configuration that holds these slices: the very one where they stand in its order, else the first with
 * the same slices, else the first with the fewest more, which are empty. A slice that several pods share is
 * the first one's. False if there is none. */
bool layout_of_pods(const struct pod *pods, int n, struct mig_layout *layout);

/* Do layouts change in mid-run: is there an edit of mig.GPU, or does Clover configure the GPUs? */
bool layout_is_edited(const struct scenario *scenario);
bool layout_is_edited_in(const struct scenario *scenario, int pool);

/* Says that under this router they cannot; always returns false. */
bool layout_refuse_router(const char *name, enum policy_id router, struct error *error);

#endif
