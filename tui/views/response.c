/* Where the focused knob leads, in full size: carbon and what gets worse on the way, each as a curve over the
 * whole range of the knob, under one another on one axis of its values. Left and right choose a value, whose
 * numbers stand beside the curves and against the run as it is; Enter turns the knob there. Up and down
 * choose another knob, Tab another scheme that the run is held against below. */
#include "tui/views/view.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/explorer/response.h"
#include "tui/views/response_tips.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/chart.h"
#include "tui/words/difference.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"
#include "tui/words/sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUTTER = 10, SIDE = 24, SIDE_LEAST_W = 70, PLOT_LEAST = 3, METRICS = 4, AXIS_GAP = 9 };

struct response_view {
    struct knob_ref knob; /* that the chosen value is of */
    struct knob_value chosen;
    bool chose;
    struct response_tips tips;
};

/* --- what is chosen --- */

static int chosen_of(const struct response_view *own, const struct response *response)
{
    if (own->chose && knob_same(own->knob, response->knob))
        for (int i = 0; i < response->n_values; i++)
            if (knob_equal(response->knob, &response->values[i], &own->chosen))
                return i;
    return response->here > 0 ? response->here : 0;
}

static void choose(struct response_view *own, const struct response *response, int at)
{
    at = part_clamp(at, 0, response->n_values - 1);
    own->chose = true;
    own->knob = response->knob;
    own->chosen = response->values[at];
}

/* --- drawing --- */

/* "CIT 0.80" */
static void name_value(const struct host *host, const struct response *response, int i, char *out,
                       size_t size)
{
    difference_value(&host->explorer->document.scenario, response->knob, &response->values[i], out, size);
}

static void draw_bar(const struct host *host, const struct response *response, struct canvas *canvas)
{
    char note[240], done[64] = "", name[KNOB_NAME_SIZE];
    knob_name(&host->explorer->document.scenario, response->knob, name, sizeof name);
    if (response_done(response) < response_size(response))
        snprintf(done, sizeof done, "%zu of %zu runs", response_done(response), response_size(response));
    text_print(note, sizeof note, "the whole run over %s, from its start%s", name,
               response->n_seeds > 1 ? ", 3 seeds" : "");
    view_bar(host, canvas, "Response", note, done);
}

static bool is_known(const struct response *response, int i)
{
    return !isnan(response_metric(response, METRIC_CARBON, i));
}

static int count_faults(const struct response *response)
{
    int n = 0;
    for (int i = 0; i < response->n_values; i++)
        n += !is_known(response, i) && response_fault(response, i);
    return n;
}

/* The ends of what can run, in the knob's direction; of names the one of least carbon, and of most. */
static void find_ends(const struct response *response, enum metric metric, int ends[2])
{
    ends[0] = 0;
    ends[1] = response->n_values - 1;
    for (; ends[0] < ends[1] && !is_known(response, ends[0]) && response_fault(response, ends[0]); ends[0]++)
        ;
    for (; ends[1] > ends[0] && !is_known(response, ends[1]) && response_fault(response, ends[1]); ends[1]--)
        ;
    for (int i = 0; i < response->n_values && knob_infos[response->knob.id].type != TYPE_NUMBER; i++) {
        double value = response_metric(response, metric, i);
        if (!(value >= response_metric(response, metric, ends[0])))
            ends[0] = isnan(value) ? ends[0] : i;
        if (!(value <= response_metric(response, metric, ends[1])))
            ends[1] = isnan(value) ? ends[1] : i;
    }
}

/* Do all values that are known read alike? */
static bool stays(const struct response *response, enum metric metric)
{
    char first[METRIC_WORDS_SIZE] = "", text[METRIC_WORDS_SIZE];
    bool same = true;
    for (int i = 0; i < response->n_values; i++)
        if (is_known(response, i)) {
            metric_words_value(metric, response_metric(response, metric, i), text);
            same &= !*first || strcmp(first, text) == 0;
            text_print(first, sizeof first, "%s", text);
        }
    return same;
}

/* "carbon is 200.4 g, late 77" at a value; the second time only what has no unit has a name. */
static void append_metrics(const struct response *response, const enum metric *metrics, int n, int at,
                           bool again, char *out, size_t size)
{
    char value[METRIC_WORDS_SIZE];
    for (int k = 0; k < n; k++) {
        metric_words_value(metrics[k], response_metric(response, metrics[k], at), value);
        text_append(out, size, "%s", k > 0 ? ", " : " ");
        enum metric_unit unit = metric_infos[metrics[k]].unit;
        if (!again || (k > 0 && (unit == UNIT_NONE || unit == UNIT_COUNT || unit == UNIT_PERCENT)))
            text_append(out, size, "%s%s ", metric_words_name(metrics[k], SIDE), k > 0 ? "" : " is");
        text_append(out, size, "%s", value);
    }
}

/* "; least 187.3 g at 0.84": a value between the ends that is beyond both. */
static void append_between(const struct host *host, const struct response *response, enum metric metric,
                           const int ends[2], const char *beside, char *out, size_t size)
{
    char value[METRIC_WORDS_SIZE], end[METRIC_WORDS_SIZE], name[200];
    for (int way = -1; way <= 1; way += 2) {
        int beyond = ends[0];
        for (int i = ends[0]; i <= ends[1]; i++)
            if (way * (response_metric(response, metric, i) - response_metric(response, metric, beyond)) > 0)
                beyond = i;
        metric_words_value(metric, response_metric(response, metric, beyond), value);
        bool alike = false;
        for (int k = 0; k < 2; k++)
            alike |= strcmp(value,
                            metric_words_value(metric, response_metric(response, metric, ends[k]), end)) == 0;
        name_value(host, response, beyond, name, sizeof name);
        if (!alike)
            text_append(out, size, "; %s %s at %s", way < 0 ? "least" : "most", value,
                        difference_rest(name, beside));
    }
}

/* "At CIT 0.60 carbon is 200.4 g, late 77; at 1.40: 236.8 g, late 0": what the knob can do, by the ends of
 * its range, each end with its own price; with so many metrics. */
static void describe_ends(const struct host *host, const struct response *response,
                          const enum metric *metrics, int n, char *out, size_t size)
{
    int ends[2];
    char from[200], to[200];
    bool number = knob_infos[response->knob.id].type == TYPE_NUMBER;
    find_ends(response, metrics[0], ends);
    name_value(host, response, ends[0], from, sizeof from);
    name_value(host, response, ends[1], to, sizeof to);
    if (stays(response, metrics[0]) && ends[0] < ends[1] && response_is_whole(response)) {
        text_print(out, size, number ? "Over %s to %s" : "With %s to %s", from, difference_rest(to, from));
        append_metrics(response, metrics, 1, ends[0], false, out, size);
        char *is = strstr(out, " is ");
        if (is)
            text_print(from, sizeof from, "%s", is + 4),
                text_print(is, size - (size_t)(is - out), " stays at %s", from);
        return;
    }
    text_print(out, size, "%s %s", response_is_whole(response) ? number ? "At" : "With" : "So far at", from);
    append_metrics(response, metrics, n, ends[0], false, out, size);
    if (ends[0] == ends[1])
        return;
    text_append(out, size, number ? "; at %s:" : "; with %s", number ? difference_rest(to, from) : to);
    append_metrics(response, metrics, n, ends[1], true, out, size);
    if (number)
        append_between(host, response, metrics[0], ends, from, out, size);
}

/* With as many metrics as the columns hold. */
static void describe(const struct host *host, const struct response *response, const enum metric *metrics,
                     int n, int columns, char *out, size_t size)
{
    int faults = count_faults(response);
    for (int k = n; k > 0; k--) {
        describe_ends(host, response, metrics, k, out, size);
        if (response_work(response) == WORK_OTHER_MIX)
            text_append(out, size, "; the apps' parts of the requests differ");
        if (faults > 0)
            text_append(out, size, "; %d value%s cannot run", faults, faults > 1 ? "s" : "");
        if (text_width(out) <= columns)
            return;
    }
    text_cut_clause(out, size, columns);
}

/* "CIT 0.80  carbon 187.3 g −17.3 %  late 124 +124": the chosen value against the run as it is. */
static void draw_chosen(const struct host *host, const struct response *response, int chosen,
                        const enum metric *metrics, int n, struct rect row, struct canvas *canvas)
{
    char text[160], value[METRIC_WORDS_SIZE], change[METRIC_WORDS_SIZE];
    int x = row.x + 1, end = row.x + row.w;
    name_value(host, response, chosen, text, sizeof text);
    part_span(canvas, &x, end, row.y, style_bold(ROLE_TITLE), text);
    const char *fault = response_fault(response, chosen);
    if (fault) {
        part_span(canvas, &x, end, row.y, style_of(ROLE_BAD), "  ");
        part_span(canvas, &x, end, row.y, style_of(ROLE_BAD), fault);
        return;
    }
    if (!response_answer(response, chosen, 0)) {
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), "  ...");
        return;
    }
    for (int i = 0; i < n; i++) {
        double then = response_metric(response, metrics[i], chosen);
        double now = response->here < 0 ? (double)NAN : response_metric(response, metrics[i], response->here);
        int judged = metric_judge(metrics[i], then, now);
        text_print(text, sizeof text, "   %s %s", metric_words_name(metrics[i], row.w),
                   metric_words_value(metrics[i], then, value));
        if (i > 0 && x + text_width(text) > end)
            return; /* it is drawn below */
        part_span(canvas, &x, end, row.y, style_of(ROLE_TEXT), text);
        if (judged == 0)
            continue;
        text_print(text, sizeof text, " %s %s", metric_words_change(metrics[i], then, now, change),
                   judged > 0 ? "better" : "worse");
        part_span(canvas, &x, end, row.y, style_of(judged > 0 ? ROLE_GOOD : ROLE_BAD), text);
    }
}

/* The two ends of the scale before the plot, and behind it what is here and what is chosen. */
static void draw_metric(const struct response *response, enum metric metric, int chosen, struct rect rect,
                        struct canvas *canvas)
{
    struct range_plot plot = scene_range_plot(response, metric, chosen);
    struct scale ends = range_plot_ends(&plot);
    int side = rect.w >= SIDE_LEAST_W ? SIDE : 0;
    struct rect inside = {rect.x + GUTTER, rect.y + 1, rect.w - GUTTER - side - 1, rect.h - 1};
    char text[METRIC_WORDS_SIZE];
    bool known = !isnan(fmax(plot.values[0], plot.values[plot.n - 1]));
    canvas_text(canvas, rect.x + 1, rect.y, rect.w - 1, style_bold(ROLE_TEXT),
                metric_words_name(metric, rect.w));
    if (known) {
        canvas_text_right(canvas, inside.x - 1, inside.y, GUTTER - 1, style_of(ROLE_DIM),
                          metric_words_value(metric, ends.max, text));
        if (inside.h > 1 && ends.max > ends.min)
            canvas_text_right(canvas, inside.x - 1, inside.y + inside.h - 1, GUTTER - 1, style_of(ROLE_DIM),
                              metric_words_value(metric, ends.min, text));
    }
    range_plot_draw(&plot, inside, ROLE_BACKGROUND, canvas);
    if (!side)
        return;
    struct lines words = {canvas, {inside.x + inside.w + 2, inside.y, side - 2, inside.h}, 0};
    if (response->here >= 0)
        lines_print(&words, style_of(ROLE_TEXT), "● %s",
                    metric_words_value(metric, response_metric(response, metric, response->here), text));
    if (chosen != response->here)
        lines_print(&words, style_of(ROLE_TITLE), "│ %s",
                    metric_words_value(metric, response_metric(response, metric, chosen), text));
    if (response->n_seeds > 1 && response->here >= 0) {
        struct response_band band = response_band(response, metric, response->here);
        char most[METRIC_WORDS_SIZE];
        metric_words_value(metric, band.least, text);
        metric_words_value(metric, band.greatest, most);
        char *unit = strrchr(text, ' ');
        const char *other = strrchr(most, ' ');
        if (unit && other && strcmp(unit, other) == 0)
            *unit = 0;
        lines_print(&words, style_of(ROLE_DIM), "seeds %s–%s", text, most);
    }
}

/* "0.8", "none", "DYBATCH". */
static void name_tick(const struct host *host, const struct response *response, int i, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[response->knob.id];
    if (info->type != TYPE_NUMBER)
        name_value(host, response, i, out, size);
    else if (info->zero && response->values[i].number == 0)
        snprintf(out, size, "%s", info->zero);
    else
        snprintf(out, size, "%g", response->values[i].number);
}

/* Columns between two values that are `every` apart, where they are closest. */
static int least_gap(const struct range_plot *plot, int w, int every)
{
    int least = w;
    for (int i = 0; i + every < plot->n; i += every) {
        int gap = range_plot_column(plot, w, i + every) - range_plot_column(plot, w, i);
        least = gap < least ? gap : least;
    }
    return least;
}

/* The values below the plots: the one in force or chosen in any case, of the others every n-th, the least n
 * that leaves a gap between any two. */
static void draw_axis(const struct host *host, const struct response *response, int chosen, struct rect row,
                      struct canvas *canvas)
{
    int side = row.w >= SIDE_LEAST_W ? SIDE : 0, w = row.w - GUTTER - side - 1, every = 1;
    struct range_plot plot = scene_range_plot(response, METRIC_CARBON, chosen);
    while (every < response->n_values)
        if (least_gap(&plot, w, every) >= AXIS_GAP)
            break;
        else
            every += every == 1 ? 1 : every == 2 ? 2 : every == 4 ? 1 : every;
    for (int i = 0; i < response->n_values; i++) {
        char text[160];
        int x = range_plot_column(&plot, w, i), from = range_plot_column(&plot, w, chosen);
        if (i != chosen && (i % every != 0 || abs(x - from) < AXIS_GAP))
            continue;
        name_tick(host, response, i, text, sizeof text);
        int width = text_width(text), at = part_clamp(x - width / 2, 0, w > width ? w - width : 0);
        canvas_text(canvas, row.x + GUTTER + at, row.y, -1,
                    i == chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_DIM), text);
    }
}

static void draw_legend(const struct response *response, struct rect row, struct canvas *canvas)
{
    bool faults = count_faults(response) > 0, broken = false;
    bool free_lunch = response_is_whole(response) && response->n_prices == 0 && !faults;
    for (int i = 0; i < response->n_values; i++)
        broken = broken || response_breaks_limit(response, i);
    canvas_print(canvas, row.x, row.y, row.w, style_of(ROLE_DIM), "● here  ┼ default%s  %s",
                 broken ? "  carbon dashed: a limit is broken" : "",
                 free_lunch ? "nothing that is measured gets worse where carbon gets better"
                 : faults   ? "· cannot run: left, right say why"
                            : "· to be simulated");
}

/* What the arc of phi bends at. */
static void add_phi_fair(const struct host *host, const struct response *response, char *out, size_t size)
{
    double phi_fair = scene_phi_fair(host->scene);
    if (response->knob.id == KNOB_PHI && response_is_whole(response) && !isnan(phi_fair))
        text_append(out, size, "%sperfect energy fairness up to %.2f", *out ? "; " : "", phi_fair);
}

static void response_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct response *response = explorer_response(host->explorer);
    struct rect body = {0, 0, canvas->w, canvas->h - 1};
    enum metric metrics[METRICS];
    if (!response) {
        view_bar(host, canvas, "Response", "", "");
        canvas_text(canvas, 1, 1, canvas->w - 1, style_of(ROLE_DIM),
                    host->explorer->focus.n_knobs > 0 ? "..." : "There is no knob to turn here.");
        return;
    }
    const struct response_view *own = state;
    char sentence[400];
    int chosen = chosen_of(own, response), rows = body.h - 6;
    int n = explorer_response_metrics(host->explorer, metrics, part_clamp(rows / PLOT_LEAST, 1, METRICS));
    draw_bar(host, response, canvas);
    describe(host, response, metrics, n, body.w - 2, sentence, sizeof sentence);
    canvas_text(canvas, 1, 1, body.w - 1, style_bold(ROLE_TITLE), sentence);
    draw_chosen(host, response, chosen, metrics, n, (struct rect){0, 2, body.w, 1}, canvas);
    int each = rows / n;
    for (int i = 0; i < n; i++)
        draw_metric(response, metrics[i], chosen, (struct rect){0, 3 + i * each, body.w, each}, canvas);
    draw_axis(host, response, chosen, (struct rect){0, 3 + n * each, body.w, 1}, canvas);
    char tips[TIPS_SIZE];
    response_tips_write(&own->tips, response, tips, sizeof tips);
    add_phi_fair(host, response, tips, sizeof tips);
    canvas_text(canvas, 1, body.h - 2, body.w - 1, style_of(ROLE_TEXT), tips);
    draw_legend(response, (struct rect){1, body.h - 1, body.w - 1, 1}, canvas);
}

/* --- as rows --- */

static void tell_columns(const enum metric *metrics, int n, struct sheet *sheet)
{
    sheet_column(sheet, "value");
    sheet_column(sheet, "here");
    sheet_column(sheet, "default");
    for (int k = 0; k < n; k++) {
        sheet_metric_column(sheet, metrics[k], "");
        sheet_metric_column(sheet, metrics[k], ".least");
        sheet_metric_column(sheet, metrics[k], ".greatest");
    }
    sheet_column(sheet, "slo_met");
    sheet_column(sheet, "limits_kept");
}

static void tell_row(const struct response *response, int i, const enum metric *metrics, int n,
                     struct sheet *sheet)
{
    char value[KNOB_TEXT_SIZE];
    knob_format(response->knob, &response->values[i], value, sizeof value);
    sheet_value(sheet, value);
    sheet_flag(sheet, i == response->here);
    sheet_flag(sheet, i == response->initial);
    for (int k = 0; k < n; k++) {
        struct response_band band = response_band(response, metrics[k], i);
        sheet_number(sheet, response_metric(response, metrics[k], i));
        sheet_number(sheet, band.least);
        sheet_number(sheet, band.greatest);
    }
    for (int of = RESPONSE_SLOS; of >= RESPONSE_LIMITS; of--)
        if (response_answer(response, i, 0))
            sheet_flag(sheet, response_is_kept(response, i, of));
        else
            sheet_text(sheet, NULL);
}

/* A row a value, with its least and greatest over the seeds. */
static void response_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    const struct response *response = explorer_response(host->explorer);
    enum metric metrics[1 + PRICES_MAX];
    char name[KNOB_NAME_SIZE];
    if (!response)
        return;
    int n = explorer_response_metrics(host->explorer, metrics, 1 + PRICES_MAX);
    knob_name(&host->explorer->document.scenario, response->knob, name, sizeof name);
    sheet_say(sheet, "knob", name);
    sheet_say_number(sheet, "from_s", response->start ? 0 : ns_to_s(response->cursor_ns));
    sheet_say_number(sheet, "seeds", response->n_seeds);
    tell_columns(metrics, n, sheet);
    for (int i = 0; i < response->n_values; i++)
        tell_row(response, i, metrics, n, sheet);
    response_tips_tell(&((const struct response_view *)state)->tips, response, sheet);
}

/* --- input --- */

static void response_update(struct host *host, void *state)
{
    struct response_view *own = state;
    explorer_want_response(host->explorer, RESPONSE_WHOLE);
    const struct response *response = explorer_response(host->explorer);
    if (response)
        response_tips_follow(host, &own->tips, response);
}

static void response_close(struct host *host, void *state)
{
    response_tips_drop(host, &((struct response_view *)state)->tips);
}

static unsigned turn_there(struct host *host, const struct response_view *own)
{
    const struct response *response = explorer_response(host->explorer);
    struct error error = {0};
    char what[160];
    if (!response)
        return REPLY_HANDLED;
    struct knob_ref knob = response->knob;
    struct knob_value value = response->values[chosen_of(own, response)];
    name_value(host, response, chosen_of(own, response), what, sizeof what);
    if (!explorer_set_throughout(host->explorer, knob, &value, &error))
        message_say_error(host->message, &error);
    else
        message_say(host->message, false, "%s from the start to the end", what);
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned response_action(struct host *host, void *state, enum action action)
{
    struct response_view *own = state;
    const struct response *response = explorer_response(host->explorer);
    int at = response ? chosen_of(own, response) : 0;
    switch (action) {
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        at += action == ACTION_LIST_LEFT ? -1 : 1;
        break;
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        at += action == ACTION_LIST_PAGE_UP ? 5 : -5;
        break;
    case ACTION_LIST_FIRST:
        at = 0;
        break;
    case ACTION_LIST_LAST:
        at = RESPONSE_VALUES;
        break;
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        explorer_focus(host->explorer, action == ACTION_LIST_UP ? -1 : 1);
        return REPLY_DONE;
    case ACTION_LIST_ACCEPT:
        return turn_there(host, own);
    case ACTION_LIST_TAB:
        if (!response_tips_next(host, &own->tips))
            message_say(host->message, false, "no other scheme can run here");
        return REPLY_DONE;
    default:
        return 0;
    }
    if (response)
        choose(own, response, at);
    return REPLY_DONE;
}

static const struct hint hints[] = {{ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "value", 1},
                                    {ACTION_LIST_UP, ACTION_LIST_DOWN, "knob", 1},
                                    {ACTION_LIST_ACCEPT, ACTION_NONE, "turn it there", 1},
                                    {ACTION_LIST_TAB, ACTION_NONE, "against", 2},
                                    {ACTION_EXPORT, ACTION_NONE, "export", 4},
                                    {ACTION_EXPLAIN, ACTION_NONE, "help", 3},
                                    {ACTION_BACK, ACTION_NONE, "leave", 0}};

const struct view_ops view_response = {.contexts = CONTEXT_LIST,
                                       .state_size = sizeof(struct response_view),
                                       .close = response_close,
                                       .update = response_update,
                                       .draw = response_draw,
                                       .tell = response_tell,
                                       .action = response_action,
                                       .hints = hints,
                                       .n_hints = sizeof hints / sizeof *hints};
