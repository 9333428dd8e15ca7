/* A plot has a coordinate system of its own, 640 units wide, which the page scales to the width that there
 * is; so text is set larger by the style where the page is narrow. Coordinates are written with one digit
 * after the point, which no eye can tell from more. */
#include "tui/media/plot.h"

#include "engine/base/text.h"
#include "engine/base/glyph.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 250, LEFT = 74, RIGHT = 14, TOP = 14, BOTTOM = 34, LABEL = 48, RULE_ROOM = 24 };

/* What a plot comes to before it is drawn. */
struct frame {
    const struct plot *plot;
    double least, most; /* of y, on the ticks */
    double y_step;
    int y_digits;
    float **base, **top; /* of each series: its lower edge (areas) and its line; owned */
};

/* --- scales --- */

/* 1, 2 or 5 times a power of ten, so that about so many steps fill the span. */
static double nice_step(double span, double about)
{
    double raw = span / about, power = pow(10, floor(log10(raw))), rest = raw / power;
    return power * (rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 5 ? 5 : 10);
}

static int digits_of(double step)
{
    int digits = (int)ceil(-log10(step) - 1e-9);
    return digits < 0 ? 0 : digits > 6 ? 6 : digits;
}

static double place_x(const struct plot *plot, double x)
{
    double from = plot->from, to = plot->to;
    if (plot->axis == PLOT_LOG) {
        from = log10(from);
        to = log10(to);
        x = log10(x > 0 ? x : plot->from);
    }
    double span = to - from;
    return LEFT + (span > 0 ? (x - from) / span : 0.5) * (WIDTH - LEFT - RIGHT);
}

static double place_y(const struct frame *frame, double y)
{
    double span = frame->most - frame->least;
    double share = span > 0 ? (y - frame->least) / span : 0.5;
    share = share < -0.02 ? -0.02 : share > 1.02 ? 1.02 : share;
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

/* The x of a point: where it begins, or its middle. */
static double point_x(const struct plot *plot, const struct plot_series *series, double i)
{
    if (series->x)
        return series->x[(size_t)i];
    return plot->from + (plot->to - plot->from) * i / (double)series->n;
}

static void take_extreme(struct frame *frame, double y)
{
    if (isnan(y))
        return;
    frame->least = isnan(frame->least) || y < frame->least ? y : frame->least;
    frame->most = isnan(frame->most) || y > frame->most ? y : frame->most;
}

static void choose_scale(struct frame *frame)
{
    const struct plot *plot = frame->plot;
    frame->least = frame->most = plot->from_zero ? 0 : (double)NAN;
    for (size_t k = 0; k < plot->n; k++)
        for (size_t i = 0; i < plot->series[k].n; i++)
            take_extreme(frame, frame->top[k][i]);
    take_extreme(frame, plot->rule.name ? plot->rule.at : (double)NAN);
    if (isnan(frame->least))
        frame->least = 0, frame->most = 1;
    if (!(frame->most > frame->least)) {
        double room = fabs(frame->most) > 0 ? fabs(frame->most) * 0.1 : 1;
        frame->least -= plot->from_zero ? 0 : room;
        frame->most += room;
    }
    frame->y_step = nice_step(frame->most - frame->least, 5.5);
    frame->y_digits = digits_of(frame->y_step);
    frame->least = floor(frame->least / frame->y_step + 1e-9) * frame->y_step;
    frame->most = ceil(frame->most / frame->y_step - 1e-9) * frame->y_step;
}

/* --- stacking --- */

static void frame_free(struct frame *frame)
{
    for (size_t k = 0; frame->base && frame->top && k < frame->plot->n; k++) {
        free(frame->base[k]);
        free(frame->top[k]);
    }
    free(frame->base);
    free(frame->top);
}

/* Areas stand on the sum of those before them. */
static void stack(struct frame *frame)
{
    const struct plot *plot = frame->plot;
    size_t under = SIZE_MAX;
    for (size_t k = 0; k < plot->n; k++) {
        const struct plot_series *series = &plot->series[k];
        bool area = series->form == PLOT_AREA;
        bool stands = area && under != SIZE_MAX && plot->series[under].n == series->n;
        for (size_t i = 0; i < series->n; i++) {
            float below = stands && !isnan(frame->top[under][i]) ? frame->top[under][i] : 0;
            frame->base[k][i] = below;
            frame->top[k][i] = area ? below + series->y[i] : series->y[i];
        }
        under = area ? k : under;
    }
}

static bool frame_init(struct frame *frame, const struct plot *plot)
{
    *frame = (struct frame){.plot = plot};
    frame->base = calloc(plot->n + 1, sizeof *frame->base);
    frame->top = calloc(plot->n + 1, sizeof *frame->top);
    bool good = frame->base && frame->top;
    for (size_t k = 0; good && k < plot->n; k++) {
        frame->base[k] = calloc(plot->series[k].n + 1, sizeof(float));
        frame->top[k] = calloc(plot->series[k].n + 1, sizeof(float));
        good = frame->base[k] && frame->top[k];
    }
    if (!good)
        return false;
    stack(frame);
    choose_scale(frame);
    return true;
}

/* --- axes --- */

static void put_grid(struct page *page, const struct frame *frame)
{
    for (double y = frame->least; y <= frame->most + frame->y_step / 2; y += frame->y_step) {
        double at = place_y(frame, y);
        bool zero = fabs(y) < frame->y_step / 1e6;
        fprintf(page->out, "<path class=\"%s\" d=\"M%d %.1fH%d\"/><text class=\"y\" x=\"%d\" y=\"%.1f\">",
                zero ? "axis" : "grid", LEFT, at, WIDTH - RIGHT, LEFT - 8, at);
        page_print(page, "%.*f", frame->y_digits, zero ? 0.0 : y);
        page_markup(page, "</text>");
    }
}

static void put_x_tick(struct page *page, const struct plot *plot, double x, const char *label)
{
    double at = place_x(plot, x);
    const char *anchor = at > WIDTH - RIGHT - 18 ? " end" : at < LEFT + 4 ? " start" : "";
    fprintf(page->out, "<path class=\"tick\" d=\"M%.1f %dv5\"/><text class=\"x%s\" x=\"%.1f\" y=\"%d\">", at,
            HEIGHT - BOTTOM, anchor, at, HEIGHT - BOTTOM + 9);
    page_text(page, label);
    page_markup(page, "</text>");
}

/* Round times of the clock there, at most six: on a phone their labels just fit. */
static void put_times(struct page *page, const struct plot *plot)
{
    double least_s = fmax((plot->to - plot->from) / 5, 1);
    int64_t step = clock_step_ns((int64_t)(least_s * 1e9)) / INT64_C(1000000000),
            local = plot->start_s + plot->offset_s;
    int64_t first = (int64_t)ceil(((double)local + plot->from) / (double)step) * step - local;
    for (int64_t t = first; (double)t <= plot->to; t += step) {
        char label[LABEL];
        int64_t t_ns = t * INT64_C(1000000000);
        if (step >= 86400)
            clock_day(label, plot->start_s, t_ns, plot->offset_s);
        else
            clock_format(label, plot->start_s, t_ns, plot->offset_s,
                         step < 60 ? CLOCK_SECONDS : CLOCK_MINUTES);
        put_x_tick(page, plot, (double)t, label);
    }
}

static void put_numbers(struct page *page, const struct plot *plot)
{
    char label[LABEL];
    double step = nice_step(plot->to > plot->from ? plot->to - plot->from : 1, 6);
    for (double x = ceil(plot->from / step - 1e-9) * step; x <= plot->to + step / 1e6; x += step) {
        snprintf(label, sizeof label, "%.*f", digits_of(step), fabs(x) < step / 1e6 ? 0.0 : x);
        put_x_tick(page, plot, x, label);
    }
}

/* 1, 2, 5 of each power of ten, or powers alone where there are many. */
static void put_powers(struct page *page, const struct plot *plot)
{
    static const int parts[] = {1, 2, 5};
    bool many = plot->to / plot->from > 300;
    char label[LABEL];
    for (int power = (int)floor(log10(plot->from)); power <= (int)ceil(log10(plot->to)); power++)
        for (int k = 0; k < (many ? 1 : 3); k++) {
            double x = parts[k] * pow(10, power);
            if (x < plot->from * 0.999 || x > plot->to * 1.001)
                continue;
            snprintf(label, sizeof label, "%g", x);
            put_x_tick(page, plot, x, label);
        }
}

static void put_axes(struct page *page, const struct frame *frame)
{
    static void (*const ticks[])(struct page *, const struct plot *) = {
        [PLOT_TIME] = put_times, [PLOT_NUMBER] = put_numbers, [PLOT_LOG] = put_powers};
    const struct plot *plot = frame->plot;
    put_grid(page, frame);
    fprintf(page->out, "<path class=\"axis\" d=\"M%d %dH%d\"/>", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT);
    ticks[plot->axis](page, plot);
    page_markup(page, "\n");
}

/* --- what is drawn --- */

static void put_line(struct page *page, const struct frame *frame, size_t k)
{
    const struct plot *plot = frame->plot;
    const struct plot_series *series = &plot->series[k];
    bool steps = series->form != PLOT_LINE || !series->x;
    bool middle = series->form == PLOT_LINE;
    bool pen = false;
    double last = (double)NAN;
    fprintf(page->out, "<path class=\"line s%d%s\" d=\"", series->colour, series->dashed ? " dash" : "");
    for (size_t i = 0; i < series->n; i++) {
        double y = frame->top[k][i];
        if (isnan(y)) {
            pen = false;
            continue;
        }
        double at = place_y(frame, y), from = place_x(plot, point_x(plot, series, (double)i));
        if (middle) {
            double x = steps ? place_x(plot, point_x(plot, series, (double)i + 0.5)) : from;
            fprintf(page->out, "%c%.1f %.1f", pen ? 'L' : 'M', x, at);
        } else if (!pen || fabs(at - last) >= 0.05) {
            fprintf(page->out, pen ? "H%.1fV%.1f" : "M%.1f %.1f", from, at);
        }
        pen = true;
        last = at;
        if (!middle && (i + 1 == series->n || isnan(frame->top[k][i + 1])))
            fprintf(page->out, "H%.1f", place_x(plot, point_x(plot, series, (double)i + 1)));
    }
    page_markup(page, "\"/>\n");
}

/* From its line back along what it stands on. */
static void put_area(struct page *page, const struct frame *frame, size_t k)
{
    const struct plot *plot = frame->plot;
    const struct plot_series *series = &plot->series[k];
    size_t n = series->n;
    if (n == 0)
        return;
    fprintf(page->out, "<path class=\"area s%d\" d=\"", series->colour);
    for (size_t i = 0; i < n; i++) {
        double top = isnan(frame->top[k][i]) ? frame->base[k][i] : frame->top[k][i];
        double y = place_y(frame, top);
        if (i == 0)
            fprintf(page->out, "M%.1f %.1f", place_x(plot, point_x(plot, series, 0)), y);
        else
            fprintf(page->out, "V%.1f", y);
        fprintf(page->out, "H%.1f", place_x(plot, point_x(plot, series, (double)i + 1)));
    }
    for (size_t i = n; i-- > 0;)
        fprintf(page->out, "V%.1fH%.1f", place_y(frame, frame->base[k][i]),
                place_x(plot, point_x(plot, series, (double)i)));
    page_markup(page, "Z\"/>\n");
}

static void put_points(struct page *page, const struct frame *frame, size_t k)
{
    const struct plot_series *series = &frame->plot->series[k];
    for (size_t i = 0; i < series->n; i++)
        if (!isnan(series->y[i]))
            fprintf(page->out, "<circle class=\"dot s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>", series->colour,
                    place_x(frame->plot, point_x(frame->plot, series, (double)i)),
                    place_y(frame, series->y[i]), series->dashed ? "3" : "4.5");
    page_markup(page, "\n");
}

static void put_series(struct page *page, const struct frame *frame)
{
    const struct plot *plot = frame->plot;
    for (size_t k = 0; k < plot->n; k++)
        if (plot->series[k].form == PLOT_AREA)
            put_area(page, frame, k);
    for (size_t k = 0; k < plot->n; k++)
        if (plot->series[k].form == PLOT_LINE || plot->series[k].form == PLOT_STEPS)
            put_line(page, frame, k);
    for (size_t k = 0; k < plot->n; k++)
        if (plot->series[k].form == PLOT_POINTS)
            put_points(page, frame, k);
}

static void put_rule(struct page *page, const struct frame *frame)
{
    const struct plot *plot = frame->plot;
    for (size_t i = 0; i < plot->n_marks; i++)
        fprintf(page->out, "<path class=\"mark\" d=\"M%.1f %dV%d\"/>", place_x(plot, plot->marks[i]), TOP,
                HEIGHT - BOTTOM);
    if (!plot->rule.name)
        return;
    double at = place_y(frame, plot->rule.at);
    fprintf(page->out, "<path class=\"rule\" d=\"M%d %.1fH%d\"/><text class=\"rule\" x=\"%d\" y=\"%.1f\">",
            LEFT, at, WIDTH - RIGHT, WIDTH - RIGHT, at < RULE_ROOM ? at + RULE_ROOM - 8 : at - 4);
    page_text(page, plot->rule.name);
    page_markup(page, "</text>");
}

/* --- in words --- */

static void put_range(struct page *page, const struct plot_series *series, const char *unit)
{
    double least = (double)NAN, most = (double)NAN;
    for (size_t i = 0; i < series->n; i++) {
        double y = series->y[i];
        if (isnan(y))
            continue;
        least = isnan(least) || y < least ? y : least;
        most = isnan(most) || y > most ? y : most;
    }
    if (isnan(least))
        page_print(page, "%s: nothing. ", series->name);
    else
        page_print(page, "%s: %.3g to %.3g%s%s. ", series->name, least, most, *unit ? " " : "", unit);
}

static void put_words(struct page *page, const struct plot *plot, int id)
{
    fprintf(page->out, "<title id=\"t%d\">", id);
    page_print(page, "%s%s%s", plot->title, *plot->unit ? ", " : "", plot->unit);
    fprintf(page->out, "</title><desc id=\"d%d\">", id);
    for (size_t k = 0; k < plot->n; k++)
        put_range(page, &plot->series[k], plot->unit);
    page_markup(page, "</desc>\n");
}

/* Areas from the top down, as they stand; lines in their order. */
static void put_legend(struct page *page, const struct plot *plot)
{
    bool stacked = plot->n > 0 && plot->series[0].form == PLOT_AREA;
    page_markup(page, "<ul class=\"legend\">");
    for (size_t i = 0; i < plot->n; i++) {
        const struct plot_series *series = &plot->series[stacked ? plot->n - 1 - i : i];
        fprintf(page->out, "<li class=\"s%d%s%s\"><i></i>", series->colour, series->dashed ? " dash" : "",
                series->form == PLOT_AREA     ? " fill"
                : series->form == PLOT_POINTS ? " spot"
                                              : "");
        page_text(page, series->name);
        page_markup(page, "</li>");
    }
    page_markup(page, "</ul>\n");
}

/* --- its numbers, as a file in a link --- */

/* Text inside a data URL: what is neither letter, digit nor harmless sign is written by its number. */
static void put_url(struct page *page, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        bool plain = (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || strchr(".,-_", c);
        if (plain)
            fputc(c, page->out);
        else
            fprintf(page->out, "%%%02X", c);
    }
}

/* A cell with the name of a series: quoted, since names come from scenarios. */
static void put_name(struct page *page, const char *name, const char *unit)
{
    char cell[256], out[600];
    size_t used = 0;
    text_print(cell, sizeof cell, "%s (%s)", name, unit);
    out[used++] = '"';
    if (cell_is_formula(cell))
        out[used++] = '\'';
    for (const char *c = cell; *c && used + 3 < sizeof out; c++) {
        if (*c == '"')
            out[used++] = '"';
        out[used++] = *c;
    }
    out[used++] = '"';
    out[used] = '\0';
    put_url(page, out);
}

static void put_value(struct page *page, double value)
{
    char text[32] = "";
    if (!isnan(value))
        text_from_number(value, text, sizeof text);
    put_url(page, text);
}

/* Series on one x stand side by side; what has an x of its own, one below the other. */
static void put_rows(struct page *page, const struct plot *plot)
{
    const char *x = plot->x_name ? plot->x_name : "t";
    size_t rows = 0;
    put_name(page, x, plot->axis == PLOT_TIME ? "s" : "x");
    for (size_t k = 0; k < plot->n; k++) {
        if (plot->series[k].x)
            continue;
        put_url(page, ",");
        put_name(page, plot->series[k].name, plot->unit);
        rows = plot->series[k].n > rows ? plot->series[k].n : rows;
    }
    put_url(page, "\n");
    for (size_t i = 0; i < rows; i++) {
        put_value(page, plot->from + (plot->to - plot->from) * (double)i / (double)rows);
        for (size_t k = 0; k < plot->n; k++)
            if (!plot->series[k].x) {
                put_url(page, ",");
                put_value(page, i < plot->series[k].n ? plot->series[k].y[i] : (double)NAN);
            }
        put_url(page, "\n");
    }
}

static void put_pairs(struct page *page, const struct plot *plot)
{
    put_url(page, "series,");
    put_name(page, plot->x_name ? plot->x_name : "t", "x");
    put_url(page, ",");
    put_name(page, plot->title, plot->unit);
    put_url(page, "\n");
    for (size_t k = 0; k < plot->n; k++)
        for (size_t i = 0; i < plot->series[k].n; i++) {
            put_name(page, plot->series[k].name, "series");
            put_url(page, ",");
            put_value(page, point_x(plot, &plot->series[k], (double)i));
            put_url(page, ",");
            put_value(page, plot->series[k].y[i]);
            put_url(page, "\n");
        }
}

static void put_numbers_link(struct page *page, const struct plot *plot)
{
    bool pairs = plot->n > 0 && plot->series[0].x;
    page_markup(page, "<a class=\"csv\" download=\"");
    page_print(page, "%s.csv", plot->id);
    page_markup(page, "\" href=\"data:text/csv;charset=utf-8,");
    (pairs ? put_pairs : put_rows)(page, plot);
    page_markup(page, "\">numbers as CSV</a>");
}

void plot_print(struct page *page, const struct plot *plot)
{
    struct frame frame;
    int id = ++page->n_plots;
    if (page_fed(page, frame_init(&frame, plot))) {
        fprintf(page->out, "<figure class=\"plot\" id=\"figure-%d\"><figcaption><b>", id);
        page_text(page, plot->title);
        page_markup(page, "</b> <span class=\"unit\">");
        page_text(page, plot->unit);
        page_markup(page, "</span></figcaption>\n");
        put_legend(page, plot);
        fprintf(page->out,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t%d d%d\" "
                "xmlns=\"http://www.w3.org/2000/svg\">\n",
                WIDTH, HEIGHT, id, id);
        put_words(page, plot, id);
        put_axes(page, &frame);
        put_series(page, &frame);
        put_rule(page, &frame);
        page_markup(page, "</svg>\n<p class=\"under\">");
        if (plot->x_name)
            page_print(page, "Across: %s. ", plot->x_name);
        if (plot->note)
            page_print(page, "%s ", plot->note);
        put_numbers_link(page, plot);
        page_markup(page, "</p></figure>\n");
    }
    frame_free(&frame);
}

/* --- bars --- */

void plot_print_shares(struct page *page, const char *title, const struct plot_share *shares, size_t n)
{
    double x = 0;
    int id = ++page->n_plots;
    fprintf(page->out,
            "<figure class=\"shares\"><svg viewBox=\"0 0 640 18\" preserveAspectRatio=\"none\" role=\"img\" "
            "aria-labelledby=\"t%d d%d\" xmlns=\"http://www.w3.org/2000/svg\"><title id=\"t%d\">",
            id, id, id);
    page_text(page, title);
    fprintf(page->out, "</title><desc id=\"d%d\">", id);
    for (size_t k = 0; k < n; k++)
        page_print(page, "%s %.1f %%. ", shares[k].name, 100 * shares[k].share);
    page_markup(page, "</desc>");
    for (size_t k = 0; k < n; k++) {
        fprintf(page->out, "<rect class=\"s%d\" x=\"%.2f\" y=\"0\" width=\"%.2f\" height=\"18\"/>",
                shares[k].colour, x, 640 * shares[k].share);
        x += 640 * shares[k].share;
    }
    page_markup(page, "</svg><ul class=\"legend\">");
    for (size_t k = 0; k < n; k++) {
        fprintf(page->out, "<li class=\"s%d fill\"><i></i>", shares[k].colour);
        page_print(page, "%s %.1f %%", shares[k].name, 100 * shares[k].share);
        page_markup(page, "</li>");
    }
    page_markup(page, "</ul></figure>\n");
}

enum { BAR_ROW = 30, BAR_LABEL = 210, BAR_VALUE = 110 };

static double bar_x(double value, double least, double most)
{
    double span = most - least;
    return BAR_LABEL + (span > 0 ? (value - least) / span : 0.5) * (WIDTH - BAR_LABEL - BAR_VALUE);
}

static void put_bar(struct page *page, const struct plot_bar *bar, size_t row, double least, double most)
{
    double y = (double)row * BAR_ROW + BAR_ROW / 2.0, zero = bar_x(0, least, most),
           end = bar_x(bar->length, least, most);
    fprintf(page->out, "<text class=\"name\" x=\"%d\" y=\"%.1f\">", BAR_LABEL - 10, y);
    page_text(page, bar->name);
    fprintf(page->out, "</text><rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>",
            bar->good ? "good" : "bad", end < zero ? end : zero, y - BAR_ROW / 2.0 + 6, fabs(end - zero),
            BAR_ROW - 12);
    if (!isnan(bar->low) && !isnan(bar->high))
        fprintf(page->out, "<path class=\"whisker\" d=\"M%.1f %.1fH%.1fm0 -4v8M%.1f %.1fv8\"/>",
                bar_x(bar->low, least, most), y, bar_x(bar->high, least, most), bar_x(bar->low, least, most),
                y - 4);
    for (size_t seed = 0; seed < bar->n_seeds; seed++)
        if (!isnan(bar->seeds[seed]))
            fprintf(page->out, "<circle class=\"seed\" cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/>",
                    bar_x(bar->seeds[seed], least, most), y + BAR_ROW / 2.0 - 3);
    fprintf(page->out, "<text class=\"value\" x=\"%d\" y=\"%.1f\">", WIDTH, y);
    page_text(page, bar->value);
    page_markup(page, "</text>\n");
}

void plot_print_bars(struct page *page, const char *title, const char *unit, const struct plot_bar *bars,
                     size_t n)
{
    double least = 0, most = 0;
    int id = ++page->n_plots;
    for (size_t k = 0; k < n; k++) {
        least = fmin(least, fmin(bars[k].length, isnan(bars[k].low) ? 0 : bars[k].low));
        most = fmax(most, fmax(bars[k].length, isnan(bars[k].high) ? 0 : bars[k].high));
        for (size_t seed = 0; seed < bars[k].n_seeds; seed++) {
            least = fmin(least, bars[k].seeds[seed]);
            most = fmax(most, bars[k].seeds[seed]);
        }
    }
    fprintf(page->out, "<figure class=\"bars\" id=\"figure-%d\"><figcaption>", id);
    page_title(page, "b", title);
    page_markup(page, "<span class=\"unit\">");
    page_text(page, unit);
    fprintf(page->out,
            "</span></figcaption><svg viewBox=\"0 0 %d %zu\" role=\"img\" aria-labelledby=\"t%d d%d\" "
            "xmlns=\"http://www.w3.org/2000/svg\"><title id=\"t%d\">",
            WIDTH, n * BAR_ROW, id, id, id);
    page_print(page, "%s%s%s", page_name(page, title), *unit ? ", " : "", unit);
    fprintf(page->out, "</title><desc id=\"d%d\">", id);
    for (size_t k = 0; k < n; k++)
        page_print(page, "%s%s%s. ", bars[k].name, *bars[k].value ? ": " : "", bars[k].value);
    page_markup(page, "</desc>\n");
    for (size_t k = 0; k < n; k++)
        put_bar(page, &bars[k], k, least, most);
    fprintf(page->out, "<path class=\"axis\" d=\"M%.1f 0V%zu\"/></svg></figure>\n", bar_x(0, least, most),
            n * BAR_ROW);
}
