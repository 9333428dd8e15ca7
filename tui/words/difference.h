/* What was changed between two scenarios, in words, one line a change: "CIT 0.80 from the start", "CIT 0.80
 * from 14:30", "without CIT 0.80 from 14:30". The lists of changes that are not saved, that a lost session
 * holds and that a saved run was made with are all made here. */
#ifndef WATTIF_TUI_WORDS_DIFFERENCE_H
#define WATTIF_TUI_WORDS_DIFFERENCE_H

#include "engine/model/scenario.h"
#include "engine/model/trace.h"
#include "store/store.h"

#include <stddef.h>

enum { DIFFERENCE_SIZE = 96 };

/* Lists the changes that make `to` of `from`: values from the start, edits that are new, edits that are gone.
 * Returns how many there are, of which the first `max` are written; -1: out of memory. `trace` gives the zone
 * of the clock times; NULL: UTC. */
int difference_list(const struct scenario *from, const struct scenario *to, const struct carbon_trace *trace,
                    char (*lines)[DIFFERENCE_SIZE], int max);

/* A knob with a value as the screens say it: "CIT 0.80", "SLO job 1 150 ms", "HIGHPERF", "start 2022-07-14
 * 19:00 UTC". */
void difference_value(const struct scenario *scenario, struct knob_ref knob, const struct knob_value *value,
                      char *out, size_t size);

/* What of a saved run's inputs is not what its names mean now, and what that means for opening it: "trace X
 * has changed since; it opens with the version that it was saved with". "" if nothing has. */
void difference_inputs(const struct saved_run *run, char *out, size_t size);

/* What `text` says beyond the words that it begins with as `other` does: "1.40" of "CIT 1.40" beside
 * "CIT 0.60". Lies in `text`. */
const char *difference_rest(const char *text, const char *other);

#endif
