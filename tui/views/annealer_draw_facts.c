/* One try in words and numbers: what was tried, how it differs from the centre, what was measured, and the
 * rule step by step (clover.md section 1.3). */
#include "tui/views/annealer.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "tui/words/scheme_words.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* What is left of the rectangle is filled from the top. */
struct page {
    struct canvas *canvas;
    struct rect left;
};

enum { LABEL_W = 11 };

static void take(struct page *page, int rows)
{
    page->left.y += rows;
    page->left.h -= rows;
}

static void put_text(struct page *page, struct style style, const char *text)
{
    if (page->left.h > 0)
        take(page, part_wrap(page->canvas, page->left, style, text));
}

/* A dim label, and text that wraps beside it. */
PRINTF_LIKE(3, 4) static void put_fact(struct page *page, const char *label, const char *format, ...)
{
    char text[600];
    va_list arguments;
    struct rect beside = {page->left.x + LABEL_W, page->left.y, page->left.w - LABEL_W, page->left.h};
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (beside.h < 1 || beside.w < 4)
        return;
    canvas_text(page->canvas, page->left.x, page->left.y, LABEL_W - 1, style_of(ROLE_DIM), label);
    take(page, part_wrap(page->canvas, beside, style_of(ROLE_TEXT), text));
}

static void put_graph(const struct host *host, const struct evaluation *entry, struct page *page)
{
    const struct recording *recording = host->explorer->results.current->recording;
    char text[300], difference[300];
    search_print_graph(recording, &entry->graph, text, sizeof text);
    put_fact(page, "tried", "%s%s", text, entry->replicated ? ", on each GPU" : ", over all GPUs");
    if (entry->reason == TRY_SAMPLED)
        return;
    search_print_difference(recording, &entry->graph, &entry->centre, difference, sizeof difference);
    int distance = graph_distance(&entry->graph, &entry->centre);
    if (distance == 0)
        put_fact(page, "to there", "the centre itself");
    else
        put_fact(page, "to there", "%s   (%d edges from the centre)", difference, distance);
}

static void put_measured(const struct evaluation *entry, struct page *page)
{
    char energy[FORMAT_SIZE], accuracy[FORMAT_SIZE], carbon[FORMAT_SIZE];
    put_fact(page, entry->kind == EVALUATION_CACHED ? "known" : "measured",
             "%s J a request, accuracy %s %%, carbon saved %s %%",
             annealer_number(energy, entry->energy_j, 2),
             annealer_number(accuracy, entry->accuracy_change, 2),
             annealer_number(carbon, entry->carbon_change, 2));
    if (isinf(entry->late))
        put_fact(page, "tail", "○ cannot carry the load");
    else
        put_fact(page, "tail", "%s %.0f ms, %.0f %% of the SLO", entry->compliant ? "●" : "○", entry->tail_ms,
                 100 * entry->late);
}

/* Under an accuracy limit the carbon saved alone is f (clover.md section 2.1, step 8). */
static void put_f(const struct explorer *explorer, const struct evaluation *entry, struct page *page)
{
    char f[FORMAT_SIZE], a[FORMAT_SIZE], c[FORMAT_SIZE];
    const struct scenario *scenario = &explorer->results.current->model->scenario;
    if (knob_at(scenario, knob_of_run(KNOB_ACCURACY_LOSS_PCT), entry->end_ns).number > 0)
        put_fact(page, "f", "%s: the carbon saved alone, as accuracy has a limit",
                 annealer_number(f, entry->f, 2));
    else
        put_fact(page, "f", "lambda %.2f × carbon %s + %.2f × accuracy %s = %s", entry->lambda,
                 annealer_number(c, entry->carbon_change, 2), 1 - entry->lambda,
                 annealer_number(a, entry->accuracy_change, 2), annealer_number(f, entry->f, 2));
}

static void put_rule(const struct evaluation *entry, struct page *page)
{
    char f[FORMAT_SIZE], h[FORMAT_SIZE], centre[FORMAT_SIZE], t[FORMAT_SIZE];
    double change = entry->h - entry->centre_h;
    if (isnan(entry->centre_h) || entry->reason == TRY_SAMPLED)
        put_fact(page, "h", "%s%s", annealer_number(h, entry->h, 2),
                 fabs(entry->h + entry->f) < 1e-9 ? " = −f: it is in time" : ", marked down for being late");
    else
        put_fact(page, "h", "%s%s against the centre's %s: %s by %s", annealer_number(h, entry->h, 2),
                 fabs(entry->h + entry->f) < 1e-9 ? " = −f" : ", marked down for being late,",
                 annealer_number(centre, entry->centre_h, 2), change <= 0 ? "lower" : "higher",
                 annealer_number(f, fabs(change), 2));
    if (isnan(entry->probability) || isnan(entry->draw))
        return;
    put_fact(page, "chance", "exp(−%s / %s) = %.4f, drawn %.4f", annealer_number(f, fmax(change, 0), 2),
             annealer_number(t, entry->temperature, 2), entry->probability, entry->draw);
}

static void put_kept(const struct host *host, const struct search *search, struct page *page)
{
    const struct recording *recording = host->explorer->results.current->recording;
    char text[300], why[500];
    if (search->kept < 0)
        return;
    const struct evaluation *end = evaluation_history_get(&recording->evaluations, search->kept);
    search_print_graph(recording, &end->graph, text, sizeof text);
    text_append(text, sizeof text, "%s", end->replicated ? ", on each GPU" : ", over all GPUs");
    text_print(why, sizeof why, "%s. %s", text, search_reason_sentence(end->reason));
    bool fits = part_wrap_rows(page->left.w - LABEL_W, why) <= page->left.h;
    put_fact(page, "in the end", "%s", fits ? why : text);
}

void annealer_draw_facts(const struct host *host, const struct annealer *annealer, struct rect rect,
                         struct canvas *canvas)
{
    const struct search *search = annealer_search(annealer);
    const struct evaluation *entry = annealer_try(host, annealer);
    char title[48], when[80], clock[FORMAT_SIZE];
    if (rect.h < 2 || rect.w < 4 || !search)
        return;
    struct page page = {canvas, {rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 1}};
    snprintf(title, sizeof title, entry ? "Try %d" : "What came of it", entry ? (int)entry->step + 1 : 0);
    int64_t t_ns = entry ? entry->end_ns : search->end_ns;
    snprintf(when, sizeof when, "ended %s",
             format_clock(clock, host->explorer->document.scenario.start_s + t_ns / NS_PER_S,
                          explorer_offset_s(host->explorer, t_ns), true));
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 3, title, when, false);
    if (!entry) {
        put_text(&page, style_of(ROLE_TEXT), search_reason_sentence(search->trigger));
        put_kept(host, search, &page);
        return;
    }
    put_text(&page, style_bold(ROLE_TITLE), search_reason_sentence(entry->reason));
    put_graph(host, entry, &page);
    put_measured(entry, &page);
    put_f(host->explorer, entry, &page);
    put_rule(entry, &page);
    take(&page, page.left.h > 3);
    put_kept(host, search, &page);
}
