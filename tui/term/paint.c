/* From a cell to a paint: what the theme says about its two roles at one depth. A background role that
 * carries `reverse` is shown by swapping: in mono that is all there is to a tag or a bar. Mixing (the
 * cursor's column, what a popup is in front of) happens only where colours are known as RGB; below that the
 * glyphs must do. Of 256 the colour nearest to a mixture is another series' or none's: there the curves of
 * series, which must have the colours of their digits, do not step back when they are out of focus. */
#include "tui/term/display.h"
#include "tui/term/theme.h"

enum { FAINT_PERCENT = 28, COLUMN_PERCENT = 45, BEHIND_PERCENT = 58 };

enum color_mode theme_depth(const struct theme *theme, enum color_mode depth)
{
    if (depth == COLOR_AUTO)
        depth = COLOR_DIRECT;
    return depth < theme->richest ? theme->richest : depth;
}

/* Mixes two colours of one depth; unknown (default) colours stay as they are. */
static int32_t mix_at(enum color_mode depth, int32_t color, int32_t towards, int percent)
{
    if (color < 0 || towards < 0 || depth > COLOR_256)
        return color;
    if (depth == COLOR_DIRECT)
        return color_mix(color, towards, percent);
    return color_nearest_256(color_mix(color_of_palette(color), color_of_palette(towards), percent));
}

static bool is_filled(uint32_t glyph)
{
    return (glyph >= 0x2581 && glyph <= 0x2593) || glyph == '#' || glyph == ':';
}

static bool is_area(uint8_t role)
{
    return (role >= ROLE_ACTIVE && role <= ROLE_BUSY) || (role >= ROLE_APP1 && role <= ROLE_APP5);
}

/* The cell under the cursor: a lighter ground, and lighter fill where a bar or an area crosses it. Where that
 * can only be shown by swapping, areas pass before it, and what is drawn on them: swapped, what is below an
 * edge would be above it, and a curve on an area would be a hole in that. */
static void paint_column(const struct theme *theme, enum color_mode depth, const struct cell *cell,
                         struct paint *paint)
{
    const struct theme_color *table = theme->colors[depth - COLOR_DIRECT];
    if (table[ROLE_CURSOR_COLUMN].attrs & ATTR_REVERSE) {
        bool area = is_filled(cell->glyph) || is_area(cell->bg);
        paint->attrs |= area ? 0 : ATTR_REVERSE;
        return;
    }
    bool plain = cell->bg == ROLE_BACKGROUND;
    if (is_filled(cell->glyph) && cell->fg != ROLE_BAD)
        paint->fg = mix_at(depth, paint->fg, table[ROLE_CURSOR].color, COLUMN_PERCENT);
    if (plain)
        paint->bg = table[ROLE_CURSOR_COLUMN].color;
    else
        paint->bg = mix_at(depth, paint->bg, table[ROLE_CURSOR].color, COLUMN_PERCENT);
}

/* Dots on what is shown as solid where there are no colours. */
static bool is_on_solid(const struct cell *cell)
{
    bool dots = cell->glyph >= 0x2800 && cell->glyph <= 0x28FF;
    return dots && is_area(cell->bg) && role_shade((enum role)cell->bg) == 0x2588;
}

struct paint theme_paint(const struct theme *theme, enum color_mode depth, const struct cell *cell)
{
    depth = theme_depth(theme, depth);
    const struct theme_color *table = theme->colors[depth - COLOR_DIRECT];
    /* Of 16 colours several steps of the ramp share one: they differ by their bars, as without colours. */
    bool barred = depth == COLOR_16 && cell->bg >= ROLE_RAMP1 && cell->bg <= ROLE_RAMP7;
    struct theme_color fg = table[cell->fg], bg = table[barred ? ROLE_BACKGROUND : cell->bg];
    struct paint paint = {fg.color, bg.color, (uint8_t)(cell->attrs & 0x0F)};
    paint.attrs |= fg.attrs & (ATTR_BOLD | ATTR_UNDERLINE | ATTR_DIM);
    if (bg.attrs & ATTR_REVERSE) {
        paint.attrs ^= ATTR_REVERSE;
        if (bg.color >= 0)
            paint.fg = bg.color;
        else if (depth == COLOR_16)
            paint.fg = table[ROLE_TEXT].color; /* one ground for the whole row, whatever its texts' colours */
        paint.bg = table[ROLE_BACKGROUND].color;
        paint.attrs |= bg.attrs & ATTR_BOLD;
    }
    if (depth == COLOR_NEVER && is_on_solid(cell))
        paint.attrs ^= ATTR_REVERSE;
    bool series = cell->fg >= ROLE_APP1 && cell->fg <= ROLE_APP5;
    if (cell->attrs & ATTR_FAINT && (depth == COLOR_DIRECT || !series))
        paint.fg = mix_at(depth, paint.fg, table[ROLE_BACKGROUND].color, FAINT_PERCENT);
    if (cell->attrs & ATTR_COLUMN)
        paint_column(theme, depth, cell, &paint);
    if (cell->attrs & ATTR_BEHIND) {
        int32_t background = table[ROLE_BACKGROUND].color;
        paint.fg = mix_at(depth, paint.fg, background, BEHIND_PERCENT);
        paint.bg = mix_at(depth, paint.bg, background, BEHIND_PERCENT);
        paint.attrs = (uint8_t)((paint.attrs & ~ATTR_BOLD) | (depth > COLOR_256 ? ATTR_DIM : 0));
    }
    return paint;
}
