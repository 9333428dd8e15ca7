/* The settings of a sweep as a table: a row each, the best across first, with the mean of every metric that
 * is weighed and its 95 % interval over the seeds. Which metrics: those of the plane's two axes, then what
 * else the runs are known by, as many as have room. */
#include "tui/views/frontier.h"

#include "engine/base/text.h"
#include "tui/explorer/explorer.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 6, NAME_MIN_W = 16, SEEDS_W = 12, GAP = 3, CELL_SIZE = 80, NAME_SIZE = 160, SAMPLE = 256 };

/* --- the order --- */

struct place {
    double key;
    size_t i;
};

static int compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    if (isnan(a->key) != isnan(b->key))
        return isnan(a->key) ? 1 : -1;
    if (a->key != b->key && !isnan(a->key))
        return a->key < b->key ? -1 : 1;
    return a->i < b->i ? -1 : 1;
}

void frontier_sort(struct frontier *own)
{
    struct place *places = calloc(own->n + 1, sizeof *places);
    double sense = metric_infos[own->across].better == METRIC_MORE ? -1 : 1;
    for (size_t i = 0; i < own->n; i++) {
        own->order[i] = i;
        if (places)
            places[i] = (struct place){sense * own->means[i].across, i};
    }
    if (places)
        qsort(places, own->n, sizeof *places, compare_places);
    for (size_t i = 0; places && i < own->n; i++)
        own->order[i] = places[i].i;
    free(places);
}

/* --- the columns --- */

struct column {
    enum metric metric;
    int w;
};

struct table {
    const struct host *host;
    const struct frontier *own;
    struct canvas *canvas;
    struct rect rect;
    int top, rows; /* that are shown, of the order */
    int name_w, n;
    struct column columns[COLUMNS];
};

/* "187.326 ± 0.051"; "" where it is not known. */
static char *write_cell(const struct table *table, size_t i, enum metric metric, char *out, size_t size)
{
    const struct sweep_values *values = explorer_sweep(table->host->explorer);
    struct confidence mean = sweep_mean(values, i, frontier_column(table->host, metric));
    out[0] = 0;
    if (mean.n == 0 || isnan(table->own->shares[i]))
        return out;
    metric_format_mean(metric, mean.mean, mean.ci95, "±", out, size);
    return out;
}

/* What stands in a column of a row; no metric: its name. */
static char *write_text(const struct table *table, size_t i, enum metric metric, char *out, size_t size)
{
    if (metric != METRIC_COUNT)
        return write_cell(table, i, metric, out, size);
    explorer_name_configuration(table->host->explorer, i, out, size);
    return out;
}

/* Of the rows that are shown and, so that columns stand still while rows pass, of some of all. */
static int widest_text(const struct table *table, enum metric metric)
{
    const struct frontier *own = table->own;
    size_t top = (size_t)table->top, rows = (size_t)table->rows, step = own->n / SAMPLE + 1;
    char text[NAME_SIZE];
    int widest = 0;
    for (size_t row = 0; row < own->n; row++) {
        if (row % step > 0 && (row < top || row >= top + rows))
            continue;
        int w = text_width(write_text(table, own->order[row], metric, text, sizeof text));
        widest = w > widest ? w : widest;
    }
    return widest;
}

/* As wide as its title and its widest cell; not there where no cell is. */
static void add_column(struct table *table, enum metric metric)
{
    char text[CELL_SIZE];
    for (int k = 0; k < table->n; k++)
        if (table->columns[k].metric == metric)
            return;
    int w = widest_text(table, metric);
    if (w == 0)
        return;
    int title_w = text_width(tradeoff_title(metric, text, sizeof text));
    w = (title_w > w ? title_w : w) + GAP;
    int left = table->rect.w - 2 - SEEDS_W - NAME_MIN_W - w;
    for (int k = 0; k < table->n; k++)
        left -= table->columns[k].w;
    if (left >= 0 && table->n < COLUMNS)
        table->columns[table->n++] = (struct column){metric, w};
}

static void lay_out(struct table *table)
{
    static const enum metric others[] = {METRIC_CARBON, METRIC_LATE, METRIC_WORST_OF_SLO, METRIC_ACCURACY,
                                         METRIC_ENERGY};
    add_column(table, table->own->across);
    add_column(table, table->own->up);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        add_column(table, others[k]);
    int left = table->rect.w - 2 - SEEDS_W;
    for (int k = 0; k < table->n; k++)
        left -= table->columns[k].w;
    int name_w = widest_text(table, METRIC_COUNT) + GAP;
    table->name_w = name_w < NAME_MIN_W ? NAME_MIN_W : name_w > left ? left : name_w;
}

/* --- drawing --- */

static void draw_titles(const struct table *table, int y)
{
    char title[CELL_SIZE];
    int x = 2 + table->name_w;
    canvas_text(table->canvas, 2, y, table->name_w - 1, style_of(ROLE_DIM), "setting");
    for (int k = 0; k < table->n; k++) {
        x += table->columns[k].w;
        canvas_text_right(table->canvas, x, y, table->columns[k].w - 1, style_of(ROLE_DIM),
                          tradeoff_title(table->columns[k].metric, title, sizeof title));
    }
    canvas_text_right(table->canvas, x + SEEDS_W, y, SEEDS_W - 1, style_of(ROLE_DIM), "limits kept");
}

/* "20 of 20 seeds" in the last column; "..." for what is still to come. */
static void draw_row(const struct table *table, size_t i, struct rect row)
{
    const struct frontier *own = table->own;
    size_t seeds = explorer_sweep(table->host->explorer)->sweep->replicates;
    bool on_front = false, known = !isnan(own->shares[i]);
    char text[NAME_SIZE];
    for (size_t k = 0; k < own->n_front; k++)
        on_front |= own->front[k] == i;
    enum role ground = part_row(table->canvas, row, ROLE_BACKGROUND, i == own->at, true);
    enum role role = !known ? ROLE_DIM : own->shares[i] < 1 ? ROLE_BAD : on_front ? ROLE_GOOD : ROLE_TEXT;
    struct style style = style_on(i == own->at ? style_bold(role) : style_of(role), ground);
    int x = 2 + table->name_w;
    canvas_text(table->canvas, 1, row.y, 1, style, !known ? " " : own->shares[i] < 1 ? "○" : "●");
    explorer_name_configuration(table->host->explorer, i, text, sizeof text);
    canvas_text(table->canvas, 3, row.y, table->name_w - 2, style, text);
    for (int k = 0; k < table->n; k++) {
        x += table->columns[k].w;
        canvas_text_right(table->canvas, x, row.y, table->columns[k].w - 1, style,
                          write_cell(table, i, table->columns[k].metric, text, sizeof text));
    }
    text_print(text, sizeof text, "%.0f of %zu", own->shares[i] * (double)seeds, seeds);
    canvas_text_right(table->canvas, x + SEEDS_W, row.y, SEEDS_W - 1, style, known ? text : "...");
}

/* So that the setting chosen is among the rows. */
static int first_row(const struct frontier *own, int rows)
{
    int at = 0;
    while ((size_t)at + 1 < own->n && own->order[at] != own->at)
        at++;
    return part_scrolled(at, (int)own->n, rows);
}

size_t frontier_table_at(const struct frontier *own, struct rect table, int y)
{
    int rows = table.h - 1, row = y - table.y - 1;
    size_t at = row >= 0 && row < rows ? (size_t)(first_row(own, rows) + row) : SIZE_MAX;
    return at < own->n ? own->order[at] : SIZE_MAX;
}

void frontier_draw_table(const struct host *host, const struct frontier *own, struct rect rect,
                         struct canvas *canvas)
{
    struct table table = {.host = host, .own = own, .canvas = canvas, .rect = rect, .rows = rect.h - 1};
    if (rect.w < NAME_MIN_W + SEEDS_W || table.rows < 1 || own->n == 0)
        return;
    table.top = first_row(own, table.rows);
    lay_out(&table);
    draw_titles(&table, rect.y);
    for (int r = 0; r < table.rows && (size_t)(table.top + r) < own->n; r++)
        draw_row(&table, own->order[table.top + r], (struct rect){rect.x, rect.y + 1 + r, rect.w, 1});
}
