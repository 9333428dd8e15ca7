/* A filter: the short text that a list is narrowed by, typed after `/`. It opens with the text that was typed
 * last, chosen as a whole: the first character typed begins another one, backspace removes it, Enter keeps
 * it. Esc clears it. Who has one narrows its list whenever the text has changed. */
#ifndef WATTIF_TUI_WIDGETS_FILTER_H
#define WATTIF_TUI_WIDGETS_FILTER_H

#include "tui/term/canvas.h"

#include <stdbool.h>
#include <stdint.h>

enum { FILTER_SIZE = 48 };

struct filter {
    char text[FILTER_SIZE]; /* UTF-8 */
    bool typing;            /* keys are text */
    bool whole;             /* the next character replaces the text */
};

/* `/`: typing begins, with the whole of the old text chosen. */
void filter_open(struct filter *filter);
/* A key while typing: a character, backspace, or ^U, which removes all. */
void filter_key(struct filter *filter, uint32_t key);
/* Enter: the text stays and typing ends; false if nothing was being typed. */
bool filter_keep(struct filter *filter);
/* Esc: no text and no typing; false if there was neither. */
bool filter_clear(struct filter *filter);

/* "/ text", with the terminal's cursor while typing, on `ground`; nothing where there is no filter. Returns
 * the column after it. */
int filter_draw(const struct filter *filter, struct rect row, enum role ground, struct canvas *canvas);

#endif
