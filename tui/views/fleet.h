/* The fleet editor's state and what its files share: the view (fleet.c) moves between cells and changes them,
 * fleet_explain.c tells what one means, fleet_files.c brings in what comes from outside (pastes, files, the
 * user's editor) and takes the scenario out, fleet_draw.c and fleet_draw_forecast.c only read. Where things
 * are is worked out once, for drawing and for the mouse. */
#ifndef WATTIF_TUI_VIEWS_FLEET_H
#define WATTIF_TUI_VIEWS_FLEET_H

#include "store/file.h"
#include "tui/explorer/fleet_draft.h"
#include "tui/views/view.h"

enum fleet_mode {
    FLEET_BROWSE,
    FLEET_CELL,  /* a cell is typed */
    FLEET_OFFER, /* a draft that was left behind could be taken back */
    FLEET_FILE,  /* the path of a CSV is typed, or a paste waited for */
    FLEET_NAME   /* the name to save under is typed */
};

struct fleet_view {
    struct fleet_draft draft;
    struct fleet_shelf shelf; /* keeps it against a crash */
    struct fleet_lost lost;   /* what an earlier wattif left behind, while it is offered */
    char from[64];            /* what it is a copy of */
    enum fleet_mode mode;
    enum fleet_table table; /* in focus */
    int row[FLEET_TABLES], column[FLEET_TABLES], top[FLEET_TABLES];

    struct prompt line;
    struct fleet_names choices; /* of the cell that is typed */
    int choice;                 /* taken from them with the arrows; -1: typed */
    bool fresh;                 /* a name stands there as a whole: the next letter begins another */
    char fault[300];            /* why the text could not be put, or "" */

    char *pasted; /* so far; owned */
    size_t n_pasted, pasted_room;
    bool pasting;
    struct faults *heard; /* what was wrong with the last paste, file or text; owned */
    char heard_of[200];   /* what that was: "the CSV that was pasted"; "" nothing */
    char kept[PATH_SIZE]; /* the text that is being edited elsewhere, or could not be taken from there; "" */
    bool leaving;         /* Esc was pressed once */
};

/* Is the column shown? One of pools is where there are some. */
bool fleet_column_shown(const struct fleet_view *fleet, enum fleet_table table, int column);

/* "A draft of all-five was left behind on Mon at 15:50: Enter takes it back ..". Returns `out`. */
char *fleet_offer_text(const struct fleet_view *fleet, char *out, size_t size);

/* Where things are; an empty rectangle has no room. Of a table: its title, its header (not of the run), rows.
 */
struct fleet_layout {
    struct rect tables[FLEET_TABLES];
    struct rect forecast; /* beside the tables, where there is room */
    struct rect foot;     /* the cell in words, its choices, faults */
};
struct fleet_layout fleet_divide(int w, int h, const struct fleet_view *fleet);
int fleet_head_rows(enum fleet_table table);
/* The columns of a table on the screen, from the left, as x and w of each; w 0: it is not shown. */
void fleet_place_columns(const struct fleet_view *fleet, enum fleet_table table, struct rect rect,
                         struct rect *places);

/* The cell at a place of the screen; false: none is there. And where one is; w 0: it has scrolled away. */
bool fleet_find_cell(const struct fleet_view *fleet, const struct fleet_layout *layout, int x, int y,
                     enum fleet_table *table, int *row, int *column);
struct rect fleet_cell_rect(const struct fleet_view *fleet, const struct fleet_layout *layout,
                            enum fleet_table table, int row, int column);

/* fleet_explain.c: a cell in words (view.h). */
bool fleet_explain(const struct host *host, const void *state, int x, int y, struct explanation *out,
                   struct rect *where);

void fleet_draw(const struct host *host, const void *state, struct canvas *canvas);
/* What it comes to, in a sentence with a sense: 1 better, -1 worse, 0 neither; and in rows. */
int fleet_sentence(const struct fleet_view *fleet, char *out, size_t size);
void fleet_draw_forecast(const struct fleet_view *fleet, struct rect rect, struct canvas *canvas);

/* --- fleet_files.c --- */

unsigned fleet_paste(struct host *host, void *state, uint32_t key);
unsigned fleet_edited(struct host *host, void *state, int status, const struct error *error);
unsigned fleet_take_file(struct host *host, struct fleet_view *fleet, const char *path);
unsigned fleet_ask_editor(struct host *host, struct fleet_view *fleet);
/* Opens the draft in place of what is explored; `name` not NULL: saves it under that first. */
unsigned fleet_finish(struct host *host, struct fleet_view *fleet, const char *name);

#endif
