/* Things: what is on the screen and can be explained. Knobs, panels and cards are where they said so when
 * they were drawn (the spots of the canvas, the layout); words and signs are read from the cells. So whatever
 * draws something says nothing more than what it shows, and no list of it has to be kept. */
#ifndef WATTIF_TUI_BOARD_THINGS_H
#define WATTIF_TUI_BOARD_THINGS_H

#include "tui/board/scene.h"
#include "tui/words/glossary.h"

struct thing {
    struct subject subject;
    int knob;          /* that it is, or whose term: its place among explorer->focus.knobs; -1: none */
    enum action_id go; /* what leads to it; ACTION_NONE: nothing does */
    struct rect rect;  /* where it is first on the screen; w == 0: it is not */
    char
        word[GLOSSARY_WORD]; /* of a term, as it stands there: "PJM" among other grids; "": as it is listed */
};

/* What was drawn: the dashboard, or a view (`view`; VIEW_COUNT: the dashboard) over or instead of it. */
struct shown {
    const struct scene *scene;
    const struct canvas *canvas;
    enum view_id view;
};

/* Everything on the screen, each once: the view; or knobs, panels and cards; then words and signs, by the
 * place where they stand first. How many, at most THINGS_MAX. */
enum { THINGS_MAX = 400 };
int things_list(const struct shown *shown, struct thing things[THINGS_MAX]);

/* Of what stands nowhere on the screen: a word of the glossary; where that means a listed knob, the knob. */
struct thing things_elsewhere(const struct scene *scene, struct subject subject);

/* What has the focus: a knob, a panel, or the view. */
struct thing things_focused(const struct shown *shown);

/* What lies at a cell: what can be clicked there, else the word, else the panel. False: nothing. */
bool things_at(const struct shown *shown, int x, int y, struct thing *thing);

#endif
