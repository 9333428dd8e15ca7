/* What matters: every knob a step down and up from where it is, and every app's profile 20 % both ways, each
 * as a bar of what that does to the whole run, wherever the cursor is: what can be chosen, what the world has
 * and what is not known, of each the longest on top. Of the sweep of a file the bars are its ranges, from
 * where it is at home to their ends, and its names. Runs are paired over the seeds, so each end has its
 * interval, and an effect that may be luck says so. Left and right choose the metric, Enter goes to the knob.
 */
#include "tui/views/tornado.h"

#include "engine/answers/front.h"
#include "engine/base/text.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/sweeping.h"
#include "tui/widgets/parts.h"
#include "tui/words/difference.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = TORNADO_ROWS };
/* Requests that may be served for more seeds where somebody waits for all of them. */
static const double seeded_requests = 2e8;
static const double profile_change = 0.2;

/* Run 0 is the run as it is; then two for each row. The question's own. */
struct tornado_plan {
    size_t n;
    struct scenario scenarios[1 + TORNADO_SIDES * ROWS];
    bool possible[1 + TORNADO_SIDES * ROWS];
};

/* --- the question --- */

static void plan_free(void *context)
{
    struct tornado_plan *plan = context;
    for (size_t i = 0; i < plan->n; i++)
        if (plan->possible[i])
            scenario_free(&plan->scenarios[i]);
    free(plan);
}

static bool plan_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct tornado_plan *plan = context;
    if (!plan->possible[i])
        return error_set(error, ERROR_INPUT, "", "there is no such step");
    return scenario_copy(scenario, &plan->scenarios[i]) ||
           error_set(error, ERROR_SYSTEM, "", "out of memory");
}

/* Both steps of a knob, or a profile that is slower and faster by a fifth. */
static void add_row(const struct explorer *explorer, struct tornado *tornado, struct knob_ref knob)
{
    const struct knob_info *info = &knob_infos[knob.id];
    const struct scenario *scenario = &explorer->document.scenario;
    if (tornado->n == ROWS || info->type != TYPE_NUMBER)
        return;
    size_t i = tornado->n++;
    struct tornado_row *row = &tornado->rows[i];
    struct knob_value now = explorer_value(explorer, knob);
    bool profile = knob.id == KNOB_PROFILE_SCALE || knob.id == KNOB_PROFILE_SCALE_HIGH;
    *row = (struct tornado_row){.knob = knob};
    knob_name(scenario, knob, row->name, sizeof row->name);
    difference_value(scenario, knob, &now, row->label, sizeof row->label);
    knob_format(knob, &now, row->from, sizeof row->from);
    for (size_t side = 0; side < TORNADO_SIDES; side++) {
        int way = side == TORNADO_DOWN ? -1 : 1;
        bool exists = profile || explorer_step(explorer, knob, way, &row->values[side]);
        if (profile)
            row->values[side].number = knob_get(scenario, knob).number * (1 + way * profile_change);
        if (exists)
            knob_format(knob, &row->values[side], row->to[side], sizeof row->to[side]);
        tornado->bars[i].runs[side] = exists ? 1 + TORNADO_SIDES * i + side : TORNADO_NONE;
    }
}

static void list_rows(const struct explorer *explorer, struct tornado *tornado)
{
    const struct scenario *scenario = &explorer->document.scenario;
    bool classes = false;
    for (int i = 0; i < explorer->focus.n_knobs; i++)
        add_row(explorer, tornado, explorer->focus.knobs[i]);
    for (int gpu = 0; gpu < scenario->fleets[scenario->fleet].n_gpus; gpu++)
        classes |= scenario->fleets[scenario->fleet].gpus[gpu].class == CLASS_HIGH;
    for (int app = 0; classes && app < scenario->n_apps; app++)
        add_row(explorer, tornado, knob_of_app(KNOB_PROFILE_SCALE_HIGH, app));
}

/* The run with a knob a step further all the time: from the start, and each time that it was turned. */
static bool step_throughout(const struct explorer *explorer, const struct tornado_row *row, int side,
                            struct scenario *scenario)
{
    double step = row->values[side].number - explorer_value(explorer, row->knob).number;
    struct knob_value first = knob_get(&explorer->document.scenario, row->knob);
    bool turned = false;
    if (!scenario_copy(scenario, &explorer->document.scenario))
        return false;
    for (int e = 0; e < scenario->n_edits; e++)
        if (knob_same(scenario->edits[e].knob, row->knob)) {
            scenario->edits[e].value.number += step;
            turned = true;
        }
    first.number += step;
    bool ok = turned ? knob_set(scenario, row->knob, &first, NULL)
                     : scenario_set_throughout(scenario, row->knob, &row->values[side], NULL);
    for (int e = 0; ok && turned && e < scenario->n_edits; e++)
        ok = knob_check(scenario, scenario->edits[e].knob, &scenario->edits[e].value, NULL);
    if (!ok)
        scenario_free(scenario);
    return ok;
}

static struct tornado_plan *make_plan(const struct explorer *explorer, const struct tornado *tornado)
{
    struct tornado_plan *plan = calloc(1, sizeof *plan);
    if (!plan)
        return NULL;
    plan->n = 1 + TORNADO_SIDES * tornado->n;
    plan->possible[0] = scenario_copy(&plan->scenarios[0], &explorer->document.scenario);
    for (size_t i = 0; i < tornado->n; i++)
        for (size_t side = 0; side < TORNADO_SIDES; side++) {
            const struct tornado_row *row = &tornado->rows[i];
            size_t run = tornado->bars[i].runs[side];
            if (run != TORNADO_NONE)
                plan->possible[run] = step_throughout(explorer, row, (int)side, &plan->scenarios[run]);
        }
    return plan;
}

static bool ask(struct explorer *explorer, struct tornado *tornado, struct error *error)
{
    list_rows(explorer, tornado);
    struct tornado_plan *plan = make_plan(explorer, tornado);
    if (!plan)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    struct question_plan runs = {plan->n, JOB_ASKED, false, plan_scenario, plan, plan_free};
    return seeding_open(&tornado->seeding, explorer, &runs, error);
}

/* --- of a sweep --- */

static void name_row(const struct sweep *sweep, const size_t *home, const struct tornado_swept *swept,
                     const struct tornado_bar *bar, struct tornado_row *row)
{
    const struct sweep_axis *axis = &sweep->axes[swept->axis];
    char most[TORNADO_LABEL];
    size_t first = swept->values[swept->range ? TORNADO_DOWN : TORNADO_UP];
    row->named = !swept->range;
    row->knob = explorer_name_swept(sweep, swept->axis, first, row->label, sizeof row->label);
    if (swept->range) {
        explorer_name_swept(sweep, swept->axis, swept->values[TORNADO_UP], most, sizeof most);
        text_append(row->label, sizeof row->label, " to %s", difference_rest(most, row->label));
    }
    text_print(row->name, sizeof row->name, "%s", axis->knob);
    text_print(row->from, sizeof row->from, "%s", axis->values[home[swept->axis]]);
    for (int side = 0; side < TORNADO_SIDES; side++)
        if (bar->runs[side] != TORNADO_NONE)
            text_print(row->to[side], sizeof row->to[side], "%s", axis->values[swept->values[side]]);
}

static bool take_sweep(const struct host *host, struct tornado *tornado, struct error *error)
{
    const struct sweep *sweep = explorer_sweep(host->explorer)->sweep;
    struct tornado_swept swept[ROWS];
    size_t home[SWEEP_AXES_MAX], n = tornado_of_sweep(sweep, tornado->bars, swept, ROWS);
    if (n == 0)
        return error_set(
            error, ERROR_INPUT, "",
            "this sweep has one value of each knob, and a tornado needs their ends: vary cit=.8,1,1.2, or any other knob");
    sweep_home(sweep, home);
    tornado->n = n < ROWS ? n : ROWS;
    tornado->swept = explorer_sweep(host->explorer);
    tornado->n_seeds = sweep->replicates;
    tornado->middle = sweep_at(sweep, home);
    for (size_t i = 0; i < tornado->n; i++)
        name_row(sweep, home, &swept[i], &tornado->bars[i], &tornado->rows[i]);
    explorer_name_configuration(host->explorer, tornado->middle, tornado->home, sizeof tornado->home);
    return true;
}

/* --- the view --- */

static void list_metrics(struct tornado *tornado)
{
    tornado->metrics[tornado->n_metrics++] = METRIC_CARBON;
    for (int metric = 0; metric < METRIC_COUNT && tornado->n_metrics < TORNADO_METRICS; metric++)
        if (prices_may_be((enum metric)metric))
            tornado->metrics[tornado->n_metrics++] = (enum metric)metric;
}

static void tornado_close(struct host *host, void *state)
{
    struct tornado *tornado = state;
    seeding_close(&tornado->seeding, host->explorer);
    free(tornado->rows);
    free(tornado->bars);
    free(tornado->moves);
    free(tornado->order);
}

static bool tornado_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct tornado *tornado = state;
    struct explorer *explorer = host->explorer;
    (void)argument;
    if (!result_is_finished(explorer->results.current))
        return error_set(error, ERROR_INPUT, "", "the run is not simulated to its end yet");
    tornado->rows = calloc(ROWS, sizeof *tornado->rows);
    tornado->bars = calloc((size_t)TORNADO_METRICS * ROWS, sizeof *tornado->bars);
    tornado->moves = calloc((size_t)TORNADO_METRICS * ROWS, sizeof *tornado->moves);
    tornado->order = calloc((size_t)TORNADO_METRICS * ROWS, sizeof *tornado->order);
    list_metrics(tornado);
    tornado->seen = SIZE_MAX;
    bool ok = (tornado->rows && tornado->bars && tornado->moves && tornado->order) ||
              error_set(error, ERROR_SYSTEM, "", "out of memory");
    ok = ok && (host->of_sweep ? take_sweep(host, tornado, error) : ask(explorer, tornado, error));
    if (!ok)
        tornado_close(host, tornado);
    for (int metric = 1; ok && metric < tornado->n_metrics; metric++)
        memcpy(tornado->bars + (size_t)metric * ROWS, tornado->bars, tornado->n * sizeof *tornado->bars);
    return ok;
}

/* --- what it comes to --- */

struct asked {
    const struct tornado *tornado;
    enum metric metric;
};

static struct work work_at(const struct tornado *tornado, size_t run)
{
    if (tornado->swept)
        return sweep_work(tornado->swept, run);
    const struct answer *answer = seeding_answer(&tornado->seeding, run, 0);
    return answer ? work_of(answer_summary(answer)) : (struct work){.horizon_s = NAN};
}

/* How many requests the run in the middle served for each of this one, where the work is not the same: a sum
 * is told for as many requests, which is what differs by the request. */
static double requests_for(const struct tornado *tornado, size_t run)
{
    struct work middle = work_at(tornado, tornado->middle), work = work_at(tornado, run);
    double all = 0, here = 0;
    for (int app = 0; app < middle.n_apps && app < work.n_apps; app++) {
        all += middle.requests[app];
        here += work.requests[app];
    }
    return work_compare(&work, &middle) == WORK_SAME || !(here > 0) ? 1 : all / here;
}

static double value_of(const void *context, size_t run, size_t seed)
{
    const struct asked *asked = context;
    const struct tornado *tornado = asked->tornado;
    double scale = work_adds_up(asked->metric) && run != tornado->middle ? requests_for(tornado, run) : 1;
    if (tornado->swept)
        return scale * sweep_value(tornado->swept, run * tornado->n_seeds + seed,
                                   sweep_column_of(tornado->swept->sweep, asked->metric, 0));
    const struct answer *answer = seeding_answer(&tornado->seeding, run, seed);
    return answer ? scale * answer_metric(answer, asked->metric, 0) : (double)NAN;
}

bool tornado_by_request(const struct tornado *tornado, size_t row)
{
    struct work middle = work_at(tornado, tornado->middle);
    bool by = knob_infos[tornado->rows[row].knob.id].changes_work;
    for (int side = 0; side < TORNADO_SIDES && !by; side++) {
        size_t run = tornado->bars[row].runs[side];
        struct work work = run == TORNADO_NONE ? middle : work_at(tornado, run);
        by = !isnan(work.horizon_s) && work_compare(&work, &middle) != WORK_SAME;
    }
    return by;
}

bool tornado_is_over(const struct tornado *tornado)
{
    return tornado->swept || seeding_whole(&tornado->seeding) > 0;
}

size_t tornado_differences(const struct tornado *tornado, int metric, size_t row, int side,
                           double out[TORNADO_DOTS])
{
    const struct tornado_bar *bar = tornado_bar_of(tornado, metric, row);
    struct asked asked = {tornado, tornado->metrics[metric]};
    bool drawn = bar->effects[side].n > 1 && bar->effects[side].verdict != PAIRING_IDENTICAL;
    size_t n = !drawn ? 0 : tornado->n_seeds < TORNADO_DOTS ? tornado->n_seeds : TORNADO_DOTS;
    for (size_t seed = 0; seed < n; seed++)
        out[seed] = value_of(&asked, bar->runs[side], seed) - value_of(&asked, tornado->middle, seed);
    return n;
}

double tornado_base(const struct tornado *tornado, int metric)
{
    struct asked asked = {tornado, tornado->metrics[metric]};
    return value_of(&asked, tornado->middle, 0);
}

/* Is an end known, and told as more than "="? */
static bool is_told(const struct tornado *tornado, int metric, size_t row)
{
    const struct tornado_bar *bar = tornado_bar_of(tornado, metric, row);
    double base = tornado_base(tornado, metric);
    char change[METRIC_WORDS_SIZE];
    bool told = false;
    for (int side = 0; side < TORNADO_SIDES; side++) {
        const struct pairing *effect = &bar->effects[side];
        told |= effect->n > 0 && effect->verdict != PAIRING_IDENTICAL &&
                strcmp(metric_words_change(tornado->metrics[metric], base + effect->delta, base, change),
                       "=") != 0;
    }
    return told;
}

/* Where it stands: what moves the metric by its role, then what does not. */
static int group_of(const struct tornado *tornado, size_t first, size_t row)
{
    return tornado->moves[first + row] ? (int)knob_infos[tornado->rows[row].knob.id].role : KNOB_ROLES;
}

static void work_out(struct tornado *tornado, int metric, bool searched)
{
    struct asked asked = {tornado, tornado->metrics[metric]};
    struct tornado_runs runs = {tornado->middle, tornado->n_seeds, value_of, &asked};
    size_t first = (size_t)metric * ROWS;
    size_t *order = tornado->order + first;
    tornado_work_out(tornado->bars + first, tornado->n, &runs, order);
    for (size_t i = 0; i < tornado->n; i++) {
        for (int side = 0; side < TORNADO_SIDES; side++)
            pairing_withhold(&tornado->bars[first + i].effects[side], asked.metric, searched);
        tornado->moves[first + i] = is_told(tornado, metric, i);
    }
    for (size_t i = 1; i < tornado->n; i++) /* those of one group stay as they are */
        for (size_t k = i;
             k > 0 && group_of(tornado, first, order[k]) < group_of(tornado, first, order[k - 1]); k--) {
            size_t other = order[k];
            order[k] = order[k - 1];
            order[k - 1] = other;
        }
}

/* The bar at a place of the metric shown has a length. */
static bool moves(const struct tornado *tornado, size_t place)
{
    return tornado->moves[(size_t)tornado->metric * ROWS + tornado_at(tornado, place)];
}

static void tornado_update(struct host *host, void *state)
{
    struct tornado *tornado = state;
    size_t done = seeding_done(&tornado->seeding), whole = seeding_whole(&tornado->seeding);
    if (!tornado->swept) {
        seeding_update(&tornado->seeding, host->explorer, host->settling, seeded_requests);
        tornado->n_seeds = whole > 1 ? whole : 1;
        tornado->one_draw = whole < 2 && scenario_draws_lots(&host->explorer->document.scenario);
    }
    if (tornado->seen == done)
        return;
    tornado->seen = done;
    for (int metric = 0; metric < tornado->n_metrics; metric++)
        if (metric == tornado->metric || tornado_is_over(tornado))
            work_out(tornado, metric, scenario_searches(&host->explorer->document.scenario));
    tornado->n_told = tornado->n;
    while (tornado_is_over(tornado) && tornado->n_told > 0 && !moves(tornado, tornado->n_told - 1))
        tornado->n_told--;
    if (tornado->at >= tornado->n_told)
        tornado->at = tornado->n_told > 0 ? tornado->n_told - 1 : 0;
}

/* --- input --- */

static void choose_metric(struct tornado *tornado, int step)
{
    tornado->metric = (tornado->metric + step + tornado->n_metrics) % tornado->n_metrics;
    tornado->seen = SIZE_MAX;
    tornado->at = 0;
}

/* A profile of the fast class has no slider: the prompt turns it. */
static unsigned go_there(struct host *host, const struct tornado *tornado)
{
    struct explorer *explorer = host->explorer;
    if (tornado->n_told == 0)
        return REPLY_HANDLED;
    const struct tornado_row *row = &tornado->rows[tornado_at(tornado, tornado->at)];
    explorer_favour(explorer, row->knob);
    if (!explorer_same_knob(explorer->focus.knobs[explorer->focus.at], row->knob))
        message_say(host->message, false, "%s has no slider; `:` set %s %s turns it", row->name, row->name,
                    *row->to[TORNADO_UP] ? row->to[TORNADO_UP] : row->from);
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned tornado_action(struct host *host, void *state, enum action action)
{
    struct tornado *tornado = state;
    int page = host->canvas->h - 4, at = (int)tornado->at, n = (int)tornado->n_told;
    char seeds[96];
    switch (action) {
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        at += action == ACTION_LIST_UP ? -1 : 1;
        break;
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        at += action == ACTION_LIST_PAGE_UP ? -page : page;
        break;
    case ACTION_LIST_FIRST:
    case ACTION_LIST_LAST:
        at = action == ACTION_LIST_FIRST ? 0 : n - 1;
        break;
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        choose_metric(tornado, action == ACTION_LIST_LEFT ? -1 : 1);
        return REPLY_DONE;
    case ACTION_LIST_ACCEPT:
        return go_there(host, tornado);
    case ACTION_LIST_SEEDS:
        if (tornado->swept)
            return 0;
        seeding_stop_or_more(&tornado->seeding, host->explorer, seeds, sizeof seeds);
        message_say(host->message, false, "%s", seeds);
        return REPLY_DONE;
    default:
        return 0;
    }
    tornado->at = (size_t)part_clamp(at, 0, n > 0 ? n - 1 : 0);
    return REPLY_DONE;
}

static const struct hint hints[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
                                    {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "metric", 1},
                                    {ACTION_LIST_ACCEPT, ACTION_NONE, "go to the knob", 1},
                                    {ACTION_LIST_SEEDS, ACTION_NONE, "seeds", 2},
                                    {ACTION_EXPORT, ACTION_NONE, "export", 4},
                                    {ACTION_EXPLAIN, ACTION_NONE, "help", 3},
                                    {ACTION_BACK, ACTION_NONE, "leave", 0}};

const struct view_ops view_tornado = {.contexts = CONTEXT_LIST,
                                      .state_size = sizeof(struct tornado),
                                      .open = tornado_open,
                                      .close = tornado_close,
                                      .update = tornado_update,
                                      .draw = tornado_draw,
                                      .tell = tornado_tell,
                                      .action = tornado_action,
                                      .hints = hints,
                                      .n_hints = sizeof hints / sizeof *hints};
