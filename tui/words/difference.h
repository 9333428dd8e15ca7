/* What was changed between two scenarios, in words, one line a change: "CIT 0.80 from the start", "CIT 0.80
 * from 14:30", "without CIT 0.80 from 14:30". The lists of changes that are not saved, that a lost session
 * holds and that a saved run was made with are all made here. */
#ifndef WATTIF_TUI_WORDS_DIFFERENCE_H
#define WATTIF_TUI_WORDS_DIFFERENCE_H

#include "engine/model/scenario.h"
#include "engine/model/trace.h"
#include "store/store.h"

enum { DIFFERENCE_SIZE = 96 };

/* Lists the changes that make `to` of `from`: values from the start, edits that are new, edits that are gone.
 * Returns how many there are, of which the first `max` are written; -1: out of memory. `trace` gives the zone
 * of the clock times; NULL: UTC. */
int difference_list(const struct scenario *from, const struct scenario *to, const struct carbon_trace *trace,
                    char (*lines)[DIFFERENCE_SIZE], int max);

/* What the screens call a knob: "CIT", "SLO job 1", "route of vision". */
void difference_knob(const struct scenario *scenario, struct knob_ref knob, char *out, size_t size);

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

/* The scenario as a command line: the options that make one scenario of another, such that `wattif run` then
 * simulates the same and prints the same bytes. What no option can say (an edit of the document that is gone,
 * a GPU that was added) is found by applying the options and comparing, and is named instead. */

/* What the user typed to get here, for command lines that do the same; NULL: it was not given. The texts
 * outlive whoever has it. */
struct origin {
    const char *source;    /* the scenario: a path, a saved run, a name */
    const char *db, *data; /* --db, --data */
};

/* One option and its value, not quoted. A word without an option has option "". */
struct run_line_part {
    const char *option; /* "--set" */
    char value[512];
};

/* Zero-initialise it; run_line_free. */
struct run_line {
    int n, size;
    struct run_line_part *parts; /* owned */
};

void run_line_free(struct run_line *line);
/* Appends a part. False when out of memory, or when the value is too long. */
bool run_line_add(struct run_line *line, const char *option, const char *value);
/* Appends --policy, --set, --seed and --at as they lead from `base` to `scenario`. False with what stands in
 * the way ("an edit of it is gone, and options only add edits"); then nothing was appended. */
bool run_line_add_changes(struct run_line *line, const struct scenario *base, const struct scenario *scenario,
                          struct error *error);

/* TIME as --at and --cursor read it back to the nanosecond: "1h30m", "250ms", "5400.000000001"; out needs 32
 * bytes. */
void run_line_time(int64_t t_ns, char *out, size_t size);

/* The parts, quoted for a shell, as one line (width 0) or broken with backslashes into lines of at most
 * `width` columns where that is possible. malloc'ed; NULL when out of memory. */
char *run_line_text(const struct run_line *line, int width);

#endif
