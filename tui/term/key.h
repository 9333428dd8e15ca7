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
/* The short form for hints and help: "←", "PgUp", "^R", "space". */
void key_label(uint32_t key, char *out, size_t size);
/* Arrows by their names, for screens that have no arrows: "← h" -> "Left h". Their ASCII twins would be read
 * as other keys. */
void key_labels_plain(const char *labels, char *out, size_t size);

/* The mouse: what it did, and the two ways in which terminals tell (SGR reports, xterm's 1006; and the older
 * three bytes of X10, whose places end at column 223). Pure: bytes in, events out. */

enum mouse_kind { MOUSE_NONE, MOUSE_PRESS, MOUSE_DRAG, MOUSE_RELEASE, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct mouse_event {
    enum mouse_kind kind; /* of the first button; the others count as MOUSE_NONE */
    int x, y;             /* cell, from 0 */
    bool again;           /* MOUSE_PRESS: the second of a double click */
    int times;            /* of the wheel: notches */
};

/* A report on its way: what follows "\033[<" or, for X10, "\033[M". */
struct mouse_report {
    bool x10;
    int n;
    int bytes[20];
};

enum mouse_progress { MOUSE_MORE, MOUSE_DONE, MOUSE_BROKEN };

/* Takes one more byte. MOUSE_DONE: *event is filled. MOUSE_BROKEN: this byte is not of the report. */
enum mouse_progress mouse_report_add(struct mouse_report *report, int byte, struct mouse_event *event);

#endif
