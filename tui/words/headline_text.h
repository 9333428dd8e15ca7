/* "{headline}" in a text that has live numbers (fill.h): the sentence of the run in its place. */
#ifndef WATTIF_TUI_WORDS_HEADLINE_TEXT_H
#define WATTIF_TUI_WORDS_HEADLINE_TEXT_H

#include <stddef.h>

/* Returns `out`; what has no room is cut. Braces of the sentence are doubled, so that it stays text. */
char *headline_text_put(const char *text, const char *headline, char *out, size_t size);

#endif
