/* What is asked and walked. The question stands for the scenario as the map was opened: walking changes the
 * run explored, not the map. Points that lie in one place are walked one after the other. */
#include "tui/views/map.h"

#include "engine/answers/comparison.h"
#include "engine/base/text.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/sweeping.h"
#include "tui/words/difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- what there is --- */

static struct map_point *add_point(struct map *map, enum map_kind kind, const char *name)
{
    struct map_point *point = &map->points[map->n++];
    *point = (struct map_point){.kind = kind};
    text_print(point->name, sizeof point->name, "%s", name);
    return point;
}

static void add_scheme(struct map *map, const struct choice *choice)
{
    char name[80];
    bool pools = map->base->n_pools > 0;
    text_print(name, sizeof name, "%s%s%s", pools ? scenario_pool_name(map->base, choice->pool) : "",
               pools ? " " : "", choice_title(choice));
    struct map_point *point = add_point(map, MAP_SCHEME, name);
    point->knob = choice->knob;
    point->value = choice->value;
}

/* Those of the layer that a pool is told by come first. Schemes in force are where the user is. */
static bool add_schemes(struct host *host, struct map *map, struct error *error)
{
    struct choice *choices = calloc(CHOICES_MAX, sizeof *choices);
    if (!choices)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    size_t n = explorer_list_choices(host->explorer, choices);
    for (int others = 0; others < 2; others++)
        for (size_t i = 0; i < n && map->n < 1 + MAP_SCHEMES; i++) {
            const struct choice *choice = &choices[i];
            struct knob_value initial = knob_get(map->base, choice->knob);
            bool scheme = choice->policy != POLICY_COUNT;
            bool told = scheme && knob_same(choice->knob, scenario_pool_subject(map->base, choice->pool));
            if (scheme && !*choice->fault && told == !others && strcmp(initial.text, choice->value.text) != 0)
                add_scheme(map, choice);
        }
    free(choices);
    return true;
}

static bool add_steps(struct host *host, struct map *map, struct error *error)
{
    const struct explorer *explorer = host->explorer;
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    struct knob_value *values = calloc(MAP_STEPS, sizeof *values);
    if (!values)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    size_t n = explorer->focus.n_knobs > 0 ? explorer_knob_values(explorer, knob, values, MAP_STEPS) : 0;
    for (size_t i = 0; i < n; i++) {
        char name[96];
        difference_value(map->base, knob, &values[i], name, sizeof name);
        struct map_point *point = add_point(map, MAP_STEP, name);
        point->joined = i > 0;
        point->knob = knob;
        point->value = values[i];
    }
    free(values);
    return true;
}

/* The scenario before each of the last changes, of those since this one was opened. */
static const struct scenario *been_before(const struct explorer *explorer, size_t back)
{
    const struct history *history = &explorer->document.history;
    if (back >= (size_t)history->done)
        return NULL;
    for (size_t i = 0; i <= back; i++)
        if (history->changes[(size_t)history->done - 1 - i].kind == CHANGE_SCENARIO)
            return NULL;
    return &history->changes[(size_t)history->done - 1 - back].was;
}

static bool ask(struct host *host, struct map *map, struct error *error)
{
    struct alternative *asked = calloc(MAP_POINTS, sizeof *asked);
    if (!asked)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    for (size_t i = 0; i < map->n; i++)
        asked[i] = (struct alternative){.scenario = map->base,
                                        .as_it_is = map->points[i].kind == MAP_HERE,
                                        .knob = map->points[i].knob,
                                        .value = map->points[i].value};
    const struct scenario *before;
    for (size_t back = 0; back < MAP_BEEN && (before = been_before(host->explorer, back)); back++) {
        asked[map->n] = (struct alternative){.scenario = before, .as_it_is = true};
        add_point(map, MAP_TRAIL, "");
    }
    map->question = explorer_ask_alternatives(host->explorer, asked, map->n, JOB_ASKED, error);
    free(asked);
    return map->question != NULL;
}

/* --- of a sweep --- */

static bool is_range(const struct sweep_axis *axis)
{
    double number;
    bool numbers = axis->n > 1;
    for (size_t i = 0; i < axis->n && numbers; i++)
        numbers = text_to_number(axis->values[i], &number);
    return numbers;
}

/* Its last axis turns fastest: where that is a range its steps are joined, as those of a knob are. */
static void take_sweep(const struct host *host, struct map *map)
{
    const struct sweep *sweep = map->swept->sweep;
    const struct sweep_axis *last = sweep->n_axes > 0 ? &sweep->axes[sweep->n_axes - 1] : NULL;
    struct metric_source source = {&host->scene->now->total, host->scene->now->result->model, NULL};
    size_t home[SWEEP_AXES_MAX];
    bool range = last && is_range(last);
    map->at_home = sweep_home(sweep, home);
    map->home = sweep_at(sweep, home);
    map->at_home &= explorer_sweep_has(host->explorer, map->home);
    for (size_t i = 0; i < sweep_configurations(sweep); i++) {
        char name[200];
        explorer_name_configuration(host->explorer, i, name, sizeof name);
        struct map_point *point = add_point(map, range ? MAP_STEP : MAP_SCHEME, name);
        point->configuration = i;
        point->joined = range && i % last->n > 0;
    }
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        size_t column = sweep_column_of(sweep, (enum metric)metric, 0);
        bool of_run = metric_scope_of((enum metric)metric) == METRIC_OF_RUN;
        map->here[metric] = !of_run        ? (double)NAN
                            : map->at_home ? sweep_mean(map->swept, map->home, column).mean
                                           : metric_value((enum metric)metric, &source, 0);
    }
    map->here_misses = map->at_home ? sweep_share_met(map->swept, map->home) < 1
                                    : map->here[METRIC_SLO_MET] == 0 || !isnan(map->here[METRIC_OVERLOADED]);
}

static void map_close(struct host *host, void *state)
{
    struct map *map = state;
    struct error error = {0};
    if (map->walked && !explorer_undo(host->explorer, &error))
        message_say_error(host->message, &error);
    explorer_forget(host->explorer, map->question);
    if (map->base)
        scenario_free(map->base);
    free(map->base);
    free(map->points);
    free(map->places);
    free(map->cells);
    free(map->misses);
    free(map->front);
}

/* Accuracy where that is one number of the run and schemes may differ in it, else what is late. */
static enum metric first_metric(const struct scene *scene)
{
    struct metric_source source = {&scene->now->total, scene->now->result->model, NULL};
    bool told = scene->content.accuracy && !isnan(metric_value(METRIC_ACCURACY, &source, 0));
    return told ? METRIC_ACCURACY : METRIC_LATE;
}

static bool map_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct map *map = state;
    const struct scenario *scenario = &host->explorer->document.scenario;
    char title[96];
    (void)argument;
    map->swept = host->of_sweep ? explorer_sweep(host->explorer) : NULL;
    map->room = map->swept ? 1 + sweep_configurations(map->swept->sweep) : MAP_POINTS;
    map->base = calloc(1, sizeof *map->base);
    map->points = calloc(map->room, sizeof *map->points);
    map->places = calloc(map->room, sizeof *map->places);
    map->cells = calloc(map->room, sizeof *map->cells);
    map->misses = calloc(map->room, sizeof *map->misses);
    map->front = calloc(map->room, sizeof *map->front);
    bool ok = map->base && map->points && map->places && map->cells && map->misses && map->front;
    if (!ok || !scenario_copy(map->base, scenario)) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        map_close(host, map);
        return false;
    }
    map->up = first_metric(host->scene);
    scenario_title(scenario, title, sizeof title);
    add_point(map, MAP_HERE, title);
    if (map->swept) {
        take_sweep(host, map);
        return true;
    }
    if (add_schemes(host, map, error) && add_steps(host, map, error) && ask(host, map, error))
        return true;
    map_close(host, map);
    return false;
}

/* --- what is known --- */

bool map_knows(const struct map *map, size_t i)
{
    if (!map->swept)
        return question_answer(map->question, i) != NULL;
    return i == 0 || !isnan(map_value(map, i, METRIC_CARBON));
}

double map_value(const struct map *map, size_t i, enum metric metric)
{
    const struct answer *answer = map->question ? question_answer(map->question, i) : NULL;
    if (map->swept && i == 0)
        return map->here[metric];
    if (map->swept)
        return sweep_mean(map->swept, map->points[i].configuration,
                          sweep_column_of(map->swept->sweep, metric, 0))
            .mean;
    return answer ? answer_metric(answer, metric, 0) : (double)NAN;
}

/* In any seed. */
static bool is_missed(const struct map *map, size_t i)
{
    if (map->swept)
        return i == 0 ? map->here_misses : sweep_share_met(map->swept, map->points[i].configuration) < 1;
    return map_value(map, i, METRIC_SLO_MET) == 0 || !isnan(map_value(map, i, METRIC_OVERLOADED));
}

static void place_points(struct map *map)
{
    double most = 0;
    for (size_t i = 0; i < map->n; i++) {
        bool known = map_knows(map, i);
        map->misses[i] = known && is_missed(map, i);
        map->places[i] = (struct scatter_point){NAN, NAN};
        if (!known)
            continue;
        map->places[i].across = map_value(map, i, METRIC_CARBON);
        map->places[i].up = map_value(map, i, map->up) * metric_units[metric_infos[map->up].unit].factor;
        most = fmax(most, map->places[i].across);
    }
    map->grams = most >= 10000 ? 1000 : 1;
    for (size_t i = 0; i < map->n; i++)
        map->places[i].across /= map->grams;
}

/* Of those that meet every SLO, where any does; the trail is not offered, nor what a sweep has not. */
static void find_front(struct map *map)
{
    struct front_point *candidates = calloc(map->n, sizeof *candidates);
    bool any_met = false;
    map->n_front = 0;
    for (size_t i = 0; i < map->n; i++)
        any_met |= !isnan(map->places[i].across) && !map->misses[i];
    for (size_t i = 0; candidates && i < map->n; i++) {
        bool offered = map->points[i].kind != MAP_TRAIL && !(map->swept && i == 0);
        bool stands = offered && !(any_met && map->misses[i]);
        candidates[i] = (struct front_point){stands ? map->places[i].across : (double)NAN, map->places[i].up};
    }
    if (candidates)
        map->n_front =
            front_find((struct front_aims){METRIC_CARBON, map->up}, candidates, map->n, map->front);
    free(candidates);
}

/* Does it tell the points apart? */
static bool tells(const struct map *map, enum metric metric)
{
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < map->n; i++) {
        double value = map_value(map, i, metric);
        least = fmin(least, value);
        most = fmax(most, value);
    }
    return least < most;
}

static void turn_metric(struct map *map, int step)
{
    int metric = (int)map->up;
    do {
        metric = (metric + step + METRIC_COUNT) % METRIC_COUNT;
    } while (metric != (int)map->up &&
             (metric_scope_of((enum metric)metric) != METRIC_OF_RUN || metric == METRIC_CARBON ||
              metric_infos[metric].better == METRIC_EITHER || !tells(map, (enum metric)metric)));
    map->up = (enum metric)metric;
}

/* Nothing that is told differs: a scheme may shift a request by nanoseconds. */
static bool is_same(const struct map *map, size_t i)
{
    if (map->swept)
        return map->at_home && map->points[i].configuration == map->home;
    const struct answer *answer = question_answer(map->question, i),
                        *here = question_answer(map->question, 0);
    if (!answer || !here)
        return false;
    double carbon = answer_metric(answer, METRIC_CARBON, 0) / answer_metric(here, METRIC_CARBON, 0);
    bool late = answer_metric(answer, METRIC_LATE, 0) == answer_metric(here, METRIC_LATE, 0);
    return comparison_is_identical(answer_summary(answer), answer_summary(here)) ||
           (late && fabs(carbon - 1) < 1e-5);
}

static void map_update(struct host *host, void *state)
{
    struct map *map = state;
    if ((map->swept || question_is_over(map->question)) && !map->chosen_up && !tells(map, map->up))
        turn_metric(map, -1); /* nobody is late: how near they come to it */
    place_points(map);
    find_front(map);
    map->plane = (struct scatter){
        .plot = map_plot(map_box(host->scene, host->canvas)), .gutter = MAP_GUTTER, .ground = ROLE_POPUP};
    scatter_fit(&map->plane, map->places, map->n);
    for (size_t i = 0; i < map->n; i++) {
        bool same = i > 0 && is_same(map, i);
        map->cells[i] = scatter_cell(&map->plane, map->places[i]);
        if (map->points[i].kind == MAP_TRAIL || (same && i != map->at))
            map->cells[i].x = -1; /* seen, not walked to; nor is what changes nothing */
    }
}

/* --- what keys do --- */

/* The chosen point becomes the run explored. */
static unsigned follow(struct host *host, struct map *map)
{
    struct error error = {0};
    const struct map_point *point = &map->points[map->at];
    bool ok = !map->walked || explorer_undo(host->explorer, &error);
    map->walked = false;
    if (ok && map->swept && point->kind != MAP_HERE)
        ok = map->walked = explorer_take_configuration(host->explorer, point->configuration, &error);
    else if (ok && point->kind != MAP_HERE)
        ok = map->walked = explorer_set_throughout(host->explorer, point->knob, &point->value, &error);
    if (!ok)
        message_say_error(host->message, &error);
    return REPLY_DONE;
}

static unsigned choose(struct host *host, struct map *map, size_t at)
{
    if (at >= map->n || at == map->at)
        return REPLY_HANDLED;
    map->at = at;
    return follow(host, map);
}

static unsigned walk(struct host *host, struct map *map, int dx, int dy)
{
    return choose(host, map, scatter_walk(map->cells, map->n, map->at, dx, dy));
}

/* Along the front, from less carbon to more; from beside it to its nearest point that way. */
static unsigned along_front(struct host *host, struct map *map, bool on)
{
    double here = map->places[map->at].across;
    for (size_t k = 0; k < map->n_front; k++) {
        size_t i = map->front[on ? k : map->n_front - 1 - k];
        bool there = map->cells[i].x >= 0; /* what changes nothing is no step on the way */
        if (there && (on ? map->places[i].across > here : map->places[i].across < here))
            return choose(host, map, i);
    }
    return REPLY_HANDLED;
}

static unsigned stay(struct host *host, struct map *map)
{
    const struct map_point *point = &map->points[map->at];
    if (map->walked)
        message_say(host->message, false, "%s from the start of the run; u takes it back", point->name);
    map->walked = false;
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned map_action(struct host *host, void *state, enum action action)
{
    struct map *map = state;
    switch (action) {
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        return walk(host, map, action == ACTION_LIST_LEFT ? -1 : 1, 0);
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        return walk(host, map, 0, action == ACTION_LIST_UP ? -1 : 1);
    case ACTION_FRONT_PREVIOUS:
    case ACTION_FRONT_NEXT:
        return along_front(host, map, action == ACTION_FRONT_NEXT);
    case ACTION_UP_NEXT:
    case ACTION_UP_PREVIOUS:
        map->chosen_up = true;
        turn_metric(map, action == ACTION_UP_NEXT ? 1 : -1);
        return REPLY_DONE;
    case ACTION_LIST_ACCEPT:
        return stay(host, map);
    default:
        return 0;
    }
}

/* A click chooses the point there, or right beside it. */
static unsigned map_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct map *map = state;
    if (button != 1)
        return 0;
    for (int beside = 0; beside <= 1; beside++)
        for (size_t i = 0; i < map->n; i++)
            if (map->cells[i].x >= 0 && map->cells[i].y == y && abs(map->cells[i].x - x) <= beside)
                return choose(host, map, i);
    return REPLY_HANDLED;
}

static const struct hint map_hints[] = {{ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "walk", 1},
                                        {ACTION_FRONT_PREVIOUS, ACTION_FRONT_NEXT, "along the front", 2},
                                        {ACTION_UP_NEXT, ACTION_NONE, "what is up", 2},
                                        {ACTION_LIST_ACCEPT, ACTION_NONE, "stay there", 1},
                                        {ACTION_BACK, ACTION_NONE, "back", 0}};

const struct view_ops view_map = {
    .contexts = CONTEXT_LIST | CONTEXT_PLANE,
    .popup = true,
    .state_size = sizeof(struct map),
    .open = map_open,
    .close = map_close,
    .update = map_update,
    .draw = map_draw,
    .tell = map_tell,
    .action = map_action,
    .mouse = map_mouse,
    .hints = map_hints,
    .n_hints = sizeof map_hints / sizeof *map_hints,
};
