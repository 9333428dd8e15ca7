/* Which setting is best? The knobs that somebody can choose are tried over their ranges, each alone, then
 * each with each as far as there is room, and what is not tried is said; of the settings that keep every
 * limit, in each seed and on each day, the one that does best by the goal comes first, with what it costs,
 * how sure that is and the command that shows it. Where none keeps every limit, the limit that is broken
 * least, by how much and at which setting. A row's step sets all its knobs in one change. */
#include "tui/ask/advise.h"

#include "engine/answers/comparison.h"
#include "engine/answers/limits.h"
#include "engine/base/text.h"
#include "tui/explorer/choices.h"
#include "tui/words/difference.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the settings --- */

/* Day by day of each setting. */
static bool run_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct advise_plan *plan = context;
    if (!scenario_copy(scenario, &plan->scenario))
        return error_no_memory(error);
    scenario->start_s = plan->starts[i % plan->n_days];
    for (size_t k = 0; k < plan->n_choices; k++) {
        const struct knob_value *value = advise_value(plan, i / plan->n_days, k);
        if (value && !scenario_set_throughout(scenario, plan->choices[k].knob, value, error)) {
            scenario_free(scenario);
            return false;
        }
    }
    return true;
}

static void plan_free(void *context)
{
    struct advise_plan *plan = context;
    scenario_free(&plan->scenario);
    free(plan);
}

static bool advise_plan(struct ask *ask, struct question_plan *runs, struct error *error)
{
    struct advise_plan *plan = needed(calloc(1, sizeof *plan));
    if (!advise_read(ask->explorer, ask->argument, plan, error)) {
        free(plan);
        return false;
    }
    ((struct advise_state *)ask->state)->plan = plan;
    ask->seeds = plan->seeds;
    *runs = (struct question_plan){.n = plan->n * plan->n_days,
                                   .priority = JOB_ASKED,
                                   .scenario = run_scenario,
                                   .context = plan,
                                   .free_context = plan_free};
    return true;
}

/* --- in words --- */

enum { UNTRIED = 3 /* knobs that are not tried and have a name */ };

/* "CIT 0.80, HIGHPERF": the knobs that are not as they are now; "as it is". For a command line
 * "cit=0.8 policy.route=highperf". */
static const char *setting_name(const struct advise_plan *plan, size_t setting, bool assigned,
                                struct arena *arena)
{
    const char *name = "";
    char words[KNOB_NAME_SIZE], value[KNOB_TEXT_SIZE];
    for (size_t k = 0; k < plan->n_choices; k++) {
        const struct knob_value *to = advise_value(plan, setting, k);
        struct knob_ref knob = plan->choices[k].knob;
        if (to && assigned) {
            knob_name(&plan->scenario, knob, words, sizeof words);
            knob_format(knob, to, value, sizeof value);
            name = text(arena, "%s%s%s=%s", name, *name ? " " : "", words, value);
        } else if (to) {
            difference_value(&plan->scenario, knob, to, words, sizeof words);
            bool pooled = knob_is_scheme(knob) && knob.scope == SCOPE_POOL;
            name = text(arena, "%s%s%s%s%s", name, *name ? ", " : "",
                        pooled ? scenario_pool_name(&plan->scenario, knob.target) : "", pooled ? " " : "",
                        words);
        }
    }
    return *name || assigned ? name : "as it is";
}

static double told_value(const void *context, enum metric metric)
{
    return answer_metric(context, metric, 0);
}

/* Of the limits that it breaks the worst: "late 124, 24 more than the 100 asked". */
static const char *limit_of(const struct ask *ask, const struct advised *own, struct arena *arena)
{
    const struct advise_plan *plan = advise_plan_of(ask);
    const struct advise_fault *worst = &own->worst;
    struct limit told;
    char words[LIMIT_TEXT], value[METRIC_WORDS_SIZE], over[METRIC_WORDS_SIZE], at[METRIC_WORDS_SIZE];
    if (worst->answer && limits_told(told_value, worst->answer, &told))
        return text(arena, "%s", limit_text(&told, limit_whose_in(&told, &plan->scenario), true, words));
    if (worst->answer || !(worst->excess > 0))
        return "it cannot run in one of its seeds or days";
    const struct aim_limit *limit = &plan->limits[worst->own];
    return text(arena, "%s %s, %s %s than the %s asked", aim_name(plan, limit->of, arena),
                metric_words_value(limit->of.metric, worst->value, value),
                metric_words_value(limit->of.metric, fabs(worst->value - worst->limit), over),
                limit->least ? "less" : "more", metric_words_value(limit->of.metric, worst->limit, at));
}

/* "Not tried: some of them together, other fleets, clock chat, quantum and 3 more.", "". */
static const char *untried_words(const struct ask *ask, struct arena *arena)
{
    const struct advise_plan *plan = advise_plan_of(ask);
    const struct focus *focus = &ask->explorer->focus;
    const char *names = plan->n_apart > 0 ? "some of them together" : "";
    if (plan->scenario.n_fleets > 1)
        names = text(arena, "%s%sother fleets", names, *names ? ", " : "");
    char name[96];
    int n = 0;
    for (int i = 0; i < focus->n_knobs; i++) {
        struct knob_ref knob = focus->knobs[i];
        bool tried = knob_infos[knob.id].role != ROLE_CHOICE || explorer_is_controlled(ask->explorer, knob) ||
                     !knob_read_by(&plan->scenario, knob, NULL, 0);
        for (size_t k = 0; k < plan->n_choices; k++)
            tried = tried || knob_same(knob, plan->choices[k].knob);
        if (tried || ++n > UNTRIED)
            continue;
        difference_knob(&plan->scenario, knob, name, sizeof name);
        names = text(arena, "%s%s%s", names, *names ? ", " : "", name);
    }
    if (n > UNTRIED)
        names = text(arena, "%s and %d more", names, n - UNTRIED);
    return *names ? text(arena, "Not tried: %s.", names) : "";
}

/* "of 63 settings tried, in each of 5 seeds, on each of 3 days" */
static const char *tried_words(const struct ask *ask, struct arena *arena)
{
    const struct advise_plan *plan = advise_plan_of(ask);
    size_t seeds = seeding_whole(&ask->seeding);
    return text(arena, "of %zu settings tried, %s%s", plan->n,
                seeds > 1 ? text(arena, "in each of %zu seeds", seeds) : "with one draw of luck",
                plan->n_days > 1 ? text(arena, ", on each of %zu days", plan->n_days) : "");
}

/* "late 77 (+77)", "nothing that is measured gets worse" */
static const char *price_words(const struct ask *ask, const struct advise_ranking *ranking, size_t setting,
                               struct arena *arena)
{
    char value[METRIC_WORDS_SIZE], change[METRIC_WORDS_SIZE];
    struct aim price = ranking->column;
    if (!ranking->paid)
        return "and nothing that is measured gets worse";
    double now = advise_mean(ask, price, setting), then = advise_mean(ask, price, 0);
    return text(arena, "%s %s (%s)", aim_name(advise_plan_of(ask), price, arena),
                metric_words_value(price.metric, now, value),
                metric_words_change(price.metric, now, then, change));
}

static const char *sentence_of(const struct ask *ask, const struct advise_ranking *ranking,
                               struct arena *arena)
{
    const struct advise_plan *plan = advise_plan_of(ask);
    const struct advised *best = &ranking->found[0];
    char words[2 * METRIC_WORDS_SIZE], value[METRIC_WORDS_SIZE];
    const char *goal = aim_name(plan, ranking->goal, arena), *tried = tried_words(ask, arena);
    enum metric metric = ranking->goal.metric;
    if (seeding_whole(&ask->seeding) == 0)
        return text(arena, "Of %zu settings %zu are simulated.", plan->n,
                    seeding_done(&ask->seeding) / plan->n_days);
    if (ranking->kept == 0)
        return text(arena, "No setting keeps every limit, %s; nearest is %s: %s.", tried,
                    setting_name(plan, best->setting, false, arena), limit_of(ask, best, arena));
    if (best->setting == 0)
        return text(arena, "What is set now is best for %s with every limit kept, %s.", goal, tried);
    return text(arena, "Best for %s with every limit kept: %s; %s, %s, %s; %s.", goal,
                setting_name(plan, best->setting, false, arena),
                metric_words_value(metric, advise_mean(ask, ranking->goal, best->setting), value),
                metric_words_effect(metric, &best->effect, best->effect.then, true, words),
                price_words(ask, ranking, best->setting, arena), tried);
}

/* --- as an account --- */

static void tell_setting(const struct ask *ask, struct account *account, const struct advised *own,
                         const struct advise_ranking *ranking)
{
    struct arena *arena = &account->arena;
    const struct advise_plan *plan = advise_plan_of(ask);
    char words[2 * METRIC_WORDS_SIZE], key[ADVISE_NAME] = "";
    enum tone tone = !own->known ? TONE_QUIET : own->kept ? TONE_PLAIN : TONE_BAD;
    enum metric metric = ranking->goal.metric;
    double value = advise_mean(ask, ranking->goal, own->setting);
    bool differs = own->setting != 0 && own->effect.n > 0, broken = own->known && !own->kept;
    account_row(account, own->setting);
    account_place(account, 0, own->setting == 0 ? MARK_HERE : 0);
    account_put(account, account_words(account, tone, setting_name(plan, own->setting, false, arena)));
    account_put(account,
                account_number(account, TONE_PLAIN, value,
                               isnan(value) ? "..." : metric_words_value(metric, value, words), NULL));
    account_put(account,
                account_number(
                    account, TONE_PLAIN, differs ? 100 * own->effect.delta / own->effect.then : (double)NAN,
                    differs ? metric_words_effect(metric, &own->effect, own->effect.then, true, words) : "",
                    NULL));
    if (ranking->column.metric != METRIC_COUNT) {
        double cost = advise_mean(ask, ranking->column, own->setting);
        account_put(account,
                    account_number(account, TONE_PLAIN, cost,
                                   isnan(cost) ? "" : metric_words_value(ranking->column.metric, cost, words),
                                   NULL));
    }
    struct account_cell verdict = account_words(account, tone,
                                                !own->known ? NULL
                                                : own->kept ? "every limit kept"
                                                            : limit_of(ask, own, arena));
    verdict.brief = broken ? "breaks a limit" : NULL;
    account_put(account, verdict);
    if (broken && own->worst.answer)
        text_copy(key, sizeof key, limit_keys[(int)answer_metric(own->worst.answer, METRIC_LIMIT_KIND, 0)]);
    else if (broken && own->worst.excess > 0)
        metric_key(plan->limits[own->worst.own].of.metric, plan->limits[own->worst.own].of.part, key,
                   sizeof key);
    ACCOUNT_ADD(account, own->known ? account_flag(own->kept) : account_said(NULL),
                account_flag(own->setting == 0), account_said(setting_name(plan, own->setting, true, arena)),
                account_said(*key ? key : NULL), account_bare(*key ? own->worst.value : (double)NAN),
                account_bare(*key ? own->worst.limit : (double)NAN),
                account_bare(*key ? own->worst.excess : (double)NAN));
}

static void tell_settings(const struct ask *ask, struct account *account,
                          const struct advise_ranking *ranking)
{
    struct arena *arena = &account->arena;
    char goal_key[64], price_key[64];
    struct aim price = ranking->column;
    metric_key(ranking->goal.metric, ranking->goal.part, goal_key, sizeof goal_key);
    const char *goal = text(arena, "%s", goal_key);
    struct account_column columns[12] = {
        {.title = "setting", .key = "setting"},
        {.title = aim_name(advise_plan_of(ask), ranking->goal, arena), .key = goal, .number = true},
        {.title = "against now", .key = text(arena, "%s.change_pct", goal_key), .number = true}};
    size_t n = 3;
    if (price.metric != METRIC_COUNT) {
        metric_key(price.metric, price.part, price_key, sizeof price_key);
        columns[n++] = (struct account_column){.title = aim_name(advise_plan_of(ask), price, arena),
                                               .key = text(arena, "%s", price_key),
                                               .number = true,
                                               .rank = 1};
    }
    columns[n++] = (struct account_column){.title = "", .rank = 2};
    static const char *const keys[] = {"limits_kept",  "here",         "set",          "broken",
                                       "broken_value", "broken_limit", "broken_excess"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        columns[n++] = (struct account_column){.key = keys[k]};
    struct account_part *part = account_table(account, FOR_ALL, "Settings, the best first", columns, n);
    if (part && seeding_whole(&ask->seeding) > 1)
        part->note = text(arena, "means of %zu seeds", seeding_whole(&ask->seeding));
    bool same = false;
    for (size_t i = 0, last = 0; i < advise_plan_of(ask)->n; i++) {
        const struct advised *own = &ranking->found[i], *before = &ranking->found[last];
        /* One that comes to the same with more knobs turned says nothing. */
        bool folded = i > 0 && own->known && own->setting > 0 && own->goal == before->goal &&
                      own->price == before->price && own->turned > before->turned;
        same = same || folded;
        if (!own->known || folded)
            continue;
        tell_setting(ask, account, own, ranking);
        last = i;
    }
    if (same)
        account_say(account, TONE_QUIET, 2,
                    "What comes to the same as a setting with fewer knobs turned is left out.");
}

static void tell_goal(struct ask *ask, struct aim goal)
{
    const struct advise_plan *plan = advise_plan_of(ask);
    struct account *account = &ask->account;
    struct advise_ranking ranking = advise_rank(ask, goal, &account->arena);
    if (!ranking.found)
        return;
    if (!plan->has_goal)
        question_begin_metric(ask, goal.metric);
    account->is_no = ranking.kept == 0;
    account_say(account, ranking.kept > 0 ? TONE_STRONG : TONE_BAD, 0,
                sentence_of(ask, &ranking, &account->arena));
    account_say(account, TONE_QUIET, 0, untried_words(ask, &account->arena));
    struct scenario best;
    struct error unsaid = {0};
    const char *command = "";
    if (ask_is_over(ask) && ranking.found[0].setting > 0 &&
        run_scenario((void *)(uintptr_t)plan, ranking.found[0].setting * plan->n_days, &best, &unsaid)) {
        command = question_run(ask, &best, &account->arena);
        scenario_free(&best);
    }
    must_be(!error_is_no_memory(&unsaid));
    account_say(account, TONE_PLAIN, 1, command);
    tell_settings(ask, account, &ranking);
    account_fact(account, "settings_kept", account_bare((double)ranking.kept));
    account_fact(account, "set",
                 account_said(setting_name(plan, ranking.found[0].setting, true, &account->arena)));
    account_fact(account, "command", account_said(*command ? command : NULL));
}

/* What carbon is told by: the sum where every setting does the same work, else that of a request. */
static enum metric carbon_measure(const struct ask *ask)
{
    const struct answer *base = seeding_answer(&ask->seeding, 0, 0);
    enum work_likeness furthest = WORK_SAME;
    for (size_t i = 1; base && i < advise_plan_of(ask)->n * advise_plan_of(ask)->n_days; i++) {
        const struct answer *answer = seeding_answer(&ask->seeding, i, 0);
        struct work work = work_of(answer_summary(answer ? answer : base)),
                    then = work_of(answer_summary(base));
        enum work_likeness likeness = work_compare(&work, &then);
        furthest = likeness > furthest ? likeness : furthest;
    }
    return work_measure(furthest);
}

enum { GOALS = 5 };

/* The one that was asked for, or what somebody may want. */
static size_t goals_of(const struct ask *ask, struct aim goals[GOALS])
{
    const enum metric usual[GOALS] = {carbon_measure(ask), METRIC_LATE, METRIC_TEMP_MAX, METRIC_FAIR_SYSTEM,
                                      METRIC_ACCURACY};
    size_t n = 0;
    for (size_t k = 0; k < GOALS && !advise_plan_of(ask)->has_goal; k++)
        if (k == 0 || !isnan(question_value(ask, usual[k], 0)))
            goals[n++] = (struct aim){usual[k], 0};
    if (n == 0)
        goals[n++] = advise_plan_of(ask)->goal;
    return n;
}

/* What was asked, for machines; and for people what that leaves open. */
static void tell_question(struct ask *ask)
{
    const struct advise_plan *plan = advise_plan_of(ask);
    struct account *account = &ask->account;
    struct arena *arena = &account->arena;
    size_t seeds = seeding_whole(&ask->seeding), faults = 0;
    const char *fault = NULL;
    char words[KNOB_TEXT_SIZE];
    for (size_t i = 0; i < plan->n; i++) {
        const char *own = seeding_fault(&ask->seeding, i * plan->n_days, 0);
        faults += own != NULL;
        fault = own ? own : fault;
    }
    if (fault)
        account_say(account, TONE_QUIET, 1,
                    text(arena, "%zu of %zu settings cannot run; one of them: %s.", faults, plan->n, fault));
    account_say(
        account, TONE_QUIET, 1,
        text(
            arena,
            "Not known: what lies between the settings tried%s%s, and how far it hangs on what is modelled (wattif doubt).",
            seeds > 1 ? "" : ", other draws of luck (--seeds)",
            plan->n_days > 1 ? "" : ", other days of the trace (--days)"));
    account_fact(account, "seeds", account_bare((double)seeds));
    account_fact(account, "days", account_bare((double)plan->n_days));
    account_fact(account, "settings_that_cannot_run", account_bare((double)faults));
    account_fact(account, "settings_tried", account_bare((double)plan->n));
    account_keys(account, "limits", (const char *const[]){"metric", "relation", "limit"}, 3);
    for (size_t i = 0; i < plan->n_limits; i++) {
        metric_key(plan->limits[i].of.metric, plan->limits[i].of.part, words, sizeof words);
        ACCOUNT_ADD(account, account_said(text(arena, "%s", words)),
                    account_said(plan->limits[i].least ? ">=" : "<="), account_bare(plan->limits[i].value));
    }
    account_keys(account, "choices", (const char *const[]){"knob", "values"}, 2);
    for (size_t k = 0; k < plan->n_choices; k++) {
        const struct advise_choice *choice = &plan->choices[k];
        const char *values = "";
        for (size_t i = 0; i < choice->n; i++) {
            knob_format(choice->knob, &choice->values[i], words, sizeof words);
            values = text(arena, "%s%s%s", values, i > 0 ? "," : "", words);
        }
        knob_name(&plan->scenario, choice->knob, words, sizeof words);
        ACCOUNT_ADD(account, account_said(text(arena, "%s", words)), account_said(values));
    }
}

static void advise_tell(struct ask *ask)
{
    struct aim goals[GOALS];
    const struct advise_plan *plan = advise_plan_of(ask);
    struct account *account = &ask->account;
    size_t seeds = seeding_whole(&ask->seeding), n = goals_of(ask, goals);
    account->of = text(&account->arena, "%s", plan->scenario.name);
    account->over =
        text(&account->arena, "%zu settings of %zu knob%s%s%s", plan->n, plan->n_choices,
             plan->n_choices == 1 ? "" : "s",
             seeds == 0 ? "" : text(&account->arena, ", %zu seed%s", seeds, seeds == 1 ? "" : "s"),
             plan->n_days > 1 ? text(&account->arena, ", %zu days", plan->n_days) : "");
    account->asked = text(&account->arena, "%s", ask->argument);
    for (size_t k = 0; k < n; k++)
        tell_goal(ask, goals[k]);
    account_end_sections(account);
    tell_question(ask);
}

/* --- what is done --- */

/* All its knobs fly to their places in one change; what that comes to is row 1. */
static enum ask_entered advise_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    const struct advise_plan *plan = advise_plan_of(ask);
    struct knob_turn turns[ADVISE_KNOBS];
    struct arena arena = {0};
    int n = 0;
    for (size_t k = 0; k < plan->n_choices; k++) {
        const struct knob_value *value = advise_value(plan, step, k);
        if (value)
            turns[n++] = (struct knob_turn){plan->choices[k].knob, *value};
    }
    if (n == 0 || arena.lacked)
        text_print(said, ASK_SAID, "that is what is set now");
    else
        text_print(said, ASK_SAID, "set: %s; u takes it back", setting_name(plan, step, false, &arena));
    arena_free(&arena);
    return n == 0 || explorer_set_together(ask->explorer, turns, n, true, error) ? ASK_LEAVES : ASK_REFUSED;
}

/* Another question takes the place of this one; a line that is refused leaves it. */
static enum ask_entered advise_begin(struct ask *ask, const char *line, char said[ASK_SAID],
                                     struct error *error)
{
    struct ask other;
    (void)said;
    if (!question_open(&other, ask->question, ask->explorer, ask->store, false, line, error))
        return ASK_REFUSED;
    other.seeding.asked = true; /* somebody waits for what is found */
    other.filter = ask->filter;
    question_close(ask);
    *ask = other;
    return ASK_LEAVES;
}

static void advise_suggest(const struct ask *ask, char *out, size_t size)
{
    struct aim goals[GOALS];
    goals_of(ask, goals);
    if (*ask->argument)
        text_print(out, size, "%s", ask->argument);
    else
        advise_write(advise_plan_of(ask), goals[0], out, size);
}

/* The best that keeps every limit, once all seeds are there. */
static bool advise_found(const struct ask *ask, size_t *step)
{
    struct aim goals[GOALS];
    struct arena arena = {0};
    if (seeding_whole(&ask->seeding) < ask->seeding.wanted)
        return false;
    goals_of(ask, goals);
    struct advise_ranking ranking = advise_rank(ask, goals[0], &arena);
    bool found = ranking.found && ranking.kept > 0 && ranking.found[0].setting > 0;
    *step = found ? ranking.found[0].setting : ACCOUNT_NO_STEP;
    arena_free(&arena);
    return true;
}

const struct question_of question_advise = {.name = "advise",
                                            .best_first = true,
                                            .title = "Best setting",
                                            .enters = "set these",
                                            .turns = "goal and limits",
                                            .chooses = "goal",
                                            .line = "find",
                                            .seeded = true,
                                            .state_size = sizeof(struct advise_state),
                                            .plan = advise_plan,
                                            .suggest = advise_suggest,
                                            .begin = advise_begin,
                                            .found = advise_found,
                                            .tell = advise_tell,
                                            .enter = advise_enter};
