/* Campaigns: each point is what a run by itself is, in its own place, whatever the number of threads; what
 * several points need measured is measured once; the first fault is told; what is called off ends. */
#include "engine/explore/campaign.h"
#include "engine/explore/fetched.h"
#include "engine/explore/prepare.h"
#include "tests/support/clover_model.h"
#include "tests/support/simulate.h"

enum { POINTS = 24 };

struct study {
    struct scenario base;
    int faulty;      /* from this point on there is no such trace; -1: never */
    int sound_again; /* from this one on there is; 0: never */
    _Atomic int faults[POINTS];
    _Atomic int kept[POINTS];
    struct summary *summaries;                  /* by point */
    uint64_t buckets[POINTS];                   /* recorded */
    const struct recording *recordings[POINTS]; /* which it was; freed */
    double cit[POINTS];                         /* of its own model */
    size_t told, most_told;
};

static struct study *study_of(size_t n)
{
    struct study *study = calloc(1, sizeof *study);
    assert_non_null(study);
    study->faulty = -1;
    study->summaries = calloc(n, sizeof *study->summaries);
    study->base = carbondis_scenario(4, 40, 2000);
    return study;
}

static void study_free(struct study *study)
{
    scenario_free(&study->base);
    free(study->summaries);
    free(study);
}

static bool study_scenario(void *context, size_t index, struct scenario *scenario, struct error *error)
{
    const struct study *study = context;
    assert_true(scenario_copy(scenario, &study->base));
    scenario->seed += index;
    scenario->number[KNOB_CIT] = 0.5 + 0.05 * (double)index;
    bool again = study->sound_again > 0 && (int)index >= study->sound_again;
    if (study->faulty >= 0 && (int)index >= study->faulty && !again)
        snprintf(scenario->trace, sizeof scenario->trace, "none-%zu", index);
    return true;
}

static bool study_keep(void *context, size_t index, const struct model *model,
                       const struct recording *recording, const struct summary *summary, struct error *error)
{
    struct study *study = context;
    assert_true(model->scenario.seed == study->base.seed + index);
    atomic_fetch_add(&study->kept[index], 1);
    study->summaries[index] = *summary;
    study->buckets[index] = recording ? (uint64_t)recording_count(recording) : 0;
    return true;
}

static void study_tell(void *context, size_t done)
{
    struct study *study = context;
    study->told++;
    assert_true(done >= study->most_told);
    study->most_told = done;
}

static struct campaign_plan plan_of(struct study *study)
{
    return (struct campaign_plan){.n = POINTS,
                                  .catalog = fixture_catalog(),
                                  .context = study,
                                  .scenario = study_scenario,
                                  .keep = study_keep,
                                  .tell = study_tell};
}

static bool run_study(const struct campaign_plan *plan, int threads, struct error *error)
{
    DEFER(jobs_leave) struct jobs *jobs = jobs_create(jobs_helpers(threads), -1, error);
    bool good = campaign_run(plan, jobs, error);
    return good;
}

/* ---- points ---- */

FACT(test_threads_change_nothing)
{
    struct study *one = study_of(POINTS);
    struct campaign_plan plan = plan_of(one);
    assert_true(run_study(&plan, 1, &err));
    assert_int_equal(one->most_told, POINTS);
    for (size_t i = 0; i < POINTS; i++) {
        DEFER(scenario_free) struct scenario scenario;
        study_scenario(one, i, &scenario, NULL);
        DEFER(simulation_free) struct simulation straight = simulate(&scenario);
        assert_int_equal(one->kept[i], 1);
        assert_memory_equal(&one->summaries[i], &straight.summary, sizeof straight.summary);
    }
    for (int threads = 2; threads <= 5; threads++) {
        struct study *other = study_of(POINTS);
        plan = plan_of(other);
        plan.record = threads % 2;
        assert_true(run_study(&plan, threads, &err));
        assert_memory_equal(other->summaries, one->summaries, POINTS * sizeof *one->summaries);
        assert_true((other->buckets[0] > 0) == (threads % 2));
        study_free(other);
    }
    study_free(one);
}

/* Nothing to do is done at once. */
FACT(test_no_points)
{
    struct study *study = study_of(POINTS);
    struct campaign_plan plan = plan_of(study);
    plan.n = 0;
    assert_true(run_study(&plan, 2, &err));
    study_free(study);
}

/* ---- faults ---- */

/* The message is the first faulty point's, and all before it are kept. */
FACT(test_the_first_fault_is_told)
{
    for (int threads = 1; threads <= 4; threads++) {
        struct study *study = study_of(POINTS);
        struct campaign_plan plan = plan_of(study);
        struct error error = {0};
        study->faulty = 9;
        assert_false(run_study(&plan, threads, &error));
        assert_int_equal(error.kind, ERROR_INPUT);
        assert_string_equal(error.place, "/trace");
        assert_has(error.message, "none-9");
        for (int i = 0; i < POINTS; i++)
            assert_int_equal(study->kept[i], i < 9);
        study_free(study);
    }
}

static void study_fault(void *context, size_t index, const struct error *error)
{
    struct study *study = context;
    char trace[16];
    snprintf(trace, sizeof trace, "none-%zu", index);
    assert_non_null(strstr(error->message, trace));
    atomic_fetch_add(&study->faults[index], 1);
}

/* Where faults are told one by one, the others go on. */
FACT(test_each_fault_is_told)
{
    for (int threads = 1; threads <= 4; threads++) {
        struct study *study = study_of(POINTS);
        struct campaign_plan plan = plan_of(study);
        study->faulty = 9;
        study->sound_again = 15;
        plan.fault = study_fault;
        assert_true(run_study(&plan, threads, &err));
        for (int i = 0; i < POINTS; i++) {
            assert_int_equal(study->faults[i], i >= 9 && i < 15);
            assert_int_equal(study->kept[i], 1 - study->faults[i]);
        }
        study_free(study);
    }
}

/* ---- points that are alike ---- */

/* Three schemes, of which CARBONDIS alone reads CIT, and it says each threshold twice. */
static bool alike_points(void *context, size_t index, struct scenario *scenario, struct error *error)
{
    static const int routes[] = {POLICY_CARBONDIS, POLICY_DYBATCH, POLICY_RANDOM};
    const struct study *study = context;
    assert_true(scenario_copy(scenario, &study->base));
    scenario->policy[LAYER_ROUTE] = routes[index % 3];
    size_t six = index / 6;
    scenario->number[KNOB_CIT] = 0.5 + 0.125 * (double)six;
    return true;
}

/* Of CARBONDIS the first of each threshold, of the others the first of all. */
static size_t first_alike(size_t index)
{
    return index % 3 > 0 ? index % 3 : index / 6 * 6;
}

static bool alike_keep(void *context, size_t index, const struct model *model,
                       const struct recording *recording, const struct summary *summary, struct error *error)
{
    struct study *study = context;
    atomic_fetch_add(&study->kept[index], 1);
    study->summaries[index] = *summary;
    study->recordings[index] = recording;
    study->cit[index] = model->scenario.number[KNOB_CIT];
    return true;
}

static void alike_fault(void *context, size_t index, const struct error *error)
{
    struct study *study = context;
    atomic_fetch_add(&study->faults[index], 1);
}

static bool alike_nowhere(void *context, size_t index, struct scenario *scenario, struct error *error)
{
    bool good = alike_points(context, index, scenario, error);
    snprintf(scenario->trace, sizeof scenario->trace, "nowhere");
    return good;
}

/* Whoever shares a run shares its fault. */
FACT(test_alike_points_share_a_fault)
{
    struct study *study = study_of(POINTS);
    struct campaign_plan plan = plan_of(study);
    plan.scenario = alike_nowhere;
    plan.share = true;
    plan.fault = alike_fault;
    assert_true(run_study(&plan, 2, &err));
    for (size_t i = 0; i < POINTS; i++)
        assert_true(study->faults[i] == 1 && study->kept[i] == 0);
    study_free(study);
}

/* Each is what it is by itself, with its own model, and those that are alike saw one recording. */
FACT(test_alike_points_share_a_run)
{
    for (int threads = 1; threads <= 4; threads++) {
        struct study *study = study_of(POINTS);
        struct campaign_plan plan = plan_of(study);
        plan.scenario = alike_points;
        plan.keep = alike_keep;
        plan.record = plan.share = true;
        assert_true(run_study(&plan, threads, &err));
        for (size_t i = 0; i < POINTS; i++) {
            DEFER(scenario_free) struct scenario scenario;
            alike_points(study, i, &scenario, NULL);
            DEFER(simulation_free) struct simulation straight = simulate(&scenario);
            assert_int_equal(study->kept[i], 1);
            assert_true(study->cit[i] == scenario.number[KNOB_CIT]);
            assert_memory_equal(&study->summaries[i], &straight.summary, sizeof straight.summary);
            assert_ptr_equal(study->recordings[i], study->recordings[first_alike(i)]);
        }
        study_free(study);
    }
}

FACT(test_what_is_alike)
{
    struct study *study = study_of(POINTS);
    struct alike *alike = alike_create(POINTS + 3);
    struct scenario scenario;
    for (size_t i = 0; i < POINTS; i++) {
        alike_points(study, i, &scenario, NULL);
        assert_true(alike_add(alike, &scenario));
        scenario_free(&scenario);
        assert_int_equal(alike_first(alike, i), first_alike(i));
    }
    static const char *const changes[] = {"load=1.5", "start=2022-01-01T05:00:00Z", "profile_scale.job2=1.1"};
    for (size_t k = 0; k < 3; k++) { /* whatever a run does read */
        alike_points(study, 1, &scenario, NULL);
        fixture_set(&scenario, changes[k]);
        assert_true(alike_add(alike, &scenario));
        assert_int_equal(alike_first(alike, POINTS + k), POINTS + k);
        scenario_free(&scenario);
    }
    alike_points(study, 1, &scenario, NULL);
    assert_false(alike_add(alike, &scenario)); /* it is full */
    scenario_free(&scenario);
    alike_close(alike);
    assert_int_equal(alike_first(alike, 9), 6);
    alike_free(alike);
    study_free(study);
}

/* Of Clover's settings: BASE's layout never changes, ORACLE's table knows no window, a search reads all. */
FACT(test_settings_that_nobody_reads)
{
    static const int schemes[] = {POLICY_BASE, POLICY_ORACLE, POLICY_CLOVER};
    for (int scheme = 0; scheme < 3; scheme++) {
        struct alike *alike = alike_create(3);
        for (size_t i = 0; i < 3; i++) {
            DEFER(scenario_free) struct scenario scenario = clover_scenario(1, 25, 2);
            scenario.policy[LAYER_CONFIGURE] = schemes[scheme];
            scenario.clover.window_s = i == 1 ? 7 : 20;
            scenario.clover.c_base_ci = i == 2 ? 400 : 250;
            assert_true(alike_add(alike, &scenario));
        }
        assert_int_equal(alike_first(alike, 1), scheme == 2 ? 1 : 0);
        assert_int_equal(alike_first(alike, 2), scheme == 0 ? 0 : 2);
        alike_free(alike);
    }
}

/* ---- derived inputs ---- */

/* A study whose points differ in what nothing that is measured depends on, by pairs of seeds. */
static bool clover_points(void *context, size_t index, struct scenario *scenario, struct error *error)
{
    const struct study *study = context;
    assert_true(scenario_copy(scenario, &study->base));
    scenario->seed += index % 2;
    scenario->number[KNOB_LAMBDA] = 0.04 * (double)index;
    return true;
}

static bool clover_keep(void *context, size_t index, const struct model *model,
                        const struct recording *recording, const struct summary *summary, struct error *error)
{
    struct study *study = context;
    assert_non_null(model->pools->derived);
    atomic_fetch_add(&study->kept[index], 1);
    study->summaries[index] = *summary;
    return true;
}

struct box {
    _Atomic int asked, put;
};

static struct derived_part *box_get(void *context, struct derived_key key)
{
    atomic_fetch_add(&((struct box *)context)->asked, 1);
    return NULL;
}

static void box_put(void *context, const struct derived_part *part)
{
    atomic_fetch_add(&((struct box *)context)->put, 1);
}

FACT(test_measured_once)
{
    for (int threads = 1; threads <= 4; threads += 3) {
        struct study *study = study_of(POINTS);
        struct campaign_plan plan = plan_of(study);
        struct box box = {0};
        scenario_free(&study->base);
        study->base = clover_scenario(1, 25, 2);
        plan.scenario = clover_points;
        plan.keep = clover_keep;
        plan.keep_derived = true;
        plan.shelf = shelf_create((struct shelf_behind){.context = &box, .get = box_get, .put = box_put});
        assert_true(run_study(&plan, threads, &err));
        assert_int_equal(box.put, 4); /* BASE and the table for each of the two */
        assert_int_equal(box.asked, 4);
        for (int i = 0; i < POINTS; i++)
            assert_int_equal(study->kept[i], 1);
        DEFER(scenario_free) struct scenario scenario;
        clover_points(study, POINTS - 1, &scenario, NULL);
        DEFER(model_leave) struct model *model = clover_model(&scenario, fixture_catalog());
        assert_true(prepare_with(NULL, model, NULL, &(struct derive_options){0}, &err));
        DEFER(run_leave) struct run *run = run_create(model, NULL, (struct run_options){0}, &err);
        struct summary *alone = calloc(1, sizeof *alone);
        run_all(run);
        run_summary(run, alone);
        assert_memory_equal(alone, &study->summaries[POINTS - 1], sizeof *alone);
        free(alone);
        shelf_free(plan.shelf);
        study_free(study);
    }
}

/* ---- behind the screen ---- */

static int kept_of(const struct study *study)
{
    int kept = 0;
    for (int k = 0; k < POINTS; k++)
        kept += study->kept[k];
    return kept;
}

FACT(test_called_off)
{
    DEFER(jobs_leave) struct jobs *jobs = jobs_create(2, -1, &err);
    for (int i = 0; i < 20; i++) {
        struct study *study = study_of(POINTS);
        struct campaign_plan plan = plan_of(study);
        plan.priority = JOB_LATER;
        plan.tell = NULL;
        struct campaign *campaign = campaign_begin(&plan, jobs, &err);
        assert_non_null(campaign);
        while (!campaign_is_over(campaign) && kept_of(study) < i)
            ;
        bool whole = campaign_end(campaign, &err);
        assert_int_equal(err.kind, ERROR_NONE);
        int kept = kept_of(study);
        assert_true(kept >= i && kept <= POINTS);
        assert_true(!whole || kept == POINTS);
        study_free(study);
    }
}

/* ---- inputs ---- */

FACT(test_fetched)
{
    struct study *study = study_of(POINTS);
    struct error there = {0}, here = {0};
    const struct catalog *catalog = fixture_catalog();
    struct fetched *fetched = fetched_create(catalog);
    struct catalog copy = fetched_catalog(fetched);
    assert_null(copy.trace(copy.context, study->base.trace, &here)); /* nobody has asked for it */
    assert_int_equal(here.kind, ERROR_SYSTEM);
    assert_true(fetched_add(fetched, &study->base));
    assert_ptr_equal(copy.trace(copy.context, study->base.trace, &here),
                     catalog->trace(catalog->context, study->base.trace, &there));
    const char *model = study->base.apps[0].model;
    assert_ptr_equal(copy.profile(copy.context, model, &here),
                     catalog->profile(catalog->context, model, &there));
    const char *type = study->base.fleets[study->base.fleet].gpus[0].type;
    assert_ptr_equal(copy.device(copy.context, type, &here), catalog->device(catalog->context, type, &there));
    snprintf(study->base.trace, sizeof study->base.trace, "nowhere");
    assert_true(fetched_add(fetched, &study->base));
    assert_null(copy.trace(copy.context, "nowhere", &here));
    assert_null(catalog->trace(catalog->context, "nowhere", &there));
    assert_string_equal(here.message, there.message);
    fetched_free(fetched);
    study_free(study);
}
