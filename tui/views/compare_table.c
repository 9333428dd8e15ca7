/* What the runs come to: every metric that people weigh with the difference and a word for it, the waterfall
 * of the difference in carbon, and what the seeds say. */
#include "tui/views/compare.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/contrast.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    VALUE_W = 9,
    VALUE_TIGHT_W = 8,
    DELTA_W = 17,
    LABEL_MIN_W = 12,
    LABEL_W = 15 /* "worst of SLO %" */,
    NUMBER_W = 10,
    BAR_LABEL_W = 16
};

/* --- the table --- */

/* Digits that tell: a tenth of a gram, whatever the metric has in a file. */
static int digits_of(const struct metric_info *info)
{
    int digits = info->digits < 0 ? 1 : info->digits;
    return info->unit == UNIT_G && digits > 1 ? 1 : digits;
}

/* How much a printed unit of a difference of carbon is: what tells it in three digits or so. */
static double unit_of(double delta_g, int *digits)
{
    double size = fabs(delta_g);
    *digits = size >= 10000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return *digits == 0 ? 1 : *digits == 1 ? 0.1 : *digits == 2 ? 0.01 : 0.001;
}

/* The difference of carbon or of a part of its ledger, rounded as the waterfall has it: what stands in the
 * table adds up, and is what stands in the bars. False: it is none, or a run does not tell. */
static bool round_carbon(const struct lineup *lineup, enum metric metric, char *out, size_t size)
{
    const struct metric_info *info = &metric_infos[metric];
    if (info->group != METRIC_GROUP_CARBON || !lineup->compared || !lineup->has_cut[WATERFALL_LEDGER])
        return false;
    struct waterfall waterfall = lineup->waterfall[WATERFALL_LEDGER];
    int digits;
    double unit_g = unit_of(waterfall.now_g - waterfall.then_g, &digits);
    int64_t units = waterfall_round(&waterfall, unit_g);
    for (int i = 0; i < waterfall.n && metric != METRIC_CARBON; i++)
        if (strcmp(waterfall.bars[i].name, info->title) == 0)
            units = waterfall.bars[i].units;
    text_print(out, size, "%.*f", digits, fabs((double)units * unit_g));
    return true;
}

/* "▼ 64.6 better", "= identical", "▲ 5 more". */
static enum role describe_delta(const struct lineup *lineup, const struct contrast_row *row, char *out,
                                size_t size)
{
    const struct metric_info *info = &metric_infos[row->column.metric];
    size_t base = lineup->base, other = lineup->other;
    char number[32];
    double delta = row->pairings[other].delta;
    bool counted = info->unit == UNIT_COUNT;
    bool draw = contrast_is_one_draw(&lineup->shown, other); /* nothing is better by one */
    int judged = draw ? 0 : metric_judge(row->column.metric, row->values[other], row->values[base]);
    text_print(out, size, "%s", "");
    if (isnan(delta))
        return ROLE_DIM;
    if (delta == 0) {
        text_print(out, size, "= identical");
        return ROLE_TEXT;
    }
    if (!round_carbon(lineup, row->column.metric, number, sizeof number))
        text_print(number, sizeof number, "%.*f", digits_of(info),
                   fabs(delta) * metric_units[info->unit].factor);
    text_print(out, size, "%s %s %s", delta < 0 ? "▼" : "▲", number,
               judged > 0   ? "better"
               : judged < 0 ? "worse"
               : delta > 0  ? "more"
               : counted    ? "fewer"
                            : "less");
    return judged > 0 ? ROLE_GOOD : judged < 0 ? ROLE_BAD : ROLE_TEXT;
}

enum { ROWS_MAX = 96 };

struct table {
    const struct compare *compare;
    struct canvas *canvas;
    struct rect rect;
    int y, label_w, value_w;
    int n;
    struct contrast_row rows[ROWS_MAX]; /* those that are told */
};

static bool is_of_app(const struct contrast_row *row)
{
    return metric_scope_of(row->column.metric) == METRIC_OF_APP;
}

static bool is_told(const struct table *table, const struct contrast_row *row)
{
    const struct metric_info *info = &metric_infos[row->column.metric];
    bool any = false;
    for (size_t k = 0; k < table->compare->lineup.n; k++)
        any |= row->values[k] != 0 && !isnan(row->values[k]);
    if (is_of_app(row))
        return row->column.metric == METRIC_APP_OF_SLO;
    bool telling = info->unit == UNIT_FLAG || row->column.metric == METRIC_ACCURACY;
    return any && (info->shown == SHOWN_MAIN || info->shown == SHOWN_NONZERO || telling) &&
           row->column.metric != METRIC_TRACE_ENDED;
}

/* As contrast_label, but of a total what it is the total of: "carbon g". */
static void brief_label(const struct contrast *contrast, struct sweep_column column, char *out, size_t size)
{
    static const char total[] = " total";
    contrast_label(contrast, column, out, size);
    char *at = strstr(out, total);
    if (at)
        memmove(at, at + sizeof total - 1, strlen(at + sizeof total - 1) + 1);
}

static void collect(void *context, const struct contrast_row *row)
{
    struct table *table = context;
    if (table->n < ROWS_MAX && is_told(table, row))
        table->rows[table->n++] = *row;
}

static void draw_row(struct table *table, const struct contrast_row *row)
{
    const struct lineup *lineup = &table->compare->lineup;
    char text[64];
    int y = table->rect.y + table->y, x = table->rect.x + table->label_w;
    if (table->y >= table->rect.h)
        return;
    table->y++;
    char label[96], app[FORMAT_SIZE];
    bool part =
        metric_infos[row->column.metric].group == METRIC_GROUP_CARBON && row->column.metric != METRIC_CARBON;
    const struct sweep *sweep = &table->compare->lineup.shown.runs[0].sweep;
    brief_label(&table->compare->lineup.shown, row->column, label, sizeof label);
    if (is_of_app(row))
        text_print(label, sizeof label, "%s of SLO %%",
                   format_app(app, sweep->base.apps[row->column.part].name));
    else if (part)
        text_print(label, sizeof label, "  %s", metric_infos[row->column.metric].title);
    bool lead = row->column.metric == METRIC_CARBON;
    int room = table->label_w - 1;
    if (text_width(label) > room) /* "worst/SLO %" */
    {
        char rest[96];
        char *at = strstr(label, " of SLO");
        if (at) {
            text_print(rest, sizeof rest, "%s", at + strlen(" of SLO"));
            *at = 0;
            text_append(label, sizeof label, "%s%s", "/SLO", rest);
        }
    }
    canvas_text(table->canvas, table->rect.x + 1, y, table->label_w - 1,
                lead                     ? style_bold(ROLE_TITLE)
                : part || is_of_app(row) ? style_of(ROLE_DIM)
                                         : style_of(ROLE_TEXT),
                label);
    for (size_t k = 0; k < lineup->n; k++, x += table->value_w) {
        size_t size = sizeof text;
        const struct metric_info *info = &metric_infos[row->column.metric];
        if (isnan(row->values[k]) || info->unit == UNIT_FLAG || info->unit == UNIT_COUNT)
            metric_format(row->column.metric, row->values[k], text, size);
        else
            text_print(text, size, "%.*f", digits_of(info), row->values[k] * metric_units[info->unit].factor);
        bool missed = row->column.metric == METRIC_SLO_MET && row->values[k] == 0;
        struct style style = k == lineup->other ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT);
        canvas_text_right(table->canvas, x + table->value_w, y, table->value_w - 1,
                          missed ? style_of(ROLE_BAD) : style, text);
    }
    enum role role = describe_delta(lineup, row, text, sizeof text);
    canvas_text(table->canvas, x + 2, y, table->rect.x + table->rect.w - x - 2, style_of(role), text);
}

static void draw_head(struct table *table, const char *title)
{
    const struct lineup *lineup = &table->compare->lineup;
    char text[32];
    int x = table->rect.x + table->label_w, end = table->rect.x + table->rect.w;
    part_title(table->canvas, (struct rect){table->rect.x, table->rect.y, table->rect.w, 1}, 0, title, "",
               false);
    for (size_t k = 0; k < lineup->n; k++, x += table->value_w) {
        text_print(text, sizeof text, " %c ", contrast_letter(k));
        canvas_text_right(table->canvas, x + table->value_w, table->rect.y, 3,
                          (struct style){(uint8_t)compare_role(k), ROLE_BACKGROUND, ATTR_BOLD | ATTR_REVERSE},
                          text);
    }
    text_print(text, sizeof text, " %c − %c ", contrast_letter(lineup->other), contrast_letter(lineup->base));
    canvas_text(table->canvas, x + 1, table->rect.y, end - x - 1, style_of(ROLE_TEXT), text);
    table->y = 1;
}

void compare_draw_table(const struct compare *compare, struct rect rect, struct canvas *canvas)
{
    static const enum metric_group groups[] = {METRIC_GROUP_CARBON,      METRIC_GROUP_ENERGY,
                                               METRIC_GROUP_RUN,         METRIC_GROUP_FAIRNESS,
                                               METRIC_GROUP_TEMPERATURE, METRIC_GROUP_APP};
    struct table table = {.compare = compare, .canvas = canvas, .rect = rect};
    if (rect.w <= 0 || rect.h <= 0)
        return;
    table.value_w = compare->lineup.n > 2 ? VALUE_TIGHT_W : VALUE_W;
    if (rect.w - (int)compare->lineup.n * table.value_w - DELTA_W < LABEL_W)
        table.value_w = VALUE_TIGHT_W;
    table.label_w = rect.w - (int)compare->lineup.n * table.value_w - DELTA_W;
    table.label_w = table.label_w < LABEL_MIN_W ? LABEL_MIN_W : table.label_w;
    draw_head(&table, "Whole run");
    if (contrast_seeds(&compare->lineup.shown) == 0) {
        canvas_text(canvas, rect.x + 1, rect.y + 1, rect.w - 1, style_of(ROLE_DIM), "being simulated ...");
        return;
    }
    contrast_each_row(&compare->lineup.shown, SHOWN_NEVER, collect, &table);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        for (int r = 0; r < table.n; r++)
            if (metric_infos[table.rows[r].column.metric].group == groups[i])
                draw_row(&table, &table.rows[r]);
    if (!contrast_same_apps(&compare->lineup.shown) && table.y < rect.h)
        canvas_text(canvas, rect.x + 1, rect.y + table.y, rect.w - 1, style_of(ROLE_BAD),
                    "their apps are not the same: only whole runs");
}

/* --- the waterfall --- */

struct fall {
    struct canvas *canvas;
    int x, w;           /* of the bars */
    double least, most; /* of the running total: the scale */
};

static int column_of(const struct fall *fall, double grams)
{
    double share = fall->most > fall->least ? (grams - fall->least) / (fall->most - fall->least) : 0;
    return fall->x + (int)floor(share * (fall->w - 1) + 0.5);
}

static void draw_bar(const struct fall *fall, int y, double from, double to)
{
    int a = column_of(fall, from), b = column_of(fall, to), left = a < b ? a : b, right = a < b ? b : a;
    enum role role = to < from ? ROLE_SAVED : ROLE_EXTRA;
    bool plain = fall->canvas->glyphs == GLYPHS_ASCII;
    uint32_t glyph = plain ? (to < from ? '-' : '+') : role_shade(role);
    if (from == to)
        return;
    for (int x = left; x < (right > left ? right : left + 1); x++)
        canvas_put(fall->canvas, x, y, glyph, style_on(style_of(role), role));
}

/* The running totals' range with a little room, so that no bar fills all. */
static void set_scale(struct fall *fall, const struct waterfall *waterfall)
{
    double at = waterfall->then_g;
    fall->least = fmin(at, waterfall->now_g);
    fall->most = fmax(at, waterfall->now_g);
    for (int i = 0; i < waterfall->n; i++) {
        at += waterfall_delta(&waterfall->bars[i]);
        fall->least = fmin(fall->least, at);
        fall->most = fmax(fall->most, at);
    }
}

static void draw_line(const struct compare *compare, struct rect rect, int y, struct style style,
                      const char *label, const char *number, struct canvas *canvas)
{
    (void)compare;
    canvas_text(canvas, rect.x + 1, y, BAR_LABEL_W - 1, style, label);
    canvas_text_right(canvas, rect.x + rect.w, y, NUMBER_W, style, number);
}

static void draw_bars(const struct compare *compare, const struct waterfall *waterfall, double unit_g,
                      int digits, struct rect rect, struct canvas *canvas)
{
    struct fall fall = {canvas, rect.x + BAR_LABEL_W + 1, rect.w - BAR_LABEL_W - NUMBER_W - 2, 0, 0};
    int y = rect.y;
    double at = waterfall->then_g;
    char label[64], number[64];
    set_scale(&fall, waterfall);
    for (int side = 0; side < 2; side++) {
        size_t k = side ? compare->lineup.other : compare->lineup.base;
        text_print(label, sizeof label, "%c", contrast_letter(k));
        format_grams(number, side ? waterfall->now_g : waterfall->then_g);
        int row = side ? y + 1 + waterfall->n : y;
        draw_line(compare, rect, row, style_bold(compare_role(k)), label, number, canvas);
        if (fall.w > 1)
            canvas_put(fall.canvas, column_of(&fall, side ? waterfall->now_g : waterfall->then_g), row,
                       0x2502, style_bold(ROLE_TITLE));
    }
    for (int i = 0; i < waterfall->n; i++) {
        double delta = waterfall_delta(&waterfall->bars[i]);
        format_signed(number, (double)waterfall->bars[i].units * unit_g, digits);
        if (waterfall->bars[i].units == 0)
            text_print(number, sizeof number, delta == 0 ? "=" : "%.*f", digits, 0.0);
        enum role role = delta < 0 ? ROLE_GOOD : delta > 0 ? ROLE_BAD : ROLE_DIM;
        draw_line(compare, rect, y + 1 + i, style_of(role), waterfall->bars[i].name, number, canvas);
        if (fall.w > 1)
            draw_bar(&fall, y + 1 + i, at, at + delta);
        at += delta;
    }
}

void compare_draw_waterfall(const struct compare *compare, struct rect rect, struct canvas *canvas)
{
    const struct lineup *lineup = &compare->lineup;
    char unit[64];
    if (rect.w <= 0 || rect.h < 4)
        return;
    text_print(unit, sizeof unit, "carbon, g, by %s", waterfall_cut_names[compare->cut]);
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "What it is made of", unit, false);
    if (!lineup->compared)
        return;
    if (!lineup->has_cut[compare->cut]) {
        part_wrap(
            canvas, (struct rect){rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 1}, style_of(ROLE_DIM),
            "A run was saved before this was kept: its bars would not add up. Open it and save it again.");
        return;
    }
    struct waterfall waterfall = lineup->waterfall[compare->cut];
    int digits;
    double unit_g = unit_of(waterfall.now_g - waterfall.then_g, &digits);
    waterfall_round(&waterfall, unit_g);
    waterfall_fold(&waterfall, rect.h - 3);
    draw_bars(compare, &waterfall, unit_g, digits, (struct rect){rect.x, rect.y + 1, rect.w, rect.h - 1},
              canvas);
}

/* --- the seeds --- */

int compare_seeds_rows(const struct compare *compare)
{
    return compare_is_judged(compare) ? 1 + LINEUP_WEIGHED : 4;
}

bool compare_is_judged(const struct compare *compare)
{
    const struct lineup *lineup = &compare->lineup;
    return contrast_is_judged(&lineup->shown, lineup->base, lineup->other);
}

static void draw_pairing(const struct lineup *lineup, const struct contrast_row *values, struct rect row,
                         struct canvas *canvas)
{
    enum { NUMBER_AT = 1 + BAR_LABEL_W, WORDS_AT = NUMBER_AT + 15, LONG_W = 28, DOTS_W = 24 };
    enum metric metric = values->column.metric;
    const struct metric_info *info = &metric_infos[metric];
    char label[96], number[96], words[96];
    const struct pairing *pairing = &values->pairings[lineup->other];
    double base = values->values[lineup->base];
    bool relative = metric == METRIC_CARBON || metric == METRIC_ENERGY;
    double factor = relative ? (base > 0 ? 100 / base : (double)NAN) : metric_units[info->unit].factor;
    double half = pairing->ci95 * factor, shown = pairing->delta * factor;
    int digits = relative ? (half < 0.05 ? 2 : 1) : metric_mean_digits(metric, pairing->delta, pairing->ci95);
    bool none = fabs(shown) < 0.5 * pow(10, -digits); /* no zero with a sign, and none that is better */
    int judged = none || pairing->verdict == PAIRING_UNKNOWN ? 0 : pairing_sign(pairing, metric);
    brief_label(&lineup->seeds, values->column, label, sizeof label);
    format_signed(number, none ? 0 : shown, digits);
    if (!isnan(half))
        text_append(number, sizeof number, " ± %.*f", digits, half);
    text_append(number, sizeof number, "%s", relative ? " %" : "");
    if (pairing->verdict == PAIRING_IDENTICAL)
        text_print(number, sizeof number, "=");
    const char *good = judged > 0 ? "better" : judged < 0 ? "worse" : "";
    bool noise = pairing->verdict == PAIRING_NOISE;
    text_print(words, sizeof words, "%s%s%s", good, *good ? ", " : "",
               contrast_verdict_word(pairing->verdict));
    if (row.w < WORDS_AT + LONG_W + DOTS_W / 2)
        text_print(words, sizeof words, "%s", noise ? "noise" : *good ? good : "");
    int x = row.x + 1, end = row.x + row.w;
    canvas_text(canvas, x, row.y, BAR_LABEL_W - 1, style_of(ROLE_TEXT), label);
    x += BAR_LABEL_W;
    enum role role = judged > 0 ? ROLE_GOOD : judged < 0 ? ROLE_BAD : ROLE_TEXT;
    part_span(canvas, &x, end, row.y, style_bold(role), number);
    x = x < row.x + WORDS_AT ? row.x + WORDS_AT : x + 1;
    part_span(canvas, &x, end, row.y, style_of(role), words);
    double deltas[LINEUP_SEEDS_MAX];
    size_t n = contrast_differences(&lineup->seeds, values->column, lineup->other, deltas, LINEUP_SEEDS_MAX);
    if (pairing->verdict != PAIRING_IDENTICAL)
        part_differences(canvas, (struct rect){x + 1, row.y, end - x - 2 < DOTS_W ? end - x - 2 : DOTS_W, 1},
                         deltas, n, ROLE_BACKGROUND);
}

void compare_draw_seeds(const struct compare *compare, struct rect rect, struct canvas *canvas)
{
    const struct lineup *lineup = &compare->lineup;
    size_t n = contrast_seeds(&lineup->seeds);
    struct contrast_row weighed[LINEUP_WEIGHED];
    char unit[64], text[300];
    bool judged = compare_is_judged(compare);
    const char *paired = lineup->why_not ? "" : " paired";
    if (rect.w <= 0 || rect.h <= 0)
        return;
    if (!judged)
        text_print(unit, sizeof unit, "not paired");
    else if (n < lineup->wanted)
        text_print(unit, sizeof unit, "%zu of %zu%s seeds", n, lineup->wanted, paired);
    else
        text_print(unit, sizeof unit, "%zu%s seeds, 95 %%", n, paired);
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "Is it noise?", unit, false);
    struct rect rows = {rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 1};
    if (!judged || *lineup->fault) {
        if (!judged)
            text_print(text, sizeof text, "Nothing can be said seed by seed, because %s.", lineup->why_not);
        else
            text_print(text, sizeof text, "No more seeds come: %s", lineup->fault);
        part_wrap(canvas, rows, style_of(ROLE_BAD), text);
        return;
    }
    if (n == 0) {
        canvas_text(canvas, rows.x, rows.y, rows.w, style_of(ROLE_DIM),
                    "being simulated behind the screen ...");
        return;
    }
    size_t known = lineup_weighed(lineup, weighed);
    for (size_t i = 0; i < known && (int)i < rows.h; i++)
        draw_pairing(lineup, &weighed[i], (struct rect){rect.x, rows.y + (int)i, rect.w, 1}, canvas);
}
