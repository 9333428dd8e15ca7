#include "engine/answers/choice.h"

#include "engine/policy/discipline.h"
#include "engine/policy/route/carbondis_rule.h"

bool choice_takes_turns(const struct model *model, int instance)
{
    const struct discipline *share =
        scheme_of((enum policy_id)model->gpus[model->instances[instance].gpu].share)->discipline;
    return share && share->time_shared;
}

/* --- places --- */

/* Where CarbonDIS estimates (the low class), its estimates count; elsewhere what the simulator knows. */
static void time_place(struct choice_place *place, const struct model *model, const struct decision *decision,
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
    bool turns = choice_takes_turns(model, from->instance);
    place->at_least = turns || from->free_ns < 0;
    if (!place->chosen || !place->at_least || decision->end_ns < 0)
        return;
    int64_t longer_ns = decision->end_ns - decision->arrived_ns - place->wait_ns - place->run_ns;
    *(turns ? &place->run_ns : &place->wait_ns) += longer_ns;
    place->turns_ns = turns ? longer_ns : 0;
    place->at_least = false;
}

static int add_place(struct router_choice *choice, const struct model *model, const struct decision *decision,
                     const struct decision_place *from, bool chosen)
{
    struct choice_place *place = &choice->places[choice->n_places];
    *place = (struct choice_place){.instance = from->instance, .chosen = chosen};
    time_place(place, model, decision, from);
    /* Energy of the request there, as the profile has it, at the intensity in force when it was decided. */
    const struct model_cost *cost = model_cost_of(model, decision->app, from->place);
    int gpu = model->instances[from->instance].gpu;
    double idle_w = model->gpus[gpu].idle_w, power_w = cost->power_w[decision->batch];
    /* Energy of the facility for each joule of the GPU's, when it was decided. */
    bool split = model->scenario.number[KNOB_FACILITY] > FACILITY_FLAT;
    bool warm = model->gpus[gpu].ha_w_per_k > 0 && !isnan(decision->water_c);
    double facility = split ? heat_facility(warm ? decision->water_c : HEAT_WATER_C)
                            : knob_at(&model->scenario, knob_of_run(KNOB_PUE), decision->t_ns).number;
    double busy_s = ns_to_s(cost->latency_ns[decision->batch]);
    place->whole_g = carbon_grams(carbon_energy_j(power_w, busy_s), decision->ci, facility);
    place->above_idle_g = carbon_grams(carbon_energy_j(power_w - idle_w, busy_s), decision->ci, facility);
    place->provenance = (enum provenance)cost->provenance[decision->batch];
    return choice->n_places++;
}

struct router_choice choice_of(const struct model *model, const struct decision *decision)
{
    struct router_choice choice = {.deadline_ns = -1, .other = -1};
    bool any_other = decision->other.instance >= 0;
    bool other_first = any_other && model->instances[decision->instance].class == CLASS_HIGH;
    if (decision->deadline_ns >= 0)
        choice.deadline_ns = decision->deadline_ns - decision->arrived_ns;
    if (other_first)
        choice.other = add_place(&choice, model, decision, &decision->other, false);
    choice.here = add_place(&choice, model, decision, &decision->here, true);
    if (any_other && !other_first)
        choice.other = add_place(&choice, model, decision, &decision->other, false);
    return choice;
}

/* --- late or not --- */

int64_t choice_spare_ns(const struct router_choice *choice, const struct choice_place *place)
{
    return choice->deadline_ns < 0 ? INT64_MAX : choice->deadline_ns - place->wait_ns - place->run_ns;
}

int64_t choice_end_ns(const struct model *model, const struct decision *decision)
{
    struct choice_place place = {.chosen = true};
    time_place(&place, model, decision, &decision->here);
    return decision->arrived_ns + place.wait_ns + place.run_ns;
}

bool choice_is_late(const struct model *model, const struct decision *decision)
{
    return decision->deadline_ns >= 0 && choice_end_ns(model, decision) > decision->deadline_ns;
}

struct choice_span choice_runs(const struct model *model, const struct decision *decision)
{
    const struct model_cost *cost = model_cost_of(model, decision->app, decision->here.place);
    int64_t from_ns = decision->here.free_ns > decision->t_ns ? decision->here.free_ns : decision->t_ns;
    return (struct choice_span){from_ns, from_ns + cost->latency_ns[decision->batch]};
}

int64_t choice_estimated_late_ns(const struct decision *decision)
{
    return decision->start_ns + decision->estimate_ns - decision->deadline_ns;
}

/* --- the branch --- */

enum choice_branch choice_carbondis_branch(const struct decision *decision)
{
    switch ((enum reason)decision->reason) {
    case REASON_MISS_HIGH:
    case REASON_MISS_LOW:
        return CHOICE_LATE;
    case REASON_DIRTY_HIGH:
    case REASON_DIRTY_LOW:
        return CHOICE_DIRTY;
    case REASON_CLEAN_LOW:
        return CHOICE_CLEAN;
    case REASON_APPEND_LOW: {
        static const enum choice_branch branches[] = {[CARBONDIS_MISS] = CHOICE_LATE,
                                                      [CARBONDIS_DIRTY] = CHOICE_DIRTY,
                                                      [CARBONDIS_CLEAN] = CHOICE_CLEAN};
        int64_t limit_ns =
            decision->deadline_ns < 0 ? INT64_MAX / 4 : decision->deadline_ns - decision->arrived_ns;
        struct carbondis_verdict verdict =
            carbondis_rule(decision->arrived_ns, limit_ns, decision->start_ns, decision->estimate_ns,
                           decision->cir, decision->cit, false);
        return branches[verdict.branch];
    }
    default:
        return CHOICE_NONE;
    }
}

/* --- DYBATCH --- */

int64_t choice_share_ns(const struct model *model, const struct decision_log *log, int at, int app)
{
    const struct decision *all = log->kept_list;
    if (app == all[at].app)
        return all[at].share_ns;
    for (int i = at - 1; i >= 0; i--) {
        if (all[i].share_ns < 0)
            break; /* another scheme was in force */
        if (all[i].app != app)
            continue;
        bool counted = all[i].reason == REASON_SHARE_HIGH;
        const struct model_cost *cost = model_cost_of(model, app, all[i].here.place);
        return all[i].share_ns + (counted ? cost->latency_ns[all[i].batch] : 0);
    }
    for (size_t i = (size_t)at + 1; i < log->kept && all[i].share_ns >= 0; i++)
        if (all[i].app == app)
            return all[i].share_ns;
    return -1;
}

int choice_runner_up(const struct model *model, const struct decision_log *log, int at, int64_t *share_ns)
{
    const struct decision *decision = &log->kept_list[at];
    int best = -1;
    for (int app = 0; app < model->n_apps; app++) {
        bool waits = (decision->waiting >> app & 1) && app != decision->app;
        int64_t theirs_ns = waits ? choice_share_ns(model, log, at, app) : -1;
        if (theirs_ns < 0 || (best >= 0 && theirs_ns >= *share_ns))
            continue;
        best = app;
        *share_ns = theirs_ns;
    }
    return best;
}
