/* What a lesson may name of the interface: views and panels, from the tables that everything else reads. */
#ifndef WATTIF_TUI_WORDS_LESSON_WORDS_H
#define WATTIF_TUI_WORDS_LESSON_WORDS_H

#include "store/lessons/lesson_play.h"
#include "tui/words/action.h"

extern const struct lesson_words lesson_words;

/* The action that focuses the panel "latency"; ACTION_NONE: there is no such panel. */
enum action lesson_panel_action(const char *name);

#endif
