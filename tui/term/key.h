/* Keys: a code point, or one of the special keys below; Ctrl-X is the control character itself. One naming
 * for the config file, the help page and scripts: "a", "space", "left", "pgup", "f3", "C-r", "esc", "enter",
 * "tab". */
#ifndef WATTIF_TUI_TERM_KEY_H
#define WATTIF_TUI_TERM_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum special_key {
    KEYCODE_NONE = 0,
    KEYCODE_TAB = 9,
    KEYCODE_ENTER = 13,
    KEYCODE_ESC = 27,
    KEYCODE_SPACE = 32,
    KEYCODE_BACKSPACE = 127,
    KEYCODE_UP = 0x110000,
    KEYCODE_DOWN,
    KEYCODE_LEFT,
    KEYCODE_RIGHT,
    KEYCODE_HOME,
    KEYCODE_END,
    KEYCODE_PGUP,
    KEYCODE_PGDN,
    KEYCODE_INSERT,
    KEYCODE_DELETE,
    KEYCODE_BACKTAB,
    KEYCODE_F1,
    KEYCODE_F12 = KEYCODE_F1 + 11,
    KEYCODE_PASTE_BEGIN,
    KEYCODE_PASTE_END
};

/* KEYCODE_NONE for a name that is no key. */
uint32_t key_parse(const char *name);
/* The name that key_parse reads; out needs 16 bytes. */
void key_spell(uint32_t key, char *out, size_t size);
/* The short form for hints and help: "←", "PgUp", "^R", "space". */
void key_label(uint32_t key, char *out, size_t size);
/* Arrows by their names, for screens that have no arrows: "← h" -> "Left h". Their ASCII twins would be read
 * as other keys. */
void key_labels_plain(const char *labels, char *out, size_t size);

#endif
