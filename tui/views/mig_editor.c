/* The MIG editor: one GPU cut by hand, with the price of it before it is paid. Left and right choose a slice,
 * up and down a cut or what stands on the slice; every choice shows at once in the draft and in the forecast,
 * and nothing of it touches the run until Enter makes it one change that can be undone. */
#include "engine/account/account.h"
#include "tui/views/mig_editor.h"

#include "tui/words/scheme_words.h"

#include "tui/explorer/mig_draft.h"

#include <stdio.h>
#include <string.h>

/* --- which GPUs are meant --- */

/* Can this GPU be cut as the draft is? */
static bool takes_draft(const struct explorer *explorer, const struct mig_editor *editor, int gpu)
{
    struct pod pods[PODS_MAX];
    int n;
    mig_cut_made_pods(&editor->draft.cut, &editor->offers, pods, &n);
    return mig_fleet_takes(explorer, gpu, editor->gpu, editor->from_start, pods, n);
}

static bool is_meant(const struct explorer *explorer, const struct mig_editor *editor, int gpu)
{
    return gpu == editor->gpu || (editor->all && takes_draft(explorer, editor, gpu));
}

int mig_editor_count(const struct explorer *explorer, const struct mig_editor *editor)
{
    int n = 0;
    for (int gpu = 0; gpu < mig_fleet_count(explorer); gpu++)
        n += gpu == editor->gpu || takes_draft(explorer, editor, gpu);
    return n;
}

/* --- the forecast --- */

static void ask(struct host *host, struct mig_editor *editor, enum mig_forecast_of which)
{
    struct explorer *explorer = host->explorer;
    struct knob_value values[GPUS_MAX] = {0}, draft;
    struct error error = {0};
    mig_draft_print(&editor->draft, &explorer->document.scenario, &draft);
    for (int gpu = 0; gpu < mig_fleet_count(explorer); gpu++)
        if (mig_fleet_is_cut(explorer, gpu))
            values[gpu] = which == FORECAST_NEW && is_meant(explorer, editor, gpu)
                              ? draft
                              : mig_fleet_cut(explorer, gpu, editor->from_start);
    editor->forecasts[which] = (struct standstill){.known = false};
    explorer_forget(explorer, editor->asked[which]);
    editor->asked[which] = mig_forecast_ask(explorer, mig_editor_t_ns(editor), values, &error);
    if (which == FORECAST_NEW)
        snprintf(editor->fault, sizeof editor->fault, "%s", error.message);
}

/* --- beginning --- */

/* Shows a GPU as it is. */
static bool begin(struct host *host, struct mig_editor *editor, int gpu, struct error *error)
{
    struct explorer *explorer = host->explorer;
    struct pod pods[PODS_MAX];
    int n;
    if (!offers_make(&explorer->document.scenario, explorer->results.current->model, explorer->catalog, gpu,
                     &editor->offers, error))
        return false;
    editor->gpu = gpu;
    editor->whole = mig_fleet_gpu(explorer, gpu)->n_pods == 0;
    editor->from_start = explorer->document.from_start || editor->whole;
    editor->configure = mig_fleet_configure(explorer, gpu, editor->from_start);
    editor->changing = mig_fleet_is_changing(explorer, gpu, editor->from_start);
    editor->t_ns = explorer->time.cursor_ns;
    editor->generation = explorer->document.generation;
    mig_fleet_pods(explorer, gpu, editor->from_start, pods, &n);
    mig_draft_begin(&editor->draft, &editor->offers, &explorer->document.scenario, pods, n);
    mig_draft_order(&editor->draft, editor->order);
    ask(host, editor, FORECAST_NOW);
    ask(host, editor, FORECAST_NEW);
    return true;
}

static bool mig_editor_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct mig_editor *editor = state;
    int gpu = mig_fleet_find(host->explorer, argument);
    editor->manual = true;
    explorer_play(host->explorer, false); /* time stands still while a GPU is cut */
    if (gpu < 0)
        return error_set(
            error, ERROR_INPUT, "",
            "no GPU of this run is cut into MIG slices: that takes policy.share=mig and a type that knows MIG");
    return begin(host, editor, gpu, error);
}

static void mig_editor_close(struct host *host, void *state)
{
    struct mig_editor *editor = state;
    for (int which = FORECAST_NOW; which <= FORECAST_NEW; which++)
        explorer_forget(host->explorer, editor->asked[which]);
}

/* A change made by other means, or another time: it begins anew. */
static void mig_editor_update(struct host *host, void *state)
{
    struct mig_editor *editor = state;
    struct explorer *explorer = host->explorer;
    struct error error = {0};
    if (editor->generation != explorer->document.generation || editor->t_ns != explorer->time.cursor_ns) {
        int gpu = mig_fleet_find(explorer, "");
        bool there = editor->gpu < mig_fleet_count(explorer) && mig_fleet_is_cut(explorer, editor->gpu);
        if ((gpu >= 0 || there) && !begin(host, editor, there ? editor->gpu : gpu, &error))
            message_say_error(host->message, &error);
        editor->generation = explorer->document.generation;
        editor->t_ns = explorer->time.cursor_ns;
    }
    const struct scenario *scenario = &explorer->document.scenario;
    for (int which = FORECAST_NOW; which <= FORECAST_NEW; which++) {
        editor->forecasts[which] = mig_forecast_read(explorer, editor->asked[which], mig_editor_t_ns(editor));
        standstill_narrow(&editor->forecasts[which], scenario, scenario_pool_of_gpu(scenario, editor->gpu));
    }
    const struct question *draft = editor->asked[FORECAST_NEW];
    if (draft && question_fault(draft, 0)) /* no run could begin so */
        snprintf(editor->fault, sizeof editor->fault, "%s", question_fault(draft, 0));
}

/* --- choosing --- */

int mig_editor_chosen_cut(const struct mig_editor *editor)
{
    int at = 0;
    while (at < MIG_CUTS - 1 && editor->order[at] != mig_draft_config(&editor->draft)->cut)
        at++;
    return at;
}

/* What the draft has become is forecast; what could not stay on its slice is said. */
static unsigned changed(struct host *host, struct mig_editor *editor)
{
    char lost[MIG_REASON];
    mig_draft_lost(&editor->draft, &host->explorer->document.scenario, lost, sizeof lost);
    if (*lost)
        message_say(host->message, false, "%s", lost);
    ask(host, editor, FORECAST_NEW);
    return REPLY_DONE;
}

static unsigned choose_config(struct host *host, struct mig_editor *editor, int config)
{
    mig_draft_choose(&editor->draft, config);
    return changed(host, editor);
}

static unsigned choose_cut(struct host *host, struct mig_editor *editor, int at)
{
    at = at < 0 ? 0 : at > MIG_CUTS - 1 ? MIG_CUTS - 1 : at;
    if (editor->order[at] == mig_draft_config(&editor->draft)->cut)
        return REPLY_HANDLED;
    /* The cut that it began with comes back as it was, not in another order. */
    bool own = mig_configs[editor->draft.basis.config].cut == editor->order[at];
    return choose_config(host, editor, own ? editor->draft.basis.config : mig_cuts[editor->order[at]].config);
}

static unsigned place(struct host *host, struct mig_editor *editor, int offer)
{
    char reason[MIG_REASON];
    if (mig_draft_place(&editor->draft, offer))
        return changed(host, editor);
    offer_reason(&editor->offers, &host->explorer->document.scenario, offer, mig_draft_slice(&editor->draft),
                 reason, sizeof reason);
    return host_say(host, "%s", reason);
}

/* Beyond the last that fits stands one that does not: it is said why. */
static unsigned step_offer(struct host *host, struct mig_editor *editor, int direction)
{
    int offer, beyond = mig_draft_offer(&editor->draft) + direction;
    if (mig_draft_next(&editor->draft, direction, &offer))
        return place(host, editor, offer);
    return beyond >= 0 && beyond < editor->offers.n ? place(host, editor, beyond) : REPLY_HANDLED;
}

static unsigned step_list(struct host *host, struct mig_editor *editor, enum mig_list list, int steps)
{
    if (list == MIG_LIST_CUTS)
        return choose_cut(host, editor, mig_editor_chosen_cut(editor) + steps);
    unsigned result = REPLY_HANDLED;
    for (int i = 0; i < steps || i < -steps; i++)
        result |= step_offer(host, editor, steps < 0 ? -1 : 1);
    return result;
}

static unsigned cut_slice(struct host *host, struct mig_editor *editor, bool finer)
{
    char reason[MIG_REASON];
    int config = finer ? mig_draft_finer(&editor->draft, reason) : mig_draft_coarser(&editor->draft, reason);
    if (config >= 0)
        return choose_config(host, editor, config);
    return host_say(host, "%s", reason);
}

static unsigned step_gpu(struct host *host, struct mig_editor *editor, int direction)
{
    struct explorer *explorer = host->explorer;
    struct error error = {0};
    bool all = editor->all;
    if (mig_draft_changed(&editor->draft))
        return host_say(host, "Enter keeps what you made of %s, u takes it back; then go to another GPU",
                        mig_fleet_gpu(explorer, editor->gpu)->name);
    for (int gpu = editor->gpu + direction; gpu >= 0 && gpu < mig_fleet_count(explorer); gpu += direction)
        if (mig_fleet_is_cut(explorer, gpu)) {
            if (!begin(host, editor, gpu, &error))
                message_say_error(host->message, &error);
            editor->all = all;
            return REPLY_DONE;
        }
    return host_say(host, "%s is the %s GPU", mig_fleet_gpu(explorer, editor->gpu)->name,
                    direction < 0 ? "first" : "last");
}

/* --- switches --- */

/* The draft stays; what it is held against is another instant's. */
static unsigned switch_start(struct host *host, struct mig_editor *editor)
{
    if (editor->whole)
        return host_say(host, "%s begins whole: it can be cut from the start only",
                        mig_fleet_gpu(host->explorer, editor->gpu)->name);
    editor->from_start = !editor->from_start;
    editor->configure = mig_fleet_configure(host->explorer, editor->gpu, editor->from_start);
    editor->changing = mig_fleet_is_changing(host->explorer, editor->gpu, editor->from_start);
    ask(host, editor, FORECAST_NOW);
    ask(host, editor, FORECAST_NEW);
    return REPLY_DONE;
}

/* --- committing --- */

/* The change as turns: the scheme first, then every GPU that is not cut so already. */
static int list_turns(const struct explorer *explorer, const struct mig_editor *editor,
                      struct knob_turn turns[GPUS_MAX + 1])
{
    struct knob_value draft;
    int n = 0;
    mig_draft_print(&editor->draft, &explorer->document.scenario, &draft);
    if (mig_editor_overridden(editor) && editor->manual) {
        turns[n] = (struct knob_turn){.knob = mig_fleet_scheme(explorer, editor->gpu)};
        snprintf(turns[n++].value.text, KNOB_TEXT_SIZE, "%s", policy_infos[POLICY_MANUAL].name);
    }
    int first = n;
    for (int gpu = mig_fleet_count(explorer) - 1; gpu >= 0; gpu--) {
        bool same = strcmp(mig_fleet_cut(explorer, gpu, editor->from_start).text, draft.text) == 0 ||
                    (gpu == editor->gpu && !editor->whole && !mig_draft_changed(&editor->draft));
        if (is_meant(explorer, editor, gpu) && !same)
            turns[n++] = (struct knob_turn){knob_of_gpu(KNOB_MIG, gpu), draft};
    }
    return n > first ? n : 0;
}

static unsigned commit(struct host *host, struct mig_editor *editor)
{
    struct explorer *explorer = host->explorer;
    static const char *const whens[] = {"from now on", "from the start"};
    struct knob_turn turns[GPUS_MAX + 1];
    struct error error = {0};
    char cut[32];
    int n = list_turns(explorer, editor, turns);
    if (n == 0)
        return host_say(host, "%s is cut so already", mig_fleet_gpu(explorer, editor->gpu)->name) |
               REPLY_CLOSE;
    if (!explorer_set_together(explorer, turns, n, editor->from_start, &error))
        return host_fail(host, &error);
    bool switched = knob_is_scheme(turns[0].knob);
    mig_cut_print(mig_draft_config(&editor->draft)->cut, cut);
    if (n - switched > 1)
        message_say(host->message, false, "%d GPUs cut %s %s%s; u takes it back", n - switched, cut,
                    whens[editor->from_start], switched ? ", configure MANUAL" : "");
    else
        message_say(host->message, false, "%s cut %s %s%s; u takes it back",
                    mig_fleet_gpu(explorer, turns[n - 1].knob.target)->name, cut, whens[editor->from_start],
                    switched ? ", configure MANUAL" : "");
    return REPLY_DONE | REPLY_CLOSE;
}

/* --- input --- */

static unsigned mig_editor_action(struct host *host, void *state, enum action_id action)
{
    struct mig_editor *editor = state;
    switch (action) {
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        mig_draft_move(&editor->draft, action == ACTION_LIST_LEFT ? -1 : 1);
        return REPLY_DONE;
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        return step_list(host, editor, editor->focus, action == ACTION_LIST_UP ? -1 : 1);
    case ACTION_LIST_FIRST:
    case ACTION_LIST_LAST:
        return step_list(host, editor, editor->focus, action == ACTION_LIST_FIRST ? -OFFERS_MAX : OFFERS_MAX);
    case ACTION_LIST_TAB:
        editor->focus = editor->focus == MIG_LIST_CUTS ? MIG_LIST_OFFERS : MIG_LIST_CUTS;
        return REPLY_DONE;
    case ACTION_LIST_DELETE:
        return place(host, editor, -1);
    case ACTION_LIST_UNDO:
        if (!mig_draft_changed(&editor->draft))
            return REPLY_HANDLED;
        mig_draft_reset(&editor->draft);
        return changed(host, editor);
    case ACTION_LIST_ACCEPT:
        return commit(host, editor);
    case ACTION_MIG_FINER:
    case ACTION_MIG_COARSER:
        return cut_slice(host, editor, action == ACTION_MIG_FINER);
    case ACTION_MIG_GPU_PREVIOUS:
    case ACTION_MIG_GPU_NEXT:
        return step_gpu(host, editor, action == ACTION_MIG_GPU_PREVIOUS ? -1 : 1);
    case ACTION_MIG_ALL:
        editor->all = !editor->all && mig_editor_count(host->explorer, editor) > 1;
        ask(host, editor, FORECAST_NEW);
        return REPLY_DONE;
    case ACTION_MIG_APPLY_MODE:
        return switch_start(host, editor);
    case ACTION_MIG_MANUAL:
        if (mig_editor_overridden(editor))
            editor->manual = !editor->manual;
        else
            message_say(host->message, false, "layouts are set by hand already: configure is MANUAL");
        return REPLY_DONE;
    default:
        return 0;
    }
}

static unsigned mig_editor_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct mig_editor *editor = state;
    struct mig_editor_layout layout = mig_editor_divide(host->canvas, editor);
    if (button == 1) {
        if (rect_contains(layout.strip, x, y)) {
            /* A slice: the first click goes there, the next one cuts it. Its left edge: joins it with the one
             * before. */
            int config = editor->draft.cut.config;
            for (int k = 0; k < mig_configs[config].n; k++) {
                struct rect slice = mig_editor_slice(&layout, config, k);
                if (x < slice.x || x >= slice.x + slice.w)
                    continue;
                if (x == slice.x && k > 0 && slice.w > 2) {
                    char reason[MIG_REASON];
                    int joined = mig_draft_join(&editor->draft, k, reason);
                    if (joined >= 0)
                        return choose_config(host, editor, joined);
                    return host_say(host, "%s", reason);
                }
                if (k == editor->draft.at)
                    return cut_slice(host, editor, true);
                editor->draft.at = k;
                return REPLY_DONE;
            }
            return REPLY_HANDLED;
        }
        if (rect_contains(layout.cuts, x, y)) {
            int at = layout.cuts_top + y - layout.cuts.y - 1;
            editor->focus = MIG_LIST_CUTS;
            bool row = y > layout.cuts.y && at < MIG_CUTS;
            return (row ? choose_cut(host, editor, at) : 0) | REPLY_DONE;
        }
        if (rect_contains(layout.offers, x, y)) {
            int offer = layout.offers_top + y - layout.offers.y - 2;
            editor->focus = MIG_LIST_OFFERS;
            bool row = y > layout.offers.y && offer < editor->offers.n;
            return (row ? place(host, editor, offer) : 0) | REPLY_DONE;
        }
        return REPLY_HANDLED;
    }
    bool cuts = rect_contains(layout.cuts, x, y), offers = rect_contains(layout.offers, x, y);
    enum mig_list list = cuts ? MIG_LIST_CUTS : offers ? MIG_LIST_OFFERS : editor->focus;
    return step_list(host, editor, list, button == 4 ? -1 : 1);
}

static const struct hint hints[] = {{ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "slice", 1},
                                    {ACTION_MIG_FINER, ACTION_MIG_COARSER, "cut, join", 1},
                                    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
                                    {ACTION_LIST_TAB, ACTION_NONE, "other list", 2},
                                    {ACTION_LIST_DELETE, ACTION_NONE, "empty", 3},
                                    {ACTION_MIG_GPU_PREVIOUS, ACTION_MIG_GPU_NEXT, "GPU", 3},
                                    {ACTION_MIG_ALL, ACTION_NONE, "all GPUs", 3},
                                    {ACTION_LIST_UNDO, ACTION_NONE, "as it was", 4},
                                    {ACTION_LIST_ACCEPT, ACTION_NONE, "commit", 0},
                                    {ACTION_BACK, ACTION_NONE, "leave", 0}};

/* A row a figure of the price: as it is, and as the draft would have it. */
static void tell_price(struct account *account, const char *what, const char *app, double now, double then)
{
    ACCOUNT_ADD(account, account_said(what), account_said(app), account_bare(now), account_bare(then));
}

static void mig_editor_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const columns[] = {"what", "app", "now", "draft"};
    const struct mig_editor *editor = state;
    const struct scenario *scenario = &host->explorer->document.scenario;
    const struct standstill *now = &editor->forecasts[FORECAST_NOW], *then = &editor->forecasts[FORECAST_NEW];
    struct knob_value draft;
    mig_draft_print(&editor->draft, scenario, &draft);
    account_fact(account, "gpu", account_said(mig_fleet_gpu(host->explorer, editor->gpu)->name));
    account_fact(account, "draft", account_said(draft.text));
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    if (!now->known || !then->known)
        return;
    tell_price(account, "carbon_g_per_h", NULL, now->carbon_g_per_h, then->carbon_g_per_h);
    tell_price(account, "power_w", NULL, now->power_w, then->power_w);
    tell_price(account, "objective_f_percent", NULL, now->f, then->f);
    for (int app = 0; app < now->n_apps && app < then->n_apps; app++) {
        const char *name = scenario->apps[app].name;
        tell_price(account, "tail_ms", name, now->overloaded ? NAN : now->tail_ms[app],
                   then->overloaded ? NAN : then->tail_ms[app]);
        tell_price(account, "slo_ms", name, now->limit_ms[app], then->limit_ms[app]);
        tell_price(account, "accuracy", name, now->accuracy[app], then->accuracy[app]);
    }
}

const struct view_ops view_mig_editor = {.contexts = CONTEXT_LIST | CONTEXT_MIG,
                                         .popup = true,
                                         .state_size = sizeof(struct mig_editor),
                                         .open = mig_editor_open,
                                         .close = mig_editor_close,
                                         .update = mig_editor_update,
                                         .draw = mig_editor_draw,
                                         .tell = mig_editor_tell,
                                         .action = mig_editor_action,
                                         .mouse = mig_editor_mouse,
                                         .hints = hints,
                                         .n_hints = sizeof hints / sizeof *hints};
