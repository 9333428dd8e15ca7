/* Sharing: what the apps that take turns on GPUs have had of them, as shares of time and of energy, over
 * stretches of a run and point by point. Only the apps that can be on a time-shared GPU, or slice, with
 * another one count, and a share is of what these apps had together, whoever else had work. How fair it was
 * counts the time in which two or more of them contended, over the run (METRIC_FAIR_TIME and its neighbours)
 * and point by point. Shares in per cent; NAN where nobody had anything. */
#ifndef WATTIF_ANSWERS_SHARING_H
#define WATTIF_ANSWERS_SHARING_H

#include "engine/answers/curves.h"
#include "engine/model/model.h"
#include "engine/policy/share/etf.h"
#include "engine/sim/recording.h"

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
