/* A walk along the samples of the run, with the edits of ci_scale and CIT between them. */
#include "tui/words/outlook.h"

#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "engine/physics/carbon.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct walk {
    const struct scenario *scenario;
    struct outlook *outlook;
    int next; /* edit */
    double ci_scale, cit;
    double sum, cir; /* of the history, scaled as it came in; in force */
    size_t n;
    bool started, above;
};

/* Is it above now? Called whenever CIR or CIT may have changed. */
static void compare(struct walk *walk, int64_t t_ns)
{
    struct outlook *outlook = walk->outlook;
    bool above = walk->cir > walk->cit;
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
    double ci = sample * walk->ci_scale, aci = carbon_aci(walk->sum, walk->n, ci);
    walk->cir = carbon_cir(ci, aci);
    if (!walk->started) {
        outlook->cit = walk->cit;
    }
    walk->sum += ci;
    walk->n++;
    outlook->least = fmin(outlook->least, walk->cir);
    outlook->greatest = fmax(outlook->greatest, walk->cir);
    compare(walk, t_ns);
}

/* The sum of what comes before sample k, added up in the engine's order. */
static double history_before(const struct days *days, const struct day *day, size_t k, size_t *n)
{
    const struct carbon_trace *trace = days->trace;
    double sum = day->history_sum;
    *n = day->history_n;
    for (size_t i = day->first; i < k; i++) {
        if (isnan(trace->samples[i]))
            continue;
        sum += trace->samples[i];
        ++*n;
    }
    return sum;
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
    double history = history_before(days, day, first, &walk.n);
    if (walk.n == 0 && isnan(trace->samples[first]))
        return;
    outlook->known = true;
    outlook->ci = carbon_trace_held(trace, first);
    outlook->aci = carbon_aci(history, walk.n, outlook->ci);
    outlook->history_n = walk.n;
    walk.sum = history * walk.ci_scale;
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

/* "CIT 1.00", or "CIT" where it is not one number. */
static void name_cit(const struct outlook *outlook, char *out, size_t size)
{
    if (outlook->cit_changes)
        snprintf(out, size, "CIT");
    else
        snprintf(out, size, "CIT %.2f", outlook->cit);
}

static void describe_cit(const struct outlook *outlook, const struct carbon_trace *trace, int64_t start_s,
                         char *out, size_t size)
{
    char cit[32], clock[FORMAT_SIZE];
    int64_t at_s = start_s + outlook->crossing_ns / NS_PER_S;
    name_cit(outlook, cit, sizeof cit);
    format_clock(clock, at_s, carbon_trace_offset(trace, at_s), outlook->crossing_ns / NS_PER_S % 60 != 0);
    if (outlook->crossings == 0)
        snprintf(out, size, outlook->above ? ", above %s throughout" : ", never above %s", cit);
    else if (outlook->crossings == 1)
        snprintf(out, size, outlook->above ? ", falls to %s or below at %s" : ", rises above %s at %s", cit,
                 clock);
    else
        snprintf(out, size, ", crosses %s %d times, first at %s", cit, outlook->crossings, clock);
}

void outlook_describe(const struct outlook *outlook, const struct carbon_trace *trace, int64_t start_s,
                      int64_t length_ns, bool with_cit, char *out, size_t size)
{
    char length[32], range[48], against[128] = "";
    if (!outlook->known) {
        snprintf(out, size, "No run can start here: the trace has no sample at or before this instant.");
        return;
    }
    duration_format(ns_to_s(length_ns), length, sizeof length);
    snprintf(range, sizeof range, "%.2f", outlook->least);
    if (outlook->greatest - outlook->least >= 0.005)
        snprintf(range + strlen(range), sizeof range - strlen(range), " to %.2f", outlook->greatest);
    if (with_cit)
        describe_cit(outlook, trace, start_s, against, sizeof against);
    snprintf(out, size, "CIR %s over %s%s", range, length, against);
}
