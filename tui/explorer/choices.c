/* A choice is tried by compiling the scenario that it would make, which simulates nothing. */
#include "tui/explorer/choices.h"

#include "engine/answers/comparison.h"
#include "engine/base/text.h"
#include "tui/explorer/explorer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *choice_title(const struct choice *choice)
{
    return choice->policy == POLICY_COUNT ? choice->value.text : policy_infos[choice->policy].title;
}

bool choice_is_in_force(const struct explorer *explorer, const struct choice *choice)
{
    struct knob_value now = explorer_value(explorer, choice->knob);
    return strcmp(now.text, choice->value.text) == 0;
}

/* --- listing --- */

/* What the scenario would be with it, from when on it would act; false with the engine's reason. */
static bool try_choice(const struct explorer *explorer, const struct choice *choice, struct scenario *trial,
                       struct error *error)
{
    struct change change = {.kind = CHANGE_TURN,
                            .knob = choice->knob,
                            .start = explorer_acts_from_start(explorer, choice->knob, &choice->value),
                            .t_ns = explorer->time.cursor_ns,
                            .after = choice->value};
    must_be(scenario_copy(trial, &explorer->document.scenario));
    if (change_apply(&change, trial, error) < 0)
        return false;
    struct faults *faults = needed(calloc(1, sizeof *faults));
    bool ok = scenario_validate(trial, faults);
    if (faults->count > 0)
        *error = *faults_first(faults);
    free(faults);
    struct model *model = ok ? model_create(trial, explorer->catalog, error) : NULL;
    ok = model && prepare_look_up(model, NULL, error); /* could it run? */
    if (model)
        model_release(model);
    return ok;
}

struct choices_listing {
    const struct explorer *explorer;
    struct choice *choices;
    size_t n;
};

static void list(struct choices_listing *listing, const struct choice *like)
{
    struct error error = {0};
    struct scenario trial = {0};
    if (listing->n == CHOICES_MAX)
        return;
    struct choice *choice = &listing->choices[listing->n++];
    *choice = *like;
    if (!choice_is_in_force(listing->explorer, choice) &&
        !try_choice(listing->explorer, choice, &trial, &error))
        text_print(choice->fault, sizeof choice->fault, "%s", error.message);
    must_not_lack(&error);
    scenario_free(&trial);
}

static int schemes_in(enum layer layer)
{
    int n = 0;
    for (int p = 0; p < POLICY_COUNT; p++)
        n += policy_infos[p].layer == layer;
    return n;
}

size_t explorer_list_choices(const struct explorer *explorer, struct choice *choices)
{
    struct choices_listing listing = {explorer, choices, 0};
    const struct scenario *scenario = &explorer->document.scenario;
    bool pools = scenario->n_pools > 0;
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++) /* layer by layer */
        for (int p = 0; p < POLICY_COUNT; p++) {
            enum layer layer = policy_infos[p].layer;
            struct choice choice = {.knob = pools ? knob_of_scheme(layer, pool) : knob_of_layer(layer),
                                    .policy = (enum policy_id)p,
                                    .pool = pool};
            text_print(choice.value.text, sizeof choice.value.text, "%s", policy_infos[p].name);
            text_print(choice.group, sizeof choice.group, "%s%s%s",
                       pools ? scenario_pool_name(scenario, pool) : "", pools ? " " : "", layer_names[layer]);
            if (schemes_in(layer) > 1 && knob_exists(scenario, choice.knob))
                list(&listing, &choice);
        }
    for (int f = 0; f < scenario->n_fleets && scenario->n_fleets > 1; f++) {
        struct choice choice = {.knob = knob_of_run(KNOB_FLEET),
                                .policy = POLICY_COUNT,
                                .pool = scenario_n_pools(scenario),
                                .group = "fleet"};
        text_print(choice.value.text, sizeof choice.value.text, "%s", scenario->fleets[f].name);
        list(&listing, &choice);
    }
    return listing.n;
}

/* --- alternatives --- */

bool scenario_set_throughout(struct scenario *scenario, struct knob_ref knob, const struct knob_value *value,
                             struct error *error)
{
    struct change change = {.kind = CHANGE_TURN, .knob = knob, .start = true, .after = *value};
    for (int i = scenario->n_edits - 1; i >= 0; i--)
        if (explorer_same_knob(scenario->edits[i].knob, knob))
            scenario_unedit(scenario, i);
    return change_apply(&change, scenario, error) >= 0;
}

/* One that was asked for: a scenario of its own, and what is to be done to it. */
struct asked {
    struct scenario scenario; /* owned */
    bool as_it_is;
    struct knob_ref knob;
    struct knob_value value;
};
struct choices_asked {
    size_t n;
    struct asked *of; /* owned */
};

static void free_asking(void *context)
{
    struct choices_asked *asking = context;
    for (size_t i = 0; i < asking->n; i++)
        scenario_free(&asking->of[i].scenario);
    free(asking->of);
    free(asking);
}

static bool make_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct asked *asked = &((const struct choices_asked *)context)->of[i];
    if (!scenario_copy(scenario, &asked->scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    if (asked->as_it_is || scenario_set_throughout(scenario, asked->knob, &asked->value, error))
        return true;
    scenario_free(scenario);
    return false;
}

static struct choices_asked *asking_create(const struct alternative *alternatives, size_t n)
{
    struct choices_asked *asking = needed(calloc(1, sizeof *asking));
    asking->of = needed(calloc(n + 1, sizeof *asking->of));
    for (size_t i = 0; i < n; i++) {
        struct asked *asked = &asking->of[i];
        *asked = (struct asked){.as_it_is = alternatives[i].as_it_is,
                                .knob = alternatives[i].knob,
                                .value = alternatives[i].value};
        must_be(scenario_copy(&asked->scenario, alternatives[i].scenario));
        asked->scenario.seed += alternatives[i].seed;
        asking->n++;
    }
    return asking;
}

void alternatives_plan(const struct alternative *alternatives, size_t n, enum job_priority priority,
                       struct question_plan *plan)
{
    *plan = (struct question_plan){.n = n,
                                   .priority = priority,
                                   .scenario = make_scenario,
                                   .context = asking_create(alternatives, n),
                                   .free_context = free_asking};
}

struct question *explorer_ask_alternatives(struct explorer *explorer, const struct alternative *alternatives,
                                           size_t n, enum job_priority priority, struct error *error)
{
    struct question_plan plan;
    alternatives_plan(alternatives, n, priority, &plan);
    return explorer_ask(explorer, &plan, error);
}

size_t explorer_knob_values(const struct explorer *explorer, struct knob_ref knob, struct knob_value *values,
                            size_t max)
{
    const struct knob_info *info = &knob_infos[knob.id];
    if (info->type != TYPE_NUMBER || info->unlisted || !(info->step > 0) || max < 2)
        return 0;
    struct knob_slider slider = explorer_slider(explorer, knob);
    double steps = floor((slider.most - slider.least) / slider.step + 1e-6);
    double stride = ceil((steps + 1) / (double)max);
    size_t n = 0;
    for (double k = 0; k <= steps && n < max; k += stride, n++) {
        values[n] = (struct knob_value){.number = floor((slider.least + k * slider.step) * 1e6 + 0.5) / 1e6};
    }
    return n;
}

/* --- what changes nothing --- */

const char *const layer_idle_reasons[LAYER_COUNT] = {
    [LAYER_CONFIGURE] = "no layout and no variant comes out another",
    [LAYER_PLACE] = "nothing here depends on which GPU hosts which pod",
    [LAYER_ROUTE] = "every request comes to the same instance",
    [LAYER_SHARE] = "no two apps take turns on a GPU here",
    [LAYER_TUNE] = "every clock stays as it is"};

bool explorer_is_same_run(const struct explorer *explorer, const struct answer *answer)
{
    const struct result *current = explorer->results.current;
    return answer && result_is_finished(current) &&
           comparison_changes_nothing(answer_summary(answer), &current->recording->summary);
}

bool explorer_known_idle(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value)
{
    struct scenario scenario;
    if (!scenario_copy(&scenario, &explorer->document.scenario))
        return false;
    bool ok = scenario_set_throughout(&scenario, knob, value, NULL);
    struct answer *answer = ok ? explorer_recall(explorer, &scenario) : NULL;
    bool idle = explorer_is_same_run(explorer, answer);
    answer_release(answer);
    scenario_free(&scenario);
    return idle;
}

bool explorer_list_starts(const struct explorer *explorer, const struct scenario *scenario, int most,
                          struct starts *starts, struct error *error)
{
    const struct catalog *catalog = explorer->catalog;
    const struct carbon_trace *trace = catalog->trace(catalog->context, scenario->trace, error);
    struct days days;
    if (!trace)
        return false;
    must_be(days_list(&days, trace));
    starts_list(starts, &days, scenario->start_s, explorer->time.horizon_ns, most);
    days_free(&days);
    return true;
}
