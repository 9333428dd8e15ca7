/* Row 1: the sentence. It is the only bold full-width line, and only its number has colour; at the right the
 * reference is named where there is room. */
#include "tui/board/panels/panels.h"

#include "tui/words/action.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

static enum role sense_role(enum headline_sense sense)
{
    return sense == SENSE_BETTER ? ROLE_GOOD : sense == SENSE_WORSE ? ROLE_BAD : ROLE_TITLE;
}

static void draw_reference(const struct scene *scene, struct rect rect, int from, struct canvas *canvas)
{
    char text[96], keys[32];
    if (!scene->reference_name)
        return;
    snprintf(text, sizeof text, "%s%s", scene->reference_name, scene->compared ? "" : ", computing");
    keymap_labels(scene->keymap, ACTION_REFERENCE_NEXT, 1, keys, sizeof keys);
    int end = rect.x + rect.w - 1, w = 3 + text_width(text), keys_w = 3 + text_width(keys) + 5;
    bool with_keys = end - w - keys_w >= from + 2;
    int x = with_keys ? end - w - keys_w : end - w;
    if (x < from + 2)
        return;
    part_span(canvas, &x, end, rect.y, style_of(ROLE_DIM), "vs ");
    part_span(canvas, &x, end, rect.y, style_bold(ROLE_REFERENCE), text);
    if (!with_keys)
        return;
    x += 2;
    part_span(canvas, &x, end, rect.y, style_bold(ROLE_TEXT), keys);
    part_span(canvas, &x, end, rect.y, style_of(ROLE_DIM), " next");
}

void panel_headline(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct headline *headline = &scene->headline;
    enum role role = sense_role(headline->sense);
    size_t length = strlen(headline->text), sign = strcspn(headline->text, " ");
    bool has_sign = (unsigned char)headline->text[0] >= 0x80;
    int x = rect.x + 1, end = rect.x + rect.w;
    for (size_t at = 0; at < length;) {
        char glyph[8];
        const char *next = headline->text + at;
        utf8_next(&next);
        size_t n = (size_t)(next - headline->text) - at;
        memcpy(glyph, headline->text + at, n);
        glyph[n] = 0;
        bool marked = at >= headline->mark_at && at < headline->mark_at + headline->mark_n;
        bool coloured = marked || (has_sign && at < sign);
        part_span(canvas, &x, end, rect.y, style_bold(coloured ? role : ROLE_TITLE), glyph);
        at += n;
    }
    draw_reference(scene, rect, x, canvas);
}
