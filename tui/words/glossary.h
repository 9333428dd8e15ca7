/* The glossary: every term and sign that stands on a screen, with what it is, its formula and its source; and
 * the same of knobs, schemes, metrics and the places of the dashboard, whose words their own tables have. One
 * table, glossary.def; the view that explains what is on the screen, `wattif list terms` and `show term` read
 * it. What a thing comes to today is not known here (tui/board/explain.h). */
#ifndef WATTIF_TUI_WORDS_GLOSSARY_H
#define WATTIF_TUI_WORDS_GLOSSARY_H

#include "engine/answers/metric.h"
#include "engine/model/knob.h"
#include "engine/model/policy_table.h"
#include "tui/words/view_names.h"

#define TERM_ROW(id, ...) TERM_##id,
enum term_id {
#include "tui/words/glossary.def"
    TERM_COUNT
};

#define PLACE_ROW(id, ...) PLACE_##id,
enum place_id {
#include "tui/words/glossary.def"
    PLACE_COUNT
};

struct term {
    const char *forms; /* as screens have it: "CDF", "1g|2g", "p#" with # for digits; the first is listed */
    const char *name;  /* in full; NULL: the form says it */
    const char *means; /* one to three sentences */
    const char *formula, *source; /* formula NULL: none */
    const char *metric, *knob;    /* whose number it is: a key of the run's JSON, a knob's name; or NULL */
};
extern const struct term glossary_terms[TERM_COUNT];

/* What can be explained. */
enum subject_kind { SUBJECT_TERM, SUBJECT_KNOB, SUBJECT_SCHEME, SUBJECT_METRIC, SUBJECT_PLACE, SUBJECT_VIEW };

struct subject {
    enum subject_kind kind;
    int which; /* enum term_id, knob_id, policy_id, metric, place_id or view_id */
};

enum { GLOSSARY_WORD = 48 };

/* The timeless part of an explanation; but for the title texts of tables, which live for ever. */
struct meaning {
    char title[GLOSSARY_WORD];            /* "CIT"; of a term its first form, with 95 for #: "p95" */
    const char *name;                     /* "carbon intensity threshold"; "" where the title says it */
    const char *means, *formula, *source; /* formula "" where there is none */
};
struct meaning glossary_meaning(struct subject subject);

/* The words of a text that have an entry, from byte `at` on: the longest that begins there or later. False:
 * none. A word of letters is whole; a sign may stand anywhere. */
struct glossary_hit {
    struct subject subject;
    size_t at, length; /* bytes */
};
bool glossary_next(const char *text, size_t at, struct glossary_hit *hit);
/* That which lies over this byte. */
bool glossary_over(const char *text, size_t byte, struct glossary_hit *hit);

/* By any form, a knob's name or sign, a scheme's name or title, the title of a metric that is a card, a
 * view's name;
 * letters' case counts only where it tells two apart. */
bool glossary_find(const char *word, struct subject *subject);
/* The nearest that there is; false: none is near. */
bool glossary_nearest(const char *word, char out[GLOSSARY_WORD]);

/* Does a metric have words here? */
bool glossary_has_metric(enum metric metric);
/* The metric with this key in JSON ("carbon_g.total"), that of the knob with this name; METRIC_COUNT,
 * KNOB_COUNT: none. */
enum metric glossary_metric(const char *key);
enum knob_id glossary_knob(const char *name);

#endif
