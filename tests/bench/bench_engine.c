/* How fast is the engine? On `carbondis-set1` (100,000 requests) it is held against the plain priority-queue
 * program of the same experiment and against the floor, in one process on one core, in paired repeats with a
 * new seed each. The plain program must come to the same totals, so this is a test of correctness, too. Then
 * what a user feels: a turn of a knob, a look at an instant; and what ten million requests take of memory, in
 * a process of their own.
 *
 *   bench_engine [--repeats N]          everything; exit 1 if a must is missed or the totals differ
 *   bench_engine --lenient N            N repeats; times are told but only totals and memory can fail
 *   bench_engine --once WHICH           one run of engine, plain or floor, for callgrind
 *   bench_engine --memory REQUESTS      one run of that many requests; prints its peak memory in KiB */
#include "engine/base/units.h"
#include "tests/bench/floor.h"
#include "tests/bench/inputs.h"
#include "tests/bench/measure.h"
#include "tests/bench/plain_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum subject { PLAIN, FLOOR, ENGINE, ENGINE_SNAPSHOTS, ENGINE_SILENT, SUBJECTS };

static const char *const subject_names[SUBJECTS] = {"plain priority queue", "floor: draw and merge",
                                                    "engine, recording", "engine, recording and snapshots",
                                                    "engine, summary only"};

struct bench {
    struct inputs inputs;
    const struct catalog *catalog;
    const char *self; /* path of this program */
    int repeats, faults;
    bool lenient; /* a missed time is told, not counted: this machine may be busy with other work */
};

/* Says that a figure or a total is not what it has to be. */
static void bench_fault(struct bench *bench, const char *what)
{
    bench->faults++;
    printf("FAILED: %s\n", what);
}

static void bench_slow(struct bench *bench, const char *what)
{
    if (bench->lenient)
        printf("slow: %s (told only: see --lenient)\n", what);
    else
        bench_fault(bench, what);
}

static struct model *bench_model(const struct bench *bench, const struct scenario *scenario)
{
    struct error error = {0};
    struct model *model = model_create(scenario, bench->catalog, &error);
    if (!model)
        inputs_die(&error);
    return model;
}

/* A whole run, from nothing to the summary. The caller frees the recording. */
static struct recording *engine_run(struct model *model, struct run_options options, struct run **kept)
{
    struct error error = {0};
    struct recording *recording = recording_for_model(model);
    struct run *run = recording ? run_create(model, recording, options, &error) : NULL;
    if (!run)
        inputs_die(&error);
    run_all(run);
    if (kept)
        *kept = run;
    else
        run_free(run);
    return recording;
}

static void engine_only(struct model *model, struct run_options options)
{
    recording_free(engine_run(model, options, NULL));
}

static void plain_only(const struct model *model, struct plain_result *result)
{
    struct error error = {.kind = ERROR_SYSTEM, .message = "the plain program cannot run this scenario"};
    if (!plain_queue_run(model, result))
        inputs_die(&error);
}

/* Never inlined: callgrind counts what happens inside. */
static __attribute__((noinline)) void subject_run(enum subject subject, struct model *model)
{
    struct plain_result result;
    switch (subject) {
    case PLAIN:
        plain_only(model, &result);
        break;
    case FLOOR:
        floor_run(model);
        break;
    case ENGINE:
        engine_only(model, (struct run_options){.record = true});
        break;
    case ENGINE_SNAPSHOTS:
        engine_only(model, (struct run_options){.record = true, .snapshots = true});
        break;
    default:
        engine_only(model, (struct run_options){.record = false});
        break;
    }
}

/* --- the same totals
 * ------------------------------------------------------------------------------------------------ */

static bool close_to(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance * fabs(b);
}

/* Everything countable is equal; energy and carbon but for the order of their sums. */
static bool totals_agree(const struct plain_result *plain, const struct summary *summary)
{
    bool equal = plain->makespan_ns == ns_from_s(summary->horizon_s);
    for (int a = 0; a < summary->n_apps; a++) {
        const struct summary_app *app = &summary->apps[a];
        equal = equal && plain->jobs[a].finished == app->finished &&
                plain->jobs[a].violations == app->violations &&
                plain->jobs[a].high_end_uses == app->high_end_uses &&
                ns_to_ms(plain->jobs[a].p95_ns) == app->p95_ms;
    }
    double active_j = summary->energy_it_j - summary->energy_idle_j;
    return equal && close_to(plain->active_j, active_j, 1e-9) &&
           close_to(plain->idle_j, summary->energy_idle_j, 1e-9) &&
           close_to(plain->idle_g, summary->carbon_g[LEDGER_IDLE], 1e-9) &&
           close_to(plain->active_g, summary->carbon_g[LEDGER_ACTIVE], 1e-9);
}

static void print_totals(const struct plain_result *plain, const struct summary *summary)
{
    printf("  %-10s %14s %14s\n  %-10s %14.9f %14.9f\n  %-10s %14.6f %14.6f\n  %-10s %14.6f %14.6f\n", "",
           "plain", "engine", "makespan s", ns_to_s(plain->makespan_ns), summary->horizon_s, "active g",
           plain->active_g, summary->carbon_g[LEDGER_ACTIVE], "idle g", plain->idle_g,
           summary->carbon_g[LEDGER_IDLE]);
    for (int a = 0; a < summary->n_apps; a++)
        printf("  %-10s p95 %.6f / %.6f ms, violations %lld / %lld, high-end uses %lld / %lld\n",
               summary->apps[a].name, ns_to_ms(plain->jobs[a].p95_ns), summary->apps[a].p95_ms,
               (long long)plain->jobs[a].violations, (long long)summary->apps[a].violations,
               (long long)plain->jobs[a].high_end_uses, (long long)summary->apps[a].high_end_uses);
}

static void check_totals(struct bench *bench, struct model *model)
{
    struct plain_result plain;
    plain_only(model, &plain);
    struct recording *recording = engine_run(model, (struct run_options){.record = true}, NULL);
    if (!totals_agree(&plain, &recording->summary)) {
        bench_fault(bench, "the plain program and the engine come to different totals");
        if (bench->faults == 1)
            print_totals(&plain, &recording->summary);
    }
    recording_free(recording);
}

/* --- speed
 * ----------------------------------------------------------------------------------------------------------
 */

/* At least so many times the plain program, at most so many times the floor. */
struct limit {
    double must, goal; /* 0: none */
    bool at_most;
};

static void print_ratio(struct bench *bench, const char *what, struct spread ratio, struct limit limit)
{
    printf("  %-44s %6.2f  (%.2f .. %.2f)", what, ratio.median, ratio.low, ratio.high);
    if (limit.must > 0)
        printf("  must be %s %.1f, goal %.1f", limit.at_most ? "at most" : "at least", limit.must,
               limit.goal);
    printf("\n");
    if (limit.must > 0 && (limit.at_most ? ratio.median > limit.must : ratio.median < limit.must))
        bench_slow(bench, "the engine is slower than it must be");
}

/* What is drawn once for a workload is no part of a run: said apart. */
static double model_ns(const struct bench *bench, struct model *model, bool anew, int64_t requests)
{
    struct error error = {0};
    double start_s = measure_now_s();
    struct model *made = anew ? bench_model(bench, &model->scenario)
                              : model_with_scenario(model, &model->scenario, bench->catalog, &error);
    double ns = (measure_now_s() - start_s) * 1e9 / (double)requests;
    if (!made)
        inputs_die(&error);
    model_release(made);
    return ns;
}

static void bench_speed(struct bench *bench, const char *arrivals)
{
    static double ns[SUBJECTS][REPEATS_MAX], made_ns[2][REPEATS_MAX];
    struct error error = {0};
    struct scenario scenario;
    char assignment[64];
    snprintf(assignment, sizeof assignment, "arrivals=%s", arrivals);
    if (!scenario_copy(&scenario, &bench->inputs.scenario) ||
        !scenario_apply_set(&scenario, assignment, &error))
        inputs_die(&error);
    int64_t requests = 0;
    for (int a = 0; a < scenario.n_apps; a++)
        requests += scenario.apps[a].requests;
    size_t n = (size_t)bench->repeats;
    for (size_t r = 0; r < n; r++) {
        scenario.seed = 1 + r;
        struct model *model = bench_model(bench, &scenario);
        check_totals(bench, model);
        for (int s = 0; s < SUBJECTS; s++) {
            double start_s = measure_now_s();
            subject_run((enum subject)s, model);
            ns[s][r] = (measure_now_s() - start_s) * 1e9 / (double)requests;
        }
        for (int anew = 0; anew < 2; anew++)
            made_ns[anew][r] = model_ns(bench, model, anew, requests);
        model_release(model);
    }
    printf("\n%s, %s, %lld requests, median of %d paired repeats\n", scenario.name, arrivals,
           (long long)requests, bench->repeats);
    printf("  %-44s %10s %16s\n", "", "ns/request", "million req/s");
    for (int s = 0; s < SUBJECTS; s++) {
        double median_ns = measure_spread(ns[s], n).median;
        printf("  %-44s %10.1f %16.2f\n", subject_names[s], median_ns, 1e3 / median_ns);
    }
    printf("  %-44s %10.1f\n  %-44s %10.1f\n", "before it: a model of a new workload, drawn",
           measure_spread(made_ns[1], n).median, "before it: a model of a known workload",
           measure_spread(made_ns[0], n).median);
    print_ratio(bench, "plain program's time over the engine's", measure_ratio(ns[PLAIN], ns[ENGINE], n),
                (struct limit){.must = 7, .goal = 9});
    print_ratio(bench, "engine's time over the floor's", measure_ratio(ns[ENGINE], ns[FLOOR], n),
                (struct limit){.must = 2.1, .goal = 1.6, .at_most = true});
    print_ratio(bench, "with snapshots over without", measure_ratio(ns[ENGINE_SNAPSHOTS], ns[ENGINE], n),
                (struct limit){0});
    scenario_free(&scenario);
}

/* --- what a user feels
 * ---------------------------------------------------------------------------------------------- */

static void print_ms(struct bench *bench, const char *what, struct spread ms, double must_ms)
{
    printf("  %-44s %6.2f  (%.2f .. %.2f)  must stay below %.0f\n", what, ms.median, ms.low, ms.high,
           must_ms);
    if (ms.median >= must_ms)
        bench_slow(bench, what);
}

/* From the turned knob to complete new curves: compile, run, keep snapshots as the dashboard does. */
static void bench_knob_turn(struct bench *bench)
{
    double ms[REPEATS_MAX];
    struct error error = {0};
    char assignment[32];
    for (int r = 0; r < bench->repeats; r++) {
        struct scenario scenario;
        double start_s = measure_now_s();
        snprintf(assignment, sizeof assignment, "cit=%.2f", 0.8 + 0.05 * (r % 9));
        if (!scenario_copy(&scenario, &bench->inputs.scenario) ||
            !scenario_apply_set(&scenario, assignment, &error))
            inputs_die(&error);
        struct model *model = bench_model(bench, &scenario);
        engine_only(model, (struct run_options){.record = true, .snapshots = true});
        ms[r] = (measure_now_s() - start_s) * 1e3;
        model_release(model);
        scenario_free(&scenario);
    }
    print_ms(bench, "knob turned to complete curves, ms", measure_spread(ms, (size_t)bench->repeats), 50);
}

/* A step of the cursor: the state at an instant, run again from the nearest snapshot. */
static void bench_instant(struct bench *bench)
{
    static struct instant instant;
    double ms[REPEATS_MAX];
    struct error error = {0};
    struct run *run;
    struct model *model = bench_model(bench, &bench->inputs.scenario);
    struct recording *recording =
        engine_run(model, (struct run_options){.record = true, .snapshots = true}, &run);
    for (int r = 0; r < bench->repeats; r++) {
        double start_s = measure_now_s();
        if (!run_instant(run, recording->end_ns / (bench->repeats + 1) * (r + 1), &instant, &error))
            inputs_die(&error);
        ms[r] = (measure_now_s() - start_s) * 1e3;
    }
    print_ms(bench, "cursor moved to everything at that instant, ms",
             measure_spread(ms, (size_t)bench->repeats), 5);
    run_free(run);
    recording_free(recording);
    model_release(model);
}

/* --- memory
 * ---------------------------------------------------------------------------------------------------------
 */

static void run_memory(struct bench *bench, int64_t requests)
{
    for (int a = 0; a < bench->inputs.scenario.n_apps; a++)
        bench->inputs.scenario.apps[a].requests = requests / bench->inputs.scenario.n_apps;
    struct model *model = bench_model(bench, &bench->inputs.scenario);
    struct recording *recording =
        engine_run(model, (struct run_options){.record = true, .snapshots = true}, NULL);
    if (recording->summary.requests != requests)
        bench_fault(bench, "not every request was served");
    recording_free(recording);
    model_release(model);
    printf("%ld\n", measure_peak_kib());
}

/* Runs this program once more and reads the number that it prints; 0 if it fails. */
static long memory_of_child(const char *self, const char *requests)
{
    char answer[32] = "";
    int ends[2], status = 1;
    if (pipe(ends) != 0)
        return 0;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execl(self, self, "--memory", requests, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], answer, sizeof answer - 1);
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0 || length <= 0)
        return 0;
    return strtol(answer, NULL, 10);
}

static void bench_memory(struct bench *bench)
{
    static const struct {
        const char *requests;
        int must_mb;
    } rows[] = {{"100000", 64}, {"1000000", 64}, {"10000000", 20}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double mb = (double)memory_of_child(bench->self, rows[i].requests) * 1024 / 1e6;
        printf("  peak memory of %8s requests, MB %22.1f  must stay below %d\n", rows[i].requests, mb,
               rows[i].must_mb);
        if (!(mb > 0 && mb < rows[i].must_mb))
            bench_fault(bench, "memory");
    }
}

static void bench_once(struct bench *bench, const char *which)
{
    enum subject subject = strcmp(which, "plain") == 0 ? PLAIN : strcmp(which, "floor") == 0 ? FLOOR : ENGINE;
    struct model *model = bench_model(bench, &bench->inputs.scenario);
    subject_run(subject, model);
    model_release(model);
}

static void bench_all(struct bench *bench)
{
    bench_speed(bench, "poisson-gap");
    bench_speed(bench, "exponential");
    printf("\nwhat a user feels, and memory\n");
    bench_knob_turn(bench);
    bench_instant(bench);
    bench_memory(bench);
    printf("\nthe plain program and the engine were compared on %d seeds\n", 2 * bench->repeats);
}

int main(int argc, char **argv)
{
    const char *option = argc > 2 ? argv[1] : "", *value = argc > 2 ? argv[2] : "";
    struct bench bench = {.self = argv[0], .repeats = 15};
    memory_keep_freed(); /* as the program does */
    inputs_open(&bench.inputs, "carbondis-set1");
    bench.catalog = store_catalog(bench.inputs.store);
    bench.lenient = strcmp(option, "--lenient") == 0;
    if (bench.lenient || strcmp(option, "--repeats") == 0) {
        bench.repeats = inputs_repeats(value);
    }
    if (strcmp(option, "--once") == 0)
        bench_once(&bench, value);
    else if (strcmp(option, "--memory") == 0)
        run_memory(&bench, strtol(value, NULL, 10));
    else
        bench_all(&bench);
    inputs_close(&bench.inputs);
    return bench.faults > 0;
}
