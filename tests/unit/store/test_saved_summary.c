/* A run that was saved is the run: for each scenario of the library, cut short, the summary that comes back
 * says the same as the one that went in, and so does that of the baseline kept beside it; and lists call it
 * by the scheme that it is about. */
#include "store/json/summary_json.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/store_folder.h"

struct made {
    struct model *model;
    struct recording *recording;
};

static struct made make(struct store *store, const struct scenario *scenario)
{
    struct made made = {.model = model_create(scenario, store_catalog(store), &err)};
    DEFER(shelf_leave) struct shelf *shelf = shelf_create(store_shelf(store));
    struct run_options options = {.record = true};
    if (!made.model || !prepare_with(NULL, made.model, shelf, &(struct derive_options){0}, &err))
        fail_msg("%s: %s", scenario->name, err.message);
    made.recording = recording_for_model(made.model);
    DEFER(run_leave) struct run *run = run_create(made.model, made.recording, options, &err);
    assert_non_null(run);
    run_all(run);
    return made;
}

static void made_free(struct made *made)
{
    model_release(made->model);
    recording_free(made->recording);
}

static char *told(const struct model *model, const struct summary *summary)
{
    struct json_writer writer = {0};
    summary_to_json(&writer, NULL, model, summary);
    char *json = json_writer_take(&writer);
    assert_non_null(json);
    return json;
}

static void assert_same(const char *name, const struct made *made, const struct recording *loaded)
{
    DEFER(memory_leave)
    char *went = told(made->model, &made->recording->summary), *came = told(made->model, &loaded->summary);
    if (strcmp(went, came) != 0) {
        size_t at = 0;
        while (went[at] == came[at])
            at++;
        at -= at < 60 ? at : 60;
        fail_msg("%s:\n%.160s\ncame back as\n%.160s", name, went + at, came + at);
    }
}

/* Its baseline's scenario; false: it has none. */
static bool baseline_of(const struct scenario *scenario, struct scenario *baseline)
{
    struct baseline ignored;
    assert_true(scenario_copy(baseline, scenario));
    if (scenario_become_baseline(baseline, &ignored))
        return true;
    scenario_free(baseline);
    return false;
}

static void check(struct store *store, const char *name)
{
    struct scenario scenario, against;
    struct made baseline = {0};
    assert_true(store_load_scenario(store, name, &scenario, &err));
    scenario.hours = THINNED(0.25, 1);
    struct made run = make(store, &scenario);
    bool held = baseline_of(&scenario, &against);
    if (held)
        baseline = make(store, &against);
    struct run_made saved = {&scenario, run.recording}, beside = {&against, baseline.recording};
    assert_true(store_save_run_against(store, "kept", "", &saved, held ? &beside : NULL, true, &err));
    DEFER(saved_run_leave) struct saved_run *loaded = store_load_run(store, "kept", &err);
    assert_non_null(loaded);
    assert_same(name, &run, loaded->recording);
    enum layer subject = scenario_subject(&scenario);
    struct store_list list;
    char scheme[48];
    if (scenario.n_pools > 1)
        text_print(scheme, sizeof scheme, "%d pools", scenario.n_pools);
    else
        text_print(scheme, sizeof scheme, "%s %s", layer_names[subject],
                   policy_infos[scenario.policy[subject]].name);
    assert_true(store_list(store, STORE_RUN, &list, &err));
    assert_int_equal(list.n, 1);
    assert_string_equal(list.items[0].scheme, scheme);
    free(list.items);
    if (held) {
        DEFER(recording_leave) struct recording *recording = store_load_baseline(store, "kept", &against);
        assert_or(recording, "%s: no baseline came back", name);
        assert_same(name, &baseline, recording);
        made_free(&baseline);
        scenario_free(&against);
    }
    made_free(&run);
    scenario_free(&scenario);
}

FACT_OF(test_every_scenario, fresh_store("all.db"))
{
    struct store_list list;
    assert_true(store_list(store, STORE_SCENARIO, &list, &err));
    assert_true(list.n > 10);
    for (size_t i = 0; i < list.n; i++)
        check(store, list.items[i].name);
    free(list.items);
}
