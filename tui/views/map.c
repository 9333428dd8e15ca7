/* What is walked. The points stand for the scenario as the map was opened: walking changes the run explored,
 * not the map. Points that lie in one place are walked one after the other. */
#include "tui/views/map.h"

#include "tui/explorer/explorer.h"
#include "tui/explorer/sweeping.h"

#include <stdlib.h>
#include <string.h>

static void map_close(struct host *host, void *state)
{
    struct map *map = state;
    struct error error = {0};
    if (map->walked && !explorer_undo(host->explorer, &error))
        message_say_error(host->message, &error);
    explorer_drop_mapping(host->explorer, map->of);
    plane_free(&map->plane);
}

static void work_out(struct host *host, struct map *map)
{
    plane_work_out(&map->plane, map->of, map_plot(map_box(host->scene, host->canvas)), MAP_GUTTER,
                   ROLE_POPUP);
}

/* What it is walked by is there at once: the next key may come before the first frame. */
static bool map_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct map *map = state;
    const struct scene *scene = host->scene;
    bool swept = host->of_sweep && explorer_sweep(host->explorer);
    (void)argument;
    map->of =
        swept ? explorer_map_sweep(host->explorer, error) : explorer_map(host->explorer, JOB_ASKED, error);
    map->plane.up =
        plane_first_metric(&scene->now->total, scene->now->result->model, scene->content.accuracy);
    if (map->of)
        work_out(host, map);
    return map->of != NULL;
}

bool map_is_whole(const struct map *map)
{
    return !map->of->question || question_is_over(map->of->question);
}

/* --- what keys do --- */

/* The chosen point becomes the run explored. */
static unsigned follow(struct host *host, struct map *map)
{
    struct error error = {0};
    const struct map_point *point = &map->of->points[map->plane.at];
    bool ok = !map->walked || explorer_undo(host->explorer, &error);
    map->walked = false;
    if (ok && map->of->swept && point->kind != MAP_HERE)
        ok = map->walked = explorer_take_configuration(host->explorer, point->configuration, &error);
    else if (ok && point->kind != MAP_HERE)
        ok = map->walked = explorer_set_throughout(host->explorer, point->knob, &point->value, &error);
    if (!ok)
        message_say_error(host->message, &error);
    return REPLY_DONE;
}

static unsigned choose(struct host *host, struct map *map, size_t at)
{
    if (at >= map->of->n || at == map->plane.at)
        return REPLY_HANDLED;
    map->plane.at = at;
    return follow(host, map);
}

static unsigned walk(struct host *host, struct map *map, int dx, int dy)
{
    return choose(host, map, scatter_walk(map->plane.cells, map->of->n, map->plane.at, dx, dy));
}

/* Along the front, from less carbon to more; from beside it to its nearest point that way. */
static unsigned along_front(struct host *host, struct map *map, bool on)
{
    double here = map->plane.places[map->plane.at].across;
    for (size_t k = 0; k < map->plane.n_front; k++) {
        size_t i = map->plane.front[on ? k : map->plane.n_front - 1 - k], named = map_point_of_place(map, i);
        bool there = map->plane.cells[i].x >= 0; /* what changes nothing is no step on the way */
        double across = map->plane.places[named].across;
        if (there && named != map->plane.at && (on ? across > here : across < here))
            return choose(host, map, named);
    }
    return REPLY_HANDLED;
}

static unsigned stay(struct host *host, struct map *map)
{
    const struct map_point *point = &map->of->points[map->plane.at];
    if (map->walked)
        message_say(host->message, false, "%s from the start of the run; u takes it back", point->name);
    map->walked = false;
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned walk_by(struct host *host, struct map *map, enum action action)
{
    switch (action) {
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        return walk(host, map, action == ACTION_LIST_LEFT ? -1 : 1, 0);
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        return walk(host, map, 0, action == ACTION_LIST_UP ? -1 : 1);
    case ACTION_FRONT_PREVIOUS:
    case ACTION_FRONT_NEXT:
        return along_front(host, map, action == ACTION_FRONT_NEXT);
    case ACTION_LIST_ACCEPT:
        return stay(host, map);
    default:
        return 0;
    }
}

/* The front is what nothing beats, so it is not known before all is; what is walked from there is kept too.
 */
static bool must_wait(const struct map *map, enum action action)
{
    static const enum action walks[] = {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, ACTION_LIST_UP, ACTION_LIST_DOWN,
                                        ACTION_LIST_ACCEPT};
    bool front = action == ACTION_FRONT_PREVIOUS || action == ACTION_FRONT_NEXT, later = false;
    for (size_t i = 0; map->n_owed > 0 && i < sizeof walks / sizeof *walks; i++)
        later |= action == walks[i];
    return !map_is_whole(map) && (front || later);
}

static unsigned map_action(struct host *host, void *state, enum action action)
{
    struct map *map = state;
    if (!map->plane.map)
        return 0; /* no memory for it */
    if (must_wait(map, action)) {
        if (map->n_owed < MAP_OWED_MAX)
            map->owed[map->n_owed++] = action;
        return REPLY_DONE;
    }
    if (action != ACTION_UP_NEXT && action != ACTION_UP_PREVIOUS)
        return walk_by(host, map, action);
    map->plane.metric_chosen = true;
    plane_turn_metric(&map->plane, action == ACTION_UP_NEXT ? 1 : -1);
    return REPLY_DONE;
}

/* A key that was kept each frame: each walks from where the one before led. */
static void map_update(struct host *host, void *state)
{
    struct map *map = state;
    work_out(host, map);
    if (map->n_owed == 0 || !map_is_whole(map))
        return;
    enum action action = map->owed[0];
    memmove(map->owed, map->owed + 1, --map->n_owed * sizeof *map->owed);
    if (walk_by(host, map, action) & REPLY_CLOSE)
        host_close(host);
    host_frame(host);
    work_out(host, map);
}

/* A click chooses the point there, or right beside it. */
static unsigned map_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct map *map = state;
    if (button != 1)
        return 0;
    for (int beside = 0; beside <= 1; beside++)
        for (size_t i = 0; i < map->of->n; i++)
            if (map->plane.cells[i].x >= 0 && map->plane.cells[i].y == y &&
                abs(map->plane.cells[i].x - x) <= beside) {
                map->n_owed = 0;
                return choose(host, map, i);
            }
    return REPLY_HANDLED;
}

static const struct hint map_hints[] = {{ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "walk", 1},
                                        {ACTION_FRONT_PREVIOUS, ACTION_FRONT_NEXT, "along the front", 2},
                                        {ACTION_UP_NEXT, ACTION_NONE, "what is up", 2},
                                        {ACTION_LIST_ACCEPT, ACTION_NONE, "stay there", 1},
                                        {ACTION_BACK, ACTION_NONE, "back", 0}};

const struct view_ops view_map = {
    .contexts = CONTEXT_LIST | CONTEXT_PLANE,
    .popup = true,
    .state_size = sizeof(struct map),
    .open = map_open,
    .close = map_close,
    .update = map_update,
    .draw = map_draw,
    .tell = map_tell,
    .action = map_action,
    .mouse = map_mouse,
    .hints = map_hints,
    .n_hints = sizeof map_hints / sizeof *map_hints,
};
