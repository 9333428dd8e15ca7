/* Every cell of every plot against the CSV of the same window. Recordings are random: parts of all sizes
 * beside and over each other, tails about their SLO, gaps. Scales are read from the numbers in the gutter, as
 * a user would; then a dot, a mark or the top of an area may be off by half of what its glyphs can tell
 * apart, and no more: a quarter of a row in braille, a third in blocks, a half where a hall is shown thick
 * lines, an eighth for areas, a row in ASCII. */
#include "tests/support/slow_build.h"
#include "tests/unit/tui/mixed_support.h"
#include "tests/unit/tui/random_recording.h"

enum { POINTS_MAX = 640, PARTS = 5, SERIES_MAX = 8, NAME_SIZE = 64, EIGHTHS = 8 };

static void forget_drawn(struct scene_run *run)
{
    run->seen_count = -1;
    if (run->curves)
        run->curves->window.points = -1;
}

/* --- the CSV, brought from buckets to points --- */

struct csv {
    char *text;
    const char *lines[2 * RECORDING_BUCKETS_MAX];
    int rows;
};

/* The column of this name; -1: there is none. */
static int csv_column(const struct csv *csv, const char *name)
{
    const char *at = csv->lines[0];
    size_t length = strlen(name);
    for (int column = 0; *at; column++, at += *at == ',') {
        size_t n = strcspn(at, ",");
        if (n == length && memcmp(at, name, n) == 0)
            return column;
        at += n;
    }
    return -1;
}

static double csv_number(const struct csv *csv, int row, int column)
{
    const char *at = csv->lines[1 + row];
    while (column-- > 0)
        at += strcspn(at, ",") + 1;
    return strcspn(at, ",") == 0 ? (double)NAN : strtod(at, NULL);
}

enum join { JOIN_MEAN, JOIN_LAST }; /* of the buckets of a point */

struct series {
    float points[POINTS_MAX];
    int n;
    enum role role;
};

/* False where the CSV has no such column. */
static bool csv_series(const struct csv *csv, const char *name, enum join join, const struct desk *desk,
                       struct series *series)
{
    int column = csv_column(csv, name), width = csv_column(csv, "width_s");
    int points = desk->scene.window.points;
    if (column < 0)
        return false;
    assert_true(points > 0 && points <= POINTS_MAX && csv->rows % points == 0);
    int each = csv->rows / points;
    series->n = points;
    for (int p = 0; p < points; p++) {
        double sum = 0, seconds = 0;
        for (int row = p * each; row < (p + 1) * each; row++) {
            double s = join == JOIN_LAST ? row == (p + 1) * each - 1 : csv_number(csv, row, width);
            sum += s > 0 ? s * csv_number(csv, row, column) : 0;
            seconds += s;
        }
        series->points[p] = (float)(sum / seconds);
    }
    return true;
}

/* --- a plot as it stands on the screen --- */

struct plot {
    const struct canvas *canvas;
    struct rect rect;
    int cursor_x;
    double low, per_row; /* of the scale */
    int slo_y;           /* the row named SLO; -1: none */
    bool heavy;          /* its curves are half a cell thick */
};

static int n_checked; /* plots and lanes, so that a test that skips them all fails */

static void gutter_text(const struct desk *desk, int y, char out[NAME_SIZE])
{
    const struct layout *layout = &desk->scene.layout;
    int n = 0;
    for (int x = layout->plot_x - layout->gutter_w; x < layout->plot_x && n < NAME_SIZE - 1; x++) {
        uint32_t glyph = canvas_at(&desk->canvas, x, y)->glyph;
        if (glyph != ' ')
            out[n++] = glyph < 0x80 ? (char)glyph : '?';
    }
    out[n] = 0;
}

/* A number stands for the lower edge of its row, SLO for the upper edge of its own. False where the gutter
 * has not two of them at even distances. */
static bool plot_read(struct plot *plot, const struct desk *desk, enum region region, int rows)
{
    struct rect rect = desk->scene.layout.rects[region];
    int bottom = rect.y + rect.h - 1, n = 0, ys[2] = {0};
    double values[2] = {0};
    *plot =
        (struct plot){.canvas = &desk->canvas,
                      .rect = {desk->scene.layout.plot_x, rect.y + 1, desk->scene.layout.plot_w, rect.h - 1},
                      .cursor_x = desk->scene.cursor_x,
                      .slo_y = -1,
                      .heavy = desk->scene.layout.presents};
    for (int y = bottom; y > rect.y; y--) {
        char text[NAME_SIZE], *end;
        gutter_text(desk, y, text);
        double value = strtod(text, &end);
        bool slo = strcmp(text, "SLO") == 0;
        if (slo)
            plot->slo_y = y;
        if ((!slo && (end == text || *end)) || n == 2)
            continue;
        ys[n] = slo ? y - 1 : y;
        values[n++] = slo ? 100 : value;
    }
    if (rect.h - 1 < rows || n < 2 || ys[0] != bottom)
        return false;
    plot->per_row = (values[1] - values[0]) / (ys[0] - ys[1]);
    plot->low = values[0];
    n_checked++;
    return true;
}

/* In rows above the lower edge of the plot. */
static double height_of(const struct plot *plot, double value)
{
    double height = (value - plot->low) / plot->per_row;
    return height < 0 ? 0 : height > plot->rect.h ? plot->rect.h : height;
}

static const struct cell *cell_at(const struct plot *plot, int column, int row_up)
{
    return canvas_at(plot->canvas, plot->rect.x + column, plot->rect.y + plot->rect.h - 1 - row_up);
}

/* Words of the plot: digits and letters of curves, marks of misses and searches. */
static bool is_mark(const struct plot *plot, const struct cell *cell)
{
    return cell->attrs & ATTR_BOLD || cell->glyph == 0x00D7 ||
           (cell->glyph == 'x' && cell->fg == ROLE_TEXT) || plot->canvas->glyphs == GLYPHS_AUTO;
}

static bool is_reference(const struct cell *cell)
{
    return cell->fg == ROLE_REFERENCE || (cell->fg == ROLE_TITLE && cell->bg != ROLE_BACKGROUND);
}

static const char *where(const struct plot *plot, int column, int row_up)
{
    static char text[96];
    const struct cell *cell = cell_at(plot, column, row_up);
    snprintf(text, sizeof text, "%dx%d %s, column %d, row %d: U+%04X %d on %d", plot->canvas->w,
             plot->canvas->h, glyph_set_names[plot->canvas->glyphs], column, row_up, (unsigned)cell->glyph,
             cell->fg, cell->bg);
    return text;
}

static double mean_at(const struct series *series, int column)
{
    double a = (double)series->points[2 * column], b = (double)series->points[2 * column + 1];
    return isnan(a) ? b : isnan(b) ? a : (a + b) / 2;
}

/* What stands for a column where it has one sign: the mean, but what is over an SLO is not evened out. */
static double sign_at(const struct plot *plot, const struct series *series, int column)
{
    double a = (double)series->points[2 * column], b = (double)series->points[2 * column + 1];
    return plot->slo_y >= 0 && fmax(a, b) > 100 ? fmax(a, b) : mean_at(series, column);
}

/* --- curves --- */

/* What is drawn across or along a plot: the curves, whose values are known, and levels. */
struct curves_on {
    const struct series *series;
    int n;
    double level; /* of a line across; NAN: none */
};

static bool is_dotted(const struct plot *plot)
{
    return plot->canvas->glyphs == GLYPHS_BRAILLE && !plot->heavy;
}

/* Parts of a row that a curve can tell apart. */
static int parts_of(const struct plot *plot)
{
    if (plot->heavy)
        return plot->canvas->glyphs == GLYPHS_ASCII ? 1 : 2;
    return plot->canvas->glyphs == GLYPHS_BRAILLE ? 4 : plot->canvas->glyphs == GLYPHS_BLOCK ? 3 : 1;
}

static bool holds(double height, int part)
{
    return fabs(part + 0.5 - height) <= 0.5 + 1e-3;
}

static bool dot_is_set(const struct plot *plot, int point, int dot)
{
    static const unsigned char bits[4][2] = {{0x40, 0x80}, {0x04, 0x20}, {0x02, 0x10}, {0x01, 0x08}};
    const struct cell *cell = cell_at(plot, point / 2, dot / 4);
    return cell->glyph >= 0x2800 && cell->glyph <= 0x28FF && cell->fg != ROLE_GRID &&
           cell->glyph & bits[dot % 4][point % 2];
}

/* The curve's point has its dot, at the height of its value; a sign may stand there in its place. */
static void check_dot(const struct plot *plot, const struct series *series, int point)
{
    double height = 4 * height_of(plot, (double)series->points[point]);
    int dots = 4 * plot->rect.h, dot = (int)height - 1;
    dot = dot < 0 ? 0 : dot;
    for (; dot <= (int)height + 1 && dot < dots; dot++)
        if (holds(height, dot) &&
            (dot_is_set(plot, point, dot) || is_mark(plot, cell_at(plot, point / 2, dot / 4))))
            return;
    fail_msg("%.9g is not at its height: %s", (double)series->points[point],
             where(plot, point / 2, (int)fmin(height / 4, plot->rect.h - 1)));
}

/* Between the curve's point and the one before it. */
static bool explains_dot(const struct plot *plot, const struct series *series, int point, int dot)
{
    double now = 4 * height_of(plot, (double)series->points[point]), before = now;
    if (isnan(now))
        return false;
    if (point > 0 && !isnan(series->points[point - 1]))
        before = 4 * height_of(plot, (double)series->points[point - 1]);
    return dot + 0.5 >= fmin(now, before) - 0.501 && dot + 0.5 <= fmax(now, before) + 0.501;
}

/* The level of a curve in a cell of blocks or of ASCII, -1 if it stands for nothing there. */
static int level_of(const struct plot *plot, const struct cell *cell)
{
    if (plot->canvas->glyphs == GLYPHS_ASCII)
        return 0;
    if (plot->heavy)
        return cell->glyph == 0x2584 ? 0 : cell->glyph == 0x2580 ? 1 : -1;
    return cell->glyph == 0x2581 ? 0 : cell->glyph == 0x2500 ? 1 : cell->glyph == 0x2594 ? 2 : -1;
}

/* The mark of each curve stands in its row, unless another has the turn in a cell that both are in. */
static void check_mark(const struct plot *plot, const struct curves_on *on, int which, int column)
{
    int parts = parts_of(plot);
    double height = parts * height_of(plot, sign_at(plot, &on->series[which], column));
    if (isnan(height))
        return;
    for (int part = (int)height > 0 ? (int)height - 1 : 0; part <= (int)height && part < parts * plot->rect.h;
         part++) {
        const struct cell *cell = cell_at(plot, column, part / parts);
        bool own = cell->fg == on->series[which].role || cell->fg == ROLE_BAD || on->series[which].role == 0;
        if (!holds(height, part))
            continue;
        if (is_mark(plot, cell) || (own && level_of(plot, cell) == part % parts))
            return;
        double level = parts * height_of(plot, on->level);
        if (!isnan(level) &&
            ((int)(level / parts) == part / parts || (int)((level - 0.01) / parts) == part / parts))
            return; /* the line across takes turns with it */
        for (int other = 0; other < on->n; other++) {
            double now = parts * height_of(plot, sign_at(plot, &on->series[other], column)), before = now;
            if (column > 0 && !isnan(sign_at(plot, &on->series[other], column - 1)))
                before = parts * height_of(plot, sign_at(plot, &on->series[other], column - 1));
            if (other != which && part / parts >= (int)(fmin(now, before) / parts) - 1 &&
                part / parts <= (int)(fmax(now, before) / parts) + 1)
                return;
        }
    }
    fail_msg("%.9g is not at its height: %s", sign_at(plot, &on->series[which], column),
             where(plot, column, (int)fmin(height / parts, plot->rect.h - 1)));
}

static void check_curves(const struct plot *plot, const struct curves_on *on)
{
    for (int column = 0; column < plot->rect.w; column++) {
        if (plot->rect.x + column == plot->cursor_x)
            continue;
        for (int i = 0; i < on->n; i++)
            if (!is_dotted(plot))
                check_mark(plot, on, i, column);
        for (int point = 2 * column; point < 2 * column + 2 && is_dotted(plot); point++) {
            for (int i = 0; i < on->n; i++)
                if (!isnan(on->series[i].points[point]))
                    check_dot(plot, &on->series[i], point);
            for (int dot = 0; dot < 4 * plot->rect.h; dot++) {
                if (!dot_is_set(plot, point, dot) || is_reference(cell_at(plot, point / 2, dot / 4)))
                    continue;
                bool explained = holds(4 * height_of(plot, on->level), dot);
                for (int i = 0; i < on->n && !explained; i++)
                    explained = explains_dot(plot, &on->series[i], point, dot);
                assert_or(explained, "a dot of no curve: %s", where(plot, point / 2, dot / 4));
            }
        }
    }
}

/* --- areas --- */

struct stack {
    const struct series *parts; /* from the bottom up */
    int n;
};

/* The area of what differs from the reference: above the stack what is saved, in every other column of it
 * what is extra. */
static bool is_gap(const struct cell *cell)
{
    return cell->fg == ROLE_SAVED || cell->fg == ROLE_EXTRA || cell->bg == ROLE_SAVED ||
           cell->bg == ROLE_EXTRA;
}

/* Where the parts end in a column, in eighths of a cell above `base`; false: a gap. */
static bool stack_tops(const struct plot *plot, const struct stack *stack, int column, double base,
                       double tops[PARTS])
{
    double sum = 0;
    for (int i = 0; i < stack->n; i++) {
        double value = mean_at(&stack->parts[i], column);
        sum += value;
        tops[i] = EIGHTHS * height_of(plot, sum) - base;
    }
    return !isnan(sum);
}

/* How much of [from, to) is of the role; what is above the stack is the ground. */
static double share_between(const struct stack *stack, const double *tops, double from, double to,
                            enum role role)
{
    double bottom = -INFINITY, share = 0;
    for (int i = 0; i <= stack->n; i++) {
        double top = i < stack->n ? tops[i] : INFINITY;
        enum role part = i < stack->n ? stack->parts[i].role : ROLE_BACKGROUND;
        if (part == role)
            share += fmax(fmin(top, to) - fmax(bottom, from), 0);
        bottom = fmax(bottom, top);
    }
    return share;
}

/* The boundary of two parts that is nearest to a level of the cell. */
static double nearest_boundary(const struct stack *stack, const double *tops, double level)
{
    double best = INFINITY;
    for (int i = 0; i < stack->n; i++)
        best = fabs(tops[i] - level) < fabs(best - level) ? tops[i] : best;
    return best;
}

static int boundaries_within(const struct stack *stack, const double *tops)
{
    int n = 0;
    for (int i = 0; i < stack->n; i++)
        n += tops[i] > 0.5 && tops[i] < EIGHTHS - 0.5 && (i == 0 || tops[i] > tops[i - 1] + 1e-6);
    return n;
}

static void check_stack_cell(const struct plot *plot, const struct stack *stack, const double *tops,
                             const struct cell *cell, int column, int row)
{
    double total = tops[stack->n - 1], slack = 0.5 + 1e-2;
    bool block = cell->glyph >= 0x2581 && cell->glyph <= 0x2587,
         full = cell->fg >= ROLE_ACTIVE && cell->fg <= ROLE_BUSY;
    double level = block && full ? cell->glyph - 0x2580 : full ? EIGHTHS : 0;
    enum role upper = block && full ? (enum role)cell->bg : full ? (enum role)cell->fg : ROLE_BACKGROUND;
    if (upper == ROLE_BACKGROUND ? fabs(level - fmin(fmax(total, 0), EIGHTHS)) > slack
                                 : total < EIGHTHS - slack)
        fail_msg("the area ends at %.3f of 8: %s", total, where(plot, column, row));
    if (level == 0)
        return;
    if (!(share_between(stack, tops, -slack, level + slack, (enum role)cell->fg) > 0))
        fail_msg("no such part below: %s", where(plot, column, row));
    if (level < EIGHTHS && !(share_between(stack, tops, level - slack, EIGHTHS + slack, upper) > 0))
        fail_msg("no such part above: %s", where(plot, column, row));
    if (level < EIGHTHS && fabs(nearest_boundary(stack, tops, level) - level) > slack)
        fail_msg("no two parts meet there: %s", where(plot, column, row));
    if (level == EIGHTHS && boundaries_within(stack, tops) > 0)
        fail_msg("%d boundaries within, none is shown: %s", boundaries_within(stack, tops),
                 where(plot, column, row));
}

/* How far a cell is filled by an area of one role from below; -1: by none that is told. */
static double level_below(const struct plot *plot, const struct cell *cell)
{
    bool block = cell->glyph >= 0x2581 && cell->glyph <= 0x2587;
    return plot->canvas->glyphs == GLYPHS_ASCII || !block ? EIGHTHS : cell->glyph - 0x2580;
}

/* What is saved begins at the top of the stack and ends at the reference; where the top is inside the cell,
 * the top is exact, and the rest is shown for what most of it is. */
static void check_saved(const struct plot *plot, double total, double other, const struct cell *cell,
                        int column, int row)
{
    double slack = plot->canvas->glyphs == GLYPHS_ASCII ? EIGHTHS / 2.0 + 0.51 : 0.51;
    double level = level_below(plot, cell);
    assert_or(!(other <= total), "nothing is saved here: %s", where(plot, column, row));
    if (cell->fg == ROLE_SAVED) {
        if (total > slack || (level < EIGHTHS ? fabs(other - level) : fmax(EIGHTHS - other, 0)) > slack)
            fail_msg("what is saved is from %.3f to %.3f of 8: %s", total, other, where(plot, column, row));
    } else if (fabs(total - level) > slack || other - total < (EIGHTHS - total) / 2 - 0.76) {
        fail_msg("what is saved is above %.3f, to %.3f of 8: %s", total, other, where(plot, column, row));
    }
}

static void check_extra(const struct plot *plot, double total, double other, const struct cell *cell,
                        int column, int row)
{
    double slack = plot->canvas->glyphs == GLYPHS_ASCII ? EIGHTHS / 2.0 + 0.51 : 0.51;
    double level = level_below(plot, cell);
    assert_or(!(other >= total || column % 2), "nothing is extra here: %s", where(plot, column, row));
    if (cell->fg == ROLE_EXTRA) {
        if (other > slack || (level < EIGHTHS ? fabs(total - level) : fmax(EIGHTHS - total, 0)) > slack)
            fail_msg("what is extra is from %.3f to %.3f of 8: %s", other, total, where(plot, column, row));
    } else if (fabs(other - level) > 0.51 || total < EIGHTHS - 0.51) {
        fail_msg("what is extra is above %.3f, to %.3f of 8: %s", other, total, where(plot, column, row));
    }
}

static void check_stack(const struct plot *plot, const struct stack *stack, const struct series *then)
{
    double tops[PARTS];
    for (int column = 0; column < plot->rect.w; column++)
        for (int row = 0; row < plot->rect.h && plot->rect.x + column != plot->cursor_x; row++) {
            const struct cell *cell = cell_at(plot, column, row);
            if (!stack_tops(plot, stack, column, EIGHTHS * row, tops))
                continue;
            double other =
                then ? EIGHTHS * height_of(plot, mean_at(then, column)) - EIGHTHS * row : (double)NAN;
            if (!isnan(other) && !is_reference(cell)) {
                /* Wherever the reference leaves a cell to it, so much of the difference is to be seen: all
                 * cells that are wholly between the two, but the columns of the stack that show its parts. */
                double own_total = tops[stack->n - 1];
                bool saved = own_total <= 0 && other >= EIGHTHS;
                bool extra = other <= 0 && own_total >= EIGHTHS && column % 2 == 0;
                if (is_gap(cell)) {
                    bool is_saved = cell->fg == ROLE_SAVED || cell->bg == ROLE_SAVED;
                    (is_saved ? check_saved : check_extra)(plot, own_total, other, cell, column, row);
                } else if ((saved || extra) && !is_mark(plot, cell)) {
                    fail_msg("a difference is not shown: %s", where(plot, column, row));
                }
            }
            if (is_gap(cell))
                assert_true(cell->bg == ROLE_SAVED ? other > tops[stack->n - 1]
                                                   : !isnan(other) || !is_reference(cell));
            else if (is_reference(cell)) {
                /* The reference crosses the cell, which is all of one part, or of none: of most of it. */
                double half = EIGHTHS / 2.0, total = tops[stack->n - 1];
                enum role ground = (enum role)cell->bg;
                bool several = boundaries_within(stack, tops) > 1, there = ground != ROLE_BACKGROUND;
                double slack = several ? half : 0.51;
                if ((fabs(total - half) > 0.51 && there != (total > half)) ||
                    !(share_between(stack, tops, half - slack, half + slack, ground) > 0))
                    fail_msg("the reference stands on what is not there: %s", where(plot, column, row));
            } else if (plot->canvas->glyphs == GLYPHS_ASCII) {
                /* One sign a cell: there from half a cell on, of the part in the middle where only two meet.
                 */
                double total = tops[stack->n - 1], half = EIGHTHS / 2.0;
                bool part = cell->fg >= ROLE_ACTIVE && cell->fg <= ROLE_BUSY;
                if (fabs(total - half) > 0.51 && part != (total > half))
                    fail_msg("the area ends at %.3f of 8: %s", total, where(plot, column, row));
                if (part && !(share_between(stack, tops, -0.5, EIGHTHS, (enum role)cell->fg) > 0))
                    fail_msg("no such part: %s", where(plot, column, row));
                if (part && boundaries_within(stack, tops) <= 1 &&
                    !(share_between(stack, tops, half - 0.52, half + 0.52, (enum role)cell->fg) > 0))
                    fail_msg("another part is in the middle: %s", where(plot, column, row));
            } else
                check_stack_cell(plot, stack, tops, cell, column, row);
        }
}

/* The reference is at its height, and within four columns it is seen. */
static void check_reference(const struct plot *plot, const struct series *then)
{
    int unseen = 0, parts = parts_of(plot);
    for (int column = 0; column < plot->rect.w; column++) {
        bool seen = plot->rect.x + column == plot->cursor_x || isnan(mean_at(then, column));
        for (int row = 0; row < plot->rect.h && !seen; row++) {
            const struct cell *cell = cell_at(plot, column, row);
            if (!is_reference(cell))
                continue;
            for (int dot = 4 * row; dot < 4 * row + 4 && parts == 4; dot++)
                for (int point = 2 * column; point < 2 * column + 2; point++)
                    if (dot_is_set(plot, point, dot) && !explains_dot(plot, then, point, dot))
                        fail_msg("the reference is elsewhere: %s", where(plot, column, row));
            seen = true;
        }
        unseen = seen ? 0 : unseen + 1;
        assert_or(!(unseen >= 4), "the reference vanishes: %s", where(plot, column, 0));
    }
}

/* What an area says must be said in words: the sides of a difference have their names somewhere in the panel,
 * wherever as much as a whole cell of one is to be seen. (Two rows, or a terminal of less than 80 columns,
 * have no room for it beside the names of five parts.) */
static bool panel_says(const struct desk *desk, struct rect rect, const char *word)
{
    for (int y = rect.y; y < rect.y + rect.h; y++)
        for (int x = rect.x; x < rect.x + rect.w; x++) {
            size_t n = 0;
            while (word[n] && x + (int)n < rect.x + rect.w &&
                   canvas_at(&desk->canvas, x + (int)n, y)->glyph == (uint32_t)(unsigned char)word[n])
                n++;
            if (!word[n])
                return true;
        }
    return false;
}

/* --- panels --- */

static struct series now[SERIES_MAX], then;

static void check_carbon(const struct desk *desk, const struct csv *csv)
{
    static const struct {
        const char *name;
        enum role role;
    } parts[PARTS] = {{"carbon_embodied_g_per_h", ROLE_EMBODIED},
                      {"carbon_idle_g_per_h", ROLE_IDLE},
                      {"carbon_active_g_per_h", ROLE_ACTIVE},
                      {"carbon_cooling_g_per_h", ROLE_COOLING},
                      {"carbon_facility_g_per_h", ROLE_FACILITY}};
    struct plot plot;
    if (!plot_read(&plot, desk, REGION_CARBON, 1))
        return;
    for (int i = 0; i < PARTS; i++) {
        assert_true(csv_series(csv, parts[i].name, JOIN_MEAN, desk, &now[i]));
        now[i].role = parts[i].role;
    }
    bool reference = csv_series(csv, "reference_carbon_g_per_h", JOIN_MEAN, desk, &then);
    check_stack(&plot, &(struct stack){now, PARTS}, reference ? &then : NULL);
    if (reference)
        check_reference(&plot, &then);
    struct rect rect = desk->scene.layout.rects[REGION_CARBON];
    bool saved = false, extra = false;
    if (plot.rect.h >= 3 && plot.canvas->w >= 80) {
        for (int column = 0; column < plot.rect.w; column++)
            for (int row = 0; row < plot.rect.h; row++) {
                const struct cell *cell = cell_at(&plot, column, row);
                saved |= cell->bg == ROLE_SAVED && cell->fg == ROLE_SAVED;
                extra |= cell->bg == ROLE_EXTRA && cell->fg == ROLE_EXTRA;
            }
        if (saved && !panel_says(desk, rect, "saved"))
            fail_msg("%dx%d: what is saved has no name", plot.canvas->w, plot.canvas->h);
        if (extra && !panel_says(desk, rect, "extra"))
            fail_msg("%dx%d: what is extra has no name", plot.canvas->w, plot.canvas->h);
    }
}

static void check_use(const struct desk *desk, const struct csv *csv)
{
    struct plot plot;
    if (!desk->scene.layout.use_plot || !plot_read(&plot, desk, REGION_USE, 1))
        return;
    assert_true(csv_series(csv, "high_end_uses_per_min", JOIN_MEAN, desk, &now[0]));
    now[0].role = ROLE_BUSY;
    check_stack(&plot, &(struct stack){now, 1}, NULL);
}

static void check_intensity(const struct desk *desk, const struct csv *csv)
{
    struct plot plot;
    double mean = desk->scene.now->grid.history_mean;
    if (!plot_read(&plot, desk, REGION_INTENSITY, 1))
        return;
    assert_true(csv_series(csv, "intensity_g_per_kwh", JOIN_LAST, desk, &now[0]));
    now[0].role = (enum role)0;
    check_curves(&plot, &(struct curves_on){now, 1, mean});
    /* A line across the plot is at the height of its value, wherever nothing else stands. */
    int parts = parts_of(&plot);
    double height = parts * height_of(&plot, mean);
    for (int column = 0; column < plot.rect.w; column++)
        for (int row = 0; row < plot.rect.h; row++) {
            const struct cell *cell = cell_at(&plot, column, row);
            if (cell->fg != ROLE_REFERENCE || cell->glyph == ' ' || plot.rect.x + column == plot.cursor_x)
                continue;
            for (int dot = 4 * row; dot < 4 * row + 4 && parts == 4; dot++)
                if ((dot_is_set(&plot, 2 * column, dot) || dot_is_set(&plot, 2 * column + 1, dot)) &&
                    !holds(height, dot))
                    fail_msg("the line at %.9g is elsewhere: %s", mean, where(&plot, column, row));
            int level = level_of(&plot, cell);
            if (parts < 4 && level >= 0 && !holds(height, parts * row + level))
                fail_msg("the line at %.9g is elsewhere: %s", mean, where(&plot, column, row));
        }
}

static void check_latency(const struct desk *desk, const struct csv *csv)
{
    const struct recording *recording = desk->scene.now->result->recording;
    struct plot plot;
    if (!desk->scene.layout.latency_plot || !plot_read(&plot, desk, REGION_LATENCY, 2))
        return;
    for (int app = 0; app < recording->n_apps; app++) {
        char name[NAME_SIZE];
        text_print(name, sizeof name, "%s_percent_of_slo", recording->apps[app].name);
        assert_true(csv_series(csv, name, JOIN_LAST, desk, &now[app]));
        now[app].role = scene_app_role(app);
    }
    assert_true(plot.slo_y >= 0);
    check_curves(&plot, &(struct curves_on){now, recording->n_apps, 100});
    for (int app = 0; app < recording->n_apps; app++) {
        /* Over the SLO: in a row above its line. On it or under it: not. */
        const struct series *series = &now[app];
        for (int column = 0; column < plot.rect.w && plot.rect.h > 1; column++)
            for (int y = plot.rect.y; y <= plot.slo_y; y++) {
                const struct cell *cell = canvas_at(plot.canvas, plot.rect.x + column, y);
                bool over = false, mine = cell->fg == series->role && !is_mark(&plot, cell);
                for (int p = column > 0 ? 2 * column - 2 : 0; p < 2 * column + 2; p++)
                    over |= series->points[p] > 100;
                if (y < plot.slo_y && mine && !over)
                    fail_msg("a tail within its SLO is over the line: %s",
                             where(&plot, column, plot.rect.y + plot.rect.h - 1 - y));
            }
        assert_true(plot.slo_y > plot.rect.y || plot.rect.h == 1);
        for (int column = 0; column < plot.rect.w; column++) {
            bool over = series->points[2 * column] > 100 || series->points[2 * column + 1] > 100,
                 seen = false;
            for (int y = plot.rect.y; y < plot.slo_y; y++)
                seen |= canvas_at(plot.canvas, plot.rect.x + column, y)->fg == ROLE_BAD ||
                        is_mark(&plot, canvas_at(plot.canvas, plot.rect.x + column, y));
            if (over && !seen && plot.rect.x + column != plot.cursor_x)
                fail_msg("a breach is not over the line: %s", where(&plot, column, 0));
        }
    }
}

/* A row of levels: an eighth for what is not nothing, eight for all, hollow for what is more. */
static void check_lanes(const struct desk *desk, const struct csv *csv)
{
    const struct recording *recording = desk->scene.now->result->recording;
    struct rect rect = desk->scene.layout.rects[REGION_LATENCY];
    if (desk->scene.layout.latency_plot || desk->scene.layout.pools || rect.h < recording->n_apps + 1)
        return;
    for (int app = 0; app < recording->n_apps; app++) {
        char name[NAME_SIZE];
        text_print(name, sizeof name, "%s_percent_of_slo", recording->apps[app].name);
        assert_true(csv_series(csv, name, JOIN_LAST, desk, &now[0]));
        n_checked++;
        for (int column = 0; column < desk->scene.layout.plot_w; column++) {
            int x = desk->scene.layout.plot_x + column, y = rect.y + 1 + app;
            double value = EIGHTHS * mean_at(&now[0], column) / 100;
            const struct cell *cell = canvas_at(&desk->canvas, x, y);
            const char *ascii = strchr(" .:-=+*#", (int)(cell->glyph < 0x80 ? cell->glyph : ' '));
            int level = cell->glyph >= 0x2581 && cell->glyph <= 0x2588 ? (int)cell->glyph - 0x2580
                        : ascii                                        ? (int)(ascii - " .:-=+*#")
                                                                       : -1;
            bool hollow = cell->glyph == 0x25CB || (cell->glyph == 'o' && (cell->attrs & ATTR_REVERSE));
            level = hollow ? EIGHTHS : level;
            level += level == 7 && desk->canvas.glyphs == GLYPHS_ASCII && value > 7.5;
            if (x == desk->scene.cursor_x || isnan(value))
                continue;
            double wanted = fmin(fmax(value, value > 0 ? 0.5 : 0), EIGHTHS);
            if (fabs(level - wanted) > 0.51)
                fail_msg("%s is %.3f of 8 in column %d, not %d", name, value, column, level);
            assert_true(level == 0 || (cell->fg == ROLE_BAD) == (value > EIGHTHS));
            assert_true(hollow == (value > EIGHTHS)); /* told without colours, too */
        }
    }
}

/* Summed up from the start of the run; not over what is not known. */
static void check_running(const struct desk *desk, const struct csv *csv)
{
    struct plot plot;
    if (desk->scene.window.from_ns > 0 || !plot_read(&plot, desk, REGION_RUNNING, 1))
        return;
    assert_true(csv_series(csv, "carbon_g_per_h", JOIN_MEAN, desk, &now[0]));
    double span_h = ns_to_s(desk->scene.window.to_ns - desk->scene.window.from_ns) / 3600, sum = 0;
    for (int p = 0; p < now[0].n; p++) {
        sum += (double)now[0].points[p] * span_h / now[0].n;
        now[0].points[p] = (float)sum;
    }
    now[0].role = ROLE_TITLE;
    if (!isnan(sum))
        check_curves(&plot, &(struct curves_on){now, 1, (double)NAN});
}

/* Against BASE, whose line is in the plot; the CSV has each app's own metric, as the plot of a single one. */
static void check_accuracy(const struct desk *desk, const struct csv *csv)
{
    struct plot plot;
    char name[NAME_SIZE];
    text_print(name, sizeof name, "%s_accuracy_top1", desk->scene.now->result->recording->apps[0].name);
    assert_true(csv_series(csv, name, JOIN_MEAN, desk, &now[0]));
    if (!plot_read(&plot, desk, REGION_ACCURACY, 1))
        return;
    now[0].role = scene_app_role(0);
    check_curves(&plot, &(struct curves_on){now, 1, desk->scene.now->quality->apps[0].base});
}

/* --- trials --- */

typedef void plot_check(const struct desk *desk, const struct csv *csv);

enum { TRIALS = THINNED(20, 60), LEAST_CHECKED = THINNED(2, 8) };

/* As it is, then in presenter mode, where a panel that is chosen is one of the two that are shown. */
static void try_sizes(struct desk *desk, plot_check *check)
{
    for (int presented = 0; presented <= (check != check_lanes); presented++) {
        n_checked = 0;
        for (int i = 0; i < TRIALS; i++) {
            uint64_t seed = (uint64_t)i;
            struct csv csv;
            struct draws draws = {random_key(seed, RANDOM_TEST, 0), 0, seed % 2,
                                  (enum glyph_set)(GLYPHS_BRAILLE + seed % 3)};
            static const enum action_id shown[] = {ACTION_PANEL_CARBON,    ACTION_PANEL_LATENCY,
                                                   ACTION_PANEL_INTENSITY, ACTION_PANEL_USE,
                                                   ACTION_PANEL_RUNNING,   ACTION_PANEL_ACCURACY};
            int columns = 66 + (int)(150 * draw(&draws)), rows = 20 + (int)(60 * draw(&draws));
            if (desk->scene.full)
                desk_action(desk, ACTION_PANEL_FULL);
            if (desk->scene.presenting != presented)
                desk_action(desk, ACTION_PRESENTER);
            desk_action(desk, shown[(int)(6 * draw(&draws))]);
            if (draw(&draws) < 0.25 && !presented)
                desk_action(desk, ACTION_PANEL_FULL);
            desk->canvas.glyphs = draws.glyphs;
            assert_true(desk_resize(desk, columns, rows, &err));
            explorer_show_window(desk->explorer, 0, 0);
            desk_draw(desk);
            /* As many buckets to each point as this, from one on; the whole run where it has just these. */
            const struct recording *recording = desk->scene.now->result->recording;
            int points = 2 * desk->scene.layout.plot_w, most = recording_count(recording) / points;
            int each = 1 + (int)(most * draw(&draws));
            each = each > most ? most : each;
            int spare = recording_count(recording) - each * points;
            spare = draws.plain ? 0 : spare;
            int64_t from_ns = (int64_t)(spare * draw(&draws)) * recording->bucket_ns;
            assert_true(each >= 1);
            explorer_show_window(desk->explorer, from_ns, from_ns + each * points * recording->bucket_ns);
            struct scene *scene = &desk->scene;
            fill_recording(&draws, scene->now->result->recording);
            forget_drawn(scene->now);
            if (scene->reference->result) {
                fill_recording(&draws, scene->reference->result->recording);
                forget_drawn(scene->reference);
            }
            desk_draw(desk);
            struct csv *own_csv = &csv;
            size_t n;
            *own_csv = (struct csv){.text = desk_export(desk, EXPORT_CSV, &n)};
            assert_non_null(own_csv->text);
            for (char *line = own_csv->text; *line;) {
                own_csv->lines[own_csv->rows++] = line;
                line += strcspn(line, "\n");
                *line++ = 0;
            }
            own_csv->rows--; /* the head */
            check(desk, &csv);
            free(csv.text);
        }
        assert_true(n_checked >= LEAST_CHECKED);
    }
    desk_leave(&desk);
}

FACT(test_panels)
{
    static const struct {
        const char *name;
        plot_check *check;
    } rows[] = {{"carbon", check_carbon},   {"use", check_use},     {"intensity", check_intensity},
                {"latency", check_latency}, {"lanes", check_lanes}, {"running", check_running}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        print_message("%s\n", rows[k].name);
        try_sizes(desk_for_test(120, 40), rows[k].check);
    }
}

FACT_FOR(test_accuracy, mixed_scenario(1, 2, 400))
{
    struct desk *desk = mixed_desk(scenario, 120, 40);
    try_sizes(desk, check_accuracy);
}
