/* Text is UTF-8 and edited by whole characters. */
#include "tui/widgets/prompt.h"

#include "tui/term/key.h"
#include "tui/term/text.h"

#include <stdio.h>
#include <string.h>

void prompt_start(struct prompt *prompt, const char *text)
{
    *prompt = (struct prompt){0};
    snprintf(prompt->text, sizeof prompt->text, "%s", text);
    prompt->length = prompt->cursor = (int)strlen(prompt->text);
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

static bool insert_key(struct prompt *prompt, uint32_t key)
{
    char bytes[4];
    if (key >= KEYCODE_UP || glyph_width(key) < 1)
        return false;
    prompt_insert(prompt, bytes, utf8_put(key, bytes));
    return true;
}

bool prompt_key(struct prompt *prompt, uint32_t key)
{
    switch (key) {
    case KEYCODE_BACKSPACE:
    case 8:
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
    case 21:
        erase(prompt, 0, prompt->cursor);
        return true;
    default:
        return insert_key(prompt, key);
    }
}
