/* The sentence. In presenter mode it has several rows: its gain and its price first, in digits of one height,
 * then all of it, in large capitals where there is room; else it is row 1. It is the only bold full-width
 * line, and only its number has colour; at the right the reference is named where there is room. */
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

/* The largest price: its number, and the clause that it stands in. */
static bool describe_price(const struct headline *headline, char *out, size_t size)
{
    const char *price = headline->text + headline->price_at;
    size_t at = strcspn(price, "0123456789"), n = strspn(price + at, "0123456789. ");
    if (headline->price_n == 0 || at + n > headline->price_n)
        return false;
    n -= n > 0 && price[at + n - 1] == ' ';
    snprintf(out, size, "%.*s%s", (int)n, price + at, strncmp(price + at + n, " %", 2) == 0 ? " %" : "");
    return true;
}

/* "emits 20.6 % less carbon": the clause of the gain, as far as what it is held against. */
static const char *gain_clause(const struct headline *headline, struct arena *texts)
{
    const char *gain = headline->text + headline->mark_at, *than = strstr(gain, " than ");
    size_t n = strcspn(gain, ",;");
    bool emits = headline->mark_at > 6 && strncmp(gain - 6, "emits ", 6) == 0;
    n = than && (size_t)(than - gain) < n ? (size_t)(than - gain) : n;
    return text(texts, "%s%.*s", emits ? "emits " : "", (int)n, gain);
}

/* A number in large digits with its clause below, from the top of `rect`; returns the columns taken, 0: it
 * has no room. */
static int draw_number(struct canvas *canvas, struct rect rect, int scale, enum role role, const char *number,
                       const char *clause)
{
    int w = big_width(canvas, scale, number), rows = big_rows(canvas, scale), x = rect.x;
    if (w == 0 || w > rect.w || rows > rect.h)
        return 0;
    big_text(canvas, rect.x, rect.y, scale, style_bold(role), number);
    char told[96];
    const char *at = text_width(clause) > rect.w ? strstr(clause, " at ") : NULL; /* whose it is goes first */
    text_copy(told, sizeof told, at ? at + 1 : clause);
    text_cut_clause(told, sizeof told, rect.w);
    if (rows == rect.h)
        return w;
    part_span(canvas, &x, rect.x + rect.w, rect.y + rows, style_bold(role), told);
    return w > text_width(told) ? w : text_width(told);
}

/* Gain and price have digits of one height: below one another where there are rows, else side by side; a
 * price that has no room leaves the gain none. Returns the columns taken. */
static int draw_numbers(const struct headline *headline, struct rect rect, struct canvas *canvas)
{
    enum { APART = 4 };
    char gain[64], price[64];
    const char *shown = gain;
    bool paid = describe_price(headline, price, sizeof price);
    describe_mark(headline, gain, sizeof gain);
    int block = rect.h / (1 + paid), scale = block > BIG_ROWS ? 2 : 1, rows = big_rows(canvas, scale) + 1;
    bool stacked = paid && block >= rows;
    int gap = stacked && block > rows; /* and rows between the two where there are */
    int used = stacked ? 2 * (rows + gap) : rows < rect.h ? rows : rect.h, beside = 0, w = 0;
    struct rect first = {rect.x, rect.y + (rect.h - used) / 2, rect.w * 2 / 3, used / (1 + stacked)};
    if (paid && !stacked)
        beside = APART + big_width(canvas, scale, price);
    if (big_width(canvas, scale, gain) + beside > first.w)
        shown += strcspn(gain, "0123456789"); /* its sign is the first to go */
    if (*shown && big_width(canvas, scale, shown) + beside <= first.w)
        w = draw_number(canvas, first, scale, sense_role(headline->sense), shown,
                        gain_clause(headline, &canvas->texts));
    if (w == 0 || !paid)
        return w;
    struct rect second = first;
    second.y += stacked ? first.h : 0;
    second.x += stacked ? 0 : w + APART;
    second.w -= stacked ? 0 : w + APART;
    int other = draw_number(
        canvas, second, scale, ROLE_BAD, price,
        text(&canvas->texts, "%.*s", (int)headline->price_n, headline->text + headline->price_at));
    return !stacked ? w + APART + other : w > other ? w : other;
}

/* False: it is one clause. */
static bool cut_last_clause(char *told, size_t size)
{
    int columns = text_width(told);
    text_cut_clause(told, size, columns - 1);
    return text_width(told) < columns - 1;
}

void panel_headline(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct headline *headline = &scene->headline;
    if (rect.h > 1) {
        struct rect words = {rect.x + 2, rect.y, rect.w - 3, rect.h};
        int taken = draw_numbers(headline, words, canvas);
        words.x += taken ? taken + 4 : 0;
        words.w -= taken ? taken + 4 : 0;
        char told[sizeof headline->text];
        int large = 0;
        text_copy(told, sizeof told, headline->text);
        do /* the last clauses go where there are too many */
            large = rect.h > LAYOUT_LARGE ? big_wrap_rows(canvas, words.w, told) : 0;
        while (large > rect.h && cut_last_clause(told, sizeof told));
        bool fits = large > 0 && large <= rect.h;
        if (!fits)
            text_copy(told, sizeof told, headline->text);
        int need = fits ? large : part_wrap_rows(words.w, told);
        while (!fits && need > rect.h && cut_last_clause(told, sizeof told))
            need = part_wrap_rows(words.w, told);
        words.y += need < rect.h ? (rect.h - need) / 2 : 0;
        words.h = rect.y + rect.h - words.y;
        if (fits)
            big_wrap(canvas, words, style_of(ROLE_TITLE), told);
        else
            part_wrap(canvas, words, style_bold(ROLE_TITLE), told);
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
