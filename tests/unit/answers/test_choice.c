/* Choices against the run that they were made in: late requests and carbon added up over the decisions are
 * the summary's, under every router; the literal reading's branch is the rule's; DYBATCH's shares are the
 * service times so far. */
#include "engine/answers/choice.h"
#include "engine/physics/carbon.h"
#include "tests/support/simulate.h"

enum { APPS = 3, REQUESTS = 1200 };

struct logged {
    struct simulation run;
    struct decision_log *log; /* every decision of the run */
};

/* Busy, so that requests wait and are late; flat grid, so that carbon needs no piecewise sums. */
static struct logged logged_run(const char *route, const char *reading, double slo_scale)
{
    struct logged logged = {.log = calloc(1, sizeof *logged.log)};
    char assignment[64];
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(APPS, 70, REQUESTS);
    snprintf(scenario.trace, sizeof scenario.trace, "flat");
    snprintf(assignment, sizeof assignment, "policy.route=%s", route);
    fixture_sets(&scenario, "arrivals=exponential", assignment);
    snprintf(assignment, sizeof assignment, "cd_dispatch=%s", reading);
    fixture_set(&scenario, assignment);
    scenario.number[KNOB_SLO_SCALE] = slo_scale;
    logged.run = simulate(&scenario);
    assert_non_null(logged.log);
    assert_true(run_explain(logged.run.run, 0, logged.run.recording->end_ns, logged.log, NULL, &err));
    assert_int_equal(logged.log->count, APPS * REQUESTS);
    return logged;
}

static void release(struct logged *logged)
{
    free(logged->log);
    simulation_free(&logged->run);
}

static void check_sums(const struct logged *logged, const char *route)
{
    const struct model *model = logged->run.model;
    const struct summary *summary = &logged->run.summary;
    int64_t late[APPS] = {0};
    double grams = 0, idle_w = 0;
    for (size_t i = 0; i < logged->log->kept; i++) {
        const struct decision *decision = &logged->log->kept_list[i];
        struct router_choice choice = choice_of(model, decision);
        const struct choice_place *here = &choice.places[choice.here];
        bool is_late = choice_spare_ns(&choice, here) < 0;
        assert_true(here->chosen && !here->at_least && here->instance == decision->instance);
        assert_int_equal(is_late, choice_is_late(model, decision));
        assert_true(choice_end_ns(model, decision) == decision->arrived_ns + here->wait_ns + here->run_ns);
        assert_int_equal(choice.n_places, 1 + (choice.other >= 0));
        late[decision->app] += is_late;
        grams += here->above_idle_g;
    }
    for (int app = 0; app < APPS; app++)
        assert_int_equal(late[app], summary->apps[app].violations);
    for (int gpu = 0; gpu < model->n_gpus; gpu++)
        idle_w += model->gpus[gpu].idle_w;
    double whole = grams + carbon_grams(carbon_energy_j(idle_w, summary->horizon_s), 200, 1);
    if (fabs(whole / summary->carbon_total_g - 1) > 1e-9)
        fail_msg("%s: %.9f g, the run says %.9f g", route, whole, summary->carbon_total_g);
}

FACT(test_sums_are_those_of_the_run)
{
    static const char *const routes[] = {"carbondis",  "highperf",    "lowenergy", "dybatch",
                                         "random",     "fifo-pull",   "own-queue", "round-robin",
                                         "random-pod", "least-loaded"};
    int64_t late = 0;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        struct logged logged = logged_run(routes[i], "adopted", 1);
        check_sums(&logged, routes[i]);
        for (int app = 0; app < APPS; app++)
            late += logged.run.summary.apps[app].violations;
        release(&logged);
    }
    assert_true(late > 100);
}

/* What the literal reading appends for good was late, or dirty, or clean: what the rule says of its operands;
 * the adopted reading's reasons say it themselves. */
FACT(test_branches)
{
    int seen[3] = {0};
    struct logged logged = logged_run("carbondis", "literal", 0.35);
    for (size_t i = 0; i < logged.log->kept; i++) {
        const struct decision *decision = &logged.log->kept_list[i];
        bool late = decision->start_ns + decision->estimate_ns > decision->deadline_ns;
        int wanted = late ? CHOICE_LATE : decision->cir > decision->cit ? CHOICE_DIRTY : CHOICE_CLEAN;
        int branch = choice_carbondis_branch(decision);
        assert_int_equal(branch, wanted);
        seen[branch]++;
    }
    assert_true(seen[CHOICE_LATE] > 10 && seen[CHOICE_CLEAN] > 10);
    release(&logged);
    logged = logged_run("lowenergy", "adopted", 1);
    assert_int_equal(choice_carbondis_branch(&logged.log->kept_list[0]), CHOICE_NONE);
    release(&logged);
}

/* Added up from the first decision on; whoever waits with less than the one that went is not there. */
FACT(test_shares)
{
    int64_t served_ns[APPS] = {0};
    int contested = 0;
    struct logged logged = logged_run("dybatch", "adopted", 1);
    for (size_t i = 0; i < logged.log->kept; i++) {
        const struct decision *decision = &logged.log->kept_list[i];
        int64_t theirs_ns = 0;
        for (int app = 0; app < APPS; app++) {
            int64_t share_ns = choice_share_ns(logged.run.model, logged.log, (int)i, app);
            assert_true(share_ns == served_ns[app] || (share_ns == -1 && i + APPS > logged.log->kept));
        }
        if (decision->reason != REASON_SHARE_HIGH)
            continue;
        int runner_up = choice_runner_up(logged.run.model, logged.log, (int)i, &theirs_ns);
        assert_true(runner_up != decision->app);
        if (runner_up >= 0)
            assert_true(theirs_ns >= decision->share_ns && theirs_ns == served_ns[runner_up]);
        contested += runner_up >= 0;
        struct router_choice choice = choice_of(logged.run.model, decision);
        served_ns[decision->app] += choice.places[choice.here].run_ns;
    }
    assert_true(contested > 20);
    release(&logged);
}
