/* Curves: below a bucket of the run they are what a run draws that records such buckets itself; a recording
 * that grows comes to the same curves as a complete one; every window can be had. */
#include "engine/base/units.h"
#include "tests/support/simulate.h"
#include "engine/answers/curves.h"
#include "engine/answers/objective.h"

static void assert_points(const float *a, const float *b, int n, double tolerance)
{
    for (int p = 0; p < n; p++)
        if (!(isnan(a[p]) && isnan(b[p])) &&
            !(fabs((double)a[p] - (double)b[p]) <= tolerance * fabs((double)b[p])))
            fail_msg("point %d of %d: %.9g, not %.9g", p, n, (double)a[p], (double)b[p]);
}

static void assert_curves(const struct curves *a, const struct curves *b)
{
    int n = b->points;
    assert_int_equal(a->points, n);
    assert_int_equal(a->settled, b->settled);
    assert_int_equal(a->window_misses, b->window_misses);
    for (int l = 0; l < LEDGER_COUNT; l++)
        assert_points(a->ledger[l], b->ledger[l], n, 2e-6);
    assert_points(a->total, b->total, n, 2e-6);
    assert_points(a->running, b->running, n, 1e-5);
    assert_points(a->intensity, b->intensity, n, 1e-6);
    assert_points(a->uses, b->uses, n, 0);
    assert_points(a->misses, b->misses, n, 0);
    assert_points(a->late, b->late, n, 0);
    for (int app = 0; app < a->n_apps; app++)
        assert_points(a->tail[app], b->tail[app], n, 0);
    for (int gpu = 0; gpu < a->n_gpus; gpu++)
        assert_points(a->busy[gpu], b->busy[gpu], n, 2e-6);
}

/* An hour is recorded by 5 s, seventeen minutes by 1 s: a detail of the one draws what the other draws. */
FACT_FOR(test_curves_of_a_detail, carbondis_scenario(4, 60, 20000))
{
    scenario->apps[2].slo_ms = 60;
    scenario->start_s += 3600 - 500;
    scenario->hours = 1;
    DEFER(simulation_free) struct simulation coarse = simulate(scenario);
    scenario->hours = 1008 / 3600.0;
    DEFER(simulation_free) struct simulation fine = simulate(scenario);
    assert_int_equal(fine.model->bucket_ns, NS_PER_S);
    struct run_view one = {.model = coarse.model, .recording = coarse.recording, .run = coarse.run};
    struct run_view other = {.model = fine.model, .recording = fine.recording};
    struct curves *a = curves_create(4, 5), *b = curves_create(4, 5);
    uint64_t key = random_key(3, RANDOM_TEST, 2), draw = 0, before = run_state_hash(coarse.run);
    double misses = 0;
    for (int i = 0; i < 60; i++) {
        int64_t span_ns = (20 + (int64_t)random_below(key, draw++, 400)) * NS_PER_S;
        struct curve_window window = {.points = 1 + (int)random_below(key, draw++, 500)};
        window.tail_ns = (1 + random_below(key, draw++, 100)) * NS_PER_S;
        window.from_ns =
            i % 10 == 0 ? 0 : (int64_t)(random_unit(key, draw++) * (double)(1000 * NS_PER_S - span_ns));
        window.to_ns = window.from_ns + span_ns;
        curves_update(b, &other, &window, true);
        window.bucket_ns = NS_PER_S;
        curves_update(a, &one, &window, true);
        assert_int_equal(a->bucket_ns, NS_PER_S);
        assert_curves(a, b);
        curves_update(a, &one, &window, false); /* nothing is left to do */
        assert_curves(a, b);
        misses += (double)a->window_misses;
    }
    assert_true(misses > 100 && run_state_hash(coarse.run) == before);
    /* Without the run only the recording is left. */
    one.run = NULL;
    struct curve_window window = {100 * NS_PER_S, 160 * NS_PER_S, 100, 10 * NS_PER_S, NS_PER_S};
    curves_update(a, &one, &window, true);
    assert_int_equal(a->bucket_ns, 5 * NS_PER_S);
    assert_int_equal(a->points, 100);
    curves_free(a);
    curves_free(b);
}

/* A recording that grows comes to the same curves as one that is complete. */
FACT_FOR(test_curves_grow, carbondis_scenario(3, 60, 4000))
{
    DEFER(simulation_free) struct simulation whole = simulate(scenario);
    DEFER(simulation_free) struct simulation growing = simulation_begin(scenario);
    struct run_view complete = {.model = whole.model, .recording = whole.recording, .run = whole.run};
    struct run_view partial = {.model = growing.model, .recording = growing.recording, .run = growing.run};
    struct curves *a = curves_create(3, 4), *b = curves_create(3, 4);
    struct curve_window window = {0, whole.recording->end_ns, 300, 30 * NS_PER_S, 0};
    curves_update(b, &complete, &window, false);
    while (run_advance(growing.run, INT64_MAX, 3000) == RUN_GOING)
        curves_update(a, &partial, &window, false);
    curves_update(a, &partial, &window, true);
    assert_curves(a, b);
    assert_true(b->complete && b->settled == 300);
    curves_free(a);
    curves_free(b);
}

/* Point by point against sums over the recording made anew; the running total's last point is the run's. */
FACT_FOR(test_points, carbondis_scenario(3, 60, 4000))
{
    scenario->apps[0].slo_ms = 20;
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    const struct recording *recording = run.recording;
    struct run_view result = {.model = run.model, .recording = run.recording};
    struct curves *curves = curves_create(3, 4);
    struct curve_window window = {0, recording->end_ns, 211, 17 * NS_PER_S, 0};
    curves_update(curves, &result, &window, false);
    assert_int_equal(curves->points, 211);
    int64_t all = 0;
    for (int app = 0; app < 3; app++)
        all += run.summary.apps[app].violations;
    for (int p = 0; p < 211; p++) {
        int64_t end_ns = recording->end_ns * (p + 1) / 211, from_ns = end_ns - window.tail_ns;
        int from = from_ns < 0 ? 0 : (int)(from_ns / recording->bucket_ns);
        int to = (int)((end_ns + recording->bucket_ns - 1) / recording->bucket_ns);
        to = to > recording_count(recording) ? recording_count(recording) : to;
        double late = 0;
        for (int app = 0; app < 3; app++) {
            double tail_ms =
                recording_percentile_ms(recording, app, from, to, recording->apps[app].percentile);
            double percent = 100 * tail_ms / objective_slo_ms(run.model, app, end_ns);
            late += recording_sum_app(recording, COLUMN_VIOLATIONS, app, from, to);
            assert_true(curves->tail[app][p] == (float)percent ||
                        (isnan(percent) && isnan(curves->tail[app][p])));
        }
        assert_true((double)curves->late[p] == late);
    }
    assert_true(all > 100 && curves->window_misses == all);
    assert_close((double)curves->running[210], run.summary.carbon_total_g, 1e-5 * run.summary.carbon_total_g);
    curves_free(curves);
}

/* Whatever the window, a detail of it with what the tail needs fits into one recording. */
FACT_FOR(test_widths, carbondis_scenario(3, 60000, 700))
{
    scenario->hours = 40;
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    const struct recording *recording = simulation.recording;
    for (int points = 2; points <= CURVE_POINTS; points += 1 + points / 3)
        for (int64_t span_ns = NS_PER_S / 2; span_ns < recording->end_ns; span_ns += span_ns / 3) {
            int64_t bucket_ns = curves_bucket_ns(span_ns, points, recording->bucket_ns);
            int64_t tail_ns = curves_tail_within_ns(recording, span_ns, bucket_ns);
            assert_true(bucket_ns <= recording->bucket_ns && tail_ns % bucket_ns == 0);
            assert_true(tail_ns <= curves_tail_window_ns(recording->end_ns));
            if (bucket_ns < recording->bucket_ns)
                assert_true((span_ns + tail_ns) / bucket_ns + 2 <= RECORDING_BUCKETS_MAX);
            if (bucket_ns * points > span_ns) /* wider than a point only for want of room, or of finer ones */
                assert_true(bucket_ns == 10 * NS_PER_MS || span_ns / bucket_ns > 200);
        }
}

/* The value at an instant is that of the point around it; the parts that curves have add up to the total. */
FACT_FOR(test_at_an_instant, carbondis_scenario(2, 500, 4000))
{
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    struct run_view view = {run.recording, run.model, run.run};
    struct curves *curves = curves_create(2, run.recording->n_gpus);
    struct curve_window window = {NS_PER_S, 101 * NS_PER_S, 100, NS_PER_HOUR, 0};
    double parts = 0;
    curves_update(curves, &view, &window, true);
    for (int p = 0; p < curves->points; p++)
        assert_close(curves_at(curves, curves->total, (p + 1) * NS_PER_S + NS_PER_S / 2),
                     (double)curves->total[p], 0);
    assert_close(curves_at(curves, curves->total, window.to_ns), (double)curves->total[99], 0);
    assert_true(isnan(curves_at(curves, curves->total, 0)));
    assert_true(isnan(curves_at(curves, curves->total, window.to_ns + 1)));
    for (int ledger = 0; ledger < LEDGER_COUNT; ledger++)
        parts += curves_part_g(&run.summary, (enum ledger)ledger);
    assert_close(parts, run.summary.carbon_total_g, 1e-9);
    assert_close(curves_grams(run.recording, 0, recording_count(run.recording)), parts, 1e-4 * parts);
    curves_free(curves);
}
