/* What matters: every knob a step down and up from where it is, and every app's profile 20 % both ways, each
 * as a bar of what that does to the whole run, wherever the cursor is: what can be chosen, what the world has
 * and what is not known, of each the longest on top. Of the sweep of a file the bars are its ranges, from
 * where it is at home to their ends, and its names. Runs are paired over the seeds, so each end has its
 * interval, and an effect that may be luck says so. A row's step goes to its knob. */
#include "engine/explore/tornado.h"

#include "engine/answers/comparison.h"
#include "engine/answers/front.h"
#include "engine/base/text.h"
#include "engine/explore/sweep_sum.h"
#include "engine/sim/pool_run.h"
#include "tui/ask/ask.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/sweeping.h"
#include "tui/words/difference.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { METRICS = 12, ROWS = 96, LABEL_SIZE = 96, DOTS = 20, KEY_SIZE = 96, STILL_NAMED = 8 };
static const double profile_change = 0.2;

struct tornado_row {
    struct knob_ref knob;
    bool named;                              /* of a sweep: another name, not the ends of a range */
    char name[KNOB_NAME_SIZE];               /* "cit", "slo_ms.*" */
    char label[LABEL_SIZE];                  /* "CIT 1.00"; of a sweep "CIT 0.60 to 1.40", "DYBATCH" */
    char from[KNOB_TEXT_SIZE];               /* its value in the middle, as the knob reads it */
    char to[TORNADO_SIDES][KNOB_TEXT_SIZE];  /* and at the ends; "": there is none */
    struct knob_value values[TORNADO_SIDES]; /* of the run explored alone */
};

struct tornado_state {
    size_t n, middle;
    struct tornado_row rows[ROWS];
    struct tornado_bar bars[ROWS];    /* their runs alone */
    const struct sweep_values *swept; /* the explorer's; NULL: the run explored */
    char home[200];                   /* of a sweep: what lies in the middle */
};

/* --- the runs --- */

/* Run 0 is the run as it is; then two for each row. The question's own. */
struct steps {
    size_t n;
    struct scenario scenarios[1 + TORNADO_SIDES * ROWS];
    bool possible[1 + TORNADO_SIDES * ROWS];
};

static void steps_free(void *context)
{
    struct steps *steps = context;
    for (size_t i = 0; i < steps->n; i++)
        if (steps->possible[i])
            scenario_free(&steps->scenarios[i]);
    free(steps);
}

static bool step_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct steps *steps = context;
    if (!steps->possible[i])
        return error_set(error, ERROR_INPUT, "", "there is no such step");
    return scenario_copy(scenario, &steps->scenarios[i]) ||
           error_set(error, ERROR_SYSTEM, "", "out of memory");
}

static bool is_profile(const struct tornado_row *row)
{
    return row->knob.id == KNOB_PROFILE_SCALE || row->knob.id == KNOB_PROFILE_SCALE_HIGH;
}

/* Both steps of a knob, or a profile that is slower and faster by a fifth. */
static void add_row(const struct explorer *explorer, struct tornado_state *state, struct knob_ref knob)
{
    const struct scenario *scenario = &explorer->document.scenario;
    if (state->n == ROWS || knob_infos[knob.id].type != TYPE_NUMBER)
        return;
    size_t i = state->n++;
    struct tornado_row *row = &state->rows[i];
    struct knob_value now = explorer_value(explorer, knob);
    *row = (struct tornado_row){.knob = knob};
    knob_name(scenario, knob, row->name, sizeof row->name);
    difference_value(scenario, knob, &now, row->label, sizeof row->label);
    knob_format(knob, &now, row->from, sizeof row->from);
    for (size_t side = 0; side < TORNADO_SIDES; side++) {
        int way = side == TORNADO_DOWN ? -1 : 1;
        bool exists = is_profile(row) || explorer_step(explorer, knob, way, &row->values[side]);
        if (is_profile(row))
            row->values[side].number = knob_get(scenario, knob).number * (1 + way * profile_change);
        if (exists)
            knob_format(knob, &row->values[side], row->to[side], sizeof row->to[side]);
        state->bars[i].runs[side] = exists ? 0 : TORNADO_NONE;
    }
}

/* The run with a knob a step further all the time: from the start, and each time that it was turned. */
static bool step_throughout(const struct explorer *explorer, const struct tornado_row *row, size_t side,
                            struct scenario *scenario, struct error *error)
{
    double step = row->values[side].number - explorer_value(explorer, row->knob).number;
    struct knob_value first = knob_get(&explorer->document.scenario, row->knob);
    bool turned = false;
    must_be(scenario_copy(scenario, &explorer->document.scenario));
    for (int e = 0; e < scenario->n_edits; e++)
        if (knob_same(scenario->edits[e].knob, row->knob)) {
            scenario->edits[e].value.number += step;
            turned = true;
        }
    first.number += step;
    bool ok = turned ? knob_set(scenario, row->knob, &first, error)
                     : scenario_set_throughout(scenario, row->knob, &row->values[side], error);
    for (int e = 0; ok && turned && e < scenario->n_edits; e++)
        ok = knob_check(scenario, scenario->edits[e].knob, &scenario->edits[e].value, error);
    if (!ok)
        scenario_free(scenario);
    return ok;
}

/* Requests that are simulated anew where a knob is turned: those of the pools that hear of it, and
 * everybody's where one of these cannot be taken apart from the others. */
static double effort_of(const struct explorer *explorer, struct knob_ref knob)
{
    const struct result *current = explorer->results.current;
    const struct scenario *scenario = &explorer->document.scenario;
    const struct summary *summary = &current->recording->summary;
    double effort = 0;
    for (int app = 0; app < summary->n_apps; app++) {
        int pool = scenario_pool_of_app(scenario, app);
        bool hears = knob.scope == SCOPE_APP    ? scenario_pool_of_app(scenario, knob.target) == pool
                     : knob.scope == SCOPE_GPU  ? scenario_pool_of_gpu(scenario, knob.target) == pool
                     : knob.scope == SCOPE_POOL ? knob.target == pool
                                                : scenario_pool_reads(scenario, pool, knob.id);
        bool apart = current->model && pool_run_may(current->model, pool);
        effort += !hears ? 0 : (double)(apart ? summary->apps[app].finished : summary->requests);
    }
    return effort;
}

static void plan_steps(const struct explorer *explorer, struct tornado_state *state,
                       struct question_plan *plan)
{
    const struct scenario *scenario = &explorer->document.scenario;
    struct steps *steps = needed(calloc(1, sizeof *steps));
    struct error why = {0}; /* a step cannot be taken */
    bool classes = false;
    for (int i = 0; i < explorer->focus.n_knobs; i++)
        add_row(explorer, state, explorer->focus.knobs[i]);
    for (int gpu = 0; gpu < scenario->fleets[scenario->fleet].n_gpus; gpu++)
        classes |= scenario->fleets[scenario->fleet].gpus[gpu].class == CLASS_HIGH;
    for (int app = 0; classes && app < scenario->n_apps; app++)
        add_row(explorer, state, knob_of_app(KNOB_PROFILE_SCALE_HIGH, app));
    steps->n = 1 + TORNADO_SIDES * state->n;
    must_be(steps->possible[0] = scenario_copy(&steps->scenarios[0], scenario));
    /* The least effort first. */
    double efforts[ROWS];
    size_t order[ROWS];
    for (size_t i = 0; i < state->n; i++) {
        size_t at = i;
        efforts[i] = effort_of(explorer, state->rows[i].knob);
        for (; at > 0 && efforts[order[at - 1]] > efforts[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (size_t k = 0; k < TORNADO_SIDES * state->n; k++) {
        size_t i = order[k / TORNADO_SIDES], side = k % TORNADO_SIDES, *run = &state->bars[i].runs[side];
        if (*run == TORNADO_NONE)
            continue;
        *run = 1 + k;
        steps->possible[*run] =
            step_throughout(explorer, &state->rows[i], side, &steps->scenarios[*run], &why);
        must_not_lack(&why);
    }
    *plan = (struct question_plan){steps->n, JOB_ASKED, false, step_scenario, steps, steps_free};
}

/* Nothing is run: the points of the sweep are there. */
static bool plan_sweep(const struct explorer *explorer, struct tornado_state *state, struct error *error)
{
    const struct sweep_values *swept = explorer_sweep(explorer);
    const struct sweep *sweep = swept->sweep;
    struct tornado_swept axes[ROWS];
    size_t home[SWEEP_AXES_MAX], n = tornado_of_sweep(sweep, state->bars, axes, ROWS);
    char most[LABEL_SIZE];
    if (n == 0)
        return error_set(
            error, ERROR_INPUT, "",
            "this sweep has one value of each knob, and a tornado needs their ends: vary cit=.8,1,1.2, or any other knob");
    sweep_home(sweep, home);
    state->n = n < ROWS ? n : ROWS;
    state->swept = swept;
    state->middle = sweep_at(sweep, home);
    explorer_name_configuration(explorer, state->middle, state->home, sizeof state->home);
    for (size_t i = 0; i < state->n; i++) {
        const struct sweep_axis *axis = &sweep->axes[axes[i].axis];
        struct tornado_row *row = &state->rows[i];
        size_t first = axes[i].values[axes[i].range ? TORNADO_DOWN : TORNADO_UP];
        row->named = !axes[i].range;
        row->knob = explorer_name_swept(sweep, axes[i].axis, first, row->label, sizeof row->label);
        if (axes[i].range) {
            explorer_name_swept(sweep, axes[i].axis, axes[i].values[TORNADO_UP], most, sizeof most);
            text_append(row->label, sizeof row->label, " to %s", difference_rest(most, row->label));
        }
        text_print(row->name, sizeof row->name, "%s", axis->knob);
        text_print(row->from, sizeof row->from, "%s", axis->values[home[axes[i].axis]]);
        for (int side = 0; side < TORNADO_SIDES; side++)
            if (state->bars[i].runs[side] != TORNADO_NONE)
                text_print(row->to[side], sizeof row->to[side], "%s", axis->values[axes[i].values[side]]);
    }
    return true;
}

static bool tornado_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    if (!result_is_finished(ask->explorer->results.current))
        return error_set(error, ERROR_INPUT, "", "the run is not simulated to its end yet");
    if (ask->of_sweep)
        return plan_sweep(ask->explorer, ask->state, error);
    plan_steps(ask->explorer, ask->state, plan);
    return true;
}

/* --- what it comes to --- */

/* What is told, of one metric. */
struct tornado_telling {
    const struct ask *ask;
    const struct tornado_state *state;
    struct account *account;
    enum metric metric;
    size_t n_seeds;
    bool over, one_draw; /* of one seed, and a scheme draws lots: nothing is better or worse by it */
    double base;         /* the middle, with the first seed; NAN: not known */
    const char *name;    /* of the metric */
    struct tornado_bar bars[ROWS];
    bool moves[ROWS];           /* an end is known, and told as more than "=" */
    size_t n_told, order[ROWS]; /* those that move it, by their role, the longest first; then the others */
};

static struct work work_at(const struct tornado_telling *telling, size_t run)
{
    if (telling->state->swept)
        return sweep_work(telling->state->swept, run);
    const struct answer *answer = seeding_answer(&telling->ask->seeding, run, 0);
    return answer ? work_of(answer_summary(answer)) : (struct work){.horizon_s = NAN};
}

/* How many requests the run in the middle served for each of this one, where the work is not the same: a sum
 * is told for as many requests, which is what differs by the request. */
static double requests_for(const struct tornado_telling *telling, size_t run)
{
    struct work middle = work_at(telling, telling->state->middle), work = work_at(telling, run);
    double all = 0, here = 0;
    for (int app = 0; app < middle.n_apps && app < work.n_apps; app++) {
        all += middle.requests[app];
        here += work.requests[app];
    }
    return work_compare(&work, &middle) == WORK_SAME || !(here > 0) ? 1 : all / here;
}

static double value_of(const void *context, size_t run, size_t seed)
{
    const struct tornado_telling *telling = context;
    const struct sweep_values *swept = telling->state->swept;
    double scale =
        work_adds_up(telling->metric) && run != telling->state->middle ? requests_for(telling, run) : 1;
    if (swept)
        return scale * sweep_value(swept, run * telling->n_seeds + seed,
                                   sweep_column_of(swept->sweep, telling->metric, 0));
    const struct answer *answer = seeding_answer(&telling->ask->seeding, run, seed);
    return answer ? scale * answer_metric(answer, telling->metric, 0) : (double)NAN;
}

/* Is an end of a row told by the request, since it is not the same work? */
static bool is_by_request(const struct tornado_telling *telling, size_t row)
{
    struct work middle = work_at(telling, telling->state->middle);
    bool by = knob_infos[telling->state->rows[row].knob.id].changes_work;
    for (int side = 0; side < TORNADO_SIDES && !by; side++) {
        size_t run = telling->bars[row].runs[side];
        struct work work = run == TORNADO_NONE ? middle : work_at(telling, run);
        by = !isnan(work.horizon_s) && work_compare(&work, &middle) != WORK_SAME;
    }
    return work_adds_up(telling->metric) && by;
}

/* "−5.7 %", and its interval, "+30 ±10", "=", "...". */
static const char *effect_words(const struct tornado_telling *telling, size_t row, int side, bool interval)
{
    const struct pairing *effect = &telling->bars[row].effects[side];
    char words[2 * METRIC_WORDS_SIZE];
    if (telling->bars[row].runs[side] == TORNADO_NONE)
        return "";
    if (effect->n == 0 && telling->over)
        return "-";
    return text(&telling->account->arena, "%s",
                metric_words_effect(telling->metric, effect, telling->base, interval, words));
}

static bool is_same(const struct tornado_telling *telling, size_t row, int side)
{
    return strcmp(effect_words(telling, row, side, false), "=") == 0;
}

static enum knob_role role_at(const struct tornado_telling *telling, size_t place)
{
    return knob_infos[telling->state->rows[telling->order[place]].knob.id].role;
}

/* Where a row stands: what moves the metric by its role, then what does not. */
static int group_of(const struct tornado_telling *telling, size_t row)
{
    return telling->moves[row] ? (int)knob_infos[telling->state->rows[row].knob.id].role : KNOB_ROLES;
}

static void work_out(struct tornado_telling *telling)
{
    const struct tornado_state *state = telling->state;
    size_t *order = telling->order;
    struct tornado_runs runs = {state->middle, telling->n_seeds, value_of, telling};
    bool searched = scenario_searches(&telling->ask->explorer->document.scenario);
    memcpy(telling->bars, state->bars, sizeof telling->bars);
    tornado_work_out(telling->bars, state->n, &runs, order);
    telling->base = value_of(telling, state->middle, 0);
    for (size_t i = 0; i < state->n; i++) {
        telling->moves[i] = false;
        for (int side = 0; side < TORNADO_SIDES; side++) {
            pairing_withhold(&telling->bars[i].effects[side], telling->metric, searched);
            telling->moves[i] |= telling->bars[i].effects[side].n > 0 && !is_same(telling, i, side);
        }
    }
    for (size_t i = 1; i < state->n; i++) /* those of one group stay as they are */
        for (size_t k = i; k > 0 && group_of(telling, order[k]) < group_of(telling, order[k - 1]); k--) {
            size_t other = order[k];
            order[k] = order[k - 1];
            order[k - 1] = other;
        }
    telling->n_told = state->n;
    while (telling->over && telling->n_told > 0 && !telling->moves[order[telling->n_told - 1]])
        telling->n_told--;
}

/* --- for people --- */

/* "CIT 1.00"; "load 1.00, a request". */
static const char *label_of(const struct tornado_telling *telling, size_t row)
{
    return text(&telling->account->arena, "%s%s", telling->state->rows[row].label,
                is_by_request(telling, row) ? ", a request" : "");
}

/* ": a step down −5.7 %, a step up +4.0 %". */
static const char *effects_of(const struct tornado_telling *telling, size_t i, bool brief)
{
    static const char *const sides[2][TORNADO_SIDES] = {{"a step down ", "a step up "},
                                                        {"its least value ", "its greatest "}};
    const struct tornado_row *row = &telling->state->rows[i];
    const char *said = "";
    for (int side = 0; side < TORNADO_SIDES; side++) {
        if (telling->bars[i].runs[side] == TORNADO_NONE)
            continue;
        const char *what = brief        ? ""
                           : row->named ? "instead "
                           : is_profile(row) && !telling->state->swept
                               ? side == TORNADO_DOWN ? "20 % faster " : "20 % slower "
                               : sides[telling->state->swept != NULL][side];
        said = text(&telling->account->arena, "%s%s %s%s", said, *said ? "," : "", what,
                    is_same(telling, i, side) ? "nothing" : effect_words(telling, i, side, false));
    }
    return said;
}

/* "Of the choices CIT 1.00 moves carbon most: a step down −5.7 %, a step up +4.0 %; of the world ci 1.00:
 * −10.0 %, +10.0 %; of the doubts PUE 1.00: ...": the longest bar of each role, once it is known. */
static const char *describe(const struct tornado_telling *telling)
{
    static const char *const of[KNOB_ROLES] = {"", "of the choices", "of the world", "of the doubts"};
    struct arena *arena = &telling->account->arena;
    const char *said = "";
    if (!telling->over || telling->n_told == 0)
        return text(arena, telling->over ? "No knob changes %s here." : "Which knob matters most for %s?",
                    telling->name);
    for (size_t place = 0; place < telling->n_told; place++) {
        const char *role = of[role_at(telling, place)] + 1, *label = label_of(telling, telling->order[place]);
        const char *effects = effects_of(telling, telling->order[place], place > 0);
        if (place == 0)
            said = text(arena, "O%s %s moves %s most:%s", role, label, telling->name, effects);
        else if (role_at(telling, place) != role_at(telling, place - 1))
            said = text(arena, "%s; o%s %s:%s", said, role, label, effects);
    }
    return said;
}

/* A knob, where its ends go, what they do, and the bars of that. */
static void put_row(const struct tornado_telling *telling, size_t i)
{
    const struct tornado_row *row = &telling->state->rows[i];
    struct account *account = telling->account;
    struct account_cell to[TORNADO_SIDES], effects[TORNADO_SIDES];
    struct account_bar bars[TORNADO_SIDES];
    double dots[TORNADO_SIDES][DOTS];
    size_t n_bars = 0;
    for (int side = 0; side < TORNADO_SIDES; side++) {
        const struct pairing *effect = &telling->bars[i].effects[side];
        size_t run = telling->bars[i].runs[side], n = 0;
        const char *words = effect_words(telling, i, side, false);
        int judged = metric_judge(telling->metric, telling->base + effect->delta, telling->base);
        bool same = is_same(telling, i, side),
             luck = effect->verdict == PAIRING_NOISE || judged == 0 || telling->one_draw;
        enum tone tone = same || luck ? TONE_QUIET : judged > 0 ? TONE_GOOD : TONE_BAD;
        to[side] = account_words(account, tone, telling->state->swept ? "" : row->to[side]);
        effects[side] =
            account_number(account, tone, effect->delta, effect_words(telling, i, side, true), words);
        if (run == TORNADO_NONE)
            continue;
        if (effect->n > 1 && effect->verdict != PAIRING_IDENTICAL)
            for (; n < telling->n_seeds && n < DOTS; n++)
                dots[side][n] = value_of(telling, run, n) - value_of(telling, telling->state->middle, n);
        bars[n_bars++] = (struct account_bar){.length = same || isnan(effect->delta) ? 0 : effect->delta,
                                              .light = side == TORNADO_DOWN,
                                              .half_width = effect->n > 1 ? effect->ci95 : (double)NAN,
                                              .dots = dots[side],
                                              .n_dots = n,
                                              .shown = text(&account->arena, "%s %s", row->to[side], words),
                                              .tone = tone};
    }
    /* the label without its unit is its short form: "clock resnet 1300.5" */
    struct account_cell label = account_words(account, TONE_PLAIN, label_of(telling, i));
    const char *unit = label.shown ? strrchr(label.shown, ' ') : NULL;
    if (unit && !(unit[1] >= '0' && unit[1] <= '9') && !is_by_request(telling, i))
        label.brief = text(&account->arena, "%.*s", (int)(unit - label.shown), label.shown);
    account_row(account, i);
    account_put(account, label);
    account_put(account, to[TORNADO_DOWN]);
    account_put(account, effects[TORNADO_DOWN]);
    account_put(account, account_bars(account, bars, n_bars));
    account_put(account, to[TORNADO_UP]);
    account_put(account, effects[TORNADO_UP]);
}

static void tell_bars(const struct tornado_telling *telling)
{
    static const char *const heads[KNOB_ROLES] = {"", "What can be chosen", "What the world has",
                                                  "What is not known"};
    bool swept = telling->state->swept != NULL;
    const struct account_column columns[] = {{.title = ""},
                                             {.title = "", .rank = 1},
                                             {.title = swept ? "▒ least" : "▒ down", .number = true},
                                             {.title = "", .rank = 2},
                                             {.title = "", .rank = 1},
                                             {.title = swept ? "█ greatest" : "█ up", .number = true}};
    account_table(telling->account, FOR_PEOPLE, NULL, columns, sizeof columns / sizeof *columns);
    for (size_t place = 0; place < telling->n_told; place++) {
        if (telling->over && (place == 0 || role_at(telling, place) != role_at(telling, place - 1)))
            account_heading(telling->account, heads[role_at(telling, place)]);
        put_row(telling, telling->order[place]);
    }
}

/* --- for machines --- */

static void tell_rows(const struct tornado_telling *telling)
{
    static const char *const sides[TORNADO_SIDES] = {"down", "up"};
    struct account *account = telling->account;
    char key[KEY_SIZE];
    metric_key(telling->metric, 0, key, sizeof key);
    const struct account_column columns[] = {{.key = "rank"},
                                             {.key = "knob"},
                                             {.key = "role"},
                                             {.key = "basis"},
                                             {.key = "side"},
                                             {.key = "from"},
                                             {.key = "to"},
                                             {.key = "seeds"},
                                             {.key = text(&account->arena, "%s.delta", key)},
                                             {.key = text(&account->arena, "%s.delta_ci95", key)},
                                             {.key = "verdict"}};
    account_fact(account, "metric", account_words(account, TONE_PLAIN, key));
    account_fact(account, "middle", account_bare(telling->base));
    account_fact(account, "seeds", account_bare((double)telling->n_seeds));
    account_table(account, FOR_MACHINES, NULL, columns, sizeof columns / sizeof *columns);
    for (size_t at = 0; at < telling->state->n; at++)
        for (int side = 0; side < TORNADO_SIDES; side++) {
            size_t i = telling->order[at];
            const struct tornado_row *row = &telling->state->rows[i];
            const struct pairing *effect = &telling->bars[i].effects[side];
            const char *verdict = pairing_verdict_names[effect->verdict];
            if (telling->bars[i].runs[side] == TORNADO_NONE)
                continue;
            account_row(account, ACCOUNT_NO_STEP);
            account_put(account, account_bare((double)(at + 1)));
            account_put(account, account_words(account, TONE_PLAIN, row->name));
            account_put(account,
                        account_words(account, TONE_PLAIN, knob_role_names[knob_infos[row->knob.id].role]));
            account_put(account,
                        account_words(account, TONE_PLAIN, is_by_request(telling, i) ? "request" : "run"));
            account_put(account, account_words(account, TONE_PLAIN, row->named ? "name" : sides[side]));
            account_put(account, account_value(account, row->from));
            account_put(account, account_value(account, row->to[side]));
            account_put(account, account_bare((double)effect->n));
            account_put(account, account_bare(effect->delta));
            account_put(account, account_bare(effect->ci95));
            account_put(account, account_words(account, TONE_PLAIN, *verdict ? verdict : NULL));
        }
}

/* --- the question --- */

static void tell_metric(struct tornado_telling *telling)
{
    const struct tornado_state *state = telling->state;
    struct account *account = telling->account;
    struct arena *arena = &account->arena;
    char value[METRIC_WORDS_SIZE], key[KEY_SIZE];
    telling->name = metric_words_name(telling->metric, METRIC_WORDS_SIZE);
    work_out(telling);
    struct account_section *section = account_begin_section(account, telling->name);
    metric_words_value(telling->metric, telling->base, value);
    metric_key(telling->metric, 0, key, sizeof key);
    if (section) {
        section->key = text(arena, "%s", key);
        section->note = text(arena, "%s", value);
    }
    account_say(account, TONE_STRONG, 0, describe(telling));
    account_say(
        account, TONE_QUIET, 0,
        text(arena, "%s is %s%s%s; %s", telling->name, value, state->swept ? " at " : "", state->home,
             telling->n_seeds > 1
                 ? text(arena, "paired over %zu seeds (• each), dim: within their noise", telling->n_seeds)
                 : "one seed: each is one draw of luck"));
    tell_bars(telling);
    const char *rest = "";
    size_t at = telling->n_told;
    for (; at < state->n && at < telling->n_told + STILL_NAMED; at++)
        rest = text(arena, "%s%s %s", rest,
                    *rest ? "," : "These change nothing here:", state->rows[telling->order[at]].label);
    if (at < state->n)
        rest = text(arena, "%s and %zu more", rest, state->n - at);
    account_say(account, TONE_QUIET, 0, rest);
    tell_rows(telling);
}

static void tornado_tell(struct ask *ask)
{
    const struct tornado_state *state = ask->state;
    size_t whole = seeding_whole(&ask->seeding);
    struct tornado_telling telling = {.ask = ask,
                                      .state = state,
                                      .account = &ask->account,
                                      .over = ask_is_over(ask),
                                      .n_seeds = state->swept ? state->swept->sweep->replicates
                                                 : whole > 1  ? whole
                                                              : 1,
                                      .one_draw = !state->swept && whole < 2 &&
                                                  scenario_draws_lots(&ask->explorer->document.scenario)};
    int n = 1;
    ask->account.over = state->swept ? "the ends of each range, and each name"
                                     : "a step of each knob, 20 % of each profile, of the whole run";
    ask->account.others = telling.over;
    ask->account.of = text(&ask->account.arena, "%s", ask->explorer->document.scenario.name);
    ask->account.page = "What matters";
    telling.metric = METRIC_CARBON;
    tell_metric(&telling);
    for (int metric = 0; metric < METRIC_COUNT && n < METRICS; metric++)
        if (prices_may_be((enum metric)metric)) {
            telling.metric = (enum metric)metric;
            tell_metric(&telling);
            n++;
        }
    account_end_sections(&ask->account);
}

/* A profile of the fast class has no slider: the prompt turns it. */
static enum ask_entered tornado_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    const struct tornado_row *row = &((const struct tornado_state *)ask->state)->rows[step];
    const struct focus *focus = &ask->explorer->focus;
    (void)error;
    explorer_favour(ask->explorer, row->knob);
    if (!explorer_same_knob(focus->knobs[focus->at], row->knob))
        text_print(said, ASK_SAID, "%s has no slider; `:` set %s %s turns it", row->name, row->name,
                   *row->to[TORNADO_UP] ? row->to[TORNADO_UP] : row->from);
    return ASK_LEAVES;
}

const struct question_of question_tornado = {.name = "tornado",
                                             .title = "Tornado",
                                             .enters = "go to the knob",
                                             .chooses = "metric",
                                             .seed_requests = 2e8,
                                             .lanes = 1,
                                             .state_size = sizeof(struct tornado_state),
                                             .plan = tornado_plan,
                                             .tell = tornado_tell,
                                             .enter = tornado_enter};
