/* The part that is shown begins where the cursor is in sight. */
#include "tui/widgets/field.h"

#include "tui/term/text.h"
#include "tui/term/key.h"

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
    canvas_text(canvas, row.x, row.y, row.w, style, from);
    if (focused) {
        canvas_cursor(canvas, row.x + cursor, row.y);
    }
}

bool field_action(struct prompt *text, enum action action)
{
    static const struct {
        enum action action;
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
