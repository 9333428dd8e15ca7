/* Text that is chosen as a whole is drawn reversed, as editors do. */
#include "tui/widgets/filter.h"

#include "tui/term/key.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <string.h>

enum { KEY_CONTROL_H = 8, KEY_CONTROL_U = 21 };

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
