/* What a search for a better configuration tried, and why it kept or dropped it: the annealer's path, for the
 * inspector and for the counts of CL-10 and CL-11. A search is a list of evaluations that begins with
 * EVALUATION_BEGIN and ends with EVALUATION_END. */
#ifndef WATTIF_POLICY_EVALUATION_H
#define WATTIF_POLICY_EVALUATION_H

#include "engine/model/clover.h"

enum evaluation_kind { EVALUATION_BEGIN, EVALUATION_MEASURED, EVALUATION_CACHED, EVALUATION_END };

/* Why: of BEGIN, what triggered the search; of a try, what became of it; of END, what stays deployed. */
enum evaluation_reason {
    TRIGGER_START,
    TRIGGER_INTENSITY, /* moved by more than trigger_pct since the last search */
    TRIGGER_KNOB,      /* lambda, the accuracy limit or an SLO was turned */
    TRIGGER_LATE,      /* p95 above the SLO in two 5-minute periods */
    TRIGGER_ACCURACY,  /* below the limit */
    TRY_BETTER,        /* h fell: the centre moves */
    TRY_LUCK,          /* h rose, and the draw fell below exp(-change / T): the centre moves */
    TRY_REJECTED,
    TRY_SAMPLED,     /* BLOVER: no centre */
    TRY_CENTRE,      /* the centre itself, whose numbers were not known: no step, no miss */
    KEPT_BEST,       /* the best of the compliant */
    KEPT_LEAST_LATE, /* none complied: the one that violates least */
    KEPT_ONLY,       /* BASE, CO2OPT, ORACLE: the scheme's own choice */
    KEPT_CUT_OFF,    /* another policy took over in the middle: what had been ordered last */
    EVALUATION_REASONS
};
extern const char *const evaluation_reason_names[EVALUATION_REASONS];

/* 512 bytes of plain data. Per cent for f, h and changes; IT joules a request; NAN where there is no such
 * number. */
struct evaluation {
    int64_t begin_ns, end_ns; /* from the order to the verdict; the same for what took no time */
    int32_t search, step;     /* counted from 0 */
    int32_t kind, reason;
    int32_t replicated, compliant;
    double temperature, ci, lambda;
    double energy_j, accuracy_change, carbon_change;
    double late;    /* largest tail latency over its limit, over all apps */
    double tail_ms; /* of the app where that is so */
    double f, h, centre_h, probability, draw;
    struct graph graph; /* tried, or kept */
    struct graph centre;
};

#endif
