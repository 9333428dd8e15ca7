/* The annealer: what did the controller try, and why did it keep what it kept? The searches of the run, each
 * try of the chosen one with what was measured and what followed from it, and the step of the rule in
 * numbers. It opens at the search before the cursor, and Enter takes the cursor to what is chosen. */
#include "tui/views/annealer.h"

#include "engine/base/units.h"
#include "tui/widgets/list.h"
#include "tui/widgets/parts.h"
#include "tui/words/scheme_words.h"
#include "tui/words/sheet.h"

const struct search *annealer_search(const struct annealer *annealer)
{
    return annealer->at >= 0 && annealer->at < annealer->searches.n ? &annealer->searches.items[annealer->at]
                                                                    : NULL;
}

const struct evaluation *annealer_try(const struct host *host, const struct annealer *annealer)
{
    const struct recording *recording = host->explorer->results.current->recording;
    const struct search *search = annealer_search(annealer);
    if (!search || annealer->try_at >= search->n_tries)
        return NULL;
    return recording_evaluation(recording, search->first_try + annealer->try_at);
}

/* The last try up to t_ns. */
static int try_at(const struct host *host, const struct annealer *annealer, int64_t t_ns)
{
    const struct recording *recording = host->explorer->results.current->recording;
    const struct search *search = annealer_search(annealer);
    int at = 0;
    for (int i = 0; search && i < search->n_tries; i++)
        if (recording_evaluation(recording, search->first_try + i)->begin_ns <= t_ns)
            at = i;
    return at;
}

/* Follows the run: another result is read from its start, one that grows is read on. */
static void annealer_update(struct host *host, void *state)
{
    struct annealer *annealer = state;
    const struct result *current = host->explorer->results.current;
    bool other = annealer->result != current;
    if (other) {
        searches_free(&annealer->searches);
        annealer->result = current;
    }
    bool grown = searches_read(&annealer->searches, current->recording);
    const struct search *search = annealer_search(annealer);
    if (other || (grown && !annealer->chosen) || (!search && annealer->searches.n > 0)) {
        int64_t t_ns = host->explorer->time.cursor_ns;
        annealer->at = searches_at(&annealer->searches, t_ns);
        annealer->try_at = try_at(host, annealer, t_ns);
    }
}

static bool annealer_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct annealer *annealer = state;
    (void)argument;
    (void)error;
    annealer->at = -1;
    annealer_update(host, annealer);
    return true;
}

static void annealer_close(struct host *host, void *state)
{
    (void)host;
    searches_free(&((struct annealer *)state)->searches);
}

/* --- input --- */

static void choose_search(struct annealer *annealer, int at)
{
    int before = annealer->at;
    annealer->at = part_clamp(at, annealer->searches.n > 0 ? 0 : -1, annealer->searches.n - 1);
    annealer->chosen = true;
    if (annealer->at != before)
        annealer->try_at = 0;
}

static void choose_try(struct annealer *annealer, int at)
{
    const struct search *search = annealer_search(annealer);
    annealer->try_at = part_clamp(at, 0, search && search->n_tries > 0 ? search->n_tries - 1 : 0);
    annealer->chosen = true;
}

static void step(struct annealer *annealer, int steps)
{
    if (annealer->focus == ANNEALER_SEARCHES)
        choose_search(annealer, annealer->at + steps);
    else
        choose_try(annealer, annealer->try_at + steps);
}

/* The next search with the same trigger. */
static void same(struct host *host, struct annealer *annealer, int direction)
{
    const struct search *search = annealer_search(annealer);
    if (!search)
        return;
    for (int at = annealer->at + direction; at >= 0 && at < annealer->searches.n; at += direction)
        if (annealer->searches.items[at].trigger == search->trigger) {
            choose_search(annealer, at);
            return;
        }
    message_say(host->message, false, "no search %s this one for the same reason, %s",
                direction < 0 ? "before" : "after", search_reason_word(search->trigger));
}

/* The dashboard's cursor goes to the begin of the search, or to the end of the try. */
static unsigned accept(struct host *host, const struct annealer *annealer)
{
    const struct search *search = annealer_search(annealer);
    const struct evaluation *entry = annealer_try(host, annealer);
    if (!search)
        return REPLY_HANDLED;
    bool of_try = annealer->focus == ANNEALER_TRIES && entry;
    explorer_seek(host->explorer, of_try ? entry->end_ns : search->begin_ns);
    return REPLY_DONE | REPLY_CLOSE_ALL;
}

static unsigned annealer_action(struct host *host, void *state, enum action action)
{
    struct annealer *annealer = state;
    struct annealer_layout layout = annealer_divide(host->canvas->w, host->canvas->h, annealer);
    int rows = (annealer->focus == ANNEALER_SEARCHES ? layout.searches.h : layout.tries.h) - 2;
    int steps = list_steps(action, rows > 1 ? rows : 1);
    if (steps) {
        step(annealer, steps);
        return REPLY_DONE;
    }
    switch (action) {
    case ACTION_LIST_TAB:
        annealer->focus = annealer->focus == ANNEALER_SEARCHES ? ANNEALER_TRIES : ANNEALER_SEARCHES;
        break;
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        annealer->focus = action == ACTION_LIST_LEFT ? ANNEALER_SEARCHES : ANNEALER_TRIES;
        break;
    case ACTION_SAME_NEXT:
    case ACTION_SAME_PREVIOUS:
        same(host, annealer, action == ACTION_SAME_NEXT ? 1 : -1);
        break;
    case ACTION_LIST_ACCEPT:
        return accept(host, annealer);
    case ACTION_INSPECTOR: /* the decisions take its place, as two tabs of one view */
        return host_run(host, "inspector") | REPLY_CLOSE;
    default:
        return 0;
    }
    return REPLY_DONE;
}

static unsigned annealer_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct annealer *annealer = state;
    struct annealer_layout layout = annealer_divide(host->canvas->w, host->canvas->h, annealer);
    if (button == 1) {
        bool searches = rect_contains(layout.searches, x, y), tries = rect_contains(layout.tries, x, y);
        const struct search *search = annealer_search(annealer);
        int row = y - (searches ? layout.searches.y : layout.tries.y) - 2;
        int at = row + (searches ? layout.searches_top : layout.tries_top);
        int n = searches ? annealer->searches.n : search ? search->n_tries : 0;
        if (!searches && !tries)
            return REPLY_HANDLED;
        enum annealer_list list = searches ? ANNEALER_SEARCHES : ANNEALER_TRIES;
        bool again = annealer->focus == list && at == (searches ? annealer->at : annealer->try_at);
        annealer->focus = list;
        if (row < 0 || at >= n)
            return REPLY_DONE;
        if (again)
            return accept(host, annealer);
        if (searches)
            choose_search(annealer, at);
        else
            choose_try(annealer, at);
        return REPLY_DONE;
    }
    if (rect_contains(layout.searches, x, y))
        annealer->focus = ANNEALER_SEARCHES;
    else if (rect_contains(layout.tries, x, y))
        annealer->focus = ANNEALER_TRIES;
    step(annealer, list_wheel(button));
    return REPLY_DONE;
}

/* What one entry is, in the words of a saved run's JSON. */
static void tell_entry(const struct recording *recording, const struct evaluation *told, struct sheet *sheet)
{
    static const char *const kinds[] = {[EVALUATION_BEGIN] = "begin",
                                        [EVALUATION_MEASURED] = "measured",
                                        [EVALUATION_CACHED] = "known",
                                        [EVALUATION_END] = "end"};
    const double numbers[] = {(double)told->search,
                              (double)told->step,
                              ns_to_s(told->begin_ns),
                              ns_to_s(told->end_ns),
                              told->ci,
                              told->lambda,
                              told->temperature,
                              told->energy_j,
                              told->accuracy_change,
                              told->carbon_change,
                              told->tail_ms,
                              told->late,
                              told->f,
                              told->h,
                              told->centre_h,
                              told->probability,
                              told->draw};
    char graph[256];
    search_print_graph(recording, &told->graph, graph, sizeof graph);
    sheet_text(sheet, kinds[told->kind]);
    sheet_text(sheet, evaluation_reason_names[told->reason]);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        sheet_number(sheet, numbers[k]);
    sheet_flag(sheet, told->compliant != 0);
    sheet_text(sheet, graph);
}

/* Every entry of every search. */
static void annealer_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    static const char *const columns[] = {"kind",
                                          "reason",
                                          "search",
                                          "step",
                                          "begin_s",
                                          "end_s",
                                          "ci_g_per_kwh",
                                          "lambda",
                                          "temperature",
                                          "energy_j_per_request",
                                          "accuracy_change_pct",
                                          "saved_pct",
                                          "tail_ms",
                                          "tail_over_slo",
                                          "f",
                                          "h",
                                          "centre_h",
                                          "probability",
                                          "draw",
                                          "compliant",
                                          "graph"};
    const struct recording *recording = host->explorer->results.current->recording;
    (void)state;
    sheet_columns(sheet, columns, sizeof columns / sizeof *columns);
    for (int k = 0, n = chronicle_count(&recording->evaluations); k < n; k++)
        tell_entry(recording, recording_evaluation(recording, k), sheet);
}

static const struct hint hints[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
                                    {ACTION_LIST_TAB, ACTION_NONE, "searches, tries", 1},
                                    {ACTION_SAME_NEXT, ACTION_SAME_PREVIOUS, "same trigger", 2},
                                    {ACTION_LIST_ACCEPT, ACTION_NONE, "go to its time", 1},
                                    {ACTION_INSPECTOR, ACTION_NONE, "decisions", 2},
                                    {ACTION_EXPORT, ACTION_NONE, "export", 4},
                                    {ACTION_EXPLAIN, ACTION_NONE, "help", 3},
                                    {ACTION_BACK, ACTION_NONE, "leave", 0}};

const struct view_ops view_annealer = {.contexts = CONTEXT_LIST | CONTEXT_INSPECTOR,
                                       .state_size = sizeof(struct annealer),
                                       .open = annealer_open,
                                       .close = annealer_close,
                                       .update = annealer_update,
                                       .draw = annealer_draw,
                                       .tell = annealer_tell,
                                       .action = annealer_action,
                                       .mouse = annealer_mouse,
                                       .hints = hints,
                                       .n_hints = sizeof hints / sizeof *hints};
