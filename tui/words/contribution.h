/* Contributions in words: what a layer does, how much an effect is, and the sentences that say what a layer
 * is worth, whether all together beat the best one alone, and who fights whom. The command `wattif attribute`
 * and the view contribution say it with these; every number in a sentence is one of the numbers beside it. */
#ifndef WATTIF_TUI_WORDS_CONTRIBUTION_H
#define WATTIF_TUI_WORDS_CONTRIBUTION_H

#include "engine/explore/contribution.h"

enum { CONTRIBUTION_TEXT = 400, CONTRIBUTION_CELL = 48 };

/* "carbon", "slowest app", "fairness", "hottest GPU". */
const char *contribution_title(enum metric metric);

/* How the numbers of a metric are printed, all of them alike, so that what adds up is seen to. */
struct contribution_scale {
    double factor;
    int digits;
    const char *unit, *step; /* of a value, of a difference; "" none */
};
struct contribution_scale contribution_scale(const struct contribution *contribution);
/* "2171.5 g", "-" for NAN; "−812.3 g", "+1.2 pt", "=" for what rounds to none. They return `out`. */
char *contribution_level(const struct contribution_scale *scale, double value, char out[CONTRIBUTION_CELL]);
char *contribution_amount(const struct contribution_scale *scale, double effect, char out[CONTRIBUTION_CELL]);
/* Does an effect round to none? */
bool contribution_is_none(const struct contribution_scale *scale, double effect);
/* With its interval where there are seeds: "−812.3 ±4.1 g". */
char *contribution_effect(const struct contribution_scale *scale, const struct pairing *effect,
                          char out[CONTRIBUTION_CELL]);

/* "better", "worse", "the same", "within the noise", "in this draw"; "": not known. */
const char *contribution_word(const struct contribution *contribution, const struct pairing *effect);

/* What is at work in the k-th layer, and, unless brief, what stands there when it is off: "serving CLOVER for
 * BASE".
 */
char *contribution_layer(const struct attribution *attribution, int k, bool brief, char *out, size_t size);

/* The scheme that the k-th layer is known by, the first at work in it: "CLOVER". */
const char *contribution_scheme(const struct attribution *attribution, int k);

/* "Carbon: 2983.8 g all off, 2171.5 g all five on: −812.3 g (−27.2 %), better." */
char *contribution_total(const struct attribution *attribution, const struct contribution *contribution,
                         char *out, size_t size);
/* "All five beat the best one alone, configure (CLOVER), by 22.1 g; no other set does better." Where there
 * are seeds with intervals, and with what may be noise. "" while too little is known. */
char *contribution_verdict(const struct attribution *attribution, const struct contribution *contribution,
                           char *out, size_t size);
/* "CLOVER −897 g, clocks −222 g; CARBONDIS costs 60 g": what helps, the largest first, then what harms. Parts
 * that are unknown or may be noise are left out. */
char *contribution_parts(const struct attribution *attribution, const struct contribution *contribution,
                         char *out, size_t size);
/* "share and tune fight, +31.0 g beyond the sum of both; route and place help, −4.2 g; the other pairs do not
 * touch each other." */
char *contribution_pairs(const struct attribution *attribution, const struct contribution *contribution,
                         char *out, size_t size);
/* What stands in the way of a number, and what it hangs on: runs that overload or cannot be, one draw of
 * luck, fleets that change. Sentences, one after the other; "" for none. `over`: no more runs come. */
char *contribution_caveats(const struct contributions *contributions, bool over, char *out, size_t size);

#endif
