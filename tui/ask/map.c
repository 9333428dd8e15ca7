/* What is walked. The points stand for the scenario as the map was opened: walking changes the run explored,
 * not the map. */
#include "tui/ask/map.h"

#include "engine/answers/front.h"
#include "engine/base/text.h"
#include "engine/explore/sweep_sum.h"
#include "tui/ask/ask.h"
#include "tui/explorer/sweeping.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <string.h>

enum { RUNS = 40, KILO = 1000, KILO_FROM = 10000 };

static const double SAME = 1e-5;

struct map_state {
    struct mapping *map;
    enum metric up;
    bool up_chosen; /* by the user */
    bool walked;    /* the run explored is that of the point chosen */
};

/* --- what is worked out --- */

/* What stands on the front, from the least carbon up; on the account's arena. */
struct front {
    size_t n, *order;
};

static bool is_whole(const struct mapping *map)
{
    return map->swept || (map->question && question_is_over(map->question));
}

/* To the unit that is shown. Per cent of an SLO count below 100 too: nearer to it is worse. */
static double factor_of(enum metric metric)
{
    return metric_units[metric_infos[metric].unit].factor;
}

/* Does it tell the points apart? */
static bool tells(const struct mapping *map, enum metric metric)
{
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < map->n; i++) {
        double value = mapping_value(map, i, metric);
        least = fmin(least, value);
        most = fmax(most, value);
    }
    return least < most;
}

/* The next metric of the run that is better one way and tells the points apart. */
static enum metric next_metric(const struct mapping *map, enum metric up, int step)
{
    int metric = (int)up;
    do {
        metric = (metric + step + METRIC_COUNT) % METRIC_COUNT;
    } while (metric != (int)up &&
             (metric_scope_of((enum metric)metric) != METRIC_OF_RUN || metric == METRIC_CARBON ||
              metric_infos[metric].better == METRIC_EITHER || !tells(map, (enum metric)metric)));
    return (enum metric)metric;
}

enum metric map_first_metric(const struct mapping *map)
{
    enum metric up = tells(map, METRIC_ACCURACY) ? METRIC_ACCURACY : METRIC_LATE;
    return is_whole(map) && !tells(map, up) ? next_metric(map, up, -1) : up;
}

/* Of those that keep every limit, where any does; the trail is not offered, nor what is no choice: another
 * load. */
static struct front find_front(const struct mapping *map, enum metric up, struct arena *arena)
{
    struct front_point *candidates = arena_alloc(arena, (map->n + 1) * sizeof *candidates);
    struct front front = {0, arena_alloc(arena, (map->n + 1) * sizeof *front.order)};
    bool any = false, some = false;
    if (!candidates || !front.order)
        return front;
    for (size_t i = 0; i < map->n; i++)
        any = any || (mapping_knows(map, i) && !mapping_misses(map, i));
    for (size_t i = 0; i < map->n; i++) {
        bool offered = mapping_knows(map, i) && map->points[i].kind != MAP_TRAIL && mapping_is_choice(map, i);
        bool stands = offered && !(any && mapping_misses(map, i));
        candidates[i] = (struct front_point){stands ? mapping_value(map, i, METRIC_CARBON) : (double)NAN,
                                             factor_of(up) * mapping_value(map, i, up)};
        some = some || !(isnan(candidates[i].across) || isnan(candidates[i].up));
    }
    front.n = front_find((struct front_aims){METRIC_CARBON, up}, candidates, map->n, front.order);
    arena->lacked = arena->lacked || (some && front.n == 0);
    return front;
}

static bool is_on(const struct front *front, size_t i)
{
    bool on = false;
    for (size_t k = 0; k < front->n; k++)
        on = on || front->order[k] == i;
    return on;
}

/* --- the plane --- */

void map_tell_plane(const struct mapping *map, enum metric up, size_t chosen, struct account *account)
{
    char title[64], value[FORMAT_SIZE];
    double most = 0;
    struct front front = find_front(map, up, &account->arena);
    for (size_t i = 0; i < map->n; i++)
        most = fmax(most, mapping_value(map, i, METRIC_CARBON));
    double grams = most >= KILO_FROM ? KILO : 1;
    const struct account_column columns[] = {
        {.title = ""},
        {.title = grams > 1 ? "carbon kg" : "carbon g", .number = true},
        {.title = text(&account->arena, "%s", tradeoff_title(up, title, sizeof title)), .number = true},
        {.title = ""}};
    struct account_part *part = account_table(
        account, FOR_PEOPLE, text(&account->arena, "%s across, %s up", columns[1].title, columns[2].title),
        columns, sizeof columns / sizeof *columns);
    if (!part)
        return;
    part->x = 1;
    part->y = 2;
    for (size_t i = 0; i < map->n; i++) {
        const struct map_point *point = &map->points[i];
        bool known = mapping_knows(map, i), misses = known && mapping_misses(map, i), on = is_on(&front, i);
        bool same = i > 0 && mapping_is_same(map, i);
        bool seen_only = point->kind == MAP_TRAIL || (same && i != chosen); /* not walked to */
        double carbon = mapping_value(map, i, METRIC_CARBON) / grams, own = mapping_value(map, i, up);
        const char *fault = map->question ? question_fault(map->question, i) : NULL,
                   *last = strrchr(point->name, ' '),
                   *said = point->kind == MAP_TRAIL ? "been there" : point->name;
        account_row(account, seen_only ? ACCOUNT_NO_STEP : i);
        account_place(account, 0,
                      (point->kind == MAP_HERE ? (unsigned)MARK_HERE : 0) |
                          (point->kind == MAP_STEP ? (unsigned)MARK_STEP : 0) |
                          (point->kind == MAP_TRAIL ? (unsigned)MARK_BEEN : 0) |
                          (point->joined ? (unsigned)MARK_JOINED : 0) | (on ? (unsigned)MARK_FRONT : 0));
        struct account_cell name = account_words(account, misses ? TONE_BAD : TONE_PLAIN, said);
        name.brief = point->kind == MAP_STEP && last ? text(&account->arena, "%s", last + 1) : NULL;
        account_put(account, name);
        account_put(account,
                    known ? account_number(account, TONE_PLAIN, carbon,
                                           text(&account->arena, "%.*f", grams > 1 ? 3 : 1, carbon), NULL)
                          : account_words(account, TONE_QUIET, "..."));
        account_put(account, known ? account_number(account, TONE_PLAIN, own * factor_of(up),
                                                    tradeoff_value(value, up, own), NULL)
                                   : account_words(account, TONE_QUIET, "..."));
        account_put(account, account_words(account,
                                           fault || misses ? TONE_BAD
                                           : on            ? TONE_GOOD
                                                           : TONE_QUIET,
                                           fault    ? fault
                                           : misses ? "breaks a limit"
                                           : on     ? "nothing is better in both"
                                           : same   ? "changes nothing"
                                                    : NULL));
    }
}

/* --- sentences --- */

static struct tradeoff_point describe(const struct map_state *state, size_t i)
{
    const struct mapping *map = state->map;
    return (struct tradeoff_point){.name = map->points[i].name,
                                   .carbon_g = mapping_value(map, i, METRIC_CARBON),
                                   .value = mapping_value(map, i, state->up),
                                   .misses = mapping_knows(map, i) && mapping_misses(map, i),
                                   .request_g = mapping_value(map, i, METRIC_CARBON_PER_REQUEST),
                                   .work = mapping_work(map, i),
                                   .has_slo = !isnan(mapping_value(map, i, METRIC_WORST_OF_SLO))};
}

/* The first scheme that comes to the same, or where the user is. */
static size_t first_like(const struct map_state *state, size_t i)
{
    const struct mapping *map = state->map;
    double carbon = mapping_value(map, i, METRIC_CARBON), up = mapping_value(map, i, state->up);
    for (size_t j = mapping_is_same(map, i) ? 0 : 1; j < i; j++)
        if (j == 0 || (map->points[j].kind == MAP_SCHEME && mapping_value(map, j, state->up) == up &&
                       fabs(mapping_value(map, j, METRIC_CARBON) - carbon) <= SAME * carbon))
            return j;
    return i;
}

/* "Nothing is better in both than DYBATCH, CIT 0.90, 0.95, you": from the form with all names to the one with
 * the first. A knob is named once. */
static void say_front(const struct map_state *state, struct account *account)
{
    const struct mapping *map = state->map;
    struct arena *arena = &account->arena;
    struct front front = find_front(map, state->up, arena);
    size_t *named = arena_alloc(arena, (front.n + 1) * sizeof *named), n = 0;
    const char **forms = arena_alloc(arena, (front.n + 1) * sizeof *forms),
               *said = "Nothing is better in both than";
    for (size_t k = 0; named && k < front.n; k++) {
        size_t i = first_like(state, front.order[k]);
        if (n == 0 || i != named[n - 1])
            named[n++] = i;
    }
    for (size_t k = 0; forms && k < n; k++) {
        const struct map_point *point = &map->points[named[k]];
        const char *last = strrchr(point->name, ' '), *name = named[k] == 0 ? "you" : point->name;
        bool step = !map->swept && k > 0 && point->kind == MAP_STEP &&
                    map->points[named[k - 1]].kind == MAP_STEP && last;
        said = text(arena, "%s%s %s", said, k ? "," : "", step ? last + 1 : name);
        forms[n - 1 - k] = k + 1 < n ? text(arena, "%s and %zu more", said, n - k - 1) : said;
    }
    if (forms)
        account_say_forms(account, TONE_GOOD, 1, forms, n);
}

/* --- for machines --- */

/* "cit=0.8", as `--set` takes it; nothing where the scenario is as it is. */
static struct account_cell setting_of(const struct mapping *map, size_t i, struct account *account)
{
    const struct map_point *point = &map->points[i];
    char name[KNOB_NAME_SIZE], value[KNOB_TEXT_SIZE], setting[KNOB_NAME_SIZE + KNOB_TEXT_SIZE];
    setting[0] = 0;
    if (map->swept && i > 0) {
        sweep_name(map->swept->sweep, point->configuration, setting, sizeof setting);
    } else if (point->kind == MAP_SCHEME || point->kind == MAP_STEP) {
        knob_name(map->base, point->knob, name, sizeof name);
        knob_format(point->knob, &point->value, value, sizeof value);
        text_print(setting, sizeof setting, "%s=%s", name, value);
    }
    return account_words(account, TONE_PLAIN, *setting ? setting : NULL);
}

static void tell_rows(const struct map_state *state, struct account *account)
{
    static const char *const kinds[] = {"here", "scheme", "step", "been"};
    const struct mapping *map = state->map;
    const struct account_cell none = {.kind = ACCOUNT_NONE};
    char across[96], up[96];
    struct front front = find_front(map, state->up, &account->arena);
    metric_key(METRIC_CARBON, 0, across, sizeof across);
    metric_key(state->up, 0, up, sizeof up);
    const struct account_column columns[] = {{.key = "kind"},
                                             {.key = "name"},
                                             {.key = "setting"},
                                             {.key = text(&account->arena, "%s", across)},
                                             {.key = text(&account->arena, "%s", up)},
                                             {.key = "slo_met"},
                                             {.key = "on_front"},
                                             {.key = "limits_kept"}};
    account_fact(account, "across", account_words(account, TONE_PLAIN, across));
    account_fact(account, "up", account_words(account, TONE_PLAIN, up));
    account_fact(account, "seeds", account_bare(map->swept ? (double)map->swept->sweep->replicates : 1));
    account_table(account, FOR_MACHINES, NULL, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < map->n; i++) {
        const struct map_point *point = &map->points[i];
        bool known = mapping_knows(map, i);
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account,
                    account_words(account, TONE_PLAIN, map->swept && i > 0 ? "swept" : kinds[point->kind]));
        account_put(account, account_words(account, TONE_PLAIN, *point->name ? point->name : NULL));
        account_put(account, setting_of(map, i, account));
        account_put(account, account_bare(mapping_value(map, i, METRIC_CARBON)));
        account_put(account, account_bare(mapping_value(map, i, state->up)));
        account_put(account, known ? account_flag(mapping_value(map, i, METRIC_SLO_MET) == 1) : none);
        account_put(account, account_flag(is_on(&front, i)));
        account_put(account, known ? account_flag(!mapping_misses(map, i)) : none);
    }
}

/* --- the question --- */

static bool map_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    struct map_state *state = ask->state;
    (void)plan;
    state->map =
        ask->of_sweep ? explorer_map_sweep(ask->explorer) : explorer_map(ask->explorer, JOB_ASKED, error);
    ask->waits = state->map && !is_whole(state->map);
    return state->map != NULL;
}

static void map_follow(struct ask *ask)
{
    ask->waits = !is_whole(((const struct map_state *)ask->state)->map);
    question_retell(ask);
}

static void map_tell(struct ask *ask)
{
    struct map_state *state = ask->state;
    struct account *account = &ask->account;
    const struct mapping *map = state->map;
    size_t chosen = ask->chosen < map->n ? ask->chosen : 0;
    const char *fault = map->question ? question_fault(map->question, chosen) : NULL;
    char said[300];
    if (!state->up_chosen)
        state->up = map_first_metric(map);
    struct tradeoff_point point = describe(state, chosen), than = describe(state, 0);
    account->of = text(&account->arena, "%s", map->base->name);
    account->over = map->swept ? "each configuration of the sweep"
                               : "each scheme, and each step of a knob, in force throughout";
    account->page = "The trade-off";
    if (mapping_done(map) < mapping_size(map))
        account->progress = text(&account->arena, "%zu of %zu runs", mapping_done(map), mapping_size(map));
    tradeoff_describe(&point, chosen == 0 ? NULL : &than, state->up, said, sizeof said);
    account_say(account, fault ? TONE_BAD : TONE_STRONG, 0, fault ? fault : said);
    if (is_whole(map))
        say_front(state, account);
    else
        account_say(account, TONE_QUIET, 1, "Still simulating; then it is known what nothing beats.");
    map_tell_plane(map, state->up, chosen, account);
    account->title = text(&account->arena, "Map: %s", account->last ? account->last->title : "");
    tell_rows(state, account);
}

/* The chosen point becomes the run explored. */
static bool map_walk(struct ask *ask, size_t step, struct error *error)
{
    struct map_state *state = ask->state;
    const struct map_point *point = &state->map->points[step];
    bool ok = !state->walked || explorer_undo(ask->explorer, error);
    state->walked = ok && point->kind != MAP_HERE;
    if (state->walked)
        state->walked = ok = state->map->swept
                                 ? explorer_take_configuration(ask->explorer, point->configuration, error)
                                 : explorer_set_throughout(ask->explorer, point->knob, &point->value, error);
    return ok;
}

static enum ask_entered map_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    struct map_state *state = ask->state;
    (void)error;
    if (state->walked)
        text_print(said, ASK_SAID, "%s from the start of the run; u takes it back",
                   state->map->points[step].name);
    state->walked = false;
    return ASK_LEAVES;
}

static enum ask_entered map_act(struct ask *ask, enum action_id action, size_t step, char said[ASK_SAID],
                                struct error *error)
{
    struct map_state *state = ask->state;
    (void)step, (void)said, (void)error;
    state->up_chosen = true;
    state->up = next_metric(state->map, state->up, action == ACTION_UP_NEXT ? 1 : -1);
    return ASK_STAYS;
}

static void map_free(struct ask *ask)
{
    struct map_state *state = ask->state;
    struct error error = {0};
    if (state->walked)
        explorer_undo(ask->explorer, &error);
    explorer_drop_mapping(ask->explorer, state->map);
}

static const struct ask_act acts[] = {{ACTION_UP_NEXT, "what is up", map_act},
                                      {ACTION_UP_PREVIOUS, NULL, map_act}};

const struct question_of question_map = {.name = "map",
                                         .title = "Map",
                                         .enters = "stay there",
                                         .acts = acts,
                                         .n_acts = sizeof acts / sizeof *acts,
                                         .runs = RUNS,
                                         .state_size = sizeof(struct map_state),
                                         .plan = map_plan,
                                         .follow = map_follow,
                                         .tell = map_tell,
                                         .walk = map_walk,
                                         .enter = map_enter,
                                         .free = map_free};
