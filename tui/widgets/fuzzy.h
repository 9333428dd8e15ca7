/* Fuzzy matching for lists that are searched while typing. */
#ifndef WATTIF_TUI_WIDGETS_FUZZY_H
#define WATTIF_TUI_WIDGETS_FUZZY_H

/* How well `text` fits what was typed: -1 if the typed letters do not all stand in it in this order (blanks
 * are passed over, case does not count), else 0 or more, higher is better: letters in a row, at the beginning
 * and at beginnings of words count most; of two that fit alike the shorter text wins. */
int fuzzy_score(const char *text, const char *typed);

#endif
