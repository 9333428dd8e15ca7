/* How long does a contribution take? On all-five-2.json, what `all-five` was at first, every on/off set of
 * its five layers over a day on one core, from the question to the last share; and how soon the first bars
 * stand: the runs with all off, with all on and with the first layer alone, with what is measured before
 * them.
 *
 *   bench_attribution [--repeats N]     exit 1 if a must is missed
 *   bench_attribution --lenient N       an hour of it; times are told, not judged */
#include "engine/explore/contribution.h"
#include "tests/bench/judged.h"

#include <stdio.h>

enum { FIRST_BARS = 3 };
static const double must_first_s = 2, must_all_s = 40; /* 20 s on two cores */

struct watch {
    double start_s, first_s;
};

static void look(void *context, size_t done)
{
    struct watch *watch = context;
    if (done >= FIRST_BARS && watch->first_s <= 0)
        watch->first_s = measure_now_s() - watch->start_s;
}

/* All on this thread, nothing kept from before. */
static double attribute_s(const struct bench *bench, uint64_t seed, double *first_s, unsigned *sets)
{
    struct error error = {0};
    struct scenario scenario;
    struct watch watch = {.start_s = measure_now_s()};
    if (!scenario_copy(&scenario, &bench->inputs.scenario))
        inputs_die(&error);
    scenario.seed = seed;
    if (bench->lenient)
        scenario.hours = 1;
    const struct catalog *catalog = store_catalog(bench->inputs.store);
    struct attribution *attribution = attribution_create(&scenario, catalog, &error);
    struct jobs *jobs = attribution ? jobs_create(jobs_helpers(1), -1, &error) : NULL;
    struct attribution_order order = {
        .catalog = catalog, .priority = JOB_ASKED, .seeds = 1, .context = &watch, .tell = look};
    struct attribution_table *table = jobs ? attribution_run(attribution, &order, jobs, &error) : NULL;
    if (!table)
        inputs_die(&error);
    struct contribution_runs runs = attribution_table_runs(table);
    struct contributions contributions;
    contributions_work_out(attribution, &runs, &contributions);
    double all_s = measure_now_s() - watch.start_s;
    *first_s = watch.first_s;
    *sets = attribution_all(attribution) + 1;
    attribution_table_free(table);
    jobs_free(jobs);
    attribution_free(attribution);
    scenario_free(&scenario);
    return all_s;
}

int main(int argc, char **argv)
{
    struct bench bench = {0};
    double all_s[REPEATS_MAX], first_s[REPEATS_MAX];
    unsigned sets = 0;
    char what[64];
    memory_keep_freed(); /* as the program does */
    inputs_open(&bench.inputs, "tests/bench/all-five-2.json");
    bench_options(&bench, argc, argv, 3);
    printf("\ncontribution of all-five, median of %d\n", bench.repeats);
    for (int r = 0; r < bench.repeats; r++)
        all_s[r] = attribute_s(&bench, (uint64_t)r + 1, &first_s[r], &sets);
    bench_row(&bench, "first bars: all off, all on, one alone; one core, s",
              measure_spread(first_s, (size_t)bench.repeats), must_first_s);
    snprintf(what, sizeof what, "all %u sets, one core, s", sets);
    bench_row(&bench, what, measure_spread(all_s, (size_t)bench.repeats), must_all_s);
    inputs_close(&bench.inputs);
    return bench.faults > 0;
}
