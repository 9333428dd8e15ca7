/* Every function draws into what is left of the rectangle and moves on. */
#include "tui/widgets/lines.h"

#include "engine/base/text.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/popup.h"

#include <stdarg.h>

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
