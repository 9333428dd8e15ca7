/* Accuracy: of the requests that finish, mean over them, per app. One app's stands in its own metric; several
 * have different ones, so that each is shown as per cent of its best variant's. A line at BASE, which serves
 * the best variant alone, and one at the limit where there is one; what falls below it is marked. */
#include "tui/board/panels/panels.h"

#include "engine/answers/objective.h"
#include "engine/base/text.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>

enum { NUMBER_SIZE = 32 };

/* Do apps share one scale, per cent of their best variant's? */
static bool is_relative(const struct scene *scene)
{
    return scene->now->quality->n_counting > 1;
}

/* From an app's accuracy to what the plot shows. */
static double shown(const struct scene *scene, int app, double accuracy)
{
    return is_relative(scene) ? 100 + quality_change_of(scene->now->quality, app, accuracy) : accuracy;
}

/* What the best variant has: 100 on the common scale. */
static double base_of(const struct scene *scene)
{
    const struct quality *quality = scene->now->quality;
    return is_relative(scene) ? 100 : quality->apps[quality->first].base;
}

static char *print_number(char *out, double value)
{
    snprintf(out, NUMBER_SIZE, fabs(value) < 1.5 ? "%.3f" : "%.1f", value);
    return out;
}

static void fill(const struct scene *scene, const struct curves *curves, int app, float *points)
{
    for (int p = 0; p < curves->points; p++)
        points[p] = (float)shown(scene, app, (double)curves->accuracy[app][p]);
}

/* The limit in the plot's unit, point by point. */
static void fill_limit(const struct scene *scene, float *points)
{
    const struct quality *quality = scene->now->quality;
    for (int p = 0; p < quality->points; p++)
        points[p] = (float)((double)quality->limit[p] / 100 * base_of(scene));
}

/* --- the scale --- */

static double least_of(const float *points, int n, double least)
{
    for (int p = 0; p < n; p++)
        least = fmin(least, (double)points[p]); /* NAN loses */
    return least;
}

/* --- lines --- */

/* The limit moves when its knob is turned in mid-run. */
static void draw_limit(const struct scene *scene, const struct chart *chart)
{
    float points[CURVE_POINTS];
    int n = scene->now->quality->points;
    struct chart_line line = {points, n, style_of(ROLE_TITLE), true, '-'};
    fill_limit(scene, points);
    chart_line(chart, &line);
    int last = points_last(points, n);
    if (last >= 0 && chart_row(chart, (double)points[last]) != chart_row(chart, base_of(scene)))
        chart_label(chart, (double)points[last], style_bold(ROLE_TITLE), "limit");
}

static void draw_curves(const struct scene *scene, const struct chart *chart)
{
    const struct quality *quality = scene->now->quality;
    float points[APPS_MAX][CURVE_POINTS];
    struct chart_line lines[APPS_MAX] = {0};
    int apps[APPS_MAX], n = 0;
    for (int app = 0; app < quality->n_apps; app++) {
        if (!quality->apps[app].counts)
            continue;
        fill(scene, scene->now->curves, app, points[n]);
        lines[n] = (struct chart_line){points[n], scene->now->curves->points, style_of(scene_app_role(app)),
                                       false, (uint32_t)panel_app_digit(app)};
        apps[n++] = app;
    }
    chart_lines(chart, lines, n);
    for (int i = n - 1; i >= 0; i--) {
        /* Over the curves: what is below the limit, and the digit at the end where there are several. */
        const struct chart_line *line = &lines[i];
        float limit[CURVE_POINTS];
        bool below[CURVE_POINTS];
        fill_limit(scene, limit);
        for (int p = 0; p < line->n; p++)
            below[p] = p < quality->points && line->points[p] < limit[p];
        chart_line_where(chart, line, below, style_bold(ROLE_BAD));
        int last = points_last(line->points, line->n);
        if (quality->n_counting > 1 && last >= 0)
            chart_mark(chart, last, (double)line->points[last], (uint32_t)panel_app_digit(apps[i]),
                       style_bold(scene_app_role(apps[i])));
    }
}

static void draw_reference(const struct scene *scene, const struct chart *chart, int app)
{
    const struct curves *then = scene->reference->quality ? scene->reference->curves : NULL;
    float points[CURVE_POINTS];
    if (!then || app >= then->n_apps)
        return;
    fill(scene, then, app, points);
    chart_reference(chart, points, then->points);
}

/* Does a curve of the run that is not at BASE pass through BASE's row? Then the row's own number stands in
 * the gutter: "BASE" would be read as the curve's name. */
static bool shares_row(const struct scene *scene, const struct chart *chart, int app)
{
    float points[CURVE_POINTS];
    double base = base_of(scene);
    int row = chart_row(chart, base), height = chart_height(chart, base, 4);
    fill(scene, scene->now->curves, app, points);
    for (int p = 0; p < scene->now->curves->points; p++)
        if (!isnan(points[p]) && chart_row(chart, (double)points[p]) == row &&
            chart_height(chart, (double)points[p], 4) != height)
            return true;
    return false;
}

static void label_base(const struct scene *scene, const struct chart *chart)
{
    const struct quality *quality = scene->now->quality;
    for (int app = 0; app < quality->n_apps; app++)
        if (quality->apps[app].counts && shares_row(scene, chart, app))
            return;
    chart_label(chart, base_of(scene), style_bold(ROLE_TITLE), "BASE");
}

/* --- the right column: the whole run --- */

/* "−2.1 %" against the best variant. */
static void print_loss(const struct scene *scene, int app, char *out, size_t size)
{
    double loss = -quality_change_of(scene->now->quality, app, scene->now->total.apps[app].accuracy);
    if (!(fabs(loss) >= 0.005))
        snprintf(out, size, "= BASE");
    else
        snprintf(out, size, "%s%.*f %%", loss > 0 ? "−" : "+", fabs(loss) < 9.95 ? 2 : 1, fabs(loss));
}

static void draw_words(const struct scene *scene, const struct chart *chart)
{
    const struct quality *quality = scene->now->quality;
    struct lines words = chart_words(chart), foot = words;
    int first = quality->first, end = words.rect.x + words.rect.w;
    char text[NUMBER_SIZE];
    if (words.rect.w < 6)
        return;
    bool compared = scene->compared && scene->reference->quality && words.rect.h >= 4;
    for (int app = 0; app < quality->n_apps && lines_left(&words) > compared; app++)
        if (quality->apps[app].counts && !isnan(scene->now->total.apps[app].accuracy)) {
            int x = words.rect.x;
            int y = words.rect.y + words.y++;
            struct canvas *canvas = chart->canvas;
            char line[NUMBER_SIZE], digit[3] = {panel_app_digit(app), ' ', 0};
            if (is_relative(scene)) {
                part_span(canvas, &x, end, y, style_bold(scene_app_role(app)), digit);
                print_loss(scene, app, line, sizeof line);
            } else {
                print_number(line, scene->now->total.apps[app].accuracy);
            }
            part_span(canvas, &x, end, y, style_bold(ROLE_TITLE), line);
            const char *metric = format_metric(scene->now->total.apps[app].accuracy_metric);
            if (!(x + 1 + text_width(metric) > end)) {
                x++;
                part_span(canvas, &x, end, y, style_of(ROLE_DIM), metric);
            }
        }
    if (!is_relative(scene) && !isnan(scene->now->total.apps[first].accuracy)) {
        print_loss(scene, first, text, sizeof text);
        lines_put(&words, style_of(ROLE_TEXT), text);
    }
    if (!is_relative(scene) && lines_left(&words) > compared)
        lines_print(&words, style_of(ROLE_DIM), words.rect.w < 9 ? "of %s" : "BASE %s",
                    print_number(text, base_of(scene)));
    lines_sink(&foot, 1);
    if (compared)
        panel_reference(scene, &foot);
}

/* --- the title --- */

/* The mean around the cursor; with several apps their losses, weighted. */
static double value_at_cursor(const struct scene_run *run)
{
    const struct quality *quality = run->quality;
    if (!quality)
        return (double)NAN;
    if (quality->n_counting > 1)
        return quality_change(quality, run->reading.accuracy, run->reading.served);
    return run->reading.accuracy[quality->first];
}

static void draw_tag(const struct scene *scene, struct rect rect, int title_end, struct canvas *canvas)
{
    enum { FORMS = 4 };
    const char *f = "";
    double now = value_at_cursor(scene->now);
    double then = scene->reference_name ? value_at_cursor(scene->reference) : (double)NAN;
    const char *unit = is_relative(scene) ? " %" : "";
    if (isnan(now) || scene->now->reading.served[scene->now->quality->first] <= 0)
        return;
    if (!layout_has(&scene->layout, REGION_OBJECTIVE) && !isnan(scene->now->reading.f))
        f = text(&canvas->texts, " · f %.1f", scene->now->reading.f);
    char number[NUMBER_SIZE], before[NUMBER_SIZE];
    const char *both = text(&canvas->texts, "%s%s now · %s%s", print_number(number, now), unit,
                            print_number(before, then), unit);
    const char *const forms[FORMS] = {text(&canvas->texts, "%s %s%s", both, scene_reference_word(scene), f),
                                      text(&canvas->texts, "%s %s%s", both, scene_reference_brief(scene), f),
                                      text(&canvas->texts, "%s %s", both, scene_reference_brief(scene)),
                                      text(&canvas->texts, "%s%s%s", number, unit, f)};
    int first = isnan(then) || rect.w < 60 ? FORMS - 1 : 0;
    panel_tag_fitting(scene, canvas, rect, title_end, forms + first, (size_t)(FORMS - first));
}

void panel_accuracy(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct quality *quality = scene->now->quality;
    const char *unit = "";
    if (!quality)
        return;
    int only = accuracy_only_app(&scene->now->total);
    if (is_relative(scene))
        unit = text(&canvas->texts, rect.w >= 60 ? "%% of each app's best variant" : "%% of best");
    else
        unit = text(&canvas->texts, "%s%s%s%s", only < 0 ? "" : scene->now->total.apps[only].name,
                    only < 0 ? "" : ", ",
                    format_metric(scene->now->result->model->apps[quality->first].accuracy_metric),
                    rect.w >= 90 ? ", mean over the requests served" : "");
    int title_end = panel_title(scene, canvas, rect, REGION_ACCURACY, "Accuracy", unit);
    struct chart chart = panel_chart(scene, rect, canvas);
    if (scene->now->curves->points > 0) {
        /* From a little below the least to a little above BASE; differences below one per cent of it stay
         * small.
         */
        const struct curves *then = scene->reference->quality ? scene->reference->curves : NULL;
        float points[CURVE_POINTS];
        double base = base_of(scene), least = base;
        for (int app = 0; app < scene->now->quality->n_apps; app++) {
            if (!scene->now->quality->apps[app].counts)
                continue;
            fill(scene, scene->now->curves, app, points);
            least = least_of(points, scene->now->curves->points, least);
            if (then && app < then->n_apps) {
                fill(scene, then, app, points);
                least = least_of(points, then->points, least);
            }
        }
        fill_limit(scene, points);
        least = least_of(points, scene->now->quality->points, least);
        double range = fmax(base - least, 0.01 * base);
        chart.scale = scale_fit(base - 1.1 * range, base + 0.1 * range, chart.plot.h);
        chart_grid(&chart);
        chart_level(&chart, base_of(scene), STROKE_SOLID, ROLE_TITLE);
        label_base(scene, &chart);
        draw_limit(scene, &chart);
        for (int app = 0; app < quality->n_apps; app++)
            if (quality->apps[app].counts)
                draw_reference(scene, &chart, app);
        draw_curves(scene, &chart);
    }
    draw_words(scene, &chart);
    draw_tag(scene, rect, title_end, canvas);
}
