/* Compile, run, hold every invariant, look up what a test asks for. */
#include "tests/support/simulate.h"

#include "engine/answers/days.h"
#include "engine/explore/prepare.h"
#include "engine/sim/state.h"

struct simulation simulation_over(struct model *model, struct run_options options)
{
    struct simulation simulation = {.model = model, .recording = recording_for_model(model)};
    simulation.run = run_create(model, simulation.recording, options, &err);
    must(simulation.run, &err);
    return simulation;
}

struct simulation simulation_fork(const struct simulation *base, struct model *model, int64_t t_ns,
                                  struct run_options options)
{
    struct simulation fork = {.model = model, .recording = recording_for_model(model)};
    must(model, &err);
    fork.run = run_fork(base->run, model, fork.recording, t_ns, options, &err);
    must(fork.run, &err);
    return fork;
}

struct simulation simulation_prepare(const struct scenario *scenario, const struct catalog *catalog,
                                     struct run_options options)
{
    struct model *model = model_create(scenario, catalog, &err);
    must(model, &err);
    must(prepare_with(NULL, model, NULL, &(struct derive_options){0}, &err), &err);
    return simulation_over(model, options);
}

void simulation_finish(struct simulation *simulation)
{
    simulation->status = run_all(simulation->run);
    run_summary(simulation->run, &simulation->summary);
    simulation_check(simulation);
}

struct simulation simulate_with(const struct scenario *scenario, const struct catalog *catalog)
{
    struct simulation simulation = simulation_prepare(scenario, catalog, as_simulated);
    simulation_finish(&simulation);
    return simulation;
}

struct simulation simulation_begin(const struct scenario *scenario)
{
    return simulation_prepare(scenario, fixture_catalog(), (struct run_options){.record = true});
}

struct simulation simulate(const struct scenario *scenario)
{
    return simulate_with(scenario, fixture_catalog());
}

void simulation_free(struct simulation *simulation)
{
    run_free(simulation->run);
    recording_free(simulation->recording);
    model_release(simulation->model);
    memset(simulation, 0, sizeof *simulation);
}

void close_or_fail(double actual, double expected, double tolerance, const char *file, int line)
{
    if (fabs(actual - expected) <= tolerance)
        return;
    print_error("%.17g is not %.17g (within %g)\n", actual, expected, tolerance);
    _fail(file, line);
}

/* |a - b| within `relative` of the larger, or tiny. */
static void assert_near(const char *what, double a, double b, double relative)
{
    double largest = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    assert_or(!(fabs(a - b) > relative * largest + 1e-12), "%s: %.17g is not %.17g", what, a, b);
}

static void check_energy(const struct summary *summary)
{
    double gpus_j = 0, apps_j = 0, buckets_g = 0;
    for (int g = 0; g < summary->n_gpus; g++) {
        const struct summary_gpu *gpu = &summary->gpus[g];
        gpus_j += gpu->energy_j;
        assert_near("CO-9 busy + idle + outage", gpu->busy_s + gpu->idle_s + gpu->outage_s, gpu->held_s,
                    1e-12);
        assert_true(gpu->held_s <= summary->horizon_s);
    }
    for (int a = 0; a < summary->n_apps; a++)
        apps_j += summary->apps[a].energy_j;
    assert_near("CO-2 joules of the GPUs", gpus_j, summary->energy_it_j, 1e-9);
    assert_near("joules of the apps and idle", apps_j + summary->energy_idle_j, summary->energy_it_j, 1e-9);
    for (int l = 0; l < LEDGER_COUNT; l++)
        buckets_g += summary->carbon_g[l];
    assert_near("CO-3 sum of the ledger", buckets_g, summary->carbon_total_g, 1e-12);
    double shares = 0;
    for (int p = 0; p < PROVENANCE_COUNT; p++)
        shares += summary->provenance[p];
    if (summary->energy_it_j > 0)
        assert_near("shares of provenance", shares, 1, 1e-9);
}

static void check_columns(const struct simulation *simulation)
{
    const struct recording *recording = simulation->recording;
    const struct summary *summary = &simulation->summary;
    int n = recording_count(recording);
    assert_true(recording_finished(recording));
    assert_near("energy columns",
                recording_sum_run(recording, COLUMN_ENERGY_ACTIVE, 0, n) +
                    recording_sum_run(recording, COLUMN_ENERGY_IDLE, 0, n),
                summary->energy_it_j, 1e-5);
    assert_near("carbon columns", recording_sum_run(recording, COLUMN_CARBON_ACTIVE, 0, n),
                summary->carbon_g[LEDGER_ACTIVE] + summary->carbon_g[LEDGER_AUXILIARY], 1e-5);
    for (int a = 0; a < summary->n_apps; a++) {
        assert_near("finished column", recording_sum_app(recording, COLUMN_FINISHED, a, 0, n),
                    (double)summary->apps[a].finished, 1e-12);
        assert_near("violations column", recording_sum_app(recording, COLUMN_VIOLATIONS, a, 0, n),
                    (double)summary->apps[a].violations, 1e-12);
        double p95_ms = recording_percentile_ms(recording, a, 0, n, 95);
        if (summary->apps[a].finished > 0 && simulation->model->scenario.warmup_s <= 0)
            assert_near("p95 of the merged sketches", p95_ms, summary->apps[a].p95_ms, 0.0081);
    }
}

void simulation_check(const struct simulation *simulation)
{
    const struct summary *summary = &simulation->summary;
    int64_t finished = 0;
    for (int a = 0; a < summary->n_apps; a++)
        finished += summary->apps[a].finished;
    assert_int_equal(finished, summary->requests);
    assert_int_equal(summary->arrived, summary->requests + summary->queued + summary->running); /* CO-1 */
    check_energy(&simulation->summary);
    if (simulation->run->options.record)
        check_columns(simulation);
    const char *fault = check_state(simulation->run);
    assert_or(!fault, "%s", fault);
}

static bool same_columns(float *const *a, int buckets_a, float *const *b, int buckets_b, int columns,
                         int rows, int count)
{
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++)
            if (memcmp(a[c] + r * buckets_a, b[c] + r * buckets_b, (size_t)count * sizeof(float)) != 0)
                return false;
    return true;
}

bool recording_same_sketches(const struct recording *a, const struct recording *b, int count)
{
    struct sketch_pair pa[SKETCH_BINS], pb[SKETCH_BINS];
    for (int app = 0; app < a->n_apps; app++)
        for (int bucket = 0; bucket < count; bucket++) {
            size_t na = recording_sketch(a, app, bucket, pa), nb = recording_sketch(b, app, bucket, pb);
            if (na != nb || (na > 0 && memcmp(pa, pb, na * sizeof *pa) != 0))
                return false;
        }
    return true;
}

bool recording_same_buckets(const struct recording *a, const struct recording *b, int count)
{
    return same_columns(a->run, a->n_buckets, b->run, b->n_buckets, RUN_COLUMNS, 1, count) &&
           same_columns(a->app, a->n_buckets, b->app, b->n_buckets, APP_COLUMNS, a->n_apps, count) &&
           same_columns(a->gpu, a->n_buckets, b->gpu, b->n_buckets, GPU_COLUMNS, a->n_gpus, count) &&
           recording_same_sketches(a, b, count);
}

static bool same_layout(const struct recorded_layout *a, const struct recorded_layout *b)
{
    return a->t_ns == b->t_ns && a->config == b->config && a->phase == b->phase &&
           memcmp(a->slices, b->slices, sizeof a->slices) == 0;
}

bool recording_same_layouts(const struct recording *a, const struct recording *b)
{
    for (int g = 0; g < a->n_gpus; g++) {
        const struct chronicle *ha = &a->layouts[g], *hb = &b->layouts[g];
        int n = chronicle_count(ha);
        if (chronicle_count(hb) != n)
            return false;
        for (int k = 0; k < n; k++)
            if (!same_layout(chronicle_get(ha, k), chronicle_get(hb, k)))
                return false;
    }
    return true;
}

bool recording_same_evaluations(const struct recording *a, const struct recording *b)
{
    int n = chronicle_count(&a->evaluations);
    if (chronicle_count(&b->evaluations) != n)
        return false;
    for (int k = 0; k < n; k++)
        if (memcmp(recording_evaluation(a, k), recording_evaluation(b, k), sizeof(struct evaluation)) != 0)
            return false;
    return true;
}

bool simulation_same(const struct simulation *a, const struct simulation *b)
{
    const struct recording *ra = a->recording, *rb = b->recording;
    int n = recording_count(ra);
    if (run_state_hash(a->run) != run_state_hash(b->run) || recording_count(rb) != n ||
        ra->end_ns != rb->end_ns)
        return false;
    return recording_same_buckets(ra, rb, n) && recording_same_layouts(ra, rb) &&
           recording_same_evaluations(ra, rb) && memcmp(&a->summary, &b->summary, sizeof a->summary) == 0;
}

void outlook_check(const struct model *model, const struct scenario *scenario,
                   const struct recording *recording, struct outlook *outlook)
{
    DEFER(days_free) struct days days;
    double least = INFINITY, greatest = -INFINITY;
    int crossings = 0;
    int64_t crossing_ns = -1;
    bool above = false;
    assert_true(days_list(&days, &model->trace));
    outlook_make(&days, scenario, scenario->start_s, recording->end_ns, outlook);
    assert_true(outlook->known);
    for (int b = 0; b < recording_count(recording); b++) {
        double cir = (double)recording->run[COLUMN_CIR][b];
        int64_t at_ns = b * recording->bucket_ns;
        bool now = cir > knob_at(scenario, knob_of_run(KNOB_CIT), at_ns).number + 1e-6;
        least = fmin(least, cir);
        greatest = fmax(greatest, cir);
        if (b == 0)
            assert_int_equal(now, outlook->above);
        else if (now != above && crossings++ == 0)
            crossing_ns = at_ns;
        above = now;
    }
    assert_close(outlook->least, least, 1e-6);
    assert_close(outlook->greatest, greatest, 1e-6);
    assert_int_equal(outlook->crossings, crossings);
    if (crossings > 0)
        assert_int_equal(outlook->crossing_ns, crossing_ns);
}
