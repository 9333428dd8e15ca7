/* What the library shows beside what a run is made of: lessons, demos and themes. They are files, not items
 * of the store: they are listed and previewed like these, and Enter begins or takes them. */
#ifndef WATTIF_TUI_VIEWS_LIBRARY_SHELF_H
#define WATTIF_TUI_VIEWS_LIBRARY_SHELF_H

#include "tui/views/view.h"
#include "tui/widgets/parts.h"
#include "tui/words/lesson_words.h"

enum shelf_kind { SHELF_LESSONS, SHELF_DEMOS, SHELF_THEMES, SHELF_COUNT };
extern const char *const shelf_plurals[SHELF_COUNT];

/* The one that is previewed. */
struct shelf_thing {
    enum shelf_kind shelf;
    bool open; /* one of these is read */
    struct lecture lecture;
    struct theme theme;
    char path[PATH_SIZE]; /* where it lies */
    bool builtin;
    char fault[ERROR_PLACE + 512]; /* why it cannot be read; "": it can */
};

/* All of a kind as items of a list, free() them. False with a message. */
bool shelf_list(const struct host *host, enum shelf_kind shelf, struct store_list *list, struct error *error);
/* Reads one; its faults are in `fault`. The thing starts zeroed, or closed. */
void shelf_open(const struct host *host, enum shelf_kind shelf, const char *name, struct shelf_thing *thing);
void shelf_close(struct shelf_thing *thing);
/* Its steps, captions or colours, source and licence. */
void shelf_preview(const struct shelf_thing *thing, struct lines *lines);
/* Begins the lesson, plays the demo, takes the theme: what a view's action replies. */
unsigned shelf_use(struct host *host, const struct shelf_thing *thing, const char *name);
/* "lesson", "demo", "json": what its files end in. */
const char *shelf_ending(enum shelf_kind shelf);
/* The file as it is. False with a message. */
bool shelf_export(const struct shelf_thing *thing, FILE *file, struct error *error);

/* A file that is no item of the store. Of these lessons alone are imported: the user's own are kept in a
 * folder; a demo is played where it lies, and a theme is put where themes are. */
struct shelf_file {
    enum shelf_kind shelf; /* SHELF_COUNT: none of these */
    char said[400];        /* "a lesson: 6 steps on all-five" */
};
/* Looks at a whole file: what it is, and every fault with its place. */
void shelf_look(const struct host *host, const char *path, struct shelf_file *file, struct faults *faults);

#endif
