/* Work: may totals of two runs be set beside each other? Only where as many requests of every app were served
 * in the same time. A run at twice the load is half as long, and its grams are of another day's work; there
 * what a request took is compared, and where the apps have other parts of the requests, that is told. Whoever
 * holds runs against each other asks here. */
#ifndef WATTIF_ANSWERS_WORK_H
#define WATTIF_ANSWERS_WORK_H

#include "engine/answers/metric.h"

#include <stdbool.h>

/* How far the work of one run is from that of another; the later the further. */
enum work_likeness {
    WORK_SAME,
    WORK_OTHER_TIME,  /* the same requests in other time */
    WORK_OTHER_COUNT, /* more or fewer requests, each app its part */
    WORK_OTHER_MIX,   /* of other parts, or other apps */
    WORK_LIKENESSES
};

struct work {
    int n_apps;
    double horizon_s, requests[APPS_MAX]; /* that were served */
};

struct work work_of(const struct summary *summary);
/* 1 % is the same: queues at the end are not of one length. */
enum work_likeness work_compare(const struct work *now, const struct work *then);

/* A sum over the run, which grows with the work: grams, joules, counts. */
bool work_adds_up(enum metric metric);

/* What is told in the place of carbon where totals are not compared, and how a sentence says so: "", "a
 * request", "a request, the apps' parts being others". */
enum metric work_measure(enum work_likeness likeness);
static inline bool work_is_measure(enum metric metric)
{
    return metric == METRIC_CARBON || metric == METRIC_CARBON_PER_REQUEST;
}
extern const char *const work_words[WORK_LIKENESSES];

#endif
