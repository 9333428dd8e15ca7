/* The first is told in words where it happens, because later nobody knows what stood where. */
#include "engine/sim/refusal.h"

#include "engine/sim/serve.h"

#include <stdarg.h>
#include <stdio.h>

const struct refusal_info refusal_infos[REFUSAL_COUNT] = {
    [REFUSED_START] = {LAYER_ROUTE, "a start", "an idle instance of an app with a waiting request"},
    [REFUSED_PICK] = {LAYER_PLACE, "a choice among instances", "one of those that are offered"},
    [REFUSED_PROPOSAL] = {LAYER_CONFIGURE, "a proposal",
                          "a time to come, windows where it measures, reasons that exist"},
    [REFUSED_LAYOUT] = {LAYER_CONFIGURE, "a layout",
                        "slices of one of the device's cuts, with variants that fit and have a profile"},
    [REFUSED_CLOCK] = {LAYER_TUNE, "a clock", "one that all apps on a GPU of its own pool have a profile at"},
    [REFUSED_MOVE] = {LAYER_PLACE, "a move", "a pod to a partition of its size, each named once"},
    [REFUSED_ARRANGEMENT] = {LAYER_PLACE, "an arrangement",
                             "each pod on a partition of its size, none twice"},
    [REFUSED_DEPLOYMENT] = {LAYER_PLACE, "a deployment", "each slice on a GPU with room for it"},
    [REFUSED_TURN] = {LAYER_SHARE, "a turn", "a seat with work, for a time above 0"},
};

void refusal_note(struct run *run, enum refusal refusal, const char *what, ...)
{
    struct refusals *all = &run->state->refusals;
    if (run->state->refused++ == 0) {
        va_list values;
        va_start(values, what);
        vsnprintf(all->what, sizeof all->what, what, values);
        va_end(values);
        all->first = (int32_t)refusal;
        all->first_ns = run->view.now_ns;
        all->pool = (int32_t)(run->view.pool - run->model->pools);
    }
    all->n[refusal]++;
}

void refusal_of_start(struct run *run, int app, int instance)
{
    const struct model *model = run->model;
    bool known = (uint32_t)app < (uint32_t)model->n_apps,
         there = (uint32_t)instance < (uint32_t)model->n_instances;
    refusal_note(run, REFUSED_START, "a request of %s on %s", known ? model->apps[app].name : "no app",
                 there ? model->gpus[run->instances[instance].gpu].name : "no instance");
}

int64_t refusals_count(const struct refusals *refusals)
{
    int64_t n = 0;
    for (int k = 0; k < REFUSAL_COUNT; k++)
        n += refusals->n[k];
    return n;
}

enum layer refusals_of_all(const struct refusals *refusals, int64_t requests)
{
    for (int k = 0; k < REFUSAL_COUNT; k++) {
        enum layer layer = refusal_infos[k].layer;
        if (refusals->n[k] > 0 && refusals->held[layer] == 0 && !(layer == LAYER_ROUTE && requests > 0))
            return layer;
    }
    return LAYER_COUNT;
}
