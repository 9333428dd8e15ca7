/* The published papers that there are: the documents of datasets/papers, each a paper with its claims
 * (engine/claims/experiment.h), by number. What a document says is told in datasets/papers/README.md. */
#ifndef WATTIF_STORE_CLAIMS_PAPERS_H
#define WATTIF_STORE_CLAIMS_PAPERS_H

#include "engine/base/arena.h"
#include "engine/claims/experiment.h"

/* Zero-initialise it; papers_close. Expectations are numbered through over all papers. */
struct papers {
    int n;
    size_t n_expectations;
    const struct paper *const *all; /* ended by NULL */
    struct arena arena;
};

/* Those under this data directory (store_data_dir). False with a message whose place is a file, a line and a
 * JSON pointer: a document is wrong. Nothing is left to close then. */
bool papers_open(struct papers *papers, const char *data, struct error *error);
void papers_close(struct papers *papers);

/* One document. NULL with faults; all it needs comes from the arena. `name` is told in their places. */
struct paper *paper_from_text(const char *text, size_t n, const char *name, struct arena *arena,
                              struct faults *faults);

/* Marks the expectations that a word names: an id exactly ("CD-1"), else every id that starts with it ("CD",
 * "CD-N"), whatever the case. `marks` has n_expectations places. Returns how many. */
size_t papers_select(const struct papers *papers, const char *word, bool *marks);

#endif
