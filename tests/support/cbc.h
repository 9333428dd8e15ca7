/* COIN-OR's CBC as a judge of placements, run as a program where it is installed (Debian: coinor-cbc): a
 * placement problem goes out as an LP file, and what comes in is the least Z that it found, and the bound
 * that no assignment is below. */
#ifndef WATTIF_TESTS_CBC_H
#define WATTIF_TESTS_CBC_H

#include "engine/policy/place/assign.h"

struct cbc_answer {
    double best_k, bound_k;
};

bool cbc_is_installed(void);

/* Within so many seconds. False: it could not be run, or found no assignment. */
bool cbc_solve(const struct assign *assign, int seconds, struct cbc_answer *answer);

#endif
