/* The order is found by inserting: bars are knobs, of which there are tens. */
#include "engine/explore/tornado.h"

#include "engine/base/text.h"

#include <stdlib.h>

double tornado_reach(const struct tornado_bar *bar)
{
    return fmax(fmax(fabs(bar->effects[TORNADO_DOWN].delta), fabs(bar->effects[TORNADO_UP].delta)), 0);
}

void tornado_work_out(struct tornado_bar *bars, size_t n, const struct tornado_runs *runs, size_t *order)
{
    for (size_t i = 0; i < n; i++) {
        for (int side = 0; side < TORNADO_SIDES; side++) {
            double then[SWEEP_REPLICATES_MAX], now[SWEEP_REPLICATES_MAX];
            size_t count = bars[i].runs[side] == TORNADO_NONE ? 0 : runs->seeds;
            count = count < SWEEP_REPLICATES_MAX ? count : SWEEP_REPLICATES_MAX;
            for (size_t seed = 0; seed < count; seed++) {
                then[seed] = runs->value(runs->context, runs->middle, seed);
                now[seed] = runs->value(runs->context, bars[i].runs[side], seed);
            }
            bars[i].effects[side] = pairing_of(then, now, count);
        }
        size_t at = i;
        for (; at > 0 && tornado_reach(&bars[order[at - 1]]) < tornado_reach(&bars[i]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    /* All bars are shown together. */
    struct pairing **shown = calloc(n + 1, TORNADO_SIDES * sizeof *shown);
    size_t known = 0;
    for (size_t i = 0; shown && i < n; i++)
        for (int side = 0; side < TORNADO_SIDES; side++)
            if (bars[i].effects[side].n > 0)
                shown[known++] = &bars[i].effects[side];
    if (shown)
        pairing_judge(shown, known);
    for (size_t i = 0; !shown && i < n; i++) /* out of memory: nothing is told */
        bars[i].effects[TORNADO_DOWN].verdict = bars[i].effects[TORNADO_UP].verdict = PAIRING_UNKNOWN;
    free(shown);
}

/* --- of a sweep --- */

/* Its least and its greatest value, where all are numbers. */
static bool find_ends(const struct sweep_axis *axis, size_t ends[TORNADO_SIDES])
{
    double least = INFINITY, greatest = -INFINITY, value;
    for (size_t i = 0; i < axis->n; i++) {
        if (!text_to_number(axis->values[i], &value))
            return false;
        if (value < least) {
            least = value;
            ends[TORNADO_DOWN] = i;
        }
        if (value > greatest) {
            greatest = value;
            ends[TORNADO_UP] = i;
        }
    }
    return true;
}

struct bars_listing {
    const struct sweep *sweep;
    size_t home[SWEEP_AXES_MAX], n, max;
    struct tornado_bar *bars;
    struct tornado_swept *swept;
};

static void add(struct bars_listing *listing, const struct tornado_swept *swept)
{
    if (listing->n < listing->max) {
        struct tornado_bar *bar = &listing->bars[listing->n];
        *bar = (struct tornado_bar){.runs = {TORNADO_NONE, TORNADO_NONE}};
        for (int side = swept->range ? TORNADO_DOWN : TORNADO_UP; side < TORNADO_SIDES; side++) {
            /* The configuration of the middle with another value of one axis. */
            size_t at[SWEEP_AXES_MAX];
            for (size_t a = 0; a < listing->sweep->n_axes; a++)
                at[a] = a == swept->axis ? swept->values[side] : listing->home[a];
            bar->runs[side] = swept->values[side] == listing->home[swept->axis]
                                  ? TORNADO_NONE
                                  : sweep_at(listing->sweep, at);
        }
        listing->swept[listing->n] = *swept;
    }
    listing->n++;
}

size_t tornado_of_sweep(const struct sweep *sweep, struct tornado_bar *bars, struct tornado_swept *swept,
                        size_t max)
{
    struct bars_listing listing = {.sweep = sweep, .max = max, .bars = bars, .swept = swept};
    sweep_home(sweep, listing.home);
    for (size_t a = 0; a < sweep->n_axes; a++) {
        struct tornado_swept own = {.axis = a};
        own.range = find_ends(&sweep->axes[a], own.values);
        if (own.range && sweep->axes[a].n > 1)
            add(&listing, &own);
        for (size_t i = 0; i < sweep->axes[a].n && !own.range; i++) {
            own.values[TORNADO_UP] = i;
            if (i != listing.home[a])
                add(&listing, &own);
        }
    }
    return listing.n;
}
