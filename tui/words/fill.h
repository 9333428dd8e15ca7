/* Filling in: a text with live numbers (engine/answers/live_text.h) becomes the text that is read. A metric
 * alone is told with its unit, as beside a curve: "226.6 g"; anything else as a plain number or name. What
 * was filled in stands between two FILL_MARKs, by which the coach's box (widgets/coach.h) shows it bright;
 * what is not known yet is "…". */
#ifndef WATTIF_TUI_WORDS_FILL_H
#define WATTIF_TUI_WORDS_FILL_H

#include "engine/answers/live_text.h"

#include <stddef.h>

#define FILL_MARK "*"

/* Returns `out`; what has no room is cut and ends in "…". A piece with a fault is left as it is written. */
char *fill_text(const char *text, const struct expression_facts *facts, char *out, size_t size);

#endif
