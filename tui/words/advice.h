/* What a sweep comes to, in a sentence: the least carbon among the choices that keep every limit in every
 * seed, against the scenario's own and at what price. It is looked for where the scenario itself is; where
 * other loads, days or grids were swept each is a place of its own, and what is least there, or over all of
 * them against the scenario's own choice, is told place by place. What the world has and what nobody knows is
 * never recommended. */
#ifndef WATTIF_TUI_WORDS_ADVICE_H
#define WATTIF_TUI_WORDS_ADVICE_H

#include "engine/explore/sweep_sum.h"

/* Writes the values that a configuration has of some axes: "cit=0.8, load=2", or as the screen says it. */
typedef void advice_namer(const struct sweep *sweep, size_t configuration, unsigned axes, char *out,
                          size_t size);
advice_namer advice_as_set;

void advice_describe(const struct sweep_values *of, advice_namer *name, char *out, size_t size);

#endif
