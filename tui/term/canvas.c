/* Drawing on a grid of cells: every function here clips, so callers never check coordinates. A wide character
 * owns two cells (the second has glyph 0); overwriting one half blanks the other, so a row always has exactly
 * `w` columns. */
#include "tui/term/canvas.h"

#include "tui/term/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cell blank = {' ', ROLE_TEXT, ROLE_BACKGROUND, 0};

uint32_t role_shade(enum role role)
{
    static const uint32_t shades[ROLE_COUNT] = {
        [ROLE_EMBODIED] = 0x2591, [ROLE_IDLE] = 0x2592,  [ROLE_AUXILIARY] = 0x2591, [ROLE_COOLING] = 0x2592,
        [ROLE_FACILITY] = 0x2593, [ROLE_SAVED] = 0x2591, [ROLE_EXTRA] = 0x2593,     [ROLE_APP2] = 0x2591,
        [ROLE_APP3] = 0x2593,     [ROLE_APP4] = 0x2592,  [ROLE_APP5] = 0x2591};
    return shades[role] ? shades[role] : 0x2588;
}

uint32_t cell_plain_glyph(const struct cell *cell)
{
    bool level = cell->glyph >= 0x2581 && cell->glyph <= 0x2587;
    bool carbon = cell->bg >= ROLE_ACTIVE && cell->bg <= ROLE_BUSY && cell->bg != ROLE_SAVED;
    bool app = cell->bg >= ROLE_APP1 && cell->bg <= ROLE_APP5;
    if (level && cell->fg == ROLE_SAVED) /* solid it would be a part, floating over them */
        return cell->glyph >= 0x2584 ? role_shade(ROLE_SAVED) : ' ';
    if (!level || !(carbon || app))
        return cell->glyph; /* what is saved is no part: the top of the parts is what is read */
    return role_shade((enum role)(cell->glyph >= 0x2584 ? cell->fg : cell->bg));
}

bool canvas_init(struct canvas *canvas, int w, int h, enum glyph_set glyphs)
{
    *canvas = (struct canvas){.glyphs = glyphs, .cursor_x = -1, .cursor_y = -1};
    if (w <= 0 || h <= 0)
        return true;
    canvas->cells = malloc((size_t)w * (size_t)h * sizeof *canvas->cells);
    if (!canvas->cells)
        return false;
    canvas->w = w;
    canvas->h = h;
    canvas_clear(canvas);
    return true;
}

bool canvas_copy(struct canvas *canvas, const struct canvas *from)
{
    if (!canvas_init(canvas, from->w, from->h, from->glyphs))
        return false;
    if (from->w > 0 && from->h > 0)
        memcpy(canvas->cells, from->cells, (size_t)from->w * (size_t)from->h * sizeof *from->cells);
    return true;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->cells);
    arena_free(&canvas->texts);
    *canvas = (struct canvas){0};
}

void canvas_clear(struct canvas *canvas)
{
    for (int i = 0; i < canvas->w * canvas->h; i++)
        canvas->cells[i] = blank;
    canvas_unclip(canvas);
    canvas->cursor_x = canvas->cursor_y = -1;
    canvas->n_spots = 0;
    arena_free(&canvas->texts);
}

void canvas_dim(struct canvas *canvas)
{
    for (int i = 0; i < canvas->w * canvas->h; i++)
        canvas->cells[i].attrs =
            (uint8_t)((canvas->cells[i].attrs & ~(ATTR_BOLD | ATTR_COLUMN)) | ATTR_BEHIND);
    canvas->cursor_x = canvas->cursor_y = -1;
    canvas->n_spots = 0;
}

bool rect_contains(struct rect rect, int x, int y)
{
    return x >= rect.x && y >= rect.y && x < rect.x + rect.w && y < rect.y + rect.h;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

struct rect rect_intersect(struct rect a, struct rect b)
{
    int x = a.x > b.x ? a.x : b.x, y = a.y > b.y ? a.y : b.y;
    int w = least(a.x + a.w, b.x + b.w) - x, h = least(a.y + a.h, b.y + b.h) - y;
    return (struct rect){x, y, w > 0 ? w : 0, h > 0 ? h : 0};
}

void canvas_unclip(struct canvas *canvas)
{
    canvas->clip = (struct rect){0, 0, canvas->w, canvas->h};
}

void canvas_clip(struct canvas *canvas, struct rect rect)
{
    canvas->clip = rect_intersect(rect, (struct rect){0, 0, canvas->w, canvas->h});
}

void canvas_spot(struct canvas *canvas, struct rect rect, enum spot_kind kind, int which)
{
    struct rect seen = rect_intersect(rect, canvas->clip);
    if (seen.w > 0 && seen.h > 0 && canvas->n_spots < SPOTS_MAX)
        canvas->spots[canvas->n_spots++] = (struct spot){seen, kind, which};
}

struct spot canvas_spot_at(const struct canvas *canvas, int x, int y)
{
    for (int i = canvas->n_spots - 1; i >= 0; i--)
        if (rect_contains(canvas->spots[i].rect, x, y))
            return canvas->spots[i];
    return (struct spot){.kind = SPOT_NONE};
}

struct cell *canvas_at(const struct canvas *canvas, int x, int y)
{
    if (x < 0 || y < 0 || x >= canvas->w || y >= canvas->h)
        return NULL;
    return &canvas->cells[y * canvas->w + x];
}

void canvas_put(struct canvas *canvas, int x, int y, uint32_t glyph, struct style style)
{
    int width = glyph_width(glyph);
    if (width < 0) {
        glyph = '?';
        width = 1;
    }
    if (canvas->glyphs == GLYPHS_ASCII) {
        glyph = glyph_ascii(glyph);
        width = 1;
    }
    if (width == 0 || !rect_contains(canvas->clip, x, y))
        return;
    if (width == 2 && !rect_contains(canvas->clip, x + 1, y)) {
        glyph = ' ';
        width = 1;
    }
    struct cell *row = canvas->cells + (ptrdiff_t)y * canvas->w; /* the clip is within the canvas */
    for (int at = x; at < x + width; at++) {
        /* Blanks the other half when one half of a wide character is about to be overwritten. */
        if (row[at].glyph == 0 && at > 0)
            row[at - 1].glyph = ' ';
        else if (at + 1 < canvas->w && row[at + 1].glyph == 0)
            row[at + 1].glyph = ' ';
        row[at] = (struct cell){at > x ? 0 : glyph, style.fg, style.bg, style.attrs};
    }
}

int canvas_text(struct canvas *canvas, int x, int y, int max, struct style style, const char *text)
{
    int total = text_width(text), used = 0;
    bool cut = max >= 0 && total > max;
    int limit = cut ? max - 1 : total;
    while (*text) {
        uint32_t glyph = utf8_next(&text);
        /* The ASCII twin of two characters, where the second has room: in place of the blank after the sign,
         * or behind a sign that ends the text. */
        int room = max < 0 ? 0 : max - used;
        bool fits = *text == ' ' || (!*text && room >= 2);
        const char *pair = canvas->glyphs == GLYPHS_ASCII && fits ? glyph_ascii_pair(glyph) : NULL;
        int w = pair ? 2 : glyph_width(glyph);
        w = w < 0 ? 1 : w;
        if (used + w > (pair && !*text ? max : limit))
            break;
        canvas_put(canvas, x + used, y, pair ? (uint32_t)pair[0] : glyph, style);
        if (pair)
            canvas_put(canvas, x + used + 1, y, (uint32_t)pair[1], style);
        text += pair && *text == ' ';
        used += w;
    }
    if (cut && max > 0)
        canvas_put(canvas, x + used++, y, 0x2026, style);
    return used;
}

int canvas_print(struct canvas *canvas, int x, int y, int max, struct style style, const char *format, ...)
{
    char text[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return canvas_text(canvas, x, y, max, style, text);
}

int canvas_text_right(struct canvas *canvas, int x_end, int y, int max, struct style style, const char *text)
{
    int w = text_width(text);
    w = max >= 0 && w > max ? max : w;
    return canvas_text(canvas, x_end - w, y, max, style, text);
}

void canvas_fill(struct canvas *canvas, struct rect rect, uint32_t glyph, struct style style)
{
    rect = rect_intersect(rect, canvas->clip);
    for (int y = rect.y; y < rect.y + rect.h; y++)
        for (int x = rect.x; x < rect.x + rect.w; x++)
            canvas_put(canvas, x, y, glyph, style);
}

void canvas_hline(struct canvas *canvas, int x, int y, int n, uint32_t glyph, struct style style)
{
    canvas_fill(canvas, (struct rect){x, y, n, 1}, glyph, style);
}

void canvas_vline(struct canvas *canvas, int x, int y, int n, uint32_t glyph, struct style style)
{
    canvas_fill(canvas, (struct rect){x, y, 1, n}, glyph, style);
}

void canvas_cursor(struct canvas *canvas, int x, int y)
{
    if (!canvas_at(canvas, x, y))
        return;
    canvas->cursor_x = x;
    canvas->cursor_y = y;
}
