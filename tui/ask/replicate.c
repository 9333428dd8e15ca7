/* Is it luck? The run and what it is held against with other seeds: both see the same requests, seed by seed,
 * so what differs is the schemes', and its interval says whether more seeds would still say so. Every main
 * metric of the run has a row. */
#include "engine/base/confidence.h"
#include "engine/base/text.h"
#include "engine/explore/pairing.h"
#include "tui/ask/ask.h"
#include "tui/words/contrast.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>

enum { PAIR = 2, REFERENCE_NAME = 96 };

struct replicate_plan {
    struct scenario scenario, reference;
    char title[REFERENCE_NAME]; /* of the reference; "": there is none */
};

struct replicate_state {
    const struct replicate_plan *plan; /* as long as it is asked */
};

/* --- the runs --- */

static void plan_free(void *context)
{
    struct replicate_plan *plan = context;
    scenario_free(&plan->scenario);
    scenario_free(&plan->reference);
    free(plan);
}

static bool run_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct replicate_plan *plan = context;
    return scenario_copy(scenario, i == 0 ? &plan->scenario : &plan->reference) || error_no_memory(error);
}

static bool replicate_plan(struct ask *ask, struct question_plan *runs, struct error *error)
{
    const struct scenario *scenario = &ask->explorer->document.scenario;
    struct replicate_plan *plan = needed(calloc(1, sizeof *plan));
    struct baseline baseline;
    (void)error;
    must_be(scenario_copy(&plan->scenario, scenario) && scenario_copy(&plan->reference, scenario));
    if (scenario_become_baseline(&plan->reference, &baseline))
        text_print(plan->title, sizeof plan->title, "%s", baseline.title);
    ((struct replicate_state *)ask->state)->plan = plan;
    *runs = (struct question_plan){*plan->title ? PAIR : 1, JOB_ASKED, false, run_scenario, plan, plan_free};
    return true;
}

/* --- what they come to --- */

/* A metric of the run and of what it is held against, over the seeds that are there. */
struct replicate_figures {
    enum metric metric;
    double now[SEEDING_MAX], then[SEEDING_MAX];
    size_t n;
    struct confidence own, other;
    struct pairing effect; /* n 0: it is held against nothing */
};

static struct replicate_figures figures_of(const struct ask *ask, enum metric metric, bool compared)
{
    const struct replicate_plan *plan = ((const struct replicate_state *)ask->state)->plan;
    struct replicate_figures found = {.metric = metric};
    for (size_t seed = 0; seed < seeding_whole(&ask->seeding); seed++) {
        const struct answer *now = seeding_answer(&ask->seeding, 0, seed),
                            *then = compared ? seeding_answer(&ask->seeding, 1, seed) : now;
        double own = now ? answer_metric(now, metric, 0) : (double)NAN,
               other = then ? answer_metric(then, metric, 0) : (double)NAN;
        if (isnan(own) || isnan(other))
            continue;
        found.now[found.n] = own;
        found.then[found.n++] = other;
    }
    found.own = confidence_of(found.now, found.n);
    found.other = confidence_of(found.then, found.n);
    if (compared && found.n > 0) {
        found.effect = pairing_of(found.then, found.now, found.n);
        pairing_withhold(&found.effect, metric, scenario_searches(&plan->scenario));
    }
    return found;
}

/* "4261.4 g ± 12.0": a mean with as many digits as its interval bears. */
static const char *mean_words(const struct replicate_figures *found, const struct confidence *mean,
                              struct arena *arena)
{
    char shown[METRIC_WORDS_SIZE], width[METRIC_WORDS_SIZE];
    int digits = metric_mean_digits(found->metric, mean->mean, mean->ci95);
    metric_format_digits(found->metric, mean->mean, digits, shown, sizeof shown);
    if (mean->none || !(mean->ci95 > 0))
        return text(arena, "%s", shown);
    metric_format_digits(found->metric, mean->ci95, digits, width, sizeof width);
    return text(arena, "%s ± %s", shown, width);
}

static void tell_metric(const struct replicate_figures *found, struct account *account)
{
    struct arena *arena = &account->arena;
    const struct pairing *effect = &found->effect;
    char title[64], words[METRIC_WORDS_SIZE * 2];
    int judged = pairing_sign(effect, found->metric);
    bool told = effect->n > 0, moves = told && effect->verdict != PAIRING_IDENTICAL;
    enum tone tone = judged > 0 ? TONE_GOOD : judged < 0 ? TONE_BAD : TONE_QUIET;
    double scale = 100 / fabs(found->other.mean), dots[SEEDING_MAX]; /* bars are per cent of the reference */
    bool drawn = moves && found->other.mean != 0;
    for (size_t i = 0; i < found->n; i++)
        dots[i] = scale * (found->now[i] - found->then[i]);
    struct account_bar bar = {.length = scale * effect->delta,
                              .half_width = effect->n > 1 ? scale * effect->ci95 : (double)NAN,
                              .dots = dots,
                              .n_dots = found->n,
                              .tone = tone};
    account_row(account, ACCOUNT_NO_STEP);
    account_put(account,
                account_words(account, TONE_PLAIN, tradeoff_title(found->metric, title, sizeof title)));
    account_put(account, account_number(account, TONE_PLAIN, found->own.mean,
                                        mean_words(found, &found->own, arena), NULL));
    account_put(account, account_bare(found->own.ci95));
    if (!told)
        return;
    account_put(account, account_number(account, TONE_PLAIN, found->other.mean,
                                        mean_words(found, &found->other, arena), NULL));
    account_put(account,
                account_number(account, tone, effect->delta,
                               metric_words_effect(found->metric, effect, found->other.mean, true, words),
                               NULL));
    account_put(account, account_bare(effect->ci95));
    account_put(account, account_bars(account, &bar, drawn ? (size_t)1 : 0));
    account_put(account, account_words(account, tone,
                                       effect->n < 2 ? "one draw of luck"
                                       : effect->verdict == PAIRING_IDENTICAL
                                           ? "the same in each"
                                           : contrast_verdict_word(effect->verdict)));
}

/* The first sentence is carbon's, which every run has. */
static const char *sentence_of(const struct replicate_figures *carbon, const char *reference,
                               struct arena *arena)
{
    char words[METRIC_WORDS_SIZE * 2];
    const struct pairing *effect = &carbon->effect;
    if (carbon->n == 0)
        return "The first seed is being simulated.";
    if (effect->n == 0)
        return text(arena, "Carbon is %s g over %zu seed%s; the run is held against nothing.",
                    mean_words(carbon, &carbon->own, arena), carbon->n, carbon->n > 1 ? "s" : "");
    metric_words_effect(METRIC_CARBON, effect, carbon->other.mean, true, words);
    if (effect->n < 2)
        return text(arena, "Carbon is %s against %s with one seed: one draw of luck.", words, reference);
    size_t sign = 0;
    for (size_t i = 0; i < carbon->n; i++)
        sign += (carbon->now[i] < carbon->then[i]) == (effect->delta < 0);
    return text(arena, "Carbon is %s against %s over %zu seeds, %s; the sign holds in %zu of %zu.", words,
                reference, carbon->n,
                effect->verdict == PAIRING_LARGER      ? "more than luck does"
                : effect->verdict == PAIRING_IDENTICAL ? "the same in each"
                                                       : "within what luck does",
                sign, carbon->n);
}

static void replicate_tell(struct ask *ask)
{
    const struct replicate_plan *plan = ((const struct replicate_state *)ask->state)->plan;
    struct account *account = &ask->account;
    bool compared = *plan->title;
    size_t n = 0;
    struct replicate_figures *found = needed(arena_alloc(&account->arena, METRIC_COUNT * sizeof *found));
    struct pairing *shown[METRIC_COUNT];
    for (int metric = 0; metric < METRIC_COUNT; metric++)
        if (metric_infos[metric].shown == SHOWN_MAIN &&
            metric_scope_of((enum metric)metric) == METRIC_OF_RUN) {
            found[n] = figures_of(ask, (enum metric)metric, compared);
            shown[n] = &found[n].effect;
            n += found[n].n > 0;
        }
    pairing_judge(shown, compared ? n : 0);
    size_t seeds = seeding_whole(&ask->seeding);
    account->of = text(&account->arena, "%s", plan->scenario.name);
    account->over = text(&account->arena, "the whole run, %zu seed%s", seeds, seeds == 1 ? "" : "s");
    account->page = "Is it luck";
    struct replicate_figures carbon = figures_of(ask, METRIC_CARBON, compared);
    for (size_t i = 0; i < n; i++) /* as it was judged among all that stand here */
        carbon = found[i].metric == METRIC_CARBON ? found[i] : carbon;
    account_say(account, TONE_STRONG, 0, sentence_of(&carbon, plan->title, &account->arena));
    const struct account_column columns[] = {
        {.title = "", .key = "metric"},
        {.title = "this run", .key = "mean", .number = true},
        {.key = "ci95"},
        {.title = compared ? plan->title : NULL, .key = compared ? "reference" : NULL, .number = true},
        {.title = compared ? "difference" : NULL, .key = compared ? "delta" : NULL, .number = true},
        {.key = compared ? "delta_ci95" : NULL},
        {.title = compared ? "" : NULL, .rank = 2},
        {.title = compared ? "" : NULL, .key = compared ? "verdict" : NULL, .rank = 1}};
    account_table(account, FOR_ALL, "Over the seeds; intervals are of the mean", columns,
                  sizeof columns / sizeof *columns);
    account_fact(account, "reference", account_words(account, TONE_PLAIN, compared ? plan->title : NULL));
    account_fact(account, "seeds", account_bare((double)seeds));
    for (size_t i = 0; i < n; i++)
        tell_metric(&found[i], account);
    if (seeds > 0 && seeds < METRIC_SEEDS && scenario_searches(&plan->scenario))
        account_say(
            account, TONE_QUIET, 1,
            text(
                &account->arena,
                "Layouts are searched: what one of them decides, as a tail or accuracy, has an interval from %d seeds on.",
                METRIC_SEEDS));
}

const struct question_of question_replicate = {.name = "replicate",
                                               .title = "Is it luck?",
                                               .seed_requests = 4e7,
                                               .state_size = sizeof(struct replicate_state),
                                               .plan = replicate_plan,
                                               .tell = replicate_tell};
