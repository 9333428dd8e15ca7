/* The names of keys, in one table for both directions. */
#include "tui/term/key.h"

#include "engine/base/text.h"
#include "tui/term/text.h"

#include <stdio.h>
#include <string.h>

static const struct {
    uint32_t key;
    const char *name, *label;
} keys[] = {
    {KEYCODE_TAB, "tab", "Tab"},
    {KEYCODE_ENTER, "enter", "Enter"},
    {KEYCODE_ESC, "esc", "Esc"},
    {KEYCODE_SPACE, "space", "space"},
    {KEYCODE_UP, "up", "↑"},
    {KEYCODE_DOWN, "down", "↓"},
    {KEYCODE_LEFT, "left", "←"},
    {KEYCODE_RIGHT, "right", "→"},
    {KEYCODE_HOME, "home", "Home"},
    {KEYCODE_END, "end", "End"},
    {KEYCODE_PGUP, "pgup", "PgUp"},
    {KEYCODE_PGDN, "pgdn", "PgDn"},
    {KEYCODE_INSERT, "insert", "Ins"},
    {KEYCODE_DELETE, "delete", "Del"},
    {KEYCODE_BACKTAB, "S-tab", "S-Tab"},
    {KEYCODE_BACKSPACE, "backspace", "Bksp"},
};

uint32_t key_parse(const char *name)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i].name, name) == 0)
            return keys[i].key;
    int64_t number;
    if (name[0] == 'f' && name[1] && text_to_int64(name + 1, &number))
        return number >= 1 && number <= 12 ? (uint32_t)(KEYCODE_F1 + number - 1) : KEYCODE_NONE;
    if (strncmp(name, "C-", 2) == 0 && name[2] >= 'a' && name[2] <= 'z' && name[3] == 0)
        return (uint32_t)(name[2] - 'a' + 1);
    uint32_t glyph = utf8_next(&name);
    return glyph > 32 && *name == 0 && glyph_width(glyph) > 0 ? glyph : KEYCODE_NONE;
}

static void name_key(uint32_t key, char *out, size_t size, bool label)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == key) {
            snprintf(out, size, "%s", label ? keys[i].label : keys[i].name);
            return;
        }
    if (key >= KEYCODE_F1 && key <= KEYCODE_F12) {
        snprintf(out, size, "%c%d", label ? 'F' : 'f', (int)(key - KEYCODE_F1) + 1);
    } else if (key < 27) {
        snprintf(out, size, label ? "^%c" : "C-%c", (int)key + (label ? '@' : '`'));
    } else if (size > 4) {
        out[utf8_put(key, out)] = 0;
    }
}

void key_spell(uint32_t key, char *out, size_t size)
{
    name_key(key, out, size, false);
}

void key_label(uint32_t key, char *out, size_t size)
{
    name_key(key, out, size, true);
}

void key_labels_plain(const char *labels, char *out, size_t size)
{
    static const char *const names[] = {"←", "Left", "→", "Right", "↑", "Up", "↓", "Down"};
    size_t used = 0;
    out[0] = 0;
    while (*labels) {
        const char *from = labels, *name = NULL;
        utf8_next(&labels);
        for (size_t i = 0; i < sizeof names / sizeof *names; i += 2)
            if (strncmp(from, names[i], strlen(names[i])) == 0)
                name = names[i + 1];
        size_t n = name ? strlen(name) : (size_t)(labels - from);
        if (used + n + 1 > size)
            return;
        memcpy(out + used, name ? name : from, n);
        out[used += n] = 0;
    }
}
