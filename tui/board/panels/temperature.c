/* Temperatures: a band from the coolest GPU to the hottest, whose upper edge is a line: the greatest of each
 * point, so that a burst does not vanish, and what is over the limit stands out. The safe limit is a dashed
 * level with its name, the supplied water a dashed curve below. The title names the hottest and how far it
 * was from the limit. In full size the band has a map below it: a row for each GPU, the hottest first, with
 * its temperatures over the stretch shown, and at the right how its time is shared out among them. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "engine/physics/heat.h"
#include "tui/term/text.h"
#include "tui/widgets/heat.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"
#include "tui/words/scheme_words.h"
#include "engine/account/account.h"

#include <math.h>
#include <string.h>

enum { ROWS_FOR_MAP = 14, BINS_MAX = 24, ROOM_FOR_TENTHS = 12 };

static const char *name_of(const struct scene *scene, int k)
{
    return scene->now->result->recording->gpus[scene->warmth.gpus[k]].name;
}

/* Places in `gpus`, the hottest first; of equals the first. */
static void order_of(const struct scene *scene, int order[GPUS_MAX])
{
    const struct warmth_over *heat = &scene->heat;
    for (int k = 0; k < scene->warmth.n; k++) {
        int at = k;
        for (; at > 0 && heat->most_c[k] > heat->most_c[order[at - 1]]; at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
}

/* How hot it is between the ends, 0 to 6. */
static int step_between(double value, double least, double most)
{
    int step = most > least ? (int)floor(HEAT_STEPS * (value - least) / (most - least)) : HEAT_STEPS / 2;
    return part_clamp(step, 0, HEAT_STEPS - 1);
}

static enum role role_of(const struct scene *scene, int k)
{
    const double *mean_c = scene->heat.mean_c;
    double least = mean_c[k], most = mean_c[k];
    for (int i = 0; i < scene->warmth.n; i++) {
        least = fmin(least, mean_c[i]);
        most = fmax(most, mean_c[i]);
    }
    return (enum role)(ROLE_RAMP1 + step_between(mean_c[k], least, most));
}

/* --- the curves --- */

/* The coolest and the greatest temperature of all GPUs at a point; NAN where there is none. */
static void edges_at(const struct scene *scene, const struct curves *curves, int p, float *low, float *high)
{
    *low = *high = NAN;
    for (int k = 0; k < scene->warmth.n && scene->warmth.gpus[k] < curves->n_gpus; k++) {
        *low = fminf(*low, curves->temp_mean[scene->warmth.gpus[k]][p]);
        *high = fmaxf(*high, curves->temp_most[scene->warmth.gpus[k]][p]);
    }
}

static void draw_curves(const struct scene *scene, const struct chart *chart, double safe_c)
{
    const struct curves *now = scene->now->curves;
    float low[CURVE_POINTS], high[CURVE_POINTS];
    bool over[CURVE_POINTS];
    for (int p = 0; p < now->points; p++) {
        edges_at(scene, now, p, &low[p], &high[p]);
        over[p] = (double)high[p] > safe_c;
    }
    chart_grid(chart);
    if (scene->warmth.n > 1)
        chart_band(chart, low, high, now->points);
    chart_level(chart, safe_c, STROKE_DASHED, ROLE_BAD);
    chart_label(chart, safe_c, style_of(ROLE_BAD), "safe");
    struct chart_line hottest = {.points = high,
                                 .n = now->points,
                                 .style = style_of(ROLE_RAMP6),
                                 .mark = '*'},
                      water = {.points = now->water_c,
                               .n = now->points,
                               .style = style_of(ROLE_COOLING),
                               .dashed = true,
                               .mark = '~'};
    chart_line(chart, &water);
    chart_line(chart, &hottest);
    chart_line_where(chart, &hottest, over, style_of(ROLE_BAD));
}

/* "hottest    53.2": what a curve is and how far it comes, in the row where it ends. */
static struct chart_name name_for(const struct chart *chart, double at_c, enum role role, const char *name,
                                  const char *brief, double value_c)
{
    int w = chart->side.w - 1;
    const char *number = text(&chart->canvas->texts, "%.*f", w >= ROOM_FOR_TENTHS, value_c);
    int room = w - text_width(number) - 1;
    return (struct chart_name){
        at_c, style_of(role),
        text(&chart->canvas->texts, "%-*s %s", room, text_width(name) <= room ? name : brief, number)};
}

static void draw_words(const struct scene *scene, const struct chart *chart)
{
    const struct warmth_over *heat = &scene->heat;
    const struct curves *now = scene->now->curves;
    struct chart_name names[CHART_NAMES];
    double safe_c = warmth_safe_c(scene->now->result->model, scene->explorer->time.cursor_ns);
    float low = NAN, high = NAN;
    int n = 0;
    for (int p = now->points - 1; p >= 0 && isnan(high); p--)
        edges_at(scene, now, p, &low, &high);
    if (chart->side.w < 6 || heat->hottest < 0 || isnan(high))
        return;
    names[n++] = name_for(chart, (double)high, ROLE_RAMP6, "hottest", "hot", heat->most_c[heat->hottest]);
    names[n++] = name_for(chart, heat->water_c, ROLE_COOLING, "water", "water", heat->water_c);
    names[n++] = name_for(chart, safe_c, ROLE_BAD, "safe", "safe", safe_c);
    if (scene->warmth.n > 1)
        names[n++] = name_for(chart, (double)low, ROLE_DIM, "coolest", "cool", heat->most_c[heat->coolest]);
    chart_names(chart, names, n);
}

/* --- title and tag --- */

/* "C of 8 GPUs, hottest gpu3 53.2, 6.8 below the safe 60". */
static const char *unit_text(const struct scene *scene, int columns, struct arena *texts)
{
    const struct warmth_over *heat = &scene->heat;
    double safe_c = warmth_safe_c(scene->now->result->model, scene->explorer->time.cursor_ns);
    const char *unit = scene->warmth.n == 1 ? text(texts, "C of %s", name_of(scene, 0))
                                            : text(texts, "C of %d GPUs", scene->warmth.n);
    if (heat->hottest < 0 || columns < 60)
        return unit;
    double most_c = heat->most_c[heat->hottest];
    unit = text(texts, "%s, hottest %s %.1f", unit, name_of(scene, heat->hottest), most_c);
    if (columns < 96)
        return unit;
    return text(texts, "%s, %.1f %s the safe %g", unit, fabs(safe_c - most_c),
                most_c > safe_c ? "over" : "below", safe_c);
}

/* Of the hottest at the cursor, as the cluster has it; before that instant is there, of the stretch drawn. */
static void draw_tag(const struct scene *scene, struct rect rect, int title_end, struct canvas *canvas)
{
    const struct curves *now = scene->now->curves;
    int64_t at_ns = scene->explorer->time.cursor_ns;
    double most_c = (double)NAN, water_c = curves_at(now, now->water_c, at_ns);
    const char *name = "";
    for (int k = 0; k < scene->warmth.n; k++) {
        int gpu = scene->warmth.gpus[k];
        double own_c =
            scene->has_instant ? scene->instant.temp_c[gpu] : curves_at(now, now->temp_most[gpu], at_ns);
        if (isnan(own_c) || own_c <= most_c)
            continue;
        most_c = own_c;
        name = name_of(scene, k);
    }
    if (isnan(most_c))
        return;
    int left = rect.x + rect.w - title_end;
    const char *tag = text(&canvas->texts, "%s %.1f C · water %.1f", name, most_c, water_c);
    if (text_width(tag) + 2 > left)
        tag = text(&canvas->texts, "%s %.1f C", name, most_c);
    panel_tag(scene, canvas, rect, title_end, tag);
}

/* --- full size: the map and the histograms --- */

/* From the coldest of all to the hottest: what colours and bars tell apart. */
static struct scale range_of(const struct scene *scene)
{
    const struct warmth_over *heat = &scene->heat;
    struct scale range = {heat->least_c[heat->coolest], heat->most_c[heat->hottest]};
    for (int k = 0; k < scene->warmth.n; k++)
        range.min = fmin(range.min, heat->least_c[k]);
    return range;
}

/* As many as there are rows, the hottest first; how many are left out. */
static void draw_map(const struct scene *scene, const struct chart *chart, const int order[GPUS_MAX],
                     struct rect rect)
{
    int shown = scene->warmth.n <= rect.h ? scene->warmth.n : rect.h - 1;
    for (int k = 0; k < shown; k++) {
        int y = rect.y + k;
        struct scale range = range_of(scene);
        const struct curves *now = scene->now->curves;
        const float *points = now->temp_mean[scene->warmth.gpus[order[k]]];
        struct canvas *canvas = chart->canvas;
        canvas_text(canvas, chart->plot.x - chart->gutter, y, chart->gutter - 1,
                    style_of(role_of(scene, order[k])), name_of(scene, order[k]));
        for (int column = 0; column < chart->plot.w && 2 * column < now->points; column++) {
            double mean_c = points_mean(points, now->points, column);
            if (!isnan(mean_c))
                heat_cell(canvas, chart->plot.x + column, y, step_between(mean_c, range.min, range.max));
        }
        /* The tallest bar is the temperature that it was at most of the time; at the right the greatest ever.
         */
        int row = rect.y + k;
        struct rect side = chart->side;
        double shares[BINS_MAX], most = 0;
        const char *number = text(&chart->canvas->texts, "%.1f", scene->heat.most_c[order[k]]);
        int n = part_clamp(side.w - text_width(number) - 2, 0, BINS_MAX);
        warmth_histogram(scene->now->result->recording, scene->warmth.gpus[order[k]], scene->window.from_ns,
                         scene->window.to_ns, range.min, range.max, n, shares);
        for (int bin = 0; bin < n; bin++)
            most = fmax(most, shares[bin]);
        for (int bin = 0; bin < n; bin++) {
            int level = shares[bin] > 0 ? 1 + (int)floor(shares[bin] / most * 7) : 0;
            if (level > 0)
                canvas_put(chart->canvas, side.x + 1 + bin, row, glyph_level(chart->canvas->glyphs, level),
                           style_of((enum role)(ROLE_RAMP1 + bin * HEAT_STEPS / n)));
        }
        canvas_text(chart->canvas, side.x + side.w - text_width(number), row, -1, style_of(ROLE_TEXT),
                    number);
    }
    if (shown < scene->warmth.n)
        canvas_print(chart->canvas, rect.x, rect.y + shown, rect.w, style_of(ROLE_DIM), "and %d cooler GPUs",
                     scene->warmth.n - shown);
}

void panel_temperature(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct chart chart = panel_chart(scene, rect, canvas);
    int order[GPUS_MAX];
    int title_end = panel_title(scene, canvas, rect, REGION_TEMPERATURE, "Temperature",
                                unit_text(scene, rect.w, &canvas->texts));
    bool map = rect.h >= ROWS_FOR_MAP && scene->heat.hottest >= 0;
    int rows = map ? part_clamp(scene->warmth.n, 1, rect.h / 2) : 0;
    chart.plot.h -= rows;
    chart.side.h -= rows;
    order_of(scene, order);
    /* From the water to the safe limit, or what was hotter, of the reference, too: so the axis holds still.
     */
    double safe_c = warmth_safe_c(scene->now->result->model, scene->window.from_ns), most_c = safe_c,
           least_c = HEAT_WATER_C;
    const struct curves *const both[] = {scene->now->curves, scene->reference->curves};
    for (size_t i = 0; i < sizeof both / sizeof *both; i++)
        for (int p = 0; both[i] && both[i]->warm && p < both[i]->points; p++) {
            float low, high;
            edges_at(scene, both[i], p, &low, &high); /* fmin and fmax pass NAN over */
            least_c = fmin(fmin(least_c, (double)low), (double)both[i]->water_c[p]);
            most_c = fmax(most_c, (double)high);
        }
    chart.scale = scale_fit(least_c, most_c + 0.5, chart.plot.h);
    draw_curves(scene, &chart, safe_c);
    draw_words(scene, &chart);
    draw_tag(scene, rect, title_end, canvas);
    if (map)
        draw_map(scene, &chart, order, (struct rect){rect.x, rect.y + rect.h - rows, rect.w, rows});
}

/* " 14:05:00: 30.0 to 38.2 C, because the hottest GPU of the last five minutes, gpu3, stayed below ...": the
 * last change of the water before the cursor; "" before any. */
static const char *change_text(const struct scene *scene, struct arena *texts)
{
    const struct recording *recording = scene->now->result->recording;
    const struct chronicle *water = &recording->water;
    int last = chronicle_until(water, scene->explorer->time.cursor_ns) - 1;
    if (last < 0)
        return "";
    const struct water_change *change = chronicle_get(water, last);
    const char *sentence = water_reason_sentences[change->reason], *gpu = strstr(sentence, "{gpu}"),
               *clock = clock_format(FORMAT_ROOM, recording->start_s, change->t_ns, scene->offset_s,
                                     CLOCK_SECONDS),
               *from = text(texts, "%.1f", change->from_c), *to = text(texts, "%.1f", change->to_c),
               *what = strcmp(from, to) == 0 ? text(texts, " At %s it stayed at %s C: ", clock, to)
                                             : text(texts, " At %s from %s to %s C: ", clock, from, to);
    if (!gpu)
        return text(texts, "%s%s.", what, sentence);
    return text(texts, "%s%.*s%s, at %.1f C%s.", what, (int)(gpu - sentence), sentence,
                change->gpu >= 0 ? recording->gpus[change->gpu].name : "?", change->temp_c,
                gpu + sizeof "{gpu}" - 1);
}

void panel_temperature_note(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct model *model = scene->now->result->model;
    const struct recording *recording = scene->now->result->recording;
    struct arena *texts = &canvas->texts;
    double water_c = scene->heat.water_c, share = heat_cooling_share(water_c);
    double percent = 100 * heat_saving(water_c - HEAT_WATER_C);
    const char *against = "";
    if (isnan(water_c))
        return;
    if (fabs(percent) >= 0.05)
        against = text(texts, ", %.3g %% %s than at %g C", fabs(percent), percent < 0 ? "more" : "less",
                       HEAT_WATER_C);
    const char *told = text(
        texts, "Water of %.1f C: cooling takes %.3g J for each J of the GPUs%s%s.%s", water_c, share, against,
        model->scenario.number[KNOB_FACILITY] > FACILITY_FLAT ? "" : "; not counted under facility flat",
        change_text(scene, texts));
    /* " At 09:12:00 yolo/3 went from gpu01 45.0 C to gpu05 39.9 C: its GPU was the hottest, and ...". */
    const struct pod_move *move = move_at(recording, scene->explorer->time.cursor_ns, INT64_MAX);
    if (move) {
        char pod[64], way[96];
        move_print_pod(recording, move, pod, sizeof pod);
        move_print_way(recording, move, way, sizeof way);
        told = text(texts, "%s At %s %s went from %s: %s.", told,
                    clock_format(FORMAT_ROOM, recording->start_s, move->t_ns, scene->offset_s, CLOCK_SECONDS),
                    pod, way, move_reason_sentences[move->reason]);
    }
    /* "gpu0 drinks what gpu1 has warmed, by 3.7 K on average". */
    int chains = 0;
    for (int k = 0; k < scene->warmth.n; k++) {
        int gpu = scene->warmth.gpus[k], up = model->gpus[gpu].upstream;
        if (up >= 0)
            told = text(texts, "%s%s%s that of %s", told,
                        chains++ ? ", " : " Warmed water: ", model->gpus[gpu].name, model->gpus[up].name);
    }
    part_wrap(canvas, (struct rect){rect.x + 1, rect.y, rect.w - 2, rect.h}, style_of(ROLE_DIM),
              chains ? text(texts, "%s.", told) : told);
}

/* A row for each GPU and stretch of temperature: the share of the time shown that it was in it. */
bool panel_temperature_tell(const struct scene *scene, struct account *account)
{
    static const char *const columns[] = {"gpu", "from_c", "to_c", "share_of_time", "greatest_c"};
    int order[GPUS_MAX];
    if (scene->layout.full != REGION_TEMPERATURE || scene->heat.hottest < 0)
        return false;
    struct scale range = range_of(scene);
    double step = (range.max - range.min) / BINS_MAX;
    order_of(scene, order);
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (int k = 0; k < scene->warmth.n; k++) {
        double shares[BINS_MAX];
        warmth_histogram(scene->now->result->recording, scene->warmth.gpus[order[k]], scene->window.from_ns,
                         scene->window.to_ns, range.min, range.max, BINS_MAX, shares);
        for (int bin = 0; bin < BINS_MAX; bin++) {
            ACCOUNT_ADD(account, account_said(name_of(scene, order[k])), account_bare(range.min + bin * step),
                        account_bare(range.min + (bin + 1) * step), account_bare(shares[bin]),
                        account_bare(scene->heat.most_c[order[k]]));
        }
    }
    return true;
}
