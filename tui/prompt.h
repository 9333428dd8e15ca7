/* The `:` prompt: a line editor with completion over commands, actions, knobs, themes and glyph sets. It
 * edits and completes; desk.c runs what was typed. */
#ifndef WATTIF_TUI_PROMPT_H
#define WATTIF_TUI_PROMPT_H

#include "engine/model/scenario.h"
#include "tui/action.h"

#include <stdbool.h>
#include <stdint.h>

enum { PROMPT_SIZE = 200 };

struct prompt {
    bool open;
    bool pasting; /* between the marks of a bracketed paste: nothing is a key */
    char text[PROMPT_SIZE];
    int length, cursor; /* bytes */
    char help[160];     /* what is expected, or what the first match does and its key */
};

enum prompt_result { PROMPT_EDITED, PROMPT_ENTERED, PROMPT_CLOSED, PROMPT_IGNORED };

/* Opens with this text, the cursor at its end. */
void prompt_start(struct prompt *prompt, const char *text);
enum prompt_result prompt_key(struct prompt *prompt, uint32_t key);
/* Completes the word before the cursor as far as it is unique. */
void prompt_complete(struct prompt *prompt, const struct scenario *scenario, const char *data_dir);
/* Refreshes prompt->help. */
void prompt_describe(struct prompt *prompt, const struct scenario *scenario, const struct keymap *keymap);
/* Columns before the cursor. */
int prompt_cursor_column(const struct prompt *prompt);

#endif
