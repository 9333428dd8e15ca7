/* The map as it is drawn: what the point chosen is, in a sentence; the plane; what its signs mean. And its
 * points as rows. */
#include "tui/views/map.h"

#include "engine/base/text.h"
#include "engine/explore/sweep_sum.h"
#include "tui/explorer/explorer.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"
#include "tui/words/sheet.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOX_MIN_W = 60, BOX_MIN_H = 20, FOOT = 2 /* the numbers across */, LEGEND = 1, SENTENCE = 2 };

struct rect map_box(const struct scene *scene, const struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    struct rect strip = layout->rects[REGION_STRIP], headline = layout->rects[REGION_HEADLINE];
    int y = strip.w > 0 ? strip.y + strip.h : headline.y + headline.h;
    int x = layout->left_rule_x > 0 && canvas->w - layout->left_rule_x >= BOX_MIN_W ? layout->left_rule_x : 0;
    if (layout->too_small || canvas->h - 1 - y < 10)
        y = 0;
    struct rect why = layout->rects[REGION_WHY];
    int end = x > 0 && why.w > x && why.y - y >= BOX_MIN_H ? why.y : canvas->h - 1;
    return (struct rect){x, y, canvas->w - x, end > y ? end - y : 0};
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

/* --- words --- */

static void describe(const struct map *map, size_t i, struct tradeoff_point *point)
{
    *point = (struct tradeoff_point){.name = map->of->points[i].name,
                                     .carbon_g = mapping_value(map->of, i, METRIC_CARBON),
                                     .value = mapping_value(map->of, i, map->plane.up),
                                     .misses = map->plane.misses[i],
                                     .request_g = mapping_value(map->of, i, METRIC_CARBON_PER_REQUEST),
                                     .work = mapping_work(map->of, i),
                                     .has_slo = !isnan(mapping_value(map->of, i, METRIC_WORST_OF_SLO))};
}

size_t map_point_of_place(const struct map *map, size_t i)
{
    for (size_t j = 0; j < map->of->n; j++)
        if (map->of->points[j].kind <= MAP_SCHEME && map->plane.cells[j].x == map->plane.cells[i].x &&
            map->plane.cells[j].y == map->plane.cells[i].y)
            return j;
    return i;
}

/* The k-th place of the front as a point; where it cannot be seen that of the place before. */
static size_t point_of_front(const struct map *map, size_t k)
{
    for (;; k--) {
        size_t i = map->plane.front[k];
        bool home = map->of->swept && map->of->at_home && map->of->points[i].configuration == map->of->home;
        i = home ? 0 : i;
        if (map->plane.cells[i].x >= 0 || k == 0)
            return map->plane.cells[i].x >= 0 ? map_point_of_place(map, i) : i;
    }
}

static bool is_new_on_front(const struct map *map, size_t k)
{
    return k == 0 || point_of_front(map, k) != point_of_front(map, k - 1);
}

/* "CIT 0.90", and "0.95" behind it: a knob is named once. */
static const char *name_behind(const struct map *map, size_t i, size_t before)
{
    const char *name = map->of->points[i].name, *last = strrchr(name, ' ');
    if (map->of->points[i].kind == MAP_HERE)
        return "you";
    bool steps =
        map->of->points[i].kind == MAP_STEP && map->of->points[before].kind == MAP_STEP && !map->of->swept;
    return steps && last && i != before ? last + 1 : name;
}

/* "Nothing is better in both than DYBATCH, CIT 0.90, 0.95, you": a name a place, as many as fit. */
static void describe_front(const struct map *map, int width, char *out, size_t size)
{
    char piece[96], more[32];
    size_t places = 0, told = 0, before = 0;
    for (size_t k = 0; k < map->plane.n_front; k++)
        places += is_new_on_front(map, k);
    text_print(out, size, "Nothing is better in both than");
    for (size_t k = 0; k < map->plane.n_front; k++) {
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

static void describe_waiting(const struct map *map, char *out, size_t size)
{
    text_print(out, size, "Still simulating, %zu of %zu; then it is known what nothing beats",
               mapping_done(map->of), mapping_size(map->of));
    if (map->n_owed > 0)
        text_append(out, size, "; %zu key%s wait%s for it", map->n_owed, map->n_owed > 1 ? "s" : "",
                    map->n_owed > 1 ? "" : "s");
}

static void draw_sentence(const struct map *map, struct rect rect, struct canvas *canvas)
{
    struct tradeoff_point point, than;
    char sentence[300], front[600];
    const char *fault = map->of->question ? question_fault(map->of->question, map->plane.at) : NULL;
    describe(map, map->plane.at, &point);
    describe(map, 0, &than);
    tradeoff_describe(&point, map->plane.at == 0 ? NULL : &than, map->plane.up, sentence, sizeof sentence);
    int used = part_wrap(canvas, rect, fault ? popup_style(ROLE_BAD) : popup_bold(ROLE_TITLE),
                         fault ? fault : sentence);
    bool whole = map_is_whole(map);
    if (used >= rect.h || (whole && map->plane.n_front == 0))
        return;
    if (whole)
        describe_front(map, rect.w, front, sizeof front);
    else
        describe_waiting(map, front, sizeof front);
    canvas_text(canvas, rect.x, rect.y + used, rect.w, popup_style(whole ? ROLE_GOOD : ROLE_DIM), front);
}

/* What the signs mean, each in the colour that it is drawn in. */
static void draw_legend(const struct map *map, struct rect row, struct canvas *canvas)
{
    static const struct {
        const char *sign, *words;
        enum role role;
    } signs[] = {{"●", " keeps every limit", ROLE_TEXT},
                 {"○", " breaks one", ROLE_BAD},
                 {"◆", " you", ROLE_EDIT},
                 {"─┐", " nothing is better in both", ROLE_GOOD},
                 {"·", " been there", ROLE_DIM}};
    int x = row.x, end = row.x + row.w;
    bool has_slo = !isnan(mapping_value(map->of, 0, METRIC_WORST_OF_SLO));
    for (size_t i = has_slo ? 0 : 2; i < sizeof signs / sizeof *signs; i++) {
        int w = text_width(signs[i].sign) + text_width(signs[i].words) + 3;
        bool trail = map->of->points[map->of->n - 1].kind == MAP_TRAIL;
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
    size_t n = mapping_size(map->of), done = mapping_done(map->of);
    text_print(title, sizeof title, "Map: carbon %s across, %s up%s", map->plane.grams > 1 ? "kg" : "g",
               tradeoff_title(map->plane.up, up, sizeof up),
               map->plane.scatter.fine > 0 ? " in powers of ten" : "");
    if (done < n)
        text_print(note, sizeof note, "%zu of %zu simulated", done, n);
    popup_box(canvas, box, title, note);
}

void map_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct map *map = state;
    struct rect box = map_box(host->scene, canvas);
    draw_frame(map, box, canvas);
    if (map->plane.scatter.plot.w < 10 || map->plane.scatter.plot.h < 3)
        return;
    draw_sentence(map, (struct rect){box.x + 2, box.y + 1, box.w - 4, SENTENCE}, canvas);
    plane_draw(&map->plane, true, canvas);
    draw_legend(map, (struct rect){box.x + 2, box.y + box.h - 2, box.w - 4, 1}, canvas);
}

/* --- as rows --- */

/* "cit=0.8", as `--set` takes it; nothing where the scenario is as it is. */
static void tell_setting(const struct map *map, size_t i, struct sheet *sheet)
{
    const struct map_point *point = &map->of->points[i];
    char name[KNOB_NAME_SIZE], value[KNOB_TEXT_SIZE], setting[KNOB_NAME_SIZE + KNOB_TEXT_SIZE];
    setting[0] = 0;
    if (map->of->swept && i > 0) {
        sweep_name(map->of->swept->sweep, point->configuration, setting, sizeof setting);
    } else if (point->kind == MAP_SCHEME || point->kind == MAP_STEP) {
        knob_name(map->of->base, point->knob, name, sizeof name);
        knob_format(point->knob, &point->value, value, sizeof value);
        text_print(setting, sizeof setting, "%s=%s", name, value);
    }
    sheet_text(sheet, *setting ? setting : NULL);
}

static void tell_flag(bool known, bool flag, struct sheet *sheet)
{
    if (known)
        sheet_flag(sheet, flag);
    else
        sheet_text(sheet, NULL);
}

void map_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    static const char *const kinds[] = {"here", "scheme", "step", "been"};
    const struct map *map = state;
    (void)host;
    sheet_say_metric(sheet, "across", METRIC_CARBON);
    sheet_say_metric(sheet, "up", map->plane.up);
    sheet_column(sheet, "kind");
    sheet_column(sheet, "name");
    sheet_column(sheet, "setting");
    sheet_metric_column(sheet, METRIC_CARBON, "");
    sheet_metric_column(sheet, map->plane.up, "");
    sheet_column(sheet, "slo_met");
    sheet_column(sheet, "on_front");
    sheet_column(sheet, "limits_kept");
    sheet_say_number(sheet, "seeds", map->of->swept ? (double)map->of->swept->sweep->replicates : 1);
    for (size_t i = 0; i < map->of->n; i++) {
        bool on_front = false;
        for (size_t k = 0; k < map->plane.n_front; k++)
            on_front |= map->plane.front[k] == i;
        sheet_text(sheet, map->of->swept && i > 0 ? "swept" : kinds[map->of->points[i].kind]);
        sheet_text(sheet, *map->of->points[i].name ? map->of->points[i].name : NULL);
        tell_setting(map, i, sheet);
        sheet_number(sheet, mapping_value(map->of, i, METRIC_CARBON));
        sheet_number(sheet, mapping_value(map->of, i, map->plane.up));
        bool known = mapping_knows(map->of, i);
        tell_flag(known, mapping_value(map->of, i, METRIC_SLO_MET) == 1, sheet);
        sheet_flag(sheet, on_front);
        tell_flag(known, !map->plane.misses[i], sheet);
    }
}
