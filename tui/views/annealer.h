/* The annealer view's state and what its files share: the view (annealer.c) keeps the list of searches and
 * the choice; drawing (annealer_draw.c, annealer_draw_facts.c) only reads. */
#ifndef WATTIF_TUI_VIEWS_ANNEALER_H
#define WATTIF_TUI_VIEWS_ANNEALER_H

#include "tui/views/view.h"
#include "engine/answers/events.h"

enum annealer_list { ANNEALER_SEARCHES, ANNEALER_TRIES };

struct annealer {
    struct searches searches;
    const struct result *result; /* that they are of; only compared with */
    int at;                      /* the chosen search; -1: none */
    int try_at;                  /* the chosen try of it */
    enum annealer_list focus;
    bool chosen; /* the user has chosen: what is added later does not move the choice */
};

/* The chosen search, and the entry of the history that is its chosen try; NULL: there is none. */
const struct search *annealer_search(const struct annealer *annealer);
const struct evaluation *annealer_try(const struct host *host, const struct annealer *annealer);

/* Where things are: searches, and beside or below them the tries, and what the chosen try was. An empty
 * rectangle has no room. */
struct annealer_layout {
    struct rect searches, tries, facts; /* title rows included; lists have a header as well */
    struct rect plots;                  /* below the facts */
    int rule_x;                         /* column of the rule between them, -1: none */
    int searches_top, tries_top;        /* first rows shown */
};
struct annealer_layout annealer_divide(int w, int h, const struct annealer *annealer);

/* "31.20", or a dash where there is no such number, with a true minus; out needs FORMAT_SIZE bytes. */
const char *annealer_number(char *out, double value, int digits);

/* "19:00:00", or "Fri 26 19:00" in a run of more than a day. */
void annealer_clock(const struct host *host, int64_t t_ns, char *out, size_t size);

enum { ANNEALER_PLOTS_H = 8 }; /* rows of the plots, at least */

void annealer_draw(const struct host *host, const void *state, struct canvas *canvas);
void annealer_draw_facts(const struct host *host, const struct annealer *annealer, struct rect rect,
                         struct canvas *canvas);
void annealer_draw_plots(const struct host *host, const struct annealer *annealer, struct rect rect,
                         struct canvas *canvas);

#endif
