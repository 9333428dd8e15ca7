/* The facts of one decision in sections: the picture, the steps, the branches, the other choice, the GPUs
 * around it. Each section has forms of different height; rows are given out in a fixed order until there are
 * no more, so on a small screen the branches stay longest and the picture loses its second lines first. */
#include "tui/views/inspector.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum section { PICTURE, STEPS, BRANCHES, OTHER, LANES, WINDOW, SECTIONS };

/* --- the picture --- */

/* From the arrival at column x, so many columns a millisecond. */
struct time_scale {
    int x, w, end; /* the bars; where the section ends */
    int64_t most_ns;
};

static int scale_columns(const struct time_scale *scale, int64_t ns)
{
    int columns = (int)floor((double)ns / (double)scale->most_ns * scale->w + 0.5);
    return columns < 0 ? 0 : columns > scale->w ? scale->w : columns;
}

/* "waits 41, runs 263~ by estimate": what a bar is made of. */
static void draw_times(const struct facts_place *place, int x, int end, int y, struct canvas *canvas)
{
    struct style dim = style_of(ROLE_DIM);
    if (place->is.wait_ns > 0) {
        part_span(canvas, &x, end, y, dim,
                  text(&canvas->texts, "waits %s, ", facts_ms(FORMAT_ROOM, place->is.wait_ns)));
    }
    part_span(canvas, &x, end, y, dim,
              text(&canvas->texts, "runs %s", facts_ms(FORMAT_ROOM, place->is.run_ns)));
    part_span(canvas, &x, end, y, style_of(ROLE_PROVENANCE), format_provenance(place->is.provenance));
    const char *note = place->is.estimated  ? " by estimate"
                       : place->is.at_least ? " or longer, in turns"
                                            : "";
    if (x + text_width(note) <= end)
        part_span(canvas, &x, end, y, dim, note);
}

/* The bar and when it ends: "304  14 too late". Where the verdict has no room beside the end it goes below.
 */
static void draw_timeline(const struct facts *facts, const struct facts_place *place,
                          const struct time_scale *scale, int y, bool two_rows, struct canvas *canvas)
{
    int wait = scale_columns(scale, place->is.wait_ns),
        finish = scale_columns(scale, place->is.wait_ns + place->is.run_ns);
    bool late = choice_spare_ns(&facts->choice, &place->is) < 0;
    enum role role = late ? ROLE_BAD : facts->choice.deadline_ns < 0 ? ROLE_BUSY : ROLE_GOOD;
    char verdict[64];
    int x = scale->x + finish + 1, end = scale->end;
    finish = finish == wait && wait < scale->w ? wait + 1 : finish;
    canvas_hline(canvas, scale->x, y, wait, 0x2591, style_of(ROLE_DIM));
    canvas_hline(canvas, scale->x + wait, y, finish - wait, 0x2588, style_of(role));
    if (late) /* the deadline shows through */
        canvas_put(canvas, scale->x + scale_columns(scale, facts->choice.deadline_ns), y, 0x250A,
                   style_on(style_bold(ROLE_BACKGROUND), role));
    part_span(canvas, &x, end, y, style_bold(ROLE_TITLE),
              text(&canvas->texts, "%s%s", place->is.at_least ? "≥ " : "",
                   facts_ms(FORMAT_ROOM, place->is.wait_ns + place->is.run_ns)));
    int64_t spare_ns = choice_spare_ns(&facts->choice, &place->is);
    verdict[0] = 0;
    if (spare_ns != INT64_MAX && (!place->is.at_least || spare_ns < 0))
        text_print(verdict, sizeof verdict, "%s %s", facts_ms(FORMAT_ROOM, llabs(spare_ns)),
                   spare_ns < 0 ? "too late" : "to spare");
    struct style style = style_bold(late ? ROLE_BAD : ROLE_GOOD);
    int w = text_width(verdict);
    bool beside = x + 2 + w <= end;
    x += 2;
    if (beside || !two_rows)
        part_span(canvas, &x, end, y, style, verdict);
    else
        canvas_text_right(canvas, end, y + 1, -1, style, verdict);
    if (two_rows)
        draw_times(place, scale->x, beside ? end : end - w - 2, y + 1, canvas);
}

/* "arrived ... deadline┊290". */
static void draw_axis(const struct facts *facts, const struct time_scale *scale, int y, struct canvas *canvas)
{
    int at = scale->x + scale_columns(scale, facts->choice.deadline_ns);
    struct style bold = style_bold(ROLE_TITLE);
    if (at - scale->x >= 17)
        canvas_text(canvas, scale->x, y, -1, style_of(ROLE_DIM), "arrived");
    if (at - scale->x >= 9)
        canvas_text_right(canvas, at, y, -1, bold, "deadline");
    canvas_put(canvas, at, y, 0x250A, bold);
    canvas_text(canvas, at + 1, y, scale->end - at, bold, facts_ms(FORMAT_ROOM, facts->choice.deadline_ns));
}

/* How wide the bars can be: one that ends last still has its end beside it, and its verdict, if that has no
 * row. */
static struct time_scale make_scale(const struct facts *facts, struct rect rect, int label_w, bool two_rows)
{
    struct time_scale scale = {.x = rect.x + 1 + label_w, .end = rect.x + rect.w - 1, .most_ns = 1};
    scale.most_ns = facts->choice.deadline_ns > 0 ? facts->choice.deadline_ns : 1;
    for (int i = 0; i < facts->choice.n_places; i++) {
        int64_t finish_ns = facts->places[i].is.wait_ns + facts->places[i].is.run_ns;
        scale.most_ns = finish_ns > scale.most_ns ? finish_ns : scale.most_ns;
    }
    scale.w = scale.end - scale.x - (two_rows ? 8 : 22);
    scale.w = scale.w < 1 ? 1 : scale.w;
    return scale;
}

/* One row a place, or two: the bar with its end; what it is made of, and how far from the deadline. */
static void draw_picture(const struct inspector *inspector, struct rect rect, struct canvas *canvas)
{
    const struct facts *facts = &inspector->facts;
    int n = facts->choice.n_places, label_w = 0, y = rect.y + 1;
    bool axis = facts->choice.deadline_ns >= 0 && rect.h > 2 * n + 1, two_rows = rect.h > 2 * n;
    char unit[64] = "ms from arrival";
    for (int i = 0; i < n; i++) {
        int w = 7 + text_width(facts->places[i].phrase);
        label_w = w > label_w ? w : label_w;
    }
    struct time_scale scale = make_scale(facts, rect, label_w, two_rows);
    if (facts->choice.deadline_ns >= 0 && !axis)
        text_print(unit, sizeof unit, "ms from arrival, deadline %s",
                   facts_ms(FORMAT_ROOM, facts->choice.deadline_ns));
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 2,
               facts->choice.deadline_ns >= 0 ? "Could it meet its deadline?" : "How long does it take?",
               unit, false);
    if (axis)
        draw_axis(facts, &scale, y++, canvas);
    if (facts->choice.deadline_ns >= 0) {
        canvas_vline(canvas, scale.x + scale_columns(&scale, facts->choice.deadline_ns), y,
                     (rect.y + rect.h - y), 0x250A, style_bold(ROLE_TITLE));
    }
    for (int i = 0; i < n && y < rect.y + rect.h; i++, y += two_rows ? 2 : 1) {
        const struct facts_place *place = &facts->places[i];
        int x = rect.x;
        if (place->is.chosen)
            canvas_put(canvas, x, y, 0x25B8, style_bold(ROLE_TITLE));
        canvas_print(canvas, x + 2, y, label_w - 2,
                     place->is.chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), "on %s", place->phrase);
        draw_timeline(facts, &facts->places[i], &scale, y, two_rows, canvas);
    }
}

/* --- the steps --- */

/* "BS 34   EL 263.4 ms~   CT +41.0 ms ...", as many as fit in the rows. */
static void draw_steps_flowing(const struct facts *facts, struct rect rect, struct canvas *canvas)
{
    int x = rect.x + 2, y = rect.y, end = rect.x + rect.w;
    for (int i = 0; i < facts->n_steps; i++) {
        const struct facts_step *step = &facts->steps[i];
        int w = text_width(step->symbol) + 2 + text_width(step->value);
        if (x > rect.x + 2 && x + w > end) {
            x = rect.x + 2;
            y++;
        }
        if (y >= rect.y + rect.h)
            return;
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), step->symbol);
        x++;
        part_span(canvas, &x, end, y, style_bold(step->role), step->value);
        part_span(canvas, &x, end, y, style_of(ROLE_PROVENANCE), format_provenance(step->provenance));
        x += 3;
    }
}

static void draw_steps(const struct inspector *inspector, struct rect rect, struct canvas *canvas)
{
    const struct facts *facts = &inspector->facts;
    int symbol_w = 4, what_w = 12, value_w = 6;
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 3,
               text(&canvas->texts, "%s, step by step", facts->rule), "", false);
    if (rect.h <= facts->n_steps) {
        draw_steps_flowing(facts, (struct rect){rect.x, rect.y + 1, rect.w, rect.h - 1}, canvas);
        return;
    }
    for (int i = 0; i < facts->n_steps; i++) {
        int symbol = text_width(facts->steps[i].symbol), what = text_width(facts->steps[i].what);
        symbol_w = symbol > symbol_w ? symbol : symbol_w;
        int value = text_width(facts->steps[i].value);
        what_w = what > what_w ? what : what_w;
        value_w = value > value_w ? value : value_w;
    }
    int what_x = rect.x + 4 + symbol_w, value_end = what_x + what_w + 1 + value_w;
    value_end = value_end > rect.x + rect.w - 1 ? rect.x + rect.w - 1 : value_end;
    for (int i = 0; i < facts->n_steps; i++) {
        const struct facts_step *step = &facts->steps[i];
        struct rect row = {rect.x, rect.y + 1 + i, rect.w, 1};
        int x = value_end + 3, end = row.x + row.w;
        canvas_text(canvas, row.x + 2, row.y, what_x - row.x - 3, style_bold(ROLE_TITLE), step->symbol);
        if (isnan(step->share))
            canvas_text(canvas, what_x, row.y, value_end - what_x - text_width(step->value) - 1,
                        style_of(ROLE_DIM), step->what);
        else if (value_end - what_x > 14)
            part_bar(canvas, what_x, row.y, value_end - what_x - 11, step->share, ROLE_BUSY);
        canvas_text_right(canvas, value_end, row.y, -1, style_bold(step->role), step->value);
        canvas_text(canvas, value_end, row.y, 1, style_of(ROLE_PROVENANCE),
                    format_provenance(step->provenance));
        if (x < end)
            canvas_text(canvas, x, row.y, end - x, style_of(step->role == ROLE_EDIT ? ROLE_EDIT : ROLE_DIM),
                        step->origin);
    }
}

/* --- the branches --- */

static void draw_branches(const struct inspector *inspector, struct rect rect, struct canvas *canvas)
{
    const struct facts *facts = &inspector->facts;
    int text_w = 8, numbers_w = 0;
    for (int i = 0; i < facts->n_branches; i++) {
        int text = text_width(facts->branches[i].text), numbers = text_width(facts->branches[i].numbers);
        text_w = text > text_w ? text : text_w;
        numbers_w = numbers > numbers_w ? numbers : numbers_w;
    }
    int numbers_x = rect.x + 6 + text_w + 2, outcome_x = numbers_w ? numbers_x + numbers_w + 2 : numbers_x;
    for (int i = 0; i < facts->n_branches; i++) {
        const struct facts_branch *branch = &facts->branches[i];
        struct rect row = {rect.x, rect.y + i, rect.w, 1};
        bool taken = branch->state == FACTS_TAKEN;
        enum role ground = taken ? ROLE_SELECTED : ROLE_BACKGROUND;
        struct style plain = style_on(style_of(taken ? ROLE_TEXT : ROLE_DIM), ground);
        struct style bold = taken ? style_on(style_bold(ROLE_TITLE), ground) : plain;
        int x = row.x + 2, y = row.y, end = row.x + row.w - 1;
        const char *outcome = branch->state == FACTS_NOT_ASKED ? "not asked"
                              : *branch->outcome               ? branch->outcome
                                                               : "no";
        if (taken)
            canvas_fill(canvas, (struct rect){row.x + 1, y, row.w - 2, 1}, ' ', plain);
        part_span(canvas, &x, end, y, bold, taken ? "●" : "○");
        x++;
        part_span(canvas, &x, end, y, bold, branch->number);
        x++;
        part_span(canvas, &x, end, y, plain, branch->text);
        x = numbers_x;
        part_span(canvas, &x, end, y, bold, branch->numbers);
        x = outcome_x;
        part_span(canvas, &x, end, y, bold, outcome);
    }
}

/* --- the other choice --- */

/* One difference in words: "ends ▲ 219 ms later". */
struct difference {
    const char *what;
    double change; /* its sign; 0 = none */
    char amount[FORMAT_SIZE];
    const char *less, *more;
    enum provenance provenance;
};

static int difference_width(const struct difference *difference)
{
    const char *word = difference->change > 0 ? difference->more : difference->less;
    if (difference->change == 0)
        return text_width(difference->what) + 11;
    return text_width(difference->what) + text_width(difference->amount) + text_width(word) + 5;
}

/* "0.53 mg", "14.2 mg", "1.24 g". */
static char *put_grams(char *out, double grams)
{
    bool milli = fabs(grams) < 1;
    double size = fabs(milli ? grams * 1e3 : grams);
    int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.0995 ? 2 : 4;
    snprintf(out, FORMAT_SIZE, "%.*f %s", decimals, size, milli ? "mg" : "g");
    return out;
}

/* Carbon, end and misses, the other choice against the one made; returns the rows that they took. */
static int draw_differences(const struct facts *facts, const struct facts_place *here,
                            const struct facts_place *other, struct rect rect, struct canvas *canvas)
{
    int n = 0, x = rect.x + 2, y = rect.y, end = rect.x + rect.w;
    struct difference all[3];
    int64_t delay_ns = other->is.wait_ns + other->is.run_ns - here->is.wait_ns - here->is.run_ns;
    double change_g = other->is.above_idle_g - here->is.above_idle_g;
    all[n] = (struct difference){.what = "carbon", .change = change_g, .less = "less", .more = "more"};
    all[n].provenance =
        other->is.provenance > here->is.provenance ? other->is.provenance : here->is.provenance;
    put_grams(all[n++].amount, change_g);
    if (!here->is.at_least && !other->is.at_least) {
        all[n] = (struct difference){
            .what = "ends", .change = (double)delay_ns, .less = "earlier", .more = "later"};
        text_print(all[n++].amount, FORMAT_SIZE, "%s ms", facts_ms(FORMAT_ROOM, llabs(delay_ns)));
    }
    if (facts->choice.deadline_ns >= 0) {
        int misses = (choice_spare_ns(&facts->choice, &other->is) < 0) -
                     (choice_spare_ns(&facts->choice, &here->is) < 0);
        all[n] =
            (struct difference){.what = "late requests", .change = misses, .less = "less", .more = "more"};
        snprintf(all[n++].amount, FORMAT_SIZE, "1");
    }
    for (int i = 0; i < n; i++) {
        if (i > 0 && x + difference_width(&all[i]) > end) {
            x = rect.x + 2;
            y++;
        }
        if (y < rect.y + rect.h) {
            const struct difference *difference = &all[i];
            int *at = &x;
            bool more = difference->change > 0;
            char text[96];
            if (difference->change == 0)
                snprintf(text, sizeof text, "= the same");
            else
                snprintf(text, sizeof text, "%s %s %s", more ? "▲" : "▼", difference->amount,
                         more ? difference->more : difference->less);
            enum role role = difference->change == 0 ? ROLE_TEXT : more ? ROLE_BAD : ROLE_GOOD;
            part_span(canvas, at, end, y, style_of(ROLE_DIM), difference->what);
            part_span(canvas, at, end, y, style_of(ROLE_DIM), " ");
            part_span(canvas, at, end, y, style_bold(role), text);
            if (difference->change != 0)
                part_span(canvas, at, end, y, style_of(ROLE_PROVENANCE),
                          format_provenance(difference->provenance));
            *at += 2;
        }
    }
    return y - rect.y + 1;
}

/* Writes the text if all of it has room; returns the rows it took. */
static int wrap_whole(struct canvas *canvas, struct rect rect, struct style style, const char *text)
{
    struct rect clip = canvas->clip;
    canvas_clip(canvas, (struct rect){0, 0, 0, 0});
    int rows = part_wrap(canvas, (struct rect){rect.x, rect.y, rect.w, rect.h + 1}, style, text);
    canvas->clip = clip;
    return rows <= rect.h ? part_wrap(canvas, rect, style, text) : 0;
}

static void draw_other(const struct inspector *inspector, struct rect rect, struct canvas *canvas)
{
    const struct facts *facts = &inspector->facts;
    const struct facts_place *here = &facts->places[facts->choice.here];
    const struct facts_place *other = facts->choice.other >= 0 ? &facts->places[facts->choice.other] : NULL;
    char note[240];
    int x = rect.x + 2, y = rect.y + 1, end = rect.x + rect.w;
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0,
               text(&canvas->texts, other ? "If it had gone to %s instead" : "What this request costs",
                    other ? other->phrase : ""),
               other ? "(this request alone)" : "", false);
    if (other) {
        y += draw_differences(facts, here, other, (struct rect){rect.x, y, rect.w, rect.h - 1}, canvas);
    } else {
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), "carbon ");
        part_span(canvas, &x, end, y, style_bold(ROLE_TITLE), put_grams(FORMAT_ROOM, here->is.above_idle_g));
        part_span(canvas, &x, end, y++, style_of(ROLE_PROVENANCE), format_provenance(here->is.provenance));
    }
    struct rect below = {rect.x + 2, y, rect.w - 3, rect.y + rect.h - y};
    int used = wrap_whole(canvas, below, style_of(ROLE_TEXT), facts->condition);
    below.y += used;
    below.h -= used;
    /* The paper counts a request's share of idle power, too; where that makes no difference, nothing is said.
     */
    double change_g = other ? other->is.whole_g - here->is.whole_g : here->is.whole_g;
    const char *word = !other ? "" : change_g > 0 ? " more" : " less";
    snprintf(note, sizeof note, "Carbon above the idle power, which is drawn anyway");
    if (change_g != 0)
        text_print(note + strlen(note), sizeof note - strlen(note),
                   "; CE of the paper, idle power included: %s%s", put_grams(FORMAT_ROOM, change_g), word);
    snprintf(note + strlen(note), sizeof note - strlen(note), ".");
    wrap_whole(canvas, below, style_of(ROLE_DIM), note);
}

/* --- the sections --- */

/* In which order rows are given out: each line raises a section to its next form; some only where the rows
 * between the sections stay. */
struct raise {
    enum section section;
    int form;
    bool loose;
};
static const struct raise raises[] = {
    {BRANCHES, 1, false}, {PICTURE, 1, false}, {OTHER, 1, false},   {STEPS, 1, false}, {STEPS, 2, false},
    {PICTURE, 2, false},  {OTHER, 2, false},   {PICTURE, 3, false}, {OTHER, 3, false}, {OTHER, 4, false},
    {LANES, 1, false},    {WINDOW, 1, true},   {LANES, 2, true}};

enum {
    FORMS = 5,
    NEVER = 1 << 20,
    WINDOW_H = 9, /* at least; it takes what is left */
    WIDE = 100,
    MIDDLE = 68 /* columns in which sentences take one row, or two */
};

/* Rows of a form; form 0 is not shown. */
static int form_height(const struct inspector *inspector, int w, enum section section, int form)
{
    const struct facts *facts = &inspector->facts;
    int n = facts->choice.n_places, lanes = inspector_lanes(inspector, false),
        all = inspector_lanes(inspector, true),
        full = w >= WIDE     ? 4
               : w >= MIDDLE ? 6
                             : 7;
    const int heights[SECTIONS][FORMS] = {
        [PICTURE] = {0, 1 + n, 1 + 2 * n, 1 + 2 * n + (facts->choice.deadline_ns >= 0)},
        [STEPS] = {0, 3, 1 + facts->n_steps},
        [BRANCHES] = {0, facts->n_branches},
        [OTHER] = {0, 2, 3, full < 5 ? full : 5, full},
        [LANES] = {0, lanes > 0 ? lanes + 2 : NEVER, all > lanes ? all + 2 : NEVER},
        [WINDOW] = {0, WINDOW_H},
    };
    return heights[section][form];
}

void inspector_draw_facts(const struct inspector *inspector, struct rect rect, struct canvas *canvas)
{
    static void (*const draw[SECTIONS])(const struct inspector *, struct rect, struct canvas *) = {
        draw_picture, draw_steps, draw_branches, draw_other, inspector_draw_lanes, inspector_draw_window};
    int forms[SECTIONS] = {0}, heights[SECTIONS] = {0}, left = rect.h, shown = 0;
    for (size_t i = 0; i < sizeof raises / sizeof *raises; i++) {
        const struct raise *raise = &raises[i];
        int height = form_height(inspector, rect.w, raise->section, raise->form),
            more = height - heights[raise->section];
        if (forms[raise->section] != raise->form - 1 || more + (raise->loose ? shown : 0) > left)
            continue;
        shown += forms[raise->section] == 0;
        forms[raise->section] = raise->form;
        heights[raise->section] = height;
        left -= more;
    }
    int gap = left >= shown - 1 ? 1 : 0, y = rect.y;
    if (heights[WINDOW] > 0)
        heights[WINDOW] += left - gap * (shown - 1);
    for (int section = 0; section < SECTIONS; section++) {
        if (heights[section] == 0)
            continue;
        struct rect part = {rect.x, y, rect.w, heights[section]};
        canvas_clip(canvas, part);
        draw[section](inspector, part, canvas);
        canvas_unclip(canvas);
        y += heights[section] + gap;
    }
}
