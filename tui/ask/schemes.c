/* Schemes: for each layer that has a choice its schemes, pool by pool, and the fleets, each with what the
 * whole run comes to with it in force throughout, held against what the dashboard shows beside the run. Each
 * is tried on a copy of the scenario first: why not is an answer too. Once all are there the least carbon
 * comes first, and more seeds say which differences are larger than luck. Those that change nothing here,
 * and those that the engine would refuse, lie behind one row at the end of their pool, which counts them and
 * tells why. Rows that are marked are compared. */
#include "tui/ask/ask.h"

#include "engine/answers/comparison.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/explore/pairing.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/lineup.h"
#include "tui/words/contrast.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MARKS = 4, ROWS = CHOICES_MAX, ORDER = ROWS + POOLS_MAX + 1, FOLD = ROWS };

struct schemes_row {
    struct choice choice;
    size_t run;            /* of those asked for; 0: none, for it cannot run */
    bool lots;             /* it draws lots, or what it is held against does */
    bool idle;             /* the run with it is the run as it is */
    bool behind;           /* the row that counts what is of no use */
    struct pairing effect; /* on carbon over the seeds, against the reference's runs; n 0: not known */
    char mark;             /* 'A' to 'D', or 0 */
};

struct schemes_state {
    struct schemes_row rows[ROWS];
    size_t n;
    size_t order[ORDER], n_order; /* of the rows, as they are told; FOLD + pool: what counts those after it */
    bool unfolded;
    size_t seeds; /* that are whole */
    struct {      /* what carbon is held against, the first run that is asked for */
        const char *name;
        double carbon_g, request_g; /* NAN: not known yet */
        struct work work;
    } reference;
    enum work_likeness work; /* of the run that is furthest from the reference's */
};

/* --- asking --- */

/* Would the run with the choice draw lots? */
static bool would_draw(const struct scenario *scenario, const struct choice *choice)
{
    struct scenario with;
    struct error error = {0};
    must_be(scenario_copy(&with, scenario));
    bool lots =
        !scenario_set_throughout(&with, choice->knob, &choice->value, &error) || scenario_draws_lots(&with);
    must_not_lack(&error);
    scenario_free(&with);
    return lots;
}

static bool schemes_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    struct schemes_state *own = ask->state;
    const struct scenario *scenario = &ask->explorer->document.scenario,
                          *against = ask->against ? &ask->against->model->scenario : scenario;
    struct choice *choices = needed(calloc(ROWS, sizeof *choices));
    struct alternative *asked = needed(calloc(ROWS + 1, sizeof *asked));
    (void)error;
    own->n = explorer_list_choices(ask->explorer, choices);
    size_t n = 1;
    asked[0] = (struct alternative){.scenario = against, .as_it_is = true};
    for (size_t i = 0; i < own->n; i++) {
        struct schemes_row *row = &own->rows[i];
        row->choice = choices[i];
        if (knob_same(row->choice.knob, scenario_pool_subject(scenario, 0)) &&
            choice_is_in_force(ask->explorer, &row->choice))
            ask->chosen = i;
        if (*row->choice.fault)
            continue;
        row->run = n;
        row->lots = scenario_draws_lots(against) || would_draw(scenario, &row->choice);
        asked[n++] =
            (struct alternative){.scenario = scenario, .knob = row->choice.knob, .value = row->choice.value};
    }
    alternatives_plan(asked, n, JOB_ASKED, plan);
    free(choices);
    free(asked);
    return true;
}

/* --- what has come --- */

static const struct answer *answer_of(const struct ask *ask, const struct schemes_row *row, size_t seed)
{
    return row->run ? seeding_answer(&ask->seeding, row->run, seed) : NULL;
}

static double carbon_of(const struct ask *ask, const struct schemes_row *row)
{
    const struct answer *answer = answer_of(ask, row, 0);
    enum metric metric = work_measure(((const struct schemes_state *)ask->state)->work);
    return answer ? answer_metric(answer, metric, 0) : (double)NAN;
}

/* Carbon of a run with a seed less the reference's, per cent of that; NAN: not known. */
static double difference(const struct ask *ask, const struct schemes_row *row, size_t seed)
{
    const struct answer *now = answer_of(ask, row, seed), *then = seeding_answer(&ask->seeding, 0, seed);
    enum metric metric = work_measure(((const struct schemes_state *)ask->state)->work);
    return now && then ? (answer_metric(now, metric, 0) / answer_metric(then, metric, 0) - 1) * 100
                       : (double)NAN;
}

static void refer(const struct ask *ask, struct schemes_state *own)
{
    const struct answer *then = seeding_answer(&ask->seeding, 0, 0);
    own->reference.name = ask->against ? explorer_reference_word(ask->explorer) : "now";
    own->reference.carbon_g = then ? answer_metric(then, METRIC_CARBON, 0) : (double)NAN;
    own->reference.request_g = then ? answer_metric(then, METRIC_CARBON_PER_REQUEST, 0) : (double)NAN;
    own->reference.work = then ? work_of(answer_summary(then)) : (struct work){0};
    own->work = WORK_SAME;
    for (size_t i = 0; then && i < own->n; i++) {
        const struct answer *answer = answer_of(ask, &own->rows[i], 0);
        struct work work = answer ? work_of(answer_summary(answer)) : own->reference.work;
        enum work_likeness likeness = work_compare(&work, &own->reference.work);
        own->work = likeness > own->work ? likeness : own->work;
    }
}

static bool same_layer(const struct choice *a, const struct choice *b)
{
    return a->policy != POLICY_COUNT && b->policy != POLICY_COUNT && a->pool == b->pool &&
           a->knob.layer == b->knob.layer;
}

/* What comes to the run as it is is of no use, but for what is in force where its layer has any other. */
static bool is_useless(const struct ask *ask, const struct schemes_state *own, const struct schemes_row *row)
{
    bool other = row->choice.policy == POLICY_COUNT;
    if (*row->choice.fault)
        return true;
    for (size_t k = 0; k < own->n; k++)
        other |= same_layer(&row->choice, &own->rows[k].choice) && answer_of(ask, &own->rows[k], 0) &&
                 !own->rows[k].idle;
    return row->idle && !(other && choice_is_in_force(ask->explorer, &row->choice));
}

/* Pool by pool, the fleets last: what makes a difference, each layer's least carbon first once all are there,
 * the row that counts the rest, what changes nothing, what cannot run. A single one needs nothing to stand
 * for it. */
static void put_in_order(const struct ask *ask, struct schemes_state *own)
{
    bool sorted = ask_is_over(ask);
    own->n_order = 0;
    for (size_t i = 0; i < own->n; i++)
        own->rows[i].idle = sorted && explorer_is_same_run(ask->explorer, answer_of(ask, &own->rows[i], 0));
    for (size_t i = 0; i < own->n; i++)
        own->rows[i].behind = is_useless(ask, own, &own->rows[i]);
    for (int pool = 0; pool <= scenario_n_pools(&ask->explorer->document.scenario); pool++) {
        size_t folded = 0, first = own->n_order;
        for (size_t i = 0; i < own->n; i++) {
            struct schemes_row *row = &own->rows[i];
            if (row->choice.pool != pool || row->behind) {
                folded += row->choice.pool == pool;
                continue;
            }
            size_t to = own->n_order++;
            for (; sorted && to > first; to--) {
                const struct schemes_row *above = &own->rows[own->order[to - 1]];
                if (strcmp(above->choice.group, row->choice.group) != 0 ||
                    !(carbon_of(ask, row) < carbon_of(ask, above)))
                    break;
                own->order[to] = own->order[to - 1];
            }
            own->order[to] = i;
        }
        if (folded > 1)
            own->order[own->n_order++] = FOLD + (size_t)pool;
        for (int fault = 0; fault < 2; fault++)
            for (size_t i = 0; i < own->n; i++) {
                struct schemes_row *row = &own->rows[i];
                if (row->choice.pool != pool || !row->behind || (*row->choice.fault != 0) != (fault == 1))
                    continue;
                own->order[own->n_order++] = i;
            }
        for (size_t i = 0; i < own->n; i++)
            if (own->rows[i].choice.pool == pool)
                own->rows[i].behind &= folded > 1;
    }
}

/* Which differences are larger than the luck of the seeds, judged together. */
static void weigh(const struct ask *ask, struct schemes_state *own)
{
    const struct result *now = ask->explorer->results.current, *then = ask->against ? ask->against : now;
    struct pairing *shown[ROWS];
    double zero[SEEDING_MAX] = {0}, differences[SEEDING_MAX];
    size_t n = 0;
    bool paired = !pairing_why_not(&then->model->scenario, carbon_meaning_of(&then->model->trace),
                                   &now->model->scenario, carbon_meaning_of(&now->model->trace));
    own->seeds = seeding_whole(&ask->seeding);
    for (size_t i = 0; i < own->n; i++) {
        struct schemes_row *row = &own->rows[i];
        row->effect = (struct pairing){0};
        if (!answer_of(ask, row, 0) || row->behind || own->seeds < 2 || !paired)
            continue;
        for (size_t seed = 0; seed < own->seeds; seed++)
            differences[seed] = difference(ask, row, seed);
        row->effect = pairing_of(zero, differences, own->seeds);
        shown[n++] = &row->effect;
    }
    pairing_judge(shown, n);
}

/* --- the table --- */

/* "9 change nothing here, 5 cannot run": of the fold at `at` in the order; n: of how many rows. */
static const char *say_fold(const struct schemes_state *own, size_t at, size_t *n, struct arena *arena)
{
    size_t idle = 0, end = at + 1;
    for (; end < own->n_order && own->order[end] < FOLD && own->rows[own->order[end]].behind; end++)
        idle += own->rows[own->order[end]].idle;
    *n = end - at - 1;
    const char *some = idle > 0 ? text(arena, "%zu change%s nothing here", idle, idle == 1 ? "s" : "") : "";
    return *n > idle
               ? text(arena, "%s%s%zu cannot run%s", some, *some ? ", " : "", *n - idle, *some ? "" : " here")
               : some;
}

/* Good or bad, and quiet as long as it may be luck. */
static enum tone tone_of(const struct schemes_row *row, double change)
{
    bool luck = row->effect.n > 1 ? row->effect.verdict != PAIRING_LARGER : row->lots;
    return luck || fabs(change) < 0.005 ? TONE_QUIET : change < 0 ? TONE_GOOD : TONE_BAD;
}

static void put_metric(struct account *account, const struct answer *answer, enum metric metric, bool misses)
{
    double value = answer ? answer_metric(answer, metric, 0) : (double)NAN;
    char shown[FORMAT_SIZE] = "";
    if (!isnan(value) && metric == METRIC_WORST_OF_SLO)
        format_share(shown, 100 * value);
    else if (!isnan(value))
        tradeoff_value(shown, metric, value);
    account_put(account, account_number(account, misses ? TONE_BAD : TONE_PLAIN, value,
                                        text(&account->arena, "%s%s", misses ? "○ " : "", shown), NULL));
}

static void put_change(struct ask *ask, const struct schemes_row *row)
{
    const struct schemes_state *own = ask->state;
    double then = own->work == WORK_SAME ? own->reference.carbon_g : own->reference.request_g;
    double change = (carbon_of(ask, row) / then - 1) * 100, dots[SEEDING_MAX];
    struct account *account = &ask->account;
    enum tone tone = tone_of(row, change);
    const char *shown = isnan(change) ? "" : "=";
    if (fabs(change) >= 0.005)
        shown = text(&account->arena, "%s%s %%", change < 0 ? "−" : "+",
                     format_magnitude(FORMAT_ROOM, fabs(change)));
    for (size_t seed = 0; seed < row->effect.n; seed++)
        dots[seed] = difference(ask, row, seed);
    struct account_bar bar = {.length = change,
                              .half_width = row->effect.n > 1 ? row->effect.ci95 : (double)NAN,
                              .dots = dots,
                              .n_dots = row->effect.verdict == PAIRING_IDENTICAL ? 0 : row->effect.n,
                              .shown = shown,
                              .tone = tone};
    account_put(account, account_number(account, tone, change, shown, NULL));
    account_put(account, isnan(change) ? account_words(account, tone, "")
                                       : account_bars(account, &bar, fabs(change) >= 0.005));
}

static void tell_row(struct ask *ask, size_t i)
{
    const struct schemes_row *row = &((const struct schemes_state *)ask->state)->rows[i];
    const struct answer *answer = answer_of(ask, row, 0);
    struct account *account = &ask->account;
    bool fault = *row->choice.fault, now = choice_is_in_force(ask->explorer, &row->choice);
    double carbon_g = answer ? answer_metric(answer, METRIC_CARBON, 0) : (double)NAN;
    account_row(account, i);
    account_put(account, account_words(account, TONE_QUIET, row->choice.group));
    account_put(account, account_words(account,
                                       now     ? TONE_STRONG
                                       : fault ? TONE_QUIET
                                               : TONE_PLAIN,
                                       choice_title(&row->choice)));
    account_put(account, account_words(account, TONE_STRONG,
                                       row->mark ? (char[]){row->mark, 0}
                                       : now     ? "●"
                                                 : ""));
    account_put(account, account_number(account, answer ? TONE_STRONG : TONE_QUIET, carbon_g,
                                        answer  ? format_grams(FORMAT_ROOM, carbon_g)
                                        : fault ? "not here"
                                                : "···",
                                        NULL));
    put_change(ask, row);
    put_metric(account, answer, METRIC_LATE, false);
    put_metric(account, answer, METRIC_WORST_OF_SLO,
               answer && answer_metric(answer, METRIC_LIMITS_BROKEN, 0) > 0);
    put_metric(account, answer, METRIC_ACCURACY, false);
    put_metric(account, answer, METRIC_FAIR_SYSTEM, false);
}

/* Do the runs have it, and does it tell them apart? */
static bool is_told(const struct ask *ask, enum metric metric)
{
    const struct schemes_state *own = ask->state;
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < own->n; i++) {
        const struct answer *answer = answer_of(ask, &own->rows[i], 0);
        least = answer ? fmin(least, answer_metric(answer, metric, 0)) : least;
        most = answer ? fmax(most, answer_metric(answer, metric, 0)) : most;
    }
    return most > least;
}

/* --- what is told of the chosen row --- */

static const struct fleet *fleet_of(const struct scenario *scenario, const struct choice *choice)
{
    bool scheme = choice->policy != POLICY_COUNT;
    enum policy_id now =
        scheme ? policy_find((enum layer)choice->knob.layer, knob_get(scenario, choice->knob).text)
               : POLICY_COUNT;
    const char *left = scheme ? policy_fleet(now) : "";
    const char *name = scheme ? policy_fleet(choice->policy) : choice->value.text;
    int f = *name ? scenario_find_fleet(scenario, name) : *left ? scenario->default_fleet : scenario->fleet;
    return f < 0 ? NULL : &scenario->fleets[f];
}

/* "runs on its pool's GPUs in fleet hetero: 5 × P4, 1 × A100-40GB". */
static void tell_fleet(const struct fleet *fleet, const struct choice *choice, struct account *account)
{
    int pool = choice->knob.scope == SCOPE_POOL ? choice->knob.target : -1;
    const char *told = text(&account->arena,
                            "runs on %s%s:", pool < 0 ? "fleet " : "its pool's GPUs in fleet ", fleet->name);
    const char *before = "";
    for (int g = 0; g < fleet->n_gpus; g++) {
        int n = 0, earlier = 0;
        for (int h = 0; h < fleet->n_gpus; h++) {
            bool same = strcmp(fleet->gpus[h].type, fleet->gpus[g].type) == 0 &&
                        (pool < 0 || fleet->gpus[h].pool == pool);
            n += same;
            earlier += same && h < g;
        }
        if (earlier || n == 0 || (pool >= 0 && fleet->gpus[g].pool != pool))
            continue;
        told = text(&account->arena, "%s%s %d × %s", told, before, n, fleet->gpus[g].type);
        before = ",";
    }
    account_about(account, TONE_PLAIN, told);
}

/* From when on it would act, in words. */
static const char *say_when(const struct explorer *explorer, const struct choice *choice,
                            const struct fleet *fleet, struct arena *arena)
{
    char clock[FORMAT_SIZE];
    int64_t t_ns = explorer->time.cursor_ns;
    bool start = explorer_acts_from_start(explorer, choice->knob, &choice->value);
    bool moves = fleet && fleet != &explorer->document.scenario.fleets[explorer->document.scenario.fleet];
    format_clock(clock, explorer->document.scenario.start_s + t_ns / NS_PER_S,
                 explorer_offset_s(explorer, t_ns), true);
    if (start && moves)
        return "Acts from the start of the run: it runs on another fleet.";
    if (start)
        return explorer->document.from_start ? "Acts from the start of the run (f: from now on)."
                                             : "Acts from the start of the run: it cannot change on the way.";
    return text(arena, "Acts from %s on (f: from the start); requests that run finish, queues stay.", clock);
}

/* What is known of a row; late requests are told where there is an SLO to be late for. */
static struct tradeoff_point point_of(const struct schemes_row *row, const struct answer *answer)
{
    struct tradeoff_point point = {
        .name = choice_title(&row->choice), .carbon_g = (double)NAN, .value = (double)NAN};
    if (!answer)
        return point;
    point.has_slo = !isnan(answer_metric(answer, METRIC_WORST_OF_SLO, 0));
    point.carbon_g = answer_metric(answer, METRIC_CARBON, 0);
    point.request_g = answer_metric(answer, METRIC_CARBON_PER_REQUEST, 0);
    point.work = work_of(answer_summary(answer));
    point.value = point.has_slo ? answer_metric(answer, METRIC_LATE, 0) : (double)NAN;
    point.misses = answer_metric(answer, METRIC_LIMITS_BROKEN, 0) > 0;
    return point;
}

/* "CARBONDIS emits 226.6 g, 11.2 % less than HIGHPERF; late 0; every limit kept"; "5 seeds: −30.1 % ± 0.4 %,
 * larger than the noise". */
static void tell_run(struct ask *ask, const struct schemes_row *row)
{
    const struct schemes_state *own = ask->state;
    struct account *account = &ask->account;
    struct tradeoff_point point = point_of(row, answer_of(ask, row, 0));
    struct tradeoff_point than = {
        .name = text(&account->arena, "%s%s", own->reference.name, row->lots ? " in this draw" : ""),
        .carbon_g = own->reference.carbon_g,
        .value = (double)NAN,
        .request_g = own->reference.request_g,
        .work = own->reference.work};
    char said[400];
    const char *fault = row->run ? seeding_fault(&ask->seeding, row->run, 0) : NULL;
    tradeoff_describe(&point, &than, METRIC_LATE, said, sizeof said);
    account_about(account, TONE_STRONG, fault ? fault : said);
    if (row->effect.n > 1 && row->effect.verdict == PAIRING_IDENTICAL)
        account_about(account, TONE_PLAIN,
                      text(&account->arena, "%zu seeds: the same in each", row->effect.n));
    else if (row->effect.n > 1)
        account_about(account, TONE_PLAIN,
                      text(&account->arena, "%zu seeds: %s %% ± %.2f %%, %s", row->effect.n,
                           format_signed(FORMAT_ROOM, row->effect.delta, 2), row->effect.ci95,
                           contrast_verdict_word(row->effect.verdict)));
}

/* The marked rows against the first of them. */
static void tell_marks(struct ask *ask)
{
    struct schemes_state *own = ask->state;
    struct tradeoff_point first = {0};
    char said[300];
    for (int mark = 'A'; mark < 'A' + MARKS; mark++)
        for (size_t i = 0; i < own->n; i++) {
            if (own->rows[i].mark != mark)
                continue;
            struct tradeoff_point point = point_of(&own->rows[i], answer_of(ask, &own->rows[i], 0));
            tradeoff_describe(&point, first.name ? &first : NULL, METRIC_LATE, said, sizeof said);
            account_about(&ask->account, TONE_STRONG, text(&ask->account.arena, "%c  %s", mark, said));
            first = first.name ? first : point;
        }
}

static void tell_about(struct ask *ask, const struct schemes_row *row)
{
    const struct choice *choice = &row->choice;
    struct account *account = &ask->account;
    bool scheme = choice->policy != POLICY_COUNT;
    const char *paper = scheme ? policy_infos[choice->policy].paper : NULL;
    const struct fleet *fleet = fleet_of(&ask->explorer->document.scenario, choice);
    account_about(
        account, TONE_STRONG,
        text(&account->arena, "%s%s%s", choice_title(choice), paper ? ": " : "", paper ? paper : ""));
    if (*choice->fault)
        account_about(account, TONE_PLAIN, text(&account->arena, "Not here: %s", choice->fault));
    else
        tell_run(ask, row);
    account_about(account, TONE_PLAIN,
                  scheme ? policy_infos[choice->policy].help : knob_infos[choice->knob.id].help);
    if (fleet)
        tell_fleet(fleet, choice, account);
    if (choice_is_in_force(ask->explorer, choice))
        account_about(account, TONE_STRONG, "In force at the cursor.");
    else if (!*choice->fault)
        account_about(account, TONE_PLAIN, say_when(ask->explorer, choice, fleet, &account->arena));
    tell_marks(ask);
}

/* Why it is of no use, whatever it is called. */
static const char *say_reason(const struct schemes_row *row, struct arena *arena)
{
    const char *name = row->choice.value.text, *from = row->choice.fault, *said = "";
    if (!*from)
        return text(arena, "changes nothing here: %s", layer_idle_reasons[row->choice.knob.layer]);
    for (const char *at; *name && (at = strstr(from, name)); from = at + strlen(name))
        said = text(arena, "%s%.*s", said, (int)(at - from), from);
    return text(arena, "%s%s", said, from);
}

/* The schemes that cannot be had, by the reason, which is told of the first of them. */
static void tell_folded(struct ask *ask, const size_t *order, size_t n)
{
    const struct schemes_state *own = ask->state;
    struct account *account = &ask->account;
    const char *reasons[ROWS];
    for (size_t i = 0; i < n; i++)
        reasons[i] = say_reason(&own->rows[order[i]], &account->arena);
    for (size_t i = 0; i < n; i++) {
        const struct choice *choice = &own->rows[order[i]].choice;
        const char *names = choice_title(choice);
        bool before = false;
        for (size_t k = 0; k < i; k++)
            before |= strcmp(reasons[k], reasons[i]) == 0;
        for (size_t k = i + 1; k < n && !before; k++)
            if (strcmp(reasons[k], reasons[i]) == 0)
                names = text(&account->arena, "%s, %s", names, choice_title(&own->rows[order[k]].choice));
        if (before)
            continue;
        account_about(account, TONE_STRONG, names);
        account_about(account, TONE_QUIET, *choice->fault ? choice->fault : reasons[i]);
    }
}

/* --- telling --- */

static void tell_rows(struct ask *ask)
{
    struct schemes_state *own = ask->state;
    const char *against =
        own->work == WORK_SAME ? text(&ask->account.arena, "vs %s", own->reference.name) : "a request";
    bool has_slo = is_told(ask, METRIC_WORST_OF_SLO);
    const struct account_column columns[] = {
        {.title = "", .once = true},
        {.title = ""},
        {.title = ""},
        {.title = "carbon", .number = true},
        {.title = own->work == WORK_SAME ? "change" : against, .number = true},
        {.title = against, .rank = 5},
        {.title = has_slo ? "late" : NULL, .number = true, .rank = 2},
        {.title = has_slo ? "slowest" : NULL, .number = true, .rank = 1},
        {.title = is_told(ask, METRIC_ACCURACY) ? "accur." : NULL, .number = true, .rank = 4},
        {.title = !has_slo && is_told(ask, METRIC_FAIR_SYSTEM) ? "F_S" : NULL, .number = true, .rank = 3}};
    account_table(&ask->account, FOR_PEOPLE, NULL, columns, sizeof columns / sizeof *columns);
    for (size_t at = 0; at < own->n_order; at++) {
        size_t i = own->order[at], n = 0;
        if (i >= FOLD) {
            const char *said = say_fold(own, at, &n, &ask->account.arena);
            account_fold(&ask->account, i, own->unfolded, said);
            account_about(&ask->account, TONE_STRONG, said);
            tell_folded(ask, own->order + at + 1, n);
        } else if (!own->rows[i].behind || own->unfolded || *ask->filter) {
            tell_row(ask, i);
            tell_about(ask, &own->rows[i]);
        }
    }
}

/* A row a scheme of a layer, or a fleet, with what the whole run comes to with it. */
static void tell_machines(struct ask *ask)
{
    static const enum metric metrics[] = {METRIC_CARBON,   METRIC_LATE,    METRIC_WORST_OF_SLO,
                                          METRIC_ACCURACY, METRIC_SLO_MET, METRIC_LIMITS_BROKEN};
    static const char *const keys[] = {
        "cannot_run_because",    "changes_nothing_because",    "draws_lots", "seeds",
        "carbon_change_percent", "carbon_change_percent_ci95", "verdict"};
    enum { HEADS = 3, METRICS = sizeof metrics / sizeof *metrics, KEYS = sizeof keys / sizeof *keys };
    const struct schemes_state *own = ask->state;
    struct account *account = &ask->account;
    struct account_column columns[HEADS + METRICS + KEYS] = {
        {.key = "group"}, {.key = "scheme"}, {.key = "in_force"}};
    char key[96];
    for (size_t k = 0; k < METRICS; k++) {
        metric_key(metrics[k], 0, key, sizeof key);
        columns[HEADS + k].key = text(&account->arena, "%s", key);
    }
    for (size_t k = 0; k < KEYS; k++)
        columns[HEADS + METRICS + k].key = keys[k];
    account_fact(account, "reference", account_words(account, TONE_PLAIN, own->reference.name));
    account_fact(account, "reference_carbon_g", account_bare(own->reference.carbon_g));
    account_table(account, FOR_MACHINES, NULL, columns, HEADS + METRICS + KEYS);
    for (size_t at = 0; at < own->n_order; at++) {
        if (own->order[at] >= FOLD)
            continue;
        const struct schemes_row *row = &own->rows[own->order[at]];
        const struct answer *answer = answer_of(ask, row, 0);
        bool judged = row->effect.n > 0;
        const char *verdict = pairing_verdict_names[row->effect.verdict];
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account, account_words(account, TONE_PLAIN, row->choice.group));
        account_put(account, account_words(account, TONE_PLAIN, choice_title(&row->choice)));
        account_put(account, account_flag(choice_is_in_force(ask->explorer, &row->choice)));
        for (size_t k = 0; k < METRICS; k++)
            account_put(account, account_bare(answer ? answer_metric(answer, metrics[k], 0) : (double)NAN));
        account_put(account,
                    account_words(account, TONE_PLAIN, *row->choice.fault ? row->choice.fault : NULL));
        account_put(
            account,
            account_words(account, TONE_PLAIN,
                          row->behind && row->idle ? layer_idle_reasons[row->choice.knob.layer] : NULL));
        account_put(account, account_flag(row->lots));
        account_put(account, account_bare((double)row->effect.n));
        account_put(account, account_bare(judged ? row->effect.delta : (double)NAN));
        account_put(account, account_bare(judged ? row->effect.ci95 : (double)NAN));
        account_put(account, account_words(account, TONE_PLAIN, *verdict ? verdict : NULL));
    }
}

static void schemes_tell(struct ask *ask)
{
    struct schemes_state *own = ask->state;
    struct account *account = &ask->account;
    const struct scenario *scenario = &ask->explorer->document.scenario;
    refer(ask, own);
    put_in_order(ask, own);
    weigh(ask, own);
    account->of = text(&account->arena, "%s", scenario->name);
    account->over =
        text(&account->arena, "whole runs%s", scenario_draws_lots(scenario) ? " in this draw" : "");
    if (own->seeds > 1)
        account->over = text(&account->arena, "%s, judged by %zu seeds", account->over, own->seeds);
    if (own->n == 0)
        account_say(account, TONE_PLAIN, 0, "No layer of this scenario has a choice.");
    tell_rows(ask);
    tell_machines(ask);
}

/* --- taking and marking --- */

static enum ask_entered adopt(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    struct explorer *explorer = ask->explorer;
    const struct schemes_row *rows = ((const struct schemes_state *)ask->state)->rows;
    char note[160], what[96];
    if (step >= FOLD)
        return ASK_STAYS;
    const struct choice *choice = &rows[step].choice;
    if (choice_is_in_force(explorer, choice)) {
        text_print(said, ASK_SAID, "%s is in force already", choice_title(choice));
        return ASK_LEAVES;
    }
    if (*choice->fault) {
        error_set(error, ERROR_INPUT, choice_title(choice), "%s", choice->fault);
        return ASK_REFUSED;
    }
    if (!explorer_set(explorer, choice->knob, &choice->value, note, error))
        return ASK_REFUSED;
    const struct change *top = history_top(&explorer->document.history);
    /* turned back: the switch at the cursor is gone */
    text_print(what, sizeof what, "%s goes on", choice_title(choice));
    if (top && top->kind == CHANGE_TURN && explorer_same_knob(top->knob, choice->knob))
        explorer_describe(explorer, top, false, what);
    text_print(said, ASK_SAID, "%s%s%s", what, *note ? ", " : "", note);
    return ASK_LEAVES;
}

/* The marked rows beside each other, A first: it is what the others are held against. */
static enum ask_entered compare(struct ask *ask, struct error *error)
{
    const struct schemes_state *own = ask->state;
    char knob[KNOB_NAME_SIZE];
    int n = 0;
    ask->argument[0] = 0;
    for (int mark = 'A'; mark < 'A' + MARKS; mark++)
        for (size_t i = 0; i < own->n; i++) {
            const struct choice *choice = &own->rows[i].choice;
            if (own->rows[i].mark != mark)
                continue;
            knob_name(&ask->explorer->document.scenario, choice->knob, knob, sizeof knob);
            text_append(ask->argument, sizeof ask->argument, "%s%s%s=%s", n++ ? LINEUP_BREAK : "", LINEUP_NOW,
                        knob, choice->value.text);
        }
    ask->opens = VIEW_COMPARE;
    if (n < 2)
        error_set(error, ERROR_INPUT, "",
                  "space marks another row to compare with; space, then Enter takes this one");
    return n < 2 ? ASK_REFUSED : ASK_OPENS;
}

static enum ask_entered schemes_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    struct schemes_state *own = ask->state;
    own->unfolded ^= step >= FOLD;
    return step < FOLD && own->rows[step].mark ? compare(ask, error) : adopt(ask, step, said, error);
}

static enum ask_entered toggle_mark(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    struct schemes_state *own = ask->state;
    char mark = 'A';
    (void)said;
    for (size_t i = 0; i < own->n; i++) /* the first letter that no row has */
        if (own->rows[i].mark == mark) {
            mark++;
            i = SIZE_MAX;
        }
    if (step >= FOLD || *own->rows[step].choice.fault)
        error_set(error, ERROR_INPUT, "", "what cannot run here has nothing to be compared by");
    else if (own->rows[step].mark)
        own->rows[step].mark = 0;
    else if (mark == 'A' + MARKS)
        error_set(error, ERROR_INPUT, "", "A to %c are given: space on a marked row takes its letter back",
                  mark - 1);
    else
        own->rows[step].mark = mark;
    return *error->message ? ASK_REFUSED : ASK_STAYS;
}

static enum ask_entered schemes_act(struct ask *ask, enum action_id action, size_t step, char said[ASK_SAID],
                                    struct error *error)
{
    return (action == ACTION_LIST_MARK ? toggle_mark : adopt)(ask, step, said, error);
}

static const struct ask_act schemes_acts[] = {{ACTION_LIST_MARK, "mark, Enter then compares", schemes_act},
                                              {ACTION_LIST_ADOPT, NULL, schemes_act}};

const struct question_of question_schemes = {.name = "schemes",
                                             .title = "Schemes",
                                             .enters = "take",
                                             .acts = schemes_acts,
                                             .n_acts = sizeof schemes_acts / sizeof *schemes_acts,
                                             .held = true,
                                             .filtered = true,
                                             .seed_requests = 4e7,
                                             .state_size = sizeof(struct schemes_state),
                                             .plan = schemes_plan,
                                             .tell = schemes_tell,
                                             .enter = schemes_enter};
