/* Are the inputs of a paper those that wattif ships? An import under a shipped name takes its place, and then
 * causes that were found for the shipped rows are not given for the user's. */
#include "store/claims/reproduce.h"

#include "engine/base/text.h"

#include <stdlib.h>
#include <string.h>

/* What is told so far. */
struct altered {
    char *out;
    size_t size, used;
    const struct store_list *list;
    const char *noun; /* "profile" */
};

static void add(struct altered *altered, const char *name)
{
    char told[96];

    text_print(told, sizeof told, "%s %s", altered->noun, name);
    if (altered->used + 1 >= altered->size || strstr(altered->out, told))
        return;
    text_print(altered->out + altered->used, altered->size - altered->used, "%s%s",
               altered->used > 0 ? ", " : "", told);
    altered->used += strlen(altered->out + altered->used);
}

static void check(struct altered *altered, const char *name)
{
    for (size_t i = 0; i < altered->list->n; i++)
        if (strcmp(altered->list->items[i].name, name) == 0 && !altered->list->items[i].builtin)
            add(altered, name);
}

static void check_profiles(struct altered *altered, const struct scenario *scenario)
{
    for (int a = 0; a < scenario->n_apps; a++) {
        char name[PROFILE_NAME_SIZE];
        profile_name(scenario->apps[a].model, scenario->profiles, name);
        check(altered, name);
    }
}

static void check_trace(struct altered *altered, const struct scenario *scenario)
{
    check(altered, scenario->trace);
}

/* One kind of input of all the paper's scenarios. */
static bool check_kind(struct store *store, enum store_kind kind, const struct paper *paper,
                       const struct experiment_inputs *inputs, struct altered *altered,
                       void (*check_of)(struct altered *altered, const struct scenario *scenario),
                       struct error *error)
{
    struct store_list list;
    bool good = store_list(store, kind, &list, error);

    if (!good)
        return false;
    altered->list = &list;
    for (size_t i = 0; good && paper->scenarios[i]; i++) {
        struct scenario scenario;
        good = inputs->scenario(inputs->context, paper->scenarios[i], &scenario, error);
        if (good) {
            check_of(altered, &scenario);
            scenario_free(&scenario);
        }
    }
    free(list.items);
    return good;
}

bool reproduce_altered(struct store *store, const struct paper *paper, const struct experiment_inputs *inputs,
                       char out[ALTERED_SIZE], struct error *error)
{
    struct altered altered = {.out = out, .size = ALTERED_SIZE, .noun = "profile"};

    out[0] = '\0';
    if (!check_kind(store, STORE_PROFILE, paper, inputs, &altered, check_profiles, error))
        return false;
    altered.noun = "trace";
    return check_kind(store, STORE_TRACE, paper, inputs, &altered, check_trace, error);
}
