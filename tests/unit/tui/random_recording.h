/* Random recordings for tests of what is drawn: parts of all sizes beside and over each other, tails about
 * their SLO, gaps. All of one follows from its draws. */
#ifndef WATTIF_TESTS_RANDOM_RECORDING_H
#define WATTIF_TESTS_RANDOM_RECORDING_H

#include "engine/base/random.h"
#include "engine/base/units.h"
#include "engine/sim/recording.h"
#include "tui/term/display.h"

#include <math.h>

struct draws {
    uint64_t seed, i;
    bool plain; /* from the start of the run, and all of it known: what can be summed up */
    enum glyph_set glyphs;
};

static inline double draw(struct draws *draws)
{
    return random_unit(draws->seed, draws->i++);
}

/* Steps and slopes: values hold for some buckets, as those of a grid do, or change with each. */
static inline void fill_column(struct draws *draws, float *column, int n, double low, double high)
{
    int held = 0;
    double value = low;
    bool calm = draw(draws) < 0.7;
    for (int b = 0; b < n; b++) {
        if (held-- <= 0) {
            held = calm ? (int)(40 * draw(draws)) : 0;
            value = low + (high - low) * draw(draws);
        }
        column[b] = (float)value;
    }
}

/* Grams of a part: a thin one, a thick one, or none for a while. */
static inline void fill_part(struct draws *draws, const struct recording *recording, enum run_column column,
                             const float *known)
{
    static const double most[] = {0.02, 0.1, 0.4, 1};
    double high = most[(int)(4 * draw(draws))];
    fill_column(draws, recording->run[column], recording->n_buckets, draw(draws) < 0.5 ? 0 : 0.3 * high,
                high);
    for (int b = 0; b < recording->n_buckets; b++)
        if (isnan(known[b]))
            recording->run[column][b] = NAN;
}

static inline void fill_responses(struct draws *draws, const struct recording *recording, int app)
{
    if (!recording->responses || !recording->responses[app])
        return;
    static const double middles[] = {0.1, 0.6, 0.97, 1.2};
    double middle = middles[(int)(4 * draw(draws))], spread = draw(draws) < 0.5 ? 0.02 : 0.3;
    const int64_t *ends = &recording->response_ends[app * recording->n_buckets];
    int64_t i = 0;
    for (int b = 0; b < recording->n_buckets; b++) {
        double level = middle * (1 + spread * (2 * draw(draws) - 1));
        for (; i < ends[b]; i++)
            recording->responses[app][i] = ns_from_ms(recording->apps[app].slo_ms * level);
    }
}

static inline void fill_recording(struct draws *draws, struct recording *recording)
{
    int n = recording->n_buckets;
    float *intensity = recording->run[COLUMN_INTENSITY], *known = recording->run[COLUMN_CIR];
    double mean = 100 + 300 * draw(draws);
    fill_column(draws, intensity, n, mean * draw(draws), mean * (1 + draw(draws)));
    double gaps = draws->plain ? 0 : 0.01;
    for (int b = 0; b < n; b++)
        known[b] = draw(draws) < gaps ? NAN : 1;
    fill_part(draws, recording, COLUMN_CARBON_EMBODIED, known);
    fill_part(draws, recording, COLUMN_CARBON_IDLE, known);
    fill_part(draws, recording, COLUMN_CARBON_ACTIVE, known);
    fill_part(draws, recording, COLUMN_CARBON_COOLING, known);
    fill_part(draws, recording, COLUMN_CARBON_FACILITY, known);
    fill_column(draws, recording->run[COLUMN_HIGH_USES], n, 0, 1 + 500 * draw(draws));
    for (int i = 0; i < recording->n_apps * n; i++)
        recording->app[COLUMN_FINISHED][i] = 10;
    for (int app = 0; app < recording->n_apps; app++) {
        fill_responses(draws, recording, app);
        fill_column(draws, &recording->app[COLUMN_APP_ACCURACY][app * n], n, 0.7, 0.9);
        recording->summary.apps[app].done_s = (double)NAN;
    }
    recording->summary.carbon_g[LEDGER_EMBODIED] = recording->summary.carbon_g[LEDGER_COOLING] =
        recording->summary.carbon_g[LEDGER_FACILITY] = 1;
}

#endif
