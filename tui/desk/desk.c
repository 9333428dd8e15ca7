/* Opening, drawing, and the stack of views. What actions do is in desk_actions.c, where keys go in
 * desk_input.c. */
#include "tui/desk/desk.h"

#include "engine/base/text.h"
#include "tui/board/board.h"
#include "tui/board/panels/panels.h"
#include "tui/desk/player.h"
#include "tui/explorer/mapping.h"
#include "tui/explorer/explorer.h"
#include "tui/widgets/coach.h"
#include "tui/widgets/hints.h"
#include "engine/account/account.h"
#include "store/file.h"

#include <stdlib.h>
#include <string.h>

struct desk_options desk_options_for(struct store *store, const struct scenario *scenario,
                                     const struct display_options *display)
{
    return (struct desk_options){.catalog = store_catalog(store),
                                 .store = store,
                                 .data_dir = store_data_dir(store),
                                 .scenario = scenario,
                                 .wake_fd = -1,
                                 .display = *display};
}

/* Where a wrong setting stands: in a line of the config file, if that says it. */
static bool set_wrong_at(const struct display_options *display, int line, struct error *error)
{
    if (line > 0)
        error_place(error->place, display->config, ":%d", line);
    return false;
}

/* Those of one's own behind the built-in ones, and the one that is wanted. */
static bool open_boards(struct desk *desk, const struct display_options *display, bool live,
                        struct error *error)
{
    char missing[160], said[400] = "";
    boards_init(&desk->boards);
    for (int i = 0; i < display->n_boards; i++) {
        struct board board;
        if (!board_read(&board, display->boards[i].text, missing, sizeof missing, error) ||
            !boards_keep(&desk->boards, &board, error))
            return set_wrong_at(display, display->boards[i].line, error);
        if (*missing)
            text_append(said, sizeof said,
                        *said ? ", :%d: %s without %s" : "%d: the board %s is shown without %s",
                        display->boards[i].line, board.name, missing);
    }
    if (*said)
        message_say(&desk->message, true, "%s:%s: not known", path_base(display->config), said);
    int at = boards_find(&desk->boards, display->board ? display->board : live ? "calm" : "full");
    if (at < 0) {
        char names[BOARDS_MAX * (BOARD_NAME + 2)] = "";
        for (int i = 0; i < desk->boards.n; i++)
            text_append(names, sizeof names, "%s%s", i ? ", " : "", desk->boards.items[i].name);
        error_set(error, ERROR_INPUT, "--board", "there is no board '%s'; there are %s", display->board,
                  names);
        return set_wrong_at(display, display->board_line, error);
    }
    desk->scene.board = desk->boards.items[at];
    return true;
}

/* Few of them where the board says so, until all are asked for. */
static void list_knobs(struct desk *desk)
{
    const struct scene *scene = &desk->scene;
    explorer_show_few(desk->explorer,
                      scene->board.few_knobs && !(scene->full && scene->focus == REGION_KNOBS));
}

/* How long somebody in front may wait for the store: not so that it is felt. */
enum { STORE_PATIENCE_MS = 40 };

bool desk_open(struct desk *desk, const struct desk_options *options, struct error *error)
{
    const struct display_options *display = &options->display;
    *desk = (struct desk){.store = options->store,
                          .data_dir = options->data_dir,
                          .mouse = !display->no_mouse,
                          .ahead = !display->no_ahead,
                          .times = 1};
    if (options->live && desk->store)
        store_set_patience(desk->store, STORE_PATIENCE_MS);
    keymap_init(&desk->keymap);
    if (!theme_load(&desk->theme, desk->data_dir, display->theme ? display->theme : "default", error))
        return set_wrong_at(display, display->theme_line, error);
    must_be(scene_init(&desk->scene));
    if (!open_boards(desk, display, options->live, error))
        return false;
    desk->canvas.glyphs = display_glyphs(display->glyphs);
    const char *run = options->run_name ? options->run_name : "";
    struct message *said = options->live ? &desk->message : NULL;
    struct recorded recorded = {0};
    if (*run)
        recorded = opening_recorded(desk->store, run, said);
    desk->explorer = explorer_create(options->catalog, store_shelf(options->store), options->scenario,
                                     recorded, options->wake_fd, 0, error);
    if (!desk->explorer)
        return false;
    list_knobs(desk);
    explorer_want_forecast(desk->explorer, false); /* before the first frame */
    if (options->origin.source)
        explorer_name_source(desk->explorer, options->origin.source);
    session_init(&desk->session, desk->explorer, desk->store, &desk->message);
    /* What views see of the desk, which stays where it is while it is open. */
    struct origin origin = options->origin;
    desk->host = (struct host){.explorer = desk->explorer,
                               .session = &desk->session,
                               .schooling = &desk->schooling,
                               .store = desk->store,
                               .data_dir = desk->data_dir,
                               .origin = origin,
                               .scene = &desk->scene,
                               .canvas = &desk->canvas,
                               .keymap = &desk->keymap,
                               .theme = &desk->theme,
                               .boards = &desk->boards,
                               .board = &desk->scene.board,
                               .config = display->config ? display->config : "",
                               .message = &desk->message,
                               .wishes = {.view = VIEW_COUNT}};
    return true;
}

void desk_close(struct desk *desk)
{
    while (desk->n_views > 0)
        desk_close_view(desk);
    player_free(desk->player);
    desk->player = NULL;
    session_close(&desk->session);
    trail_free(&desk->trail);
    if (desk->waterfall.question)
        question_close(&desk->waterfall);
    explorer_free(desk->explorer);
    scene_free(&desk->scene);
    canvas_free(&desk->canvas);
    desk->explorer = NULL;
}

bool desk_resize(struct desk *desk, int columns, int rows, struct error *error)
{
    struct canvas next;
    if (!canvas_init(&next, columns, rows, desk->canvas.glyphs))
        return error_set(error, ERROR_SYSTEM, "", "out of memory for a screen of %dx%d", columns, rows);
    canvas_free(&desk->canvas);
    desk->canvas = next;
    return true;
}

void desk_settle(struct desk *desk)
{
    bool before = desk->host.settling;
    desk->host.settling = true;
    do {
        explorer_wait(desk->explorer);
        desk_draw(desk); /* what is drawn may ask for more */
    } while (explorer_busy(desk->explorer) || desk->host.wishes.frame);
    desk->host.settling = before;
}

/* --- the trail: what of the doings is worth telling again. A table of actions, panels however they were
 * chosen, and the views that show a result. A demo that is played is told already --- */

static const struct told {
    enum action_id action;
    enum trail_kind kind;
    const char *told;
} told[] = {
    {ACTION_PIN, TRAIL_MARK, "This run is pinned: from here on others are held against it. {headline}"},
    {ACTION_UNPIN, TRAIL_HELD, "The pinned run is let go. {headline}"},
    {ACTION_REFERENCE_NEXT, TRAIL_HELD, "Held against another run. {headline}"},
    {ACTION_GHOST, TRAIL_TOGGLE, ""},
    {ACTION_PRESENTER, TRAIL_TOGGLE, ""},
    {ACTION_PANEL_FULL, TRAIL_TOGGLE, ""},
    {ACTION_PANEL_FORM, TRAIL_TOGGLE, ""},
    {ACTION_EVENT_NEXT, TRAIL_MARK, "Something happens here. {headline}"},
    {ACTION_EVENT_PREVIOUS, TRAIL_MARK, "Something happens here. {headline}"},
    {ACTION_MISS_NEXT, TRAIL_MARK, "Here a request is late. {headline}"},
};

/* Those that show what came of it; what is chosen in the others is a change. */
static const enum view_id shown[] = {VIEW_INSPECTOR, VIEW_ANNEALER, VIEW_MIG_EDITOR,   VIEW_PODS,
                                     VIEW_RESPONSE,  VIEW_TORNADO,  VIEW_CONTRIBUTION, VIEW_MAP,
                                     VIEW_FRONTIER,  VIEW_ATLAS,    VIEW_COMPARE,      VIEW_PROVENANCE};

/* The panel that an action led to, by Tab or a click as by its own key. */
static bool leads_to_panel(const struct desk *desk, enum action_id action)
{
    enum action_id own = panels[desk->scene.focus].click;
    return own != ACTION_NONE &&
           (action == own || action == ACTION_PANEL_NEXT || action == ACTION_PANEL_PREVIOUS);
}

void desk_note_action(struct desk *desk, enum action_id action)
{
    trail_follow(&desk->trail, desk->explorer);
    if (desk->player || desk->n_views > 0 || desk->message.bad)
        return;
    if (leads_to_panel(desk, action))
        trail_add(&desk->trail, desk->explorer, TRAIL_LOOK,
                  action_infos[panels[desk->scene.focus].click].name, "");
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (told[i].action == action) {
            bool moves = action_infos[action].group == GROUP_TIME;
            trail_add(&desk->trail, desk->explorer, told[i].kind, moves ? "" : action_infos[action].name,
                      told[i].told);
        }
}

/* One over the bare dashboard; what opens over a view is part of how that is used. */
static void note_view(struct desk *desk, bool opened)
{
    enum view_id id = desk->n_views == 1 ? desk->views[0].id : VIEW_COUNT;
    char caption[200];
    if (desk->player || !desk->explorer)
        return;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (shown[i] != id)
            continue;
        text_print(caption, sizeof caption, "This shows %s.", view_names[id].shows);
        trail_add(&desk->trail, desk->explorer, opened ? TRAIL_OPEN : TRAIL_CLOSE,
                  action_infos[view_names[id].action].name, caption);
    }
}

/* --- views --- */

static const struct open_view *top_of(const struct desk *desk)
{
    return desk->n_views > 0 ? &desk->views[desk->n_views - 1] : NULL;
}

struct open_view *desk_top_view(struct desk *desk)
{
    return desk->n_views > 0 ? &desk->views[desk->n_views - 1] : NULL;
}

const char *desk_screen_name(const struct desk *desk)
{
    const struct open_view *top = top_of(desk);
    return top ? view_names[top->id].name : "dashboard";
}

bool desk_tell(const struct desk *desk, struct account *account)
{
    const struct open_view *top = top_of(desk);
    const struct view_ops *ops = top ? view_ops[top->id] : NULL;
    const char *name = top ? view_names[top->id].name : "panel";
    account_begin(account, name, "");
    if (ops && !ops->tell)
        return false;
    account_fact(account, "view", account_said(name));
    account_fact(account, "scenario", account_said(desk->explorer->document.scenario.name));
    if (ops)
        ops->tell(&desk->host, top->state, account);
    return ops || panel_tell(&desk->scene, account);
}

static bool print_report(const void *of, FILE *out, struct error *error)
{
    const struct reported *reported = of;
    return view_ops[reported->view->id]->report(reported->host, reported->view->state, out, error);
}

struct export_report desk_report(struct desk *desk)
{
    const struct open_view *top = top_of(desk);
    if (!top || !view_ops[top->id]->report)
        return (struct export_report){0};
    desk->reported = (struct reported){&desk->host, top};
    return (struct export_report){print_report, &desk->reported};
}

bool desk_open_view(struct desk *desk, enum view_id id, const char *argument)
{
    const struct view_ops *ops = view_ops[id];
    struct error error = {0};
    if (player_refuses_view(desk, id))
        return false;
    if (id == VIEW_LESSON) { /* which stands beside them all */
        bool begun = player_begin(desk, LECTURE_LESSON, argument, &error);
        if (!begun)
            message_say_error(&desk->message, &error);
        return begun;
    }
    if (desk->n_views == VIEWS_OPEN_MAX) {
        message_say(&desk->message, true, "too much is open; Esc closes what is on top");
        return false;
    }
    desk->host.shown = desk_screen_name(desk);
    if (ops->fresh)
        desk_draw(desk);
    void *state = needed(calloc(1, ops->state_size ? ops->state_size : 1));
    struct account rows = {0};
    desk->host.rows = ops->fresh && desk_tell(desk, &rows) ? &rows : NULL;
    const struct open_view *covered = ops->fresh ? top_of(desk) : NULL;
    desk->host.covered.ops = covered ? view_ops[covered->id] : NULL;
    desk->host.covered.state = covered ? covered->state : NULL;
    desk->host.report = ops->fresh ? desk_report(desk) : desk->host.report;
    desk->host.opening = ops;
    desk->host.opening_id = id;
    bool opened = !ops->open || ops->open(&desk->host, state, argument, &error);
    desk->host.rows = NULL;
    account_free(&rows);
    if (!opened) {
        message_say_error(&desk->message, &error);
        free(state);
        return false;
    }
    desk->views[desk->n_views++] = (struct open_view){id, state};
    note_view(desk, true);
    return true;
}

void desk_close_view(struct desk *desk)
{
    note_view(desk, false);
    struct open_view view = desk->views[--desk->n_views];
    if (view_ops[view.id]->close)
        view_ops[view.id]->close(&desk->host, view.state);
    free(view.state);
}

bool desk_is_typing(struct desk *desk)
{
    const struct open_view *top = top_of(desk);
    return top && view_ops[top->id]->typing && view_ops[top->id]->typing(top->state);
}

/* --- drawing --- */

const struct hint *desk_hints(const struct desk *desk, struct hint own[PANEL_HINTS_MAX], int *n)
{
    const struct open_view *top = top_of(desk);
    if (top)
        return view_hints(view_ops[top->id], top->state, n);
    const struct hint *hints = player_hints(desk->player, n);
    if (hints)
        return hints;
    *n = panel_hint_list(&desk->scene, own);
    return own;
}

/* The last row under a view or beside a box: a message, or keys. */
static void draw_footer(struct desk *desk)
{
    struct canvas *canvas = &desk->canvas;
    struct rect row = {0, canvas->h - 1, canvas->w, 1};
    struct hint own[PANEL_HINTS_MAX];
    int n;
    const struct hint *hints = desk_hints(desk, own, &n);
    if (*desk->message.text)
        hints_message(canvas, row, &desk->message);
    else
        hints_draw(canvas, row, &desk->keymap, hints, n);
}

static void update_view(struct desk *desk, const struct open_view *view)
{
    desk->host.on_top = view == &desk->views[desk->n_views - 1];
    if (view_ops[view->id]->update)
        view_ops[view->id]->update(&desk->host, view->state);
}

/* On a board with few things, and where several layers are at work: their parts come while nothing more
 * urgent runs. A run is drawn before they are asked for. */
static void ask_waterfall(struct desk *desk)
{
    struct scene *scene = &desk->scene;
    struct error error = {0};
    struct ask *ask = &desk->waterfall;
    const struct explorer *explorer = desk->explorer;
    bool wanted = desk->ahead && scene->board.few_knobs && scene->layers_at_work > 1 && !scene->presenting;
    bool finished = result_is_finished(explorer->results.current);
    bool other = ask->generation != explorer->document.generation;
    bool open = ask->question && wanted && !other;
    if (ask->question && !open)
        question_close(ask);
    if (open) {
        open = question_update(ask, true, &error);
    } else if (wanted && finished && other) {
        ask->generation = explorer->document.generation;
        desk->host.wishes.frame = true;
    } else if (wanted && finished) {
        open = question_open(ask, question_find("contribution"), desk->explorer, desk->store, false, "",
                             &error) &&
               question_update(ask, true, &error);
    }
    if (!open)
        ask->question = NULL;
    scene->waterfall = wanted && (open || other || !finished) ? &ask->account : NULL;
}

void desk_switch_layer(struct desk *desk, size_t layer)
{
    char said[ASK_SAID];
    struct error error = {0};
    struct ask *ask = &desk->waterfall;
    if (!ask->question)
        return;
    if (question_enter(ask, layer, 1, said, &error) == ASK_REFUSED) /* without this layer alone */
        message_say_error(&desk->message, &error);
    else
        message_say(&desk->message, false, "%s", said);
}

/* The dashboard, unless a view hides all of it, and the views over it. */
static void draw_views(struct desk *desk, int columns, int rows)
{
    int first = desk->n_views;
    while (first > 0 && (first == desk->n_views || view_is_popup(view_ops[desk->views[first].id])))
        first--;
    bool covered = desk->n_views > 0 && !view_is_popup(view_ops[desk->views[first].id]);
    explorer_want_forecast(desk->explorer, !covered || top_of(desk)->id == VIEW_EXPLAIN);
    if (!covered) {
        struct scene *scene = &desk->scene;
        scene->keymap = &desk->keymap;
        scene->message = *desk->message.text ? &desk->message : NULL;
        scene->asked = player_asks(desk->player) > 0;
        list_knobs(desk);
        ask_waterfall(desk);
        scene_update(scene, desk->explorer, columns, rows);
        enum response_wish wish = knob_response_wish(scene);
        explorer_want_response(desk->explorer,
                               desk->ahead || wish == RESPONSE_ASKED ? wish : RESPONSE_UNWANTED);
        explorer_want_mapping(desk->explorer, desk->ahead && !top_of(desk) && scene->layout.map_fits);
        board_draw(scene, &desk->canvas);
    }
    for (int i = first; i < desk->n_views; i++) {
        const struct view_ops *ops = view_ops[desk->views[i].id];
        if (!view_is_popup(ops))
            canvas_clear(&desk->canvas);
        update_view(desk, &desk->views[i]);
        ops->draw(&desk->host, desk->views[i].state, &desk->canvas);
    }
    if (desk->n_views > 0)
        draw_footer(desk);
}

void desk_draw(struct desk *desk)
{
    desk->host.wishes.frame = false;
    desk->view_rows = desk->canvas.h;
    if (desk->player) {
        /* Its box stands beside all that keeps its place: the others are drawn as if the screen ended before
         * it. */
        int rows = desk->canvas.h;
        player_update(desk);
        struct coach_place place = player_place(desk);
        desk->view_rows = desk->canvas.h = desk->n_views > 0 ? place.rows : rows;
        draw_views(desk, place.columns, place.rows);
        desk->canvas.h = rows;
        canvas_unclip(&desk->canvas); /* it may have been cleared as the smaller one */
        player_draw(desk, &place);
        if (desk->n_views == 0)
            draw_footer(desk);
    } else {
        draw_views(desk, desk->canvas.w, desk->canvas.h);
    }
    must_be(!desk->canvas.texts.lacked);
    if (desk->host.wishes.close) {
        desk_close_view(desk);
        desk->host.wishes.close = false;
        desk->host.wishes.frame = true;
    }
}
