/* What is swept, what is worked out of the points that are there, and walking them. */
#include "tui/views/frontier.h"

#include "engine/base/text.h"
#include "engine/base/civil.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/explorer.h"
#include "tui/report/report_page.h"
#include "tui/widgets/list.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/prompt.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3, REFINE = 12, REFINE_MAX = 1000 };

/* --- what is varied --- */

/* A slider, or the clocks that there are, where they are not as far from one another. */
static void suggest_numbers(const struct explorer *explorer, struct knob_ref knob, const char *name,
                            char *out, size_t size)
{
    struct knob_slider slider = explorer_slider(explorer, knob);
    double rungs[CLOCKS_MAX];
    size_t n = explorer_rungs(explorer, knob, rungs);
    if (slider.step > 0)
        text_print(out, size, "%s=%g:%g:%g", name, slider.least, slider.most, slider.step);
    for (size_t i = 0; slider.step == 0 && i < n; i++)
        text_append(out, size, "%s%s%.9g", i ? "," : name, i ? "" : "=", rungs[i]);
    text_append(out, size, " seeds=%d refine=%d", SEEDS, REFINE);
}

/* The knob in focus over its slider, or the schemes of its layer that can run here. */
static void suggest(const struct host *host, char *out, size_t size)
{
    const struct explorer *explorer = host->explorer;
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    const struct knob_info *info = &knob_infos[knob.id];
    char name[KNOB_NAME_SIZE];
    out[0] = 0;
    if (explorer->focus.n_knobs == 0)
        return;
    knob_name(&explorer->document.scenario, knob, name, sizeof name);
    if (info->type == TYPE_NUMBER && info->step > 0)
        suggest_numbers(explorer, knob, name, out, size);
    if (!knob_is_scheme(knob))
        return;
    struct choice *choices = calloc(CHOICES_MAX, sizeof *choices);
    size_t n = choices ? explorer_list_choices(explorer, choices) : 0;
    const char *between = "=";
    text_print(out, size, "%s", name);
    for (size_t i = 0; i < n; i++)
        if (knob_same(choices[i].knob, knob) && !*choices[i].fault) {
            text_append(out, size, "%s%s", between, choices[i].value.text);
            between = ",";
        }
    text_append(out, size, " seeds=%d", SEEDS);
    free(choices);
}

/* "seeds=5", "refine=12" among the axes: true where it is that word. False too with a message: no number that
 * it takes. */
static bool read_count(const char *word, const char *name, size_t least, size_t most, size_t *count,
                       bool *good, struct error *error)
{
    double number;
    size_t n = strlen(name);
    if (strncmp(word, name, n) != 0 || word[n] != '=')
        return false;
    *good = text_to_number(word + n + 1, &number) && number >= (double)least && number <= (double)most &&
            number == floor(number);
    if (*good)
        *count = (size_t)number;
    else
        error_set(error, ERROR_INPUT, "", "%s: it takes %zu to %zu", word, least, most);
    return true;
}

/* The axes of the line, the seeds, and what may be added. False with a message; frees the sweep then. */
static bool read_line(const struct host *host, const char *line, struct sweep *sweep, size_t *refine,
                      struct error *error)
{
    char copy[PROMPT_SIZE], *rest = copy;
    text_print(copy, sizeof copy, "%s", line);
    if (!sweep_create(sweep, &host->explorer->document.scenario, 1, error))
        return false;
    bool good = true;
    *refine = 0;
    for (const char *word; good && (word = strtok_r(rest, " ", &rest));)
        if (!read_count(word, "seeds", 1, SWEEP_REPLICATES_MAX, &sweep->replicates, &good, error) &&
            !read_count(word, "refine", 0, REFINE_MAX, refine, &good, error))
            good = sweep_vary(sweep, word, error);
    if (good && sweep->n_axes == 0)
        good = error_set(error, ERROR_INPUT, "", "type what to vary, as in cit=.8:1.2:.05 seeds=3 refine=12");
    good = good && sweep_check(sweep, error);
    if (!good)
        sweep_free(sweep);
    return good;
}

/* What so many runs take on all cores, by what a request costs. */
static double estimate_s(const struct host *host, size_t points)
{
    enum { NS_A_REQUEST = 100 };
    double requests = (double)host->scene->now->total.arrived;
    return (double)points * requests * NS_A_REQUEST / 1e9 / jobs_processors();
}

static unsigned begin(struct host *host, struct frontier *own)
{
    struct sweep sweep;
    struct error error = {0};
    char count[FORMAT_SIZE], time[32];
    size_t refine;
    if (!read_line(host, own->line.text, &sweep, &refine, &error)) {
        message_say_error(host->message, &error);
        return REPLY_DONE;
    }
    size_t points = sweep_points(&sweep);
    bool fits = points <= SWEEPING_MAX;
    if (points > SWEEPING_MANY && (!fits || own->confirmed != points)) {
        duration_format(estimate_s(host, points), time, sizeof time);
        message_say(
            host->message, !fits,
            fits ? "%s runs, about %s: Enter again begins them"
                 : "%s runs, about %s: more than the screen holds; `wattif sweep` writes them to a file",
            format_count(count, (int64_t)points), time);
        own->confirmed = points;
        sweep_free(&sweep);
        return REPLY_DONE;
    }
    if (!explorer_sweep_begin(host->explorer, &sweep, &error)) {
        message_say_error(host->message, &error);
        return REPLY_DONE;
    }
    own->typing = false;
    own->refine = refine;
    own->begun = explorer_sweep_number(host->explorer);
    clock_gettime(CLOCK_MONOTONIC, &own->began);
    own->began_at = 0;
    return REPLY_DONE;
}

/* --- the view --- */

static bool frontier_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct frontier *own = state;
    const struct sweep_values *values = explorer_sweep(host->explorer);
    char line[PROMPT_SIZE];
    (void)error;
    own->across = own->measure = METRIC_CARBON;
    own->place = SIZE_MAX;
    own->up = METRIC_LATE;
    own->best = own->next = SIZE_MAX;
    own->left_s = NAN;
    suggest(host, line, sizeof line);
    prompt_start(&own->line, *argument ? argument : line);
    own->typing = !values;
    clock_gettime(CLOCK_MONOTONIC, &own->began);
    own->began_at = explorer_sweep_done(host->explorer);
    return true;
}

static void free_arrays(struct frontier *own)
{
    free(own->means);
    free(own->shares);
    free(own->places);
    free(own->cells);
    free(own->front);
    free(own->order);
    own->means = NULL;
    own->shares = NULL;
    own->places = NULL;
    own->cells = NULL;
    own->front = NULL;
    own->order = NULL;
    own->n = own->n_front = 0;
}

static void frontier_close(struct host *host, void *state)
{
    struct frontier *own = state;
    (void)host;
    axis_free(&own->axis);
    account_free(&own->account);
    free_arrays(own);
}

static void make_arrays(struct frontier *own, size_t n)
{
    free_arrays(own);
    own->means = calloc(n, sizeof *own->means);
    own->shares = calloc(n, sizeof *own->shares);
    own->places = calloc(n + 1, sizeof *own->places); /* and the run explored */
    own->cells = calloc(n, sizeof *own->cells);
    own->front = calloc(n, sizeof *own->front);
    own->order = calloc(n, sizeof *own->order);
    own->best = own->next = SIZE_MAX;
    if (own->means && own->shares && own->places && own->cells && own->front && own->order)
        own->n = n;
    else
        free_arrays(own);
}

size_t frontier_column(const struct host *host, enum metric metric)
{
    return sweep_column_of(explorer_sweep(host->explorer)->sweep, metric, 0);
}

/* --- what the points come to --- */

static void sum_up(const struct host *host, struct frontier *own)
{
    const struct sweep_values *values = explorer_sweep(host->explorer);
    for (size_t i = 0; i < own->n; i++) {
        bool has = explorer_sweep_has(host->explorer, i);
        own->shares[i] = has ? sweep_share_kept(values, i) : (double)NAN;
        own->means[i] =
            has ? (struct front_point){sweep_mean(values, i, frontier_column(host, own->across)).mean,
                                       sweep_mean(values, i, frontier_column(host, own->up)).mean}
                : (struct front_point){NAN, NAN};
        own->places[i] =
            (struct scatter_point){own->means[i].across * metric_units[metric_infos[own->across].unit].factor,
                                   own->means[i].up * metric_units[metric_infos[own->up].unit].factor};
    }
}

/* What may be recommended: configurations at the place where the base itself is. */
static bool is_offered(const struct host *host, const struct frontier *own, size_t i)
{
    return own->place != SIZE_MAX &&
           sweep_agree(explorer_sweep(host->explorer)->sweep, i, own->place, ~own->choices);
}

static void find_place(const struct host *host, struct frontier *own)
{
    const struct sweep_values *values = explorer_sweep(host->explorer);
    own->choices = sweep_choices(values->sweep);
    own->place = own->choices ? sweep_base_at(values->sweep, ~own->choices) : SIZE_MAX;
    own->measure = work_measure(sweep_likeness(values));
    own->across = own->across_chosen ? own->across : own->measure;
}

/* The two of least carbon among those that keep every limit in each seed. */
static void find_best(const struct host *host, struct frontier *own)
{
    const struct sweep_values *values = explorer_sweep(host->explorer);
    size_t carbon = frontier_column(host, own->measure);
    double least = INFINITY, second = INFINITY;
    own->best = own->next = SIZE_MAX;
    for (size_t i = 0; i < own->n; i++) {
        bool stands = own->shares[i] == 1 && is_offered(host, own, i);
        double mean = stands ? sweep_mean(values, i, carbon).mean : (double)NAN;
        if (mean < least) {
            second = least;
            own->next = own->best;
            least = mean;
            own->best = i;
        } else if (mean < second) {
            second = mean;
            own->next = i;
        }
    }
}

/* Of those that keep every limit in all seeds, where there are any. */
static void find_front(const struct host *host, struct frontier *own)
{
    struct front_point *candidates = calloc(own->n + 1, sizeof *candidates);
    own->n_front = 0;
    for (size_t i = 0; candidates && i < own->n; i++) {
        bool stands = is_offered(host, own, i) && (own->best == SIZE_MAX || own->shares[i] == 1);
        candidates[i] = stands ? own->means[i] : (struct front_point){NAN, NAN};
    }
    if (candidates)
        own->n_front = front_find((struct front_aims){own->across, own->up}, candidates, own->n, own->front);
    free(candidates);
}

static void estimate_left(const struct host *host, struct frontier *own)
{
    struct timespec now;
    const struct sweep_values *values = explorer_sweep(host->explorer);
    size_t done = explorer_sweep_done(host->explorer), n = sweep_points(values->sweep);
    clock_gettime(CLOCK_MONOTONIC, &now);
    double passed_s =
        (double)(now.tv_sec - own->began.tv_sec) + (double)(now.tv_nsec - own->began.tv_nsec) / 1e9;
    own->left_s = done > own->began_at ? passed_s * (double)(n - done) / (double)(done - own->began_at) : NAN;
}

/* The line of a sweep that was not typed here. */
static void tell_line(const struct host *host, struct frontier *own)
{
    const struct sweep *sweep = explorer_sweep(host->explorer)->sweep;
    char line[PROMPT_SIZE] = "";
    for (size_t a = 0; a < sweep->n_axes; a++) {
        char *text = sweep_axis_text(&sweep->axes[a]);
        text_append(line, sizeof line, "%s ", text ? text : sweep->axes[a].knob);
        free(text);
    }
    text_append(line, sizeof line, "seeds=%zu", sweep->replicates);
    prompt_start(&own->line, line);
}

/* Once all has come. What was added is seen with the next frame. */
static void refine(struct host *host, struct frontier *own)
{
    bool here = own->refine > 0 && own->number == own->begun && own->begun > 0;
    if (!here)
        return;
    own->began_at = explorer_sweep_done(host->explorer);
    clock_gettime(CLOCK_MONOTONIC, &own->began);
    if (!explorer_sweep_refine(host->explorer, own->means, own->front, own->n_front, own->refine))
        own->refine = 0;
}

static void frontier_update(struct host *host, void *state)
{
    struct frontier *own = state;
    const struct sweep_values *values = explorer_sweep(host->explorer);
    if (!values)
        return;
    size_t n = sweep_configurations(values->sweep);
    bool anew = own->number != explorer_sweep_number(host->explorer), other = anew || own->n != n;
    if (anew) {
        own->at = 0;
        own->moved = false;
    }
    if (anew && !own->number && !own->typing && explorer_sweep_number(host->explorer) != own->begun)
        tell_line(host, own);
    if (other)
        make_arrays(own, n);
    own->n_grid = sweep_grid(values->sweep);
    if (other || own->done != explorer_sweep_done(host->explorer)) {
        own->number = explorer_sweep_number(host->explorer);
        own->done = explorer_sweep_done(host->explorer);
        find_place(host, own);
        sum_up(host, own);
        find_best(host, own);
        find_front(host, own);
        frontier_sort(own);
        own->told = false;
        own->at = own->moved || own->best == SIZE_MAX ? own->at : own->best;
    }
    if (explorer_sweep_runs(host->explorer))
        estimate_left(host, own);
    else
        refine(host, own);
    if (own->table && !own->told && own->n > 0) {
        account_free(&own->account);
        account_begin(&own->account, "frontier", "");
        frontier_account(host, own, &own->account);
        own->told = true;
    }
    own->plane = (struct scatter){
        .plot = frontier_plot(host->canvas), .gutter = FRONTIER_GUTTER, .ground = ROLE_BACKGROUND};
    if (own->places)
        own->places[own->n] = frontier_here(host, own);
    scatter_fit(&own->plane, own->places, own->places ? own->n + 1 : 0);
    for (size_t i = 0; i < own->n; i++)
        own->cells[i] = scatter_cell(&own->plane, own->places[i]);
}

/* --- what keys do --- */

static unsigned choose(struct frontier *own, size_t at)
{
    if (at >= own->n)
        return REPLY_HANDLED;
    own->moved = true;
    own->at = at;
    return REPLY_DONE;
}

static unsigned along_front(struct frontier *own, bool on)
{
    double here = own->n > 0 ? own->places[own->at].across : NAN;
    for (size_t k = 0; k < own->n_front; k++) {
        size_t i = own->front[on ? k : own->n_front - 1 - k];
        if (isnan(here) || (on ? own->places[i].across > here : own->places[i].across < here))
            return choose(own, i);
    }
    return REPLY_HANDLED;
}

/* The next metric of the run that is better one way, and that some points differ in. */
static unsigned turn_metric(const struct host *host, struct frontier *own, enum metric *axis, int step)
{
    const struct sweep_values *values = explorer_sweep(host->explorer);
    int metric = (int)*axis;
    bool tells = false;
    if (!values)
        return REPLY_HANDLED;
    do {
        double least = INFINITY, most = -INFINITY;
        metric = (metric + step + METRIC_COUNT) % METRIC_COUNT;
        size_t column = sweep_column_of(values->sweep, (enum metric)metric, 0);
        bool aim = column != SIZE_MAX && metric_scope_of((enum metric)metric) == METRIC_OF_RUN &&
                   metric_infos[metric].better != METRIC_EITHER;
        for (size_t i = 0; aim && i < own->n; i++) {
            double mean = sweep_mean(values, i, column).mean;
            least = fmin(least, mean);
            most = fmax(most, mean);
        }
        tells = aim && least < most && metric != (int)own->across && metric != (int)own->up;
    } while (!tells && metric != (int)*axis);
    *axis = (enum metric)metric;
    own->across_chosen |= axis == &own->across;
    own->done = SIZE_MAX; /* all is worked out again */
    return REPLY_DONE;
}

static bool point_is_there(struct host *host, const struct frontier *own)
{
    bool there = own->at < own->n && !isnan(own->shares[own->at]);
    if (!there)
        message_say(host->message, true, "no point is chosen: arrows walk from one to the next");
    return there;
}

/* The configuration chosen as the run explored, with the first of its seeds. */
static unsigned open_run(struct host *host, const struct frontier *own)
{
    const struct sweep *sweep = explorer_sweep(host->explorer)->sweep;
    struct scenario scenario;
    struct error error = {0};
    char name[200];
    bool ok = sweep_scenario(sweep, own->at * sweep->replicates, &scenario, &error);
    if (ok) {
        ok = explorer_open(host->explorer, &scenario, (struct recorded){0}, &error);
        scenario_free(&scenario);
    }
    if (!ok) {
        message_say_error(host->message, &error);
        return REPLY_DONE;
    }
    message_say(host->message, false, "the run of %s; u goes back",
                sweep_name(sweep, own->at, name, sizeof name));
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned take_settings(struct host *host, const struct frontier *own)
{
    struct error error = {0};
    bool ok = explorer_take_configuration(host->explorer, own->at, &error);
    if (ok)
        message_say(host->message, false, "these settings are in force from the start; u takes them back");
    else
        message_say_error(host->message, &error);
    return REPLY_DONE | (ok ? REPLY_CLOSE : 0);
}

/* The first Esc stops what is simulated, and what has come stays. */
static unsigned leave(struct host *host, struct frontier *own)
{
    char done[FORMAT_SIZE];
    if (own->typing && explorer_sweep(host->explorer)) {
        own->typing = false;
        return REPLY_DONE;
    }
    if (!explorer_sweep_runs(host->explorer))
        return 0;
    explorer_sweep_stop(host->explorer);
    message_say(host->message, false, "stopped; the %s runs that are done stay",
                format_count(done, (int64_t)explorer_sweep_done(host->explorer)));
    return REPLY_DONE;
}

/* In the table up and down are rows. */
static unsigned walk_table(const struct host *host, struct frontier *own, enum action action)
{
    int by = list_steps(action, host->canvas->h - 8), last = (int)own->n - 1;
    return by == 0 || last < 0 ? 0
                               : choose(own, own->order[part_clamp((int)frontier_row(own) + by, 0, last)]);
}

static unsigned walk(struct frontier *own, int dx, int dy)
{
    return choose(own, scatter_walk(own->cells, own->n, own->at, dx, dy));
}

/* Enter begins what is typed, Tab chooses from lists what is to be typed. */
static unsigned edit_line(struct host *host, struct frontier *own, enum action action)
{
    struct error error = {0};
    if (action == ACTION_LIST_ACCEPT)
        return begin(host, own);
    if (action != ACTION_LIST_TAB)
        return field_action(&own->line, action) ? REPLY_DONE : 0u;
    if (!axis_open(&own->axis, host, &own->line, &error))
        message_say_error(host->message, &error);
    return REPLY_DONE;
}

static unsigned frontier_action(struct host *host, void *state, enum action action)
{
    struct frontier *own = state;
    if (own->axis.list != AXIS_CLOSED)
        return axis_action(&own->axis, host, &own->line, action);
    if (action == ACTION_BACK)
        return leave(host, own);
    if (own->typing)
        return edit_line(host, own, action);
    unsigned walked = own->table ? walk_table(host, own, action) : 0;
    if (walked)
        return walked;
    switch (action) {
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        return walk(own, action == ACTION_LIST_LEFT ? -1 : 1, 0);
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        return walk(own, 0, action == ACTION_LIST_UP ? -1 : 1);
    case ACTION_FRONT_PREVIOUS:
    case ACTION_FRONT_NEXT:
        return along_front(own, action == ACTION_FRONT_NEXT);
    case ACTION_UP_NEXT:
    case ACTION_UP_PREVIOUS:
        return turn_metric(host, own, &own->up, action == ACTION_UP_NEXT ? 1 : -1);
    case ACTION_ACROSS_NEXT:
        return turn_metric(host, own, &own->across, 1);
    case ACTION_FRONT_BEST:
        return choose(own, own->best);
    case ACTION_FRONT_TABLE:
        own->table = !own->table;
        return REPLY_DONE;
    case ACTION_LIST_TAB:
        own->typing = true;
        return REPLY_DONE;
    case ACTION_LIST_ACCEPT:
        return point_is_there(host, own) ? open_run(host, own) : REPLY_DONE;
    case ACTION_FRONT_TAKE:
        return point_is_there(host, own) ? take_settings(host, own) : REPLY_DONE;
    default:
        return 0;
    }
}

static unsigned frontier_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct frontier *own = state;
    struct spot spot = canvas_spot_at(host->canvas, x, y);
    if (button == 1 && own->table && own->axis.list == AXIS_CLOSED)
        return spot.kind == SPOT_CHOICE && (size_t)spot.which < own->n ? choose(own, own->order[spot.which])
                                                                       : REPLY_HANDLED;
    for (int beside = 0; beside <= 1 && button == 1 && own->axis.list == AXIS_CLOSED; beside++)
        for (size_t i = 0; i < own->n; i++)
            if (own->cells[i].x >= 0 && own->cells[i].y == y && abs(own->cells[i].x - x) <= beside)
                return choose(own, i);
    return 0;
}

static bool frontier_typing(const void *state)
{
    const struct frontier *own = state;
    return own->typing && own->axis.list == AXIS_CLOSED;
}

static unsigned frontier_text(struct host *host, void *state, uint32_t key)
{
    (void)host;
    return prompt_key(&((struct frontier *)state)->line, key) ? REPLY_DONE : REPLY_HANDLED;
}

static const struct hint frontier_hints[] = {{ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "walk", 1},
                                             {ACTION_FRONT_PREVIOUS, ACTION_FRONT_NEXT, "front", 2},
                                             {ACTION_FRONT_TABLE, ACTION_NONE, "table", 1},
                                             {ACTION_FRONT_BEST, ACTION_NONE, "best", 2},
                                             {ACTION_LIST_ACCEPT, ACTION_NONE, "open", 1},
                                             {ACTION_FRONT_TAKE, ACTION_NONE, "take", 2},
                                             {ACTION_ACROSS_NEXT, ACTION_UP_NEXT, "axes", 3},
                                             {ACTION_LIST_TAB, ACTION_NONE, "what to vary", 1},
                                             {ACTION_RUN_COMMAND, ACTION_NONE, "as a command", 3},
                                             {ACTION_BACK, ACTION_NONE, "stop, leave", 0}};

static const struct hint typing_hints[] = {{ACTION_LIST_ACCEPT, ACTION_NONE, "simulate it", 0},
                                           {ACTION_LIST_TAB, ACTION_NONE, "choose from lists", 0},
                                           {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "in the line", 2},
                                           {ACTION_BACK, ACTION_NONE, "back", 1}};
static const struct hint knob_hints[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 0},
                                         {ACTION_LIST_ACCEPT, ACTION_NONE, "what values", 0},
                                         {ACTION_LIST_MARK, ACTION_NONE, "take it out", 1},
                                         {ACTION_BACK, ACTION_NONE, "to the line", 0}};
static const struct hint range_hints[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 0},
                                          {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "turn", 0},
                                          {ACTION_LIST_ACCEPT, ACTION_NONE, "into the line", 0},
                                          {ACTION_BACK, ACTION_NONE, "other knobs", 1}};
static const struct hint name_hints[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 0},
                                         {ACTION_LIST_MARK, ACTION_NONE, "mark", 0},
                                         {ACTION_LIST_ACCEPT, ACTION_NONE, "into the line", 0},
                                         {ACTION_BACK, ACTION_NONE, "other knobs", 1}};

static const struct hint *frontier_hints_now(const void *state, int *n)
{
    static const struct {
        const struct hint *hints;
        int n;
    } lists[] = {[AXIS_CLOSED] = {typing_hints, sizeof typing_hints / sizeof *typing_hints},
                 [AXIS_KNOBS] = {knob_hints, sizeof knob_hints / sizeof *knob_hints},
                 [AXIS_RANGE] = {range_hints, sizeof range_hints / sizeof *range_hints},
                 [AXIS_NAMES] = {name_hints, sizeof name_hints / sizeof *name_hints}};
    const struct frontier *own = state;
    if (!own->typing)
        return frontier_hints;
    *n = lists[own->axis.list].n;
    return lists[own->axis.list].hints;
}

/* Of the whole grid; settings added near the front are no part of what a command repeats, and it says so. */
static bool frontier_report(const struct host *host, const void *state, FILE *out, struct error *error)
{
    const struct sweep_values *of = explorer_sweep(host->explorer);
    (void)state;
    if (!of)
        return error_set(error, ERROR_INPUT, "", "there is no sweep yet to report: Enter runs one");
    struct sweep_head head = {.sweep = *of->sweep};
    head.sweep.n_added = 0;
    for (size_t i = 0; i < sweep_configurations(&head.sweep); i++)
        if (!explorer_sweep_has(host->explorer, i))
            return error_set(error, ERROR_INPUT, "", "a report is of a whole sweep; %s",
                             explorer_sweep_runs(host->explorer) ? "this one is still being simulated"
                                                                 : "this one was stopped");
    return sweep_head_hash(&head, host->explorer->catalog, error) &&
           sweep_report_print(&head, of->values, of->sweep->n_added, host->store, out, error);
}

const struct view_ops view_frontier = {
    .contexts = CONTEXT_LIST | CONTEXT_PLANE,
    .state_size = sizeof(struct frontier),
    .open = frontier_open,
    .close = frontier_close,
    .update = frontier_update,
    .draw = frontier_draw,
    .tell = frontier_tell,
    .report = frontier_report,
    .typing = frontier_typing,
    .text = frontier_text,
    .action = frontier_action,
    .mouse = frontier_mouse,
    .hints = frontier_hints,
    .n_hints = sizeof frontier_hints / sizeof *frontier_hints,
    .hints_now = frontier_hints_now,
};
