/* Carbon rate: the ledger as a stacked area, bottom up embodied, idle, active, auxiliary, cooling, facility;
 * the reference's total dashed over it, and what lies between the two: saved above the area, extra in it. The
 * scale covers both runs, so it stays while they are compared. */
#include "tui/board/panels/panels.h"

#include "engine/answers/metric.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

static const struct {
    enum ledger ledger;
    enum role role;
} parts[LEDGER_COUNT] = {
    {LEDGER_EMBODIED, ROLE_EMBODIED},   {LEDGER_IDLE, ROLE_IDLE},       {LEDGER_ACTIVE, ROLE_ACTIVE},
    {LEDGER_AUXILIARY, ROLE_AUXILIARY}, {LEDGER_COOLING, ROLE_COOLING}, {LEDGER_FACILITY, ROLE_FACILITY},
};

/* Where a side column has no room for the whole word. */
static const char *brief_name(enum ledger ledger, int columns)
{
    static const char *const briefs[LEDGER_COUNT] = {[LEDGER_FACILITY] = "fac.",
                                                     [LEDGER_EMBODIED] = "emb.",
                                                     [LEDGER_AUXILIARY] = "aux",
                                                     [LEDGER_COOLING] = "cool"};
    bool brief = text_width(ledger_names[ledger]) > columns && briefs[ledger];
    return brief ? briefs[ledger] : ledger_names[ledger];
}

/* Returns what lies between the two runs. */
static unsigned draw_parts(const struct scene *scene, const struct chart *chart)
{
    struct chart_layer layers[LEDGER_COUNT];
    int n = 0;
    for (int i = 0; i < LEDGER_COUNT; i++)
        if (curves_part_g(&scene->now->total, parts[i].ledger) > 0)
            layers[n++] = (struct chart_layer){scene->now->curves->ledger[parts[i].ledger], parts[i].role};
    const struct curves *now = scene->now->curves, *then = scene->reference->curves;
    chart_stack(chart, layers, n, now->points);
    int points = then && then->points < now->points ? then->points : now->points;
    return then ? chart_gap(chart, layers, n, then->total, points) : 0;
}

static int count_parts(const struct scene *scene)
{
    int n = 0;
    for (int i = 0; i < LEDGER_COUNT; i++)
        n += curves_part_g(&scene->now->total, parts[i].ledger) > 0;
    return n;
}

/* The side column has a row for each part, between the total and the reference. */
static bool has_rows(const struct scene *scene, const struct chart *chart)
{
    return count_parts(scene) + 1 + (scene->reference_name != NULL) <= chart->side.h;
}

/* The names of the parts in one row, bottom up, as many as end before x_end; without a canvas they are but
 * measured. Returns the column after them. */
static int put_parts(const struct scene *scene, int x, int x_end, int y, int columns, struct canvas *canvas)
{
    for (int i = 0; i < LEDGER_COUNT; i++) {
        const char *name = brief_name(parts[i].ledger, columns);
        int w = 1 + text_width(name) + 1;
        if (!(curves_part_g(&scene->now->total, parts[i].ledger) > 0) || x + w > x_end)
            continue;
        if (canvas) {
            canvas_put(canvas, x, y, role_shade(parts[i].role),
                       style_on(style_of(parts[i].role), parts[i].role));
            canvas_text(canvas, x + 1, y, -1, style_of(ROLE_DIM), name);
            canvas_put(canvas, x + w - 1, y, ' ', style_of(ROLE_DIM));
        }
        x += w;
    }
    return x;
}

/* The sides of the area between the two runs, with the sign that stands for each. */
static const struct {
    unsigned bit;
    enum role role;
    char ascii;
    const char *name;
} sides[] = {{CHART_SAVED, ROLE_SAVED, '-', "saved"}, {CHART_EXTRA, ROLE_EXTRA, '+', "extra"}};
enum { SIDES = sizeof sides / sizeof *sides };

static int count_sides(unsigned gap)
{
    int n = 0;
    for (int i = 0; i < SIDES; i++)
        n += (gap & sides[i].bit) != 0;
    return n;
}

static void put_side(struct canvas *canvas, int side, int x, int y, int name_x, int name_w)
{
    enum role role = sides[side].role;
    uint32_t sign = canvas->glyphs == GLYPHS_ASCII ? (uint32_t)sides[side].ascii : role_shade(role);
    canvas_put(canvas, x, y, sign, style_on(style_of(role), role));
    canvas_text(canvas, name_x, y, name_w, style_of(ROLE_DIM), sides[side].name);
}

/* What the area between the two runs is, from this row of the side column on. */
static void name_gap(const struct chart *chart, unsigned gap, int x, int y)
{
    const struct rect right = chart->side;
    for (int i = 0; i < SIDES; i++)
        if (gap & sides[i].bit && y < right.y + right.h)
            put_side(chart->canvas, i, x, y++, x + 1 + (right.w > 8), right.x + right.w - x - 1);
}

/* Name and grams of each part, then the reference; the total comes first. Two rows a part where there is
 * room. */
static void draw_words(const struct scene *scene, const struct chart *chart, unsigned gap)
{
    struct canvas *canvas = chart->canvas;
    struct rect right = chart->side;
    const struct summary *total = &scene->now->total;
    int x = right.x + 1, w = right.w - 1, y = right.y, bottom = right.y + right.h;
    char text[FORMAT_SIZE];
    if (w < 4)
        return;
    x = x - (w < 8);
    w = right.x + right.w - x;
    int at = x;
    part_span(canvas, &at, x + w, y, style_bold(ROLE_TITLE), format_grams(text, total->carbon_total_g));
    part_span(canvas, &at, x + w, y, style_of(ROLE_PROVENANCE), scene_mark(scene));
    y++;
    bool reference = scene->reference_name != NULL;
    int kinds = count_parts(scene), named = count_sides(gap), below = named > 1 ? named : 1;
    int rows = 1 + 2 * kinds + (1 + below) * reference;
    bool tall = right.h >= rows;
    y += right.h > rows;
    for (int i = LEDGER_COUNT - 1; i >= 0 && has_rows(scene, chart); i--) {
        double grams = curves_part_g(total, parts[i].ledger);
        if (!(grams > 0))
            continue;
        canvas_put(canvas, x, y, role_shade(parts[i].role), style_on(style_of(parts[i].role), parts[i].role));
        canvas_text(canvas, x + 1 + (w >= 8), y, w - 2, style_of(ROLE_DIM),
                    brief_name(parts[i].ledger, w - 1 - (w >= 8)));
        y++;
        if (tall)
            canvas_text(canvas, x + 1 + (w > 8), y++, w - 1, style_of(ROLE_TEXT), format_grams(text, grams));
    }
    if (!reference || y >= bottom)
        return;
    y += right.h > rows + 1;
    const char *full = scene->reference_name;
    const char *name = text_width(full) <= w - 1 ? full : scene_reference_fit(scene, w);
    x = w > 1 + text_width(name) ? x : right.x;
    canvas_text(canvas, x, y, 1, style_of(ROLE_REFERENCE), "╌");
    canvas_text(canvas, x + 1 + (w > 1 + text_width(name)), y, w, style_of(ROLE_REFERENCE), name);
    format_grams(text, scene->reference->total.carbon_total_g);
    int indent = w > 8 && text_width(text) <= w - 2 ? 2 : text_width(text) < w;
    bool grams = scene->compared && y + 1 + named < bottom;
    if (grams)
        canvas_text(canvas, x + indent, y + 1, w, style_of(ROLE_REFERENCE), text);
    name_gap(chart, gap, x, y + 1 + grams);
}

static void draw_tag(const struct scene *scene, struct rect rect, int title_end, struct canvas *canvas)
{
    double now = scene->now->reading.carbon_g_per_h, then = (double)NAN;
    if (scene->reference->curves && scene->reference_name)
        then = scene->reference->reading.carbon_g_per_h;
    const char *tag = text(&canvas->texts, "%.1f", now);
    if (!isnan(then) && rect.w >= 60)
        panel_tag_both(scene, canvas, rect, title_end, 1, now, then);
    else if (!isnan(now))
        panel_tag(scene, canvas, rect, title_end, tag);
}

void panel_carbon(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct chart chart = panel_chart(scene, rect, canvas);
    const struct curves *then = scene->reference->curves;
    int title_end =
        panel_title(scene, canvas, rect, REGION_CARBON, rect.w >= 60 ? "Carbon rate" : "Carbon", "g/h");
    chart.scale = scale_fit(0, scene->carbon_max * 1.02, chart.plot.h);
    chart_grid(&chart);
    unsigned gap = draw_parts(scene, &chart);
    if (then)
        chart_reference(&chart, then->total, then->points);
    draw_words(scene, &chart, gap);
    /* What the side column has no row for is named in the title's row, as far as the tag leaves room: the
     * parts, and what lies between the two runs. Returns the column after it. */
    int x = title_end;
    enum { WHOLE = 9, BRIEF = 6, TAG = 9 };
    int end = rect.x + rect.w - TAG, rows = 1 + (scene->reference_name != NULL);
    if (has_rows(scene, &chart)) {
        rows += count_parts(scene);
    } else {
        int whole = put_parts(scene, x, INT_MAX, rect.y, WHOLE, NULL);
        x = put_parts(scene, x, end, rect.y, whole <= end ? WHOLE : BRIEF, chart.canvas);
    }
    /* The same in the title's row, but the first `named`, which the side column has rows for. */
    int named = chart.side.h - rows;
    for (int i = 0; i < SIDES; i++) {
        int w = 1 + text_width(sides[i].name) + 1;
        if (!(gap & sides[i].bit) || named-- > 0 || x + w > end)
            continue;
        put_side(chart.canvas, i, x, rect.y, x + 1, w - 2);
        canvas_put(chart.canvas, x + w - 1, rect.y, ' ', style_of(ROLE_DIM));
        x += w;
    }
    title_end = x;
    draw_tag(scene, rect, title_end, canvas);
}

/* --- the running total: grams since the start, both runs --- */

static double last_of(const float *points, int n)
{
    return n > 0 ? (double)points[n - 1] : 0;
}

/* Better or worse, in two rows. */
static void put_difference(struct lines *words, double now, double then)
{
    char text[FORMAT_SIZE];
    if (now == then) {
        lines_put(words, style_of(ROLE_DIM), "= identical");
        return;
    }
    bool better = metric_judge(METRIC_CARBON, now, then) > 0;
    struct style style = style_of(better ? ROLE_GOOD : ROLE_BAD);
    format_grams(text, fabs(now - then));
    const char *sign = now < then ? "▼" : "▲";
    bool room = text_width(sign) + 1 + text_width(text) <= words->rect.w;
    if (room)
        lines_print(words, style, "%s %s", sign, text);
    else
        lines_print(words, style, "%s%.0f g", sign, fabs(now - then));
    lines_put(words, style, better ? "better" : "worse");
}

/* The total, and where it is compared the difference and, with rows to spare, what it is compared with. */
static void put_total(const struct scene *scene, const struct chart *chart)
{
    char text[FORMAT_SIZE];
    double now = scene->now->total.carbon_total_g, then = scene->reference->total.carbon_total_g;
    struct lines words = chart_words(chart);
    if (words.rect.w < 6)
        return;
    lines_put(&words, style_bold(ROLE_TITLE), format_grams(text, now));
    if (scene->compared && !*scene->warning)
        put_difference(&words, now, then);
    if (!scene->compared || lines_left(&words) < 2)
        return;
    lines_sink(&words, 2);
    panel_reference(scene, &words);
    format_grams(text, then);
    int indent = text_width(text) + 2 <= words.rect.w ? 2 : 0;
    words.rect.x += indent;
    words.rect.w -= indent;
    lines_put(&words, style_of(ROLE_REFERENCE), text);
}

void panel_running(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct chart chart = panel_chart(scene, rect, canvas);
    const struct curves *now = scene->now->curves, *then = scene->reference->curves;
    struct chart_line line = {now->running, now->points, style_of(ROLE_TITLE), false, '*'};
    double top = last_of(now->running, now->points);
    if (then)
        top = fmax(top, last_of(then->running, then->points));
    chart.scale = scale_fit(0, top > 0 ? top : 1, chart.plot.h);
    int title_end = panel_title(scene, canvas, rect, REGION_RUNNING, "Running total", "g");
    chart_grid(&chart);
    if (then)
        chart_reference(&chart, then->running, then->points);
    chart_line(&chart, &line);
    put_total(scene, &chart);
    panel_tag_both(scene, canvas, rect, title_end, 1, scene->now->reading.running_g,
                   then ? scene->reference->reading.running_g : (double)NAN);
}
