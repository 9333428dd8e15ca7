/* Three rounds of dealing out rows, then rectangles from heights. What a panel needs stands in panels.def;
 * sizes between the size classes there are reached by always feeding the panel that is farthest behind on its
 * way to the next class. Where quality is mixed, accuracy and objective come before the GPU use: there the
 * cluster, or one row, says what runs where. */
#include "tui/board/layout.h"

#include "tui/widgets/parts.h"

#include <string.h>

/* At 24, 40 and 60 rows and beyond. */
enum { DIGIT_AND_BLANKS = 3 }; /* beside the name of a lane */
enum { CLASSES = 5, ROWS_FOR_USE = 52, GPU_ROWS_MAX = 17 };

/* Ranks count from 1, one for each panel that rows are dealt out to. */
enum {
    RANKS = 1
#define DEAL_ROW(...) +1
#include "tui/board/panels.def"
};

/* A rank stands once: a second row of the same does not compile, nor does one beyond the last. */
enum {
#define DEAL_ROW(id, rank, least, mixed_least, plain, mixed) RANK_##rank = rank,
#include "tui/board/panels.def"
};
#define DEAL_ROW(id, rank, least, mixed_least, plain, mixed)                                                 \
    _Static_assert(rank >= 1 && rank < RANKS, "ranks of panels count from 1");
#include "tui/board/panels.def"

/* What a panel needs, by its rows of panels.def; [mixed]: whether quality is. */
static const struct needs {
    enum panel_need need;
    bool time, choice;
    int rank, least[2], classes[2][CLASSES]; /* rank 0: rows are not dealt out to it in the first round */
    int note;                                /* rows */
} needs[REGION_COUNT] = {
#define STILL false
#define TIME true
#define NEVER                                                                                                \
    {                                                                                                        \
        0                                                                                                    \
    }
#define HEIGHTS(...)                                                                                         \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }
#define PANEL_ROW(id, digit, click, need_, axis, draw)                                                       \
    [REGION_##id].need = need_, [REGION_##id].time = axis,                                                   \
    [REGION_##id].choice = ((axis) && (digit) > 0) || REGION_##id == REGION_CLUSTER,
#define DEAL_ROW(id, rank_, least_, mixed_least, plain, mixed)                                               \
    [REGION_##id].rank = rank_, [REGION_##id].least = {least_, mixed_least},                                 \
    [REGION_##id].classes = {plain, mixed},
#define NOTE_ROW(id, rows, draw) [REGION_##id].note = rows,
#include "tui/board/panels.def"
};

struct deal {
    int left; /* rows not yet given */
    int rows[REGION_COUNT];
    int gaps;
};

/* Linear between the widths of the size classes. */
static int between(int columns, int from_columns, int from, int to_columns, int to)
{
    return from + (columns - from_columns) * (to - from) / (to_columns - from_columns);
}

/* The columns that all plots share, of `w` from x on: labels, the plot, words. */
static void place_plots(struct layout *layout, int x, int w, int gutter_w, int right_w)
{
    layout->gutter_x = x;
    layout->gutter_w = gutter_w;
    layout->right_w = right_w;
    layout->plot_x = x + gutter_w;
    layout->plot_w = w - gutter_w - right_w;
    layout->right_x = layout->plot_x + layout->plot_w;
}

bool layout_names(const struct layout_content *content, enum region region)
{
    for (int i = 0; i < content->n_panels; i++)
        if (content->panels[i] == region)
            return true;
    return false;
}

static void split_columns(struct layout *layout, const struct layout_content *content)
{
    int columns = layout->columns, knobs = 0, cluster = 0;
    layout->knob_line = columns < 66;
    layout->left_rule_x = layout->right_rule_x = -1;
    if (!layout->knob_line)
        knobs = columns < 80    ? 22
                : columns < 120 ? between(columns, 80, 22, 120, 29)
                : columns < 160 ? between(columns, 120, 29, 160, 33)
                                : part_clamp(between(columns, 160, 33, 200, 42), 33, 46);
    if (columns >= 110 && (content->n_panels == 0 || layout_names(content, REGION_CLUSTER)))
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
    place_plots(layout, x, w,
                columns < 110 || columns >= 180 || layout->rows < 30 ? 8 : 7, /* lanes have names */
                columns < 50    ? 0
                : columns < 110 ? 9
                : columns < 180 ? 11
                                : 15);
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

/* With the title: a row an app, or a row a pool and one for each app of the largest. */
static int lanes_of(const struct layout_content *content)
{
    return 1 +
           part_clamp(content->n_pools > 0 ? content->n_pools + content->pool_apps : content->n_apps, 1, 9);
}

static enum region region_of_rank(int rank)
{
    int region = 0;
    while (needs[region].rank != rank)
        region++;
    return (enum region)region;
}

/* Where quality is mixed the GPU use has rows of its own only where nothing else says what runs where, and
 * fairness and power only on a tall screen. */
static bool is_dealt_to(const struct layout *layout, const struct layout_content *content, enum region region)
{
    if (content->n_panels > 0 && layout_is_choice(region))
        return layout_names(content, region) && layout_allows(content, region);
    bool room = !content->accuracy || layout->rows >= ROWS_FOR_USE;
    if (region == REGION_USE)
        return content->use && (room || layout->columns < 110);
    if (region == REGION_FAIRNESS || region == REGION_POWER)
        return layout_allows(content, region) && room;
    return layout_allows(content, region);
}

/* Round two: what a larger screen adds before the plots grow. */
static void deal_extras(struct deal *deal, const struct layout *layout, const struct layout_content *content)
{
    if (layout->rows >= 34 && layout->columns >= 110) {
        take(deal, &deal->rows[REGION_STRIP], 1);
        take(deal, &deal->gaps, 2);
    }
    if (layout_names(content, REGION_RUNNING))
        take(deal, &deal->rows[REGION_RUNNING], 6);
    if (content->n_panels > 0)
        return; /* what was not named is not missed */
    if (layout->rows >= 36)
        take(deal, &deal->rows[REGION_LEGEND], 1);
    if (layout->rows >= 32 && layout->columns >= 110 && content->why)
        take(deal, &deal->rows[REGION_WHY], 2);
    if (layout->rows >= 52)
        take(deal, &deal->rows[REGION_RUNNING], 6);
    if (layout->rows >= 56 && deal->rows[REGION_WHY])
        take(deal, &deal->rows[REGION_WHY], 4);
}

/* Round three: one row at a time to the plot that is farthest behind on its way to the next class. */
static void deal_growth(struct deal *deal, const struct layout_content *content)
{
    int step = 0, all = 1 + content->n_pools + content->n_apps;
    while (deal->left > 0 && step < CLASSES) {
        int worst = -1;
        double worst_share = 1;
        for (int region = 0; region < REGION_COUNT; region++) {
            const int *classes = needs[region].classes[content->accuracy];
            int from = step ? classes[step - 1] : 0, to = classes[step];
            if (region == REGION_LATENCY && content->n_pools > 0 && to > all)
                to = all; /* no plot: rows of pools and all their apps */
            if (deal->rows[region] == 0 || deal->rows[region] >= to)
                continue;
            double share = (double)(deal->rows[region] - from + 1) / (to - from + 1);
            if (share < worst_share || worst < 0) {
                worst = region;
                worst_share = share;
            }
        }
        if (worst < 0)
            step++;
        else
            take(deal, &deal->rows[worst], 1);
    }
}

static void place(struct layout *layout, enum region region, int x, int *y, int w, int h)
{
    if (h > 0 && w > 0)
        layout->rects[region] = (struct rect){x, *y, w, h};
    *y += h;
}

/* Everything that rows were dealt out to stands in the middle, the strip above it and why below. */
static void place_rows(struct layout *layout, const struct deal *deal, const struct layout_content *content)
{
    int y = 0, columns = layout->columns;
    int middle_w = layout->gutter_w + layout->plot_w + layout->right_w;
    place(layout, REGION_BAR, 0, &y, columns, 1);
    place(layout, REGION_HEADLINE, 0, &y, columns, 1);
    place(layout, REGION_WATERFALL, 0, &y, columns, content->waterfall);
    y += deal->gaps > 0;
    place(layout, REGION_STRIP, 0, &y, columns, deal->rows[REGION_STRIP]);
    y += deal->gaps > 1;
    if (layout->knob_line)
        place(layout, REGION_KNOBS, 0, &y, columns, 1);
    int top = y;
    for (int i = 0; i < content->n_panels; i++)
        place(layout, content->panels[i], layout->gutter_x, &y, middle_w, deal->rows[content->panels[i]]);
    for (int region = 0; region < REGION_COUNT; region++)
        if (region != REGION_STRIP && region != REGION_WATERFALL && region != REGION_WHY &&
            !(content->n_panels > 0 && layout_is_choice((enum region)region)))
            place(layout, (enum region)region, layout->gutter_x, &y, middle_w, deal->rows[region]);
    y += deal->left;
    if (!layout->knob_line) {
        /* The side columns: from the first plot's title to the last row of the body. */
        struct rect *knobs = &layout->rects[REGION_KNOBS], *cluster = &layout->rects[REGION_CLUSTER];
        int body = y - top;
        if (knobs->w) {
            int why = content->why && content->n_panels == 0 && layout->columns < 110 && body >= 17 ? 4 : 0;
            *knobs = (struct rect){0, top, knobs->w, body - why};
            if (why)
                layout->rects[REGION_WHY] = (struct rect){0, y - why, knobs->w, why};
        }
        if (cluster->w) {
            int least = body - 1 - 4 * content->n_gpus, most = 1 + GPU_ROWS_MAX * content->n_gpus;
            int each = content->accuracy ? 2 : 3; /* a GPU that is cut says it all in two */
            int box = content->n_panels > 0                                  ? 0
                      : least >= 6                                           ? 6
                      : least >= 4 || body >= 1 + each * content->n_gpus + 5 ? 5
                                                                             : 0;
            /* Of the map, where a large screen has so many to spare beside the GPUs. */
            int spare = body - box - (1 + 4 * content->n_gpus);
            enum { LEAST = 10, MOST = 18 };
            bool has_map =
                content->n_panels == 0 && layout->columns >= 180 && layout->rows >= 52 && spare >= LEAST;
            int map = !has_map ? 0 : spare > MOST ? MOST : spare;
            layout->map_fits = map > 0;
            map = content->map ? map : 0;
            int list = body - box - map;
            int h = list < most ? list : most; /* the box stays close below a short list */
            if (h < list && body - h < 6)
                h = list;
            layout->rects[REGION_PROVENANCE] = (struct rect){cluster->x, top + h, box ? cluster->w : 0, box};
            layout->rects[REGION_MAP] = (struct rect){cluster->x, top + h + box, map ? cluster->w : 0, map};
            *cluster = (struct rect){cluster->x, top, cluster->w, box ? h : body};
        }
    }
    place(layout, REGION_WHY, 0, &y, columns, deal->rows[REGION_WHY]);
    place(layout, REGION_HINTS, 0, &y, columns, 1);
}

/* --- one panel in full size --- */

static void compute_full(struct layout *layout)
{
    int rows = layout->rows, columns = layout->columns, y = 0;
    bool time = needs[layout->full].time, roomy = rows >= 34 && columns >= 110;
    bool axis = time && !(layout->distribution && layout->full == REGION_LATENCY);
    place_plots(layout, 0, columns, 8, columns < 50 ? 0 : columns < 110 ? 9 : 15);
    layout->latency_plot = layout->use_plot = true;
    layout->cards = roomy;
    place(layout, REGION_BAR, 0, &y, columns, 1);
    place(layout, REGION_HEADLINE, 0, &y, columns, 1);
    y += roomy;
    place(layout, REGION_STRIP, 0, &y, columns, roomy ? 3 : rows >= 20 ? 2 : 0);
    layout->knob_line = layout->full != REGION_KNOBS && rows >= 16;
    place(layout, REGION_KNOBS, 0, &y, columns, layout->knob_line);
    y += roomy && !layout->knob_line;
    int below = 1 + axis + time + (time && rows >= 36);
    /* Carbon leaves a third of its rows to the running total, others a few to a note. */
    int row = y;
    int h = rows - below - y;
    int running = layout->full == REGION_CARBON && h >= 9 ? h / 3 : 0;
    int most = h + layout->knob_line - (layout->rows + 1) / 2; /* half of the screen stays the panel's */
    int note = h < 12 ? 0 : part_clamp(needs[layout->full].note, 0, most);
    place(layout, layout->full, 0, &row, layout->columns, h - running - note);
    place(layout, REGION_RUNNING, 0, &row, layout->columns, running);
    place(layout, REGION_NOTE, 0, &row, layout->columns, note);
    y = rows - below;
    place(layout, REGION_AXIS, 0, &y, columns, axis);
    place(layout, REGION_TIMEBAR, 0, &y, columns, time);
    place(layout, REGION_LEGEND, 0, &y, columns, time && rows >= 36);
    place(layout, REGION_HINTS, 0, &y, columns, 1);
}

/* --- presenter mode --- */

static bool is_over_time(const struct layout *layout, enum region region)
{
    return needs[region].time && !(layout->distribution && region == REGION_LATENCY);
}

static void compute_presented(struct layout *layout, const struct layout_content *content)
{
    int columns = layout->columns, y = 0, gap = layout->rows >= 30;
    const enum region *shown = content->presented;
    bool axis = is_over_time(layout, shown[0]) || is_over_time(layout, shown[1]);
    layout->presents = layout->latency_plot = layout->use_plot = layout->knob_line = true;
    place_plots(layout, 0, columns, 8, columns < 50 ? 0 : columns < 110 ? 11 : 17);
    /* Rows of the sentence: with its number in large digits where there are enough. */
    bool wide = layout->columns >= 100;
    place(layout, REGION_HEADLINE, 0, &y, columns,
          layout->rows >= 34 && wide ? layout->rows / 4 + 1 /* whoever sits behind others sees these */
          : layout->rows >= 20       ? 4
          : layout->rows >= 16       ? 3
                                     : 2);
    y += gap;
    int body = layout->rows - y - axis - 2 - gap;
    for (int i = 0; i < LAYOUT_PRESENTED; i++)
        place(layout, shown[i], 0, &y, columns, i == 0 ? (body + 1) / 2 : body / 2);
    place(layout, REGION_AXIS, 0, &y, columns, axis);
    layout->rects[REGION_TIMEBAR].y = y; /* it is not shown: here the plots end */
    y += gap;
    place(layout, REGION_KNOBS, 0, &y, columns, 1);
    place(layout, REGION_HINTS, 0, &y, columns, 1);
}

int layout_headline_room(const struct layout *layout)
{
    enum { LETTER = 2, LINE = 3 };
    struct rect rect = layout->rects[REGION_HEADLINE];
    return !layout->presents || rect.h <= 1 ? layout->columns - 2
           : rect.h > LAYOUT_LARGE          ? rect.h / LINE * rect.w * 2 / 3 / LETTER * 7 / 8
           : rect.h > LINE                  ? rect.h * (rect.w / 3) * 7 / 8 /* the digits have the rest */
                                            : 2 * (rect.w - 2);
}

bool layout_over_time(const struct layout *layout, int x, int y)
{
    if (x < layout->plot_x || x >= layout->right_x)
        return false;
    for (int region = 0; region < REGION_COUNT; region++)
        if (needs[region].time && rect_contains(layout->rects[region], x, y))
            return region != REGION_LATENCY || !layout->distribution;
    return false;
}

bool layout_is_timed(enum region region)
{
    return needs[region].time;
}

bool layout_is_choice(enum region region)
{
    return needs[region].choice;
}

bool layout_allows(const struct layout_content *content, enum region region)
{
    return needs[region].need == NEED_ACCURACY    ? content->accuracy
           : needs[region].need == NEED_OBJECTIVE ? content->objective
           : needs[region].need == NEED_TURNS     ? content->turns
           : needs[region].need == NEED_PARTS     ? content->parts
           : needs[region].need == NEED_WARMTH    ? content->warmth
                                                  : true;
}

int layout_name_columns(int columns)
{
    return columns >= 180 ? 17 : columns >= 66 ? 9 : 5;
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
        layout->presents = content->presented[0] != REGION_BAR;
        return;
    }
    if (content->presented[0] != REGION_BAR) {
        compute_presented(layout, content);
        return;
    }
    split_columns(layout, content);
    struct deal deal = {.left = rows - 3 - layout->knob_line - content->waterfall};
    /* Round one: headline, hints, bar and knob line are already paid for; smallest forms by rank. The first
     * that does not fit ends the round, so that a taller screen never loses what a lower one had. */
    enum { ROWS_FOR_POOLS = 20, POOLS_LEAST = 4, OPEN_LEAST = 2 };
    bool fits = true, pools = content->n_pools > 0 && layout->rows >= ROWS_FOR_POOLS;
    int rows_of_pools =
        1 + part_clamp(content->n_pools, 1, POOLS_LEAST) + part_clamp(content->pool_apps, 1, OPEN_LEAST);
    for (int rank = 1; rank < RANKS && fits; rank++) {
        enum region region = region_of_rank(rank);
        int least = needs[region].least[content->accuracy];
        if (is_dealt_to(layout, content, region))
            fits = take(&deal, &deal.rows[region], pools && region == REGION_LATENCY ? rows_of_pools : least);
    }
    int missing = lanes_of(content) - deal.rows[REGION_LATENCY];
    if (fits && missing > 0 && is_dealt_to(layout, content, REGION_LATENCY))
        take(&deal, &deal.rows[REGION_LATENCY], missing < deal.left ? missing : deal.left);
    deal_extras(&deal, layout, content);
    deal_growth(&deal, content);
    layout->cards = deal.rows[REGION_STRIP] == 3;
    int least = content->accuracy ? 5 : 8;
    layout->latency_plot = content->n_pools == 0 && deal.rows[REGION_LATENCY] > lanes_of(content) + 1 &&
                           deal.rows[REGION_LATENCY] >= least;
    layout->pools =
        content->n_pools > 0 && !layout->distribution && deal.rows[REGION_LATENCY] > content->n_pools;
    if (!layout->latency_plot && !layout->distribution) {
        /* Lanes have their names whole: what the gutter grows by, all plots give. */
        int w = part_clamp(content->label_w, 0, layout_name_columns(columns)) + DIGIT_AND_BLANKS;
        int more = w > layout->gutter_w ? w - layout->gutter_w : 0;
        layout->gutter_w += more;
        layout->plot_x += more;
        layout->plot_w -= more;
    }
    layout->use_plot = columns >= 110 && deal.rows[REGION_USE] >= 4;
    place_rows(layout, &deal, content);
}
