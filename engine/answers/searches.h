/* Searches: what a configurator tried over a run (engine/sim/chronicle.h), told apart and
 * counted. A search begins with what triggered it, has tries, and ends with what stays deployed; one
 * that is still going, or that the history has lost the end of, has no end. */
#ifndef WATTIF_ANSWERS_SEARCHES_H
#define WATTIF_ANSWERS_SEARCHES_H

#include "engine/sim/recording.h"

#include <stdbool.h>
#include <stdint.h>

struct search {
    int32_t number;            /* as the evaluations have it */
    int64_t begin_ns, end_ns;  /* end_ns: of its last entry so far */
    int trigger;               /* enum evaluation_reason; -1: none, a scheme made its own choice */
    double ci, ci_before;      /* intensity at its begin and at that of the search before; NAN */
    int first_try, n_tries;    /* entries of the history */
    int measured, cached, met; /* tries: measured, known from before, within the limits */
    int kept;                  /* entry of its end; -1: none yet */
};

struct searches {
    int n;
    struct search *items; /* owned */
    int seen;             /* entries of the history that they were made of */
};

/* Lists those of the recording, so far as published; nothing is done where nothing is new. True if something
 * is new, or memory ran out (then there are none). */
bool searches_read(struct searches *searches, const struct recording *recording);
void searches_free(struct searches *searches);
/* The last that had begun at t_ns, else the first; -1: there is none. */
int searches_at(const struct searches *searches, int64_t t_ns);

#endif
