/* Text is UTF-8 and edited by whole characters. What is chosen as a whole is drawn reversed, as editors do.
 */
#include "tui/widgets/prompt.h"

#include "tui/term/key.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { KEY_CONTROL_H = 8, KEY_CONTROL_U = 21 };

void prompt_start(struct prompt *prompt, const char *text)
{
    *prompt = (struct prompt){0};
    snprintf(prompt->text, sizeof prompt->text, "%s", text);
    prompt->length = prompt->cursor = (int)strlen(prompt->text);
}

void prompt_propose(struct prompt *prompt, const char *text)
{
    prompt_start(prompt, text);
    prompt->whole = *text != 0;
}

int prompt_cursor_column(const struct prompt *prompt)
{
    char before[PROMPT_SIZE];
    memcpy(before, prompt->text, (size_t)prompt->cursor);
    before[prompt->cursor] = 0;
    return text_width(before);
}

static int previous(const struct prompt *prompt)
{
    int at = prompt->cursor - 1;
    while (at > 0 && ((unsigned char)prompt->text[at] & 0xC0) == 0x80)
        at--;
    return at < 0 ? 0 : at;
}

static int next(const struct prompt *prompt)
{
    const char *at = prompt->text + prompt->cursor;
    if (*at)
        utf8_next(&at);
    return (int)(at - prompt->text);
}

static void erase(struct prompt *prompt, int from, int to)
{
    memmove(prompt->text + from, prompt->text + to, (size_t)(prompt->length - to + 1));
    prompt->length -= to - from;
    prompt->cursor = from;
}

void prompt_insert(struct prompt *prompt, const char *bytes, int n)
{
    if (prompt->length + n >= PROMPT_SIZE)
        return;
    memmove(prompt->text + prompt->cursor + n, prompt->text + prompt->cursor,
            (size_t)(prompt->length - prompt->cursor + 1));
    memcpy(prompt->text + prompt->cursor, bytes, (size_t)n);
    prompt->length += n;
    prompt->cursor += n;
}

static bool is_character(uint32_t key)
{
    return key < KEYCODE_UP && glyph_width(key) > 0;
}

static bool insert_key(struct prompt *prompt, uint32_t key)
{
    char bytes[4];
    if (!is_character(key))
        return false;
    prompt_insert(prompt, bytes, utf8_put(key, bytes));
    return true;
}

bool prompt_key(struct prompt *prompt, uint32_t key)
{
    bool whole = prompt->whole,
         erases = key == KEYCODE_BACKSPACE || key == KEY_CONTROL_H || key == KEYCODE_DELETE;
    prompt->whole = false;
    if (whole && (erases || is_character(key)))
        prompt_start(prompt, "");
    if (whole && erases)
        return true;
    switch (key) {
    case KEYCODE_BACKSPACE:
    case KEY_CONTROL_H:
        if (prompt->length == 0)
            return false;
        erase(prompt, previous(prompt), prompt->cursor);
        return true;
    case KEYCODE_DELETE:
        erase(prompt, prompt->cursor, next(prompt));
        return true;
    case KEYCODE_LEFT:
        prompt->cursor = previous(prompt);
        return true;
    case KEYCODE_RIGHT:
        prompt->cursor = next(prompt);
        return true;
    case KEYCODE_HOME:
        prompt->cursor = 0;
        return true;
    case KEYCODE_END:
        prompt->cursor = prompt->length;
        return true;
    case KEY_CONTROL_U:
        erase(prompt, 0, prompt->cursor);
        return true;
    default:
        return insert_key(prompt, key);
    }
}

/* --- field --- */

/* The part that is shown begins where the cursor is in sight. */

void field_draw(struct canvas *canvas, struct rect row, const struct prompt *text, bool focused,
                enum role ground)
{
    int cursor = prompt_cursor_column(text);
    const char *from = text->text;
    if (row.w < 1 || row.h < 1)
        return;
    while (focused && cursor >= row.w && *from)
        cursor -= glyph_width(utf8_next(&from));
    struct style style = style_on(focused ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground);
    if (focused)
        style.attrs |= ATTR_UNDERLINE;
    canvas_fill(canvas, (struct rect){row.x, row.y, row.w, 1}, ' ', style);
    if (focused && text->whole)
        style.attrs |= ATTR_REVERSE;
    canvas_text(canvas, row.x, row.y, row.w, style, from);
    if (focused) {
        canvas_cursor(canvas, row.x + cursor, row.y);
    }
}

void field_labelled(struct canvas *canvas, struct rect row, const char *label, int at, int w,
                    const struct prompt *text, bool focused)
{
    if (focused)
        canvas_text(canvas, row.x, row.y, 1, popup_bold(ROLE_FOCUS), "▌");
    canvas_text(canvas, row.x + 1, row.y, at - 1, popup_style(ROLE_DIM), label);
    field_draw(canvas, (struct rect){row.x + at, row.y, w, 1}, text, focused, ROLE_POPUP);
}

bool field_action(struct prompt *text, enum action_id action)
{
    static const struct {
        enum action_id action;
        uint32_t key;
    } keys[] = {{ACTION_LIST_LEFT, KEYCODE_LEFT},
                {ACTION_LIST_RIGHT, KEYCODE_RIGHT},
                {ACTION_LIST_FIRST, KEYCODE_HOME},
                {ACTION_LIST_LAST, KEYCODE_END},
                {ACTION_LIST_DELETE, KEYCODE_DELETE}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].action == action) {
            prompt_key(text, keys[i].key);
            return true;
        }
    return false;
}

/* --- filter --- */

void filter_open(struct filter *filter)
{
    filter->whole = !filter->typing && *filter->text;
    filter->typing = true;
}

void filter_key(struct filter *filter, uint32_t key)
{
    bool back = key == KEYCODE_BACKSPACE || key == KEY_CONTROL_H;
    bool printable = key >= 32 && key != 127 && key < KEYCODE_UP && glyph_width(key) > 0;
    if (key == KEY_CONTROL_U || (filter->whole && (back || printable)))
        filter->text[0] = 0;
    size_t n = strlen(filter->text);
    while (back && !filter->whole && n > 0 && (filter->text[--n] & 0xC0) == 0x80)
        ; /* a character is erased as a whole */
    if (back)
        filter->text[n] = 0;
    if (printable) {
        char bytes[4];
        int length = utf8_put(key, bytes);
        if (n + (size_t)length < sizeof filter->text) {
            memcpy(filter->text + n, bytes, (size_t)length);
            filter->text[n + (size_t)length] = 0;
        }
    }
    filter->whole = false;
}

bool filter_keep(struct filter *filter)
{
    bool typing = filter->typing;
    filter->typing = filter->whole = false;
    return typing;
}

bool filter_clear(struct filter *filter)
{
    bool any = filter->typing || *filter->text;
    *filter = (struct filter){0};
    return any;
}

int filter_draw(const struct filter *filter, struct rect row, enum role ground, struct canvas *canvas)
{
    int x = row.x, end = row.x + row.w;
    struct style plain = style_on(style_bold(ROLE_TITLE), ground), chosen = plain;
    if (!filter->typing && !*filter->text)
        return x;
    chosen.attrs |= filter->whole ? ATTR_REVERSE : 0;
    part_span(canvas, &x, end, row.y, plain, "/ ");
    part_span(canvas, &x, end, row.y, chosen, filter->text);
    if (filter->typing && end > row.x) {
        canvas_cursor(canvas, x < end ? x : end - 1, row.y);
    }
    return x;
}
