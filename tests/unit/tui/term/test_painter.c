/* The painter against a small terminal that understands what it writes: whatever frame follows whatever
 * frame, at every depth, the terminal shows it. And it says nothing when nothing changed. */
#include "engine/base/random.h"
#include "tui/term/text.h"
#include "tui/term/painter.h"
#include "tests/support/test.h"

enum { W = 23, H = 9 };

/* A terminal: a grid, a pen, and a place that is unknown (x == W) after the last column was written. */
struct screen {
    struct mark cells[H][W];
    struct paint pen;
    int x, y;
    bool cursor;
};

static void clear(struct screen *screen)
{
    for (int i = 0; i < W * H; i++)
        screen->cells[i / W][i % W] = (struct mark){' ', screen->pen};
}

static int32_t palette(const int *numbers, int n, int *i)
{
    int32_t color = -9;
    if (*i + 2 < n && numbers[*i + 1] == 5) {
        color = numbers[*i + 2];
        *i += 2;
    } else if (*i + 4 < n && numbers[*i + 1] == 2) {
        color = numbers[*i + 2] << 16 | numbers[*i + 3] << 8 | numbers[*i + 4];
        *i += 4;
    } else {
        fail_msg("a colour of no known form");
    }
    return color;
}

static void set_pen(struct screen *screen, const int *numbers, int n)
{
    static const struct {
        int code;
        uint8_t on, off;
    } attrs[] = {{1, ATTR_BOLD, 0},
                 {2, ATTR_DIM, 0},
                 {4, ATTR_UNDERLINE, 0},
                 {7, ATTR_REVERSE, 0},
                 {22, 0, ATTR_BOLD | ATTR_DIM},
                 {24, 0, ATTR_UNDERLINE},
                 {27, 0, ATTR_REVERSE},
                 {0, 0, 0xFF}};
    struct paint *pen = &screen->pen;
    for (int i = 0; i < n; i++) {
        int code = numbers[i];
        for (size_t a = 0; a < sizeof attrs / sizeof *attrs; a++)
            if (attrs[a].code == code)
                pen->attrs = (uint8_t)((pen->attrs | attrs[a].on) & ~attrs[a].off);
        if (code == 0 || code == 39)
            pen->fg = THEME_DEFAULT_COLOR;
        if (code == 0 || code == 49)
            pen->bg = THEME_DEFAULT_COLOR;
        if (code >= 30 && code <= 37)
            pen->fg = code - 30;
        if (code >= 40 && code <= 47)
            pen->bg = code - 40;
        if (code >= 90 && code <= 97)
            pen->fg = code - 82;
        if (code >= 100 && code <= 107)
            pen->bg = code - 92;
        if (code == 38)
            pen->fg = palette(numbers, n, &i);
        if (code == 48)
            pen->bg = palette(numbers, n, &i);
    }
}

static void show(struct screen *screen, const char *bytes, size_t n)
{
    DEFER(memory_leave) char *text = calloc(1, n + 1);
    memcpy(text, bytes, n);
    const char *at = text;
    while (*at) {
        if (strncmp(at, "\033[", 2) == 0) {
            /* "\033[" was read. */
            const char *place = at + 2;
            int numbers[16] = {0}, count = 0;
            bool private = *place == '?';
            place += private;
            while ((*place >= '0' && *place <= '9') || *place == ';') {
                if (count == 0)
                    count = 1;
                if (*place == ';')
                    count++;
                else
                    numbers[count - 1] = 10 * numbers[count - 1] + *place - '0';
                assert_true(count < 16);
                place++;
            }
            assert_true(strchr("HABCDmJhl", *place) != NULL);
            if (*place == 'H') {
                screen->y = numbers[0] - 1;
                screen->x = numbers[1] - 1;
            }
            if (*place >= 'A' && *place <= 'D') {
                int steps = count ? numbers[0] : 1;
                assert_true(screen->x < W); /* relative to a known place only */
                screen->y += *place == 'B' ? steps : *place == 'A' ? -steps : 0;
                screen->x += *place == 'C' ? steps : *place == 'D' ? -steps : 0;
            }
            if (*place == 'm')
                set_pen(screen, numbers, count);
            if (*place == 'J')
                clear(screen);
            if (*place == 'h' || *place == 'l')
                screen->cursor = *place == 'h';
            at = place + 1;
        } else if (*at == '\b') {
            assert_true(screen->x > 0 && screen->x < W);
            screen->x--;
            at++;
        } else {
            uint32_t glyph = utf8_next(&at);
            assert_in_range(screen->x, 0, W - 1);
            assert_in_range(screen->y, 0, H - 1);
            screen->cells[screen->y][screen->x] = (struct mark){glyph, screen->pen};
            screen->x += glyph_width(glyph);
        }
    }
}

/* What can be told apart by eye. */
static struct mark seen(struct mark mark)
{
    if (mark.glyph == 0x2588 && mark.paint.fg >= 0 && !(mark.paint.attrs & ATTR_REVERSE)) {
        mark.glyph = ' ';
        mark.paint.bg = mark.paint.fg;
    }
    if (mark.glyph == ' ' && !(mark.paint.attrs & (ATTR_REVERSE | ATTR_UNDERLINE))) {
        mark.paint.fg = 0;
        mark.paint.attrs = 0;
    }
    return mark;
}

static struct mark wanted(const struct painter *painter, const struct cell *cell, const struct theme *theme)
{
    struct mark mark = {cell->glyph, theme_paint(theme, painter->depth, cell)};
    if (painter->depth == COLOR_NEVER) {
        mark.glyph = cell_plain_glyph(cell);
        mark.paint.fg = mark.paint.bg = THEME_DEFAULT_COLOR;
    }
    if (painter->depth == COLOR_16 && !painter->traits.bright) {
        if (mark.paint.fg == 8) { /* grey is what the terminal writes with, dim */
            mark.paint.fg = THEME_DEFAULT_COLOR;
            mark.paint.bg = mark.paint.bg == 8 ? THEME_DEFAULT_COLOR : mark.paint.bg;
            mark.paint.attrs = (uint8_t)((mark.paint.attrs & ~ATTR_BOLD) | ATTR_DIM);
        }
        mark.paint.attrs |= mark.paint.fg >= 8 ? ATTR_BOLD : 0;
        mark.paint.bg -= mark.paint.bg >= 8 ? 8 : 0;
    }
    return seen(mark);
}

/* A stream of random numbers. */
struct random {
    uint64_t key, i;
};

static int pick(struct random *random, int n)
{
    return (int)random_below(random->key, random->i++, (uint32_t)n);
}

/* A few strokes over what is there. */
static void scribble(struct canvas *canvas, struct random *random)
{
    static const uint32_t glyphs[] = {' ', ' ', 'a', '7', 0x2500, 0x2588, 0x2584, 0x2847, 0x4E2D, 0x25CF};
    int strokes = pick(random, 30);
    for (int i = 0; i < strokes; i++) {
        struct style style = {(uint8_t)pick(random, ROLE_COUNT), (uint8_t)pick(random, ROLE_COUNT),
                              (uint8_t)pick(random, 64)};
        int x = pick(random, W), y = pick(random, H), n = pick(random, 6);
        for (int k = 0; k < n; k++)
            canvas_put(canvas, x + k, y, glyphs[pick(random, 10)], style);
    }
    if (pick(random, 10) == 0)
        canvas_clear(canvas);
    canvas->cursor_x = pick(random, 3) ? pick(random, W) : -1;
    canvas->cursor_y = pick(random, H);
}

FACT(test_the_terminal_shows_every_frame)
{
    static const enum color_mode depths[] = {COLOR_DIRECT, COLOR_256, COLOR_16, COLOR_NEVER};
    struct theme theme;
    theme_builtin(&theme);
    for (int round = 0; round < 16; round++) {
        struct random random = {random_key((uint64_t)round, RANDOM_TEST, 0), 0};
        DEFER(painter_free) struct painter painter;
        DEFER(canvas_free) struct canvas canvas;
        struct screen screen = {.pen = {3, 4, ATTR_BOLD}, .x = 5, .y = 5};
        painter_init(&painter, (struct painter_traits){.bright = round & 4, .corner_scrolls = round & 8});
        assert_true(canvas_init(&canvas, W, H, GLYPHS_BRAILLE));
        clear(&screen);
        for (int frame = 0; frame < 200; frame++) {
            size_t n;
            scribble(&canvas, &random);
            if (pick(&random, 40) == 0)
                painter_forget(&painter);
            const char *bytes = painter_draw(&painter, &canvas, &theme, depths[round % 4], &n);
            assert_non_null(bytes);
            show(&screen, bytes, n);
            for (int y = 0; y < H; y++)
                for (int x = 0; x < W; x++) {
                    const struct cell *cell = canvas_at(&canvas, x, y);
                    if (cell->glyph == 0 || (painter.traits.corner_scrolls && x == W - 1 && y == H - 1))
                        continue;
                    struct mark expected = wanted(&painter, cell, &theme), got = seen(screen.cells[y][x]);
                    if (expected.glyph != got.glyph || expected.paint.fg != got.paint.fg ||
                        expected.paint.bg != got.paint.bg || expected.paint.attrs != got.paint.attrs)
                        fail_msg("cell %d,%d: U+%04X %d on %d attrs %d instead of U+%04X %d on %d attrs %d",
                                 x, y, got.glyph, got.paint.fg, got.paint.bg, got.paint.attrs, expected.glyph,
                                 expected.paint.fg, expected.paint.bg, expected.paint.attrs);
                }
            assert_int_equal(screen.cursor, canvas.cursor_x >= 0);
            if (canvas.cursor_x >= 0) {
                assert_int_equal(screen.x, canvas.cursor_x);
                assert_int_equal(screen.y, canvas.cursor_y);
            }
            painter_draw(&painter, &canvas, &theme, depths[round % 4], &n);
            assert_int_equal(n, 0);
        }
    }
}

/* One colour on one ground says the ground once; two cells below each other need no address. */
FACT(test_it_says_little)
{
    struct theme theme;
    DEFER(painter_free) struct painter painter;
    DEFER(canvas_free) struct canvas canvas;
    size_t n;
    theme_builtin(&theme);
    painter_init(&painter, (struct painter_traits){.bright = true});
    assert_true(canvas_init(&canvas, W, H, GLYPHS_BRAILLE));
    painter_draw(&painter, &canvas, &theme, COLOR_256, &n);
    assert_true(n > W * H && n < W * H + 200);
    canvas_put(&canvas, 3, 3, 'a', style_of(ROLE_GOOD));
    canvas_put(&canvas, 3, 4, 'b', style_of(ROLE_GOOD));
    const char *bytes = painter_draw(&painter, &canvas, &theme, COLOR_256, &n);
    char text[80];
    snprintf(text, sizeof text, "\033[4;4H\033[38;5;%dma\033[B\bb",
             theme.colors[COLOR_256 - COLOR_DIRECT][ROLE_GOOD].color);
    assert_int_equal(n, strlen(text));
    assert_memory_equal(bytes, text, n);
}
