/* A walk along the samples of the run, with the edits of ci_scale and CIT between them. */
#include "engine/answers/outlook.h"

#include "engine/base/units.h"
#include "engine/physics/carbon.h"
#include "engine/policy/route/carbondis_rule.h"

#include <math.h>

struct walk {
    const struct scenario *scenario;
    struct outlook *outlook;
    int next;                  /* edit */
    double ci_scale, cit, cir; /* in force */
    struct carbon_history history;
    bool started, above;
};

/* Is it above now? Called whenever CIR or CIT may have changed. */
static void compare(struct walk *walk, int64_t t_ns)
{
    struct outlook *outlook = walk->outlook;
    bool above = carbondis_is_dirty(walk->cir, walk->cit);
    if (walk->started && above != walk->above && outlook->crossings++ == 0)
        outlook->crossing_ns = t_ns;
    if (!walk->started)
        outlook->above = above;
    walk->started = true;
    walk->above = above;
}

/* Applies the edits up to an instant; those before the first sample say how the run starts. */
static void follow_edits(struct walk *walk, int64_t to_ns)
{
    const struct scenario *scenario = walk->scenario;
    for (; walk->next < scenario->n_edits && scenario->edits[walk->next].t_ns <= to_ns; walk->next++) {
        const struct edit *edit = &scenario->edits[walk->next];
        if (edit->knob.id == KNOB_CI_SCALE)
            walk->ci_scale = edit->value.number;
        if (edit->knob.id != KNOB_CIT)
            continue;
        walk->outlook->cit_changes |= walk->started && walk->cit != edit->value.number;
        walk->cit = edit->value.number;
        if (walk->started && edit->t_ns < to_ns)
            compare(walk, edit->t_ns);
    }
}

static void take(struct walk *walk, double sample, int64_t t_ns)
{
    struct outlook *outlook = walk->outlook;
    double aci;
    carbon_take(&walk->history, sample * walk->ci_scale, &aci, &walk->cir);
    if (!walk->started)
        outlook->cit = walk->cit;
    outlook->least = fmin(outlook->least, walk->cir);
    outlook->greatest = fmax(outlook->greatest, walk->cir);
    compare(walk, t_ns);
}

/* What comes before sample k, unscaled, added up in the engine's order. */
static struct carbon_history history_before(const struct days *days, const struct day *day, size_t k)
{
    struct carbon_history history = {day->history_sum, day->history_n};
    for (size_t i = day->first; i < k; i++) {
        if (isnan(days->trace->samples[i]))
            continue;
        history.sum += days->trace->samples[i];
        history.n++;
    }
    return history;
}

/* The day whose history reaches up to sample k or less far. */
static const struct day *day_before(const struct days *days, size_t k)
{
    int day = days_find(days, days->trace->start_s + (int64_t)k * days->trace->step_s);
    while (day > 0 && days->days[day].first > k)
        day--;
    return &days->days[day];
}

void outlook_make(const struct days *days, const struct scenario *scenario, int64_t start_s,
                  int64_t length_ns, struct outlook *outlook)
{
    const struct carbon_trace *trace = days->trace;
    *outlook = (struct outlook){.least = INFINITY, .greatest = -INFINITY};
    if (days->n == 0 || !days_on_trace(trace, start_s))
        return;
    struct walk walk = {.scenario = scenario,
                        .outlook = outlook,
                        .ci_scale = scenario->number[KNOB_CI_SCALE],
                        .cit = scenario->number[KNOB_CIT]};
    size_t first = carbon_trace_index(trace, start_s);
    const struct day *day = day_before(days, first);
    struct carbon_history history = history_before(days, day, first);
    if (history.n == 0 && isnan(trace->samples[first]))
        return;
    outlook->known = true;
    outlook->ci = carbon_trace_held(trace, first);
    outlook->aci = carbon_aci(history.sum, history.n, outlook->ci);
    outlook->history_n = history.n;
    walk.history = (struct carbon_history){history.sum * walk.ci_scale, history.n};
    for (size_t k = first; k < trace->n; k++) {
        int64_t at_s = trace->start_s + (int64_t)k * trace->step_s - start_s;
        int64_t t_ns = at_s > 0 ? at_s * NS_PER_S : 0;
        if (k > first && t_ns >= length_ns)
            break;
        follow_edits(&walk, t_ns);
        outlook->missing += isnan(trace->samples[k]) ? 1 : 0;
        if (!isnan(trace->samples[k]))
            take(&walk, trace->samples[k], t_ns);
        else if (k == first)
            take(&walk, carbon_trace_held(trace, k), t_ns);
        else
            compare(&walk, t_ns);
    }
    follow_edits(&walk, length_ns);
    int64_t end_ns = (days_end_s(trace) - start_s) * NS_PER_S;
    outlook->beyond_ns = length_ns > end_ns ? length_ns - end_ns : 0;
}
