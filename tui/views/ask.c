/* The view of a question, whichever it is: its account on the screen, one cursor through the rows that have a
 * step. Left and right go through the choices, Tab through the steps of a row, Enter takes one. */
#include "tui/ask/ask.h"

#include "engine/base/text.h"
#include "tui/media/canvas.h"
#include "tui/media/rows.h"
#include "tui/views/view.h"
#include "tui/widgets/parts.h"

enum { HINTS = 8, STRIDE = 5 };

struct ask_view {
    struct ask ask;
    struct hint hints[HINTS];
    int n_hints;
};

static void add_hint(struct ask_view *view, enum action a, enum action b, const char *text, int priority)
{
    if (text && view->n_hints < HINTS)
        view->hints[view->n_hints++] = (struct hint){a, b, text, priority};
}

static bool ask_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct ask_view *view = state;
    const struct question_of *question = host->opening->question;
    (void)argument;
    if (question->across) {
        add_hint(view, ACTION_LIST_LEFT, ACTION_LIST_RIGHT, question->across, 1);
        add_hint(view, ACTION_LIST_UP, ACTION_LIST_DOWN, question->others, 1);
        add_hint(view, ACTION_LIST_ACCEPT, ACTION_NONE, question->enters, 1);
        add_hint(view, ACTION_LIST_TAB, ACTION_NONE, question->turns, 2);
    } else {
        add_hint(view, ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1);
        add_hint(view, ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "metric", 1);
        add_hint(view, ACTION_LIST_TAB, ACTION_NONE, question->turns, 2);
        add_hint(view, ACTION_LIST_ACCEPT, ACTION_NONE, question->enters, 1);
        add_hint(view, ACTION_LIST_SEEDS, ACTION_NONE, "seeds", 2);
    }
    add_hint(view, ACTION_EXPORT, ACTION_NONE, "export", 4);
    add_hint(view, ACTION_EXPLAIN, ACTION_NONE, "help", 3);
    add_hint(view, ACTION_BACK, ACTION_NONE, "leave", 0);
    return question_open(&view->ask, question, host->explorer, host->of_sweep, error);
}

static void ask_close(struct host *host, void *state)
{
    (void)host;
    question_close(&((struct ask_view *)state)->ask);
}

static void ask_update(struct host *host, void *state)
{
    struct ask *ask = &((struct ask_view *)state)->ask;
    ask->phi_fair = scene_phi_fair(host->scene);
    question_update(ask, host->settling);
}

static void ask_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct ask *ask = &((const struct ask_view *)state)->ask;
    view_bar(host, canvas, ask->account.title, ask->account.over, ask->account.progress);
    media_canvas(&ask->account, (struct media_at){ask->section, ask->step, ask->lane},
                 (struct rect){0, 1, canvas->w, canvas->h - 2}, canvas);
}

static void ask_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    const struct ask *ask = &((const struct ask_view *)state)->ask;
    (void)host;
    media_rows(&ask->account, ask->section, sheet);
}

static bool ask_report(const struct host *host, const void *state, FILE *out, struct error *error)
{
    const struct ask *ask = &((const struct ask_view *)state)->ask;
    return question_report(ask, host->store, out, error);
}

static unsigned enter(struct host *host, struct ask *ask)
{
    const struct account_row *row = account_step(&ask->account, ask->section, ask->step);
    char said[ASK_SAID] = "";
    struct error error = {0};
    if (!row)
        return REPLY_HANDLED;
    enum ask_entered entered = ask->question->enter(ask, row->step, said, &error);
    if (entered == ASK_REFUSED)
        message_say_error(host->message, &error);
    else if (*said)
        message_say(host->message, false, "%s", said);
    return entered == ASK_LEAVES ? REPLY_DONE | REPLY_CLOSE : REPLY_DONE;
}

static unsigned ask_action(struct host *host, void *state, enum action action)
{
    struct ask *ask = &((struct ask_view *)state)->ask;
    int page = host->canvas->h - 4, at = (int)ask->step, n = (int)account_steps(&ask->account, ask->section);
    size_t sections = ask->account.n_sections;
    char said[ASK_SAID] = "";
    bool across = ask->question->across != NULL;
    if (across && (action == ACTION_LIST_UP || action == ACTION_LIST_DOWN)) {
        ask->question->turn(ask, action == ACTION_LIST_UP ? -1 : 1);
        return REPLY_DONE;
    }
    if (across && (action == ACTION_LIST_LEFT || action == ACTION_LIST_RIGHT))
        action = action == ACTION_LIST_LEFT ? ACTION_LIST_UP : ACTION_LIST_DOWN;
    else if (across &&
             (action == ACTION_LIST_PAGE_UP || action == ACTION_LIST_PAGE_DOWN)) { /* up is onwards */
        page = action == ACTION_LIST_PAGE_UP ? STRIDE : -STRIDE;
        action = ACTION_LIST_PAGE_DOWN;
    }
    switch (action) {
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        at += action == ACTION_LIST_UP ? -1 : 1;
        break;
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        at += action == ACTION_LIST_PAGE_UP ? -page : page;
        break;
    case ACTION_LIST_FIRST:
    case ACTION_LIST_LAST:
        at = action == ACTION_LIST_FIRST ? 0 : n - 1;
        break;
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        if (sections > 0)
            ask->section = (ask->section + (action == ACTION_LIST_LEFT ? sections - 1 : 1)) % sections;
        n = (int)account_steps(&ask->account, ask->section);
        break;
    case ACTION_LIST_TAB:
        if (ask->question->tab) {
            ask->question->tab(ask, said);
            if (*said)
                message_say(host->message, false, "%s", said);
            return REPLY_DONE;
        }
        if (ask->question->lanes < 2)
            return 0;
        ask->lane = (ask->lane + 1) % ask->question->lanes;
        break;
    case ACTION_LIST_ACCEPT:
        return enter(host, ask);
    case ACTION_LIST_SEEDS:
        if (!ask->seeding.plan)
            return 0;
        seeding_stop_or_more(&ask->seeding, host->explorer, said, sizeof said);
        message_say(host->message, false, "%s", said);
        break;
    default:
        return 0;
    }
    ask->step = (size_t)part_clamp(at, 0, n > 0 ? n - 1 : 0);
    return REPLY_DONE;
}

/* A click chooses a row, another one on it takes its step. */
static unsigned ask_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct ask *ask = &((struct ask_view *)state)->ask;
    struct spot spot = canvas_spot_at(host->canvas, x, y);
    if (button != 1 || spot.kind != SPOT_CHOICE)
        return 0;
    if (ask->step == (size_t)spot.which)
        return enter(host, ask);
    ask->step = (size_t)spot.which;
    return REPLY_DONE;
}

static const struct hint *ask_hints(const void *state, int *n)
{
    const struct ask_view *view = state;
    *n = view->n_hints;
    return view->hints;
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
                                          .action = ask_action,                                              \
                                          .mouse = ask_mouse,                                                \
                                          .hints_now = ask_hints};
#include "tui/words/views.def"
