/* The loop: wait, take what came, draw if something changed. Paused and up to date it sleeps in poll without
 * a timeout; while playing it draws at most twenty frames a second; after a change it waits a moment for the
 * worker, so that a fast answer is drawn at once instead of an empty plot first. */
#include "tui/desk/dashboard.h"

#include "engine/base/arena.h"

#include "tui/desk/desk.h"
#include "tui/desk/player.h"
#include "tui/desk/recital.h"
#include "tui/desk/script.h"
#include "tui/term/key.h"
#include "tui/explorer/starts.h"
#include "tui/explorer/fleet_draft.h"
#include "tui/term/term.h"
#include "tui/words/print.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FRAME_MS = 50, QUIET_MS = 150, REST_MS = 1000, PATIENCE_MS = 40, LEFT_MS = 30000 };
enum { SIGNAL_STATUS = 128 };                             /* and the number of the signal, as shells count */
static const double double_click_s = 0.4, step_max_s = 1; /* longer pauses are no playing: it was suspended */

static int fail(const struct error *error)
{
    print_line(stderr, "wattif: %s%s%s", error->place, *error->place ? ": " : "", error->message);
    return error_exit_status(error);
}

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool open_wake(int wake[2], struct error *error)
{
    if (pipe(wake) != 0)
        return error_set(error, ERROR_SYSTEM, "", "cannot make a pipe: %s", strerror(errno));
    for (int i = 0; i < 2; i++)
        if (fcntl(wake[i], F_SETFL, O_NONBLOCK) != 0 || fcntl(wake[i], F_SETFD, FD_CLOEXEC) != 0)
            return error_set(error, ERROR_SYSTEM, "", "cannot set up a pipe: %s", strerror(errno));
    return true;
}

struct dashboard_loop {
    struct desk *desk;
    int wake_fd;
    enum color_mode color;
    bool dirty, quiet;
    bool mouse;
    double last_s;            /* of playing */
    int64_t cursor_ns;        /* where the cursor was, and */
    double moved_s;           /* since when */
    double stirred_s;         /* when something last came; 0: what was free then is the system's again */
    int keep_ms;              /* until the session is to be written, -1: it is up to date */
    struct mouse_event press; /* the last one */
    double press_s;
};

static void resize(struct dashboard_loop *loop)
{
    int columns, rows;
    struct error error = {0};
    term_size(&columns, &rows);
    if (!desk_resize(loop->desk, columns, rows, &error))
        message_say(&loop->desk->message, true, "%s", error.message);
    term_redraw();
    loop->dirty = true;
}

/* Input that is taken together: a key or a notch of the wheel as often as it came in a row, the last place of
 * a drag. */
struct batch {
    uint32_t key;
    int times;
    struct mouse_event mouse;
};

static unsigned act(struct dashboard_loop *loop, const struct batch *batch)
{
    unsigned result = 0;
    if (batch->times > 0)
        result = desk_keys(loop->desk, batch->key, batch->times);
    else if (batch->mouse.kind != MOUSE_NONE)
        result = desk_mouse(loop->desk, batch->mouse);
    return *loop->desk->host.wishes.edit ? result | desk_edit(loop->desk) : result;
}

/* True if the input goes on with what the batch holds. */
static bool extend(struct batch *batch, const struct term_input *input)
{
    if (batch->times > 0 && input->key == batch->key && input->mouse.kind == MOUSE_NONE) {
        batch->times++;
        return true;
    }
    if (batch->mouse.kind == MOUSE_NONE || batch->mouse.kind != input->mouse.kind)
        return false;
    bool wheel = batch->mouse.kind == MOUSE_WHEEL_UP || batch->mouse.kind == MOUSE_WHEEL_DOWN;
    if (wheel && batch->mouse.x == input->mouse.x && batch->mouse.y == input->mouse.y) {
        batch->mouse.times++;
        return true;
    }
    if (batch->mouse.kind == MOUSE_DRAG)
        batch->mouse = input->mouse;
    return batch->mouse.kind == MOUSE_DRAG;
}

static struct batch begin(struct dashboard_loop *loop, const struct term_input *input)
{
    struct batch batch = {input->key, input->key != KEYCODE_NONE, input->mouse};
    if (batch.mouse.kind == MOUSE_PRESS) {
        double s = now_s();
        const struct mouse_event *last = &loop->press;
        batch.mouse.again = s - loop->press_s < double_click_s && batch.mouse.x == last->x &&
                            batch.mouse.y == last->y && !last->again;
        loop->press = batch.mouse;
        loop->press_s = s;
    }
    return batch;
}

/* Everything that is waiting; true if the user wants to leave. What repeats is acted upon once, so that a key
 * held down or a drag never queues up. */
static bool take_input(struct dashboard_loop *loop)
{
    struct term_input input;
    struct batch batch = {0};
    unsigned result = 0;
    bool more = true;
    while (more && !(result & REPLY_QUIT)) {
        more = term_input(&input);
        if (more && !input.resized && extend(&batch, &input))
            continue;
        result |= act(loop, &batch);
        batch = more && !input.resized ? begin(loop, &input) : (struct batch){0};
        if (more && input.resized)
            resize(loop);
        loop->quiet &= !more;
    }
    if (result & REPLY_RESTYLE)
        term_redraw();
    loop->dirty |= (result & (REPLY_REDRAW | REPLY_RESTYLE)) != 0;
    return result & REPLY_QUIT;
}

static void draw(struct dashboard_loop *loop)
{
    /* The terminal's mode that follows the state of the desk. */
    struct desk *desk = loop->desk;
    if (desk->mouse != loop->mouse)
        term_mouse(loop->mouse = desk->mouse);
    desk_draw(loop->desk);
    term_draw(&loop->desk->canvas, &loop->desk->theme, loop->color);
    char *clipboard = loop->desk->host.wishes.clipboard;
    if (*clipboard)
        term_clipboard(clipboard);
    *clipboard = 0;
    loop->dirty = loop->desk->host.wishes.frame;
}

/* After what time without a key, and with the picture whole, what nobody has asked for is worked out: longer
 * where the cursor has moved, which moves on as a rule. */
static int quiet_ms(const struct dashboard_loop *loop)
{
    double left_ms = REST_MS - (now_s() - loop->moved_s) * 1e3;
    return left_ms > QUIET_MS ? (int)left_ms + 1 : QUIET_MS;
}

static int timeout_ms(const struct dashboard_loop *loop)
{
    if (loop->dirty)
        return 0; /* a view has more to show; input goes first */
    const struct desk *desk = loop->desk;
    int wait_ms = desk->explorer->time.playing || player_is_moving(desk->player) ? FRAME_MS
                  : !loop->quiet                                                 ? quiet_ms(loop)
                  : loop->stirred_s > 0                                          ? LEFT_MS + 1
                                                                                 : -1;
    bool sooner = loop->keep_ms >= 0 && (wait_ms < 0 || loop->keep_ms < wait_ms);
    return sooner ? loop->keep_ms : wait_ms;
}

/* A turn is answered in a few tens of milliseconds: drawing waits that long for it, woken by the worker. */
static void be_patient(struct dashboard_loop *loop)
{
    double deadline_s = now_s() + PATIENCE_MS / 1e3;
    const struct explorer *explorer = loop->desk->explorer;
    while (!result_is_over(explorer->results.current)) {
        int left_ms = (int)((deadline_s - now_s()) * 1e3);
        if (left_ms <= 0 || term_wait(loop->wake_fd, left_ms) & (TERM_INPUT | TERM_QUIT))
            break;
    }
    explorer_pump(loop->desk->explorer, false);
}

/* A run that was to be saved when it is complete; true if the user wanted to leave then. */
static bool save_waiting(struct dashboard_loop *loop)
{
    enum session_saving saving = session_save_waiting(&loop->desk->session);
    loop->dirty |= saving != SAVING_NOTHING;
    return saving == SAVING_LEAVES;
}

/* True if the user left; false if a signal asked to, or the terminal is gone. */
static bool run_loop(struct dashboard_loop *loop)
{
    struct explorer *explorer = loop->desk->explorer;
    loop->last_s = now_s();
    loop->cursor_ns = explorer->time.cursor_ns;
    for (;;) {
        if (loop->dirty) {
            be_patient(loop);
            if (save_waiting(loop))
                return true;
            draw(loop);
        }
        unsigned events = term_wait(loop->wake_fd, timeout_ms(loop));
        if (events & TERM_QUIT)
            return false;
        if (events & TERM_INPUT && take_input(loop))
            return true;
        double s = now_s(), step_s = s - loop->last_s < step_max_s ? s - loop->last_s : 0;
        loop->dirty |= (desk_advance(loop->desk, step_s) & REPLY_REDRAW) != 0;
        loop->last_s = s;
        if (explorer->time.cursor_ns != loop->cursor_ns) {
            loop->cursor_ns = explorer->time.cursor_ns;
            loop->moved_s = s;
        }
        bool silent = events == TERM_TIMEOUT && !explorer->time.playing && !loop->dirty &&
                      quiet_ms(loop) == QUIET_MS && result_is_over(explorer->results.current);
        loop->quiet |= silent;
        if (events != TERM_TIMEOUT) {
            loop->stirred_s = s;
        } else if (loop->quiet && loop->stirred_s > 0 && s - loop->stirred_s > LEFT_MS / 1e3 &&
                   !explorer_busy(explorer)) {
            memory_give_back();
            loop->stirred_s = 0;
        }
        bool growing = events & TERM_WAKE;
        bool changed = explorer_pump(explorer, loop->quiet);
        if (loop->quiet && loop->desk->ahead)
            explorer_ask_few_starts(explorer);
        loop->dirty |= changed || growing;
        if (save_waiting(loop))
            return true;
        /* Writes what is due of the session; a message about it is drawn. */
        bool complained = loop->desk->session.complained;
        loop->keep_ms = session_keep(&loop->desk->session, s);
        loop->dirty |= loop->desk->session.complained != complained;
    }
}

/* Whoever starts it for the first time, and names nothing, is told what it is by a card; it never comes
 * again by itself, whatever the first start opened: what cannot be noted is not shown. */
static void greet(struct desk *desk, const struct dashboard_options *options)
{
    static const char card[] = "welcome";
    bool first = *desk->session.folder && !schooling_find(&desk->schooling, card),
         asked = options->named || options->demo || options->view != VIEW_COUNT;
    if (first && schooling_mark(&desk->schooling, card, 1, 1, true, &(struct error){0}) && !asked &&
        desk->n_views == 0)
        desk_open_view(desk, VIEW_WELCOME, "");
}

void dashboard_greet(const struct display_options *display)
{
    struct error ignored = {0};
    struct canvas canvas;
    struct theme theme;
    int columns, rows;
    void *state = calloc(1, view_ops[VIEW_WELCOME]->state_size);
    if (!state || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) ||
        !term_open(!display->no_mouse, &ignored)) {
        free(state);
        return;
    }
    term_size(&columns, &rows);
    bool safe = display->glyphs != GLYPHS_AUTO || term_signs_are_safe();
    if (canvas_init(&canvas, columns, rows, safe ? display_glyphs(display->glyphs) : GLYPHS_ASCII)) {
        theme_builtin(&theme);
        view_ops[VIEW_WELCOME]->draw(NULL, state, &canvas);
        term_draw(&canvas, &theme, display_color(display->color, term_depth()));
        canvas_free(&canvas);
    }
    free(state);
}

static int run_terminal(struct desk *desk, const struct dashboard_options *options, int wake_fd)
{
    struct error error = {0};
    struct fleet_lost lost;
    struct dashboard_loop loop = {
        .desk = desk, .wake_fd = wake_fd, .dirty = true, .keep_ms = -1, .mouse = !options->display.no_mouse};
    if (!term_open(loop.mouse, &error))
        return fail(&error);
    loop.color = display_color(options->display.color, term_depth());
    if (options->display.glyphs == GLYPHS_AUTO && !term_signs_are_safe())
        desk->canvas.glyphs = GLYPHS_ASCII;
    resize(&loop);
    session_begin(&desk->session);
    if (*desk->session.folder)
        schooling_keep(&desk->schooling, desk->session.folder);
    if (desk->session.n_lost > 0) {
        /* What was lost is asked about over the scenario that it is of, or where the user named none. Over a
         * lesson, a demo or another scenario the question would take keys that are meant for these: there a
         * line tells of it, and in a demo, which others see, nothing does.
         */
        const struct session *session = &desk->session;
        bool asks = !options->origin.source;
        for (int i = 0; i < session->n_lost; i++)
            asks |=
                strcmp(history_now(&session->lost[i].state.mark.history)->name, options->scenario->name) == 0;
        if (asks && !options->demo && options->view == VIEW_COUNT)
            desk_open_view(desk, VIEW_RESUME, "");
        else if (!options->demo)
            message_say(&desk->message, false, "unsaved edits of %s were left behind: :resume offers them",
                        history_now(&session->lost[0].state.mark.history)->name);
    } else if (!options->demo && fleet_lost_find(&lost)) { /* a fleet's draft is offered by its editor */
        message_say(&desk->message, false,
                    "a draft made from %s was left behind: O opens the editor, which offers it", lost.from);
        fleet_lost_leave(&lost);
    }
    greet(desk, options);
    bool left = run_loop(&loop);
    if (left)
        session_end(&desk->session);
    else
        session_flush(&desk->session);
    term_close();
    return left ? 0 : SIGNAL_STATUS + term_signal();
}

/* Without a terminal: a script's lines, or a demo from beginning to end. */
static int run_alone(struct desk *desk, const struct dashboard_options *options)
{
    struct error error = {0};
    int columns = options->columns ? options->columns : 80, rows = options->rows ? options->rows : 24;
    enum color_mode color = display_color(options->display.color, COLOR_DIRECT);
    struct recital recital = {.out = options->cast ? NULL : stdout, .cast = options->cast, .color = color};
    bool ok = options->script ? desk_resize(desk, columns, rows, &error) &&
                                    script_run(desk, options->script, color, &error)
                              : recital_run(&recital, desk, &error);
    return ok ? recital.n_untrue > 0 : fail(&error);
}

/* The user's keys, and what is open from the start: a demo, on a screen of its size (a terminal then has its
 * own), a view. */
static bool set_up(struct desk *desk, const struct dashboard_options *options, struct error *error)
{
    struct lecture *demo = options->demo;
    for (size_t i = 0; i < options->n_bindings; i++)
        if (!keymap_bind(&desk->keymap, options->bindings[i], "bind", error))
            return false;
    if (demo && !(desk_resize(desk, options->columns ? options->columns : demo->columns,
                              options->rows ? options->rows : demo->rows, error) &&
                  player_open(desk, demo, false, error)))
        return false;
    return options->view == VIEW_COUNT || desk_open_view(desk, options->view, options->argument) ||
           error_set(error, ERROR_INPUT, "", "%s", desk->message.text);
}

/* In a frame of its own, which begins when there is room for it. */
__attribute__((noinline)) static int run(struct store *store, const struct dashboard_options *options)
{
    struct error error = {0};
    struct desk desk = {0};
    int wake[2] = {-1, -1}, status;
    memory_be_sparing();
    if (!open_wake(wake, &error))
        return fail(&error);
    struct desk_options desk_options = desk_options_for(store, options->scenario, &options->display);
    desk_options.wake_fd = wake[1];
    desk_options.origin = options->origin;
    desk_options.run_name = options->run_name;
    desk_options.live = !options->script;
    if (!desk_open(&desk, &desk_options, &error) || !set_up(&desk, options, &error))
        status = fail(&error);
    else if (options->script || (options->demo && (options->cast || options->aloud)))
        status = run_alone(&desk, options);
    else
        status = run_terminal(&desk, options, wake[0]);
    desk_close(&desk);
    close(wake[0]);
    close(wake[1]);
    return status;
}

int dashboard_run(struct store *store, const struct dashboard_options *options)
{
    must_be(memory_reserve_stack());
    return run(store, options);
}
