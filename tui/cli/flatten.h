/* A JSON document as a flat row: every leaf with its dotted key ("carbon_g.total", "apps.0.p95_ms"). What the
 * CSV form of a run and the means over replicates are made of, so that all forms have the same names. */
#ifndef WATTIF_TUI_CLI_FLATTEN_H
#define WATTIF_TUI_CLI_FLATTEN_H

#include "engine/base/arena.h"

#include <stdio.h>

struct flat_leaf {
    const char *key, *text; /* text "" for null */
};

struct flat {
    size_t n, size;
    struct flat_leaf *leaves;
    struct arena arena; /* of their keys and texts */
};

/* The `take` of a writer's leaves (struct json_leaves), whose context is the row. An empty array or object
 * has no leaf. */
bool flat_add(void *flat, const char *key, const char *text);
void flat_free(struct flat *flat);
/* NULL if there is none. `hint` is where it probably is: rows of one shape have their keys at the same
 * places. */
const struct flat_leaf *flat_find(const struct flat *flat, const char *key, size_t hint);

/* One header with every key that any row has, in order of first appearance, and one line a row. False when
 * memory ran out. */
bool flat_print_csv(const struct flat *rows, size_t n_rows, FILE *file);

#endif
