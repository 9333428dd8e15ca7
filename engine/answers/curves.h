/* Curves: what the plots show of one run in one window of time, as points of equal width (two a column, so
 * that braille has its resolution). Rates are per hour or per minute, so that buckets of any width compare; a
 * point without data is NAN and drawn as a gap. Points whose buckets are all published and complete never
 * change, so growing a recording only adds. A window too narrow for the recording's buckets is recorded again
 * in finer ones (engine/sim/run.h) when it is first shown; the points are what is kept of that. */
#ifndef WATTIF_ANSWERS_CURVES_H
#define WATTIF_ANSWERS_CURVES_H

#include "engine/sim/run.h"

enum { CURVE_POINTS = 1024 };

struct curve_window {
    int64_t from_ns, to_ns;
    int points;      /* 0..CURVE_POINTS */
    int64_t tail_ns; /* length of the window of the tail percentile */
    int64_t
        bucket_ns; /* of the buckets wanted, where finer ones than the recording's are; 0: the recording's */
};

/* While an app contended for a GPU that is shared in turns: seconds a second of that, and of that time and
 * energy (W) for its weight. */
struct contended_curve {
    float time[CURVE_POINTS], own_time[CURVE_POINTS], own_power[CURVE_POINTS];
};

struct curves {
    float (*rows)[CURVE_POINTS]; /* all those of apps and GPUs, owned */
    struct curve_window window;
    int n_apps, n_gpus;
    int64_t bucket_ns;                        /* of the buckets that the points were made of */
    int points;                               /* that have data, from the left */
    int settled;                              /* of them, how many are final */
    bool complete;                            /* nothing will ever be added */
    bool warm;                                /* GPUs have temperatures; else these points are not filled */
    float intensity[CURVE_POINTS];            /* g/kWh */
    float ledger[LEDGER_COUNT][CURVE_POINTS]; /* g/h */
    float total[CURVE_POINTS];                /* g/h */
    float running[CURVE_POINTS];              /* g since the start, at the end of the point */
    float uses[CURVE_POINTS];                 /* requests a minute started on the high class */
    float misses[CURVE_POINTS];  /* requests that ended later than their SLO, in the point's buckets */
    float late[CURVE_POINTS];    /* the same in the tail window */
    int64_t window_misses;       /* the same in the whole window, so far */
    float (*tail)[CURVE_POINTS]; /* [app]: percent of the SLO in force (of the greatest if there is none) */
    float (*tail_ms)[CURVE_POINTS];   /* [app]: the same tail in ms, whether there is an SLO or not */
    float (*busy)[CURVE_POINTS];      /* [gpu]: busy share, 0..1 */
    float power_w[CURVE_POINTS];      /* IT power of all GPUs, mean */
    float (*accuracy)[CURVE_POINTS];  /* [app]: of the requests finished, mean over them, in its own metric */
    float (*served)[CURVE_POINTS];    /* [app]: requests finished */
    float (*app_time)[CURVE_POINTS];  /* [app]: seconds on instances, a second */
    float (*app_power)[CURVE_POINTS]; /* [app]: W that are its own, mean */
    /* W of the GPUs whose law tells parts of power apart, mean; NAN: there is none (answers/gpus.h) */
    float static_w[CURVE_POINTS], auxiliary_w[CURVE_POINTS], naive_w[CURVE_POINTS];
    float (*app_compute)[CURVE_POINTS]; /* [app] */
    struct contended_curve *contended;  /* [app] */
    /* Temperature in C, mean and greatest, and the water supplied; NAN: there is none (answers/gpus.h) */
    float (*temp_mean)[CURVE_POINTS], (*temp_most)[CURVE_POINTS]; /* [gpu] */
    float water_c[CURVE_POINTS];
};

/* NULL when out of memory. */
struct curves *curves_create(int n_apps, int n_gpus);
void curves_free(struct curves *curves);

/* Brings the curves up to the run. Starts over when the window or `fresh` says so. The finer buckets of a
 * window are had only of a finished run that is at hand; else the points are made of the recording's. */
void curves_update(struct curves *curves, const struct run_view *view, const struct curve_window *window,
                   bool fresh);

/* The value of one of the curves at t; NAN outside the window, or where there is no point yet. */
double curves_at(const struct curves *curves, const float *points, int64_t t_ns);

/* The width of the buckets that a window is best drawn from: the widest of 10 20 50 100 200 500 ms, 1 2 5 10
 * 15 30 s, 1 2 5 10 15 30 min that gives each point one of its own, as far as a detail can hold them; the
 * recorded one if that is as fine. */
int64_t curves_bucket_ns(int64_t span_ns, int points, int64_t recorded_ns);

/* Accuracy of the requests of an app that finished in buckets [from, to), mean over them; NAN without any.
 * `served` (or NULL): how many that are. */
double curves_accuracy(const struct recording *recording, int app, int from, int to, double *served);

/* The window of the tail percentile that suits a run of this length: 1 2 5 10 15 30 or 60 min, about 1/25 of
 * it. */
int64_t curves_tail_window_ns(int64_t horizon_ns);
/* The one that suits a part of a finished run shown in buckets of this width: round, about 1/30 of the span,
 * but long enough for ten requests of an app on average, as far as a detail can hold that. */
int64_t curves_tail_within_ns(const struct recording *recording, int64_t span_ns, int64_t bucket_ns);

/* Carbon in buckets [from, to): of all parts that the recording keeps in g, and of one as a rate in g/h (0
 * where nothing was recorded); the greatest rate of all together in any bucket. */
double curves_grams(const struct recording *recording, int from, int to);
double curves_g_per_h(const struct recording *recording, enum ledger ledger, int from, int to);
double curves_greatest_g_per_h(const struct recording *recording);

/* The running total of the first `count` buckets of a recording that is walked along. */
struct curve_walk {
    const struct recording *recording;
    int count, bucket;
    double grams; /* before that bucket */
};
/* Grams up to t, which does not go back; a bucket that t lies in counts in proportion. */
double curves_walk(struct curve_walk *walk, int64_t t_ns);

/* Requests that ended later than their SLO in buckets [from, to). */
double curves_misses(const struct recording *recording, int from, int to);

/* Of a summary, what the part of the curves stands for: they have the auxiliary part with the active energy
 * that it comes with. */
double curves_part_g(const struct summary *total, enum ledger ledger);

/* Totals of the first `count` buckets, in the shape of a summary: what can be said so far. */
void curves_so_far(const struct recording *recording, const struct model *model, int count,
                   struct summary *summary);

#endif
