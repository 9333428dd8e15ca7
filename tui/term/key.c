/* The names of keys and their labels, in one table. */
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

void key_label(uint32_t key, char *out, size_t size)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == key) {
            snprintf(out, size, "%s", keys[i].label);
            return;
        }
    if (key >= KEYCODE_F1 && key <= KEYCODE_F12)
        snprintf(out, size, "F%d", (int)(key - KEYCODE_F1) + 1);
    else if (key < 27)
        snprintf(out, size, "^%c", (int)key + '@');
    else if (size > 4)
        out[utf8_put(key, out)] = 0;
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

/* --- mouse --- */

/* Both ways carry the same button code: two bits for the button, then shift, meta and control, 32 for motion,
 * 64 for the wheel. X10 adds 32 to everything and does not say which button was let go. */

enum { CODE_MODIFIERS = 4 | 8 | 16, CODE_MOTION = 32, CODE_WHEEL = 64, X10_RELEASE = 3, NUMBER_MAX = 9999 };

static enum mouse_kind kind_of(int code, bool release)
{
    code &= ~CODE_MODIFIERS;
    if (code == CODE_WHEEL || code == CODE_WHEEL + 1)
        return release ? MOUSE_NONE : code == CODE_WHEEL ? MOUSE_WHEEL_UP : MOUSE_WHEEL_DOWN;
    if (code == CODE_MOTION)
        return MOUSE_DRAG;
    if (code == 0)
        return release ? MOUSE_RELEASE : MOUSE_PRESS;
    return MOUSE_NONE;
}

static enum mouse_progress finish_x10(const struct mouse_report *report, struct mouse_event *event)
{
    int code = report->bytes[0] - 32;
    *event =
        (struct mouse_event){kind_of(code, false), report->bytes[1] - 33, report->bytes[2] - 33, false, 1};
    if ((code & ~CODE_MODIFIERS) == X10_RELEASE)
        event->kind = MOUSE_RELEASE;
    return MOUSE_DONE;
}

/* "0;12;7": three numbers. */
static bool read_numbers(const struct mouse_report *report, int *numbers)
{
    int at = 0, digits = 0;
    numbers[0] = numbers[1] = numbers[2] = 0;
    for (int i = 0; i < report->n - 1; i++) {
        int byte = report->bytes[i];
        if (byte == ';') {
            if (digits == 0 || ++at > 2)
                return false;
            digits = 0;
            continue;
        }
        numbers[at] = 10 * numbers[at] + byte - '0';
        digits++;
        if (numbers[at] > NUMBER_MAX)
            return false;
    }
    return at == 2 && digits > 0;
}

static enum mouse_progress finish_sgr(const struct mouse_report *report, struct mouse_event *event)
{
    int numbers[3];
    *event = (struct mouse_event){.kind = MOUSE_NONE};
    if (read_numbers(report, numbers)) {
        bool release = report->bytes[report->n - 1] == 'm';
        *event = (struct mouse_event){kind_of(numbers[0], release), numbers[1] - 1, numbers[2] - 1, false, 1};
    }
    return MOUSE_DONE;
}

enum mouse_progress mouse_report_add(struct mouse_report *report, int byte, struct mouse_event *event)
{
    bool last = byte == 'M' || byte == 'm', digit = byte >= '0' && byte <= '9';
    int room = (int)(sizeof report->bytes / sizeof *report->bytes);
    if (report->n == room || (report->x10 ? byte < 32 || byte > 255 : !last && !digit && byte != ';'))
        return MOUSE_BROKEN;
    report->bytes[report->n++] = byte;
    if (report->x10)
        return report->n == 3 ? finish_x10(report, event) : MOUSE_MORE;
    return last ? finish_sgr(report, event) : MOUSE_MORE;
}
