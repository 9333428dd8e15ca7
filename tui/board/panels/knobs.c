/* The knobs: name, value, slider. The focused one opens: what it does, its range, and what one step would do
 * to carbon and to the worst tail, computed in the background. As many others as fit are listed around it;
 * where rows are short, knobs that differ only in their app share one. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/action.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINES_MAX = 28, LINE_SIZE = 128, HELP_WIDTH = 100 };
/* Columns of the panel, rows of the help, where the price stands. */
enum { NARROW = 26, WIDE = 38, HELP_LEAST = 2, PRICE_AT = 19 };

/* The opened part of the focused knob, as lines with a style each. */
struct details {
    struct arena *texts;
    int n;
    struct {
        const char *text;
        const struct forecast_slot *slot; /* drawn as a forecast instead */
        bool down;
        int curves; /* rows of curves that begin here */
    } lines[LINES_MAX];
};

/* Columns of the label and of the value in a panel of this width. */
static int label_columns(int w)
{
    return w < 24 ? 7 : w < 36 ? 10 : w < 41 ? 12 : 15;
}
static int value_columns(int w)
{
    return w < 24 ? 6 : 7;
}

static void draw_row(const struct scene *scene, int index, struct rect row, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    struct knob_ref knob = explorer->focus.knobs[index];
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_value value = explorer_value(explorer, knob);
    bool focused = index == explorer->focus.at, edited = knob_text_edited(scene, knob);
    enum role ground = focused ? ROLE_SELECTED : ROLE_BACKGROUND;
    int value_w = value_columns(row.w), label_w = label_columns(row.w);
    if (knob_is_scheme(knob) && knob.scope == SCOPE_POOL) {
        /* Columns for the names of pools, where those of labels are too few. */
        enum { MOST = 10 };
        int columns = label_w;
        for (int pool = 0; pool < explorer->document.scenario.n_pools; pool++) {
            int width = text_width(explorer->document.scenario.pools[pool].name) + 1;
            columns = width > columns ? width : columns;
        }
        int most = MOST > label_w ? MOST : label_w;
        label_w = columns < most ? columns : most;
    }
    int x = row.x + 1, end = row.x + row.w, most = end - x - value_w - 1;
    char text[LINE_SIZE];
    knob_text_label(scene, knob, most, text, sizeof text);
    if (row.w < 24 && (knob.scope == SCOPE_APP || knob.scope == SCOPE_GPU) && text_width(text) >= label_w)
        label_w = most; /* a name that says whose it is goes before the slider */
    canvas_fill(canvas, row, ' ', style_on(style_of(ROLE_TEXT), ground));
    canvas_spot(canvas, row, SPOT_KNOB, index);
    if (focused) {
        canvas_put(canvas, row.x, row.y, 0x258C, style_on(style_bold(ROLE_FOCUS), ground));
        canvas_cursor(canvas, row.x, row.y);
    }
    knob_text_label(scene, knob, label_w - 1, text, sizeof text);
    canvas_text(canvas, x, row.y, label_w,
                style_on(focused ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground), text);
    knob_text_value(knob, &value, text, sizeof text);
    struct style style = style_on(style_bold(edited ? ROLE_EDIT : ROLE_TITLE), ground);
    x += label_w;
    if (info->type != TYPE_NUMBER) {
        bool arrow = text_width(text) <= end - x - 2; /* a whole name before it */
        int used = canvas_text(canvas, x, row.y, end - x, style, text);
        if (arrow)
            canvas_text(canvas, x + used, row.y, end - x - used, style_on(style_of(ROLE_DIM), ground), " ▾");
        return;
    }
    if (text_width(text) > value_w)
        text[strcspn(text, " ")] = 0;
    canvas_text_right(canvas, x + value_w, row.y, value_w, style, text);
    x += value_w + 1;
    if (explorer_is_controlled(explorer, knob)) /* "39.7 C auto" */
        x += 1 + canvas_text(canvas, x, row.y, end - x, style_on(style_of(ROLE_DIM), ground), "auto");
    struct slider slider = knob_text_slider(explorer, knob, focused || edited);
    int slider_w = end - x - 1 - (row.w >= 24);
    part_slider(canvas, x, row.y, slider_w, &slider, ground);
    if (slider_w >= 3)
        canvas_spot(canvas, (struct rect){x, row.y, slider_w, 1}, SPOT_SLIDER, index);
    if (edited)
        canvas_put(canvas, end - 1, row.y, 0x25C6, style_on(style_bold(ROLE_EDIT), ground));
}

static void add_line(struct details *details, const char *text)
{
    if (details->n < LINES_MAX)
        details->lines[details->n++].text = text;
}

/* The bytes of a text's first line, without the blank that ends it. */
static size_t line_bytes(const char *text, size_t limit)
{
    size_t n = strlen(text);
    if (n <= limit)
        return n;
    for (n = limit; n > 0 && text[n] != ' ';)
        n--;
    return n ? n : limit;
}

/* How much of a text is told in `max` lines: all, or up to its last clause that ends there; 0: none does. */
static size_t told_bytes(const char *text, size_t limit, int max)
{
    size_t fits = 0;
    while (text[fits] && max-- > 0) {
        fits += line_bytes(text + fits, limit);
        while (text[fits] == ' ')
            fits++;
    }
    if (!text[fits])
        return fits;
    while (fits > 0 && !(strchr(";:.", text[fits - 1]) && text[fits] == ' ') &&
           !(text[fits] && strchr(";:.(", text[fits])))
        fits--;
    return fits;
}

/* Help text cut into lines of the panel's width; at most `max`, and no clause begun that has no end. */
static void add_wrapped(struct details *details, const char *whole, int width, int max)
{
    size_t limit = (size_t)(width < HELP_WIDTH ? width : HELP_WIDTH), n = told_bytes(whole, limit, max);
    bool clause = n > 0 && whole[n];
    if (n == 0 && max < 2)
        return; /* half a clause says nothing */
    while (clause && n > 0 && strchr(" ;:.(", whole[n - 1]))
        n--;
    const char *at = text(details->texts, "%.*s", (int)(clause ? n : strlen(whole)), whole);
    while (*at && max-- > 0) {
        const char *line = at;
        n = line_bytes(at, limit);
        at += n + strspn(at + n, " ");
        add_line(details, text(details->texts, "%.*s%s", (int)n, line, max == 0 && *at ? "…" : ""));
    }
}

/* What stands beside carbon: the price of the step, and where it is not that, the worst tail. */
static int forecast_columns(const struct scene *scene, int width, enum metric out[2])
{
    out[0] = explorer_price(scene->explorer);
    out[1] = METRIC_WORST_OF_SLO;
    return width >= WIDE && out[0] != METRIC_WORST_OF_SLO ? 2 : 1;
}

/* "p95", "late", "accuracy": over a column. */
static void name_column(const struct scene *scene, enum metric metric, int width, char *out, size_t size)
{
    char tail[FORMAT_SIZE];
    format_percentile(tail, scene_percentile(scene));
    if (metric == METRIC_WORST_OF_SLO)
        snprintf(out, size, "%s", width < WIDE ? tail : "slowest");
    else
        snprintf(out, size, "%s", metric_words_name(metric, width < NARROW ? 6 : 10));
    text_cut(out, size, width < NARROW ? 6 : 10);
}

static void add_forecast(const struct scene *scene, struct details *details, int width)
{
    bool narrow = width < NARROW;
    const struct explorer *explorer = scene->explorer;
    const struct forecast *forecast = &explorer->results.forecast;
    if (knob_is_scheme(explorer->focus.knobs[explorer->focus.at])) {
        /* The schemes next to the one in force, and from when a switch to them would act. */
        struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
        for (int step = -1; step <= 1; step += 2) {
            struct knob_value value;
            char title[32], clock[FORMAT_SIZE];
            if (!explorer_step(explorer, knob, step, &value))
                continue;
            bool start = explorer_acts_from_start(explorer, knob, &value);
            format_clock(clock, scene->cursor_s, scene->offset_s, false);
            knob_text_value(knob, &value, title, sizeof title);
            add_line(details, text(details->texts, narrow ? "%s %s %s" : "%s %s from %s",
                                   step < 0 ? "◂" : "▸", title, start ? "start" : clock));
        }
    }
    if (knob_infos[explorer->focus.knobs[explorer->focus.at].id].type != TYPE_NUMBER)
        return;
    enum metric metrics[2];
    int count = forecast_columns(scene, width, metrics);
    char first[FORMAT_SIZE], second[FORMAT_SIZE] = "";
    name_column(scene, metrics[0], width, first, sizeof first);
    if (count > 1) {
        name_column(scene, metrics[1], width, second, sizeof second);
        snprintf(first + strlen(first), sizeof first - strlen(first), "%*s", 9 - text_width(first), "");
    }
    bool start = explorer_acts_from_start(explorer, explorer->focus.knobs[explorer->focus.at], NULL);
    add_line(details,
             narrow
                 ? text(details->texts, "one step %sCO2  %s", text_width(first) > 5 ? "" : " ", first)
                 : text(details->texts, "from %s carbon  %s%s",
                        start ? "start" : format_clock(FORMAT_ROOM, scene->cursor_s, scene->offset_s, false),
                        first, second));
    for (int i = 0; i < FORECAST_SLOTS; i++) {
        bool above = !isnan(forecast->next_above), below = !isnan(forecast->next_below);
        if (i == FORECAST_CHANGE && (above || below) && forecast->slots[i].exists)
            add_line(details,
                     text(details->texts, "%s %s %.2f", narrow ? "next" : "next change",
                          above ? "above" : "below", above ? forecast->next_above : forecast->next_below));
        if (!forecast->slots[i].exists || details->n == LINES_MAX)
            continue;
        details->lines[details->n].slot = &forecast->slots[i];
        details->lines[details->n].down =
            i == FORECAST_DOWN || (i == FORECAST_CHANGE && isnan(forecast->next_above));
        details->n++;
    }
}

/* The forecast first, then the curves, the help with what is left, the facts between them. */
static struct details make_details(const struct scene *scene, struct arena *texts, int width, int rows,
                                   bool with_curves)
{
    struct details details = {.texts = texts}, forecast = details;
    struct knob_ref knob = scene->explorer->focus.knobs[scene->explorer->focus.at];
    char help[512];
    if (scene->asked)
        add_line(&forecast, width < NARROW ? "your answer first" : "a step: after your answer");
    else
        add_forecast(scene, &forecast, width);
    if (width >= NARROW && !scene->asked) {
        /* What one step of lambda does depends on the layouts that its searches happen to draw. */
        const struct explorer *explorer = scene->explorer;
        const struct quality *quality = scene->now->quality;
        bool differs = false;
        for (int i = 0; i < FORECAST_SLOTS; i++)
            differs |=
                explorer->results.forecast.slots[i].known && !explorer->results.forecast.slots[i].identical;
        if (differs && knob_infos[explorer->focus.knobs[explorer->focus.at].id].weighs && quality &&
            quality->tries > 0)
            add_line(&forecast, "random searches: part luck");
    }
    knob_text_help(scene, knob, width < NARROW, help, sizeof help);
    int number = knob_infos[knob.id].type == TYPE_NUMBER;
    int room = rows - forecast.n - number - HELP_LEAST;
    int curves = with_curves && !scene->asked ? knob_response_rows(scene, width, room) : 0;
    rows -= curves;
    int lines = rows - forecast.n - number;
    if (lines > 0)
        add_wrapped(&details, help, width - 1, lines < 7 ? lines : 7);
    if (lines == 1 && details.n == 0)
        add_wrapped(&details, help, width - 1, lines + number); /* what it is, rather than its range */
    /* Range and step, then name, layer, when a turn acts and the default, as far as the width goes. */
    int own_rows = rows - forecast.n - details.n;
    char range[48], initial[32], name[96];
    const struct knob_info *info = &knob_infos[knob.id];
    knob_text_range(scene->explorer, knob, range, sizeof range);
    knob_text_default(knob, initial, sizeof initial);
    knob_name(&scene->explorer->document.scenario, knob, name, sizeof name);
    if (*range && own_rows > 0)
        add_line(&details, text(details.texts, "%s%s", width < 26 ? "" : "range ", range));
    if (own_rows >= 2 && width >= 26) {
        const char *when = knob_text_when(knob), *with = *initial ? " · default " : "";
        const char *const forms[] = {
            text(details.texts, "%s · %s · %s%s%s", name, info->group, when, with, initial),
            text(details.texts, "%s · %s%s%s", name, when, with, initial),
            text(details.texts, "%s · %s", name, when)};
        add_line(&details, text_fitting(forms, 3, width - 1));
    }
    if (width >= 36 && rows - details.n - forecast.n > 6)
        add_line(&details, "");
    bool headed = number && !scene->asked,
         alone = headed && rows - details.n == 1; /* a header over nothing */
    for (int i = 0; !alone && i < forecast.n && details.n < rows && details.n < LINES_MAX; i++)
        details.lines[details.n++] = forecast.lines[i];
    int first = details.n;
    for (int i = 0; i < curves && details.n < LINES_MAX; i++)
        add_line(&details, "");
    if (details.n > first)
        details.lines[first].curves = details.n - first;
    return details;
}

static void draw_signed(int *x, int x_end, int y, double value, const char *unit, bool whole,
                        struct canvas *canvas)
{
    char text[FORMAT_SIZE + 16], number[FORMAT_SIZE];
    if (isnan(value)) { /* a p95 without an SLO */
        part_span(canvas, x, x_end, y, style_of(ROLE_DIM), "-");
        return;
    }
    if (fabs(value) < (whole ? 0.5 : 0.05)) {
        part_span(canvas, x, x_end, y, style_of(ROLE_DIM), "=");
        return;
    }
    bool times = fabs(value) >= 999.5 && strcmp(unit, "pt") == 0; /* of the SLO, where points have no room */
    if (times) {
        value /= 100;
        unit = "×";
    }
    format_magnitude(number, fabs(value));
    if (whole || *x + 2 + text_width(number) + text_width(unit) > x_end)
        snprintf(number, sizeof number, "%.0f", fabs(value));
    snprintf(text, sizeof text, "%s%s%s%s", value < 0 ? "−" : "+", number, times ? "" : " ", unit);
    part_span(canvas, x, x_end, y, style_of(value < 0 ? ROLE_GOOD : ROLE_BAD), text);
}

/* "+30": against the run as it is; "+6.4k" where there is no more room. */
static void draw_price(const struct scene *scene, const struct forecast_slot *slot, enum metric metric,
                       int *x, int x_end, int y, struct canvas *canvas)
{
    const struct result *current = scene->explorer->results.current;
    struct metric_source source = {.summary = &current->recording->summary, .model = current->model};
    double now = metric_value(metric, &source, 0), then = answer_metric(slot->answer, metric, 0);
    int judged = metric_judge(metric, then, now);
    char text[METRIC_WORDS_SIZE];
    metric_words_change(metric, then, now, text);
    if (text_width(text) > x_end - *x && metric_infos[metric].unit == UNIT_COUNT)
        text_print(text, sizeof text, "%s%.1fk", then < now ? "−" : "+", fabs(then - now) / 1000);
    enum role role = judged == 0 || strcmp(text, "=") == 0 ? ROLE_DIM : judged > 0 ? ROLE_GOOD : ROLE_BAD;
    part_span(canvas, x, x_end, y, style_of(role), text);
}

static void draw_slot(const struct scene *scene, const struct forecast_slot *slot, bool down, struct rect row,
                      struct canvas *canvas)
{
    char text[LINE_SIZE];
    int x = row.x, end = row.x + row.w;
    int effect = row.w < 26 ? 7 : 11;
    knob_text_value(scene->explorer->focus.knobs[scene->explorer->focus.at], &slot->value, text, sizeof text);
    if (text_width(text) > effect - 3) /* the unit is in the row above */
        text[strspn(text, "0123456789.")] = 0;
    if (text_width(text) > effect - 3 && strchr(text, '.')) /* "10", not "10.00" */ {
        size_t n = strlen(text);
        while (n > 0 && text[n - 1] == '0')
            n--;
        text[n - (n > 0 && text[n - 1] == '.')] = 0;
    }
    const char *sign = canvas->glyphs == GLYPHS_ASCII ? (down ? "▼ " : "▲ ") /* "< 0.75" is a range */
                       : down                         ? "◂ "
                                                      : "▸ ";
    part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), sign);
    part_span(canvas, &x, end, row.y, style_bold(ROLE_TITLE), text);
    x = row.x + effect;
    if (!slot->known) { /* while playing every frame has another cursor */
        bool playing = scene->explorer->time.playing;
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), playing ? "when paused" : "...");
    } else if (slot->identical) {
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), "identical");
    } else {
        enum metric metrics[2];
        int n = forecast_columns(scene, row.w + 1, metrics), next = row.x + (row.w < NARROW ? 14 : PRICE_AT);
        draw_signed(&x, end, row.y, slot->carbon_percent, "%", false, canvas);
        for (int i = 0; i < n; i++, next += 9) {
            x = x < next ? next : x + 1;
            if (metrics[i] == METRIC_WORST_OF_SLO)
                draw_signed(&x, end, row.y, slot->worst_points, "pt", row.w < NARROW, canvas);
            else
                draw_price(scene, slot, metrics[i], &x, end, row.y, canvas);
        }
    }
}

static void draw_details(const struct scene *scene, const struct details *details, struct rect rect,
                         struct canvas *canvas)
{
    for (int i = 0; i < details->n && i < rect.h; i++) {
        struct rect row = {rect.x + 1, rect.y + i, rect.w - 1, 1};
        if (details->lines[i].curves > 0)
            knob_response_draw(scene, (struct rect){row.x, row.y, row.w, details->lines[i].curves}, canvas);
        else if (details->lines[i].slot)
            draw_slot(scene, details->lines[i].slot, details->lines[i].down, row, canvas);
        else
            canvas_text(canvas, row.x, row.y, row.w, style_of(ROLE_DIM), details->lines[i].text);
    }
}

void panel_knob_details(const struct scene *scene, bool curves, struct rect rect, struct canvas *canvas)
{
    struct details details = make_details(scene, &canvas->texts, rect.w, rect.h, curves);
    draw_details(scene, &details, rect, canvas);
}

/* The mode of turning, and above it the newest change, or where that is `listed` the reference. */
static void draw_footer(const struct scene *scene, bool listed, struct rect rect, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    int x = rect.x + 1, end = rect.x + rect.w, y = rect.y + rect.h - 1;
    bool start = explorer->document.from_start;
    canvas_spot(canvas, (struct rect){rect.x, y, rect.w, 1}, SPOT_ACTION, ACTION_APPLY_MODE);
    part_span(canvas, &x, end, y, style_of(ROLE_DIM), "apply ");
    if (rect.w >= 27) {
        part_span(canvas, &x, end, y, start ? style_of(ROLE_DIM) : style_bold(ROLE_TITLE),
                  start ? "○ from now " : "● from now ");
        part_span(canvas, &x, end, y, start ? style_bold(ROLE_TITLE) : style_of(ROLE_DIM),
                  start ? "● start" : "○ start");
    } else {
        part_span(canvas, &x, end, y, style_of(ROLE_TITLE), start ? "from start" : "from now");
    }
    char key[16];
    keymap_labels(scene->keymap, ACTION_APPLY_MODE, 1, key, sizeof key);
    canvas_text_right(canvas, end - (rect.w >= 20), y, end - x - 1, style_of(ROLE_DIM), key);
    if (rect.h < 2)
        return;
    const struct change *top = history_top(&explorer->document.history);
    x = rect.x + 1;
    if (top && !(listed && scene->reference_name)) {
        char text[96], count[32];
        snprintf(count, sizeof count, explorer->document.history.done > 1 ? "◆ %d: " : "◆ ",
                 explorer->document.history.done);
        explorer_describe(explorer, top, false, text);
        char *from = strstr(text, " from ");
        if (from && rect.w < 24)
            memmove(from, from + 5, strlen(from + 5) + 1);
        if (text_width(count) + text_width(text) > end - x)
            count[strcspn(count, " ") + 1] = 0;
        canvas_spot(canvas, (struct rect){rect.x, y - 1, rect.w, 1}, SPOT_ACTION, ACTION_EDITS);
        part_span(canvas, &x, end, y - 1, style_bold(ROLE_EDIT), count);
        part_span(canvas, &x, end, y - 1, style_of(ROLE_EDIT), text);
    } else if (scene->reference_name) {
        canvas_spot(canvas, (struct rect){rect.x, y - 1, rect.w, 1}, SPOT_ACTION, ACTION_REFERENCE_NEXT);
        int room = end - x - text_width(scene->reference_name);
        part_span(canvas, &x, end, y - 1, style_of(ROLE_DIM), room >= 6 ? "vs    " : "vs ");
        part_span(canvas, &x, end, y - 1, style_of(ROLE_REFERENCE),
                  room >= 3 ? scene->reference_name : scene_reference_brief(scene));
    }
}

/* --- the list --- */

/* A row of the list: one knob, or several that differ in their app. */
struct knobs_entry {
    int first, n;
};

/* Knobs of one kind that follow one another, none of them focused or changed. */
static int family_of(const struct scene *scene, int index)
{
    const struct explorer *explorer = scene->explorer;
    int n = 0;
    while (index + n < explorer->focus.n_shown &&
           explorer->focus.knobs[index + n].id == explorer->focus.knobs[index].id &&
           explorer->focus.knobs[index + n].scope == explorer->focus.knobs[index].scope &&
           index + n != explorer->focus.at && !knob_text_edited(scene, explorer->focus.knobs[index + n]))
        n++;
    return knob_infos[explorer->focus.knobs[index].id].type == TYPE_NUMBER && n >= 3 ? n : 1;
}

static int list_entries(const struct scene *scene, bool families, struct knobs_entry *entries)
{
    int n = 0;
    for (int i = 0; i < scene->explorer->focus.n_shown; i += entries[n++].n)
        entries[n] = (struct knobs_entry){i, families ? family_of(scene, i) : 1};
    return n;
}

/* "23.213–31017 ms", and where that has no room with whole numbers, then without the unit. */
static void print_family(struct knob_ref knob, double low, double high, int columns, char *out, size_t size)
{
    static const struct {
        int digits;
        bool unit;
    } forms[] = {{6, true}, {2, true}, {2, false}};
    const char *unit = knob_infos[knob.id].unit ? knob_infos[knob.id].unit : "";
    enum { FORMS = sizeof forms / sizeof *forms };
    struct knob_value most = {.number = high};
    char last[LINE_SIZE];
    knob_text_value(knob, &most, last, sizeof last);
    snprintf(out, size, "%g–%s", low, last);
    for (int i = 1; i < FORMS && text_width(out) > columns; i++) {
        double near = low >= 10 ? floor(low + 0.5) : low;
        snprintf(out, size, "%.*g–%.0f%s%s", near >= 100 ? 9 : forms[i].digits, near, high,
                 forms[i].unit && *unit ? " " : "", forms[i].unit ? unit : "");
    }
}

/* "SLO 1–5   250–1000 ms": the least and the greatest of them. */
static void draw_family(const struct scene *scene, const struct knobs_entry *entry, struct rect row,
                        struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    struct knob_ref first = explorer->focus.knobs[entry->first];
    struct knob_value low = explorer_value(explorer, first), high = low;
    char text[2 * LINE_SIZE], last[LINE_SIZE], label[3 * LINE_SIZE];
    int label_w = label_columns(row.w);
    for (int i = 1; i < entry->n; i++) {
        struct knob_value value = explorer_value(explorer, explorer->focus.knobs[entry->first + i]);
        low = value.number < low.number ? value : low;
        high = value.number > high.number ? value : high;
    }
    knob_text_label(scene, first, LINE_SIZE - 1, text, LINE_SIZE);
    knob_text_label(scene, explorer->focus.knobs[entry->first + entry->n - 1], LINE_SIZE - 1, last,
                    sizeof last);
    const char *number = strrchr(last, ' ');
    snprintf(label, sizeof label, "%s–%s", text, number ? number + 1 : "");
    if (!number || text_width(label) > label_w + 4)
        snprintf(label, sizeof label, "%d %ss", entry->n, knob_infos[first.id].symbol);
    canvas_text(canvas, row.x + 1, row.y, row.w - 1, style_of(ROLE_TEXT), label);
    knob_text_value(first, &high, last, sizeof last);
    if (low.number == high.number)
        snprintf(text, sizeof text, "%s", last);
    else
        print_family(first, low.number, high.number, row.w - 3 - text_width(label), text, sizeof text);
    int end = row.x + 1 + label_w + value_columns(row.w),
        least = row.x + 2 + text_width(label) + text_width(text);
    canvas_text_right(canvas, end > least ? end : least, row.y, -1, style_bold(ROLE_TITLE), text);
}

/* The schemes of the layers that no knob turns here, for the eye that looks for them. */
static int draw_layers(const struct scene *scene, int y, struct rect rect, struct canvas *canvas)
{
    if (scene->explorer->document.scenario.n_pools > 0)
        return y; /* each pool has its own */
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        int policy = scene->explorer->document.scenario.policy[layer];
        bool listed = layer == (int)scenario_subject(&scene->explorer->document.scenario);
        if (listed || policy < 0 || policy >= POLICY_COUNT)
            continue;
        canvas_text(canvas, rect.x + 1, y, 12, style_of(ROLE_DIM), layer_names[layer]);
        canvas_text(canvas, rect.x + 13, y++, rect.w - 14, style_of(ROLE_DIM), policy_infos[policy].title);
    }
    return y;
}

static int count_schemes(const struct explorer *explorer)
{
    int n = 0;
    while (n < explorer->focus.n_shown && knob_is_scheme(explorer->focus.knobs[n]))
        n++;
    return n;
}

/* Several pools' schemes, each in a row as long as they take a third of the rows; else the last row says how
 * many more there are and how to see them. Returns the rows used. */
static int draw_schemes(const struct scene *scene, int schemes, struct rect rect, struct canvas *canvas)
{
    char keys[32];
    int n = schemes < rect.h / 3 ? schemes : rect.h / 3, named = n < schemes ? n - 1 : n;
    for (int i = 0; i < named; i++)
        draw_row(scene, i, (struct rect){rect.x, rect.y + i, rect.w, 1}, canvas);
    if (named == n)
        return n;
    struct rect row = {rect.x, rect.y + named, rect.w, 1};
    keymap_labels(scene->keymap, ACTION_SCHEMES, 1, keys, sizeof keys);
    canvas_spot(canvas, row, SPOT_ACTION, ACTION_SCHEMES);
    canvas_print(canvas, row.x + 1, row.y, row.w - 1, style_of(ROLE_DIM), "%d more schemes: %s",
                 schemes - named, keys);
    return n;
}

/* The first of n entries from `least` on that is drawn, so that the focus is in sight. */
static int first_shown(int n, int rows, int focus, int least)
{
    int first = n - least > rows ? focus - rows / 2 : least;
    first = first > n - rows ? n - rows : first;
    return first < least ? least : first;
}

/* Where the list is longer than the panel, what runs stays in sight above the part of it around the focus. */
static int draw_list(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    struct knobs_entry entries[EXPLORER_KNOBS];
    int least = explorer_response(explorer) ? 4 : 6, focus = 0;
    int groups = knob_text_groups(explorer), schemes = count_schemes(explorer);
    if (schemes > 1 && least <= rect.h / 3)
        least = (schemes < rect.h / 3 ? schemes : rect.h / 3) + 1; /* they stay in sight above the focus */
    int keep = explorer->focus.n_shown < least ? explorer->focus.n_shown : least;
    int room = rect.h - keep;
    struct details details = make_details(scene, &canvas->texts, rect.w, room > 0 ? room : 0, true);
    int rows = rect.h - details.n, n = list_entries(scene, false, entries);
    if (rows < n + groups + 1)
        n = list_entries(scene, true, entries);
    while (focus < n - 1 && entries[focus + 1].first <= explorer->focus.at)
        focus++;
    int first = first_shown(n, rows, focus, 0);
    if (first > 0 && schemes > 1 && focus >= schemes && rect.h >= keep) {
        int used = draw_schemes(scene, schemes, rect, canvas);
        rect.y += used;
        rect.h -= used;
        first = first_shown(n, rows - used, focus, schemes);
    }
    /* Entries from `first` on. */
    /* Headings as the rows allow: 0 none, 1 alone, 2 after a blank, 3 with the other layers too. */
    int headings = rows >= n + 2 * groups + LAYER_COUNT ? 3
                   : rows >= n + 2 * groups             ? 2
                                                        : rows >= n + groups + 1;
    int y = rect.y, bottom = rect.y + rect.h;
    for (int i = first; i < n && y < bottom; i++) {
        int knob = entries[i].first;
        const char *group = knob_text_group(scene->explorer->focus.knobs[knob]);
        bool begins = knob_text_begins_group(scene->explorer, knob),
             focused = knob == scene->explorer->focus.at;
        if (headings && begins) {
            y += headings >= 2 && i > 0;
            canvas_text(canvas, rect.x + 1, y++, rect.w - 1, style_of(ROLE_DIM), group);
        }
        struct rect row = {rect.x, y++, rect.w, 1};
        if (entries[i].n > 1)
            draw_family(scene, &entries[i], row, canvas);
        else
            draw_row(scene, knob, row, canvas);
        if (focused) {
            draw_details(scene, &details, (struct rect){rect.x, y, rect.w, bottom - y}, canvas);
            y += details.n;
            bool space =
                headings < 2 || i + 1 >= n || !knob_text_begins_group(scene->explorer, entries[i + 1].first);
            y += headings && details.n > 0 && space;
        }
        bool last_policy = i + 1 < n && strcmp(group, "Policies") == 0 &&
                           knob_text_begins_group(scene->explorer, entries[i + 1].first);
        if (headings == 3 && last_policy)
            y = draw_layers(scene, y, rect, canvas);
    }
    return y;
}

/* The newest edits, where rows are left under the list; how many. */
static int draw_edits(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct scenario *scenario = &scene->explorer->document.scenario;
    int n = scenario->n_edits < rect.h - 1 ? scenario->n_edits : rect.h - 1;
    char text[96];
    if (n <= 0)
        return 0;
    canvas_print(canvas, rect.x + 1, rect.y, rect.w - 1, style_of(ROLE_DIM),
                 scenario->n_edits == 1 ? "%d edit" : "%d edits", scenario->n_edits);
    for (int i = 0; i < n; i++) {
        int x = rect.x + 1, end = rect.x + rect.w, y = rect.y + 1 + i;
        explorer_describe_edit(scene->explorer, &scenario->edits[scenario->n_edits - n + i], text);
        part_span(canvas, &x, end, y, style_bold(ROLE_EDIT), "◆ ");
        part_span(canvas, &x, end, y, style_of(ROLE_EDIT), text);
    }
    return n;
}

void panel_knobs(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    if (scene->explorer->focus.n_knobs == 0)
        return;
    if (scene->layout.full == REGION_KNOBS) {
        panel_knobs_full(scene, rect, canvas);
        return;
    }
    if (scene->layout.knob_line && (scene->layout.full != REGION_BAR || scene->layout.presents)) {
        /* The focused knob in one line over a panel in full size, so that it is not turned blind: its value,
         * and what one step would do. */
        const struct explorer *explorer = scene->explorer;
        const struct forecast *forecast = &explorer->results.forecast;
        enum { KNOB_W = 36, SLOT_W = 30 };
        struct rect knob = {rect.x, rect.y, rect.w < 2 * KNOB_W ? rect.w / 2 : KNOB_W, 1};
        draw_row(scene, explorer->focus.at, knob, canvas);
        int x = knob.x + knob.w + 1, end = rect.x + rect.w;
        for (int i = FORECAST_DOWN; i <= FORECAST_UP; i++) {
            int w = (end - x) / (2 - (i - FORECAST_DOWN));
            w = w < SLOT_W ? w : SLOT_W;
            if (!forecast->slots[i].exists || w < 16)
                continue;
            draw_slot(scene, &forecast->slots[i], i == FORECAST_DOWN, (struct rect){x, rect.y, w - 1, 1},
                      canvas);
            x += w;
        }
        const char *mode = explorer->document.from_start ? "from start" : "from now";
        if (end - x >= text_width(mode) + 1)
            canvas_text_right(canvas, end, rect.y, -1, style_of(ROLE_DIM), mode);
        return;
    }
    if (scene->layout.knob_line) {
        draw_row(scene, scene->explorer->focus.at, rect, canvas);
        return;
    }
    int footer = rect.h >= 9 ? 2 : rect.h >= 5 ? 1 : 0;
    const char *unit =
        scene->explorer->focus.few
            ? text(&canvas->texts, "%d of %d", scene->explorer->focus.n_shown, scene->explorer->focus.n_knobs)
            : text(&canvas->texts, "%d of %d", scene->explorer->focus.at + 1, scene->explorer->focus.n_knobs);
    if (rect.w >= 36)
        unit = text(&canvas->texts, "%s choose  +− turn", canvas->glyphs == GLYPHS_ASCII ? "Up/Dn" : "↑↓");
    panel_title(scene, canvas, rect, REGION_KNOBS, "Knobs", unit);
    canvas_clip(canvas, rect);
    int bottom = rect.y + rect.h - footer;
    if (scene->explorer->focus.n_shown < scene->explorer->focus.n_knobs) {
        struct rect row = {rect.x, --bottom, rect.w, 1};
        char keys[32];
        canvas_spot(canvas, row, SPOT_ACTION, ACTION_PANEL_FULL);
        keymap_labels(scene->keymap, ACTION_PANEL_FULL, 1, keys, sizeof keys);
        canvas_print(canvas, row.x + 1, row.y, row.w - 1, style_of(ROLE_DIM), "%d more: %s",
                     scene->explorer->focus.n_knobs - scene->explorer->focus.n_shown, keys);
    }
    int y = draw_list(scene, (struct rect){rect.x, rect.y + 1, rect.w, bottom - rect.y - 1}, canvas);
    int edits = draw_edits(scene, (struct rect){rect.x, y + 1, rect.w, bottom - y - 2}, canvas);
    if (footer)
        draw_footer(scene, edits > 0, (struct rect){rect.x, rect.y + rect.h - footer, rect.w, footer},
                    canvas);
    canvas_unclip(canvas);
}
