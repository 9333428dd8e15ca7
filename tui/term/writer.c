/* The writers of text and ANSI. ANSI emits a style only when it changes from one cell to the next. */
#include "tui/term/writer.h"

#include "tui/term/text.h"

#include <stdint.h>
#include <string.h>

static void write_glyph(uint32_t glyph, FILE *out)
{
    char bytes[4];
    fwrite(bytes, 1, (size_t)utf8_put(glyph, bytes), out);
}

void writer_text(const struct canvas *canvas, FILE *out)
{
    for (int y = 0; y < canvas->h; y++) {
        int end = canvas->w;
        while (end > 0 && canvas_at(canvas, end - 1, y)->glyph == ' ')
            end--;
        for (int x = 0; x < end; x++)
            if (canvas_at(canvas, x, y)->glyph)
                write_glyph(cell_plain_glyph(canvas_at(canvas, x, y)), out);
        fputc('\n', out);
    }
}

static void write_color(int32_t color, enum color_mode depth, bool background, FILE *out)
{
    if (color < 0)
        return;
    int base = background ? 48 : 38;
    if (depth == COLOR_DIRECT)
        fprintf(out, ";%d;2;%d;%d;%d", base, color >> 16 & 255, color >> 8 & 255, color & 255);
    else if (depth == COLOR_256)
        fprintf(out, ";%d;5;%d", base, color);
    else
        fprintf(out, ";%d", (background ? 40 : 30) + (color < 8 ? color : color + 52));
}

static void write_style(struct paint paint, enum color_mode depth, FILE *out)
{
    static const struct {
        enum cell_attr attr;
        const char *code;
    } codes[] = {{ATTR_BOLD, ";1"}, {ATTR_DIM, ";2"}, {ATTR_UNDERLINE, ";4"}, {ATTR_REVERSE, ";7"}};
    fputs("\033[0", out);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (paint.attrs & codes[i].attr)
            fputs(codes[i].code, out);
    write_color(paint.fg, depth, false, out);
    write_color(paint.bg, depth, true, out);
    fputc('m', out);
}

void writer_ansi(const struct canvas *canvas, const struct theme *theme, enum color_mode depth, FILE *out)
{
    depth = theme_depth(theme, depth);
    for (int y = 0; y < canvas->h; y++) {
        struct paint last = {-2, -2, 0};
        for (int x = 0; x < canvas->w; x++) {
            const struct cell *cell = canvas_at(canvas, x, y);
            if (cell->glyph == 0)
                continue;
            struct paint paint = theme_paint(theme, depth, cell);
            bool full = cell->glyph == 0x2588 && paint.fg >= 0 && !(paint.attrs & ATTR_REVERSE);
            if (full)
                paint.bg = paint.fg;
            if (paint.fg != last.fg || paint.bg != last.bg || paint.attrs != last.attrs)
                write_style(paint, depth, out);
            last = paint;
            write_glyph(full ? ' ' : depth == COLOR_NEVER ? cell_plain_glyph(cell) : cell->glyph, out);
        }
        fputs("\033[0m\n", out);
    }
}

/* --- clipboard --- */

/* "\033]52;c;" BASE64 "\a". */

size_t clipboard_sequence(const char *text, char *out, size_t size)
{
    static const char begin[] = "\033]52;c;", end[] = "\a";
    size_t n = strlen(text), at = sizeof begin - 1;
    if (size < CLIPBOARD_SIZE(n))
        return 0;
    memcpy(out, begin, at);
    const unsigned char *bytes = (const unsigned char *)text;
    char *base64 = out + at;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t written = 0;
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i;
        uint32_t group = (uint32_t)bytes[i] << 16;
        group |= left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
        group |= left > 2 ? (uint32_t)bytes[i + 2] : 0;
        for (size_t d = 0; d < 4; d++)
            base64[written++] = d <= left ? digits[group >> (18 - 6 * d) & 63] : '=';
    }
    at += written;
    memcpy(out + at, end, sizeof end);
    return at + sizeof end - 1;
}
