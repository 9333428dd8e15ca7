/* The frame, the calendar with its scale of colours, the histogram of the starts and the ranking of the
 * grids. Colours of savings have 0 in the middle, so that what saves looks like it wherever the others lie;
 * grams go from the least that is known to the greatest. The numbers of both ends stand beside them. */
#include "tui/views/atlas_view.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/heat.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/chart.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"
#include "tui/words/sheet.h"

#include <math.h>
#include <string.h>

enum {
    WIDE = 110,
    TALL = 50,
    TALLER = 58,
    GUTTER = 4,
    STARTS_H = 11,
    BINS_MAX = 24,
    QUARTILES_W = 56,
    DAY_S = 86400,
    SUNDAY = 7
};

struct atlas_layout atlas_divide(int w, int h, const struct atlas_view *view)
{
    struct atlas_layout layout = {.cell_w = w >= 190 ? 2 : 1, .cell_h = h >= TALLER ? 3 : h >= TALL ? 2 : 1};
    int weeks = STARTS_MAX / WEEK_DAYS + 2, starts_w = GUTTER + weeks * layout.cell_w + 2, top = 3;
    int rows = h - top - 1 > 0 ? h - top - 1 : 0,
        starts_h = part_clamp(rows, 0, STARTS_H + WEEK_DAYS * (layout.cell_h - 1));
    bool wide = w >= WIDE;
    starts_w = wide ? starts_w : w;
    layout.starts = (struct rect){0, top, starts_w, starts_h};
    layout.often = (struct rect){0, top + starts_h, wide ? starts_w : w / 2, rows - starts_h};
    layout.grids = wide ? (struct rect){starts_w + 1, top, w - starts_w - 1, rows}
                        : (struct rect){w / 2 + 1, top + starts_h, w - w / 2 - 1, rows - starts_h};
    layout.grids_top = part_scrolled(view->grid, view->n_shown_grids, layout.grids.h - 1);
    return layout;
}

/* The ends of the scale of colours. */
struct range {
    double least, greatest; /* NAN: nothing is known */
    bool signed_;           /* colours are by sign around 0 */
    bool flat;              /* they print alike: no colour and no bin may tell them apart */
};

static const double alike_percent = 0.1, alike_share = 1e-3;

static struct range range_of(const struct atlas *atlas)
{
    struct range range = {(double)NAN, (double)NAN, *atlas->reference != 0, false};
    for (int k = 0; k < atlas->starts.n; k++) {
        double value = atlas_value(atlas, &atlas->points[k]);
        range.least = fmin(range.least, value);
        range.greatest = fmax(range.greatest, value);
    }
    double span = range.greatest - range.least;
    range.flat = !(span >= (*atlas->reference ? alike_percent : alike_share * range.greatest));
    return range;
}

static int step_of(struct range range, double value)
{
    double most = fmax(fabs(range.least), fabs(range.greatest));
    double share =
        range.signed_ ? (1 + value / most) / 2 : (value - range.least) / (range.greatest - range.least);
    return (range.signed_ || !range.flat) && isfinite(share)
               ? part_clamp((int)(share * HEAT_STEPS), 0, HEAT_STEPS - 1)
               : HEAT_STEPS / 2;
}

static void value_text(const struct atlas *atlas, double value, char out[FORMAT_SIZE])
{
    char number[FORMAT_SIZE];
    if (isnan(value))
        text_print(out, FORMAT_SIZE, "not known yet");
    else if (*atlas->reference)
        text_print(out, FORMAT_SIZE, "%s %%", format_signed(number, value, 1));
    else
        format_grams(out, value);
}

/* --- the frame --- */

static void draw_bar(const struct host *host, const struct atlas_view *view, const struct atlas *atlas,
                     struct canvas *canvas)
{
    char done[64] = "";
    if (atlas->question)
        text_print(done, sizeof done, "%zu of %zu runs", atlas->done, atlas->n);
    view_bar(host, canvas, "Atlas", *view->trace->title ? view->trace->title : view->trace->name, done);
}

/* Of a sweep that leaves out the run's own start. */
static void describe_others(const struct atlas *atlas, char *out, size_t size)
{
    char spread_text[LUCK_SIZE], least[FORMAT_SIZE], greatest[FORMAT_SIZE];
    struct starts_spread spread;
    struct range range = range_of(atlas);
    if (atlas_spread(atlas, NAN, &spread)) {
        luck_describe(&spread, spread_text);
        text_print(out, size, "Carbon against %s %s.", atlas->reference, spread_text);
        return;
    }
    value_text(atlas, range.least, least);
    value_text(atlas, range.greatest, greatest);
    text_print(out, size, "%s to %s over %d starts; no scheme to hold it against is among what was swept.",
               least, greatest, atlas->starts.n);
}

/* The saving at the run's own start, and how it stands among the others. */
static void draw_sentence(const struct atlas *atlas, bool swept, struct canvas *canvas)
{
    char text[400], own[FORMAT_SIZE] = "", spread_text[LUCK_SIZE];
    struct starts_spread spread;
    const struct starts *starts = &atlas->starts;
    double here = starts->own < 0 ? (double)NAN : atlas_value(atlas, &atlas->points[starts->own]);
    value_text(atlas, here, own);
    if (starts->n == 0 && swept)
        text_print(text, sizeof text, "The sweep has %d grids, and one start.", atlas->n_grids);
    else if (starts->n == 0)
        text_print(text, sizeof text,
                   atlas->starts.late > 0 ? "The run is longer than its trace: it has no other start."
                                          : "This trace is constant: every start runs alike.");
    else if (starts->own < 0 && atlas->done == atlas->n)
        describe_others(atlas, text, sizeof text);
    else if (!*atlas->reference)
        text_print(text, sizeof text,
                   swept ? "%s at this start; what it is held against was not swept, so grams are shown."
                         : "%s at this start; the run is held against nothing, so grams are shown.",
                   own);
    else if (!atlas_spread(atlas, here, &spread))
        text_print(text, sizeof text, "Carbon against %s at %d starts: %zu of %zu runs are done.",
                   atlas->reference, starts->n, atlas->done, atlas->n);
    else if (range_of(atlas).flat && atlas->done == atlas->n)
        text_print(text, sizeof text, "%s carbon against %s at each of %d starts: when it starts is all one.",
                   own, atlas->reference, spread.n);
    else {
        luck_describe(&spread, spread_text);
        text_print(text, sizeof text, "%s carbon against %s at this start; %s; %d of them do better.", own,
                   atlas->reference, spread_text, spread.below);
    }
    part_wrap(canvas, (struct rect){1, 1, canvas->w - 2, 2}, style_bold(ROLE_TITLE), text);
}

/* --- the calendar --- */

static void draw_months(const struct atlas_view *view, const struct atlas *atlas,
                        const struct atlas_layout *layout, struct canvas *canvas)
{
    int64_t monday = atlas_monday(view, atlas),
            last = atlas_day(view, atlas->starts.at_s[atlas->starts.n - 1]);
    int x = layout->starts.x + GUTTER, free_x = x, before = 0;
    for (int week = 0; monday + (int64_t)week * WEEK_DAYS <= last; week++) {
        int month = civil_from_unix((monday + (int64_t)week * WEEK_DAYS + WEEK_DAYS - 1) * DAY_S).month;
        int at = x + week * layout->cell_w;
        if (month != before && at >= free_x) {
            canvas_text(canvas, at, layout->starts.y + 1, 3, style_of(ROLE_DIM), civil_month_name(month));
            free_x = at + 4;
        }
        before = month;
    }
}

/* The chosen start has brackets where there is room, the run's own a dot; a missed SLO is told below. */
static void draw_day(const struct atlas *atlas, const struct atlas_view *view,
                     const struct atlas_layout *layout, struct range range, int k, struct canvas *canvas)
{
    int64_t past = atlas_day(view, atlas->starts.at_s[k]) - atlas_monday(view, atlas);
    int x = layout->starts.x + GUTTER + (int)(past / WEEK_DAYS) * layout->cell_w;
    int y = layout->starts.y + 2 + (int)(past % WEEK_DAYS) * layout->cell_h;
    double value = atlas_value(atlas, &atlas->points[k]);
    if (y + layout->cell_h > layout->starts.y + layout->starts.h)
        return;
    for (int i = 0; i < layout->cell_w * layout->cell_h; i++)
        if (isnan(value))
            canvas_put(canvas, x + i % layout->cell_w, y + i / layout->cell_w, 0x00B7, style_of(ROLE_DIM));
        else
            heat_cell(canvas, x + i % layout->cell_w, y + i / layout->cell_w, step_of(range, value));
    struct style mark =
        isnan(value) ? style_bold(ROLE_TITLE)
                     : style_on(style_bold(ROLE_BACKGROUND), (enum role)(ROLE_RAMP1 + step_of(range, value)));
    if (k == atlas->starts.own)
        canvas_put(canvas, x, y, 0x25CF, mark);
    if (k != view->at || view->grids || !canvas_at(canvas, x, y))
        return;
    if (k != atlas->starts.own)
        canvas_put(canvas, x, y, 0x25C6, style_bold(ROLE_CURSOR));
    canvas->cursor_x = x;
    canvas->cursor_y = y;
}

static void draw_legend(const struct atlas *atlas, struct range range, struct rect row, struct canvas *canvas)
{
    char text[FORMAT_SIZE];
    int x = row.x, end = row.x + row.w;
    if (isnan(range.least))
        return;
    value_text(atlas, range.least, text);
    part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), text);
    x++;
    if (range.flat) {
        heat_cell(canvas, x++, row.y, step_of(range, range.least));
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), " at all");
    } else {
        for (int step = step_of(range, range.least); step <= step_of(range, range.greatest) && x < end;
             step++, x++)
            heat_cell(canvas, x, row.y, step);
        x++;
        value_text(atlas, range.greatest, text);
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), text);
    }
    part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), "   ● this run's start   ◆ chosen");
}

static void draw_calendar(const struct host *host, const struct atlas_view *view, const struct atlas *atlas,
                          const struct atlas_layout *layout, struct canvas *canvas)
{
    struct rect rect = layout->starts;
    struct range range = range_of(atlas);
    char title[96], clock[FORMAT_SIZE], zone[FORMAT_SIZE];
    int64_t own_s = host->explorer->document.scenario.start_s;
    int32_t offset_s = carbon_trace_offset(view->trace, own_s);
    if (rect.h < 2)
        return;
    text_print(title, sizeof title, "Starts, each day at %s %s", format_clock(clock, own_s, offset_s, false),
               format_zone(zone, offset_s));
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, title,
               *atlas->reference ? "per cent of carbon" : "grams", !view->grids);
    if (atlas->starts.n == 0)
        return;
    draw_months(view, atlas, layout, canvas);
    for (int day = 0; day < WEEK_DAYS && day * layout->cell_h + 2 < rect.h; day++)
        canvas_text(canvas, rect.x, rect.y + 2 + day * layout->cell_h, 3, style_of(ROLE_DIM),
                    civil_weekday_name((day + 1) % SUNDAY));
    for (int k = 0; k < atlas->starts.n; k++)
        draw_day(atlas, view, layout, range, k, canvas);
    int foot = WEEK_DAYS * layout->cell_h + 2;
    if (rect.h > foot)
        draw_legend(atlas, range, (struct rect){rect.x + GUTTER, rect.y + foot, rect.w - GUTTER, 1}, canvas);
}

/* What is known of the chosen start, above the histogram. */
static void draw_chosen(const struct atlas_view *view, const struct atlas *atlas, struct lines *lines)
{
    const struct atlas_point *point = &atlas->points[view->at];
    int64_t at_s = atlas->starts.at_s[view->at];
    char date[FORMAT_SIZE], value[FORMAT_SIZE], grams[FORMAT_SIZE], share[FORMAT_SIZE];
    format_date(date, at_s, carbon_trace_offset(view->trace, at_s));
    value_text(atlas, atlas_value(atlas, point), value);
    if (isnan(point->grams)) {
        lines_print(lines, style_of(ROLE_TEXT), "%s: %s", date, value);
        return;
    }
    lines_print(lines, style_of(ROLE_TEXT), "%s: %s%s%s", date, format_grams(grams, point->grams),
                *atlas->reference ? ", " : "", *atlas->reference ? value : "");
    const char *met = point->broken ? "breaks a limit" : "all limits kept";
    char text[96], brief[96];
    const char *const forms[] = {text, brief};
    if (isnan(point->worst) && !point->broken)
        return;
    format_share(share, 100 * point->worst);
    text_print(text, sizeof text, isnan(point->worst) ? "%s" : "%s; worst tail %s of its SLO", met, share);
    text_print(brief, sizeof brief, isnan(point->worst) ? "%s" : "%s; worst tail %s", met, share);
    lines_print(lines, style_of(point->broken ? ROLE_BAD : ROLE_TEXT), "%s",
                text_fitting(forms, 2, lines->rect.w));
}

/* --- how often --- */

struct bins {
    double from, step;
    int n, count[BINS_MAX], most;
};

/* Bins of a round width, as many as there are rows. */
static struct bins count_bins(const struct atlas *atlas, struct range range, int rows)
{
    struct bins bins = {.n = range.flat ? 1 : part_clamp(rows, 1, BINS_MAX)};
    double span = range.flat ? 0 : range.greatest - range.least;
    bins.step = scale_nice(span > 0 ? span / bins.n : 1);
    while (span > 0 && floor(range.least / bins.step) + bins.n <= range.greatest / bins.step)
        bins.step = scale_nice(bins.step * 1.01);
    bins.from = bins.step * floor(range.least / bins.step);
    for (int k = 0; k < atlas->starts.n; k++) {
        double value = atlas_value(atlas, &atlas->points[k]);
        if (isnan(value))
            continue;
        int bin = part_clamp((int)((value - bins.from) / bins.step), 0, bins.n - 1);
        bins.count[bin]++;
        bins.most = bins.count[bin] > bins.most ? bins.count[bin] : bins.most;
    }
    while (bins.n > 1 && bins.count[bins.n - 1] == 0)
        bins.n--;
    return bins;
}

static bool in_bin(const struct bins *bins, int bin, double value)
{
    return value >= bins->from + bin * bins->step && value < bins->from + (bin + 1) * bins->step;
}

static void draw_bin(const struct atlas *atlas, const struct bins *bins, int bin, double own, double median,
                     struct rect row, struct canvas *canvas)
{
    enum { LABEL = 16, COUNT = 5 };
    char label[2 * FORMAT_SIZE + 8], least[FORMAT_SIZE], most[FORMAT_SIZE];
    int decimals = bins->step < 1 ? 1 : 0, bar_w = row.w - LABEL - COUNT - 9;
    double from = bins->from + bin * bins->step, to = from + bins->step;
    if (*atlas->reference)
        text_print(label, sizeof label, "%s to %s", format_signed(least, from, decimals),
                   format_signed(most, to, decimals));
    else
        text_print(label, sizeof label, "%.*f to %.*f", decimals, from, decimals, to);
    canvas_text_right(canvas, row.x + LABEL - 1, row.y, LABEL - 1, style_of(ROLE_DIM), label);
    if (bar_w > 0 && bins->most > 0)
        part_bar(canvas, row.x + LABEL, row.y, bar_w, (double)bins->count[bin] / bins->most, ROLE_BUSY);
    text_print(label, sizeof label, "%d", bins->count[bin]);
    canvas_text_right(canvas, row.x + row.w - 9, row.y, COUNT, style_of(ROLE_TEXT), label);
    bool mine = in_bin(bins, bin, own), middle = *atlas->reference && in_bin(bins, bin, median);
    canvas_text(canvas, row.x + row.w - 8, row.y, 8, style_bold(ROLE_TITLE),
                mine && middle ? "● median"
                : mine         ? "● here"
                : middle       ? "  median"
                               : "");
}

static void draw_often(const struct atlas_view *view, const struct atlas *atlas, struct rect rect,
                       struct canvas *canvas)
{
    struct range range = range_of(atlas);
    struct lines lines = {canvas, {rect.x + 1, rect.y, rect.w - 2, rect.h}, 0};
    struct starts_spread spread = {0};
    const struct starts *starts = &atlas->starts;
    double own = starts->own < 0 ? (double)NAN : atlas_value(atlas, &atlas->points[starts->own]);
    if (rect.h < 4 || starts->n == 0)
        return;
    draw_chosen(view, atlas, &lines);
    int left = lines_left(&lines) - 2;
    bool known = atlas_spread(atlas, own, &spread);
    char by[96];
    text_print(by, sizeof by, "%s", *atlas->reference ? "by % of carbon" : "by grams");
    char lower[FORMAT_SIZE], upper[FORMAT_SIZE];
    if (known && !range.flat && rect.w >= QUARTILES_W)
        text_append(by, sizeof by, ", half in %s to %s", format_signed(lower, spread.lower, 1),
                    format_signed(upper, spread.upper, 1));
    part_title(canvas, (struct rect){rect.x, rect.y + lines.y + 1, rect.w, 1}, 0, "How many starts", by,
               false);
    if (left < 1 || isnan(range.least))
        return;
    struct bins bins = count_bins(atlas, range, left);
    for (int bin = 0; bin < bins.n && bin < left; bin++)
        draw_bin(atlas, &bins, bin, own, known ? spread.median : (double)NAN,
                 (struct rect){rect.x, rect.y + lines.y + 2 + bin, rect.w, 1}, canvas);
}

/* --- the grids --- */

static void draw_grid(const struct host *host, const struct atlas *atlas, const struct atlas_grid *grid,
                      double most, struct rect row, bool chosen, bool focused, struct canvas *canvas)
{
    enum { GRAMS = 9, SAVING = 9, CLOCK = 6 };
    char text[FORMAT_TRACE_SIZE];
    enum role ground = part_row(canvas, row, ROLE_BACKGROUND, chosen, focused);
    bool now = strcmp(grid->name, host->explorer->document.scenario.trace) == 0;
    struct style style = style_on(now ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground);
    int x = row.x + 1, end = row.x + row.w - (*atlas->reference ? SAVING : 0) - GRAMS,
        bar_w = row.w >= 70 ? row.w / 4 : 0;
    part_span(canvas, &x, end, row.y, style, now ? "● " : "  ");
    int clock_w = row.w >= 50 ? CLOCK : 0, name_end = end - bar_w - (bar_w > 0) - clock_w;
    bool titled = grid->trace && *grid->trace->title;
    part_span(canvas, &x, name_end, row.y, style,
              format_trace(text, titled ? grid->trace->title : grid->name, name_end - x));
    if (clock_w > 0 && grid->covered)
        canvas_text_right(
            canvas, name_end + clock_w, row.y, clock_w, style_on(style_of(ROLE_DIM), ground),
            format_clock(text, grid->start_s, carbon_trace_offset(grid->trace, grid->start_s), false));
    if (isnan(grid->point.grams)) {
        canvas_text_right(canvas, row.x + row.w - 1, row.y, -1, style_on(style_of(ROLE_DIM), ground),
                          grid->covered ? "..." : "too short");
        return;
    }
    if (bar_w > 0)
        part_bar(canvas, end - bar_w, row.y, bar_w, grid->point.grams / most, ROLE_BUSY);
    canvas_text_right(canvas, end + GRAMS, row.y, GRAMS, style, format_grams(text, grid->point.grams));
    if (!*atlas->reference)
        return;
    char number[FORMAT_SIZE];
    double saving = atlas_saving(&grid->point); /* NAN while the reference is still simulated there */
    if (isnan(saving))
        text_print(text, sizeof text, "...");
    else
        text_print(text, sizeof text, "%s %%", format_signed(number, saving, 1));
    canvas_text_right(canvas, row.x + row.w - 1, row.y, SAVING - 1, style, text);
}

static void draw_grids(const struct host *host, const struct atlas_view *view, const struct atlas *atlas,
                       const struct atlas_layout *layout, struct canvas *canvas)
{
    struct rect rect = layout->grids;
    double most = 0;
    char title[160];
    if (rect.h < 2)
        return;
    text_print(title, sizeof title, *atlas->reference ? "Grids: carbon, and against %s" : "Grids: carbon",
               atlas->reference);
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, title,
               text_width(title) + 28 <= rect.w ? "this start, local time" : "local time", view->grids);
    for (int k = 0; k < atlas->n_grids; k++)
        most = fmax(most, atlas->grids[k].point.grams);
    for (int i = 0; i + 1 < rect.h && layout->grids_top + i < atlas->n_grids; i++) {
        int place = layout->grids_top + i;
        draw_grid(host, atlas, &atlas->grids[view->order[place]], most,
                  (struct rect){rect.x, rect.y + 1 + i, rect.w, 1}, view->grids && place == view->grid, true,
                  canvas);
    }
}

void atlas_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct atlas_view *view = state;
    const struct atlas *atlas = explorer_atlas(host->explorer);
    if (!atlas)
        return;
    struct atlas_layout layout = atlas_divide(canvas->w, canvas->h, view);
    draw_bar(host, view, atlas, canvas);
    draw_sentence(atlas, host->of_sweep, canvas);
    draw_calendar(host, view, atlas, &layout, canvas);
    draw_often(view, atlas, layout.often, canvas);
    draw_grids(host, view, atlas, &layout, canvas);
}

/* --- as rows --- */

static void tell_point(const struct atlas *atlas, const char *kind, const char *name,
                       const struct carbon_trace *trace, int64_t start_s, const struct atlas_point *point,
                       struct sheet *sheet)
{
    char start[24], clock[FORMAT_SIZE];
    civil_format(start_s, start, sizeof start);
    sheet_text(sheet, kind);
    sheet_text(sheet, name);
    sheet_text(sheet, start);
    sheet_text(sheet, trace ? format_date(clock, start_s, carbon_trace_offset(trace, start_s)) : NULL);
    sheet_number(sheet, point->grams);
    sheet_number(sheet, point->reference_grams);
    sheet_number(sheet, *atlas->reference ? atlas_saving(point) : (double)NAN);
    if (isnan(point->grams))
        sheet_text(sheet, NULL);
    else
        sheet_flag(sheet, !point->missed);
    sheet_number(sheet, point->worst);
    if (isnan(point->grams))
        sheet_text(sheet, NULL);
    else
        sheet_flag(sheet, !point->broken);
}

void atlas_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    static const char *const columns[] = {"kind",
                                          "trace",
                                          "start",
                                          "start_local",
                                          "carbon_g.total",
                                          "reference.carbon_g.total",
                                          "carbon_change_percent",
                                          "slo_met",
                                          "worst_of_slo",
                                          "limits_kept"};
    const struct atlas_view *view = state;
    const struct atlas *atlas = explorer_atlas(host->explorer);
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
        sheet_column(sheet, columns[k]);
    if (!atlas)
        return;
    sheet_say(sheet, "reference", *atlas->reference ? atlas->reference : NULL);
    for (int k = 0; k < atlas->starts.n; k++)
        tell_point(atlas, "start", view->trace->name, view->trace, atlas->starts.at_s[k], &atlas->points[k],
                   sheet);
    for (int k = 0; k < atlas->n_grids; k++) {
        const struct atlas_grid *grid = &atlas->grids[view->order[k]];
        tell_point(atlas, "grid", grid->name, grid->trace, grid->start_s, &grid->point, sheet);
    }
}
