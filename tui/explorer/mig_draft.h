/* A draft: one GPU being cut by hand. It always is one of the 19 configurations of MIG with an offer, or
 * nothing, on each slice, and every offer fits its slice: what is illegal cannot be reached, so there is
 * nothing to check. Choosing another cut carries over what was placed last (the basis), so that going
 * through the cuts and coming back loses nothing. */
#ifndef WATTIF_TUI_EXPLORER_MIG_DRAFT_H
#define WATTIF_TUI_EXPLORER_MIG_DRAFT_H

#include "engine/answers/cuts.h"
#include "engine/answers/standstill.h"
#include "tui/explorer/explorer.h"

struct mig_cut_made {
    int config;             /* index in mig_configs */
    int on[MIG_CUT_SLICES]; /* offer on each slice; -1: empty */
};

struct mig_draft {
    const struct offers *offers;
    struct mig_cut_made now;   /* where it began */
    struct mig_cut_made basis; /* as it was when something was placed last */
    struct mig_cut_made cut;   /* as it is */
    int at;                    /* the slice under the cursor */
};

enum { MIG_REASON = 160 };

/* `offers` must outlive the draft. What a slice holds that is no offer counts as nothing. */
void mig_draft_begin(struct mig_draft *draft, const struct offers *offers, const struct scenario *scenario,
                     const struct pod *pods, int n);
/* Where it began again. */
void mig_draft_reset(struct mig_draft *draft);
bool mig_draft_changed(const struct mig_draft *draft);

static inline const struct mig_config *mig_draft_config(const struct mig_draft *draft)
{
    return &mig_configs[draft->cut.config];
}
/* The size of the slice under the cursor, and what is on it. */
static inline enum mig_slice mig_draft_slice(const struct mig_draft *draft)
{
    return (enum mig_slice)mig_draft_config(draft)->slices[draft->at];
}
static inline int mig_draft_offer(const struct mig_draft *draft)
{
    return draft->cut.on[draft->at];
}

/* To the slice so many to the right, not beyond the ends. */
void mig_draft_move(struct mig_draft *draft, int steps);
/* Another configuration. The cursor stays over the same memory. */
void mig_draft_choose(struct mig_draft *draft, int config);
/* The configuration that cuts the slice under the cursor in as few pieces as possible, or joins it with as
 * little as possible of what is beside it, all other slices as they are; -1: there is none, `reason`
 * (MIG_REASON bytes) says why. */
int mig_draft_finer(const struct mig_draft *draft, char *reason);
int mig_draft_coarser(const struct mig_draft *draft, char *reason);
/* The configuration that joins slice k > 0 with the one before it, and as little else as possible; likewise.
 */
int mig_draft_join(const struct mig_draft *draft, int k, char *reason);
/* Places an offer (-1: nothing) on the slice under the cursor; false: it does not fit. */
bool mig_draft_place(struct mig_draft *draft, int offer);
/* The next offer in that direction that fits, where -1 (nothing) stands before the first; false: none. */
bool mig_draft_next(const struct mig_draft *draft, int direction, int *offer);
/* What could not stay on its slice when the cut changed: "b7 became b5 on a 2g slice"; "" where all did. */
void mig_draft_lost(const struct mig_draft *draft, const struct scenario *scenario, char *out, size_t size);

/* All cuts, nearest to where the draft began first: fewest slices to remove and add, ties in order. */
void mig_draft_order(const struct mig_draft *draft, int order[MIG_CUTS]);

/* As the knob mig.GPU takes it. */
void mig_draft_print(const struct mig_draft *draft, const struct scenario *scenario,
                     struct knob_value *value);
/* The same for the layout that a GPU would have with these very offers. */
void mig_cut_made_pods(const struct mig_cut_made *cut, const struct offers *offers, struct pod pods[PODS_MAX],
                       int *n);

/* --- the fleet that it is cut for --- */

/* Which GPUs of the run are cut into slices, and how they are where a change would act: at the cursor, or at
 * the start of the run. And what they would come to. */

/* GPUs of the fleet that are in the run. */
int mig_fleet_count(const struct explorer *explorer);
const struct gpu *mig_fleet_gpu(const struct explorer *explorer, int gpu);
/* Is its share `mig`, and does its type know MIG? */
bool mig_fleet_is_cut(const struct explorer *explorer, int gpu);
/* The one of this name if it is cut, else the first that is; -1: there is none. */
int mig_fleet_find(const struct explorer *explorer, const char *name);

/* The knob of the scheme that sets the GPU's layouts: its pool's, where pools are named. */
struct knob_ref mig_fleet_scheme(const struct explorer *explorer, int gpu);
/* That scheme, there. */
enum policy_id mig_fleet_configure(const struct explorer *explorer, int gpu, bool from_start);
/* How the GPU is cut there, as mig.GPU has it: by hand, or by the scheme, as far as that is simulated. While
 * a change is under way, what it leads to: slices that drain, wait or load count with what they will hold. */
struct knob_value mig_fleet_cut(const struct explorer *explorer, int gpu, bool from_start);
/* Is a change of it under way there? */
bool mig_fleet_is_changing(const struct explorer *explorer, int gpu, bool from_start);
/* The same as slices; one that is whole counts as one slice for its owner, or for the first app. */
void mig_fleet_pods(const struct explorer *explorer, int gpu, bool from_start, struct pod pods[PODS_MAX],
                    int *n);
/* Can this GPU be cut so there, as `like` can? */
bool mig_fleet_takes(const struct explorer *explorer, int gpu, int like, bool from_start,
                     const struct pod *pods, int n);

/* Forecasts of layouts: a standstill (engine/answers/standstill.h) of the scenario explored, its GPUs cut so.
 * Asks for one: `values[gpu]` is the text of mig.GPU, "" leaves the GPU as the scenario has it at `t_ns`.
 * NULL with a message. */
struct question *mig_forecast_ask(struct explorer *explorer, int64_t t_ns, const struct knob_value *values,
                                  struct error *error);
/* As far as it is there; of no question, nothing. */
struct standstill mig_forecast_read(const struct explorer *explorer, const struct question *question,
                                    int64_t t_ns);

#endif
