/* The map as it is drawn, from the back: the knob's way, the stairs, where the user has been, steps, schemes,
 * the user, the point chosen; then names, those of schemes first. */
#include "tui/views/map.h"

#include "engine/base/text.h"
#include "tui/explorer/explorer.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/popup.h"
#include "tui/words/format.h"
#include "tui/words/sheet.h"
#include "tui/words/tradeoff.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOX_MIN_W = 60, FOOT = 2 /* the numbers across */, LEGEND = 1, SENTENCE = 2 };

static const uint32_t met = 0x25CF, missed = 0x25CB, here = 0x25C6, been = 0x00B7;

struct rect map_box(const struct scene *scene, const struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    struct rect strip = layout->rects[REGION_STRIP], headline = layout->rects[REGION_HEADLINE];
    int y = strip.w > 0 ? strip.y + strip.h : headline.y + headline.h;
    int x = layout->left_rule_x > 0 && canvas->w - layout->left_rule_x >= BOX_MIN_W ? layout->left_rule_x : 0;
    if (layout->too_small || canvas->h - 1 - y < 10)
        y = 0;
    return (struct rect){x, y, canvas->w - x, canvas->h > y ? canvas->h - 1 - y : 0};
}

struct rect map_plot(struct rect box)
{
    int top = box.y + 1 + SENTENCE;
    struct rect plot = {box.x + 1 + MAP_GUTTER, top, box.w - MAP_GUTTER - 3,
                        box.y + box.h - 1 - LEGEND - FOOT - top};
    plot.w = plot.w < 0 ? 0 : plot.w;
    plot.h = plot.h < 0 ? 0 : plot.h;
    return plot;
}

/* --- points --- */

static struct style style_for(const struct map *map, size_t i)
{
    bool on_front = false;
    for (size_t k = 0; k < map->n_front; k++)
        on_front |= map->front[k] == i;
    enum map_kind kind = map->points[i].kind;
    enum role role = kind == MAP_HERE    ? ROLE_EDIT
                     : map->misses[i]    ? ROLE_BAD
                     : on_front          ? ROLE_GOOD
                     : kind == MAP_TRAIL ? ROLE_DIM
                                         : ROLE_TEXT;
    return kind == MAP_STEP || kind == MAP_TRAIL ? popup_style(role) : popup_bold(role);
}

static uint32_t glyph_for(const struct map *map, size_t i)
{
    enum map_kind kind = map->points[i].kind;
    return kind == MAP_TRAIL ? been : kind == MAP_HERE ? here : map->misses[i] ? missed : met;
}

/* The way of the knob, from step to step. */
static void draw_way(const struct map *map, const struct scatter *plane)
{
    for (size_t i = 1; i < map->n; i++)
        if (map->points[i].joined)
            scatter_line(plane, map->places[i - 1], map->places[i], style_of(ROLE_BUSY));
}

static void draw_stairs(const struct map *map, const struct scatter *plane)
{
    for (size_t k = 1; k < map->n_front; k++) {
        struct scatter_point stair[2] = {map->places[map->front[k - 1]], map->places[map->front[k]]};
        scatter_stairs(plane, stair, 2, style_of(ROLE_GOOD));
    }
}

static void draw_points(const struct map *map, const struct scatter *plane)
{
    static const enum map_kind order[] = {MAP_TRAIL, MAP_STEP, MAP_SCHEME, MAP_HERE};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (size_t i = 0; i < map->n; i++)
            if (map->points[i].kind == order[k])
                scatter_put(plane, map->places[i], glyph_for(map, i), style_for(map, i));
}

/* "[●]", with the terminal's cursor on it. */
static void draw_choice(const struct map *map, const struct scatter *plane)
{
    struct scatter_cell cell = scatter_cell(plane, map->places[map->at]);
    if (cell.x < 0)
        return;
    canvas_put(plane->canvas, cell.x - 1, cell.y, '[', popup_bold(ROLE_FOCUS));
    canvas_put(plane->canvas, cell.x, cell.y, glyph_for(map, map->at), style_for(map, map->at));
    canvas_put(plane->canvas, cell.x + 1, cell.y, ']', popup_bold(ROLE_FOCUS));
    canvas_cursor(plane->canvas, cell.x, cell.y);
}

/* --- names --- */

struct names {
    size_t n, of[MAP_POINTS];
    char texts[MAP_POINTS][64];
    struct scatter_label labels[MAP_POINTS];
};

static void add_name(const struct map *map, struct names *names, size_t i, const char *text)
{
    for (size_t k = 0; k < names->n; k++)
        if (names->of[k] == i)
            return;
    if (map->cells[i].x < 0 || names->n == MAP_POINTS)
        return;
    text_print(names->texts[names->n], sizeof names->texts[0], "%s", text);
    names->labels[names->n] = (struct scatter_label){.of = map->cells[i],
                                                     .w = text_width(names->texts[names->n]),
                                                     .beside = map->points[i].kind == MAP_STEP};
    names->of[names->n++] = i;
}

/* Schemes in one place have one name: "DYBATCH, OWN-QUEUE", from the third on "DYBATCH +2". */
static void name_schemes(const struct map *map, struct names *names)
{
    for (size_t i = 0; i < map->n; i++) {
        struct scatter_cell cell = map->cells[i];
        size_t with = 0, second = 0;
        char text[160];
        bool first = map->points[i].kind == MAP_SCHEME;
        for (size_t j = 0; j < map->n && first; j++)
            if (j != i && map->points[j].kind == MAP_SCHEME && map->cells[j].x == cell.x &&
                map->cells[j].y == cell.y) {
                first &= j > i;
                second = with++ ? second : j;
            }
        if (!first)
            continue;
        text_print(text, sizeof text, "%s", map->points[i].name);
        if (with == 1)
            text_append(text, sizeof text, ", %s", map->points[second].name);
        else if (with > 1)
            text_append(text, sizeof text, " +%zu", with);
        add_name(map, names, i, text);
    }
}

/* The first and the last step of a way, which say which way the knob goes. */
static void name_ends(const struct map *map, struct names *names)
{
    for (size_t i = 0; i < map->n; i++) {
        bool step = map->points[i].kind == MAP_STEP;
        bool goes_on = i + 1 < map->n && map->points[i + 1].joined;
        if (step && !(map->points[i].joined && goes_on))
            add_name(map, names, i, map->points[i].name);
    }
}

/* Then, as long as there is room, those where anything changes. */
static void name_steps(const struct map *map, struct names *names)
{
    name_ends(map, names);
    for (size_t i = 1; i < map->n; i++) {
        struct scatter_cell now = map->cells[i], before = map->cells[i - 1];
        const char *name = map->points[i].name, *last = strrchr(name, ' ');
        if (map->points[i].joined && (now.x != before.x || now.y != before.y))
            add_name(map, names, i, last ? last + 1 : name);
    }
}

static void draw_names(const struct map *map, const struct scatter *plane, struct names *names)
{
    struct scatter_cell *cells = calloc(map->n + 2, sizeof *cells);
    size_t n = 0;
    for (size_t i = 0; cells && i < map->n; i++)
        cells[n++] = scatter_cell(plane, map->places[i]);
    if (cells && map->cells[map->at].x >= 0) { /* its brackets */
        cells[n++] = (struct scatter_cell){map->cells[map->at].x - 1, map->cells[map->at].y};
        cells[n++] = (struct scatter_cell){map->cells[map->at].x + 1, map->cells[map->at].y};
    }
    scatter_place(plane->plot, cells, n, names->labels, names->n);
    free(cells);
    for (size_t k = 0; k < names->n; k++) {
        const struct scatter_label *label = &names->labels[k];
        enum map_kind kind = map->points[names->of[k]].kind;
        enum role role = kind == MAP_HERE ? ROLE_EDIT : kind == MAP_STEP ? ROLE_DIM : ROLE_TITLE;
        struct style style = kind == MAP_STEP ? popup_style(role) : popup_bold(role);
        if (label->x >= 0)
            canvas_text(plane->canvas, label->x, label->y, label->w, style, names->texts[k]);
    }
}

static void draw_plane(const struct map *map, struct canvas *canvas)
{
    struct scatter plane = map->plane;
    struct names names = {0};
    char you[64];
    plane.canvas = canvas;
    scatter_axes(&plane);
    draw_way(map, &plane);
    draw_stairs(map, &plane);
    draw_points(map, &plane);
    draw_choice(map, &plane);
    text_print(you, sizeof you, "you: %s", map->points[0].name);
    add_name(map, &names, 0, you);
    if (map->at > 0)
        add_name(map, &names, map->at, map->points[map->at].name);
    for (size_t k = 0; k < map->n_front && map->n > MAP_POINTS; k++) /* of very many those that matter */
        add_name(map, &names, map->front[k], map->points[map->front[k]].name);
    if (map->n <= MAP_POINTS) {
        name_schemes(map, &names);
        name_steps(map, &names);
    }
    draw_names(map, &plane, &names);
}

/* --- words --- */

static void describe(const struct map *map, size_t i, struct tradeoff_point *point)
{
    *point = (struct tradeoff_point){.name = map->points[i].name,
                                     .carbon_g = map_value(map, i, METRIC_CARBON),
                                     .value = map_value(map, i, map->up),
                                     .misses = map->misses[i]};
}

/* What a place goes by: "you", a scheme, else the first point that is there. */
static size_t point_of_place(const struct map *map, size_t i)
{
    for (size_t j = 0; j < map->n; j++)
        if (map->points[j].kind <= MAP_SCHEME && map->cells[j].x == map->cells[i].x &&
            map->cells[j].y == map->cells[i].y)
            return j;
    return i;
}

/* The k-th place of the front as a point; where it cannot be seen that of the place before. */
static size_t point_of_front(const struct map *map, size_t k)
{
    for (;; k--) {
        size_t i = map->front[k];
        bool home = map->swept && map->at_home && map->points[i].configuration == map->home;
        i = home ? 0 : i;
        if (map->cells[i].x >= 0 || k == 0)
            return map->cells[i].x >= 0 ? point_of_place(map, i) : i;
    }
}

static bool is_new_on_front(const struct map *map, size_t k)
{
    return k == 0 || point_of_front(map, k) != point_of_front(map, k - 1);
}

/* "CIT 0.90", and "0.95" behind it: a knob is named once. */
static const char *name_behind(const struct map *map, size_t i, size_t before)
{
    const char *name = map->points[i].name, *last = strrchr(name, ' ');
    if (map->points[i].kind == MAP_HERE)
        return "you";
    bool steps = map->points[i].kind == MAP_STEP && map->points[before].kind == MAP_STEP && !map->swept;
    return steps && last && i != before ? last + 1 : name;
}

/* "Nothing is better in both than DYBATCH, CIT 0.90, 0.95, you": a name a place, as many as fit. */
static void describe_front(const struct map *map, int width, char *out, size_t size)
{
    char piece[96], more[32];
    size_t places = 0, told = 0, before = 0;
    for (size_t k = 0; k < map->n_front; k++)
        places += is_new_on_front(map, k);
    text_print(out, size, "Nothing is better in both than");
    for (size_t k = 0; k < map->n_front; k++) {
        size_t i = point_of_front(map, k);
        if (!is_new_on_front(map, k))
            continue;
        text_print(piece, sizeof piece, "%s %s", told ? "," : "", name_behind(map, i, told ? before : i));
        text_print(more, sizeof more, " and %zu more", places - told);
        int reserved = told + 1 < places ? text_width(more) : 0;
        if (told > 0 && text_width(out) + text_width(piece) + reserved > width) {
            text_append(out, size, "%s", more);
            return;
        }
        text_append(out, size, "%s", piece);
        before = i;
        told++;
    }
}

static void draw_sentence(const struct map *map, struct rect rect, struct canvas *canvas)
{
    struct tradeoff_point point, than;
    char sentence[300], front[600];
    const char *fault = map->question ? question_fault(map->question, map->at) : NULL;
    describe(map, map->at, &point);
    describe(map, 0, &than);
    tradeoff_describe(&point, map->at == 0 ? NULL : &than, map->up, sentence, sizeof sentence);
    int used = part_wrap(canvas, rect, fault ? popup_style(ROLE_BAD) : popup_bold(ROLE_TITLE),
                         fault ? fault : sentence);
    if (used >= rect.h || map->n_front == 0)
        return;
    describe_front(map, rect.w, front, sizeof front);
    canvas_text(canvas, rect.x, rect.y + used, rect.w, popup_style(ROLE_GOOD), front);
}

/* What the signs mean, each in the colour that it is drawn in. */
static void draw_legend(const struct map *map, struct rect row, struct canvas *canvas)
{
    static const struct {
        const char *sign, *words;
        enum role role;
    } signs[] = {{"●", " meets every SLO", ROLE_TEXT},
                 {"○", " misses one", ROLE_BAD},
                 {"◆", " you", ROLE_EDIT},
                 {"─┐", " nothing is better in both", ROLE_GOOD},
                 {"·", " been there", ROLE_DIM}};
    int x = row.x, end = row.x + row.w;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        int w = text_width(signs[i].sign) + text_width(signs[i].words) + 3;
        bool trail = map->points[map->n - 1].kind == MAP_TRAIL;
        if (x + w > end + 3 || (strcmp(signs[i].sign, "·") == 0 && !trail))
            continue;
        part_span(canvas, &x, end, row.y, popup_bold(signs[i].role), signs[i].sign);
        part_span(canvas, &x, end, row.y, popup_style(ROLE_DIM), signs[i].words);
        x += 3;
    }
}

static void draw_frame(const struct map *map, struct rect box, struct canvas *canvas)
{
    char title[128], up[64], note[48] = "";
    size_t n = map->question ? question_size(map->question) : 0;
    size_t done = map->question ? question_done(map->question) : 0;
    text_print(title, sizeof title, "Map: carbon %s across, %s up%s", map->grams > 1 ? "kg" : "g",
               tradeoff_title(map->up, up, sizeof up), map->plane.fine > 0 ? " in powers of ten" : "");
    if (done < n)
        text_print(note, sizeof note, "%zu of %zu simulated", done, n);
    popup_box(canvas, box, title, note);
}

void map_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct map *map = state;
    struct rect box = map_box(host->scene, canvas);
    draw_frame(map, box, canvas);
    if (map->plane.plot.w < 10 || map->plane.plot.h < 3)
        return;
    draw_sentence(map, (struct rect){box.x + 2, box.y + 1, box.w - 4, SENTENCE}, canvas);
    draw_plane(map, canvas);
    draw_legend(map, (struct rect){box.x + 2, box.y + box.h - 2, box.w - 4, 1}, canvas);
}

/* --- as rows --- */

/* "cit=0.8", as `--set` takes it; nothing where the scenario is as it is. */
static void tell_setting(const struct map *map, size_t i, struct sheet *sheet)
{
    const struct map_point *point = &map->points[i];
    char name[KNOB_NAME_SIZE], value[KNOB_TEXT_SIZE], setting[KNOB_NAME_SIZE + KNOB_TEXT_SIZE];
    setting[0] = 0;
    if (map->swept && i > 0) {
        sweep_name(map->swept->sweep, point->configuration, setting, sizeof setting);
    } else if (point->kind == MAP_SCHEME || point->kind == MAP_STEP) {
        knob_name(map->base, point->knob, name, sizeof name);
        knob_format(point->knob, &point->value, value, sizeof value);
        text_print(setting, sizeof setting, "%s=%s", name, value);
    }
    sheet_text(sheet, *setting ? setting : NULL);
}

void map_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    static const char *const kinds[] = {"here", "scheme", "step", "been"};
    const struct map *map = state;
    (void)host;
    sheet_say_metric(sheet, "across", METRIC_CARBON);
    sheet_say_metric(sheet, "up", map->up);
    sheet_column(sheet, "kind");
    sheet_column(sheet, "name");
    sheet_column(sheet, "setting");
    sheet_metric_column(sheet, METRIC_CARBON, "");
    sheet_metric_column(sheet, map->up, "");
    sheet_column(sheet, "slo_met");
    sheet_column(sheet, "on_front");
    sheet_say_number(sheet, "seeds", map->swept ? (double)map->swept->sweep->replicates : 1);
    for (size_t i = 0; i < map->n; i++) {
        bool on_front = false;
        for (size_t k = 0; k < map->n_front; k++)
            on_front |= map->front[k] == i;
        sheet_text(sheet, map->swept && i > 0 ? "swept" : kinds[map->points[i].kind]);
        sheet_text(sheet, *map->points[i].name ? map->points[i].name : NULL);
        tell_setting(map, i, sheet);
        sheet_number(sheet, map_value(map, i, METRIC_CARBON));
        sheet_number(sheet, map_value(map, i, map->up));
        if (map_knows(map, i))
            sheet_flag(sheet, !map->misses[i]);
        else
            sheet_text(sheet, NULL);
        sheet_flag(sheet, on_front);
    }
}
