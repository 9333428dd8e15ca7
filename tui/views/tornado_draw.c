/* The bars as they are drawn, and as rows: the numbers beside a bar are those of its row, rounded. */
#include "tui/views/tornado.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/metric_words.h"
#include "tui/words/sheet.h"

#include <math.h>
#include <string.h>

enum { LABEL_W = 22, LABEL_WIDE = 28, ENDS_W = 24, WIDE = 100, TOP = 4 };

static const char *const side_names[TORNADO_SIDES] = {"down", "up"};
static const uint32_t side_glyphs[TORNADO_SIDES] = {0x2592, 0x2588};
static const char *const side_signs[TORNADO_SIDES] = {"▒ ", "█ "};

static bool exists(const struct tornado *tornado, size_t i, int side)
{
    return tornado->bars[i].runs[side] != TORNADO_NONE; /* of every metric alike */
}

/* " ±0.07 %" in so many columns: else without its unit, which is that of the change, or nothing. */
static void append_interval(const char *interval, int columns, char *out, size_t size)
{
    char text[METRIC_WORDS_SIZE + 8];
    text_print(text, sizeof text, " ±%s", interval + (*interval == '+'));
    char *unit = strrchr(text, ' ');
    if (text_width(text) > columns && unit && unit != text)
        *unit = 0;
    if (text_width(text) <= columns)
        text_append(out, size, "%s", text);
}

/* What a knob does to a metric of those listed. */
struct effects {
    const struct tornado *tornado;
    int metric;
    size_t row;
};

static const struct pairing *effect_of(struct effects of, int side)
{
    return &tornado_bar_of(of.tornado, of.metric, of.row)->effects[side];
}

/* "−5.7 % ±0.3 %", "+30", "=", "...", in at most so many columns. */
static void write_effect(struct effects of, int side, int columns, char *out, size_t size)
{
    const struct tornado *tornado = of.tornado;
    enum metric metric = tornado->metrics[of.metric];
    const struct pairing *effect = effect_of(of, side);
    char change[METRIC_WORDS_SIZE], width[METRIC_WORDS_SIZE];
    double base = tornado_base(tornado, of.metric);
    size_t i = of.row;
    if (!exists(tornado, i, side))
        text_print(out, size, "%s", "");
    else if (effect->n == 0)
        text_print(out, size, "%s", tornado_is_over(tornado) ? "-" : "...");
    else if (effect->verdict == PAIRING_IDENTICAL)
        text_print(out, size, "%s", "=");
    else if (effect->n < 2 || !(effect->ci95 > 0))
        text_print(out, size, "%s", metric_words_change(metric, base + effect->delta, base, change));
    else {
        metric_words_change(metric, base + effect->ci95, base, width);
        text_print(out, size, "%s", metric_words_change(metric, base + effect->delta, base, change));
        if (*out != '=' && strpbrk(width, "123456789"))
            append_interval(width, columns - text_width(out), out, size);
    }
}

static enum role role_of(struct effects of, int side)
{
    const struct pairing *effect = effect_of(of, side);
    double base = tornado_base(of.tornado, of.metric);
    int judged = metric_judge(of.tornado->metrics[of.metric], base + effect->delta, base);
    if (effect->verdict == PAIRING_NOISE || judged == 0 || of.tornado->one_draw)
        return ROLE_DIM;
    return judged > 0 ? ROLE_GOOD : ROLE_BAD;
}

/* From the middle to where the effect ends, and over it what each seed comes to; the ends of both sides may
 * lie on one side. */
static void draw_bar(struct effects of, double most, struct rect rect, enum role ground,
                     struct canvas *canvas)
{
    int half = rect.w / 2, middle = rect.x + half;
    for (int side = 0; side < TORNADO_SIDES; side++) {
        char effect[96];
        double delta = effect_of(of, side)->delta;
        write_effect(of, side, 0, effect, sizeof effect);
        int w = isnan(delta) || !(most > 0) || strcmp(effect, "=") == 0
                    ? 0
                    : (int)(fabs(delta) / most * (half - 1) + 0.5);
        struct style style = style_on(style_of(role_of(of, side)), ground);
        for (int i = 1; i <= w; i++)
            canvas_put(canvas, delta < 0 ? middle - i : middle + i, rect.y, side_glyphs[side], style);
    }
    canvas_put(canvas, middle, rect.y, 0x2502, style_on(style_of(ROLE_DIM), ground));
    for (int side = 0; side < TORNADO_SIDES; side++) {
        double seeds[TORNADO_DOTS];
        size_t n = tornado_differences(of.tornado, of.metric, of.row, side, seeds);
        part_dots(canvas, (struct rect){middle - half + 1, rect.y, 2 * half - 1, 1}, seeds, n, -most, most,
                  style_on(style_bold(ROLE_TITLE), ground));
    }
}

/* "clock resnet 1300.5 MHz", without the unit where it has no room; "load 1.00, a request". */
static void write_label(struct effects of, int columns, char *out, size_t size)
{
    text_print(out, size, "%s", of.tornado->rows[of.row].label);
    if (work_adds_up(of.tornado->metrics[of.metric]) && tornado_by_request(of.tornado, of.row)) {
        text_append(out, size, "%s", ", a request");
        text_cut(out, size, columns);
        return;
    }
    char *unit = strrchr(out, ' ');
    if (text_width(out) > columns && unit && unit > out && !(unit[1] >= '0' && unit[1] <= '9'))
        *unit = 0;
    text_cut(out, size, columns);
}

/* "▒ 0.95 ", where the knob goes; the sign alone where that leaves no room for the effect. */
static void write_end(struct effects of, int side, int columns, char *out, size_t size)
{
    const struct tornado *tornado = of.tornado;
    const struct tornado_row *row = &tornado->rows[of.row];
    size_t i = of.row;
    char effect[96];
    text_print(out, size, "%s", exists(tornado, i, side) ? side_signs[side] : "");
    if (tornado->swept || !exists(tornado, i, side))
        return;
    write_effect(of, side, 0, effect, sizeof effect);
    if (text_width(out) + text_width(row->to[side]) + 1 + text_width(effect) <= columns)
        text_append(out, size, "%s ", row->to[side]);
}

/* A knob, both its ends and the bar between them, whose longest would be `most`. */
static void draw_row(struct effects of, bool chosen, double most, struct rect rect, enum role ground,
                     struct canvas *canvas)
{
    char text[160], effect[96];
    int label_w = rect.w >= WIDE ? LABEL_WIDE : LABEL_W, ends = rect.w >= WIDE ? ENDS_W : ENDS_W * 2 / 3;
    int bar_x = rect.x + label_w + 2 + ends, bar_w = rect.x + rect.w - ends - bar_x - 1;
    write_label(of, label_w, text, sizeof text);
    canvas_text(canvas, rect.x + 1, rect.y, label_w,
                style_on(chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground), text);
    for (int side = 0; side < TORNADO_SIDES; side++) {
        char sign[KNOB_TEXT_SIZE + 8];
        write_end(of, side, ends - 1, sign, sizeof sign);
        write_effect(of, side, ends - 1 - text_width(sign), effect, sizeof effect);
        bool same = strcmp(effect, "=") == 0; /* as it is told */
        struct style style = style_on(style_of(same ? ROLE_DIM : role_of(of, side)), ground);
        text_print(text, sizeof text, "%s%s", sign, effect);
        text_cut(text, sizeof text, ends - 1);
        canvas_text(canvas, side == TORNADO_DOWN ? rect.x + label_w + 2 : bar_x + bar_w + 1, rect.y, ends,
                    style, text);
    }
    if (bar_w >= 5)
        draw_bar(of, most, (struct rect){bar_x, rect.y, bar_w, 1}, ground, canvas);
}

/* --- the other metrics, where there is room below --- */

static size_t row_at(const struct tornado *tornado, int metric, size_t place)
{
    return tornado->order[(size_t)metric * TORNADO_ROWS + place];
}

/* The longest bar of all, or a seed of it that goes beyond. */
static double reach_of(const struct tornado *tornado, int metric)
{
    double most = 0, seeds[TORNADO_DOTS];
    for (size_t i = 0; i < tornado->n; i++) {
        most = fmax(most, tornado_reach(tornado_bar_of(tornado, metric, i)));
        for (int side = 0; side < TORNADO_SIDES; side++)
            for (size_t k = tornado_differences(tornado, metric, i, side, seeds); k > 0; k--)
                most = fmax(most, fabs(seeds[k - 1]));
    }
    return most;
}

/* How many knobs move a metric. */
static int n_moving(const struct tornado *tornado, int metric)
{
    size_t n = 0;
    while (n < tornado->n && tornado->moves[(size_t)metric * TORNADO_ROWS + row_at(tornado, metric, n)])
        n++;
    return (int)n;
}

/* "late 0" over the knobs that move it most, so many; the chosen one stands out in each. */
static void draw_section(const struct tornado *tornado, int metric, int n, struct rect rect,
                         struct canvas *canvas)
{
    char text[160], value[METRIC_WORDS_SIZE];
    size_t chosen = tornado_at(tornado, tornado->at);
    double most = reach_of(tornado, metric);
    metric_words_value(tornado->metrics[metric], tornado_base(tornado, metric), value);
    text_print(text, sizeof text, "%s ", metric_words_name(tornado->metrics[metric], rect.w));
    int x = rect.x + 1 + canvas_text(canvas, rect.x + 1, rect.y, rect.w - 1, style_bold(ROLE_TITLE), text);
    x += canvas_print(canvas, x, rect.y, -1, style_of(ROLE_DIM), "%s ", value);
    canvas_hline(canvas, x, rect.y, rect.x + rect.w - x, 0x2500, style_of(ROLE_RULE));
    for (int i = 0; i < n; i++) {
        struct effects of = {tornado, metric, row_at(tornado, metric, (size_t)i)};
        draw_row(of, of.row == chosen, most, (struct rect){rect.x, rect.y + 1 + i, rect.w, 1},
                 ROLE_BACKGROUND, canvas);
    }
}

/* Each other metric that a knob moves, with as many of its knobs as all of them have room for. */
static void draw_sections(const struct tornado *tornado, struct rect rect, struct canvas *canvas)
{
    enum { LEAST = 3, FRAME = 2 }; /* knobs; the rows of heading and gap */
    int n = 0, most = 0, each = 0;
    for (int metric = 0; metric < tornado->n_metrics; metric++)
        n += metric != tornado->metric && n_moving(tornado, metric) > 0;
    n = n < rect.h / (FRAME + LEAST) ? n : rect.h / (FRAME + LEAST);
    for (bool fits = n > 0; fits && most < (int)tornado->n; each += fits) {
        int rows = 0, k = 0;
        most = each + 1;
        for (int metric = 0; metric < tornado->n_metrics && k < n; metric++) {
            int moving = metric == tornado->metric ? 0 : n_moving(tornado, metric);
            rows += moving > 0 ? FRAME + (moving < most ? moving : most) : 0;
            k += moving > 0;
        }
        fits = rows <= rect.h;
    }
    int y = rect.y;
    for (int metric = 0; metric < tornado->n_metrics && n > 0; metric++) {
        int moving = metric == tornado->metric ? 0 : n_moving(tornado, metric);
        if (moving == 0)
            continue;
        int rows = moving < each ? moving : each;
        draw_section(tornado, metric, rows, (struct rect){rect.x, y + 1, rect.w, rows + 1}, canvas);
        y += FRAME + rows;
        n--;
    }
}

static enum knob_role role_at(const struct tornado *tornado, size_t place)
{
    return knob_infos[tornado->rows[tornado_at(tornado, place)].knob.id].role;
}

/* ": a step down −5.7 %, a step up +4.0 %" */
static void append_effects(const struct tornado *tornado, size_t i, bool brief, char *out, size_t size)
{
    static const char *const sides[2][TORNADO_SIDES] = {{"a step down", "a step up"},
                                                        {"its least value", "its greatest"}};
    const struct tornado_row *row = &tornado->rows[i];
    bool profile = row->knob.id == KNOB_PROFILE_SCALE || row->knob.id == KNOB_PROFILE_SCALE_HIGH;
    char effect[96];
    for (int side = 0, told = 0; side < TORNADO_SIDES; side++) {
        if (!exists(tornado, i, side))
            continue;
        write_effect((struct effects){tornado, tornado->metric, i}, side, 0, effect, sizeof effect);
        const char *what = brief        ? ""
                           : row->named ? "instead "
                           : profile && !tornado->swept
                               ? side == TORNADO_DOWN ? "20 % faster " : "20 % slower "
                               : sides[tornado->swept != NULL][side];
        text_append(out, size, "%s %s%s%s", told++ ? "," : "", what,
                    *what && what[strlen(what) - 1] != ' ' ? " " : "",
                    strcmp(effect, "=") == 0 ? "nothing" : effect);
    }
}

/* "Of the choices CIT 1.00 moves carbon most: a step down −5.7 %, a step up +4.0 %; of the world ci 1.00:
 * −10.0 %, +10.0 %; of the doubts PUE 1.00: ...": the longest bar of each role, once it is known. */
static void describe(const struct tornado *tornado, const char *name, char *out, size_t size)
{
    static const char *const of[KNOB_ROLES] = {"", "of the choices", "of the world", "of the doubts"};
    bool over = tornado_is_over(tornado);
    char label[TORNADO_LABEL];
    if (!over || tornado->n_told == 0) {
        text_print(out, size, over ? "No knob changes %s here." : "Which knob matters most for %s?", name);
        return;
    }
    out[0] = 0;
    for (size_t place = 0; place < tornado->n_told; place++) {
        size_t i = tornado_at(tornado, place);
        bool first = place == 0;
        if (!first && role_at(tornado, place) == role_at(tornado, place - 1))
            continue;
        write_label((struct effects){tornado, tornado->metric, i}, sizeof label - 1, label, sizeof label);
        text_append(out, size, first ? "O%s %s moves %s most:" : "; o%s %s:", of[role_at(tornado, place)] + 1,
                    label, name);
        append_effects(tornado, i, !first, out, size);
    }
}

/* What the bars are, and what lies in the middle: two lines at most. */
static void draw_head(const struct host *host, const struct tornado *tornado, struct canvas *canvas)
{
    static const char *const whats[] = {"a step of each knob, 20 % of each profile, of the whole run",
                                        "the ends of each range, and each name"};
    int w = canvas->w;
    char text[400], brief[400], value[METRIC_WORDS_SIZE], seeds[64] = "one seed: each is one draw of luck",
                                                          done[48] = "";
    enum metric metric = tornado->metrics[tornado->metric];
    const char *name = metric_words_name(metric, w), *const forms[] = {text, brief};
    if (!tornado->swept && seeding_done(&tornado->seeding) < seeding_size(&tornado->seeding))
        text_print(done, sizeof done, "%zu of %zu runs", seeding_done(&tornado->seeding),
                   seeding_size(&tornado->seeding));
    view_bar(host, canvas, "Tornado", whats[tornado->swept != NULL], done);
    describe(tornado, name, text, sizeof text);
    int below = 1 + part_wrap(canvas, (struct rect){1, 1, w - 1, 2}, style_bold(ROLE_TITLE), text);
    if (tornado->n_seeds > 1)
        text_print(seeds, sizeof seeds, "paired over %zu seeds (• each), dim: within their noise",
                   tornado->n_seeds);
    metric_words_value(metric, tornado_base(tornado, tornado->metric), value);
    text_print(text, sizeof text,
               tornado->swept ? "%s is %s at %s; ▒ least value, █ greatest or that name; %s"
                              : "%s is %s%s; ▒ a step down, █ a step up; %s",
               name, value, tornado->swept ? tornado->home : "", seeds);
    text_print(brief, sizeof brief,
               tornado->swept ? "%s %s at %s; ▒ least, █ greatest or a name; %s"
                              : "%s %s%s; ▒ step down, █ step up; %s",
               name, value, tornado->swept ? tornado->home : "", seeds);
    if (tornado->n_seeds > 1 && text_width(brief) >= w - 1)
        text_print(brief, sizeof brief,
                   tornado->swept ? "%s %s at %s; %zu seeds (•), dim: within the noise"
                                  : "%s %s%s; ▒ step down, █ up; %zu seeds (•), dim: within the noise",
                   name, value, tornado->swept ? tornado->home : "", tornado->n_seeds);
    part_wrap(canvas, (struct rect){1, below, w - 1, TOP - below}, style_of(ROLE_DIM),
              text_fitting(forms, 2, w - 1));
}

/* "These change nothing here: SLO job 3, ...": what has no bar. Returns the row below. */
static int draw_rest(const struct tornado *tornado, struct rect rect, struct canvas *canvas)
{
    char text[1200];
    text_print(text, sizeof text, "%s", "These change nothing here:");
    for (size_t at = tornado->n_told; at < tornado->n; at++)
        text_append(text, sizeof text, "%s %s", at > tornado->n_told ? "," : "",
                    tornado->rows[tornado_at(tornado, at)].label);
    return rect.y + part_wrap(canvas, rect, style_of(ROLE_DIM), text);
}

/* The rows that are told, by their places, and before those of each role its heading, -role. `at`: which is
 * the chosen one. */
static int list_lines(const struct tornado *tornado, int *lines, int *at)
{
    int n = 0;
    for (size_t place = 0; place < tornado->n_told; place++) {
        bool told = tornado_is_over(tornado);
        if (told && (place == 0 || role_at(tornado, place) != role_at(tornado, place - 1)))
            lines[n++] = -(int)role_at(tornado, place);
        *at = place == tornado->at ? n : *at;
        lines[n++] = (int)place;
    }
    return n;
}

void tornado_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    enum { REST = 2 };
    const struct tornado *tornado = state;
    bool rest = tornado->n_told < tornado->n && canvas->h > TOP + 1 + 2 * REST;
    static const char *const heads[KNOB_ROLES] = {"", "What can be chosen", "What the world has",
                                                  "What is not known"};
    int lines[TORNADO_ROWS + KNOB_ROLES], at = 0, n_lines = list_lines(tornado, lines, &at);
    int n = (int)tornado->n_told, rows = canvas->h - TOP - 1 - (rest ? REST + 1 : 0),
        first = part_scrolled(at, n_lines, rows), y = TOP + (n_lines < rows ? n_lines : rows);
    double most = reach_of(tornado, tornado->metric);
    draw_head(host, tornado, canvas);
    if (rest)
        y = draw_rest(tornado, (struct rect){1, y + 1, canvas->w - 2, REST}, canvas);
    for (int i = 0; i < rows && first + i < n_lines; i++) {
        struct rect row = {0, TOP + i, canvas->w, 1};
        int place = lines[first + i];
        if (place < 0) {
            part_title(canvas, row, 0, heads[-place], "", false);
            continue;
        }
        struct effects of = {tornado, tornado->metric, row_at(tornado, tornado->metric, (size_t)place)};
        bool chosen = place == (int)tornado->at;
        enum role ground = part_row(canvas, row, ROLE_BACKGROUND, chosen, true);
        draw_row(of, chosen, most, row, ground, canvas);
    }
    if (tornado_is_over(tornado) && n > 0)
        draw_sections(tornado, (struct rect){0, y, canvas->w, canvas->h - 2 - y}, canvas);
}

/* --- as rows --- */

static void name_columns(const struct tornado *tornado, struct sheet *sheet)
{
    static const char *const first[] = {"rank", "knob", "role", "basis", "side", "from", "to", "seeds"};
    enum metric metric = tornado->metrics[tornado->metric];
    for (size_t k = 0; k < sizeof first / sizeof *first; k++)
        sheet_column(sheet, first[k]);
    sheet_metric_column(sheet, metric, ".delta");
    sheet_metric_column(sheet, metric, ".delta_ci95");
    sheet_column(sheet, "verdict");
}

void tornado_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    const struct tornado *tornado = state;
    (void)host;
    sheet_say_metric(sheet, "metric", tornado->metrics[tornado->metric]);
    sheet_say_number(sheet, "middle", tornado_base(tornado, tornado->metric));
    sheet_say_number(sheet, "seeds", (double)tornado->n_seeds);
    name_columns(tornado, sheet);
    for (size_t at = 0; at < tornado->n; at++) {
        size_t i = tornado_at(tornado, at);
        const struct tornado_row *row = &tornado->rows[i];
        for (int side = 0; side < TORNADO_SIDES; side++) {
            const struct pairing *effect = effect_of((struct effects){tornado, tornado->metric, i}, side);
            if (!exists(tornado, i, side))
                continue;
            sheet_number(sheet, (double)(at + 1));
            sheet_text(sheet, row->name);
            sheet_text(sheet, knob_role_names[knob_infos[row->knob.id].role]);
            sheet_text(sheet,
                       work_adds_up(tornado->metrics[tornado->metric]) && tornado_by_request(tornado, i)
                           ? "request"
                           : "run");
            sheet_text(sheet, row->named ? "name" : side_names[side]);
            sheet_value(sheet, row->from);
            sheet_value(sheet, row->to[side]);
            sheet_number(sheet, (double)effect->n);
            sheet_number(sheet, effect->delta);
            sheet_number(sheet, effect->ci95);
            sheet_text(sheet, *pairing_verdict_names[effect->verdict] ? pairing_verdict_names[effect->verdict]
                                                                      : NULL);
        }
    }
}
