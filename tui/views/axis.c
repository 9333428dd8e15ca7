/* Which names a knob can have: those of the schemes that can run here, of the store, or of the knob's row. */
#include "tui/views/axis.h"

#include "engine/base/text.h"
#include "engine/model/profile.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/explorer.h"
#include "tui/term/text.h"
#include "tui/words/message.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOX_W = 72, BOX_H = 22, RANGE_ROWS = 3, NAMES_MAX = 512, FRAME_ROWS = 2, FOOT_ROWS = 4 };

/* --- what can be varied --- */

static bool is_range(struct knob_ref knob)
{
    const struct knob_info *info = &knob_infos[knob.id];
    return info->type == TYPE_NUMBER && info->step > 0 && !info->words && !info->unlisted;
}

static void add_name(struct axis *axis, const struct host *host, struct knob_ref knob, const char *text)
{
    const struct scenario *scenario = &host->explorer->document.scenario;
    struct knob_value value;
    for (size_t i = 0; i < axis->n_names; i++)
        if (strcmp(axis->names[i].text, text) == 0)
            return;
    if (axis->n_names < NAMES_MAX && !strpbrk(text, ", |") &&
        knob_parse(scenario, knob, text, &value, NULL) && knob_check(scenario, knob, &value, NULL))
        text_print(axis->names[axis->n_names++].text, KNOB_TEXT_SIZE, "%s", text);
}

/* Knobs whose names are things in the store. */
static const struct {
    enum knob_id knob;
    enum store_kind kind;
} stored[] = {{KNOB_TRACE, STORE_TRACE}, {KNOB_PROFILES, STORE_PROFILE}};

/* Traces by their names; of profiles the sets. */
static void add_stored(struct axis *axis, const struct host *host, struct knob_ref knob, enum store_kind kind)
{
    struct store_list list = {0};
    struct error unlisted = {0};
    if (!host->store)
        return;
    if (!store_list(host->store, kind, &list, &unlisted)) {
        message_say_error(host->message, &unlisted);
        return;
    }
    for (size_t i = 0; i < list.n; i++) {
        const char *name = kind == STORE_PROFILE ? profile_name_set(list.items[i].name) : list.items[i].name;
        if (*name)
            add_name(axis, host, knob, name);
    }
    free(list.items);
}

/* The one in force is first, and marked. */
static void list_names(struct axis *axis, const struct host *host, struct knob_ref knob)
{
    const struct scenario *scenario = &host->explorer->document.scenario;
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_value now = knob_get(scenario, knob);
    char text[KNOB_TEXT_SIZE];
    axis->n_names = 0;
    memset(axis->names, 0, NAMES_MAX * sizeof *axis->names);
    knob_format(knob, &now, text, sizeof text);
    add_name(axis, host, knob, text);
    if (axis->n_names > 0)
        axis->names[0].marked = true;
    for (const char *const *word = info->words; word && *word; word++)
        add_name(axis, host, knob, *word);
    for (size_t k = 0; k < sizeof stored / sizeof *stored; k++)
        if (stored[k].knob == knob.id)
            add_stored(axis, host, knob, stored[k].kind);
    /* Schemes of a layer, and fleets: those that the engine does not refuse. */
    for (size_t i = 0; i < axis->n_choices; i++)
        if (knob_same(axis->choices[i].knob, knob) && !*axis->choices[i].fault)
            add_name(axis, host, knob, axis->choices[i].value.text);
}

struct axis_listing {
    struct axis *axis;
    const struct host *host;
};

static bool list_knob(void *context, struct knob_ref knob)
{
    struct axis_listing *listing = context;
    struct axis *axis = listing->axis;
    bool names = !is_range(knob) && (knob_infos[knob.id].type == TYPE_NAME || knob_infos[knob.id].words);
    if (names)
        list_names(axis, listing->host, knob);
    if (!is_range(knob) && !(names && axis->n_names > 1))
        return true;
    struct knob_ref *more = axis->knobs = needed(realloc(axis->knobs, (axis->n_knobs + 1) * sizeof *more));
    bool read = knob_is_read(&listing->host->explorer->document.scenario, knob);
    size_t at = read ? axis->n_read++ : axis->n_knobs;
    memmove(more + at + 1, more + at, (axis->n_knobs++ - at) * sizeof *more);
    more[at] = knob;
    return true;
}

static bool is_in(const struct prompt *line, const struct host *host, struct knob_ref knob)
{
    char copy[PROMPT_SIZE], name[KNOB_NAME_SIZE], *rest = copy;
    knob_name(&host->explorer->document.scenario, knob, name, sizeof name);
    size_t n = strlen(name);
    text_print(copy, sizeof copy, "%s", line->text);
    for (const char *word; (word = strtok_r(rest, " ", &rest));)
        if (strncmp(word, name, n) == 0 && word[n] == '=')
            return true;
    return false;
}

bool axis_open(struct axis *axis, const struct host *host, const struct prompt *line, struct error *error)
{
    const struct focus *focus = &host->explorer->focus;
    struct axis_listing listing = {axis, host};
    axis_free(axis);
    axis->names = needed(calloc(NAMES_MAX, sizeof *axis->names));
    axis->choices = needed(calloc(CHOICES_MAX, sizeof *axis->choices));
    axis->n_choices = explorer_list_choices(host->explorer, axis->choices);
    knob_each(&host->explorer->document.scenario, list_knob, &listing);
    if (axis->n_knobs == 0) {
        axis_free(axis);
        return error_set(error, ERROR_INPUT, "", "this scenario has no knob that can be varied");
    }
    for (size_t i = axis->n_read; i < axis->n_knobs; i++)
        axis->unfolded |= is_in(line, host, axis->knobs[i]);
    for (size_t i = 0; i < axis->n_read; i++)
        if (focus->n_knobs > 0 && knob_same(axis->knobs[i], focus->knobs[focus->at]))
            axis->at_knob = i;
    axis->list = AXIS_KNOBS;
    return true;
}

void axis_free(struct axis *axis)
{
    free(axis->knobs);
    free(axis->names);
    free(axis->choices);
    *axis = (struct axis){.list = AXIS_CLOSED};
}

/* --- what is chosen --- */

static bool is_fold(const struct axis *axis, size_t row)
{
    return row == axis->n_read && axis->n_read < axis->n_knobs;
}

static struct knob_ref knob_of_row(const struct axis *axis, size_t row)
{
    return axis->knobs[row > axis->n_read ? row - 1 : row];
}

static struct knob_ref knob_of_axis(const struct axis *axis)
{
    return knob_of_row(axis, axis->at_knob);
}

/* As the slider has it; a range begins as all of it. */
static void open_values(struct axis *axis, const struct host *host)
{
    struct knob_ref knob = knob_of_axis(axis);
    axis->at = 0;
    if (!is_range(knob)) {
        list_names(axis, host, knob);
        axis->list = AXIS_NAMES;
        return;
    }
    axis->slider = explorer_slider(host->explorer, knob);
    axis->most = (int)floor((axis->slider.most - axis->slider.least) / axis->slider.step + 1e-6);
    axis->from = 0;
    axis->to = axis->most;
    axis->by = 1;
    axis->list = AXIS_RANGE;
}

static double number_at(const struct axis *axis, int steps)
{
    return floor((axis->slider.least + steps * axis->slider.step) * 1e6 + 0.5) / 1e6;
}

static int held(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static size_t count_marked(const struct axis *axis)
{
    size_t n = 0;
    for (size_t i = 0; i < axis->n_names; i++)
        n += axis->names[i].marked;
    return n;
}

/* "cit=0.8:1.2:0.05", "trace=a,b". */
static void write_word(const struct axis *axis, const char *name, char *out, size_t size)
{
    const char *between = "=";
    text_print(out, size, "%s", name);
    if (axis->list == AXIS_RANGE) {
        double step = axis->slider.step * axis->by;
        text_append(out, size, "=%.9g:%.9g:%.9g", number_at(axis, axis->from), number_at(axis, axis->to),
                    step);
        return;
    }
    for (size_t i = 0; i < axis->n_names; i++)
        if (axis->names[i].marked) {
            text_append(out, size, "%s%s", between, axis->names[i].text);
            between = ",";
        }
}

/* Puts it where the line has that knob, else before the counts (seeds, refine). NULL: takes that knob out. */
static bool put_word(struct prompt *line, const char *name, const char *word)
{
    enum { ROOM = 4 * PROMPT_SIZE };
    char copy[PROMPT_SIZE], axes[ROOM] = "", counts[ROOM] = "", *rest = copy;
    size_t n = strlen(name);
    bool put = false;
    text_print(copy, sizeof copy, "%s", line->text);
    for (const char *had; (had = strtok_r(rest, " ", &rest));) {
        bool same = strncmp(had, name, n) == 0 && had[n] == '=';
        bool count = strncmp(had, "seeds=", 6) == 0 || strncmp(had, "refine=", 7) == 0;
        if (count)
            text_append(counts, ROOM, " %s", had);
        else if (!same || (word && !put))
            text_append(axes, ROOM, "%s%s", *axes ? " " : "", same ? word : had);
        put |= same;
    }
    if (!put && word)
        text_append(axes, ROOM, "%s%s", *axes ? " " : "", word);
    text_append(axes, ROOM, "%s", *axes || !*counts ? counts : counts + 1);
    if (strlen(axes) >= PROMPT_SIZE)
        return false;
    prompt_start(line, axes);
    return true;
}

/* A knob that the line has is taken out of it; a name is marked, or not any more. */
static unsigned mark(struct axis *axis, const struct host *host, struct prompt *line)
{
    char name[KNOB_NAME_SIZE];
    if (axis->list == AXIS_KNOBS && is_fold(axis, axis->at_knob))
        return REPLY_HANDLED;
    knob_name(&host->explorer->document.scenario, knob_of_axis(axis), name, sizeof name);
    if (axis->list == AXIS_NAMES)
        axis->names[axis->at].marked ^= true;
    else if (axis->list == AXIS_KNOBS && is_in(line, host, knob_of_axis(axis)))
        put_word(line, name, NULL);
    return REPLY_DONE;
}

/* --- keys --- */

static size_t rows_of(const struct axis *axis)
{
    bool rest = axis->n_read < axis->n_knobs;
    size_t knobs = rest + (axis->unfolded ? axis->n_knobs : axis->n_read);
    return axis->list == AXIS_KNOBS ? knobs : axis->list == AXIS_RANGE ? RANGE_ROWS : axis->n_names;
}

static unsigned move(struct axis *axis, int by)
{
    size_t *at = axis->list == AXIS_KNOBS ? &axis->at_knob : &axis->at;
    *at = (size_t)held((int)*at + by, 0, (int)rows_of(axis) - 1);
    return REPLY_DONE;
}

unsigned axis_action(struct axis *axis, struct host *host, struct prompt *line, enum action_id action)
{
    enum { PAGE = 10 };
    switch (action) {
    case ACTION_BACK:
        if (axis->list == AXIS_KNOBS)
            axis_free(axis);
        else
            axis->list = AXIS_KNOBS;
        return REPLY_DONE;
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        return move(axis, action == ACTION_LIST_UP ? -1 : 1);
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        return move(axis, action == ACTION_LIST_PAGE_UP ? -PAGE : PAGE);
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        if (axis->list == AXIS_RANGE) {
            int step = action == ACTION_LIST_LEFT ? -1 : 1;
            if (axis->at == 0)
                axis->from = held(axis->from + step, 0, axis->to);
            else if (axis->at == 1)
                axis->to = held(axis->to + step, axis->from, axis->most);
            else
                axis->by = held(axis->by + step, 1, axis->most > 0 ? axis->most : 1);
        }
        return REPLY_DONE;
    case ACTION_LIST_MARK:
        return mark(axis, host, line);
    case ACTION_LIST_ACCEPT:
        if (axis->list != AXIS_KNOBS) {
            enum { ROOM = 2 * PROMPT_SIZE };
            char name[KNOB_NAME_SIZE], word[ROOM];
            if (axis->list == AXIS_NAMES && count_marked(axis) == 0) {
                message_say(host->message, true, "none is marked: space marks one");
                return REPLY_DONE;
            }
            knob_name(&host->explorer->document.scenario, knob_of_axis(axis), name, sizeof name);
            write_word(axis, name, word, sizeof word);
            if (strlen(word) + 1 >= sizeof word || !put_word(line, name, word))
                message_say(
                    host->message, true,
                    "the line has no room for so many: mark fewer, or `wattif sweep --vary` takes any number");
            else
                axis_free(axis);
            return REPLY_DONE;
        }
        if (is_fold(axis, axis->at_knob))
            axis->unfolded = !axis->unfolded;
        else
            open_values(axis, host);
        return REPLY_DONE;
    default:
        return 0;
    }
}

/* --- drawing --- */

/* "[x] cit              0.6 to 1.4 by 0.05", "[ ] trace            us-cal-ciso-2022-direct". */
static void write_knob(const struct host *host, const struct prompt *line, struct knob_ref knob, char *out,
                       size_t size)
{
    const struct scenario *scenario = &host->explorer->document.scenario;
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_slider slider = explorer_slider(host->explorer, knob);
    struct knob_value now = knob_get(scenario, knob);
    char name[KNOB_NAME_SIZE], value[KNOB_TEXT_SIZE];
    knob_name(scenario, knob, name, sizeof name);
    knob_format(knob, &now, value, sizeof value);
    text_print(out, size, "%s %-22s ", is_in(line, host, knob) ? "[x]" : "[ ]", name);
    if (is_range(knob))
        text_append(out, size, "%g to %g by %g %s", slider.least, slider.most, slider.step,
                    info->unit ? info->unit : "");
    else
        text_append(out, size, "%s", value);
}

/* What the knob does, behind why it lies behind a row. */
static void describe(const struct axis *axis, char *out, size_t size)
{
    bool fold = axis->list == AXIS_KNOBS && is_fold(axis, axis->at_knob);
    struct knob_ref knob = knob_of_axis(axis);
    out[0] = 0;
    if (!fold && axis->at_knob > axis->n_read) {
        /* "Only BASE, CLOVER and 2 more read it: vary policy.configure, too. " */
        enum { NAMED = 2 };
        uint64_t readers = knob_infos[knob.id].used_by;
        int n = __builtin_popcountll(readers), told = 0;
        enum layer layer = policy_infos[__builtin_ctzll(readers)].layer;
        text_print(out, size, "Only");
        for (uint64_t left = readers; left && told < (n > NAMED + 1 ? NAMED : n); left &= left - 1, told++)
            text_append(out, size, "%s %s",
                        told == 0       ? ""
                        : told + 1 == n ? " and"
                                        : ",",
                        policy_infos[__builtin_ctzll(left)].title);
        if (told < n)
            text_append(out, size, " and %d more", n - told);
        text_append(out, size, " read%s it: vary policy.%s, too. ", n == 1 ? "s" : "", layer_names[layer]);
    }
    text_append(out, size, "%s",
                fold ? "Turning them changes nothing, unless a scheme that reads them is varied:"
                     : knob_infos[knob.id].help);
    for (size_t i = axis->n_read; fold && i < axis->n_knobs; i++)
        text_append(out, size, "%s %s", i > axis->n_read ? "," : "", knob_infos[axis->knobs[i].id].name);
}

/* That, and what keys do. */
static void draw_foot(const struct axis *axis, struct rect foot, struct canvas *canvas)
{
    char text[400];
    bool fold = axis->list == AXIS_KNOBS && is_fold(axis, axis->at_knob);
    static const char *const helps[] = {[AXIS_KNOBS] =
                                            "Enter: its range, or its names. space takes [x] out. Esc: back",
                                        [AXIS_RANGE] = "left, right turn it. Enter takes it. Esc: back",
                                        [AXIS_NAMES] = "space marks. Enter takes them. Esc: back"};
    describe(axis, text, sizeof text);
    part_wrap(canvas, (struct rect){foot.x, foot.y, foot.w, foot.h - 1}, popup_style(ROLE_TEXT), text);
    canvas_text(canvas, foot.x, foot.y + foot.h - 1, foot.w, popup_style(ROLE_DIM),
                !fold            ? helps[axis->list]
                : axis->unfolded ? "Enter: folds them away. Esc: back"
                                 : "Enter: shows them. Esc: back");
}

struct knob_rows {
    const struct host *host;
    const struct prompt *line;
    struct rect left; /* rows that are still free */
    struct canvas *canvas;
};

/* "cit      0.6 to 1.4 by 0.05     1.00   Threshold on CIR, ...": those in the line are bold. */
static bool draw_knob(void *context, struct knob_ref knob)
{
    enum { NAME_W = 24, RANGE_W = 30, NOW_W = 12 };
    struct knob_rows *rows = context;
    const struct scenario *scenario = &rows->host->explorer->document.scenario;
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_value now = knob_get(scenario, knob);
    char name[KNOB_NAME_SIZE], value[KNOB_TEXT_SIZE], range[80];
    if (!is_range(knob) || !knob_is_read(scenario, knob) || rows->left.h < 1)
        return true;
    knob_name(scenario, knob, name, sizeof name);
    knob_format(knob, &now, value, sizeof value);
    struct knob_slider slider = explorer_slider(rows->host->explorer, knob);
    text_print(range, sizeof range, "%g to %g", slider.least, slider.most);
    if (slider.step > 0)
        text_append(range, sizeof range, " by %g", slider.step);
    text_append(range, sizeof range, " %s", info->unit ? info->unit : "");
    int x = rows->left.x, end = x + rows->left.w, y = rows->left.y;
    canvas_text(rows->canvas, x, y, NAME_W - 1,
                is_in(rows->line, rows->host, knob) ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), name);
    canvas_text(rows->canvas, x += NAME_W, y, RANGE_W - 1, style_of(ROLE_TEXT), range);
    canvas_text(rows->canvas, x += RANGE_W, y, NOW_W - 1, style_of(ROLE_TEXT), value);
    x += NOW_W;
    if (end - x >= 40) {
        char help[200];
        text_print(help, sizeof help, "%s", info->help);
        text_cut_clause(help, sizeof help, end - x);
        canvas_text(rows->canvas, x, y, end - x, style_of(ROLE_DIM), help);
    }
    rows->left.y++;
    rows->left.h--;
    return true;
}

void axis_draw_knobs(const struct host *host, const struct prompt *line, struct rect rect,
                     struct canvas *canvas)
{
    struct knob_rows rows = {host, line, {rect.x + 1, rect.y + 1, rect.w - 1, rect.h - 1}, canvas};
    if (rect.h < 3 || rect.w < 60)
        return;
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "What the line may name",
               rect.w >= 100
                   ? "a knob, its range and its value now; Tab lists schemes, traces and fleets, too"
                   : "a knob, its range, now; Tab: schemes, too",
               false);
    knob_each(&host->explorer->document.scenario, draw_knob, &rows);
}

void axis_draw(const struct axis *axis, const struct host *host, const struct prompt *line,
               struct canvas *canvas)
{
    char title[128], note[64] = "", text[400];
    size_t n = rows_of(axis), at = axis->list == AXIS_KNOBS ? axis->at_knob : axis->at;
    knob_name(&host->explorer->document.scenario, knob_of_axis(axis), text, sizeof text);
    text_print(title, sizeof title, axis->list == AXIS_KNOBS ? "What to vary" : "Vary %s", text);
    if (axis->list == AXIS_NAMES)
        text_print(note, sizeof note, "%zu of %zu", count_marked(axis), n);
    else if (axis->list == AXIS_RANGE)
        text_print(note, sizeof note, "%d values", 1 + (axis->to - axis->from) / axis->by);
    int h = (int)n + FRAME_ROWS + FOOT_ROWS;
    struct rect box = popup_open(canvas, BOX_W, h < BOX_H ? h : BOX_H, title, note);
    int foot = box.h > 2 * FOOT_ROWS ? FOOT_ROWS : 1, rows = box.h - foot;
    if (box.w < 1 || rows < 1)
        return;
    int top = part_scrolled((int)at, (int)n, rows);
    for (int r = 0; r < rows && top + r < (int)n; r++) {
        struct rect row = {box.x, box.y + r, box.w, 1};
        enum role ground = part_row(canvas, row, ROLE_POPUP, (size_t)(top + r) == at, true);
        bool rest = axis->list == AXIS_KNOBS && (size_t)(top + r) >= axis->n_read;
        size_t i = (size_t)(top + r);
        size_t size = sizeof text;
        static const char *const labels[RANGE_ROWS] = {"from", "to", "step"};
        const struct knob_info *info = &knob_infos[knob_of_axis(axis).id];
        if (axis->list == AXIS_NAMES) {
            text_print(text, size, "%s %s", axis->names[i].marked ? "[x]" : "[ ]", axis->names[i].text);
        } else if (axis->list == AXIS_KNOBS && is_fold(axis, i)) {
            text_print(text, size, "%s %zu more, which no scheme at work here reads",
                       axis->unfolded ? "▾" : "▸", axis->n_knobs - axis->n_read);
        } else if (axis->list == AXIS_KNOBS) {
            write_knob(host, line, knob_of_row(axis, i), text, size);
        } else {
            double value = i == 0   ? number_at(axis, axis->from)
                           : i == 1 ? number_at(axis, axis->to)
                                    : axis->slider.step * axis->by;
            text_print(text, size, "%-6s %.9g %s", labels[i], value, info->unit ? info->unit : "");
        }
        canvas_text(canvas, row.x + 1, row.y, row.w - 1,
                    style_on(style_of(rest ? ROLE_DIM : ROLE_TEXT), ground), text);
    }
    draw_foot(axis, (struct rect){box.x, box.y + rows, box.w, foot}, canvas);
}
