/* Governors: at which clock each GPU of a pool runs (layer tune). One is woken at the start, at each carbon
 * sample, at each edit and by its own timer, after the configurator and before the router (composition.md
 * CO-C11); it looks, and says which clocks are to change. The engine validates the answer as a whole and
 * applies it: what runs goes on at the new point. What a governor has set goes before the knob clock_mhz.
 * While a search measures layouts clocks hold still (CO-C16): it is woken once that has ended.
 * State is plain data without pointers. */
#ifndef WATTIF_POLICY_GOVERNOR_H
#define WATTIF_POLICY_GOVERNOR_H

#include "engine/model/reason.h"
#include "engine/policy/scheme.h"
#include "engine/policy/view.h"

/* Filled in by the engine before each wake of a governor that measures: the requests that have ended since it
 * asked for a new period, by the model's numbers of apps. */
struct watched {
    bool open;      /* a period has begun */
    double seconds; /* since then */
    struct {
        int64_t completed;
        int64_t tail_ns; /* of the app's own percentile, without its overhead; sketched (0.8 %), on the right
                            side of the SLO */
    } apps[APPS_MAX];
};

/* What is to be done now. All zero: nothing, until the next sample or edit. */
struct tuning {
    int n;
    struct {
        int gpu;    /* of the pool */
        double mhz; /* in the tables of all that may run there; NAN: the knob's from now on */
    } clocks[GPUS_MAX];
    bool begin_period; /* measure from now on; what was measured is forgotten */
    int64_t wake_ns;   /* time of the next timer, later than now; 0: none. It replaces the one before */
    /* The answer is the same wherever a joule of a GPU with a temperature costs the facility between so many.
     */
    double facility_from, facility_to;
};

struct governor {
    struct decider decider;
    /* The state is zeroed before WAKE_START, which comes at the start of a run or when the policy is switched
     * to. */
    void (*wake)(const struct view *view, void *state, enum wake why, const struct watched *watched,
                 struct tuning *tuning);
    /* Why a GPU, by the model's number, has its clock. NULL: it does not say. */
    const struct clock_choice *(*choice)(const void *state, int gpu);
};

/* Has a governor the say over this GPU now: by the GPU's own scheme, or else the pool's? */
static inline bool governor_has(const struct view *view, int gpu)
{
    const struct scenario *scenario = &view->model->scenario;
    int own = scenario->fleets[scenario->fleet].gpus[gpu].policy[LAYER_TUNE];
    return policy_infos[own >= 0 ? own : (int)view->knobs->policy[LAYER_TUNE]].tunes;
}

#endif
