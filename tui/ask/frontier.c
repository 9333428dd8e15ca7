/* The frontier: what becomes of the scenario over ranges of its knobs, each configuration a point in a plane
 * of two metrics, with the stairs of what nothing beats and the least carbon under every limit. What is
 * varied is typed as `wattif sweep` takes it; points come while the rest is simulated. The same settings may
 * stand as a table, a row each, so that nobody needs to remember one while he looks at another. */
#include "tui/ask/frontier.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "tui/report/report_page.h"
#include "tui/report/told.h"
#include "tui/words/advice.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 100, NAME = 160, DOTS = 20 };

static const struct sweep_values *swept(const struct ask *ask)
{
    return explorer_sweep(ask->explorer);
}

static const char *name_of(const struct ask *ask, size_t i, char out[NAME])
{
    explorer_name_axes(swept(ask)->sweep, i, ~0U, out, NAME);
    return out;
}

static struct confidence mean_of(const struct sweep_values *of, size_t i, enum metric metric)
{
    return sweep_mean(of, i, sweep_column_of(of->sweep, metric, 0));
}

/* --- what the points come to --- */

struct front_place {
    double key;
    size_t i;
};

static int compare_places(const void *left, const void *right)
{
    const struct front_place *a = left, *b = right;
    if (isnan(a->key) != isnan(b->key))
        return isnan(a->key) ? 1 : -1;
    if (a->key != b->key && !isnan(a->key))
        return a->key < b->key ? -1 : 1;
    return a->i < b->i ? -1 : 1;
}

/* The front is of those that keep every limit in each seed, where there are any, at the place where the base
 * itself is. */
static void work_out(struct frontier *own, const struct ask *ask)
{
    const struct sweep_values *of = swept(ask);
    size_t n = sweep_configurations(of->sweep);
    unsigned choices = sweep_choices(of->sweep);
    size_t home = choices ? sweep_base_at(of->sweep, ~choices) : SIZE_MAX;
    arena_free(&own->arena);
    own->means = arena_alloc(&own->arena, n * sizeof *own->means);
    own->shares = arena_alloc(&own->arena, n * sizeof *own->shares);
    own->front = arena_alloc(&own->arena, n * sizeof *own->front);
    own->order = arena_alloc(&own->arena, n * sizeof *own->order);
    own->on_front = arena_alloc(&own->arena, n * sizeof *own->on_front);
    struct front_point *candidates = arena_alloc(&own->arena, n * sizeof *candidates);
    struct front_place *places = arena_alloc(&own->arena, n * sizeof *places);
    own->n = own->arena.lacked ? 0 : n;
    own->n_front = 0;
    own->best = sweep_best(of);
    own->measure = work_measure(sweep_likeness(of));
    own->across = own->across_chosen ? own->across : own->measure;
    double sense = metric_infos[own->across].better == METRIC_MORE ? -1 : 1;
    for (size_t i = 0; i < own->n; i++) {
        bool has = explorer_sweep_has(ask->explorer, i),
             offered = home != SIZE_MAX && sweep_agree(of->sweep, i, home, ~choices);
        own->shares[i] = has ? sweep_share_kept(of, i) : (double)NAN;
        own->means[i] = (struct front_point){has ? mean_of(of, i, own->across).mean : (double)NAN,
                                             has ? mean_of(of, i, own->up).mean : (double)NAN};
        candidates[i] = offered ? own->means[i] : (struct front_point){NAN, NAN};
        places[i] = (struct front_place){sense * own->means[i].across, i};
    }
    if (own->n == 0)
        return;
    for (size_t i = 0; i < n && own->best != SIZE_MAX; i++)
        if (own->shares[i] < 1)
            candidates[i] = (struct front_point){NAN, NAN};
    own->n_front = front_find((struct front_aims){own->across, own->up}, candidates, n, own->front);
    for (size_t i = 0; i < n && own->n_front == 0; i++)
        own->arena.lacked |= !isnan(candidates[i].across) && !isnan(candidates[i].up);
    for (size_t k = 0; k < own->n_front; k++)
        own->on_front[own->front[k]] = true;
    qsort(places, n, sizeof *places, compare_places);
    for (size_t i = 0; i < n; i++)
        own->order[i] = places[i].i;
}

/* Once all has come more are asked for near the front. */
static void frontier_follow(struct ask *ask)
{
    struct frontier *own = ask->state;
    const struct sweep_values *of = swept(ask);
    unsigned number = explorer_sweep_number(ask->explorer);
    size_t done = explorer_sweep_done(ask->explorer);
    uint64_t generation = ask->explorer->document.generation;
    bool other = own->number != number, runs = explorer_sweep_runs(ask->explorer);
    bool news = of && (other || own->done != done || own->n != sweep_configurations(of->sweep));
    if (other)
        own->led = ask->chosen;
    if (news)
        work_out(own, ask);
    if (own->refine > 0 && own->begun == number && !runs) {
        runs = explorer_sweep_refine(ask->explorer, own->means, own->front, own->n_front, own->refine);
        own->refine = runs ? own->refine : 0;
        own->began_at = done;
        clock_gettime(CLOCK_MONOTONIC, &own->began);
        work_out(own, ask);
    }
    if (news || ask->generation != generation || ask->waits != runs)
        question_retell(ask);
    ask->generation = generation;
    own->number = number;
    own->done = done;
    ask->waits = runs;
}

/* --- sentences --- */

/* "12 of 87 runs, 29 settings × 3 seeds, 3 s left on 2 cores" */
static void say_progress(const struct ask *ask, struct account *account)
{
    const struct frontier *own = ask->state;
    const struct sweep *sweep = swept(ask)->sweep;
    size_t n = sweep_points(sweep), came = own->done;
    bool runs = explorer_sweep_runs(ask->explorer);
    char said[200], done[FORMAT_SIZE], all[FORMAT_SIZE], left[32];
    struct timespec now;
    text_print(said, sizeof said, "%s of %s runs, %zu settings × %zu seed%s",
               format_count(done, (int64_t)came), format_count(all, (int64_t)n), own->n, sweep->replicates,
               sweep->replicates == 1 ? "" : "s");
    if (sweep->n_added > 0)
        text_append(said, sizeof said, ", %zu of them added near the front", sweep->n_added);
    clock_gettime(CLOCK_MONOTONIC, &now);
    double passed_s =
        difftime(now.tv_sec, own->began.tv_sec) + (double)(now.tv_nsec - own->began.tv_nsec) / 1e9;
    if (runs && came > own->began_at) {
        duration_format(ceil(passed_s * (double)(n - came) / (double)(came - own->began_at)), left,
                        sizeof left);
        text_append(said, sizeof said, ", %s left on %d cores", left, jobs_processors());
    } else if (!runs && came < n)
        text_append(said, sizeof said, ", stopped");
    account_say(account, TONE_QUIET, 1, said);
}

/* --- the plane and the table --- */

/* A mean on its axis; of it each seed's own, a dot each. */
static struct account_cell coordinate(struct account *account, enum metric metric, double value,
                                      const double *dots, size_t n)
{
    double factor = metric_units[metric_infos[metric].unit].factor, own[DOTS];
    char shown[FORMAT_SIZE];
    if (isnan(value))
        return account_words(account, TONE_QUIET, "...");
    for (size_t k = 0; k < n; k++)
        own[k] = factor * dots[k];
    const struct account_bar seeds = {.length = NAN, .dots = own, .n_dots = n};
    struct account_cell cell = account_number(account, TONE_PLAIN, factor * value,
                                              tradeoff_value(shown, metric, value), NULL),
                        held = account_bars(account, &seeds, n > 1);
    cell.bars = held.bars;
    cell.n_bars = held.n_bars;
    return cell;
}

static void tell_plane(const struct ask *ask, const char *title, const char *across, const char *up,
                       struct account *account)
{
    const struct frontier *own = ask->state;
    const struct sweep_values *of = swept(ask);
    const struct result *now = ask->explorer->results.current;
    const struct metric_source here = {&now->recording->summary, now->model, NULL};
    const struct account_column columns[] = {
        {.title = ""}, {.title = across, .number = true}, {.title = up, .number = true}};
    const enum metric metrics[] = {own->across, own->up};
    size_t seeds = of->sweep->replicates;
    struct account_part *part = account_table(account, FOR_SCREENS | FOR_PAGES, title, columns, 3);
    if (!part)
        return;
    part->x = 1;
    part->y = 2;
    for (size_t k = 0; k < own->n; k++) {
        size_t i = own->order[k];
        char name[NAME];
        account_row(account, i);
        account_place(account, 0,
                      (own->on_front[i] ? (unsigned)MARK_FRONT : (unsigned)MARK_NAMELESS) |
                          (i >= sweep_grid(of->sweep) ? (unsigned)MARK_ADDED : 0));
        account_put(account, account_words(account, own->shares[i] < 1 ? TONE_BAD : TONE_PLAIN,
                                           name_of(ask, i, name)));
        for (int m = 0; m < 2; m++) {
            double dots[DOTS];
            size_t n = seeds < DOTS ? seeds : DOTS, column = sweep_column_of(of->sweep, metrics[m], 0);
            for (size_t s = 0; s < n; s++)
                dots[s] = sweep_value(of, i * seeds + s, column);
            account_put(account, coordinate(account, metrics[m], m ? own->means[i].up : own->means[i].across,
                                            dots, n));
        }
    }
    account_row(account, ACCOUNT_NO_STEP);
    account_place(account, 0, MARK_HERE);
    account_put(account, account_words(account, TONE_PLAIN, "as it is"));
    for (int m = 0; m < 2; m++)
        account_put(account,
                    coordinate(account, metrics[m],
                               ask->finished ? metric_value(metrics[m], &here, 0) : (double)NAN, NULL, 0));
}

/* What is told of a point beside what the axes are. */
static const enum metric others[] = {METRIC_CARBON, METRIC_LATE, METRIC_WORST_OF_SLO, METRIC_ACCURACY,
                                     METRIC_ENERGY};
enum { TOLD = 2 + sizeof others / sizeof *others };

/* The axes, then the others as far as any point knows them. */
static size_t list_metrics(const struct ask *ask, enum metric metrics[TOLD])
{
    const struct frontier *own = ask->state;
    size_t n = 2;
    metrics[0] = own->across;
    metrics[1] = own->up;
    for (size_t k = 0; k < TOLD - 2; k++) {
        bool known = false;
        for (size_t i = 0; i < own->n && !known; i++)
            known = !isnan(own->shares[i]) && mean_of(swept(ask), i, others[k]).n > 0;
        if (known && others[k] != own->across && others[k] != own->up)
            metrics[n++] = others[k];
    }
    return n;
}

static void tell_table(const struct ask *ask, struct account *account)
{
    const struct frontier *own = ask->state;
    enum metric metrics[TOLD];
    size_t n = list_metrics(ask, metrics);
    told_sweep(account, &(struct told_sweep){.of = swept(ask),
                                             .metrics = metrics,
                                             .n_metrics = n,
                                             .front = own->on_front,
                                             .kept = own->shares,
                                             .order = own->order,
                                             .most = SIZE_MAX,
                                             .best = own->best,
                                             .name = explorer_name_axes});
    if (account->last && !own->table)
        account->last->audience = FOR_ALL & ~FOR_SCREENS;
}

static void frontier_tell(struct ask *ask)
{
    struct frontier *own = ask->state;
    struct account *account = &ask->account;
    struct arena *arena = &account->arena;
    const struct sweep_values *of = swept(ask);
    char across[64], up[64], key[96], said[500];
    account->of = text(arena, "%s", ask->explorer->document.scenario.name);
    account->over = "ranges of its knobs";
    metric_key(own->across, 0, key, sizeof key);
    const char *x = text(arena, "%s", key);
    account_fact(account, "across", account_words(account, TONE_PLAIN, x));
    metric_key(own->up, 0, key, sizeof key);
    const char *y = text(arena, "%s", key);
    account_fact(account, "up", account_words(account, TONE_PLAIN, y));
    if (!of) {
        account_keys(account, NULL,
                     (const char *const[]){x, text(arena, "%s.ci95", x), y, text(arena, "%s.ci95", y),
                                           "slo_met_share", "on_front", "best", "added", "limits_kept_share"},
                     9);
        account_say(
            account, TONE_STRONG, 0,
            "What to vary: KNOB=FROM:TO:STEP or KNOB=VALUE,VALUE, with blanks between. Enter simulates it all, Tab chooses from lists, ^U empties the line.");
        return;
    }
    if (own->n > 0 && ask->chosen == own->led)
        ask->chosen = own->led = own->best != SIZE_MAX ? own->best : own->order[0];
    account->arena.lacked |= own->arena.lacked;
    account_fact(account, "seeds", account_bare((double)of->sweep->replicates));
    account->over = "";
    for (size_t a = 0; a < of->sweep->n_axes; a++)
        account->over = text(arena, "%s%s%s", account->over, a ? " × " : "", of->sweep->axes[a].knob);
    tradeoff_title(own->across, across, sizeof across);
    tradeoff_title(own->up, up, sizeof up);
    const char *title = text(arena, "%s up, %s across", up, across);
    account->title = text(arena, "Frontier: %s", title);
    account->page = "The frontier";
    bool places = sweep_choices(of->sweep) + 1 != 1U << of->sweep->n_axes;
    said[0] = 0;
    if (own->done > 0)
        advice_describe(of, explorer_name_axes, said, sizeof said);
    account_say(account, TONE_STRONG, 0,
                own->done == 0         ? "Nothing has come yet"
                : places && ask->waits ? "What is best, and where, is told when all have come"
                                       : said);
    say_progress(ask, account);
    if (!own->table)
        tell_plane(ask, title, text(arena, "%s", across), text(arena, "%s", up), account);
    tell_table(ask, account);
}

/* --- the point chosen --- */

/* "carbon g 187.390 ± 0.291: −17.3 % against now, better" */
static void say_metric(struct ask *ask, size_t step, enum metric metric)
{
    struct account *account = &ask->account;
    const struct result *now = ask->explorer->results.current;
    struct metric_source source = {&now->recording->summary, now->model, NULL};
    struct confidence mean = mean_of(swept(ask), step, metric);
    char label[64], value[2 * FORMAT_SIZE], change[METRIC_WORDS_SIZE];
    double here = ask->finished ? metric_value(metric, &source, 0) : (double)NAN;
    if (mean.n == 0)
        return;
    tradeoff_title(metric, label, sizeof label);
    metric_format_mean(metric, mean.mean, mean.ci95, value, sizeof value);
    const char *said = text(&account->arena, "%s %s", label, value);
    int judged = 0;
    if (!isnan(mean.mean) && !isnan(here)) {
        metric_words_change(metric, mean.mean, here, change);
        bool same = strcmp(change, "=") == 0 || (mean.n > 1 && fabs(mean.mean - here) <= mean.ci95);
        judged = same ? 0 : metric_judge(metric, mean.mean, here);
        said = same ? text(&account->arena, "%s: about the same as now", said)
                    : text(&account->arena, "%s: %s against now%s", said, change,
                           judged > 0   ? ", better"
                           : judged < 0 ? ", worse"
                                        : "");
    }
    account_about_step(account, ask->section, ask->step,
                       judged > 0   ? TONE_GOOD
                       : judged < 0 ? TONE_BAD
                                    : TONE_PLAIN,
                       said);
}

/* "CIT 0.60, 187.4 g": the k-th along the front. */
static const char *neighbour(struct ask *ask, size_t k)
{
    const struct frontier *own = ask->state;
    char name[NAME], grams[FORMAT_SIZE];
    if (k >= own->n_front)
        return "none: it is the end";
    return text(&ask->account.arena, "%s, %s", name_of(ask, own->front[k], name),
                format_grams(grams, mean_of(swept(ask), own->front[k], METRIC_CARBON).mean));
}

/* "Best under every limit; nearly a tie with CIT 0.65" */
static const char *best_words(struct ask *ask)
{
    const struct frontier *own = ask->state;
    const struct sweep_values *of = swept(ask);
    struct arena *arena = &ask->account.arena;
    char name[NAME], value[METRIC_WORDS_SIZE];
    size_t next = SIZE_MAX;
    double least = INFINITY;
    for (size_t i = 0; i < own->n; i++) {
        double mean = mean_of(of, i, own->measure).mean;
        if (i != own->best && own->shares[i] == 1 && mean < least &&
            sweep_agree(of->sweep, i, own->best, ~sweep_choices(of->sweep))) {
            least = mean;
            next = i;
        }
    }
    if (next == SIZE_MAX || of->sweep->replicates < 2)
        return "Best under every limit";
    struct confidence less =
        sweep_difference(of, next, own->best, sweep_column_of(of->sweep, own->measure, 0));
    name_of(ask, next, name);
    if (less.mean == 0)
        return text(arena, "Best under every limit; %s comes to the same", name);
    if (less.mean > less.ci95)
        return text(arena, "Best under every limit; %s less than the next, %s",
                    metric_words_value(own->measure, less.mean, value), name);
    return text(arena, "Best under every limit; nearly a tie with %s", name);
}

/* What it comes to, against the run explored, and what lies beside it on the front. */
static void frontier_about(struct ask *ask, size_t step)
{
    const struct frontier *own = ask->state;
    struct account *account = &ask->account;
    struct arena *arena = &account->arena;
    enum metric metrics[TOLD];
    char name[NAME];
    if (step >= own->n || isnan(own->shares[step]))
        return;
    size_t n = list_metrics(ask, metrics), seeds = swept(ask)->sweep->replicates, k = 0,
           met = (size_t)lround(own->shares[step] * (double)seeds);
    account_about_step(account, ask->section, ask->step, TONE_STRONG, name_of(ask, step, name));
    account_about_step(account, ask->section, ask->step, met == seeds ? TONE_GOOD : TONE_BAD,
                       text(arena, "%zu of %zu seed%s keep%s every limit", met, seeds, seeds == 1 ? "" : "s",
                            met == 1 ? "s" : ""));
    account_about_step(account, ask->section, ask->step, TONE_GOOD, step == own->best ? best_words(ask) : "");
    for (size_t m = 0; m < n; m++)
        say_metric(ask, step, metrics[m]);
    while (k < own->n_front && own->front[k] != step)
        k++;
    account_about_step(account, ask->section, ask->step, TONE_QUIET,
                       k == own->n_front
                           ? "Another setting is better in both: [ ] go along the front."
                           : text(arena, "Beside it on the front: [ %s; ] %s",
                                  neighbour(ask, k == 0 ? SIZE_MAX : k - 1), neighbour(ask, k + 1)));
}

static bool is_there(const struct ask *ask, size_t step, struct error *error)
{
    const struct frontier *own = ask->state;
    return (step < own->n && !isnan(own->shares[step])) ||
           error_set(error, ERROR_INPUT, "", "no point is chosen: arrows walk from one to the next");
}

/* As the run explored, with the first of its seeds. */
static enum ask_entered frontier_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    struct scenario scenario;
    char name[200];
    if (!is_there(ask, step, error))
        return ASK_REFUSED;
    const struct sweep *sweep = swept(ask)->sweep;
    bool ok = sweep_scenario(sweep, step * sweep->replicates, &scenario, error);
    if (ok) {
        ok = explorer_open(ask->explorer, &scenario, (struct recorded){0}, error);
        scenario_free(&scenario);
    }
    text_print(said, ASK_SAID, "the run of %s; u goes back", sweep_name(sweep, step, name, sizeof name));
    return ok ? ASK_LEAVES : ASK_REFUSED;
}

/* The next metric of the run that is better one way, and that some points differ in. */
static void turn_metric(struct ask *ask, enum metric *axis, int way)
{
    struct frontier *own = ask->state;
    int metric = (int)*axis;
    bool tells = false;
    do {
        double least = INFINITY, most = -INFINITY;
        metric = (metric + way + METRIC_COUNT) % METRIC_COUNT;
        bool aim = sweep_column_of(swept(ask)->sweep, (enum metric)metric, 0) != SIZE_MAX &&
                   metric_scope_of((enum metric)metric) == METRIC_OF_RUN &&
                   metric_infos[metric].better != METRIC_EITHER;
        for (size_t i = 0; aim && i < own->n; i++) {
            double mean = mean_of(swept(ask), i, (enum metric)metric).mean;
            least = fmin(least, mean);
            most = fmax(most, mean);
        }
        tells = aim && least < most && metric != (int)own->across && metric != (int)own->up;
    } while (!tells && metric != (int)*axis);
    *axis = (enum metric)metric;
    own->across_chosen |= axis == &own->across;
    own->done = SIZE_MAX; /* all is worked out again */
}

static enum ask_entered frontier_act(struct ask *ask, enum action_id action, size_t step, char said[ASK_SAID],
                                     struct error *error)
{
    struct frontier *own = ask->state;
    size_t best = account_find_step(&ask->account, ask->section, own->best);
    if (action == ACTION_FRONT_TABLE)
        own->table = !own->table;
    else if (action == ACTION_FRONT_BEST)
        ask->step = best == ACCOUNT_NO_STEP ? ask->step : best;
    else if (action != ACTION_FRONT_TAKE)
        turn_metric(ask, action == ACTION_ACROSS_NEXT ? &own->across : &own->up,
                    action == ACTION_UP_PREVIOUS ? -1 : 1);
    else if (is_there(ask, step, error) && explorer_take_configuration(ask->explorer, step, error)) {
        text_print(said, ASK_SAID, "these settings are in force from the start; u takes them back");
        return ASK_LEAVES;
    } else
        return ASK_REFUSED;
    return ASK_STAYS;
}

/* --- the question --- */

static bool frontier_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    struct frontier *own = ask->state;
    (void)plan, (void)error;
    own->across = own->measure = METRIC_CARBON;
    own->up = METRIC_LATE;
    own->best = SIZE_MAX;
    own->led = ACCOUNT_NO_STEP;
    clock_gettime(CLOCK_MONOTONIC, &own->began);
    own->began_at = explorer_sweep_done(ask->explorer);
    return true;
}

/* Of the whole grid; settings added near the front are no part of what a command repeats, and it says so. */
static bool frontier_report(const struct ask *ask, struct store *store, FILE *out, struct error *error)
{
    const struct sweep_values *of = swept(ask);
    if (!of)
        return error_set(error, ERROR_INPUT, "", "there is no sweep yet to report: Enter runs one");
    struct sweep_head head = {.sweep = *of->sweep};
    head.sweep.n_added = 0;
    for (size_t i = 0; i < sweep_configurations(&head.sweep); i++)
        if (!explorer_sweep_has(ask->explorer, i))
            return error_set(error, ERROR_INPUT, "", "a report is of a whole sweep; %s",
                             explorer_sweep_runs(ask->explorer) ? "this one is still being simulated"
                                                                : "this one was stopped");
    return sweep_head_hash(&head, ask->explorer->catalog, error) &&
           sweep_report_print(&head, of->values, of->sweep->n_added, store, out, error);
}

static void frontier_free(struct ask *ask)
{
    arena_free(&((struct frontier *)ask->state)->arena);
}

static const struct ask_act acts[] = {
    {ACTION_FRONT_TABLE, "table", frontier_act}, {ACTION_FRONT_BEST, "best", frontier_act},
    {ACTION_FRONT_TAKE, "take", frontier_act},   {ACTION_ACROSS_NEXT, "axes", frontier_act},
    {ACTION_UP_NEXT, "", frontier_act},          {ACTION_UP_PREVIOUS, NULL, frontier_act}};

const struct question_of question_frontier = {.name = "frontier",
                                              .title = "Frontier",
                                              .enters = "open that run",
                                              .turns = "what to vary",
                                              .line = "vary",
                                              .acts = acts,
                                              .n_acts = sizeof acts / sizeof *acts,
                                              .runs = RUNS,
                                              .state_size = sizeof(struct frontier),
                                              .plan = frontier_plan,
                                              .follow = frontier_follow,
                                              .suggest = frontier_suggest,
                                              .begin = frontier_begin,
                                              .stop = frontier_stop,
                                              .tell = frontier_tell,
                                              .about = frontier_about,
                                              .enter = frontier_enter,
                                              .report = frontier_report,
                                              .free = frontier_free};
