/* How a claim of a document is judged and told: expressions (engine/answers/expression.h) over the terms of
 * its paper (terms.h), and live text (engine/answers/live_text.h) with two tags more, which nest:
 *
 *     {if C}...{else}...{end}              what is not known is not so
 *     {for k in 0 to 3 by '; '}...{end}    the text of `by` stands between two rounds; one behind it,
 *                                          by ', ' last ' and ', before the last
 */
#ifndef WATTIF_CLAIMS_TELLING_H
#define WATTIF_CLAIMS_TELLING_H

#include "engine/claims/terms.h"

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
