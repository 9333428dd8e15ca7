/* A line of text that is being typed. The palette and every field for a name edit one; it runs nothing. */
#ifndef WATTIF_TUI_WIDGETS_PROMPT_H
#define WATTIF_TUI_WIDGETS_PROMPT_H

#include "tui/term/canvas.h"
#include "tui/words/action.h"

enum { PROMPT_SIZE = 200 };

struct prompt {
    char text[PROMPT_SIZE];
    int length, cursor; /* bytes */
    bool whole;         /* the text is a proposal, chosen as a whole: what is typed replaces it */
};

/* Starts with this text, the cursor at its end. */
void prompt_start(struct prompt *prompt, const char *text);
/* Likewise with a proposal: the first character typed begins another text, backspace removes it, an arrow or
 * End keeps it. */
void prompt_propose(struct prompt *prompt, const char *text);
/* Edits by one key: text, backspace, delete, left, right, home, end, C-u (erases what is before the cursor).
 * False if the key does nothing: also backspace in an empty line, which leaves it. */
bool prompt_key(struct prompt *prompt, uint32_t key);
/* Puts bytes of UTF-8 where the cursor is; nothing if they have no room. */
void prompt_insert(struct prompt *prompt, const char *bytes, int n);
/* Columns before the cursor. */
int prompt_cursor_column(const struct prompt *prompt);

/* --- fields --- */

/* A field: one line of text that the user types in a popup. The editing is that of the `:` prompt
 * above; here are its drawing and the keys that a list would take otherwise. */

/* Draws the text into `row` on `ground`; a text that is longer shows the part around the cursor. Focused: it
 * is underlined and holds the terminal's cursor. */
void field_draw(struct canvas *canvas, struct rect row, const struct prompt *text, bool focused,
                enum role ground);

/* One of a form: a sign where it is in focus, its label, and behind that, from column `at` of the row on, its
 * text in w columns. */
void field_labelled(struct canvas *canvas, struct rect row, const char *label, int at, int w,
                    const struct prompt *text, bool focused);

/* Moves in the text or deletes from it; false if the action is nothing for a field. */
bool field_action(struct prompt *text, enum action_id action);

/* --- filters --- */

/* A filter: the short text that a list is narrowed by, typed after `/`. It opens with the text that was typed
 * last, chosen as a whole: the first character typed begins another one, backspace removes it, Enter keeps
 * it. Esc clears it. Who has one narrows its list whenever the text has changed. */

enum { FILTER_SIZE = 48 };

struct filter {
    char text[FILTER_SIZE]; /* UTF-8 */
    bool typing;            /* keys are text */
    bool whole;             /* the next character replaces the text */
};

/* `/`: typing begins, with the whole of the old text chosen. */
void filter_open(struct filter *filter);
/* A key while typing: a character, backspace, or ^U, which removes all. */
void filter_key(struct filter *filter, uint32_t key);
/* Enter: the text stays and typing ends; false if nothing was being typed. */
bool filter_keep(struct filter *filter);
/* Esc: no text and no typing; false if there was neither. */
bool filter_clear(struct filter *filter);

/* "/ text", with the terminal's cursor while typing, on `ground`; nothing where there is no filter. Returns
 * the column after it. */
int filter_draw(const struct filter *filter, struct rect row, enum role ground, struct canvas *canvas);

#endif
