/* Making a list of points costs a model each: what the panel shows is made when nothing more urgent runs, and
 * one that is out of date stays until then. */
#include "tui/explorer/mapping.h"

#include "engine/answers/comparison.h"
#include "engine/base/text.h"
#include "engine/explore/sweep_sum.h"
#include "engine/sim/recording.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/sweeping.h"
#include "tui/words/difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Requests that may be served for a panel that nobody has asked for: a second on a core. */
static const double passing_requests = 8e6;

/* --- what there is --- */

static struct map_point *add_point(struct mapping *map, enum map_kind kind, const char *name)
{
    struct map_point *point = &map->points[map->n++];
    *point = (struct map_point){.kind = kind};
    text_print(point->name, sizeof point->name, "%s", name);
    return point;
}

/* Those of the layer that a pool is told by come first. Schemes in force are where the user is. */
static void add_schemes(const struct explorer *explorer, struct mapping *map)
{
    struct choice *choices = needed(calloc(CHOICES_MAX, sizeof *choices));
    size_t n = explorer_list_choices(explorer, choices);
    for (int others = 0; others < 2; others++)
        for (size_t i = 0; i < n && map->n < 1 + MAP_SCHEMES; i++) {
            const struct choice *choice = &choices[i];
            struct knob_value initial = knob_get(map->base, choice->knob);
            bool scheme = choice->policy != POLICY_COUNT;
            bool told = scheme && knob_same(choice->knob, scenario_pool_subject(map->base, choice->pool));
            if (scheme && !*choice->fault && told == !others &&
                strcmp(initial.text, choice->value.text) != 0) {
                char name[80];
                bool pools = map->base->n_pools > 0;
                text_print(name, sizeof name, "%s%s%s",
                           pools ? scenario_pool_name(map->base, choice->pool) : "", pools ? " " : "",
                           choice_title(choice));
                struct map_point *point = add_point(map, MAP_SCHEME, name);
                point->knob = choice->knob;
                point->value = choice->value;
            }
        }
    free(choices);
}

static void add_steps(const struct explorer *explorer, struct mapping *map)
{
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    struct knob_value *values = needed(calloc(MAP_STEPS, sizeof *values));
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
    return history_before(history, &history->changes[(size_t)history->done - 1 - back]);
}

static bool ask(struct explorer *explorer, struct mapping *map, enum job_priority priority,
                struct error *error)
{
    struct alternative *asked = needed(calloc(MAP_POINTS, sizeof *asked));
    for (size_t i = 0; i < map->n; i++)
        asked[i] = (struct alternative){.scenario = map->base,
                                        .as_it_is = map->points[i].kind == MAP_HERE,
                                        .knob = map->points[i].knob,
                                        .value = map->points[i].value};
    const struct scenario *before;
    for (size_t back = 0; back < MAP_BEEN && (before = been_before(explorer, back)); back++) {
        asked[map->n] = (struct alternative){.scenario = before, .as_it_is = true};
        add_point(map, MAP_TRAIL, "");
    }
    map->question = explorer_ask_alternatives(explorer, asked, map->n, priority, error);
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

/* --- making one --- */

void explorer_drop_mapping(struct explorer *explorer, struct mapping *map)
{
    if (!map)
        return;
    explorer_forget(explorer, map->question);
    scenario_free(map->base);
    free(map->base);
    free(map->points);
    free(map);
}

/* With the user's own point. */
static struct mapping *create(struct explorer *explorer, size_t room)
{
    const struct scenario *scenario = &explorer->document.scenario;
    struct mapping *map = needed(calloc(1, sizeof *map));
    char title[96];
    map->base = needed(calloc(1, sizeof *map->base));
    map->points = needed(calloc(room, sizeof *map->points));
    must_be(scenario_copy(map->base, scenario));
    map->room = room;
    scenario_title(scenario, title, sizeof title);
    add_point(map, MAP_HERE, title);
    return map;
}

struct mapping *explorer_map(struct explorer *explorer, enum job_priority priority, struct error *error)
{
    const struct result *now = explorer->results.current;
    struct mapping *map = create(explorer, MAP_POINTS);
    add_schemes(explorer, map);
    add_steps(explorer, map);
    map->heavy =
        priority == JOB_LATER && (double)map->n * (double)now->recording->summary.requests > passing_requests;
    if (map->heavy || ask(explorer, map, priority, error))
        return map;
    explorer_drop_mapping(explorer, map);
    return NULL;
}

struct mapping *explorer_map_sweep(struct explorer *explorer)
{
    const struct sweep_values *swept = explorer_sweep(explorer);
    struct mapping *map = create(explorer, 1 + sweep_configurations(swept->sweep));
    map->swept = swept;
    /* Its last axis turns fastest: where that is a range its steps are joined, as those of a knob are. */
    const struct sweep *sweep = map->swept->sweep;
    const struct sweep_axis *last = sweep->n_axes > 0 ? &sweep->axes[sweep->n_axes - 1] : NULL;
    const struct result *now = explorer->results.current;
    struct metric_source source = {&now->recording->summary, now->model, NULL};
    size_t home[SWEEP_AXES_MAX];
    bool range = last && is_range(last);
    unsigned choices = sweep_choices(sweep);
    map->at_home = sweep_home(sweep, home);
    map->axes = ~choices;
    map->offered = choices ? sweep_base_at(sweep, map->axes) : SIZE_MAX;
    map->home = sweep_at(sweep, home);
    map->at_home &= explorer_sweep_has(explorer, map->home);
    for (size_t i = 0; i < sweep_configurations(sweep); i++) {
        char name[200];
        explorer_name_configuration(explorer, i, name, sizeof name);
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
    map->here_misses =
        map->at_home ? sweep_share_kept(map->swept, map->home) < 1 : map->here[METRIC_LIMITS_BROKEN] > 0;
    return map;
}

/* --- what is known --- */

bool mapping_knows(const struct mapping *map, size_t i)
{
    if (!map->swept)
        return question_answer(map->question, i) != NULL;
    return i == 0 || !isnan(mapping_value(map, i, METRIC_CARBON));
}

double mapping_value(const struct mapping *map, size_t i, enum metric metric)
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

struct work mapping_work(const struct mapping *map, size_t i)
{
    const struct answer *answer = map->question ? question_answer(map->question, i) : NULL;
    if (map->swept)
        return sweep_work(map->swept, i == 0 ? map->home : map->points[i].configuration);
    return answer ? work_of(answer_summary(answer)) : (struct work){0};
}

bool mapping_is_choice(const struct mapping *map, size_t i)
{
    if (map->swept)
        return i > 0 && map->offered != SIZE_MAX &&
               sweep_agree(map->swept->sweep, map->points[i].configuration, map->offered, map->axes);
    return map->points[i].kind != MAP_STEP || knob_infos[map->points[i].knob.id].role == ROLE_CHOICE;
}

bool mapping_misses(const struct mapping *map, size_t i)
{
    if (map->swept)
        return i == 0 ? map->here_misses : sweep_share_kept(map->swept, map->points[i].configuration) < 1;
    return mapping_value(map, i, METRIC_LIMITS_BROKEN) > 0;
}

/* A scheme may shift a request by nanoseconds. */
bool mapping_is_same(const struct mapping *map, size_t i)
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

size_t mapping_size(const struct mapping *map)
{
    return map->question ? question_size(map->question) : 0;
}

size_t mapping_done(const struct mapping *map)
{
    return map->question ? question_done(map->question) : 0;
}

/* --- the explorer's own --- */

/* What the panel shows, and what it was made for. */
struct panel_mapping {
    bool wanted, made;
    uint64_t generation;
    struct knob_ref knob;
    struct mapping *mapping; /* owned; NULL: out of memory */
};

static struct knob_ref focused(const struct explorer *explorer)
{
    const struct focus *focus = &explorer->focus;
    return focus->n_knobs > 0 ? focus->knobs[focus->at] : knob_of_run(KNOB_COUNT);
}

void explorer_want_mapping(struct explorer *explorer, bool wanted)
{
    if (!explorer->results.mapping && wanted)
        explorer->results.mapping = needed(calloc(1, sizeof *explorer->results.mapping));
    if (explorer->results.mapping)
        explorer->results.mapping->wanted = wanted;
}

const struct mapping *explorer_mapping(const struct explorer *explorer)
{
    const struct panel_mapping *own = explorer->results.mapping;
    bool same =
        own && own->mapping && strcmp(own->mapping->base->name, explorer->document.scenario.name) == 0;
    return same ? own->mapping : NULL;
}

bool explorer_mapping_waits(const struct explorer *explorer)
{
    const struct panel_mapping *own = explorer->results.mapping;
    if (!own || !own->wanted || explorer->time.playing || !result_is_finished(explorer->results.current))
        return false;
    return !own->made || own->generation != explorer->document.generation ||
           !explorer_same_knob(own->knob, focused(explorer));
}

bool explorer_follow_mapping(struct explorer *explorer, bool idle)
{
    struct panel_mapping *own = explorer->results.mapping;
    if (!idle || !explorer_mapping_waits(explorer))
        return false;
    struct mapping *old = own->mapping;
    own->mapping = explorer_map(explorer, JOB_LATER, NULL);
    own->generation = explorer->document.generation;
    own->knob = focused(explorer);
    own->made = true;
    explorer_drop_mapping(explorer, old); /* what both ask for goes on */
    return true;
}

void explorer_end_mapping(struct explorer *explorer)
{
    if (explorer->results.mapping)
        explorer_drop_mapping(explorer, explorer->results.mapping->mapping);
    free(explorer->results.mapping);
    explorer->results.mapping = NULL;
}
