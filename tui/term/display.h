/* How the interface shows itself: theme, colour depth, glyph set, size, mouse. Filled from the global options
 * of the command line and the config file; read by the dashboard and by `wattif screen`. Plain data. */
#ifndef WATTIF_TUI_TERM_DISPLAY_H
#define WATTIF_TUI_TERM_DISPLAY_H

#include <stdbool.h>
#include <stdint.h>

/* Colour depths, richest first; COLOR_AUTO asks NO_COLOR and then the terminal. */
enum color_mode { COLOR_AUTO, COLOR_DIRECT, COLOR_256, COLOR_16, COLOR_NEVER, COLOR_MODE_COUNT };
/* GLYPHS_AUTO: braille in a UTF-8 locale, else ASCII. */
enum glyph_set { GLYPHS_AUTO, GLYPHS_BRAILLE, GLYPHS_BLOCK, GLYPHS_ASCII, GLYPH_SET_COUNT };

extern const char *const color_mode_names[COLOR_MODE_COUNT]; /* "auto" "direct" "256" "16" "never" */
extern const char *const glyph_set_names[GLYPH_SET_COUNT];   /* "auto" "braille" "block" "ascii" */

enum { DISPLAY_BOARD = 320 };

/* A line `board ...` of the config file: what stands behind that word, and which line it is. */
struct display_board {
    char text[DISPLAY_BOARD];
    int line;
};

struct display_options {
    const char *theme; /* NULL: "default" */
    const char
        *board; /* what the dashboard shows (tui/board/boards.h); NULL: calm in a terminal, else full */
    const struct display_board *boards; /* lines of one's own */
    int n_boards;
    const char *config;         /* the file they are in, or would be; NULL: there is none */
    int theme_line, board_line; /* of that file, which names the theme and the board; 0: an option does */
    enum color_mode color;
    enum glyph_set glyphs;
    bool no_mouse;
    bool no_ahead; /* nothing is worked out behind the screen before it is asked for */
};

enum { DISPLAY_MAX = 1000 }; /* columns or rows that a user may ask for */

/* Reads "80x24": columns and rows from 1 to DISPLAY_MAX. On false both are left alone. */
bool display_parse_size(const char *text, int *columns, int *rows);

/* Index of a name in a table of n, or -1. */
int display_find_name(const char *const *names, int n, const char *name);

/* Auto resolved: by NO_COLOR (set and not empty) for colours, by the locale's codeset for glyphs. The depth
 * for COLOR_AUTO without NO_COLOR is `best`. */
enum color_mode display_color(enum color_mode wanted, enum color_mode best);
enum glyph_set display_glyphs(enum glyph_set wanted);

/* Colour arithmetic: the xterm palette, nearest colours on the way down the depth ladder, mixing, contrast.
 */

/* 0xRRGGBB of palette entry 0..255 as xterm has it. */
int32_t color_of_palette(int index);
/* The nearest of 16..255, and of 0..15, by squared distance in RGB. */
int color_nearest_256(int32_t rgb);
int color_nearest_16(int32_t rgb);
/* `percent` of the way from a to b. */
int32_t color_mix(int32_t a, int32_t b, int percent);
/* "#rrggbb", a name ("red", "bright-blue"), 0..15: *rgb and *index (-1 for #rrggbb). "default" gives rgb =
 * index = -1. */
bool color_parse(const char *text, int32_t *rgb, int *index);

#endif
