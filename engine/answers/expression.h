/* Expressions over runs: "carbon_g.total < 0.95 * start.carbon_g.total and cit <= 0.8". What a lesson or a
 * demo asks of a run (is the task done, which answer is right) and what it tells in numbers are expressions,
 * so that neither has a number of its own that could stop being true.
 *
 *     terms        numbers, 'text', and names: a metric as the run's JSON has it (carbon_g.total, violations,
 *                  apps.job1.p95_ms or apps.0.p95_ms, gpus.gpu0.energy_j) in SI units, else a knob (cit,
 *                  policy.route, clock_mhz.high) with its value at the end of the run; between ` where a name
 *                  has other signs than letters, digits, _ and .
 *     moments      start.X, before.X, reference.X: the same of another run (enum expression_moment)
 *     operators    or, and, not; < <= > >= = !=; + -; * /; brackets
 *     functions    abs(E); change(E): how many per cent E is above what it was at the start; since(E):
 * before; against(E): of the reference; these three not within one another; seen('NAME'): what whoever asks
 * has seen happen
 *
 * Truth is 1 and 0. What is not known (a run that is not complete, a metric that the run does not have) is
 * NAN, and so is whatever hangs on it. Numbers that differ by less than a part in 10^9 are equal. */
#ifndef WATTIF_ANSWERS_EXPRESSION_H
#define WATTIF_ANSWERS_EXPRESSION_H

#include "engine/answers/metric.h"
#include "engine/base/error.h"
#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stddef.h>

enum { EXPRESSION_TEXT = 256, EXPRESSION_NODES = 64, EXPRESSION_VALUE = 64 };

enum expression_moment {
    MOMENT_NOW,
    MOMENT_START,     /* of the lesson or demo */
    MOMENT_BEFORE,    /* of its step */
    MOMENT_REFERENCE, /* the run with nothing switched on that the scenario is held against */
    MOMENTS
};

struct expression_node {
    short kind;      /* of the table in expression.c */
    short a, b;      /* operands: nodes, -1 none */
    short at, bytes; /* of its word in the text */
    double number;
};

/* A plain value, parsed once. */
struct expression {
    char text[EXPRESSION_TEXT];
    int n, root;
    struct expression_node nodes[EXPRESSION_NODES];
};

struct expression_value {
    bool is_text;
    double number;
    char text[EXPRESSION_VALUE];
};

/* What it is asked of. A moment without a summary is not known. */
struct expression_facts {
    struct {
        const struct scenario *scenario; /* NULL: its knobs are not known either */
        struct metric_source source;
    } of[MOMENTS];
    bool (*seen)(const void *context, const char *name); /* NULL: nothing was */
    /* What a name means that is no metric and no knob; not NULL: names mean what this says. */
    struct expression_value (*named)(const void *context, const char *name);
    const void *context;
};

/* False with a message that names the column, counted from 1. `text` need not end behind the expression: `n`
 * bytes are read. */
bool expression_parse(struct expression *expression, const char *text, size_t n, struct error *error);
/* Does every name mean something for this scenario? */
bool expression_check(const struct expression *expression, const struct scenario *scenario,
                      struct error *error);

struct expression_value expression_evaluate(const struct expression *expression,
                                            const struct expression_facts *facts);
/* True: it is known, and it is so. */
bool expression_holds(const struct expression *expression, const struct expression_facts *facts);

/* If all it is is one metric, which (METRIC_COUNT: it is more, or none). */
enum metric expression_metric(const struct expression *expression, const struct scenario *scenario);
/* Does it ask of this moment? */
bool expression_asks(const struct expression *expression, enum expression_moment moment);
/* The names in its seen(), by index; false beyond the last. */
bool expression_seen(const struct expression *expression, int index, char *name, size_t size);
/* Does this number stand in it? */
bool expression_has_number(const struct expression *expression, double number);

#endif
