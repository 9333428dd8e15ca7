/* Details: what is recorded below a bucket is what a straight run with such buckets records, byte for byte;
 * over a bucket of the run it adds up to the run's own; looking changes nothing. And misses are found where a
 * run that is stepped event by event has them. */

#include "engine/sim/state.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"
#include "tests/support/slow_build.h"

static struct detail detail_of(const struct run *run, int64_t from_ns, int64_t to_ns, int64_t bucket_ns)
{
    struct detail detail;
    assert_or(run_detail(run, from_ns, to_ns, bucket_ns, &detail, &err), "[%lld, %lld] in %lld: %s",
              (long long)from_ns, (long long)to_ns, (long long)bucket_ns, err.message);
    return detail;
}

/* An hour has buckets of 5 s, seventeen minutes have buckets of 1 s: the same requests, edits, samples. */
FACT_FOR(test_equals_a_straight_run, carbondis_scenario(4, 60, 20000))
{
    scenario->start_s += 3600 - 500; /* a step of the intensity at 500 s */
    assert_true(scenario_apply_at(scenario, "300s:cit=0.8", &err));
    assert_true(scenario_apply_at(scenario, "417s:load=1.5", &err));
    scenario->hours = 1;
    DEFER(simulation_free) struct simulation coarse = simulate(scenario);
    scenario->hours = 1008 / 3600.0;
    DEFER(simulation_free) struct simulation fine = simulate(scenario);
    assert_int_equal(coarse.model->bucket_ns, 5 * NS_PER_S);
    assert_int_equal(fine.model->bucket_ns, NS_PER_S);
    DEFER(detail_free) struct detail detail = detail_of(coarse.run, 0, 1008 * NS_PER_S, NS_PER_S);
    assert_int_equal(recording_count(detail.recording), 1008);
    assert_true(detail.before_g == 0);
    assert_true(recording_same_buckets(detail.recording, fine.recording, 1008));
    detail_free(&detail);
    /* From the middle on only the order of some sums differs: counts and sketches are the same. */
    detail = detail_of(coarse.run, 333 * NS_PER_S, 700 * NS_PER_S, NS_PER_S);
    for (int b = 0; b < 367; b++)
        for (int c = 0; c <= COLUMN_APP_HIGH_USES; c++)
            for (int a = 0; a < 4; a++)
                assert_true(detail.recording->app[c][a * 367 + b] ==
                            fine.recording->app[c][a * fine.recording->n_buckets + 333 + b]);
    double before_g = 0;
    for (int b = 0; b < 333; b++)
        for (int c = COLUMN_CARBON_ACTIVE; c <= COLUMN_CARBON_EMBODIED; c++)
            before_g += (double)fine.recording->run[c][b];
    assert_close(detail.before_g, before_g, 1e-5 * before_g);
}

/* How a bucket of the run follows from the buckets of its detail. */
/* Between: a mean over what happened, such as an accuracy: within those of the parts that say anything, which
 * are the same where the app has but one. */
enum rule { RULE_COUNT, RULE_SUM, RULE_MEAN, RULE_LEAST, RULE_MOST, RULE_BETWEEN };
static const enum rule run_rules[RUN_COLUMNS] = {RULE_SUM,  RULE_SUM,  RULE_SUM,  RULE_SUM,
                                                 RULE_SUM,  RULE_SUM,  RULE_SUM,  RULE_MEAN,
                                                 RULE_MEAN, RULE_MEAN, RULE_COUNT};
static const enum rule app_rules[APP_COLUMNS] = {RULE_COUNT, RULE_COUNT, RULE_COUNT, RULE_COUNT, RULE_SUM,
                                                 RULE_SUM,   RULE_MEAN,  RULE_LEAST, RULE_MOST,  RULE_BETWEEN,
                                                 RULE_SUM,   RULE_SUM,   RULE_SUM,   RULE_SUM};
static const enum rule gpu_rules[GPU_COLUMNS] = {RULE_SUM,  RULE_SUM,   RULE_LEAST, RULE_MOST,  RULE_COUNT,
                                                 RULE_MEAN, RULE_LEAST, RULE_MOST,  RULE_MEAN,  RULE_SUM,
                                                 RULE_SUM,  RULE_SUM,   RULE_MEAN,  RULE_LEAST, RULE_MOST};

/* The part of the detail that lies in one bucket of the run. */
struct part {
    const struct recording *fine, *coarse;
    int from, to, bucket;
};

static double combined(const struct part *part, const float *column, const float *coarse, enum rule rule)
{
    double sum = 0, least = (double)INFINITY, most = -(double)INFINITY, width_s = 0;
    double wanted = (double)coarse[part->bucket];
    for (int b = part->from; b < part->to; b++) {
        double value = (double)column[b], bucket_s = recording_width_s(part->fine, b);
        sum += rule == RULE_MEAN ? value * bucket_s : value;
        width_s += bucket_s;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    bool any = least <= most;
    double between = !any ? (double)NAN : wanted < least ? least : wanted > most ? most : wanted;
    const double answers[] = {sum, sum, sum / width_s, any ? least : between, any ? most : between, between};
    return answers[rule]; /* nothing in any part: NAN */
}

static void check_part(const struct part *part, float *const *fine, float *const *coarse,
                       const enum rule *rules, int columns, int rows)
{
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++) {
            const float *of_run = coarse[c] + r * part->coarse->n_buckets;
            double is = combined(part, fine[c] + r * part->fine->n_buckets, of_run, rules[c]);
            double wanted = (double)of_run[part->bucket];
            bool exact = rules[c] != RULE_SUM && rules[c] != RULE_MEAN;
            if (isnan(wanted) && isnan(is))
                continue;
            if (exact ? is != wanted : !(fabs(is - wanted) <= 2e-6 * fabs(wanted) + 1e-9))
                fail_msg("column %d of row %d in bucket %d: %.9g, not %.9g", c, r, part->bucket, is, wanted);
        }
}

/* Any bucket of the run, in any number of parts. */
static void check_bucket(const struct simulation *simulation, struct dice *dice)
{
    const struct recording *coarse = simulation->recording;
    int bucket = dice_below(dice, recording_count(coarse));
    int64_t from_ns = bucket * coarse->bucket_ns, to_ns = from_ns + coarse->bucket_ns;
    int64_t width_ns = coarse->bucket_ns / (1 + dice_below(dice, 1000)) + 1;
    to_ns = to_ns < coarse->end_ns ? to_ns : coarse->end_ns;
    DEFER(detail_free) struct detail detail = detail_of(simulation->run, from_ns, to_ns, width_ns);
    struct part part = {detail.recording, coarse, 0, recording_count(detail.recording), bucket};
    assert_int_equal(detail.recording->end_ns, to_ns - from_ns);
    check_part(&part, part.fine->run, coarse->run, run_rules, RUN_COLUMNS, 1);
    check_part(&part, part.fine->app, coarse->app, app_rules, APP_COLUMNS, coarse->n_apps);
    check_part(&part, part.fine->gpu, coarse->gpu, gpu_rules, GPU_COLUMNS, coarse->n_gpus);
    for (int a = 0; a < coarse->n_apps; a++) {
        double is = recording_percentile_ms(detail.recording, a, 0, part.to, 95);
        double wanted = recording_percentile_ms(coarse, a, bucket, bucket + 1, 95);
        assert_true(is == wanted || (isnan(is) && isnan(wanted)));
    }
}

/* Any stretch of the run in any width: what it holds does not depend on the width. */
static void check_stretch(const struct simulation *simulation, struct dice *dice)
{
    int64_t end_ns = simulation->recording->end_ns;
    int64_t from_ns = (int64_t)dice_between(dice, 0, (double)end_ns), to_ns = from_ns;
    to_ns += 1 + (int64_t)dice_between(dice, 0, (double)(end_ns - from_ns));
    DEFER(detail_free) struct detail whole = detail_of(simulation->run, from_ns, to_ns, to_ns - from_ns);
    DEFER(detail_free)
    struct detail parts = detail_of(simulation->run, from_ns, to_ns, (to_ns - from_ns) / 300 + 1);
    struct part part = {parts.recording, whole.recording, 0, recording_count(parts.recording), 0};
    assert_true(whole.before_g == parts.before_g);
    check_part(&part, part.fine->run, part.coarse->run, run_rules, RUN_COLUMNS, 1);
    check_part(&part, part.fine->app, part.coarse->app, app_rules, APP_COLUMNS, part.fine->n_apps);
    check_part(&part, part.fine->gpu, part.coarse->gpu, gpu_rules, GPU_COLUMNS, part.fine->n_gpus);
}

FACT(test_adds_up)
{
    DEFER(memory_leave) struct random_case *made = calloc(1, sizeof *made);
    for (uint64_t seed = 1; seed <= THINNED(40, 150); seed++) {
        struct dice dice = dice_of(~seed);
        random_case_make(made, seed);
        DEFER(simulation_free) struct simulation simulation = simulate_with(&made->scenario, &made->catalog);
        uint64_t before = run_state_hash(simulation.run);
        for (int i = 0; i < 4 && recording_count(simulation.recording) > 0; i++) {
            check_bucket(&simulation, &dice);
            check_stretch(&simulation, &dice);
        }
        assert_true(run_state_hash(simulation.run) == before);
        random_case_free(made);
    }
}

/* Both ends of the run; beyond them there is nothing; too many buckets, or none, are refused. */
FACT_FOR(test_ends, carbondis_scenario(2, 60, 4000))
{
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    int64_t end_ns = simulation.recording->end_ns;
    DEFER(detail_free)
    struct detail detail = detail_of(simulation.run, -NS_PER_S, 50 * NS_PER_MS, 10 * NS_PER_MS);
    assert_int_equal(detail.origin_ns, 0);
    assert_int_equal(recording_count(detail.recording), 5);
    detail_free(&detail);
    detail = detail_of(simulation.run, end_ns - NS_PER_S - 1, INT64_MAX, 10 * NS_PER_MS);
    assert_int_equal(recording_count(detail.recording), 101);
    assert_int_equal(detail.recording->end_ns, NS_PER_S + 1);
    double finished = 0;
    for (int a = 0; a < 2; a++)
        finished += recording_sum_app(detail.recording, COLUMN_FINISHED, a, 100, 101);
    assert_true(finished >= 1); /* the last bucket is 1 ns wide: the request that ends the run */
    detail_free(&detail);
    assert_false(run_detail(simulation.run, end_ns, end_ns + 1, 1, &detail, NULL));
    assert_null(detail.recording);
    assert_false(run_detail(simulation.run, 0, 1025 * NS_PER_MS, NS_PER_MS, &detail, NULL));
    detail = detail_of(simulation.run, 0, 1024 * NS_PER_MS, NS_PER_MS);
}

enum { MISSES_MAX = 4096 };

/* Every instant of a miss, from a run of its own that is stepped event by event. */
static int list_misses(const struct random_case *made, int64_t *times)
{
    DEFER(simulation_free)
    struct simulation simulation =
        simulation_prepare(&made->scenario, &made->catalog, (struct run_options){.record = true});
    int64_t before = 0;
    int n = 0;
    while (run_advance(simulation.run, INT64_MAX, 1) == RUN_GOING || before >= 0) {
        int64_t misses = 0;
        for (int a = 0; a < simulation.model->n_apps; a++)
            misses += simulation.run->apps[a].violations;
        if (misses > before && n < MISSES_MAX)
            times[n++] = run_now_ns(simulation.run);
        before = simulation.run->state->phase == PHASE_GOING ? misses : -1;
    }
    return n;
}

FACT(test_misses)
{
    static int64_t times[MISSES_MAX];
    DEFER(memory_leave) struct random_case *made = calloc(1, sizeof *made);
    int tried = 0;
    for (uint64_t seed = 1; seed <= THINNED(40, 120); seed++) {
        struct dice dice = dice_of(~seed);
        random_case_make(made, seed);
        DEFER(simulation_free) struct simulation simulation = simulate_with(&made->scenario, &made->catalog);
        int n = list_misses(made, times);
        for (int i = 0; i < 6; i++) {
            int64_t from_ns = (int64_t)dice_between(&dice, 0, (double)simulation.recording->end_ns), to_ns;
            if (n > 0 && dice_chance(&dice, 50))
                from_ns = times[dice_below(&dice, n)] - dice_below(&dice, 2);
            to_ns = from_ns + (int64_t)dice_between(&dice, 0, 4e9);
            int first = 0, last = n - 1;
            while (first < n && times[first] <= from_ns)
                first++;
            while (last >= 0 && times[last] > to_ns)
                last--;
            struct run_miss one, other;
            assert_int_equal(run_find_miss(simulation.run, from_ns, to_ns, false, &one), first <= last);
            assert_int_equal(run_find_miss(simulation.run, from_ns, to_ns, true, &other), first <= last);
            if (first > last)
                continue;
            assert_int_equal(one.t_ns, times[first]);
            assert_true(other.t_ns == times[last] && other.response_ns > other.slo_ns);
            tried++;
        }
        random_case_free(made);
    }
    assert_true(tried > THINNED(30, 100));
}
