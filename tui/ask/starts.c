/* Which scheme, whatever the day? Every scheme that the scenario can have, and its reference, on the same
 * days of the trace, spread over it: each scheme's mean of what differs from the reference day by day, with
 * its interval over the days, on how many days it is the best of its layer, and on how many it breaks a
 * limit. A sweep over days and schemes names the cleanest day; this holds a day against itself. A row's step
 * takes the scheme. */
#include "engine/answers/days.h"
#include "engine/answers/front.h"
#include "engine/base/text.h"
#include "engine/explore/pairing.h"
#include "tui/ask/ask.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/starts.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DAYS = 24, METRICS_MAX = 4 };

/* The plan's context. Of each day: run 0 of what the scenario is held against, then one of each scheme. */
struct starts_plan {
    struct starts_runs *runs;
    size_t n;
    struct choice choices[CHOICES_MAX];
};

struct starts_state {
    const struct starts_plan *plan; /* as long as it is asked */
};

static void plan_free(void *context)
{
    struct starts_plan *plan = context;
    starts_runs_free(plan->runs);
    free(plan);
}

static bool run_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct starts_plan *plan = context;
    size_t which = i % (1 + plan->n);
    const struct choice *choice = &plan->choices[which ? which - 1 : 0];
    if (!scenario_copy(scenario, which ? &plan->runs->scenario : &plan->runs->reference))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    scenario->start_s = plan->runs->starts.at_s[i / (1 + plan->n)];
    if (which == 0 || scenario_set_throughout(scenario, choice->knob, &choice->value, error))
        return true;
    scenario_free(scenario);
    return false;
}

static bool starts_plan(struct ask *ask, struct question_plan *runs, struct error *error)
{
    struct starts_plan *plan = needed(calloc(1, sizeof *plan));
    plan->runs = explorer_starts_runs(ask->explorer, DAYS, error);
    bool ok = plan->runs != NULL;
    if (ok && plan->runs->starts.n < 2)
        ok = error_set(error, ERROR_INPUT, "",
                       "this trace has no days to hold against each other: choose another (view traces)");
    if (!ok) {
        plan_free(plan);
        return false;
    }
    size_t n = explorer_list_choices(ask->explorer, plan->choices);
    if (!*plan->runs->title)
        text_print(plan->runs->title, sizeof plan->runs->title, "the run as it is");
    for (size_t i = 0; i < n; i++)
        if (!*plan->choices[i].fault)
            plan->choices[plan->n++] = plan->choices[i];
    ((struct starts_state *)ask->state)->plan = plan;
    *runs = (struct question_plan){
        (size_t)plan->runs->starts.n * (1 + plan->n), JOB_ASKED, false, run_scenario, plan, plan_free};
    return true;
}

/* --- what they come to --- */

/* Of one metric and scheme, over the days of which both runs are there. */
struct figure {
    struct pairing effect;
    int won, broken; /* days */
};

static double value_of(const struct ask *ask, enum metric metric, int day, size_t which)
{
    const struct starts_plan *plan = ((const struct starts_state *)ask->state)->plan;
    return question_value(ask, metric, (size_t)day * (1 + plan->n) + which);
}

/* Is it, on this day, at least as good as every other scheme of its group? */
static bool wins(const struct ask *ask, enum metric metric, int day, size_t which)
{
    const struct starts_plan *plan = ((const struct starts_state *)ask->state)->plan;
    double own = value_of(ask, metric, day, which);
    char change[METRIC_WORDS_SIZE];
    for (size_t other = 1; other <= plan->n; other++) {
        double value = value_of(ask, metric, day, other);
        if (strcmp(plan->choices[other - 1].group, plan->choices[which - 1].group) == 0 &&
            metric_judge(metric, value, own) > 0 &&
            strcmp(metric_words_change(metric, value, own, change), "=") != 0)
            return false;
    }
    return !isnan(own);
}

/* Sums are held against each other as parts, so that a day counts as much as another. */
static void work_out(const struct ask *ask, enum metric metric, struct figure *figures)
{
    const struct starts_plan *plan = ((const struct starts_state *)ask->state)->plan;
    struct pairing *shown[CHOICES_MAX];
    for (size_t which = 1; which <= plan->n; which++) {
        struct figure *figure = &figures[which - 1];
        double then[DAYS], now[DAYS];
        size_t n = 0;
        for (int day = 0; day < plan->runs->starts.n; day++) {
            then[n] = value_of(ask, metric, day, 0);
            now[n] = value_of(ask, metric, day, which);
            bool part = work_adds_up(metric) && then[n] > 0;
            now[n] = part ? now[n] / then[n] : now[n];
            then[n] = part ? 1 : then[n];
            figure->won += wins(ask, metric, day, which);
            figure->broken += value_of(ask, METRIC_LIMITS_BROKEN, day, which) > 0;
            n += !isnan(now[n]) && !isnan(then[n]);
        }
        figure->effect = pairing_of(then, now, n);
        shown[which - 1] = &figure->effect;
    }
    pairing_judge(shown, plan->n);
}

/* Does the layer's scheme matter: do any two of them differ? While runs come it may. */
static bool matters(const struct ask *ask, const struct figure *figures, size_t i)
{
    const struct starts_plan *plan = ((const struct starts_state *)ask->state)->plan;
    for (size_t other = 0; other < plan->n; other++)
        if (strcmp(plan->choices[other].group, plan->choices[i].group) == 0 &&
            fabs(figures[other].effect.delta - figures[i].effect.delta) > 1e-4 * fabs(figures[i].effect.then))
            return true;
    return !ask_is_over(ask);
}

/* The best of those that break no limit on any day, by their mean; plan->n: there is none. */
static size_t best_of(const struct starts_plan *plan, enum metric metric, const struct figure *figures)
{
    size_t best = plan->n;
    for (size_t i = 0; i < plan->n; i++)
        if (figures[i].effect.n > 0 && figures[i].broken == 0 &&
            (best == plan->n || metric_judge(metric, figures[i].effect.then + figures[i].effect.delta,
                                             figures[best].effect.then + figures[best].effect.delta) > 0))
            best = i;
    return best;
}

static const char *effect_words(struct account *account, enum metric metric, const struct pairing *effect)
{
    char words[2 * METRIC_WORDS_SIZE];
    return text(&account->arena, "%s", metric_words_effect(metric, effect, effect->then, true, words));
}

/* "; its price: late +12 ±3": of a scheme, what is worse than the reference's among the other metrics. */
static const char *price_of(struct ask *ask, size_t which, enum metric than, const enum metric *metrics,
                            size_t n)
{
    const char *said = "";
    for (size_t k = 0; k < n; k++) {
        struct figure figures[CHOICES_MAX] = {0};
        work_out(ask, metrics[k], figures);
        const struct pairing *effect = &figures[which].effect;
        if (metrics[k] != than && pairing_sign(effect, metrics[k]) < 0)
            said = text(&ask->account.arena, "%s%s %s %s", said,
                        *said ? "," : "; its price:", metric_words_name(metrics[k], 24),
                        effect_words(&ask->account, metrics[k], effect));
    }
    return said;
}

static void tell_metric(struct ask *ask, enum metric metric, const enum metric *metrics, size_t n)
{
    static const struct account_column columns[] = {
        {.title = "scheme", .key = "scheme"},
        {.title = "against the reference", .key = "delta", .number = true},
        {.key = "delta_ci95"},
        {.title = "none better on", .key = "best_on_days", .number = true},
        {.title = "breaks a limit on", .key = "limit_broken_on_days", .number = true, .rank = 1},
        {.key = "days"},
        {.key = "layer"},
        {.key = "metric"}};
    const struct starts_plan *plan = ((const struct starts_state *)ask->state)->plan;
    struct account *account = &ask->account;
    struct figure figures[CHOICES_MAX] = {0};
    char key[96];
    work_out(ask, metric, figures);
    size_t best = best_of(plan, metric, figures);
    metric_key(metric, 0, key, sizeof key);
    question_begin_metric(ask, metric);
    if (ask_is_over(ask) && best < plan->n)
        account_say(
            account, TONE_STRONG, 0,
            text(
                &account->arena,
                "Of what keeps every limit on %zu days none does better than %s: %s %s against %s on the same days; none of its layer does better on %d of them%s.",
                figures[best].effect.n, choice_title(&plan->choices[best]), metric_words_name(metric, 24),
                effect_words(account, metric, &figures[best].effect), plan->runs->title, figures[best].won,
                price_of(ask, best, metric, metrics, n)));
    else
        account_say(account, TONE_STRONG, 0,
                    ask_is_over(ask) ? "Every scheme breaks a limit on some day."
                                     : "The days are being simulated.");
    account_table(account, FOR_ALL, NULL, columns, sizeof columns / sizeof *columns);
    const char *group = "";
    for (size_t i = 0; i < plan->n; i++) {
        if (!matters(ask, figures, i))
            continue;
        const struct pairing *effect = &figures[i].effect;
        int judged = pairing_sign(effect, metric);
        enum tone tone = judged > 0 ? TONE_GOOD : judged < 0 ? TONE_BAD : TONE_PLAIN;
        if (strcmp(group, plan->choices[i].group) != 0)
            account_heading(account, text(&account->arena, "%s", plan->choices[i].group));
        group = plan->choices[i].group;
        account_row(account, i);
        account_put(account, account_words(account, TONE_STRONG, choice_title(&plan->choices[i])));
        account_put(account, account_number(account, tone, effect->n ? effect->delta : (double)NAN,
                                            effect_words(account, metric, effect), NULL));
        account_put(account, account_bare(effect->n > 1 ? effect->ci95 : (double)NAN));
        account_put(account,
                    account_number(account, TONE_PLAIN, figures[i].won,
                                   text(&account->arena, "%d of %zu", figures[i].won, effect->n), NULL));
        account_put(account,
                    account_number(account, figures[i].broken ? TONE_BAD : TONE_PLAIN, figures[i].broken,
                                   text(&account->arena, "%d", figures[i].broken), NULL));
        account_put(account, account_bare((double)effect->n));
        account_put(account, account_words(account, TONE_PLAIN, plan->choices[i].group));
        account_put(account, account_words(account, TONE_PLAIN, key));
    }
}

static void starts_tell(struct ask *ask)
{
    const struct starts_plan *plan = ((const struct starts_state *)ask->state)->plan;
    struct account *account = &ask->account;
    size_t seeds = seeding_whole(&ask->seeding);
    account->of = text(&account->arena, "%s", plan->runs->scenario.name);
    account->over = text(&account->arena, "%zu schemes on the same %d days of the trace, %s", plan->n,
                         plan->runs->starts.n,
                         seeds > 1 ? text(&account->arena, "mean of %zu seeds", seeds) : "one draw of luck");
    enum metric metrics[METRICS_MAX] = {METRIC_CARBON};
    size_t n = 1;
    for (int metric = 0; metric < METRIC_COUNT && n < METRICS_MAX; metric++)
        if (prices_may_be((enum metric)metric))
            metrics[n++] = (enum metric)metric;
    for (size_t k = 0; k < n; k++)
        tell_metric(ask, metrics[k], metrics, n);
    account_end_sections(account);
    account_say(
        account, TONE_QUIET, 1,
        text(
            &account->arena,
            "Days lie evenly over the trace, each begun at the run's time of day. The interval is over the days, of the differences from %s on the same day; days are not seeds, and neighbours are alike.",
            plan->runs->title));
}

static enum ask_entered starts_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    const struct choice *choice = &((const struct starts_state *)ask->state)->plan->choices[step];
    if (!explorer_set_throughout(ask->explorer, choice->knob, &choice->value, error))
        return ASK_REFUSED;
    text_print(said, ASK_SAID, "%s is tried; u takes it back", choice_title(choice));
    return ASK_LEAVES;
}

const struct question_of question_starts = {.name = "starts",
                                            .title = "Which scheme, whatever the day?",
                                            .enters = "take that scheme",
                                            .chooses = "metric",
                                            .seed_requests = 4e7,
                                            .state_size = sizeof(struct starts_state),
                                            .plan = starts_plan,
                                            .tell = starts_tell,
                                            .enter = starts_enter};
