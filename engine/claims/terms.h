/* What the expressions of a paper can name: its trials, what is kept of each run, its lists, its definitions,
 * and the laws of the engine. All but the laws are rows that the document of the paper makes
 * (datasets/papers; store/claims/paper_json.c); a name of another kind than these is one of them with
 * arguments:
 *
 *     load(3, 1)               the trial of the family `load` at these places of its axes, a number
 *     total_g(load(3, 1))      what is kept of that trial's run; mean_ms(set(0, 1), 2) of its app, GPU or
 * hour made(T)                  was this trial run? A sweep may leave some out grids(3), names(0)       a
 * member of a list, a number or a text more(T), about(x, y, z)  a definition of the document bench(3) the
 * k-th number that the claim's bench gave (bench.h) carbon_g(J, g/kWh) ...   a law (laws.c): a function of
 * physics, of a policy, or of the library's inputs
 */
#ifndef WATTIF_CLAIMS_TERMS_H
#define WATTIF_CLAIMS_TERMS_H

#include "engine/answers/expression.h"
#include "engine/answers/metric.h"
#include "engine/claims/experiment.h"

enum { TERM_AXES = 3, TERM_PARAMETERS = 8 };

enum term_kind { TERM_TRIALS, TERM_KEPT, TERM_LIST, TERM_DEFINITION };

/* A plain value that points into the paper's memory. */
struct term {
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
    const struct term *all;
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

/* A law: what it is called, how many arguments it takes, and what it gives; NAN or an empty text: unknown. */
struct law {
    const char *name;
    int n_arguments;
    struct expression_value (*of)(const struct experiment_inputs *inputs,
                                  const struct expression_value *arguments);
};
extern const struct law laws[];
extern const int n_laws;

#endif
