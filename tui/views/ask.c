/* The view of a question, whichever it is: its account on the screen, one cursor through the rows that have a
 * step. Left and right go through the choices, Tab through the steps of a row, Enter takes one, other keys do
 * what else the question has for a row, and what is typed narrows the rows. */
#include "tui/views/ask.h"

#include "engine/base/text.h"
#include "tui/media/canvas.h"
#include "tui/report/account_report.h"
#include "tui/widgets/list.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/prompt.h"

#include <string.h>

enum { STRIDE = 5, BOX_MIN_W = 60, BOX_MIN_H = 20 };

static void add_hint(struct ask_view *view, enum action_id a, enum action_id b, const char *text,
                     int priority)
{
    if (text && *text && view->n_hints < ASK_HINTS)
        view->hints[view->n_hints++] = (struct hint){a, b, text, priority};
}

static bool ask_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct ask_view *view = state;
    const struct question_of *question = host->opening->question;
    if (!question_open(&view->ask, question, host->explorer, host->store, host->of_sweep, argument, error))
        return false;
    if (question->begin)
        vary_open(&view->vary, &view->ask, argument);
    if (question->across) {
        add_hint(view, ACTION_LIST_LEFT, ACTION_LIST_RIGHT, question->across, 1);
        add_hint(view, ACTION_LIST_UP, ACTION_LIST_DOWN, question->others, 1);
        add_hint(view, ACTION_LIST_ACCEPT, ACTION_NONE, question->enters, 1);
        add_hint(view, ACTION_LIST_TAB, ACTION_NONE, question->turns, 2);
    } else {
        if (view_contexts(host->opening) & CONTEXT_PLANE) {
            add_hint(view, ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "walk", 1);
            add_hint(view, ACTION_FRONT_PREVIOUS, ACTION_FRONT_NEXT, "along the front", 2);
        } else
            add_hint(view, ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1);
        add_hint(view, ACTION_LIST_LEFT, ACTION_LIST_RIGHT, question->chooses, 1);
        add_hint(view, ACTION_LIST_TAB, ACTION_NONE, question->turns, 2);
        add_hint(view, ACTION_LIST_ACCEPT, ACTION_NONE, question->enters, 1);
        for (size_t i = 0; i < question->n_acts; i++)
            add_hint(view, question->acts[i].action,
                     i + 1 < question->n_acts && question->acts[i + 1].name && !*question->acts[i + 1].name
                         ? question->acts[i + 1].action
                         : ACTION_NONE,
                     question->acts[i].name, 2);
        add_hint(view, ACTION_LIST_SEEDS, ACTION_NONE, view->ask.seeding.plan ? "seeds" : NULL, 2);
        add_hint(view, ACTION_LIST_FILTER, ACTION_NONE, question->filtered ? "filter" : NULL, 3);
    }
    add_hint(view, ACTION_RUN_COMMAND, ACTION_NONE,
             question->begin && !view->ask.seeding.plan ? "as a command" : NULL, 3);
    add_hint(view, ACTION_EXPORT, ACTION_NONE, "export", 4);
    add_hint(view, ACTION_EXPLAIN, ACTION_NONE, "help", 3);
    add_hint(view, ACTION_BACK, ACTION_NONE, "leave", 0);
    return true;
}

static void ask_close(struct host *host, void *state)
{
    struct ask_view *view = state;
    (void)host;
    axis_free(&view->vary.axis);
    question_close(&view->ask);
}

static void refresh(struct host *host, struct ask_view *view)
{
    struct error error = {0};
    view->ask.filter = view->filter.text;
    view->ask.phi_fair = scene_phi_fair(host->scene);
    if (view->ask.state && !question_update(&view->ask, host->settling, &error)) {
        message_say_error(host->message, &error);
        host_close(host);
    }
    if (view->ask.question->begin && view->ask.state)
        vary_follow(&view->vary, &view->ask);
}

/* Where its account stands: all below the title, or in a box that leaves the dashboard's answers in sight. */
static struct rect place_of(const struct host *host, const struct ask_view *view)
{
    const struct canvas *canvas = host->canvas;
    const struct layout *layout = &host->scene->layout;
    struct rect strip = layout->rects[REGION_STRIP], headline = layout->rects[REGION_HEADLINE],
                why = layout->rects[REGION_WHY];
    int y = 1 + (view->filter.typing || *view->filter.text) + (view->ask.question->begin != NULL) +
            (view->vary.typing && view->ask.question->found);
    if (!view->ask.question->walk)
        return (struct rect){0, y, canvas->w, canvas->h - 1 - y};
    y = strip.w > 0 ? strip.y + strip.h : headline.y + headline.h;
    int x = layout->left_rule_x > 0 && canvas->w - layout->left_rule_x >= BOX_MIN_W ? layout->left_rule_x : 0;
    y = layout->too_small || canvas->h - 1 - y < BOX_MIN_H / 2 ? 0 : y;
    int end = x > 0 && why.w > x && why.y - y >= BOX_MIN_H ? why.y : canvas->h - 1;
    return (struct rect){x, y, canvas->w - x, end > y ? end - y : 0};
}

/* The same within the frame of a box. */
static struct rect inside(const struct host *host, const struct ask_view *view)
{
    struct rect all = place_of(host, view);
    bool boxed = view->ask.question->walk;
    return boxed ? (struct rect){all.x + 1, all.y + 1, all.w > 2 ? all.w - 2 : 0, all.h > 2 ? all.h - 2 : 0}
                 : all;
}

static void ask_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct ask_view *view = state;
    const struct ask *ask = &view->ask;
    bool boxed = ask->question->walk;
    struct media_at at = {.section = ask->section,
                          .step = ask->step,
                          .lane = ask->lane,
                          .ground = boxed ? ROLE_POPUP : ROLE_BACKGROUND};
    if (boxed)
        popup_box(canvas, place_of(host, view), ask->account.title, ask->account.progress);
    else
        view_bar(host, canvas, ask->account.title, ask->account.over, ask->account.progress);
    struct rect place = media_canvas(&ask->account, at, inside(host, view), canvas);
    if (ask->question->draw && place.w > 0)
        ask->question->draw(ask, place, canvas);
    filter_draw(&view->filter, (struct rect){1, 1, canvas->w - 2, 1}, ROLE_BACKGROUND, canvas);
    if (*view->filter.text && !ask->question->move && account_steps(&ask->account, ask->section) == 0)
        canvas_text(canvas, 1, 2, canvas->w - 2, style_of(ROLE_DIM),
                    "nothing matches; Esc clears the filter");
    if (ask->question->begin)
        vary_draw(&view->vary, host, ask, (struct rect){1, 1, canvas->w - 2, 1}, canvas);
}

static void ask_tell(const struct host *host, const void *state, struct account *account)
{
    struct ask *ask = &((struct ask_view *)state)->ask;
    struct error ignored = {0};
    account_report_rows(question_whole(ask), ask->section, &ask->explorer->document.scenario, host->store,
                        account, &ignored);
}

static bool ask_report(const struct host *host, const void *state, FILE *out, struct error *error)
{
    struct ask *ask = &((struct ask_view *)state)->ask;
    return question_report(ask, host->store, out, error);
}

/* Takes the step of the chosen row, or does what another key does with it; what changed since the last frame
 * comes first. */
static unsigned take(struct host *host, struct ask *ask, const struct ask_act *act)
{
    char said[ASK_SAID] = "";
    struct error error = {0};
    refresh(host, (struct ask_view *)ask);
    const struct account_row *row = account_step(&ask->account, ask->section, ask->step);
    if (!row)
        return REPLY_HANDLED;
    enum ask_entered entered = act ? act->take(ask, act->action, row->step, said, &error)
                                   : ask->question->enter(ask, row->step, said, &error);
    question_retell(ask);
    if (entered == ASK_REFUSED)
        message_say_error(host->message, &error);
    else if (*said)
        message_say(host->message, false, "%s", said);
    if (entered == ASK_OPENS)
        host_open(host, ask->opens, ask->argument);
    return entered == ASK_LEAVES       ? REPLY_DONE | REPLY_CLOSE
           : entered == ASK_LEAVES_ALL ? REPLY_DONE | REPLY_CLOSE_ALL
                                       : REPLY_DONE;
}

static unsigned choose(struct host *host, struct ask *ask, int at)
{
    int n = (int)account_steps(&ask->account, ask->section);
    size_t to = (size_t)part_clamp(at, 0, n > 0 ? n - 1 : 0);
    struct error error = {0};
    bool moved = to != ask->step;
    ask->step = to;
    ask->moved = ask->moved || moved;
    const struct account_row *row = account_step(&ask->account, ask->section, to);
    if (moved && row && ask->question->walk && !ask->question->walk(ask, row->step, &error))
        message_say_error(host->message, &error);
    return REPLY_DONE;
}

/* So many steps on. */
static unsigned go(struct host *host, struct ask *ask, int steps)
{
    char said[ASK_SAID] = "";
    if (!ask->question->move)
        return choose(host, ask, (int)ask->step + steps);
    ask->question->move(ask, steps, said);
    if (*said)
        message_say(host->message, false, "%s", said);
    return REPLY_DONE;
}

/* Through a plane; along its front only where all is known, and what comes behind such a key waits with it.
 * 0: the action is another. */
static unsigned walk_plane(struct host *host, struct ask_view *view, enum action_id action)
{
    struct ask *ask = &view->ask;
    int dx = (action == ACTION_LIST_RIGHT) - (action == ACTION_LIST_LEFT),
        dy = (action == ACTION_LIST_DOWN) - (action == ACTION_LIST_UP);
    bool front = action == ACTION_FRONT_PREVIOUS || action == ACTION_FRONT_NEXT;
    if (ask->question->walk && !ask_is_over(ask) &&
        (front || (view->n_owed > 0 && (dx || dy || action == ACTION_LIST_ACCEPT)))) {
        if (view->n_owed < ASK_OWED)
            view->owed[view->n_owed++] = action;
        message_say(host->message, false, "still simulating; %d key%s wait%s for the front", view->n_owed,
                    view->n_owed > 1 ? "s" : "", view->n_owed > 1 ? "" : "s");
        return REPLY_DONE;
    }
    if (front)
        return choose(
            host, ask,
            (int)account_along(&ask->account, ask->section, ask->step, action == ACTION_FRONT_NEXT));
    struct media_at at = {.section = ask->section, .step = ask->step};
    return dx || dy ? choose(host, ask, (int)media_walk(&ask->account, at, inside(host, view), dx, dy)) : 0;
}

/* Of several tables the cursor stays in one: Tab leads to the next, or back to where it left it. In a matrix
 * left and right are a column, a page is some. False: the action is another. */
static bool walk_tables(struct host *host, struct ask *ask, enum action_id action, int steps)
{
    const struct question_of *question = ask->question;
    size_t first = 0, end = 0, all = account_steps(&ask->account, ask->section);
    const struct account_part *part = account_table_of(&ask->account, ask->section, ask->step, &first, &end);
    bool back = action == ACTION_LIST_LEFT || action == ACTION_LIST_PAGE_UP,
         paged = action == ACTION_LIST_PAGE_UP || action == ACTION_LIST_PAGE_DOWN,
         sideways = action == ACTION_LIST_LEFT || action == ACTION_LIST_RIGHT;
    if (!question->turns || question->tab || question->lanes > 1)
        return false;
    if (part && (action == ACTION_LIST_TAB ||
                 (sideways && part->n_down == 0 && ask->account.n_sections == 0 && back == (first > 0)))) {
        bool left = ask->left < first || (ask->left >= end && ask->left < all);
        size_t to = left ? ask->left : end < all ? end : first > 0 ? 0 : ask->step;
        ask->left = ask->step;
        ask->step = to;
    } else if (part && part->n_down > 0 && (sideways || paged))
        ask->step = account_across(&ask->account, ask->section, ask->step,
                                   (back ? -1 : 1) * (paged ? STRIDE - 1 : 1));
    else if (part && steps)
        choose(host, ask, part_clamp((int)ask->step + steps, (int)first, (int)end - 1));
    else
        return false;
    return true;
}

/* What is no walk through its rows. */
static unsigned do_other(struct host *host, struct ask_view *view, enum action_id action)
{
    struct ask *ask = &view->ask;
    const struct question_of *question = ask->question;
    size_t sections = ask->account.n_sections;
    char said[ASK_SAID] = "";
    switch (action) {
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        if (sections > 0)
            ask->section = (ask->section + (action == ACTION_LIST_LEFT ? sections - 1 : 1)) % sections;
        return choose(host, ask, (int)ask->step);
    case ACTION_LIST_TAB:
        if (question->tab) {
            question->tab(ask, said);
            if (*said)
                message_say(host->message, false, "%s", said);
            return REPLY_DONE;
        }
        if (question->lanes < 2)
            return 0;
        ask->lane = (ask->lane + 1) % question->lanes;
        return REPLY_DONE;
    case ACTION_LIST_ACCEPT:
        if (!filter_keep(&view->filter))
            return take(host, ask, NULL);
        return question->move ? go(host, ask, 0) : REPLY_DONE;
    case ACTION_LIST_FILTER:
        if (!question->filtered)
            return 0;
        filter_open(&view->filter);
        return REPLY_DONE;
    case ACTION_BACK: /* the first Esc clears the filter or stops what runs, the next one leaves */
        if (question->stop && question->stop(ask, said))
            return host_say(host, "%s", said);
        if (!filter_clear(&view->filter))
            return 0;
        question_retell(ask);
        refresh(host, view);
        return REPLY_DONE;
    case ACTION_LIST_SEEDS:
        if (!ask->seeding.plan)
            return 0;
        seeding_stop_or_more(&ask->seeding, host->explorer, said, sizeof said);
        message_say(host->message, false, "%s", said);
        return REPLY_DONE;
    default:
        return 0;
    }
}

static unsigned ask_action(struct host *host, void *state, enum action_id action)
{
    struct ask_view *view = state;
    struct ask *ask = &view->ask;
    const struct question_of *question = ask->question;
    bool across = question->across != NULL,
         sideways = action == ACTION_LIST_LEFT || action == ACTION_LIST_RIGHT;
    int steps = list_steps(action, across ? -STRIDE : host->canvas->h - 4); /* across, up is onwards */
    if (across && (action == ACTION_LIST_UP || action == ACTION_LIST_DOWN)) {
        question->turn(ask, steps);
        return REPLY_DONE;
    }
    if (across && sideways)
        steps = action == ACTION_LIST_LEFT ? -1 : 1;
    if (question->begin && (view->vary.typing || action == ACTION_LIST_TAB))
        return vary_action(&view->vary, host, ask, action);
    if (view->vary.seeks && action == ACTION_BACK) {
        view->vary.seeks = false;
        return host_say(host, "what is found is told here, and not set");
    }
    size_t first, end;
    const struct account_part *table = account_table_of(&ask->account, ask->section, ask->step, &first, &end);
    unsigned walked = question->walk || (table && table->x > 0) ? walk_plane(host, view, action) : 0;
    if (walked || walk_tables(host, ask, action, steps))
        return REPLY_DONE;
    if (steps)
        return go(host, ask, steps);
    for (size_t i = 0; i < question->n_acts; i++)
        if (question->acts[i].action == action)
            return question->acts[i].take ? take(host, ask, &question->acts[i])
                                          : host_run(host, action_infos[action].name) | REPLY_CLOSE;
    return do_other(host, view, action);
}

static void ask_update(struct host *host, void *state)
{
    struct ask_view *view = state;
    size_t step;
    refresh(host, view);
    if (view->vary.seeks && view->ask.state && view->ask.question->found(&view->ask, &step)) {
        view->vary.seeks = false;
        view->ask.section = 0;
        view->ask.step = step == ACCOUNT_NO_STEP ? 0 : account_find_step(&view->ask.account, 0, step);
        if (step != ACCOUNT_NO_STEP && take(host, &view->ask, NULL) & REPLY_CLOSE)
            host_close(host);
        return;
    }
    if (view->n_owed == 0 || !view->ask.state || !ask_is_over(&view->ask))
        return;
    enum action_id action = view->owed[0];
    memmove(view->owed, view->owed + 1, (size_t)--view->n_owed * sizeof *view->owed);
    message_clear(host->message);
    if (ask_action(host, view, action) & REPLY_CLOSE)
        host_close(host);
    host_frame(host);
    refresh(host, view);
}

static bool ask_typing(const void *state)
{
    const struct ask_view *view = state;
    return view->filter.typing || (view->vary.typing && view->vary.axis.list == AXIS_CLOSED);
}

static unsigned ask_text(struct host *host, void *state, uint32_t key)
{
    struct ask_view *view = state;
    if (view->vary.typing)
        return prompt_key(&view->vary.line, key) ? REPLY_DONE : REPLY_HANDLED;
    filter_key(&view->filter, key);
    question_retell(&view->ask);
    refresh(host, view);
    return REPLY_DONE;
}

/* A click chooses a row, another one on it takes its step; the wheel moves in the table that it turns over.
 */
static unsigned ask_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct ask *ask = &((struct ask_view *)state)->ask;
    struct spot spot = canvas_spot_at(host->canvas, x, y);
    if (((const struct ask_view *)state)->vary.axis.list != AXIS_CLOSED)
        return 0;
    size_t first, end, at = spot.kind == SPOT_CHOICE ? (size_t)spot.which : ask->step;
    if (list_wheel(button)) {
        if (account_table_of(&ask->account, ask->section, at, &first, &end) !=
            account_table_of(&ask->account, ask->section, ask->step, &first, &end))
            walk_tables(host, ask, ACTION_LIST_TAB, 0);
        return walk_tables(host, ask, ACTION_NONE, list_wheel(button)) ? REPLY_DONE
                                                                       : go(host, ask, list_wheel(button));
    }
    if (button != 1 || spot.kind != SPOT_CHOICE)
        return 0;
    return ask->step == at ? take(host, ask, NULL) : choose(host, ask, (int)at);
}

static const struct hint *ask_hints(const void *state, int *n)
{
    const struct ask_view *view = state;
    *n = view->n_hints;
    return view->vary.typing ? vary_hints(&view->vary, &view->ask, n) : view->hints;
}

#define VIEW_ROW(id, view, name, group, keys, help, ops, shows)
#define QUESTION_ROW(id, view, name, group, keys, help, asked, shows)                                        \
    extern const struct question_of question_##asked;                                                        \
    const struct view_ops view_##asked = {.contexts = CONTEXT_LIST,                                          \
                                          .question = &question_##asked,                                     \
                                          .state_size = sizeof(struct ask_view),                             \
                                          .open = ask_open,                                                  \
                                          .close = ask_close,                                                \
                                          .update = ask_update,                                              \
                                          .draw = ask_draw,                                                  \
                                          .tell = ask_tell,                                                  \
                                          .report = ask_report,                                              \
                                          .typing = ask_typing,                                              \
                                          .text = ask_text,                                                  \
                                          .action = ask_action,                                              \
                                          .mouse = ask_mouse,                                                \
                                          .hints_now = ask_hints};
#include "tui/words/views.def"
