/* A solver of integer programs, which wattif does not have: what asks for a proof (a claim, a test) is given
 * one by whoever may run programs (store/claims/cbc.h), or none, and says so. Runs never ask. */
#ifndef WATTIF_EXPLORE_SOLVER_H
#define WATTIF_EXPLORE_SOLVER_H

#include <stdbool.h>

struct solver_answer {
    double best, bound; /* of what is minimised: the least found, and what none is below */
};

struct solver {
    const char *name; /* "CBC" */
    /* Of a program in the LP format. False: it could not be run, or found nothing. */
    bool (*solve)(const char *lp, struct solver_answer *answer);
};

#endif
