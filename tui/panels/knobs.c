/* The knobs: name, value, slider. The focused one opens: what it does, its range, and what one step would do
 * to carbon and to the worst tail, computed in the background. As many others as fit are listed around it. */
#include "tui/panels/panels.h"

#include "engine/base/units.h"
#include "tui/action.h"
#include "tui/format.h"
#include "tui/glyphs.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINES_MAX = 16, LINE_SIZE = 64 };

/* The opened part of the focused knob, as lines with a style each. */
struct details {
    int n;
    struct {
        char text[LINE_SIZE];
        const struct forecast_slot *slot; /* drawn as a forecast instead */
        bool down;
    } lines[LINES_MAX];
};

static void knob_label(const struct scene *scene, struct knob_ref knob, int columns, char *out, size_t size)
{
    char name[96];
    const struct knob_info *info = &knob_infos[knob.id];
    if (knob.id == KNOB_POLICY) {
        snprintf(out, size, "%s", layer_names[knob.target]);
        return;
    }
    knob_name(&scene->explorer->scenario, knob, name, sizeof name);
    const char *target = strchr(name, '.');
    if (!target) {
        snprintf(out, size, "%s", info->symbol);
        return;
    }
    char symbol[24], app[FORMAT_SIZE];
    format_app(app, target + 1);
    const char *number = strncmp(app, "job ", 4) == 0 ? app + 4 : app;
    int room = columns - 1 - text_width(number);
    snprintf(symbol, sizeof symbol, "%.20s", info->symbol);
    while (text_width(symbol) > room && room >= 3)
        symbol[strlen(symbol) - 1] = 0;
    snprintf(out, size, "%s %.36s", symbol, number);
}

static void format_value(struct knob_ref knob, const struct knob_value *value, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[knob.id];
    if (info->type != TYPE_NUMBER) {
        enum policy_id policy =
            knob.id == KNOB_POLICY ? policy_find((enum layer)knob.target, value->text) : POLICY_COUNT;
        snprintf(out, size, "%s", policy == POLICY_COUNT ? value->text : policy_infos[policy].title);
        return;
    }
    int decimals = info->step < 1 ? 2 : 0;
    if (decimals == 0 && value->number != floor(value->number))
        decimals = 1;
    snprintf(out, size, "%.*f%s%s", decimals, value->number, *info->unit == 'x' || !*info->unit ? "" : " ",
             strcmp(info->unit, "x") == 0 ? "×" : info->unit);
}

/* Changed: by an edit on the time line, or from the start by the user. */
static bool is_edited(const struct scene *scene, struct knob_ref knob)
{
    const struct history *history = &scene->explorer->history;
    const struct scenario *scenario = &scene->explorer->scenario;
    for (int i = 0; i < scenario->n_edits; i++)
        if (scenario->edits[i].knob.id == knob.id && scenario->edits[i].knob.target == knob.target)
            return true;
    for (int i = 0; i < history->done; i++)
        if (history->changes[i].knob.id == knob.id && history->changes[i].knob.target == knob.target)
            return true;
    return false;
}

static void draw_row(const struct scene *scene, int index, struct rect row, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    struct knob_ref knob = explorer->knobs[index];
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_value value = explorer_value(explorer, knob);
    bool focused = index == explorer->focus, edited = is_edited(scene, knob);
    enum role ground = focused ? ROLE_SELECTED : ROLE_BACKGROUND;
    int label_w = row.w < 24 ? 7 : row.w < 36 ? 10 : 12, value_w = row.w < 24 ? 6 : 7;
    int x = row.x + 1, end = row.x + row.w;
    char text[LINE_SIZE];
    canvas_fill(canvas, row, ' ', style_on(style_of(ROLE_TEXT), ground));
    if (focused) {
        canvas_put(canvas, row.x, row.y, 0x258C, style_on(style_bold(ROLE_FOCUS), ground));
        canvas->cursor_x = row.x;
        canvas->cursor_y = row.y;
    }
    knob_label(scene, knob, label_w - 1, text, sizeof text);
    canvas_text(canvas, x, row.y, label_w,
                style_on(focused ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground), text);
    format_value(knob, &value, text, sizeof text);
    struct style style = style_on(style_bold(edited ? ROLE_EDIT : ROLE_TITLE), ground);
    x += label_w;
    if (info->type != TYPE_NUMBER) {
        int used = canvas_text(canvas, x, row.y, end - x - 2, style, text);
        canvas_text(canvas, x + used, row.y, end - x - used, style_on(style_of(ROLE_DIM), ground), " ▾");
        return;
    }
    if (text_width(text) > value_w)
        text[strcspn(text, " ")] = 0;
    canvas_text_right(canvas, x + value_w, row.y, value_w, style, text);
    x += value_w + 1;
    struct slider slider = {value.number, info->slider_min, info->slider_max, info->initial,
                            focused || edited};
    part_slider(canvas, x, row.y, end - x - 1 - (row.w >= 24), &slider, ground);
    if (edited)
        canvas_put(canvas, end - 1, row.y, 0x25C6, style_on(style_bold(ROLE_EDIT), ground));
}

static void add_line(struct details *details, const char *text)
{
    if (details->n < LINES_MAX)
        snprintf(details->lines[details->n++].text, LINE_SIZE, "%.63s", text);
}

/* Help text cut into lines of the panel's width; at most `max`. */
static void add_wrapped(struct details *details, const char *text, int width, int max)
{
    while (*text && max-- > 0) {
        char line[LINE_SIZE];
        size_t n = strlen(text), limit = (size_t)(width < LINE_SIZE - 1 ? width : LINE_SIZE - 1);
        if (n > limit) {
            n = limit;
            while (n > 0 && text[n] != ' ')
                n--;
            n = n ? n : limit;
        }
        memcpy(line, text, n);
        line[n] = 0;
        text += n;
        while (*text == ' ')
            text++;
        if (max == 0 && *text) {
            snprintf(line + n, sizeof line - n, "…");
            text_cut(line, sizeof line, width);
        }
        add_line(details, line);
    }
}

static void add_range(struct details *details, struct knob_ref knob)
{
    const struct knob_info *info = &knob_infos[knob.id];
    char low[32], high[32], text[LINE_SIZE + 32];
    struct knob_value a = {.number = info->slider_min}, b = {.number = info->slider_max};
    if (info->type != TYPE_NUMBER)
        return;
    format_value(knob, &a, low, sizeof low);
    format_value(knob, &b, high, sizeof high);
    snprintf(text, sizeof text, "range %s to %s", low, high);
    add_line(details, text);
}

/* The schemes next to the one in force, and from when a switch to them would act. */
static void add_neighbours(const struct scene *scene, struct details *details, bool narrow)
{
    const struct explorer *explorer = scene->explorer;
    struct knob_ref knob = explorer->knobs[explorer->focus];
    for (int step = -1; step <= 1; step += 2) {
        struct knob_value value;
        char text[LINE_SIZE], title[32], clock[FORMAT_SIZE];
        if (!explorer_step(explorer, knob, step, &value))
            continue;
        bool start = explorer_acts_from_start(explorer, knob, &value);
        format_clock(clock, scene->cursor_s, scene->offset_s, false);
        format_value(knob, &value, title, sizeof title);
        snprintf(text, sizeof text, narrow ? "%s %.12s %.5s" : "%s %.16s from %.20s", step < 0 ? "◂" : "▸",
                 title, start ? "start" : clock);
        add_line(details, text);
    }
}

static void add_forecast(const struct scene *scene, struct details *details, bool narrow)
{
    const struct explorer *explorer = scene->explorer;
    const struct forecast *forecast = &explorer->forecast;
    char text[LINE_SIZE], clock[FORMAT_SIZE];
    if (explorer->knobs[explorer->focus].id == KNOB_POLICY)
        add_neighbours(scene, details, narrow);
    if (knob_infos[explorer->knobs[explorer->focus].id].type != TYPE_NUMBER)
        return;
    if (narrow)
        snprintf(text, sizeof text, "one step  CO2  p95");
    else if (explorer_acts_from_start(explorer, explorer->knobs[explorer->focus], NULL))
        snprintf(text, sizeof text, "from start carbon   p95");
    else
        snprintf(text, sizeof text, "from %s carbon   p95",
                 format_clock(clock, scene->cursor_s, scene->offset_s, false));
    add_line(details, text);
    for (int i = 0; i < FORECAST_SLOTS; i++) {
        if (i == FORECAST_CHANGE && !isnan(forecast->next_above) && forecast->slots[i].exists) {
            snprintf(text, sizeof text, "%s above %.2f", narrow ? "next" : "next change",
                     forecast->next_above);
            add_line(details, text);
        } else if (i == FORECAST_CHANGE && !isnan(forecast->next_below) && forecast->slots[i].exists) {
            snprintf(text, sizeof text, "%s below %.2f", narrow ? "next" : "next change",
                     forecast->next_below);
            add_line(details, text);
        }
        if (!forecast->slots[i].exists || details->n == LINES_MAX)
            continue;
        details->lines[details->n].slot = &forecast->slots[i];
        details->lines[details->n].down =
            i == FORECAST_DOWN || (i == FORECAST_CHANGE && isnan(forecast->next_above));
        details->n++;
    }
}

static struct details make_details(const struct scene *scene, int width, int rows)
{
    struct details details = {0}, forecast = {0};
    struct knob_ref knob = scene->explorer->knobs[scene->explorer->focus];
    bool narrow = width < 26;
    add_forecast(scene, &forecast, narrow);
    const char *help = knob_infos[knob.id].help;
    if (knob.id == KNOB_POLICY) {
        struct knob_value value = explorer_value(scene->explorer, knob);
        help = policy_infos[policy_find((enum layer)knob.target, value.text)].help;
    }
    int range = knob_infos[knob.id].type == TYPE_NUMBER, lines = rows - forecast.n - range;
    if (lines > 0)
        add_wrapped(&details, help, width - 1, lines < 7 ? lines : 7);
    if (details.n + range + forecast.n <= rows)
        add_range(&details, knob);
    for (int i = 0; i < forecast.n && details.n < rows && details.n < LINES_MAX; i++)
        details.lines[details.n++] = forecast.lines[i];
    return details;
}

static void draw_signed(int *x, int x_end, int y, double value, const char *unit, bool whole,
                        struct canvas *canvas)
{
    char text[FORMAT_SIZE + 16], number[FORMAT_SIZE];
    if (fabs(value) < (whole ? 0.5 : 0.05)) {
        part_span(canvas, x, x_end, y, style_of(ROLE_DIM), "=");
        return;
    }
    format_magnitude(number, fabs(value));
    if (whole)
        snprintf(number, sizeof number, "%.0f", fabs(value));
    snprintf(text, sizeof text, "%s%s %s", value < 0 ? "−" : "+", number, unit);
    part_span(canvas, x, x_end, y, style_of(value < 0 ? ROLE_GOOD : ROLE_BAD), text);
}

static void draw_slot(const struct scene *scene, const struct forecast_slot *slot, bool down, struct rect row,
                      struct canvas *canvas)
{
    char text[LINE_SIZE];
    int x = row.x, end = row.x + row.w;
    format_value(scene->explorer->knobs[scene->explorer->focus], &slot->value, text, sizeof text);
    part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), down ? "◂ " : "▸ ");
    part_span(canvas, &x, end, row.y, style_bold(ROLE_TITLE), text);
    x = row.x + (row.w < 26 ? 7 : 11);
    if (!slot->known) {
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), "...");
    } else if (slot->identical) {
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), "identical");
    } else {
        draw_signed(&x, end, row.y, slot->carbon_percent, "%", false, canvas);
        x = x < row.x + (row.w < 26 ? 14 : 20) ? row.x + (row.w < 26 ? 14 : 20) : x + 1;
        draw_signed(&x, end, row.y, slot->worst_points, "pt", row.w < 26, canvas);
    }
}

static int draw_details(const struct scene *scene, const struct details *details, struct rect rect,
                        struct canvas *canvas)
{
    for (int i = 0; i < details->n; i++) {
        struct rect row = {rect.x + 1, rect.y + i, rect.w - 1, 1};
        if (details->lines[i].slot)
            draw_slot(scene, details->lines[i].slot, details->lines[i].down, row, canvas);
        else
            canvas_text(canvas, row.x, row.y, row.w, style_of(ROLE_DIM), details->lines[i].text);
    }
    return details->n;
}

/* Reference, mode of turning, and the newest edits. */
static void draw_footer(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    int x = rect.x + 1, end = rect.x + rect.w, y = rect.y + rect.h - 1;
    bool start = explorer->from_start;
    part_span(canvas, &x, end, y, style_of(ROLE_DIM), "apply ");
    if (rect.w >= 27) {
        part_span(canvas, &x, end, y, start ? style_of(ROLE_DIM) : style_bold(ROLE_TITLE),
                  start ? "○ from now " : "● from now ");
        part_span(canvas, &x, end, y, start ? style_bold(ROLE_TITLE) : style_of(ROLE_DIM),
                  start ? "● start" : "○ start");
    } else {
        part_span(canvas, &x, end, y, style_of(ROLE_TITLE), start ? "from start" : "from now");
    }
    if (rect.h < 2)
        return;
    const struct change *top = history_top(&explorer->history);
    x = rect.x + 1;
    if (top) {
        char text[96], count[32];
        snprintf(count, sizeof count, explorer->history.done > 1 ? "◆ %d: " : "◆ ", explorer->history.done);
        explorer_describe(explorer, top, false, text);
        char *from = strstr(text, " from ");
        if (from && rect.w < 24)
            memmove(from, from + 5, strlen(from + 5) + 1);
        part_span(canvas, &x, end, y - 1, style_bold(ROLE_EDIT), count);
        part_span(canvas, &x, end, y - 1, style_of(ROLE_EDIT), text);
    } else if (scene->reference_name) {
        part_span(canvas, &x, end, y - 1, style_of(ROLE_DIM), "vs    ");
        part_span(canvas, &x, end, y - 1, style_of(ROLE_REFERENCE), scene->reference_name);
    }
}

static const char *group_of(const struct scene *scene, int index)
{
    static const char *const groups[][2] = {{"policy", "Policies"},        {"route", "Routing"},
                                            {"workload", "Workload"},      {"grid", "Grid and ledger"},
                                            {"ledger", "Grid and ledger"}, {"hardware", "Hardware"},
                                            {"share", "Sharing"}};
    const char *layer = knob_infos[scene->explorer->knobs[index].id].layer;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (strcmp(groups[i][0], layer) == 0)
            return groups[i][1];
    return "Other";
}

/* A blank and a heading before each group, where they fit. */
static bool starts_group(const struct scene *scene, int index)
{
    return index == 0 || strcmp(group_of(scene, index), group_of(scene, index - 1)) != 0;
}

static int count_groups(const struct scene *scene)
{
    int n = 0;
    for (int i = 0; i < scene->explorer->n_knobs; i++)
        n += starts_group(scene, i);
    return n;
}

static void draw_list(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    int n = explorer->n_knobs, keep = n < 6 ? n : 6;
    int room = rect.h - keep;
    struct details details = make_details(scene, rect.w, room > 0 ? room : 0);
    int rows = rect.h - details.n,
        headings = rows >= n + 2 * count_groups(scene) - 1 ? 2 : rows >= n + count_groups(scene);
    int first = 0, y = rect.y;
    if (n > rows) {
        first = explorer->focus - rows / 2;
        first = first > n - rows ? n - rows : first < 0 ? 0 : first;
    }
    for (int i = first; i < n && y < rect.y + rect.h; i++) {
        if (headings && starts_group(scene, i)) {
            y += headings == 2 && i > 0;
            canvas_text(canvas, rect.x + 1, y++, rect.w - 1, style_of(ROLE_DIM), group_of(scene, i));
        }
        draw_row(scene, i, (struct rect){rect.x, y++, rect.w, 1}, canvas);
        if (i == explorer->focus)
            y += draw_details(scene, &details, (struct rect){rect.x, y, rect.w, rect.y + rect.h - y}, canvas);
    }
}

void panel_knobs(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    if (scene->explorer->n_knobs == 0)
        return;
    if (scene->layout.knob_line) {
        draw_row(scene, scene->explorer->focus, rect, canvas);
        return;
    }
    int footer = rect.h >= 9 ? 2 : rect.h >= 5 ? 1 : 0;
    char unit[48];
    snprintf(unit, sizeof unit, rect.w >= 36 ? "↑↓ choose  +− turn" : "%d of %d", scene->explorer->focus + 1,
             scene->explorer->n_knobs);
    panel_title(scene, canvas, rect, REGION_KNOBS, "Knobs", unit);
    canvas_clip(canvas, rect);
    draw_list(scene, (struct rect){rect.x, rect.y + 1, rect.w, rect.h - 1 - footer - (rect.h >= 24)}, canvas);
    if (footer)
        draw_footer(scene, (struct rect){rect.x, rect.y + rect.h - footer, rect.w, footer}, canvas);
    canvas_unclip(canvas);
}
