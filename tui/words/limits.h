/* Limits in words (engine/answers/limits.h): one that is broken as a clause, and a whole run's as a line. */
#ifndef WATTIF_TUI_WORDS_LIMITS_H
#define WATTIF_TUI_WORDS_LIMITS_H

#include "engine/answers/limits.h"

#include <stddef.h>

enum { LIMIT_TEXT = 160 };

/* "gpu3 2.2 K over the safe 50 C for up to 5 h 10", "images at 104 % of its SLO"; `brief`: without for how
 * long. A limit that is kept: with "below". Returns `out`. */
char *limit_text(const struct limit *limit, const char *whose, bool brief, char out[LIMIT_TEXT]);

/* Of those that are broken the worst, and how many more: "gpu3 2.2 K over the safe 50 C for up to 5 h 10, and
 * 2 more limits broken"; "" where all are kept. */
char *limits_text(const struct limits *limits, const struct summary *summary, char *out, size_t size);

#endif
