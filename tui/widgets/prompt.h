/* A line of text that is being typed. The palette and every field for a name edit one; it runs nothing. */
#ifndef WATTIF_TUI_WIDGETS_PROMPT_H
#define WATTIF_TUI_WIDGETS_PROMPT_H

#include <stdbool.h>
#include <stdint.h>

enum { PROMPT_SIZE = 200 };

struct prompt {
    char text[PROMPT_SIZE];
    int length, cursor; /* bytes */
};

/* Starts with this text, the cursor at its end. */
void prompt_start(struct prompt *prompt, const char *text);
/* Edits by one key: text, backspace, delete, left, right, home, end, C-u (erases what is before the cursor).
 * False if the key does nothing: also backspace in an empty line, which leaves it. */
bool prompt_key(struct prompt *prompt, uint32_t key);
/* Puts bytes of UTF-8 where the cursor is; nothing if they have no room. */
void prompt_insert(struct prompt *prompt, const char *bytes, int n);
/* Columns before the cursor. */
int prompt_cursor_column(const struct prompt *prompt);

#endif
