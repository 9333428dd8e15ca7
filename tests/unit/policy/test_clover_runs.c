/* Whole runs of clover-images, 48 h (8 h in slow builds): the searches that CLOVER and BLOVER tell of, held
 * against the rules and against what the engine did; and that a run is a function of its inputs. */
#include "tests/paper/paper_library.h"

#include "engine/base/units.h"
#include "engine/policy/configure/clover_rule.h"
#include "tests/support/simulate.h"

static void load(struct scenario *scenario, const char *name, const char *policy, const char *const *settings)
{
    char text[64];
    must(store_load_scenario(library.store, name, scenario, &err), &err);
    snprintf(text, sizeof text, "policy.configure=%s", policy);
    must(scenario_apply_set(scenario, text, &err), &err);
    for (; *settings; settings++)
        if (!(strchr(*settings, ':') ? scenario_apply_at : scenario_apply_set)(scenario, *settings, &err))
            fail_msg("%s: %s", err.place, err.message);
}

static struct simulation run_scenario(const char *name, const char *policy, const char *const *settings)
{
    DEFER(scenario_free) struct scenario scenario;
    load(&scenario, name, policy, settings);
    return simulate_with(&scenario, store_catalog(library.store));
}

static struct simulation run_with(const char *policy, const char *const *settings)
{
    return run_scenario("clover-images", policy, settings);
}

/* --- the searches of a run --- */

struct tally {
    int searches, tries, cached, centres;
    double under_way_s;
};

static void check_try(const struct evaluation *told, const struct graph *centre, bool anneals)
{
    assert_true(told->compliant == (told->late <= 1));
    assert_true(told->kind == EVALUATION_CACHED ? told->begin_ns == told->end_ns
                                                : told->end_ns - told->begin_ns >= 20 * NS_PER_S);
    assert_true(graph_equal(&told->centre, centre));
    if (!anneals)
        return;
    assert_true(graph_are_neighbours(&told->graph, centre));
    assert_true(told->temperature == clover_temperature(told->step));
    assert_true(told->h == clover_anneal_energy(told->f, told->late, 1, false));
    assert_true(told->reason == TRY_BETTER || told->draw < 1);
}

/* Begins, tries, ends; what is kept is what was best, and where the next one begins. */
static struct tally check_searches(const struct recording *recording, bool anneals)
{
    const struct chronicle *history = &recording->evaluations;
    struct tally tally = {0};
    struct graph centre = {0}, kept = {0};
    double best_f = 0, begin_ns = 0;
    int misses = 0;
    for (int k = 0; k < chronicle_count(history); k++) {
        const struct evaluation *told = chronicle_get(history, k);
        if (told->kind == EVALUATION_BEGIN) {
            assert_true(k == 0 || graph_equal(&told->graph, &kept));
            centre = told->graph;
            best_f = told->compliant ? told->f : -INFINITY;
            begin_ns = (double)told->end_ns;
            misses = 0;
        } else if (told->kind == EVALUATION_END) {
            assert_true(misses == 5 || (double)told->begin_ns - begin_ns >= 300e9);
            assert_int_equal(told->compliant, best_f > -INFINITY);
            assert_true(!told->compliant || fabs(told->f - best_f) < 1e-12 || told->ci < 0);
            kept = told->graph;
            tally.searches++;
            tally.under_way_s += ((double)told->end_ns - begin_ns) / 1e9;
        } else if (told->reason == TRY_CENTRE) {
            assert_true(graph_equal(&told->graph, &centre));
            best_f = told->compliant ? told->f : -INFINITY;
            tally.centres++;
        } else {
            check_try(told, &centre, anneals);
            assert_true(misses < 5 && (double)told->begin_ns - begin_ns < 300e9);
            misses = told->compliant && told->f > best_f ? 0 : misses + 1;
            best_f = misses == 0 ? told->f : best_f;
            if (told->reason == TRY_BETTER || told->reason == TRY_LUCK)
                centre = told->graph;
            tally.tries += told->kind == EVALUATION_MEASURED;
            tally.cached += told->kind == EVALUATION_CACHED;
        }
    }
    return tally;
}

static void show(const char *policy, const struct simulation *simulation, const struct tally *tally)
{
    const struct summary_app *app = &simulation->summary.apps[0];
    printf(
        "%-7s %4d searches %4d tries %4d cached %3d centres %6.2f %% of the time; %7.0f g, accuracy %.3f, p95 %.1f of %.1f ms\n",
        policy, tally->searches, tally->tries, tally->cached, tally->centres,
        100 * tally->under_way_s / simulation->summary.horizon_s, simulation->summary.carbon_total_g,
        app->accuracy, app->tail_ms, app->slo_ms);
}

FACT(test_whole_runs)
{
    static const char *const whole[] = {THINNED("hours=8", "hours=48"), NULL};
    DEFER(simulation_free)
    struct simulation base = run_with("base", whole), oracle = run_with("oracle", whole);
    DEFER(simulation_free)
    struct simulation clover = run_with("clover", whole), blover = run_with("blover", whole);
    struct tally of_clover = check_searches(clover.recording, true);
    struct tally of_blover = check_searches(blover.recording, false);
    show("base", &base, &(struct tally){0});
    show("oracle", &oracle, &(struct tally){0});
    show("clover", &clover, &of_clover);
    show("blover", &blover, &of_blover);
    assert_true(of_clover.searches > THINNED(3, 10) && of_clover.tries > 30);
    assert_int_equal(clover.summary.search.searches - of_clover.searches <= 1, true);
    assert_true(clover.summary.carbon_total_g < base.summary.carbon_total_g);
    assert_true(oracle.summary.carbon_total_g < base.summary.carbon_total_g);
}

/* The same bytes twice; and with edits of every kind in the middle of it all. */
FACT(test_edits_and_determinism)
{
    static const char *const edits[] = {"hours=12",
                                        "2h:lambda=0.9",
                                        "2h1m:ci_scale=2",
                                        "3h:load=1.1",
                                        "4h:slo_scale=2",
                                        "4h0m40s:mig.gpu3=3g:images/b1,3g:images/b1",
                                        "5h:accuracy_loss_pct=1",
                                        "5h0m30s:load=1",
                                        "7h:policy.configure=blover",
                                        "9h:policy.configure=clover",
                                        NULL};
    DEFER(simulation_free) struct simulation a = run_with("clover", edits), b = run_with("clover", edits);
    assert_true(simulation_same(&a, &b));
    assert_true(chronicle_count(&a.recording->evaluations) > 50);
}

/* Each GPU for itself. */
FACT(test_per_gpu)
{
    static const char *const per_gpu[] = {"hours=12", "clover_scope=per-gpu", NULL};
    DEFER(simulation_free) struct simulation simulation = run_with("clover", per_gpu);
    struct tally tally = check_searches(simulation.recording, true);
    show("per-gpu", &simulation, &tally);
    assert_true(tally.tries > 10);
}

static bool ends_compliant(const struct recording *recording)
{
    int k = chronicle_count(&recording->evaluations) - 1;
    while (recording_evaluation(recording, k)->kind != EVALUATION_END)
        k--;
    return recording_evaluation(recording, k)->compliant;
}

/* The load of ten GPUs on two: BASE is hopelessly overloaded, and the search finds its way out although every
 * window begins behind a queue (CL-15). */
FACT(test_consolidated)
{
    static const char *const names[] = {"clover-images", "clover-language", "clover-detection"};
    static const char *const two[] = {"hours=12", "gpus=2", NULL};
    for (int k = 0; k < 6; k += THINNED(3, 1)) {
        DEFER(simulation_free)
        struct simulation simulation = run_scenario(names[k / 2], k % 2 ? "blover" : "clover", two);
        struct tally tally = check_searches(simulation.recording, k % 2 == 0);
        show(k % 2 ? "blover" : "clover", &simulation, &tally);
        assert_true(tally.centres >= 1);
        assert_true(ends_compliant(simulation.recording));
        assert_true(simulation.summary.queued < 1000);
    }
}

FACTS_BETWEEN(open_library, close_library)
