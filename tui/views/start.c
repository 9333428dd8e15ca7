/* When on the trace the run starts: a list of its days, each with its mean, its range and its shape, and
 * beside it the hours of the chosen day with the run marked on them. Up and down choose the day, left and
 * right the hour. What the grid will do to the run is told before it is simulated (tui/words/facts.h). With
 * the name of a trace as its argument it chooses a start on that one, and takes both. */
#include "tui/views/picker.h"

#include "engine/answers/days.h"
#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "tui/term/canvas.h"
#include "tui/term/text.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/heat.h"
#include "tui/widgets/parts.h"
#include "tui/words/facts.h"
#include "tui/words/format.h"
#include "engine/account/account.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LIST_WIDTH = 47, MARK_WIDTH = 2, MEAN_WIDTH = 6, RANGE_WIDTH = 10 };

struct start {
    const struct carbon_trace *trace; /* of the catalogue */
    struct days days;
    bool other_trace; /* it is not the one in force: it is taken with the start */
    int64_t chosen_s;
    int32_t clock_s; /* the local time that stays while days go by */
    int64_t length_ns;
    bool with_cit; /* CIT plays a part in this run */
    struct outlook outlook;
};

/* --- the plot --- */

/* The hours of one day of a trace with a run marked on them: steps held, coloured by how they stand to the
 * history's mean (the dashed line); the run bright, what is before and after it faint; below, the run as a
 * bar, the clock of the zone and UTC. The window begins at the day's midnight and is as long as a day and the
 * run together, so that a run which starts late in the day is seen whole and the scale of time stays while
 * the hour is chosen. */
struct start_plot {
    const struct days *days;
    int day;
    int64_t start_s; /* of the run */
    int64_t length_ns;
    double aci; /* NAN: no line, no colours */
};

enum { START_PLOT_MIN_H = 4 }; /* two rows of curve, the bar, the clock */
enum { GUTTER = 6, POINTS = 400, HOUR_S = 3600, DAY_S = 86400, DAYS_MAX = 8, TICK_COLUMNS = 8 };

struct start_frame {
    const struct start_plot *plot;
    struct chart chart; /* of the curve */
    int64_t from_s, span_s;
    int n; /* points */
    float values[POINTS];
};

static int64_t point_s(const struct start_frame *frame, int point)
{
    return frame->from_s + (2 * point + 1) * frame->span_s / (2 * frame->n);
}

static int column_of(const struct start_frame *frame, int64_t unix_s)
{
    int64_t column = (unix_s - frame->from_s) * frame->chart.plot.w / frame->span_s;
    return frame->chart.plot.x + (int)(column < 0                         ? 0
                                       : column > frame->chart.plot.w - 1 ? frame->chart.plot.w - 1
                                                                          : column);
}

static int64_t run_end_s(const struct start_plot *plot)
{
    return plot->start_s + plot->length_ns / NS_PER_S;
}

static void choose_window(struct start_frame *frame)
{
    const struct start_plot *plot = frame->plot;
    const struct day *day = &plot->days->days[plot->day];
    int64_t quarters = (plot->length_ns / NS_PER_S + DAY_S / 4 - 1) / (DAY_S / 4);
    frame->from_s = day->from_s - days_clock_s(plot->days->trace, day->from_s);
    frame->span_s = DAY_S + quarters * (DAY_S / 4);
    if (frame->span_s > DAYS_MAX * DAY_S)
        frame->span_s = DAYS_MAX * DAY_S;
}

static void draw_scale(const struct start_frame *frame)
{
    const struct chart *chart = &frame->chart;
    double ends[] = {chart->scale.max, chart->scale.min}, aci = frame->plot->aci;
    char label[32];
    for (int i = 0; i < 2; i++) {
        snprintf(label, sizeof label, "%.0f", ends[i]);
        chart_level(chart, ends[i], STROKE_DOTTED, ROLE_GRID);
        chart_label(chart, ends[i], style_of(ROLE_DIM), label);
    }
    if (isnan(aci))
        return;
    int y = chart_row(chart, aci);
    chart_level(chart, aci, STROKE_DASHED, ROLE_REFERENCE);
    snprintf(label, sizeof label, "%.0f", aci);
    if (y != chart->plot.y && y != chart->plot.y + chart->plot.h - 1)
        chart_label(chart, aci, style_of(ROLE_REFERENCE), label);
}

/* One line for each colour, within the run or outside it, so that each step of the trace has its own. */
static void draw_curve(const struct start_frame *frame)
{
    bool mine[POINTS];
    double aci = frame->plot->aci;
    int64_t end_s = run_end_s(frame->plot);
    struct chart_line line = {frame->values, frame->n, popup_style(ROLE_DIM), false, '*'};
    chart_line(&frame->chart, &line);
    for (int step = 0; step < 2 * HEAT_STEPS && aci > 0; step++) {
        bool run = step >= HEAT_STEPS;
        struct style style = popup_style((enum role)(ROLE_RAMP1 + step % HEAT_STEPS));
        style.attrs = run ? ATTR_BOLD : ATTR_FAINT;
        for (int p = 0; p < frame->n; p++) {
            int64_t at_s = point_s(frame, p);
            bool within = at_s >= frame->plot->start_s && at_s < end_s;
            mine[p] = within == run && heat_step((double)frame->values[p] / aci) == step % HEAT_STEPS;
        }
        chart_line_where(&frame->chart, &line, mine, style);
    }
}

/* "run   ━━━━━━ 4 h 10": its length stands behind the bar, or before it where it would not fit. */
static void draw_run(const struct start_frame *frame, int y)
{
    char length[32];
    struct rect rect = frame->chart.plot;
    const struct start_plot *plot = frame->plot;
    int from = column_of(frame, plot->start_s), to = column_of(frame, run_end_s(plot)), end = rect.x + rect.w;
    duration_format(ns_to_s(plot->length_ns), length, sizeof length);
    int w = text_width(length);
    canvas_text(frame->chart.canvas, rect.x - GUTTER, y, GUTTER - 1, popup_style(ROLE_DIM), "run");
    canvas_hline(frame->chart.canvas, from, y, to - from + 1, 0x2501, popup_bold(ROLE_TITLE));
    if (to + 2 + w <= end)
        canvas_text(frame->chart.canvas, to + 2, y, w, popup_bold(ROLE_TITLE), length);
    else if (from - 1 - w >= rect.x)
        canvas_text(frame->chart.canvas, from - 1 - w, y, w, popup_bold(ROLE_TITLE), length);
}

/* The clock of the zone (dates where days are labelled), or UTC at the same places. */
static void draw_clock(const struct start_frame *frame, int y, bool utc)
{
    const struct carbon_trace *trace = frame->plot->days->trace;
    /* Hours between two labels: the fewest that leave them room. */
    static const int hours[] = {1, 2, 3, 6, 12, 24, 48, 96};
    int k = 0;
    while (k < 7 && hours[k] * (int64_t)HOUR_S * frame->chart.plot.w < (int64_t)TICK_COLUMNS * frame->span_s)
        k++;
    int64_t each_s = hours[k] * (int64_t)HOUR_S;
    bool days = each_s >= DAY_S;
    int end = frame->chart.plot.x + frame->chart.plot.w;
    int32_t zone_s = carbon_trace_offset(trace, frame->plot->start_s);
    canvas_text(frame->chart.canvas, frame->chart.plot.x - GUTTER, y, GUTTER - 1, popup_style(ROLE_DIM),
                utc || zone_s == 0 ? "UTC" : "local");
    for (int64_t at_s = frame->from_s; at_s < frame->from_s + frame->span_s; at_s += each_s) {
        char label[FORMAT_SIZE];
        int32_t offset_s = utc ? 0 : carbon_trace_offset(trace, at_s);
        struct civil civil = civil_from_unix(at_s + offset_s);
        int x = column_of(frame, at_s);
        if (days && !utc)
            snprintf(label, sizeof label, "%d %.3s", civil.day, civil_month_name(civil.month));
        else
            format_clock(label, at_s, offset_s, false);
        if (x + text_width(label) <= end)
            canvas_text(frame->chart.canvas, x, y, -1, popup_style(ROLE_DIM), label);
    }
}

static void draw_plot(const struct start_plot *plot, struct rect rect, struct canvas *canvas)
{
    bool zoned = carbon_trace_offset(plot->days->trace, plot->start_s) != 0;
    int below = zoned && rect.h > START_PLOT_MIN_H ? 3 : 2;
    struct start_frame frame = {.plot = plot,
                                .chart = {.canvas = canvas,
                                          .plot = {rect.x + GUTTER, rect.y, rect.w - GUTTER, rect.h - below},
                                          .gutter = GUTTER,
                                          .ground = ROLE_POPUP}};
    int y = rect.y + frame.chart.plot.h;
    if (frame.chart.plot.w < 8 || frame.chart.plot.h < 1)
        return;
    choose_window(&frame);
    /* What the trace has at each point: a gap is a gap. */
    const struct carbon_trace *trace = frame.plot->days->trace;
    frame.n = 2 * frame.chart.plot.w < POINTS ? 2 * frame.chart.plot.w : POINTS;
    for (int p = 0; p < frame.n; p++) {
        int64_t at_s = point_s(&frame, p);
        bool inside = at_s >= trace->start_s && at_s < days_end_s(trace);
        frame.values[p] = inside ? (float)trace->samples[carbon_trace_index(trace, at_s)] : NAN;
    }
    double low = INFINITY, high = -INFINITY, aci = frame.plot->aci;
    for (int p = 0; p < frame.n; p++) {
        low = fmin(low, (double)frame.values[p]);
        high = fmax(high, (double)frame.values[p]);
    }
    low = fmin(low, aci);
    high = fmax(high, aci);
    if (!(high >= low))
        low = high = 0;
    double step = scale_nice((high - low) / 3);
    frame.chart.scale = (struct scale){step * floor(low / step), step * ceil(high / step)};
    if (!(frame.chart.scale.max > frame.chart.scale.min))
        frame.chart.scale = (struct scale){fmax(0, low - 1), high + 1};
    draw_scale(&frame);
    /* Midnights within the window, where the run begins, where it ends. */
    struct rect marked = frame.chart.plot;
    int64_t end_s = run_end_s(frame.plot);
    for (int64_t at_s = frame.from_s + DAY_S; at_s < frame.from_s + frame.span_s; at_s += DAY_S)
        canvas_vline(frame.chart.canvas, column_of(&frame, at_s), marked.y, marked.h, 0x250A,
                     popup_style(ROLE_RULE));
    if (end_s < frame.from_s + frame.span_s)
        canvas_vline(frame.chart.canvas, column_of(&frame, end_s), marked.y, marked.h, 0x250A,
                     popup_style(ROLE_DIM));
    canvas_vline(frame.chart.canvas, column_of(&frame, frame.plot->start_s), marked.y, marked.h, 0x2502,
                 popup_bold(ROLE_TITLE));
    draw_curve(&frame);
    draw_run(&frame, y);
    draw_clock(&frame, y + 1, false);
    if (below == 3)
        draw_clock(&frame, y + 2, true);
}

/* --- the list --- */

static bool uses_cit(const struct explorer *explorer)
{
    for (int i = 0; i < explorer->focus.n_knobs; i++)
        if (explorer->focus.knobs[i].id == KNOB_CIT)
            return true;
    return false;
}

static void look_ahead(const struct host *host, struct start *own)
{
    outlook_make(&own->days, &host->explorer->document.scenario, own->chosen_s, own->length_ns,
                 &own->outlook);
}

static bool start_load(struct host *host, struct picker_view *picker, const char *argument,
                       struct error *error)
{
    struct start *own = picker->own;
    const struct explorer *explorer = host->explorer;
    const char *name = *argument ? argument : explorer->document.scenario.trace;
    own->trace = explorer->catalog->trace(explorer->catalog->context, name, error);
    if (!own->trace)
        return false;
    must_be(days_list(&own->days, own->trace));
    own->other_trace = strcmp(name, explorer->document.scenario.trace) != 0;
    own->chosen_s = days_like(own->trace, explorer->document.scenario.start_s);
    own->clock_s = days_clock_s(own->trace, own->chosen_s);
    own->length_ns = explorer->time.horizon_ns;
    own->with_cit = uses_cit(explorer);
    picker->texts = own->days.days ? own->days.days->text : NULL;
    picker->text_step = sizeof *own->days.days;
    picker->n = own->days.n;
    picker->at = picker->n ? days_find(&own->days, own->chosen_s) : 0;
    return true;
}

static void start_unload(struct host *host, struct picker_view *picker)
{
    (void)host;
    days_free(&((struct start *)picker->own)->days);
}

/* Another day at the same time of the clock. */
static void start_choose(struct host *host, struct picker_view *picker, int item)
{
    struct start *own = picker->own;
    if (days_find(&own->days, own->chosen_s) != item)
        own->chosen_s = days_at_clock(&own->days, item, own->clock_s);
    look_ahead(host, own);
}

static bool in_force(const struct host *host, const struct start *own, int64_t unix_s)
{
    return !own->other_trace && unix_s == host->explorer->document.scenario.start_s;
}

static void start_row(const struct host *host, const struct picker_view *picker, int item, struct rect rect,
                      enum role ground, struct canvas *canvas)
{
    const struct start *own = picker->own;
    const struct day *day = &own->days.days[item];
    bool now = !own->other_trace && days_find(&own->days, host->explorer->document.scenario.start_s) == item;
    struct style plain = style_on(style_of(ROLE_TEXT), ground),
                 title = style_on(style_bold(ROLE_TITLE), ground);
    struct heat_range range = {own->days.least, own->days.greatest, own->days.mean};
    char date[DAY_LABEL + 1], mean[32], between[64];
    double hours[DAY_HOURS];
    int x = rect.x, end = rect.x + rect.w;
    snprintf(date, sizeof date, "%.14s", day->text);
    snprintf(mean, sizeof mean, "%.0f", day->mean);
    snprintf(between, sizeof between, "%.0f–%.0f", day->least, day->greatest);
    part_span(canvas, &x, end, rect.y, title, now ? "● " : "  ");
    part_span(canvas, &x, end, rect.y, now ? title : plain, date);
    if (end - x < MEAN_WIDTH)
        return;
    x += MEAN_WIDTH;
    canvas_text_right(canvas, x, rect.y, MEAN_WIDTH - 1, title, mean);
    if (end - x < RANGE_WIDTH)
        return;
    x += RANGE_WIDTH;
    canvas_text_right(canvas, x, rect.y, RANGE_WIDTH - 1, style_on(style_of(ROLE_DIM), ground), between);
    x += 2;
    int columns = end - x >= DAY_HOURS ? DAY_HOURS : DAY_HOURS / 2;
    if (end - x < columns)
        return;
    days_shape(&own->days, item, hours);
    heat_spark(hours, DAY_HOURS, range, (struct rect){x, rect.y, columns, 1}, ground, canvas);
}

/* --- the preview --- */

static void put_faults(struct lines *lines, const struct start *own, const struct day *day)
{
    char beyond[32];
    if (day->missing > 0)
        lines_factf(lines, "gaps", "%zu of the day's %zu samples are missing: the last value is held",
                    day->missing, day->n);
    if (own->outlook.beyond_ns <= 0)
        return;
    duration_format(ns_to_s(own->outlook.beyond_ns), beyond, sizeof beyond);
    lines_factf(lines, "end", "the trace ends %s before the run: its last value is held", beyond);
}

static void start_preview(const struct host *host, const struct picker_view *picker, int item,
                          struct rect rect, struct canvas *canvas)
{
    const struct start *own = picker->own;
    const struct day *day = &own->days.days[item];
    struct lines lines = {canvas, rect, 0};
    /* "● Thu 13 Jan 2022 20:00 UTC-8 (Fri 04:00 UTC)" */
    char utc[64] = "";
    int64_t at_s = own->chosen_s;
    int32_t offset_s = carbon_trace_offset(own->trace, at_s);
    bool seconds = at_s % 60 != 0;
    struct civil here = civil_from_unix(at_s + offset_s), there = civil_from_unix(at_s);
    if (offset_s != 0)
        snprintf(utc, sizeof utc, " (%s%s%s UTC)",
                 here.day != there.day ? civil_weekday_name(there.weekday) : "",
                 here.day != there.day ? " " : "", format_clock(FORMAT_ROOM, at_s, 0, seconds));
    lines_print(&lines, popup_bold(ROLE_TITLE), "%s%s %s %s%s", in_force(host, own, at_s) ? "● " : "",
                format_date(FORMAT_ROOM, at_s, offset_s), format_clock(FORMAT_ROOM, at_s, offset_s, seconds),
                format_zone(FORMAT_ROOM, offset_s), utc);
    if (own->other_trace) {
        lines_print(&lines, popup_bold(ROLE_TITLE), "on %s: Enter takes trace and start",
                    *own->trace->title ? own->trace->title : own->trace->name);
    }
    char sentence[240];
    outlook_describe(&own->outlook, own->trace, own->chosen_s, own->length_ns, own->with_cit, sentence,
                     sizeof sentence);
    lines_wrap(&lines, own->outlook.known ? popup_style(ROLE_TEXT) : popup_style(ROLE_BAD), sentence);
    int facts = rect.h >= 20 ? 7 : rect.h >= 12 ? 3 : 1, room = lines_left(&lines) - facts;
    if (room >= START_PLOT_MIN_H) {
        struct start_plot plot = {&own->days, item, own->chosen_s, own->length_ns,
                                  own->outlook.known ? own->outlook.aci : (double)NAN};
        if (rect.h >= 20)
            lines_gap(&lines);
        room = lines_left(&lines) - facts;
        draw_plot(&plot, (struct rect){rect.x, rect.y + lines.y, rect.w, room}, canvas);
        lines.y += room;
    }
    char about[160], swing[48] = "";
    if (day->least > 0)
        snprintf(swing, sizeof swing, ", spread %.1f times", day->greatest / day->least);
    lines_factf(&lines, "day", "mean %.0f g/kWh, %.0f to %.0f%s", day->mean, day->least, day->greatest,
                swing);
    const struct outlook *outlook = &own->outlook;
    if (outlook->known) {
        if (outlook->history_n == 0)
            lines_fact(&lines, "ACI", 2, "no history yet: the first sample is its own mean");
        else
            lines_factf(&lines, "ACI", "%.0f, the mean of the %s samples before; the whole trace %.0f",
                        outlook->aci, format_count(FORMAT_ROOM, (int64_t)outlook->history_n), own->days.mean);
    }
    put_faults(&lines, own, day);
    trace_facts(own->trace, about, sizeof about);
    lines_factf(&lines, "grid", "%s: %s", *own->trace->title ? own->trace->title : own->trace->name, about);
}

/* --- what keys do --- */

static unsigned start_act(struct host *host, struct picker_view *picker, int item, enum action_id action)
{
    if (action == ACTION_LIST_LEFT || action == ACTION_LIST_RIGHT) {
        /* An hour on or back (less where the trace is finer); over midnight the list follows, if it shows
         * that day. */
        int direction = action == ACTION_LIST_LEFT ? -1 : 1;
        struct start *own = picker->own;
        int64_t next_s = days_step(own->trace, own->chosen_s, direction);
        int day = days_find(&own->days, next_s), at = picker->at + direction;
        bool shown = at >= 0 && at < picker->n_shown && picker->shown[at] == day;
        if (next_s < own->trace->start_s || next_s >= days_end_s(own->trace) || (day != item && !shown))
            return REPLY_HANDLED;
        if (day != item)
            picker->at = at;
        own->chosen_s = next_s;
        own->clock_s = days_clock_s(own->trace, next_s);
        look_ahead(host, own);
        return REPLY_DONE;
    }
    return 0;
}

static bool take(struct explorer *explorer, const struct start *own, struct error *error)
{
    char note[160];
    struct knob_value value = {.number = (double)own->chosen_s};
    explorer_end_turn(explorer); /* each start that is taken can be taken back by itself */
    if (own->other_trace)
        return explorer_set_trace(explorer, own->trace->name, own->chosen_s, error);
    return explorer_set(explorer, knob_of_run(KNOB_START), &value, note, error);
}

static unsigned start_accept(struct host *host, struct picker_view *picker, int item)
{
    const struct start *own = picker->own;
    struct error error = {0};
    (void)item;
    if (in_force(host, own, own->chosen_s)) {
        message_say(host->message, false, "the run starts there already");
        return REPLY_DONE | REPLY_CLOSE;
    }
    if (!take(host->explorer, own, &error)) {
        message_say_error(host->message, &error);
        return REPLY_DONE;
    }
    int32_t offset_s = carbon_trace_offset(own->trace, own->chosen_s);
    message_say(host->message, false, "the run starts %s %s %s%s%s; u takes it back",
                format_date(FORMAT_ROOM, own->chosen_s, offset_s),
                format_clock(FORMAT_ROOM, own->chosen_s, offset_s, own->chosen_s % 60 != 0),
                format_zone(FORMAT_ROOM, offset_s), own->other_trace ? " on " : "",
                own->other_trace ? own->trace->title : "");
    return REPLY_DONE | (own->other_trace ? REPLY_CLOSE_ALL : REPLY_CLOSE);
}

static const struct picker_kind start_kind = {
    .title = "Start of the run: day, mean and range in g/kWh, hours",
    .empty = "this trace is constant: every start runs alike",
    .own_size = sizeof(struct start),
    .list_w = LIST_WIDTH,
    .load = start_load,
    .unload = start_unload,
    .row = start_row,
    .choose = start_choose,
    .preview = start_preview,
    .accept = start_accept,
    .act = start_act,
};

/* A row a day, with the means of its local hours. */
static void start_tell(const struct host *host, const void *state, struct account *account)
{
    const struct start *own = ((const struct picker_view *)state)->own;
    char name[32];
    (void)host;
    account_fact(account, "trace", account_said(own->trace->name));
    account_keys(account, "rows",
                 (const char *const[]){"day", "from", "mean_g_per_kwh", "least_g_per_kwh",
                                       "greatest_g_per_kwh", "missing_samples"},
                 6);
    for (int hour = 0; hour < DAY_HOURS; hour++) {
        snprintf(name, sizeof name, "hour_%02d_g_per_kwh", hour);
        account_column(account, (struct account_column){.key = name});
    }
    for (int k = 0; k < own->days.n; k++) {
        const struct day *day = &own->days.days[k];
        double hours[DAY_HOURS];
        days_shape(&own->days, k, hours);
        snprintf(name, sizeof name, "%.10s", day->text);
        ACCOUNT_ADD(account, account_said(name));
        civil_format(day->from_s, name, sizeof name);
        ACCOUNT_ADD(account, account_said(name), account_bare(day->mean), account_bare(day->least),
                    account_bare(day->greatest), account_bare((double)day->missing));
        for (int hour = 0; hour < DAY_HOURS; hour++)
            ACCOUNT_ADD(account, account_bare(hours[hour]));
    }
}

static const struct hint hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},         {ACTION_LIST_ACCEPT, ACTION_NONE, "take", 1},
    {ACTION_LIST_FILTER, ACTION_NONE, "filter", 2},          {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "hour", 1},
    {ACTION_LIST_PAGE_UP, ACTION_LIST_PAGE_DOWN, "page", 3}, {ACTION_BACK, ACTION_NONE, "leave", 0}};

const struct view_ops view_start = {.contexts = CONTEXT_LIST,
                                    PICKER_SLOTS(start_kind),
                                    .tell = start_tell,
                                    .hints = hints,
                                    .n_hints = sizeof hints / sizeof *hints};
