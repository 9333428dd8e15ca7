/* How sure is this, given what we do not know? 64 draws take all that is not known (unknowns.def) at once,
 * each from its range: a Latin hypercube, so that every 64th of every range is drawn once. The run explored
 * and what it is held against are simulated with each draw. What they come to is a band around what is told
 * of the run, in how many draws its sign holds, and which input the spread hangs on. A row is an input; Enter
 * goes to its knob. */
#include "engine/answers/front.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "tui/ask/ask.h"
#include "tui/explorer/starts.h"
#include "tui/words/difference.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 64, INPUTS_MAX = 64, PARTS_MAX = 8, QUARTERS = 4, METRICS_MAX = 4, LEAST_DRAWS = 16 };
enum { PAIR = 2 }; /* the run, and what it is held against */

static const struct unknown {
    enum { OF_KNOB, OF_WORD, OF_SETS, OF_IDLE, OF_CAP, OF_DAYS } of;
    enum knob_id knob; /* KNOB_COUNT: it is all GPUs' */
    double low, high;
    const char *source;
} unknowns[] = {
#define UNKNOWN(of, knob, low, high, source) {OF_##of, knob, low, high, source},
#include "tui/ask/unknowns.def"
};
enum { UNKNOWNS = sizeof unknowns / sizeof *unknowns };
static const char *const other_sets[] = {"sevenths", "diffusion-full", "keras"}; /* not what was calibrated */

struct doubt_input {
    const struct unknown *unknown;
    struct knob_ref knob;
    char name[KNOB_NAME_SIZE], told[KNOB_NAME_SIZE]; /* for machines, for people */
    int parts;                                       /* of its range: its words, or quarters */
    const char *words[PARTS_MAX];
    double drawn[DRAWS]; /* [0, 1) */
};

/* The plan's context. Run 0 is the run as it is, run 1 what it is held against; then two for each draw. */
struct doubt_plan {
    struct scenario scenario;
    char reference[96]; /* "": none */
    struct starts starts;
    int n;
    struct doubt_input inputs[INPUTS_MAX];
};

struct doubt_state {
    const struct doubt_plan *plan; /* as long as it is asked */
};

static int part_of(const struct doubt_input *input, int draw)
{
    return (int)(input->drawn[draw] * input->parts);
}

/* --- the inputs --- */

static bool list_words(struct doubt_input *input, struct doubt_plan *plan, const struct catalog *catalog)
{
    const struct scenario *scenario = &plan->scenario;
    const char *const *words = input->unknown->of == OF_WORD ? knob_infos[input->knob.id].words : NULL;
    while (words && words[input->parts] && input->parts < PARTS_MAX) {
        input->words[input->parts] = words[input->parts];
        input->parts++;
    }
    if (input->unknown->of == OF_CAP) {
        input->words[input->parts++] = "kept";
        input->words[input->parts++] = "not kept";
    }
    if (input->unknown->of != OF_SETS)
        return input->parts > 1;
    input->words[input->parts++] = *scenario->profiles ? scenario->profiles : "measured-ratio";
    for (size_t k = 0; k < sizeof other_sets / sizeof *other_sets; k++)
        for (int app = 0; app < scenario->n_apps; app++) {
            const char *model = scenario->apps[app].model;
            struct error error = {0}, own = {0};
            const struct profile_set *other = catalog_profile(catalog, model, other_sets[k], &error);
            bool differs = other && other != catalog_profile(catalog, model, scenario->profiles, &own);
            must_not_lack(&error);
            must_not_lack(&own);
            if (differs) {
                input->words[input->parts++] = other_sets[k];
                break;
            }
        }
    return input->parts > 1;
}

static void add_input(struct doubt_plan *plan, const struct catalog *catalog, const struct unknown *unknown,
                      struct knob_ref knob)
{
    uint64_t seed = plan->scenario.seed, order = random_key(seed, RANDOM_MONTE_CARLO, 2 * (uint32_t)plan->n),
             within = random_key(seed, RANDOM_MONTE_CARLO, 2 * (uint32_t)plan->n + 1);
    struct doubt_input *input = &plan->inputs[plan->n];
    bool number = unknown->of == OF_KNOB || unknown->of == OF_IDLE || unknown->of == OF_DAYS;
    int place[DRAWS] = {0};
    if (plan->n == INPUTS_MAX)
        return;
    *input = (struct doubt_input){.unknown = unknown, .knob = knob};
    text_print(input->name, sizeof input->name, unknown->of == OF_CAP ? "power limit" : "idle power");
    text_copy(input->told, sizeof input->told, input->name);
    if (knob.id != KNOB_COUNT) {
        knob_name(&plan->scenario, knob, input->name, sizeof input->name);
        difference_knob(&plan->scenario, knob, input->told, sizeof input->told);
    }
    if (number)
        input->parts = QUARTERS;
    else if (!list_words(input, plan, catalog))
        return;
    for (int i = 0; i < DRAWS; i++) {
        int other = (int)random_below(order, (uint64_t)i, (uint32_t)i + 1);
        place[i] = place[other];
        place[other] = i;
    }
    for (int i = 0; i < DRAWS; i++)
        input->drawn[i] = (place[i] + random_unit(within, (uint64_t)i)) / DRAWS;
    plan->n++;
}

struct adding {
    struct doubt_plan *plan;
    const struct catalog *catalog;
};

static bool add_knob(void *context, struct knob_ref knob)
{
    struct adding *adding = context;
    for (int k = 0; k < UNKNOWNS; k++)
        if (unknowns[k].knob == knob.id && knob_is_read(&adding->plan->scenario, knob) &&
            (unknowns[k].of != OF_DAYS || adding->plan->starts.n > 1))
            add_input(adding->plan, adding->catalog, &unknowns[k], knob);
    return true;
}

/* The days from the cleanest to the dirtiest. */
static bool list_days(const struct explorer *explorer, struct doubt_plan *plan, struct error *error)
{
    const struct carbon_trace *trace =
        explorer->catalog->trace(explorer->catalog->context, plan->scenario.trace, error);
    struct days days;
    if (!trace)
        return false;
    must_be(days_list(&days, trace));
    starts_list(&plan->starts, &days, plan->scenario.start_s, explorer->time.horizon_ns, 0);
    int64_t *at_s = plan->starts.at_s;
    for (int i = 1, k; i < plan->starts.n; i++) {
        int64_t start_s = at_s[i];
        double mean = days.days[days_find(&days, start_s)].mean;
        for (k = i; k > 0 && days.days[days_find(&days, at_s[k - 1])].mean > mean; k--)
            at_s[k] = at_s[k - 1];
        at_s[k] = start_s;
    }
    days_free(&days);
    return true;
}

/* --- the runs --- */

static bool turn(struct scenario *scenario, const struct doubt_plan *plan, const struct doubt_input *input,
                 int draw, struct error *error)
{
    const struct unknown *unknown = input->unknown;
    const struct knob_info *info = &knob_infos[input->knob.id];
    const char *word = input->words[part_of(input, draw)];
    double factor = unknown->low + input->drawn[draw] * (unknown->high - unknown->low);
    for (int f = 0; unknown->knob == KNOB_COUNT && f < scenario->n_fleets; f++)
        for (int g = 0; g < scenario->fleets[f].n_gpus; g++) {
            struct gpu *gpu = &scenario->fleets[f].gpus[g];
            if (unknown->of == OF_IDLE)
                gpu->idle_w *= factor;
            else if (part_of(input, draw) > 0)
                gpu->cap_w = 1e5;
        }
    if (unknown->of == OF_DAYS)
        scenario->start_s = plan->starts.at_s[(int)(input->drawn[draw] * plan->starts.n)];
    if (unknown->knob == KNOB_COUNT || unknown->of == OF_DAYS)
        return true;
    struct knob_value value = knob_get(scenario, input->knob);
    if (unknown->of == OF_KNOB)
        value.number = fmin(fmax(value.number * factor, info->min), info->max);
    else if (!knob_parse(scenario, input->knob, word, &value, error))
        return false;
    return knob_set(scenario, input->knob, &value, error);
}

static bool run_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct doubt_plan *plan = context;
    struct baseline baseline;
    if (!scenario_copy(scenario, &plan->scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    bool ok = true;
    for (int k = 0; ok && i >= PAIR && k < plan->n; k++)
        ok = turn(scenario, plan, &plan->inputs[k], (int)(i / PAIR) - 1, error);
    if (ok && i % PAIR && *plan->reference)
        scenario_become_baseline(scenario, &baseline);
    if (!ok)
        scenario_free(scenario);
    return ok;
}

static void plan_free(void *context)
{
    struct doubt_plan *plan = context;
    scenario_free(&plan->scenario);
    free(plan);
}

static bool doubt_plan(struct ask *ask, struct question_plan *runs, struct error *error)
{
    const struct catalog *catalog = ask->explorer->catalog;
    struct doubt_plan *plan = needed(calloc(1, sizeof *plan));
    struct adding adding = {plan, catalog};
    struct baseline baseline;
    must_be(scenario_copy(&plan->scenario, &ask->explorer->document.scenario));
    if (!list_days(ask->explorer, plan, error)) {
        plan_free(plan);
        return false;
    }
    if (scenario_baseline(&plan->scenario, &baseline))
        text_print(plan->reference, sizeof plan->reference, "%s", baseline.title);
    for (int f = 0; f < plan->scenario.n_fleets; f++) /* the catalogue is this thread's alone */
        for (int g = 0; g < plan->scenario.fleets[f].n_gpus; g++) {
            struct gpu *gpu = &plan->scenario.fleets[f].gpus[g];
            struct error unknown = {0};
            const struct device_type *type = catalog->device(catalog->context, gpu->type, &unknown);
            must_not_lack(&unknown);
            if (isnan(gpu->idle_w) && type)
                gpu->idle_w = type->idle_power_w;
        }
    knob_each(&plan->scenario, add_knob, &adding);
    for (int k = 0; k < UNKNOWNS; k++)
        if (unknowns[k].knob == KNOB_COUNT)
            add_input(plan, catalog, &unknowns[k], (struct knob_ref){.id = KNOB_COUNT});
    ((struct doubt_state *)ask->state)->plan = plan;
    *runs = (struct question_plan){PAIR * (1 + DRAWS), JOB_ASKED, false, run_scenario, plan, plan_free};
    return true;
}

/* --- what they come to --- */

/* Of one metric: of the run as it is ([0]) and of each draw ([1 + i]) what it comes to and what it is held
 * against, over the seeds; NAN: not there yet, or it cannot be simulated. */
struct doubt_figures {
    enum metric metric;
    double now[1 + DRAWS], then[1 + DRAWS];
    int n, same;      /* draws that are there; of them those with the run's own sign */
    int order[DRAWS]; /* those, by their change */
    double influence[INPUTS_MAX];
};

/* Sums are held against each other as parts. */
static double change_of(const struct doubt_figures *figures, int i)
{
    bool part = work_adds_up(figures->metric) && figures->then[i] > 0;
    return part ? figures->now[i] / figures->then[i] : figures->now[i] - figures->then[i];
}

/* How much of the spread goes with an input: what its parts' means account for of the variance of the draws'
 * ranks, less what chance would (epsilon squared). */
static double influence_of(const struct doubt_input *input, const struct doubt_figures *figures)
{
    double sums[PARTS_MAX] = {0}, middle = (figures->n - 1) / 2., all = 0, told = 0;
    int n = figures->n, counts[PARTS_MAX] = {0};
    for (int rank = 0; rank < n; rank++) {
        int part = part_of(input, figures->order[rank]);
        all += (rank - middle) * (rank - middle);
        sums[part] += rank - middle;
        counts[part]++;
    }
    for (int part = 0; part < input->parts; part++)
        told += counts[part] ? sums[part] * sums[part] / counts[part] : 0;
    return n < LEAST_DRAWS ? (double)NAN : fmax(0, 1 - (1 - told / all) * (n - 1) / (n - input->parts));
}

static void work_out(const struct ask *ask, const struct doubt_plan *plan, struct doubt_figures *figures)
{
    for (int i = 0, k; i <= DRAWS; i++) {
        figures->now[i] = question_value(ask, figures->metric, PAIR * (size_t)i);
        figures->then[i] = *plan->reference ? question_value(ask, figures->metric, PAIR * (size_t)i + 1) : 0;
        double change = change_of(figures, i);
        if (i == 0 || isnan(change))
            continue;
        figures->same += (figures->now[i] < figures->then[i]) == (figures->now[0] < figures->then[0]);
        for (k = figures->n++; k > 0 && change_of(figures, 1 + figures->order[k - 1]) > change; k--)
            figures->order[k] = figures->order[k - 1];
        figures->order[k] = i - 1;
    }
    for (int k = 0; k < plan->n; k++)
        figures->influence[k] = influence_of(&plan->inputs[k], figures);
}

/* --- the account --- */

/* "−11.2 %", or "812 g" where the run is held against nothing. */
static const char *words_of(struct account *account, const struct doubt_plan *plan, enum metric metric,
                            double now, double then)
{
    char words[METRIC_WORDS_SIZE];
    return text(&account->arena, "%s",
                *plan->reference ? metric_words_change(metric, now, then, words)
                                 : metric_words_value(metric, now, words));
}

/* The mean of the draws in the first or the last part of an input's range; of all of them (NULL) the least
 * and the most. */
static void mean_of_part(const struct doubt_figures *figures, const struct doubt_input *input, int end,
                         double *now, double *then)
{
    int n = 0;
    double sum_now = 0, sum_then = 0;
    for (int i = 0; i < figures->n; i++)
        if (input ? part_of(input, figures->order[i]) == end * (input->parts - 1)
                  : i == end * (figures->n - 1)) {
            sum_now += figures->now[1 + figures->order[i]];
            sum_then += figures->then[1 + figures->order[i]];
            n++;
        }
    if (n > 0) {
        *now = sum_now / n;
        *then = sum_then / n;
    }
}

static const char *range_of(struct account *account, const struct doubt_plan *plan,
                            const struct doubt_input *input)
{
    const char *said = "";
    if (input->unknown->of == OF_DAYS)
        return text(&account->arena, "%d days, cleanest first", plan->starts.n);
    if (!input->words[0])
        return text(&account->arena, "%g to %g times", input->unknown->low, input->unknown->high);
    for (int k = 0; k < input->parts; k++)
        said = text(&account->arena, "%s%s%s", said, k ? ", " : "", input->words[k]);
    return said;
}

/* False: nothing that is not known moves it. */
static bool tell_band(struct ask *ask, const struct doubt_plan *plan, const struct doubt_figures *figures)
{
    struct account *account = &ask->account;
    static const char *const keys[] = {"least", "greatest"};
    const char *ends[2] = {"", ""},
               *said = text(&account->arena, "%s %s%s%s", metric_words_name(figures->metric, 24),
                            words_of(account, plan, figures->metric, figures->now[0], figures->then[0]),
                            *plan->reference ? " against " : "", plan->reference);
    for (int end = 0; end < 2; end++) {
        double now = (double)NAN, then = (double)NAN;
        mean_of_part(figures, NULL, end, &now, &then);
        ends[end] = words_of(account, plan, figures->metric, now, then);
        account_fact(account, keys[end], account_bare(now));
        account_fact(account, text(&account->arena, "%s.reference", keys[end]), account_bare(then));
    }
    account_fact(account, "value", account_bare(figures->now[0]));
    account_fact(account, "value.reference", account_bare(figures->then[0]));
    account_fact(account, "draws", account_bare(figures->n));
    account_fact(account, "draws_of_this_sign", account_bare(figures->same));
    bool same = figures->n > 0 && strcmp(ends[0], ends[1]) == 0;
    if (same)
        said = text(&account->arena, "%s; the same in %d draws of what is not known", said, figures->n);
    else if (figures->n > 0)
        said = text(&account->arena, "%s; %s to %s in %d draws of what is not known", said, ends[0], ends[1],
                    figures->n);
    if (figures->n > 0 && !same && *plan->reference)
        said = text(&account->arena, "%s; the sign holds in %d of %d", said, figures->same, figures->n);
    if (figures->metric == METRIC_CARBON && !same && *plan->reference && ask_is_over(ask))
        explorer_note_doubt(ask->explorer, text(&account->arena,
                                                "%s to %s over what is not known, the sign holds in %d of %d",
                                                ends[0], ends[1], figures->same, figures->n));
    account_say(account, TONE_STRONG, 0, text(&account->arena, "%s.", said));
    return !same;
}

/* A row: an input, or all of them (-1), from the least to the most of the draws. */
static void tell_row(struct account *account, const struct doubt_plan *plan,
                     const struct doubt_figures *figures, int which)
{
    const struct doubt_input *input = which < 0 ? NULL : &plan->inputs[which];
    double share = input ? 100 * figures->influence[which] : 100;
    struct account_bar bar = {.length = input && !isnan(share) ? share : 0, .half_width = (double)NAN};
    char key[96];
    metric_key(figures->metric, 0, key, sizeof key);
    account_row(account, input ? (size_t)which : ACCOUNT_NO_STEP);
    account_put(account, account_said(input ? input->name : "all at once"));
    account_put(account, account_words(account, TONE_STRONG, input ? input->told : "all at once"));
    account_put(account, account_words(account, TONE_PLAIN, input ? range_of(account, plan, input) : ""));
    account_put(account, account_bars(account, &bar, 1));
    account_put(account,
                account_number(account, TONE_PLAIN, share,
                               isnan(share) ? "..." : text(&account->arena, "%.0f %%", share), NULL));
    for (int end = 0; end < 2; end++) {
        double now = (double)NAN, then = (double)NAN;
        mean_of_part(figures, input, end, &now, &then);
        account_put(account,
                    account_number(account, TONE_PLAIN, *plan->reference ? now - then : now,
                                   isnan(now) ? "..." : words_of(account, plan, figures->metric, now, then),
                                   NULL));
    }
    account_put(account, account_words(account, TONE_QUIET, input ? input->unknown->source : ""));
    account_put(account, account_words(account, TONE_PLAIN, key));
}

static void tell_inputs(struct account *account, const struct doubt_plan *plan,
                        const struct doubt_figures *figures)
{
    static const struct account_column columns[] = {
        {.key = "input"},
        {.title = "input"},
        {.title = "drawn from", .key = "drawn_from", .rank = 1},
        {.title = "", .rank = 2},
        {.title = "of the spread", .key = "share_of_spread_pct", .number = true},
        {.title = "low end", .key = "low_end", .number = true},
        {.title = "high end", .key = "high_end", .number = true},
        {.title = "source", .key = "source", .rank = 3},
        {.key = "metric"}};
    int order[INPUTS_MAX];
    for (int i = 0, k; i < plan->n; i++) {
        for (k = i; k > 0 && figures->influence[order[k - 1]] < figures->influence[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    account_table(account, FOR_ALL, NULL, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < plan->n; i++)
        tell_row(account, plan, figures, order[i]);
    tell_row(account, plan, figures, -1);
}

static void doubt_tell(struct ask *ask)
{
    const struct doubt_plan *plan = ((const struct doubt_state *)ask->state)->plan;
    struct account *account = &ask->account;
    struct doubt_figures figures[METRICS_MAX] = {{.metric = METRIC_CARBON}};
    int n = 1;
    for (int metric = 0; metric < METRIC_COUNT && n < METRICS_MAX; metric++)
        if (prices_may_be((enum metric)metric))
            figures[n++].metric = (enum metric)metric;
    size_t seeds = seeding_whole(&ask->seeding);
    account->of = text(&account->arena, "%s", plan->scenario.name);
    account->over = text(&account->arena, "%d draws of %d inputs, %s", DRAWS, plan->n,
                         seeds > 1 ? text(&account->arena, "mean of %zu seeds", seeds) : "one draw of luck");
    for (int k = 0; k < n; k++) {
        work_out(ask, plan, &figures[k]);
        question_begin_metric(ask, figures[k].metric);
        if (tell_band(ask, plan, &figures[k]))
            tell_inputs(account, plan, &figures[k]);
    }
    account_end_sections(account);
    for (size_t run = 0, told = 0; told == 0 && run < PAIR * (1 + DRAWS); run++)
        if (seeding_fault(&ask->seeding, run, 0) && ++told)
            account_say(account, TONE_BAD, 0,
                        text(&account->arena, "Not all draws can be simulated; number %zu: %s.", run / PAIR,
                             seeding_fault(&ask->seeding, run, 0)));
    account_say(
        account, TONE_QUIET, 1,
        "All inputs are drawn at once, each evenly from its range. Low and high end: the mean of the draws in the lowest and the highest quarter of it, or with its first and last word; all at once: the least and the greatest draw. A share of 5 % or less may be luck of the draws.");
}

static enum ask_entered doubt_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    const struct doubt_input *input = &((const struct doubt_state *)ask->state)->plan->inputs[step];
    if (input->knob.id == KNOB_COUNT) {
        error_set(error, ERROR_INPUT, "", "%s is no knob: the fleet's GPUs have it (view fleet)",
                  input->name);
        return ASK_REFUSED;
    }
    explorer_favour(ask->explorer, input->knob);
    text_print(said, ASK_SAID, "%s: %s", input->told, input->unknown->source);
    return ASK_LEAVES;
}

const struct question_of question_doubt = {.name = "doubt",
                                           .title = "How sure is this, given what we do not know?",
                                           .enters = "go to that knob",
                                           .chooses = "metric",
                                           .seed_requests = 4e7,
                                           .state_size = sizeof(struct doubt_state),
                                           .plan = doubt_plan,
                                           .tell = doubt_tell,
                                           .enter = doubt_enter};
