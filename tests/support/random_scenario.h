/* Random scenarios for property tests: any mix of apps, arrivals, GPUs, routers, knobs and edits that
 * validates, small enough for thousands of them, on a trace with a sample every few seconds. All of it
 * follows from one seed, so a failure is had again by its number. Times are drawn from few values on purpose:
 * ties are where engines go wrong. */
#ifndef WATTIF_TESTS_RANDOM_SCENARIO_H
#define WATTIF_TESTS_RANDOM_SCENARIO_H

#include "engine/model/catalog.h"
#include "engine/model/scenario.h"

enum { RANDOM_SAMPLES = 64, RANDOM_WORKLOAD = 256, RANDOM_GPUS = 24 };

/* A stream of dice throws. */
struct dice {
    uint64_t key, throws;
};

struct dice dice_of(uint64_t seed);
int dice_below(struct dice *dice, int n); /* 0 .. n - 1 */
double dice_between(struct dice *dice, double low, double high);
bool dice_chance(struct dice *dice, int percent);
#define dice_pick(dice, array) ((array)[dice_below(dice, (int)(sizeof(array) / sizeof *(array)))])

struct random_case {
    struct scenario scenario;
    struct catalog
        catalog; /* the fixture's, but for the trace "quick", the workloads "times" and "steps", and the model
                    "clocked" of every fifth seed, whose edits turn clocks and leave layouts alone; every
                    fifth other one turns those of A100s, by law, whatever is cut on them */
    struct carbon_trace trace;
    struct workload times, steps;
    double samples[RANDOM_SAMPLES], rates[RANDOM_WORKLOAD];
    int64_t at_ns[RANDOM_WORKLOAD];
    int32_t batch[RANDOM_WORKLOAD];
};

/* Fills a case; the catalogue points into it, so it must stay where it is. random_case_free when done. */
void random_case_make(struct random_case *made, uint64_t seed);
void random_case_free(struct random_case *made);

/* Adds one edit of a live knob at this time; false when the scenario refuses it there. */
bool random_edit(struct dice *dice, struct scenario *scenario, int64_t t_ns);

/* Another fleet: so many GPUs (at most RANDOM_GPUS) with seven small slices each, shared among the apps. */
void random_scenario_crowd(struct scenario *scenario, int n_gpus);

/* Another scenario, without edits and pools: up to six apps with gaps that are drawn beforehand and a GPU
 * each, and where the router knows classes one of the high class for all; what engine/sim/booked.c serves,
 * mostly. */
void random_scenario_dedicate(struct dice *dice, struct scenario *scenario);

/* A router that may run on the scenario's fleet. */
enum policy_id random_router(struct dice *dice, const struct scenario *scenario);

/* For FACT_IN: *state is the number of the case at hand, 0 when all are done, so that a failure can be had
 * again. */
int trial_begin(void **state);
int trial_end(void **state);
/* The first of n cases, and the last: WATTIF_SEED is that one alone, with WATTIF_LONG there are so many times
 * as many. */
uint64_t trial_range(uint64_t *first, uint64_t n);

#endif
