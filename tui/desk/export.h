/* Export: what is on screen as a file. The frame as text, ANSI or SVG; the curves as CSV, a row for each
 * bucket in the window; the report as JSON, the object of `wattif run --format json` with where the user
 * looks. Numbers are numbers and carry their unit in the name of their column or key. */
#ifndef WATTIF_TUI_DESK_EXPORT_H
#define WATTIF_TUI_DESK_EXPORT_H

#include "engine/base/error.h"
#include "tui/term/canvas.h"

#include <stdbool.h>
#include <stddef.h>

struct desk;

enum export_format { EXPORT_SVG, EXPORT_TEXT, EXPORT_ANSI, EXPORT_CSV, EXPORT_JSON, EXPORT_COUNT };

struct export_info {
    const char *extension, *title, *help;
};
extern const struct export_info export_infos[EXPORT_COUNT];

/* By the end of a file's name; EXPORT_COUNT if it is none of the formats'. */
enum export_format export_format_of(const char *name);

/* The whole export in memory: malloc'ed, `n` bytes and a NUL; NULL when out of memory. `frame` is what was on
 * the screen. */
char *export_text(const struct desk *desk, const struct canvas *frame, enum export_format format, size_t *n);

/* "wattif-carbondis-set1-dashboard.svg": by the scenario and what is open. */
void export_default_name(const struct desk *desk, const char *view, enum export_format format, char *out,
                         size_t size);
/* Writes a file that did not exist: where `name` is taken, a number is put before its extension. `path` (of
 * PATH_SIZE) is where it went, from the root on. */
bool export_to_file(const char *name, const char *text, size_t n, char *path, struct error *error);

/* What is on top of the desk, as views and files call it. */
const char *export_view_name(const struct desk *desk);
/* All of it for a command: draws the frame and writes it as the name's extension says. */
bool export_command(struct desk *desk, const char *name, char *path, struct error *error);

#endif
