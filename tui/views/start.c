/* When on the trace the run starts: a list of its days, each with its mean, its range and its shape, and
 * beside it the hours of the chosen day with the run marked on them. Up and down choose the day, left and
 * right the hour. What the grid will do to the run is told before it is simulated (tui/words/facts.h). With
 * the name of a trace as its argument it chooses a start on that one, and takes both. */
#include "tui/views/picker.h"

#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "tui/words/facts.h"
#include "engine/answers/days.h"
#include "tui/words/format.h"
#include "tui/words/sheet.h"
#include "tui/views/start_plot.h"
#include "tui/widgets/heat.h"
#include "tui/widgets/parts.h"

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

static bool start_load(struct host *host, struct picker *picker, const char *argument, struct error *error)
{
    struct start *own = picker->own;
    const struct explorer *explorer = host->explorer;
    const char *name = *argument ? argument : explorer->document.scenario.trace;
    own->trace = explorer->catalog->trace(explorer->catalog->context, name, error);
    if (!own->trace)
        return false;
    if (!days_list(&own->days, own->trace))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    own->other_trace = strcmp(name, explorer->document.scenario.trace) != 0;
    own->chosen_s = days_like(own->trace, explorer->document.scenario.start_s);
    own->clock_s = days_clock_s(own->trace, own->chosen_s);
    own->length_ns = explorer->time.horizon_ns;
    own->with_cit = uses_cit(explorer);
    picker->n = own->days.n;
    picker->at = picker->n ? days_find(&own->days, own->chosen_s) : 0;
    return true;
}

static void start_unload(struct host *host, struct picker *picker)
{
    (void)host;
    days_free(&((struct start *)picker->own)->days);
}

static const char *start_match(const struct picker *picker, int item)
{
    return ((const struct start *)picker->own)->days.days[item].text;
}

/* Another day at the same time of the clock. */
static void start_choose(struct host *host, struct picker *picker, int item)
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

static void start_row(const struct host *host, const struct picker *picker, int item, struct rect rect,
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

/* "● Thu 13 Jan 2022 20:00 UTC-8 (Fri 04:00 UTC)" */
static void put_instant(struct lines *lines, const struct host *host, const struct start *own)
{
    char date[FORMAT_SIZE], clock[FORMAT_SIZE], zone[FORMAT_SIZE], utc[64] = "", line[200];
    int64_t at_s = own->chosen_s;
    int32_t offset_s = carbon_trace_offset(own->trace, at_s);
    bool seconds = at_s % 60 != 0;
    struct civil here = civil_from_unix(at_s + offset_s), there = civil_from_unix(at_s);
    if (offset_s != 0)
        snprintf(utc, sizeof utc, " (%s%s%s UTC)",
                 here.day != there.day ? civil_weekday_name(there.weekday) : "",
                 here.day != there.day ? " " : "", format_clock(clock, at_s, 0, seconds));
    snprintf(line, sizeof line, "%s%s %s %s%s", in_force(host, own, at_s) ? "● " : "",
             format_date(date, at_s, offset_s), format_clock(clock, at_s, offset_s, seconds),
             format_zone(zone, offset_s), utc);
    lines_put(lines, popup_bold(ROLE_TITLE), line);
    if (!own->other_trace)
        return;
    snprintf(line, sizeof line, "on %s: Enter takes trace and start",
             *own->trace->title ? own->trace->title : own->trace->name);
    lines_put(lines, popup_bold(ROLE_TITLE), line);
}

static void put_outlook(struct lines *lines, const struct start *own)
{
    char sentence[240];
    outlook_describe(&own->outlook, own->trace, own->chosen_s, own->length_ns, own->with_cit, sentence,
                     sizeof sentence);
    lines_wrap(lines, own->outlook.known ? popup_style(ROLE_TEXT) : popup_style(ROLE_BAD), sentence);
}

static void put_history(struct lines *lines, const struct start *own)
{
    char count[FORMAT_SIZE];
    const struct outlook *outlook = &own->outlook;
    if (!outlook->known)
        return;
    if (outlook->history_n == 0)
        lines_fact(lines, "ACI", 2, "no history yet: the first sample is its own mean");
    else
        lines_factf(lines, "ACI", "%.0f, the mean of the %s samples before; the whole trace %.0f",
                    outlook->aci, format_count(count, (int64_t)outlook->history_n), own->days.mean);
}

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

static void put_facts(struct lines *lines, const struct start *own, const struct day *day)
{
    char facts[160], swing[48] = "";
    if (day->least > 0)
        snprintf(swing, sizeof swing, ", spread %.1f times", day->greatest / day->least);
    lines_factf(lines, "day", "mean %.0f g/kWh, %.0f to %.0f%s", day->mean, day->least, day->greatest, swing);
    put_history(lines, own);
    put_faults(lines, own, day);
    trace_facts(own->trace, facts, sizeof facts);
    lines_factf(lines, "grid", "%s: %s", *own->trace->title ? own->trace->title : own->trace->name, facts);
}

static void start_preview(const struct host *host, const struct picker *picker, int item, struct rect rect,
                          struct canvas *canvas)
{
    const struct start *own = picker->own;
    const struct day *day = &own->days.days[item];
    struct lines lines = {canvas, rect, 0};
    put_instant(&lines, host, own);
    put_outlook(&lines, own);
    int facts = rect.h >= 20 ? 7 : rect.h >= 12 ? 3 : 1, room = lines_left(&lines) - facts;
    if (room >= START_PLOT_MIN_H) {
        struct start_plot plot = {&own->days, item, own->chosen_s, own->length_ns,
                                  own->outlook.known ? own->outlook.aci : (double)NAN};
        if (rect.h >= 20)
            lines_gap(&lines);
        room = lines_left(&lines) - facts;
        start_plot_draw(&plot, (struct rect){rect.x, rect.y + lines.y, rect.w, room}, canvas);
        lines.y += room;
    }
    put_facts(&lines, own, day);
}

/* --- what keys do --- */

/* An hour on or back (less where the trace is finer); over midnight the list follows, if it shows that day.
 */
static unsigned step_hour(struct host *host, struct picker *picker, int item, int direction)
{
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

static unsigned start_act(struct host *host, struct picker *picker, int item, enum action action)
{
    if (action == ACTION_LIST_LEFT || action == ACTION_LIST_RIGHT)
        return step_hour(host, picker, item, action == ACTION_LIST_LEFT ? -1 : 1);
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

static unsigned start_accept(struct host *host, struct picker *picker, int item)
{
    const struct start *own = picker->own;
    struct error error = {0};
    char date[FORMAT_SIZE], clock[FORMAT_SIZE], zone[FORMAT_SIZE];
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
                format_date(date, own->chosen_s, offset_s),
                format_clock(clock, own->chosen_s, offset_s, own->chosen_s % 60 != 0),
                format_zone(zone, offset_s), own->other_trace ? " on " : "",
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
    .match = start_match,
    .row = start_row,
    .choose = start_choose,
    .preview = start_preview,
    .accept = start_accept,
    .act = start_act,
};

/* A row a day, with the means of its local hours. */
static void start_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    const struct start *own = ((const struct picker *)state)->own;
    char name[32];
    (void)host;
    sheet_say(sheet, "trace", own->trace->name);
    sheet_column(sheet, "day");
    sheet_column(sheet, "from");
    sheet_column(sheet, "mean_g_per_kwh");
    sheet_column(sheet, "least_g_per_kwh");
    sheet_column(sheet, "greatest_g_per_kwh");
    sheet_column(sheet, "missing_samples");
    for (int hour = 0; hour < DAY_HOURS; hour++) {
        snprintf(name, sizeof name, "hour_%02d_g_per_kwh", hour);
        sheet_column(sheet, name);
    }
    for (int k = 0; k < own->days.n; k++) {
        const struct day *day = &own->days.days[k];
        double hours[DAY_HOURS];
        days_shape(&own->days, k, hours);
        snprintf(name, sizeof name, "%.10s", day->text);
        sheet_text(sheet, name);
        civil_format(day->from_s, name, sizeof name);
        sheet_text(sheet, name);
        sheet_number(sheet, day->mean);
        sheet_number(sheet, day->least);
        sheet_number(sheet, day->greatest);
        sheet_number(sheet, (double)day->missing);
        for (int hour = 0; hour < DAY_HOURS; hour++)
            sheet_number(sheet, hours[hour]);
    }
}

PICKER_VIEW(view_start, start_tell, NULL, start_kind, {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "hour", 1},
            {ACTION_LIST_PAGE_UP, ACTION_LIST_PAGE_DOWN, "page", 3})
