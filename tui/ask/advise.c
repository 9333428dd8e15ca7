/* Which setting is best? The knobs that somebody can choose are tried over their ranges, each with each; of
 * the settings that keep every limit in each seed the one with the least carbon comes first (or the least of
 * another metric), with what it costs and how sure that is. Where none keeps every limit, the nearest and the
 * limit that stands in its way. A row's step sets all its knobs in one change. */
#include "engine/answers/comparison.h"
#include "engine/answers/front.h"
#include "engine/answers/limits.h"
#include "engine/base/text.h"
#include "engine/explore/pairing.h"
#include "tui/ask/ask.h"
#include "tui/explorer/choices.h"
#include "tui/words/difference.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES = 3, VALUES = 9, SETTINGS = 64 };

/* A knob and what it is tried at; the first is what it is now. */
struct advise_choice {
    struct knob_ref knob;
    size_t n;
    struct knob_value values[VALUES];
};

struct advise_plan {
    struct scenario scenario;
    size_t n_choices, n; /* settings: number 0 is the one in force */
    struct advise_choice choices[CHOICES];
};

struct advise_state {
    const struct advise_plan *plan; /* as long as it is asked */
};

/* A setting over the seeds that are there. */
struct advised {
    size_t setting;
    bool known, kept;      /* every limit, in each seed */
    int turned;            /* knobs that are not as they are now */
    double goal, price;    /* less is better */
    double excess;         /* how badly the worst limit is broken; 0: none is */
    struct pairing effect; /* of the goal, against the setting in force */
};

static const struct advise_plan *plan_of(const struct ask *ask)
{
    return ((const struct advise_state *)ask->state)->plan;
}

/* --- the settings --- */

/* Which value a setting has of a knob; the last knob counts fastest. */
static size_t value_of(const struct advise_plan *plan, size_t setting, size_t choice)
{
    for (size_t k = plan->n_choices; k-- > choice + 1;)
        setting /= plan->choices[k].n;
    return setting % plan->choices[choice].n;
}

static bool run_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct advise_plan *plan = context;
    if (!scenario_copy(scenario, &plan->scenario))
        return error_no_memory(error);
    for (size_t k = 0; k < plan->n_choices; k++) {
        const struct advise_choice *choice = &plan->choices[k];
        size_t value = value_of(plan, i, k);
        if (value > 0 && !scenario_set_throughout(scenario, choice->knob, &choice->values[value], error)) {
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

/* Every scheme of a layer; of a number so many values from one end of its slider to the other. */
static size_t fill_values(const struct explorer *explorer, struct advise_choice *choice, size_t most)
{
    struct knob_value now = explorer_value(explorer, choice->knob), next;
    choice->values[choice->n++] = now;
    if (knob_is_scheme(choice->knob)) {
        for (int step = 1; choice->n < most && explorer_step(explorer, choice->knob, step, &next); step++)
            choice->values[choice->n++] = next;
        return choice->n;
    }
    struct knob_slider slider = explorer_slider(explorer, choice->knob);
    double rungs[CLOCKS_MAX];
    size_t n_rungs = explorer_rungs(explorer, choice->knob, rungs);
    for (size_t i = 0; i + 1 < most; i++) {
        double share = (double)i / (double)(most - 2);
        next.number =
            slider.least + floor(share * (slider.most - slider.least) / slider.step + 0.5) * slider.step;
        if (n_rungs > 0)
            next.number = rungs[(size_t)(share * (double)(n_rungs - 1) + 0.5)];
        next.number = floor(next.number * 1e6 + 0.5) / 1e6;
        if (!knob_equal(choice->knob, &next, &now) &&
            !knob_equal(choice->knob, &next, &choice->values[choice->n - 1]) &&
            knob_check(&explorer->document.scenario, choice->knob, &next, NULL))
            choice->values[choice->n++] = next;
    }
    return choice->n;
}

/* Of the scenario's levers those that can be chosen, numbers before schemes, as far as all of them together
 * are not too many to try: the same whatever a screen shows or has in hand. */
static void choose_knobs(const struct explorer *explorer, struct advise_plan *plan)
{
    const struct focus *focus = &explorer->focus;
    plan->n = 1;
    for (int i = 0; i < 2 * focus->n_knobs && plan->n_choices < CHOICES; i++) {
        struct knob_ref knob = focus->knobs[i % focus->n_knobs];
        size_t room = SETTINGS / plan->n, most = room < VALUES ? room : VALUES;
        if (knob_is_scheme(knob) != (i >= focus->n_knobs) || most < 3 ||
            knob_infos[knob.id].role != ROLE_CHOICE || !explorer_is_lever(explorer, knob))
            continue;
        struct advise_choice *choice = &plan->choices[plan->n_choices];
        *choice = (struct advise_choice){.knob = knob};
        if (fill_values(explorer, choice, most) < 2)
            continue;
        plan->n *= choice->n;
        plan->n_choices++;
    }
}

static bool advise_plan(struct ask *ask, struct question_plan *runs, struct error *error)
{
    struct advise_plan *plan = calloc(1, sizeof *plan);
    if (!plan || !scenario_copy(&plan->scenario, &ask->explorer->document.scenario)) {
        free(plan);
        return error_no_memory(error);
    }
    choose_knobs(ask->explorer, plan);
    if (plan->n_choices == 0) {
        plan_free(plan);
        return error_set(error, ERROR_INPUT, "",
                         "nothing can be chosen here: every knob is what the world brings, or not known");
    }
    ((struct advise_state *)ask->state)->plan = plan;
    *runs = (struct question_plan){plan->n, JOB_ASKED, false, run_scenario, plan, plan_free};
    return true;
}

/* --- what they come to --- */

static int compare_advised(const void *a, const void *b)
{
    const struct advised *left = a, *right = b;
    int rank_left = left->known ? !left->kept : 2, rank_right = right->known ? !right->kept : 2;
    if (rank_left != rank_right)
        return rank_left - rank_right;
    double key_left = rank_left == 1 ? left->excess : left->goal,
           key_right = rank_left == 1 ? right->excess : right->goal;
    if (key_left != key_right && !isnan(key_left) && !isnan(key_right))
        return key_left < key_right ? -1 : 1;
    if (left->price != right->price && !isnan(left->price) && !isnan(right->price))
        return left->price < right->price ? -1 : 1;
    return left->turned != right->turned    ? left->turned - right->turned
           : left->setting < right->setting ? -1
                                            : 1;
}

static double least_is_best(const struct ask *ask, enum metric metric, size_t setting)
{
    return (metric_infos[metric].better == METRIC_MORE ? -1 : 1) * question_value(ask, metric, setting);
}

static struct advised advised_of(const struct ask *ask, size_t setting, enum metric goal, enum metric price)
{
    size_t seeds = seeding_whole(&ask->seeding), n = 0;
    double then[SEEDING_MAX], now[SEEDING_MAX];
    struct advised found = {.setting = setting,
                            .kept = true,
                            .goal = least_is_best(ask, goal, setting),
                            .price = least_is_best(ask, price, setting)};
    for (size_t k = 0; k < plan_of(ask)->n_choices; k++)
        found.turned += value_of(plan_of(ask), setting, k) > 0;
    for (size_t seed = 0; seed < (seeds ? seeds : 1); seed++) {
        const struct answer *answer = seeding_answer(&ask->seeding, setting, seed),
                            *base = seeding_answer(&ask->seeding, 0, seed);
        double excess = answer ? answer_metric(answer, METRIC_LIMIT_EXCESS, 0) : 0;
        found.known = found.known || answer != NULL;
        found.kept = found.kept && answer && !(answer_metric(answer, METRIC_LIMITS_BROKEN, 0) > 0);
        found.excess = excess > found.excess ? excess : found.excess;
        if (answer && base) {
            then[n] = answer_metric(base, goal, 0);
            now[n++] = answer_metric(answer, goal, 0);
        }
    }
    found.effect = pairing_of(then, now, n);
    return found;
}

/* "CIT 0.80, HIGHPERF": the knobs that are not as they are now; "as it is". */
static const char *setting_name(const struct advise_plan *plan, size_t setting, struct arena *arena)
{
    const char *name = "";
    for (size_t k = 0; k < plan->n_choices; k++) {
        const struct advise_choice *choice = &plan->choices[k];
        size_t value = value_of(plan, setting, k);
        char words[96];
        if (value == 0)
            continue;
        difference_value(&plan->scenario, choice->knob, &choice->values[value], words, sizeof words);
        name = text(arena, "%s%s%s", name, *name ? ", " : "", words);
    }
    return *name ? name : "as it is";
}

static double price_value(const void *context, enum metric metric, size_t i)
{
    return question_value(context, metric, i);
}

static double told_value(const void *context, enum metric metric)
{
    return answer_metric(context, metric, 0);
}

/* Of the limits that it breaks the worst, in words. */
static const char *limit_of(const struct ask *ask, size_t setting, struct arena *arena)
{
    const struct answer *answer = seeding_answer(&ask->seeding, setting, 0);
    struct limit worst;
    char words[LIMIT_TEXT];
    if (!answer || !limits_told(told_value, answer, &worst))
        return "a limit is broken in another seed";
    return text(arena, "%s",
                limit_text(&worst, limit_whose_in(&worst, &plan_of(ask)->scenario), true, words));
}

static const char *sentence_of(const struct ask *ask, const struct advised *found, size_t kept,
                               enum metric goal, enum metric price, struct arena *arena)
{
    const struct advise_plan *plan = plan_of(ask);
    const struct advised *best = &found[0];
    size_t seeds = seeding_whole(&ask->seeding);
    char words[2 * METRIC_WORDS_SIZE], value[METRIC_WORDS_SIZE], cost[METRIC_WORDS_SIZE];
    const char *goal_name = metric_words_name(goal, 40);
    if (seeds == 0)
        return text(arena, "Of %zu settings %zu are simulated.", plan->n, seeding_done(&ask->seeding));
    const char *tried = seeds > 1 ? text(arena, "of %zu settings tried, in each of %zu seeds", plan->n, seeds)
                                  : text(arena, "of %zu settings tried, with one draw of luck", plan->n);
    if (kept == 0)
        return text(arena, "No setting keeps every limit, %s; nearest is %s: %s.", tried,
                    setting_name(plan, best->setting, arena), limit_of(ask, best->setting, arena));
    if (best->setting == 0)
        return text(arena, "What is set now is best for %s with every limit kept, %s.", goal_name, tried);
    double now = question_value(ask, price, best->setting), then = question_value(ask, price, 0);
    metric_words_effect(goal, &best->effect, best->effect.then, true, words);
    return text(arena, "Best for %s with every limit kept: %s; %s, %s, %s %s (%s); %s.", goal_name,
                setting_name(plan, best->setting, arena),
                metric_words_value(goal, question_value(ask, goal, best->setting), value), words,
                metric_words_name(price, 40), metric_words_value(price, now, cost),
                metric_words_change(price, now, then, (char[METRIC_WORDS_SIZE]){0}), tried);
}

static void tell_setting(const struct ask *ask, struct account *account, const struct advised *own,
                         enum metric goal, enum metric price)
{
    struct arena *arena = &account->arena;
    char words[2 * METRIC_WORDS_SIZE];
    enum tone tone = !own->known ? TONE_QUIET : own->kept ? TONE_PLAIN : TONE_BAD;
    double value = question_value(ask, goal, own->setting), cost = question_value(ask, price, own->setting);
    account_row(account, own->setting);
    account_place(account, 0, own->setting == 0 ? MARK_HERE : 0);
    account_put(account, account_words(account, tone, setting_name(plan_of(ask), own->setting, arena)));
    account_put(account, account_number(account, TONE_PLAIN, value,
                                        isnan(value) ? "..." : metric_words_value(goal, value, words), NULL));
    bool differs = own->setting != 0 && own->effect.n > 0;
    account_put(account,
                account_number(
                    account, TONE_PLAIN, differs ? 100 * own->effect.delta / own->effect.then : (double)NAN,
                    differs ? metric_words_effect(goal, &own->effect, own->effect.then, true, words) : "",
                    NULL));
    account_put(account, account_number(account, TONE_PLAIN, cost,
                                        isnan(cost) ? "" : metric_words_value(price, cost, words), NULL));
    account_put(account, account_words(account, tone,
                                       !own->known ? NULL
                                       : own->kept ? "every limit kept"
                                                   : limit_of(ask, own->setting, arena)));
    account_put(account, own->known ? account_flag(own->kept) : account_words(account, TONE_PLAIN, NULL));
}

static void tell_goal(struct ask *ask, enum metric goal)
{
    const struct advise_plan *plan = plan_of(ask);
    struct account *account = &ask->account;
    struct arena *arena = &account->arena;
    struct advised *found = arena_alloc(arena, plan->n * sizeof *found);
    enum metric price = METRIC_LATE;
    size_t kept = 0;
    char goal_key[64], price_key[64];
    if (!found)
        return;
    prices_choose(price_value, ask, plan->n, &price, 1);
    for (size_t i = 0; i < plan->n; i++) {
        found[i] = advised_of(ask, i, goal, price);
        kept += found[i].known && found[i].kept;
    }
    qsort(found, plan->n, sizeof *found, compare_advised);
    metric_key(goal, 0, goal_key, sizeof goal_key);
    metric_key(price, 0, price_key, sizeof price_key);
    question_begin_metric(ask, goal);
    account_say(account, kept > 0 ? TONE_STRONG : TONE_BAD, 0,
                sentence_of(ask, found, kept, goal, price, arena));
    const struct account_column columns[] = {
        {.title = "setting", .key = "setting"},
        {.title = text(arena, "%s", metric_words_name(goal, 20)),
         .key = text(arena, "%s", goal_key),
         .number = true},
        {.title = "against now", .key = text(arena, "%s.change_pct", goal_key), .number = true},
        {.title = text(arena, "%s", metric_words_name(price, 20)),
         .key = text(arena, "%s", price_key),
         .number = true,
         .rank = 1},
        {.title = "", .rank = 2},
        {.key = "limits_kept"}};
    account_table(account, FOR_ALL, "Settings, the best first", columns, sizeof columns / sizeof *columns);
    bool same = false;
    for (size_t i = 0, last = 0; i < plan->n; i++) {
        /* One that comes to the same with more knobs turned says nothing. */
        bool folded = i > 0 && found[i].known && found[i].goal == found[last].goal &&
                      found[i].price == found[last].price && found[i].turned > found[last].turned;
        same = same || folded;
        if (!found[i].known || folded)
            continue;
        tell_setting(ask, account, &found[i], goal, price);
        last = i;
    }
    if (same)
        account_say(account, TONE_QUIET, 1,
                    "What comes to the same as a setting with fewer knobs turned is left out.");
}

/* What carbon is told by: the sum where every setting does the same work, else that of a request. */
static enum metric carbon_measure(const struct ask *ask)
{
    const struct answer *base = seeding_answer(&ask->seeding, 0, 0);
    enum work_likeness furthest = WORK_SAME;
    for (size_t i = 1; base && i < plan_of(ask)->n; i++) {
        const struct answer *answer = seeding_answer(&ask->seeding, i, 0);
        struct work work = work_of(answer_summary(answer ? answer : base)),
                    then = work_of(answer_summary(base));
        enum work_likeness likeness = work_compare(&work, &then);
        furthest = likeness > furthest ? likeness : furthest;
    }
    return work_measure(furthest);
}

static void advise_tell(struct ask *ask)
{
    const enum metric goals[] = {carbon_measure(ask), METRIC_LATE, METRIC_TEMP_MAX, METRIC_FAIR_SYSTEM,
                                 METRIC_ACCURACY};
    const struct advise_plan *plan = plan_of(ask);
    struct account *account = &ask->account;
    size_t seeds = seeding_whole(&ask->seeding);
    account->of = text(&account->arena, "%s", plan->scenario.name);
    account->over = text(&account->arena, "%zu settings of %zu knobs, %zu seed%s", plan->n, plan->n_choices,
                         seeds, seeds == 1 ? "" : "s");
    account_fact(account, "seeds", account_bare((double)seeds));
    account_fact(account, "settings_tried", account_bare((double)plan->n));
    for (size_t k = 0; k < sizeof goals / sizeof *goals; k++)
        if (k == 0 || !isnan(question_value(ask, goals[k], 0)))
            tell_goal(ask, goals[k]);
    account_end_sections(account);
}

/* All its knobs fly to their places in one change. */
static enum ask_entered advise_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    const struct advise_plan *plan = plan_of(ask);
    struct knob_turn turns[CHOICES];
    struct arena arena = {0};
    int n = 0;
    for (size_t k = 0; k < plan->n_choices; k++)
        if (value_of(plan, step, k) > 0)
            turns[n++] =
                (struct knob_turn){plan->choices[k].knob, plan->choices[k].values[value_of(plan, step, k)]};
    text_print(said, ASK_SAID, n ? "set: %s; u takes it back" : "that is what is set now",
               setting_name(plan, step, &arena));
    arena_free(&arena);
    return n == 0 || explorer_set_together(ask->explorer, turns, n, true, error) ? ASK_LEAVES : ASK_REFUSED;
}

const struct question_of question_advise = {.name = "advise",
                                            .title = "Best setting",
                                            .enters = "set these",
                                            .chooses = "goal",
                                            .state_size = sizeof(struct advise_state),
                                            .plan = advise_plan,
                                            .tell = advise_tell,
                                            .enter = advise_enter};
