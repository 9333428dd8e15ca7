/* Running a scenario in a test: compile it against the fixture's catalogue, run it, look at the summary. */
#ifndef WATTIF_TESTS_SIMULATE_H
#define WATTIF_TESTS_SIMULATE_H

#include "engine/sim/run.h"
#include "tests/support/fixture.h"

struct simulation {
    struct model *model;
    struct recording *recording;
    struct run *run;
    struct summary summary;
    enum run_status status;
};

/* With snapshots and a recording, as simulate() runs. */
static const struct run_options as_simulated = {.snapshots = true, .record = true};

/* Fails the test with the message when the scenario does not compile. Runs to the end with snapshots. */
struct simulation simulate(const struct scenario *scenario);
/* The same with another catalogue, and its two halves: prepared but not yet begun, and to the end, where
 * every invariant is held (simulation_check). */
struct simulation simulate_with(const struct scenario *scenario, const struct catalog *catalog);
struct simulation simulation_prepare(const struct scenario *scenario, const struct catalog *catalog,
                                     struct run_options options);
/* A run of this model, which is the simulation's from now on; and another run from this instant on. */
struct simulation simulation_over(struct model *model, struct run_options options);
struct simulation simulation_fork(const struct simulation *base, struct model *model, int64_t t_ns,
                                  struct run_options options);
/* Recorded, without snapshots, over the fixture's catalogue. */
struct simulation simulation_begin(const struct scenario *scenario);
void simulation_finish(struct simulation *simulation);
void simulation_free(struct simulation *simulation);

/* Asserts the invariants that hold for every run (composition.md section 8): CO-1, CO-2, CO-3, CO-5, CO-9, no
 * refused action, and that the recording's columns add up to the summary. */
void simulation_check(const struct simulation *simulation);

/* The outlook of a run against what it then recorded, bucket by bucket: CIR's range, which side of CIT it
 * begins on, and each time that it changes sides. */
struct outlook;
void outlook_check(const struct model *model, const struct scenario *scenario,
                   const struct recording *recording, struct outlook *outlook);

/* cmocka's assert_float_equal compares floats; this compares doubles, to an absolute tolerance. */
#define assert_close(actual, expected, tolerance)                                                            \
    close_or_fail(actual, expected, tolerance, __FILE__, __LINE__)
void close_or_fail(double actual, double expected, double tolerance, const char *file, int line);

/* The first `count` buckets are the same bytes; their percentile sketches alone, pair for pair. */
bool recording_same_buckets(const struct recording *a, const struct recording *b, int count);
bool recording_same_sketches(const struct recording *a, const struct recording *b, int count);

/* How each GPU was cut, and when, is the same. */
bool recording_same_layouts(const struct recording *a, const struct recording *b);

/* What was searched is the same. */
bool recording_same_evaluations(const struct recording *a, const struct recording *b);

/* True when both runs ended in the same state and recorded the same bytes. */
bool simulation_same(const struct simulation *a, const struct simulation *b);

#endif
