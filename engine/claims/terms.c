/* Names are found when a document is read, so that a claim is asked for numbers by their places alone. */
#include "engine/claims/terms.h"

#include "engine/claims/gauges.h"

#include <math.h>
#include <string.h>

enum { LAW_FIRST = 10000, TERM_MADE = 20000, TERM_BENCH };

static struct expression_value number_of(double number)
{
    return (struct expression_value){.number = number};
}

/* Among rows [from, to); -1: none. */
static int find_row(const struct terms *terms, int from, int to, const char *name, int n_arguments)
{
    for (int k = from; k < to; k++)
        if (terms->all[k].n_arguments == n_arguments && strcmp(terms->all[k].name, name) == 0)
            return k;
    return -1;
}

static int find(const void *context, const char *name, int n_arguments)
{
    const struct terms_scope *scope = context;
    int own = find_row(scope->terms, scope->first, scope->first + scope->n, name, n_arguments);
    int row = own >= 0 ? own : find_row(scope->terms, 0, scope->terms->n_common, name, n_arguments);
    if (row >= 0)
        return row;
    for (int k = 0; k < n_laws; k++)
        if (laws[k].n_arguments == n_arguments && strcmp(laws[k].name, name) == 0)
            return LAW_FIRST + k;
    if (n_arguments != 1)
        return -1;
    return strcmp(name, "made") == 0 ? TERM_MADE : strcmp(name, "bench") == 0 ? TERM_BENCH : -1;
}

/* A whole number of [0, size), or -1. */
static int place_of(const struct expression_value *argument, int size)
{
    double at = argument->number;
    return at >= 0 && at < size && at == floor(at) ? (int)at : -1;
}

/* What is kept at a place of a trial's outcome. */
static double kept(const struct terms_facts *facts, const struct expression_value *trial, int place)
{
    const struct evidence *evidence = facts->evidence;
    if (!evidence || !evidence->outcomes)
        return (double)NAN;
    int index = place_of(trial, evidence->paper->n_trials);
    size_t size = evidence->paper->outcome_size;
    return index < 0 ? (double)NAN : evidence->outcomes[(size_t)index * size + (size_t)place];
}

static struct expression_value value(const void *asked, int which, const struct expression_value *arguments,
                                     int n_arguments)
{
    const struct terms_facts *facts = asked;
    int place = 0;
    if (which == TERM_MADE)
        return number_of(kept(facts, arguments, 0) > 0);
    if (which == TERM_BENCH)
        return number_of(facts->bench && arguments->number >= 0 ? facts->bench[(int)arguments->number]
                                                                : (double)NAN);
    if (which >= LAW_FIRST)
        return laws[which - LAW_FIRST].of(facts->evidence ? facts->evidence->inputs : NULL, arguments);
    const struct term *term = &facts->terms->all[which];
    if (term->kind == TERM_DEFINITION)
        return terms_evaluate(term->definition, facts, arguments);
    for (int axis = term->kind == TERM_KEPT; axis < n_arguments; axis++) {
        int size = term->sizes[term->kind == TERM_KEPT ? 0 : axis], at = place_of(&arguments[axis], size);
        if (at < 0)
            return number_of((double)NAN);
        place = place * size + at;
    }
    if (term->kind == TERM_KEPT)
        return number_of(kept(facts, arguments, term->first + place));
    if (term->kind == TERM_TRIALS || term->numbers)
        return number_of(term->kind == TERM_TRIALS ? term->first + place : term->numbers[place]);
    struct expression_value text = {.is_text = true, .number = (double)NAN};
    strncpy(text.text, term->texts[place], sizeof text.text - 1);
    return text;
}

struct expression_names terms_names(const struct terms_scope *scope, const char *const *bound, int n_bound)
{
    return (struct expression_names){
        .find = find, .value = value, .context = scope, .bound = bound, .n_bound = n_bound};
}

static const struct expression_names values_alone = {.find = find, .value = value};

struct expression_value terms_evaluate(const struct expression *expression, const struct terms_facts *facts,
                                       const struct expression_value *bound)
{
    return expression_evaluate(
        expression, &(struct expression_facts){.names = &values_alone, .bound = bound, .asked = facts});
}

bool terms_next(const struct expression *range, const struct terms_facts *facts,
                const struct expression_value *bound, bool first, double *k)
{
    return expression_next(
        range, &(struct expression_facts){.names = &values_alone, .bound = bound, .asked = facts}, first, k);
}

void terms_measure(const struct terms *terms, const struct model *model, const struct recording *recording,
                   double *outcome)
{
    const struct metric_source source = {.summary = &recording->summary, .model = model};
    outcome[0] = 1;
    for (int k = 0; k < terms->n_common; k++) {
        const struct term *term = &terms->all[k];
        double *to = outcome + term->first;
        if (term->kind != TERM_KEPT)
            continue;
        enum metric_scope scope = term->gauge ? METRIC_OF_RUN : metric_scope_of(term->metric);
        int n = scope == METRIC_OF_APP   ? source.summary->n_apps
                : scope == METRIC_OF_GPU ? source.summary->n_gpus
                                         : 1;
        for (int part = 0; part < term->sizes[0]; part++)
            to[part] = !term->gauge && part < n ? metric_value(term->metric, &source, part) : (double)NAN;
        if (term->gauge)
            term->gauge->read(model, recording, to);
    }
}
