/* Bars from one zero: what a layer adds goes to the right of it, what it takes away to the left, and blue is
 * better whichever way that is. Where there is room a layer has three, its part, alone and last, and beside
 * them stand the pairs as a triangle; else one bar with the other two as numbers, and the pairs are a
 * sentence. */
#include "tui/views/contribution.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/contribution.h"

#include <math.h>
#include <string.h>

enum { NAME_W = 11, KIND_W = 6, CELL_W = 10, LAYER_ROWS = 4, WIDE = 110, MATRIX_GAP = 3 };

/* A frame: what is shown, and where its parts are. */
struct frame {
    const struct contribution_view *view;
    const struct attribution *attribution;
    const struct contribution *own; /* NULL: nothing is known yet */
    struct contribution_scale scale;
    struct canvas *canvas;
    int left_w;         /* columns of the bars' part */
    int amount_w;       /* of them for a number beside three bars */
    double least, most; /* of all that has a bar, and 0 */
    bool tall;          /* three bars a layer */
};

static const char *pending(const struct frame *frame)
{
    return contribution_is_over(frame->view) ? "-" : "...";
}

/* "−812.3 g", "-", "..."; behind it a sign where that run misses an SLO. Brief: no interval, but a sign where
 * it may be noise. */
static void write_effect(const struct frame *frame, const struct pairing *effect, bool brief, bool misses,
                         char *out, size_t size)
{
    char cell[CONTRIBUTION_CELL];
    if (effect->n == 0) {
        text_print(out, size, "%s", pending(frame));
        return;
    }
    text_print(out, size, "%s",
               brief ? contribution_amount(&frame->scale, effect->delta, cell)
                     : contribution_effect(&frame->scale, effect, cell));
    if (brief && effect->verdict == PAIRING_NOISE && strcmp(out, "=") != 0)
        text_append(out, size, "%s", " ?");
    if (misses)
        text_append(out, size, "%s", " ○");
}

/* Has it a bar? */
static bool is_something(const struct frame *frame, const struct pairing *effect)
{
    return effect->n > 0 && !contribution_is_none(&frame->scale, effect->delta);
}

/* Behind it whether that is good, where there is room. */
static void append_word(const struct frame *frame, const struct pairing *effect, int columns, char *out,
                        size_t size)
{
    const char *word = contribution_word(frame->own, effect);
    if (is_something(frame, effect) && text_width(out) + 1 + text_width(word) <= columns)
        text_append(out, size, " %s", word);
}

static enum role role_of(const struct frame *frame, const struct pairing *effect)
{
    const char *word = contribution_word(frame->own, effect);
    return strcmp(word, "better") == 0 ? ROLE_GOOD : strcmp(word, "worse") == 0 ? ROLE_BAD : ROLE_DIM;
}

/* --- bars --- */

static void stretch(struct frame *frame, const struct pairing *effect)
{
    if (!is_something(frame, effect))
        return;
    frame->least = fmin(frame->least, effect->delta);
    frame->most = fmax(frame->most, effect->delta);
}

static void find_ends(struct frame *frame)
{
    stretch(frame, &frame->own->total);
    for (int k = 0; k < frame->attribution->n; k++) {
        stretch(frame, &frame->own->layers[k].share);
        for (size_t seed = 0; seed < CONTRIBUTION_DOTS; seed++) {
            double part = frame->own->layers[k].seeds[seed];
            frame->least = isnan(part) ? frame->least : fmin(frame->least, part);
            frame->most = isnan(part) ? frame->most : fmax(frame->most, part);
        }
        if (!frame->tall)
            continue;
        stretch(frame, &frame->own->layers[k].alone);
        stretch(frame, &frame->own->layers[k].last);
    }
}

/* The column of a value among so many. */
static int column_of(const struct frame *frame, double value, int columns)
{
    double range = frame->most - frame->least;
    return range > 0 ? (int)((value - frame->least) / range * (columns - 1) + 0.5) : 0;
}

/* Over a part's bar what each seed comes to. */
static void draw_seeds(const struct frame *frame, int k, struct rect rect, enum role ground)
{
    const struct pairing *share = &frame->own->layers[k].share;
    if (share->n > 1 && share->verdict != PAIRING_IDENTICAL)
        part_dots(frame->canvas, rect, frame->own->layers[k].seeds, CONTRIBUTION_DOTS, frame->least,
                  frame->most, style_on(style_bold(ROLE_TITLE), ground));
}

static void draw_bar(const struct frame *frame, const struct pairing *effect, uint32_t glyph,
                     struct rect rect, enum role ground)
{
    int zero = column_of(frame, 0, rect.w);
    int end = is_something(frame, effect) ? column_of(frame, effect->delta, rect.w) : zero;
    struct style style = style_on(style_of(role_of(frame, effect)), ground);
    for (int x = end < zero ? end : zero + 1; x < (end < zero ? zero : end + 1); x++)
        canvas_put(frame->canvas, rect.x + x, rect.y, glyph, style);
    canvas_put(frame->canvas, rect.x + zero, rect.y, 0x2502, style_on(style_of(ROLE_DIM), ground));
}

/* --- a layer with three bars --- */

static void draw_kind(const struct frame *frame, int k, int kind, int y, bool chosen)
{
    static const char *const names[] = {"part", "alone", "last"};
    static const uint32_t glyphs[] = {0x2588, 0x2592, 0x2592};
    const struct pairing *effects[] = {&frame->own->layers[k].share, &frame->own->layers[k].alone,
                                       &frame->own->layers[k].last};
    unsigned all = attribution_all(frame->attribution), sets[] = {all, 1U << k, all & ~(1U << k)};
    struct rect row = {0, y, frame->left_w, 1};
    int bar_x = 1 + NAME_W + KIND_W, bar_w = frame->left_w - bar_x - frame->amount_w - 1;
    enum role ground = part_row(frame->canvas, row, ROLE_BACKGROUND, chosen, true);
    enum role role = role_of(frame, effects[kind]);
    char text[96];
    canvas_text(frame->canvas, 1 + NAME_W, y, KIND_W, style_on(style_of(kind ? ROLE_DIM : ROLE_TEXT), ground),
                names[kind]);
    if (kind == 0)
        canvas_text(frame->canvas, 1, y, NAME_W, style_on(style_bold(ROLE_TITLE), ground),
                    layer_names[frame->attribution->layers[k]]);
    if (bar_w > 4)
        draw_bar(frame, effects[kind], glyphs[kind], (struct rect){bar_x, y, bar_w, 1}, ground);
    if (bar_w > 4 && kind == 0)
        draw_seeds(frame, k, (struct rect){bar_x, y, bar_w, 1}, ground);
    write_effect(frame, effects[kind], false, kind > 0 && frame->own->misses[sets[kind]], text, sizeof text);
    if (kind == 0)
        append_word(frame, effects[kind], frame->amount_w, text, sizeof text);
    canvas_text(frame->canvas, bar_x + bar_w + 1, y, frame->amount_w,
                style_on(kind ? style_of(role) : style_bold(role), ground), text);
}

static void draw_tall(const struct frame *frame, int k, int y)
{
    const struct contribution_view *view = frame->view;
    char text[CONTRIBUTION_TEXT];
    for (int kind = 0; kind < 3; kind++)
        draw_kind(frame, k, kind, y + kind, view->at == k && kind == 1 + view->side);
    int room = frame->left_w - 2 - NAME_W, more = 0, and_more = text_width(" and 99 more");
    contribution_layer(frame->attribution, k, false, text, sizeof text);
    if (text_width(text) > room)
        contribution_layer(frame->attribution, k, true, text, sizeof text);
    for (char *last; text_width(text) + (more ? and_more : 0) > room && (last = strrchr(text, ',')); more++)
        *last = 0;
    if (more > 0)
        text_append(text, sizeof text, " and %d more", more);
    text_cut(text, sizeof text, room);
    canvas_text(frame->canvas, 1 + NAME_W, y + 3, frame->left_w, style_of(ROLE_DIM), text);
}

/* --- a layer with one --- */

enum { ONE_W = 13, SCHEME_W = 13, BAR_LEAST = 12 };

/* Columns of a layer's name, with the scheme it is known by where that leaves a bar. */
static int name_columns(const struct frame *frame)
{
    int rest = frame->left_w - 1 - NAME_W - 3 * ONE_W - SCHEME_W;
    return NAME_W + (!frame->tall && rest >= BAR_LEAST ? SCHEME_W : 0);
}

static void draw_one(const struct frame *frame, int k, int y)
{
    const struct contribution_view *view = frame->view;
    const struct pairing *effects[] = {&frame->own->layers[k].share, &frame->own->layers[k].alone,
                                       &frame->own->layers[k].last};
    unsigned all = attribution_all(frame->attribution), sets[] = {all, 1U << k, all & ~(1U << k)};
    bool chosen = view->at == k;
    enum role ground =
        part_row(frame->canvas, (struct rect){0, y, frame->left_w, 1}, ROLE_BACKGROUND, chosen, true);
    int name_w = name_columns(frame), bar_w = frame->left_w - 1 - name_w - 3 * ONE_W;
    char text[96];
    canvas_text(frame->canvas, 1, y, NAME_W, style_on(style_bold(ROLE_TITLE), ground),
                layer_names[frame->attribution->layers[k]]);
    const char *scheme = contribution_scheme(frame->attribution, k);
    if (name_w > NAME_W && text_width(scheme) < SCHEME_W) /* a setting's name is long, and Enter shows it */
        canvas_text(frame->canvas, 1 + NAME_W, y, SCHEME_W - 1, style_on(style_of(ROLE_TEXT), ground),
                    scheme);
    if (bar_w > 4)
        draw_bar(frame, effects[0], 0x2588, (struct rect){1 + name_w, y, bar_w - 1, 1}, ground);
    if (bar_w > 4)
        draw_seeds(frame, k, (struct rect){1 + name_w, y, bar_w - 1, 1}, ground);
    for (int kind = 0; kind < 3; kind++) {
        bool opens = chosen && kind == 1 + view->side;
        struct style style = kind == 0 || opens ? style_bold(role_of(frame, effects[kind]))
                                                : style_of(role_of(frame, effects[kind]));
        int x = frame->left_w - (3 - kind) * ONE_W;
        write_effect(frame, effects[kind], true, kind > 0 && frame->own->misses[sets[kind]], text,
                     sizeof text);
        text_cut(text, sizeof text, ONE_W - 1);
        canvas_text(frame->canvas, x, y, ONE_W, style_on(style, ground), text);
        if (opens)
            canvas_text(frame->canvas, x - 1, y, 1, style_on(style_bold(ROLE_TITLE), ground), "▸");
    }
}

static int draw_heads(const struct frame *frame, int y)
{
    static const char *const names[] = {"part", "alone", "last"};
    for (int kind = 0; kind < 3; kind++)
        canvas_text(frame->canvas, frame->left_w - (3 - kind) * ONE_W, y, ONE_W, style_of(ROLE_DIM),
                    names[kind]);
    return y + 1;
}

static int draw_layers(const struct frame *frame, int y)
{
    if (!frame->tall)
        y = draw_heads(frame, y);
    for (int k = 0; k < frame->attribution->n; k++) {
        if (frame->tall)
            draw_tall(frame, k, y);
        else
            draw_one(frame, k, y);
        y += frame->tall ? LAYER_ROWS : 1;
    }
    return y;
}

/* What the shares add up to. */
static int draw_total(const struct frame *frame, int y)
{
    const struct pairing *total = &frame->own->total;
    int bar_x = 1 + name_columns(frame) + (frame->tall ? KIND_W : 0);
    int bar_w =
        frame->tall ? frame->left_w - bar_x - frame->amount_w - 1 : frame->left_w - bar_x - 3 * ONE_W - 1;
    char text[96];
    canvas_text(frame->canvas, 1, y, NAME_W, style_bold(ROLE_TEXT), "total");
    if (bar_w > 4)
        draw_bar(frame, total, 0x2588, (struct rect){bar_x, y, bar_w, 1}, ROLE_BACKGROUND);
    int columns = frame->tall ? frame->amount_w : 3 * ONE_W - 1;
    write_effect(frame, total, false, false, text, sizeof text);
    append_word(frame, total, columns, text, sizeof text);
    canvas_text(frame->canvas, bar_x + bar_w + 1, y, columns, style_bold(role_of(frame, total)), text);
    return y + 1;
}

/* --- the runs at the ends, and the best --- */

static void draw_run(const struct frame *frame, const char *name, unsigned set, const char *more, int y,
                     bool chosen)
{
    char cell[CONTRIBUTION_CELL], text[160];
    double value = frame->own->values[set];
    enum role ground =
        part_row(frame->canvas, (struct rect){0, y, frame->left_w, 1}, ROLE_BACKGROUND, chosen, true);
    text_print(text, sizeof text, "%s%s",
               isnan(value) ? pending(frame) : contribution_level(&frame->scale, value, cell),
               isnan(value) || !frame->own->misses[set] ? "" : " ○ breaks a limit");
    canvas_text(frame->canvas, 1, y, NAME_W, style_on(style_of(chosen ? ROLE_TITLE : ROLE_TEXT), ground),
                name);
    canvas_text(frame->canvas, 1 + NAME_W, y, frame->left_w - NAME_W - 1,
                style_on(style_of(ROLE_TEXT), ground), text);
    int x = 1 + NAME_W + text_width(text) + 2;
    text_print(text, sizeof text, "%s", more);
    text_cut(text, sizeof text, frame->left_w - x);
    canvas_text(frame->canvas, x, y, frame->left_w - x, style_on(style_of(ROLE_DIM), ground), text);
}

/* "configure + place + route + tune", or by the one that is off where the many have no room: "all but share".
 */
static void name_best(const struct frame *frame, char *out, size_t size)
{
    enum { VALUE_W = 26 };
    const struct attribution *attribution = frame->attribution;
    unsigned best = (unsigned)frame->own->best, off = attribution_all(attribution) & ~best;
    char one[CONTRIBUTION_CELL];
    attribution_name(attribution, best, out, size);
    bool alone = off != 0 && (off & (off - 1)) == 0;
    if (alone && text_width(out) > frame->left_w - NAME_W - VALUE_W)
        text_print(out, size, "all but %s", attribution_name(attribution, off, one, sizeof one));
}

static int draw_runs(const struct frame *frame, int y)
{
    const struct contribution_view *view = frame->view;
    int n = frame->attribution->n;
    char name[CONTRIBUTION_CELL], best[128];
    unsigned all = attribution_all(frame->attribution);
    draw_run(frame, "all off", 0, "", y, view->at == n);
    draw_run(frame, attribution_name(frame->attribution, all, name, sizeof name), all, "the run explored",
             y + 1, false);
    if (contribution_rows(view) <= n + 1)
        return y + 2;
    name_best(frame, best, sizeof best);
    text_append(best, sizeof best, "%s", frame->own->best_keeps ? ", every limit kept" : "");
    draw_run(frame, "best set", (unsigned)frame->own->best, best, y + 2, view->at == n + 1);
    return y + 3;
}

/* --- pairs --- */

static const struct contribution_pair *find_pair(const struct contribution *own, int a, int b)
{
    int i = 0;
    while (i < own->n_pairs - 1 && (own->pairs[i].a != a || own->pairs[i].b != b))
        i++;
    return &own->pairs[i];
}

static void draw_pair(const struct frame *frame, int a, int b, int x, int y)
{
    const struct contribution_pair *pair = find_pair(frame->own, a, b);
    enum role role = role_of(frame, &pair->effect);
    char text[CONTRIBUTION_CELL];
    bool known = pair->effect.n > 0;
    contribution_amount(&frame->scale, known ? pair->effect.delta : (double)NAN, text);
    if (!known)
        text_print(text, sizeof text, "%s", pending(frame));
    bool noise = known && pair->effect.verdict == PAIRING_NOISE && strcmp(text, "=") != 0;
    const char *word = role == ROLE_GOOD ? "help" : role == ROLE_BAD ? "fight" : noise ? "noise" : "";
    canvas_text(frame->canvas, x, y, CELL_W, style_bold(role), text);
    canvas_text(frame->canvas, x, y + 1, CELL_W, style_of(role), word);
}

/* The lower triangle: who beside whom. */
static int draw_matrix(const struct frame *frame, int x, int y)
{
    const struct attribution *attribution = frame->attribution;
    int w = frame->canvas->w - x - 1;
    part_title(frame->canvas, (struct rect){x, y, w, 1}, 0, "Pairs", "beyond the sum of both", false);
    for (int a = 0; a + 1 < attribution->n; a++)
        canvas_text(frame->canvas, x + NAME_W + a * CELL_W, y + 2, CELL_W, style_of(ROLE_TEXT),
                    layer_names[attribution->layers[a]]);
    for (int b = 1; b < attribution->n; b++) {
        canvas_text(frame->canvas, x, y + 1 + 3 * b, NAME_W, style_of(ROLE_TEXT),
                    layer_names[attribution->layers[b]]);
        for (int a = 0; a < b; a++)
            draw_pair(frame, a, b, x + NAME_W + a * CELL_W, y + 1 + 3 * b);
    }
    return y + 1 + 3 * attribution->n;
}

/* --- words --- */

static const char explanation[] =
    "part: what a layer adds, the mean over all orders in which the layers may "
    "come (Shapley); parts add up to "
    "the total. alone: against all off. last: against all others on. help, fight: both do better, worse, than the sum of each. ?: within the noise. ○: breaks a limit. •: a seed.";
static const char briefly[] =
    "part: the mean over all orders (Shapley), parts add up to the total; alone: against all off; last: against all others on; ? within the noise; ○ breaks a limit; • a seed.";

/* As many rows as there are up to the hints. */
static int draw_words(const struct frame *frame, const char *text, enum role role, int x, int y, int w)
{
    int rows = frame->canvas->h - 1 - y;
    if (!*text || rows < 1 || part_wrap_rows(w, text) > rows)
        return y;
    return y + part_wrap(frame->canvas, (struct rect){x, y, w, rows}, style_of(role), text);
}

static void draw_title(const struct contribution_view *view, struct canvas *canvas)
{
    char text[120];
    const struct attribution *attribution = view->sets->attribution;
    size_t done = seeding_done(&view->seeding), n = seeding_size(&view->seeding);
    text_print(text, sizeof text, "what each of %d layers is worth", attribution->n);
    if (view->found.runs.seeds > 1)
        text_append(text, sizeof text, ", over %zu seeds", view->found.runs.seeds);
    else
        text_append(text, sizeof text, "%s", ", one draw of luck");
    if (done < n)
        text_append(text, sizeof text, "  %zu of %zu runs", done, n);
    part_title(canvas, (struct rect){0, 0, canvas->w, 1}, 0, "Contribution", text, true);
}

/* The metrics, the chosen one in brackets. */
static void draw_strip(const struct contribution_view *view, struct canvas *canvas)
{
    int x = 1;
    for (size_t i = 0; i < view->found.n; i++) {
        bool chosen = i == view->metric;
        char text[64];
        text_print(text, sizeof text, chosen ? "[%s]" : " %s ", contribution_title(view->found.of[i].metric));
        part_span(canvas, &x, canvas->w, 1, chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_DIM), text);
    }
    if (view->found.n > 1)
        part_span(canvas, &x, canvas->w, 1, style_of(ROLE_DIM), "  ←→");
}

static int draw_sentences(const struct frame *frame, int y)
{
    char text[2 * CONTRIBUTION_TEXT];
    int w = frame->canvas->w - 2;
    contribution_total(frame->attribution, frame->own, text, sizeof text);
    y = draw_words(frame, text, ROLE_TITLE, 1, y, w);
    if (contribution_is_over(frame->view))
        contribution_verdict(frame->attribution, frame->own, text, sizeof text);
    else
        text_print(text, sizeof text, "%s",
                   "Effects alone come first; parts and pairs when every set has run.");
    return draw_words(frame, text, ROLE_TEXT, 1, y, w);
}

/* The sets that are known, the best first. Returns how many. */
static int rank_sets(const struct frame *frame, unsigned sets[ATTRIBUTION_SETS])
{
    const double *values = frame->own->values;
    int n = 0;
    for (unsigned set = 0; set <= attribution_all(frame->attribution); set++) {
        int at = n;
        if (isnan(values[set]))
            continue;
        for (; at > 0 && metric_judge(frame->own->metric, values[set], values[sets[at - 1]]) > 0; at--)
            sets[at] = sets[at - 1];
        sets[at] = set;
        n++;
    }
    return n;
}

/* Where rows are left. */
static void draw_ranking(const struct frame *frame, int y)
{
    enum { COLUMN_W = 62, RANK_W = 4, VALUE_W = 18, LEAST_ROWS = 3 };
    unsigned sets[ATTRIBUTION_SETS];
    int rows = frame->canvas->h - 2 - y, columns = (frame->canvas->w - 2) / COLUMN_W;
    int n = rank_sets(frame, sets);
    char text[128];
    columns = columns > 0 ? columns : 1;
    if (rows < LEAST_ROWS || !contribution_is_over(frame->view))
        return;
    part_title(frame->canvas, (struct rect){0, y, frame->canvas->w, 1}, 0, "Sets", "best first", false);
    rows = rows < (n + columns - 1) / columns ? rows : (n + columns - 1) / columns;
    for (int i = 0; i < n && i < rows * columns; i++) {
        int x = 1 + i / rows * COLUMN_W, row_y = y + 1 + i % rows;
        text_print(text, sizeof text, "%d", i + 1);
        canvas_text(frame->canvas, x, row_y, RANK_W, style_of(ROLE_DIM), text);
        contribution_level(&frame->scale, frame->own->values[sets[i]], text);
        text_append(text, sizeof text, "%s", frame->own->misses[sets[i]] ? " ○" : "");
        canvas_text(frame->canvas, x + RANK_W, row_y, VALUE_W, style_of(ROLE_TEXT), text);
        attribution_name(frame->attribution, sets[i], text, sizeof text);
        canvas_text(frame->canvas, x + RANK_W + VALUE_W, row_y, COLUMN_W - RANK_W - VALUE_W - 1,
                    style_of(ROLE_DIM), text);
    }
}

/* Below the bars, or beside them. */
static void draw_rest(const struct frame *frame, int y)
{
    char text[4 * CONTRIBUTION_TEXT];
    int x = 1, w = frame->canvas->w - 2;
    contribution_pairs(frame->attribution, frame->own, text, sizeof text);
    y = draw_words(frame, text, ROLE_TEXT, x, y, w);
    if (frame->canvas->w < WIDE) {
        int long_y = draw_words(frame, explanation, ROLE_DIM, x, y, w);
        y = long_y > y ? long_y : draw_words(frame, briefly, ROLE_DIM, x, y, w);
    }
    contribution_caveats(&frame->view->found, contribution_is_over(frame->view), text, sizeof text);
    y = draw_words(frame, text, ROLE_DIM, x, y, w);
    draw_ranking(frame, y + 1);
}

void contribution_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct contribution_view *view = state;
    struct frame frame = {.view = view, .attribution = view->sets->attribution, .canvas = canvas};
    int n = frame.attribution->n, matrix_w = NAME_W + (n - 1) * CELL_W;
    bool wide = canvas->w >= WIDE;
    (void)host;
    draw_title(view, canvas);
    draw_strip(view, canvas);
    if (view->found.n == 0) {
        draw_words(&frame, "No set has run yet.", ROLE_DIM, 1, 3, canvas->w - 2);
        return;
    }
    frame.own = &view->found.of[view->metric];
    frame.scale = contribution_scale(frame.own);
    frame.left_w = wide ? canvas->w - (matrix_w > 40 ? matrix_w : 40) - MATRIX_GAP - 1 : canvas->w;
    frame.amount_w = frame.left_w >= 90 ? 27 : 17;
    int y = draw_sentences(&frame, canvas->h >= 30 ? 3 : 2) + (canvas->h >= 30);
    frame.tall = canvas->h - 1 - y >= n * LAYER_ROWS + 1 + 4;
    find_ends(&frame);
    if (wide) {
        int x = frame.left_w + MATRIX_GAP, below = draw_matrix(&frame, x, y);
        draw_words(&frame, explanation, ROLE_DIM, x, below + 1, canvas->w - x - 1);
    }
    y = draw_total(&frame, draw_layers(&frame, y));
    y = draw_runs(&frame, y + (canvas->h >= 24));
    draw_rest(&frame, y + (canvas->h >= 24));
}
