/* Searches (engine/answers/searches.h) in words: why one began, what became of a try, and graphs. */
#ifndef WATTIF_TUI_WORDS_SEARCH_H
#define WATTIF_TUI_WORDS_SEARCH_H

#include "engine/sim/recording.h"

#include <stddef.h>

/* What triggered it, what became of a try, what was kept, in a few words ("grid moved") and as a sentence. */
const char *search_reason_word(int reason);
const char *search_reason_sentence(int reason);

/* "3g b5, 4×1g b1", greatest slices first; variants with their app where there are several. */
void search_print_graph(const struct recording *recording, const struct graph *graph, char *out, size_t size);
/* What has to be added to and taken from `centre` to make `graph`: "+ 2×1g b1  − 2g b3"; "= the centre". */
void search_print_difference(const struct recording *recording, const struct graph *graph,
                             const struct graph *centre, char *out, size_t size);

#endif
