/* The terminal's clipboard, by the escape sequence OSC 52. Whether the terminal takes it cannot be known. */
#ifndef WATTIF_TUI_TERM_CLIPBOARD_H
#define WATTIF_TUI_TERM_CLIPBOARD_H

#include <stddef.h>

/* Bytes that clipboard_sequence needs for a text of n bytes, the NUL included. */
#define CLIPBOARD_SIZE(n) (((n) + 2) / 3 * 4 + 16)

/* Writes the sequence that puts `text` there; returns its length, 0 if `size` is too small. */
size_t clipboard_sequence(const char *text, char *out, size_t size);

#endif
