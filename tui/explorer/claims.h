/* Published claims (engine/claims/experiment.h) beside what is explored: what is known of them, and what is
 * being found out. All of it is a job of the explorer's one queue, with a connection to the store of its own:
 * first what the cache has and what arithmetic gives; a paper's simulations, which are hundreds of runs, when
 * somebody asks for them, and after everything else. What was found stays until the program ends, whether
 * somebody looks at it or not. A part of the explorer (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_CLAIMS_H
#define WATTIF_TUI_EXPLORER_CLAIMS_H

#include "engine/base/error.h"
#include "store/claims/papers.h"
#include "store/store.h"

struct claims;
struct explorer;

/* Looks up what is known, if nobody has asked before. False with a message: there is no store, or out of
 * memory. */
bool explorer_ask_claims(struct explorer *explorer, const struct store *store, struct error *error);
/* Simulates what is not known of a paper (its number in explorer_papers). False with a message: something
 * is being found out already. */
bool explorer_run_claims(struct explorer *explorer, int paper, struct error *error);

/* Once they were asked for. */
const struct papers *explorer_papers(const struct explorer *explorer);
/* Of the row-th expectation of all papers; NULL: it is not known. Valid until the next explorer_pump. */
const struct finding *explorer_finding(const struct explorer *explorer, size_t row);

/* How far it is. */
struct claims_progress {
    bool recalling; /* what is known is being looked up */
    int paper;      /* that is being simulated; -1: none */
    size_t done, n; /* its runs; n 0: not known yet */
};
struct claims_progress explorer_claims_progress(const struct explorer *explorer);
/* Why the last attempt failed, or NULL. */
const char *explorer_claims_fault(const struct explorer *explorer);

/* --- for the explorer itself --- */

bool explorer_take_claims(struct explorer *explorer);
bool explorer_claims_busy(const struct explorer *explorer);
/* After the queue has ended: nobody writes into them any more. */
void explorer_drop_claims(struct explorer *explorer);

#endif
