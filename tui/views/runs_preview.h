/* A saved run beside the list of runs: its carbon rate, its note and edits, how it compares with what is on
 * screen, and whether its inputs have changed since. */
#ifndef WATTIF_TUI_VIEWS_RUNS_PREVIEW_H
#define WATTIF_TUI_VIEWS_RUNS_PREVIEW_H

#include "store/store.h"
#include "tui/views/view.h"

enum { RUNS_PREVIEW_EDITS = 8 };

struct runs_preview {
    char name[64];               /* of the run that was loaded, or was to be; "": none */
    struct saved_run *run;       /* owned; NULL: none, and `error` says why */
    struct carbon_meaning grams; /* by its trace */
    double carbon_max;           /* greatest rate, g/h */
    int n_edits;                 /* against the scenario of the library, if it is there */
    char edits[RUNS_PREVIEW_EDITS][DIFFERENCE_SIZE];
    char inputs[400];    /* what has changed, or "" */
    char from[8], to[8]; /* clock times of its start and end */
    struct error error;
};

void runs_preview_free(struct runs_preview *preview);
/* Loads a run; a fault is kept to be shown. */
void runs_preview_load(struct runs_preview *preview, struct host *host, const char *name);
void runs_preview_draw(const struct runs_preview *preview, const struct host *host, struct rect rect,
                       struct canvas *canvas);

#endif
