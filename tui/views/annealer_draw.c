/* The frame and the two lists. The tries are a table whose columns come in order of what they are worth, as
 * many as fit; the graph takes what is left. */
#include "tui/views/annealer.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "tui/words/scheme_words.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDE = 100,
    TALL = 20 /* a row is left below the sentence */,
    SEARCHES_W = 42,
    FACTS_H = 10,
    FACTS_ALL_H = 13, /* every fact, one of them in two rows */
    GRAPH_MIN_W = 17,
    GRAPH_MAX_W = 50
};

struct annealer_layout annealer_divide(int w, int h, const struct annealer *annealer)
{
    struct annealer_layout layout = {.rule_x = -1};
    const struct search *search = annealer_search(annealer);
    int top = h >= TALL ? 3 : h >= 4 ? 2 : 1, rows = h - top - 1, x = 0;
    rows = rows < 0 ? 0 : rows;
    int facts_h = rows >= 14 ? part_clamp(rows / 2, 6, FACTS_H) : 0;
    if (w >= WIDE) {
        layout.rule_x = SEARCHES_W;
        layout.searches = (struct rect){0, top, SEARCHES_W, rows};
        x = SEARCHES_W + 1;
    } else {
        int searches_h = rows >= 8 ? part_clamp((rows - facts_h) / 2, 4, 10) : rows;
        layout.searches = (struct rect){0, top, w, searches_h};
        top += searches_h;
        rows -= searches_h;
    }
    int tries_h = part_clamp(search ? search->n_tries + 3 : 3, 3, rows - facts_h);
    layout.tries = (struct rect){x, top, w - x, tries_h > 0 ? tries_h : 0};
    layout.facts = (struct rect){x, top + layout.tries.h, w - x, rows - layout.tries.h};
    int below = layout.facts.h - FACTS_ALL_H;
    if (below >= ANNEALER_PLOTS_H) {
        layout.facts.h = FACTS_ALL_H;
        layout.plots = (struct rect){x, layout.facts.y + FACTS_ALL_H, w - x, below};
    }
    layout.searches_top = part_scrolled(annealer->at, annealer->searches.n, layout.searches.h - 2);
    layout.tries_top = part_scrolled(annealer->try_at, search ? search->n_tries : 0, layout.tries.h - 2);
    return layout;
}

/* --- the frame --- */

void annealer_clock(const struct host *host, int64_t t_ns, char *out, size_t size)
{
    const struct explorer *explorer = host->explorer;
    int64_t at_s = explorer->document.scenario.start_s + t_ns / NS_PER_S;
    int32_t offset_s = explorer_offset_s(explorer, t_ns);
    char clock[FORMAT_SIZE];
    bool date = explorer->time.horizon_ns > 24 * 3600 * NS_PER_S;
    format_clock(clock, at_s, offset_s, !date);
    snprintf(out, size, "%.6s%s%s", date ? format_date(FORMAT_ROOM, at_s, offset_s) : "", date ? " " : "",
             clock);
}

static void draw_sentence(const struct host *host, const struct annealer *annealer, struct canvas *canvas)
{
    const struct explorer *explorer = host->explorer;
    const struct search *search = annealer_search(annealer);
    char text[400];
    int x = 1;
    if (canvas->h < 3)
        return;
    bool finished = recording_finished(explorer->results.current->recording);
    if (search) {
        /* "The grid moved 7 % to 231 g/kWh: 6 tries, 2 of them known before; f 31.2 → 33.0, kept 4×1g b1." */
        const struct recording *recording = host->explorer->results.current->recording;
        const struct evaluation *end =
            search->kept >= 0 ? recording_evaluation(recording, search->kept) : NULL;
        char why[80], tries[96], kept[160] = "still searching", graph[120];
        snprintf(why, sizeof why, "%s", search_reason_word(search->trigger));
        if (search->trigger == TRIGGER_INTENSITY && search->ci_before > 0)
            snprintf(why, sizeof why, "Grid %s%.0f %% to %.0f g/kWh",
                     search->ci < search->ci_before ? "−" : "+",
                     100 * fabs(search->ci / search->ci_before - 1), search->ci);
        else if (why[0] >= 'a' && why[0] <= 'z')
            why[0] = (char)(why[0] - 'a' + 'A');
        snprintf(tries, sizeof tries, "%d tr%s (%d measured, %d in time)", search->n_tries,
                 search->n_tries == 1 ? "y" : "ies", search->measured, search->met);
        if (end) {
            search_print_graph(recording, &end->graph, graph, sizeof graph);
            snprintf(kept, sizeof kept, "%s %s",
                     end->reason == KEPT_LEAST_LATE ? "least late"
                     : end->reason == KEPT_CUT_OFF  ? "cut off at"
                                                    : "kept",
                     graph);
        }
        if (end && end->reason == KEPT_ONLY)
            snprintf(tries, sizeof tries, "nothing was tried");
        snprintf(text, sizeof text, "%s: %s; %s", why, tries, kept);
    } else if (!finished)
        snprintf(text, sizeof text, "Searches appear here by themselves as the run is simulated.");
    else if (explorer->document.scenario.n_pools > 1)
        snprintf(
            text, sizeof text,
            "Nothing was searched for in this run: no pool's policy.configure searches; P chooses another.");
    else
        snprintf(text, sizeof text,
                 "Nothing was searched for in this run: policy.configure is %s; P chooses another.",
                 policy_infos[explorer->document.scenario.policy[LAYER_CONFIGURE]].title);
    if (canvas->h >= TALL)
        part_wrap(canvas, (struct rect){1, 1, canvas->w - 1, 2}, style_bold(ROLE_TITLE), text);
    else
        part_span(canvas, &x, canvas->w, 1, style_bold(ROLE_TITLE), text);
}

/* --- searches --- */

static void draw_searches(const struct host *host, const struct annealer *annealer,
                          const struct annealer_layout *layout, struct canvas *canvas)
{
    struct rect rect = layout->searches;
    char unit[48];
    if (rect.h < 1)
        return;
    snprintf(unit, sizeof unit, "%d so far", annealer->searches.n);
    if (recording_finished(host->explorer->results.current->recording))
        snprintf(unit, sizeof unit, "%d", annealer->searches.n);
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 1, "Searches", unit,
               annealer->focus == ANNEALER_SEARCHES);
    if (rect.h < 2)
        return;
    canvas_text(canvas, rect.x + 1, rect.y + 1, 20, style_of(ROLE_DIM), "at           because");
    if (rect.w >= SEARCHES_W)
        canvas_text(canvas, rect.x + 25, rect.y + 1, 17, style_of(ROLE_DIM), "g/kWh try  f kept");
    for (int i = 0; i < rect.h - 2 && layout->searches_top + i < annealer->searches.n; i++) {
        int at = layout->searches_top + i;
        struct rect row = {rect.x, rect.y + 2 + i, rect.w, 1};
        const struct search *search = &annealer->searches.items[at];
        enum role ground =
            part_row(canvas, row, ROLE_BACKGROUND, at == annealer->at, annealer->focus == ANNEALER_SEARCHES);
        struct style dim = style_on(style_of(ROLE_DIM), ground),
                     plain = style_on(style_of(ROLE_TEXT), ground);
        char text[64];
        int x = row.x + 1, end = row.x + row.w;
        annealer_clock(host, search->begin_ns, text, sizeof text);
        part_span(canvas, &x, end, row.y, dim, text);
        x = row.x + 14;
        canvas_text(canvas, x, row.y, end - x, plain, search_reason_word(search->trigger));
        x = row.x + 25;
        snprintf(text, sizeof text, "%.0f", search->ci);
        if (end - x >= 5)
            canvas_text_right(canvas, x + 5, row.y, 5, plain, isnan(search->ci) ? "–" : text);
        snprintf(text, sizeof text, "%d", search->n_tries);
        if (end - x >= 10)
            canvas_text_right(canvas, x + 9, row.y, 4, plain, text);
        /* f of what was kept, as it was found; "–" while it goes on. */
        const struct recording *recording = host->explorer->results.current->recording;
        const struct evaluation *kept =
            search->kept >= 0 ? recording_evaluation(recording, search->kept) : NULL;
        if (!kept || isnan(kept->f))
            snprintf(text, sizeof text, "–");
        else
            snprintf(text, sizeof text, "%s%s", annealer_number(FORMAT_ROOM, kept->f, 1),
                     kept->reason == KEPT_LEAST_LATE ? " ○" : "  ");
        if (end - x >= 17)
            canvas_text_right(canvas, x + 17, row.y, 8, plain, text);
    }
}

/* --- tries --- */

const char *annealer_number(char *out, double value, int digits)
{
    if (isnan(value))
        snprintf(out, FORMAT_SIZE, "–");
    else
        snprintf(out, FORMAT_SIZE, "%s%.*f", value < 0 ? "−" : "", digits, fabs(value));
    return out;
}

/* The columns beside the graph; `worth`: those of small numbers stay longest. What is no plain number of the
 * entry is said of each below. */
enum cell_kind { CELL_NUMBER, CELL_STEP, CELL_SOURCE, CELL_ENERGY, CELL_LATE, CELL_VERDICT };
static const struct column {
    const char *title;
    int w, worth;
    bool before; /* the graph */
    enum cell_kind cell;
    size_t at; /* of a number: where it stands in the entry, and with how many digits */
    int digits;
} columns[] = {{"#", 3, 0, true, CELL_STEP, 0, 0},
               {"T", 5, 5, true, CELL_NUMBER, offsetof(struct evaluation, temperature), 2},
               {"took", 6, 4, true, CELL_SOURCE, 0, 0},
               {"J", 6, 6, false, CELL_ENERGY, 0, 0},
               {"acc %", 7, 3, false, CELL_NUMBER, offsetof(struct evaluation, accuracy_change), 2},
               {"p95", 8, 2, false, CELL_LATE, 0, 0},
               {"f", 7, 3, false, CELL_NUMBER, offsetof(struct evaluation, f), 2},
               {"h", 7, 4, false, CELL_NUMBER, offsetof(struct evaluation, h), 2},
               {"centre h", 9, 5, false, CELL_NUMBER, offsetof(struct evaluation, centre_h), 2},
               {"prob", 6, 6, false, CELL_NUMBER, offsetof(struct evaluation, probability), 3},
               {"draw", 6, 6, false, CELL_NUMBER, offsetof(struct evaluation, draw), 3},
               {"verdict", 14, 1, false, CELL_VERDICT, 0, 0}};
enum { COLUMNS = sizeof columns / sizeof *columns, WORTHS = 7, STAYS = 3 };

static void describe_cell(const struct column *column, const struct evaluation *entry, char *out)
{
    double number;
    switch (column->cell) {
    case CELL_STEP:
        snprintf(out, FORMAT_SIZE, "%d", (int)entry->step + 1);
        break;
    case CELL_SOURCE:
        snprintf(out, FORMAT_SIZE, entry->kind == EVALUATION_CACHED ? "known" : "%.0f s",
                 ns_to_s(entry->end_ns - entry->begin_ns));
        break;
    case CELL_ENERGY:
        annealer_number(out, entry->energy_j, entry->energy_j < 100 ? 1 : 0);
        break;
    case CELL_LATE:
        if (isinf(entry->late))
            snprintf(out, FORMAT_SIZE, "○ never");
        else if (isnan(entry->late))
            snprintf(out, FORMAT_SIZE, "–");
        else
            snprintf(out, FORMAT_SIZE, "%s %.0f%%", entry->compliant ? "●" : "○", 100 * entry->late);
        break;
    case CELL_VERDICT:
        snprintf(out, FORMAT_SIZE, "%s", search_reason_word(entry->reason));
        break;
    default:
        memcpy(&number, (const char *)entry + column->at, sizeof number);
        annealer_number(out, number, column->digits);
    }
}

/* Which of them fit beside graphs that take so many columns, which those worth less give way to; returns the
 * graph's columns. */
static int choose_columns(int w, int longest, bool shown[COLUMNS])
{
    int left = w - 2, most = left;
    for (int c = 0; c < COLUMNS; c++) {
        shown[c] = false;
        most -= columns[c].worth <= STAYS ? columns[c].w : 0;
    }
    int least = longest + 1 < most ? longest + 1 : most;
    least = part_clamp(least, GRAPH_MIN_W, GRAPH_MAX_W);
    left -= least;
    for (int worth = 0; worth < WORTHS; worth++)
        for (int c = 0; c < COLUMNS; c++)
            if (columns[c].worth == worth && columns[c].w <= left) {
                shown[c] = true;
                left -= columns[c].w;
            }
    return part_clamp(least + left, least, GRAPH_MAX_W);
}

static enum role verdict_role(const struct evaluation *entry)
{
    return entry->reason == TRY_BETTER ? ROLE_GOOD : entry->reason == TRY_LUCK ? ROLE_TITLE : ROLE_DIM;
}

/* The cells of a row, or its titles where entry is NULL. */
static void draw_cells(const struct evaluation *entry, const char *graph, int longest, struct rect row,
                       enum role ground, struct canvas *canvas)
{
    bool shown[COLUMNS];
    int graph_w = choose_columns(row.w, longest, shown), x = row.x + 1, end = row.x + row.w;
    struct style plain = style_on(style_of(entry ? ROLE_TEXT : ROLE_DIM), ground);
    bool before = true;
    for (int c = 0; c < COLUMNS; c++) {
        char text[FORMAT_SIZE];
        if (before && !columns[c].before) {
            canvas_text(canvas, x + 1, row.y, graph_w - 1 < end - x - 1 ? graph_w - 1 : end - x - 1, plain,
                        graph);
            x += graph_w;
            before = false;
        }
        if (!shown[c])
            continue;
        if (entry)
            describe_cell(&columns[c], entry, text);
        else
            snprintf(text, sizeof text, "%s", columns[c].title);
        bool verdict = columns[c].cell == CELL_VERDICT, late = columns[c].cell == CELL_LATE;
        struct style style = !entry                      ? plain
                             : verdict                   ? style_on(style_of(verdict_role(entry)), ground)
                             : late && !entry->compliant ? style_on(style_of(ROLE_BAD), ground)
                                                         : plain;
        if (verdict)
            canvas_text(canvas, x + 1, row.y, columns[c].w - 1, style, text);
        else
            canvas_text_right(canvas, x + columns[c].w, row.y, columns[c].w - 1, style, text);
        x += columns[c].w;
    }
}

/* Columns of the longest graph that a search tried. */
static int longest_graph(const struct recording *recording, const struct search *search)
{
    int longest = 0;
    for (int i = 0; i < search->n_tries; i++) {
        char text[200];
        search_print_graph(recording, &recording_evaluation(recording, search->first_try + i)->graph, text,
                           sizeof text);
        int w = text_width(text);
        longest = w > longest ? w : longest;
    }
    return longest;
}

static void draw_tries(const struct host *host, const struct annealer *annealer,
                       const struct annealer_layout *layout, struct canvas *canvas)
{
    const struct recording *recording = host->explorer->results.current->recording;
    const struct search *search = annealer_search(annealer);
    struct rect rect = layout->tries;
    char text[200];
    if (rect.h < 1)
        return;
    int n = search ? search->n_tries : 0, cached = search ? search->cached : 0;
    snprintf(text, sizeof text,
             n == 0        ? "none"
             : cached == 0 ? "%d"
                           : "%d, %d of them known from before",
             n, cached);
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 2, "Tries", text,
               annealer->focus == ANNEALER_TRIES);
    if (rect.h < 2 || n == 0)
        return;
    int longest = longest_graph(recording, search);
    draw_cells(NULL, "slices", longest, (struct rect){rect.x, rect.y + 1, rect.w, 1}, ROLE_BACKGROUND,
               canvas);
    for (int i = 0; i < rect.h - 2 && layout->tries_top + i < n; i++) {
        int at = layout->tries_top + i;
        struct rect row = {rect.x, rect.y + 2 + i, rect.w, 1};
        const struct evaluation *entry = recording_evaluation(recording, search->first_try + at);
        enum role ground =
            part_row(canvas, row, ROLE_BACKGROUND, at == annealer->try_at, annealer->focus == ANNEALER_TRIES);
        search_print_graph(recording, &entry->graph, text, sizeof text);
        draw_cells(entry, text, longest, row, ground, canvas);
    }
}

void annealer_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct annealer *annealer = state;
    struct annealer_layout layout = annealer_divide(canvas->w, canvas->h, annealer);
    const struct explorer *explorer = host->explorer;
    const struct search *search = annealer_search(annealer);
    int64_t t_ns = search ? search->begin_ns : explorer->time.cursor_ns;
    int64_t at_s = explorer->document.scenario.start_s + t_ns / NS_PER_S;
    int32_t offset_s = explorer_offset_s(explorer, t_ns);
    const char *pool = scene_told_pool(host->scene);
    view_bar(host, canvas, text(&canvas->texts, *pool ? "Searches of %s" : "Searches", pool), "",
             text(&canvas->texts, "%s%s%s %s",
                  canvas->w >= 80 ? format_date(FORMAT_ROOM, at_s, offset_s) : "",
                  canvas->w >= 80 ? "  " : "", format_clock(FORMAT_ROOM, at_s, offset_s, true),
                  format_zone(FORMAT_ROOM, offset_s)));
    draw_sentence(host, annealer, canvas);
    if (layout.rule_x >= 0)
        canvas_vline(canvas, layout.rule_x, layout.tries.y, layout.searches.h, 0x2502, style_of(ROLE_RULE));
    draw_searches(host, annealer, &layout, canvas);
    draw_tries(host, annealer, &layout, canvas);
    annealer_draw_facts(host, annealer, layout.facts, canvas);
    annealer_draw_plots(host, annealer, layout.plots, canvas);
}
