/* The queues in the recording, of apps and of GPUs, against two oracles: a burst worked out by hand, and the
 * lengths counted after every single event of random runs. Clocks are recorded as the fleet names them. */
#include "engine/sim/state.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"
#include "tests/support/slow_build.h"

enum { CASES = THINNED(75, 300) };

/* What one bucket should say of one queue. */
struct figures {
    double area; /* requests x ns */
    int64_t least, most;
};

/* The figures of one queue, bucket by bucket. */
struct tally {
    int n;
    int64_t bucket_ns;
    struct figures *buckets;
};

static struct tally tally_make(const struct recording *recording)
{
    struct tally tally = {.n = recording->n_buckets, .bucket_ns = recording->bucket_ns};
    tally.buckets = calloc((size_t)tally.n, sizeof *tally.buckets);
    assert_non_null(tally.buckets);
    for (int b = 0; b < tally.n; b++)
        tally.buckets[b].least = INT64_MAX;
    return tally;
}

/* The queue was this long in [from, to). */
static void tally_add(struct tally *tally, int64_t from_ns, int64_t to_ns, int64_t length)
{
    while (from_ns < to_ns) {
        int64_t b = from_ns / tally->bucket_ns, end_ns = (b + 1) * tally->bucket_ns;
        struct figures *figures = &tally->buckets[b];
        end_ns = end_ns < to_ns ? end_ns : to_ns;
        figures->area += (double)length * (double)(end_ns - from_ns);
        figures->least = length < figures->least ? length : figures->least;
        figures->most = length > figures->most ? length : figures->most;
        from_ns = end_ns;
    }
}

/* Three recorded columns of one row. */
static void assert_recorded(const struct tally *tally, const struct recording *recording, const float *mean,
                            const float *least, const float *most)
{
    for (int b = 0; b < recording_count(recording); b++) {
        const struct figures *expected = &tally->buckets[b];
        double mean_expected = expected->area / (recording_width_s(recording, b) * 1e9);
        if (fabs((double)mean[b] - mean_expected) > 1e-6 * mean_expected)
            fail_msg("bucket %d: mean %.9g is not %.9g", b, (double)mean[b], mean_expected);
        if (least[b] != (float)expected->least || most[b] != (float)expected->most)
            fail_msg("bucket %d: %g .. %g is not %lld .. %lld", b, (double)least[b], (double)most[b],
                     (long long)expected->least, (long long)expected->most);
    }
}

static void assert_app(const struct tally *tally, const struct recording *recording, int app)
{
    size_t row = (size_t)app * (size_t)recording->n_buckets;
    assert_recorded(tally, recording, recording->app[COLUMN_QUEUE_MEAN] + row,
                    recording->app[COLUMN_QUEUE_MIN] + row, recording->app[COLUMN_QUEUE_MAX] + row);
}

static void assert_gpu(const struct tally *tally, const struct recording *recording, int gpu)
{
    size_t row = (size_t)gpu * (size_t)recording->n_buckets;
    assert_recorded(tally, recording, recording->gpu[COLUMN_GPU_QUEUE_MEAN] + row,
                    recording->gpu[COLUMN_GPU_QUEUE_MIN] + row, recording->gpu[COLUMN_GPU_QUEUE_MAX] + row);
}

/* ---- by hand ---- */

/* The workload "burst" (at 0, 1, 1 and 500 ms and after an hour) on a GPU that takes 100 ms for each: two
 * wait from 1 to 100 ms, one until 200 ms, then nobody ever again. The run's buckets are 5 s wide. */
static void run_burst(enum policy_id route, int owner, bool app_waits, bool gpu_waits)
{
    DEFER(scenario_free) struct scenario scenario = plain_scenario(1, "unit", 1, 5, 1, "P4");
    scenario.apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_TRACE, .workload = "burst", .scale = 1};
    scenario.policy[LAYER_ROUTE] = (int)route;
    scenario.fleets[0].gpus[0].owner = owner;
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    const struct recording *recording = simulation.recording;
    assert_true(recording->bucket_ns == 5 * NS_PER_S);
    struct tally waits = tally_make(recording), none = tally_make(recording);
    tally_add(&none, 0, recording->end_ns, 0);
    tally_add(&waits, 0, NS_PER_MS, 0);
    tally_add(&waits, NS_PER_MS, 100 * NS_PER_MS, 2);
    tally_add(&waits, 100 * NS_PER_MS, 200 * NS_PER_MS, 1);
    tally_add(&waits, 200 * NS_PER_MS, recording->end_ns, 0);
    assert_app(app_waits ? &waits : &none, recording, 0);
    assert_gpu(gpu_waits ? &waits : &none, recording, 0);
    assert_close(
        (double)(app_waits ? recording->app[COLUMN_QUEUE_MEAN] : recording->gpu[COLUMN_GPU_QUEUE_MEAN])[0],
        0.298 / 5, 1e-8);
    free(waits.buckets);
    free(none.buckets);
}

FACT(test_burst)
{
    run_burst(POLICY_OWN_QUEUE, 0, true, true);      /* in the app's queue, for its own GPU */
    run_burst(POLICY_OWN_QUEUE, -1, true, false);    /* ... for any GPU */
    run_burst(POLICY_LEAST_LOADED, 0, false, true);  /* in the instance's queue, */
    run_burst(POLICY_LEAST_LOADED, -1, false, true); /* whoever owns it */
}

/* ---- event by event ---- */

struct watch {
    const struct run *run;
    struct tally apps[APPS_MAX], gpus[GPUS_MAX];
    int64_t app_length[APPS_MAX], gpu_length[GPUS_MAX];
};

/* Requests in the instances' own queues, entry by entry. */
static int64_t own_length(const struct run *run, int gpu)
{
    const struct model_gpu *model_gpu = &run->model->gpus[gpu];
    int64_t n = 0;
    for (int i = 0; i < model_gpu->n_instances; i++) {
        int instance = run->model->gpu_instances[model_gpu->first_instance + i];
        int32_t left = run->instances[instance].queue_length;
        for (int32_t at = run->instances[instance].queue_first; left > 0; left--, at = run->pool[at].next)
            n++;
    }
    return n;
}

/* Returns whether requests waited both at an app and at an instance. */
static bool check_events(struct random_case *made)
{
    DEFER(memory_leave) struct watch *watch = calloc(1, sizeof *watch);
    DEFER(simulation_free)
    struct simulation simulation =
        simulation_prepare(&made->scenario, &made->catalog, (struct run_options){.record = true});
    const struct recording *recording = simulation.recording;
    enum run_status status;
    bool apps = false, instances = false;
    assert_non_null(watch);
    watch->run = simulation.run;
    for (int a = 0; a < recording->n_apps; a++)
        watch->apps[a] = tally_make(recording);
    for (int g = 0; g < recording->n_gpus; g++)
        watch->gpus[g] = tally_make(recording);
    do {
        int64_t from_ns = run_now_ns(simulation.run);
        const struct run *run = watch->run;
        for (int a = 0; a < run->model->n_apps; a++)
            watch->app_length[a] = run->apps[a].waiting;
        for (int g = 0; g < run->model->n_gpus; g++) {
            int owner = run->model->gpus[g].owner;
            watch->gpu_length[g] = own_length(run, g) + (owner >= 0 ? watch->app_length[owner] : 0);
        }
        for (int g = 0; g < recording->n_gpus; g++)
            instances |= own_length(simulation.run, g) > 0;
        apps |= simulation.run->hand->state->waiting_mask != 0;
        status = run_advance(simulation.run, INT64_MAX, 1);
        int64_t to_ns = run_now_ns(simulation.run);
        for (int a = 0; a < watch->run->model->n_apps; a++)
            tally_add(&watch->apps[a], from_ns, to_ns, watch->app_length[a]);
        for (int g = 0; g < watch->run->model->n_gpus; g++)
            tally_add(&watch->gpus[g], from_ns, to_ns, watch->gpu_length[g]);
    } while (status == RUN_GOING);
    for (int a = 0; a < recording->n_apps; a++) {
        assert_app(&watch->apps[a], recording, a);
        free(watch->apps[a].buckets);
    }
    for (int g = 0; g < recording->n_gpus; g++) {
        assert_gpu(&watch->gpus[g], recording, g);
        free(watch->gpus[g].buckets);
    }
    return apps && instances;
}

FACT(test_against_every_event)
{
    int both = 0;
    DEFER(memory_leave) struct random_case *made = calloc(1, sizeof *made);
    assert_non_null(made);
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        random_case_make(made, seed);
        both += check_events(made);
        random_case_free(made);
    }
    assert_true(both > CASES / 10);
}

/* ---- clocks ---- */

FACT_FOR(test_clock, plain_scenario(1, "unit", 100, 100, 2, "A100-40GB"))
{
    scenario->fleets[0].gpus[0].clock_mhz = 1410;
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    const struct recording *recording = simulation.recording;
    for (int b = 0; b < recording_count(recording); b++) {
        assert_true(recording->gpu[COLUMN_GPU_CLOCK][b] == 1410);
        assert_true(isnan(recording->gpu[COLUMN_GPU_CLOCK][recording->n_buckets + b]));
    }
}
