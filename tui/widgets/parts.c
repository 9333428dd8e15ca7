/* Each part draws into the row or rectangle it is given and keeps to it. */
#include "tui/widgets/parts.h"

#include "engine/base/text.h"
#include "tui/term/text.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void part_span(struct canvas *canvas, int *x, int x_end, int y, struct style style, const char *text)
{
    if (*x < x_end)
        *x += canvas_text(canvas, *x, y, x_end - *x, style, text);
}

int part_title(struct canvas *canvas, struct rect row, int number, const char *name, const char *unit,
               bool focused)
{
    char title[96];
    int x = row.x + 1, end = row.x + row.w;
    canvas_hline(canvas, row.x, row.y, row.w, focused ? 0x2501 : 0x2500,
                 style_of(focused ? ROLE_FOCUS : ROLE_RULE));
    if (number > 9)
        snprintf(title, sizeof title, " %c ", "&%^"[number - 10]);
    else if (number > 0)
        snprintf(title, sizeof title, " %d ", number);
    else
        snprintf(title, sizeof title, " ");
    if (focused) {
        snprintf(title + strlen(title), sizeof title - strlen(title), "%s ", name);
        part_span(canvas, &x, end, row.y, style_on(style_bold(ROLE_BACKGROUND), ROLE_FOCUS), title);
    } else {
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), title);
        part_span(canvas, &x, end, row.y, style_bold(ROLE_TITLE), name);
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), " ");
    }
    if (unit && *unit && end - x > 2) {
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), focused ? " " : "");
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), unit);
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), " ");
    }
    return x;
}

void part_tag(struct canvas *canvas, int x, int y, int x_begin, int x_end, const char *text)
{
    char tag[128];
    text_print(tag, sizeof tag, " %s ", text);
    int w = text_width(tag), at = x;
    if (at < x_begin)
        at = x_begin;
    if (at + w > x_end)
        at = x - w + 1;
    if (at < x_begin)
        at = x_begin;
    canvas_text(canvas, at, y, x_end - at, style_on(style_bold(ROLE_BACKGROUND), ROLE_CURSOR), tag);
}

void part_tick(struct canvas *canvas, int x, int y, int *free_x, int end, const char *label)
{
    int label_end = x + 1 + text_width(label);
    if (x < *free_x || label_end > end)
        return;
    canvas_put(canvas, x, y, 0x2575, style_of(ROLE_RULE));
    canvas_text(canvas, x + 1, y, -1, style_of(ROLE_DIM), label);
    *free_x = label_end + 1;
}

static int slider_at(const struct slider *slider, double value, int w)
{
    double share = slider->max > slider->min ? (value - slider->min) / (slider->max - slider->min) : 0;
    int at = (int)floor(share * (w - 1) + 0.5);
    return at < 0 ? 0 : at > w - 1 ? w - 1 : at;
}

void part_slider(struct canvas *canvas, int x, int y, int w, const struct slider *slider, enum role ground)
{
    if (w < 3)
        return;
    canvas_hline(canvas, x, y, w, 0x2500, style_on(style_of(ROLE_RULE), ground));
    if (!isnan(slider->initial))
        canvas_put(canvas, x + slider_at(slider, slider->initial, w), y, 0x253C,
                   style_on(style_of(ROLE_RULE), ground));
    enum role role = slider->edited ? ROLE_TITLE : ROLE_DIM;
    canvas_put(canvas, x + slider_at(slider, slider->value, w), y, 0x25CF,
               style_on(style_bold(role), ground));
}

void part_bar(struct canvas *canvas, int x, int y, int w, double share, enum role role)
{
    int eighths = (int)floor(fmin(fmax(share, 0), 1) * 8 * w + 0.5);
    for (int i = 0; i < w; i++) {
        int level = eighths - 8 * i;
        if (level >= 8)
            canvas_put(canvas, x + i, y, 0x2588, style_on(style_of(role), role));
        else if (level > 0 && canvas->glyphs != GLYPHS_ASCII)
            canvas_put(canvas, x + i, y, glyph_left(canvas->glyphs, level),
                       style_on(style_of(role), ROLE_TRACK));
        else
            canvas_put(canvas, x + i, y, level >= 4 ? '#' : 0x2591,
                       style_on(style_of(level >= 4 ? role : ROLE_TRACK), ROLE_TRACK));
    }
}

void part_dots(struct canvas *canvas, struct rect row, const double *values, size_t n, double least,
               double most, struct style style)
{
    for (size_t i = 0; i < n && most > least; i++)
        if (values[i] >= least && values[i] <= most)
            canvas_put(canvas, row.x + (int)((values[i] - least) / (most - least) * (row.w - 1) + 0.5), row.y,
                       0x2022, style);
}

void part_differences(struct canvas *canvas, struct rect row, const double *deltas, size_t n,
                      enum role ground)
{
    enum { LEAST_W = 7 };
    double least = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        least = fmin(least, deltas[i]);
        most = fmax(most, deltas[i]);
    }
    if (row.w < LEAST_W || n < 2 || !(most > least))
        return;
    int zero = (int)(-least / (most - least) * (row.w - 1) + 0.5);
    canvas_put(canvas, row.x + zero, row.y, 0x2502, style_on(style_of(ROLE_DIM), ground));
    part_dots(canvas, row, deltas, n, least, most, style_on(style_of(ROLE_TEXT), ground));
}

enum role part_row(struct canvas *canvas, struct rect row, enum role ground, bool chosen, bool focused)
{
    if (chosen)
        ground = ROLE_SELECTED;
    canvas_fill(canvas, row, ' ', style_on(style_of(ROLE_TEXT), ground));
    if (!chosen)
        return ground;
    canvas_put(canvas, row.x, row.y, focused ? 0x258C : 0x25CF, style_on(style_bold(ROLE_FOCUS), ground));
    if (focused) {
        canvas_cursor(canvas, row.x, row.y);
    }
    return ground;
}

/* Is the blank part of a number, "2 251", or between one and its "%"? */
static bool is_in_number(const char *text, const char *blank)
{
    bool after = blank > text && isdigit((unsigned char)blank[-1]);
    size_t digits = strspn(blank + 1, "0123456789");
    return after && (blank[1] == '%' || digits == 3);
}

/* The bytes of the first line of `text`, which begins with no blank, in so many columns. */
static size_t wrap_line(const char *text, int columns, size_t limit)
{
    const char *at = text, *fits = text, *cut = NULL;
    int used = 0;
    while (*at) {
        used += glyph_width(utf8_next(&at));
        if (used > columns || (size_t)(at - text) >= limit)
            break;
        fits = at;
        if (*at == 0 || (*at == ' ' && !is_in_number(text, at)))
            cut = at;
    }
    if (!cut) /* a word that is longer than the line; where not even a glyph fits, one goes */
        cut = fits > text ? fits : at > text ? at : text + 1;
    return (size_t)(cut - text);
}

enum { WRAP_LINE = 256 };

int part_wrap_rows(int columns, const char *text)
{
    int rows = 0;
    for (text += strspn(text, " "); *text; rows++) {
        text += wrap_line(text, columns, WRAP_LINE);
        text += strspn(text, " ");
    }
    return rows;
}

int part_wrap(struct canvas *canvas, struct rect rect, struct style style, const char *text)
{
    int row = 0;
    for (text += strspn(text, " "); *text && row < rect.h; row++) {
        char line[WRAP_LINE];
        size_t n = wrap_line(text, rect.w, sizeof line);
        n = n < sizeof line ? n : sizeof line - 1;
        memcpy(line, text, n);
        line[n] = 0;
        canvas_text(canvas, rect.x, rect.y + row, rect.w, style, line);
        text += n;
        text += strspn(text, " ");
    }
    return row;
}

/* --- lines --- */

/* Every function draws into what is left of the rectangle and moves on. */

enum { LABEL = 9 };

int lines_left(const struct lines *lines)
{
    return lines->rect.h > lines->y ? lines->rect.h - lines->y : 0;
}

static struct rect rest(const struct lines *lines)
{
    return (struct rect){lines->rect.x, lines->rect.y + lines->y, lines->rect.w, lines_left(lines)};
}

void lines_put(struct lines *lines, struct style style, const char *text)
{
    if (lines_left(lines) == 0)
        return;
    canvas_text(lines->canvas, lines->rect.x, lines->rect.y + lines->y, lines->rect.w, style, text);
    lines->y++;
}

void lines_print(struct lines *lines, struct style style, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    lines_put(lines, style, text_vprint(text, sizeof text, format, arguments));
    va_end(arguments);
}

void lines_sink(struct lines *lines, int rows)
{
    if (lines_left(lines) > rows)
        lines->y = lines->rect.h - rows;
}

void lines_wrap(struct lines *lines, struct style style, const char *text)
{
    if (lines->rect.w > 0)
        lines->y += part_wrap(lines->canvas, rest(lines), style, text);
}

void lines_gap(struct lines *lines)
{
    if (lines_left(lines) > 1)
        lines->y++;
}

void lines_fact(struct lines *lines, const char *label, int rows, const char *text)
{
    struct rect body = rest(lines);
    if (body.h == 0 || !*text || body.w <= LABEL)
        return;
    canvas_text(lines->canvas, body.x, body.y, LABEL - 1, popup_style(ROLE_DIM), label);
    body.x += LABEL;
    body.w -= LABEL;
    body.h = body.h < rows ? body.h : rows;
    lines->y += part_wrap(lines->canvas, body, popup_style(ROLE_TEXT), text);
}

void lines_factf(struct lines *lines, const char *label, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    lines_fact(lines, label, 3, text_vprint(text, sizeof text, format, arguments));
    va_end(arguments);
}

/* --- popup --- */

/* The frame is drawn even where there is no room for more: a stranger sees that something is open. */

/* What is left beside a box is a strip from which something can be read, or none. */
enum { MARGIN = 3 };

struct rect popup_place(const struct canvas *canvas, int w, int h)
{
    int most_h = canvas->h - 1;
    struct rect box = {0, 0, w + 2 * MARGIN <= canvas->w ? w : canvas->w, h < most_h ? h : most_h};
    box.w = box.w < 0 ? 0 : box.w;
    box.h = box.h < 0 ? 0 : box.h;
    box.x = (canvas->w - box.w) / 2;
    box.y = (most_h - box.h) / 2;
    return box;
}

struct rect popup_inside_of(struct rect box)
{
    return (struct rect){box.x + 2, box.y + 1, box.w > 4 ? box.w - 4 : 0, box.h > 2 ? box.h - 2 : 0};
}

struct rect popup_inside(const struct canvas *canvas, int w, int h)
{
    return popup_inside_of(popup_place(canvas, w, h));
}

struct rect popup_open(struct canvas *canvas, int w, int h, const char *title, const char *note)
{
    canvas_dim(canvas);
    return popup_box(canvas, popup_place(canvas, w, h), title, note);
}

struct rect popup_box(struct canvas *canvas, struct rect box, const char *title, const char *note)
{
    canvas_fill(canvas, box, ' ', popup_style(ROLE_TEXT));
    struct style rule = popup_style(ROLE_DIM);
    int right = box.x + box.w - 1, bottom = box.y + box.h - 1;
    canvas_hline(canvas, box.x, box.y, box.w, 0x2500, rule);
    canvas_hline(canvas, box.x, bottom, box.w, 0x2500, rule);
    canvas_vline(canvas, box.x, box.y, box.h, 0x2502, rule);
    canvas_vline(canvas, right, box.y, box.h, 0x2502, rule);
    canvas_put(canvas, box.x, box.y, 0x250C, rule);
    canvas_put(canvas, right, box.y, 0x2510, rule);
    canvas_put(canvas, box.x, bottom, 0x2514, rule);
    canvas_put(canvas, right, bottom, 0x2518, rule);
    int x = box.x + 2, end = box.x + box.w - 2;
    part_span(canvas, &x, end, box.y, popup_bold(ROLE_TITLE), " ");
    part_span(canvas, &x, end, box.y, popup_bold(ROLE_TITLE), title);
    part_span(canvas, &x, end, box.y, popup_bold(ROLE_TITLE), " ");
    if (*note && end - x > text_width(note) + 2) {
        x = end - text_width(note) - 2;
        part_span(canvas, &x, end, box.y, popup_style(ROLE_DIM), " ");
        part_span(canvas, &x, end, box.y, popup_style(ROLE_DIM), note);
        part_span(canvas, &x, end, box.y, popup_style(ROLE_DIM), " ");
    }
    return popup_inside_of(box);
}
