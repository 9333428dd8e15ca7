/* What each layer is worth: its share of what all of them do together, its effect alone and last, and the
 * pairs that help or fight. All on/off sets of the layers are one question, in the order that tells most: the
 * effects alone are on the screen after a few runs, the shares with the last one; four more seeds follow one
 * by one while nothing more urgent waits, and effects get intervals. Left and right choose the metric, Tab
 * whether Enter opens the run with a layer alone or with all but it, which is one change of the run explored.
 */
#include "tui/report/contribution_report.h"
#include "tui/views/contribution.h"

#include "engine/base/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/contribution.h"

#include <math.h>
#include <stdlib.h>

/* Requests that may be served for more seeds where somebody waits for all of them. */
static const double seeded_requests = 4e7;

/* --- the question --- */

static void sets_free(void *context)
{
    struct contribution_sets *sets = context;
    if (sets)
        attribution_free(sets->attribution);
    free(sets);
}

static bool set_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct contribution_sets *sets = context;
    return attribution_scenario(sets->attribution, sets->order[i], scenario, error);
}

static struct contribution_sets *sets_create(const struct explorer *explorer, struct error *error)
{
    struct contribution_sets *sets = calloc(1, sizeof *sets);
    if (!sets) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    sets->attribution = attribution_create(&explorer->document.scenario, explorer->catalog, error);
    if (!sets->attribution) {
        sets_free(sets);
        return NULL;
    }
    sets->n = attribution_order(sets->attribution, sets->order);
    for (size_t i = 0; i < sets->n; i++)
        sets->place[sets->order[i]] = i;
    return sets;
}

static bool ask(struct explorer *explorer, struct contribution_view *view, struct error *error)
{
    struct contribution_sets *sets = sets_create(explorer, error);
    if (!sets)
        return false;
    view->sets = sets;
    struct question_plan plan = {sets->n, JOB_ASKED, false, set_scenario, sets, sets_free};
    return seeding_open(&view->seeding, explorer, &plan, error);
}

static void contribution_close(struct host *host, void *state)
{
    seeding_close(&((struct contribution_view *)state)->seeding, host->explorer);
}

static bool contribution_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct contribution_view *view = state;
    (void)argument;
    view->seen = SIZE_MAX;
    view->side = SIDE_LAST;
    return ask(host->explorer, view, error);
}

/* --- what it comes to --- */

static double value_of(const void *context, unsigned set, size_t seed, enum metric metric, int part)
{
    const struct contribution_view *view = context;
    const struct answer *answer = seeding_answer(&view->seeding, view->sets->place[set], seed);
    return answer ? answer_metric(answer, metric, part) : (double)NAN;
}

static const char *fault_of(const void *context, unsigned set)
{
    const struct contribution_view *view = context;
    const char *fault = NULL;
    for (size_t seed = 0; !fault && seed < view->seeding.n; seed++)
        fault = seeding_fault(&view->seeding, view->sets->place[set], seed);
    return fault;
}

bool contribution_is_over(const struct contribution_view *view)
{
    return seeding_whole(&view->seeding) > 0;
}

/* What the scenario is about comes first. */
static void settle_metric(const struct scenario *scenario, struct contribution_view *view)
{
    static const enum metric_group groups[TOPIC_COUNT] = {[TOPIC_NONE] = METRIC_GROUP_CARBON,
                                                          [TOPIC_CARBON] = METRIC_GROUP_CARBON,
                                                          [TOPIC_ACCURACY] = METRIC_GROUP_CLOVER,
                                                          [TOPIC_FAIRNESS] = METRIC_GROUP_FAIRNESS,
                                                          [TOPIC_TEMPERATURE] = METRIC_GROUP_TEMPERATURE};
    enum metric_group group = groups[scenario_headline(scenario)];
    for (size_t i = 0; !view->settled && i < view->found.n; i++)
        if (metric_infos[view->found.of[i].metric].group == group)
            view->metric = i;
    view->settled = view->settled || view->found.n > 0;
}

/* The first seed as far as it is known, the others once they are known whole. */
static void contribution_update(struct host *host, void *state)
{
    struct contribution_view *view = state;
    char parts[200];
    size_t done = seeding_done(&view->seeding), whole = seeding_whole(&view->seeding);
    struct contribution_runs runs = {whole > 1 ? whole : 1, value_of, fault_of, view};
    seeding_update(&view->seeding, host->explorer, host->settling, seeded_requests);
    if (view->seen == done)
        return;
    view->seen = done;
    contributions_work_out(view->sets->attribution, &runs, &view->found);
    settle_metric(&view->sets->attribution->scenario, view);
    if (view->found.n > 0 && view->found.of[0].metric == METRIC_CARBON)
        explorer_note_parts(host->explorer, &view->sets->attribution->scenario,
                            contribution_parts(view->sets->attribution, view->found.of, parts, sizeof parts));
    if (view->metric >= view->found.n)
        view->metric = 0;
    if (view->at >= contribution_rows(view))
        view->at = contribution_rows(view) - 1;
}

/* --- input --- */

static bool has_best(const struct contribution_view *view)
{
    return contribution_is_over(view) && view->found.n > 0 && view->found.of[view->metric].best >= 0;
}

int contribution_rows(const struct contribution_view *view)
{
    return view->sets->attribution->n + 1 + has_best(view);
}

unsigned contribution_chosen(const struct contribution_view *view)
{
    int n = view->sets->attribution->n;
    unsigned own = 1U << view->at;
    if (view->at < n)
        return view->side == SIDE_ALONE ? own : attribution_all(view->sets->attribution) & ~own;
    return view->at == n ? 0 : (unsigned)view->found.of[view->metric].best;
}

/* "without route", "route alone", "all layers off". */
static void name_run(const struct attribution *attribution, unsigned set, char *out, size_t size)
{
    unsigned off = attribution_all(attribution) & ~set;
    char name[96];
    if (set == 0)
        text_print(out, size, "%s", "all layers off");
    else if (__builtin_popcount(off) == 1 && attribution->n > 2)
        text_print(out, size, "without %s", attribution_name(attribution, off, name, sizeof name));
    else
        text_print(out, size, "%s alone", attribution_name(attribution, set, name, sizeof name));
}

static unsigned open_run(struct host *host, const struct contribution_view *view)
{
    const struct attribution *attribution = view->sets->attribution;
    struct error error = {0};
    struct scenario scenario;
    unsigned set = contribution_chosen(view);
    char name[128];
    name_run(attribution, set, name, sizeof name);
    if (set == attribution_all(attribution)) {
        message_say(host->message, false, "with every layer on it is the run explored");
        return REPLY_DONE;
    }
    bool done = attribution_scenario(attribution, set, &scenario, &error);
    if (done) {
        done = explorer_set_scenario(host->explorer, &scenario, name, &error);
        scenario_free(&scenario);
    }
    if (done)
        message_say(host->message, false, "%s; u goes back to all on", name);
    else
        message_say_error(host->message, &error);
    return done ? REPLY_DONE | REPLY_CLOSE : REPLY_DONE;
}

static void choose_metric(struct contribution_view *view, size_t step)
{
    if (view->found.n > 0)
        view->metric = (view->metric + step) % view->found.n;
}

static unsigned contribution_action(struct host *host, void *state, enum action action)
{
    struct contribution_view *view = state;
    int at = view->at, last = contribution_rows(view) - 1;
    char seeds[96];
    switch (action) {
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        at += action == ACTION_LIST_UP ? -1 : 1;
        break;
    case ACTION_LIST_FIRST:
    case ACTION_LIST_PAGE_UP:
        at = 0;
        break;
    case ACTION_LIST_LAST:
    case ACTION_LIST_PAGE_DOWN:
        at = last;
        break;
    case ACTION_LIST_LEFT:
        choose_metric(view, view->found.n - 1);
        break;
    case ACTION_LIST_RIGHT:
        choose_metric(view, 1);
        break;
    case ACTION_LIST_TAB:
        view->side = (view->side + 1) % SIDES;
        break;
    case ACTION_LIST_ACCEPT:
        return open_run(host, view);
    case ACTION_LIST_SEEDS:
        seeding_stop_or_more(&view->seeding, host->explorer, seeds, sizeof seeds);
        message_say(host->message, false, "%s", seeds);
        return REPLY_DONE;
    default:
        return 0;
    }
    view->at = part_clamp(at, 0, contribution_rows(view) - 1);
    return REPLY_DONE;
}

static void view_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    (void)host;
    contribution_tell(&((const struct contribution_view *)state)->found, sheet);
}

/* Of all sets, over the seeds that were asked for. */
static bool contribution_report(const struct host *host, const void *state, FILE *out, struct error *error)
{
    const struct contribution_view *view = state;
    size_t seeds = view->found.runs.seeds > 1 ? view->found.runs.seeds : 0;
    if (!contribution_is_over(view) || view->found.n == 0)
        return error_set(error, ERROR_INPUT, "",
                         "a report is of all sets of layers; they are still being simulated");
    return contribution_report_print(&view->found, seeds, host->store, out, error);
}

static const struct hint hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},    {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "metric", 1},
    {ACTION_LIST_TAB, ACTION_NONE, "alone or last", 2}, {ACTION_LIST_ACCEPT, ACTION_NONE, "open that run", 1},
    {ACTION_LIST_SEEDS, ACTION_NONE, "seeds", 2},       {ACTION_EXPORT, ACTION_NONE, "export", 4},
    {ACTION_EXPLAIN, ACTION_NONE, "help", 3},           {ACTION_BACK, ACTION_NONE, "leave", 0}};

const struct view_ops view_contribution = {.contexts = CONTEXT_LIST,
                                           .state_size = sizeof(struct contribution_view),
                                           .open = contribution_open,
                                           .close = contribution_close,
                                           .update = contribution_update,
                                           .draw = contribution_draw,
                                           .tell = view_tell,
                                           .report = contribution_report,
                                           .action = contribution_action,
                                           .hints = hints,
                                           .n_hints = sizeof hints / sizeof *hints};
