/* Runs side by side in words: what a metric is called, what a difference is worth, what a run was asked that
 * another was not. `wattif compare` and the view of that name say it with these. */
#ifndef WATTIF_TUI_WORDS_CONTRAST_H
#define WATTIF_TUI_WORDS_CONTRAST_H

#include "engine/explore/contrast.h"

#include <stddef.h>

/* 'A' for run 0. */
static inline char contrast_letter(size_t k)
{
    return (char)('A' + (int)k);
}

/* "", "identical", "real", "may be noise": how people read a verdict. */
const char *contrast_verdict_word(enum pairing_verdict verdict);

/* "carbon total g", "job1 p95 ms". */
void contrast_label(const struct contrast *contrast, struct sweep_column column, char *out, size_t size);

/* What run k differs by in a metric: "-18.4 +- 0.3 better, real", "identical"; "-" where it is not known. */
void contrast_describe(const struct contrast *contrast, const struct contrast_row *row, size_t k, char *out,
                       size_t size);

/* What was asked of run k that was not asked of the base: "CIT 0.80 from 14:30, HIGHPERF from the start";
 * "" for nothing that a knob says. `trace` as in difference_list. */
void contrast_changes(const struct contrast *contrast, size_t k, const struct carbon_trace *trace, char *out,
                      size_t size);

#endif
