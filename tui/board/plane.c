/* From the back to the front: the knob's way, the stairs, where the user has been, steps, schemes, the user,
 * the point chosen; then names, those of schemes first. */
#include "tui/board/plane.h"

#include "engine/base/text.h"
#include "tui/board/panels/panels.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what is worked out --- */

enum metric plane_first_metric(const struct summary *total, const struct model *model, bool accuracy)
{
    struct metric_source source = {total, model, NULL};
    bool told = accuracy && !isnan(metric_value(METRIC_ACCURACY, &source, 0));
    return told ? METRIC_ACCURACY : METRIC_LATE;
}

/* Does it tell the points apart? */
static bool tells(const struct plane *plane, enum metric metric)
{
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < plane->map->n; i++) {
        double value = mapping_value(plane->map, i, metric);
        least = fmin(least, value);
        most = fmax(most, value);
    }
    return least < most;
}

void plane_turn_metric(struct plane *plane, int step)
{
    int metric = (int)plane->up;
    do {
        metric = (metric + step + METRIC_COUNT) % METRIC_COUNT;
    } while (metric != (int)plane->up &&
             (metric_scope_of((enum metric)metric) != METRIC_OF_RUN || metric == METRIC_CARBON ||
              metric_infos[metric].better == METRIC_EITHER || !tells(plane, (enum metric)metric)));
    plane->up = (enum metric)metric;
}

static void free_arrays(struct plane *plane)
{
    free(plane->places);
    free(plane->cells);
    free(plane->misses);
    free(plane->front);
    plane->places = NULL;
    plane->cells = NULL;
    plane->misses = NULL;
    plane->front = NULL;
    plane->room = 0;
}

static bool make_room(struct plane *plane, size_t room)
{
    if (plane->room >= room)
        return true;
    free_arrays(plane);
    plane->places = calloc(room, sizeof *plane->places);
    plane->cells = calloc(room, sizeof *plane->cells);
    plane->misses = calloc(room, sizeof *plane->misses);
    plane->front = calloc(room, sizeof *plane->front);
    if (plane->places && plane->cells && plane->misses && plane->front)
        plane->room = room;
    else
        free_arrays(plane);
    return plane->room > 0;
}

bool plane_work_out(struct plane *plane, const struct mapping *map, struct rect plot, int gutter,
                    enum role ground)
{
    plane->map = NULL;
    plane->n_front = 0;
    if (!make_room(plane, map->room))
        return false;
    plane->map = map;
    bool whole = map->swept || (map->question && question_is_over(map->question));
    if (whole && !plane->metric_chosen && !tells(plane, plane->up))
        plane_turn_metric(plane, -1); /* nobody is late: how near they come to it */
    double most = 0;
    for (size_t i = 0; i < plane->map->n; i++) {
        bool known = mapping_knows(plane->map, i);
        plane->misses[i] = known && mapping_misses(plane->map, i);
        plane->places[i] = (struct scatter_point){NAN, NAN};
        if (!known)
            continue;
        plane->places[i].across = mapping_value(plane->map, i, METRIC_CARBON);
        plane->places[i].up =
            mapping_value(plane->map, i, plane->up) * metric_units[metric_infos[plane->up].unit].factor;
        most = fmax(most, plane->places[i].across);
    }
    plane->grams = most >= 10000 ? 1000 : 1;
    for (size_t i = 0; i < plane->map->n; i++)
        plane->places[i].across /= plane->grams;
    /* Of those that meet every SLO, where any does; the trail is not offered, nor what is no choice: another
     * load. */
    struct front_point *candidates = calloc(plane->map->n, sizeof *candidates);
    bool any_met = false;
    plane->n_front = 0;
    for (size_t i = 0; i < plane->map->n; i++)
        any_met |= !isnan(plane->places[i].across) && !plane->misses[i];
    for (size_t i = 0; candidates && i < plane->map->n; i++) {
        bool offered = plane->map->points[i].kind != MAP_TRAIL && mapping_is_choice(plane->map, i);
        bool stands = offered && !(any_met && plane->misses[i]);
        candidates[i] =
            (struct front_point){stands ? plane->places[i].across : (double)NAN, plane->places[i].up};
    }
    if (candidates)
        plane->n_front = front_find((struct front_aims){METRIC_CARBON, plane->up}, candidates, plane->map->n,
                                    plane->front);
    free(candidates);
    plane->scatter = (struct scatter){.plot = plot, .gutter = gutter, .ground = ground};
    scatter_fit(&plane->scatter, plane->places, map->n);
    for (size_t i = 0; i < map->n; i++) {
        bool same = i > 0 && mapping_is_same(map, i);
        plane->cells[i] = scatter_cell(&plane->scatter, plane->places[i]);
        if (map->points[i].kind == MAP_TRAIL || (same && i != plane->at))
            plane->cells[i].x = -1; /* seen, not walked to; nor is what changes nothing */
    }
    return true;
}

void plane_free(struct plane *plane)
{
    free_arrays(plane);
    *plane = (struct plane){0};
}

/* --- points --- */

static struct style style_for(const struct plane *plane, size_t i)
{
    bool on_front = false;
    for (size_t k = 0; k < plane->n_front; k++)
        on_front |= plane->front[k] == i;
    enum map_kind kind = plane->map->points[i].kind;
    enum role role = kind == MAP_HERE    ? ROLE_EDIT
                     : plane->misses[i]  ? ROLE_BAD
                     : on_front          ? ROLE_GOOD
                     : kind == MAP_TRAIL ? ROLE_DIM
                                         : ROLE_TEXT;
    return style_on(kind == MAP_STEP || kind == MAP_TRAIL ? style_of(role) : style_bold(role),
                    plane->scatter.ground);
}

static uint32_t glyph_for(const struct plane *plane, size_t i)
{
    enum map_kind kind = plane->map->points[i].kind;
    return kind == MAP_TRAIL  ? PLANE_BEEN
           : kind == MAP_HERE ? PLANE_HERE
           : plane->misses[i] ? PLANE_MISSED
                              : PLANE_MET;
}

/* --- names --- */

struct names {
    struct arena *arena;
    size_t n, of[MAP_POINTS];
    const char *texts[MAP_POINTS]; /* of the mapping, or on the frame */
    struct scatter_label labels[MAP_POINTS];
};

static void add_name(const struct plane *plane, struct names *names, size_t i, const char *name)
{
    for (size_t k = 0; k < names->n; k++)
        if (names->of[k] == i)
            return;
    if (plane->cells[i].x < 0 || names->n == MAP_POINTS)
        return;
    names->texts[names->n] = name;
    names->labels[names->n] = (struct scatter_label){
        .of = plane->cells[i], .w = text_width(name), .beside = plane->map->points[i].kind == MAP_STEP};
    names->of[names->n++] = i;
}

/* Schemes in one place have one name: "DYBATCH, OWN-QUEUE", from the third on "DYBATCH +2". */
static void name_schemes(const struct plane *plane, struct names *names)
{
    for (size_t i = 0; i < plane->map->n; i++) {
        struct scatter_cell cell = plane->cells[i];
        size_t with = 0, second = 0;
        bool first = plane->map->points[i].kind == MAP_SCHEME;
        for (size_t j = 0; j < plane->map->n && first; j++)
            if (j != i && plane->map->points[j].kind == MAP_SCHEME && plane->cells[j].x == cell.x &&
                plane->cells[j].y == cell.y) {
                first &= j > i;
                second = with++ ? second : j;
            }
        if (!first)
            continue;
        const char *name = plane->map->points[i].name;
        add_name(plane, names, i,
                 with == 0   ? name
                 : with == 1 ? text(names->arena, "%s, %s", name, plane->map->points[second].name)
                             : text(names->arena, "%s +%zu", name, with));
    }
}

static void draw_names(const struct plane *plane, const struct scatter *scatter, bool choosing,
                       struct names *names)
{
    struct scatter_cell *cells = calloc(plane->map->n + 2, sizeof *cells);
    size_t n = 0;
    for (size_t i = 0; cells && i < plane->map->n; i++)
        cells[n++] = scatter_cell(scatter, plane->places[i]);
    if (cells && choosing && plane->cells[plane->at].x >= 0) { /* its brackets */
        cells[n++] = (struct scatter_cell){plane->cells[plane->at].x - 1, plane->cells[plane->at].y};
        cells[n++] = (struct scatter_cell){plane->cells[plane->at].x + 1, plane->cells[plane->at].y};
    }
    scatter_place(scatter->plot, cells, n, names->labels, names->n);
    free(cells);
    for (size_t k = 0; k < names->n; k++) {
        const struct scatter_label *label = &names->labels[k];
        enum map_kind kind = plane->map->points[names->of[k]].kind;
        enum role role = kind == MAP_HERE ? ROLE_EDIT : kind == MAP_STEP ? ROLE_DIM : ROLE_TITLE;
        struct style style = style_on(kind == MAP_STEP ? style_of(role) : style_bold(role), scatter->ground);
        if (label->x >= 0)
            canvas_text(scatter->canvas, label->x, label->y, label->w, style, names->texts[k]);
    }
}

void plane_draw(const struct plane *plane, bool choosing, struct canvas *canvas)
{
    struct scatter scatter = plane->scatter;
    const struct mapping *map = plane->map;
    struct names names = {.arena = &canvas->texts};
    scatter.canvas = canvas;
    scatter_axes(&scatter);
    /* The way of the knob, from step to step. */
    for (size_t i = 1; i < plane->map->n; i++)
        if (plane->map->points[i].joined)
            scatter_line(&scatter, plane->places[i - 1], plane->places[i], style_of(ROLE_BUSY));
    for (size_t k = 1; k < plane->n_front; k++) {
        struct scatter_point stair[2] = {plane->places[plane->front[k - 1]], plane->places[plane->front[k]]};
        scatter_stairs(&scatter, stair, 2, style_of(ROLE_GOOD));
    }
    static const enum map_kind order[] = {MAP_TRAIL, MAP_STEP, MAP_SCHEME, MAP_HERE};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (size_t i = 0; i < plane->map->n; i++)
            if (plane->map->points[i].kind == order[k])
                scatter_put(&scatter, plane->places[i], glyph_for(plane, i), style_for(plane, i));
    if (choosing) {
        /* "[●]", with the terminal's cursor on it. */
        struct scatter_cell cell = scatter_cell(&scatter, plane->places[plane->at]);
        if (cell.x >= 0) {
            canvas_put(scatter.canvas, cell.x - 1, cell.y, '[',
                       style_on(style_bold(ROLE_FOCUS), scatter.ground));
            canvas_put(scatter.canvas, cell.x, cell.y, glyph_for(plane, plane->at),
                       style_for(plane, plane->at));
            canvas_put(scatter.canvas, cell.x + 1, cell.y, ']',
                       style_on(style_bold(ROLE_FOCUS), scatter.ground));
            canvas_cursor(scatter.canvas, cell.x, cell.y);
        }
    }
    const char *you = text(&canvas->texts, "you: %s", map->points[0].name);
    add_name(plane, &names, 0, you);
    if (plane->at > 0)
        add_name(plane, &names, plane->at, map->points[plane->at].name);
    for (size_t k = 0; k < plane->n_front && map->n > MAP_POINTS; k++) /* of very many those that matter */
        add_name(plane, &names, plane->front[k], map->points[plane->front[k]].name);
    if (map->n <= MAP_POINTS) {
        name_schemes(plane, &names);
        /* Then, as long as there is room, those where anything changes. */
        /* The first and the last step of a way, which say which way the knob goes. */
        for (size_t i = 0; i < plane->map->n; i++) {
            bool step = plane->map->points[i].kind == MAP_STEP;
            bool goes_on = i + 1 < plane->map->n && plane->map->points[i + 1].joined;
            if (step && !(plane->map->points[i].joined && goes_on))
                add_name(plane, &names, i, plane->map->points[i].name);
        }
        for (size_t i = 1; i < plane->map->n; i++) {
            struct scatter_cell now = plane->cells[i], before = plane->cells[i - 1];
            const char *name = plane->map->points[i].name, *last = strrchr(name, ' ');
            if (plane->map->points[i].joined && (now.x != before.x || now.y != before.y))
                add_name(plane, &names, i, last ? last + 1 : name);
        }
    }
    draw_names(plane, &scatter, choosing, &names);
}

/* --- as a panel --- */

/* The map as a panel: schemes, the steps of the knob in focus and where the user is, in one plane. It fills
 * in behind the screen, when nothing more urgent runs; what would cost too much in passing says which key
 * shows it. The view in full size walks it (tui/views/map.c). */
void panel_map(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct plane *plane = &scene->map;
    const struct mapping *map = plane->map;
    char up[64], note[64] = "";
    if (!map)
        return;
    const char *unit = text(&canvas->texts, "carbon %s across, %s up", plane->grams > 1 ? "kg" : "g",
                            tradeoff_title(plane->up, up, sizeof up));
    int end = part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "Map", unit, false);
    if (mapping_done(map) < mapping_size(map))
        snprintf(note, sizeof note, " %zu of %zu", mapping_done(map), mapping_size(map));
    canvas_text_right(canvas, rect.x + rect.w, rect.y, rect.x + rect.w - end, style_of(ROLE_DIM), note);
    if (plane->scatter.plot.w >= 10 && plane->scatter.plot.h >= 3)
        plane_draw(plane, false, canvas);
}
