/* The objective of Clover's schemes: f of what runs, the best f of what a search had found by then, and
 * ORACLE's, which is looked up in a table: made before the run where the scheme is ORACLE, else after it,
 * behind the screen. Letters at the ends of the curves name them. Searches are marked at the foot of the
 * plot. The title names the accounting, for without it no saving means anything, and a hollow sign says where
 * the saving comes with an SLO that is missed. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "engine/answers/objective.h"

#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* From the back to the front. */
struct series {
    const float *points;
    double mean; /* over the run so far */
    enum role role;
    char letter;
    const char *name, *short_name;
    bool dashed;
};
enum { SERIES = 3, LETTER_ROOM = 4 };

/* Only a scheme that searches has found anything, if anything that it tried was in time. */
static bool has_best(const struct quality *quality)
{
    return !isnan(quality->mean.best);
}

/* Not called the best where what runs does better: it was measured at another time. */
static struct series best_series(const struct quality *quality)
{
    bool above = quality->mean.f > quality->mean.best;
    return (struct series){quality->best,
                           quality->mean.best,
                           ROLE_RUN_B,
                           'b',
                           above ? "found" : "best found",
                           above ? "found" : "best",
                           false};
}

static int list_series(const struct quality *quality, struct series series[SERIES])
{
    int n = 0;
    if (quality->has_table)
        series[n++] =
            (struct series){quality->oracle, quality->mean.oracle, ROLE_RUN_D, 'O', "ORACLE", "ORAC", true};
    if (has_best(quality))
        series[n++] = best_series(quality);
    series[n++] = (struct series){quality->f, quality->mean.f, ROLE_TITLE, 'f', "f", "f", false};
    return n;
}

/* --- the plot --- */

static void widen(struct scale *scale, const float *points, int n)
{
    for (int p = 0; p < n; p++) {
        scale->min = fmin(scale->min, (double)points[p]); /* NAN loses */
        scale->max = fmax(scale->max, (double)points[p]);
    }
}

static struct scale scale_of(const struct scene *scene, const struct series *series, int n, int rows)
{
    struct scale scale = {INFINITY, -INFINITY};
    for (int i = 0; i < n; i++)
        widen(&scale, series[i].points, scene->now->quality->points);
    if (scene->reference->quality)
        widen(&scale, scene->reference->quality->f, scene->reference->quality->points);
    if (!(scale.max >= scale.min))
        return (struct scale){0, 1};
    double room = fmax(0.05 * (scale.max - scale.min), 0.5);
    return scale_fit(scale.min - room, scale.max + room, rows);
}

/* What the right column says directly beside the end of a row; 0: nothing. */
static uint32_t glyph_beside(const struct scene *scene, int x, int y, const struct canvas *canvas)
{
    const struct cell *cell = canvas_at(canvas, scene->layout.right_x + 1, y);
    bool beside = scene->layout.right_w > 0 && x + LETTER_ROOM > scene->layout.right_x;
    return beside && cell && cell->glyph != ' ' ? cell->glyph : 0;
}

/* A curve's letter at its last point: digits name apps, letters these. Where the legend has the same letter
 * directly beside it one is enough; where something else stands there, the letter keeps off, so that the two
 * are not read as one. */
static void draw_letter(const struct scene *scene, const struct chart *chart, const struct series *series)
{
    for (int p = scene->now->quality->points - 1; p >= 0; p--) {
        if (isnan(series->points[p]))
            continue;
        double value = (double)series->points[p];
        uint32_t beside = glyph_beside(scene, chart_column(chart, p), chart_row(chart, value), chart->canvas);
        if (beside == (uint32_t)series->letter)
            return;
        if (beside)
            continue;
        chart_mark(chart, p, value, (uint32_t)series->letter, style_bold(series->role));
        return;
    }
}

/* --- the right column: means over the run --- */

/* Hollow where an SLO is missed: carbon saved by serving late, or not at all, counts in f as any other. */
static void draw_mean(const struct series *series, bool missed, int x, int end, int y, struct canvas *canvas)
{
    char letter[3] = {series->letter, ' ', 0};
    const char *number = text(&canvas->texts, isnan(series->mean) ? "-" : "%.1f", series->mean);
    bool own = series->letter == 'f', named = !own && end - x >= 8 + text_width(number);
    const char *name =
        end - x >= 3 + text_width(series->name) + text_width(number) ? series->name : series->short_name;
    part_span(canvas, &x, end, y, style_bold(series->role), letter);
    if (own && missed)
        part_span(canvas, &x, end, y, style_bold(ROLE_BAD), "○");
    part_span(canvas, &x, end, y, style_of(ROLE_DIM), named ? name : "");
    canvas_text_right(canvas, end, y, end - x, style_bold(ROLE_TITLE), number);
}

static void put_dim(struct lines *words, const char *text, const char *brief)
{
    lines_put(words, style_of(ROLE_DIM), text_width(text) <= words->rect.w ? text : brief);
}

static void draw_words(const struct scene *scene, const struct chart *chart)
{
    const struct quality *quality = scene->now->quality;
    struct series series[SERIES];
    struct lines words = chart_words(chart), foot;
    int n = list_series(quality, series);
    bool missed = scene_misses(scene);
    bool compared = scene->reference_name && scene->reference->quality && words.rect.h > n;
    if (words.rect.w < 6)
        return;
    words.rect.w -= words.rect.w >= 14;
    foot = words;
    for (int i = n - 1; i >= 0 && lines_left(&words) > 0; i--)
        draw_mean(&series[i], missed, words.rect.x, words.rect.x + words.rect.w, words.rect.y + words.y++,
                  chart->canvas);
    words.rect.h -= compared;
    if (missed)
        lines_put(&words, style_of(ROLE_BAD), words.rect.w >= 12 ? "○ misses SLO" : "○ misses");
    const char *searches = text(&chart->canvas->texts, "× %d searches", quality->searches);
    const char *brief = text(&chart->canvas->texts, "× %d", quality->searches);
    const char *tried = text(&chart->canvas->texts, "%d tried", quality->tries);
    if (quality->searches > 0)
        put_dim(&words, searches, brief);
    if (quality->tries > 0)
        put_dim(&words, tried, "");
    lines_sink(&foot, 1);
    if (compared)
        panel_reference(scene, &foot);
}

/* --- the title --- */

static void draw_tag(const struct scene *scene, struct rect rect, int title_end, struct canvas *canvas)
{
    const struct quality *quality = scene->now->quality;
    double now = scene->now->reading.f;
    double oracle = quality_oracle(quality, scene->now->result->model, scene->explorer->time.cursor_ns,
                                   scene->now->reading.ci); /* by the knobs that f goes by */
    if (isnan(now))
        return;
    const char *tag = text(&canvas->texts, "%s%.1f", scene_misses(scene) ? "○ " : "", now);
    const char *longer = text(&canvas->texts, "%s · ORACLE %.1f", tag, oracle);
    bool both = quality->has_table && !isnan(oracle) && title_end + text_width(longer) + 2 <= rect.x + rect.w;
    panel_tag(scene, canvas, rect, title_end, both ? longer : tag);
}

static const char *why_empty(const struct scene *scene)
{
    if (!scene->now->quality->is_measured)
        return "BASE is being measured: without it there is no f";
    return scene->now->curves->points == 0 ? "nothing simulated yet" : NULL;
}

void panel_objective(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct chart chart = panel_chart(scene, rect, canvas);
    char unit[160];
    if (!scene->now->quality)
        return;
    /* "%, lambda 0.50, same fleet": the longest form that leaves room for the tag. The accounting stays. */
    const struct scenario *scenario = &scene->now->result->model->scenario;
    char accounting[96], weights[48];
    int64_t t_ns = scene->explorer->time.cursor_ns;
    double lambda = knob_at(scenario, knob_of_run(KNOB_LAMBDA), t_ns).number;
    double loss = knob_at(scenario, knob_of_run(KNOB_ACCURACY_LOSS_PCT), t_ns).number;
    scenario_accounting(scenario, accounting, sizeof accounting);
    if (loss > 0)
        snprintf(weights, sizeof weights, "loss ≤ %.4g %%, ", loss);
    else
        snprintf(weights, sizeof weights, "lambda %.2f, ", lambda);
    snprintf(unit, sizeof unit, "%%, %s%s", weights, accounting);
    char *colon = strchr(unit, ':'); /* "consolidated" alone: the headline has the rest */
    if (colon && text_width(unit) > rect.w - 36)
        *colon = 0;
    accounting[strcspn(accounting, ":")] = 0;
    if (text_width(unit) > rect.w - 30)
        snprintf(unit, sizeof unit, "%%, %s", accounting);
    const char *pool = scene_told_pool(scene);
    int title_end = panel_title(
        scene, canvas, rect, REGION_OBJECTIVE,
        text(&canvas->texts, "%s%s%s", rect.w >= 60 ? "Objective f" : "f", *pool ? " of " : "", pool), unit);
    const char *empty = why_empty(scene);
    if (empty) {
        canvas_text(canvas, chart.plot.x, chart.plot.y + chart.plot.h / 2, chart.plot.w, style_of(ROLE_DIM),
                    empty);
        return;
    }
    draw_words(scene, &chart);
    /* After the words: letters look at what stands there. */
    const struct quality *quality = scene->now->quality, *then = scene->reference->quality;
    struct series series[SERIES];
    struct chart_line lines[SERIES];
    int n = list_series(quality, series);
    chart.scale = scale_of(scene, series, n, chart.plot.h);
    chart_grid(&chart);
    chart_level(&chart, 0, STROKE_SOLID, ROLE_RULE);
    if (then)
        chart_reference(&chart, then->f, then->points);
    for (int i = 0; i < n; i++)
        lines[i] = (struct chart_line){series[i].points, quality->points, style_of(series[i].role),
                                       series[i].dashed, (uint32_t)series[i].letter};
    chart_lines(&chart, lines, n);
    /* Where a search was under way, at the foot of the plot, unless a curve is there. */
    double foot = chart.scale.min;
    for (int p = 0; p < quality->points; p++) {
        const struct cell *cell = canvas_at(chart.canvas, chart_column(&chart, p), chart_row(&chart, foot));
        bool free = cell && (cell->glyph == ' ' || cell->fg == ROLE_GRID || cell->fg == ROLE_RULE);
        if (quality->searching[p] && free)
            chart_mark(&chart, p, foot, 0x00D7, style_of(ROLE_TEXT));
    }
    for (int i = 0; i < n; i++)
        draw_letter(scene, &chart, &series[i]);
    draw_tag(scene, rect, title_end, canvas);
}

/* "ORACLE: measuring 1,282 configurations, 40 %." */
static const char *without_table(const struct scene *scene, struct arena *texts)
{
    char table[640];
    if (!explorer_describe_table(scene->explorer, table))
        return "No ORACLE line.";
    size_t n = strlen(table);
    return text(texts, "%s%s", table, n > 0 && table[n - 1] != '.' ? "." : "");
}

static const char best_note[] =
    "b: best of what searches (×) tried, few and at random: runs differ by luck. ";
static const char above_note[] = "f may beat b, measured earlier. ";

/* What the lines are, and why one is not there. */
void panel_objective_note(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct quality *quality = scene->now->quality;
    if (!quality)
        return;
    const char *oracle = !quality->is_measured ? ""
                         : !quality->has_table ? without_table(scene, &canvas->texts)
                         : !quality->oracle_complies
                             ? "O: ORACLE, the least late where none meets the limits."
                             : "O: ORACLE, best of its table.";
    int64_t t_ns = scene->explorer->time.cursor_ns;
    const struct model *model = scene->now->result->model;
    bool limited = objective_number_at(model, KNOB_ACCURACY_LOSS_PCT, t_ns) > 0;
    const char *meaning = limited ? "carbon saved, as accuracy has a limit"
                                  : "lambda × carbon saved − (1 − lambda) × accuracy lost";
    const char *words = text(&canvas->texts, "f: %s, %% of BASE at %.0f g/kWh. %s%s%s", meaning,
                             model_clover(model)->settings.c_base_ci, has_best(quality) ? best_note : "",
                             has_best(quality) && quality->above_best ? above_note : "", oracle);
    part_wrap(canvas, (struct rect){rect.x + 1, rect.y, rect.w - 2, rect.h}, style_of(ROLE_DIM), words);
}
