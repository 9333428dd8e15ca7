/* Metrics in words: what one is called in a sentence, its value, and how far it is from another, as short as
 * a column beside a curve needs it. */
#ifndef WATTIF_TUI_WORDS_METRIC_WORDS_H
#define WATTIF_TUI_WORDS_METRIC_WORDS_H

#include "engine/answers/limits.h"
#include "engine/answers/metric.h"
#include "engine/answers/days.h"
#include "engine/answers/comparison.h"
#include "engine/explore/pairing.h"
#include "engine/answers/live_text.h"

enum { METRIC_WORDS_SIZE = 48 };

/* "carbon", "late", "slowest app", "accuracy"; in at most `columns`, where "slowest app" is "tail". */
const char *metric_words_name(enum metric metric, int columns);
/* "226.6 g", "124", "86 %", "83.2"; "-" for NAN. Returns `out`. */
char *metric_words_value(enum metric metric, double value, char out[METRIC_WORDS_SIZE]);
/* "−5.7 %", "+30", "−1.4 pt", "−2.1", "=": of `now` against `then`. Returns `out`. */
char *metric_words_change(enum metric metric, double now, double then, char out[METRIC_WORDS_SIZE]);

/* An effect on a metric that is `base` without it: "−5.7 ±0.4 %", with `interval` and where it has one;
 * "=", and "..." where it is not known yet. Returns `out`. */
char *metric_words_effect(enum metric metric, const struct pairing *effect, double base, bool interval,
                          char out[2 * METRIC_WORDS_SIZE]);

/* --- trade-offs --- */

/* What a point of a trade-off is, in words, and against another: "HIGHPERF emits 255.2 g, 12.6 % more than
 * CARBONDIS; late 0, 23 fewer; every limit kept". The same words under a map, a table and a frontier. */

/* A run as a point: its carbon, and whatever it is held against that by. */
struct tradeoff_point {
    const char *name;
    double carbon_g, value; /* NAN: not known */
    bool misses;            /* a limit */
    bool has_slo;           /* of any app */
    double request_g;       /* carbon of a request: what is compared where the work is not the same */
    struct work work;
};

/* "carbon g", "energy cooling kWh", "late": a metric of the run with its unit, as an axis has it. */
char *tradeoff_title(enum metric metric, char *out, size_t size);
/* "124", "83.20", "86.3 %", "1.234 kWh"; out as FORMAT_SIZE. */
char *tradeoff_value(char *out, enum metric metric, double value);
/* "12.6 % more", "17.3 % less", "the same": of a sum of grams against another. */
char *tradeoff_share(char *out, double carbon_g, double than_g);

/* One sentence; `than` may be NULL, or the point itself. */
void tradeoff_describe(const struct tradeoff_point *point, const struct tradeoff_point *than,
                       enum metric metric, char *out, size_t size);

/* --- luck of the start --- */

/* Luck of the start: how a saving that one start gives stands among those of other starts, in words. */

enum { LUCK_SIZE = 120 };

/* "over 24 starts -26.4 to -5.7 %, median -22.1 %": differences of carbon. */
void luck_describe(const struct starts_spread *spread, char out[LUCK_SIZE]);

/* Limits in words (engine/answers/limits.h): one that is broken as a clause, and a whole run's as a line. */

enum { LIMIT_TEXT = 160 };

/* "gpu3 2.2 K over the safe 50 C for up to 5 h 10", "images at 104 % of its SLO"; `brief`: without for how
 * long. A limit that is kept: with "below". Returns `out`. */
char *limit_text(const struct limit *limit, const char *whose, bool brief, char out[LIMIT_TEXT]);

/* Of those that are broken the worst, and how many more: "gpu3 2.2 K over the safe 50 C for up to 5 h 10, and
 * 2 more limits broken"; "" where all are kept. */
char *limits_text(const struct limits *limits, const struct summary *summary, char *out, size_t size);

/* --- live numbers --- */

/* Filling in: a text with live numbers (engine/answers/live_text.h) becomes the text that is read. A metric
 * alone is told with its unit, as beside a curve: "226.6 g"; anything else as a plain number or name. What
 * was filled in stands between two FILL_MARKs, by which the coach's box (widgets/coach.h) shows it bright;
 * what is not known yet is "…". */

#define FILL_MARK "*"

/* Returns `out`; what has no room is cut and ends in "…". A piece with a fault is left as it is written. */
char *fill_text(const char *text, const struct expression_facts *facts, char *out, size_t size);

#endif
