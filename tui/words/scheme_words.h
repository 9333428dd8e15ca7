/* What schemes did, in words: searches (engine/answers/events.h), pods that moved (sim/chronicle.h), and
 * what may stand on a slice (engine/answers/cuts.h). */
#ifndef WATTIF_TUI_WORDS_SCHEME_WORDS_H
#define WATTIF_TUI_WORDS_SCHEME_WORDS_H

#include "engine/answers/cuts.h"
#include "engine/sim/recording.h"

/* --- a search: why it began, what became of a try, and graphs --- */

/* What triggered it, what became of a try, what was kept, in a few words ("grid moved") and as a sentence. */
const char *search_reason_word(int reason);
const char *search_reason_sentence(int reason);

/* "3g b5, 4×1g b1", greatest slices first; variants with their app where there are several. */
void search_print_graph(const struct recording *recording, const struct graph *graph, char *out, size_t size);
/* What has to be added to and taken from `centre` to make `graph`: "+ 2×1g b1  − 2g b3"; "= the centre". */
void search_print_difference(const struct recording *recording, const struct graph *graph,
                             const struct graph *centre, char *out, size_t size);

/* --- a pod that went to another GPU --- */

/* The last one at or before t, no longer ago than `within_ns`, of several at once the first, for which the
 * others came; NULL: there is none. */
const struct pod_move *move_at(const struct recording *recording, int64_t t_ns, int64_t within_ns);

/* "yolo/3"; "images" where pods have no numbers. */
void move_print_pod(const struct recording *recording, const struct pod_move *move, char *out, size_t size);
/* "gpu01 45.0 C to gpu05 39.9 C". */
void move_print_way(const struct recording *recording, const struct pod_move *move, char *out, size_t size);

/* --- what may stand on a slice --- */

/* "images b5", or "b5" where all offers are of one app; out needs OFFER_NAME bytes. */
enum { OFFER_NAME = 64 };
void offer_name(const struct offers *offers, const struct scenario *scenario, int offer, char *out);

/* Why it cannot stand on such a slice: "b7 needs 6.2 GB, a 1g slice has 5"; "" where it fits. */
void offer_reason(const struct offers *offers, const struct scenario *scenario, int offer,
                  enum mig_slice slice, char *out, size_t size);

#endif
