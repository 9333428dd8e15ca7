/* Themes: the shipped files parse and the default one says what is built in; faults carry their place; every
 * depth maps; what must be read has contrast. */
#include "tui/term/theme.h"
#include "tui/widgets/heat.h"
#include "tests/support/test.h"

static double luminance(int32_t rgb)
{
    double channel[3];
    for (int i = 0; i < 3; i++) {
        double c = (double)(rgb >> (16 - 8 * i) & 255) / 255;
        channel[i] = c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
    }
    return 0.2126 * channel[0] + 0.7152 * channel[1] + 0.0722 * channel[2];
}

/* WCAG contrast ratio, 1..21. */
static double color_contrast(int32_t a, int32_t b)
{
    double la = luminance(a), lb = luminance(b);
    return la > lb ? (la + 0.05) / (lb + 0.05) : (lb + 0.05) / (la + 0.05);
}

FACT(test_default_is_what_is_built_in)
{
    struct theme built, read;
    theme_builtin(&built);
    assert_true(theme_load(&read, ".", "default", &err));
    for (int depth = 0; depth < THEME_DEPTHS; depth++)
        for (int role = 0; role < ROLE_COUNT; role++) {
            if (built.colors[depth][role].color != read.colors[depth][role].color ||
                built.colors[depth][role].attrs != read.colors[depth][role].attrs)
                fail_msg("role %d at depth %d differs", role, depth);
        }
}

FACT(test_shipped_themes_load)
{
    static const char *const names[] = {"default", "high-contrast", "light", "mono", "terminal"};
    char found[16][32];
    assert_int_equal(theme_list(".", found, 16), 5);
    for (int i = 0; i < 5; i++) {
        struct theme theme;
        assert_string_equal(found[i], names[i]);
        assert_or(theme_load(&theme, ".", names[i], &err), "%s: %s: %s", names[i], err.place, err.message);
        assert_string_equal(theme.name, names[i]);
    }
}

/* What is read: words, digits, and curves as thin as letters. */
static const enum role words[] = {ROLE_TEXT,      ROLE_TITLE, ROLE_DIM,        ROLE_GOOD,  ROLE_BAD,
                                  ROLE_REFERENCE, ROLE_EDIT,  ROLE_PROVENANCE, ROLE_APP1,  ROLE_APP2,
                                  ROLE_APP3,      ROLE_APP4,  ROLE_APP5,       ROLE_RUN_A, ROLE_RUN_B,
                                  ROLE_RUN_C,     ROLE_RUN_D};
static const enum role curves[] = {ROLE_RAMP1, ROLE_RAMP2, ROLE_RAMP3, ROLE_RAMP4,
                                   ROLE_RAMP5, ROLE_RAMP6, ROLE_RAMP7};
enum { WORDS = sizeof words / sizeof *words, CURVES = sizeof curves / sizeof *curves };

static int32_t rgb_at(const struct theme *theme, int depth, enum role role)
{
    int32_t color = theme->colors[depth][role].color;
    return depth == 0 ? color : color_of_palette(color);
}

static void assert_contrast(const struct theme *theme, int depth, enum role role, enum role ground,
                            double least)
{
    double contrast = color_contrast(rgb_at(theme, depth, role), rgb_at(theme, depth, ground));
    assert_or(contrast >= least, "%s, depth %d: role %d on role %d has contrast %.2f", theme->name, depth,
              role, ground, contrast);
}

static double least_of(int depth, enum role ground)
{
    if (depth < 2)
        return ground == ROLE_BACKGROUND ? 4.5 : 3.5;
    return ground == ROLE_BAR ? 2.4 : 3;
}

/* Where a theme has a ground of its own: on that, and on those of popups, bars and chosen rows. Sixteen
 * colours leave less to choose from. */
FACT(test_what_must_be_read_has_contrast)
{
    static const char *const names[] = {"default", "light", "high-contrast"};
    static const enum role grounds[] = {ROLE_BACKGROUND, ROLE_POPUP, ROLE_BAR, ROLE_SELECTED};
    for (int i = 0; i < 3; i++)
        for (int depth = 0; depth < 3; depth++) {
            struct theme theme;
            assert_true(theme_load(&theme, ".", names[i], NULL));
            for (int g = 0; g < 4; g++) {
                const struct theme_color *ground = &theme.colors[depth][grounds[g]];
                if (ground->color < 0 || ground->attrs & ATTR_REVERSE)
                    continue; /* the terminal's own ground is tried below, a row that is reversed has one ink
                               */
                for (int w = 0; w < WORDS; w++)
                    assert_contrast(&theme, depth, words[w], grounds[g], least_of(depth, grounds[g]));
                for (int c = 0; c < CURVES && grounds[g] == ROLE_BACKGROUND; c++)
                    assert_contrast(&theme, depth, curves[c], ROLE_BACKGROUND, 3);
            }
        }
}

/* Sixteen colours over the terminal's own ground, which may be white or black: words and curves in its own
 * colour, or in one that both grounds leave readable, so none of green, yellow and cyan; areas in one that is
 * seen on both; and none that is the ground of one of them (0, 7, 15) or next to it (10, 11, 14). */
FACT(test_sixteen_colours_on_white_and_on_black)
{
    static const char *const names[] = {"default", "terminal"};
    for (int i = 0; i < 2; i++) {
        struct theme theme;
        assert_true(theme_load(&theme, ".", names[i], NULL));
        const struct theme_color *colors = theme.colors[COLOR_16 - COLOR_DIRECT];
        for (int role = 0; role < ROLE_COUNT; role++) {
            int color = colors[role].color;
            bool reads = role == ROLE_FOCUS || role == ROLE_CURSOR || role == ROLE_RULE;
            for (int w = 0; w < WORDS; w++)
                reads |= (int)words[w] == role;
            for (int c = 0; c < CURVES; c++)
                reads |= (int)curves[c] == role;
            if (color < 0)
                continue;
            double white = color_contrast(color_of_palette(color), 0xffffff);
            double black = color_contrast(color_of_palette(color), 0x000000), least = reads ? 3 : 1.6;
            if (white < least || black < least)
                fail_msg("%s: role %d in colour %d has contrast %.2f on white, %.2f on black", names[i], role,
                         color, white, black);
        }
        for (int role = ROLE_BACKGROUND; role <= ROLE_POPUP; role++)
            assert_int_equal(colors[role].color, THEME_DEFAULT_COLOR);
        assert_true(colors[ROLE_CURSOR_COLUMN].attrs & ATTR_REVERSE && colors[ROLE_BAR].attrs & ATTR_REVERSE);
    }
}

/* Five apps have five colours, and four runs four, wherever there are colours. */
FACT(test_series_differ)
{
    static const char *const names[] = {"default", "terminal", "light", "high-contrast"};
    for (int i = 0; i < 4; i++)
        for (int depth = 0; depth < 3; depth++) {
            struct theme theme;
            assert_true(theme_load(&theme, ".", names[i], NULL));
            const struct theme_color *colors = theme.colors[depth];
            for (int a = ROLE_APP1; a <= ROLE_RUN_D; a++)
                for (int b = a <= ROLE_APP5 ? ROLE_APP1 : ROLE_RUN_A; b < a; b++)
                    if (colors[a].color == colors[b].color)
                        fail_msg("%s, depth %d: roles %d and %d", names[i], depth, a, b);
        }
}

/* Parts that lie on each other differ, and so does what lies between two runs, which is drawn on them; parts
 * differ also where there are but eight colours for grounds: no two magentas. */
FACT(test_parts_of_an_area_differ)
{
    static const char *const names[] = {"default", "terminal", "light", "high-contrast"};
    static const enum role parts[] = {ROLE_BACKGROUND, ROLE_EMBODIED, ROLE_IDLE,  ROLE_ACTIVE, ROLE_FACILITY,
                                      ROLE_AUXILIARY,  ROLE_COOLING,  ROLE_SAVED, ROLE_EXTRA};
    enum { PARTS = sizeof parts / sizeof *parts, COMMON = 7 };
    for (int i = 0; i < 4; i++)
        for (int depth = COLOR_DIRECT; depth < COLOR_NEVER; depth++) {
            struct theme theme;
            assert_true(theme_load(&theme, ".", names[i], NULL));
            const struct theme_color *colors = theme.colors[depth - COLOR_DIRECT];
            for (int a = 0; a < PARTS; a++)
                for (int b = 0; b < a; b++) {
                    int one = colors[parts[a]].color, other = colors[parts[b]].color;
                    if (one == other)
                        fail_msg("%s, depth %d: roles %d and %d", names[i], depth, parts[a], parts[b]);
                    assert_true(depth != COLOR_16 || a >= COMMON || one % 8 != other % 8);
                }
        }
}

/* Steps of the ramp differ as they are shown: by their colour, or by a bar that is seen. */
FACT(test_steps_of_heat_differ)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, HEAT_STEPS, 1, GLYPHS_AUTO));
    for (int step = 0; step < HEAT_STEPS; step++)
        heat_cell(&canvas, step, 0, step);
    static const char *const names[] = {"default", "terminal", "light", "high-contrast"};
    for (int i = 0; i < 4; i++)
        for (int depth = COLOR_DIRECT; depth < COLOR_NEVER; depth++) {
            struct theme theme;
            assert_true(theme_load(&theme, ".", names[i], NULL));
            for (int step = 1; step < HEAT_STEPS; step++) {
                struct paint below = theme_paint(&theme, (enum color_mode)depth, &canvas.cells[step - 1]);
                struct paint here = theme_paint(&theme, (enum color_mode)depth, &canvas.cells[step]);
                bool bars = below.fg != below.bg && canvas.cells[step - 1].glyph != canvas.cells[step].glyph;
                assert_true(bars || below.bg != here.bg);
            }
        }
}

struct fault {
    const char *text, *place;
};

FACT(test_faults_have_their_place)
{
    static const struct fault cases[] = {
        {"[]", "t"},
        {"{\"name\": \"x\"}", "t"},
        {"{\"format\": 2}", "t:1:/format"},
        {"{\"format\": 1, \"depth\": \"deep\"}", "t:1:/depth"},
        {"{\"format\": 1, \"colours\": {}}", "t:1:/colours"},
        {"{\"format\": 1, \"colors\": []}", "t:1:/colors"},
        {"{\"format\": 1, \"colors\": {\"god\": \"red\"}}", "t:1:/colors/god"},
        {"{\"format\": 1, \"colors\": {\"good\": \"#12345\"}}", "t:1:/colors/good"},
        {"{\"format\": 1, \"colors\": {\"good\": \"red bald\"}}", "t:1:/colors/good"},
        {"{\"format\": 1, \"colors\": {\"good\": 16}}", "t:1:/colors/good"},
        {"{\"format\": 1, \"colors\": {\"good\": [\"red\", 256]}}", "t:1:/colors/good"},
        {"{\"format\": 1, \"colors\": {\"good\": []}}", "t:1:/colors/good"},
        {"{\"format\": 1, \"colors\": {\"good\": true}}", "t:1:/colors/good"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct theme theme;
        DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
        assert_false(theme_parse(&theme, cases[i].text, strlen(cases[i].text), "t", faults));
        assert_int_equal(faults->count, 1);
        assert_string_equal(faults->kept[0].place, cases[i].place);
        assert_true(strlen(faults->kept[0].message) > 10);
    }
}

FACT(test_every_fault_is_listed)
{
    const char *text =
        "{\"format\": 1, \"x\": 1, \"colors\": {\"good\": \"?\", \"bad\": \"#0000ff\", \"y\": 1}}";
    struct theme theme;
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    assert_false(theme_parse(&theme, text, strlen(text), "", faults));
    assert_int_equal(faults->count, 3);
}

FACT(test_missing_depths_are_derived)
{
    const char *text = "{\"format\": 1, \"colors\": {\"good\": \"#ff0000\", \"bad\": [\"#00ff00\", 46], "
                       "\"dim\": \"blue bold\"}}";
    struct theme theme;
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    assert_true(theme_parse(&theme, text, strlen(text), "", faults));
    assert_int_equal(theme.colors[0][ROLE_GOOD].color, 0xff0000);
    assert_int_equal(theme.colors[1][ROLE_GOOD].color, 196);
    assert_int_equal(theme.colors[2][ROLE_GOOD].color, 9);
    assert_int_equal(theme.colors[1][ROLE_BAD].color, 46);
    assert_int_equal(theme.colors[2][ROLE_BAD].color, 10);
    assert_int_equal(theme.colors[2][ROLE_DIM].color, 4);
    assert_int_equal(theme.colors[2][ROLE_DIM].attrs, ATTR_BOLD);
    assert_int_equal(theme.colors[3][ROLE_DIM].color, THEME_DEFAULT_COLOR);
}

FACT(test_no_color)
{
    setenv("NO_COLOR", "1", 1);
    assert_int_equal(display_color(COLOR_AUTO, COLOR_DIRECT), COLOR_NEVER);
    assert_int_equal(display_color(COLOR_256, COLOR_DIRECT), COLOR_256);
    setenv("NO_COLOR", "", 1);
    assert_int_equal(display_color(COLOR_AUTO, COLOR_256), COLOR_256);
    unsetenv("NO_COLOR");
    assert_int_equal(display_color(COLOR_AUTO, COLOR_16), COLOR_16);
}

FACT(test_unknown_theme)
{
    struct theme theme;
    assert_false(theme_load(&theme, ".", "nope", &err));
    assert_int_equal(err.kind, ERROR_INPUT);
    assert_false(theme_load(&theme, ".", "./missing.json", &err));
}
