/* The sentence. In presenter mode it has several rows: its number first, in large digits, then all of it in
 * bold; else it is row 1. It is the only bold full-width line, and only its number has colour; at the right
 * the reference is named where there is room. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "tui/words/action.h"
#include "tui/term/text.h"
#include "tui/widgets/big.h"
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

/* The sign of the direction and the number: "▼ 31.1 %". */
static void describe_mark(const struct headline *headline, char *out, size_t size)
{
    static const struct {
        const char *sign, *big;
    } signs[] = {{"▼", "▼ "}, {"▲", "▲ "}};
    const char *sign = "";
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(headline->text, signs[i].sign, strlen(signs[i].sign)) == 0)
            sign = signs[i].big;
    size_t n = 0;
    const char *number = headline->text + headline->mark_at;
    while (n < headline->mark_n && (number[n] == ' ' || number[n] == '%' || number[n] == '.' ||
                                    (number[n] >= '0' && number[n] <= '9')))
        n++;
    while (n > 0 && number[n - 1] == ' ')
        n--;
    snprintf(out, size, "%s%.*s", n > 0 ? sign : "", (int)n, number);
}

/* The largest price beside the gain: its number as large, what it is below. Returns the columns taken. */
static int draw_price(const struct headline *headline, struct rect rect, int scale, struct canvas *canvas)
{
    const char *price = headline->text + headline->price_at;
    size_t at = strcspn(price, "0123456789"), n = strspn(price + at, "0123456789. ");
    int rows = big_rows(canvas, scale), y = rect.y + (rect.h - rows) / 2;
    if (headline->price_n == 0 || at + n > headline->price_n || y + rows >= rect.y + rect.h)
        return 0;
    n -= n > 0 && price[at + n - 1] == ' ';
    bool percent = strncmp(price + at + n, " %", 2) == 0;
    const char *number = text(&canvas->texts, "%.*s%s", (int)n, price + at, percent ? " %" : "");
    const char *clause = text(&canvas->texts, "%.*s", (int)headline->price_n, price);
    int w = big_width(canvas, scale, number), wide = text_width(clause) > w ? text_width(clause) : w;
    if (wide > rect.w)
        return 0;
    big_text(canvas, rect.x, y, scale, style_bold(ROLE_BAD), number);
    int x = rect.x;
    part_span(canvas, &x, rect.x + rect.w, y + rows, style_bold(ROLE_BAD), clause);
    return wide + 3;
}

void panel_headline(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct headline *headline = &scene->headline;
    if (rect.h > 1) {
        char number[64];
        int x = rect.x + 2, scale = rect.h >= BIG_ROWS ? 2 : 1;
        describe_mark(headline, number, sizeof number);
        int w = big_width(canvas, scale, number), rows = big_rows(canvas, scale);
        if (*number && rows <= rect.h && 3 * w <= 2 * rect.w) {
            big_text(canvas, x, rect.y + (rect.h - rows) / 2, scale, style_bold(sense_role(headline->sense)),
                     number);
            x += w + 4 * scale;
            struct rect beside = {x, rect.y, (rect.x + rect.w - x) / 2, rect.h};
            x += draw_price(headline, beside, scale, canvas);
        }
        struct rect words = {x, rect.y, rect.x + rect.w - x - 1, rect.h};
        int need = part_wrap_rows(words.w, headline->text);
        words.y += need < rect.h ? (rect.h - need) / 2 : 0;
        words.h = rect.y + rect.h - words.y;
        part_wrap(canvas, words, style_bold(ROLE_TITLE), headline->text);
        return;
    }
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
