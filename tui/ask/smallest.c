/* How few GPUs are enough? The mixes of the fleet's GPUs, so many of each kind, from the fewest GPUs on, each
 * with every seed that is asked for, until a mix keeps every limit in all of them. Mixes of as many GPUs are
 * tried to the last, so the first found is the smallest, and of those the one with the least carbon; those of
 * more GPUs are passed over, and nothing else is: a mix that breaks a limit says nothing of a larger one. A
 * fleet that cannot run keeps nothing. A row's step takes the mix. */
#include "engine/base/text.h"
#include "tui/ask/ask.h"
#include "tui/explorer/choices.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* BATCH: so many mixes at least are asked at once, that no processor waits. */
enum { KINDS = 16, MIXES = 20000, BATCH = 16 };

/* GPUs that are alike in all that a mix is chosen by: `count` of them. */
struct gpu_kind {
    int like, count; /* the first of them */
};

/* A mix, and what it came to with the seeds that are there. */
struct mix {
    unsigned char counts[KINDS];
    int gpus;
    size_t seeds, kept;   /* that were simulated; in which every limit was */
    double carbon, worst; /* sums over the seeds, then means */
    char *fault;          /* why it cannot run; owned */
};

/* The kinds of a fleet. */
struct smallest_plan {
    struct scenario scenario; /* owned */
    struct gpu_kind kinds[KINDS];
    int n_kinds, all;
};

struct smallest_state {
    struct smallest_plan plan;
    size_t n;
    struct mix *mixes;         /* ascending; the last has all; owned */
    size_t seeds, tried;       /* mixes before this one have been */
    size_t found;              /* of the fewest GPUs the one that keeps every limit; SIZE_MAX: none yet */
    struct question *question; /* that is simulated; NULL: nothing is */
    size_t n_asked, *asked;    /* which mixes, each with `per` seeds from `first` on; owned */
    size_t first, per;
};

/* What is asked at once: a run's number is that of a mix times `per`, and of a seed. */
struct smallest_asked {
    struct smallest_plan plan;
    size_t first, per;
    unsigned char (*counts)[KINDS]; /* owned */
};

/* --- the mixes --- */

static bool are_alike(const struct gpu *a, const struct gpu *b)
{
    return strcmp(a->type, b->type) == 0 && a->pool == b->pool && a->class == b->class &&
           a->owner == b->owner;
}

/* n_kinds: of none yet. */
static int kind_of(const struct smallest_plan *plan, const struct gpu *gpu)
{
    const struct fleet *fleet = scenario_fleet(&plan->scenario);
    int k = 0;
    while (k < plan->n_kinds && !are_alike(gpu, &fleet->gpus[plan->kinds[k].like]))
        k++;
    return k;
}

/* Of one kind the last go first, as the knob `gpus` has it, which says those that are the first of the list.
 */
static bool mix_scenario(const struct smallest_plan *plan, const unsigned char counts[KINDS],
                         struct scenario *scenario)
{
    if (!scenario_copy(scenario, &plan->scenario))
        return false;
    const struct fleet *fleet = &scenario->fleets[scenario->fleet];
    int left[KINDS], n = 0;
    bool kept[GPUS_MAX];
    for (int k = 0; k < plan->n_kinds; k++)
        n += left[k] = counts[k];
    for (int g = plan->all; g < fleet->n_gpus; g++)
        kept[g] = false;
    for (int g = 0; g < plan->all; g++) {
        kept[g] = left[kind_of(plan, &fleet->gpus[g])]-- > 0;
    }
    if (n < plan->all && kept[n - 1] && !memchr(kept, false, (size_t)n))
        scenario_set_gpus(scenario, n);
    else if (n < plan->all)
        scenario_keep_gpus(scenario, kept);
    return true;
}

static bool run_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct smallest_asked *asked = context;
    if (!mix_scenario(&asked->plan, asked->counts[i / asked->per], scenario))
        return error_no_memory(error);
    scenario->seed += asked->first + i % asked->per;
    return true;
}

static void asked_free(void *context)
{
    struct smallest_asked *asked = context;
    scenario_free(&asked->plan.scenario);
    free(asked->counts);
    free(asked);
}

static int compare_mixes(const void *a, const void *b)
{
    const struct mix *left = a, *right = b;
    return left->gpus != right->gpus ? left->gpus - right->gpus
                                     : -memcmp(left->counts, right->counts, sizeof left->counts);
}

/* Every number of each kind but none of all. */
static void list_mixes(struct smallest_state *state)
{
    const struct smallest_plan *plan = &state->plan;
    state->mixes = needed(calloc(state->n, sizeof *state->mixes));
    for (size_t i = 0; i < state->n; i++) {
        size_t rest = i + 1;
        for (int k = 0; k < plan->n_kinds; k++) {
            size_t counts = (size_t)plan->kinds[k].count + 1;
            state->mixes[i].counts[k] = (unsigned char)(rest % counts);
            state->mixes[i].gpus += state->mixes[i].counts[k];
            rest /= counts;
        }
    }
    qsort(state->mixes, state->n, sizeof *state->mixes, compare_mixes);
}

static void smallest_free(struct ask *ask)
{
    struct smallest_state *state = ask->state;
    explorer_forget(ask->explorer, state->question);
    for (size_t i = 0; state->mixes && i < state->n; i++)
        free(state->mixes[i].fault);
    scenario_free(&state->plan.scenario);
    free(state->mixes);
    free(state->asked);
    *state = (struct smallest_state){0};
}

/* "seeds=5"; "": as many as are usual. */
static bool read_seeds(const char *line, size_t *seeds, struct error *error)
{
    int64_t number = SEEDING_STEP;
    bool good = !*line || (strncmp(line, "seeds=", 6) == 0 && text_to_int64(line + 6, &number) &&
                           number >= 1 && number <= SEEDING_MAX);
    *seeds = (size_t)number;
    return good || error_set(error, ERROR_INPUT, "", "'%s': it takes seeds=N, 1 to %d", TEXT_BRIEF(line),
                             SEEDING_MAX);
}

static bool smallest_plan(struct ask *ask, struct question_plan *runs, struct error *error)
{
    const struct scenario *scenario = &ask->explorer->document.scenario;
    const struct fleet *fleet = scenario_fleet(scenario);
    struct smallest_state *state = ask->state;
    struct smallest_plan *plan = &state->plan;
    int n = scenario_gpus(scenario);
    double mixes = 1;
    (void)runs;
    state->found = SIZE_MAX;
    must_be(scenario_copy(&plan->scenario, scenario));
    for (int g = 0; fleet && g < n; g++) {
        int k = kind_of(plan, &fleet->gpus[g]);
        if (k == KINDS)
            return error_set(error, ERROR_INPUT, "", "the fleet has GPUs of more than %d kinds", KINDS);
        if (k == plan->n_kinds)
            plan->kinds[plan->n_kinds++] = (struct gpu_kind){g, 0};
        plan->kinds[k].count++;
    }
    if (plan->n_kinds == 0 || n < 2)
        return error_set(error, ERROR_INPUT, "", "the fleet has one GPU: there is no smaller one");
    for (int k = 0; k < plan->n_kinds; k++)
        mixes *= plan->kinds[k].count + 1;
    if (mixes > MIXES)
        return error_set(error, ERROR_INPUT, "",
                         "the fleet has %.0f mixes, of which at most %d can be gone through", mixes - 1,
                         MIXES);
    plan->all = n;
    state->n = (size_t)mixes - 1;
    list_mixes(state);
    return read_seeds(ask->argument, &state->seeds, error);
}

/* --- the search --- */

/* What is in `asked`, each with seeds from the first to before `end`. */
static void ask_mixes(struct ask *ask, size_t first, size_t end)
{
    struct smallest_state *state = ask->state;
    struct smallest_asked *asked = needed(calloc(1, sizeof *asked));
    struct error error = {0};
    asked->plan = state->plan;
    must_be(scenario_copy(&asked->plan.scenario, &state->plan.scenario));
    asked->first = state->first = first;
    asked->per = state->per = end - first;
    asked->counts = needed(calloc(state->n_asked, sizeof *asked->counts));
    for (size_t i = 0; i < state->n_asked; i++)
        memcpy(asked->counts[i], state->mixes[state->asked[i]].counts, KINDS);
    const struct question_plan runs = {.n = state->n_asked * state->per,
                                       .priority = JOB_ASKED,
                                       .scenario = run_scenario,
                                       .context = asked,
                                       .free_context = asked_free};
    state->question = explorer_ask(ask->explorer, &runs, &error);
    must_be(state->question != NULL);
}

/* What has come goes into the mixes. */
static void take_answers(struct smallest_state *state)
{
    for (size_t i = 0; i < state->n_asked * state->per; i++) {
        struct mix *mix = &state->mixes[state->asked[i / state->per]];
        const struct answer *answer = question_answer(state->question, i);
        const char *fault = question_fault(state->question, i);
        mix->seeds += answer || fault;
        mix->kept += answer && !(answer_metric(answer, METRIC_LIMITS_BROKEN, 0) > 0);
        mix->carbon += answer ? answer_metric(answer, METRIC_CARBON, 0) : (double)NAN;
        mix->worst += answer ? answer_metric(answer, METRIC_WORST_OF_SLO, 0) : (double)NAN;
        if (fault && !mix->fault)
            mix->fault = needed(strdup(fault));
    }
}

/* Of those that were asked the ones that have kept every limit so far. */
static void keep_keepers(struct smallest_state *state)
{
    size_t n = 0;
    for (size_t i = 0; i < state->n_asked; i++)
        if (state->mixes[state->asked[i]].kept == state->first + state->per)
            state->asked[n++] = state->asked[i];
    state->n_asked = n;
}

static double carbon_of(const struct mix *mix)
{
    return mix->carbon / (double)mix->seeds;
}

/* Mixes of as many GPUs are all there: does one of them keep every limit in every seed? */
static void look_for_found(struct smallest_state *state)
{
    for (size_t i = 0; i < state->tried; i++) {
        const struct mix *mix = &state->mixes[i],
                         *best = &state->mixes[state->found < state->n ? state->found : i];
        if (mix->kept < state->seeds || mix->gpus > best->gpus)
            continue;
        if (state->found == SIZE_MAX || carbon_of(mix) < carbon_of(best))
            state->found = i;
    }
}

/* The next mixes, to the last of as many GPUs; first of all the whole fleet, which others are held against.
 */
static bool ask_on(struct ask *ask)
{
    struct smallest_state *state = ask->state;
    size_t from = state->tried, whole = state->n - 1;
    bool begins = state->mixes[whole].seeds == 0;
    if (state->found != SIZE_MAX || (from >= whole && !begins))
        return false;
    state->asked = needed(realloc(state->asked, state->n * sizeof *state->asked));
    state->n_asked = 0;
    if (begins)
        state->asked[state->n_asked++] = whole;
    while (state->tried < whole && (state->tried - from < BATCH ||
                                    state->mixes[state->tried].gpus == state->mixes[state->tried - 1].gpus))
        state->asked[state->n_asked++] = state->tried++;
    ask_mixes(ask, 0, 1);
    return true;
}

static void smallest_follow(struct ask *ask)
{
    struct smallest_state *state = ask->state;
    for (bool goes_on = true; goes_on;) {
        if (state->question && !question_is_over(state->question))
            break;
        bool more = false;
        if (state->question) {
            take_answers(state);
            explorer_forget(ask->explorer, state->question);
            state->question = NULL;
            keep_keepers(state);
            more = state->first + state->per < state->seeds && state->n_asked > 0;
            question_retell(ask);
        }
        if (more)
            ask_mixes(ask, 1, state->seeds);
        else
            look_for_found(state);
        goes_on = more || ask_on(ask);
    }
    if (ask->waits && !state->question && state->found != SIZE_MAX)
        ask->chosen = state->found;
    ask->waits = state->question != NULL;
}

/* --- what they come to --- */

/* "3 P4 + 1 A100", "serving 4 A100 + vision 2 P4": GPUs of one type and pool are told together. */
static const char *mix_name(const struct smallest_plan *plan, const struct mix *mix, struct arena *arena)
{
    const struct fleet *fleet = scenario_fleet(&plan->scenario);
    const char *name = "";
    for (int k = 0; k < plan->n_kinds; k++) {
        const struct gpu *gpu = &fleet->gpus[plan->kinds[k].like];
        int count = 0;
        bool told = false;
        for (int j = 0; j < plan->n_kinds; j++) {
            const struct gpu *other = &fleet->gpus[plan->kinds[j].like];
            bool like = strcmp(other->type, gpu->type) == 0 && other->pool == gpu->pool;
            told = told || (like && j < k);
            count += like ? mix->counts[j] : 0;
        }
        if (count > 0 && !told)
            name = text(arena, "%s%s%s%s%d %s", name, *name ? " + " : "",
                        gpu->pool >= 0 ? plan->scenario.pools[gpu->pool].name : "", gpu->pool >= 0 ? " " : "",
                        count, gpu->type);
    }
    return name;
}

/* "low1 low2 high" */
static const char *mix_gpus(const struct smallest_plan *plan, const struct mix *mix, struct arena *arena)
{
    const struct fleet *fleet = scenario_fleet(&plan->scenario);
    const char *names = "";
    int told[KINDS] = {0};
    for (int g = 0; g < plan->all; g++) {
        int k = kind_of(plan, &fleet->gpus[g]);
        if (told[k]++ < mix->counts[k])
            names = text(arena, "%s%s%s", names, *names ? " " : "", fleet->gpus[g].name);
    }
    return names;
}

static const char *change_words(double now, double then, struct arena *arena)
{
    char words[METRIC_WORDS_SIZE];
    return text(arena, "%s", metric_words_change(METRIC_CARBON, now, then, words));
}

struct smallest_counts {
    size_t tried, kept, passed, faults;
    const char *fault; /* one of them */
};

static struct smallest_counts count_mixes(const struct smallest_state *state)
{
    struct smallest_counts counts = {0};
    for (size_t i = 0; i < state->n; i++) {
        const struct mix *mix = &state->mixes[i];
        counts.tried += mix->seeds > 0;
        counts.kept += mix->seeds > 0 && mix->kept == state->seeds;
        counts.faults += mix->fault != NULL;
        counts.fault = mix->fault ? mix->fault : counts.fault;
    }
    counts.passed = state->n - counts.tried;
    return counts;
}

static bool keeps_none(const struct ask *ask)
{
    const struct smallest_state *state = ask->state;
    const struct mix *whole = &state->mixes[state->n - 1];
    return !ask->waits && whole->seeds > 0 && state->found == SIZE_MAX && whole->kept < state->seeds;
}

static const char *sentence_of(const struct ask *ask, const struct smallest_counts *counts,
                               struct arena *arena)
{
    const struct smallest_state *state = ask->state;
    const struct smallest_plan *plan = &state->plan;
    const struct mix *whole = &state->mixes[state->n - 1],
                     *best = &state->mixes[state->found < state->n ? state->found : state->n - 1];
    const char *sure =
        state->seeds > 1 ? text(arena, "in each of %zu seeds", state->seeds) : "with one draw of luck";
    if (ask->waits || whole->seeds == 0)
        return text(arena, "Of %zu mixes %zu are simulated.", state->n, counts->tried);
    if (keeps_none(ask))
        return text(arena, "None of %zu mixes of its %d GPUs keeps every limit %s.", state->n, plan->all,
                    sure);
    if (state->found == SIZE_MAX)
        return text(arena, "No mix smaller than all %d GPUs keeps every limit %s: %zu can run, %zu cannot.",
                    plan->all, sure, state->n - 1 - counts->faults, counts->faults);
    return text(
        arena, "%d of %d GPUs keep every limit: %s, carbon %s against all %d, %s; %zu of %zu mixes tried.",
        best->gpus, plan->all, mix_name(plan, best, arena),
        change_words(carbon_of(best), carbon_of(whole), arena), plan->all, sure, counts->tried, state->n);
}

static void tell_fleet(struct account *account, const struct smallest_state *state, size_t i)
{
    const struct smallest_plan *plan = &state->plan;
    const struct mix *own = &state->mixes[i];
    struct arena *arena = &account->arena;
    char words[METRIC_WORDS_SIZE];
    double seeds = (double)own->seeds, carbon = own->carbon / seeds, worst = own->worst / seeds;
    bool kept = own->kept == state->seeds;
    enum tone tone = kept ? TONE_PLAIN : TONE_BAD;
    const struct account_bar bar = {.length = carbon, .half_width = NAN, .tone = tone};
    account_row(account, i);
    account_place(account, 0, i + 1 == state->n ? MARK_HERE : 0);
    account_put(account, account_number(account, tone, own->gpus, text(arena, "%d", own->gpus), NULL));
    account_put(account, account_words(account, tone, mix_name(plan, own, arena)));
    account_put(account, account_number(account, TONE_PLAIN, carbon,
                                        isnan(carbon) ? "" : format_grams(FORMAT_ROOM, carbon), NULL));
    account_put(account,
                account_words(account, TONE_PLAIN,
                              isnan(carbon) || i + 1 == state->n
                                  ? NULL
                                  : change_words(carbon, carbon_of(&state->mixes[state->n - 1]), arena)));
    account_put(account, account_bars(account, &bar, isnan(carbon) ? (size_t)0 : 1));
    account_put(account,
                account_number(account, TONE_PLAIN, worst,
                               isnan(worst) ? "" : metric_words_value(METRIC_WORST_OF_SLO, worst, words),
                               NULL));
    account_put(account,
                account_words(account, tone,
                              own->fault ? own->fault
                              : kept     ? "every limit kept"
                                         : text(arena, "limits kept in %zu of %zu", own->kept, own->seeds)));
    ACCOUNT_ADD(account, account_flag(kept), account_bare((double)own->kept), account_bare(seeds),
                account_flag(i + 1 == state->n), account_said(mix_gpus(plan, own, arena)));
}

/* The found one, the whole fleet, then what was tried, from many GPUs to few. */
static void tell_fleets(struct account *account, const struct smallest_state *state)
{
    static const struct account_column columns[] = {
        {.title = "GPUs", .key = "gpus", .number = true},
        {.title = "fleet", .key = "fleet"},
        {.title = "carbon", .key = "carbon_g.total", .number = true},
        {.title = "against all", .number = true},
        {.title = "", .rank = 2},
        {.title = "slowest app", .key = "worst_of_slo", .number = true},
        {.title = "", .key = "told", .rank = 1},
        {.key = "limits_kept"},
        {.key = "seeds_kept"},
        {.key = "seeds_tried"},
        {.key = "here"},
        {.key = "names"}};
    size_t whole = state->n - 1;
    account_table(account, FOR_ALL, "Mixes of the fleet's GPUs", columns, sizeof columns / sizeof *columns);
    if (state->found != SIZE_MAX)
        tell_fleet(account, state, state->found);
    if (state->mixes[whole].seeds > 0)
        tell_fleet(account, state, whole);
    for (int faults = 0; faults < 2; faults++) {
        if (faults && account_table(account, FOR_MACHINES, NULL, columns, sizeof columns / sizeof *columns))
            account->last->goes_on = true;
        for (size_t i = whole; i-- > 0;)
            if (i != state->found && state->mixes[i].seeds > 0 &&
                (state->mixes[i].fault != NULL) == (faults > 0))
                tell_fleet(account, state, i);
    }
}

static void smallest_tell(struct ask *ask)
{
    const struct smallest_state *state = ask->state;
    const struct smallest_plan *plan = &state->plan;
    struct account *account = &ask->account;
    struct arena *arena = &account->arena;
    struct smallest_counts counts = count_mixes(state);
    account->of = text(arena, "%s", plan->scenario.name);
    account->over = text(arena, "mixes of 1 to %d GPUs, %zu seed%s", plan->all, state->seeds,
                         state->seeds == 1 ? "" : "s");
    account->asked = text(arena, "%s", ask->argument);
    ask->done = counts.tried;
    ask->of = state->n;
    if (ask->waits)
        account->progress = text(arena, "%zu of at most %zu mixes", counts.tried, state->n);
    account->is_no = keeps_none(ask);
    account_say(account, TONE_STRONG, 0, sentence_of(ask, &counts, arena));
    const char *command = "";
    struct scenario smallest;
    if (!ask->waits && state->found != SIZE_MAX) {
        must_be(mix_scenario(plan, state->mixes[state->found].counts, &smallest));
        command = question_run(ask, &smallest, arena);
        scenario_free(&smallest);
    }
    account_say(account, TONE_PLAIN, 1, command);
    tell_fleets(account, state);
    account_fact(account, "seeds", account_bare((double)state->seeds));
    account_fact(account, "fleets", account_bare((double)state->n));
    account_fact(account, "fleets_tried", account_bare((double)counts.tried));
    account_fact(account, "fleets_passed_over", account_bare((double)counts.passed));
    account_fact(account, "fleets_that_cannot_run", account_bare((double)counts.faults));
    account_fact(account, "command", account_said(*command ? command : NULL));
    if (counts.passed > 0 && !ask->waits)
        account_say(
            account, TONE_QUIET, 1,
            text(
                arena,
                "%zu mixes were passed over: they have more GPUs than the one found, and none of fewer or as many was left out.",
                counts.passed));
    if (counts.faults > 0)
        account_say(account, TONE_QUIET, 1,
                    text(arena, "%zu of %zu mixes cannot run; one of them: %s.", counts.faults, state->n,
                         counts.fault));
    account_say(account, TONE_QUIET, 2, "Of GPUs of one type, pool, class and owner the last go first.");
}

static enum ask_entered smallest_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    const struct smallest_state *state = ask->state;
    const struct smallest_plan *plan = &state->plan;
    struct scenario scenario;
    struct arena arena = {0};
    const char *name = mix_name(plan, &state->mixes[step], &arena);
    bool ok = mix_scenario(plan, state->mixes[step].counts, &scenario) || error_no_memory(error);
    if (ok) {
        text_print(said, ASK_SAID, "the fleet is %s; u takes it back", name);
        ok = explorer_set_scenario(ask->explorer, &scenario, name, error);
        scenario_free(&scenario);
    }
    arena_free(&arena);
    return ok ? ASK_LEAVES_ALL : ASK_REFUSED;
}

const struct question_of question_smallest = {.name = "smallest",
                                              .best_first = true,
                                              .title = "Smallest fleet",
                                              .enters = "take it",
                                              .seeded = true,
                                              .runs = 64,
                                              .state_size = sizeof(struct smallest_state),
                                              .plan = smallest_plan,
                                              .follow = smallest_follow,
                                              .tell = smallest_tell,
                                              .enter = smallest_enter,
                                              .free = smallest_free};
