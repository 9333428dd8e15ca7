/* How a claim of a document is judged and told: expressions (engine/answers/expression.h) over the terms of
 * its paper (below), and live text (engine/answers/live_text.h) with two tags more, which nest:
 *
 *     {if C}...{else}...{end}              what is not known is not so
 *     {for k in 0 to 3 by '; '}...{end}    the text of `by` stands between two rounds; one behind it,
 *                                          by ', ' last ' and ', before the last
 */
#ifndef WATTIF_CLAIMS_TELLING_H
#define WATTIF_CLAIMS_TELLING_H

#include "engine/answers/expression.h"
#include "engine/claims/experiment.h"

/* What the expressions of a paper can name: its trials, what is kept of each run, its lists, its definitions,
 * and the laws of the engine. All but the laws are rows that the document of the paper makes
 * (datasets/papers; store/claims/paper_json.c); a name of another kind than these is one of them with
 * arguments:
 *
 *     load(3, 1)               the trial of the family `load` at these places of its axes, a number
 *     total_g(load(3, 1))      what is kept of its run; of its app, GPU or hour: mean_ms(load(3, 1), 2)
 *     made(load(3, 1))         was this trial run? A sweep may leave some out
 *     grids(3), names(0)       a member of a list, a number or a text
 *     more(T), about(x, y, z)  a definition of the document
 *     bench(3)                 the k-th number that the claim's bench gave (bench.h)
 *     carbon_g(J, g/kWh) ...   a law (laws.c): of physics, of a policy, or of the library's inputs */

enum { TERM_AXES = 3, TERM_PARAMETERS = 8 };

enum term_kind { TERM_TRIALS, TERM_KEPT, TERM_LIST, TERM_DEFINITION };

/* A plain value that points into the paper's memory. */
struct claim_term {
    enum term_kind kind;
    const char *name;
    int n_arguments;
    int first;                 /* its first trial; where it lies in an outcome */
    int sizes[TERM_AXES];      /* of the axes of trials and lists; of what is kept, sizes[0] */
    enum metric metric;        /* what is kept: METRIC_COUNT, then it is `gauge` */
    const struct gauge *gauge; /* (gauges.h) */
    const double *numbers;     /* of a list, the last axis running fastest; or NULL, and then */
    const char *const *texts;
    const struct expression *definition; /* its parameters are the variables bound before it */
};

struct terms {
    int n_common, n; /* those of the whole paper; then those of one claim after another */
    const struct claim_term *all;
};

/* What can be named where a claim's own terms are [first, first + n), beside such variables. */
struct terms_scope {
    const struct terms *terms;
    int first, n;
};
struct expression_names terms_names(const struct terms_scope *scope, const char *const *bound, int n_bound);

/* What expressions are asked of. */
struct terms_facts {
    const struct terms *terms;
    const struct evidence *evidence; /* NULL: trials can be told apart, and nothing is known of them */
    const double *bench;             /* or NULL */
};
struct expression_value terms_evaluate(const struct expression *expression, const struct terms_facts *facts,
                                       const struct expression_value *bound);
static inline double terms_number(const struct expression *expression, const struct terms_facts *facts,
                                  const struct expression_value *bound)
{
    return terms_evaluate(expression, facts, bound).number;
}
/* The next of a range (expression_parse_range), as expression_next. */
bool terms_next(const struct expression *range, const struct terms_facts *facts,
                const struct expression_value *bound, bool first, double *k);

/* The outcome of a run: at 0 that it was made, then what is kept. */
void terms_measure(const struct terms *terms, const struct model *model, const struct recording *recording,
                   double *outcome);

/* A law: what it is called, how many arguments it takes, and what it gives, of these alone or with what the
 * library says; NAN: unknown. One of: */
struct law {
    const char *name;
    int n_arguments;
    double (*of_one)(double a);
    double (*of_two)(double a, double b);
    double (*of_three)(double a, double b, double c);
    double (*of)(const struct expression_value *arguments);
    double (*with)(const struct experiment_inputs *inputs, const struct expression_value *arguments);
};
extern const struct law laws[];
extern const int n_laws;

struct bench;

/* One row, or a row for each of a range: "Set {s + 1}" for s in 0 to 1. */
struct telling_row {
    const char *text;
    const struct expression *range; /* or NULL */
    const char *variable;           /* of the range */
    const struct expression *value;
};

struct telling {
    int first_term, n_terms; /* its own terms */
    int n_needs, n_parts, n_measures, n_numbers;
    const struct telling_row *needs;    /* one that is not so: untestable, and its text is all that is told */
    const struct telling_row *parts;    /* name and whether it holds */
    const struct telling_row *measures; /* name and value */
    const struct expression *holds;     /* NULL: all its parts do */
    const struct expression *testable;  /* untestable where it is not so, and yet told; or NULL */
    const char *obtained, *why;         /* live text */
    const struct expression *numbers;   /* a formula: its values in the order of `expected` */
    const struct bench *bench;          /* or NULL */
    const struct expression *shown;     /* the trial in which `part`, its variable, is seen best; or NULL */
};

void telling_judge(const struct telling *telling, const struct evidence *evidence,
                   struct judgement *judgement);
/* The values of a formula. False with a message where one is not known. */
bool telling_numbers(const struct telling *telling, const struct evidence *evidence,
                     double values[NUMBERS_MAX], struct error *error);
/* The trial that shows a part; -1: none does. */
int telling_shows(const struct telling *telling, const struct terms *terms, const char *part);
/* Is every piece of a live text of this claim right? `variable` is one that it knows beside, or NULL. */
bool telling_check(const char *text, const struct terms_scope *scope, const char *variable,
                   struct error *error);

#endif
