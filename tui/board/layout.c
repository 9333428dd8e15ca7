/* Three rounds of dealing out rows, then rectangles from heights. The heights that grow are kept in an
 * array in the order of the screen; size classes are rows of a table and sizes in between are reached by
 * always feeding the panel that is farthest behind on its way to the next class. Where quality is mixed,
 * accuracy and objective come before the GPU use: there the cluster, or one row, says what runs where. */
#include "tui/board/layout.h"

#include <string.h>

enum plot { PLOT_INTENSITY, PLOT_CARBON, PLOT_LATENCY, PLOT_ACCURACY, PLOT_OBJECTIVE, PLOT_USE, PLOT_COUNT };

static const enum region plot_regions[PLOT_COUNT] = {REGION_INTENSITY, REGION_CARBON,    REGION_LATENCY,
                                                     REGION_ACCURACY,  REGION_OBJECTIVE, REGION_USE};

/* Heights, title included, at 24, 40 and 60 rows and beyond. */
enum { CLASSES = 5, ROWS_FOR_USE = 52, GPU_ROWS_MAX = 17 };
static const int plain_classes[CLASSES][PLOT_COUNT] = {{3, 5, 6, 0, 0, 3},
                                                       {5, 7, 10, 0, 0, 5},
                                                       {6, 11, 14, 0, 0, 6},
                                                       {8, 22, 30, 0, 0, 10},
                                                       {30, 120, 160, 0, 0, 40}};
static const int mixed_classes[CLASSES][PLOT_COUNT] = {{3, 4, 2, 3, 3, 2},
                                                       {4, 6, 6, 5, 6, 2},
                                                       {5, 7, 7, 6, 8, 4},
                                                       {7, 16, 16, 12, 18, 8},
                                                       {30, 120, 160, 100, 120, 40}};

struct deal {
    int left; /* rows not yet given */
    int plots[PLOT_COUNT];
    int strip, axis, timebar, legend, running, why, gaps;
};

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* Linear between the widths of the size classes. */
static int between(int columns, int from_columns, int from, int to_columns, int to)
{
    return from + (columns - from_columns) * (to - from) / (to_columns - from_columns);
}

static void split_columns(struct layout *layout)
{
    int columns = layout->columns, knobs = 0, cluster = 0;
    layout->knob_line = columns < 66;
    layout->left_rule_x = layout->right_rule_x = -1;
    if (!layout->knob_line)
        knobs = columns < 80    ? 22
                : columns < 120 ? between(columns, 80, 22, 120, 29)
                : columns < 160 ? between(columns, 120, 29, 160, 33)
                                : clamp(between(columns, 160, 33, 200, 42), 33, 46);
    if (columns >= 110)
        cluster = columns < 120 ? 28 : columns < 160 ? between(columns, 120, 28, 160, 42) : 45;
    int x = knobs, w = columns - knobs - (cluster ? cluster + 1 : 0);
    if (knobs) {
        layout->left_rule_x = knobs - 1;
        layout->rects[REGION_KNOBS] = (struct rect){0, 0, knobs - 1, 0};
    }
    if (cluster) {
        layout->right_rule_x = columns - cluster - 1;
        layout->rects[REGION_CLUSTER] = (struct rect){columns - cluster, 0, cluster, 0};
    }
    layout->gutter_x = x;
    layout->gutter_w = columns < 110 || columns >= 180 || layout->rows < 30 ? 8 : 7; /* lanes have names */
    layout->right_w = columns < 50 ? 0 : columns < 110 ? 9 : columns < 180 ? 11 : 15;
    layout->plot_x = x + layout->gutter_w;
    layout->plot_w = w - layout->gutter_w - layout->right_w;
    layout->right_x = layout->plot_x + layout->plot_w;
}

/* Gives `rows` if that many are left. */
static bool take(struct deal *deal, int *to, int rows)
{
    if (deal->left < rows)
        return false;
    deal->left -= rows;
    *to += rows;
    return true;
}

static int lanes_of(const struct layout_content *content)
{
    return 1 + clamp(content->n_apps, 1, 9);
}

/* Round one: headline, hints, bar and knob line are already paid for; smallest forms by priority. The first
 * that does not fit ends the round, so that a taller screen never loses what a lower one had. */
static void deal_smallest(struct deal *deal, const struct layout *layout,
                          const struct layout_content *content)
{
    bool use = content->use && (!content->accuracy || layout->columns < 110 || layout->rows >= ROWS_FOR_USE);
    bool fits = take(deal, &deal->timebar, 1) && take(deal, &deal->plots[PLOT_CARBON], 3) &&
                take(deal, &deal->plots[PLOT_LATENCY], 2) && take(deal, &deal->strip, 2) &&
                take(deal, &deal->plots[PLOT_INTENSITY], 3) && take(deal, &deal->axis, 1) &&
                (!content->accuracy || take(deal, &deal->plots[PLOT_ACCURACY], 3)) &&
                (!content->objective || take(deal, &deal->plots[PLOT_OBJECTIVE], 3)) &&
                (!use || take(deal, &deal->plots[PLOT_USE], content->accuracy ? 2 : 3));
    int missing = lanes_of(content) - deal->plots[PLOT_LATENCY];
    if (fits && missing > 0)
        take(deal, &deal->plots[PLOT_LATENCY], missing < deal->left ? missing : deal->left);
}

/* Round two: what a larger screen adds before the plots grow. */
static void deal_extras(struct deal *deal, const struct layout *layout, const struct layout_content *content)
{
    if (layout->rows >= 34 && layout->columns >= 110) {
        take(deal, &deal->strip, 1);
        take(deal, &deal->gaps, 2);
    }
    if (layout->rows >= 36)
        take(deal, &deal->legend, 1);
    if (layout->rows >= 32 && layout->columns >= 110 && content->why)
        take(deal, &deal->why, 2);
    if (layout->rows >= 52)
        take(deal, &deal->running, 6);
    if (layout->rows >= 56 && deal->why)
        take(deal, &deal->why, 4);
}

/* Round three: one row at a time to the plot that is farthest behind on its way to the next class. */
static void deal_growth(struct deal *deal, const int classes[CLASSES][PLOT_COUNT])
{
    int step = 0;
    while (deal->left > 0 && step < CLASSES) {
        int worst = -1;
        double worst_share = 1;
        for (int plot = 0; plot < PLOT_COUNT; plot++) {
            int from = step ? classes[step - 1][plot] : 0, to = classes[step][plot];
            if (deal->plots[plot] == 0 || deal->plots[plot] >= to)
                continue;
            double share = (double)(deal->plots[plot] - from + 1) / (to - from + 1);
            if (share < worst_share || worst < 0) {
                worst = plot;
                worst_share = share;
            }
        }
        if (worst < 0)
            step++;
        else
            take(deal, &deal->plots[worst], 1);
    }
}

static void place(struct layout *layout, enum region region, int x, int *y, int w, int h)
{
    if (h > 0 && w > 0)
        layout->rects[region] = (struct rect){x, *y, w, h};
    *y += h;
}

/* The side columns: from the first plot's title to the last row of the body. */
static void place_sides(struct layout *layout, const struct layout_content *content, int top, int bottom)
{
    struct rect *knobs = &layout->rects[REGION_KNOBS], *cluster = &layout->rects[REGION_CLUSTER];
    int body = bottom - top;
    if (knobs->w) {
        int why = content->why && layout->columns < 110 && body >= 17 ? 4 : 0;
        *knobs = (struct rect){0, top, knobs->w, body - why};
        if (why)
            layout->rects[REGION_WHY] = (struct rect){0, bottom - why, knobs->w, why};
    }
    if (cluster->w) {
        int least = body - 1 - 4 * content->n_gpus, most = 1 + GPU_ROWS_MAX * content->n_gpus;
        int each = content->accuracy ? 2 : 3; /* a GPU that is cut says it all in two */
        int box = least >= 6 ? 6 : least >= 4 || body >= 1 + each * content->n_gpus + 5 ? 5 : 0;
        int h = body - box < most ? body - box : most; /* the box stays close below a short list */
        if (h < body - box && body - h < 6)
            h = body - box;
        layout->rects[REGION_PROVENANCE] = (struct rect){cluster->x, top + h, box ? cluster->w : 0, box};
        *cluster = (struct rect){cluster->x, top, cluster->w, box ? h : body};
    }
}

static void place_rows(struct layout *layout, const struct deal *deal, const struct layout_content *content)
{
    int y = 0, columns = layout->columns, plots_x = layout->gutter_x;
    int plots_w = layout->gutter_w + layout->plot_w + layout->right_w;
    place(layout, REGION_BAR, 0, &y, columns, 1);
    place(layout, REGION_HEADLINE, 0, &y, columns, 1);
    y += deal->gaps > 0;
    place(layout, REGION_STRIP, 0, &y, columns, deal->strip);
    y += deal->gaps > 1;
    if (layout->knob_line)
        place(layout, REGION_KNOBS, 0, &y, columns, 1);
    int top = y;
    for (int plot = 0; plot < PLOT_COUNT; plot++)
        place(layout, plot_regions[plot], plots_x, &y, plots_w, deal->plots[plot]);
    place(layout, REGION_RUNNING, plots_x, &y, plots_w, deal->running);
    place(layout, REGION_AXIS, plots_x, &y, plots_w, deal->axis);
    place(layout, REGION_TIMEBAR, plots_x, &y, plots_w, deal->timebar);
    place(layout, REGION_LEGEND, plots_x, &y, plots_w, deal->legend);
    y += deal->left;
    if (!layout->knob_line)
        place_sides(layout, content, top, y);
    place(layout, REGION_WHY, 0, &y, columns, deal->why);
    place(layout, REGION_HINTS, 0, &y, columns, 1);
}

/* --- one panel in full size --- */

static bool shares_time(enum region full)
{
    return full == REGION_INTENSITY || full == REGION_CARBON || full == REGION_LATENCY ||
           full == REGION_ACCURACY || full == REGION_OBJECTIVE || full == REGION_USE ||
           full == REGION_RUNNING;
}

/* Carbon leaves a third of its rows to the running total, intensity and objective a few to a note. */
static void place_full_panel(struct layout *layout, int y, int h)
{
    int running = layout->full == REGION_CARBON && h >= 9 ? h / 3 : 0;
    int note = h < 12 ? 0 : layout->full == REGION_INTENSITY ? 2 : layout->full == REGION_OBJECTIVE ? 3 : 0;
    place(layout, layout->full, 0, &y, layout->columns, h - running - note);
    place(layout, REGION_RUNNING, 0, &y, layout->columns, running);
    place(layout, REGION_NOTE, 0, &y, layout->columns, note);
}

static void compute_full(struct layout *layout)
{
    int rows = layout->rows, columns = layout->columns, y = 0;
    bool time = shares_time(layout->full), roomy = rows >= 34 && columns >= 110;
    bool axis = time && !(layout->distribution && layout->full == REGION_LATENCY);
    layout->gutter_w = 8;
    layout->right_w = columns < 50 ? 0 : columns < 110 ? 9 : 15;
    layout->plot_x = layout->gutter_w;
    layout->plot_w = columns - layout->gutter_w - layout->right_w;
    layout->right_x = layout->plot_x + layout->plot_w;
    layout->latency_plot = layout->use_plot = true;
    layout->cards = roomy;
    place(layout, REGION_BAR, 0, &y, columns, 1);
    place(layout, REGION_HEADLINE, 0, &y, columns, 1);
    y += roomy;
    place(layout, REGION_STRIP, 0, &y, columns, roomy ? 3 : rows >= 20 ? 2 : 0);
    y += roomy;
    int below = 1 + axis + time + (time && rows >= 36);
    place_full_panel(layout, y, rows - below - y);
    y = rows - below;
    place(layout, REGION_AXIS, 0, &y, columns, axis);
    place(layout, REGION_TIMEBAR, 0, &y, columns, time);
    place(layout, REGION_LEGEND, 0, &y, columns, time && rows >= 36);
    place(layout, REGION_HINTS, 0, &y, columns, 1);
}

bool layout_over_time(const struct layout *layout, int x, int y)
{
    static const enum region regions[] = {REGION_INTENSITY, REGION_CARBON,    REGION_LATENCY,
                                          REGION_ACCURACY,  REGION_OBJECTIVE, REGION_USE,
                                          REGION_RUNNING,   REGION_AXIS,      REGION_TIMEBAR};
    if (x < layout->plot_x || x >= layout->right_x)
        return false;
    for (size_t i = 0; i < sizeof regions / sizeof *regions; i++)
        if (rect_contains(layout->rects[regions[i]], x, y))
            return regions[i] != REGION_LATENCY || !layout->distribution;
    return false;
}

void layout_compute(struct layout *layout, int columns, int rows, const struct layout_content *content)
{
    memset(layout, 0, sizeof *layout);
    layout->columns = columns;
    layout->rows = rows;
    layout->full = content->full;
    layout->distribution = content->distribution;
    layout->left_rule_x = layout->right_rule_x = -1;
    layout->too_small = columns < LAYOUT_MIN_COLUMNS || rows < LAYOUT_MIN_ROWS;
    if (layout->too_small)
        return;
    if (layout->full != REGION_BAR) {
        compute_full(layout);
        return;
    }
    split_columns(layout);
    struct deal deal = {.left = rows - 3 - layout->knob_line};
    deal_smallest(&deal, layout, content);
    deal_extras(&deal, layout, content);
    deal_growth(&deal, content->accuracy ? mixed_classes : plain_classes);
    layout->cards = deal.strip == 3;
    int least = content->accuracy ? 5 : 8;
    layout->latency_plot =
        deal.plots[PLOT_LATENCY] > lanes_of(content) + 1 && deal.plots[PLOT_LATENCY] >= least;
    layout->use_plot = columns >= 110 && deal.plots[PLOT_USE] >= 4;
    place_rows(layout, &deal, content);
}
