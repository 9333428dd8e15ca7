/* Places and their costs. What the rule made of them is in inspector_rules.c. */
#include "tui/views/inspector_facts.h"

#include "engine/base/units.h"
#include "engine/physics/carbon.h"
#include "engine/policy/discipline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *facts_mark(enum provenance provenance)
{
    return provenance == PROVENANCE_MODELLED ? "~" : provenance == PROVENANCE_DERIVED ? "÷" : "";
}

char *facts_ms(char *out, int64_t ns)
{
    double ms = ns_to_ms(llabs(ns));
    int decimals = ms >= 99.95 || ns % NS_PER_MS == 0 ? 0 : ms >= 0.995 ? 1 : ms >= 0.0995 ? 2 : 3;
    snprintf(out, FORMAT_SIZE, "%.*f", decimals, ns_to_ms(ns));
    return out;
}

bool facts_has_turns(const struct model *model, int instance)
{
    const struct discipline *share =
        discipline_of((enum policy_id)model->gpus[model->instances[instance].gpu].share);
    return share && share->time_shared;
}

int64_t facts_spare_ns(const struct facts *facts, const struct facts_place *place)
{
    return facts->deadline_ns < 0 ? INT64_MAX : facts->deadline_ns - place->wait_ns - place->run_ns;
}

/* "its P4" where nobody else may use it, else "the A100"; a GPU by its own name needs no article. */
static void name_place(struct facts_place *place, const struct model *model, int app, int instance)
{
    const struct model_gpu *gpu = &model->gpus[model->instances[instance].gpu];
    char name[sizeof place->name];
    decisions_place_name(model, app, instance, name, sizeof name);
    bool by_type = strncmp(name, gpu->name, strlen(gpu->name)) != 0;
    const char *article = !by_type ? "" : gpu->owner == app ? "its " : "the ";
    snprintf(place->name, sizeof place->name, "%s", name);
    snprintf(place->phrase, sizeof place->phrase, "%s%s", article, name);
}

/* Energy of the request there, as the profile has it, at the intensity in force when it was decided. */
static void cost_place(struct facts_place *place, const struct model *model, const struct decision *decision,
                       const struct decision_place *at)
{
    const struct model_cost *cost = model_cost_of(model, decision->app, at->place);
    double idle_w = model->gpus[model->instances[at->instance].gpu].idle_w,
           power_w = cost->power_w[decision->batch];
    double pue = knob_at(&model->scenario, (struct knob_ref){KNOB_PUE, 0}, decision->t_ns).number;
    double busy_s = ns_to_s(cost->latency_ns[decision->batch]);
    place->whole_g = carbon_grams(carbon_energy_j(power_w, busy_s), decision->ci, pue);
    place->above_idle_g = carbon_grams(carbon_energy_j(power_w - idle_w, busy_s), decision->ci, pue);
    place->provenance = (enum provenance)cost->provenance[decision->batch];
}

/* Where CarbonDIS estimates (the low class), its estimates count; elsewhere what the simulator knows. */
static void time_place(struct facts_place *place, const struct model *model, const struct decision *decision,
                       const struct decision_place *from)
{
    const struct model_instance *instance = &model->instances[from->instance];
    bool went_high = model->instances[decision->instance].class == CLASS_HIGH;
    place->run_ns = model_cost_of(model, decision->app, from->place)->latency_ns[decision->batch];
    place->wait_ns = decision->t_ns - decision->arrived_ns;
    if (decision->start_ns >= 0 && instance->class != CLASS_HIGH && (place->chosen || went_high)) {
        place->estimated = true;
        place->wait_ns = decision->start_ns - decision->arrived_ns;
        place->run_ns = decision->estimate_ns;
    } else if (from->free_ns > decision->t_ns) {
        place->wait_ns = from->free_ns - decision->arrived_ns;
    }
    place->at_least = facts_has_turns(model, from->instance) || from->free_ns < 0;
}

int64_t facts_end_ns(const struct model *model, const struct decision *decision)
{
    struct facts_place place = {.chosen = true};
    time_place(&place, model, decision, &decision->here);
    return decision->arrived_ns + place.wait_ns + place.run_ns;
}

bool facts_missed(const struct model *model, const struct decision *decision)
{
    return decision->deadline_ns >= 0 && facts_end_ns(model, decision) > decision->deadline_ns;
}

static void add_place(struct facts *facts, const struct model *model, const struct decision_place *from,
                      bool chosen)
{
    const struct decision *decision = &facts->decision;
    int at = facts->n_places++;
    struct facts_place *place = &facts->places[at];
    *place = (struct facts_place){.chosen = chosen};
    name_place(place, model, decision->app, from->instance);
    time_place(place, model, decision, from);
    cost_place(place, model, decision, from);
    if (chosen)
        facts->here = at;
    else
        facts->other = at;
}

void facts_make(struct facts *facts, const struct decisions *list, int32_t offset_s)
{
    const struct decision *decision = decisions_chosen(list);
    const struct model *model = list->result->model;
    *facts = (struct facts){.decision = *decision, .deadline_ns = -1, .other = -1};
    format_app(facts->app, model->apps[decision->app].name);
    if (decision->deadline_ns >= 0)
        facts->deadline_ns = decision->deadline_ns - decision->arrived_ns;
    bool other = decision->other.instance >= 0;
    bool other_first = other && model->instances[decision->instance].class == CLASS_HIGH;
    if (other_first)
        add_place(facts, model, &decision->other, false);
    add_place(facts, model, &decision->here, true);
    if (other && !other_first)
        add_place(facts, model, &decision->other, false);
    facts_describe_rule(facts, list, offset_s);
}
