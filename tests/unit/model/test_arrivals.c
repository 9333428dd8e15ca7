/* Arrivals: blocks, single draws and cursors agree; the draws have the distributions they claim; rates
 * integrate to the expected counts; replays are exact. */
#include "engine/model/arrivals.h"
#include "tests/support/fixture.h"

/* One app with these arrivals and batches normal(20, 10). */
static struct model *build_kind(enum arrival_kind kind, double mean_gap_ms, int64_t requests,
                                const char *workload)
{
    DEFER(scenario_free) struct scenario scenario = plain_scenario(1, "unit", mean_gap_ms, requests, 1, "P4");
    struct app *app = &scenario.apps[0];
    app->arrivals.kind = kind;
    app->arrivals.shape = 4;
    strcpy(app->arrivals.workload, workload);
    app->batch = (struct batches){.kind = BATCH_NORMAL, .mean = 20, .sd = 10, .min = 1, .max = 128};
    scenario.hours = 1024;
    struct model *model = fixture_model(&scenario);
    return model;
}

static const enum arrival_kind gap_kinds[] = {ARRIVAL_EXPONENTIAL, ARRIVAL_POISSON_GAP, ARRIVAL_GAMMA,
                                              ARRIVAL_FIXED_GAP};
enum { GAP_KINDS = sizeof gap_kinds / sizeof gap_kinds[0] };

FACT(blocks_equal_single_draws_and_cursors)
{
    static const int sizes[] = {1, 256, 7, 31};
    static const double loads[] = {1, 0.37, 20};
    for (int k = 0; k < GAP_KINDS * 3; k++) {
        DEFER(model_leave) struct model *model = build_kind(gap_kinds[k % GAP_KINDS], 12.5, 2000, "");
        const struct model_app *app = &model->apps[0];
        double load = loads[k / GAP_KINDS];
        struct arrival_cursor cursor = arrival_first(app, load);
        int64_t gap_ns[256], at_ns = 0;
        int32_t batch[256];
        assert_true(arrival_has_gaps(app));
        for (uint64_t first = 0, block = 0; first < 2000; first += (uint64_t)sizes[block % 4], block++) {
            arrival_fill(app, first, sizes[block % 4], gap_ns, batch);
            for (int i = 0; i < sizes[block % 4] && first + (uint64_t)i < 2000; i++) {
                uint64_t number = first + (uint64_t)i;
                assert_int_equal(arrival_gap_ns(app, number, 1), gap_ns[i]);
                assert_int_equal(arrival_batch(app, number), batch[i]);
                at_ns += arrival_scale_gap(gap_ns[i], load);
                assert_int_equal(cursor.index, number);
                assert_int_equal(cursor.at_ns, at_ns);
                assert_int_equal(cursor.batch, batch[i]);
                arrival_next(app, &cursor, load);
            }
        }
        assert_int_equal(cursor.at_ns, NS_NEVER);
    }
}

/* Mean and coefficient of variation, within four standard errors of n independent draws. */
FACT(gaps_have_their_distribution)
{
    enum { N = 400000, BLOCK = 1000 };
    const double mean_ms = 480;
    static const struct {
        enum arrival_kind kind;
        double cv, cv_tolerance;
    } rows[] = {
        {ARRIVAL_EXPONENTIAL, 1, 0.01},
        {ARRIVAL_POISSON_GAP, 0.045643546458763846, 0.0003}, /* 1 / sqrt(480) */
        {ARRIVAL_GAMMA, 0.5, 0.004},                         /* shape 4 */
        {ARRIVAL_FIXED_GAP, 0, 1e-6},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        DEFER(model_leave) struct model *model = build_kind(rows[k].kind, mean_ms, 0, "");
        int64_t gap_ns[BLOCK];
        double sum = 0, squares = 0;
        for (int first = 0; first < N; first += BLOCK) {
            arrival_fill(&model->apps[0], (uint64_t)first, BLOCK, gap_ns, NULL);
            for (int i = 0; i < BLOCK; i++) {
                double ms = (double)gap_ns[i] / 1e6;
                sum += ms;
                squares += (ms - mean_ms) * (ms - mean_ms);
                assert_true(gap_ns[i] >= 0);
                if (rows[k].kind == ARRIVAL_POISSON_GAP)
                    assert_int_equal(gap_ns[i] % NS_PER_MS, 0);
            }
        }
        double error = 4 * rows[k].cv * mean_ms / sqrt((double)N);
        assert_true(fabs(sum / N - mean_ms) <= error + 1e-6);
        assert_true(fabs(sqrt(squares / N) / mean_ms - rows[k].cv) < rows[k].cv_tolerance);
    }
}

FACT(load_divides_and_rounds)
{
    assert_int_equal(arrival_scale_gap(1001, 1), 1001);
    assert_int_equal(arrival_scale_gap(1001, 2), 501); /* 500.5, half up */
    assert_int_equal(arrival_scale_gap(0, 3), 0);
    assert_int_equal(arrival_scale_gap(1000, 0.5), 2000);
    DEFER(model_leave) struct model *model = build_kind(ARRIVAL_EXPONENTIAL, 480, 0, "");
    int64_t gap = arrival_gap_ns(&model->apps[0], 5, 1);
    assert_int_equal(arrival_gap_ns(&model->apps[0], 5, 4), arrival_scale_gap(gap, 4));
}

/* Batch: normal(20, 10), rounded and clamped to 1..128: P(1) is all of the tail below 1.5. */
FACT(batches_are_a_clamped_normal)
{
    enum { N = 200000 };
    DEFER(model_leave) struct model *model = build_kind(ARRIVAL_BACKLOGGED, 1, 0, "");
    DEFER(memory_leave) int32_t *batch = malloc(N * sizeof *batch);
    int ones = 0, below_20 = 0;
    arrival_fill(&model->apps[0], 0, N, NULL, batch);
    for (int i = 0; i < N; i++) {
        assert_in_range(batch[i], 1, 128);
        ones += batch[i] == 1;
        below_20 += batch[i] < 20;
    }
    assert_true(fabs((double)ones / N - 0.032157) < 0.0016);     /* Phi(-1.85) */
    assert_true(fabs((double)below_20 / N - 0.480061) < 0.0045); /* Phi(-0.05) */
}

/* Batch: uniform on 1..16: mean 8.5, variance (16^2 - 1) / 12 = 21.25, each value a sixteenth. */
FACT(batches_are_uniform)
{
    enum { N = 160000, MAX = 16 };
    DEFER(scenario_free) struct scenario scenario = plain_scenario(1, "unit", 10, 1000, 1, "P4");
    scenario.apps[0].batch = (struct batches){.kind = BATCH_UNIFORM, .min = 1, .max = MAX};
    DEFER(model_leave) struct model *model = fixture_model(&scenario);
    const struct model_app *app = &model->apps[0];
    assert_int_equal(app->batch_min, 1);
    assert_int_equal(app->batch_max, MAX);
    DEFER(memory_leave) int32_t *batch = malloc(N * sizeof *batch);
    int count[MAX + 1] = {0};
    double sum = 0, squares = 0;
    arrival_fill(app, 0, N, NULL, batch);
    for (int i = 0; i < N; i++) {
        assert_in_range(batch[i], 1, MAX);
        count[batch[i]]++;
        sum += batch[i];
        squares += (batch[i] - 8.5) * (batch[i] - 8.5);
    }
    assert_true(fabs(sum / N - 8.5) < 4 * sqrt(21.25 / N));
    assert_true(fabs(squares / N - 21.25) < 0.2);
    for (int b = 1; b <= MAX; b++)
        assert_true(abs(count[b] - N / MAX) < 4 * 97); /* sqrt(N p (1 - p)) = 96.8 */
    struct model_cost cost = {.batch_max = 128};
    assert_int_equal(model_usual_batch(model, 0, &cost), 9); /* 8.5, half up */
    cost.batch_max = 4;
    assert_int_equal(model_usual_batch(model, 0, &cost), 4);
}

/* Requests of an app do not change with the policy, the fleet, or apps after it. */
FACT_FOR(the_workload_never_depends_on_the_policy, carbondis_scenario(3, 500, 1000))
{
    DEFER(model_leave) struct model *one = fixture_model(scenario);
    assert_true(scenario_apply_set(scenario, "policy.route=highperf", &err));
    assert_true(scenario_apply_set(scenario, "cit=0.5", &err));
    DEFER(model_leave) struct model *two = fixture_model(scenario);
    for (int a = 0; a < 3; a++)
        for (uint64_t i = 0; i < 1000; i++) {
            assert_int_equal(arrival_gap_ns(&one->apps[a], i, 1), arrival_gap_ns(&two->apps[a], i, 1));
            assert_int_equal(arrival_batch(&one->apps[a], i), arrival_batch(&two->apps[a], i));
        }
    scenario->seed = 2;
    DEFER(model_leave) struct model *other = fixture_model(scenario);
    int same = 0;
    for (uint64_t i = 0; i < 1000; i++)
        same += arrival_batch(&one->apps[0], i) == arrival_batch(&other->apps[0], i);
    assert_true(same < 100);
}

/* Rates of 2, 0 and 10 requests/s for a minute each, times scale. */
static struct model *build_rates(double scale, bool even)
{
    DEFER(scenario_free) struct scenario scenario = plain_scenario(1, "unit", 1, 0, 1, "P4");
    struct arrivals *arrivals = &scenario.apps[0].arrivals;
    arrivals->kind = ARRIVAL_RATES;
    arrivals->scale = scale;
    arrivals->even = even;
    strcpy(arrivals->workload, "rates");
    struct model *model = fixture_model(&scenario);
    return model;
}

FACT(rates_integrate_to_the_expected_counts)
{
    DEFER(model_leave) struct model *model = build_rates(1000, false);
    double count[18] = {0}; /* of 10 s each */
    int64_t before_ns = 0, n = 0;
    for (struct arrival_cursor cursor = arrival_first(&model->apps[0], 1); cursor.at_ns != NS_NEVER; n++) {
        assert_true(cursor.at_ns >= before_ns && cursor.at_ns <= 180 * NS_PER_S);
        count[cursor.at_ns / (10 * NS_PER_S)]++;
        before_ns = cursor.at_ns;
        arrival_next(&model->apps[0], &cursor, 1);
    }
    for (int k = 0; k < 18; k++) {
        double expected = k < 6 ? 20000 : k < 12 ? 0 : 100000;
        assert_true(fabs(count[k] - expected) <= 4.5 * sqrt(expected));
    }
    assert_int_equal(model->apps[0].requests, n); /* drawn beforehand */
}

FACT(even_rates_are_evenly_spread)
{
    DEFER(model_leave) struct model *model = build_rates(1, true);
    struct arrival_cursor cursor = arrival_first(&model->apps[0], 1);
    for (int i = 0; i < 120; i++) {
        assert_int_equal(cursor.at_ns, (2 * i + 1) * (NS_PER_S / 4));
        arrival_next(&model->apps[0], &cursor, 1);
    }
    for (int i = 0; i < 600; i++) {
        assert_true(llabs((long long)(cursor.at_ns - (120 * NS_PER_S + (2 * i + 1) * (NS_PER_S / 20)))) <= 1);
        arrival_next(&model->apps[0], &cursor, 1);
    }
    assert_int_equal(cursor.at_ns, NS_NEVER);
    assert_int_equal(cursor.index, 720);
    assert_int_equal(cursor.batch, 0);
    arrival_next(&model->apps[0], &cursor, 1);
    assert_int_equal(cursor.index, 720);
}

/* From the 100th request on, the load is 2: gaps halve, also across a step without requests. */
FACT(load_speeds_up_rates_from_the_next_draw)
{
    DEFER(model_leave) struct model *model = build_rates(1, true);
    struct arrival_cursor cursor = arrival_first(&model->apps[0], 1);
    for (int i = 0; i < 99; i++)
        arrival_next(&model->apps[0], &cursor, 1);
    assert_int_equal(cursor.at_ns, 199 * (NS_PER_S / 4)); /* 49.75 s */
    arrival_next(&model->apps[0], &cursor, 2);
    assert_int_equal(cursor.at_ns, 50 * NS_PER_S);
    for (int i = 0; i < 40; i++)
        arrival_next(&model->apps[0], &cursor, 2);
    assert_int_equal(cursor.at_ns, 120 * NS_PER_S); /* the integral reaches the minute's end */
    arrival_next(&model->apps[0], &cursor, 2);
    assert_int_equal(cursor.at_ns, 120 * NS_PER_S + NS_PER_S / 20);
}

FACT(replays_are_exact)
{
    static const int64_t at_ns[] = {0, 1000000, 1000000, 500000000, 3600000000000};
    DEFER(scenario_free) struct scenario scenario = plain_scenario(1, "unit", 1, 0, 1, "P4");
    scenario.apps[0].arrivals.kind = ARRIVAL_TRACE;
    strcpy(scenario.apps[0].arrivals.workload, "burst");
    scenario.apps[0].batch.kind = BATCH_TRACE;
    DEFER(model_leave) struct model *model = fixture_model(&scenario);
    assert_int_equal(model->apps[0].requests, 5);
    struct arrival_cursor cursor = arrival_first(&model->apps[0], 1),
                          fast = arrival_first(&model->apps[0], 2);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(cursor.at_ns, at_ns[i]);
        assert_int_equal(fast.at_ns, at_ns[i] / 2);
        assert_int_equal(cursor.batch, 1 << i);
        arrival_next(&model->apps[0], &cursor, 1);
        arrival_next(&model->apps[0], &fast, 2);
    }
    assert_int_equal(cursor.at_ns, NS_NEVER);
    assert_int_equal(arrival_batch(&model->apps[0], 7), 1); /* a block may reach beyond the end */
    model_release(model);
    scenario.apps[0].requests = 3;
    model = fixture_model(&scenario);
    cursor = arrival_first(&model->apps[0], 1);
    for (int i = 0; i < 3; i++)
        arrival_next(&model->apps[0], &cursor, 1);
    assert_int_equal(cursor.at_ns, NS_NEVER);
}

FACT(served_kinds_have_no_arrivals_of_their_own)
{
    static const enum arrival_kind kinds[] = {ARRIVAL_BACKLOGGED, ARRIVAL_CLOSED_LOOP};
    for (int k = 0; k < 2; k++) {
        DEFER(model_leave) struct model *model = build_kind(kinds[k], 1, 10, "");
        assert_false(arrival_has_gaps(&model->apps[0]));
        assert_int_equal(arrival_first(&model->apps[0], 1).at_ns, NS_NEVER);
        int64_t untouched = -7;
        int32_t batch = 0;
        arrival_fill(&model->apps[0], 3, 1, &untouched, &batch);
        assert_int_equal(untouched, -7);
        assert_int_equal(batch, arrival_batch(&model->apps[0], 3));
    }
}
