/* Names of places, and marks. What the rule made of them is in inspector_rules.c. */
#include "tui/views/inspector_facts.h"

#include "engine/base/text.h"
#include "engine/base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *facts_ms(char *out, int64_t ns)
{
    double ms = ns_to_ms(llabs(ns));
    int decimals = ms >= 99.95 || ns % NS_PER_MS == 0 ? 0 : ms >= 0.995 ? 1 : ms >= 0.0995 ? 2 : 3;
    snprintf(out, FORMAT_SIZE, "%.*f", decimals, ns_to_ms(ns));
    return out;
}

/* "its P4" where nobody else may use it, else "the A100"; a GPU by its own name needs no article. */
static void name_place(struct facts_place *place, const struct model *model, int app,
                       const struct decision_place *at)
{
    const struct model_gpu *gpu = &model->gpus[at->gpu];
    int instance = at->instance;
    char name[sizeof place->name];
    decisions_place_name(model, app, instance, name, sizeof name);
    bool by_type = strncmp(name, gpu->name, strlen(gpu->name)) != 0;
    const char *article = !by_type ? "" : gpu->owner == app ? "its " : "the ";
    snprintf(place->name, sizeof place->name, "%s", name);
    if (model->instances[instance].pod >= 0)
        text_print(place->phrase, sizeof place->phrase, "%s on %s", name, gpu->name);
    else
        snprintf(place->phrase, sizeof place->phrase, "%s%s", article, name);
}

void facts_make(struct facts *facts, const struct decisions *list, int32_t offset_s)
{
    const struct decision *decision = decisions_chosen(list);
    const struct model *model = list->result->model;
    *facts = (struct facts){.decision = *decision, .choice = choice_of(model, decision)};
    format_app(facts->app, model->apps[decision->app].name);
    for (int i = 0; i < facts->choice.n_places; i++) {
        facts->places[i].is = facts->choice.places[i];
        name_place(&facts->places[i], model, decision->app,
                   facts->choice.places[i].chosen ? &decision->here : &decision->other);
    }
    facts_describe_rule(facts, list, offset_s);
}
