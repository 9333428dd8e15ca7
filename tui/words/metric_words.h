/* Metrics in words: what one is called in a sentence, its value, and how far it is from another, as short as
 * a column beside a curve needs it. */
#ifndef WATTIF_TUI_WORDS_METRIC_WORDS_H
#define WATTIF_TUI_WORDS_METRIC_WORDS_H

#include "engine/answers/metric.h"

#include <stddef.h>

enum { METRIC_WORDS_SIZE = 48 };

/* "carbon", "late", "worst of SLO", "accuracy"; in at most `columns`, where "worst of SLO" is "of SLO". */
const char *metric_words_name(enum metric metric, int columns);
/* "226.6 g", "124", "86 %", "83.2"; "-" for NAN. Returns `out`. */
char *metric_words_value(enum metric metric, double value, char out[METRIC_WORDS_SIZE]);
/* "−5.7 %", "+30", "−1.4 pt", "−2.1", "=": of `now` against `then`. Returns `out`. */
char *metric_words_change(enum metric metric, double now, double then, char out[METRIC_WORDS_SIZE]);

#endif
