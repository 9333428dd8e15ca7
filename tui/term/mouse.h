/* The mouse: what it did, and the two ways in which terminals tell (SGR reports, xterm's 1006; and the older
 * three bytes of X10, whose places end at column 223). Pure: bytes in, events out. */
#ifndef WATTIF_TUI_TERM_MOUSE_H
#define WATTIF_TUI_TERM_MOUSE_H

#include <stdbool.h>

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
