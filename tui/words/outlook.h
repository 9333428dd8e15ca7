/* The outlook of a run (engine/answers/outlook.h), and a year of a trace at a glance, each in a sentence. */
#ifndef WATTIF_TUI_WORDS_OUTLOOK_H
#define WATTIF_TUI_WORDS_OUTLOOK_H

#include "engine/answers/outlook.h"
#include "engine/answers/year.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "CIR 0.85 to 1.12 over 4 h 10, rises above CIT 1.00 at 21:00"; without CIT where it plays no part. The
 * clock is that of the trace's zone. */
void outlook_describe(const struct outlook *outlook, const struct carbon_trace *trace, int64_t start_s,
                      int64_t length_ns, bool with_cit, char *out, size_t size);

/* "Cleanest at 12:00 in May (57 g/kWh), dirtiest at 19:00 in January (312, 5.5 times as much)." */
void year_describe(const struct year *year, const struct carbon_trace *trace, char *out, size_t size);

#endif
