/* The recording by itself: its table of sketches holds the worst that fits its shape, and where memory runs
 * out in mid-run the loss is counted, stays out of the totals and is not passed on to forks. */
#include "engine/sim/state.h"
#include "tests/support/simulate.h"
#include "tests/support/slow_build.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Every bin of every bucket filled: 44 MB of pairs, more than sixty-four chunks. */
FACT(test_full_sketches_fit)
{
    enum { APPS = 2 };
    DEFER(memory_leave) struct sketch_pair *pairs = calloc(SKETCH_BINS, sizeof *pairs);
    DEFER(recording_leave) struct recording *recording = recording_create(RECORDING_BUCKETS_MAX, APPS, 1);
    static struct sketch_pair kept[SKETCH_BINS];
    assert_non_null(pairs);
    assert_non_null(recording);
    for (uint32_t bin = 0; bin < SKETCH_BINS; bin++)
        pairs[bin].bin = (uint16_t)bin;
    for (int b = 0; b < RECORDING_BUCKETS_MAX; b++)
        for (int a = 0; a < APPS; a++) {
            pairs[0].count = (uint32_t)(b * APPS + a);
            assert_true(recording_put_sketch(recording, a, b, pairs, SKETCH_BINS));
        }
    for (int b = 0; b < RECORDING_BUCKETS_MAX; b++)
        for (int a = 0; a < APPS; a++) {
            assert_int_equal(recording_sketch(recording, a, b, kept), SKETCH_BINS);
            assert_int_equal(kept[0].count, b * APPS + a);
            assert_int_equal(kept[SKETCH_BINS - 1].bin, SKETCH_BINS - 1);
        }
    assert_int_equal(recording_lost_sketches(recording), 0);
}

/* Sketches of any size in any order, each read back whole. */
FACT(test_any_sketches_fit)
{
    enum { APPS = 3, BUCKETS = 400 };
    static struct sketch_pair pairs[SKETCH_BINS], kept[SKETCH_BINS];
    uint64_t key = random_key(3, RANDOM_TEST, 0), throws = 0;
    DEFER(recording_leave) struct recording *recording = recording_create(BUCKETS, APPS, 1);
    static size_t sizes[APPS][BUCKETS];
    for (int b = 0; b < BUCKETS; b++)
        for (int a = 0; a < APPS; a++) {
            uint32_t most = random_below(key, throws++, 4) ? 60 : SKETCH_BINS;
            sizes[a][b] = random_below(key, throws++, most + 1);
            pairs[0].count = (uint32_t)(b * APPS + a);
            assert_true(recording_put_sketch(recording, a, b, pairs, sizes[a][b]));
        }
    for (int b = 0; b < BUCKETS; b++)
        for (int a = 0; a < APPS; a++) {
            size_t n = recording_sketch(recording, a, b, kept);
            assert_int_equal(n, sizes[a][b]);
            assert_true(n == 0 || kept[0].count == (uint32_t)(b * APPS + a));
        }
}

/* ---- responses that are kept ---- */

/* A sketch that is made when somebody asks is that of the responses of its bucket: added up by hand, or taken
 * out again, from a bucket without any as well. */
FACT(test_sketches_of_kept_responses)
{
    static struct sketch sketch, none;
    static struct sketch_slide slide;
    static struct sketch_pair pairs[SKETCH_BINS];
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(2, 60, 500);
    scenario.apps[1].requests = 100; /* has long been served when app 0 ends */
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    const struct recording *recording = simulation.recording;
    int n_buckets = recording_count(recording);
    for (int a = 0; a < 2; a++) {
        const int64_t *ns = simulation.run->responses[a].ns;
        assert_ptr_equal(ns, recording->responses[a]);
        int64_t seen = 0;
        for (int b = 0; b < n_buckets; b++) {
            size_t at = (size_t)(a * recording->n_buckets + b);
            uint64_t finished = (uint64_t)recording->app[COLUMN_FINISHED][at], total = 0;
            size_t n = recording_sketch(recording, a, b, pairs);
            recording_add_sketches(recording, a, b, b + 1, &sketch);
            for (uint64_t i = 0; i < finished; i++)
                sketch.count[sketch_bin(ns[seen++])]--;
            sketch.total -= finished;
            assert_memory_equal(&sketch, &none, sizeof sketch);
            for (size_t i = 0; i < n; i++) {
                total += pairs[i].count;
                assert_true(i == 0 || pairs[i].bin > pairs[i - 1].bin);
            }
            assert_int_equal(total, finished);
            assert_int_equal(recording_slide_sketch(recording, a, b, true, &slide), finished);
            sketch_merge(&sketch, pairs, n);
            assert_memory_equal(&slide.sketch, &sketch, sizeof sketch);
            memset(&sketch, 0, sizeof sketch);
            assert_int_equal(recording_slide_sketch(recording, a, b, false, &slide), finished);
            assert_memory_equal(&slide.sketch, &none, sizeof sketch);
        }
        assert_int_equal(seen, scenario.apps[a].requests);
    }
    assert_int_equal(recording->n_chunks, 0);
}

/* ---- out of memory ---- */

static void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "out of memory: %s\n", what);
    _exit(1);
}

static rlim_t address_space(void)
{
    char line[128];
    FILE *file = fopen("/proc/self/statm", "r");
    require(file && fgets(line, sizeof line, file), "/proc/self/statm");
    fclose(file);
    return (rlim_t)strtoul(line, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* From now on hardly more memory than this process has: a few snapshots, no chunk of sketches (512 KiB). */
static void limit_memory(bool on)
{
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = on ? address_space() + (400 << 10) : limit.rlim_max;
    require(setrlimit(RLIMIT_AS, &limit) == 0, "setrlimit");
}

/* Buckets of an app in which something finished: those have a sketch. */
static int count_sketches(const struct recording *recording)
{
    int n = 0;
    for (int a = 0; a < recording->n_apps; a++)
        for (int b = 0; b < recording_count(recording); b++)
            n += recording->app[COLUMN_FINISHED][a * recording->n_buckets + b] > 0;
    return n;
}

static bool same_totals(const struct summary *a, const struct summary *b)
{
    struct summary x = *a, y = *b;
    x.lost_sketches = y.lost_sketches = 0;
    return memcmp(&x, &y, sizeof x) == 0;
}

/* A fork of it cannot go on from there: it starts anew and lacks nothing. */
static void check_fork(const struct simulation *whole, const struct simulation *poor,
                       struct scenario *scenario)
{
    struct run_options options = {.snapshots = true, .record = true};
    require(poor->run->n_snapshots > 0 && poor->run->snapshots[0].t_ns < whole->recording->end_ns / 2,
            "there is a snapshot to go on from");
    DEFER(simulation_free)
    struct simulation fork = {.model = model_create(scenario, fixture_catalog(), &err)};
    require(fork.model != NULL, "the fork's model");
    fork.recording = recording_for_model(fork.model);
    fork.run = run_fork(poor->run, fork.model, fork.recording, whole->recording->end_ns / 2, options, &err);
    require(fork.run != NULL, "the fork");
    simulation_finish(&fork);
    require(simulation_same(whole, &fork), "a fork of a run with losses has none");
}

/* Where responses are kept there is nothing that could be lost. */
static void check_nothing_lost(const struct simulation *whole, const struct simulation *poor)
{
    int n = recording_count(whole->recording);
    require(recording_lost_sketches(poor->recording) == 0, "nothing is lost");
    require(same_totals(&whole->summary, &poor->summary), "totals and percentiles are the same");
    require(recording_same_sketches(whole->recording, poor->recording, n), "and so are the sketches");
}

static void child(int64_t requests)
{
    struct run_options options = {.snapshots = true, .record = true};
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(2, 60, requests);
    DEFER(simulation_free) struct simulation whole = simulate(&scenario);
    DEFER(simulation_free) struct simulation poor = simulation_prepare(&scenario, fixture_catalog(), options);
    limit_memory(true);
    simulation_finish(&poor);
    limit_memory(false);
    if (whole.model->exact_percentiles) {
        check_nothing_lost(&whole, &poor);
    } else {
        /* A run that finds no memory for sketches has the totals and columns of one that does, and says what
         * it lost. / */
        const struct recording *recording = poor.recording;
        int n = recording_count(recording);
        require(poor.summary.lost_sketches == count_sketches(recording), "every sketch is counted as lost");
        require(recording_lost_sketches(recording) == poor.summary.lost_sketches, "in the recording, too");
        require(recording->summary.lost_sketches == poor.summary.lost_sketches, "and in its summary");
        require(whole.summary.lost_sketches == 0, "with memory nothing is lost");
        require(same_totals(&whole.summary, &poor.summary), "totals and percentiles are not touched");
        require(isnan(recording_percentile_ms(recording, 0, 0, n, 95)), "what is lost is not made up");
        require(memcmp(recording->gpu[COLUMN_GPU_ENERGY], whole.recording->gpu[COLUMN_GPU_ENERGY],
                       (size_t)n * sizeof(float)) == 0,
                "columns are not touched");
        check_fork(&whole, &poor, &scenario);
    }
    _exit(0);
}

/* With exact percentiles, and with those of the sketches (more than 2^20 requests). */
FACT(test_out_of_memory)
{
    static const int64_t requests[] = {5000, (1 << 20) + 1};
    if (SLOW_BUILD) {
        print_message("skipped: the address sanitizer needs more address space than a limit leaves\n");
        skip();
    }
    for (size_t k = 0; k < sizeof requests / sizeof *requests; k++) {
        int status = 1;
        pid_t pid = fork();
        if (pid == 0)
            child(requests[k]);
        assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
        assert_int_equal(status, 0);
    }
}
