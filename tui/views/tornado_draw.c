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
    return tornado->bars[i].runs[side] != TORNADO_NONE;
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

/* "−5.7 % ±0.3 %", "+30", "=", "...", in at most so many columns. */
static void write_effect(const struct tornado *tornado, size_t i, int side, int columns, char *out,
                         size_t size)
{
    enum metric metric = tornado->metrics[tornado->metric];
    const struct pairing *effect = &tornado->bars[i].effects[side];
    char change[METRIC_WORDS_SIZE], width[METRIC_WORDS_SIZE];
    double base = tornado_base(tornado);
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
        if (*width != '=' && *width != '-')
            append_interval(width, columns - text_width(out), out, size);
    }
}

static enum role role_of(const struct tornado *tornado, const struct pairing *effect)
{
    int judged = metric_judge(tornado->metrics[tornado->metric], effect->delta, 0);
    if (effect->verdict == PAIRING_NOISE || judged == 0)
        return ROLE_DIM;
    return judged > 0 ? ROLE_GOOD : ROLE_BAD;
}

/* From the middle to where the effect ends; the ends of both sides may lie on one side. */
static void draw_bar(const struct tornado *tornado, size_t of, double most, struct rect rect,
                     enum role ground, struct canvas *canvas)
{
    int half = rect.w / 2, middle = rect.x + half;
    for (int side = 0; side < TORNADO_SIDES; side++) {
        const struct pairing *effect = &tornado->bars[of].effects[side];
        double delta = effect->delta;
        int w = isnan(delta) || !(most > 0) ? 0 : (int)(fabs(delta) / most * (half - 1) + 0.5);
        struct style style = style_on(style_of(role_of(tornado, effect)), ground);
        for (int i = 1; i <= w; i++)
            canvas_put(canvas, delta < 0 ? middle - i : middle + i, rect.y, side_glyphs[side], style);
    }
    canvas_put(canvas, middle, rect.y, 0x2502, style_on(style_of(ROLE_DIM), ground));
}

/* "clock resnet 1300.5 MHz", without the unit where it has no room. */
static void write_label(const struct tornado_row *row, int columns, char *out, size_t size)
{
    text_print(out, size, "%s", row->label);
    char *unit = strrchr(out, ' ');
    if (text_width(out) > columns && unit && unit > out && !(unit[1] >= '0' && unit[1] <= '9'))
        *unit = 0;
    text_cut(out, size, columns);
}

/* "▒ 0.95 ", where the knob goes; the sign alone where that leaves no room for the effect. */
static void write_end(const struct tornado *tornado, size_t i, int side, int columns, char *out, size_t size)
{
    const struct tornado_row *row = &tornado->rows[i];
    char effect[96];
    text_print(out, size, "%s", exists(tornado, i, side) ? side_signs[side] : "");
    if (tornado->swept || !exists(tornado, i, side))
        return;
    write_effect(tornado, i, side, 0, effect, sizeof effect);
    if (text_width(out) + text_width(row->to[side]) + 1 + text_width(effect) <= columns)
        text_append(out, size, "%s ", row->to[side]);
}

static void draw_row(const struct tornado *tornado, size_t at, double most, struct rect rect,
                     struct canvas *canvas)
{
    size_t i = tornado->order[at];
    bool chosen = at == tornado->at;
    char text[160], effect[96];
    enum role ground = part_row(canvas, rect, ROLE_BACKGROUND, chosen, true);
    int label_w = rect.w >= WIDE ? LABEL_WIDE : LABEL_W;
    write_label(&tornado->rows[i], label_w, text, sizeof text);
    canvas_text(canvas, rect.x + 1, rect.y, label_w,
                style_on(chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground), text);
    int ends = rect.w >= WIDE ? ENDS_W : ENDS_W * 2 / 3;
    int bar_x = rect.x + label_w + 2 + ends, bar_w = rect.x + rect.w - ends - bar_x - 1;
    for (int side = 0; side < TORNADO_SIDES; side++) {
        char sign[KNOB_TEXT_SIZE + 8];
        write_end(tornado, i, side, ends - 1, sign, sizeof sign);
        write_effect(tornado, i, side, ends - 1 - text_width(sign), effect, sizeof effect);
        bool same = strcmp(effect, "=") == 0; /* as it is told */
        enum role role = same ? ROLE_DIM : role_of(tornado, &tornado->bars[i].effects[side]);
        struct style style = style_on(style_of(role), ground);
        text_print(text, sizeof text, "%s%s", sign, effect);
        text_cut(text, sizeof text, ends - 1);
        canvas_text(canvas, side == TORNADO_DOWN ? rect.x + label_w + 2 : bar_x + bar_w + 1, rect.y, ends,
                    style, text);
    }
    if (bar_w >= 5)
        draw_bar(tornado, i, most, (struct rect){bar_x, rect.y, bar_w, 1}, ground, canvas);
}

/* "ci 1.00 matters most: a step down −7.7 % carbon, a step up +7.7 %": the longest bar, once it is known. */
static void describe(const struct tornado *tornado, const char *name, char *out, size_t size)
{
    static const char *const sides[2][TORNADO_SIDES] = {{"a step down", "a step up"},
                                                        {"its least value", "its greatest"}};
    char effect[96];
    size_t i = tornado->n > 0 ? tornado->order[0] : 0;
    bool known = tornado_is_over(tornado) && tornado->n > 0;
    if (!known || !(tornado_reach(&tornado->bars[i]) > 0)) {
        text_print(out, size, known ? "No knob changes %s here." : "Which knob matters most for %s?", name);
        return;
    }
    const struct tornado_row *row = &tornado->rows[i];
    bool profile = row->knob.id == KNOB_PROFILE_SCALE || row->knob.id == KNOB_PROFILE_SCALE_HIGH;
    text_print(out, size, "%s moves %s most:", row->label, name);
    for (int side = 0, told = 0; side < TORNADO_SIDES; side++) {
        if (!exists(tornado, i, side))
            continue;
        write_effect(tornado, i, side, 0, effect, sizeof effect);
        const char *what = row->named                   ? "instead"
                           : profile && !tornado->swept ? side == TORNADO_DOWN ? "20 % faster" : "20 % slower"
                                                        : sides[tornado->swept != NULL][side];
        text_append(out, size, "%s %s %s", told++ ? "," : "", what,
                    strcmp(effect, "=") == 0 ? "nothing" : effect);
    }
}

/* What the bars are, and what lies in the middle: two lines at most. */
static void draw_head(const struct host *host, const struct tornado *tornado, struct canvas *canvas)
{
    static const char *const whats[] = {"a step of each knob, 20 % of each profile",
                                        "the ends of each range, and each name"};
    int w = canvas->w;
    char text[400], brief[400], value[METRIC_WORDS_SIZE], seeds[64] = "one seed: each is one draw",
                                                          done[48] = "";
    enum metric metric = tornado->metrics[tornado->metric];
    const char *name = metric_words_name(metric, w), *const forms[] = {text, brief};
    if (!tornado_is_over(tornado))
        text_print(done, sizeof done, "%zu of %zu runs", question_done(tornado->question),
                   question_size(tornado->question));
    view_bar(host, canvas, "Tornado", whats[tornado->swept != NULL], done);
    describe(tornado, name, text, sizeof text);
    canvas_text(canvas, 1, 1, w - 1, style_bold(ROLE_TITLE), text);
    if (tornado->n_seeds > 1)
        text_print(seeds, sizeof seeds, "paired over %zu seeds, dim: may be noise", tornado->n_seeds);
    metric_words_value(metric, tornado_base(tornado), value);
    text_print(text, sizeof text,
               tornado->swept ? "%s is %s at %s; ▒ least value, █ greatest or that name; %s"
                              : "%s is %s%s; ▒ a step down, █ a step up; %s",
               name, value, tornado->swept ? tornado->home : "", seeds);
    text_print(brief, sizeof brief,
               tornado->swept ? "%s %s at %s; ▒ least, █ greatest or a name; %s"
                              : "%s %s%s; ▒ step down, █ step up; %s",
               name, value, tornado->swept ? tornado->home : "", seeds);
    part_wrap(canvas, (struct rect){1, 2, w - 1, TOP - 2}, style_of(ROLE_DIM), text_fitting(forms, 2, w - 1));
}

/* "These change nothing here: SLO job 3, ...": what has no bar. */
static void draw_rest(const struct tornado *tornado, struct rect rect, struct canvas *canvas)
{
    char text[1200];
    text_print(text, sizeof text, "%s", "These change nothing here:");
    for (size_t at = tornado->n_told; at < tornado->n; at++)
        text_append(text, sizeof text, "%s %s", at > tornado->n_told ? "," : "",
                    tornado->rows[tornado->order[at]].label);
    part_wrap(canvas, rect, style_of(ROLE_DIM), text);
}

void tornado_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    enum { REST = 2 };
    const struct tornado *tornado = state;
    double most = 0;
    bool rest = tornado->n_told < tornado->n && canvas->h > TOP + 1 + 2 * REST;
    int n = (int)tornado->n_told, rows = canvas->h - TOP - 1 - (rest ? REST + 1 : 0),
        first = part_scrolled((int)tornado->at, n, rows);
    draw_head(host, tornado, canvas);
    if (rest)
        draw_rest(tornado, (struct rect){1, TOP + 1 + (n < rows ? n : rows), canvas->w - 2, REST}, canvas);
    for (size_t i = 0; i < tornado->n; i++)
        most = fmax(most, tornado_reach(&tornado->bars[i]));
    for (int i = 0; i < rows && first + i < n; i++)
        draw_row(tornado, (size_t)(first + i), most, (struct rect){0, TOP + i, canvas->w, 1}, canvas);
}

/* --- as rows --- */

static void name_columns(const struct tornado *tornado, struct sheet *sheet)
{
    static const char *const first[] = {"rank", "knob", "side", "from", "to", "seeds"};
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
    sheet_say_number(sheet, "middle", tornado_base(tornado));
    sheet_say_number(sheet, "seeds", (double)tornado->n_seeds);
    name_columns(tornado, sheet);
    for (size_t at = 0; at < tornado->n; at++) {
        size_t i = tornado->order[at];
        const struct tornado_row *row = &tornado->rows[i];
        for (int side = 0; side < TORNADO_SIDES; side++) {
            const struct pairing *effect = &tornado->bars[i].effects[side];
            if (!exists(tornado, i, side))
                continue;
            sheet_number(sheet, (double)(at + 1));
            sheet_text(sheet, row->name);
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
