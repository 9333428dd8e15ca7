/* Expressions over runs: "carbon_g.total < 0.95 * start.carbon_g.total and cit <= 0.8". What a lesson or a
 * demo asks of a run (is the task done, which answer is right) and what it tells in numbers are expressions,
 * so that neither has a number of its own that could stop being true.
 *
 *     terms        numbers, 'text', and names: a metric as the run's JSON has it (carbon_g.total, violations,
 *                  apps.job1.p95_ms or apps.0.p95_ms, gpus.gpu0.energy_j) in SI units, else a knob (cit,
 *                  policy.route, clock_mhz.high) with its value at the end of the run; between ` where a name
 *                  has other signs than letters, digits, _ and .
 *     moments      start.X, before.X, reference.X: the same of another run (enum expression_moment)
 *     operators    or, and, not; < <= > >= = !=, also in chains (1 < x <= 2); + -; * /; brackets
 *     functions    abs(E), sqrt(E), min(E, E), max(E, E); true(E): it is known and so; if(C, E, E); sum,
 * mean, min, max, count, all, any, first, argmin and argmax over whole numbers: mean(k in 0 to 9 where C, E),
 * of what is known; change(E): how many per cent E is above what it was at the start; since(E): before;
 * against(E): of the reference; these three not within one another; seen('NAME'): what whoever asks has seen
 * happen; and names and functions of whoever asks (struct expression_names)
 *
 * Truth is 1 and 0. What is not known (a run that is not complete, a metric that the run does not have) is
 * NAN, and so is whatever hangs on it. Numbers that differ by less than a part in 10^9 are equal. */
#ifndef WATTIF_ANSWERS_EXPRESSION_H
#define WATTIF_ANSWERS_EXPRESSION_H

#include "engine/answers/metric.h"

enum { EXPRESSION_TEXT = 512, EXPRESSION_NODES = 128, EXPRESSION_VALUE = 64, EXPRESSION_BOUND = 12 };

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
    int n_bound; /* names that were bound before it: they have the first slots */
    struct expression_node nodes[EXPRESSION_NODES];
};

struct expression_value {
    bool is_text;
    double number;
    char text[EXPRESSION_VALUE];
};

/* What whoever asks has names for, beside metrics and knobs, which nothing else is then. */
struct expression_names {
    /* Which of them this one is, with so many arguments; -1: none. */
    int (*find)(const void *context, const char *name, int n_arguments);
    struct expression_value (*value)(const void *context, int which, const struct expression_value *arguments,
                                     int n_arguments);
    const void *context;      /* of `find` */
    const char *const *bound; /* variables that have a value when it is evaluated */
    int n_bound;
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
    const struct expression_names *names; /* those that it was parsed with, or NULL */
    const struct expression_value *bound; /* values of the variables that they bind */
    const void *asked;                    /* context of names->value */
};

/* False with a message that names the column, counted from 1. `text` need not end behind the expression: `n`
 * bytes are read. */
bool expression_parse(struct expression *expression, const char *text, size_t n, struct error *error);
/* The same with names of whoever asks: a name that is none of them is a fault. */
bool expression_parse_with(struct expression *expression, const char *text, size_t n,
                           const struct expression_names *names, struct error *error);
/* "k in 0 to 9 where C", which expression_next walks: the next k, `first` or one of those that follow it.
 * False after the last. */
bool expression_parse_range(struct expression *expression, const char *text, size_t n,
                            const struct expression_names *names, char name[EXPRESSION_VALUE],
                            struct error *error);
bool expression_next(const struct expression *expression, const struct expression_facts *facts, bool first,
                     double *k);
/* Does every name mean something for this scenario? */
bool expression_check(const struct expression *expression, const struct scenario *scenario,
                      struct error *error);

struct expression_value expression_evaluate(const struct expression *expression,
                                            const struct expression_facts *facts);
/* True: it is known, and it is so. */
bool expression_holds(const struct expression *expression, const struct expression_facts *facts);

/* "violations", "apps.job1.p95_ms", "gpus.0.energy_j": which metric a name alone is, and of which app or GPU.
 */
bool expression_names_metric(const struct scenario *scenario, const char *name, enum metric *found,
                             int *part);

/* If all it is is one metric, which (METRIC_COUNT: it is more, or none). */
enum metric expression_metric(const struct expression *expression, const struct scenario *scenario);
/* Does it ask of this moment? */
bool expression_asks(const struct expression *expression, enum expression_moment moment);
/* The names in its seen(), by index; false beyond the last. */
bool expression_seen(const struct expression *expression, int index, char *name, size_t size);
/* Does this number stand in it? */
bool expression_has_number(const struct expression *expression, double number);

#endif
