/* A line of text that is being typed, and completion of commands in it. The palette and every field for a
 * name edit one; it runs nothing. */
#ifndef WATTIF_TUI_WIDGETS_PROMPT_H
#define WATTIF_TUI_WIDGETS_PROMPT_H

#include "engine/model/scenario.h"
#include "tui/words/action.h"

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
/* Completes the word before the cursor as far as it is unique. */
void prompt_complete(struct prompt *prompt, const struct scenario *scenario, const char *data_dir);
/* Columns before the cursor. */
int prompt_cursor_column(const struct prompt *prompt);

#endif
