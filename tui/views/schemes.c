/* The list, what is asked of its rows, and taking one. Each row is tried on a copy of the scenario when the
 * list opens: why not is an answer too. */
#include "tui/words/sheet.h"
#include "tui/views/schemes.h"

#include "engine/base/text.h"
#include "tui/explorer/lineup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_W = 76 };

const struct answer *scheme_answer(const struct schemes *schemes, const struct scheme_row *row)
{
    bool asked = row->folds == 0 && row->asked >= 0;
    return asked ? seeding_answer(&schemes->seeding, (size_t)row->asked, 0) : NULL;
}

/* --- the list --- */

static void add_row(struct picker *picker, const struct choice *choice, bool behind)
{
    struct schemes *own = picker->own;
    struct scheme_row *row = &own->rows[picker->n++];
    const char *paper = choice->policy == POLICY_COUNT ? NULL : policy_infos[choice->policy].paper;
    *row = (struct scheme_row){.choice = *choice, .behind = behind, .asked = -1};
    text_print(row->text, sizeof row->text, "%s %s %s", choice->group, choice_title(choice),
               paper ? paper : "");
}

/* The choices of a pool: what can be had, then the row that stands for the others, then these. A single one
 * needs nothing to stand for it. */
static void list_pool(struct picker *picker, const struct choice *choices, size_t n, int pool)
{
    struct schemes *own = picker->own;
    int faults = 0;
    for (size_t i = 0; i < n; i++) {
        if (choices[i].pool != pool)
            continue;
        faults += *choices[i].fault != 0;
        if (!*choices[i].fault)
            add_row(picker, &choices[i], false);
    }
    if (faults > 1)
        own->rows[picker->n++] =
            (struct scheme_row){.folds = faults, .choice.policy = POLICY_COUNT, .asked = -1};
    for (size_t i = 0; i < n; i++)
        if (choices[i].pool == pool && *choices[i].fault)
            add_row(picker, &choices[i], faults > 1);
}

/* Would the run with the choice draw lots? */
static bool draws_lots(const struct scenario *scenario, const struct choice *choice)
{
    struct scenario with;
    if (!scenario_copy(&with, scenario))
        return true;
    bool lots =
        !scenario_set_throughout(&with, choice->knob, &choice->value, NULL) || scenario_draws_lots(&with);
    scenario_free(&with);
    return lots;
}

/* What the dashboard shows beside the run; NULL: nothing. */
static const struct result *reference_of(const struct scene *scene)
{
    return scene->compared ? scene->reference->result : NULL;
}

/* The runs of all that can be had, and the reference's. */
static bool ask(struct host *host, struct picker *picker, struct error *error)
{
    struct schemes *own = picker->own;
    const struct scenario *scenario = &host->explorer->document.scenario;
    struct alternative *asked = calloc((size_t)picker->n + 1, sizeof *asked);
    struct question_plan plan;
    size_t n = 0;
    seeding_close(&own->seeding, host->explorer);
    own->sorted = false;
    own->seen = SIZE_MAX;
    if (!asked)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    own->against_of = reference_of(host->scene);
    const struct scenario *against = own->against_of ? &own->against_of->model->scenario : scenario;
    for (int i = 0; i < picker->n; i++) {
        struct scheme_row *row = &own->rows[i];
        if (row->folds > 0 || *row->choice.fault)
            continue;
        row->asked = (int)n;
        row->lots = scenario_draws_lots(against) || draws_lots(scenario, &row->choice);
        asked[n++] =
            (struct alternative){.scenario = scenario, .knob = row->choice.knob, .value = row->choice.value};
    }
    own->against = n;
    asked[n++] = (struct alternative){.scenario = against, .as_it_is = true};
    bool ok = alternatives_plan(asked, n, JOB_ASKED, &plan, error) &&
              seeding_open(&own->seeding, host->explorer, &plan, error);
    free(asked);
    return ok;
}

static bool schemes_load(struct host *host, struct picker *picker, const char *argument, struct error *error)
{
    const struct explorer *explorer = host->explorer;
    const struct scenario *scenario = &explorer->document.scenario;
    struct schemes *own = picker->own;
    struct choice *choices = calloc(CHOICES_MAX, sizeof *choices);
    (void)argument;
    if (!choices)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    size_t n = explorer_list_choices(explorer, choices);
    for (int pool = 0; pool <= scenario_n_pools(scenario); pool++) /* the last: the fleets */
        list_pool(picker, choices, n, pool);
    free(choices);
    for (int i = picker->n - 1; i >= 0; i--)
        if (own->rows[i].folds == 0 &&
            knob_same(own->rows[i].choice.knob, scenario_pool_subject(scenario, 0)) &&
            choice_is_in_force(explorer, &own->rows[i].choice))
            picker->at = i;
    return ask(host, picker, error);
}

static void schemes_unload(struct host *host, struct picker *picker)
{
    seeding_close(&((struct schemes *)picker->own)->seeding, host->explorer);
}

static const char *schemes_match(const struct picker *picker, int item)
{
    return ((const struct schemes *)picker->own)->rows[item].text;
}

static bool schemes_folded(const struct picker *picker, int item)
{
    const struct schemes *own = picker->own;
    return own->rows[item].behind && !own->unfolded;
}

/* --- what has come --- */

static double carbon_of(const struct schemes *own, const struct scheme_row *row)
{
    const struct answer *answer = scheme_answer(own, row);
    return answer ? answer_metric(answer, work_measure(own->work), 0) : (double)NAN;
}

double scheme_change(const struct schemes *own, const struct answer *answer)
{
    double then = own->work == WORK_SAME ? own->reference.carbon_g : own->reference.request_g;
    return answer ? (answer_metric(answer, work_measure(own->work), 0) / then - 1) * 100 : (double)NAN;
}

double scheme_difference(const struct schemes *own, const struct scheme_row *row, size_t seed)
{
    const struct answer *now = seeding_answer(&own->seeding, (size_t)row->asked, seed),
                        *then = seeding_answer(&own->seeding, own->against, seed);
    enum metric metric = work_measure(own->work);
    return now && then ? (answer_metric(now, metric, 0) / answer_metric(then, metric, 0) - 1) * 100
                       : (double)NAN;
}

/* Is `row` to stand before the one above it, in its group? */
static bool comes_before(const struct schemes *own, const struct scheme_row *row,
                         const struct scheme_row *above)
{
    return row->folds == 0 && above->folds == 0 && !row->behind && !above->behind &&
           strcmp(row->choice.group, above->choice.group) == 0 && carbon_of(own, row) < carbon_of(own, above);
}

static bool same_layer(const struct scheme_row *a, const struct scheme_row *b)
{
    return a->choice.policy != POLICY_COUNT && b->choice.policy != POLICY_COUNT &&
           a->choice.pool == b->choice.pool && a->choice.knob.layer == b->choice.knob.layer;
}

/* Those that come to the run as it is go behind the row that counts what is of no use; what is in force stays
 * where its layer has any other. */
static void mark_idle(const struct host *host, const struct schemes *own, struct scheme_row *rows, int n)
{
    for (int i = 0; i < n; i++)
        rows[i].idle =
            rows[i].folds == 0 && explorer_is_same_run(host->explorer, scheme_answer(own, &rows[i]));
    for (int i = 0; i < n; i++) {
        bool other = rows[i].choice.policy == POLICY_COUNT;
        for (int k = 0; k < n; k++)
            other |= same_layer(&rows[i], &rows[k]) && scheme_answer(own, &rows[k]) && !rows[k].idle;
        if (!rows[i].behind && rows[i].idle)
            rows[i].behind = !(other && choice_is_in_force(host->explorer, &rows[i].choice));
    }
}

/* Pool by pool: what makes a difference, the row that counts the rest, what changes nothing, what cannot run.
 */
static void fold_idle(const struct host *host, struct picker *picker)
{
    struct schemes *own = picker->own;
    struct scheme_row *rows = calloc(SCHEME_ROWS, sizeof *rows);
    int n = picker->n, item = picker_item(picker), to = 0, chosen = 0;
    if (!rows)
        return;
    memcpy(rows, own->rows, sizeof own->rows);
    mark_idle(host, own, rows, n);
    for (int from = 0; from < n;) {
        int end = from, folded = 0, idle = 0;
        for (; end < n && (rows[end].folds > 0 || rows[end].choice.pool == rows[from].choice.pool); end++)
            if (rows[end].folds == 0) {
                bool back = rows[end].behind || *rows[end].choice.fault;
                folded += back;
                idle += back && rows[end].idle;
            }
        for (int part = 0; part < 3; part++) {
            if (part == 1 && folded > 1)
                own->rows[to++] = (struct scheme_row){
                    .folds = folded, .n_idle = idle, .choice.policy = POLICY_COUNT, .asked = -1};
            for (int i = from; i < end; i++) {
                bool fault = *rows[i].choice.fault, back = rows[i].behind || fault;
                if (rows[i].folds > 0 || part != (!back ? 0 : fault ? 2 : 1))
                    continue;
                chosen = i == item ? to : chosen;
                own->rows[to] = rows[i];
                own->rows[to++].behind = back && folded > 1;
            }
        }
        from = end;
    }
    picker->n = to;
    free(rows);
    picker_choose(picker, chosen);
    picker_refold(picker);
}

/* The least carbon first in each layer; the choice stays on its row. */
static void sort_rows(const struct host *host, struct picker *picker)
{
    struct schemes *own = picker->own;
    fold_idle(host, picker);
    int item = picker_item(picker);
    for (int i = 1; i < picker->n; i++)
        for (int j = i; j > 0 && comes_before(own, &own->rows[j], &own->rows[j - 1]); j--) {
            struct scheme_row row = own->rows[j];
            own->rows[j] = own->rows[j - 1];
            own->rows[j - 1] = row;
            item = item == j ? j - 1 : item == j - 1 ? j : item;
        }
    own->sorted = true;
    picker_choose(picker, item);
}

/* Carbon is held against what the dashboard shows beside the run, or else against the run. */
static void refer(struct host *host, struct schemes *own)
{
    const struct scene *scene = host->scene;
    const struct scene_run *run = scene->compared ? scene->reference : scene->now;
    struct metric_source source = {.summary = &run->total};
    own->reference.carbon_g = scene->so_far ? (double)NAN : run->total.carbon_total_g;
    own->reference.request_g = metric_value(METRIC_CARBON_PER_REQUEST, &source, 0);
    own->reference.work = work_of(&run->total);
    own->work = WORK_SAME;
    for (int i = 0; i < SCHEME_ROWS; i++) {
        const struct answer *answer = scheme_answer(own, &own->rows[i]);
        struct work work = answer ? work_of(answer_summary(answer)) : own->reference.work;
        enum work_likeness likeness = work_compare(&work, &own->reference.work);
        own->work = !scene->so_far && likeness > own->work ? likeness : own->work;
    }
    text_print(own->reference.name, sizeof own->reference.name, "%s",
               scene->compared && scene->reference_name ? scene_reference_word(scene) : "now");
    own->least = own->most = 0;
    for (int i = 0; i < SCHEME_ROWS; i++) {
        double change = scheme_change(own, scheme_answer(own, &own->rows[i]));
        own->least = fmin(own->least, change);
        own->most = fmax(own->most, change);
    }
}

/* Which differences are larger than the luck of the seeds, judged together. */
static void weigh(const struct host *host, struct schemes *own)
{
    const struct scene *scene = host->scene;
    const struct result *then = own->against_of ? own->against_of : scene->now->result;
    struct pairing *shown[SCHEME_ROWS];
    double zero[SEEDING_MAX] = {0}, differences[SEEDING_MAX];
    size_t n = 0;
    bool paired = !pairing_why_not(&then->model->scenario, carbon_meaning_of(&then->model->trace),
                                   &scene->now->result->model->scenario,
                                   carbon_meaning_of(&scene->now->result->model->trace));
    own->seeds = seeding_whole(&own->seeding);
    for (int i = 0; i < SCHEME_ROWS; i++) {
        struct scheme_row *row = &own->rows[i];
        row->effect = (struct pairing){0};
        if (row->folds > 0 || row->asked < 0 || !scheme_answer(own, row) || row->behind || own->seeds < 2 ||
            !paired)
            continue;
        for (size_t seed = 0; seed < own->seeds; seed++)
            differences[seed] = scheme_difference(own, row, seed);
        row->effect = pairing_of(zero, differences, own->seeds);
        shown[n++] = &row->effect;
    }
    pairing_judge(shown, n);
}

static void say_title(const struct host *host, struct schemes *own)
{
    bool lots = scenario_draws_lots(&host->explorer->document.scenario);
    text_print(own->title, sizeof own->title, "Schemes by layer: whole runs%s", lots ? " in this draw" : "");
    if (own->seeds > 1)
        text_append(own->title, sizeof own->title, ", judged by %zu seeds", own->seeds);
}

static const double seeded_requests = 4e7; /* so many at most: more seeds follow by themselves */

static void schemes_update(struct host *host, struct picker *picker)
{
    struct schemes *own = picker->own;
    struct error error = {0};
    if (own->against_of != reference_of(host->scene) && !ask(host, picker, &error))
        message_say_error(host->message, &error);
    seeding_update(&own->seeding, host->explorer, host->settling, seeded_requests);
    refer(host, own);
    if (!own->sorted && seeding_whole(&own->seeding) > 0)
        sort_rows(host, picker);
    if (own->seen != seeding_done(&own->seeding))
        weigh(host, own);
    own->seen = seeding_done(&own->seeding);
    say_title(host, own);
}

/* --- taking and marking --- */

static unsigned adopt(struct host *host, const struct choice *choice)
{
    struct explorer *explorer = host->explorer;
    struct error error = {0};
    char note[160], what[96];
    if (choice_is_in_force(explorer, choice)) {
        message_say(host->message, false, "%s is in force already", choice_title(choice));
        return REPLY_DONE | REPLY_CLOSE;
    }
    if (*choice->fault) {
        message_say(host->message, true, "%s: %s", choice_title(choice), choice->fault);
        return REPLY_DONE;
    }
    if (!explorer_set(explorer, choice->knob, &choice->value, note, &error)) {
        message_say_error(host->message, &error);
        return REPLY_DONE;
    }
    const struct change *top = history_top(&explorer->document.history);
    snprintf(what, sizeof what, "%s goes on",
             choice_title(choice)); /* turned back: the switch at the cursor is gone */
    if (top && top->kind == CHANGE_TURN && explorer_same_knob(top->knob, choice->knob))
        explorer_describe(explorer, top, false, what);
    message_say(host->message, false, "%s%s%s", what, *note ? ", " : "", note);
    return REPLY_DONE | REPLY_CLOSE;
}

/* The marked rows beside each other, A first: it is what the others are held against. */
static unsigned compare(struct host *host, const struct schemes *own)
{
    char words[PROMPT_SIZE] = "", knob[KNOB_NAME_SIZE];
    int n = 0;
    for (int mark = 'A'; mark < 'A' + SCHEME_MARKS; mark++)
        for (int i = 0; i < SCHEME_ROWS; i++) {
            const struct choice *choice = &own->rows[i].choice;
            if (own->rows[i].mark != mark)
                continue;
            knob_name(&host->explorer->document.scenario, choice->knob, knob, sizeof knob);
            text_append(words, sizeof words, "%s%s%s=%s", n++ ? LINEUP_BREAK : "", LINEUP_NOW, knob,
                        choice->value.text);
        }
    if (n < 2)
        message_say(host->message, true, "space marks another row to compare with; t takes this one");
    else
        host_open(host, VIEW_COMPARE, words);
    return REPLY_DONE;
}

static unsigned schemes_accept(struct host *host, struct picker *picker, int item)
{
    struct schemes *own = picker->own;
    struct scheme_row *row = &own->rows[item];
    if (row->folds > 0) {
        own->unfolded = !own->unfolded;
        picker_refold(picker);
        return REPLY_DONE;
    }
    return row->mark ? compare(host, own) : adopt(host, &row->choice);
}

/* The first letter that no row has; 0: all are given. */
static char free_mark(const struct schemes *own)
{
    for (int mark = 'A'; mark < 'A' + SCHEME_MARKS; mark++) {
        bool taken = false;
        for (int i = 0; i < SCHEME_ROWS; i++)
            taken |= own->rows[i].mark == mark;
        if (!taken)
            return (char)mark;
    }
    return 0;
}

static unsigned toggle_mark(struct host *host, struct schemes *own, struct scheme_row *row)
{
    char mark = row->mark ? 0 : free_mark(own);
    if (row->folds > 0 || *row->choice.fault)
        message_say(host->message, true, "what cannot run here has nothing to be compared by");
    else if (!row->mark && !mark)
        message_say(host->message, true, "A to %c are given: space on a marked row takes its letter back",
                    'A' + SCHEME_MARKS - 1);
    else
        row->mark = mark;
    return REPLY_DONE;
}

static unsigned schemes_act(struct host *host, struct picker *picker, int item, enum action action)
{
    struct schemes *own = picker->own;
    struct scheme_row *row = &own->rows[item];
    char seeds[96];
    if (action == ACTION_LIST_MARK)
        return toggle_mark(host, own, row);
    if (action == ACTION_LIST_SEEDS) {
        seeding_stop_or_more(&own->seeding, host->explorer, seeds, sizeof seeds);
        message_say(host->message, false, "%s", seeds);
        return REPLY_DONE;
    }
    return action == ACTION_LIST_ADOPT && row->folds == 0 ? adopt(host, &row->choice) : 0;
}

static const char *heading(const struct picker *picker)
{
    return ((const struct schemes *)picker->own)->title;
}

static const struct picker_kind schemes_kind = {
    .title = "Schemes by layer",
    .heading = heading,
    .empty = "No layer of this scenario has a choice.",
    .own_size = sizeof(struct schemes),
    .w = 140,
    .h = 32,
    .long_h = 50,
    .list_w = LIST_W,
    .follows = true,
    .columns = schemes_columns,
    .load = schemes_load,
    .unload = schemes_unload,
    .match = schemes_match,
    .folded = schemes_folded,
    .row = schemes_row,
    .preview = schemes_preview,
    .accept = schemes_accept,
    .act = schemes_act,
    .update = schemes_update,
};

static const struct hint schemes_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "take", 1},
    {ACTION_LIST_MARK, ACTION_NONE, "mark, Enter then compares", 2},
    {ACTION_LIST_SEEDS, ACTION_NONE, "seeds", 2},
    {ACTION_LIST_FILTER, ACTION_NONE, "filter", 3},
    {ACTION_MAP, ACTION_NONE, "map", 3},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

/* A row a scheme of a layer, or a fleet, with what the whole run comes to with it. */
static void schemes_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    static const enum metric metrics[] = {METRIC_CARBON,   METRIC_LATE,    METRIC_WORST_OF_SLO,
                                          METRIC_ACCURACY, METRIC_SLO_MET, METRIC_LIMITS_BROKEN};
    enum { METRICS = sizeof metrics / sizeof *metrics };
    const struct picker *picker = state;
    const struct schemes *own = picker->own;
    sheet_say(sheet, "reference", own->reference.name);
    sheet_say_number(sheet, "reference_carbon_g", own->reference.carbon_g);
    sheet_column(sheet, "group");
    sheet_column(sheet, "scheme");
    sheet_column(sheet, "in_force");
    for (size_t k = 0; k < METRICS; k++)
        sheet_metric_column(sheet, metrics[k], "");
    sheet_column(sheet, "cannot_run_because");
    sheet_column(sheet, "changes_nothing_because");
    sheet_column(sheet, "draws_lots");
    sheet_column(sheet, "seeds");
    sheet_column(sheet, "carbon_change_percent");
    sheet_column(sheet, "carbon_change_percent_ci95");
    sheet_column(sheet, "verdict");
    for (int i = 0; i < picker->n; i++) {
        const struct scheme_row *row = &own->rows[i];
        const struct answer *answer = row->folds > 0 ? NULL : scheme_answer(own, row);
        if (row->folds > 0)
            continue;
        sheet_text(sheet, row->choice.group);
        sheet_text(sheet, choice_title(&row->choice));
        sheet_flag(sheet, choice_is_in_force(host->explorer, &row->choice));
        for (size_t k = 0; k < METRICS; k++)
            sheet_number(sheet, answer ? answer_metric(answer, metrics[k], 0) : NAN);
        sheet_text(sheet, *row->choice.fault ? row->choice.fault : NULL);
        sheet_text(sheet, row->behind && row->idle ? layer_idle_reasons[row->choice.knob.layer] : NULL);
        const char *verdict = pairing_verdict_names[row->effect.verdict];
        sheet_flag(sheet, row->lots);
        sheet_number(sheet, (double)row->effect.n);
        sheet_number(sheet, row->effect.n > 0 ? row->effect.delta : NAN);
        sheet_number(sheet, row->effect.n > 0 ? row->effect.ci95 : NAN);
        sheet_text(sheet, *verdict ? verdict : NULL);
    }
}

const struct view_ops view_schemes = {
    .contexts = CONTEXT_LIST,
    PICKER_SLOTS(schemes_kind),
    .tell = schemes_tell,
    .hints = schemes_hints,
    .n_hints = sizeof schemes_hints / sizeof *schemes_hints,
};
