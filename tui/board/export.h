/* Export: what is on screen as a file. The frame as text, ANSI or SVG; the curves as CSV, a row for each
 * bucket in the window; the report as JSON, the object of `wattif run --format json` with where the user
 * looks; the whole run as a page of HTML that repeats it. Of a view that tells rows of its own (an account)
 * CSV and JSON are these. Numbers are numbers and carry their unit in the name of their column or key. */
#ifndef WATTIF_TUI_BOARD_EXPORT_H
#define WATTIF_TUI_BOARD_EXPORT_H

#include "engine/account/account.h"
#include "tui/board/scene.h"
#include "tui/term/canvas.h"
#include "tui/term/theme.h"

#include <stdio.h>

struct export_seeds; /* tui/board/export_html.h */

enum export_format {
    EXPORT_HTML,
    EXPORT_SVG,
    EXPORT_TEXT,
    EXPORT_ANSI,
    EXPORT_CSV,
    EXPORT_JSON,
    EXPORT_COUNT
};

struct export_info {
    const char *extension, *title, *help;
};
extern const struct export_info export_infos[EXPORT_COUNT];

/* By the end of a file's name; EXPORT_COUNT if it is none of the formats'. */
enum export_format export_format_of(const char *name);

/* A report of something else than the run: `print` gives false with a message. */
struct export_report {
    bool (*print)(const void *of, FILE *out, struct error *error);
    const void *of;
};

/* What is exported: what was on the screen, and what the screen was of. */
struct export_source {
    const struct scene *scene;
    const struct theme *theme;
    const struct canvas *frame;
    const struct account *account;    /* or NULL */
    struct store *store;              /* where inputs lie, for a page that carries them; or NULL */
    const struct export_seeds *seeds; /* export_html.h; of a report of the run, or NULL */
    struct export_report report;      /* print NULL: the report is of the run */
};

/* The whole export in memory: malloc'ed, `n` bytes and a NUL; NULL with a message. */
char *export_make(const struct export_source *source, enum export_format format, size_t *n,
                  struct error *error);

/* Why there is no export in a format now, as a sentence, or NULL: there is. */
const char *export_refusal(const struct export_source *source, enum export_format format);

/* What a format holds, in a sentence. */
const char *export_help(const struct export_source *source, enum export_format format);

/* The curves on screen as CSV: a row for each bucket in the window, as fine as the plots show it. Buckets are
 * whole: t_s and width_s are theirs, in_window_s is the part of the width that lies in the window. Columns
 * carry their unit; a value that is not known is an empty cell. False when out of memory. */
bool export_csv(const struct scene *scene, FILE *out);
/* What the rows of the curves are, in a sentence: "Rows are whole buckets of 5 s, from 13:00:00 to 13:10:00
 * UTC-8." */
void export_csv_describe(const struct scene *scene, char *out, size_t size);

/* "wattif-carbondis-set1-dashboard.svg": by the scenario and the view that is on the screen. */
void export_default_name(const char *scenario, const char *view, enum export_format format, char *out,
                         size_t size);
/* Writes a file that did not exist: where `name` is taken, a number is put before its extension. `path` (of
 * PATH_SIZE) is where it went, from the root on. */
bool export_to_file(const char *name, const char *text, size_t n, char *path, struct error *error);
/* All of it for a command: as the name's extension says. */
bool export_command(const struct export_source *source, const char *name, char *path, struct error *error);

#endif
