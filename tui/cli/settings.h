/* Settings: what the user may put into wattif.conf (lines `name = value` and `bind KEY action`), from one
 * table. The parser, --dump-config, help and man page read the table; the command line overrides the file.
 * The file is never written. */
#ifndef WATTIF_TUI_CLI_SETTINGS_H
#define WATTIF_TUI_CLI_SETTINGS_H

#include "engine/base/error.h"
#include "tui/term/display.h"

#include <stdio.h>

/* id, name, choices ("" = any text), default, help */
#define SETTING_TABLE(X)                                                                                       \
    X(THEME, "theme", "", "default", "Colours: a theme of `wattif list themes`.")                              \
    X(BOARD, "board", "", "auto",                                                                              \
      "What the dashboard shows: calm, full, or a board of one's own; auto is calm in a terminal, else full.") \
    X(COLOR, "color", "auto|direct|256|16|never", "auto",                                                      \
      "How many colours to use; NO_COLOR in the environment means none.")                                      \
    X(GLYPHS, "glyphs", "auto|braille|block|ascii", "auto",                                                    \
      "What curves are drawn with; auto asks the locale.")                                                     \
    X(MOUSE, "mouse", "on|off", "on", "Whether the dashboard takes the mouse.")                                \
    X(KEYS, "keys", "new|old", "new",                                                                          \
      "Letters in lists and forms: one meaning everywhere, or as they were before that; `bind` lines add.")    \
    X(AHEAD, "ahead", "on|off", "on",                                                                          \
      "Whether the dashboard simulates what nobody asked for yet: where the focused knob leads, how other "    \
      "starts do. Off spares a battery, or a machine that is shared.")

#define SETTING_ENUM(id, name, choices, initial, help) SETTING_##id,
enum setting_id { SETTING_TABLE(SETTING_ENUM) SETTING_COUNT };
#undef SETTING_ENUM

struct setting_info {
    const char *name, *choices, *initial, *help;
};

extern const struct setting_info setting_infos[SETTING_COUNT];

/* What a user must know of `bind` lines, in lines of text. */
extern const char settings_about_bind[];

struct binding {
    char key[32], action[48];
    int line;
};

enum { SETTINGS_BINDINGS_MAX = 256, SETTINGS_BOARDS_MAX = 10 };

/* A plain value. */
struct settings {
    char value[SETTING_COUNT][64];
    int line[SETTING_COUNT]; /* of the file that says so; 0: none does */
    char path[512];          /* the file that was read, or "" */
    char place[512];         /* where it would be */
    int n_boards;
    struct display_board boards[SETTINGS_BOARDS_MAX]; /* tui/board/boards.h */
    int n_bindings;
    struct binding bindings[SETTINGS_BINDINGS_MAX];
};

void settings_init(struct settings *settings);

/* Checks a value against the setting's choices: "glyphs: 'dots' is none of auto, braille, block, ascii". */
bool settings_set(struct settings *settings, enum setting_id id, const char *value, struct error *error);

/* Reads a file on top. A missing one is no error unless `required`. The first fault is named by file and
 * line. */
bool settings_read(struct settings *settings, const char *path, bool required, struct error *error);

/* As a file that settings_read reads back, with each setting's help as a comment. */
void settings_write(const struct settings *settings, FILE *file);

/* Where wattif keeps things: the XDG base folders, with their fallbacks below HOME. A relative value counts
 * as unset, as the XDG specification asks. */

enum folder { FOLDER_CONFIG, FOLDER_STATE, FOLDER_DATA, FOLDER_COUNT };

/* "$XDG_CONFIG_HOME/wattif", else "~/.config/wattif"; with `file` its path inside. False ("" in out) when
 * neither the variable nor HOME is set, or the path does not fit. */
bool folder_path(enum folder folder, const char *file, char *out, size_t size);

#endif
