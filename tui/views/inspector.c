/* The inspector: why did this request go there? The decisions around the cursor, and the chosen one in a
 * sentence, a picture, and the rule step by step with its numbers. Decisions are known once the run is
 * simulated; until then the screen says so and fills by itself. */
#include "engine/account/account.h"
#include "tui/views/inspector.h"
#include "tui/widgets/list.h"

#include <stdlib.h>
#include <string.h>

/* --- what is shown --- */

static void inspector_update(struct host *host, void *state)
{
    struct inspector *inspector = state;
    struct decisions *list = &inspector->list;
    /* Follows the run that is explored: another one, or the same when it is finished, is listed around the
     * time that was looked at. */
    struct result *current = host->explorer->results.current;
    struct error error = {0};
    if (list->result != current) {
        if (!result_view(current).run)
            decisions_drop(list);
        else if (!decisions_show(list, current, inspector->t_ns, &error))
            message_say_error(host->message, &error);
    }
    const struct decision_log *log = inspector->list.log;
    int count[REASON_COUNT] = {0};
    inspector->n_reasons = inspector->n_missed = 0;
    for (size_t i = 0; i < log->kept; i++) {
        count[log->kept_list[i].reason]++;
        inspector->n_missed += choice_is_late(inspector->list.result->model, &log->kept_list[i]);
    }
    for (int reason = 0; reason < REASON_COUNT; reason++) {
        int at = inspector->n_reasons;
        if (count[reason] == 0)
            continue;
        for (; at > 0 && inspector->counts[at - 1].count < count[reason]; at--)
            inspector->counts[at] = inspector->counts[at - 1];
        inspector->counts[at].reason = (enum reason)reason;
        inspector->counts[at].count = count[reason];
        inspector->n_reasons++;
    }
    struct inspector_layout layout = inspector_divide(host->canvas->w, host->canvas->h, inspector->n_reasons);
    decisions_scroll(list, layout.list.h - 2);
    const struct decision *chosen = decisions_chosen(list);
    inspector->any_facts = chosen != NULL;
    if (!chosen)
        return;
    inspector->t_ns = chosen->t_ns;
    facts_make(&inspector->facts, list, explorer_offset_s(host->explorer, chosen->t_ns));
}

static void inspector_close(struct host *host, void *state)
{
    struct inspector *inspector = state;
    (void)host;
    decisions_free(&inspector->list);
}

static bool inspector_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct inspector *inspector = state;
    (void)argument;
    if (!decisions_init(&inspector->list)) {
        decisions_free(&inspector->list);
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    }
    inspector->t_ns = host->explorer->time.cursor_ns;
    inspector_update(host, inspector);
    return true;
}

/* --- input --- */

static bool inspector_typing(const void *state)
{
    return ((const struct inspector *)state)->filter.typing;
}

static unsigned inspector_text(struct host *host, void *state, uint32_t key)
{
    struct inspector *inspector = state;
    (void)host;
    filter_key(&inspector->filter, key);
    decisions_filter(&inspector->list, inspector->filter.text);
    return REPLY_DONE;
}

static void step(struct host *host, struct decisions *list, int steps)
{
    if (!decisions_step(list, steps) && list->result)
        message_say(host->message, false,
                    *list->filter ? "no decision %s this one matches '%s'"
                                  : "the run has no decision %s this one",
                    steps < 0 ? "before" : "after", list->filter);
}

/* The dashboard's cursor goes to the decision. */
static unsigned accept(struct host *host, const struct decisions *list)
{
    const struct decision *chosen = decisions_chosen(list);
    if (!chosen)
        return REPLY_HANDLED;
    explorer_seek(host->explorer, chosen->t_ns);
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned inspector_action(struct host *host, void *state, enum action action)
{
    struct inspector *inspector = state;
    struct decisions *list = &inspector->list;
    int steps = list_steps(action, list->page);
    switch (action) {
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        step(host, list, steps);
        break;
    case ACTION_LIST_FIRST:
    case ACTION_LIST_LAST:
        decisions_end(list, steps < 0 ? -1 : 1);
        break;
    case ACTION_SAME_NEXT:
    case ACTION_SAME_PREVIOUS: {
        int direction = action == ACTION_SAME_NEXT ? 1 : -1;
        char phrase[48];
        if (list->any_chosen && !decisions_same(list, direction)) {
            decisions_phrase(list, (enum reason)list->chosen.reason, phrase, sizeof phrase);
            message_say(host->message, false, "no decision %s this one for the same reason, %s",
                        direction < 0 ? "before" : "after", phrase);
        }
    } break;
    case ACTION_LIST_FILTER:
        filter_open(&inspector->filter);
        break;
    case ACTION_LIST_ACCEPT:
        if (!filter_keep(&inspector->filter))
            return accept(host, list);
        /* The filter has been typed: where nothing in the window passes it, to the nearest that does, later
         * or else earlier. */
        if (list->at < 0 && list->any_chosen) {
            if (decisions_step(list, 1))
                message_say(host->message, false, "none in that window; this is the next one");
            else if (decisions_step(list, -1))
                message_say(host->message, false, "none in that window or later; this is the last one");
            else
                message_say(host->message, false, "no decision of the run matches '%s'", list->filter);
        }
        break;
    case ACTION_BACK:
        /* The first Esc clears the filter, the next one leaves. */
        if (!filter_clear(&inspector->filter))
            return 0;
        decisions_filter(&inspector->list, "");
        return REPLY_DONE;
    case ACTION_ANNEALER: /* takes its place, as two tabs of one view */
        return host_run(host, "annealer") | REPLY_CLOSE;
    default:
        return 0;
    }
    return REPLY_DONE;
}

static unsigned inspector_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct inspector *inspector = state;
    struct decisions *list = &inspector->list;
    struct inspector_layout layout = inspector_divide(host->canvas->w, host->canvas->h, inspector->n_reasons);
    int position = list->top + y - layout.list.y - 2;
    if (list_wheel(button)) {
        step(host, list, list_wheel(button));
        return REPLY_DONE;
    }
    if (button != 1 || !rect_contains(layout.list, x, y) || y < layout.list.y + 2 ||
        position >= list->n_shown)
        return button == 1 ? REPLY_HANDLED : 0;
    if (position == list->at)
        return accept(host, list);
    decisions_choose(list, position);
    return REPLY_DONE;
}

static const struct hint hints[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "decision", 1},
                                    {ACTION_SAME_NEXT, ACTION_SAME_PREVIOUS, "same reason", 2},
                                    {ACTION_LIST_ACCEPT, ACTION_NONE, "go to its time", 1},
                                    {ACTION_LIST_FILTER, ACTION_NONE, "filter", 2},
                                    {ACTION_ANNEALER, ACTION_NONE, "searches", 5},
                                    {ACTION_EXPORT, ACTION_NONE, "export", 4},
                                    {ACTION_EXPLAIN, ACTION_NONE, "help", 3},
                                    {ACTION_BACK, ACTION_NONE, "leave", 0}};

/* A row a decision of the window that passes the filter, with the operands of its rule. */
static void inspector_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const columns[] = {
        "t_s",        "app",          "request",       "arrived_s", "gpu",     "place",
        "reason",     "queued",       "late",          "ends_s",    "start_s", "estimate_ms",
        "deadline_s", "ci_g_per_kwh", "aci_g_per_kwh", "cir",       "cit",     "batch"};
    const struct decisions *list = &((const struct inspector *)state)->list;
    (void)host;
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (int i = 0; list->result && i < list->n_shown; i++) {
        const struct decision *decision = &list->log->kept_list[list->shown[i]];
        const struct model *model = list->result->model;
        int64_t end_ns = choice_end_ns(model, decision);
        char place[40];
        decisions_place_name(model, decision->app, decision->instance, place, sizeof place);
        ACCOUNT_ADD(account, account_bare(ns_to_s(decision->t_ns)),
                    account_said(model->scenario.apps[decision->app].name),
                    account_bare((double)decision->request), account_bare(ns_to_s(decision->arrived_ns)),
                    account_said(list->result->recording->gpus[decision->here.gpu].name), account_said(place),
                    account_said(reason_names[decision->reason]), account_flag(decision->queued),
                    account_flag(choice_is_late(model, decision)),
                    account_bare(end_ns < 0 ? NAN : ns_to_s(end_ns)),
                    account_bare(decision->start_ns < 0 ? NAN : ns_to_s(decision->start_ns)),
                    account_bare(decision->estimate_ns < 0 ? NAN : ns_to_ms(decision->estimate_ns)),
                    account_bare(decision->deadline_ns < 0 ? NAN : ns_to_s(decision->deadline_ns)),
                    account_bare(decision->ci), account_bare(decision->aci), account_bare(decision->cir),
                    account_bare(decision->cit), account_bare(decision->batch));
    }
}

const struct view_ops view_inspector = {.contexts = CONTEXT_LIST | CONTEXT_INSPECTOR,
                                        .state_size = sizeof(struct inspector),
                                        .open = inspector_open,
                                        .close = inspector_close,
                                        .update = inspector_update,
                                        .draw = inspector_draw,
                                        .tell = inspector_tell,
                                        .typing = inspector_typing,
                                        .text = inspector_text,
                                        .action = inspector_action,
                                        .mouse = inspector_mouse,
                                        .hints = hints,
                                        .n_hints = sizeof hints / sizeof *hints};
