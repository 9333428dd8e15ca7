/* Opening, drawing, and the stack of views. What actions do is in desk_actions.c, where keys go in
 * desk_input.c. */
#include "tui/desk/desk.h"

#include "tui/board/panels/panels.h"
#include "tui/board/board.h"
#include "tui/widgets/hints.h"

#include <stdarg.h>
#include <stdio.h>
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

/* How long somebody in front may wait for the store: not so that it is felt. */
enum { STORE_PATIENCE_MS = 40 };

bool desk_open(struct desk *desk, const struct desk_options *options, struct error *error)
{
    const struct display_options *display = &options->display;
    *desk = (struct desk){
        .store = options->store, .data_dir = options->data_dir, .mouse = !display->no_mouse, .times = 1};
    if (options->live && desk->store)
        store_set_patience(desk->store, STORE_PATIENCE_MS);
    keymap_init(&desk->keymap);
    if (!theme_load(&desk->theme, desk->data_dir, display->theme ? display->theme : "default", error))
        return false;
    if (!scene_init(&desk->scene))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    desk->canvas.glyphs = display_glyphs(display->glyphs);
    desk->explorer = explorer_create(options->catalog, store_shelf(options->store), options->scenario,
                                     options->wake_fd, error);
    desk->origin = options->origin;
    if (desk->explorer && desk->origin.source)
        explorer_name_source(desk->explorer, desk->origin.source);
    return desk->explorer != NULL;
}

void desk_close(struct desk *desk)
{
    while (desk->n_views > 0)
        desk_close_view(desk);
    session_close(&desk->session);
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

void desk_say(struct desk *desk, bool bad, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(desk->status, sizeof desk->status, format, arguments);
    va_end(arguments);
    desk->status_bad = bad;
}

/* "/knobs/load", not "/home/me/own.json": it begins with a member of a scenario (store/json/scenario_json.c).
 */
static bool points_into_scenario(const char *place)
{
    static const char *const members[] = {"apps",  "arrivals", "clover",   "edits", "fleet", "fleets",
                                          "hours", "knobs",    "policies", "power", "start", "trace"};
    size_t n = *place == '/' ? strcspn(place + 1, "/") : 0;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (n == strlen(members[i]) && strncmp(place + 1, members[i], n) == 0)
            return true;
    return false;
}

/* A place in the scenario is left out: here it is explored, and nobody looks at it as a file. */
void desk_say_error(struct desk *desk, const struct error *error)
{
    const char *place = points_into_scenario(error->place) ? "" : error->place;
    desk_say(desk, true, "%s%s%s", place, *place ? ": " : "", error->message);
}

/* --- views --- */

struct view *desk_top_view(struct desk *desk)
{
    return desk->n_views ? &desk->views[desk->n_views - 1] : NULL;
}

bool desk_open_view(struct desk *desk, enum view_id id, const char *argument)
{
    const struct view_ops *ops = view_infos[id].ops;
    struct error error = {0};
    if (desk->n_views == VIEWS_OPEN_MAX) {
        desk_say(desk, true, "too much is open; Esc closes what is on top");
        return false;
    }
    void *state = calloc(1, ops->state_size ? ops->state_size : 1);
    if (!state) {
        desk_say(desk, true, "out of memory");
        return false;
    }
    if (ops->open && !ops->open(desk, state, argument, &error)) {
        desk_say_error(desk, &error);
        free(state);
        return false;
    }
    desk->views[desk->n_views++] = (struct view){id, state};
    return true;
}

void desk_close_view(struct desk *desk)
{
    struct view view = desk->views[--desk->n_views];
    if (view_infos[view.id].ops->close)
        view_infos[view.id].ops->close(desk, view.state);
    free(view.state);
}

bool desk_is_typing(struct desk *desk)
{
    const struct view *top = desk_top_view(desk);
    const struct view_ops *ops = top ? view_infos[top->id].ops : NULL;
    return ops && ops->typing && ops->typing(top->state);
}

/* --- drawing --- */

static void draw_dashboard(struct desk *desk)
{
    struct scene *scene = &desk->scene;
    scene->keymap = &desk->keymap;
    scene->status = *desk->status ? desk->status : NULL;
    scene->status_bad = desk->status_bad;
    scene_update(scene, desk->explorer, desk->canvas.w, desk->canvas.h);
    board_draw(scene, &desk->canvas);
}

/* The last row under a view: a message, or its keys. */
static void draw_footer(struct desk *desk, const struct view_ops *ops)
{
    struct canvas *canvas = &desk->canvas;
    struct rect row = {0, canvas->h - 1, canvas->w, 1};
    if (*desk->status)
        hints_message(canvas, row, desk->status_bad, desk->status);
    else
        hints_draw(canvas, row, &desk->keymap, ops->hints, ops->n_hints);
}

void desk_draw(struct desk *desk)
{
    int first = desk->n_views;
    while (first > 0 && (first == desk->n_views || view_infos[desk->views[first].id].ops->popup))
        first--;
    bool covered = desk->n_views > 0 && !view_infos[desk->views[first].id].ops->popup;
    if (!covered)
        draw_dashboard(desk);
    for (int i = first; i < desk->n_views; i++) {
        const struct view_ops *ops = view_infos[desk->views[i].id].ops;
        if (!ops->popup)
            canvas_clear(&desk->canvas);
        if (ops->update)
            ops->update(desk, desk->views[i].state);
        ops->draw(desk, desk->views[i].state, &desk->canvas);
        draw_footer(desk, ops);
    }
}
