/* Curves: what the plots show of one run in one window of time, as points of equal width (two a column, so
 * that braille has its resolution). Rates are per hour or per minute, so that buckets of any width compare; a
 * point without data is NAN and drawn as a gap. Points whose buckets are all published and complete never
 * change, so growing a recording only adds. */
#ifndef WATTIF_TUI_CURVES_H
#define WATTIF_TUI_CURVES_H

#include "engine/model/model.h"
#include "engine/sim/recording.h"

#include <stdbool.h>
#include <stdint.h>

enum { CURVE_POINTS = 1024 };

struct curve_window {
    int64_t from_ns, to_ns;
    int points;      /* 0..CURVE_POINTS */
    int64_t tail_ns; /* length of the window of the tail percentile */
};

struct curves {
    struct curve_window window;
    int n_apps, n_gpus;
    int points;                               /* that have data, from the left */
    int settled;                              /* of them, how many are final */
    float intensity[CURVE_POINTS];            /* g/kWh */
    float ledger[LEDGER_COUNT][CURVE_POINTS]; /* g/h */
    float total[CURVE_POINTS];                /* g/h */
    float running[CURVE_POINTS];              /* g since the start, at the end of the point */
    float uses[CURVE_POINTS];                 /* requests a minute started on the high class */
    float (*tail)[CURVE_POINTS]; /* [app]: percent of the SLO in force (of the greatest if there is none) */
    float (*busy)[CURVE_POINTS]; /* [gpu]: busy share, 0..1 */
};

/* NULL when out of memory. */
struct curves *curves_create(int n_apps, int n_gpus);
void curves_free(struct curves *curves);

/* Brings the curves up to the recording. Starts over when the window or `fresh` says so. */
void curves_update(struct curves *curves, const struct recording *recording, const struct scenario *scenario,
                   const struct curve_window *window, bool fresh);

/* The SLO in force, slo_scale included; NAN if the app has none. */
double curves_slo_ms(const struct scenario *scenario, int app, int64_t t_ns);

/* The window of the tail percentile that suits a run of this length: 1 2 5 10 15 30 or 60 min, about 1/25 of
 * it. */
int64_t curves_tail_window_ns(int64_t horizon_ns);

/* The tail of one app in the window that ends at t_ns, in ms; NAN if nothing finished in it. */
double curves_tail_ms(const struct recording *recording, int app, int64_t t_ns, int64_t tail_ns);

/* Totals of the first `count` buckets, in the shape of a summary: what can be said so far. */
void curves_so_far(const struct recording *recording, const struct scenario *scenario, int count,
                   struct summary *summary);

#endif
