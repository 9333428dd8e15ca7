/* The frontier as it is drawn: what is varied, how far it is, the plane, and the point chosen at its right
 * or, where columns are few, below it. */
#include "tui/views/frontier.h"

#include "engine/base/text.h"
#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "tui/explorer/explorer.h"
#include "tui/media/canvas.h"
#include "tui/term/text.h"
#include "tui/widgets/prompt.h"
#include "tui/widgets/parts.h"
#include "tui/words/advice.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TOP = 6, SIDE_W = 38, SIDE_MIN = 100, BELOW_H = 6, FOOT = 4, NAME_SIZE = 160, NAMES_MAX = 24 };

static bool has_side(const struct canvas *canvas)
{
    return canvas->w >= SIDE_MIN;
}

struct rect frontier_plot(const struct canvas *canvas)
{
    int w = canvas->w - FRONTIER_GUTTER - 3 - (has_side(canvas) ? SIDE_W : 0);
    int h = canvas->h - TOP - FOOT - (has_side(canvas) ? 0 : BELOW_H);
    return (struct rect){1 + FRONTIER_GUTTER, TOP, w > 0 ? w : 0, h > 0 ? h : 0};
}

/* --- the first sentence: the least carbon under every limit, and how sure that is --- */

static void append_doubt(const struct host *host, const struct frontier *own, char *out, size_t size)
{
    const struct sweep_values *values = explorer_sweep(host->explorer);
    char name[NAME_SIZE], value[METRIC_WORDS_SIZE];
    if (own->next == SIZE_MAX || values->sweep->replicates < 2)
        return;
    struct confidence less =
        sweep_difference(values, own->next, own->best, frontier_column(host, own->measure));
    explorer_name_configuration(host->explorer, own->next, name, sizeof name);
    if (less.mean == 0)
        text_append(out, size, "; %s comes to the same", name);
    else if (less.mean > less.ci95)
        text_append(out, size, "; %s less than the next, %s",
                    metric_words_value(own->measure, less.mean, value), name);
    else
        text_append(out, size, "; nearly a tie with %s", name);
}

static void describe_best(const struct host *host, const struct frontier *own, char *out, size_t size)
{
    const struct sweep_values *values = explorer_sweep(host->explorer);
    char name[NAME_SIZE], value[METRIC_WORDS_SIZE], share[FORMAT_SIZE], interval[METRIC_WORDS_SIZE];
    struct metric_source source = {&host->scene->now->total, host->scene->now->result->model, NULL};
    if (own->choices + 1 != 1U << values->sweep->n_axes && own->done > 0) {
        if (explorer_sweep_runs(host->explorer))
            text_print(out, size, "What is best, and where, is told when all have come");
        else
            advice_describe(values, explorer_name_axes, out, size);
        return;
    }
    if (own->best == SIZE_MAX) {
        struct limit broken;
        char text[LIMIT_TEXT];
        size_t nearest = own->done == 0 ? SIZE_MAX : sweep_nearest(values, &broken);
        text_print(out, size,
                   own->done == 0 ? "Nothing has come yet"
                                  : "○ None of them keeps every limit with each of its seeds");
        if (nearest != SIZE_MAX)
            explorer_name_configuration(host->explorer, nearest, name, sizeof name);
        if (nearest != SIZE_MAX)
            text_append(out, size, "; nearest %s: %s", name,
                        limit_text(&broken, limit_whose_in(&broken, &values->sweep->base), true, text));
        return;
    }
    struct confidence carbon = sweep_mean(values, own->best, frontier_column(host, own->measure));
    double here = metric_value(own->measure, &source, 0);
    explorer_name_configuration(host->explorer, own->best, name, sizeof name);
    text_print(out, size, "● Best under every limit: %s: %s", name,
               metric_words_value(own->measure, carbon.mean, value));
    if (!isnan(carbon.ci95))
        text_append(out, size, " ± %s", metric_words_value(own->measure, carbon.ci95, interval));
    if (own->measure != METRIC_CARBON)
        text_append(out, size, " a request");
    if (here > 0 && !host->scene->so_far)
        text_append(out, size, ", %s than now", tradeoff_share(share, carbon.mean, here));
    append_doubt(host, own, out, size);
}

static void draw_progress(const struct host *host, const struct frontier *own, struct rect row,
                          struct canvas *canvas)
{
    const struct sweep_values *values = explorer_sweep(host->explorer);
    char text[160], done[FORMAT_SIZE], all[FORMAT_SIZE], left[32];
    size_t n = sweep_points(values->sweep), came = explorer_sweep_done(host->explorer);
    bool runs = explorer_sweep_runs(host->explorer);
    text_print(text, sizeof text, "%s of %s runs", format_count(done, (int64_t)came),
               format_count(all, (int64_t)n));
    text_append(text, sizeof text, ", %zu settings × %zu seed%s", own->n, values->sweep->replicates,
                values->sweep->replicates == 1 ? "" : "s");
    if (values->sweep->n_added > 0)
        text_append(text, sizeof text, ", %zu of them added near the front", values->sweep->n_added);
    if (runs && !isnan(own->left_s)) {
        duration_format(ceil(own->left_s), left, sizeof left);
        text_append(text, sizeof text, ", %s left on %d cores", left, jobs_processors());
    } else if (!runs && came < n) {
        text_append(text, sizeof text, ", stopped");
    }
    int w = text_width(text);
    canvas_text(canvas, row.x, row.y, row.w, style_of(ROLE_DIM), text);
    if (came < n && row.w > w + 12)
        part_bar(canvas, row.x + w + 2, row.y, row.w - w - 2, (double)came / (double)n, ROLE_BUSY);
}

/* --- the plane --- */

static struct style style_for(const struct frontier *own, size_t i, bool on_front)
{
    enum role role = on_front ? ROLE_GOOD : own->shares[i] < 1 ? ROLE_BAD : ROLE_TEXT;
    return i == own->at ? style_bold(role) : style_of(role);
}

/* Smaller where it was added. */
static uint32_t glyph_for(const struct frontier *own, size_t i)
{
    return own->shares[i] < 1 ? 0x25CB : i < own->n_grid ? 0x25CF : 0x2022;
}

static void draw_points(const struct frontier *own, const struct scatter *plane)
{
    for (size_t i = 0; i < own->n; i++)
        if (own->shares[i] < 1)
            scatter_put(plane, own->places[i], glyph_for(own, i), style_for(own, i, false));
    for (size_t i = 0; i < own->n; i++)
        if (own->shares[i] == 1)
            scatter_put(plane, own->places[i], glyph_for(own, i), style_for(own, i, false));
    for (int grid = 0; grid < 2; grid++) /* of those in one place the grid's is seen */
        for (size_t k = 0; k < own->n_front; k++)
            if ((own->front[k] < own->n_grid) == grid)
                scatter_put(plane, own->places[own->front[k]], glyph_for(own, own->front[k]),
                            style_for(own, own->front[k], true));
}

/* Of the point chosen each seed's own, and what the legend says of them: some may lie beyond the plane. */
static void draw_seeds(const struct host *host, const struct frontier *own, const struct scatter *plane,
                       char *out, size_t size)
{
    enum { DOTS = 20 };
    int beyond = 0;
    const struct sweep_values *values = explorer_sweep(host->explorer);
    const enum metric metrics[] = {own->across, own->up};
    size_t n = own->at < own->n && values->sweep->replicates > 1 ? values->sweep->replicates : 0;
    for (size_t seed = 0; seed < n && seed < DOTS; seed++) {
        double at[2];
        for (int k = 0; k < 2; k++)
            at[k] = sweep_value(values, own->at * n + seed, frontier_column(host, metrics[k])) *
                    metric_units[metric_infos[metrics[k]].unit].factor;
        beyond += scatter_cell(plane, (struct scatter_point){at[0], at[1]}).x < 0;
        scatter_put(plane, (struct scatter_point){at[0], at[1]}, 0xB7, style_bold(ROLE_TITLE));
    }
    if (beyond > 0)
        text_print(out, size, "  · its seeds, %d off", beyond);
    else
        text_copy(out, size, n > 0 ? "  · its seeds" : "");
}

static void draw_stairs(const struct frontier *own, const struct scatter *plane)
{
    for (size_t k = 1; k < own->n_front; k++) {
        struct scatter_point stair[2] = {own->places[own->front[k - 1]], own->places[own->front[k]]};
        scatter_stairs(plane, stair, 2, style_of(ROLE_GOOD));
    }
}

struct scatter_point frontier_here(const struct host *host, const struct frontier *own)
{
    struct metric_source source = {&host->scene->now->total, host->scene->now->result->model, NULL};
    return (struct scatter_point){
        metric_value(own->across, &source, 0) * metric_units[metric_infos[own->across].unit].factor,
        metric_value(own->up, &source, 0) * metric_units[metric_infos[own->up].unit].factor};
}

static void draw_here(const struct host *host, const struct frontier *own, const struct scatter *plane)
{
    scatter_put(plane, frontier_here(host, own), 0x25C6, style_bold(ROLE_EDIT));
}

struct names {
    size_t n, of[NAMES_MAX];
    struct scatter_label labels[NAMES_MAX];
    char texts[NAMES_MAX][NAME_SIZE];
};

static bool same_cell(const struct frontier *own, size_t i, size_t j)
{
    return own->cells[i].x == own->cells[j].x && own->cells[i].y == own->cells[j].y;
}

/* Points in one cell have one name: "CIT 0.60 +2". */
static void add_name(const struct host *host, const struct frontier *own, size_t i, struct names *names)
{
    if (i >= own->n || own->cells[i].x < 0 || names->n == NAMES_MAX)
        return;
    for (size_t k = 0; k < names->n; k++)
        if (same_cell(own, names->of[k], i))
            return;
    size_t others = 0;
    for (size_t j = 0; j < own->n; j++)
        others += j != i && same_cell(own, i, j);
    explorer_name_configuration(host->explorer, i, names->texts[names->n], NAME_SIZE);
    if (others > 0)
        text_append(names->texts[names->n], NAME_SIZE, " +%zu", others);
    names->labels[names->n] = (struct scatter_label){
        .of = own->cells[i], .w = text_width(names->texts[names->n]) + 2, .beside = names->n >= 2};
    names->of[names->n++] = i;
}

/* The point chosen and the best have names, then those of the front and, where they are few, all that have
 * room for one. */
static void draw_names(const struct host *host, const struct frontier *own, const struct scatter *plane)
{
    struct names names = {0};
    add_name(host, own, own->at, &names);
    add_name(host, own, own->best, &names);
    for (size_t k = 0; k < own->n_front; k++)
        add_name(host, own, own->front[k], &names);
    for (size_t i = 0; i < own->n && own->n <= NAMES_MAX; i++)
        add_name(host, own, i, &names);
    scatter_place(plane->plot, own->cells, own->n, names.labels, names.n);
    for (size_t k = 0; k < names.n; k++)
        if (names.labels[k].x >= 0)
            canvas_text(plane->canvas, names.labels[k].x + 1, names.labels[k].y, names.labels[k].w - 2,
                        names.of[k] == own->at     ? style_bold(ROLE_TITLE)
                        : names.of[k] == own->best ? style_of(ROLE_GOOD)
                                                   : style_of(ROLE_DIM),
                        names.texts[k]);
    if (own->at < own->n && own->cells[own->at].x >= 0) {
        struct scatter_cell cell = own->cells[own->at];
        canvas_put(plane->canvas, cell.x - 1, cell.y, '[', style_bold(ROLE_FOCUS));
        canvas_put(plane->canvas, cell.x + 1, cell.y, ']', style_bold(ROLE_FOCUS));
        canvas_cursor(plane->canvas, cell.x, cell.y);
    }
}

static void draw_legend(const struct frontier *own, const char *seeds, struct rect row, struct canvas *canvas)
{
    static const char *const added[] = {
        "● limits kept   • so, added   ○ some broken   ◆ now   ─┐ unbeaten in both",
        "● limits kept  • so, added  ○ broken  ◆ now  ─┐ unbeaten", "● kept • added ○ broken ◆ now"};
    static const char *const asked[] = {"● limits kept   ○ some broken   ◆ now   ─┐ unbeaten in both",
                                        "● limits kept  ○ broken  ◆ now  ─┐ unbeaten",
                                        "● kept ○ broken ◆ now"};
    enum { FORMS = sizeof asked / sizeof *asked };
    int x = row.x, end = row.x + row.w;
    part_span(canvas, &x, end, row.y, style_of(ROLE_DIM),
              text_fitting(own->n_grid < own->n ? added : asked, FORMS, row.w - text_width(seeds)));
    if (x + text_width(seeds) <= end)
        part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), seeds);
}

static void draw_plane(const struct host *host, const struct frontier *own, struct canvas *canvas)
{
    struct scatter plane = own->plane;
    char up[64], across[64], title[160], seeds[48];
    plane.canvas = canvas;
    text_print(title, sizeof title, "%s up%s, %s across", tradeoff_title(own->up, up, sizeof up),
               plane.fine > 0 ? " in powers of ten" : "", tradeoff_title(own->across, across, sizeof across));
    part_title(canvas, (struct rect){1, TOP - 1, plane.plot.w + FRONTIER_GUTTER, 1}, 0, title, "", false);
    if (plane.plot.w < 10 || plane.plot.h < 3)
        return;
    scatter_axes(&plane);
    draw_stairs(own, &plane);
    draw_seeds(host, own, &plane, seeds, sizeof seeds);
    draw_points(own, &plane);
    draw_here(host, own, &plane);
    draw_names(host, own, &plane);
    draw_legend(own, seeds,
                (struct rect){1, plane.plot.y + plane.plot.h + 2, plane.plot.x + plane.plot.w - 1, 1},
                canvas);
}

/* --- the point chosen --- */

/* "carbon   213.6 g ± 0.4" */
static void put_metric(struct lines *lines, const struct host *host, const struct frontier *own,
                       enum metric metric)
{
    const struct sweep_values *values = explorer_sweep(host->explorer);
    char label[64], value[2 * FORMAT_SIZE];
    struct confidence mean = sweep_mean(values, own->at, frontier_column(host, metric));
    if (mean.n == 0)
        return;
    tradeoff_title(metric, label, sizeof label);
    metric_format_mean(metric, mean.mean, mean.ci95, "±", value, sizeof value);
    lines_print(lines, style_of(ROLE_TEXT), "%-15.15s %s", label, value);
}

/* What is told of a point, without the metric up where that is another. */
static const enum metric told[] = {METRIC_CARBON, METRIC_LATE, METRIC_WORST_OF_SLO, METRIC_ACCURACY,
                                   METRIC_ENERGY};
enum { TOLD = sizeof told / sizeof *told };

static bool is_told(enum metric metric)
{
    bool is = false;
    for (size_t k = 0; k < TOLD; k++)
        is |= told[k] == metric;
    return is;
}

/* "carbon  −6.5 % better": the point against the run explored. */
static void put_against(struct lines *lines, const struct host *host, const struct frontier *own,
                        enum metric metric)
{
    const struct scene_run *run = host->scene->now;
    struct metric_source source = {&run->total, run->result->model, NULL};
    struct confidence mean =
        sweep_mean(explorer_sweep(host->explorer), own->at, frontier_column(host, metric));
    double here = metric_value(metric, &source, 0);
    char label[64], change[METRIC_WORDS_SIZE];
    if (mean.n == 0 || isnan(mean.mean) || isnan(here))
        return;
    metric_words_change(metric, mean.mean, here, change);
    bool same = strcmp(change, "=") == 0 || (mean.n > 1 && fabs(mean.mean - here) <= mean.ci95);
    int judged = same ? 0 : metric_judge(metric, mean.mean, here);
    text_print(label, sizeof label, "%s", metric_words_name(metric, 15));
    lines_print(lines, judged == 0 ? style_of(ROLE_DIM) : style_of(judged > 0 ? ROLE_GOOD : ROLE_BAD),
                "%-15s %s%s", label, same ? "= about the same" : change,
                judged == 0  ? ""
                : judged > 0 ? " better"
                             : " worse");
}

/* The points beside it along the front: "CIT 0.60  187.4 g". */
static void put_neighbour(struct lines *lines, const struct host *host, const struct frontier *own, size_t k,
                          const char *way)
{
    char name[NAME_SIZE], grams[FORMAT_SIZE];
    if (k >= own->n_front) {
        lines_print(lines, style_of(ROLE_DIM), "%s none: it is the end", way);
        return;
    }
    struct confidence carbon =
        sweep_mean(explorer_sweep(host->explorer), own->front[k], frontier_column(host, METRIC_CARBON));
    explorer_name_configuration(host->explorer, own->front[k], name, sizeof name);
    lines_print(lines, style_of(ROLE_TEXT), "%s %s, %s", way, name, format_grams(grams, carbon.mean));
}

/* Where the point stands: against the run explored, and between its neighbours on the front. */
static void draw_standing(const struct host *host, const struct frontier *own, struct lines *lines)
{
    enum { STANDING_ROWS = TOLD + 8 };
    size_t on_front = 0;
    if (lines_left(lines) < STANDING_ROWS)
        return;
    if (!host->scene->so_far) {
        lines_gap(lines);
        lines_put(lines, style_bold(ROLE_TITLE), "Against the run as it is");
        for (size_t k = 0; k < TOLD; k++)
            put_against(lines, host, own, told[k]);
        if (!is_told(own->up))
            put_against(lines, host, own, own->up);
    }
    lines_gap(lines);
    while (on_front < own->n_front && own->front[on_front] != own->at)
        on_front++;
    if (on_front == own->n_front) {
        lines_wrap(lines, style_of(ROLE_DIM), "Another setting is better in both: [ ] go along the front.");
        return;
    }
    lines_put(lines, style_bold(ROLE_TITLE), "Beside it on the front");
    put_neighbour(lines, host, own, on_front == 0 ? SIZE_MAX : on_front - 1, "[");
    put_neighbour(lines, host, own, on_front + 1, "]");
}

static void draw_point(const struct host *host, const struct frontier *own, struct rect rect,
                       struct canvas *canvas)
{
    struct lines lines = {canvas, rect, 0};
    char name[NAME_SIZE];
    if (own->at >= own->n || isnan(own->shares[own->at]))
        return;
    const struct sweep_values *values = explorer_sweep(host->explorer);
    size_t seeds = values->sweep->replicates;
    explorer_name_configuration(host->explorer, own->at, name, sizeof name);
    lines_wrap(&lines, style_bold(ROLE_TITLE), name);
    size_t met = (size_t)lround(own->shares[own->at] * (double)seeds);
    lines_print(&lines, style_of(met == seeds ? ROLE_GOOD : ROLE_BAD), "%zu of %zu seed%s keep%s every limit",
                met, seeds, seeds == 1 ? "" : "s", met == 1 ? "s" : "");
    if (rect.h > BELOW_H)
        lines_gap(&lines);
    for (size_t k = 0; k < TOLD; k++)
        put_metric(&lines, host, own, told[k]);
    if (!is_told(own->up))
        put_metric(&lines, host, own, own->up);
    draw_standing(host, own, &lines);
}

/* --- all of it --- */

static void draw_line(const struct frontier *own, struct rect row, struct canvas *canvas)
{
    int x = row.x;
    part_span(canvas, &x, row.x + row.w, row.y, style_of(ROLE_DIM), "vary ");
    if (own->typing)
        field_draw(canvas, (struct rect){x, row.y, row.x + row.w - x, 1}, &own->line, true, ROLE_BACKGROUND);
    else
        part_span(canvas, &x, row.x + row.w, row.y, style_of(ROLE_TEXT), own->line.text);
}

static void draw_all(const struct host *host, const struct frontier *own, struct canvas *canvas)
{
    struct rect row = {1, 1, canvas->w - 2, 1};
    char sentence[500];
    view_bar(host, canvas, "Frontier", "", "");
    draw_line(own, (struct rect){row.x, TOP - 3, row.w, 1}, canvas);
    if (!explorer_sweep(host->explorer)) {
        row.h = 2;
        part_wrap(canvas, row, style_bold(ROLE_TITLE),
                  "What to vary: KNOB=FROM:TO:STEP or KNOB=VALUE,VALUE, with blanks between. Enter simulates "
                  "it all, Tab chooses from lists, ^U empties the line.");
        axis_draw_knobs(host, &own->line, (struct rect){row.x, TOP - 1, row.w, canvas->h - TOP}, canvas);
        return;
    }
    describe_best(host, own, sentence, sizeof sentence);
    row.h = 2;
    part_wrap(canvas, row, style_bold(ROLE_TITLE), sentence);
    draw_progress(host, own, (struct rect){row.x, TOP - 2, row.w, 1}, canvas);
    if (own->table) {
        media_canvas(&own->account, (struct media_at){.step = frontier_row(own)},
                     (struct rect){0, TOP - 1, canvas->w, canvas->h - TOP}, canvas);
        return;
    }
    draw_plane(host, own, canvas);
    struct rect plot = own->plane.plot;
    struct rect point = has_side(canvas)
                            ? (struct rect){canvas->w - SIDE_W + 1, TOP, SIDE_W - 2, canvas->h - TOP - 1}
                            : (struct rect){1, plot.y + plot.h + 3, canvas->w - 2, BELOW_H};
    draw_point(host, own, point, canvas);
}

void frontier_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct frontier *own = state;
    draw_all(host, own, canvas);
    if (own->axis.list != AXIS_CLOSED)
        axis_draw(&own->axis, host, &own->line, canvas);
}
