/* The scenario as a command line: the options that make one scenario of another, such that `wattif run` then
 * simulates the same and prints the same bytes. What no option can say (an edit of the document that is gone,
 * a GPU that was added) is found by applying the options and comparing, and is named instead. */
#ifndef WATTIF_TUI_WORDS_RUN_LINE_H
#define WATTIF_TUI_WORDS_RUN_LINE_H

#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stddef.h>

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
