/* Themes: what colour each role has, at each colour depth (guides/screens, section 5). Drawing code names
 * roles, never colours; a theme is a JSON document that maps role names to colours, and theme_paint turns a
 * canvas cell into what a terminal or a picture can show. The depth ladder is direct, 256, 16, mono: a theme
 * may give each its own colour, else the nearest one is taken. */
#ifndef WATTIF_TUI_TERM_THEME_H
#define WATTIF_TUI_TERM_THEME_H

#include "engine/base/error.h"
#include "tui/term/canvas.h"
#include "tui/term/display.h"

enum { THEME_DEFAULT_COLOR = -1, THEME_DEPTHS = 4 };

/* One role at one depth. */
struct theme_color {
    int32_t
        color; /* 0xRRGGBB (direct), palette index (256, 16), or THEME_DEFAULT_COLOR: the terminal's own */
    uint8_t attrs; /* enum cell_attr that come with it */
};

struct theme {
    char name[32], title[80];
    enum color_mode richest; /* "depth" of the document: COLOR_16 for a theme of the terminal's own colours */
    struct theme_color colors[THEME_DEPTHS][ROLE_COUNT]; /* [depth - COLOR_DIRECT] */
};

/* What a cell looks like at one depth. */
struct paint {
    int32_t fg, bg;
    uint8_t attrs; /* ATTR_BOLD, ATTR_REVERSE, ATTR_UNDERLINE, ATTR_DIM */
};

/* Reads a theme from JSON text; `name` is what places begin with. Every fault is listed with its place; false
 * if any. */
bool theme_parse(struct theme *theme, const char *text, size_t n, const char *name, struct faults *faults);

/* Loads themes/NAME.json from the user's folder ($XDG_CONFIG_HOME/wattif/themes), then from
 * `data_dir`/themes; "default" is also built in. A name with a '/' is a path. */
bool theme_load(struct theme *theme, const char *data_dir, const char *name, struct error *error);

/* The file of a theme; `shipped`: it is not the user's own. False: it has none. */
bool theme_find(const char *data_dir, const char *name, char *path, size_t size, bool *shipped);

/* The built-in default theme. */
void theme_builtin(struct theme *theme);

/* The names to be found, sorted, without doubles; each up to 31 bytes. Returns how many were written (at most
 * max). */
int theme_list(const char *data_dir, char (*names)[32], int max);

/* The depth that is really used: never richer than the theme's own. COLOR_AUTO counts as direct. */
enum color_mode theme_depth(const struct theme *theme, enum color_mode depth);

struct paint theme_paint(const struct theme *theme, enum color_mode depth, const struct cell *cell);

#endif
