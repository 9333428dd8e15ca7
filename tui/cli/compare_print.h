/* Two to four runs side by side: what differs in what was asked, then every metric, each run against the
 * first, with what may be made of the difference. */
#ifndef WATTIF_TUI_CLI_COMPARE_PRINT_H
#define WATTIF_TUI_CLI_COMPARE_PRINT_H

#include "engine/explore/sweep.h"
#include "engine/model/trace.h"
#include "tui/cli/listing.h"

#include <stdbool.h>
#include <stddef.h>

enum { COMPARED_MAX = 4, COMPARED_NAME_SIZE = 96 };

/* One of them: a sweep of its scenario over seeds alone, and the metrics of each. */
struct compared {
    const char *word;              /* as it was given */
    char saved[64];                /* the saved run that it names, or "" */
    char name[COMPARED_NAME_SIZE]; /* unique among them */
    struct sweep sweep;            /* owned */
    enum carbon_basis basis;
    size_t n;       /* seeds */
    double *values; /* [n][sweep_columns()]; owned */
};

struct comparison {
    size_t n;
    struct compared runs[COMPARED_MAX];
};

/* Names run k: its word, or with a number where others have the same. */
void compared_name(struct comparison *comparison, size_t k);

/* False when memory ran out. */
bool comparison_print(const struct comparison *comparison, enum listing_format format, FILE *file);

#endif
