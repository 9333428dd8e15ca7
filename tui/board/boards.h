/* Boards: named choices of panels, cards and knobs. `calm` is what opens first and fits a newcomer, `full`
 * has all that fits, boards of one's own are lines of wattif.conf:
 *
 *     board mine = panels intensity carbon knob; cards carbon late own; knobs few
 *
 * Panels go by the names of their actions (panel-carbon), `knob` is the one that the knob in hand acts on
 * most, `cluster` stands at the right where columns are many; cards by those of their table (panels/strip.c),
 * `own` is accuracy, fairness or heat, whichever the run has. A board that names no panels or no cards has
 * all that fit, in the usual order. */
#ifndef WATTIF_TUI_BOARD_BOARDS_H
#define WATTIF_TUI_BOARD_BOARDS_H

#include "engine/base/arena.h"
#include "tui/board/layout.h"
#include "tui/term/display.h"

enum { BOARD_NAME = 24, BOARD_CARDS = 9, BOARD_LINE = DISPLAY_BOARD, BOARDS_MAX = 12, BOARDS_BUILT_IN = 2 };

/* Among panels: the one that the knob in hand acts on most. Among cards: the scenario's own. */
enum { BOARD_KNOBS_PANEL = REGION_COUNT, BOARD_OWN_CARD = BOARD_CARDS };

struct board {
    char name[BOARD_NAME];
    bool few_knobs; /* those whose step moves the result, as the scenario names them (`levers`) */
    int n_panels, panels[REGION_COUNT];
    int n_cards, cards[BOARD_CARDS];
};

/* The built-in ones first. */
struct boards {
    int n;
    struct board items[BOARDS_MAX];
};

/* The built-in ones alone. */
void boards_init(struct boards *boards);
/* By its name; -1: there is none. */
int boards_find(const struct boards *boards, const char *name);
/* Adds a board, or puts it in the place of the one of that name. False with a message: a built-in one has the
 * name, or there are too many. */
bool boards_keep(struct boards *boards, const struct board *board, struct error *error);

/* Reads what stands behind "board": "mine = panels carbon". A panel or a card that is not known is left out
 * and named in `missing`, the rest holds; "": all are known. False with a message: it is no board. */
bool board_read(struct board *board, const char *line, char *missing, size_t size, struct error *error);
/* As board_read reads it. */
const char *board_line(const struct board *board, struct arena *texts);
/* What a panel is called in a board, "" where it cannot be in one. */
const char *board_panel_name(int panel);
const char *board_card_name(int card);

#endif
