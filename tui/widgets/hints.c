/* Drawing and hitting walk over the same places. */
#include "tui/widgets/hints.h"

#include "tui/glyphs.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

enum { PRIORITY_LAST = 5, GAP = 2 };

struct place {
    const struct hint *hint;
    char keys[48];
    int x, w_keys, w; /* w: keys, blank and text */
};

static void spell(const struct keymap *keymap, const struct hint *hint, struct place *place)
{
    char second[16] = "";
    place->hint = hint;
    keymap_labels(keymap, hint->a, 1, place->keys, sizeof place->keys);
    if (hint->b != ACTION_NONE)
        keymap_labels(keymap, hint->b, 1, second, sizeof second);
    size_t used = strlen(place->keys);
    snprintf(place->keys + used, sizeof place->keys - used, "%s", second);
    place->w_keys = text_width(place->keys);
    place->w = place->w_keys ? place->w_keys + 1 + text_width(hint->text) : 0;
}

/* The highest priority number that still lets everything up to it fit. */
static int fitting(const struct keymap *keymap, const struct hint *hints, int n, int w)
{
    for (int most = PRIORITY_LAST; most > 0; most--) {
        int need = 0;
        for (int i = 0; i < n; i++) {
            struct place place;
            spell(keymap, &hints[i], &place);
            need += hints[i].priority <= most && place.w ? place.w + GAP : 0;
        }
        if (need <= w)
            return most;
    }
    return 0;
}

/* Moves on to the next hint that is shown, from index *i on; false at the end. */
static bool next_place(struct rect row, const struct keymap *keymap, const struct hint *hints, int n,
                       int most, int *i, int *x, struct place *place)
{
    for (; *i < n; (*i)++) {
        if (hints[*i].priority > most)
            continue;
        spell(keymap, &hints[*i], place);
        if (!place->w || *x >= row.x + row.w)
            continue;
        place->x = *x;
        *x += place->w + GAP;
        (*i)++;
        return true;
    }
    return false;
}

void hints_draw(struct canvas *canvas, struct rect row, const struct keymap *keymap, const struct hint *hints,
                int n)
{
    struct place place;
    int i = 0, x = row.x + 1, end = row.x + row.w, most = fitting(keymap, hints, n, row.w - 1);
    struct style dim = style_on(style_of(ROLE_DIM), ROLE_BAR);
    canvas_fill(canvas, row, ' ', style_on(style_of(ROLE_TEXT), ROLE_BAR));
    while (next_place(row, keymap, hints, n, most, &i, &x, &place)) {
        int at = place.x;
        part_span(canvas, &at, end, row.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), place.keys);
        part_span(canvas, &at, end, row.y, dim, " ");
        part_span(canvas, &at, end, row.y, dim, place.hint->text);
    }
}

enum action hints_hit(struct rect row, const struct keymap *keymap, const struct hint *hints, int n, int x)
{
    struct place place;
    int i = 0, at = row.x + 1, most = fitting(keymap, hints, n, row.w - 1);
    while (next_place(row, keymap, hints, n, most, &i, &at, &place)) {
        if (x < place.x || x >= place.x + place.w)
            continue;
        bool second = place.hint->b != ACTION_NONE && place.w_keys == 2 && x == place.x + 1;
        return second ? place.hint->b : place.hint->a;
    }
    return ACTION_NONE;
}
