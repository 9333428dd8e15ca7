/* How few GPUs are enough? Every mix of the fleet's GPUs, one kind beside another, with what it keeps and
 * what it emits: the mixes that keep every limit come first, the fewest GPUs before the others, and of as
 * many the least carbon. A fleet that cannot run keeps nothing. A row's step takes the mix. */
#include "engine/base/text.h"
#include "tui/ask/ask.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 8, MIXES = 64 };

/* GPUs that are alike in all that a mix is chosen by: `count` of them. */
struct gpu_kind {
    int like, count; /* the first of them */
};

struct smallest_plan {
    struct scenario scenario;
    struct gpu_kind kinds[KINDS];
    int n_kinds, all, least; /* GPUs: all there are, the fewest that are tried */
    int n;
    int mixes[MIXES][KINDS]; /* how many of each kind; number 0 has all */
};

struct smallest_state {
    const struct smallest_plan *plan; /* as long as it is asked */
};

/* --- the mixes --- */

static bool are_alike(const struct gpu *a, const struct gpu *b)
{
    return strcmp(a->type, b->type) == 0 && a->pool == b->pool && a->class == b->class &&
           a->owner == b->owner;
}

/* Of one kind the last go first, as the knob `gpus` has it. */
static void keep_mix(struct scenario *scenario, const struct smallest_plan *plan, const int *mix)
{
    const struct fleet *fleet = &scenario->fleets[scenario->fleet];
    int left[KINDS];
    bool kept[GPUS_MAX];
    memcpy(left, mix, sizeof left);
    for (int g = plan->all; g < fleet->n_gpus; g++)
        kept[g] = false;
    for (int g = 0; g < plan->all; g++) {
        int k = 0;
        while (!are_alike(&fleet->gpus[g], &fleet->gpus[plan->kinds[k].like]))
            k++;
        kept[g] = left[k]-- > 0;
    }
    scenario_keep_gpus(scenario, kept);
}

static bool run_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct smallest_plan *plan = context;
    if (!scenario_copy(scenario, &plan->scenario))
        return error_no_memory(error);
    if (i > 0)
        keep_mix(scenario, plan, plan->mixes[i]);
    return true;
}

static void plan_free(void *context)
{
    struct smallest_plan *plan = context;
    scenario_free(&plan->scenario);
    free(plan);
}

/* Those that lack `gone` GPUs, in the order of their kinds. */
static void add_mixes(struct smallest_plan *plan, int gone, int kind, int *mix)
{
    if (kind == plan->n_kinds) {
        if (gone == 0 && plan->n < MIXES)
            memcpy(plan->mixes[plan->n++], mix, KINDS * sizeof *mix);
        return;
    }
    for (int take = gone < plan->kinds[kind].count ? gone : plan->kinds[kind].count; take >= 0; take--) {
        mix[kind] = plan->kinds[kind].count - take;
        add_mixes(plan, gone - take, kind + 1, mix);
    }
}

static bool smallest_plan(struct ask *ask, struct question_plan *runs, struct error *error)
{
    const struct scenario *scenario = &ask->explorer->document.scenario;
    const struct fleet *fleet = scenario_fleet(scenario);
    struct smallest_plan *plan = needed(calloc(1, sizeof *plan));
    int mix[KINDS] = {0}, n = scenario_gpus(scenario);
    must_be(scenario_copy(&plan->scenario, scenario));
    for (int g = 0; fleet && g < n; g++) {
        int k = 0;
        while (k < plan->n_kinds && !are_alike(&fleet->gpus[g], &fleet->gpus[plan->kinds[k].like]))
            k++;
        if (k == KINDS) {
            plan_free(plan);
            return error_set(error, ERROR_INPUT, "", "the fleet has GPUs of more than %d kinds", KINDS);
        }
        if (k == plan->n_kinds)
            plan->kinds[plan->n_kinds++] = (struct gpu_kind){g, 0};
        plan->kinds[k].count++;
    }
    if (plan->n_kinds == 0 || n < 2) {
        plan_free(plan);
        return error_set(error, ERROR_INPUT, "", "the fleet has one GPU: there is no smaller one");
    }
    plan->all = n;
    for (int gone = 0; gone < n && plan->n < MIXES; gone++) {
        add_mixes(plan, gone, 0, mix);
        plan->least = n - gone;
    }
    ((struct smallest_state *)ask->state)->plan = plan;
    *runs = (struct question_plan){(size_t)plan->n, JOB_ASKED, false, run_scenario, plan, plan_free};
    return true;
}

/* --- what they come to --- */

/* A mix over the seeds that are there. */
struct found {
    int mix, gpus;
    bool known, kept; /* every limit, in each seed */
    const char *fault;
    double carbon, worst;
};

static int compare_found(const void *a, const void *b)
{
    const struct found *left = a, *right = b;
    int rank_left = left->known ? !left->kept : 2, rank_right = right->known ? !right->kept : 2;
    if (rank_left != rank_right)
        return rank_left - rank_right;
    if (left->gpus != right->gpus)
        return rank_left == 0 ? left->gpus - right->gpus : right->gpus - left->gpus;
    if (left->carbon != right->carbon)
        return left->carbon < right->carbon ? -1 : 1;
    return left->mix - right->mix;
}

static struct found find(const struct ask *ask, int mix)
{
    const struct smallest_plan *plan = ((const struct smallest_state *)ask->state)->plan;
    size_t seeds = seeding_whole(&ask->seeding);
    struct found found = {
        .mix = mix, .kept = true, .carbon = question_value(ask, METRIC_CARBON, (size_t)mix)};
    found.worst = question_value(ask, METRIC_WORST_OF_SLO, (size_t)mix);
    found.fault = seeding_fault(&ask->seeding, (size_t)mix, 0);
    for (int k = 0; k < plan->n_kinds; k++)
        found.gpus += plan->mixes[mix][k];
    for (size_t seed = 0; seed < (seeds ? seeds : 1); seed++) {
        const struct answer *answer = seeding_answer(&ask->seeding, (size_t)mix, seed);
        found.known = found.known || answer != NULL;
        found.kept = found.kept && answer && !(answer_metric(answer, METRIC_LIMITS_BROKEN, 0) > 0);
    }
    found.known = found.known || found.fault != NULL;
    return found;
}

/* "3 P4 + 1 A100", "serving 4 A100 + vision 2 P4": GPUs of one type and pool are told together. */
static const char *mix_name(const struct smallest_plan *plan, int mix, struct arena *arena)
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
            count += like ? plan->mixes[mix][j] : 0;
        }
        if (count > 0 && !told)
            name = text(arena, "%s%s%s%s%d %s", name, *name ? " + " : "",
                        gpu->pool >= 0 ? plan->scenario.pools[gpu->pool].name : "", gpu->pool >= 0 ? " " : "",
                        count, gpu->type);
    }
    return name;
}

static const char *change_words(double now, double then, struct arena *arena)
{
    char words[METRIC_WORDS_SIZE];
    return text(arena, "%s", metric_words_change(METRIC_CARBON, now, then, words));
}

static const char *sentence_of(const struct ask *ask, const struct found *found, size_t kept,
                               struct arena *arena)
{
    const struct smallest_plan *plan = ((const struct smallest_state *)ask->state)->plan;
    const struct found *whole = found, *best = &found[0];
    size_t seeds = seeding_whole(&ask->seeding);
    for (int i = 0; i < plan->n; i++)
        whole = found[i].mix == 0 ? &found[i] : whole;
    if (seeds == 0)
        return text(arena, "Of %d fleets %zu are simulated.", plan->n, seeding_done(&ask->seeding));
    if (kept == 0)
        return text(arena, "None of %d fleets down to %d of %d GPUs keeps every limit.", plan->n, plan->least,
                    plan->all);
    const char *tried =
        text(arena, "%zu of %d fleets tried do, %s", kept, plan->n,
             seeds > 1 ? text(arena, "in each of %zu seeds", seeds) : "with one draw of luck");
    if (best->gpus == plan->all)
        return text(arena, "No fleet smaller than all %d GPUs keeps every limit; %s.", plan->all, tried);
    return text(arena, "%d of %d GPUs keep every limit: %s, carbon %s against all %d; %s%s.", best->gpus,
                plan->all, mix_name(plan, best->mix, arena), change_words(best->carbon, whole->carbon, arena),
                plan->all, tried,
                best->gpus == plan->least && plan->least > 1
                    ? text(arena, "; fewer than %d were not tried", plan->least)
                    : "");
}

static void tell_fleet(struct account *account, const struct smallest_plan *plan, const struct found *own,
                       double whole)
{
    struct arena *arena = &account->arena;
    char words[METRIC_WORDS_SIZE];
    enum tone tone = !own->known ? TONE_QUIET : own->kept ? TONE_PLAIN : TONE_BAD;
    const struct account_bar bar = {.length = own->carbon, .half_width = NAN, .tone = tone};
    account_row(account, (size_t)own->mix);
    account_place(account, 0, own->mix == 0 ? MARK_HERE : 0);
    account_put(account, account_number(account, tone, own->gpus, text(arena, "%d", own->gpus), NULL));
    account_put(account, account_words(account, tone, mix_name(plan, own->mix, arena)));
    account_put(account,
                account_number(account, TONE_PLAIN, own->carbon,
                               isnan(own->carbon) ? "..." : format_grams(FORMAT_ROOM, own->carbon), NULL));
    account_put(
        account,
        account_words(account, TONE_PLAIN,
                      isnan(own->carbon) || own->mix == 0 ? NULL : change_words(own->carbon, whole, arena)));
    account_put(account, account_bars(account, &bar, isnan(own->carbon) ? (size_t)0 : 1));
    account_put(
        account,
        account_number(account, TONE_PLAIN, own->worst,
                       isnan(own->worst) ? "" : metric_words_value(METRIC_WORST_OF_SLO, own->worst, words),
                       NULL));
    account_put(account, account_words(account, tone,
                                       !own->known ? NULL
                                       : own->kept ? "every limit kept"
                                                   : "breaks a limit"));
    account_put(account, own->known ? account_flag(own->kept) : account_words(account, TONE_PLAIN, NULL));
}

static void smallest_tell(struct ask *ask)
{
    const struct smallest_plan *plan = ((const struct smallest_state *)ask->state)->plan;
    struct account *account = &ask->account;
    struct arena *arena = &account->arena;
    struct found found[MIXES];
    const char *fault = NULL;
    int n_faults = 0;
    size_t kept = 0, seeds = seeding_whole(&ask->seeding);
    double whole = question_value(ask, METRIC_CARBON, 0);
    for (int i = 0; i < plan->n; i++) {
        found[i] = find(ask, i);
        kept += found[i].known && found[i].kept;
    }
    qsort(found, (size_t)plan->n, sizeof *found, compare_found);
    account->of = text(arena, "%s", plan->scenario.name);
    account->over = text(arena, "fleets of %d to %d GPUs, %zu seed%s", plan->least, plan->all, seeds,
                         seeds == 1 ? "" : "s");
    account_say(account, TONE_STRONG, 0, sentence_of(ask, found, kept, arena));
    static const struct account_column columns[] = {
        {.title = "GPUs", .key = "gpus", .number = true},
        {.title = "fleet", .key = "fleet"},
        {.title = "carbon", .key = "carbon_g.total", .number = true},
        {.title = "against all", .number = true},
        {.title = "", .rank = 2},
        {.title = "worst of SLO", .key = "worst_of_slo", .number = true},
        {.title = "", .rank = 1},
        {.key = "limits_kept"}};
    account_table(account, FOR_ALL, "Mixes of the fleet's GPUs", columns, sizeof columns / sizeof *columns);
    account_fact(account, "seeds", account_bare((double)seeds));
    for (int i = 0; i < plan->n; i++) {
        const struct found *own = &found[i];
        n_faults += own->fault != NULL;
        fault = own->fault ? own->fault : fault;
        if (own->fault)
            continue;
        tell_fleet(account, plan, own, whole);
    }
    account_fact(account, "fleets_tried", account_bare(plan->n));
    account_fact(account, "fleets_that_cannot_run", account_bare(n_faults));
    if (n_faults > 0)
        account_say(account, TONE_QUIET, 1,
                    text(arena, "%d of %d fleets cannot run; one of them: %s.", n_faults, plan->n, fault));
}

static enum ask_entered smallest_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    const struct smallest_plan *plan = ((const struct smallest_state *)ask->state)->plan;
    struct scenario scenario;
    struct arena arena = {0};
    const char *name = mix_name(plan, (int)step, &arena);
    bool ok = run_scenario((void *)(uintptr_t)plan, step, &scenario, error);
    if (ok) {
        text_print(said, ASK_SAID, "the fleet is %s; u takes it back", name);
        ok = explorer_set_scenario(ask->explorer, &scenario, name, error);
        scenario_free(&scenario);
    }
    arena_free(&arena);
    return ok ? ASK_LEAVES : ASK_REFUSED;
}

const struct question_of question_smallest = {.name = "smallest",
                                              .title = "Smallest fleet",
                                              .enters = "take it",
                                              .one_seed = true,
                                              .state_size = sizeof(struct smallest_state),
                                              .plan = smallest_plan,
                                              .tell = smallest_tell,
                                              .enter = smallest_enter};
