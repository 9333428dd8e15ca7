/* Luck of the start: how a saving that one start gives stands among those of other starts, in words. */
#ifndef WATTIF_TUI_WORDS_LUCK_H
#define WATTIF_TUI_WORDS_LUCK_H

#include "engine/answers/starts.h"

enum { LUCK_SIZE = 120 };

/* "over 24 starts -26.4 to -5.7 %, median -22.1 %": differences of carbon. */
void luck_describe(const struct starts_spread *spread, char out[LUCK_SIZE]);

#endif
