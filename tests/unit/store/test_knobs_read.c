/* A knob that is said to be unread changes no byte: tried with values from all of its range in every scenario
 * of the library, cut short. And one that is said to be read changes something, in some scenario; but for
 * three: in three minutes water's controller does not come to act, what InferCool's samples are made of moves
 * no pod of these scenarios, and the late rules of Clover differ where its objective is negative. */
#include "store/json/summary_json.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/store_folder.h"

static struct store *store;
static struct shelf *shelf;
static bool was_read[KNOB_COUNT], acted[KNOB_COUNT];

/* What a run comes to, without what it was told: its knobs and notes. NULL: such a run is refused. */
static char *outcome(const struct scenario *scenario)
{
    struct json_writer writer = {0};
    DEFER(memory_leave) struct summary *summary = malloc(sizeof *summary);
    struct run_options options = {.snapshots = false};
    DEFER(model_leave) struct model *model = model_create(scenario, store_catalog(store), &err);
    char *text = NULL;
    assert_non_null(summary);
    if (model && prepare_with(NULL, model, shelf, &(struct derive_options){0}, &err)) {
        DEFER(run_leave) struct run *run = run_create(model, NULL, options, &err);
        assert_non_null(run);
        run_all(run);
        run_summary(run, summary);
        summary_to_json(&writer, NULL, model, summary);
        DEFER(memory_leave) char *json = json_writer_take(&writer);
        const char *results = strstr(json, "\"percentiles\"");
        assert_non_null(results);
        text = strdup(results);
        char *end = strstr(text, "\"notes\"");
        end = end ? end : text + strlen(text);
        while (end > text && strchr(", \n}", end[-1])) /* what lies between, where there are no notes */
            end--;
        *end = '\0';
    }
    return text;
}

/* From the lower end of the range to the upper, or the next word. */
static bool vary(const struct scenario *scenario, struct knob_ref knob, int k, struct knob_value *value)
{
    const struct knob_info *info = &knob_infos[knob.id];
    *value = (struct knob_value){0};
    if (info->words && info->words[k])
        snprintf(value->text, sizeof value->text, "%s", info->words[k]);
    else if (info->type == TYPE_NUMBER && info->kind != NULL && k < 3)
        value->number = k == 0   ? info->slider_min
                        : k == 1 ? info->slider_max
                                 : round((info->slider_min + info->slider_max) / 2);
    else
        return false;
    return knob_check(scenario, knob, value, NULL);
}

static void hold(const struct scenario *scenario, const char *before, struct knob_ref knob)
{
    char name[KNOB_NAME_SIZE], why[160] = "";
    for (int k = 0; k < 3; k++) {
        struct scenario turned;
        struct knob_value value;
        if (!vary(scenario, knob, k, &value))
            continue;
        assert_true(scenario_copy(&turned, scenario));
        bool set = knob_begin(&turned, knob, &value, NULL);
        bool read = set && (knob_is_read(scenario, knob) || knob_read_by(&turned, knob, why, sizeof why));
        DEFER(memory_leave) char *after = set && !(read && acted[knob.id]) ? outcome(&turned) : NULL;
        was_read[knob.id] |= read;
        acted[knob.id] |= after && strcmp(before, after) != 0;
        knob_name(scenario, knob, name, sizeof name);
        if (after && !read && strcmp(before, after) != 0) {
            size_t at = 0;
            while (after[at] == before[at])
                at++;
            fail_msg("%s: %s acts, and is said to do nothing (%s): %.40s for %.40s", scenario->name, name,
                     why, after + at, before + at);
        }
        scenario_free(&turned);
    }
}

struct base {
    struct scenario scenario;
    char *outcome;
};

static bool try_knob(void *context, struct knob_ref knob)
{
    const struct base *base = context;
    bool counts = knob.id == KNOB_REASSIGNMENT_LEVEL; /* migrations: from unknown to none */
    if (!knob_is_scheme(knob) && !(counts && !scenario_is_cooled(&base->scenario)))
        hold(&base->scenario, base->outcome, knob);
    return true;
}

FACT(test_what_nobody_reads_changes_nothing)
{
    struct store_list list;
    store = fresh_store("library.db");
    assert_non_null(store);
    shelf = shelf_create(store_shelf(store));
    assert_true(store_list(store, STORE_SCENARIO, &list, &err));
    for (size_t i = 0; i < list.n; i += SLOW_BUILD ? 5 : 1) {
        struct base base;
        bool busy =
            strncmp(list.items[i].name, "infercool-table", 15) == 0; /* a thousand requests a second */
        struct knob_value hours = {.number = busy ? 0.01 : 0.05};
        assert_true(store_load_scenario(store, list.items[i].name, &base.scenario, &err));
        assert_true(knob_begin(&base.scenario, knob_of_run(KNOB_HOURS), &hours, &err));
        base.scenario.n_edits = 0;
        base.outcome = outcome(&base.scenario);
        assert_non_null(base.outcome);
        knob_each(&base.scenario, try_knob, &base);
        for (int id = 0; id < KNOB_COUNT; id++) /* of the run, where it is not listed */
            if (knob_infos[id].scopes & 1)
                try_knob(&base, knob_of_run((enum knob_id)id));
        free(base.outcome);
        scenario_free(&base.scenario);
    }
    for (int id = 0; id < KNOB_COUNT; id++)
        if (was_read[id] && !acted[id])
            assert_true(id == KNOB_WATER || id == KNOB_MC_RECORD || id == KNOB_CLOVER_H || SLOW_BUILD);
    free(list.items);
    shelf_free(shelf);
    store_close(store);
}
