/* Tail latency: each app's tail percentile in a sliding window as percent of its own SLO, so that one line at
 * 100 serves all. As lanes (one row an app) or as a plot. The right column is the verdict over the whole run;
 * a window may cross the line while the run passes. Where no app has an SLO it is in milliseconds, and there
 * is no line. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SLO_PERCENT = 100, CLIP_PERCENT = 200, HALL_LINES = 3 };

/* Is there an SLO to hold against? */
static bool has_slo(const struct scene *scene)
{
    const struct summary *total = &scene->now->total;
    bool any = total->n_apps == 0;
    for (int app = 0; app < total->n_apps; app++)
        any = any || total->apps[app].slo_ms > 0;
    return any;
}

/* The curve of an app: percent of its SLO, or milliseconds. */
static const float *points_of(const struct scene *scene, const struct curves *curves, int app)
{
    return has_slo(scene) ? curves->tail[app] : curves->tail_ms[app];
}

char panel_app_digit(int app)
{
    return (char)(app < 9 ? '1' + app : 'a' + app - 9);
}

char *panel_app_label(const struct scene *scene, int app, int columns, char *out)
{
    return format_app_label(out, &scene->now->result->model->scenario, app, columns);
}

void panel_app_span(const struct scene *scene, int app, int *x, int end, int y, struct style style,
                    struct canvas *canvas)
{
    part_span(canvas, x, end, y, style_bold(scene_app_role(app)),
              text(&canvas->texts, "%c ", panel_app_digit(app)));
    part_span(canvas, x, end, y, style, panel_app_label(scene, app, end - *x, FORMAT_ROOM));
}

/* The milliseconds between the digit and the share, right-aligned, if they fit there. */
static void draw_tail_ms(const struct summary_app *info, int x, int x_end, int y, struct canvas *canvas)
{
    const char *words = text(&canvas->texts, "%.0f", info->tail_ms);
    if (text_width(words) > x_end - x)
        words = text(&canvas->texts, info->tail_ms < 99500 ? "%.1f s" : "%.0f s", info->tail_ms / 1000);
    if (text_width(words) > x_end - x)
        words = text(&canvas->texts, "%.0fs", info->tail_ms / 1000);
    if (x + 4 <= x_end && text_width(words) <= x_end - x)
        canvas_text_right(canvas, x + 4 > x + text_width(words) ? x + 4 : x + text_width(words), y, -1,
                          style_bold(ROLE_TITLE), words);
}

void panel_verdict(const struct scene *scene, int app, int x_end, int w, int y, bool number,
                   struct canvas *canvas)
{
    const struct summary_app *info = &scene->now->total.apps[app];
    double share = scene_share(&scene->now->total, app);
    char text[32], digit[3] = {panel_app_digit(app), ' ', 0};
    const char *word = scene->so_far ? "" : info->slo_met ? "ok" : "MISS";
    if (isnan(share)) {
        /* What there is to say where there is no share of an SLO. */
        text_copy(text, sizeof text, info->slo_ms > 0 ? "..." : "no SLO");
        if (!has_slo(scene) && info->tail_ms >= 0)
            snprintf(text, sizeof text, info->tail_ms < 9999.5 ? "%.0f ms" : "%.0f s",
                     info->tail_ms < 9999.5 ? info->tail_ms : info->tail_ms / 1000);
    } else
        snprintf(text, sizeof text, share < 999.5 ? "%.0f%%" : ">9×", share);
    int need = text_width(text) + (isnan(share) ? 0 : 1 + text_width(word));
    bool wide = number && w >= 13;
    int x = x_end - (need < w ? need : w), at = wide ? x_end - w : x - 2;
    struct style plain = style_bold(info->slo_met ? ROLE_TITLE : ROLE_BAD);
    if (number)
        part_span(canvas, &at, x_end, y, style_bold(scene_app_role(app)), digit);
    if (wide && !isnan(share))
        draw_tail_ms(info, at, x - 1, y, canvas);
    part_span(canvas, &x, x_end, y, plain, text);
    if (isnan(share))
        return;
    part_span(canvas, &x, x_end, y, plain, " ");
    enum role role = scene->so_far ? ROLE_DIM : info->slo_met ? ROLE_GOOD : ROLE_BAD;
    part_span(canvas, &x, x_end, y, info->slo_met ? style_of(role) : style_bold(role), word);
}

/* Where the app's last request finished, as a canvas column; -1 while it has not or outside the window. */
static int done_column(const struct scene *scene, int app)
{
    double done_s = scene->now->total.apps[app].done_s;
    if (isnan(done_s) || scene->so_far)
        return -1;
    int64_t t_ns = ns_from_s(done_s);
    int64_t end_ns = scene->now->result->recording->end_ns;
    return t_ns < end_ns - (scene->window.to_ns - scene->window.from_ns) / 50 ? scene_column(scene, t_ns)
                                                                              : -1;
}

/* The points of an app's curve: no more than until its last request has finished. */
static int count_points(const struct scene *scene, int app)
{
    int points = scene->now->curves->points, done = done_column(scene, app);
    int until = 2 * (done + 1 - scene->layout.plot_x);
    return done >= 0 && until < points ? until : points;
}

/* Of the run and of what it is held against, so that the axis holds still while a knob is turned. */
static double highest(const struct scene *scene)
{
    const struct curves *const both[] = {scene->now->curves, scene->reference->curves};
    double max = 0;
    for (size_t i = 0; i < sizeof both / sizeof *both; i++)
        for (int app = 0; both[i] && app < both[i]->n_apps; app++)
            max = fmax(max, points_greatest(points_of(scene, both[i], app), both[i]->points));
    return max;
}

static double longest_of(const struct scene *scene, int app)
{
    return points_greatest(points_of(scene, scene->now->curves, app), scene->now->curves->points);
}

/* Without an SLO, do the tails of apps differ tenfold? On one axis all but the longest would lie at its foot.
 */
static bool is_apart(const struct scene *scene)
{
    double least = INFINITY, most = 0;
    for (int app = 0; app < scene->now->result->recording->n_apps; app++) {
        double longest = longest_of(scene, app);
        least = longest > 0 ? fmin(least, longest) : least;
        most = fmax(most, longest);
    }
    return !has_slo(scene) && most >= 10 * least;
}

/* Where a lane is full: without an SLO at the longest tail of all, which the title says, or each at its own.
 */
static double lane_full(const struct scene *scene, int app)
{
    return has_slo(scene) ? SLO_PERCENT : fmax(is_apart(scene) ? longest_of(scene, app) : highest(scene), 1);
}

void panel_lane(const struct scene *scene, int app, int y, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    int x = layout->gutter_x, end = layout->plot_x - 1;
    panel_app_span(scene, app, &x, end, y, style_of(scene_app_role(app)), canvas);
    int done = done_column(scene, app), w = layout->plot_w;
    const float *points = points_of(scene, scene->now->curves, app);
    double full = lane_full(scene, app);
    struct lane lane = {points, count_points(scene, app), full, full, ROLE_BUSY};
    chart_lane(canvas, layout->plot_x, y, w, &lane);
    if (done >= 0 && layout->plot_x + w - done - 1 >= 4)
        canvas_text(canvas, done + 1, y, layout->plot_x + w - done - 1, style_of(ROLE_DIM), "done");
    panel_verdict(scene, app, layout->right_x + layout->right_w, layout->right_w, y, false, canvas);
}

void panel_order_apps(const struct scene *scene, int *apps, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double a = scene_share(&scene->now->total, apps[i]), b = scene_share(&scene->now->total, apps[j]);
            if (b > a || (isnan(a) && !isnan(b))) {
                int swap = apps[i];
                apps[i] = apps[j];
                apps[j] = swap;
            }
        }
}

/* Verdicts, then what the marks on the SLO line count, then what the dashed line is. */
static void draw_words(const struct scene *scene, const struct chart *chart, int worst)
{
    int n = scene->now->result->recording->n_apps, end = chart->side.x + chart->side.w;
    bool reference = scene->reference->curves && worst >= 0 && worst < scene->reference->curves->n_apps;
    struct lines words = chart_words(chart), foot = words;
    if (words.rect.w < 3)
        return;
    int roomy = words.rect.w >= 14, met = 0; /* then a blank column stands on both sides */
    for (int app = 0; app < n; app++)
        met += scene->so_far || scene->now->total.apps[app].slo_met; /* beside MISS no milliseconds fit */
    if (roomy && words.rect.h >= n + 1 && has_slo(scene))
        lines_print(&words, style_of(ROLE_DIM), "%s %s  of SLO",
                    format_percentile(FORMAT_ROOM, scene_percentile(scene)), met ? "ms" : "  ");
    for (int app = 0; app < n && lines_left(&words) > 0; app++)
        panel_verdict(scene, app, end - roomy, words.rect.w - roomy, words.rect.y + words.y++, true,
                      chart->canvas);
    words.rect.h -= 2 * reference;
    if (words.y > words.rect.h)
        return;
    if (reference) {
        /* In the last two rows: what the dashed line is, and whose. */
        char name[FORMAT_SIZE], percent[FORMAT_SIZE];
        int w = foot.rect.w;
        double share = scene->compared && worst < scene->reference->total.n_apps
                           ? scene_share(&scene->reference->total, worst)
                           : (double)NAN;
        foot.y = foot.rect.h - 2;
        panel_reference(scene, &foot);
        format_app(name, scene->now->total.apps[worst].name);
        snprintf(percent, sizeof percent, " %.0f%%", share);
        bool room = !isnan(share) && w >= 13 && w >= 2 + text_width(name) + text_width(percent);
        lines_print(&foot, style_of(ROLE_REFERENCE), "%s%s%s", text_width(name) + 2 < w ? "  " : "", name,
                    room ? percent : "");
    }
    int64_t misses = scene->now->curves->window_misses;
    if (misses <= 0 || lines_left(&words) == 0)
        return;
    lines_gap(&words);
    /* "○ 1 204 late": what the marks on the SLO line count. */
    char count[FORMAT_SIZE], label[FORMAT_SIZE + 16];
    int w = words.rect.w;
    snprintf(label, sizeof label, "○ %s late", format_count(count, misses));
    if (text_width(label) > w)
        snprintf(label, sizeof label, "○ %s", count);
    if (text_width(label) > w)
        snprintf(label, sizeof label, "○ %.1f M", (double)misses / 1e6);
    lines_put(&words, style_bold(ROLE_BAD), label);
}

/* Whose each digit is: curves and verdicts have no room for names. */
void panel_latency_note(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct recording *recording = scene->now->result->recording;
    int x = rect.x + 1, end = rect.x + rect.w;
    for (int app = 0; app < recording->n_apps; app++) {
        char name[FORMAT_SIZE], digit[3] = {panel_app_digit(app), ' ', 0};
        panel_app_label(scene, app, FORMAT_SIZE - 1, name);
        if (x + 2 + text_width(name) > end)
            return;
        part_span(canvas, &x, end, rect.y, style_bold(scene_app_role(app)), digit);
        part_span(canvas, &x, end, rect.y, style_of(scene_app_role(app)), name);
        x += 2;
    }
}

static struct scale scale_of(const struct scene *scene, int rows)
{
    double top = fmin(fmax(highest(scene) * 1.02, 105), CLIP_PERCENT);
    if (!has_slo(scene))
        return scale_fit(0, fmax(highest(scene) * 1.02, 1), rows);
    return scale_through(SLO_PERCENT, top, rows);
}

/* "chat 85 % ok" beside the end of each curve, and how many apps have none. */
static void draw_names(const struct scene *scene, const struct chart *chart, const int *order, int shown)
{
    const struct summary *total = &scene->now->total;
    struct chart_name names[HALL_LINES + 2];
    struct arena *texts = &chart->canvas->texts;
    int n = 0;
    for (int i = 0; i < shown; i++) {
        const struct summary_app *info = &total->apps[order[i]];
        const float *points = points_of(scene, scene->now->curves, order[i]);
        int last = points_last(points, count_points(scene, order[i]));
        double share = scene_share(total, order[i]);
        if (last < 0)
            continue;
        const char *word = scene->so_far || isnan(share) ? ""
                           : info->slo_met               ? " ok"
                                                         : " MISS",
                   *told =
                       isnan(share) ? text(texts, "%.0f ms", info->tail_ms) : text(texts, "%.0f %%", share),
                   *name = format_app(FORMAT_ROOM, info->name),
                   *const forms[] = {text(texts, "%s %s%s", name, told, word),
                                     text(texts, "%s %s", name, told),
                                     text(texts, "%c %s", panel_app_digit(order[i]), told)};
        bool good = isnan(share) || info->slo_met;
        names[n++] =
            (struct chart_name){(double)points[last], style_bold(good ? scene_app_role(order[i]) : ROLE_BAD),
                                text_fitting(forms, 3, chart->side.w - 1)};
    }
    const struct curves *then = scene->reference->curves;
    int rest = scene->now->result->recording->n_apps - shown, ends = -1;
    if (then && order[0] < then->n_apps && !isnan(scene_share(total, order[0])))
        ends = points_last(then->tail[order[0]], then->points);
    if (ends >= 0)
        names[n++] = (struct chart_name){(double)then->tail[order[0]][ends], style_of(ROLE_REFERENCE),
                                         scene_reference_fit(scene, chart->side.w - 1)};
    const char *const more[] = {text(texts, "%d more apps", rest), text(texts, "%d more", rest)};
    if (rest > 0)
        names[n++] = (struct chart_name){0, style_of(ROLE_DIM), text_fitting(more, 2, chart->side.w - 1)};
    chart_names(chart, names, n);
}

static void draw_plot(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct chart chart = panel_chart(scene, rect, canvas);
    const struct curves *then = scene->reference->curves;
    double share;
    int n = scene->now->result->recording->n_apps, worst = summary_worst_app(&scene->now->total, &share);
    chart.scale = scale_of(scene, chart.plot.h);
    chart.limit = has_slo(scene) ? SLO_PERCENT : 0;
    chart_grid(&chart);
    if (has_slo(scene)) {
        /* The line that serves all apps; hollow where requests missed it, even if the percentile did not. */
        const struct curves *curves = scene->now->curves;
        chart_level(&chart, chart.limit, STROKE_SOLID, ROLE_TITLE);
        chart_label(&chart, chart.limit, style_bold(ROLE_TITLE), "SLO");
        for (int p = 0; p < curves->points; p++)
            if (curves->misses[p] > 0)
                chart_mark(&chart, p, chart.limit, 0x25CB, style_bold(ROLE_BAD));
    }
    if (then && worst >= 0 && worst < then->n_apps)
        chart_reference(&chart, then->tail[worst], then->points);
    /* The curves of all apps, then over them what is over the SLO. */
    struct chart_line lines[APPS_MAX] = {0};
    bool over[CURVE_POINTS];
    int count = scene->now->result->recording->n_apps;
    for (int app = 0; app < count; app++) {
        lines[app] =
            (struct chart_line){points_of(scene, scene->now->curves, app), count_points(scene, app),
                                style_of(scene_app_role(app)), false, (uint32_t)panel_app_digit(app)};
        lines[app].style.attrs = scene->focus == REGION_LATENCY ? 0 : ATTR_FAINT;
    }
    /* For a hall three curves at most, those closest to their SLO, each with its name where it ends. */
    int order[APPS_MAX], shown = scene->layout.presents && count > HALL_LINES ? HALL_LINES : count;
    for (int app = 0; app < count; app++)
        order[app] = app;
    if (scene->layout.presents) {
        panel_order_apps(scene, order, count);
        for (int i = shown; i < count; i++)
            lines[order[i]].n = 0;
    }
    chart_lines(&chart, lines, count);
    for (int app = 0; app < count && has_slo(scene); app++) {
        for (int p = 0; p < lines[app].n; p++)
            over[p] = (double)lines[app].points[p] > chart.limit;
        chart_line_where(&chart, &lines[app], over, style_of(ROLE_BAD));
    }
    if (scene->layout.presents) {
        draw_names(scene, &chart, order, shown);
        return;
    }
    for (int app = 0; app < n; app++) {
        /* The app's digit behind the end of its curve. */
        const float *tail = points_of(scene, scene->now->curves, app);
        int last = points_last(tail, count_points(scene, app)), most = 2 * (chart.plot.w - 2);
        if (last >= 0) /* a blank stays before the verdicts */
            chart_mark(&chart, last + 2 < most ? last + 2 : most, (double)tail[last],
                       (uint32_t)panel_app_digit(app), style_bold(scene_app_role(app)));
    }
    draw_words(scene, &chart, worst);
}

/* A curve on an axis of its own, below the first row of `rect`. */
static void draw_own_axis(const struct scene *scene, int app, struct rect rect, struct canvas *canvas)
{
    struct chart chart = panel_chart(scene, rect, canvas);
    int x = scene->layout.gutter_x, end = scene->layout.right_x + scene->layout.right_w;
    struct chart_line line = {points_of(scene, scene->now->curves, app), count_points(scene, app),
                              style_of(scene_app_role(app)), false, (uint32_t)panel_app_digit(app)};
    chart.scale = scale_to(0, lane_full(scene, app));
    chart_grid(&chart);
    chart_line(&chart, &line);
    canvas_fill(canvas, (struct rect){x, chart.plot.y, chart.plot.x - x, 1}, ' ', style_of(ROLE_TEXT));
    panel_app_span(scene, app, &x, chart.plot.x - 1, chart.plot.y, style_of(scene_app_role(app)), canvas);
    panel_verdict(scene, app, end, scene->layout.right_w, chart.plot.y, false, canvas);
}

/* The instant, and how many requests were late in the window that ends there: the longest form that
 * fits beside the title. */
static void draw_tag(const struct scene *scene, struct rect rect, int title_end, struct canvas *canvas)
{
    enum { FORMS = 4 };
    char clock[FORMAT_SIZE], count[FORMAT_SIZE] = "none";
    double misses = scene->now->reading.late;
    int first = rect.w < 90;
    clock_format(clock, scene->explorer->document.scenario.start_s, scene->explorer->time.cursor_ns,
                 scene->offset_s, scene_clock_digits(scene));
    if (misses > 0)
        format_count(count, (int64_t)misses);
    const char *const forms[FORMS] = {text(&canvas->texts, "at %s · %s late in %s", clock, count,
                                           clock_length(FORMAT_ROOM, scene->window.tail_ns)),
                                      text(&canvas->texts, "%s · %s late", clock, count),
                                      text(&canvas->texts, "%s late", count), clock};
    panel_tag_fitting(scene, canvas, rect, title_end, forms + first, (size_t)(FORMS - first));
}

void panel_latency(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    char length[FORMAT_SIZE], tail[FORMAT_SIZE];
    struct arena *texts = &canvas->texts;
    const char *unit, *clipped = "", *full = "";
    bool plot = scene->layout.latency_plot && !is_apart(scene);
    if (scene_shows_spread(scene)) {
        panel_spread(scene, rect, canvas);
        return;
    }
    if (scene->layout.pools) {
        draw_tag(scene, rect, panel_pools(scene, rect, canvas), canvas);
        return;
    }
    double top = scale_of(scene, rect.h - 1).max;
    if (plot && has_slo(scene) && highest(scene) > top)
        clipped = text(texts, ", cut at %.0f", top);
    if (!plot)
        full =
            is_apart(scene) ? ", each up to its longest" : text(texts, " of %.0f", fmax(highest(scene), 1));
    clock_length(length, scene->window.tail_ns);
    if (rect.w >= 60 && strchr(length, ' '))
        *strchr(length, ' ') = '-';
    format_percentile(tail, scene_percentile(scene));
    if (!plot && rect.h - 1 < scene->now->result->recording->n_apps) {
        /* "1 h, % of SLO, worst 2 of 5: 4 Enter" where not every app has a lane: how many more there are, and
         * that the panel in full size has them; the longest form that fits. */
        int before = 12; /* columns of the number and "p95" */
        const char *what = has_slo(scene) ? "% of SLO" : "ms", *brief = has_slo(scene) ? "%" : "ms",
                   *rest = text(texts, "%d of %d: %d Enter", rect.h - 1,
                                scene->now->result->recording->n_apps, panels[REGION_LATENCY].digit),
                   *const forms[] = {
                       text(texts, "%s, %s, %s%s", length, what, has_slo(scene) ? "slowest " : "", rest),
                       text(texts, "%s, %s", what, rest), text(texts, "%s, %s", brief, rest)};
        unit = text_fitting(forms, 3, rect.w - before);
    } else if (!has_slo(scene) && rect.w >= 60)
        unit = text(texts, "%s %s, ms%s, no SLO", length, tail, full);
    else if (!has_slo(scene))
        unit = text(texts, "%s, ms%s", length, full);
    else if (rect.w >= 60)
        unit = text(texts, "%s %s, %% of SLO%s", length, tail, clipped);
    else
        unit = text(texts, "%s, %% of SLO%s", length, clipped);
    int title_end =
        panel_title(scene, canvas, rect, REGION_LATENCY, rect.w >= 60 ? "Tail latency" : tail, unit);
    if (scene->now->curves->points > 0 && plot)
        draw_plot(scene, rect, canvas);
    else if (scene->now->curves->points > 0) {
        /* In their order if all fit, else those closest to their SLO. */
        int order[APPS_MAX], n = scene->now->result->recording->n_apps, rows = rect.h - 1;
        for (int i = 0; i < n; i++)
            order[i] = i;
        if (rows < n)
            panel_order_apps(scene, order, n);
        for (int i = 0, each = is_apart(scene) ? rows / n : 1; i < n && i < rows; i++)
            if (each > 1)
                draw_own_axis(scene, order[i], (struct rect){rect.x, rect.y + each * i, rect.w, each + 1},
                              canvas);
            else
                panel_lane(scene, order[i], rect.y + 1 + i, canvas);
    }
    draw_tag(scene, rect, title_end, canvas);
}
