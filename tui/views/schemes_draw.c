/* The table as it is drawn: a row a scheme with its numbers, the bar of what it emits against the reference,
 * and beside the list what the chosen one is, where it would run, and how it stands. */
#include "tui/views/schemes.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/term/text.h"
#include "tui/words/contrast.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LAYER_W = 11, POOL_LAYER_W = 18, TITLE_W = 14 };

/* --- a row --- */

/* True for the first row of a layer among those on the screen: it carries the layer's name. */
static bool heads_group(const struct picker *picker, int item)
{
    const struct schemes *own = picker->own;
    int at = picker->top;
    while (at < picker->n_shown && picker->shown[at] != item)
        at++;
    if (at == picker->top || at >= picker->n_shown || own->rows[picker->shown[at - 1]].folds > 0)
        return true;
    return strcmp(own->rows[picker->shown[at - 1]].choice.group, own->rows[item].choice.group) != 0;
}

/* "9 change nothing here, 5 cannot run" */
static void write_fold(const struct scheme_row *row, char *out, size_t size)
{
    int faults = row->folds - row->n_idle;
    out[0] = 0;
    if (row->n_idle > 0)
        text_append(out, size, "%d change%s nothing here", row->n_idle, row->n_idle == 1 ? "s" : "");
    if (faults > 0)
        text_append(out, size, "%s%d cannot run%s", *out ? ", " : "", faults, *out ? "" : " here");
}

/* "▸ 13 cannot run here" */
static void draw_fold(const struct schemes *own, const struct scheme_row *row, int x, struct rect rect,
                      enum role ground, struct canvas *canvas)
{
    char text[96], what[80];
    write_fold(row, what, sizeof what);
    snprintf(text, sizeof text, "%s %s", own->unfolded ? "▾" : "▸", what);
    part_span(canvas, &x, rect.x + rect.w, rect.y, style_on(style_of(ROLE_DIM), ground), text);
}

/* The columns of a list of this width: where each ends; 0: it has no room. */
struct columns {
    int name, carbon, change, late, tail, accuracy, fair, bar, end;
};

static struct columns columns_of(const struct host *host, struct rect rect)
{
    bool pools = host->explorer->document.scenario.n_pools > 0;
    const struct layout_content *content = &host->scene->content;
    double share;
    bool has_slo = summary_worst_app(&host->scene->now->total, &share) >= 0;
    struct columns columns = {.name = rect.x + (pools ? POOL_LAYER_W : LAYER_W), .end = rect.x + rect.w};
    int at = columns.name + 2 + TITLE_W;
    const struct {
        int *column, w;
        bool wanted;
    } each[] = {{&columns.carbon, 9, true},
                {&columns.change, 9, true},
                {&columns.late, 8, has_slo},
                {&columns.tail, 9, has_slo},
                {&columns.accuracy, 8, content->accuracy},
                {&columns.fair, 8, content->turns && !has_slo}};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if (each[i].wanted && at + each[i].w <= columns.end)
            *each[i].column = at += each[i].w;
    columns.bar = columns.end - at >= 9 ? at + 1 : 0;
    return columns;
}

/* From where it is as much as the reference to the left in blue what is saved, to the right in orange what is
 * extra. */
static void draw_bar(const struct schemes *own, double change, enum role role, struct rect rect,
                     enum role ground, struct canvas *canvas)
{
    double covered = own->most - own->least;
    int cells = rect.w - 1;
    int zero = rect.x + (covered > 0 ? (int)lround(-own->least / covered * cells) : 0);
    int eighths = covered > 0 ? (int)lround(fabs(change) / covered * cells * 8) : 0;
    struct style bar = style_on(style_of(role), ground);
    struct style inverse = {bar.bg, bar.fg, 0};
    canvas_put(canvas, zero, rect.y, 0x2502, style_on(style_of(ROLE_RULE), ground));
    for (int i = 0; i * 8 < eighths; i++) {
        int part = eighths - i * 8 < 8 ? eighths - i * 8 : 8;
        int x = change > 0 ? zero + 1 + i : zero - 1 - i;
        bool turned = change < 0 && part < 8 && canvas->glyphs != GLYPHS_ASCII; /* filled from the right */
        if (x >= rect.x && x < rect.x + rect.w)
            canvas_put(canvas, x, rect.y, glyph_left(canvas->glyphs, turned ? 8 - part : part),
                       turned ? inverse : bar);
    }
}

static void put_number(struct canvas *canvas, int x_end, int y, struct style style, const char *text)
{
    if (x_end > 0)
        canvas_text_right(canvas, x_end, y, -1, style, text);
}

/* Blue or orange, and dim as long as it may be luck. */
static enum role role_of(const struct scheme_row *row, double change)
{
    bool luck = row->effect.n > 1 ? row->effect.verdict != PAIRING_LARGER : row->lots;
    return luck ? ROLE_DIM : change < 0 ? ROLE_GOOD : ROLE_BAD;
}

/* "−17.3 %" */
static void draw_change(const struct schemes *own, const struct scheme_row *row, double change,
                        const struct columns *columns, int y, enum role ground, struct canvas *canvas)
{
    char text[FORMAT_SIZE], magnitude[FORMAT_SIZE];
    enum role role = role_of(row, change);
    if (isnan(change))
        return;
    if (fabs(change) < 0.005) {
        put_number(canvas, columns->change, y, style_on(style_of(ROLE_DIM), ground), "=");
        return;
    }
    text_print(text, sizeof text, "%s%s %%", change < 0 ? "−" : "+",
               format_magnitude(magnitude, fabs(change)));
    put_number(canvas, columns->change, y, style_on(style_of(role), ground), text);
    if (columns->bar > 0)
        draw_bar(own, change, role, (struct rect){columns->bar, y, columns->end - columns->bar, 1}, ground,
                 canvas);
}

static void draw_numbers(const struct schemes *own, const struct scheme_row *row,
                         const struct columns *columns, int y, enum role ground, struct canvas *canvas)
{
    const struct answer *answer = scheme_answer(own, row);
    char text[FORMAT_SIZE], share[FORMAT_SIZE];
    struct style plain = style_on(style_of(ROLE_TEXT), ground);
    double carbon_g = answer_metric(answer, METRIC_CARBON, 0);
    double worst = answer_metric(answer, METRIC_WORST_OF_SLO, 0),
           accuracy = answer_metric(answer, METRIC_ACCURACY, 0);
    bool misses = answer_metric(answer, METRIC_LIMITS_BROKEN, 0) > 0;
    put_number(canvas, columns->carbon, y, style_on(style_bold(ROLE_TITLE), ground),
               format_grams(text, carbon_g));
    draw_change(own, row, scheme_change(own, answer), columns, y, ground, canvas);
    put_number(canvas, columns->late, y, plain,
               format_count(text, (int64_t)answer_metric(answer, METRIC_LATE, 0)));
    if (!isnan(worst)) {
        text_print(text, sizeof text, "%s%s", misses ? "○ " : "", format_share(share, worst * 100));
        put_number(canvas, columns->tail, y, misses ? style_on(style_of(ROLE_BAD), ground) : plain, text);
    }
    double fair = answer_metric(answer, METRIC_FAIR_SYSTEM, 0);
    if (!isnan(fair))
        put_number(canvas, columns->fair, y, plain, tradeoff_value(text, METRIC_FAIR_SYSTEM, fair));
    if (!isnan(accuracy))
        put_number(canvas, columns->accuracy, y, plain, tradeoff_value(text, METRIC_ACCURACY, accuracy));
}

void schemes_columns(const struct host *host, const struct picker *picker, struct rect rect,
                     struct canvas *canvas)
{
    const struct schemes *own = picker->own;
    struct columns columns = columns_of(host, (struct rect){rect.x + 1, rect.y, rect.w - 1, 1});
    struct style style = popup_style(ROLE_DIM);
    char against[80];
    bool reference = host->scene->compared && host->scene->reference_name;
    int room = columns.bar > 0 ? columns.end - columns.bar : columns.change - columns.carbon - 1;
    text_print(against, sizeof against, "vs %s",
               reference ? scene_reference_fit(host->scene, room - 3) : "now");
    if (own->work != WORK_SAME)
        text_print(against, sizeof against, "a request");
    else if (text_width(against) > room)
        text_print(against, sizeof against, "change");
    put_number(canvas, columns.carbon, rect.y, style, "carbon");
    if (columns.bar > 0)
        canvas_text(canvas, columns.bar, rect.y, room, style, against);
    else
        put_number(canvas, columns.change, rect.y, style, against);
    put_number(canvas, columns.late, rect.y, style, "late");
    put_number(canvas, columns.tail, rect.y, style, "worst");
    put_number(canvas, columns.accuracy, rect.y, style, "accur.");
    put_number(canvas, columns.fair, rect.y, style, "F_S");
}

void schemes_row(const struct host *host, const struct picker *picker, int item, struct rect rect,
                 enum role ground, struct canvas *canvas)
{
    const struct schemes *own = picker->own;
    const struct scheme_row *row = &own->rows[item];
    if (row->folds > 0) {
        draw_fold(own, row, rect.x + 1, rect, ground, canvas);
        return;
    }
    bool now = choice_is_in_force(host->explorer, &row->choice), fault = *row->choice.fault;
    struct columns columns = columns_of(host, rect);
    const struct answer *answer = scheme_answer(own, row);
    int x = rect.x + 1, end = rect.x + rect.w;
    if (heads_group(picker, item))
        part_span(canvas, &x, columns.name, rect.y, style_on(style_of(ROLE_DIM), ground), row->choice.group);
    if (row->mark)
        canvas_put(canvas, columns.name, rect.y, (uint32_t)row->mark,
                   style_on(style_bold(ROLE_RUN_A + (enum role)(row->mark - 'A')), ground));
    else if (now)
        canvas_put(canvas, columns.name, rect.y, 0x25CF, style_on(style_bold(ROLE_TITLE), ground));
    x = columns.name + 2;
    part_span(canvas, &x, columns.name + 2 + TITLE_W - 1 < end ? columns.name + 2 + TITLE_W - 1 : end, rect.y,
              style_on(now ? style_bold(ROLE_TITLE) : style_of(fault ? ROLE_DIM : ROLE_TEXT), ground),
              choice_title(&row->choice));
    if (answer)
        draw_numbers(own, row, &columns, rect.y, ground, canvas);
    else
        put_number(canvas, columns.carbon, rect.y, style_on(style_of(ROLE_DIM), ground),
                   fault ? "not here" : "···");
}

/* --- the preview --- */

static const struct fleet *fleet_of(const struct scenario *scenario, const struct choice *choice)
{
    bool scheme = choice->policy != POLICY_COUNT;
    enum policy_id now =
        scheme ? policy_find((enum layer)choice->knob.layer, knob_get(scenario, choice->knob).text)
               : POLICY_COUNT;
    const char *left = scheme ? policy_fleet(now) : "";
    const char *name = choice->policy != POLICY_COUNT ? policy_fleet(choice->policy) : choice->value.text;
    int f = *name ? scenario_find_fleet(scenario, name) : *left ? scenario->default_fleet : scenario->fleet;
    return f < 0 ? NULL : &scenario->fleets[f];
}

/* "hetero: 5 × P4, 1 × A100-40GB": of one pool (-1: of all). */
static void describe_fleet(const struct fleet *fleet, int pool, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "%s: ", fleet->name);
    bool first = true;
    for (int g = 0; g < fleet->n_gpus; g++) {
        int n = 0, earlier = 0;
        for (int h = 0; h < fleet->n_gpus; h++) {
            bool same = strcmp(fleet->gpus[h].type, fleet->gpus[g].type) == 0 &&
                        (pool < 0 || fleet->gpus[h].pool == pool);
            n += same;
            earlier += same && h < g;
        }
        if (earlier || n == 0 || (pool >= 0 && fleet->gpus[g].pool != pool) || used >= size)
            continue;
        used +=
            (size_t)snprintf(out + used, size - used, "%s%d × %s", first ? "" : ", ", n, fleet->gpus[g].type);
        first = false;
    }
}

/* From when on it would act, in words. */
static void describe_time(const struct explorer *explorer, const struct choice *choice, char *out,
                          size_t size)
{
    char clock[FORMAT_SIZE];
    int64_t t_ns = explorer->time.cursor_ns;
    bool start = explorer_acts_from_start(explorer, choice->knob, &choice->value);
    const struct fleet *fleet = fleet_of(&explorer->document.scenario, choice);
    bool moves = fleet && fleet != &explorer->document.scenario.fleets[explorer->document.scenario.fleet];
    format_clock(clock, explorer->document.scenario.start_s + t_ns / NS_PER_S,
                 explorer_offset_s(explorer, t_ns), true);
    if (start && moves)
        snprintf(out, size, "Acts from the start of the run: it runs on another fleet.");
    else if (start)
        snprintf(out, size, "Acts from the start of the run%s.",
                 explorer->document.from_start ? " (f: from now on)" : ": it cannot change on the way");
    else
        snprintf(out, size, "Acts from %s on (f: from the start); requests that run finish, queues stay.",
                 clock);
}

static void put_text(struct canvas *canvas, struct rect *rect, enum role role, bool bold, const char *text)
{
    struct style style = bold ? popup_bold(role) : popup_style(role);
    int rows = rect->h > 0 ? part_wrap(canvas, *rect, style, text) : 0;
    rect->y += rows;
    rect->h -= rows;
}

static void put_gap(struct rect *rect)
{
    rect->y++;
    rect->h--;
}

/* Why it is of no use, whatever it is called. */
static void write_reason(const struct scheme_row *row, char *out, size_t size)
{
    const char *name = row->choice.value.text, *from = row->choice.fault;
    out[0] = 0;
    if (!*from)
        text_append(out, size, "changes nothing here: %s", layer_idle_reasons[row->choice.knob.layer]);
    for (const char *at; *name && (at = strstr(from, name)); from = at + strlen(name))
        text_append(out, size, "%.*s", (int)(at - from), from);
    text_append(out, size, "%s", from);
}

static bool same_reason(const struct scheme_row *a, const struct scheme_row *b)
{
    char left[sizeof a->choice.fault], right[sizeof b->choice.fault];
    write_reason(a, left, sizeof left);
    write_reason(b, right, sizeof right);
    return strcmp(left, right) == 0;
}

static bool told_before(const struct scheme_row *rows, int i)
{
    for (int j = 0; j < i; j++)
        if (same_reason(&rows[j], &rows[i]))
            return true;
    return false;
}

/* The schemes that cannot be had, by the reason, which is told of the first of them. */
static void preview_fold(const struct scheme_row *fold, struct rect rect, struct canvas *canvas)
{
    const struct scheme_row *rows = fold + 1;
    char text[600];
    write_fold(fold, text, sizeof text);
    put_text(canvas, &rect, ROLE_TITLE, true, text);
    for (int i = 0; i < fold->folds && rect.h > 0; i++) {
        if (told_before(rows, i))
            continue;
        text_print(text, sizeof text, "%s", choice_title(&rows[i].choice));
        for (int j = i + 1; j < fold->folds; j++)
            if (same_reason(&rows[i], &rows[j]))
                text_append(text, sizeof text, ", %s", choice_title(&rows[j].choice));
        put_gap(&rect);
        put_text(canvas, &rect, ROLE_TEXT, true, text);
        if (!*rows[i].choice.fault)
            write_reason(&rows[i], text, sizeof text);
        put_text(canvas, &rect, ROLE_DIM, false, *rows[i].choice.fault ? rows[i].choice.fault : text);
    }
}

/* What is known of a row; late requests are told where there is an SLO to be late for. */
static struct tradeoff_point point_of(const struct scheme_row *row, const struct answer *answer)
{
    struct tradeoff_point point = {
        .name = choice_title(&row->choice), .carbon_g = (double)NAN, .value = (double)NAN};
    if (!answer)
        return point;
    point.has_slo = !isnan(answer_metric(answer, METRIC_WORST_OF_SLO, 0));
    point.carbon_g = answer_metric(answer, METRIC_CARBON, 0);
    point.request_g = answer_metric(answer, METRIC_CARBON_PER_REQUEST, 0);
    point.work = work_of(answer_summary(answer));
    point.value = point.has_slo ? answer_metric(answer, METRIC_LATE, 0) : (double)NAN;
    point.misses = answer_metric(answer, METRIC_LIMITS_BROKEN, 0) > 0;
    return point;
}

/* "CARBONDIS emits 226.6 g, 11.2 % less than HIGHPERF; late 0; every limit kept" */
static void describe_run(const struct schemes *own, const struct scheme_row *row, char *out, size_t size)
{
    const struct answer *answer = scheme_answer(own, row);
    const char *fault = row->asked >= 0 ? seeding_fault(&own->seeding, (size_t)row->asked, 0) : NULL;
    char name[sizeof own->reference.name + 16];
    text_print(name, sizeof name, "%s%s", own->reference.name, row->lots ? " in this draw" : "");
    struct tradeoff_point than = {.name = name, .carbon_g = own->reference.carbon_g, .value = (double)NAN};
    than.request_g = own->reference.request_g;
    than.work = own->reference.work;
    struct tradeoff_point point = point_of(row, answer);
    tradeoff_describe(&point, &than, METRIC_LATE, out, size);
    if (fault)
        text_print(out, size, "%s", fault);
}

/* "5 seeds: −30.1 % ± 0.4 %, larger than the noise", and each of them as a dot. */
static void preview_seeds(const struct schemes *own, const struct scheme_row *row, struct rect *rect,
                          struct canvas *canvas)
{
    enum { DOTS_W = 40 };
    double differences[SEEDING_MAX];
    char text[120], delta[FORMAT_SIZE];
    if (row->effect.n < 2)
        return;
    text_print(text, sizeof text, "%zu seeds: ", row->effect.n);
    if (row->effect.verdict == PAIRING_IDENTICAL)
        text_append(text, sizeof text, "the same in each");
    else
        text_append(text, sizeof text, "%s %% ± %.2f %%, %s", format_signed(delta, row->effect.delta, 2),
                    row->effect.ci95, contrast_verdict_word(row->effect.verdict));
    put_text(canvas, rect, ROLE_TEXT, false, text);
    for (size_t seed = 0; seed < own->seeds; seed++)
        differences[seed] = scheme_difference(own, row, seed);
    if (rect->h > 0 && row->effect.verdict != PAIRING_IDENTICAL)
        part_differences(canvas, (struct rect){rect->x, rect->y, rect->w < DOTS_W ? rect->w : DOTS_W, 1},
                         differences, own->seeds, ROLE_POPUP);
    put_gap(rect);
}

/* The marked rows against the first of them, a line or two each. */
static void preview_marks(const struct schemes *own, struct rect *rect, struct canvas *canvas)
{
    const struct scheme_row *marked[SCHEME_MARKS] = {NULL};
    struct tradeoff_point points[SCHEME_MARKS];
    char text[300], line[320];
    for (int i = 0; i < SCHEME_ROWS; i++)
        if (own->rows[i].mark)
            marked[own->rows[i].mark - 'A'] = &own->rows[i];
    for (int m = 0, first = -1; m < SCHEME_MARKS && rect->h > 0; m++) {
        const struct answer *answer = marked[m] ? scheme_answer(own, marked[m]) : NULL;
        if (!marked[m])
            continue;
        if (first < 0)
            put_gap(rect);
        points[m] = point_of(marked[m], answer);
        tradeoff_describe(&points[m], first < 0 ? NULL : &points[first], METRIC_LATE, text, sizeof text);
        text_print(line, sizeof line, "%c  %s", 'A' + m, text);
        put_text(canvas, rect, ROLE_RUN_A + (enum role)m, false, line);
        first = first < 0 ? m : first;
    }
}

/* The GPUs that it would run on, and from when on it would act. */
static void preview_place(const struct host *host, const struct choice *choice, struct rect *rect,
                          struct canvas *canvas)
{
    const struct fleet *fleet = fleet_of(&host->explorer->document.scenario, choice);
    char text[300] = "";
    if (fleet) {
        int pool = choice->knob.scope == SCOPE_POOL ? choice->knob.target : -1;
        describe_fleet(fleet, pool, text, sizeof text);
        put_text(canvas, rect, ROLE_DIM, false,
                 pool < 0 ? "runs on fleet" : "runs on its pool's GPUs in fleet");
        put_text(canvas, rect, ROLE_TEXT, false, text);
        put_gap(rect);
    }
    if (choice_is_in_force(host->explorer, choice)) {
        put_text(canvas, rect, ROLE_TITLE, true, "In force at the cursor.");
    } else if (!*choice->fault) {
        describe_time(host->explorer, choice, text, sizeof text);
        put_text(canvas, rect, ROLE_TEXT, false, text);
    }
}

void schemes_preview(const struct host *host, const struct picker *picker, int item, struct rect rect,
                     struct canvas *canvas)
{
    const struct schemes *own = picker->own;
    const struct scheme_row *row = &own->rows[item];
    if (row->folds > 0) {
        preview_fold(row, rect, canvas);
        return;
    }
    const struct choice *choice = &row->choice;
    bool scheme = choice->policy != POLICY_COUNT;
    char text[400];
    put_text(canvas, &rect, ROLE_TITLE, true, choice_title(choice));
    if (scheme && policy_infos[choice->policy].paper)
        put_text(canvas, &rect, ROLE_DIM, false, policy_infos[choice->policy].paper);
    put_gap(&rect);
    if (*choice->fault) {
        text_print(text, sizeof text, "Not here: %s", choice->fault);
        put_text(canvas, &rect, ROLE_TEXT, true, text);
    } else {
        describe_run(own, row, text, sizeof text);
        put_text(canvas, &rect, ROLE_TITLE, true, text);
        preview_seeds(own, row, &rect, canvas);
    }
    put_gap(&rect);
    put_text(canvas, &rect, ROLE_TEXT, false,
             scheme ? policy_infos[choice->policy].help : knob_infos[choice->knob.id].help);
    put_gap(&rect);
    preview_place(host, choice, &rect, canvas);
    preview_marks(own, &rect, canvas);
}
