/* The headline: one sentence that says what a run shows, against a reference if there is one (guides/screens,
 * section 3). The same words stand in row 1 of the dashboard, in `run --format text` and in every export, so
 * that they can be quoted. */
#ifndef WATTIF_TUI_WORDS_HEADLINE_H
#define WATTIF_TUI_WORDS_HEADLINE_H

#include "engine/model/policy_table.h"
#include "engine/physics/carbon.h"
#include "engine/sim/summary.h"

enum headline_sense { SENSE_NEUTRAL, SENSE_BETTER, SENSE_WORSE };

struct headline {
    char text[400];         /* UTF-8, one line; begins with its sign */
    size_t mark_at, mark_n; /* bytes of the number that has colour; mark_n 0: none */
    enum headline_sense sense;
    size_t price_at, price_n; /* bytes of the largest price; price_n 0: there is none, or no room for it */
};

struct headline_input {
    const char *subject;           /* "CARBONDIS", or "CIT 0.80 from 14:30" */
    const char *brief_subject;     /* of schemes that are listed elsewhere: "3 pools"; NULL: none */
    bool plural;                   /* the subject is several schemes, which emit */
    const struct summary *summary; /* of the run, or so far */
    const struct model *model;     /* by which limits are known (limits.h); NULL: by the summary alone */
    double percentile;             /* that the SLOs are about: 95; 0: apps have different ones */
    bool so_far;                   /* the run is not complete: totals are up to the same time in both */
    const char *reference_name;    /* NULL: none */
    const char *brief_reference;   /* in one word where that has several: "baseline"; NULL: none */
    const struct summary *reference;
    const char *parts; /* what layers are worth: "CLOVER −897 g, clocks −222 g; CARBONDIS costs 60 g"; NULL */
    bool heat_is_kept;     /* a controller keeps the hottest GPU at its limit, so that it is no price */
    bool terse;            /* the reference stands elsewhere: there is no room but for gain and price */
    bool same_run;         /* the reference is this very run, as just after it was pinned */
    const char *preparing; /* the run has not begun: what is done first, or why it never will; NULL: it has */
    const char *warning;   /* leads whatever the numbers say: "... do not compare grams"; NULL: none */
    const char *no_effect; /* why nothing changed, or NULL: "every CIR stays below it" */
    /* Where apps are served by variants of different quality; all zero: they are not. */
    bool mixed;
    double accuracy_change; /* per cent, against the reference, or without one against the best variants; NAN
                               unknown */
    const char *accuracy_app; /* whose it is, where others have none; NULL: everyone's */
    /* The reference has a GPU for each app that shares one here: what sharing costs or saves, and on which
     * grids; NULL: another reference, or it is not known. */
    bool sharing;
    const struct breakeven *breakeven;
    enum topic topic;       /* what leads where it has changed: accuracy, fairness, else carbon */
    const char *accounting; /* "same fleet", "consolidated: 2 GPUs for the load of 10", or "" */
    const char *starts;     /* how carbon comes out at other starts (luck_describe), or NULL */
    bool luck;              /* carbon went against the turn of lambda: searches are random */
    bool least_late;        /* nothing that was tried meets the SLO: what runs violates it least */
};

/* Where a run and what it is held against differ in more than one layer no scheme has earned the difference:
 * the cluster has, and its rival is the run "with nothing switched on". */
#define HEADLINE_CLUSTER "This cluster"

/* Fills `headline`; cut at a clause so that it needs at most `width` columns (0: no limit). */
void headline_make(struct headline *headline, const struct headline_input *input, int width);

#endif
