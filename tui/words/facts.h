/* Facts in words: what a carbon trace is, wherever it is shown, what a run meets on it, and a year of it at a
 * glance. */
#ifndef WATTIF_TUI_WORDS_FACTS_H
#define WATTIF_TUI_WORDS_FACTS_H

#include "engine/answers/days.h"
#include "engine/model/trace.h"

/* "average, direct, hourly"; "constant" for one sample, "basis unknown" where the source does not say. */
void trace_facts(const struct carbon_trace *trace, char *out, size_t size);

/* "hourly", "half-hourly", "every 5 min", "constant". */
void trace_resolution(const struct carbon_trace *trace, char *out, size_t size);

/* A text in the glyphs that the locale can show: as it is, or with ASCII twins. */
void text_for_locale(char *out, size_t size, const char *text, int ascii);

/* A bar of `width` cells filled to `share` (0..1), in eighths, or in '#' where the locale has no block
 * elements. */
void text_bar(char *out, size_t size, double share, int width, int ascii);

/* "CIR 0.85 to 1.12 over 4 h 10, rises above CIT 1.00 at 21:00"; without CIT where it plays no part. The
 * clock is that of the trace's zone. */
void outlook_describe(const struct outlook *outlook, const struct carbon_trace *trace, int64_t start_s,
                      int64_t length_ns, bool with_cit, char *out, size_t size);

/* "Cleanest at 12:00 in May (57 g/kWh), dirtiest at 19:00 in January (312, 5.5 times as much)." */
void year_describe(const struct year *year, const struct carbon_trace *trace, char *out, size_t size);

#endif
