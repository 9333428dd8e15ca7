/* Facts in words: what a carbon trace is, wherever it is shown. */
#ifndef WATTIF_TUI_WORDS_FACTS_H
#define WATTIF_TUI_WORDS_FACTS_H

#include "engine/model/trace.h"

#include <stddef.h>

/* "average, direct, hourly"; "constant" for one sample, "basis unknown" where the source does not say. */
void trace_facts(const struct carbon_trace *trace, char *out, size_t size);

/* "hourly", "half-hourly", "every 5 min", "constant". */
void trace_resolution(const struct carbon_trace *trace, char *out, size_t size);

/* A text in the glyphs that the locale can show: as it is, or with ASCII twins. */
void text_for_locale(char *out, size_t size, const char *text, int ascii);

/* A bar of `width` cells filled to `share` (0..1), in eighths, or in '#' where the locale has no block
 * elements. */
void text_bar(char *out, size_t size, double share, int width, int ascii);

#endif
