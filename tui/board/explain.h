/* An explanation: what a thing on the screen means (tui/words/glossary.h), and what it comes to today. Its
 * numbers are asked of the same scene that is drawn, in the same words; nothing here is worked out anew. */
#ifndef WATTIF_TUI_BOARD_EXPLAIN_H
#define WATTIF_TUI_BOARD_EXPLAIN_H

#include "engine/base/text.h"
#include "tui/board/things.h"

enum { EXPLAIN_FACTS = 8, EXPLAIN_LABEL = 16, EXPLAIN_TEXT = 256, EXPLAIN_OWN = 800 };

struct explanation {
    struct meaning meaning;
    int n;
    struct {
        char label[EXPLAIN_LABEL]; /* "now", "step down", "whole run" */
        char text[EXPLAIN_TEXT];
    } facts[EXPLAIN_FACTS];
    char own[EXPLAIN_OWN]; /* where meaning.means lies if no table has it: such a one is not copied */
};

/* One fact more, where there is room for it; an empty text is none. */
PRINTF_LIKE(3, 4) void explain_say(struct explanation *out, const char *label, const char *format, ...);

void explain_thing(const struct scene *scene, const struct thing *thing, struct explanation *out);

#endif
