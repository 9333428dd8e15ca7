/* The inspector's state and what its files share: the view (inspector.c) keeps the list and the facts of the
 * chosen decision; drawing (inspector_draw.c, inspector_draw_facts.c) only reads them. */
#ifndef WATTIF_TUI_VIEWS_INSPECTOR_H
#define WATTIF_TUI_VIEWS_INSPECTOR_H

#include "tui/views/view.h"
#include "tui/views/inspector_facts.h"
#include "tui/views/inspector_list.h"
#include "tui/widgets/prompt.h"

struct inspector {
    struct decisions list;
    struct facts facts; /* of the chosen decision; valid if any_facts */
    bool any_facts;
    struct filter filter; /* what is typed; the list has the same text */
    int64_t t_ns;         /* what was looked at last */
    int n_missed;         /* requests of the window that missed their SLO */
    int n_reasons;        /* that occur in the window, most frequent first */
    struct {
        enum reason reason;
        int count;
    } counts[REASON_COUNT];
};

/* Where things are: the list and below it the counts beside the facts, or, on a narrow screen, the list above
 * them. An empty rectangle has no room. */
struct inspector_layout {
    struct rect list; /* title and header included: two rows */
    struct rect counts, facts;
    int rule_x; /* column of the rule between them, -1 = none */
};
struct inspector_layout inspector_divide(int w, int h, int n_reasons);

void inspector_draw(const struct host *host, const void *state, struct canvas *canvas);
/* The facts beside the list. */
void inspector_draw_facts(const struct inspector *inspector, struct rect rect, struct canvas *canvas);
/* The lanes of who was on which GPU around the decision: a title, so many lanes, an axis. Where there are
 * many instances they are those of the two places alone, unless all of them are asked for. */
int inspector_lanes(const struct inspector *inspector, bool all);
void inspector_draw_lanes(const struct inspector *inspector, struct rect rect, struct canvas *canvas);
/* How long every request of the window took, the chosen one among them. */
void inspector_draw_window(const struct inspector *inspector, struct rect rect, struct canvas *canvas);

#endif
