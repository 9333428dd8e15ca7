/* What the palette (palette.c) and its drawing (palette_draw.c) share: the rows that there are, and which of
 * them are shown. With nothing typed it is a menu where that has room: what was run lately, then the doors in
 * two columns by family; else one list. */
#ifndef WATTIF_TUI_VIEWS_PALETTE_H
#define WATTIF_TUI_VIEWS_PALETTE_H

#include "tui/views/view.h"
#include "tui/words/view_names.h"

enum { PALETTE_LATELY = 2 };

struct palette_entry {
    char line[96];  /* what is run, or put into the line */
    char right[32]; /* its key, or the value in force */
    const char *help, *brief;
    const char *asked;       /* other words that find it */
    enum door_family family; /* of a door; DOOR_FAMILIES: it is none */
    bool takes_more;         /* an argument has to follow */
    bool lately;             /* once more, because it was run a short while ago */
    int score;               /* -1: does not match what is typed */
    int rank;                /* while nothing is typed */
};

struct palette {
    struct prompt prompt;
    struct palette_entry *entries; /* owned */
    int n;
    int *shown, n_shown;   /* owned; best first */
    int n_lately, n_doors; /* the first of those shown while nothing is typed */
    int at, top;
    bool chose; /* the row was chosen by hand: Enter takes it whatever is typed */
    struct store_list scenarios, traces, runs;
};

/* Is it a menu now? Then so many of the rows shown are in it. */
bool palette_is_menu(const struct palette *palette, const struct canvas *canvas);
int palette_n_rows(const struct palette *palette, const struct canvas *canvas);
/* Where the i-th of the rows shown is; w == 0: out of sight. */
struct rect palette_row(const struct palette *palette, const struct canvas *canvas, int i);
/* Rows of the list. */
int palette_page(const struct canvas *canvas);
void palette_draw(const struct host *host, const void *state, struct canvas *canvas);

/* Completes the word before the cursor as far as it is unique. */
void completion_apply(struct prompt *prompt, const struct scenario *scenario, const char *data_dir);

#endif
