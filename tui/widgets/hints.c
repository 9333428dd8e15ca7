/* Drawing and hitting walk over the same places. All hints up to some priority are shown, and of the next as
 * many as still fit, in their order. */
#include "tui/widgets/hints.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/term/key.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

enum { PRIORITY_LAST = 5, GAP = 2, MESSAGE_ROWS = 3 };

struct hint_place {
    const struct hint *hint;
    char keys[48];
    int x, w_keys, w; /* w: keys, blank and text */
    int second;       /* columns before the key of the hint's second action */
};

struct hints_row {
    struct rect rect;
    enum glyph_set glyphs;
    const struct keymap *keymap;
    const struct hint *hints;
    int n, x;
    int most, spare; /* hints up to this priority are shown, and so many columns of those of the next */
};

static void spell(const struct hints_row *row, const struct hint *hint, struct hint_place *place)
{
    char labels[2][32] = {"", ""}, plain[2][32];
    enum action_id actions[] = {hint->a, hint->b};
    place->hint = hint;
    for (int i = 0; i < 2; i++) {
        if (actions[i] != ACTION_NONE)
            keymap_labels(row->keymap, actions[i], 1, labels[i], sizeof labels[i]);
        key_labels_plain(labels[i], plain[i], sizeof plain[i]);
    }
    bool ascii = row->glyphs == GLYPHS_ASCII;
    /* Both keys: "←→", "+-", "Up/Dn", "PgUp/PgDn". */
    const char *first = ascii ? plain[0] : labels[0];
    const char *second = ascii ? plain[1] : labels[1];
    bool letters = text_width(first) == 1 && text_width(second) == 1;
    if (ascii && strcmp(first, "Left") == 0 && strcmp(second, "Right") == 0)
        snprintf(place->keys, sizeof place->keys, "<->");
    else if (ascii && strcmp(first, "Up") == 0 && strcmp(second, "Down") == 0)
        snprintf(place->keys, sizeof place->keys, "Up/Dn");
    else
        text_print(place->keys, sizeof place->keys, "%s%s%s", first, letters || !*second ? "" : "/", second);
    place->w_keys = text_width(place->keys);
    place->second = place->w_keys - (*second ? text_width(second) : 0);
    if (strcmp(place->keys, "Up/Dn") == 0)
        place->second = 3;
    else if (strcmp(place->keys, "<->") == 0)
        place->second = 2;
    place->w = place->w_keys ? place->w_keys + 1 + text_width(hint->text) : 0;
}

/* What the hints up to a priority need. */
static int need(const struct hints_row *row, int most)
{
    int columns = 0;
    for (int i = 0; i < row->n; i++) {
        struct hint_place place;
        spell(row, &row->hints[i], &place);
        columns += row->hints[i].priority <= most && place.w ? place.w + GAP : 0;
    }
    return columns;
}

static struct hints_row row_of(struct rect rect, enum glyph_set glyphs, const struct keymap *keymap,
                               const struct hint *hints, int n)
{
    struct hints_row row = {rect, glyphs, keymap, hints, n, rect.x + 1, PRIORITY_LAST, 0};
    int room = rect.w - 1 + GAP; /* behind the last one none is needed */
    while (row.most > 0 && need(&row, row.most) > room)
        row.most--;
    row.spare = room - need(&row, row.most);
    return row;
}

/* Moves on to the next hint that is shown, from index *i on; false at the end. */
static bool next_place(struct hints_row *row, int *i, struct hint_place *place)
{
    while (*i < row->n) {
        const struct hint *hint = &row->hints[(*i)++];
        if (hint->priority > row->most + 1)
            continue;
        spell(row, hint, place);
        bool extra = hint->priority > row->most;
        if (!place->w || row->x >= row->rect.x + row->rect.w || (extra && place->w + GAP > row->spare))
            continue;
        row->spare -= extra ? place->w + GAP : 0;
        place->x = row->x;
        row->x += place->w + GAP;
        return true;
    }
    return false;
}

void hints_draw(struct canvas *canvas, struct rect rect, const struct keymap *keymap,
                const struct hint *hints, int n)
{
    struct hints_row row = row_of(rect, canvas->glyphs, keymap, hints, n);
    struct style dim = style_on(style_of(ROLE_DIM), ROLE_BAR);
    struct hint_place place;
    int i = 0, end = rect.x + rect.w;
    canvas_fill(canvas, rect, ' ', style_on(style_of(ROLE_TEXT), ROLE_BAR));
    while (next_place(&row, &i, &place)) {
        int at = place.x;
        part_span(canvas, &at, end, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), place.keys);
        part_span(canvas, &at, end, rect.y, dim, " ");
        part_span(canvas, &at, end, rect.y, dim, place.hint->text);
    }
}

void hints_message(struct canvas *canvas, struct rect rect, const struct message *message)
{
    const char *text = message->text;
    struct style style = style_on(style_bold(message->bad ? ROLE_BAD : ROLE_TITLE), ROLE_BAR);
    struct rect measure = {rect.x + 1, canvas->h, rect.w - 1, MESSAGE_ROWS}; /* below: nothing is drawn */
    bool wraps = message->bad && text_width(text) > rect.w - 1;
    int x = rect.x + 1, rows = wraps ? part_wrap(canvas, measure, style, text) : 1;
    if (rows < 1 || rows > rect.y / 2)
        rows = 1;
    rect.y -= rows - 1;
    rect.h = rows;
    canvas_fill(canvas, rect, ' ', style_on(style_of(ROLE_TEXT), ROLE_BAR));
    if (rows == 1)
        part_span(canvas, &x, rect.x + rect.w, rect.y, style, text);
    else
        part_wrap(canvas, (struct rect){x, rect.y, rect.w - 1, rows}, style, text);
}

enum action_id hints_hit(struct rect rect, enum glyph_set glyphs, const struct keymap *keymap,
                         const struct hint *hints, int n, int x)
{
    struct hints_row row = row_of(rect, glyphs, keymap, hints, n);
    struct hint_place place;
    int i = 0;
    while (next_place(&row, &i, &place)) {
        if (x < place.x || x >= place.x + place.w)
            continue;
        bool second =
            place.hint->b != ACTION_NONE && x >= place.x + place.second && x < place.x + place.w_keys;
        return second ? place.hint->b : place.hint->a;
    }
    return ACTION_NONE;
}
