/* The GPUs of a run: how busy each was, what it drew and how many waited for it, over stretches of its
 * recording, over the run so far, and at an instant. GPUs and classes are the recording's; energy in J, power
 * in W, times in ns since the start of the run. NAN is "not recorded". */
#ifndef WATTIF_ANSWERS_GPUS_H
#define WATTIF_ANSWERS_GPUS_H

#include "engine/answers/curves.h"
#include "engine/policy/share/etf.h"

/* ---- all of them ---- */

/* The type of a class's GPUs ("A100-40GB"); NULL where the fleet has none of it. */
const char *gpus_class_type(const struct recording *recording, enum gpu_class class);

/* --- over time --- */

/* Busy share, 0..1, over the buckets that the stretch before t touches; NAN before any is simulated. */
double gpus_busy_share(const struct recording *recording, int gpu, int64_t t_ns, int64_t width_ns);

/* One quantity over [from_ns, to_ns) in n points: busy share, the greatest queue, power; NAN where a point
 * has no bucket. Returns the greatest. */
enum gpu_quantity { GPU_BUSY_SHARE, GPU_QUEUE, GPU_POWER };
double gpus_history(const struct recording *recording, int gpu, enum gpu_quantity what, int64_t from_ns,
                    int64_t to_ns, int n, float *points);

/* Mean busy share of a class, per cent, at each point of the curves; CLASS_COUNT: of all GPUs. */
void gpus_class_curve(const struct recording *recording, const struct curves *curves, int class,
                      float *points);

/* --- over the run so far --- */

struct gpu_totals {
    double energy_j, starts;
    double power_min_w, power_max_w;
    double queue_mean, queue_max; /* requests waiting; NAN where they wait for no GPU of their own */
};
struct gpu_totals gpus_totals(const struct run_view *view, int gpu);

/* Mean busy share of a class over a run, per cent; 0 where nothing is simulated yet. */
double gpus_class_share(const struct recording *recording, const struct summary *total, int class);

/* The pods of a GPU as its scenario has them: "4g:gpt+mnet,3g:whisper". */
void gpus_print_pods(const struct model *model, int gpu, char *out, size_t size);

/* --- at an instant --- */

/* The first instance of a GPU that runs; where apps take turns and none has one at this instant, the first
 * that has work; -1 if it idles. *queue: requests that wait for the GPU. */
int gpus_busy_instance(const struct model *model, const struct instant *instant, int gpu, int64_t *queue);

/* ---- warmth ---- */

/* Warmth: how hot the GPUs of a run were, over stretches of its recording and point by point, whose water
 * they drink, and what a difference in heat is worth. Only GPUs that have a temperature count. Temperatures
 * in C; NAN where nothing is recorded. */

/* Who has a temperature in a run of this model. */
struct warmth {
    int n;
    int gpus[GPUS_MAX]; /* ascending */
};
struct warmth warmth_in(const struct model *model);

/* Over the whole buckets that [from_ns, to_ns) touches, as far as they are recorded: of the k-th GPU of
 * struct warmth its least, mean and greatest. */
struct warmth_over {
    double least_c[GPUS_MAX], mean_c[GPUS_MAX], most_c[GPUS_MAX];
    int hottest, coolest; /* by their greatest, places in `gpus`; -1: nothing is recorded */
    double water_c;       /* mean */
};
void warmth_over(const struct warmth *warmth, const struct recording *recording, int64_t from_ns,
                 int64_t to_ns, struct warmth_over *over);

/* How its time is shared out among temperatures, by the means of buckets: shares[k] of those between `least`
 * + k / n and `least` + (k + 1) / n of the span to `most`; the ends take what lies beyond. */
void warmth_histogram(const struct recording *recording, int gpu, int64_t from_ns, int64_t to_ns,
                      double least, double most, int n, double *shares);

/* The knob in force at t. */
double warmth_safe_c(const struct model *model, int64_t t_ns);

/* Does a controller keep the hottest GPU at its limit, at some time of the run? Then how hot that is says
 * what the controller does, and nobody else's part in it: what others earn is warmer water. */
bool warmth_is_kept(const struct scenario *scenario);

/* By how many kelvin the hottest GPU of one run is cooler than another's, as so much warmer the water may be
 * (infercool.md 1.4, rule 7). NAN: one of them has none. */
double warmth_gain_k(const struct summary *now, const struct summary *then);

/* ---- parts of power ---- */

/* Parts of power: what the GPUs whose law tells them apart (sim/ledger.h) draw together, as static and
 * auxiliary power and by app, and what the naive estimate would have it, over stretches of a run and point by
 * point. In watts; NAN where nothing is recorded of it. */

struct parts {
    int n_gpus, gpu;    /* whose law tells parts apart; the first of them, -1: none */
    int n;              /* apps that may run there */
    int apps[APPS_MAX]; /* ascending, as the recording numbers them */
};

/* Whose power is told apart in a run of this model. */
struct parts parts_in(const struct model *model);

/* Together they draw `static_w` + `auxiliary_w` + the apps' `compute_w`. */
struct parts_power {
    double static_w, auxiliary_w, naive_w;
    double compute_w[APPS_MAX]; /* of the k-th app of struct parts */
};
double parts_sum_w(const struct parts *parts, const struct parts_power *power);

/* Means over the whole buckets that [from_ns, to_ns) touches, as far as they are recorded. */
void parts_over(const struct parts *parts, const struct recording *recording, int64_t from_ns, int64_t to_ns,
                struct parts_power *power);

/* At a point of the curves. */
void parts_at(const struct parts *parts, const struct curves *curves, int point, struct parts_power *power);

/* Energy in buckets [from, to) of all GPUs that tell it, by column; NAN: none does. */
double parts_energy_of(const struct recording *recording, enum gpu_column column, int from, int to);

/* ---- sharing ---- */

/* Sharing: what the apps that take turns on GPUs have had of them, as shares of time and of energy, over
 * stretches of a run and point by point. Only the apps that can be on a time-shared GPU, or slice, with
 * another one count, and a share is of what these apps had together, whoever else had work. How fair it was
 * counts the time in which two or more of them contended, over the run (METRIC_FAIR_TIME and its neighbours)
 * and point by point. Shares in per cent; NAN where nobody had anything. */

enum sharing_of { SHARING_TIME, SHARING_ENERGY, SHARING_KINDS };

struct sharing {
    int n;              /* 0, or two and more */
    int apps[APPS_MAX]; /* ascending, as the recording numbers them */
    int n_lanes, gpu;   /* whole GPUs, or slices, that two apps or more share; GPU of the first, -1: none */
    uint64_t on[LANES_MAX]; /* of each of these n_lanes: its apps, as a mask */
};

/* Who shares in a run of this model: a GPU stays time-shared whatever schemes follow one another. */
struct sharing sharing_in(const struct model *model);

/* Of each of its apps, over the whole buckets that [from_ns, to_ns) touches, as far as they are recorded. */
void sharing_over(const struct sharing *sharing, const struct recording *recording, enum sharing_of what,
                  int64_t from_ns, int64_t to_ns, double *percents);

/* Of its k-th app at a point of the curves. */
double sharing_at(const struct sharing *sharing, const struct curves *curves, enum sharing_of what, int k,
                  int point);

/* How fair it was at a point, to those who contended there: of several lanes the least (etf.h). NAN where
 * nobody did. */
struct etf_fairness sharing_fairness_at(const struct sharing *sharing, const struct curves *curves,
                                        int point);

#endif
