/* What the two files that put a rule into words share: the decision with what belongs to it, and numbers as
 * text. */
#ifndef WATTIF_TUI_VIEWS_INSPECTOR_RULES_H
#define WATTIF_TUI_VIEWS_INSPECTOR_RULES_H

#include "tui/views/inspector_facts.h"

struct rule {
    struct facts *facts;
    const struct decision *decision;
    const struct decisions *list;
    const struct model *model;
    int32_t offset_s;
    const struct facts_place *here, *other; /* other may be NULL */
    const struct facts_place *low, *high;   /* CarbonDIS: the estimated one and the one beside it, or NULL */
    int late_decimals, cir_decimals;        /* as many as tell the two sides of a comparison apart */
};

/* A comparison that is true: "304 > 290", "0.85 ≤ 1.00". */
void rule_compare(char *out, size_t size, double a, double b, int decimals);
/* How far from its deadline a place ends, without sign, in the decimals of the comparison: "14 ms". */
void rule_spare(const struct rule *rule, char *out, size_t size, const struct facts_place *place);
/* "free", "busy for another 12 ms". */
void rule_busy(const struct rule *rule, const struct facts_place *place, char *out, size_t size);
bool rule_is_idle(const struct rule *rule, const struct facts_place *place);
/* The app, other than this one, that waited with the smallest share of the high class so far; -1: none did or
 * its share is not known. DYBATCH. */
int rule_runner_up(const struct rule *rule, int64_t *share_ns);

/* inspector_sentence.c */
void sentence_make(const struct rule *rule);

#endif
